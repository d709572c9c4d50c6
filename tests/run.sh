#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Runs every test there is and adds up what they say.  Usage: tests/run.sh BUILD
#
# A test program prints what it likes and ends with a line "N passed, N failed, N skipped".  One that ends without it
# has failed.
build=${1:-build}
cd "$(dirname "$0")/.." || exit 1
passed=0 failed=0 skipped=0

count() {       # name, command...
    name=$1
    shift
    echo "== $name"
    "$@" 2>&1 | tee "$build/tests/$name.log"
    counts=$(sed -n 's/^\([0-9][0-9]*\) passed, \([0-9][0-9]*\) failed, \([0-9][0-9]*\) skipped$/\1 \2 \3/p' \
             "$build/tests/$name.log" | tail -n 1)
    if [ -z "$counts" ]; then
        echo "not ok $name: it ended without saying how many passed"
        counts="0 1 0"
    fi
    set -- $counts
    passed=$((passed + $1)) failed=$((failed + $2)) skipped=$((skipped + $3))
}

count lint sh tests/lint.sh
count units "$build/tests/run"
count command sh tests/test_cli.sh "$build/flotilla"
count command_run sh tests/test_cli_run.sh "$build/flotilla"
count command_bodies sh tests/test_cli_bodies.sh "$build/flotilla"
count files_in sh tests/test_files_in.sh "$build/flotilla"
count outputs sh tests/test_outputs.sh "$build/flotilla"
count security sh tests/security.sh "$build/flotilla"
count snapshots sh tests/test_snapshot.sh "$build/flotilla"
count kill sh tests/kill.sh "$build/flotilla" 4
count experiments sh tests/experiments.sh "$build"
count install sh tests/install.sh "$build"
count manual sh tests/manual.sh "$build"
count docs sh tests/docs.sh "$build"
count hulls_page sh tests/hulls_page.sh "$build"
count force_law sh tests/force_law.sh "$build"
count python sh tests/python.sh "$build"
count text sh tests/text.sh "$build"
count mpi sh tests/mpi.sh "$build/flotilla"
count neon sh tests/neon.sh "$build"
count same sh tests/same.sh "$build"
count fuzz sh tests/fuzz/test.sh "$build"
count intel sh tests/intel.sh "$build"
count interop sh tests/interop.sh "$build"
count gpu sh tests/gpu/test.sh "$build"
count faults sh tests/faults.sh "$build"
count tools sh tests/tools.sh "$build"
count sanitize sh tests/sanitize.sh "$build"

grep -hE '^(not ok|skip)' "$build"/tests/*.log
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
