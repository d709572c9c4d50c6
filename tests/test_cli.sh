#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The flotilla command as a user meets it: exit status, messages, files.  usage: test_cli.sh FLOTILLA
#
# Every check is a line `ok NAME` or `not ok NAME`; the last line counts them.  Exits 1 if one failed.

[ $# -eq 1 ] || { echo "usage: $0 FLOTILLA" >&2; exit 2; }
flotilla=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
examples=$(cd "$(dirname "$0")/../examples" && pwd)
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
passed=0 failed=0 skipped=0
unset FLOTILLA_DEVICE

pass() { passed=$((passed + 1)); echo "ok $1"; }
fail() { failed=$((failed + 1)); echo "not ok $1"; }
skip() { skipped=$((skipped + 1)); echo "skipped $1: $2"; }

# expect NAME COMMAND...: the command must succeed
expect() {
    name=$1
    shift
    if "$@" >log 2>&1; then pass "$name"; else fail "$name"; sed 's/^/    /' log; fi
}

# run STATUS ARGUMENT...: true if flotilla ends with that status; leaves stdout in `out`, stderr in `err`
run() {
    wanted=$1
    shift
    "$flotilla" "$@" >out 2>err
    got=$?
    [ $got -eq "$wanted" ] || { echo "flotilla $*: status $got, not $wanted"; cat err; return 1; }
}

# refused WORD ARGUMENT...: status 2, nothing on stdout, one line on stderr that begins right and has the word
refused() {
    word=$1
    shift
    run 2 "$@" && [ ! -s out ] && [ "$(wc -l <err)" -eq 1 ] && grep -q '^flotilla: ' err && grep -qF -- "$word" err ||
        { echo "expected a refusal with \"$word\":"; cat err; return 1; }
}

# value KEY FILE: of a key with a simple value in a JSON file with a key a line
value() { sed -n 's/^  "'"$1"'": "\{0,1\}\([^",]*\)"\{0,1\},\{0,1\}$/\1/p' "$2"; }

cat >flat.yaml <<'END'
sea: {waves: []}
END
cat >wave.yaml <<'END'
# one wave towards +z, 100 m long: its crest is at the origin at time 0
sea:
  inversion: 6
  waves:
    - {amplitude: 1.5, wavelength: 100, heading: 0, steepness: 1}
END
cat >boats.yaml <<'END'
time: {step: 0.02, steps: 50}
sea:
  spectrum: {type: jonswap, hs: 1.5, tp: 6, heading: 30, components: 16}
hulls:
  boat:
    mass: 1000
    inertia: [900, 1100, 300]
    points: [[-1, 0, -2], [1, 0, -2], [-1, 0, 2], [1, 0, 2]]
    buoyancy: {law: proportional, reference_depth: 0.5, bias: 1.5}
    damping: {vertical: 3, angular: 1}
    push: {strength: 0.5}
bodies:
  - {hull: boat, count: 9, spacing: 15}
output: {every: 20}
END

sed 's/^sea:/sea:\n  gravity: 1e-300/' boats.yaml >weightless.yaml
sed 's/^sea:/sea:\n  depth: 1e-6/' boats.yaml >dry.yaml
cat >high.yaml <<'END'
hulls:
  crate:
    mass: 5
    box: {size: [1, 1, 1], grid: [1, 1, 1]}
    buoyancy: {law: archimedes}
sea:
  waves:
    - {amplitude: 600, wavelength: 1e6}
    - {amplitude: 600, wavelength: 1e6}
END

# ---- the command as such -------------------------------------------------------------------------------------------

version_is_told() { run 0 --version && grep -qE '^flotilla [0-9]+\.[0-9]+\.[0-9]+$' out; }
help_lists() { run 0 help && grep -q '  query ' out && run 0 --help && run 0 run --help &&
        grep -q -- --max-memory out &&
    run 0 help check && grep -q 'differing' out; }
no_command() { run 2 && [ ! -s out ] && grep -q usage err; }

expect version version_is_told
expect help help_lists
expect no_command no_command
expect unknown_command refused '"swim"' swim
expect experiment_none refused '"0"' experiment 0

# ---- options -------------------------------------------------------------------------------------------------------

expect unknown_option refused --depth run boats.yaml --depth 3 --out made
expect missing_value refused --steps run boats.yaml --out made --steps
expect value_is_an_option refused --out run boats.yaml --out --quiet
expect not_a_number refused '"ten"' run boats.yaml --out made --steps ten
expect negative_count refused '"-1"' run boats.yaml --out made --steps -1
expect fraction_of_a_step refused '"1.5"' run boats.yaml --out made --steps=1.5
expect infinite_time refused '"inf"' query wave.yaml --points - --time inf
expect out_of_range refused '0 to 16' query wave.yaml --points - --time 0 --inversion 17
expect wrong_word refused 'auto|direct' run boats.yaml --out made --waves fast
expect given_twice refused twice run boats.yaml --out made --steps 1 --steps 2
expect flag_with_value refused --quiet run boats.yaml --quiet=yes
expect trailing_argument refused '"more.yaml"' run boats.yaml more.yaml --out made
expect missing_scene refused SCENE run --out made
expect missing_points refused --points query wave.yaml --time 0
expect missing_time refused --time query wave.yaml --points -
expect devices_takes_nothing refused '"all"' devices all
expect snapshot_not_built refused 'not built' run boats.yaml --snapshot 10
expect resume_not_built refused 'not built' run boats.yaml --resume x.flo
expect profile_not_built refused 'not built' run boats.yaml --profile
expect no_such_file refused nowhere.yaml run nowhere.yaml --out made
expect unknown_key refused 'hulls.boat.weight' run boats.yaml --set hulls.boat.weight=3 --out made
expect set_out_of_range refused '-5' run boats.yaml --set hulls.boat.mass=-5 --out made
expect nothing_written test ! -e made

# Whatever the library refuses of a scene is told with file, line and key.
expect mass_of_hull refused ': hulls.boat.mass: 1e-10 is not allowed; it must be 1e-09' \
    run boats.yaml --set hulls.boat.mass=1e-10
expect side_of_box refused ': hulls.crate.box.size[0]: 1e-7 is not allowed; it must be 1e-06 to 10000' \
    run high.yaml --set 'sea.waves=[]' --set 'hulls.crate.box.size=[1e-7, 1, 1]'
expect scaled_inertia refused 'boats.yaml:5: hulls.boat: inertia' run boats.yaml \
    --set 'hulls.boat.inertia=[1e-14, 1e-14, 1e-14]' --set hulls.boat.inertia_scale=1e-3
expect period_of_spectrum refused ': sea.spectrum.tp: 1e-4 is not' run boats.yaml --set sea.spectrum.tp=1e-4
expect cutoff_of_spectrum refused ': sea.spectrum.cutoff: 1e300' run boats.yaml --set sea.spectrum.cutoff=1e300
for command in run check sea; do
    expect "no_gravity_$command" refused 'weightless.yaml:4: sea.spectrum: ' $command weightless.yaml
    expect "no_depth_$command" refused 'dry.yaml:4: sea.spectrum: ' $command dry.yaml
    expect "waves_too_high_$command" refused 'high.yaml:6: sea: the amplitudes' $command high.yaml
done
expect bodies_too_fast refused 'bodies[0].velocity: ' run boats.yaml --set 'bodies.0.velocity=[4900, 4900, 0]'
expect bodies_spin_away refused 'boats.yaml: bodies: ' run boats.yaml \
    --set 'bodies.0.angular_velocity=[4e5, 0, 0]' --set 'hulls.boat.center_of_mass=[0, 1, 0]'
expect step_too_short refused ': time.step: 1e-7 is not allowed; it must be 1e-06 to 10' \
    run boats.yaml --set time.step=1e-7
expect too_many_steps refused '0 to 1000000000000000 (1e15)' run boats.yaml --steps 1000000000000001
expect too_many_steps_in_file refused ': time.steps: ' run boats.yaml --set time.steps=1000000000000001
for offset in 0.0009 -1 1001; do
    expect "normal_offset_$offset" refused '0, or 0.001 to 1000' query wave.yaml --time 0 --points - \
        --normal-offset=$offset
    expect "normal_offset_${offset}_in_file" refused '0, or 0.001 to 1000' run boats.yaml \
        --set sea.normal_offset=$offset
done

# ---- devices -------------------------------------------------------------------------------------------------------

lists_scalar() { run 0 devices && grep -q '^scalar ' out && grep -q 'simd:' out; }
lists_json() { run 0 devices --json && grep -q '"name": "scalar"' out && grep -q '"opencl": ' out; }
no_such_device() { run 3 "$@" && [ ! -s out ] && grep -q '^flotilla: ' err && grep -qF abacus err; }
device_of_environment() {
    (FLOTILLA_DEVICE=abacus && export FLOTILLA_DEVICE && run 3 run boats.yaml) && grep -qF abacus err
}

expect devices_lists lists_scalar
expect devices_json lists_json
expect run_no_such_device no_such_device run boats.yaml --device abacus --out made
printf '0,0\n' >points.csv
expect query_no_such_device no_such_device query wave.yaml --time 0 --points points.csv --device abacus
expect check_no_such_device no_such_device check --devices scalar,abacus
expect environment_names_device device_of_environment
expect no_device_nothing_written test ! -e made

# ---- query ---------------------------------------------------------------------------------------------------------

header='x,z,height,nx,ny,nz,vx,vy,vz,residual'

# On the crest of a Gerstner wave: height A, velocity Q A sigma cosh../.. = A sigma along z, sigma^2 = g k.
crest() {
    printf 'x,z\n0,0\n' >points.csv
    run 0 query wave.yaml --time 0 --points points.csv --device scalar && [ "$(head -n 1 out)" = "$header" ] &&
        tail -n 1 out | awk -F, '{ s = sqrt(9.81 * 6.283185307179586 / 100);
            exit !($3 - 1.5 < 1e-6 && 1.5 - $3 < 1e-6 && $5 == 1 && $9 - 1.5 * s < 1e-5 && 1.5 * s - $9 < 1e-5) }'
}
# The trough's label stands still, half a wavelength on.
trough() {
    printf '7,50\n' | "$flotilla" query wave.yaml --time 0 --points - >out &&
        tail -n 1 out | awk -F, '{ exit !($1 == 7 && $2 == 50 && $3 + 1.5 < 1e-6 && -1.5 - $3 < 1e-6) }'
}
dos_lines() {
    printf 'x,z\r\n1,2\r\n3,4\r\n\r\n' >points.csv
    run 0 query wave.yaml --time 5 --points points.csv && [ "$(wc -l <out)" -eq 3 ] && ! grep -q "$(printf '\r')" out
}
marked() {          # a byte order mark before all, with and without a header
    printf '\357\273\277x,z\r\n1,2\r\n' >points.csv
    run 0 query wave.yaml --time 5 --points points.csv && [ "$(wc -l <out)" -eq 2 ] && mv out a.csv &&
        printf '\357\273\2771,2\n' >points.csv && run 0 query wave.yaml --time 5 --points points.csv && cmp out a.csv &&
        printf '\357\273\277' >points.csv && run 0 query wave.yaml --time 5 --points points.csv &&
        [ "$(cat out)" = "$header" ]
}
no_points() { : >points.csv; run 0 query wave.yaml --time 5 --points points.csv && [ "$(cat out)" = "$header" ]; }
bad_line() {        # bad_line TEXT...: refused with file and line 3, nothing printed
    printf '1,2\n3,4\n%s\n5,6\n' "$1" >points.csv
    refused 'points.csv:3' query wave.yaml --time 5 --points points.csv
}
same_on_devices() {
    awk 'BEGIN { srand(7); for (i = 0; i < 3000; i++) printf "%.3f,%.17g\n", 2e6 * rand() - 1e6, 1e3 * rand() }' \
        >points.csv
    run 0 query boats.yaml --time 3.2e8 --points points.csv --device scalar && mv out scalar.csv &&
        run 0 query boats.yaml --time 3.2e8 --points points.csv --device simd && cmp out scalar.csv &&
        run 0 query boats.yaml --time 3.2e8 --points points.csv --device auto --waves direct &&
        [ "$(wc -l <out)" -eq 3001 ]
}
alone() {           # a point's bits depend on that point alone
    sed -n '1234p' points.csv | "$flotilla" query boats.yaml --time 3.2e8 --points - --device simd | tail -n 1 >one &&
        sed -n '1235p' scalar.csv | cmp - one
}
reads_back() {      # x and z survive their own printing
    cut -d, -f1,2 scalar.csv | "$flotilla" query boats.yaml --time 3.2e8 --points - --device simd | cmp - scalar.csv
}
inversion_counts() {
    printf '0,10\n' >points.csv
    run 0 query wave.yaml --time 0 --points points.csv --inversion 0 && cut -d, -f3 out | tail -n 1 >zero &&
        run 0 query wave.yaml --time 0 --points points.csv --inversion 6 && cut -d, -f3 out | tail -n 1 >six &&
        ! cmp -s zero six
}
offset_normals() {
    printf '0,30\n' >points.csv
    run 0 query wave.yaml --time 0 --points points.csv --normal-offset 0.5 &&
        tail -n 1 out | awk -F, '{ n = $4 * $4 + $5 * $5 + $6 * $6; exit !(n > 0.999999 && n < 1.000001 && $6 > 0) }'
}

