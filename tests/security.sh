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

# A hull is printed as a scene that can be read, whatever the name of its mesh, or not at all.
hull_names() {
    control=$(printf '\302\233') byte=$(printf '\377')
    for odd in 'a"b\c' "it''''s" '[[{%? :' "$(printf 'a\tb\177')" "$(printf 'caf\303\251 \342\202\254')" '# a' \
        "a$control" "a$byte"; do
        printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n' >"$odd.obj" &&
            run 0 hull "$odd.obj" && ! LC_ALL=C grep -q "$(printf '[\377\233]')" out || return 1
        case $odd in *"$control" | *"$byte")
            refused 'its name has the byte 0x' hull "$odd.obj" --mass 100 && [ ! -s out ] || return 1
            continue ;;
        esac
        run 0 hull "$odd.obj" --mass 100 && cp out odd.yaml &&
            echo "bodies: [{hull: $(sed -n '/^hulls:/{n;s/[ :]//g;p;}' out)}]" >>odd.yaml &&
            run 0 run odd.yaml --device scalar --quiet --steps 1 || return 1
    done
}
expect hulls_of_odd_names hull_names

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

# ---- a fence around a scene's files ----------------------------------------------------------------------------------

# in/ has the files of a stranger's scene; beside it are ours.  A tetrahedron, as glTF with its numbers in another file.
mkdir -p in/deep mine/deep
one='\0\0\200\077' nil='\0\0\0\0'
printf "$nil$nil$nil$one$nil$nil$nil$one$nil$nil$nil$one" >mine/deep/four.bin
printf '\0\0\2\0\1\0\0\0\1\0\3\0\1\0\2\0\3\0\2\0\0\0\3\0' >>mine/deep/four.bin
gltf() {        # URI: of its numbers
    cat <<END
{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
 "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
 "buffers": [{"uri": "$1", "byteLength": 72}],
 "bufferViews": [{"buffer": 0, "byteOffset": 0, "byteLength": 48}, {"buffer": 0, "byteOffset": 48, "byteLength": 24}],
 "accessors": [{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3", "min": [0, 0, 0],
  "max": [1, 1, 1]}, {"bufferView": 1, "componentType": 5123, "count": 12, "type": "SCALAR"}]}
END
}
gltf four.bin >mine/deep/four.gltf
cp mine/deep/four.* in/ && cp mine/deep/four.* in/deep/
{
    printf 'SWAN 1\nLONLAT\n 1\n 4 52\nAFREQ\n 3\n 0.08\n 0.1\n 0.12\nQUANT\n 1\nVaDens\nm2/Hz\n -99\n'
    printf 'LOCATION 1\n 1\n 2\n 1\n'
} >in/sea.spec
cp in/sea.spec in/deep/ && cp in/sea.spec mine/sea.spec
newline='a
b.gltf'
cp in/four.gltf "in/$newline" && cp in/four.gltf "mine/$newline" && cp in/four.bin mine/
ln -s four.gltf in/inner.gltf
ln -s ../../in/deep in/deep/again
ln -s ../mine/deep/four.gltf in/to-file.gltf
ln -s ../mine/deep/none.gltf in/to-none.gltf
ln -s "$PWD/mine" in/to-folder
ln -s "$PWD/none" in/to-no-folder
ln -s loop.gltf in/loop.gltf
ln -s ../in/four.gltf mine/back.gltf
ln -s ../in/deep mine/away
mesh_scene() {  # FILE: a scene that names it
    cat <<END
hulls:
  boat:
    mass: 50
    mesh: {file: "$1"}
    buoyancy: {law: archimedes}
    damping: {vertical: 2, angular: 1}
bodies: [{hull: boat}]
time: {steps: 2}
sea: {waves: []}
END
}
sea_scene() { printf 'sea:\n  record:\n    file: "%s"\n' "$1"; }
kept_in() {     # COMMANDS KEY FILE: is refused by these, with the same words and no others
    commands=$1 key=$2 path=$3 at=4
    case $key in sea.*) sea_scene "$path" >in/scene.yaml; at=3 ;; *) mesh_scene "$path" >in/scene.yaml ;; esac
    shown=$(printf %s "$path" | sed 's/\\n/?/g')
    words="$key: \"$shown\" is outside of in, and --files-below allows only what is there or below"
    words="flotilla: in/scene.yaml:$at: $words"
    for command in $commands; do
        case $command in query) set -- --time 0 --points points.csv ;; *) set -- ;; esac
        run 2 "$command" in/scene.yaml --files-below in "$@" || return 1
        [ "$(cat err)" = "$words" ] || { echo "expected: $words"; cat err; return 1; }
    done
}
let_in() {      # KEY FILE
    case $1 in sea.*) sea_scene "$2" >in/scene.yaml ;; *) mesh_scene "$2" >in/scene.yaml ;; esac
    run 0 run in/scene.yaml --device scalar --quiet --files-below in
}
printf '0,0\n' >points.csv
mesh=hulls.boat.mesh.file
# Nobody can tell from what is said whether a file outside is there: of most there is one that is and one that is not.
number=0
expect kept_in_by_all kept_in 'run check query sea' $mesh /etc/passwd
expect kept_in_by_all_that_take_a_sea kept_in 'run check query sea' sea.record.file ../mine/sea.spec
for file in "$PWD/mine/deep/four.gltf" "$PWD/mine/deep/none.gltf" ../mine/deep/four.gltf ../mine/none/four.gltf \
    deep/../../mine/deep/four.gltf none/../../mine/deep/four.gltf to-file.gltf to-none.gltf to-folder/deep/four.gltf \
    to-no-folder/four.gltf deep/again/../../../mine/deep/four.gltf "$PWD/inner/four.gltf" ../in.gltf .. ../ / \
    /etc/passwd /etc/none /proc/self/environ /dev/zero /dev/none /dev/stdin ../mine/back.gltf loop.gltf \
    ../mine/deep/../../in/four.gltf ../none/deep/../../in/four.gltf ../mine/away/../four.gltf ../none/../four.gltf \
    '../mine/a\nb.gltf' '../mine/none\nb.gltf'; do
    number=$((number + 1))
    expect "kept_in_mesh_$number" kept_in run $mesh "$file"
    expect "kept_in_sea_$number" kept_in sea sea.record.file "$file"
