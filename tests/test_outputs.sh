#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The files that a run leaves, read by what they are for: NumPy, meshio, VTK's own reader, Chromium; and progress.
# usage: test_outputs.sh FLOTILLA.  Python's packages come from PyPI, into a folder beside the command; without them,
# or without Chromium, what needs them is skipped.
tests=$(cd "$(dirname "$0")" && pwd)
. "$tests/cli.sh"

venv=$(dirname "$flotilla")/tests/outputs-venv
packages() { "$venv/bin/python" -c 'import numpy, meshio' 2>/dev/null; }
packages || venv "$venv" numpy meshio
py() { "$venv/bin/python" "$tests/outputs.py" "$@"; }

crates >fleet.yaml
cat >>fleet.yaml <<'END'
bodies:
  - {hull: crate, count: 7, spacing: 9, position: [40, 0.5, -20], heading: 50, attitude: [10, -25]}
output: {every: 24, npy: true, vtk: vtu, page: true}
END

cat >cube.obj <<'END'
v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
v 0 0 1
v 1 0 1
v 1 1 1
v 0 1 1
f 1 4 3 2
f 5 6 7 8
f 1 2 6 5
f 2 3 7 6
f 3 4 8 7
f 4 1 5 8
END

# ---- arrays and ParaView's files -------------------------------------------------------------------------------------

