#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The Python package: installed into a virtual environment outside the tree as its users do, tested there, and made into
# a wheel and a source distribution.  Usage: tests/python.sh BUILD
#
# Packages come from PyPI; where that cannot be reached, this is skipped.
build=${1:-build}
cd "$(dirname "$0")/.." || exit 1
. tests/tally.sh

mkdir -p "$build"
build=$(cd "$build" && pwd)
where=$(mktemp -d)
trap 'rm -rf "$where"' EXIT
export FLOTILLA_BUILD="$build" PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore PYTHONDONTWRITEBYTECODE=1
export OMP_NUM_THREADS=2 MPLBACKEND=Agg
unset FLOTILLA_LIBRARY PYTHONPATH
python=$where/venv/bin/python

venv "$where/venv" -U setuptools cffi numpy pytest mypy matplotlib
case $? in
0) lacks= ;;
1) lacks="python3 cannot make a virtual environment here (Debian: python3-venv)" ;;
*) lacks="its packages cannot be had here" ;;
esac
if [ -n "$lacks" ]; then
    skip "Python: $lacks"
    tally
    exit
fi

# ---- as its users install it -----------------------------------------------------------------------------------------

files() { find python -type f -o -type l | sort; }
files > "$where/before"
test_that "pip install ./python builds the library and installs the package" \
    timeout 600 "$python" -m pip install -q ./python
test_that "it leaves nothing in the tree" sh -c "find python -type f -o -type l | sort | diff '$where/before' -"

# Every test of pytest counts as one.
(cd "$where" && FLOTILLA_ROOT="$OLDPWD" "$python" -m pytest -o addopts= -q -p no:cacheprovider -rs --tb=short \
    "$OLDPWD/python/tests") > "$where/pytest.log" 2>&1
status=$?
said=$(tail -n 1 "$where/pytest.log")
many() { echo "$said" | sed -n "s/.*\(^\|[ =]\)\([0-9][0-9]*\) $1.*/\2/p"; }
passed=$((passed + $(many passed | grep . || echo 0))) skipped=$((skipped + $(many skipped | grep . || echo 0)))
if [ "$status" = 0 ]; then
    ok "pytest: $said"
else
    not_ok "pytest: $said"
    grep -vE '^[.sFE]+ +\[' "$where/pytest.log" | sed 's/^/    /' | tail -n 60
fi
sed -n 's/^SKIPPED \[[0-9]*\] [^ ]*: /skip Python: /p' "$where/pytest.log"
test_that "mypy --strict finds nothing in the package" sh -c \
    "cd python && '$python' -m mypy --cache-dir '$where/mypy' --config-file pyproject.toml"

# ---- wheel and source distribution -----------------------------------------------------------------------------------

mkdir -p "$where/copy" "$where/dist" "$where/wheels" "$where/pure" "$where/alone"
cp -a Makefile LICENSE flotilla.pc.in host kernels simd python "$where/copy/"
make_sdist() {
    cd "$where/copy/python" &&
        "$python" -c "import setuptools.build_meta as b; b.build_sdist('$where/dist')" && cd "$OLDPWD"
}
wheel_of() {    # source, folder
    timeout 600 "$python" -m pip wheel -q --no-build-isolation --no-deps -w "$2" "$1"
}
# What the compiler read to make the library is in the source distribution.
sdist_is_whole() {
    tar tzf "$where"/dist/flotilla-*.tar.gz | sed 's|^[^/]*/||' > "$where/packed"
    cat "$build"/host/*.d "$build"/simd/pass_*.d "$build"/simd/dispatch.d | tr -s ' \\' '\n' |
        sed 's|^[a-z]*/\.\./||' | grep -E '^(host|simd|kernels)/.*\.[ch]$' | grep -vE '^host/(cli|io)/' |
        sort -u > "$where/read"
    [ "$(wc -l < "$where/read")" -gt 50 ] || { echo "too few files in the .d files"; return 1; }
    while read -r file; do
        grep -qx "library/$file" "$where/packed" || { echo "$file is missing"; return 1; }
    done < "$where/read"
    grep -qx library/kernels/passes.cl "$where/packed" && grep -qx library/Makefile "$where/packed" &&
        grep -qx declarations.py "$where/packed" && ! grep -E 'library/(host/(cli|io)/|.*\.o$)' "$where/packed"
}
runs_from() {   # folder with the package, library
    (cd "$where" && "$python" -c "
import sys; sys.path.insert(0, '$1')
import flotilla as flo
assert flo.__file__.startswith('$1'), flo.__file__
assert flo.library_path == '$2', flo.library_path
assert flo.query(flo.Sea([{'amplitude': 2, 'wavelength': 50}]), 0, 0).height == 2")
}
test_that "a source distribution is made" make_sdist
test_that "it has all that the library is built from" sdist_is_whole
test_that "a wheel is made from it" wheel_of "$(ls "$where"/dist/*.tar.gz)" "$where/wheels"
test_that "the wheel is for any Python, on one platform" \
    sh -c "ls '$where/wheels' | grep -qE '^flotilla-.*-py3-none-linux'"
test_that "the wheel can be installed" \
    "$python" -m pip install -q --no-deps --target "$where/other" "$where"/wheels/*.whl
test_that "and runs, with a library of its own" runs_from "$where/other" "$where/other/flotilla/libflotilla.so"
test_that "a package without a library is made when an installed one is asked for" \
    env FLOTILLA_LIBRARY=installed "$python" -m pip wheel -q --no-build-isolation --no-deps -w "$where/pure" ./python
test_that "it is for any platform" sh -c "ls '$where/pure' | grep -qE '^flotilla-.*-py3-none-any.whl'"
test_that "it can be installed" "$python" -m pip install -q --no-deps --target "$where/bare" "$where"/pure/*.whl
test_that "and finds the library it is told" env FLOTILLA_LIBRARY="$where/other/flotilla" \
    sh -c "cd '$where' && PYTHONPATH='$where/bare' '$python' -c 'import flotilla as f; assert f.library_path == \
        \"$where/other/flotilla/libflotilla.so\", f.library_path; f.query(f.Sea(), 0, 0)'"
cp -a python "$where/alone/"
test_that "without the library's sources it refuses" refuses "C library's sources are missing" \
    wheel_of "$where/alone/python" "$where/wheels"
test_that "without a compiler it refuses" refuses "Missing:|no C compiler" \
    env CC=/nowhere/cc "$python" -m pip wheel --no-build-isolation --no-deps -w "$where/wheels" ./python
tally
