#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The command, whose calls fail: memory and files (tests/faults_files.c), a disk that is full after any number of bytes,
# and OpenCL's, through a loader of the tests' own.  Usage: tests/faults.sh BUILD
#
# Whatever fails, it ends with a status that its manual has and with a word about what was wrong, and leaves either the
# whole results, bit for bit, or nothing of them.  FLOTILLA_FAULTS=all takes every call, else the first few and then
# ever fewer.
build=${1:-build}
cd "$(dirname "$0")/.." || exit 1
. tests/tally.sh
command=$build/tests/flotilla-faults
place=$(mktemp -d) || exit 1
trap 'rm -rf "$place"' EXIT
export OCL_ICD_VENDORS=/dev/null FAULTS_TELL=$place/told

cat > "$place/scene.yaml" <<'YAML'
time: {step: 0.02, steps: 12}
sea: {spectrum: {type: jonswap, hs: 1, tp: 6, components: 8}}
hulls:
  crate: {mass: 600, box: {size: [1.5, 1, 2], grid: [2, 2, 2]}, buoyancy: {law: archimedes}}
  mark: {mass: 50, points: [[0, 0, 0]], inertia: [5, 5, 5], buoyancy: {law: proportional, reference_depth: 0.5}}
bodies:
  - {hull: crate, position: [0, 0, 0], count: 3, spacing: 5}
  - {hull: mark, position: [30, 0, 0]}
output: {every: 4, npy: true, page: true}
YAML

# once SCENARIO KIND N: runs it with the N-th call failing; what it should leave is in $place/right.
once() {
    rm -rf "$place/out" "$place/told"
    FAULTS_KIND=$2 FAULTS_AT=$3 FAULTS_MODE=$mode "$1" > "$place/said" 2> "$place/complained"
    status=$?
    struck=$(cut -d' ' -f1 "$place/told" 2>/dev/null)
    calls=$(cut -d' ' -f2 "$place/told" 2>/dev/null)
}

scene() { "$command" run "$place/scene.yaml" --device simd --out "$place/out"; }
kept() { "$command" run "$place/scene.yaml" --device simd --out "$place/out" --snapshot 4; }
# From a run that was to go less far, whose results are in the folder.
resumed() {
    cp -r "$place/begun" "$place/out"
    "$command" run "$place/scene.yaml" --device simd --out "$place/out" --resume "$place/begun/snapshot-8.flo"
}
query() { printf '1,2\n3,4\n5,6\n' | "$command" query "$place/scene.yaml" --time 3 --points - --device simd; }
hull() { "$command" hull "$place/cube.obj" --mass 400; }
sea() { "$command" sea "$place/scene.yaml"; }

cat > "$place/cube.obj" <<'OBJ'
v -1 -1 -1
v 1 -1 -1
v 1 1 -1
v -1 1 -1
v -1 -1 1
v 1 -1 1
v 1 1 1
v -1 1 1
f 1 3 2
f 1 4 3
f 5 6 7
f 5 7 8
f 1 2 6
f 1 6 5
f 4 7 3
f 4 8 7
f 2 3 7
f 2 7 6
f 1 5 8
f 1 8 4
OBJ

# What is the same in every run: all but the figures of speed, where it went on from, and the processor's name, which
# is a guess if a file of the system's cannot be read.
facts() { grep -vE 'seconds|per_second|resumed|device_description' "$1"; }

is_as() {       # FILE FOLDER
    case $1 in
        summary.json) facts "$place/out/$1" > "$place/a"; facts "$2/$1" | cmp -s - "$place/a" ;;
        *) cmp -s "$place/out/$1" "$2/$1" ;;
    esac
}

# The results are whole, or not there, and nothing else is left.
is_tidy() {
    for file in $(ls -A "$place/out" 2>/dev/null); do
        [ -e "$place/right/$file" ] || { echo "it leaves $file"; return 1; }
        is_as "$file" "$place/right" || { echo "$file is not whole"; return 1; }
    done
}

is_complete() {
    [ "$(ls -A "$place/out" 2>/dev/null)" = "$(ls -A "$place/right" 2>/dev/null)" ] || { echo "not all"; return 1; }
    is_tidy
}

