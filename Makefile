# SPDX-License-Identifier: MIT
#
# Flotilla.  `make help` lists what there is to make; V=1 shows every command.

PREFIX  ?= /usr/local
DESTDIR ?=
BUILD   ?= build
CC      ?= gcc
AR      ?= ar
INSTALL ?= install
CFLAGS  ?= -O2 -g
# Of the examples alone, by the C compiler's sister: both link the same OpenMP.
CXXFLAGS ?= -O2 -g
ifeq ($(origin CXX),default)
CXX     := $(patsubst cc,c++,$(patsubst %gcc,%g++,$(patsubst %clang,%clang++,$(CC))))
endif

# Where `make install` puts things, below DESTDIR.  The command looks for its examples in ../share/flotilla beside it.
BINDIR     ?= $(PREFIX)/bin
LIBDIR     ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
MANDIR     ?= $(PREFIX)/share/man
SHAREDIR   := $(PREFIX)/share/flotilla
Q       := $(if $(V),,@)
say      = $(if $(V),@:,@printf '  %-8s %s\n' $(1) "$(2)")

VERSION := $(shell awk '/define FLO_VERSION_(MAJOR|MINOR|PATCH) /{ v = v s $$3; s = "." } END { print v }' \
             host/flotilla.h)
ARCH    := $(shell $(CC) -dumpmachine 2>/dev/null | cut -d- -f1)

# The same bits everywhere: nothing may contract a multiply-add that was not written as one, whatever CFLAGS say.
STRICT  := -std=gnu11 -ffp-contract=off -fno-fast-math -fno-math-errno -fPIC -fvisibility=hidden
WARN    := -Wall -Wextra -Wpedantic -Wshadow -Wmissing-prototypes -Wconversion
OPENMP  := $(shell printf 'int main(void){return 0;}' | $(CC) -fopenmp -x c - -o /dev/null 2>/dev/null && echo -fopenmp)
# Full debugging information would take three times as long as the code.
# A loop over samples reads many numbers that do not change in it; gcc would hoist and so copy them.
GCC     := $(shell $(CC) --version 2>/dev/null | grep -qi clang || echo -fno-tree-loop-im -fno-tree-pre -fno-gcse)
FLAGS    = $(STRICT) $(WARN) $(OPENMP) $(CFLAGS) -Ihost -MMD -MP

# ---- the lanes: one compilation of simd/pass.c for each instruction set ----------------------------------------------
# Two vectors in a lane keep the pipelines full where there are registers for them, 32; what is left over in the end is
# done vector by vector.
ISAS_x86_64  := scalar scalar_fma sse2 sse4 avx2 avx512 avx512_few
ISAS_aarch64 := scalar neon
ISAS         := $(or $(ISAS_$(ARCH)),scalar)
scalar     := -DLANE_WIDTH=1 -DLANE_PACK=1
scalar_fma := -mfma -DLANE_WIDTH=1 -DLANE_PACK=1
sse2       := -DLANE_WIDTH=4 -DLANE_PACK=1
sse4       := -msse4.1 -DLANE_WIDTH=4 -DLANE_PACK=1
neon       := -DLANE_WIDTH=4 -DLANE_PACK=1
avx2       := -march=haswell -DLANE_WIDTH=8 -DLANE_PACK=1
AVX512     := -march=skylake-avx512 -mprefer-vector-width=512 $(if $(GCC),-fschedule-insns -fsched-pressure) \
              -DLANE_WIDTH=16
avx512     := $(AVX512) -DLANE_PACK=2 -DSIMD_FEW=avx512_few
avx512_few := $(AVX512) -DLANE_PACK=1

# ---- what is built from what -----------------------------------------------------------------------------------------
# In the order in which passes.cl includes them.
KERNELS  := $(addprefix kernels/,vector_opencl.h lane.h tables.h shapes.h trig.h quanta.h polynomial.h sea.h \
            expand.h surface.h motion.h hull.h panel.h inertia.h body.h step.h implicit.h implicit_pass.h \
            implicit_search.h implicit_panels.h implicit_step.h passes.h passes.cl)
