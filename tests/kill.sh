#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Kills runs that write snapshots, at random moments, and fills their disks.
# Usage: tests/kill.sh FLOTILLA [COUNT [SEED]]
#
# COUNT times (10) a run is killed by SIGKILL and goes on from its last snapshot in the same folder, until it comes to
# its end; then the next one begins.  After each kill every snapshot there is must lead to the state of the run that was
# never stopped, none may be missing up to the last row that was written, and in the end all files must be that run's,
# byte by byte, with nothing beside them.
flotilla=${1:-build/flotilla} count=${2:-10} seed=${3:-7}
. "$(dirname "$0")/tally.sh"
flotilla=$(realpath "$flotilla")
driving_boat=$(cat "$(dirname "$0")/boat.yaml")
room=$(mktemp -d) || exit 1
mounted=
running=
end() {
    [ -z "$running" ] || kill -9 "$running" 2>/dev/null
    [ -z "$mounted" ] || umount "$mounted"
    rm -rf "$room"
}
trap end EXIT
trap 'exit 1' INT TERM
cd "$room" || exit 1
export FLOTILLA_DEVICE=scalar OMP_NUM_THREADS=1

cat > scene.yaml <<END
time: {step: 0.02, steps: 4000}
sea: {spectrum: {type: jonswap, hs: 2.5, tp: 8, heading: 30, components: 24}}
hulls:
$driving_boat
bodies:
  - {hull: boat, count: 30, spacing: 15, position: [0, 0.5, 0], throttle: 0.5, controls: [[10, 1, 0.5], [62, 0.2, -1]],
     pushes: [[21, 30.5, [500, 0, 0], [0, 0, 1]]]}
  - {hull: boat, position: [200, 0, 0], mode: kinematic, yaw_rate: 0.1, velocity: [1, 0, 0]}
output: {every: 35, npy: true, page: true}
END
every=250
now() { date +%s.%N; }
state() { sed -n 's/.*"state_hash": "\(.*\)".*/\1/p' "$1/summary.json"; }
last() { ls "$1" 2>/dev/null | sed -n 's/^snapshot-\([0-9]*\)\.flo$/\1/p' | sort -n | tail -n 1; }
calculate() { awk "BEGIN { print $1 }"; }
random() {      # the next number below 1, the same for a seed
    draws=$((${draws:-0} + 1))
    awk -v seed="$seed" -v draws="$draws" 'BEGIN { srand(seed); for (i = 0; i < draws; i++) x = rand(); print x }'
}

begin=$(now)
"$flotilla" run scene.yaml --snapshot $every --out whole --quiet || { not_ok "the whole run"; tally; exit 1; }
took=$(calculate "$(now) - $begin")
right=$(state whole)

# All that is written is what the uninterrupted run writes; and there is nothing else.
is_whole() {
    for file in bodies.csv bodies.npy play.html; do cmp whole/$file "$1/$file" || return 1; done
    [ "$(state "$1")" = "$right" ] || { echo "the state is $(state "$1"), not $right"; return 1; }
    left=$(ls "$1" | grep -vE '^(bodies.csv|bodies.npy|play.html|summary.json|snapshot-[0-9]+\.flo)$')
    [ -z "$left" ] || { echo "there is something else: $left"; return 1; }
}

# Each snapshot of a folder that was not looked at before, and those that there must be.
resumed=0 kills=0 ends=0
is_safe() {
    for file in "$1"/snapshot-*.flo; do
        [ -f "$file" ] && ! [ -f "seen/$file" ] || continue
        told=$("$flotilla" run scene.yaml --resume "$file" 2>&1) || { echo "$file: $told"; return 1; }
        echo "$told" | grep -q "^state *$right" || { echo "$file leads elsewhere: $told"; return 1; }
        mkdir -p "seen/$1" && touch "seen/$file"
        resumed=$((resumed + 1))
    done
    step=$(cat "$1"/bodies.csv.*.part 2>/dev/null | grep -aE '^[0-9]+,([^,]*,){20}' | tail -n 1 | cut -d, -f1)
    due=$((${step:-0} / every * every))
    for step in $(seq $every $every $due); do
        [ -f "$1/snapshot-$step.flo" ] && continue
        echo "rows go up to step $due, and snapshot-$step.flo is missing"
        return 1
    done
}