# A run with snapshots that failed: files have what they had before or what they should have, or are rows that a run
# goes on with; and one that does so from the last snapshot has the results of the run that never failed.
loses_nothing() {       # [--snapshot EVERY]
    last=$(ls -v "$place/out"/snapshot-*.flo 2>/dev/null | tail -n 1)
    [ -n "$last" ] || { is_tidy; return; }
    for file in $(ls -A "$place/out"); do
        case $file in bodies.csv.*.part | bodies.npy.*.part) continue ;; esac
        is_as "$file" "$place/right" || is_as "$file" "$place/begun" || { echo "$file is not whole"; return 1; }
    done
    "$command" run "$place/scene.yaml" --device simd --out "$place/out" --resume "$last" "$@" > "$place/a" ||
        { echo "it does not go on"; return 1; }
    is_complete
}

judge() {       # SCENARIO
    if [ "$status" = 0 ]; then
        case $1 in
            scene | kept | resumed) ;;          # say how fast they were
            *) cmp -s "$place/said" "$place/right.said" || { echo "it says something else"; return 1; } ;;
        esac
        is_complete
    else
        case $status in 1 | 2 | 3) ;; *) echo "status $status"; return 1 ;; esac
        grep -q '^flotilla: ....' "$place/complained" || { echo "it says nothing"; return 1; }
        if grep -E '\(null\)|%s|%d|%zu|Success' "$place/complained"; then return 1; fi
        case $1 in
            kept) loses_nothing --snapshot 4 ;;
            resumed) loses_nothing ;;
            *) is_tidy ;;
        esac
    fi
}

# N: the one behind it that is to fail: each of the first `each_up_to`, then ever fewer, a sixth further each time
next() {
    if [ "$FLOTILLA_FAULTS" = all ] || [ "$1" -lt "$each_up_to" ]; then
        echo $(($1 + 1))
    else
        echo $(($1 + 1 + $1 / 6))
    fi
}

every_call() {  # SCENARIO KIND
    mode=once
    rm -rf "$place/right" "$place/out"
    once "$1" "$2" 0
    [ "$status" = 0 ] || { echo "it fails by itself:"; cat "$place/complained"; return 1; }
    [ ! -d "$place/out" ] || mv "$place/out" "$place/right"
    cp "$place/said" "$place/right.said"
    all=$calls made_good=0 told=0 n=1
    [ "${all:-0}" -gt 0 ] || { echo "no call was counted"; return 1; }
    while [ "$n" -le "$all" ]; do
        once "$1" "$2" "$n"
        case $struck in '' | -) echo "$1: call $n of $all was not struck"; return 1 ;; esac
        judge "$1" || { echo "$1: call $n of $all, $struck, status $status"; cat "$place/complained"; return 1; }
        if [ "$status" = 0 ]; then made_good=$((made_good + 1)); else told=$((told + 1)); fi
        n=$(next "$n")
    done
    echo "faults     $1, $2: $all calls, $((told + made_good)) injected, $told told, $made_good made good" \
        >> "$place/table"
}

test_that "there is a run to go on from" \
    "$command" run "$place/scene.yaml" --device simd --out "$place/begun" --snapshot 4 --steps 8 --quiet

# A run has a thousand allocations, and less than a hundred calls of files: of those each one fails.
each_up_to=12
for scenario in scene kept resumed query hull sea; do
    test_that "$scenario: memory, every call fails" every_call $scenario memory
done
each_up_to=100
for scenario in scene kept resumed query hull sea; do
    test_that "$scenario: files, every call fails" every_call $scenario file
done

# A disk that is full: the system refuses to make files longer than so many blocks of 512 bytes.  The longest file has
# less than 128 of them, and all of them have room in `plenty`.
plenty=10000
full_disk() {
    rm -rf "$place/right" "$place/out"
    scene > /dev/null || return 1
    mv "$place/out" "$place/right"
    for blocks in 0 1 2 3 4 6 8 12 16 24 32 48 64 96 128 $plenty; do
        rm -rf "$place/out"
        (ulimit -f $blocks; scene 2>&1 >/dev/null; echo "status $?") | cat > "$place/complained"
        status=$(sed -n 's/^status //p' "$place/complained")
        judge scene || { echo "$blocks blocks, status $status"; cat "$place/complained"; return 1; }
        [ "$status" = 0 ] || grep -q 'cannot write' "$place/complained" || { cat "$place/complained"; return 1; }
    done
    [ "$status" = 0 ]
}
test_that "a disk that is full after any number of bytes" full_disk

# ---- OpenCL, through a loader of our own ---------------------------------------------------------------------------