leave() { folder=$1; shift; run 0 run fleet.yaml --quiet --out "$folder" "$@"; }
leaves_all() {
    leave all && [ "$(ls all | grep -cE '^(bodies|hulls|sea)-00000[0-3]\.vtu$')" = 12 ] &&
        [ -s all/play.html ] && [ -s all/bodies.pvd ] && [ ! -s err ]
}
vtp_too() { leave poly --set output.vtk=true && py vtp poly all; }
# an older run's frames would pass for this one's; what is not ours stays
stale_frames() {
    leave old && : >old/bodies-000004.vtu && : >old/sea-123456789.vtp && : >old/bodies-00001.vtu &&
        : >old/bodies-000001.txt && mkdir -p old/hulls-000009.vtu && leave old --steps 10 &&
        [ "$(ls old | tr '\n' ' ')" = "bodies-000000.vtu bodies-000001.txt bodies-000001.vtu bodies-00001.vtu \
bodies.csv bodies.npy bodies.pvd hulls-000000.vtu hulls-000001.vtu hulls-000009.vtu hulls.pvd play.html sea-000000.vtu \
sea-000001.vtu sea.pvd summary.json " ] && leave old --set output.vtk=false --set output.npy=false &&
        [ "$(ls old | tr '\n' ' ')" = "bodies-000001.txt bodies-00001.vtu bodies.csv hulls-000009.vtu play.html \
summary.json " ]
}
# killed without a chance to tidy up: nothing has the name of something whole
killed() {
    "$flotilla" run fleet.yaml --steps 1000000000 --out killed >/dev/null 2>&1 &
    pid=$!
    begun 'killed/bodies.csv*' || return 1
    kill -KILL $pid
    wait $pid 2>/dev/null
    ! ls killed | grep -qvE '\.part$' && [ "$(ls killed | wc -l)" -gt 3 ] && { ! packages || not_whole killed/*npy*; }
}
not_whole() { ! "$venv/bin/python" -c 'import numpy, sys; numpy.load(sys.argv[1])' "$1" 2>/dev/null; }
interrupted() {
    "$flotilla" run fleet.yaml --steps 1000000000 --out stopped >/dev/null 2>&1 &
    pid=$!
    begun 'stopped/bodies.csv*' || return 1
    kill -INT $pid
    wait $pid
    [ $? -eq 130 ] && ! ls -A stopped | grep -q part && [ -s stopped/play.html ] && { ! packages || py npy stopped; }
}
# a disk that takes no more, here by a limit on the size of files
full() {
    (ulimit -f "$1"; shift; run 2 run fleet.yaml --out full "$@") && [ "$(wc -l <err)" -eq 1 ] &&
        grep -q '^flotilla: cannot write full/' err && [ ! -e full ]
}
not_allowed() {
    refused 'false, true, vtp or vtu' run fleet.yaml --set output.vtk=maybe &&
        refused 'true or false' run fleet.yaml --set output.page=3 && refused 'npy' run fleet.yaml --set output.npy=x
}
without_bodies() {
    run 0 run wave.yaml --steps 3 --out bare --set output.npy=true --set output.vtk=true --set output.page=true \
        --quiet && [ "$(ls bare | tr '\n' ' ')" = "bodies.csv bodies.npy play.html sea-000000.vtp sea-000001.vtp \
sea-000002.vtp sea-000003.vtp sea.pvd summary.json " ]
}
same_bits() {       # whatever is written and looked at: the same run
    leave other --set output.npy=false --set output.vtk=false --set output.page=false &&
        [ "$(value state_hash other/summary.json)" = "$(value state_hash poly/summary.json)" ] &&
        cmp other/bodies.csv poly/bodies.csv
}
limited() {         # a run that is long for a page: frames go, and it says so
    leave long --steps 40000 --set bodies.0.count=256 --set output.npy=false --set output.vtk=false \
        --set output.csv=false --device simd && [ "$(wc -c <long/play.html)" -lt 20000000 ] &&
        [ "$(wc -c <long/play.html)" -gt 8000000 ] && grep -q 'as more would make this page too large' long/play.html
}

expect outputs_all leaves_all
if packages; then
    expect outputs_npy py npy all
    expect outputs_vtu py vtu all
    expect outputs_hulls py hulls all 1.2,0.8,3.1
    expect outputs_sea py sea all "$flotilla" fleet.yaml 8
    expect outputs_vtp vtp_too
else
    for what in npy vtu hulls sea vtp; do skip "outputs_$what: numpy and meshio cannot be had here"; done
    leave poly --set output.vtk=true
fi
vtk() { "$venv/bin/python" -c 'import vtkmodules.util.numpy_support, vtkmodules.vtkIOXML' 2>/dev/null; }
[ "$FLOTILLA_TEST_VTK" != 1 ] || ! packages || vtk || venv "$venv" vtk
if packages && vtk; then
    expect outputs_vtk py vtk poly
else
    skip "outputs_vtk: VTK's own reader is not there; FLOTILLA_TEST_VTK=1 gets it from PyPI (about 100 MB)"
fi
if ! command -v chromium >/dev/null || ! packages; then
    skip "outputs_page: chromium or numpy is missing"
else
    expect outputs_page py page all "$flotilla" fleet.yaml 12
fi
expect outputs_same_bits same_bits
expect outputs_stale stale_frames
expect outputs_killed killed
expect outputs_interrupted interrupted
expect outputs_full_npy full 4 --set output.csv=false --set output.vtk=false --set output.page=false --steps 600 \
    --set output.every=1
expect outputs_full_vtk full 64 --set output.csv=false --set output.npy=false
expect outputs_full_page full 16 --set output.csv=false --set output.npy=false --set output.vtk=false
expect outputs_refused not_allowed
expect outputs_without_bodies without_bodies
expect outputs_limited limited

# ---- pictures --------------------------------------------------------------------------------------------------------

pictures() {        # a folder's name is no command of anybody's
    odd='it'"'"'s; touch hacked; $(touch hacked) "`touch hacked`"'
    run 0 run fleet.yaml --quiet --out "$odd" --set output.plot=true --set output.vtk=false && [ ! -e hacked ] &&
        for picture in sea perspective motion spectrum; do
            [ "$(head -c 4 "$odd/$picture.png" | tail -c 3)" = PNG ] || return 1
        done && [ ! -s err ]
}
flat_pictures() {   # flat water and nobody in it
    run 0 run flat.yaml --steps 2 --quiet --out calm --set output.plot=true &&
        [ "$(ls calm | tr '\n' ' ')" = 'bodies.csv perspective.png sea.png summary.json ' ]
}
if command -v gnuplot >/dev/null; then
    expect outputs_pictures pictures
    expect outputs_flat_pictures flat_pictures
else
    skip "outputs_pictures: gnuplot is missing"
fi

# ---- progress --------------------------------------------------------------------------------------------------------

told() {            # told COMMAND...: JSON on the standard error, sound to its last line
    "$flotilla" "$@" --progress json >out 2>err; cp err progress.json
    grep -q '^{"what": ' err && { ! packages || py progress progress.json; }
}
expect progress_run told run fleet.yaml --steps 20000 --device scalar
expect progress_check told check fleet.yaml --devices scalar,simd --points 200000
expect progress_experiment told experiment 3
expect progress_hull told hull cube.obj --mass 500
cat >plate.sdf <<'END'
<sdf version="1.9"><model name="m">
  <link name="plate"><inertial><mass>10</mass></inertial></link>
  <plugin name="vrx::PolyhedraBuoyancyDrag">
    <buoyancy name="b"><link_name>plate</link_name><geometry><box><size>1 2 3</size></box></geometry></buoyancy>
  </plugin>
</model></sdf>
END
told_sdf() {        # before the notes, and one line at least for the one link
    "$flotilla" hull --from-sdf plate.sdf --progress json >out 2>err && grep -q '^  plate:' out &&
        grep -q '^{"what": "links", "done": 1, "total": 1,' err && tail -n 1 err | grep -q '^flotilla: note: '
}
expect progress_hull_sdf told_sdf
expect progress_quiet_check sh -c "'$flotilla' check boats.yaml --devices scalar,simd --points 1000 --quiet 2>&1 |
    tail -n 1 | grep -q '^differing: 0 of'"
if packages; then
    expect progress_terminal py terminal "$flotilla" run fleet.yaml --steps 60000 --device scalar
else
    skip "progress_terminal: numpy and meshio cannot be had here"
fi

tally
