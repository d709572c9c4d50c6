#!/bin/sh
# SPDX-License-Identifier: MIT
#
# What somebody could do who writes the files and the names that the command is given: names for shells, formats and
# gnuplot, names that lead elsewhere, links where files are to be, files that never end, and files that ask for more
# than there is.  Usage: security.sh FLOTILLA
sources=$(cd "$(dirname "$0")/.." && pwd)
. "$(dirname "$0")/cli.sh"

# soon SECONDS STATUS ARGUMENT...: ends by itself in that time, with that status
soon() {
    seconds=$1 wanted=$2
    shift 2
    timeout "$seconds" "$flotilla" "$@" >out 2>err
    got=$?
    [ $got -eq "$wanted" ] || { echo "flotilla $*: status $got, not $wanted"; head -c 2000 err; return 1; }
}
told() { grep -qF -- "$1" err || { echo "not told: $1"; head -c 2000 err; return 1; }; }
nothing_happened() {
    [ -z "$(find . -name 'pwned*')" ] && [ ! -e ../pwned ] || { echo "somebody made pwned"; return 1; }
}

# ---- shells and formats ----------------------------------------------------------------------------------------------

calls='\b(popen|system|wordexp|exec[lv]p?e?) *\('
no_shell() { ! grep -nE "$calls" "$sources"/host/*.c "$sources"/host/*/*.c; }
expect no_shell no_shell

cat >boat.yaml <<'END'
time: {step: 0.02, steps: 20}
sea: {waves: [{amplitude: 0.2, wavelength: 20}]}
hulls:
  boat:
    mass: 500
    box: {size: [1, 1, 2], grid: [2, 2, 2]}
    buoyancy: {law: archimedes}
    damping: {vertical: 2, angular: 1}
bodies: [{hull: boat, count: 2, spacing: 4}]
END

