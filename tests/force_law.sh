#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The patches of docs/force-law.md: they fit a copy of the tree; the copy builds, for plain C, AVX2 and OpenCL;
# and the program on that page finds that the new law acts as its closed form says, with the same bits on all of them.
# About a minute of one core.  Usage: tests/force_law.sh BUILD
build=${1:-build}
cd "$(dirname "$0")/.." || exit 1
. tests/tally.sh

if ! command -v git >/dev/null; then
    skip "the patches of docs/force-law.md: there is no git to apply them"
    tally
    exit
fi
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
mkdir -p "$copy/docs"
cp -r Makefile kernels simd host "$copy/"
cp -r docs/scenes.md docs/man "$copy/docs/"
awk '/^```diff$/ { inside = 1; next } /^```$/ { inside = 0 } inside' docs/force-law.md > "$copy/law.patch"
awk '/^```c$/ { inside = 1; next } /^```$/ { inside = 0 } inside' docs/force-law.md > "$copy/check.c"
patches=$(grep -c '^+++ ' "$copy/law.patch")

test_that "docs/force-law.md has patches and a program" sh -c "[ $patches -ge 8 ] && grep -q 'int main' '$copy/check.c'"
test_that "its patches fit the tree" sh -c "cd '$copy' && GIT_CEILING_DIRECTORIES='$copy' git apply law.patch"
if [ "$failed" != 0 ]; then
    tally
    exit
fi
# The one edit that is told in words: four bytes more.
awk '/sizeof\(hull_numbers\) == / { match($0, /== [0-9]+/)
         $0 = substr($0, 1, RSTART + 2) (substr($0, RSTART + 3, RLENGTH - 3) + 4) substr($0, RSTART + RLENGTH) } 1' \
    host/sea.h > "$copy/host/sea.h"
test_that "the scene reader and both manuals have the same new key" \
    sh -c "cd '$copy' && awk -f '$PWD/tests/manual.awk' host/io/scene*.c docs/man/flotilla.5 &&
           grep -q damping.roll docs/scenes.md"

# What no device here is opened for is not compiled: nobody looks into these.
devices="scalar" isas="" left_out=""
case $(${CC:-gcc} -dumpmachine) in
x86_64*)
    isas='ISAS=scalar scalar_fma avx2'
    left_out='const char flo__simd_passes_avx512[4096], flo__simd_passes_sse4[4096], flo__simd_passes_sse2[4096];'
    if grep -qw avx2 /proc/cpuinfo; then devices="$devices simd:avx2"; else skip "the new law by AVX2: not here"; fi
    ;;
aarch64*) devices="$devices simd:neon" ;;
esac
echo "$left_out" > "$copy/left_out.c"
if "$build/flotilla" devices 2>/dev/null | grep -q '^ *opencl'; then
    devices="$devices opencl"
else
    skip "the new law by OpenCL: there is no device"
fi
test_that "the copy builds" sh -c "cd '$copy' &&
    make -s -j2 BUILD=build ${isas:+'$isas'} build/libflotilla.a build/host/io/scene_hull.o &&
    ${CC:-gcc} -std=gnu11 -Wall -Wextra -Werror -Ihost check.c -c -o check.o &&
    ${CC:-gcc} check.o left_out.c build/libflotilla.a -o check -fopenmp -lm -ldl"
test_that "the law is w / (1 + c w t), with the same bits on $devices" \
    env FLOTILLA_CACHE=off "$copy/check" $devices
tally
