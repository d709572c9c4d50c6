#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The flotilla command as a user meets it: exit status, messages, files; all but runs.  usage: test_cli.sh FLOTILLA
. "$(dirname "$0")/cli.sh"

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
expect snapshot_without_folder refused '--snapshot needs --out' run boats.yaml --snapshot 10
expect snapshot_of_no_steps refused '1 to 1000000000000000' run boats.yaml --out made --snapshot 0
expect resume_from_nowhere refused 'x.flo: No such file' run boats.yaml --resume x.flo
expect wrong_tolerance refused 'metres, 0 to 1000' run boats.yaml --tolerance -1
expect wordy_tolerance refused '--tolerance is "1m"' run boats.yaml --tolerance 1m
expect profile_takes_no_value refused 'takes no value' run boats.yaml --profile=yes
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
expect steps_beyond_time refused 'from time.start, 1000000000000 s, 1 steps' run boats.yaml --steps 1 \
    --set time.start=1e12
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
expect hull_nan refused 'nan.obj:2: "nan" is no number' hull nan.obj
expect hull_index refused 'range.obj:4: corner 9 is none of the 3 vertices' hull range.obj
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
    skip "hull_flap: FLOTILLA_TEST_DATA is not set"
fi

# ---- check and sea -------------------------------------------------------------------------------------------------

checks() {
    run 0 check --devices simd --points 3000 "$@" &&
        tail -n 1 out | grep -qE '^differing: 0 of [1-9][0-9]* values$'
}
checks_degrees() {  # the sum one by one, and polynomials of every degree
    checks && n='[1-9][0-9]*' &&
        grep -qE "^summed directly: $n bodies; in polynomials of degree 4: $n, 6: $n, 8: $n\$" out
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
little_stack() {    # as docs/threads.md says
    (ulimit -s 512 && run 0 run "$examples/demo.yaml" --steps 4 --out little --set output.plot=false \
        --set output.npy=true --set output.vtk=true --set output.page=true) && [ -s little/play.html ]
}

expect check_own checks_degrees
expect check_scene checks boats.yaml
expect check_json checks_json
expect check_only_scalar only_scalar
expect sea_prints prints_sea
expect sea_same sea_is_the_same
expect sea_of_sea sea_of_sea
# Waves that are too high for the water are taken, with one warning, wherever they come from.
too_high() {    # WORDS SEA: of its height, amplitudes and depth
    printf 'time: {steps: 1}\nsea: %s\n' "$2" >high-waves.yaml || return 1
    for command in sea 'run --device scalar --quiet' 'run --device scalar --out high-waves'; do
        run 0 $command high-waves.yaml || return 1
        case $command in *--quiet) [ ! -s err ] || { cat err; return 1; }; continue ;; esac
        [ "$(grep -c 'warning: the waves are too high for the water' err)" -eq 1 ] && grep -qF -- "$1" err ||
            { echo "$command:"; cat err; return 1; }
    done
    grep -qF -- "$1" high-waves/summary.json
}
not_too_high() {
    printf 'time: {steps: 1}\nsea: %s\n' "$1" >low-waves.yaml && run 0 sea low-waves.yaml &&
        ! grep 'too high' err && run 0 run low-waves.yaml --device scalar && ! grep 'too high' err
}
expect waves_below_the_bottom too_high 'the amplitudes add up to 5 m, and sea.depth is 2 m' \
    '{depth: 2, waves: [{amplitude: 5, period: 8}]}'
expect waves_to_the_bottom too_high 'add up to 2 m, and sea.depth is 2 m' \
    '{depth: 2, waves: [{amplitude: 1.25, period: 8}, {amplitude: 0.75, period: 5}]}'
expect waves_above_the_bottom not_too_high \
    '{depth: 2, waves: [{amplitude: 1.24, period: 8}, {amplitude: 0.75, period: 5}]}'
expect spectrum_below_the_bottom too_high 'the significant wave height is 4 m' \
    '{depth: 1.0, spectrum: {type: jonswap, hs: 4, tp: 8, steepness: 0}}'
expect spectrum_that_breaks too_high 'the significant wave height is 0.62 m' \
    '{depth: 1.0, spectrum: {type: jonswap, hs: 0.62, tp: 8, steepness: 0}}'
expect spectrum_that_the_water_carries not_too_high \
    '{depth: 1, spectrum: {type: tma, hs: 0.58, tp: 8, components: 5000}}'
expect waves_in_deep_water not_too_high '{waves: [{amplitude: 5, period: 8}]}'
expect sea_no_record refused boats.yaml sea boats.yaml --time '2019-02-06 00:40'
expect sea_buoy buoy
expect sea_no_such_time refused 2018 sea "$examples/41010w2019.txt" --time '2018-02-06 00:40'
expect demo_begins demo
expect little_stack little_stack

tally
