#!/bin/sh
# SPDX-License-Identifier: MIT
#
# flotilla run as a user meets it: files, signals, pictures, what is left behind.  usage: test_cli_run.sh FLOTILLA
. "$(dirname "$0")/cli.sh"

# ---- run -----------------------------------------------------------------------------------------------------------

columns='step,time,body,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz,fx,fy,fz,tx,ty,tz,submerged'

writes_files() {
    run 0 run boats.yaml --device scalar --out first && [ -s first/summary.json ] &&
        [ "$(ls -A first | tr '\n' ' ')" = 'bodies.csv summary.json ' ] &&
        [ "$(head -n 1 first/bodies.csv)" = "$columns" ] &&
        [ "$(cut -d, -f1 first/bodies.csv | uniq -c | tr -s ' \n' ' ')" = ' 1 step 9 0 9 20 9 40 9 50 ' ]
}
rows_are_whole() {
    awk -F, 'NF != 23 { bad = 1 } NR > 1 && !($23 >= 0 &&
        $23 <= 1) { bad = 1 } END { exit bad }' first/bodies.csv
}
summary_has() {
    for key in device bodies points waves steps seconds point_waves_per_second body_steps_per_second hs tp \
        largest_residual integrator waves_mode tolerance summation profile state_hash bad_bodies bad warnings; do
        grep -q "\"$key\": " first/summary.json || { echo "no $key"; return 1; }
    done
    [ "$(value bodies first/summary.json)" = 9 ] && [ "$(value points first/summary.json)" = 36 ] &&
        value state_hash first/summary.json | grep -qE '^[0-9a-f]{16}$'
}
heave_frequency() {  # sqrt(g bias / reference_depth) times dt: sqrt(9.81 * 1.5 / 0.5) * 0.02
    grep -A 8 '"heave"' first/summary.json | sed -n 's/.*"omega_h": \([0-9.]*\).*/\1/p' |
        awk '{ exit !($1 - 0.10849885 < 1e-6 && 0.10849885 - $1 < 1e-6) }'
}
hash_of() { run 0 run boats.yaml --out other "$@" && value state_hash other/summary.json; }
same_hash() {       # same_hash OPTION...: the run ends in the same bits
    [ "$(hash_of "$@")" = "$(value state_hash first/summary.json)" ]
}
same_rows() { run 0 run boats.yaml --device simd --out other && cmp first/bodies.csv other/bodies.csv; }
# waves summed directly: the same bits everywhere, and the summary says so
direct_waves() {
    hash=$(hash_of --waves direct --device scalar) && [ "$(hash_of --waves direct --device simd)" = "$hash" ] &&
        [ "$(value waves_mode other/summary.json)" = direct ] && [ "$(value tolerance other/summary.json)" = null ] &&
        grep -A 1 '"summation": {' other/summary.json | grep -q '"degree": 0'
}
# Hs/2500 unless said otherwise
tolerance_is_told() {
    run 0 run boats.yaml --out other && [ "$(value waves_mode other/summary.json)" = auto ] &&
        echo "$(value tolerance other/summary.json) $(value hs other/summary.json)" |
            awk '{ d = $1 - $2 / 2500; exit !(d * d < 1e-18) }' &&
        run 0 run boats.yaml --tolerance 0.25 --out other && [ "$(value tolerance other/summary.json)" = 0.25 ]
}
# the same bits, and 50 steps of two passes
profile_is_told() {
    [ "$(hash_of --profile --device simd)" = "$(value state_hash first/summary.json)" ] &&
        grep -q '^profile .*bodies .* launches' out && grep -A 3 '"name": "bodies"' other/summary.json >entry &&
        sed -n 's/.*"launches": \([0-9]*\).*/\1/p' entry | awk '{ exit !($1 >= 50) }' &&
        grep -q '"profile": null' first/summary.json
}
# A frame is one pass over the bodies, however many they are.
launches_for() {        # bodies
    run 0 run boats.yaml --set "bodies.0.count=$1" --steps 2 --set output.every=1 --profile --out other &&
        grep -A 3 '"name": "bodies"' other/summary.json | sed -n 's/.*"launches": \([0-9]*\).*/\1/p'
}
frames_are_one_pass() { few=$(launches_for 2) && [ "$few" -ge 5 ] && [ "$few" = "$(launches_for 9000)" ]; }
# timeout(1) sends its signal to the command and to its group.
ends_once_for_two_signals() {
    "$flotilla" run boats.yaml --steps 100000000 --quiet --out twice >out 2>err & pid=$!
    begun 'twice/bodies.csv.*.part' && sleep 0.3 && kill -TERM $pid && kill -TERM $pid 2>/dev/null
    wait $pid
    [ $? -eq 130 ] && grep -q '"interrupted": true' twice/summary.json && [ -s twice/bodies.csv ]
}
other_sea() { [ "$(hash_of --set sea.spectrum.seed=2)" != "$(value state_hash first/summary.json)" ]; }
writes_nothing() {
    mkdir empty && cd empty && run 0 run ../boats.yaml && [ "$(ls)" = "$(printf 'err\nout')" ] &&
        grep -q steps out
}
nothing_without_out() { (writes_nothing); }
quiet() { run 0 run boats.yaml --quiet && [ ! -s out ] && [ ! -s err ]; }
no_progress_into_pipe() { run 0 run boats.yaml && [ ! -s err ]; }
progress_json() {
    run 0 run boats.yaml --progress json && grep -qE '^\{"what": "steps", "done": 50, "total": 50, .*\}$' err
}
# whoever reads the progress and goes away ends nothing, be it before, amid or after the lines, and be there warnings
# behind them; whoever reads the standard output and goes away ends the command as ever
unread() {          # READER ARGUMENT...
    reader=$1
    shift
    rm -rf unread && { { "$flotilla" "$@" --progress json --out unread >out; echo $? >status; } 2>&1 >&3 | $reader; } \
        3>&1 >/dev/null && [ "$(cat status)" = 0 ] && grep -q '^steps ' out && [ -s unread/summary.json ] ||
        { echo "$reader, $*: status $(cat status)"; cat out; return 1; }
}
progress_unread() {
    for reader in true 'head -n 1' 'sed /"done".*50,/q'; do
        unread "$reader" run boats.yaml || return 1
        unread "$reader" run boats.yaml --set time.step=0.0001 --steps 20000 --device scalar || return 1
        unread "$reader" run boats.yaml --set 'sea.current=[1,0]' --set hulls.boat.drag.linear=1 || return 1
    done
}
experiment_unread() {
    { { "$flotilla" experiment 3 --device scalar --progress json >out; echo $? >status; } 2>&1 >&3 | true; } 3>&1 &&
        [ "$(cat status)" = 0 ] && grep -q ' 0 fail' out
}
output_unread() {
    { "$flotilla" experiment all --device scalar --progress json 2>err; echo $? >status; } | true
    [ "$(cat status)" = 141 ]
}
no_steps() { run 0 run boats.yaml --steps 0 --out none && [ "$(wc -l <none/bodies.csv)" -eq 10 ]; }
keeps_old() {       # a refused run leaves what was there
    cp first/bodies.csv before.csv
    refused abc run boats.yaml --out first --set abc=1 && cmp first/bodies.csv before.csv
}
below_a_file() { : >file; refused file/out run boats.yaml --out file/out; }
out_is_a_file() { : >file; refused file run boats.yaml --out file; }
no_parent() { refused missing/out run boats.yaml --out missing/out && [ ! -e missing ]; }
too_much_memory() {
    refused 'allows 16384 bytes' run boats.yaml --max-memory 16K --out huge && [ ! -e huge ] &&
        grep -qE '9 bodies need [1-9][0-9]{3,} bytes of memory' err &&
        refused memory run boats.yaml --set bodies.0.count=1000000000 --out huge && [ ! -e huge ]
}
two_at_once() {     # into one folder: each file is one run's, both are the same run's, and the last to end wins
    "$flotilla" run boats.yaml --steps 1000000000 --out shared >out 2>err &
    pid=$!
    begun 'shared/*.part' || return 1
    "$flotilla" run boats.yaml --device scalar --out shared >log2 2>&1 && cmp first/bodies.csv shared/bodies.csv &&
        kill -INT $pid && { wait $pid || true; } && grep -q '"interrupted": true' shared/summary.json && whole_of_one
}
many_at_once() {
    for i in 1 2 3 4 5 6 7 8; do "$flotilla" run boats.yaml --steps ${i}0 --out shared >/dev/null 2>&1 & done
    wait
    whole_of_one
}
whole_of_one() {
    [ "$(ls -A shared | tr '\n' ' ')" = 'bodies.csv summary.json ' ] &&
        awk -F, 'NF != 23 { bad = 1 } END { exit bad }' shared/bodies.csv &&
        [ "$(tail -n 1 shared/bodies.csv | cut -d, -f1)" = "$(value steps shared/summary.json)" ]
}
leaves_no_part() {  # where a run fails on the way: a folder has the name, then a body's state is refused
    mkdir -p parts/bodies.csv && refused parts/bodies.csv run boats.yaml --out parts &&
        [ "$(ls -A parts)" = bodies.csv ] && rmdir parts/bodies.csv && : >parts/notes.txt &&
        refused 'boats.yaml: bodies: ' run boats.yaml --out parts \
        --set 'bodies.0.angular_velocity=[4e5, 0, 0]' --set 'hulls.boat.center_of_mass=[0, 1, 0]' &&
        [ "$(ls -A parts)" = notes.txt ]
}
# a folder that has the name of a result is found before the first step, and what an older run left there stays
name_is_a_folder() {        # NAME OPTION...
    name=$1
    shift
    rm -rf had && run 0 run boats.yaml --device scalar --quiet --out had --steps 1 && rm -f "had/$name" &&
        mkdir "had/$name" && sum=$(cd had && cat $(ls -p | grep -v /) | cksum) &&
        refused "cannot write had/$name: Is a directory" run boats.yaml --out had --steps 3000000 "$@" &&
        [ "$(cd had && cat $(ls -Ap | grep -v /) | cksum)" = "$sum" ] || { echo "$name $*"; return 1; }
}
names_are_folders() {
    many='--set output.every=1000'
    name_is_a_folder summary.json && name_is_a_folder bodies.csv &&
        name_is_a_folder bodies.npy --set output.npy=true && name_is_a_folder play.html --set output.page=true &&
        name_is_a_folder bodies.pvd --set output.vtk=true && name_is_a_folder sea.png --set output.plot=true &&
        name_is_a_folder motion.png --set output.plot=true &&
        name_is_a_folder bodies-000007.vtp --set output.vtk=true $many &&
        name_is_a_folder sea-002999.vtu --set output.vtk=vtu $many || return 1
    rm -rf had && mkdir -p had/bodies.npy had/sea.png had/bodies-000003.vtu had/bodies-000012.vtp &&
        run 0 run boats.yaml --out had --quiet --steps 4 --set output.every=1 --set output.vtk=true &&
        [ -s had/bodies-000004.vtp ] && [ -d had/bodies-000012.vtp ]
}
names_taken() {     # NAME MAKE OPTION...: all that this process could make of it, NAME.PROCESS-NUMBER.part, are there
    whose=$1 make=$2    # as what it is not: that is not taken for what a killed run left
    shift 2
    rm -rf taken && mkdir taken && sh -c '
        (cd taken && seq -f "$0.$$-%.0f.part" 0 999 | xargs "$1") || exit 1
        shift
        exec "$@"' "$whose" "$make" "$flotilla" run boats.yaml --device simd --quiet --out taken "$@" >out 2>err
    got=$?
    [ $got -eq 2 ] && [ "$(wc -l <err)" -eq 1 ] && grep -q "cannot write taken/$whose: all 1000 temporary names" err &&
        grep -q 'left in the folder taken$' err && [ "$(ls taken | wc -l)" -ge 1000 ] || { cat err; return 1; }
}
no_name_is_left() {
    names_taken summary.json mkdir && names_taken series touch --set output.vtk=true &&
        names_taken snapshot-2.flo mkdir --snapshot 2
}
waits_for_the_folder() {    # who gives files their names waits until nobody else does, and no signal shortens that
    mkdir held || return 1
    flock held sh -c ': >holding; while [ ! -e released ]; do sleep 0.05; done' &
    holder=$!
    for attempt in $(seq 200); do [ ! -e holding ] || break; sleep 0.05; done
    "$flotilla" run boats.yaml --out held >out 2>err &
    pid=$!
    begun 'held/summary.json.*.part' || { : >released; wait $holder; return 1; }
    sleep 0.3
    kill -INT $pid
    sleep 0.3
    early=$(ls held | grep -v part)
    : >released
    wait $holder $pid
    [ -z "$early" ] && [ "$(ls -A held | tr '\n' ' ')" = 'bodies.csv summary.json ' ] ||
        { echo "early: $early"; return 1; }
}
# A run within flock(1) of its own folder waits for itself: it gives up, and nothing is lost.  Here it does not sleep.
cat >awake.c <<'END'
#include <time.h>

