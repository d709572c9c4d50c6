#!/bin/sh
# SPDX-License-Identifier: MIT
#
# One run as several processes by mpirun: the same files and hash as one process, whatever the ranks and devices; and
# what goes wrong on one rank ends all of them, soon, with one message.  usage: mpi.sh FLOTILLA
tests=$(cd "$(dirname "$0")" && pwd)
. "$tests/cli.sh"
unset FLOTILLA_MPI OMP_NUM_THREADS

if ! command -v mpirun >/dev/null || [ ! -e "$(dirname "$flotilla")/libflotilla_mpi.so" ]; then
    skip "mpi: there is no mpirun, or no mpicc (Debian: openmpi-bin, libopenmpi-dev)"
    tally
    exit
fi
# Open MPI wants to be told that root, and more ranks than processors, are meant.  Others have no such options.
options=
if mpirun --version 2>/dev/null | grep -q 'Open MPI'; then
    options="--oversubscribe"
    [ "$(id -u)" != 0 ] || options="$options --allow-run-as-root"
fi

crates >fleet.yaml
cat >>fleet.yaml <<'END'
  idle:
    mass: 900
    box: {size: [1.2, 0.8, 3.1], grid: [2, 2, 4]}
    buoyancy: {law: archimedes}
  boat:
    mass: 1000
    inertia: [900, 1100, 300]
    points: [[-1, 0, -2], [1, 0, -2], [-1, 0, 2], [1, 0, 2]]
    buoyancy: {law: proportional, reference_depth: 0.5, bias: 1.5}
    damping: {vertical: 3, angular: 1}
    thrust: {position: [0, -0.3, -2], power: 2}
bodies:
  - hull: crate
    count: 37
    spacing: 9
    position: [40, 0.5, -20]
    heading: 50
    attitude: [10, -25]
    pushes: [[3.3, 0.4, [500, 0, 0], [0, 0, 0]]]
  - hull: boat
    count: 25
    spacing: 12
    position: [-80, 0.5, -20]
    controls: [[3.5, 0.5, 0.2]]
output: {every: 24, npy: true, vtk: vtu, page: true}
END
sed 's/steps: 60/steps: 1000000000/; s/every: 24/every: 1000000000/' fleet.yaml >long.yaml

# mpi RANKS ARGUMENT...: flotilla by mpirun, no longer than a minute; stdout in `out`, stderr in `err`
mpi() {
    ranks=$1
    shift
    timeout 60 mpirun $options -n "$ranks" "$flotilla" "$@" >out 2>err
}
hash_of() { value state_hash "$1/summary.json"; }
show() { echo "$*"; grep flotilla err; return 1; }

# same ONE OTHER: the same files with the same bytes, but for the summary, which has the same hash
same() {
    [ "$(ls "$1")" = "$(ls "$2")" ] && [ -n "$(hash_of "$1")" ] && [ "$(hash_of "$1")" = "$(hash_of "$2")" ] ||
        { ls "$1" "$2"; show "hashes $(hash_of "$1"), $(hash_of "$2")"; return 1; }
    for file in "$1"/*; do
        case $file in */summary.json) continue ;; esac
        cmp "$file" "$2/${file##*/}" || return 1
    done
}
# said STATUS WORD: mpirun ended with it, and exactly one line is ours and has the word
said() {
    got=$?
    [ $got -eq "$1" ] && [ "$(grep -c '^flotilla: ' err)" -eq 1 ] && grep '^flotilla: ' err | grep -qF -- "$2" ||
        show "status $got, not $1, or not one message with \"$2\""
}

# ---- the same as one process -----------------------------------------------------------------------------------------

expect mpi_one_process run 0 run fleet.yaml --device simd --quiet --out one
for device in simd opencl; do
    if [ "$device" = opencl ] && ! "$flotilla" devices | grep -q '^opencl'; then
        skip "mpi_opencl: there is no OpenCL device"
        continue
    fi
    for ranks in 1 2 3 4; do
        into=$device$ranks
        as_one() { mpi $ranks run fleet.yaml --device $device --quiet --out $into && same one $into; }
        expect "mpi_$into" as_one
    done
