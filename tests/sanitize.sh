#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The tests under sanitizers, each in a build folder of its own below BUILD.  Usage: tests/sanitize.sh BUILD [all]
#
# `all` is the long form (`make sanitize`), with every unit test and with the passes of every instruction set compiled
# for it.  The short one, which `make test` runs, leaves out those that are long (on physics, on outputs, killed runs),
# and takes over the passes of BUILD but for plain C and one vector.
#
# Address and undefined behaviour: the unit tests, and the shell tests that drive the command alone.  Leaks of OpenCL
# drivers are theirs and left out.
# Threads: the tests' own, those that several devices at once have, and OpenMP's where there is clang with an OpenMP
# that explains itself to the sanitizer (LLVM's, by its tool Archer; Debian: clang and libomp-dev).  gcc's does not, and
# is left out.  OpenCL drivers are not instrumented, and left out, too.
build=${1:-build} form=${2:-short}
cd "$(dirname "$0")/.." || exit 1
. tests/tally.sh

export ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1
export LSAN_OPTIONS=suppressions=$PWD/tests/lsan.supp:print_suppressions=0
address=$build/address-$form
address_flags="-O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=undefined"
thread_flags="-O1 -g -fno-omit-frame-pointer -fsanitize=thread"

built() {       # folder, setting of make...
    folder=$1
    shift
    [ "$form" = all ] || take_passes "$build" "$folder" || return 1
    make -s -j"$cores" BUILD="$folder" "$@" "$folder/flotilla" "$folder/tests/run"
}
# All that the units say is in a file; what of it tells of failures is shown.
units() {       # folder, group...
    log=$1/units.log
    program=$1/tests/run
    shift
    "$program" "$@" >"$log" 2>&1 && return
    grep -E -A12 'FAILED|ERROR|runtime error|WARNING: Thread' "$log" | head -n 40
    tail -n 1 "$log"
    return 1
}

test_that "it builds with -fsanitize=address,undefined" built "$address" CFLAGS="$address_flags"
groups=$([ "$form" = all ] || echo words record swan sdf ndbc scene outputs device threads contain process edges query \
    hull forces fleet unfit refuse everything mesh cache change limits snapshot faults_files)
test_that "unit tests under address and undefined-behaviour sanitizers: ${groups:-all}" units "$address" $groups
test_that "the command's tests under address and undefined-behaviour sanitizers" \
    sh tests/test_cli.sh "$address/flotilla"
test_that "runs under address and undefined-behaviour sanitizers" sh tests/test_cli_run.sh "$address/flotilla"
for script in test_cli_bodies test_files_in security test_snapshot $([ "$form" = all ] && echo test_outputs); do
    test_that "$script.sh under address and undefined-behaviour sanitizers" \
        sh tests/$script.sh "$address/flotilla"
done
[ "$form" = all ] &&
    test_that "killed runs under address and undefined-behaviour sanitizers" sh tests/kill.sh "$address/flotilla" 2

# Prints what LLVM's OpenMP says when it has found the sanitizer.
explains_itself() {
    printf '%s\n' 'int main(void) {' '#pragma omp parallel' '{ }' 'return 0; }' |
        clang -fopenmp -fsanitize=thread -x c - -o "$build/try-openmp" 2>/dev/null &&
        ARCHER_OPTIONS=verbose=1 "$build/try-openmp" 2>&1 | grep "supplying OpenMP synchronization"
}
if explains_itself >/dev/null 2>&1; then
    with="with OpenMP's threads" threads=$build/thread-openmp-$form
    set -- CC=clang OPENMP=-fopenmp
    export TSAN_OPTIONS=ignore_noninstrumented_modules=1
else
    with="without OpenMP" threads=$build/thread-$form
    set -- OPENMP=
fi
test_that "it builds with -fsanitize=thread, $with" built "$threads" "$@" CFLAGS="$thread_flags"
export OCL_ICD_VENDORS=/dev/null
test_that "threads under the thread sanitizer, $with" units "$threads" threads
test_that "several devices under the thread sanitizer, $with" units "$threads" many
test_that "floating-point environments under the thread sanitizer, $with" units "$threads" environment
tally