unset OCL_ICD_VENDORS
real=$(ldconfig -p 2>/dev/null | awk '/libOpenCL\.so\.1 /{ print $NF; exit }')
if [ -n "$real" ] && "$build/flotilla" devices | grep -q 'opencl:0:0' &&
    ${CC:-cc} -shared -fPIC -O1 -DFAULTS_LIBRARY -Ihost tests/faults_opencl.c tests/faults.c \
        -o "$place/libOpenCL.so.1" -ldl -lpthread 2> "$place/compiled"; then
    export FAULTS_REAL="$real" LD_LIBRARY_PATH="$place" FAULTS_GPU=1
    unset FAULTS_TELL

    # Which of OpenCL's calls fail, counted from 1 in the process.  The first 3000 and more come before the device is
    # ready: it is found, opened, built for and tested.  By 8000 a run of 400 steps is amid these; by 12000 one with
    # snapshots, which read all states each time, is behind the first of them.  The tests themselves hold these numbers
    # to it: only the first lead to a fall-back, the others to status 3, the last behind a snapshot.
    while_opened="1 2 3 5 9 14 20 30 40 60 100 300 1000 3000"
    amid_steps="8000 8500 9000"
    behind_snapshots=12000

    # An exact hash, on a GPU that works, one that fails in whatever call while it is opened, and on simd.
    hash_of() { sed -n 's/.*"state_hash": "\([0-9a-f]*\)".*/\1/p' "$1/summary.json"; }
    run() { "$build/flotilla" run "$place/scene.yaml" --out "$place/out" "$@" > "$place/said" 2> "$place/complained"; }

    falls_back() {
        run --device simd || return 1
        want=$(hash_of "$place/out")
        run --device auto || return 1
        grep -q '"device": "opencl:0:0"' "$place/out/summary.json" || { echo "auto takes no GPU"; return 1; }
        [ "$(hash_of "$place/out")" = "$want" ] || { echo "other bits"; return 1; }
        for at in $while_opened; do
            FAULTS_AT=$at FAULTS_MODE=for-good run --device auto || { cat "$place/complained"; return 1; }
            [ "$(hash_of "$place/out")" = "$want" ] || { echo "call $at: other bits"; return 1; }
            grep -q '"device": "simd:' "$place/out/summary.json" || { echo "call $at: no fall-back"; return 1; }
            [ "$(grep -c 'the GPU was refused: ' "$place/complained")" = 1 ] ||
                { echo "call $at: it says nothing, or twice"; cat "$place/complained"; return 1; }
            grep -q 'the GPU was refused: ' "$place/out/summary.json" || { echo "call $at: no word in it"; return 1; }
        done
    }
    test_that "auto falls back to simd where a GPU fails, says so once, and gives the same bits" falls_back

    # One that fails later: the status that the manual has, the driver's words, and no results in part.
    fails_later() {
        rm -rf "$place/right"; mkdir "$place/right"
        for at in $amid_steps; do
            rm -rf "$place/out"
            FAULTS_AT=$at FAULTS_MODE=for-good run --steps 400 --device opencl:0:0
            status=$?
            [ "$status" = 3 ] || { echo "call $at: status $status"; cat "$place/complained"; return 1; }
            grep -q 'OpenCL: cl[A-Za-z]* failed' "$place/complained" || { cat "$place/complained"; return 1; }
            is_tidy || return 1
        done
    }
    test_that "a device that fails in the middle of a run ends it with 3 and says why" fails_later

    # Nothing is lost but the steps since the last snapshot, from which any device goes on.
    goes_on() {
        rm -rf "$place/out"
        run --steps 400 --device simd || return 1
        want=$(hash_of "$place/out")
        rm -rf "$place/out"
        FAULTS_AT=$behind_snapshots FAULTS_MODE=for-good run --steps 400 --device auto --snapshot 20
        status=$?
        [ "$status" = 3 ] || { echo "status $status"; cat "$place/complained"; return 1; }
        last=$(ls "$place/out"/snapshot-*.flo | tail -n 1)
        [ -n "$last" ] || { echo "no snapshot"; ls -A "$place/out"; return 1; }
        run --steps 400 --device simd --resume "$last" || { cat "$place/complained"; return 1; }
        [ "$(hash_of "$place/out")" = "$want" ] || { echo "other bits behind $last"; return 1; }
    }
    test_that "a run that its device ended goes on from its last snapshot on another, with the same bits" goes_on
else
    skip "OpenCL's calls that fail, in the command: there is no OpenCL, or no compiler"
fi
[ ! -f "$place/table" ] || cat "$place/table"
tally