int nanosleep(const struct timespec *pause, struct timespec *left) { return (void)pause, (void)left, 0; }
END
gives_up() {        # with an older run's files, which stay
    mkdir own && run 0 run boats.yaml --out own --steps 1 && cp own/bodies.csv older.csv || return 1
    ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}verify_asan_link_order=0 LD_PRELOAD=$work/awake.so \
        timeout -s KILL 60 flock own "$flotilla" run boats.yaml --device scalar --out own --set output.vtk=true \
        >out 2>err
    [ $? -eq 2 ] && [ ! -s out ] && [ "$(wc -l <err)" -eq 1 ] && [ ! -e own/bodies-000002.vtp ] &&
        grep -q '^flotilla: cannot write to own: another process has had the folder locked for 60 s; the results' err &&
        cmp older.csv own/bodies.csv && run 0 run boats.yaml --out own --steps 1 && cmp older.csv own/bodies.csv &&
        cmp first/bodies.csv own/bodies.csv.*.kept && [ "$(value steps own/summary.json.*.kept)" = 50 ] &&
        [ -s own/series.*.kept/bodies-000002.vtp ] && ! ls own | grep part ||
        { cat err; ls -A own; return 1; }
}
ends_while_it_waits() { # by the second signal
    mkdir locked || return 1
    flock locked "$flotilla" run boats.yaml --out locked >out 2>err & pid=$!
    begun 'locked/summary.json.*.part' || return 1
    run=$(ls locked | sed -n 's/^summary.json.\([0-9]*\)-.*/\1/p')
    sleep 0.3
    kill -INT "$run"
    sleep 1.2
    kill -0 "$run" && kill -INT "$run" && wait $pid
    [ $? -ne 0 ] && ! kill -0 "$run" 2>/dev/null && [ ! -e locked/summary.json ]
}
removes_stale() {   # what an older run left would pass for this one's
    mkdir -p stale/motion.png && : >stale/bodies.csv && : >stale/sea.png && : >stale/notes.csv &&
        run 0 run boats.yaml --set output.csv=false --out stale &&
        [ "$(ls -A stale | tr '\n' ' ')" = 'motion.png notes.csv summary.json ' ] &&
        run 0 run boats.yaml --out stale && : >stale/sea.png && refused abc run boats.yaml --out stale --set abc=1 &&
        [ -e stale/sea.png ] && [ -s stale/bodies.csv ]
}
current_over_ground() {     # said where a current does not carry a boat, and only there
    run 0 run boats.yaml --set 'sea.current=[1,0]' --set hulls.boat.drag.linear=1 --out other &&
        grep -q 'hull boat: its drag is over the ground' err && grep -q 'over the ground' other/summary.json &&
        run 0 run boats.yaml --set hulls.boat.drag.linear=1 && [ ! -s err ] &&
        run 0 run boats.yaml --set 'sea.current=[1,0]' --set 'hulls.boat.drag={linear: 1, relative: true}' &&
        [ ! -s err ] && run 0 run boats.yaml --set 'sea.current=[1,0]' && [ ! -s err ]
}
record_directions() {
    cp "$examples/41010w2019.txt" bare.txt && echo 'sea: {record: {file: bare.txt}}' >bare.yaml &&
        run 0 run bare.yaml --steps 0 --out bare && grep -q 'warning: .*heading and spreading' err &&
        grep -q 'heading and spreading' bare/summary.json && run 0 sea bare.yaml &&
        grep -q 'warning: .*heading and spreading' err && run 0 sea bare.txt &&
        grep -q 'warning: .*heading and spreading' err && run 0 sea "$examples/41010w2019.txt" && [ ! -s err ]
}
without_csv() { run 0 run boats.yaml --set output.csv=false --out plain && [ "$(ls -A plain)" = summary.json ]; }
beyond_the_limit() {
    run 0 run boats.yaml --steps 1 --set hulls.boat.buoyancy.reference_depth=0.001 --set integrator=symplectic \
        --out stiff && grep -q 'heave has omega\*dt = 2.43, beyond the limit 1.98 of the symplectic step' err &&
        grep -q 'reference_depth of 0.00589 m' err && grep -q '"warning": "hull boat: heave' stiff/summary.json
}
without_a_limit() {
    run 0 run boats.yaml --steps 1 --set hulls.boat.buoyancy.reference_depth=0.001 --out stiff &&
        grep -q 'heave has omega\*dt = 2.43: above 1 the implicit step damps the motion' err &&
        grep -q '"warning": "hull boat: heave' stiff/summary.json && grep -q '"limit": null' stiff/summary.json &&
        [ "$(value integrator stiff/summary.json)" = implicit ] &&
        run 0 run boats.yaml --out stiff && grep -q '"warning": null' stiff/summary.json
}
ends_on_signal() {
    "$flotilla" run boats.yaml --steps 1000000000 --out ended >out 2>err &
    pid=$!
    begun 'ended/*.part' || return 1
    kill -"$1" $pid
    wait $pid
    [ $? -eq 130 ] && grep -q '"interrupted": true' ended/summary.json && [ "$(wc -l <ended/bodies.csv)" -gt 10 ] &&
        [ "$(ls -A ended | tr '\n' ' ')" = 'bodies.csv summary.json ' ] &&
        [ "$(tail -n 1 ended/bodies.csv | cut -d, -f1)" = "$(value steps ended/summary.json)" ]
}