expect query_crest crest
expect query_trough_from_stdin trough
expect query_dos_lines dos_lines
expect query_marked marked
expect query_second_mark bad_line "$(printf '\357\273\2771,2')"
expect query_no_points no_points
expect query_word bad_line 'one,two'
expect query_one_number bad_line '7'
expect query_three_numbers bad_line '7,8,9'
expect query_nan bad_line 'nan,1'
expect query_infinite bad_line '1e999,1'
expect query_hexadecimal bad_line '0x10,1'
expect query_too_far bad_line '2e9,1'
expect query_empty_line bad_line ''
expect query_missing_points_file refused nowhere.csv query wave.yaml --time 0 --points nowhere.csv
expect query_same_on_devices same_on_devices
expect query_alone alone
expect query_reads_back reads_back
expect query_inversion inversion_counts
expect query_normal_offset offset_normals
expect query_sea_missing refused 'boats' query boats.yaml --time 0 --points nowhere.csv --device scalar boats

# ---- hull ----------------------------------------------------------------------------------------------------------

# A box 2 m long (along z), 1 m wide and 1 m high, in quads; the same without its lid, and inside out; all in text.
box_quads='f 4 3 2 1
f 5 6 7 8
f 1 2 6 5
f 2 3 7 6
f 1 5 8 4'
box_lid='f 3 4 8 7'
box_corners='v -0.5 -0.5 -1
v 0.5 -0.5 -1
v 0.5 0.5 -1
v -0.5 0.5 -1
v -0.5 -0.5 1
v 0.5 -0.5 1
v 0.5 0.5 1
v -0.5 0.5 1'
printf '%s\n' "$box_corners" "$box_quads" "$box_lid" >box.obj
printf '%s\n' "$box_corners" "$box_quads" >open.obj
printf '%s\n' "$box_corners" "$box_quads" "$box_lid" | sed 's/^f \(.*\) \(.*\) \(.*\) \(.*\)/f \4 \3 \2 \1/' >turned.obj
printf '%s\n' 'v 0 0 0' 'v 1 0 0' 'v 1 0 1' 'f 1 2 3' >one.obj
printf '%s\n' 'v 0 0 0' 'v 1 0 0' 'v 1 0 1' 'f 1 2 3' 'f 1 3 2' >flat.obj
printf '%s\n' 'v 0 0 0' 'v 1 nan 0' 'v 1 0 1' 'f 1 2 3' >nan.obj
printf '%s\n' 'v 0 0 0' 'v 1 0 0' 'v 1 0 1' 'f 1 2 9' >range.obj
printf 'It was a dark and stormy night.\n' >text.obj
: >empty.stl
printf 'a binary STL of three triangles%49s\003\000\000\000%50s' '' '' >cut.stl

