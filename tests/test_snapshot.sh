#!/bin/sh
# SPDX-License-Identifier: MIT
#
# flotilla run --snapshot and --resume as a user meets them.  usage: test_snapshot.sh FLOTILLA
. "$(dirname "$0")/cli.sh"

# A scene in which all changes over time, in every mode, and is written in every form that goes on.
cat >scene.yaml <<END
time: {step: 0.02, steps: 700, start: 3}
sea: {level: 0.5, depth: 30, spectrum: {type: jonswap, hs: 2, tp: 7, heading: 30, components: 20}}
hulls:
$driving_boat
  crate: {mass: 900, box: {size: [1.2, 0.8, 3.1], grid: [2, 2, 4]}, buoyancy: {law: archimedes}, damping: {vertical: 2}}
bodies:
  - {hull: boat, count: 9, spacing: 15, position: [0, 0.5, 0], throttle: 0.5, controls: [[6, 1, 0.5], [12.01, 0.2, -1]],
     pushes: [[5, 6.5, [500, 0, 0], [0, 0, 1]], [9, 3, [0, 100, 0], [0, 0, 1]]]}
  - {hull: crate, count: 5, position: [100, 0, 0]}
  - {hull: boat, position: [200, 0, 0], mode: kinematic, yaw_rate: 0.1, velocity: [1, 0, 0]}
  - {hull: boat, position: [220, 0, 0], mode: transform}
  - {hull: boat, position: [240, 0, 0], mode: hybrid, velocity: [2, 0, 1]}
output: {every: 7, npy: true, page: true}
END
files='bodies.csv bodies.npy play.html'
devices=$("$flotilla" devices | awk '$4 == "yes" && $5 == "yes" && $1 !~ /^simd:sse/ { print $1 }')

whole() {       # whole FOLDER: what is in it is what the uninterrupted run wrote
    for file in $files; do cmp "$reference/$file" "$1/$file" || return 1; done
    [ "$(value state_hash "$1/summary.json")" = "$(value state_hash "$reference/summary.json")" ] &&
        ! ls "$1" | grep part
}
writes_snapshots() {
    reference=plain
    run 0 run scene.yaml --device scalar --out plain &&
        run 0 run scene.yaml --device scalar --out first --snapshot 200 &&
        [ "$(ls -A first | tr '\n' ' ')" = "$files snapshot-200.flo snapshot-400.flo snapshot-600.flo \
snapshot-700.flo summary.json " ] && whole first && [ "$(value resumed_from first/summary.json)" = null ]
}
reference=plain
expect writes_snapshots writes_snapshots

# Every device goes on from every other's, and takes the same of its own.
goes_on() {     # goes_on DEVICE OPTION...
    rm -rf again && mkdir again && cp first/bodies.* again &&
        run 0 run scene.yaml --device "$1" --out again --snapshot 200 --resume first/snapshot-200.flo &&
        whole again && cmp first/snapshot-600.flo again/snapshot-600.flo &&
        grep -q '^resumed   from step 200$' out && [ "$(value resumed_from again/summary.json)" = 200 ] &&
        [ "$(value steps again/summary.json)" = 700 ]
}
for device in $devices simd+scalar 'simd*1+scalar*3'; do expect "goes_on_on_$device" goes_on "$device"; done
if command -v mpirun >/dev/null && [ -f "$(dirname "$flotilla")/libflotilla_mpi.so" ]; then
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
    ranks_go_on() {
        rm -rf ranks && mkdir ranks && cp first/bodies.* ranks &&
            mpirun -n 3 "$flotilla" run scene.yaml --device scalar --threads 1 --out ranks --snapshot 200 --quiet \
                --resume first/snapshot-200.flo && whole ranks && cmp first/snapshot-600.flo ranks/snapshot-600.flo &&
            rm -rf again && mkdir again && cp ranks/bodies.* again &&
            run 0 run scene.yaml --device simd --out again --resume ranks/snapshot-400.flo && whole again
    }
    expect several_processes_go_on ranks_go_on
else
    skip "several processes that go on: there is no MPI"
fi

