#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Holds the tables in docs/hulls.md to closed forms and to runs of its scenes, row by row; but for what a body costs.
# Usage: tests/hulls_page.sh BUILD
build=${1:-build}
cd "$(dirname "$0")/.." || exit 1
. tests/tally.sh
flotilla=$(cd "$build" && pwd)/flotilla
page=$(pwd)/docs/hulls.md
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1

# The scenes, in their order.
awk '/^```yaml$/ { file = ++count ".yaml"; next } /^```/ { file = "" } file { print > file }' "$page"

# The box of the barge as a mesh.
cat > barge.obj <<'END'
v -2 -1 -5
v 2 -1 -5
v 2 1 -5
v -2 1 -5
v -2 -1 5
v 2 -1 5
v 2 1 5
v -2 1 5
f 4 3 2 1
f 5 6 7 8
f 1 2 6 5
f 3 4 8 7
f 2 3 7 6
f 4 1 5 8
END

# row SECTION START: what stands in the columns of the first row of a section's table that starts so.
row() {
    awk -F '|' -v section="## $1" -v start="$2" '
        /^## / { inside = $0 == section }
        { own = $2; gsub(/[`*]/, "", own) }
        inside && index(own, start) == 2 { gsub(/[*,]/, ""); for (i = 3; i < NF; i++) print $i; exit }' "$page" |
        tr -d ' '
}

# agrees WHAT SEEN PAGE: they are the same, to the last digit of the page.
agrees() {
    awk -v seen="$2" -v page="$3" 'BEGIN {
        decimals = index(page, ".") ? length(page) - index(page, ".") : 0
        exit seen == "" || page == "" || sprintf("%." decimals "f", seen) + 0 != page + 0 }' ||
        { echo "$1: $2, and the page has $3"; return 1; }
}

# calc EXPRESSION: of awk, with pi and the pages' gravity.
calc() { awk "BEGIN { pi = atan2(0, -1); g = 9.81; printf \"%.17g\", $1 }"; }

# afloat SCENE Y PITCH ROLL STEPS OPTION...
afloat() {
    position=[0,$2,0] attitude=[$3,$4]
    set -- "$@" --set "bodies[0].position=$position" --set "bodies[0].attitude=$attitude" --steps "$5"
    run=$1
    shift 5
    "$flotilla" run "$run" --quiet --device simd --out out --set output.plot=false "$@" >out.log 2>&1 ||
        { cat out.log; return 1; }
}

# swing COLUMN: its first whole one, from the first time that a velocity changes its sign to the third.
swing() {
    awk -F, -v name="$1" '
        NR == 1 { for (i = 1; $i != name;) i++; next }
        v * $i < 0 { at[++n] = t - v * ($2 - t) / ($i - v) }
        { t = $2; v = $i }
        n == 3 { printf "%.9f", at[3] - at[1]; exit }' out/bodies.csv
}

# rest SCENE Y OPTION...: how high its origin comes to rest, damped.
rest() {
    scene=$1 start=$2
    shift 2
    afloat "$scene" "$start" 0 0 2000 "$@" && awk -F, 'END { print $5 }' out/bodies.csv
}

# swings COLUMN PERIOD AFLOAT...
swings() {
    column=$1 period=$2
    shift 2
    afloat "$@" && agrees "$column, s" "$(swing "$column")" "$period"
}

# ---- the barge: from half a centimetre below its rest, heeled by two degrees, its bow down by one --------------------

still='hulls.barge.damping={vertical: 5, angular: 5}'
barge() {       # scene, row
    scene=$1
    set -- $(row "Points, cells or panels" "$2")
    [ $# = 4 ] || { echo "the page has no such row"; return 1; }
    agrees draft "$(calc "1 - $(rest "$scene" 0.1 --set "$still")")" "$1" &&
        swings vy "$2" "$scene" -0.005 0 0 4000 && swings wz "$3" "$scene" 0 0 2 4000 &&
        swings wx "$4" "$scene" 0 1 0 4000
}

# The page's barge with another shape.
shaped() {      # file, box or points or mesh, what holds it up
    sed "s/^    box:.*/    $2/; s/^    buoyancy:.*/    buoyancy: {$3}/" 1.yaml > "$1"
}
corners() { shaped "$1" "points: [[-$2, -1, -$3], [$2, -1, -$3], [-$2, -1, $3], [$2, -1, $3]]" \
                   'law: proportional, reference_depth: 2, bias: 2'; }
corners corners.yaml 2 5
corners waterplane.yaml 1.1547005 2.8867513
corners metacentre.yaml 1.3540064 2.9720926
shaped panels.yaml 'mesh: {file: barge.obj, method: panels}' 'law: archimedes'
test_that "a barge of points at its corners" barge corners.yaml '4 points at the corners'
test_that "a barge of points at its waterplane's radii" barge waterplane.yaml '4 points on the keel at B'
test_that "a barge of points where its metacentre is right" barge metacentre.yaml '4 points on the keel at √'
for grid in '2 × 1 × 4' '4 × 3 × 8' '8 × 5 × 20' '4 × 2 × 8'; do
    shaped cells.yaml "box: {size: [4, 2, 10], grid: [$(echo "$grid" | sed 's/ × /, /g')]}" 'law: archimedes'
    test_that "a barge of $grid cells" barge cells.yaml "box, $grid"
done
# draft, KG and half the height 1, breadth 4, length 10; all radii of gyration those of a full box
barge_closed() {
    set -- $(row "Points, cells or panels" "closed form")
    agrees draft "$(calc "41000 / 1025 / 40")" "$1" && agrees heave "$(calc "2 * pi / sqrt(g)")" "$2" &&
        agrees roll "$(calc "2 * pi * sqrt((4 * 4 + 2 * 2) / 12 / g / (0.5 + 4 * 4 / 12 - 1))")" "$3" &&
        agrees pitch "$(calc "2 * pi * sqrt((10 * 10 + 2 * 2) / 12 / g / (0.5 + 10 * 10 / 12 - 1))")" "$4"
}
test_that "a barge's closed forms" barge_closed
test_that "a barge of panels" barge panels.yaml 'panels (12 triangles)'

# ---- the ship: from half a metre below its rest, heeled by a degree --------------------------------------------------

still='hulls.fpso.damping={vertical: 0.5, angular: 0.5}'
ship() {        # row
    set -- "$1" $(row "How many samples" "$1")
    [ $# = 5 ] || { echo "the page has no such row"; return 1; }
    option=hulls.fpso.mesh.$(echo "$1" | sed 's/: /=/')
    agrees waterline "$(calc "0 - $(rest 2.yaml -18 --set "$option" --set "$still")")" "$3" &&
        swings vy "$4" 2.yaml "$(calc "-$3 - 0.5")" 0 0 800 --set "$option" &&
        swings wz "$5" 2.yaml "-$3" 0 1 800 --set "$option" || return 1
    agrees samples "$(sed -n 's/.*"samples": \([0-9]*\).*/\1/p' out/summary.json | head -n 1)" "$2"
}

# Those of `flotilla hull`, which spreads the mass over the whole hull, and so has the centre of mass as high.
ship_closed() {
    set -- $(row "How many samples" "closed form")
    "$flotilla" hull FPSO.stl --up z --mass 3e8 > hull.txt || return 1
    waterplane=$(sed -n 's/^# *waterplane *\([0-9.]*\) m^2.*/\1/p' hull.txt)
    gm=$(sed -n 's/^# *GM *transverse \([0-9.]*\) m.*/\1/p' hull.txt)
    agrees waterline "$(sed -n 's/.*the waterline at y \([0-9.]*\)$/\1/p' hull.txt)" "$1" &&
        agrees heave "$(calc "2 * pi * sqrt(3e8 / (1025 * g * $waterplane))")" "$2" &&
        agrees roll "$(calc "2 * pi * sqrt(1.0215e11 / (3e8 * g * $gm))")" "$3" &&
        grep -q "waterplane $(printf %.0f "$waterplane" | sed 's/...$/,&/') m², GM $(printf %.3f "$gm") m" "$page"
}

hulls=$FLOTILLA_TEST_DATA/hulls
if [ -f "$hulls/vesseljs_FPSO.stl" ]; then
    cp "$hulls/vesseljs_FPSO.stl" FPSO.stl
    test_that "a ship's closed forms" ship_closed
    for setting in 'samples: 16' 'samples: 64' 'samples: 256' 'samples: 1000' 'samples: 4000' 'method: panels'; do
        test_that "a ship with $setting" ship "$setting"
    done
else
    skip "a ship: FLOTILLA_TEST_DATA has no such mesh"
fi

# ---- added mass ------------------------------------------------------------------------------------------------------

cat > sphere.yaml <<'END'
sea: {density: 1000}
hulls: {sphere: {mass: 261800, mesh: {file: sphere.obj, method: panels}, buoyancy: {law: archimedes}}}
bodies: [{hull: sphere, position: [0, 0.1, 0]}]
time: {step: 0.01, steps: 700}
output: {every: 1}
END
sphere() {      # coefficient
    set -- "$1" $(row "Added mass" "$1 ")
    swings vy "$2" sphere.yaml 0.1 0 0 700 --set "hulls.sphere.added_mass={coefficient: [$1, $1, $1]}" &&
        agrees "closed form" "$(calc "2 * pi * sqrt(261800 * (1 + $1) / (1000 * g * pi * 25))")" "$3"
}
if [ -f "$hulls/hydrochrono_oes_task10_sphere.obj" ]; then
    cp "$hulls/hydrochrono_oes_task10_sphere.obj" sphere.obj
    for coefficient in 0 0.42 0.5; do
        test_that "a sphere with an added mass of $coefficient" sphere $coefficient
    done
else
    skip "a sphere: FLOTILLA_TEST_DATA has no such mesh"
fi

cat > light.yaml <<'END'
hulls: {light: {mass: 20, box: {size: [1, 1, 1], grid: [3, 3, 3]}, buoyancy: {law: archimedes}}}
bodies: [{hull: light, position: [0, -5, 0]}]
time: {step: 0.001, steps: 1}
output: {every: 1}
END
starts() {      # coefficient, in the page's words
    afloat light.yaml -5 0 0 1 --set "hulls.light.added_mass={coefficient: [$1, $1, $1]}" &&
        agrees g "$(awk -F, 'END { print $12 / 0.001 / 9.81 }' out/bodies.csv)" \
            "$(tr '\n' ' ' < "$page" | sed -n "s/.*$2.*/\\1/p")"
}
test_that "a light box without added mass" starts 0 'starts upwards with \([0-9.]*\) g without added mass'
test_that "a light box with added mass" starts 0.5 'without added mass, \([0-9.]*\) g with 0.5'

# ---- the step: sixty periods of a barge's heave ----------------------------------------------------------------------

# amplitude SECONDS: how far from the rest it comes in so many seconds at the end, by where it began.
amplitude() {
    awk -F, -v seconds="$1" '
        NR > 1 { t[++n] = $2; y[n] = $5 < 0 ? -$5 : $5 }
        END { for (i = n; i > 0 && t[i] >= t[n] - seconds; i--) if (y[i] > most) most = y[i]
              printf "%.9f", most / y[1] }' out/bodies.csv
}

keeps() {       # omega dt, integrator, period, amplitude
    afloat cells.yaml 0.05 0 0 "$(calc "int(120 * pi / $1 + 0.5)")" --set "time.step=$(calc "$1 / sqrt(g)")" \
        --set "integrator=$2" || return 1
    seen=$(mean_period y out/bodies.csv)
    [ "$3" = gone ] || agrees "$2, period" "$(calc "${seen:-0} / (2 * pi / sqrt(g))")" "$3" || return 1
    agrees "$2, amplitude" "$(amplitude "$(calc "20 * pi / sqrt(g)")")" "$4"
}
steps() {
    set -- "$1" $(row "Integrator and step" "$1 ")
    keeps "$1" symplectic "$2" "$3" && keeps "$1" implicit "$4" "$5"
}
shaped cells.yaml "box: {size: [4, 2, 10], grid: [4, 3, 8]}" 'law: archimedes'
for x in 0.1 0.25 0.5 1 1.5 1.9 2.1 4; do
    test_that "a barge in steps of omega dt $x" steps $x
done
tally