says() { grep -qE "^#   $1 +$2" out || { echo "it does not say: $1 $2"; cat out; return 1; }; }
hull_says() {
    run 0 hull box.obj && says volume '2 m\^3$' && says area '10 m\^2$' && says centroid '0, 0, 0 m$' &&
        says box 'x -0.5 to 0.5, y -0.5 to 0.5, z -1 to 1 m$' && says 'open edges' '0$' &&
        says 'non-manifold edges' '0$' && says 'degenerate triangles' '0$' && ! grep -q '^hulls' out && [ ! -s err ]
}
hull_floats() {
    run 0 hull box.obj --mass 500 --density 1000 && says draft '0.25 m, the waterline at y -0.25$' &&
        says waterplane '2 m\^2, its centre at x 0, z 0$' && says KB '0.125 m' && says KG '0.5 m' &&
        says BM 'transverse 0.333333333 m, longitudinal 1.33333333 m$' &&
        says GM 'transverse -0.0416666667 m, longitudinal 0.958333333 m: it does not stay upright$'
}
hull_scales() {
    run 0 hull box.obj --scale 0.001 --up z && says volume '2e-09 m' &&
        says box 'x -0.0005 to 0.0005, y -0.001 to 0.001, z -0.0005 to 0.0005 m$'
}
hull_is_a_scene() {
    run 0 hull box.obj --mass 500 --scale 2 && mkdir -p hulls && cp box.obj hulls && cp out hulls/scene.yaml &&
        echo 'bodies: [{hull: box, position: [0, 0.2, 0]}]' >>hulls/scene.yaml &&
        run 0 run hulls/scene.yaml --steps 3 --out floating && grep -q '"bodies": 1,' floating/summary.json
}
hull_takes_open() {
    run 0 hull open.obj --allow-open && says 'open edges' '4$' && grep -q '^# It is open' out &&
        run 0 hull open.obj --allow-open --mass 100 && says draft '0.0487' && ! grep -q '^hulls' out
}
hull_too_large() {
    refused '-10000 to 10000' hull box.obj --scale 50000 && refused '1e-6 to 1e6' hull box.obj --scale 0
}

