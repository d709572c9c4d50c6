#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The same bits on another processor: builds the core library and a small program for AArch64, runs it under QEMU, and
# compares its hashes of a scene with those that the same program gives here.  Usage: tests/neon.sh BUILD
build=${1:-build}
cd "$(dirname "$0")/.." || exit 1
. tests/tally.sh
cross=${NEON_CC:-aarch64-linux-gnu-gcc}
root=${NEON_ROOT:-/usr/aarch64-linux-gnu}

for needed in "$cross" qemu-aarch64; do
    command -v "$needed" > /dev/null && continue
    skip "NEON: there is no $needed"
    tally
    exit
done

mkdir -p "$build/neon/tests" "$build/tests"
cat > "$build/neon/tests/hash.c" << 'END'
#include "test_same_scene.h"
#include <stdio.h>

int main(int count, char **names)
{
    int failures = 0;
    for (int i = 1; i < count; i++) {
        flo_device *device = NULL;
        flo_device_def def = flo_default_device_def();
        uint64_t hash = 0;
        def.name = names[i];
        flo_status status = flo_device_open(&device, &def);
        if (!status) status = same_hash(device, &hash);
        if (status) fprintf(stderr, "%s: %s: %s\n", names[i], flo_status_name(status), flo_message());
        if (!status) printf("%s %016llx %d\n", names[i], (unsigned long long)hash, hash == SCENE_HASH);
        failures += status != FLO_OK;
        flo_device_close(device);
    }
    return failures;
}
END

# program, compiler, library: what `make` builds the tests with, where it matters for bits.
build_program() {
    $2 -std=gnu11 -ffp-contract=off -O2 -Ihost -Itests "$build/neon/tests/hash.c" tests/test_same_scene.c "$3" -o "$1" \
        -fopenmp -lm -ldl
}

# Rounding down, with denormals flushed and flags up: what a spectrum is cut into is the same, and all is as it was.
cat > "$build/neon/tests/modes.c" << 'END'
#include "flotilla.h"
#include <stdio.h>
#include <string.h>

static void get(uint64_t m[2])
{
    __asm__ volatile("mrs %0, fpcr\n\tmrs %1, fpsr" : "=r"(m[0]), "=r"(m[1]) : : "memory");
}
static void set(const uint64_t m[2])
{
    __asm__ volatile("msr fpcr, %0\n\tmsr fpsr, %1" : : "r"(m[0]), "r"(m[1]) : "memory");
}

int main(void)
{
    flo_wave waves[2][30];
    flo_spectrum_def def = flo_default_spectrum_def();
    uint64_t usual[2], wild[2] = { 2 << 22 | 1 << 24, 0x16 }, now[2];
    def.significant_wave_height = 2;
    def.peak_period = 7;
    def.components = 30;
    get(usual);
    const int first = flo_spectrum_waves(&def, waves[0]);
    set(wild);
    const int second = flo_spectrum_waves(&def, waves[1]);
    get(now);
    set(usual);
    printf("%d %d %d %d\n", first, second, memcmp(waves[0], waves[1], sizeof waves[0]), memcmp(now, wild, sizeof now));
    return 0;
}
END
build_modes() {
    "$cross" -std=gnu11 -O2 -Ihost "$build/neon/tests/modes.c" "$build/neon/libflotilla.a" -o "$build/neon/modes" \
        -fopenmp -lm -ldl
}
keeps_modes() {
    build_modes && told=$(qemu-aarch64 -L "$root" "$build/neon/modes") && echo "$told" && [ "$told" = "0 0 0 0" ]
}

build_there() {
    make -s CC="$cross" AR="${cross%gcc}ar" BUILD="$build/neon" "$build/neon/libflotilla.a" &&
        build_program "$build/neon/hash" "$cross" "$build/neon/libflotilla.a"
}
if ! build_there > "$build/neon/make.log" 2>&1; then
    not_ok "NEON: the library builds with $cross"
    sed 's/^/    /' "$build/neon/make.log" | tail -n 20
    tally
    exit
fi
ok "the library builds with $cross"

test_that "AArch64 gives the same in any floating-point environment, and leaves it as it was" keeps_modes
test_that "the same program builds here" build_program "$build/tests/hash" "${CC:-gcc}" "$build/libflotilla.a"
here=$("$build/tests/hash" scalar | cut -d' ' -f2)
for device in scalar simd:neon; do
    said=$(qemu-aarch64 -L "$root" "$build/neon/hash" $device 2> "$build/neon/errors")
    there=$(echo "$said" | cut -d' ' -f2)
    if [ -z "$there" ]; then
        not_ok "AArch64 $device opens, which its self-test must allow: $(cat "$build/neon/errors")"
    elif [ "$there" = "$here" ]; then
        ok "AArch64 $device gives $there, as plain C does here"
    else
        not_ok "AArch64 $device gives $there; plain C gives $here here"
    fi
done
tally
