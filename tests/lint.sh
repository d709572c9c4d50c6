#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Holds the kernel text to the rules that the same bits need, and the house to its measures.
#
# Lanes are structs, so that no compiler takes a naked operator between two of them: every multiply-add of lanes is a
# word.  What a compiler would take is looked for here.
cd "$(dirname "$0")/.." || exit 1
. tests/tally.sh

kernels=$(ls kernels/*.h kernels/*.cl)
physics=$(ls kernels/*.h | grep -vE 'vector_opencl|lane\.h')

# Prints what a pattern finds in code, comments taken out; fails if it finds anything.
none_of() {
    pattern=$1
    shift
    found=$(for file in "$@"; do
        sed -e 's|//.*||' -e 's|/\*.*\*/||g' -e '/\/\*/,/\*\//d' "$file" | grep -nE "$pattern" | sed "s|^|$file: |"
    done)
    [ -z "$found" ] || { echo "$found"; return 1; }
}

names='sin|cos|tan|exp|exp2|log|pow|atan2?|sqrt|rsqrt|hypot|floor|ceil|round|rint|trunc|fabs|fmod|fmin|fmax|mad|mad24'
names="$names|fma|dot|cross|length|normalize|mix|clamp|select|convert_[a-z0-9_]*"
test_that "kernels call no function of a library" none_of "\\b(native_|half_)?($names)f? *\\(" $physics
test_that "kernels use no double" none_of '\bdouble\b' $kernels
test_that "kernels' constants are floats" none_of '[0-9]\.[0-9]*(e[-+]?[0-9]+)?([^0-9fxp.a-e]|$)' $physics
test_that "only lane.h knows vectors" none_of '\bvector_[a-z]|\bVECTOR|LANE_WIDTH|LANE_PACK' $physics
test_that "kernels call no host" none_of 'malloc|printf|flo_|flo__|#include <' $kernels
test_that "uniform values contract nowhere" none_of \
    '[a-z0-9_)>.]+ \* [a-z0-9_(>.-]+ [-+] [a-z0-9_(]*(dt|number|n->|step->)' $physics
test_that "contraction is off for OpenCL" grep -q 'FP_CONTRACT OFF' kernels/vector_opencl.h
test_that "contraction is off for C" grep -q 'ffp-contract=off' Makefile
flags='cl-fast-relaxed|cl-mad-enable|cl-unsafe|cl-denorms-are-zero|Ofast|[^o]-ffast-math'
test_that "no flag breaks arithmetic" sh -c "! grep -nE '$flags' host/*.c host/*.h simd/* Makefile | grep -v baseline"

# Every public call is made in the library's own floating-point environment, but for those that only hand out or let go.
handed='default_.*_def|(device|sea|hull)_get_info|sea_get_waves|fleet_count|fleet_get_summation|(sea|hull)_destroy'
handed="$handed|version|status_name|message|set_message_function|opencl_constants|opencl_device_get"
handed="$handed|opencl_fleet_(find|flocks|get_bodies|get_samples)"
enters() {
    for call in $(tr '\n' ' ' < "$1" |
        grep -oE 'FLO_API [^;(]*\bflo_[a-z_]*\(' | sed 's/ *($//; s/.*[ *]//' | sort -u); do
        printf '%s\n' "$call" | grep -qxE "flo_($handed)" && continue
        grep -qE "^[a-z].*\b$call\(" host/calls.c host/interop_calls.c || { echo "$call"; missing=1; }
    done
    [ -z "$missing" ]
}
test_that "every call of flotilla.h that computes is entered by host/calls.c" enters host/flotilla.h
test_that "every call of flotilla_opencl.h likewise, by host/interop_calls.c" enters host/flotilla_opencl.h

# What a page tells CMake to find is this version: before 1.0 no other minor version would do.
version=$(awk '/define FLO_VERSION_(MAJOR|MINOR) /{ v = v s $3; s = "." } END { print v }' host/flotilla.h)
wants_this_version() {
    found=$(git ls-files -co --exclude-standard README.md docs examples |
        xargs grep -noE 'find_package\(Flotilla [0-9][0-9.]*[0-9]')
    [ -n "$found" ] || { echo "no page has find_package(Flotilla X.Y)"; return 1; }
    ! echo "$found" | grep -vE "\(Flotilla $version(\.[0-9]+)?\$"
}
test_that "pages and examples find the present version by CMake, $version" wants_this_version

sources=$(git ls-files '*.[ch]' '*.cl' '*.sh' '*.awk' Makefile .ci/run | tr '\n' ' ')
blanks="[ $(printf '\t')]+\$"
test_that "lines have 120 columns" sh -c "! grep -nE '.{121}' $sources"
test_that "no line ends in blanks" sh -c "! grep -nE '$blanks' $sources"
test_that "tabs are the Makefile's alone" sh -c "! grep -n '$(printf '\t')' $(echo "$sources" | sed 's/Makefile//')"
test_that "files say their licence" sh -c "! grep -L 'SPDX-License-Identifier: MIT' $sources | grep ."

if command -v clang >/dev/null; then
    for lanes in "1 1" "4 2" "8 2" "16 1" "16 2"; do
        set -- $lanes
        test_that "clang takes the kernels as OpenCL C 1.2, float$1 x $2" clang -x cl -cl-std=CL1.2 -target spir64 \
            -Xclang -finclude-default-header -Wall -Wextra -Wno-unused-function -Werror \
            -DLANE_WIDTH="$1" -DLANE_PACK="$2" -fsyntax-only kernels/passes.cl
    done
else
    skip "OpenCL C 1.2 by clang: there is no clang"
fi
tally