# bodies that are flung out are told, all of them, and by their numbers among all
tells_the_bad() {
    cat >flung.yaml <<'END'
sea: {waves: [{amplitude: 0.5, period: 6}]}
time: {step: 0.02, steps: 40}
hulls:
  crate: {mass: 500, box: {size: [1, 1, 1], grid: [2, 2, 2]}, buoyancy: {law: archimedes}}
  rocket: {mass: 1, inertia: [1, 1, 1], points: [[0, 0, 0]], buoyancy: {law: proportional, reference_depth: 0.5},
           thrust: {power: 1.0e+9, position: [0, 0, 0]}}
bodies:
  - {hull: crate, count: 3}
  - {hull: rocket, count: 2, throttle: 1, position: [50, -1, 0]}
  - {hull: crate, count: 2, position: [0, 0, 90]}
  - {hull: rocket, count: 1, throttle: 1, position: [90, -1, 0]}
END
    run 1 run flung.yaml --out flung && grep -q "3 bodies were stopped; the first is body 3" err &&
        [ "$(value bad_bodies flung/summary.json)" = 3 ] && [ "$(listed bad flung/summary.json)" = "3 4 7" ] &&
        [ -z "$(listed bad first/summary.json)" ]
}
expect run_writes writes_files
expect run_tells_the_bad tells_the_bad
expect run_rows rows_are_whole
expect run_summary summary_has
expect run_heave_frequency heave_frequency
expect run_hash_simd same_hash --device simd
expect run_hash_threads same_hash --device scalar --threads 3
expect run_hash_auto same_hash --device auto --waves auto
expect run_hash_every_step same_hash --set output.every=1 --device simd
expect run_direct_waves direct_waves
expect run_tolerance tolerance_is_told
expect run_profile profile_is_told
expect run_frames_are_one_pass frames_are_one_pass
expect run_ends_once_for_two_signals ends_once_for_two_signals
expect run_rows_simd same_rows
expect run_other_sea other_sea
expect run_without_out nothing_without_out
expect run_quiet quiet
expect run_no_progress_into_pipe no_progress_into_pipe
expect run_progress_json progress_json
expect run_progress_unread progress_unread
expect experiment_progress_unread experiment_unread
expect run_output_unread output_unread
expect run_no_steps no_steps
expect run_keeps_old keeps_old
expect run_below_a_file below_a_file
expect run_out_is_a_file out_is_a_file
expect run_no_parent no_parent
expect run_memory too_much_memory
expect run_two_at_once two_at_once
expect run_many_at_once many_at_once
expect run_leaves_no_part leaves_no_part
expect run_has_no_name_left no_name_is_left
expect run_names_are_folders names_are_folders
if command -v flock >/dev/null; then
    expect run_waits_for_the_folder waits_for_the_folder
    expect run_ends_while_it_waits ends_while_it_waits
    if ${CC:-cc} -shared -fPIC -o awake.so awake.c 2>/dev/null; then
        expect run_gives_up_waiting gives_up
    else
        skip "run_gives_up_waiting: there is no compiler"
    fi
