#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Builds the fuzzers and runs each of them for its share of some seconds, from the seeds and from what earlier runs have
# found, which is kept in BUILD/fuzz/found/.  Prints how many inputs each took, and ends with 1 if there was a crash, a
# leak, an input that took 10 s or one that took 2 GiB; those are left in BUILD/fuzz/artifacts/, and
#     BUILD/fuzz/build/tests/fuzz/fuzz_TARGET FILE
# runs one again.  What lies there from before is run again first.
#
# With EXECUTIONS in the environment each of them goes on until it has had so many, however long that takes.
#
# Usage: [EXECUTIONS=N] tests/fuzz/run.sh BUILD SECONDS [TARGET]...
build=${1:-build} seconds=${2:-60} enough=${EXECUTIONS:-}
[ $# -gt 2 ] && shift 2 || set --
. "$(dirname "$0")/../tally.sh"
cd "$(dirname "$0")/../.." || exit 1
case $seconds in '' | *[!0-9]*) echo "SECONDS is \"$seconds\"; it must be a whole number" >&2; exit 2 ;; esac
case $enough in *[!0-9]*) echo "EXECUTIONS is \"$enough\"; it must be a whole number" >&2; exit 2 ;; esac
case $build in /*) ;; *) build=$PWD/$build ;; esac
fuzz=$build/fuzz

sh tests/fuzz/build.sh "$build" || exit 1
all=$(ls "$fuzz/build/tests/fuzz" | sed -n 's/^fuzz_\([a-z]*\)$/\1/p')
[ $# -gt 0 ] || set -- $all
for target; do
    case " $(echo $all) " in *" $target "*) ;; *) echo "$target: there is $(echo $all)" >&2; exit 2 ;; esac
done
share=$((seconds / $# > 0 ? seconds / $# : 1))
FLO_FUZZ_FOLDER=$(mktemp -d "$([ -w /dev/shm ] && echo /dev/shm || echo /tmp)/flotilla-fuzzers-XXXXXX") || exit 1
export FLO_FUZZ_FOLDER
trap 'rm -rf "$FLO_FUZZ_FOLDER"' EXIT
trap 'exit 130' INT TERM

export UBSAN_OPTIONS=print_stacktrace=1
crashes=0
for target; do
    mkdir -p "$fuzz/found/$target" "$fuzz/artifacts"
    log=$fuzz/$target.log
    fuzzer=$fuzz/build/tests/fuzz/fuzz_$target
    # assimp leaks where it refuses a glTF; what the readers themselves leak of meshes is for tests/sanitize.sh to find.
    leaks=1 length=4096
    case $target in mesh) leaks=0 ;; csv | api) length=2000 ;; esac
    export ASAN_OPTIONS=detect_leaks=$leaks:allocator_may_return_null=1
    dictionary=$([ -s "$fuzz/seeds/$target.dict" ] && echo "-dict=$fuzz/seeds/$target.dict")
    # A crash ends a fuzzer: it goes on with what is left to do, but for five at most.
    executions=0 bad=0 until=$(($(date +%s) + share))
    : >"$log"
    while [ "$bad" -lt 5 ]; do
        if [ -n "$enough" ]; then
            left=$((enough - executions)) limit=-runs=$left
        else
            left=$((until - $(date +%s))) limit=-max_total_time=$left
        fi
        [ "$left" -gt 0 ] || break
        "$fuzzer" $dictionary -max_len="$length" "$limit" -timeout=10 -rss_limit_mb=2048 \
            -print_final_stats=1 -verbosity=1 -artifact_prefix="$fuzz/artifacts/$target-" "$fuzz/found/$target" \
            "$fuzz/seeds/$target" >"$log.part" 2>&1 && status=0 || status=$?
        cat "$log.part" >>"$log"
        done=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log.part" | tail -n 1)
        executions=$((executions + ${done:-0}))
        if [ "$status" != 0 ]; then
            bad=$((bad + 1))
            grep -E '^(SUMMARY|does not hold|.*(ERROR: |runtime error: ))|Test unit written' "$log.part" | head -n 5
        fi
    done
    rm -f "$log.part"
    crashes=$((crashes + bad))
    printf '%-10s %12d executions, %d crashes, %d inputs kept\n' "$target" "$executions" "$bad" \
        "$(ls "$fuzz/found/$target" | wc -l)"
done
[ "$crashes" = 0 ]
