#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The tests under sanitizers, each in a build folder of its own below build/.
#
# Address and undefined behaviour: the unit tests, and the shell tests that drive the command alone.  Leaks of OpenCL
# drivers are theirs and left out.
# Threads: the tests' own, those that several devices at once have, and OpenMP's where there is clang with an OpenMP
# that explains itself to the sanitizer (LLVM's, by its tool Archer; Debian: clang and libomp-dev).  gcc's does not, and
# is left out.  OpenCL drivers are not instrumented, and left out, too.
cd "$(dirname "$0")/.." || exit 1
. tests/tally.sh

export ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1
export LSAN_OPTIONS=suppressions=$PWD/tests/lsan.supp:print_suppressions=0
address="-O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=undefined"
thread="-O1 -g -fno-omit-frame-pointer -fsanitize=thread"

test_that "it builds with -fsanitize=address,undefined" \
    make -s BUILD=build/address CFLAGS="$address" build/address/flotilla build/address/tests/run
# All that the units say is in a file; what of it tells of failures is shown.
units() {       # folder, group...
    log=$1/units.log
    "$1/tests/run" $2 >"$log" 2>&1 && return
    grep -E -A12 'FAILED|ERROR|runtime error|WARNING: Thread' "$log" | head -n 40
    tail -n 1 "$log"
    return 1
}
test_that "unit tests under address and undefined-behaviour sanitizers" units build/address
test_that "the command's tests under address and undefined-behaviour sanitizers" \
    sh tests/test_cli.sh build/address/flotilla
test_that "runs under address and undefined-behaviour sanitizers" sh tests/test_cli_run.sh build/address/flotilla
for script in test_cli_bodies test_files_in test_outputs security test_snapshot; do
    test_that "$script.sh under address and undefined-behaviour sanitizers" \
        sh tests/$script.sh build/address/flotilla
done
test_that "killed runs under address and undefined-behaviour sanitizers" sh tests/kill.sh build/address/flotilla 2
# Prints what LLVM's OpenMP says when it has found the sanitizer.
explains_itself() {
    mkdir -p build/thread-openmp && printf '%s\n' 'int main(void) {' '#pragma omp parallel' '{ }' 'return 0; }' |
        clang -fopenmp -fsanitize=thread -x c - -o build/thread-openmp/try 2>/dev/null &&
        ARCHER_OPTIONS=verbose=1 build/thread-openmp/try 2>&1 | grep "supplying OpenMP synchronization"
}
if explains_itself >/dev/null 2>&1; then
    with="with OpenMP's threads" how="CC=clang OPENMP=-fopenmp" folder=build/thread-openmp
    export TSAN_OPTIONS=ignore_noninstrumented_modules=1
else
    with="without OpenMP" how="OPENMP=" folder=build/thread
fi
test_that "it builds with -fsanitize=thread, $with" \
    make -s BUILD=$folder $how CFLAGS="$thread" $folder/flotilla $folder/tests/run
export OCL_ICD_VENDORS=/dev/null
test_that "threads under the thread sanitizer, $with" units $folder threads
test_that "several devices under the thread sanitizer, $with" units $folder many
test_that "floating-point environments under the thread sanitizer, $with" units $folder environment
tally