done
no_bodies() {
    few="--device simd --quiet --set bodies.0.count=1 --set bodies.1.count=1"
    run 0 run fleet.yaml $few --out few && mpi 4 run fleet.yaml $few --out few4 && same few few4
}
expect mpi_more_ranks_than_bodies no_bodies
polydata() {
    poly="--device simd --quiet --set output.vtk=true --set output.every=7 --set output.csv=false"
    run 0 run fleet.yaml $poly --out poly && mpi 3 run fleet.yaml $poly --out poly3 && same poly poly3
}
expect mpi_polydata polydata
pictures() {
    run 0 run fleet.yaml --device simd --quiet --set output.plot=true --out plot &&
        mpi 2 run fleet.yaml --device simd --quiet --set output.plot=true --out plot2 && same plot plot2
}
if command -v gnuplot >/dev/null; then expect mpi_pictures pictures; else skip "mpi_pictures: there is no gnuplot"; fi
# many lines, so that the text of a frame goes in several pieces
many_lines() {
    many="--device simd --quiet --steps 30 --set bodies.0.count=30000 --set output.vtk=false --set output.page=false"
    run 0 run fleet.yaml $many --out many && mpi 3 run fleet.yaml $many --out many3 && same many many3
}
expect mpi_many_lines many_lines
# the summary tells the same but for devices and times
summary() {
    for folder in one simd3; do
        grep -vE '^  "(seconds|[a-z_]*_per_second)"' $folder/summary.json |
            sed '/^  "ranks": \[/,/^  \]/d' >$folder.json
    done
    cmp one.json simd3.json && [ "$(grep -c '"first_body"' simd3/summary.json)" -eq 3 ] &&
        [ "$(sed -n '/^  "ranks"/,/^  \]/s/^      "bodies": \([0-9]*\),$/\1/p' simd3/summary.json | xargs)" = \
          "18 19 25" ] &&
        ! grep -q '"ranks"' one/summary.json
}
expect mpi_summary summary
speaks_once() {
    mpi 3 run fleet.yaml --device simd && [ "$(grep -c '^state' out)" -eq 1 ] && [ "$(grep -c '^rank ' out)" -eq 3 ] &&
        grep -q "$(hash_of one)" out
}
expect mpi_speaks_once speaks_once
# a body that is stopped is told by its number among all; with less power one flies off before it is too fast
stopped() {
    mpi 3 run fleet.yaml --device simd --quiet --set hulls.boat.thrust.power=1e12 --set bodies.1.throttle=1 --out bad
    said 1 "25 bodies were stopped; the first is body 37" && [ "$(value bad_bodies bad/summary.json)" = 25 ] &&
        [ "$(listed bad bad/summary.json)" = "$(seq -s ' ' 37 61)" ]
}
expect mpi_stopped_bodies stopped
in_turn() {
    export POCL_DEVICES="pthread basic"
    mpi 3 run fleet.yaml --device opencl --out turn
    status=$?
    unset POCL_DEVICES
    shares=$(sed -n 's/^      "device": "opencl//p' turn/summary.json | sort | uniq -c | awk '{ print $1 }' | sort)
    [ $status -eq 0 ] && [ "$(echo $shares)" = "1 2" ] && same one turn
}
if POCL_DEVICES="pthread basic" "$flotilla" devices | grep -q '^opencl:0:1 .*basic-\|^opencl:0:0 .*basic-'; then
    expect mpi_devices_in_turn in_turn
else
    skip "mpi_devices_in_turn: PoCL is not the OpenCL here"
fi

# ---- what goes wrong -------------------------------------------------------------------------------------------------

