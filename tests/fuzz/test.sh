#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The fuzzers' short form for `make test`: their seeds, and a few thousand inputs that follow from these, the same in
# every run.  Usage: tests/fuzz/test.sh BUILD
build=${1:-build}
. "$(dirname "$0")/../tally.sh"
cd "$(dirname "$0")/../.." || exit 1
case $build in /*) ;; *) build=$PWD/$build ;; esac

sh tests/fuzz/build.sh "$build" >"$build/tests/fuzz_build.log" 2>&1
case $? in
0) ok "fuzzers build" ;;
3) skip "fuzzers: $(tail -n 1 "$build/tests/fuzz_build.log")" && tally; exit ;;
*) not_ok "fuzzers build" && tail -n 20 "$build/tests/fuzz_build.log"; tally; exit ;;
esac
FLO_FUZZ_FOLDER=$(mktemp -d "$([ -w /dev/shm ] && echo /dev/shm || echo /tmp)/flotilla-fuzzers-XXXXXX") || exit 1
export FLO_FUZZ_FOLDER UBSAN_OPTIONS=print_stacktrace=1
trap 'rm -rf "$FLO_FUZZ_FOLDER"' EXIT

for fuzzer in "$build"/fuzz/build/tests/fuzz/fuzz_*[!.od]; do
    target=${fuzzer##*fuzz_}
    [ -x "$fuzzer" ] || continue
    leaks=1 runs=5000
    case $target in mesh) leaks=0 runs=150 ;; api) runs=1000 ;; csv) runs=20000 ;; esac
    export ASAN_OPTIONS=detect_leaks=$leaks:allocator_may_return_null=1
    mkdir -p "$build/fuzz/artifacts"
    test_that "fuzzing $target: $runs inputs" "$fuzzer" -seed=1 -runs="$runs" -max_len=2000 -timeout=20 \
        -rss_limit_mb=2048 -artifact_prefix="$build/fuzz/artifacts/$target-" "$build/fuzz/seeds/$target"
done
tally
