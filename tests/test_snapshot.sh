#!/bin/sh
# SPDX-License-Identifier: MIT
#
# flotilla run --snapshot and --resume as a user meets them.  usage: test_snapshot.sh FLOTILLA
. "$(dirname "$0")/cli.sh"

# A scene in which all changes over time, in every mode, and is written in every form that goes on.
cat >scene.yaml <<END
time: {step: 0.02, steps: 700, start: 3}
sea: {level: 0.5, depth: 30, spectrum: {type: jonswap, hs: 2, tp: 7, heading: 30, components: 20}}
hulls:
$driving_boat
  crate: {mass: 900, box: {size: [1.2, 0.8, 3.1], grid: [2, 2, 4]}, buoyancy: {law: archimedes}, damping: {vertical: 2}}
bodies:
  - {hull: boat, count: 9, spacing: 15, position: [0, 0.5, 0], throttle: 0.5, controls: [[6, 1, 0.5], [12.01, 0.2, -1]],
     pushes: [[5, 6.5, [500, 0, 0], [0, 0, 1]], [9, 3, [0, 100, 0], [0, 0, 1]]]}
  - {hull: crate, count: 5, position: [100, 0, 0]}
  - {hull: boat, position: [200, 0, 0], mode: kinematic, yaw_rate: 0.1, velocity: [1, 0, 0]}
  - {hull: boat, position: [220, 0, 0], mode: transform}
  - {hull: boat, position: [240, 0, 0], mode: hybrid, velocity: [2, 0, 1]}
output: {every: 7, npy: true, page: true}
END
files='bodies.csv bodies.npy play.html'
devices=$("$flotilla" devices | awk '$4 == "yes" && $5 == "yes" && $1 !~ /^simd:sse/ { print $1 }')

whole() {       # whole FOLDER: what is in it is what the uninterrupted run wrote
    for file in $files; do cmp "$reference/$file" "$1/$file" || return 1; done
    [ "$(value state_hash "$1/summary.json")" = "$(value state_hash "$reference/summary.json")" ] &&
        ! ls "$1" | grep part
}
writes_snapshots() {
    reference=plain
    run 0 run scene.yaml --device scalar --out plain &&
        run 0 run scene.yaml --device scalar --out first --snapshot 200 &&
        [ "$(ls -A first | tr '\n' ' ')" = "$files snapshot-200.flo snapshot-400.flo snapshot-600.flo \
snapshot-700.flo summary.json " ] && whole first && [ "$(value resumed_from first/summary.json)" = null ]
}
reference=plain
expect writes_snapshots writes_snapshots

# Every device goes on from every other's, and takes the same of its own.
goes_on() {     # goes_on DEVICE OPTION...
    rm -rf again && mkdir again && cp first/bodies.* again &&
        run 0 run scene.yaml --device "$1" --out again --snapshot 200 --resume first/snapshot-200.flo &&
        whole again && cmp first/snapshot-600.flo again/snapshot-600.flo &&
        grep -q '^resumed   from step 200$' out && [ "$(value resumed_from again/summary.json)" = 200 ] &&
        [ "$(value steps again/summary.json)" = 700 ]
}
for device in $devices simd+scalar 'simd*1+scalar*3'; do expect "goes_on_on_$device" goes_on "$device"; done
if command -v mpirun >/dev/null && [ -f "$(dirname "$flotilla")/libflotilla_mpi.so" ]; then
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
    ranks_go_on() {
        rm -rf ranks && mkdir ranks && cp first/bodies.* ranks &&
            mpirun -n 3 "$flotilla" run scene.yaml --device scalar --threads 1 --out ranks --snapshot 200 --quiet \
                --resume first/snapshot-200.flo && whole ranks && cmp first/snapshot-600.flo ranks/snapshot-600.flo &&
            rm -rf again && mkdir again && cp ranks/bodies.* again &&
            run 0 run scene.yaml --device simd --out again --resume ranks/snapshot-400.flo && whole again
    }
    expect several_processes_go_on ranks_go_on
else
    skip "several processes that go on: there is no MPI"
fi