# ---- ways to step, and lengths ---------------------------------------------------------------------------------------
other_way() {   # other_way OPTION...: the same of a scene that is changed by options
    rm -rf way cut && run 0 run scene.yaml --device scalar --out way "$@" &&
        run 0 run scene.yaml --device scalar --out cut --steps 333 --snapshot 1000 "$@" &&
        run 0 run scene.yaml --device simd --out cut --resume cut/snapshot-333.flo "$@" &&
        (reference=way && whole cut)
}
expect symplectic_goes_on other_way --set integrator=symplectic
expect direct_sums_go_on other_way --waves direct
expect coarse_sums_go_on other_way --tolerance 0.01
csv_alone() (files=bodies.csv && other_way --set output.npy=false --set output.page=false)
npy_alone() (files=bodies.npy && other_way --set output.csv=false --set output.page=false)
pictures() (files='bodies.csv motion.png sea.png' && other_way --set output.plot=true --set output.page=false)
expect csv_alone_goes_on csv_alone
expect npy_alone_goes_on npy_alone
if command -v gnuplot >/dev/null; then expect pictures_go_on pictures; else skip "pictures that go on: no gnuplot"; fi
nothing_to_do() { rm -rf done && cp -r first done && run 0 run scene.yaml --device scalar --out done \
    --resume done/snapshot-700.flo && whole done; }
expect a_run_at_its_end_has_nothing_to_do nothing_to_do
twice() {
    rm -rf cut && for steps in 1 50 51 400 700; do
        last=$(ls cut 2>/dev/null | sed -n 's/^snapshot-\(.*\)\.flo/\1/p' | sort -n | tail -n 1)
        run 0 run scene.yaml --device simd --out cut --steps $steps --snapshot 30 \
            ${last:+--resume cut/snapshot-$last.flo} || return 1
    done
    whole cut
}
expect many_times twice

# ---- other folders, older snapshots ----------------------------------------------------------------------------------
elsewhere() {
    rm -rf else && run 0 run scene.yaml --device scalar --out else --resume first/snapshot-400.flo &&
        grep -q 'warning: else has no rows of bodies up to step 400 of this run: they begin there' err &&
        [ "$(sed -n 2p else/bodies.csv | cut -d, -f1)" = 406 ] && lines=$(wc -l < else/bodies.csv) &&
        [ "$(tail -n +2 else/bodies.csv)" = "$(tail -n $((lines - 1)) plain/bodies.csv)" ]
}
expect another_folder_has_the_rest elsewhere
foreign() {     # rows of another run are no beginning, and stay until the end
    rm -rf else && run 0 run scene.yaml --device scalar --out else --set time.start=4 &&
        cp else/bodies.csv before.csv &&
        run 2 run scene.yaml --device scalar --out else --resume first/snapshot-400.flo --set hulls.boat.mass=5 &&
        cmp else/bodies.csv before.csv &&
        run 0 run scene.yaml --device scalar --out else --resume first/snapshot-400.flo &&
        grep -q 'has no rows' err
}
expect rows_of_another_run_are_not_taken foreign
at_home() {     # where the snapshot lies its rows must be, or they would be lost
    rm -rf home && cp -r first home && head -c 60000 first/bodies.csv > home/bodies.csv &&
        cp home/bodies.csv before.csv &&
        refused 'no rows of bodies up to step 400; take an earlier snapshot, or another folder' \
            run scene.yaml --device scalar --out home --resume home/snapshot-400.flo &&
        cmp home/bodies.csv before.csv && cp first/bodies.csv home/bodies.csv &&
        refused 'output.every was 7, and is 9; take another folder' \
            run scene.yaml --device scalar --out home --resume home/snapshot-400.flo --set output.every=9 &&
        run 0 run scene.yaml --device scalar --out else --resume home/snapshot-400.flo --set output.every=9 &&
        run 0 run scene.yaml --device scalar --out home --resume home/snapshot-400.flo && whole home
}
expect rows_must_be_where_the_snapshot_is at_home
goes_on_with() {        # OPTION: in the run's own folder, from its first snapshot
    "$flotilla" run scene.yaml --device scalar --resume made/snapshot-100.flo --out made --set "$1"
}
short_run() { rm -rf made && run 0 run scene.yaml --device scalar --steps 200 --snapshot 100 --out made --quiet "$@"; }
other_files() { # those that are no longer asked for stay, and those that were not there are not begun in the middle
    short_run && cp -r made kept &&
        refuses 'output.csv was true, and is false; take another folder' goes_on_with output.csv=false &&
        refuses 'output.npy was true, and is false; take another folder' goes_on_with output.npy=false &&
        diff -r made kept && rm -r kept && short_run --set output.npy=false &&
        refuses 'output.npy was false, and is true; take another folder' goes_on_with output.npy=true && rm -r made
}
expect files_of_rows_stay_what_they_were other_files
without_folder() { run 0 run scene.yaml --device scalar --resume first/snapshot-400.flo &&
    grep -q "^state *$(value state_hash plain/summary.json)" out; }
