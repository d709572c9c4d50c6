#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The same bits, on many values: every device of this machine against another, with one thread and with two.
# Usage: tests/same.sh BUILD
build=${1:-build}
cd "$(dirname "$0")/.." || exit 1
. tests/tally.sh

# FLOTILLA_SAME_POINTS points on what is fast; a tenth of them on what is slow by nature.
points=${FLOTILLA_SAME_POINTS:-10000000}
devices=$("$build/flotilla" devices | awk '$4 == "yes" && $5 == "yes" { print $1 }')
has() { echo "$devices" | grep -q "^$1\$"; }

fast=
for device in simd:avx2 simd:avx512 simd:neon $(echo "$devices" | grep '^opencl:'); do
    if has "$device"; then fast=$fast,$device; fi
done
slow=
for device in scalar simd:sse2 simd:sse4; do
    if has "$device"; then slow=$slow,$device; fi
done
first=$(echo "$fast" | cut -d, -f2)

agree() {       # name, points, devices
    "$build/flotilla" check --points "$2" --devices "$3" > "$build/tests/same.out" 2>&1
    status=$?
    sed 's/^/    /' "$build/tests/same.out"
    if [ $status = 0 ]; then ok "$1: $(tail -n 1 "$build/tests/same.out")"; else not_ok "$1"; fi
}

case $fast in
,*,*) agree "$points points on ${fast#,}" "$points" "${fast#,}" ;;
*) skip "$points points on fast devices: there are not two of them" ;;
esac
if [ -n "$first" ]; then
    agree "$((points / 10)) points on ${slow#,} and $first" $((points / 10)) "${slow#,},$first"
    for threads in 1 2; do
        export OMP_NUM_THREADS=$threads POCL_MAX_PTHREAD_COUNT=$threads
        "$build/flotilla" run examples/demo.yaml --steps 50 --device "$first" --out "$build/tests/same-$threads" \
            --set output.plot=false --quiet
    done
    test_that "a fleet is the same with 1 and with 2 threads" \
        cmp "$build/tests/same-1/bodies.csv" "$build/tests/same-2/bodies.csv"
else
    skip "slow devices and threads: there is no fast device to compare with"
fi
tally
