# SPDX-License-Identifier: MIT
#
# Flotilla.  `make help` lists what there is to make; V=1 shows every command.

PREFIX  ?= /usr/local
DESTDIR ?=
BUILD   ?= build
CC      ?= gcc
AR      ?= ar
CFLAGS  ?= -O2 -g
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
# One vector in a lane: two spill registers in the sum over waves, and were no faster.
ISAS_x86_64  := scalar scalar_fma sse2 sse4 avx2 avx512
ISAS_aarch64 := scalar neon
ISAS         := $(or $(ISAS_$(ARCH)),scalar)
scalar     := -DLANE_WIDTH=1 -DLANE_PACK=1
scalar_fma := -mfma -DLANE_WIDTH=1 -DLANE_PACK=1
sse2       := -DLANE_WIDTH=4 -DLANE_PACK=1
sse4       := -msse4.1 -DLANE_WIDTH=4 -DLANE_PACK=1
neon       := -DLANE_WIDTH=4 -DLANE_PACK=1
avx2       := -march=haswell -DLANE_WIDTH=8 -DLANE_PACK=1
avx512     := -march=skylake-avx512 -mprefer-vector-width=512 -DLANE_WIDTH=16 -DLANE_PACK=1

# ---- what is built from what -----------------------------------------------------------------------------------------
# In the order in which passes.cl includes them.
KERNELS  := $(addprefix kernels/,vector_opencl.h lane.h tables.h shapes.h trig.h quanta.h polynomial.h sea.h \
            expand.h surface.h motion.h hull.h panel.h inertia.h body.h step.h implicit.h implicit_pass.h \
            implicit_step.h passes.h passes.cl)
CORE     := $(patsubst %.c,$(BUILD)/%.o,$(wildcard host/*.c)) $(BUILD)/kernel_text.o $(BUILD)/simd/dispatch.o \
            $(ISAS:%=$(BUILD)/simd/pass_%.o)
IO       := $(patsubst %.c,$(BUILD)/%.o,$(wildcard host/io/*.c))
CLI      := $(patsubst %.c,$(BUILD)/%.o,$(wildcard host/cli/*.c))
FLOAT_ISAS := $(filter avx512 avx2 neon,$(ISAS))
BENCH    := $(patsubst %.c,$(BUILD)/%.o,$(wildcard bench/*.c)) $(FLOAT_ISAS:%=$(BUILD)/simd/pass_float_%.o)
TESTS    := $(patsubst %.c,$(BUILD)/%.o,$(wildcard tests/*.c))
CORE_LIBS := $(OPENMP) -lm -ldl
IO_LIBS   := -lfyaml -ljansson -lz -lassimp
LIBRARY  := $(BUILD)/libflotilla.a
SONAME   := libflotilla.so.$(firstword $(subst ., ,$(VERSION)))
SHARED   := $(BUILD)/libflotilla.so.$(VERSION)

.PHONY: all help deps demo test lint format sanitize bench gpu-static gpu-check install uninstall clean
.DEFAULT_GOAL := all

all: $(BUILD)/flotilla $(LIBRARY) $(SHARED) ## the library and the command, in build/

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{ printf "  %-12s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

$(BUILD)/flotilla: $(CLI) $(BENCH) $(BUILD)/libflotilla_io.a $(LIBRARY)
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS) $(CLI) $(BENCH) $(BUILD)/libflotilla_io.a $(LIBRARY) -o $@ $(IO_LIBS) $(CORE_LIBS) $(LDFLAGS)

$(LIBRARY): $(CORE)
	$(call say,AR,$@)
	$(Q)rm -f $@ && $(AR) rcs $@ $^

$(BUILD)/libflotilla_io.a: $(IO)
	$(call say,AR,$@)
	$(Q)rm -f $@ && $(AR) rcs $@ $^

$(SHARED): $(CORE)
	$(call say,LINK,$@)
	$(Q)$(CC) -shared -Wl,-soname,$(SONAME) $(CFLAGS) $^ -o $@ $(CORE_LIBS) $(LDFLAGS)

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

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)

# ---- what must be there ----------------------------------------------------------------------------------------------
# Debian's names.  The library itself needs the first line to build and nothing but a C library to run.
DEPS := opencl-c-headers libsimde-dev gcc libc6-dev make \
        libfyaml-dev libjansson-dev zlib1g-dev libassimp-dev pkg-config \
        ocl-icd-libopencl1 pocl-opencl-icd gnuplot-nox fonts-dejavu-core \
        libcmocka-dev libsleef3 qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross

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

$(BUILD)/tests/run: $(TESTS) $(BUILD)/libflotilla_io.a $(LIBRARY)
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS) $(TESTS) $(BUILD)/libflotilla_io.a $(LIBRARY) -o $@ -lcmocka $(IO_LIBS) $(CORE_LIBS) $(LDFLAGS)

test: deps ## all tests; ends with a line "N passed, N failed, N skipped"
	@$(MAKE) --no-print-directory $(JOBS) all $(BUILD)/tests/run
	@sh tests/run.sh $(BUILD)

lint: ## hold the kernel text and the house to their rules
	@sh tests/lint.sh

format: ## format the lines that differ from the last commit, by .clang-format
	@git diff -U0 --no-color HEAD -- '*.c' '*.h' | clang-format-diff -i -p1

sanitize: deps ## the tests under address, undefined-behaviour and thread sanitizers
	@sh tests/sanitize.sh

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

install: all ## into PREFIX (/usr/local), below DESTDIR
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/lib/pkgconfig $(DESTDIR)$(PREFIX)/include
	install $(BUILD)/flotilla $(DESTDIR)$(PREFIX)/bin/flotilla
	install -m 644 host/flotilla.h $(DESTDIR)$(PREFIX)/include/flotilla.h
	install -m 644 $(LIBRARY) $(DESTDIR)$(PREFIX)/lib/libflotilla.a
	install -m 755 $(SHARED) $(DESTDIR)$(PREFIX)/lib/$(notdir $(SHARED))
	install -d $(DESTDIR)$(PREFIX)/share/flotilla/examples/experiments
	install -m 644 examples/experiments/* $(DESTDIR)$(PREFIX)/share/flotilla/examples/experiments/
	ln -sf $(notdir $(SHARED)) $(DESTDIR)$(PREFIX)/lib/$(SONAME)
	ln -sf $(SONAME) $(DESTDIR)$(PREFIX)/lib/libflotilla.so
	sed 's|@PREFIX@|$(PREFIX)|; s|@VERSION@|$(VERSION)|; s|@LIBS@|$(CORE_LIBS)|' flotilla.pc.in \
		> $(DESTDIR)$(PREFIX)/lib/pkgconfig/flotilla.pc
	if [ -z "$(DESTDIR)" ] && [ "$$(id -u)" = 0 ]; then ldconfig; fi

uninstall: ## what install put there
	rm -f $(DESTDIR)$(PREFIX)/bin/flotilla $(DESTDIR)$(PREFIX)/include/flotilla.h \
		$(DESTDIR)$(PREFIX)/lib/libflotilla.a $(DESTDIR)$(PREFIX)/lib/libflotilla.so* \
		$(DESTDIR)$(PREFIX)/lib/pkgconfig/flotilla.pc
	rm -rf $(DESTDIR)$(PREFIX)/share/flotilla

clean: ## everything that was built
	rm -rf $(BUILD)