expect without_a_folder_it_only_tells without_folder
at_work() {     # what another run is still writing is copied, and that run comes to its end
    rm -rf live && mkdir live
    "$flotilla" run scene.yaml --device scalar --out live --steps 100000000 --snapshot 100 --quiet & pid=$!
    begun live/snapshot-300.flo && run 0 run scene.yaml --device scalar --out live --resume live/snapshot-300.flo
    got=$?
    for file in $files; do cmp plain/$file live/$file || got=1; done
    kill $pid
    wait $pid
    ended=$?
    [ $got = 0 ] && [ $ended = 130 ] && [ "$(value interrupted live/summary.json)" = true ] &&
        head -n 200 live/bodies.csv | cmp - before_200.csv && ! ls live | grep part
}
head -n 200 plain/bodies.csv > before_200.csv
expect a_run_at_work_is_left_alone at_work
half_snapshots_go() {
    rm -rf swept && mkdir swept && : > swept/snapshot-5.flo.77-0.part && : > swept/snapshot-x.flo.77-0.part &&
        : > swept/play.html.5-0.part && : > swept/bodies.csv.5-1.part && : > swept/sea.pvd.5-0.part &&
        run 0 run scene.yaml --device scalar --steps 3 --out swept --snapshot 2 &&
        [ "$(ls swept/*.part | tr '\n' ' ')" = 'swept/bodies.csv.5-1.part swept/snapshot-x.flo.77-0.part ' ]
}
expect half_snapshots_go half_snapshots_go

# ---- what is refused -------------------------------------------------------------------------------------------------
at=first/snapshot-400.flo
expect other_mass refused 'mass of the hull of body 0 is 1000 there, and 1001 here' \
    run scene.yaml --device scalar --resume $at --set hulls.boat.mass=1001
expect other_sea refused 'of the sea of body 0' \
    run scene.yaml --device scalar --resume $at --set sea.spectrum.seed=2
expect other_count refused 'the number of bodies is 17 there, and 18 here' \
    run scene.yaml --device scalar --resume $at --set bodies.1.count=6
expect other_step refused 'time.step is 0.02 there, and 0.01 here' \
    run scene.yaml --device scalar --resume $at --set time.step=0.01
expect other_start refused 'time.start is 3 there, and 0 here' \
    run scene.yaml --device scalar --resume $at --set time.start=0
expect other_place refused 'bodies[1] begin otherwise' \
    run scene.yaml --device scalar --resume $at --set 'bodies.1.position=[0, 0, 0]'
expect other_schedule refused 'bodies[0] begin otherwise, or have other controls or pushes' \
    run scene.yaml --device scalar --resume $at --set 'bodies.0.controls=[[6, 1, 0.5], [12.5, 0.2, -1]]'
expect other_mode refused 'mode of body 15 is transform there, and kinematic here' \
    run scene.yaml --device scalar --resume $at --set bodies.3.mode=kinematic
expect other_integrator refused 'integrator is implicit there, and symplectic here' \
    run scene.yaml --device scalar --resume $at --set integrator=symplectic
expect other_sum refused 'summed auto there, and direct here' run scene.yaml --device scalar --resume $at --waves direct
expect too_few_steps refused 'of step 400, and the run has 399 steps in all' \
    run scene.yaml --device scalar --resume $at --steps 399
expect no_snapshot refused 'scene.yaml: it is no snapshot' run scene.yaml --device scalar --resume scene.yaml
: >empty.flo
expect empty refused 'empty.flo: it is empty' run scene.yaml --device scalar --resume empty.flo
head -c 3000 $at >cut.flo
expect cut_short refused 'cut.flo: it is cut short' run scene.yaml --device scalar --resume cut.flo
{ cat $at; echo; } >long.flo
expect too_long refused 'long.flo: it is too long' run scene.yaml --device scalar --resume long.flo
{ head -c 4000 $at; printf 'x'; tail -c +4002 $at; } >bad.flo
expect damaged refused 'bad.flo: it is damaged' run scene.yaml --device scalar --resume bad.flo
expect vtk_with_snapshots refused 'output.vtk' \
    run scene.yaml --device scalar --out made --snapshot 9 --set output.vtk=true
expect nothing_written test ! -e made

tally