else
    skip "run_waits_for_the_folder: there is no flock (Debian: util-linux)"
fi
expect run_removes_stale removes_stale
expect run_record_directions record_directions
expect run_current_over_ground current_over_ground
expect run_without_csv without_csv
expect run_beyond_the_limit beyond_the_limit
expect run_without_a_limit without_a_limit
expect run_interrupted ends_on_signal INT
expect run_terminated ends_on_signal TERM

# ---- what killed runs left -----------------------------------------------------------------------------------------

# Where there is no snapshot nobody goes on with rows: a run that is killed over and over leaves no more than one does.
dies() {            # FOLDER FILE OPTION...: is killed as soon as there is something in that file
    begun_in=$1 wait_for=$2
    shift 2
    "$flotilla" run boats.yaml --device scalar --out "$begun_in" --steps 100000000 --set output.every=1 --quiet "$@" &
    pid=$!
    begun "$begun_in/$wait_for" || return 1
    kill -9 $pid
    wait $pid
    [ $? -eq 137 ]
}
parts_of() { ls -A "$1" | grep -c 'part$'; }
rows_are_swept() {  # with snapshots to come and without
    for more in '--snapshot 100000000' ''; do
        rm -rf left
        for i in 1 2 3; do
            dies left 'bodies.csv.*.part' --set output.npy=true $more && [ "$(parts_of left)" -eq 2 ] || return 1
        done
        run 0 run boats.yaml --device scalar --out left && [ "$(ls -A left | xargs)" = 'bodies.csv summary.json' ] ||
            return 1
    done
}
rows_stay() {       # where there is a snapshot, whoever begins in the folder
    rm -rf left && dies left 'snapshot-*0.flo' --snapshot 10 && cp left/bodies.csv.*.part before &&
        run 0 run boats.yaml --device scalar --out left && cmp before left/bodies.csv.*.part || return 1
}
rows_at_work() {    # what is locked is at work
    rm -rf left
    "$flotilla" run boats.yaml --device scalar --out left --steps 100000000 --set output.every=1 --quiet & pid=$!
    begun 'left/bodies.csv.*.part' && run 0 run boats.yaml --device scalar --out left && kill -0 $pid &&
        [ "$(parts_of left)" -eq 1 ] && kill -INT $pid || return 1
    wait $pid
    [ $? -eq 130 ] && [ "$(ls -A left | xargs)" = 'bodies.csv summary.json' ] &&
        [ "$(wc -l <left/bodies.csv)" -gt 100 ]
}
series_are_swept() {
    rm -rf left
    for i in 1 2 3; do
        dies left 'series.*.part/bodies-000002.vtp' --set output.vtk=vtp --set output.csv=false &&
            [ "$(ls -Ad left/series.* | wc -l)" -eq 1 ] || return 1
    done
    run 0 run boats.yaml --device scalar --out left && [ "$(ls -A left | xargs)" = 'bodies.csv summary.json' ]
}
series_at_work() {
    rm -rf left
    "$flotilla" run boats.yaml --device scalar --out left --steps 100000000 --set output.every=100 --quiet \
        --set output.vtk=vtp --set output.csv=false & pid=$!
    begun 'left/series.*.part/bodies-000002.vtp' && run 0 run boats.yaml --device scalar --out left &&
        [ -s left/series.*.part/bodies-000001.vtp ] && kill -INT $pid || return 1
    wait $pid
    [ $? -eq 130 ] && [ -s left/bodies-000002.vtp ] && [ "$(parts_of left)" -eq 0 ]
}
expect left_rows_are_swept rows_are_swept
expect left_rows_stay_with_a_snapshot rows_stay
expect rows_at_work_stay rows_at_work
expect left_series_are_swept series_are_swept
expect series_at_work_stay series_at_work

