#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The tests under sanitizers, each in a build folder of its own below build/.
#
# Address and undefined behaviour: the unit tests and the command's.  Leaks of OpenCL drivers are theirs and left out.
# Threads: without OpenMP, whose runtime the sanitizer does not know, but with two threads of the tests' own, and those
# that several devices at once have.
cd "$(dirname "$0")/.." || exit 1
. tests/tally.sh

export ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1
export LSAN_OPTIONS=suppressions=$PWD/tests/lsan.supp:print_suppressions=0
address="-O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=undefined"
thread="-O1 -g -fno-omit-frame-pointer -fsanitize=thread"

test_that "it builds with -fsanitize=address,undefined" \
    make -s BUILD=build/address CFLAGS="$address" build/address/flotilla build/address/tests/run
test_that "unit tests under address and undefined-behaviour sanitizers" build/address/tests/run
test_that "the command's tests under address and undefined-behaviour sanitizers" \
    sh tests/test_cli.sh build/address/flotilla
test_that "runs under address and undefined-behaviour sanitizers" sh tests/test_cli_run.sh build/address/flotilla
test_that "it builds with -fsanitize=thread" \
    make -s BUILD=build/thread OPENMP= CFLAGS="$thread" build/thread/flotilla build/thread/tests/run
test_that "two threads under the thread sanitizer" build/thread/tests/run threads
test_that "several devices under the thread sanitizer" env OCL_ICD_VENDORS=/dev/null build/thread/tests/run many
tally
