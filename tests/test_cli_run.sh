#!/bin/sh
# SPDX-License-Identifier: MIT
#
# flotilla run as a user meets it: files, advice, schedules, signals.  usage: test_cli_run.sh FLOTILLA
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

# ---- advice --------------------------------------------------------------------------------------------------------

cat >driven.yaml <<END
# a boat about which there is nothing to say
time: {step: 0.02, steps: 1}
sea: {spectrum: {type: jonswap, hs: 1.5, tp: 6, components: 16}}
hulls:
$driving_boat
    volume: 2
bodies:
  - {hull: boat, throttle: 1}
END
silent() { run 0 run driven.yaml --steps 1 "$@" && [ ! -s err ]; }
# advised WORDS OPTION...: one warning, about the boat, with the words; the summary has it, too
advised() {
    words=$1
    shift
    run 0 run driven.yaml --steps 1 --out advice "$@" && [ "$(wc -l <err)" -eq 1 ] &&
        grep -q '^flotilla: warning: hull boat: ' err && grep -qF -- "$words" err &&
        sed -n '/"advice": \[/,/\]/p' advice/summary.json | grep -qF -- "$words" &&
        [ "$(run 0 run driven.yaml --steps 1 --quiet "$@"; cat out err)" = "" ]
}
says() {            # says WORDS OPTION...: the summary for people has the words
    words=$1
    shift
    run 0 run driven.yaml --steps 1 "$@" && grep -qF -- "$words" out || { cat out; return 1; }
}
top_speed() {       # 4 m/s^2 = v + 0.05 v^2
    run 0 run driven.yaml --out advice && sed -n 's/.*"top_speed": \([0-9.]*\).*/\1/p' advice/summary.json |
        awk '{ d = $1 + 0.05 * $1 * $1 - 4; exit !(NR == 1 && d < 1e-9 && d > -1e-9) }'
}
boat=hulls.boat
expect advice_none silent
expect advice_neutral advised 'submerged, it is neutral' --set $boat.buoyancy.bias=1
expect advice_sinks advised 'its lift is 0.95 times its weight' --set $boat.buoyancy.bias=0.95
expect advice_sinks_saturated advised 'comes near to 1 times its weight' --set $boat.buoyancy.bias=1 \
    --set $boat.buoyancy.curve=saturate
expect advice_sinks_dense advised 'its lift is 0.615 times its weight; make it lighter' \
    --set $boat.buoyancy.law=archimedes --set $boat.volume=0.6
expect advice_sinks_weightless advised 'its lift is 0 times its weight' --set $boat.buoyancy.bias=0 \
    --set $boat.buoyancy.curve=none
expect advice_neutral_unclamped silent --set $boat.buoyancy.bias=1 --set $boat.buoyancy.curve=none
expect advice_floaty_heave advised 'heave has a damping ratio of 0; a damping.vertical of 1.8 1/s' \
    --set $boat.damping.vertical=0 --set "$boat.drag={local: [10, 0, 1]}"
expect advice_floaty_drag silent --set $boat.damping.vertical=0
expect advice_floaty_roll advised 'pitch has a damping ratio of 0.0077; a damping.angular of 3.9 1/s' \
    --set $boat.damping.angular=0.15 --set "$boat.steering={base: 0}"
expect advice_twitchy advised 'pitch is 6.44 times as fast as heave, as inertia[0] is low; an inertia_scale of 10' \
    --set "$boat.inertia=[100, 250, 300]" --set $boat.damping.angular=3
expect advice_twitchy_turn advised 'at full rudder it turns by 10 rad/s; take a damping.angular of 10 1/s' \
    --set "$boat.steering={base: 11000}" --set "$boat.drag={quadratic: 0.05, local: [30, 3, 1]}"
expect advice_turns_for_ever advised 'damping.angular is 0; 2.3 1/s keep it to 1 rad/s' --set $boat.damping.angular=0 \
    --set $boat.damping.of=points
expect advice_slides advised 'it slides, going 82 degrees off its bow; a drag.local[0] (sideways) of' \
    --set "$boat.drag.local=[0, 3, 1]"
expect advice_no_grip advised 'at rest 0 % of the thrust reach the water; the waterline is at 0.476 m' \
    --set "$boat.thrust.position=[0, 0.5, -2]"
expect advice_weak advised 'they push it back with 0.0354 m/s^2 in the mean, its thrust gives 0.02' \
    --set $boat.thrust.power=20 --set $boat.push.strength=2
expect advice_slow advised 'their water moves with up to 0.805 m/s, its top speed is 0.4' \
    --set $boat.thrust.power=408 --set $boat.drag.relative=true
expect advice_entry advised 'entry_exponent is 0.25: below 0.5' \
    --set "$boat.added_mass={coefficient: [0, 0.5, 0], entry_exponent: 0.25}"
expect advice_entry_symplectic silent --set integrator=symplectic \
    --set "$boat.added_mass={coefficient: [0, 0.5, 0], entry_exponent: 0.25}"
expect advice_unused_hull silent --set "hulls.twin={mass: 1, inertia: [1, 1, 1], points: [[0, 0, 0]], buoyancy: {law: \
    proportional, reference_depth: 1e-5}}"
expect advice_followers silent --set bodies.0.mode=transform --set $boat.buoyancy.bias=1
expect advice_top_speed top_speed
expect advice_people_speed says 'top speed 3.42 m/s'
expect advice_people_speed_unlimited says 'no limit to its speed' --set "$boat.drag={linear: 0}"
expect advice_people_periods says 'heave 1.38 s (damping 0.66, omega*dt 0.091), roll 0.709 s (damping 0.056,'
expect advice_people_limit says 'heave 1.38 s (damping 0.66, omega*dt 0.091 of 1.4' --set integrator=symplectic
expect advice_people_added_mass says 'heave 1.7 s' --set "$boat.added_mass={coefficient: [0, 0.5125, 0]}" \
    --set $boat.volume=1

