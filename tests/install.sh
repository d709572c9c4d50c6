#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Installs into an empty folder, builds a program against what is there, and takes it away again.
cd "$(dirname "$0")/.." || exit 1
. tests/tally.sh

where=$(mktemp -d)
trap 'rm -rf "$where"' EXIT
# The program of the README, as it stands there.
awk '/^```c$/ { inside = 1; next } /^```$/ { inside = 0 } inside' README.md > "$where/program.c"

test_that "make install" make -s install PREFIX="$where/usr"
test_that "the command runs from there" "$where/usr/bin/flotilla" --version
test_that "the shared library exports flo_ names and no others" sh -c \
    "! nm -D --defined-only $where/usr/lib/libflotilla.so | awk '{ print \$3 }' | grep -vE '^flo_[a-z]' | grep ."
test_that "and so does the static one" sh -c \
    "! nm $where/usr/lib/libflotilla.a 2>/dev/null | awk '\$2 ~ /[TDBRC]/ { print \$3 }' | grep -v '^flo_' | grep ."
flags="-I$where/usr/include -L$where/usr/lib"
test_that "the README's program links the shared library" cc $flags "$where/program.c" -o "$where/shared" -lflotilla
test_that "and runs" env LD_LIBRARY_PATH="$where/usr/lib" "$where/shared"
if command -v pkg-config >/dev/null; then
    test_that "pkg-config knows the library" env PKG_CONFIG_PATH="$where/usr/lib/pkgconfig" pkg-config --libs flotilla
    test_that "it links the static library" sh -c "cc $where/program.c \$(PKG_CONFIG_PATH=$where/usr/lib/pkgconfig \
        pkg-config --cflags flotilla) $where/usr/lib/libflotilla.a \$(PKG_CONFIG_PATH=$where/usr/lib/pkgconfig \
        pkg-config --static --libs-only-other --libs-only-l flotilla | sed 's/-lflotilla//') -o $where/static"
    test_that "and runs, too" "$where/static"
else
    skip "pkg-config: it is not installed"
    skip "static library by pkg-config: it is not installed"
fi
test_that "make uninstall" make -s uninstall PREFIX="$where/usr"
test_that "nothing is left" sh -c "! find $where/usr -type f -o -type l | grep ."
tally
