#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Holds the drafts and periods in docs/hulls.md to what its two scenes do, row by row of their tables.
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

# What stands in the columns of the row that a table has for a hull.
row() {
    awk -F '|' -v hull="$1" '{ own = $2; gsub(/[`*]/, "", own) }
        index(own, hull) == 2 { gsub(/[*,]/, ""); for (i = 3; i < NF; i++) print $i; exit }' "$page" | tr -d ' '
}

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

# settles LEVEL SCENE Y OPTION...: damped, its origin comes to rest at that height, to the last of three digits.
settles() {
    level=$1
    scene=$2
    start=$3
    shift 3
    afloat "$scene" "$start" 0 0 4000 "$@" || return 1
    awk -F, -v page="$level" '{ y = $5 } END { exit sprintf("%.3f", y) + 0 != page + 0 }' out/bodies.csv ||
        { tail -n 1 out/bodies.csv; echo "it does not rest at $level"; return 1; }
}

# swings COLUMN DECIMALS PERIOD AFLOAT...: as the page has it, to its last digit.
swings() {
    column=$1 decimals=$2 period=$3
    shift 3
    afloat "$@" || return 1
    seen=$(swing "$column")
    awk -v seen="$seen" -v page="$period" -v d="$decimals" 'BEGIN { exit sprintf("%." d "f", seen) != page "" }' ||
        { echo "$column: $seen s, and the page has $period"; return 1; }
}

# ---- the barge: from half a centimetre below its rest, heeled by two degrees, its bow down by one --------------------

still='hulls.barge.damping={vertical: 5, angular: 5}'
barge() {       # scene, row, option...
    scene=$1
    set -- $(row "$2")
    [ $# = 4 ] || { echo "the page has no such row"; return 1; }
    settles "$(awk -v draft="$1" 'BEGIN { print 1 - draft }')" "$scene" 0.1 --set "$still" &&
        swings vy 3 "$2" "$scene" -0.005 0 0 4000 && swings wz 3 "$3" "$scene" 0 0 2 4000 &&
        swings wx 3 "$4" "$scene" 0 1 0 4000
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
test_that "a barge of panels" barge panels.yaml 'panels (12 triangles)'

# ---- the ship: from half a metre below its rest, heeled by a degree --------------------------------------------------

still='hulls.fpso.damping={vertical: 0.5, angular: 0.5}'
ship() {        # row, option...
    setting=$1
    shift
    set -- "$setting" $(row "$setting")
    [ $# = 5 ] || { echo "the page has no such row"; return 1; }
    option=hulls.fpso.mesh.$(echo "$1" | sed 's/: /=/')
    settles "-$3" 2.yaml -18 --set "$option" --set "$still" &&
        swings vy 2 "$4" 2.yaml "$(awk -v y="$3" 'BEGIN { print -y - 0.5 }')" 0 0 800 --set "$option" &&
        swings wz 2 "$5" 2.yaml "-$3" 0 1 800 --set "$option" || return 1
    samples=$(sed -n 's/.*"samples": \([0-9]*\).*/\1/p' out/summary.json | head -n 1)
    [ "$samples" = "$2" ] || { echo "it has $samples samples, and the page has $2"; return 1; }
}

if [ -f "$FLOTILLA_TEST_DATA/hulls/vesseljs_FPSO.stl" ]; then
    cp "$FLOTILLA_TEST_DATA/hulls/vesseljs_FPSO.stl" FPSO.stl
    for setting in 'samples: 16' 'samples: 64' 'samples: 256' 'samples: 1000' 'samples: 4000' 'method: panels'; do
        test_that "a ship with $setting" ship "$setting"
    done
else
    skip "a ship: FLOTILLA_TEST_DATA has no such mesh"
fi
tally
