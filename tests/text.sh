#!/bin/sh
# SPDX-License-Identifier: MIT
#
# One text, not several that happen to agree: a constant of kernels/ is changed in a copy, and every device built from
# the copy must give the same answers as every other, and not those that are known.  Usage: tests/text.sh BUILD
build=${1:-build}
cd "$(dirname "$0")/.." || exit 1
. tests/tally.sh

copy=$build/text
rm -rf "$copy"
mkdir -p "$copy"
cp -r Makefile kernels simd host "$copy/"

# A coefficient of the cosine, by some millionths.
sed 's/0x1.03bc28p+2f/0x1.03bd26p+2f/' kernels/trig.h > "$copy/kernels/trig.h"
if cmp -s kernels/trig.h "$copy/kernels/trig.h"; then
    not_ok "the constant to change stands in kernels/trig.h"
    tally
    exit
fi

# Opens every device that there is, and prints what its self-test says its answers hash to.
cat > "$copy/devices.c" <<'END'
#include "host/flotilla.h"
#include <stdio.h>
#include <string.h>

int main(void)
{
    flo_device_info info[32];
    const int count = flo_device_list(info, 32);
    for (int i = 0; i < count && i < 32; i++) {
        flo_device_def def = flo_default_device_def();
        flo_device *device = NULL;
        def.name = info[i].name;
        if (!info[i].available || !info[i].exact) continue;
        if (flo_device_open(&device, &def) != FLO_DEVICE_REFUSED) {
            printf("%s accepted\n", info[i].name);
            continue;
        }
        const char *hash = strstr(flo_message(), "its answers hash to ");
        printf("%s %.16s\n", info[i].name, hash ? hash + strlen("its answers hash to ") : "no hash");
    }
    return 0;
}
END
test_that "the copy builds" sh -c "cd '$copy' && make -s -j2 BUILD=build build/libflotilla.a &&
    ${CC:-gcc} -I. devices.c build/libflotilla.a -o devices -fopenmp -lm -ldl"
"$copy/devices" > "$copy/devices.out" 2>&1
sed 's/^/    /' "$copy/devices.out"
test_that "no device of the copy gives the known answers" sh -c "! grep -E 'accepted|no hash' '$copy/devices.out'"
test_that "every device of the copy gives the same answers" \
    sh -c "[ \"\$(cut -d' ' -f2 '$copy/devices.out' | sort -u | wc -l)\" = 1 ]"
tally
