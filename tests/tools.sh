#!/bin/sh
# SPDX-License-Identifier: MIT
#
# What other people's tools find: cppcheck and clang-tidy in the text, valgrind and Oclgrind in runs, and two compilers
# at three levels, which must give the same bits.  A tool that is missing is skipped and counted.
# Usage: tests/tools.sh BUILD
build=${1:-build}
cd "$(dirname "$0")/.." || exit 1
. tests/tally.sh
place=$(mktemp -d) || exit 1
trap 'rm -rf "$place"' EXIT
has() { command -v "$1" >/dev/null || { skip "$2: there is no $1"; false; }; }

cat > "$place/scene.yaml" <<'YAML'
time: {step: 0.02, steps: 3}
sea: {spectrum: {type: jonswap, hs: 1, tp: 6, components: 8}}
hulls:
  crate:
    mass: 600
    box: {size: [1.5, 1, 2], grid: [2, 2, 2]}
    buoyancy: {law: archimedes}
    damping: {vertical: 3, angular: 2}
  mark:
    mass: 50
    points: [[0, 0, 0]]
    inertia: [5, 5, 5]
    buoyancy: {law: proportional, reference_depth: 0.5, bias: 1.2}
    damping: {vertical: 3}
bodies:
  - {hull: crate, position: [0, 0, 0], count: 3, spacing: 5}
  - {hull: mark, position: [30, 0, 0]}
output: {every: 1, npy: true, page: true}
YAML
printf '1,2\n3,4\n5,6\n' > "$place/points.csv"

# ---- the text --------------------------------------------------------------------------------------------------------
if has cppcheck "cppcheck"; then
    test_that "cppcheck finds nothing in host/" cppcheck --quiet --error-exitcode=1 --std=c11 -Ihost \
        --enable=warning,performance,portability --suppressions-list=tests/tools/cppcheck.txt host
fi

files=$(ls host/*.c host/io/*.c host/cli/*.c simd/dispatch.c)
tidy() {        # one file at a time: what is known of one upsets what is thought of the next
    echo "$files" | xargs -n 1 -P "$cores" sh -c \
        'clang-tidy --quiet "$1" -- -std=gnu11 -Ihost -fopenmp "-DFLO_EXAMPLES=\"examples\"" 2>/dev/null' tidy
}
if has clang-tidy "clang-tidy"; then
    test_that "clang-tidy finds nothing in $(echo "$files" | wc -l) files" tidy
fi

# ---- memory ----------------------------------------------------------------------------------------------------------
# valgrind 3.19 knows no AVX-512, and no OpenCL driver is free of what it finds.
memcheck() {
    OCL_ICD_VENDORS=/dev/null OMP_NUM_THREADS=1 valgrind --quiet --error-exitcode=99 --leak-check=full \
        --errors-for-leak-kinds=definite "$build/flotilla" "$@"
}
is_refused() {  # and not by valgrind
    memcheck run "$place/scene.yaml" --set bodies.0.count=-1 --device scalar
    [ $? = 2 ]
}
if has valgrind "memory errors"; then
    devices=$("$build/flotilla" devices | awk '$4 == "yes" && $1 ~ /^(scalar|simd:(avx2|neon))$/ { print $1 }')
    for device in $devices; do
        test_that "valgrind finds nothing in a run on $device" memcheck run "$place/scene.yaml" --device "$device" \
            --threads 1 --out "$place/out" --snapshot 2 --quiet
        test_that "valgrind finds nothing in symplectic steps on $device" memcheck run "$place/scene.yaml" \
            --set integrator=symplectic --device "$device" --threads 1 --quiet
        test_that "valgrind finds nothing in a query on $device" memcheck query "$place/scene.yaml" --time 3 \
            --points "$place/points.csv" --device "$device"
    done
    test_that "valgrind finds nothing in a scene that is refused" is_refused
    test_that "valgrind finds nothing in going on from a snapshot" memcheck run "$place/scene.yaml" --device scalar \
        --threads 1 --resume "$place/out/snapshot-2.flo" --out "$place/out" --quiet
fi
# ---- kernels ---------------------------------------------------------------------------------------------------------
# Oclgrind's own library in the loader's place: PoCL and it in one process end badly.  Before it stands one that writes
# buffers whole (tests/tools/oclgrind_writes.c), without which it takes them for uninitialised.  The self-test of each
# device goes through all passes, both integrators and three kinds of hulls; the run adds the polynomials.  The log
# tells: the exit status is 0 whatever was found.
oclgrind_library=$(find /usr/lib -name liboclgrind-rt.so 2>/dev/null | head -n 1)
simulated() {
    LD_LIBRARY_PATH=$place/lib XDG_CACHE_HOME=$place timeout -s KILL 600 oclgrind --data-races --check-api \
        --uninitialized --log "$place/oclgrind.log" "$build/flotilla" "$@" --device opencl
    ended=$?
    [ ! -s "$place/oclgrind.log" ] || { head -n 40 "$place/oclgrind.log"; return 1; }
    return $ended
}
is_simulated() { LD_LIBRARY_PATH=$place/lib oclgrind "$build/flotilla" devices | grep -q 'Oclgrind'; }
if has oclgrind "Oclgrind" && [ -z "$oclgrind_library" ]; then skip "Oclgrind: its library is not found"; fi
if [ -n "$oclgrind_library" ]; then
    mkdir -p "$place/lib"
    test_that "what Oclgrind needs builds" ${CC:-cc} -Wall -Wextra -shared -fPIC tests/tools/oclgrind_writes.c \
        -o "$place/lib/libOpenCL.so.1" "$oclgrind_library" -Wl,-rpath,"$(dirname "$oclgrind_library")" -ldl
    if is_simulated; then
        test_that "Oclgrind finds no race, no wrong call and nothing uninitialised in all passes and a run" \
            simulated run "$place/scene.yaml" --steps 1 --quiet
    else
        skip "Oclgrind: its device is not found"
    fi
fi

# ---- compilers -------------------------------------------------------------------------------------------------------
# Passes of plain C and of one vector are compiled anew; those that nobody runs here are taken over.
state_of() { sed -n 's/.*"state_hash": *"\([^"]*\)".*/\1/p' "$1/summary.json"; }
of_all() {      # program: the state after a run, of the plain device and of the vectors
    for device in scalar "simd:$vector"; do
        "$1" run examples/demo.yaml --set bodies.0.count=40 --steps 60 --device "$device" --out "$place/same" \
            --set output.plot=false --quiet && state_of "$place/same" || echo "$device fails"
    done | sort -u
}
compiled() {    # compiler, flags...
    cc=$1
    shift
    other=$build/compilers
    take_passes "$build" "$other" || return 1
    make -s -j"$cores" CC="$cc" BUILD="$other" CFLAGS="$*" scalar="-DLANE_WIDTH=1 -DLANE_PACK=1 $*" \
        scalar_fma="-mfma -DLANE_WIDTH=1 -DLANE_PACK=1 $*" "$other/flotilla" || return 1
    [ "$(of_all "$other/flotilla")" = "$want" ]
}
want=$(of_all "$build/flotilla")
test_that "plain C and $vector have one state: $want" [ "$(echo "$want" | wc -w)" = 1 ]
for cc in gcc clang; do
    has "$cc" "$cc at three levels" || continue
    for flags in "-O0" "-O2" "-O3 -march=native"; do
        test_that "$cc $flags gives the same state" compiled "${CCACHE:+ccache }$cc" $flags
    done
done
rm -rf "$build/compilers"
tally
