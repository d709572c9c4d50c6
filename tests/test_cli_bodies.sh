#!/bin/sh
# SPDX-License-Identifier: MIT
#
# What flotilla run says of bodies, and what it tells them while they go: advice, controls and pushes, speeds.
# usage: test_cli_bodies.sh FLOTILLA
. "$(dirname "$0")/cli.sh"

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

cat >rocking.yaml <<'END'
# a box, a little out of its rest, with nothing that damps
time: {step: 0.016666666666666667, steps: 1800}
hulls: {barge: {mass: 41000, box: {size: [4, 2, 10], grid: [2, 1, 4]}, buoyancy: {law: archimedes}}}
bodies: [{hull: barge, position: [0, 0, 0], attitude: [0, 0]}]
output: {every: 1}
END
# as_it_goes MOTION COLUMN OPTION...: the period in the summary is that of the rows, from one upward zero to another;
# within 0.5 percent, for a tilt of 0.2 degrees makes cells taller, by 0.0035 of their width, and so softer
as_it_goes() {
    motion=$1 column=$2
    shift 2
    run 0 run rocking.yaml --quiet --out rocking "$@" &&
        told=$(sed -n '/"'$motion'": {/,/}/s/.*"period": \([0-9.]*\).*/\1/p' rocking/summary.json) &&
        real=$(mean_period "$column" rocking/bodies.csv) &&
        awk -v told="$told" -v real="$real" 'BEGIN {
            print told " s told, " real " s seen"
            exit !(real > 0 && told < real * 1.005 && told > real * 0.995) }'
}
for grid in 2,1,4 4,2,8 4,3,8 8,4,20 8,5,20; do
    cells=hulls.barge.box.grid=[$grid]
    expect "period_heave_of_$grid" as_it_goes heave y --set $cells --set bodies.0.position.1=0.004
    expect "period_roll_of_$grid" as_it_goes roll qz --set $cells --set bodies.0.attitude.1=0.2
    expect "period_pitch_of_$grid" as_it_goes pitch qx --set $cells --set bodies.0.attitude.0=0.2
done
# a box that only its cells hold up; were its lift where its water is, it would turn over
expect period_roll_of_a_tall_box as_it_goes roll qz --set hulls.barge.mass=1998.75 \
    --set 'hulls.barge.box={size: [1.3, 1, 3], grid: [2, 1, 4]}' --set bodies.0.attitude.1=0.2

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

tally
