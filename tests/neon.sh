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
