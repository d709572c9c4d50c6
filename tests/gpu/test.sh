#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The check of a GPU, where there may be none: small, on whatever OpenCL has.  Usage: tests/gpu/test.sh BUILD
build=$(cd "${1:-build}" && pwd) || exit 2
cd "$(dirname "$0")/../.." || exit 1
. tests/tally.sh
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
export GPU_CHECK_POINTS=20000 GPU_CHECK_BODIES=100 GPU_CHECK_SECONDS=30 GPU_CHECK_RESULTS="$work"

ends_with() {   # status, words that it says, VARIABLE=VALUE...
    wanted=$1 words=$2
    shift 2
    env "$@" sh tests/gpu/check.sh "$build" >"$work/said" 2>&1
    got=$?
    [ $got = "$wanted" ] && grep -q -- "$words" "$work/said" || { echo "status $got:"; cat "$work/said"; return 1; }
}
keeps() { grep -q "point waves/s" "$work"/*-gpu-check.txt && grep -q "^differing: 0 of " "$work"/*-gpu-check.txt; }

if [ -n "$("$build/flotilla" devices | awk '$1 ~ /^opencl:/ && $4 == "yes"')" ]; then
    test_that "a device is checked and timed" ends_with 0 "all the same" GPU_CHECK_DEVICE=opencl
    test_that "what it found is kept" keeps
else
    skip "a device is checked and timed: there is no OpenCL"
fi
if [ -n "$("$build/flotilla" devices | awk '$2 == "gpu" && $4 == "yes"')" ]; then
    skip "without a GPU it says so: there is one"
else
    test_that "without a GPU it says so" ends_with 3 "there is no GPU" GPU_CHECK_DEVICE=
fi
test_that "a device that is none is told" ends_with 2 "no device is" GPU_CHECK_DEVICE=nonsense
printf '#!/bin/sh\n! grep -q simde\n' >"$work/cc"      # a compiler that finds all headers but those
chmod +x "$work/cc"
test_that "missing headers are told by name" ends_with 2 "libsimde-dev" CC="$work/cc"
tally
