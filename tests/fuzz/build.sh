#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Builds the fuzzers by clang in BUILD/fuzz/build/, with the address and undefined-behaviour sanitizers, and their
# seeds in BUILD/fuzz/seeds/.  The compiled passes are those of BUILD, without the sanitizers: with them clang takes
# minutes, and the unit tests run with them already (tests/sanitize.sh).  Usage: tests/fuzz/build.sh BUILD
build=$1
cd "$(dirname "$0")/../.." || exit 1
case $build in /*) ;; *) build=$PWD/$build ;; esac
if ! command -v clang >/dev/null || ! printf 'int LLVMFuzzerTestOneInput(void){return 0;}' |
    clang -fsanitize=fuzzer,address -x c - -o /dev/null 2>/dev/null; then
    echo "there is no clang with libFuzzer; Debian has it in clang and libclang-rt-14-dev" >&2
    exit 3
fi
rm -rf "$build/fuzz/seeds"
sh tests/fuzz/corpus.sh "$build/fuzz/seeds" || exit 1
unset MAKEFLAGS MFLAGS
make -s -j"${FUZZ_JOBS:-$(nproc 2>/dev/null || echo 1)}" BUILD="$build/fuzz/build" SIMD="$build/simd" \
    CC="${FUZZ_CC:-clang}" OPENMP= MPI= LDFLAGS= \
    CFLAGS="-O1 -g -fno-omit-frame-pointer -fsanitize=fuzzer-no-link,address,undefined \
-fno-sanitize-recover=undefined" fuzzers
