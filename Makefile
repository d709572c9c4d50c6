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
say      = $(if $(V),@:,@printf '  %-8s %s\n' $(1) $(2))

VERSION := $(shell awk '/define FLO_VERSION_(MAJOR|MINOR|PATCH) /{ v = v s $$3; s = "." } END { print v }' host/flotilla.h)
ARCH    := $(shell $(CC) -dumpmachine 2>/dev/null | cut -d- -f1)

# The same bits everywhere: nothing may contract a multiply-add that was not written as one, whatever CFLAGS say.
STRICT  := -std=gnu11 -ffp-contract=off -fno-fast-math -fPIC -fvisibility=hidden
WARN    := -Wall -Wextra -Wpedantic -Wshadow -Wmissing-prototypes -Wconversion
OPENMP  := $(shell printf 'int main(void){return 0;}' | $(CC) -fopenmp -x c - -o /dev/null 2>/dev/null && echo -fopenmp)
# A loop over samples reads many numbers that do not change in it; gcc would hoist and so copy them.
GCC     := $(shell $(CC) --version 2>/dev/null | grep -qi clang || echo -fno-tree-loop-im -fno-tree-pre -fno-gcse)
FLAGS    = $(STRICT) $(WARN) $(OPENMP) $(CFLAGS) -MMD -MP

# ---- the lanes: one compilation of simd/pass.c for each instruction set ----------------------------------------------
ISAS_x86_64  := scalar scalar_fma sse2 sse4 avx2 avx512
ISAS_aarch64 := scalar neon
ISAS         := $(or $(ISAS_$(ARCH)),scalar)
scalar     := -DLANE_WIDTH=1 -DLANE_PACK=1
scalar_fma := -mfma -DLANE_WIDTH=1 -DLANE_PACK=1
sse2       := -DLANE_WIDTH=4 -DLANE_PACK=2
sse4       := -msse4.1 -DLANE_WIDTH=4 -DLANE_PACK=2
neon       := -DLANE_WIDTH=4 -DLANE_PACK=2
avx2       := -march=haswell -DLANE_WIDTH=8 -DLANE_PACK=2
avx512     := -march=skylake-avx512 -mprefer-vector-width=512 -DLANE_WIDTH=16 -DLANE_PACK=2

# ---- what is built from what -----------------------------------------------------------------------------------------
KERNELS  := $(addprefix kernels/,vector_opencl.h lane.h tables.h shapes.h trig.h quanta.h sea.h hull.h body.h passes.h passes.cl)
CORE     := $(patsubst %.c,$(BUILD)/%.o,$(wildcard host/*.c)) $(BUILD)/kernel_text.o $(BUILD)/simd/dispatch.o \
            $(ISAS:%=$(BUILD)/simd/pass_%.o)
IO       := $(patsubst %.c,$(BUILD)/%.o,$(wildcard host/io/*.c))
CLI      := $(patsubst %.c,$(BUILD)/%.o,$(wildcard host/cli/*.c))
BENCH    := $(patsubst %.c,$(BUILD)/%.o,$(wildcard bench/*.c))
TESTS    := $(patsubst %.c,$(BUILD)/%.o,$(wildcard tests/*.c))
CORE_LIBS := $(OPENMP) -lm -ldl
IO_LIBS   := -lfyaml -ljansson -lz
LIBRARY  := $(BUILD)/libflotilla.a
SHARED   := $(BUILD)/libflotilla.so.$(VERSION)

.PHONY: all help deps demo test lint format sanitize bench install uninstall clean
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
	$(Q)$(CC) -shared -Wl,-soname,libflotilla.so.$(firstword $(subst ., ,$(VERSION))) $(CFLAGS) $^ -o $@ $(CORE_LIBS) $(LDFLAGS)

$(BUILD)/%.o: %.c
	$(call say,CC,$<)
	$(Q)mkdir -p $(@D) && $(CC) $(FLAGS) -DFLO_EXAMPLES='"$(CURDIR)/examples"' -c $< -o $@

define PASS_RULE
$(BUILD)/simd/pass_$1.o: simd/pass.c
	$$(call say,CC,$$< for $1)
	$$(Q)mkdir -p $$(@D) && $$(CC) $$(STRICT) $$(filter-out -Wpedantic,$$(WARN)) -Wno-psabi $$(CFLAGS) -O3 $$(GCC) \
		$$($1) -DSIMD_NAME=$1 -MMD -MP -c $$< -o $$@
endef
$(foreach i,$(ISAS),$(eval $(call PASS_RULE,$i)))

$(BUILD)/kernel_text.c: host/embed.awk $(KERNELS)
	$(call say,EMBED,$@)
	$(Q)mkdir -p $(@D) && awk -f host/embed.awk $(KERNELS) > $@

$(BUILD)/kernel_text.o: $(BUILD)/kernel_text.c
	$(Q)$(CC) $(filter-out -Wpedantic,$(FLAGS)) -Ihost -c $< -o $@

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