done
for file in four.gltf "$PWD/in/four.gltf" deep/four.gltf deep/../four.gltf ../in/four.gltf inner.gltf \
    deep/again/four.gltf 'a\nb.gltf' "$PWD/in/deep/../inner.gltf" ./deep//four.gltf; do
    number=$((number + 1))
    expect "let_in_$number" let_in $mesh "$file"
done
for file in sea.spec deep/sea.spec deep/again/sea.spec "$PWD/in/sea.spec"; do
    number=$((number + 1))
    expect "let_in_$number" let_in sea.record.file "$file"
done
not_there() {   # inside one is told as ever
    mesh_scene none.gltf >in/scene.yaml && refused 'in/none.gltf: No such file' run in/scene.yaml --files-below in &&
        sea_scene none.spec >in/scene.yaml && refused 'none.spec: No such file' run in/scene.yaml --files-below in &&
        mesh_scene deep/none/four.gltf >in/scene.yaml && refused 'No such file' run in/scene.yaml --files-below in
}
expect inside_what_is_missing_is_told not_there
# The scene itself may lie anywhere, and the folder be named in any way.
elsewhere() {
    mesh_scene ../in/four.gltf >mine/scene.yaml && ln -sf in in-too && mkdir -p deeper || return 1
    for folder in in "$PWD/in" in/ ./in/deep/.. in-too "$PWD/in-too/" . /; do
        run 0 run mine/scene.yaml --device scalar --quiet --files-below "$folder" || return 1
    done
    mesh_scene "$PWD/in-too/four.gltf" >mine/scene.yaml &&
        run 0 run mine/scene.yaml --device scalar --quiet --files-below "$PWD/in-too" &&
        mesh_scene four.gltf >in/scene.yaml && run 0 run in-too/scene.yaml --device scalar --quiet --files-below in &&
        (cd in && run 0 run scene.yaml --device scalar --quiet --files-below . &&
            refused 'is outside of deep' run scene.yaml --files-below deep; got=$?; rm -f out err; exit $got) &&
        refused 'none: No such file' run in/scene.yaml --files-below none &&
        refused 'in/four.bin: it is not a folder' run in/scene.yaml --files-below in/four.bin &&
        refused '--files-below' run in/scene.yaml --files-below ''
}
expect folders_by_any_name elsewhere
expect without_a_fence run 0 run mine/scene.yaml --device scalar --quiet
# What a glTF draws in, and what is read beside a record.
drawn_in() {
    words='is outside of in, and --files-below allows only what is there or below'
    for target in ../mine/deep/four.bin ../mine/deep/none.bin; do
        rm -f in/link.bin && ln -s "$target" in/link.bin && gltf link.bin >in/link.gltf &&
            mesh_scene link.gltf >in/scene.yaml && refused "in/link.bin $words" run in/scene.yaml --files-below in &&
            cp err told.$(basename "$target") && refused "in/link.bin $words" hull in/link.gltf --files-below in ||
            return 1
    done
    cmp told.four.bin told.none.bin && rm in/link.bin && ln -s deep/four.bin in/link.bin &&
        run 0 run in/scene.yaml --device scalar --quiet --files-below in && run 0 hull in/link.gltf --files-below in
}
expect kept_in_gltf drawn_in
beside_record() {       # one that leads outside is refused whether it is there or not, and the others are as ever
    cp "$examples/41010w2019.txt" in/41010w2019.txt && sea_scene 41010w2019.txt >in/scene.yaml &&
        run 0 sea in/scene.yaml --files-below in && run 0 sea in/41010w2019.txt --files-below in || return 1
    for letter in d i j k; do cp "$examples/41010${letter}2019.txt" in/ || return 1; done
    run 0 sea in/scene.yaml --files-below in || return 1
    for target in ../mine/41010j2019.txt ../mine/none; do
        cp "$examples/41010j2019.txt" mine/ && ln -sf "$target" in/41010j2019.txt &&
            refused 'scene.yaml:2: sea.record: in/41010j2019.txt is outside of in' \
                sea in/scene.yaml --files-below in &&
            cp err told.$(basename "$target") &&
            refused 'in/41010j2019.txt is outside of in' sea in/41010w2019.txt --files-below in || return 1
    done
    cmp told.41010j2019.txt told.none && ln -sf ../mine/41010j2019.txt in/41010j2019.txt && run 0 sea in/scene.yaml
}
expect kept_in_beside_a_record beside_record

