#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Other people's OpenCL: the header in C and C++, the example, PyOpenCL, which brings a loader of its own, and the unit
# tests of a caller's context once more with Intel's runtime, where tests/intel.sh left that.
# Usage: tests/interop.sh BUILD
#
# PyOpenCL is the system's (Debian: python3-pyopencl, python3-cffi, python3-numpy) or else PyPI's; where neither can be
# had, its tests are skipped.
build=${1:-build}
cd "$(dirname "$0")/.." || exit 1
. tests/tally.sh

where=$(mktemp -d)
trap 'rm -rf "$where"' EXIT
build=$(cd "$build" && pwd)
shared=$(ls -t "$build"/libflotilla.so.* | head -n 1)       # the newest: a version before may be there, too

# ---- the header ------------------------------------------------------------------------------------------------------

printf '#include <flotilla_opencl.h>\nint main(void) { return sizeof flo_opencl_constants() == 0; }\n' > "$where/use.c"
warnings="-Wall -Wextra -Wpedantic -Wconversion -Werror"
for language in "c -std=c11" "c++ -std=c++11" "c++ -std=c++20"; do
    test_that "the header compiles with ${language#* }" \
        cc -x $language $warnings -Ihost -fsyntax-only "$where/use.c"
done
test_that "and needs nothing included before" sh -c \
    "echo '#include \"flotilla_opencl.h\"' | cc -x c -std=c11 $warnings -Ihost -fsyntax-only -"
declared=$(grep -oE '\bflo_opencl_[a-z_]+\(' host/flotilla_opencl.h | tr -d '(' | sort -u)
exports() {
    [ -n "$declared" ] || { echo "no declaration was found in the header"; return 1; }
    for name in $declared; do
        nm -D --defined-only "$shared" | grep -q " T $name\$" || { echo "$name is not exported"; return 1; }
    done
}
test_that "the shared library exports all that it declares" exports

# ---- the example -----------------------------------------------------------------------------------------------------

test_that "the example links to the system's OpenCL" cc -Wall -Wextra -Wpedantic -Werror -Ihost examples/interop.c \
    -o "$where/example" "$build/libflotilla.a" -l:libOpenCL.so.1 -fopenmp -lm -ldl
drifts() {      # no further than the wind would take them, and most of the way that a force grows with its square
    "$where/example" > "$where/said" || return 1
    cat "$where/said"
    awk '/^1000 boats drifted/ { found = $4 > 5 && $4 < 80 } END { exit !found }' "$where/said"
}
if "$build/flotilla" devices | grep -q '^opencl:'; then
    test_that "and runs: boats drift with the wind" drifts
else
    skip "interop: there is no OpenCL device"
    tally
    exit
fi

# ---- PyOpenCL --------------------------------------------------------------------------------------------------------

python=
pyopencl() {    # python
    "$1" -c 'import cffi, numpy, pyopencl; pyopencl.get_platforms()[0].get_devices()[0]' >"$where/import.log" 2>&1
}
if pyopencl python3; then
    python=python3
elif venv "$where/venv" pyopencl cffi numpy && pyopencl "$where/venv/bin/python"; then
    python=$where/venv/bin/python
fi
for name in kernels events query refusals; do
    what=$(sed -n "/^def test_$name()/{n;s/^ *\"\"\"\(.*\)\.\"\"\"/\1/p;}" tests/interop.py)
    if [ "$python" ]; then
        PYTHONDONTWRITEBYTECODE=1 PYOPENCL_NO_CACHE=1 test_that "PyOpenCL: $what" \
            timeout 200 "$python" tests/interop.py "$shared" host "$name"
    else
        skip "PyOpenCL: $what: it cannot be had here"
    fi
done

# ---- another driver --------------------------------------------------------------------------------------------------

intel() {
    OCL_ICD_VENDORS="$build/intel/" LD_LIBRARY_PATH="$build/intel/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" \
        FLOTILLA_TEST_DEVICES=scalar,opencl:0:0 "$build/tests/run" interop
}
if [ -e "$build/intel/intel.icd" ] && [ -e "$build/tests/run" ]; then
    test_that "Intel's OpenCL: all the unit tests of a caller's context" intel
else
    skip "Intel's OpenCL in a caller's context: tests/intel.sh did not get it"
fi
tally