expect hull_says hull_says
expect hull_floats hull_floats
expect hull_scales hull_scales
expect hull_is_a_scene hull_is_a_scene
expect hull_takes_open hull_takes_open
expect hull_too_large hull_too_large
expect hull_no_file refused FILE hull
expect hull_nowhere refused 'nowhere.stl: No such file' hull nowhere.stl
expect hull_folder refused 'it is not a file' hull .
expect hull_not_a_mesh refused 'must end in .stl, .obj, .gltf or .glb' hull wave.yaml
expect hull_text refused 'text.obj: it has no triangles' hull text.obj
expect hull_empty refused 'empty.stl: it cannot be read as a mesh: ' hull empty.stl
expect hull_cut_off refused 'cut.stl: it cannot be read as a mesh: ' hull cut.stl
expect hull_nan refused 'nan.obj: corner 1' hull nan.obj
expect hull_index refused 'range.obj: it cannot be read as a mesh: ' hull range.obj
expect hull_open refused 'open.obj: the mesh is open: 4 edges' hull open.obj
expect hull_open_option refused '--allow-open' hull open.obj --mass 10
expect hull_inside_out refused 'turned.obj: the volume of the mesh is -2 m^3' hull turned.obj
expect hull_one_triangle refused 'one.obj: the mesh is open: 3 edges' hull one.obj
expect hull_flat refused 'flat.obj: the mesh encloses no volume' hull flat.obj
expect hull_flat_open refused 'no volume' hull one.obj --allow-open
expect hull_sinks refused 'box.obj: it sinks' hull box.obj --mass 2051
expect hull_mass refused '"-5"' hull box.obj --mass -5
expect hull_no_mass refused '"0"' hull box.obj --mass 0
expect hull_density refused '--density needs --mass' hull box.obj --density 1000
expect hull_up refused 'y|z' hull box.obj --up x
expect hull_two_files refused '"open.obj"' hull box.obj open.obj
if [ -n "$FLOTILLA_TEST_DATA" ]; then
    expect hull_flap refused 'the mesh is open: 204 edges' hull "$FLOTILLA_TEST_DATA/hulls/hydrochrono_f3of_flap.obj"
    flap_is_taken() {
        run 0 hull "$FLOTILLA_TEST_DATA/hulls/hydrochrono_f3of_flap.obj" --allow-open && says 'open edges' '204$' &&
            says volume '277.580'
    }
    expect hull_flap_is_taken flap_is_taken