# ---- ways to step, and lengths ---------------------------------------------------------------------------------------
other_way() {   # other_way OPTION...: the same of a scene that is changed by options
    rm -rf way cut && run 0 run scene.yaml --device scalar --out way "$@" &&
        run 0 run scene.yaml --device scalar --out cut --steps 333 --snapshot 1000 "$@" &&
        run 0 run scene.yaml --device simd --out cut --resume cut/snapshot-333.flo "$@" &&
        (reference=way && whole cut)
}
expect symplectic_goes_on other_way --set integrator=symplectic
expect direct_sums_go_on other_way --waves direct
expect coarse_sums_go_on other_way --tolerance 0.01
csv_alone() (files=bodies.csv && other_way --set output.npy=false --set output.page=false)
npy_alone() (files=bodies.npy && other_way --set output.csv=false --set output.page=false)
pictures() (files='bodies.csv motion.png sea.png' && other_way --set output.plot=true --set output.page=false)
expect csv_alone_goes_on csv_alone
expect npy_alone_goes_on npy_alone
if command -v gnuplot >/dev/null; then expect pictures_go_on pictures; else skip "pictures that go on: no gnuplot"; fi
nothing_to_do() { rm -rf done && cp -r first done && run 0 run scene.yaml --device scalar --out done \
    --resume done/snapshot-700.flo && whole done; }
expect a_run_at_its_end_has_nothing_to_do nothing_to_do
twice() {
    rm -rf cut && for steps in 1 50 51 400 700; do
        last=$(ls cut 2>/dev/null | sed -n 's/^snapshot-\(.*\)\.flo/\1/p' | sort -n | tail -n 1)
        run 0 run scene.yaml --device simd --out cut --steps $steps --snapshot 30 \
            ${last:+--resume cut/snapshot-$last.flo} || return 1
    done
    whole cut
}
expect many_times twice

# ---- other folders, older snapshots ----------------------------------------------------------------------------------
elsewhere() {
    rm -rf else && run 0 run scene.yaml --device scalar --out else --resume first/snapshot-400.flo &&
        grep -q 'warning: else has no rows of bodies up to step 400 of this run: they begin at step 406' err &&
        [ "$(sed -n 2p else/bodies.csv | cut -d, -f1)" = 406 ] && lines=$(wc -l < else/bodies.csv) &&
        [ "$(tail -n +2 else/bodies.csv)" = "$(tail -n $((lines - 1)) plain/bodies.csv)" ]
}
row_of() {      # STEP OPTION...: the first row is of that step, and the warning says so
    first=$1
    shift
    rm -rf else && run 0 run scene.yaml --device scalar --out else --resume first/snapshot-400.flo "$@" &&
        grep -q "up to step 400 of this run: they begin at step $first\$" err &&
        [ "$(sed -n 2p else/bodies.csv | cut -d, -f1)" = "$first" ]
}
first_rows() { row_of 400 --set output.every=8 && row_of 403 --steps 403 && row_of 400 --steps 400; }
expect the_first_row_is_told first_rows
expect another_folder_has_the_rest elsewhere
foreign() {     # rows of another run are no beginning, and stay until the end
    rm -rf else && run 0 run scene.yaml --device scalar --out else --set time.start=4 &&
        cp else/bodies.csv before.csv &&
        run 2 run scene.yaml --device scalar --out else --resume first/snapshot-400.flo --set hulls.boat.mass=5 &&
        cmp else/bodies.csv before.csv &&
        run 0 run scene.yaml --device scalar --out else --resume first/snapshot-400.flo &&
        grep -q 'has no rows' err
}
expect rows_of_another_run_are_not_taken foreign
at_home() {     # where the snapshot lies its rows must be, or they would be lost
    rm -rf home && cp -r first home && head -c 60000 first/bodies.csv > home/bodies.csv &&
        cp home/bodies.csv before.csv &&
        refused 'no rows of bodies up to step 400; take an earlier snapshot, or another folder' \
            run scene.yaml --device scalar --out home --resume home/snapshot-400.flo &&
        cmp home/bodies.csv before.csv && cp first/bodies.csv home/bodies.csv &&
        refused 'output.every was 7, and is 9; take another folder' \
            run scene.yaml --device scalar --out home --resume home/snapshot-400.flo --set output.every=9 &&
        run 0 run scene.yaml --device scalar --out else --resume home/snapshot-400.flo --set output.every=9 &&
        run 0 run scene.yaml --device scalar --out home --resume home/snapshot-400.flo && whole home
}
expect rows_must_be_where_the_snapshot_is at_home
by_a_link() {   # a link to a snapshot is at home where the snapshot is, and where it is itself
    rm -rf home away && cp -r first home && mkdir away && ln -sf home/snapshot-400.flo latest.flo &&
        ln -s ../home/snapshot-400.flo away/latest.flo && cp home/bodies.csv before.csv &&
        refused 'output.every was 7, and is 9; take another folder' \
            run scene.yaml --device scalar --out home --resume latest.flo --set output.every=9 &&
        refused 'output.csv was true, and is false; take another folder' \
            run scene.yaml --device scalar --out home --resume away/latest.flo --set output.csv=false &&
        refused 'no rows of bodies up to step 400' run scene.yaml --device scalar --out away --resume away/latest.flo &&
        cmp home/bodies.csv before.csv && run 0 run scene.yaml --device scalar --out home --resume latest.flo &&
        whole home
}
expect a_link_leads_home by_a_link
goes_on_with() {        # OPTION: in the run's own folder, from its first snapshot
    "$flotilla" run scene.yaml --device scalar --resume made/snapshot-100.flo --out made --set "$1"
}
short_run() { rm -rf made && run 0 run scene.yaml --device scalar --steps 200 --snapshot 100 --out made --quiet "$@"; }
other_files() { # those that are no longer asked for stay, and those that were not there are not begun in the middle
    short_run && cp -r made kept &&
        refuses 'output.csv was true, and is false; take another folder' goes_on_with output.csv=false &&
        refuses 'output.npy was true, and is false; take another folder' goes_on_with output.npy=false &&
        refuses 'output.page was true, and is false; take another folder' goes_on_with output.page=false &&
        diff -r made kept && rm -r kept && short_run --set output.npy=false &&
        refuses 'output.npy was false, and is true; take another folder' goes_on_with output.npy=true && rm -r made
}
expect files_of_rows_stay_what_they_were other_files
late_page() {   # which begins in the middle, where it next looks, every 3 steps, and says so
    short_run --set output.page=false && goes_on_with output.page=true > out 2> err &&
        grep -q 'warning: play.html begins at step 102: the snapshot has nothing of it from before' err &&
        [ -s made/play.html ] && rm -r made
}
expect a_late_page_says_so late_page
other_pictures() {
    short_run --set output.plot=true && cp -r made kept &&
        refuses 'output.plot was true, and is false; take another folder' goes_on_with output.plot=false &&
        diff -r made kept && rm -r kept && short_run && goes_on_with output.plot=true > out 2> err &&
        grep -q 'warning: motion.png begins at step 102: the snapshot has nothing of it from before' err && rm -r made
}
if command -v gnuplot >/dev/null; then
    expect pictures_stay_what_they_were other_pictures