# ---- a run's own inputs ----------------------------------------------------------------------------------------------

# spared INPUT FILE ARGUMENT...: writing to own/ would lose FILE, which is read as INPUT; own/ stays as it is
contents() { (cd own && find . | sort && find . -type f -exec cksum {} + | sort); }
spared() {
    input=$1 file=$2
    shift 2
    contents >before
    refused "cannot write to own: what is read from $input would be lost, as $file is replaced or removed" "$@" \
        --out own && contents >after && cmp before after
}
fresh() { rm -rf own && mkdir own; }
own_names=$(sed -n '/^const char \*const run_names\[\]/,/;$/s/"\([^"]*\)"/\n\1\n/gp' "$sources/host/cli/run.c" |
    grep -x '[a-z#-]*\.[a-z]*' | sed 's/#/000012/')
own_scenes() {  # whatever name the scene has of those that a run gives or takes away, asked for or not
    [ "$(echo "$own_names" | wc -l)" -ge 17 ] || { echo "few names: $own_names"; return 1; }
    for result in $own_names bodies-1234567.vtu summary.json.12-3.part bodies.csv.12-3.part snapshot-7.flo.12-3.part; do
        fresh && cp boat.yaml "own/$result" && spared "own/$result" "own/$result" run "own/$result" --device scalar &&
            spared "./own/$result" "own/$result" run "./own/$result" --device scalar --set output.csv=false || return 1
    done
}
expect scenes_are_not_written_over own_scenes
own_links() {   # by a link of either kind, in the folder or to it
    fresh && cp boat.yaml own/summary.json && ln -sf own/summary.json way.yaml &&
        spared way.yaml own/summary.json run way.yaml && ln -f own/summary.json hard.yaml &&
        spared hard.yaml own/summary.json run hard.yaml && ln -sf own owned &&
        spared owned/summary.json own/summary.json run owned/summary.json && fresh && cp boat.yaml way.scene &&
        ln -s ../way.scene own/bodies.csv && spared own/bodies.csv own/bodies.csv run own/bodies.csv &&
        contents >before && (run 2 run /dev/stdin --out own <own/bodies.csv) && contents >after && cmp before after
}
expect linked_scenes_are_not_written_over own_links
own_files() {   # what the scene names, and what that draws in
    fresh && cp in/deep/four.gltf own/bodies.npy.gltf && cp in/four.bin own/bodies.npy || return 1
    sed 's/four\.bin/bodies.npy/' own/bodies.npy.gltf >own/boat.gltf && mesh_scene own/boat.gltf >mesh.yaml &&
        spared own/bodies.npy own/bodies.npy run mesh.yaml && fresh || return 1
    gltf four.bin >own/sea.png && cp in/four.bin four.bin && ln -sf own/sea.png boat.gltf &&
        mesh_scene boat.gltf >mesh.yaml && spared boat.gltf own/sea.png run mesh.yaml && fresh &&
        cp mine/sea.spec own/play.html && sea_scene own/play.html >sea.yaml &&
        spared own/play.html own/play.html run sea.yaml && mkdir own/series.12-3.part &&
        mv own/play.html own/series.12-3.part/ && sea_scene own/series.12-3.part/play.html >sea.yaml &&
        spared own/series.12-3.part/play.html own/series.12-3.part/play.html run sea.yaml
}
expect files_of_scenes_are_not_written_over own_files
own_record() {  # a buoy's directional file, here by a link
    fresh && rm -rf buoy && mkdir buoy || return 1
    for letter in w d i j k; do cp "$examples/41010${letter}2019.txt" buoy/ || return 1; done
    mv buoy/41010k2019.txt own/bodies.pvd && ln -s ../own/bodies.pvd buoy/41010k2019.txt &&
        sea_scene buoy/41010w2019.txt >sea.yaml && spared buoy/41010k2019.txt own/bodies.pvd run sea.yaml
}
expect files_beside_records_are_not_written_over own_record
own_snapshots() {
    fresh && run 0 run boat.yaml --device scalar --quiet --out own --steps 4 --snapshot 2 || return 1
    cp boat.yaml own/snapshot-9.flo &&
        spared own/snapshot-9.flo own/snapshot-9.flo run own/snapshot-9.flo --snapshot 9 &&
        run 0 run own/snapshot-9.flo --device scalar --quiet --steps 2 --out own && cmp boat.yaml own/snapshot-9.flo &&
        mv own/snapshot-9.flo own/sea.png &&
        spared own/sea.png own/sea.png run own/sea.png --resume own/snapshot-4.flo &&
        mv own/snapshot-2.flo own/play.html &&
        spared own/play.html own/play.html run boat.yaml --resume own/play.html &&
        mv own/play.html kept.flo && ln -f kept.flo own/bodies.npy &&
        spared kept.flo own/bodies.npy run boat.yaml --resume kept.flo
}
expect snapshots_are_not_written_over own_snapshots
others_stay() { # what only looks like it, and what goes on from a snapshot beside its results
    fresh || return 1
    for scene in boat.yaml bodies-1.vtp summary.json.kept; do
        cp boat.yaml "own/$scene" && run 0 run "own/$scene" --device scalar --quiet --out own --steps 4 --snapshot 2 &&
            run 0 run "own/$scene" --device scalar --quiet --out own --steps 8 --snapshot 2 \
                --resume own/snapshot-4.flo && cmp boat.yaml "own/$scene" || return 1
    done
}
expect other_inputs_may_lie_there others_stay
own_experiment() {      # of an experiment by what is set
    fresh && cp mine/sea.spec own/01-naked-spring.csv && contents >before &&
        refused "what is read from $PWD/own/01-naked-spring.csv would be lost" experiment 1 --device scalar --quiet \
            --out own --set "sea={record: {file: $PWD/own/01-naked-spring.csv}}" && contents >after && cmp before after
}
expect inputs_of_experiments_are_not_written_over own_experiment

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
# Scenes on one line, of which a reader of YAML keeps every comma until it ends; and what is said of one where there is
# no memory at all.
one_line() {    # BEFORE PIECE AFTER
    awk -v before="$1" -v piece="$2" -v after="$3" 'BEGIN { printf "%s", before
        for (i = 0; i < 300000; i++) printf "%s", piece
        print after }' >one.yaml
    (ulimit -v "$addresses" && soon 60 2 run one.yaml --device scalar --max-memory 10M) && told 'one.yaml' &&
        told 'too much memory' && told '--max-memory allows 10 MiB' && [ "$(wc -l <err)" -eq 1 ]
}
line_is_no_trouble() {
    awk 'BEGIN { printf "hulls: {boat: {mass: 500, inertia: [1, 1, 1], points: ["
        for (i = 0; i < 9000; i++) printf "%s[%d, 0, 1]", i ? ", " : "", i % 100
        print "], buoyancy: {law: archimedes, reference_depth: 1}, volume: 1}}"
        print "bodies: [{hull: boat}]\ntime: {steps: 1}" }' >one.yaml
    soon 60 0 run one.yaml --device scalar --quiet --max-memory 30M
}
no_memory() (
    awk 'BEGIN { printf "[1"; for (i = 0; i < 1000000; i++) printf ",1"; print "]" }' >one.yaml
    ulimit -v "$addresses"
    soon 60 2 run one.yaml --device scalar --max-memory 2G && told 'one.yaml: not enough memory to read it'
)
addresses=150000
case $(ldd "$flotilla" 2>/dev/null; nm "$flotilla" 2>/dev/null | grep -c __asan_init) in
*libasan* | *[1-9]) addresses=unlimited; skip "memory_that_ends: a sanitizer takes all addresses" ;;
*) expect memory_that_ends no_memory ;;
esac
expect memory_of_one_line one_line '{b: [1' ,1 ']}'
expect memory_of_a_list_on_one_line one_line '[1' ', 1' ']'
expect memory_of_an_element_on_one_line one_line '- [1' ,1 ']'
expect memory_of_an_element_of_a_mapping one_line '- {hull: h, pushes: [[1]' ',[1]' ']}'
expect memory_of_keys_on_one_line one_line '{a: 1' ',a: 1' '}'
expect memory_of_a_marked_key one_line '? [1' ',1' ']'
expect memory_of_what_is_no_list one_line '["a"' ' "a"' ']'
expect memory_of_dashes_on_one_line one_line '[' '- ' ']'
expect memory_of_aliases_on_one_line one_line '[*a' ' *a' ']'
expect memory_of_anchors_on_one_line one_line '[' '&a ' ']'
expect a_long_line_of_points line_is_no_trouble
# Meshes whose nodes, materials or solids are without number.
mesh_memory() {
    awk 'BEGIN { print "{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],\"nodes\":["
        for (i = 1; i < 12; i++) printf "{\"children\":[%d,%d,%d,%d,%d,%d,%d,%d]},", i, i, i, i, i, i, i, i
        print "{}]}" }' >bomb.gltf
    awk 'BEGIN { print "{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],\"nodes\":["
        for (i = 1; i < 20000; i++) printf "{\"children\":[%d]},", i
        print "{}]}" }' >deep.gltf
    awk 'BEGIN { for (i = 0; i < 100000; i++) print "solid\nendsolid" }' >solids.stl
    soon 20 2 hull bomb.gltf --mass 500 && told 'bomb.gltf: node 1 is a child of node 0 and again of node 0' &&
        soon 20 2 hull deep.gltf --mass 500 && told 'deep.gltf: its nodes are more than 256 deep' &&
        soon 20 2 hull solids.stl --mass 500 --max-memory 20M && told '--max-memory allows 20 MiB' || return 1
    printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n' >four.obj
    soon 20 0 hull four.obj --mass 100 --max-memory 20M && soon 20 2 hull four.obj --max-memory 1K &&
        told 'four.obj: to read it takes' && told '--max-memory allows 1024 bytes'
}
expect memory_of_meshes mesh_memory
# Nothing that somebody else writes steers a terminal or makes a line of its own.
messages() {
    bad=$(printf 'a\nflotilla: done\033[31m\177\t\302\233b') shown='a\x0Aflotilla: done\x1B[31m\x7F\x09\xC2\x9Bb'
    for words in "run $bad" "sea $bad" "check $bad" "$bad" "help $bad" "run boat.yaml $bad" "hull x$bad.stl" \
        "query boat.yaml --time $bad" "run boat.yaml --device $bad" "hull --from-sdf $bad" \
        "run boat.yaml --out $bad/x" "run boat.yaml --out x --resume $bad" "devices $bad"; do
        (
            IFS=@
            set -f
            set -- $(printf %s "$words" | sed '1s/ /@/g')
            timeout 20 "$flotilla" "$@" >out 2>err
        ) && { echo "not refused: $words"; return 1; }
        told "$shown" && [ "$(wc -l <err)" -eq 1 ] || { cat -v err; return 1; }
    done
    printf '{"asset":{"version":"2.0"},"buffers":[{"uri":"a\\nb\\u001b[31m\\u009b"}]}' >uri.gltf
    soon 20 0 run names.yaml --device scalar --out "$bad" && ! LC_ALL=C grep -q "$(printf '[\001-\011\013-\037\177]')" \
        out err && grep -qF "written   $shown" out && grep -qF 'hull      %s%n\x09\x1B[31m "<&>]]>: ' out ||
        { cat -v out err; return 1; }
    soon 20 2 hull uri.gltf && told 'uri.gltf: it cannot be read as a mesh: a\x0Ab\x1B[31m\xC2\x9B: No such file'
}
expect messages_are_clean messages
for wrong in 0 -1 1X 1e3 K '' 99999999999T; do
    expect "memory_$wrong" refused '--max-memory' run boat.yaml --max-memory "$wrong"
    expect "memory_of_hull_$wrong" refused '--max-memory' hull four.obj --max-memory "$wrong"
    expect "memory_of_query_$wrong" refused '--max-memory' query boat.yaml --time 0 --points - --max-memory "$wrong"
done
tally