else
    skip hull_flap "FLOTILLA_TEST_DATA is not set"
fi

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
        largest_residual integrator state_hash bad_bodies warnings; do
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
other_sea() { [ "$(hash_of --set sea.spectrum.seed=2)" != "$(value state_hash first/summary.json)" ]; }
writes_nothing() {
    mkdir empty && cd empty && run 0 run ../boats.yaml && [ "$(ls)" = "$(printf 'err\nout')" ] &&
        grep -q steps out
}
nothing_without_out() { (writes_nothing); }
quiet() { run 0 run boats.yaml --quiet && [ ! -s out ] && [ ! -s err ]; }
no_progress_into_pipe() { run 0 run boats.yaml && [ ! -s err ]; }
progress_json() { run 0 run boats.yaml --progress json && grep -qE '^\{"step": 50, "steps": 50, .*\}$' err; }
no_steps() { run 0 run boats.yaml --steps 0 --out none && [ "$(wc -l <none/bodies.csv)" -eq 10 ]; }
keeps_old() {       # a refused run leaves what was there
    cp first/bodies.csv before.csv
    refused abc run boats.yaml --out first --set abc=1 && cmp first/bodies.csv before.csv
}
below_a_file() { : >file; refused file/out run boats.yaml --out file/out; }
out_is_a_file() { : >file; refused file run boats.yaml --out file; }
no_parent() { refused missing/out run boats.yaml --out missing/out && [ ! -e missing ]; }
too_much_memory() {
    refused 'allows 1024 bytes' run boats.yaml --max-memory 1K --out huge && [ ! -e huge ] &&
        grep -qE '9 bodies need [1-9][0-9]{3,} bytes of memory' err &&
        refused memory run boats.yaml --set bodies.0.count=1000000000 --out huge && [ ! -e huge ]
}
two_at_once() {     # into one folder: each file is one run's, both are the same run's, and the last to end wins
    "$flotilla" run boats.yaml --steps 1000000000 --out shared >out 2>err &
    pid=$!
    sleep 1
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
        [ "$(ls -A parts)" = bodies.csv ] && refused 'boats.yaml: bodies: ' run boats.yaml --out parts \
        --set 'bodies.0.angular_velocity=[4e5, 0, 0]' --set 'hulls.boat.center_of_mass=[0, 1, 0]' &&
        [ "$(ls -A parts)" = bodies.csv ]
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
    sleep 1
    kill -"$1" $pid
    wait $pid
    [ $? -eq 130 ] && grep -q '"interrupted": true' ended/summary.json && [ "$(wc -l <ended/bodies.csv)" -gt 10 ] &&
        [ "$(ls -A ended | tr '\n' ' ')" = 'bodies.csv summary.json ' ] &&
        [ "$(tail -n 1 ended/bodies.csv | cut -d, -f1)" = "$(value steps ended/summary.json)" ]
}