else
    skip "pictures that stay what they were: no gnuplot"
fi
no_step() {     # one that has nothing to do, too, writes what a longer one begins with
    rm -rf none && run 0 run scene.yaml --device scalar --steps 0 --snapshot 10 --out none &&
        run 0 run scene.yaml --device simd --out none --resume none/snapshot-0.flo --snapshot 10 && whole none &&
        rm -rf more && run 0 run scene.yaml --device simd --out more --resume none/snapshot-700.flo --snapshot 10 &&
        run 0 run scene.yaml --device simd --resume more/snapshot-700.flo --quiet
}
expect no_step_has_a_snapshot no_step
without_folder() { run 0 run scene.yaml --device scalar --resume first/snapshot-400.flo &&
    grep -q "^state *$(value state_hash plain/summary.json)" out; }
expect without_a_folder_it_only_tells without_folder
at_work() {     # what another run is still writing is copied, and that run comes to its end
    rm -rf live && mkdir live
    "$flotilla" run scene.yaml --device scalar --out live --steps 100000000 --snapshot 100 --quiet & pid=$!
    begun live/snapshot-300.flo && run 0 run scene.yaml --device scalar --out live --resume live/snapshot-300.flo
    got=$?
    for file in $files; do cmp plain/$file live/$file || got=1; done
    kill $pid
    wait $pid
    ended=$?
    [ $got = 0 ] && [ $ended = 130 ] && [ "$(value interrupted live/summary.json)" = true ] &&
        head -n 200 live/bodies.csv | cmp - before_200.csv && ! ls live | grep part
}
head -n 200 plain/bodies.csv > before_200.csv
expect a_run_at_work_is_left_alone at_work
# Bodies that no water moves: of frames longer than any block the ends are the same wherever body 0 is.
cat >calm.yaml <<'END'
time: {step: 0.02, steps: 60}
hulls:
  crate: {mass: 600, box: {size: [1.5, 1, 2], grid: [2, 2, 2]}, buoyancy: {law: archimedes}}