nothing_left() { [ ! -e "$1" ] || show "$(ls -A "$1")"; }
bad_scene() { mpi 3 run fleet.yaml --set bodies.0.count=-1 --out no; said 2 bodies.0.count && nothing_left no; }
expect mpi_bad_scene bad_scene
bad_option() { mpi 3 run fleet.yaml --bogus; said 2 --bogus; }
expect mpi_bad_option bad_option
no_device() { mpi 3 run fleet.yaml --device nonsense --out no; said 3 nonsense && nothing_left no; }
expect mpi_no_device no_device
one_fails() {
    timeout 60 mpirun $options -n 1 "$flotilla" run long.yaml --out no : \
        -n 1 env FLOTILLA_DEVICE=nonsense "$flotilla" run long.yaml --out no >out 2>err
    said 3 "rank 1 of 2" && nothing_left no
}
expect mpi_one_rank_fails one_fails
one_is_small() {
    timeout 60 mpirun $options -n 2 "$flotilla" run long.yaml --out no : \
        -n 1 "$flotilla" run long.yaml --out no --max-memory 1K >out 2>err
    said 2 "rank 2 of 3" && grep -q "max-memory allows" err && nothing_left no
}
expect mpi_one_rank_without_memory one_is_small
# of what a rank holds, not of all: 18, 19 and 25 of 62
a_rank_is_small() {
    mpi 3 run fleet.yaml --out no --max-memory 26K
    said 2 "a rank's 18 bodies need" && grep -qF 'bodies[0].count, 18 of its 37 of hull crate' err && nothing_left no
}
expect mpi_memory_of_a_rank a_rank_is_small
no_folder() { : >file && mpi 2 run fleet.yaml --out file/folder; said 2 file/folder; }
expect mpi_no_folder no_folder
# the limit on the size of files is the cheapest full disk there is; MPI's own files are smaller
cat >limited <<'END'
#!/bin/sh
trap '' XFSZ
ulimit -f 40000
exec "$@"
END
chmod +x limited
too_much() {    # folder
    timeout 60 mpirun $options -n 3 ./limited "$flotilla" run fleet.yaml --device simd --out "$1" \
        --set output.every=10 --set bodies.0.count=60000 --set output.vtk=false --set output.page=false >out 2>err
    said 2 "cannot write $1/bodies."
}
full_disk() { too_much no && nothing_left no; }
expect mpi_full_disk full_disk
# an older run's files outlive one that fails
older() {
    before=$(cat one/* | cksum)
    too_much one && [ "$before" = "$(cat one/* | cksum)" ] && ! ls -A one | grep -q part
}
expect mpi_older_files_stay older

no_library() { FLOTILLA_MPI=/nowhere/at/all.so mpi 3 run fleet.yaml --out no; said 2 "3 processes" && nothing_left no; }
expect mpi_no_library no_library
not_ours() { FLOTILLA_MPI=libm.so.6 mpi 2 run fleet.yaml --out no; said 2 "another version" && nothing_left no; }
expect mpi_library_of_another_version not_ours
alone() {
    FLOTILLA_MPI=/nowhere/at/all.so mpi 1 run fleet.yaml --device simd --out alone
    said 0 "runs without MPI" && same one alone
}
expect mpi_one_rank_without_library alone
# a launcher that is not this MPI's: each process would be a world of its own
stranger() {
    PMI_SIZE=4 PMI_RANK=0 timeout 60 "$flotilla" run fleet.yaml --out no >out 2>err
    said 2 "started 4 processes (PMI_SIZE), but MPI sees 1" && nothing_left no
}
expect mpi_another_launcher stranger
off() { PMI_SIZE=4 FLOTILLA_MPI=off run 0 run fleet.yaml --device simd --quiet --out off && same one off; }
expect mpi_off off

# pids of the ranks that we have started, by the folder that they write to
ranks_of() { ps -eo pid=,args= | awk -v out="--out $1\$" '$2 ~ /flotilla$/ && $0 ~ out { print $1 }'; }
launch() {      # in the background, no longer than a minute
    timeout 60 mpirun $options -n 3 "$flotilla" run long.yaml --device simd --quiet --out "$1" >out 2>err &
    pid=$!
    begun "$1/series*.part/*"       # a frame is written once all ranks have sent their bodies
}
killed() {
    launch killed || return 1
    started=$(date +%s)
    kill -KILL "$(ranks_of killed | tail -n 1)"
    wait $pid
    [ $? -ne 0 ] && [ $(($(date +%s) - started)) -le 20 ] && [ -z "$(ranks_of killed)" ] &&
        ! ls -A killed | grep -qvE '\.part$'
}
expect mpi_killed_rank killed
# what is finished is written, at one step of all
interrupted() {
    launch stopped || return 1
    kill -INT "$(ps -o pid= --ppid $pid | head -n 1)"
    wait $pid
    [ $? -ne 0 ] && [ -z "$(ranks_of stopped)" ] && ! ls -A stopped | grep -q part &&
        grep -q '"interrupted": true' stopped/summary.json &&
        run 0 run fleet.yaml --device simd --quiet --steps "$(value steps stopped/summary.json)" --out to &&
        [ "$(hash_of stopped)" = "$(hash_of to)" ]
}
expect mpi_interrupted interrupted

tally