expect run_writes writes_files
expect run_rows rows_are_whole
expect run_summary summary_has
expect run_heave_frequency heave_frequency
expect run_hash_simd same_hash --device simd
expect run_hash_threads same_hash --device scalar --threads 3
expect run_hash_auto same_hash --device auto --waves auto
expect run_hash_every_step same_hash --set output.every=1 --device simd
expect run_hash_direct same_hash --waves direct --steps 50
expect run_rows_simd same_rows
expect run_other_sea other_sea
expect run_without_out nothing_without_out
expect run_quiet quiet
expect run_no_progress_into_pipe no_progress_into_pipe
expect run_progress_json progress_json
expect run_no_steps no_steps
expect run_keeps_old keeps_old
expect run_below_a_file below_a_file
expect run_out_is_a_file out_is_a_file
expect run_no_parent no_parent
expect run_memory too_much_memory
expect run_two_at_once two_at_once
expect run_many_at_once many_at_once
expect run_leaves_no_part leaves_no_part
expect run_removes_stale removes_stale
expect run_record_directions record_directions
expect run_current_over_ground current_over_ground
expect run_without_csv without_csv
expect run_beyond_the_limit beyond_the_limit
expect run_without_a_limit without_a_limit
expect run_interrupted ends_on_signal INT
expect run_terminated ends_on_signal TERM