go_on() {       # folder, more options
    folder=$1
    shift
    from=$(last "$folder")
    set -- --snapshot $every --out "$folder" --quiet "$@"
    [ -z "$from" ] || set -- --resume "$folder/snapshot-$from.flo" "$@"
    exec "$flotilla" run scene.yaml "$@"
}

# One more kill in folder `kept`; what came to its end is compared and goes.
strike() {
    go_on kept >said 2>&1 &
    running=$!
    sleep "$(calculate "$(random) * $took * 0.8")"
    kill -9 $running 2>/dev/null
    wait $running 2>/dev/null
    status=$?
    running=
    case $status in
    0) is_whole kept && ends=$((ends + 1)) && rm -rf kept seen ;;
    137)
        is_safe kept || return 1
        kills=$((kills + 1)) ;;         # rows that nobody can go on with are removed by the next run
    *) cat said; echo "status $status"; return 1 ;;
    esac
}

mkdir seen
for number in $(seq "$count"); do
    # In this shell, which counts.
    if strike >told 2>&1; then continue; fi
    not_ok "kill $number of seed $seed"
    sed 's/^/    /' told
    ls -l kept | sed 's/^/    /'
    rm -rf kept seen
done
[ "$kills" -gt 0 ] || not_ok "no run was killed before its end"
[ "$failed" != 0 ] ||
    ok "$kills runs killed, $ends came to their end, $resumed snapshots lead to the same state (seed $seed)"
finish() {
    while [ -d kept ]; do
        (go_on kept) || return 1
        is_whole kept && rm -rf kept
    done
}
test_that "what was killed last comes to its end" finish

# ---- asked to end ----------------------------------------------------------------------------------------------------
asked() {
    go_on asked --steps 100000000 >said 2>&1 &          # so that it is still under way
    running=$!
    for wait in $(seq 200); do ls asked/*.part >/dev/null 2>&1 && break || sleep 0.05; done
    sleep "$(calculate "$(random) * $took * 0.2")"
    kill -TERM $running
    wait $running
    status=$?
    running=
    [ $status = 130 ] || { cat said; echo "status $status"; return 1; }
    from=$(last asked)
    grep -q "\"steps\": $from," asked/summary.json || { echo "the last snapshot is $from"; ls asked; return 1; }
    (go_on asked) && is_whole asked
}
test_that "SIGTERM leaves a last snapshot, from which all files go on" asked

# ---- full disks ------------------------------------------------------------------------------------------------------
# A limit of files' sizes: what does not fit is the rows, or in the end the page.
limited() {
    size=$(wc -c < whole/bodies.csv)
    for share in 0.2 0.5 0.9 0.99; do
        rm -rf limited seen
        (ulimit -f "$(calculate "int($size * $share / 512)")" && go_on limited) >said 2>&1 &&
            { echo "it succeeded with $share of the size"; return 1; }
        grep -q 'File too large' said || { cat said; return 1; }
        is_safe limited && [ -n "$(last limited)" ] && (go_on limited) && is_whole limited || return 1
    done
}
test_that "a file that may not grow loses only what came after the last snapshot" limited

# A small disk, most of which something else has.
full() {
    for kilobytes in 150 600 2000 5000; do
        rm -rf disk/run seen
        head -c "$((30000 - kilobytes))k" /dev/zero > disk/other || return 1
        (go_on disk/run) >said 2>&1 && { echo "it succeeded in $kilobytes KiB"; return 1; }
        grep -q 'No space left' said || { cat said; return 1; }
        is_safe disk/run && [ -n "$(last disk/run)" ] || { ls -l disk/run; return 1; }
        rm disk/other && (go_on disk/run) && is_whole disk/run || return 1
    done
}
mkdir disk
if [ "$(id -u)" = 0 ] && mount -t tmpfs -o size=30000k none disk 2>/dev/null; then
    mounted=$room/disk
    test_that "a full disk loses only what came after the last snapshot" full
else
    skip "a full disk: only root can make one"
fi
tally