bodies:
  - {hull: crate, mode: transform, position: [1, 0, 0]}
  - {hull: crate, count: 200, mode: transform, position: [100, 0, 0]}
output: {every: 10, npy: true}
END
calm() { run 0 run calm.yaml --device scalar --quiet --out twin "$@"; }
resumes_calm() { refused "no rows of bodies up to step $1" run calm.yaml --out twin --resume "twin/snapshot-$1.flo"; }
twins() {       # FILE: its rows are another run's, but end as ours do
    rm -rf twin ours theirs before && calm --snapshot 20 && cp -r twin ours &&
        calm --set 'bodies.0.position=[2, 0, 0]' && cp -r twin theirs && cp ours/bodies.* twin/ &&
        cp "theirs/$1" twin/ && cp -r twin before && resumes_calm 20 && diff -r twin before &&
        head -n 604 ours/bodies.csv | tail -c 4096 >ends && head -n 604 theirs/bodies.csv | tail -c 4096 | cmp - ends
}
flipped() {     # FILE PLACE: a byte is another one
    printf '\377' | dd of="$1" bs=1 seek="$2" conv=notrunc 2>/dev/null
}
each_byte() {   # of the rows counts, not of a head that is written last, nor of what comes later
    rm -rf twin && calm --snapshot 7 --steps 40 && cp twin/bodies.csv csv && cp twin/bodies.npy npy &&
        [ "$(wc -c <npy)" -eq $((512 + 5 * 201 * 112)) ] || return 1
    for change in 'csv 300' 'csv 30000' 'npy 512' 'npy 700' 'npy 80000'; do
        cp csv twin/bodies.csv && cp npy twin/bodies.npy && flipped "twin/bodies.${change% *}" "${change#* }" &&
            resumes_calm 35 || { echo "$change"; return 1; }
    done
    cp npy twin/bodies.npy && cp csv twin/bodies.csv && flipped twin/bodies.npy 100 &&
        flipped twin/bodies.npy $((512 + 4 * 201 * 112)) && calm --resume twin/snapshot-35.flo --steps 40 &&
        cmp csv twin/bodies.csv && cmp npy twin/bodies.npy
}
expect rows_that_end_alike_csv twins bodies.csv
expect rows_that_end_alike_npy twins bodies.npy
expect each_byte_of_rows_counts each_byte
reads_once() {  # a snapshot a step reads what is new, not all
    rm -rf twin
    "$flotilla" run calm.yaml --device scalar --out twin --steps 100000000 --set output.every=1 --snapshot 1 --keep 1 \
        --quiet & pid=$!
    for attempt in $(seq 600); do
        size=$(cat twin/bodies.*.part 2>/dev/null | wc -c)
        [ "$size" -lt 20000000 ] || break
        sleep 0.1
    done
    got=$(sed -n 's/^rchar: //p' /proc/$pid/io)
    kill $pid
    wait $pid
    size=$(cat twin/bodies.csv twin/bodies.npy | wc -c)
    [ "$size" -gt 20000000 ] && [ "$got" -lt $((size + 30000000)) ] || { echo "$got bytes read of $size"; return 1; }
}
if [ -r /proc/self/io ]; then expect rows_are_read_once reads_once; else skip "rows that are read once: no /proc"; fi

# A run of version 0.5.0: what it kept began with the step, not with a word that tells its form.  (With pushes its words
# for the scene were others, too.)
as_0_5_0() {    # FROM TO
    python3 - "$1" "$2" <<'END'
import struct
import sys

data = open(sys.argv[1], "rb").read()
size, head = struct.unpack_from("<QQ", data, 16)
extra, = struct.unpack_from("<Q", data, 120)
begin = head - 8 - extra
old = bytearray(data[:begin] + data[begin + 8:head - 8])
struct.pack_into("<QQ", old, 16, size - 8, head - 8)
struct.pack_into("<Q", old, 120, extra - 8)
hashed = 0xCBF29CE484222325
for byte in old:
    hashed = (hashed ^ byte) * 0x100000001B3 % 2**64
open(sys.argv[2], "wb").write(old + struct.pack("<Q", hashed) + data[head:])
END
}
of_0_5_0() {
    sed '/pushes:/d; s/ controls:.*/}/' scene.yaml > unpushed.yaml && rm -rf old else unpushed &&
        run 0 run unpushed.yaml --device scalar --out unpushed --snapshot 400 && cp -r unpushed old &&
        as_0_5_0 unpushed/snapshot-400.flo old/snapshot-400.flo &&
        refused 'version 0.5.0 of flotilla wrote it, whose snapshots do not know all rows' \
            run unpushed.yaml --device scalar --out old --resume old/snapshot-400.flo &&
        cmp unpushed/bodies.csv old/bodies.csv &&
        run 0 run unpushed.yaml --device scalar --out else --resume old/snapshot-400.flo &&
        grep -q 'no rows of bodies up to step 400 of this run, as far as a snapshot of version 0.5.0 tells' err &&
        lines=$(wc -l < else/bodies.csv) &&
        [ "$(tail -n +2 else/bodies.csv)" = "$(tail -n $((lines - 1)) unpushed/bodies.csv)" ]
}
if command -v python3 >/dev/null; then expect snapshots_of_0_5_0 of_0_5_0; else skip "version 0.5.0: no python3"; fi