# Where compiled passes are taken from: fuzzers, which are built by another compiler, have those of CC.
SIMD     ?= $(BUILD)/simd
CORE     := $(patsubst %.c,$(BUILD)/%.o,$(wildcard host/*.c)) $(BUILD)/kernel_text.o $(BUILD)/simd/dispatch.o \
            $(ISAS:%=$(SIMD)/pass_%.o)
IO       := $(patsubst %.c,$(BUILD)/%.o,$(wildcard host/io/*.c)) $(BUILD)/page_text.o
CLI      := $(patsubst %.c,$(BUILD)/%.o,$(wildcard host/cli/*.c))
FLOAT_ISAS := $(filter avx512 avx2 neon,$(ISAS))
BENCH    := $(patsubst %.c,$(BUILD)/%.o,$(wildcard bench/*.c)) $(FLOAT_ISAS:%=$(BUILD)/simd/pass_float_%.o)
TESTS    := $(patsubst %.c,$(BUILD)/%.o,$(wildcard tests/*.c))
CORE_LIBS := $(OPENMP) -lm -ldl
IO_LIBS   := -lfyaml -ljansson -lexpat -lz -lassimp
LIBRARY  := $(BUILD)/libflotilla.a
# Programs stay linked to what they were compiled for: before 1.0 every minor version may change the ABI.
NUMBERS  := $(subst ., ,$(VERSION))
ABI      := $(firstword $(NUMBERS))$(if $(filter 0,$(firstword $(NUMBERS))),.$(word 2,$(NUMBERS)))
SONAME   := libflotilla.so.$(ABI)
SHARED   := $(BUILD)/libflotilla.so.$(VERSION)

.PHONY: all help deps demo examples test lint format sanitize tools coverage soak faults fuzzers fuzz bench gpu-static \
        gpu-check install install-library uninstall clean
.DEFAULT_GOAL := all

# What the command opens when mpirun has started it; without an MPI for what CC compiles for it is left out, and nothing
# else misses it.
MPICC ?= $(shell command -v mpicc 2>/dev/null)
MPI   := $(if $(MPICC),$(if $(filter $(ARCH),$(shell $(MPICC) -dumpmachine 2>/dev/null | cut -d- -f1)),\
           $(BUILD)/libflotilla_mpi.so))

all: $(BUILD)/flotilla $(LIBRARY) $(SHARED) $(MPI) ## the library and the command, in build/

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{ printf "  %-15s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

$(BUILD)/flotilla: $(CLI) $(BENCH) $(BUILD)/libflotilla_io.a $(LIBRARY)
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS) $(CLI) $(BENCH) $(BUILD)/libflotilla_io.a $(LIBRARY) -o $@ $(IO_LIBS) $(CORE_LIBS) $(LDFLAGS)

$(LIBRARY): $(CORE)
	$(call say,AR,$@)
	$(Q)rm -f $@ && $(AR) rcs $@ $^

$(BUILD)/libflotilla_io.a: $(IO)
	$(call say,AR,$@)
	$(Q)rm -f $@ && $(AR) rcs $@ $^

$(SHARED): $(CORE) host/exports.map
	$(call say,LINK,$@)
	$(Q)$(CC) -shared -Wl,-soname,$(SONAME) -Wl,--version-script,host/exports.map $(CFLAGS) $(CORE) -o $@ \
		$(CORE_LIBS) $(LDFLAGS)

$(BUILD)/libflotilla_mpi.so: host/mpi/mpi_calls.c host/mpi/mpi_calls.h Makefile
	$(call say,MPICC,$<)
	$(Q)mkdir -p $(@D) && OMPI_CC="$(CC)" MPICH_CC="$(CC)" $(MPICC) $(STRICT) $(filter-out -Wpedantic,$(WARN)) $(CFLAGS) \
		-shared $< -o $@ $(LDFLAGS)

$(BUILD)/%.o: %.c Makefile
	$(call say,CC,$<)
	$(Q)mkdir -p $(@D) && $(CC) $(FLAGS) -DFLO_EXAMPLES='"$(CURDIR)/examples"' -c $< -o $@

# The baselines that the benchmark times itself against: what other people's code would be built with.
NATIVE := $(shell $(CC) -march=native -E -x c /dev/null >/dev/null 2>&1 && echo -march=native)
baseline_plain        := -O3
baseline_article      := -O3
baseline_article_fast := -O3 -ffast-math $(NATIVE)
ifeq ($(ARCH),x86_64)
baseline_sleef_avx2   := -O3 -march=haswell
baseline_sleef_avx512 := -O3 -march=skylake-avx512 -mprefer-vector-width=512
baseline_peak_avx2    := -O3 -march=haswell -ffp-contract=fast
baseline_peak_avx512  := -O3 -march=skylake-avx512 -mprefer-vector-width=512 -ffp-contract=fast
endif
baseline_peak_narrow  := -O3 -ffp-contract=fast
$(BUILD)/bench/baseline_%.o: bench/baseline_%.c Makefile
	$(call say,CC,$<)
	$(Q)mkdir -p $(@D) && $(CC) -std=gnu11 -fPIC $(WARN) $(CFLAGS) $(baseline_$*) \
		-DBASELINE_FLAGS='"$(baseline_$*)"' -MMD -MP -c $< -o $@

define PASS_RULE
$(BUILD)/simd/pass_$1.o: simd/pass.c Makefile
	$$(call say,CC,$$< for $1)
	$$(Q)mkdir -p $$(@D) && $$(CC) $$(STRICT) $$(filter-out -Wpedantic,$$(WARN)) -Wno-psabi $$(CFLAGS) -O3 -g1 $$(GCC) \
		$$($1) -DSIMD_NAME=$1 -MMD -MP -c $$< -o $$@
endef
$(foreach i,$(ISAS),$(eval $(call PASS_RULE,$i)))

# The passes with plain sums of floats, for the benchmark that tells what order-free sums cost.
$(foreach i,$(FLOAT_ISAS),$(eval float_$i := $($i) -DFLO_QUANTA_FLOAT)$(eval $(call PASS_RULE,float_$i)))

$(BUILD)/kernel_text.c: host/embed.awk $(KERNELS)
	$(call say,EMBED,$@)
	$(Q)mkdir -p $(@D) && awk -f host/embed.awk $(KERNELS) > $@

$(BUILD)/kernel_text.o: $(BUILD)/kernel_text.c
	$(Q)$(CC) $(filter-out -Wpedantic,$(FLAGS)) -Ihost -c $< -o $@

PAGE := host/page/page.html host/page/play.js
$(BUILD)/page_text.c: host/embed_text.awk $(PAGE)
	$(call say,EMBED,$@)
	$(Q)mkdir -p $(@D) && awk -f host/embed_text.awk $(PAGE) > $@

$(BUILD)/page_text.o: $(BUILD)/page_text.c
	$(Q)$(CC) $(filter-out -Wpedantic,$(FLAGS)) -Ihost -c $< -o $@

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)

# ---- what must be there ----------------------------------------------------------------------------------------------
# Debian's names.  The library itself needs the first line to build and nothing but a C library to run.
DEPS := opencl-c-headers libsimde-dev gcc libc6-dev make \
        libfyaml-dev libjansson-dev libexpat1-dev zlib1g-dev libassimp-dev pkg-config \
        ocl-icd-libopencl1 pocl-opencl-icd gnuplot-nox fonts-dejavu-core \
        libcmocka-dev libsleef3 qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross g++ cmake mandoc python3-venv \
        libopenmpi-dev openmpi-bin cppcheck valgrind oclgrind

deps: ## install what is missing, from Debian's packages
	@missing=$$(for p in $(DEPS); do dpkg-query -W -f='$${Status}' $$p 2>/dev/null | grep -q 'ok installed' || \
		printf '%s ' $$p; done); \
	if [ -z "$$missing" ]; then exit 0; fi; \
	if ! command -v apt-get >/dev/null; then \
		echo "This machine has no apt-get.  Please install, under whatever names it has for them: $$missing"; exit 0; fi; \
	sudo=; if [ "$$(id -u)" != 0 ]; then sudo=sudo; fi; \
	echo "Installing from Debian's packages: $$missing"; \
	$$sudo apt-get update -qq && \
	$$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing >/dev/null

# As many compilations at once as there are processors, unless make was told how many.
JOBS = $(if $(findstring -j,$(MAKEFLAGS)),,-j$(shell nproc 2>/dev/null || echo 1))

# ---- what people do with it ------------------------------------------------------------------------------------------
demo: deps ## float a fleet in a recorded sea, on OpenCL and on SIMD, and compare
	@$(MAKE) --no-print-directory $(JOBS) all
	@sh examples/demo.sh $(BUILD)

EXAMPLES := $(foreach name,query forces fleet,$(BUILD)/examples/$(name) $(BUILD)/examples/$(name)_cpp)
examples: $(EXAMPLES) ## the short programs in C and C++, in build/examples/

$(BUILD)/examples/%: examples/%.c $(LIBRARY)
	$(call say,CC,$<)
	$(Q)mkdir -p $(@D) && $(CC) $(CFLAGS) -Wall -Wextra -Wpedantic -Ihost $< -o $@ $(LIBRARY) $(CORE_LIBS) $(LDFLAGS)

$(BUILD)/examples/%_cpp: examples/%.cpp $(LIBRARY)
	$(call say,CXX,$<)
	$(Q)mkdir -p $(@D) && $(CXX) $(CXXFLAGS) -Wall -Wextra -Wpedantic -Ihost $< -o $@ $(LIBRARY) $(CORE_LIBS) $(LDFLAGS)

# Whose calls the tests make fail (tests/faults.h).
FAULTS := $(foreach name,malloc calloc realloc free strdup strndup pthread_create open fopen fdopen fflush \
            fclose write pwrite pread fsync rename mkdir,-Wl,--wrap=$(name))
FAULT_PARTS := $(patsubst %,$(BUILD)/tests/%.o,faults faults_wrap faults_files)

# The command, whose calls fail (tests/faults.sh).
$(BUILD)/tests/flotilla-faults: $(CLI) $(BENCH) $(FAULT_PARTS) $(BUILD)/libflotilla_io.a $(LIBRARY)
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS) $(FAULTS) $(CLI) $(BENCH) $(FAULT_PARTS) $(BUILD)/libflotilla_io.a $(LIBRARY) -o $@ $(IO_LIBS) \
		$(CORE_LIBS) $(LDFLAGS)

faults: ## every call fails once, in the library and the command: all of them, which takes minutes; a table at the end
	@$(MAKE) --no-print-directory $(JOBS) all $(BUILD)/tests/run $(BUILD)/tests/flotilla-faults
	@FLOTILLA_FAULTS=all $(BUILD)/tests/run faults
	@FLOTILLA_FAULTS=all sh tests/faults.sh $(BUILD)

$(BUILD)/tests/run: $(TESTS) $(BUILD)/libflotilla_io.a $(LIBRARY)
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS) $(FAULTS) $(TESTS) $(BUILD)/libflotilla_io.a $(LIBRARY) -o $@ -lcmocka $(IO_LIBS) \
		$(CORE_LIBS) $(LDFLAGS)

test: deps ## all tests; ends with a line "N passed, N failed, N skipped"
	@$(MAKE) --no-print-directory $(JOBS) all $(BUILD)/tests/run $(BUILD)/tests/flotilla-faults
	@sh tests/run.sh $(BUILD)

lint: ## hold the kernel text and the house to their rules
	@sh tests/lint.sh

format: ## format the lines that differ from the last commit, by .clang-format
	@git diff -U0 --no-color HEAD -- '*.c' '*.h' | clang-format-diff -i -p1

sanitize: deps ## the tests under address, undefined-behaviour and thread sanitizers
	@$(MAKE) --no-print-directory $(JOBS) all
	@sh tests/sanitize.sh $(BUILD) all

tools: deps ## cppcheck, clang-tidy, valgrind, Oclgrind on everything; gcc and clang at three levels give the same bits
	@$(MAKE) --no-print-directory $(JOBS) all
	@sh tests/tools.sh $(BUILD)

coverage: deps ## how much of the code the tests run, in build-coverage/
	@sh tests/coverage.sh $(BUILD)

# Each fuzzer is tests/fuzz/fuzz_NAME.c; tests/fuzz/run.sh builds them, by clang, in a folder of their own.
FUZZERS := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/fuzz/fuzz_*.c))
FUZZ_PARTS := $(patsubst %.c,$(BUILD)/%.o,$(filter-out $(wildcard tests/fuzz/fuzz_*.c),$(wildcard tests/fuzz/*.c)))
fuzzers: $(FUZZERS)

$(BUILD)/tests/fuzz/fuzz_%: $(BUILD)/tests/fuzz/fuzz_%.o $(FUZZ_PARTS) $(BUILD)/libflotilla_io.a $(LIBRARY)
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS) -fsanitize=fuzzer $^ -o $@ $(IO_LIBS) $(CORE_LIBS) $(LDFLAGS)

SECONDS ?= 60
fuzz: deps ## all fuzzers (or TARGETS="csv ndbc"), SECONDS=60 in all or EXECUTIONS= each, by clang with its sanitizers
	@$(MAKE) --no-print-directory $(JOBS) $(LIBRARY)
	@EXECUTIONS=$(EXECUTIONS) sh tests/fuzz/run.sh $(BUILD) $(SECONDS) $(TARGETS)

STEPS ?= 10000000
soak: ## a small fleet for STEPS steps: nothing drifts in calm water, energy and memory are bounded, years are exact
	@$(MAKE) --no-print-directory $(JOBS) $(BUILD)/tests/run
	@sh tests/soak.sh $(BUILD) $(STEPS)

bench: ## all benchmarks, saved under bench/results/
	@$(MAKE) --no-print-directory $(JOBS) all
	@sh bench/run.sh $(BUILD)

gpu-static: ## what NVIDIA's assembler makes of the kernels: registers, spills, instructions; needs no GPU
	@sh tests/gpu/static.sh $(KEEP)

# The library alone, so that a machine with a GPU needs little else.
$(BUILD)/gpu-check: $(patsubst %.c,$(BUILD)/%.o,$(wildcard tests/gpu/*.c)) $(LIBRARY)
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS) $^ -o $@ $(CORE_LIBS) $(LDFLAGS)

gpu-check: ## compare a GPU with plain C bit by bit and time it, in less than eight minutes
	@sh tests/gpu/check.sh $(BUILD)

# ---- install ---------------------------------------------------------------------------------------------------------
HEADERS  := $(wildcard host/flotilla.h host/flotilla_opencl.h)
POINTER   = $(shell $(CC) -dM -E -x c /dev/null 2>/dev/null | awk '$$2 == "__SIZEOF_POINTER__" { print $$3 }')
# What somebody else's linker must be told beside the static library.  gcc's OpenMP is found by every compiler, clang's
# by clang alone.
STATIC_LIBS := $(if $(OPENMP),$(if $(GCC),-lgomp,$(OPENMP))) -lm -ldl
PACKAGE  := $(BUILD)/package

# The lists of what is installed: $(call installed,DO) does something with each mode, folder and files.
define installed
$(call $1,755,$(BINDIR),$(BUILD)/flotilla)
$(if $(MPI),$(call $1,755,$(LIBDIR),$(MPI)))
$(call $1,644,$(MANDIR)/man1,docs/man/flotilla.1)
$(call $1,644,$(MANDIR)/man5,docs/man/flotilla.5)
$(call $1,644,$(SHAREDIR)/examples,$(wildcard $(addprefix examples/*.,yaml txt c cpp py) examples/SOURCES.md))
$(call $1,644,$(SHAREDIR)/examples/experiments,$(wildcard examples/experiments/*))
endef
define installed_library
$(call $1,644,$(INCLUDEDIR),$(HEADERS))
$(call $1,644,$(LIBDIR),$(LIBRARY))
$(call $1,755,$(LIBDIR),$(SHARED))
$(call $1,644,$(LIBDIR)/pkgconfig,$(PACKAGE)/flotilla.pc)
$(call $1,644,$(LIBDIR)/cmake/Flotilla,$(PACKAGE)/FlotillaConfig.cmake $(PACKAGE)/FlotillaConfigVersion.cmake)
endef
put  = $(Q)$(INSTALL) -d "$(DESTDIR)$2" && $(INSTALL) -m $1 $3 "$(DESTDIR)$2"
drop = $(Q)if [ -d "$(DESTDIR)$2" ]; then cd "$(DESTDIR)$2" && rm -f $(notdir $3); fi

define checked
$(Q)for folder in $(foreach name,PREFIX BINDIR LIBDIR INCLUDEDIR MANDIR,'$(name)=$($(name))'); do \
	case $$folder in PREFIX= | *=/*) ;; *) echo "$$folder: the folder must begin with /" >&2; exit 1 ;; esac; \
	case $$folder in *[[:space:]]*) echo "$$folder: the folder must have no blanks" >&2; exit 1 ;; esac; \
done
endef

# pkg-config's file names the prefix; CMake's finds everything from where it lies itself, and so may be moved.
below_prefix = $(if $(PREFIX),$(1:$(PREFIX)/%=$${prefix}/%),$1)
define package
$(Q)rm -rf $(PACKAGE) && mkdir -p $(PACKAGE)
$(Q)sed 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(call below_prefix,$(LIBDIR))|; s|@VERSION@|$(VERSION)|; \
	s|@INCLUDEDIR@|$(call below_prefix,$(INCLUDEDIR))|; s|@LIBS@|$(STATIC_LIBS)|' flotilla.pc.in > $(PACKAGE)/flotilla.pc
$(Q)include=$$(realpath -ms --relative-to="$(LIBDIR)/cmake/Flotilla" "$(INCLUDEDIR)") && \
	for name in FlotillaConfig FlotillaConfigVersion; do \
		sed "s|@VERSION@|$(VERSION)|; s|@ABI@|$(ABI)|; s|@POINTER@|$(POINTER)|; s|@SONAME@|$(SONAME)|; \
			s|@SHARED@|$(notdir $(SHARED))|; s|@INCLUDEDIR@|$$include|; s|@LIBS@|$(STATIC_LIBS)|" \
			cmake/$$name.cmake.in > $(PACKAGE)/$$name.cmake || exit 1; \
	done
endef

install: all install-library ## into PREFIX (/usr/local), below DESTDIR; LIBDIR, INCLUDEDIR and MANDIR may be elsewhere
	$(call installed,put)

install-library: $(LIBRARY) $(SHARED) ## the library alone, which needs little to be built
	$(checked)
	$(call say,INSTALL,$(DESTDIR)$(PREFIX))
	$(package)
	$(call installed_library,put)
	$(Q)rm -rf $(PACKAGE)
	$(Q)cd "$(DESTDIR)$(LIBDIR)" && ln -sf $(notdir $(SHARED)) $(SONAME) && ln -sf $(SONAME) libflotilla.so
	$(Q)if [ -z "$(DESTDIR)" ] && [ "$$(id -u)" = 0 ] && command -v ldconfig >/dev/null; then ldconfig; fi

uninstall: ## what install put there, with the same PREFIX, DESTDIR and folders, and nothing else
	$(checked)
	$(call say,REMOVE,$(DESTDIR)$(PREFIX))
	$(call installed,drop)
	$(call installed_library,drop)
	$(Q)if [ -d "$(DESTDIR)$(LIBDIR)" ]; then \
		cd "$(DESTDIR)$(LIBDIR)" && rm -f $(SONAME) libflotilla.so libflotilla_mpi.so; fi
	$(Q)for own in "$(SHAREDIR)/examples/experiments" "$(SHAREDIR)/examples" "$(SHAREDIR)" "$(LIBDIR)/cmake/Flotilla"; do \
		if [ -d "$(DESTDIR)$$own" ]; then rmdir --ignore-fail-on-non-empty "$(DESTDIR)$$own"; fi; done

clean: ## everything that was built
	rm -rf $(BUILD)