# ---- advice --------------------------------------------------------------------------------------------------------

cat >driven.yaml <<'END'
# a boat about which there is nothing to say
time: {step: 0.02, steps: 1}
sea: {spectrum: {type: jonswap, hs: 1.5, tp: 6, components: 16}}
hulls:
  boat:
    mass: 1000
    inertia: [900, 1100, 300]
    volume: 2
    center_of_mass: [0, -0.3, 0]
    points: [[-1, 0, -2], [1, 0, -2], [-1, 0, 2], [1, 0, 2]]
    buoyancy: {law: proportional, reference_depth: 0.5, bias: 1.05}
    damping: {vertical: 3, angular: 1}
    drag: {quadratic: 0.05, local: [10, 3, 1]}
    push: {strength: 0.5}
    thrust: {power: 4000, position: [0, -0.2, -2]}
    steering: {base: 500, speed: 2000, reference_speed: 8}
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
wait_for() { i=0; while [ ! -s "$1" ] && [ $i -lt 60 ]; do i=$((i + 1)); sleep 0.5; done; [ -s "$1" ]; }
hangs() {           # hangs STEPS SIGNALS
    mkdir -p hang && rm -f drawing &&
        printf '#!/bin/sh\necho $$ >"%s/drawing"\nexec sleep 600\n' "$work" >hang/gnuplot && chmod +x hang/gnuplot
    PATH=$work/hang:$PATH "$flotilla" run boats.yaml --steps "$1" --set output.plot=true --out hung >out 2>err &
    pid=$!
    [ "$2" -eq 1 ] || { sleep 1; kill -INT $pid; }
    wait_for drawing && kill -TERM $pid
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
    skip run_plots "gnuplot is not installed"
fi
expect run_without_gnuplot draws_nothing

# ---- check and sea -------------------------------------------------------------------------------------------------

checks() {
    run 0 check --devices simd --points 3000 "$@" &&
        tail -n 1 out | grep -qE '^differing: 0 of [1-9][0-9]* values$'
}
checks_json() { run 0 check --devices scalar,simd --points 2000 --json && grep -q '"differing": 0,' out; }
only_scalar() { run 2 check --devices scalar && grep -q compare err; }
prints_sea() {
    run 0 sea boats.yaml && cp out printed.yaml && grep -q '^sea:' out && [ "$(grep -c amplitude: out)" -eq 16 ] &&
        grep -q 'significant wave height  1.5 m' out
}
sea_is_the_same() { # but for the last bit of an angle
    printf '3,4\n100,-70\n' >points.csv
    run 0 query boats.yaml --time 9 --points points.csv && mv out a.csv &&
        run 0 query printed.yaml --time 9 --points points.csv &&
        paste -d, a.csv out | awk -F, 'NR > 1 { d = $3 - $13; if (d > 1e-6 || d < -1e-6) bad = 1 } END { exit bad }'
}
sea_of_sea() {      # printed degrees are read back to the bit
    run 0 query printed.yaml --time 9 --points points.csv && mv out a.csv && run 0 sea printed.yaml &&
        mv out again.yaml &&
        run 0 query again.yaml --time 9 --points points.csv && cmp out a.csv
}
buoy() {
    run 0 sea "$examples/41010w2019.txt" --time '2019-02-06 00:40' && grep -q 'Hm0 1.905 m' out &&
        [ "$(grep -c amplitude: out)" -eq 64 ]
}
demo() {
    run 0 run "$examples/demo.yaml" --steps 20 --out demo --set output.plot=false &&
        [ "$(wc -l <demo/bodies.csv)" -gt 1000 ]
}

expect check_own checks
expect check_scene checks boats.yaml
expect check_json checks_json
expect check_only_scalar only_scalar
expect sea_prints prints_sea
expect sea_same sea_is_the_same
expect sea_of_sea sea_of_sea
expect sea_no_record refused boats.yaml sea boats.yaml --time '2019-02-06 00:40'
expect sea_buoy buoy
expect sea_no_such_time refused 2018 sea "$examples/41010w2019.txt" --time '2018-02-06 00:40'
expect demo_begins demo

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