# ---- pictures ------------------------------------------------------------------------------------------------------

is_png() { [ "$(head -c 4 "$1" | tail -c 3)" = PNG ]; }
draws() {
    run 0 run boats.yaml --set output.plot=true --out "it's \`a\` picture" && is_png "it's \`a\` picture/sea.png" &&
        is_png "it's \`a\` picture/motion.png"
}
draws_nothing() {   # without gnuplot a warning is enough
    mkdir -p bin && ln -sf "$(command -v sh)" bin/sh
    (PATH=$work/bin && export PATH && run 0 run boats.yaml --set output.plot=true --out plotless) &&
        [ ! -e plotless/sea.png ] && [ -s plotless/summary.json ] && grep -q 'warning: .*gnuplot' err
}
# A gnuplot that neither reads nor ends: a signal ends it, and the run is told of as far as it came.
hangs() {           # hangs STEPS SIGNALS
    mkdir -p hang && rm -f drawing &&
        printf '#!/bin/sh\necho $$ >"%s/drawing"\nexec sleep 600\n' "$work" >hang/gnuplot && chmod +x hang/gnuplot
    PATH=$work/hang:$PATH "$flotilla" run boats.yaml --steps "$1" --set output.plot=true --out hung >out 2>err &
    pid=$!
    [ "$2" -eq 1 ] || { begun 'hung/*.part' && kill -INT $pid; }
    begun drawing && kill -TERM $pid
    wait $pid
    [ $? -eq 130 ] && ! kill -0 "$(cat drawing)" 2>/dev/null && grep -q 'warning: no sea.png: interrupted' err &&
        [ "$(ls -A hung | tr '\n' ' ')" = 'bodies.csv summary.json ' ]
}
draws_empty() {     # nor is a picture of no bytes one
    mkdir -p lazy && printf '#!/bin/sh\ncat >/dev/null\n' >lazy/gnuplot && chmod +x lazy/gnuplot
    (PATH=$work/lazy:$PATH && export PATH && run 0 run boats.yaml --set output.plot=true --out idle) &&
        grep -q 'no sea.png: ' err && [ "$(ls -A idle | tr '\n' ' ')" = 'bodies.csv summary.json ' ]
}
expect run_hanging_gnuplot hangs 50 1
expect run_hanging_gnuplot_late hangs 1000000000 2
expect run_lazy_gnuplot draws_empty
if command -v gnuplot >/dev/null; then
    expect run_plots draws
else
    skip "run_plots: gnuplot is not installed"
fi
expect run_without_gnuplot draws_nothing

tally