# ---- controls and pushes over time ---------------------------------------------------------------------------------

cat >thrown.yaml <<'END'
# a ball far above the water, which nothing but its weight holds
time: {step: 0.05, steps: 40}
hulls:
  ball:
    mass: 5
    inertia: [1, 1, 1]
    points: [[0, 0, 0]]
    buoyancy: {law: proportional, reference_depth: 1, bias: 2}
    damping: {vertical: 2, angular: 1, scale_by_submerged: true}
bodies:
  - hull: ball
    count: 3
    position: [0, 1000, 0]
    pushes: [[0.3, 0.5, [10, 0, 0], [0, 0, 0]], [0.6, 1, [10, 0, 5], [0, 0, 0]]]
  - {hull: ball, position: [99, 1000, 0], pushes: [[1, 0.1, [0, 0, 10], [0, 0.5, 0]]]}
output: {every: 1}
END
# column NAME STEP BODY FILE
column() { awk -F, -v name="$1" -v step="$2" -v body="$3" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i }
    $1 == step && $3 == body { print $at }' "$4"; }
is_near() {
    awk -v a="$1" -v b="$2" 'BEGIN { exit !(a - b < 1e-5 && b - a < 1e-5) }' || { echo "$1 is not $2"; return 1; }
}
pushed() {          # from step 6 on 10 N, from 12 on 20 N, from 16 on 10 N, until 32
    run 0 run thrown.yaml --device scalar --out thrown && file=thrown/bodies.csv &&
        for body in 0 2; do
            is_near "$(column vx 6 $body $file)" 0 && is_near "$(column vx 7 $body $file)" 0.1 &&
                is_near "$(column vx 12 $body $file)" 0.6 && is_near "$(column vx 13 $body $file)" 0.8 &&
                is_near "$(column vx 16 $body $file)" 1.4 && is_near "$(column vx 32 $body $file)" 3 &&
                is_near "$(column vx 40 $body $file)" 3 && is_near "$(column vz 40 $body $file)" 1 &&
                is_near "$(column wx 40 $body $file)" 0 && is_near "$(column fx 5 $body $file)" 0 &&
                is_near "$(column fx 6 $body $file)" 10 && is_near "$(column fx 31 $body $file)" 10 &&
                is_near "$(column fx 32 $body $file)" 0 || return 1
        done &&
        is_near "$(column vx 40 3 $file)" 0 && is_near "$(column vz 40 3 $file)" 0.2 &&
        is_near "$(column tx 20 3 $file)" 5 && is_near "$(column tx 22 3 $file)" 0
}
pushed_in_blocks() {    # how steps are cut into blocks changes nothing
    hash=$(value state_hash thrown/summary.json)
    for every in 7 1000; do
        run 0 run thrown.yaml --device simd --set output.every=$every --out other &&
            [ "$(value state_hash other/summary.json)" = "$hash" ] || return 1
    done
}
steered() { run 0 run driven.yaml --steps 50 --set bodies.0.steer=0.5 --out other "$@"; }
controlled() {      # a schedule that says what the keys say changes nothing, and one that says something else does
    steered && hash=$(value state_hash other/summary.json)
    for rows in '[[0, 1, 0.5]]' '[[-3, 0, 0], [0, 1, 0.5], [0.3, 1, 0.5]]' '[[1, 0, 0]]'; do
        steered --set "bodies.0.controls=$rows" && [ "$(value state_hash other/summary.json)" = "$hash" ] || return 1
    done
    steered --set 'bodies.0.controls=[[0.98, 0, 0]]' && [ "$(value state_hash other/summary.json)" != "$hash" ]
}
missed() {
    run 0 run thrown.yaml --set 'bodies.1.pushes=[[0.31, 0.01, [1, 0, 0], [0, 0, 0]]]' &&
        grep -q 'warning: bodies\[1\].pushes\[0\] has no effect: no step begins within its 0.01 s' err
}
expect schedule_pushes pushed
expect schedule_blocks pushed_in_blocks
expect schedule_controls controlled
expect schedule_missed missed

# ---- fast bodies ---------------------------------------------------------------------------------------------------

# What the library would refuse of a body is told with line and key; what it takes, a scene may say.
fast() { sed "s/count: 9, spacing: 15/mode: $1, velocity: $2/" boats.yaml >fast.yaml; }
too_fast() { fast "$1" "$2" && refused "fast.yaml:13: bodies[0].velocity: $2 is not allowed: $3" run fast.yaml; }
fast_enough() { fast "$1" "$2" && run 0 run fast.yaml --device scalar --steps 1; }
for mode in kinematic hybrid; do
    expect "${mode}_too_fast" too_fast $mode '[4999.5, 0, 0]' 'along x and z it is 4999.5 in all'
    expect "${mode}_too_fast_back" too_fast $mode '[0, 0, -4999.01]' 'along x and z it is 4999.0'
    expect "${mode}_too_fast_askew" too_fast $mode '[3535, 0, 3535]' 'along x and z it is 4999.24'
    expect "${mode}_fast_enough" fast_enough $mode '[-4999, 0, 0]'
    expect "${mode}_fast_enough_askew" fast_enough $mode '[3534, 0, -3534]'
done
expect dynamic_too_fast too_fast dynamic '[4999.9999, 0, 0]' 'its length is 5000; it must be below 5000'
expect dynamic_fast_enough fast_enough dynamic '[4999.5, 0, 0]'
expect hybrid_fast_upwards fast_enough hybrid '[0, 4999.5, 0]'

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