# Folders and files whose names are words of a shell, of gnuplot, of printf or of an option.
odd_names() {
    n='
'
    for odd in "a'b\"c" 'a`touch pwned`;touch pwned|touch pwned' 'a$(touch pwned) b*' "a' . system('touch pwned') . '" \
        ./-rf '%s%n%1000000d\n' "a${n}set output 'pwned'${n}"; do
        mkdir -p "$odd" && cp boat.yaml "$odd/$odd.yaml" 2>/dev/null || cp boat.yaml "$odd/-.yaml" || return 1
        run 0 run "$odd"/*.yaml --device scalar --steps 4 --quiet --out "$odd/out" --set output.plot=true || return 1
        [ -s "$odd/out/bodies.csv" ] && [ -s "$odd/out/summary.json" ] || { echo "nothing in $odd"; return 1; }
        nothing_happened || { echo "with the name $odd"; return 1; }
        command -v gnuplot >/dev/null || continue
        case $odd in
        *"$n"*) grep -q 'control character' "$odd/out/summary.json" || { echo "no warning for $odd"; return 1; } ;;
        *) [ -s "$odd/out/motion.png" ] || { echo "no picture in $odd"; cat err; return 1; } ;;
        esac
    done
}
expect names_are_names odd_names
command -v gnuplot >/dev/null || skip "names_in_pictures: there is no gnuplot"

# What is said of a wrong file or value says it as it is.
formats() {
    for word in '%s%s%s%s' '%n' '%1$*2$d' '%99999999d'; do
        refused "$word" run "$word.yaml" && refused "$word" run boat.yaml --set "$word=1" &&
            refused "$word" run boat.yaml --set "hulls.boat.$word=1" && refused "$word" sea "$word" &&
            refused "$word" query boat.yaml --time "$word" && refused "$word" hull "$word.stl" &&
            refused "$word" hull --from-sdf "$word" || return 1
        run 3 run boat.yaml --device "$word" && told "$word" || return 1
        printf 'x,z\n%s,1\n' "$word" >points.csv
        refused points.csv:2 query boat.yaml --time 0 --points points.csv && told "$word" || return 1
        printf '<sdf><link name="%s"><inertial><mass>%s</mass></inertial></link></sdf>' "$word" "$word" >a.sdf
        refused "$word" hull --from-sdf a.sdf || return 1
    done
}
expect formats_are_text formats

# ---- names in files, and where results go ----------------------------------------------------------------------------

cat >names.yaml <<'END'
time: {step: 0.02, steps: 4}
hulls:
  "../../pwned": &h
    mass: 500
    box: {size: [1, 1, 2], grid: [2, 2, 2]}
    buoyancy: {law: archimedes}
  "/tmp/pwned": *h
  "</script><script>alert('pwned')</script>": *h
  "'; system('touch pwned'); '": *h
  "`touch pwned` $(touch pwned)\n!touch pwned\nset output 'pwned'": *h
  "%s%n\t\e[31m \"<&>]]>": *h
bodies:
  - {hull: "../../pwned"}
  - {hull: "/tmp/pwned", position: [5, 0, 0]}
  - {hull: "</script><script>alert('pwned')</script>", position: [10, 0, 0]}
  - {hull: "'; system('touch pwned'); '", position: [15, 0, 0]}
  - {hull: "`touch pwned` $(touch pwned)\n!touch pwned\nset output 'pwned'", position: [20, 0, 0]}
  - {hull: "%s%n\t\e[31m \"<&>]]>", position: [25, 0, 0]}
output: {csv: true, npy: true, vtk: true, plot: true, page: true}
END
# All that a run leaves is in its folder, under the names that it always has.
inside() {
    mkdir -p deep/er && run 0 run names.yaml --device scalar --quiet --out deep/er/out && nothing_happened &&
        [ ! -e /tmp/pwned ] && [ "$(ls -A deep)" = er ] && [ "$(ls -A deep/er)" = out ] || return 1
    tables='(bodies|hulls|sea)(-[0-9]{6,})?\.(csv|npy|vtp|vtu|pvd)'
    ls -A deep/er/out | grep -vE "^($tables|(sea|perspective|motion|spectrum)\.png|play\.html|summary\.json)\$" >strange
    [ ! -s strange ] || { cat strange; return 1; }
}
expect results_stay_inside inside

# A page that is opened runs no script of a name, and what others read is well-formed.
no_script() {
    [ "$(grep -c '<script' deep/er/out/play.html)" -eq "$(grep -c '</script>' deep/er/out/play.html)" ] &&
        ! grep -q "<script>alert" deep/er/out/play.html || { echo "a name became a script"; return 1; }
}
expect names_are_no_scripts no_script
well_formed() {
    python3 - deep/er/out <<'END'
import glob, json, sys, xml.dom.minidom
json.load(open(sys.argv[1] + "/summary.json"))
for name in glob.glob(sys.argv[1] + "/*.pvd") + glob.glob(sys.argv[1] + "/*.vt?"):
    text = open(name, "rb").read()
    if b"<AppendedData" in text:
        text = text[: text.index(b"<AppendedData")] + b"</VTKFile>"
    xml.dom.minidom.parseString(text)
END
}
if command -v python3 >/dev/null; then
    expect results_are_well_formed well_formed
else
    skip "results_are_well_formed: there is no python3"
fi

# Links in the folder are replaced, not followed, whoever put them there.
links() {
    echo precious >victim
    mkdir -p linked there
    for result in bodies.csv summary.json bodies.npy play.html motion.png bodies.pvd bodies-000000.vtp \
        hulls-000004.vtp; do
        ln -s ../victim "linked/$result" || return 1
    done
    ln -s ../not-there linked/sea.png && ln -s ../there linked/sea.pvd || return 1
    run 0 run names.yaml --device scalar --quiet --out linked && [ "$(cat victim)" = precious ] && [ ! -e not-there ] &&
        [ -z "$(ls -A there)" ] && [ -z "$(find linked -type l)" ] && [ -s linked/bodies.csv ] &&
        [ -s linked/summary.json ] || { ls -l linked; return 1; }
}
expect links_are_not_followed links

# ---- files that are none ---------------------------------------------------------------------------------------------

printf '0,0\n' >points.csv
mkfifo pipe pipe.stl pipe.spec
devices() {
    for file in /dev/zero /dev/urandom .; do
        for words in "run $file" "sea $file" "hull $file" "hull --from-sdf $file" \
            "query $file --time 0 --points points.csv" "query boat.yaml --time 0 --points $file"; do
            soon 60 2 $words && [ "$(wc -l <err)" -eq 1 ] || return 1
        done
        for value in "sea={record: {file: $file}}" \
            "hulls.boat={mass: 1, mesh: {file: $file}, buoyancy: {law: archimedes}}"; do
            soon 20 2 run boat.yaml --set "$value" || return 1
        done
    done
}
expect devices_are_refused devices
pipes() {
    soon 20 2 run boat.yaml --set 'sea={record: {file: pipe}}' && told 'pipe or a device' &&
        soon 20 2 run boat.yaml --set 'sea={record: {file: pipe.spec}}' && told 'pipe or a device' &&
        soon 20 2 sea pipe.spec && told 'pipe or a device' && soon 20 2 hull pipe.stl && told 'not a file' &&
        soon 20 2 run boat.yaml --set 'hulls.boat.box=null' --set 'hulls.boat.mesh.file=pipe.stl' || return 1
}
expect pipes_that_nobody_writes_are_refused pipes
# But a scene or points may come out of a pipe that somebody writes.
pipes_are_read() {
    cat boat.yaml >pipe &
    soon 20 0 sea pipe || return 1
    cat boat.yaml >pipe &
    soon 20 0 query pipe --time 0 --points points.csv || return 1
    cat points.csv >pipe &
    soon 20 0 query boat.yaml --time 0 --points pipe
}
expect pipes_are_read pipes_are_read

# ---- memory ----------------------------------------------------------------------------------------------------------

endless() {
    yes 1,2 | soon 60 2 query boat.yaml --time 0 --points - --max-memory 10M &&
        told 'standard input:655361: more than 655360 points'
}
expect endless_points endless
without_option() (
    ulimit -v 1000000
    yes 1,2 | soon 120 2 query boat.yaml --time 0 --points - --device scalar && told '--max-memory'
)
case $(ldd "$flotilla" 2>/dev/null; nm "$flotilla" 2>/dev/null | grep -c __asan_init) in
*libasan* | *[1-9]) skip "memory_of_the_process: a sanitizer takes all addresses" ;;
*) expect memory_of_the_process without_option ;;
esac
too_much() { # KEY=VALUE WORDS
    soon 60 2 run boat.yaml --device scalar --out huge --max-memory 20M --set "$1" && told "$2" &&
        told '--max-memory allows 20' && [ ! -e huge ]
}
expect memory_of_cells too_much 'hulls.boat.box.grid=[100, 100, 100]' \
    'hulls.boat.box.grid: 1000000 cells would take 122 MiB'
expect memory_of_waves too_much 'sea={spectrum: {type: pm, hs: 1, tp: 5, components: 100000}}' \
    'sea.spectrum.components: 100000 waves would take 48.8 MiB'
expect memory_of_bodies too_much 'bodies.0.count=100000' 'most of it for bodies[0].count, 100000 of hull boat'
expect memory_of_all_bodies soon 60 2 run boat.yaml --device scalar --set bodies.0.count=4000000000
expect memory_that_is_enough soon 60 0 run boat.yaml --device scalar --max-memory 20M --quiet
for wrong in 0 -1 1X 1e3 K '' 99999999999T; do
    expect "memory_$wrong" refused '--max-memory' run boat.yaml --max-memory "$wrong"
    expect "memory_of_query_$wrong" refused '--max-memory' query boat.yaml --time 0 --points - --max-memory "$wrong"
done
tally