# One that opens what was left, and sleeps until another has gone on with it, and is through.
cat >late.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

int flock(int handle, int how)
{
    struct stat left, here;
    const char *const late = getenv("LATE");
    if (late && stat(late, &left) == 0 && fstat(handle, &here) == 0 && left.st_ino == here.st_ino) {
        unsetenv("LATE");
        fclose(fopen("late", "w"));
        for (int i = 0; access("through", F_OK) != 0 && i < 600; i++) usleep(100000);
    }
    return (int)syscall(SYS_flock, handle, how);
}
END
late_one() {
    rm -rf left late through
    "$flotilla" run scene.yaml --device scalar --out left --steps 100000000 --snapshot 50 --quiet & pid=$!
    begun left/snapshot-100.flo || return 1
    kill -9 $pid
    wait $pid
    begin_at=left/snapshot-50.flo
    ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}verify_asan_link_order=0 LD_PRELOAD=$work/late.so \
        LATE=$(ls left/bodies.csv.*.part) "$flotilla" run scene.yaml --device scalar --out left --steps 690 --quiet \
        --resume $begin_at & pid=$!
    for attempt in $(seq 600); do [ ! -e late ] || break; sleep 0.1; done
    "$flotilla" run scene.yaml --device scalar --out left --quiet --resume $begin_at
    other=$?
    ln left/bodies.csv kept.csv
    : >through
    wait $pid
    [ $? -eq 0 ] && [ -e late ] && [ $other -eq 0 ] && cmp plain/bodies.csv kept.csv &&
        [ "$(value steps left/summary.json)" = 690 ] && [ "$(tail -n 1 left/bodies.csv | cut -d, -f1)" = 690 ] &&
        ! ls left | grep part
}
if ${CC:-cc} -shared -fPIC -D_GNU_SOURCE -o late.so late.c 2>/dev/null; then
    expect whoever_comes_late_takes_nothing late_one
else
    skip "one that comes late: no compiler"
fi

# Rights, which bind all but root.
without_rights() {      # COMMAND...: as somebody who has no others
    if [ "$(id -u)" = 0 ]; then setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; else "$@"; fi
}
for_somebody() {        # FOLDER: is theirs
    [ "$(id -u)" != 0 ] || { chmod 755 . && cp "$flotilla" somebodys && chown -R 65534:65534 "$1"; }
}
somebody() { without_rights "$([ -e somebodys ] && echo ./somebodys || echo "$flotilla")" "$@"; }
closed_rows() { # FILE: nobody may read it
    rm -rf shut && cp -r first shut && chmod 000 "shut/$1" && for_somebody shut && somebody run scene.yaml \
        --device scalar --out shut --resume shut/snapshot-400.flo >out 2>err
    [ $? -eq 2 ] && [ ! -s out ] && grep -qx "flotilla: cannot read shut/$1: Permission denied" err ||
        { cat err; return 1; }
}
dark() {        # files that not even who writes them may read
    rm -rf dark && mkdir dark && for_somebody dark &&
        (umask 777 && somebody run scene.yaml --device scalar --out dark --snapshot 200 --quiet) && chmod 600 dark/* &&
        whole dark && cmp first/snapshot-600.flo dark/snapshot-600.flo
}
if [ "$(id -u)" != 0 ] || setpriv --reuid=65534 --regid=65534 --clear-groups true 2>/dev/null; then
    expect rows_that_nobody_may_read_csv closed_rows bodies.csv
    expect rows_that_nobody_may_read_npy closed_rows bodies.npy
    expect files_without_rights dark
else
    skip "files without rights: there is no setpriv (Debian: util-linux)"
fi
half_files() {  # what a killed run leaves, and a name that is none of ours
    rm -rf swept && mkdir -p swept/series.5-0.part && : > swept/snapshot-5.flo.77-0.part &&
        : > swept/snapshot-x.flo.77-0.part && : > swept/play.html.5-0.part && : > swept/bodies.csv.5-1.part &&
        : > swept/sea.pvd.5-0.part && : > swept/series.5-0.part/sea-000001.vtp
}
sweep() { steps=$1; shift; run 0 run scene.yaml --device scalar --steps $steps --out swept "$@"; }
half_snapshots_go() {   # and rows only where there is no snapshot to go on from with them
    half_files && sweep 3 --snapshot 2 && [ "$(ls -d swept/*.part)" = swept/snapshot-x.flo.77-0.part ] &&
        half_files && sweep 3 && [ "$(ls -d swept/*.part)" = swept/snapshot-x.flo.77-0.part ] &&
        half_files && : > swept/snapshot-7.flo && sweep 3 --snapshot 2 &&
        [ "$(ls -d swept/*.part | xargs)" = 'swept/bodies.csv.5-1.part swept/snapshot-x.flo.77-0.part' ] &&
        half_files && sweep 200 --resume first/snapshot-200.flo && [ -e swept/bodies.csv.5-1.part ]
}
expect half_snapshots_go half_snapshots_go

# ---- those that are kept ---------------------------------------------------------------------------------------------
snapshots_of() { ls "$1" | sed -n 's/^snapshot-\(.*\)\.flo$/\1/p' | sort -n | xargs; }
keeps() {       # COUNT SNAPSHOTS: with a file before, that is not this run's
    rm -rf kept && mkdir kept && echo other > kept/snapshot-7.flo && echo other > kept/snapshot-900.flo &&
        run 0 run scene.yaml --device scalar --out kept --snapshot 100 --keep "$1" &&
        [ "$(snapshots_of kept)" = "7 $2 900" ] && whole kept
}
goes_on_from_kept() {   # and leaves that from which it went on
    rm -rf kept && run 0 run scene.yaml --device scalar --out kept --snapshot 100 --keep 2 --steps 333 &&
        [ "$(snapshots_of kept)" = '300 333' ] &&
        run 0 run scene.yaml --device simd --out kept --snapshot 100 --keep 1 --resume kept/snapshot-333.flo &&
        [ "$(snapshots_of kept)" = '300 333 700' ] && whole kept
}
older_stay() {  # also those that are written anew
    rm -rf kept && run 0 run scene.yaml --device scalar --out kept --snapshot 100 --steps 500 &&
        run 0 run scene.yaml --device scalar --out kept --resume kept/snapshot-100.flo --snapshot 100 --keep 1 &&
        [ "$(snapshots_of kept)" = '100 200 300 400 500 700' ] && whole kept
}
others_stay() { # a snapshot that somebody else wrote under the name of one of ours meanwhile
    rm -rf kept
    # so many are kept that the tenth is seen before it goes
    "$flotilla" run scene.yaml --device scalar --out kept --steps 100000000 --snapshot 1 --keep 1000 --quiet & pid=$!
    begun kept/snapshot-10.flo || return 1
    echo other > kept/new && mv kept/new kept/snapshot-10.flo
    begun 'kept/snapshot-[12][1-9]00.flo' || return 1
    kill -INT $pid
    wait $pid
    [ "$(cat kept/snapshot-10.flo)" = other ] && [ ! -e kept/snapshot-11.flo ]
}
expect keeps_1 keeps 1 700
expect keeps_3 keeps 3 '500 600 700'
expect keeps_all_there_are keeps 100 '100 200 300 400 500 600 700'
expect goes_on_from_what_is_kept goes_on_from_kept
expect older_snapshots_stay older_stay
expect snapshots_of_others_stay others_stay
for wrong in 0 -1 1.5 many ''; do
    expect "keep_$wrong" refused '--keep' run scene.yaml --out made --snapshot 100 --keep "$wrong"
done
expect keep_of_nothing refused '--keep needs --snapshot EVERY' run scene.yaml --out made --keep 2
ranks_keep() {
    rm -rf kept && mpirun -n 3 "$flotilla" run scene.yaml --device scalar --threads 1 --out kept --snapshot 100 \
        --quiet --keep 2 && [ "$(snapshots_of kept)" = '600 700' ] && whole kept
}
if command -v mpirun >/dev/null && [ -f "$(dirname "$flotilla")/libflotilla_mpi.so" ]; then
    expect several_processes_keep ranks_keep
else
    skip "several processes that keep: there is no MPI"
fi

# ---- what is refused -------------------------------------------------------------------------------------------------
at=first/snapshot-400.flo
expect other_mass refused 'mass of the hull of body 0 is 1000 there, and 1001 here' \
    run scene.yaml --device scalar --resume $at --set hulls.boat.mass=1001
expect other_sea refused 'of the sea of body 0' \
    run scene.yaml --device scalar --resume $at --set sea.spectrum.seed=2
expect other_count refused 'the number of bodies is 17 there, and 18 here' \
    run scene.yaml --device scalar --resume $at --set bodies.1.count=6
expect other_step refused 'time.step is 0.02 there, and 0.01 here' \
    run scene.yaml --device scalar --resume $at --set time.step=0.01
# The same numbers as three pushes and as eight controls.
pushes='[[.6,.1,[.5,.7,.25],[.5,.8,.5]], [-1,.9,[.5,.5,1],[.5,.5,1.1]], [1,.5,[1.2,.5,.5],[1.3,.5,.5]]]'
controls='[[.6,.1,.5], [.7,.25,.5], [.8,.5,-1], [.9,.5,.5], [1,.5,.5], [1.1,1,.5], [1.2,.5,.5], [1.3,.5,.5]]'
pushed() {      # KEY LIST
    sed "/^bodies:/,/^output:/ { /^output:/! { /^bodies:/!d } }" scene.yaml |
        sed "s/^bodies:/&\n  - {hull: boat, $1: $2}/; s/start: 3/start: -1/"
}
no_controls() {
    pushed pushes "$pushes" > pushed.yaml && pushed controls "$controls" > controlled.yaml &&
        run 0 run pushed.yaml --device scalar --steps 10 --snapshot 10 --out pushed --quiet &&
        run 0 run pushed.yaml --device scalar --steps 20 --resume pushed/snapshot-10.flo &&
        refused 'have other controls or pushes' run controlled.yaml --device scalar --resume pushed/snapshot-10.flo
}
expect pushes_are_no_controls no_controls
expect other_start refused 'time.start is 3 there, and 0 here' \
    run scene.yaml --device scalar --resume $at --set time.start=0
expect other_place refused 'bodies[1] begin otherwise' \
    run scene.yaml --device scalar --resume $at --set 'bodies.1.position=[0, 0, 0]'
expect other_schedule refused 'bodies[0] begin otherwise, or have other controls or pushes' \
    run scene.yaml --device scalar --resume $at --set 'bodies.0.controls=[[6, 1, 0.5], [12.5, 0.2, -1]]'
expect other_mode refused 'mode of body 15 is transform there, and kinematic here' \
    run scene.yaml --device scalar --resume $at --set bodies.3.mode=kinematic
expect other_integrator refused 'integrator is implicit there, and symplectic here' \
    run scene.yaml --device scalar --resume $at --set integrator=symplectic
expect other_sum refused 'summed auto there, and direct here' run scene.yaml --device scalar --resume $at --waves direct
expect too_few_steps refused 'of step 400, and the run has 399 steps in all' \
    run scene.yaml --device scalar --resume $at --steps 399
expect no_snapshot refused 'scene.yaml: it is no snapshot' run scene.yaml --device scalar --resume scene.yaml
: >empty.flo
expect empty refused 'empty.flo: it is empty' run scene.yaml --device scalar --resume empty.flo
head -c 3000 $at >cut.flo
expect cut_short refused 'cut.flo: it is cut short' run scene.yaml --device scalar --resume cut.flo
{ cat $at; echo; } >long.flo
expect too_long refused 'long.flo: it is too long' run scene.yaml --device scalar --resume long.flo
{ head -c 4000 $at; printf 'x'; tail -c +4002 $at; } >bad.flo
expect damaged refused 'bad.flo: it is damaged' run scene.yaml --device scalar --resume bad.flo
expect vtk_with_snapshots refused 'output.vtk' \
    run scene.yaml --device scalar --out made --snapshot 9 --set output.vtk=true
expect nothing_written test ! -e made

tally
