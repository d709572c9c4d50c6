# SPDX-License-Identifier: MIT
#
# What the tests of the command share: `. tests/cli.sh` with the command as $1.  They then stand in an empty folder of
# their own with a few scenes, and end by telling how many passed.
#
# Every check is a line `ok NAME` or `not ok NAME`; tests/tally.sh counts them.

[ $# -eq 1 ] || { echo "usage: $0 FLOTILLA" >&2; exit 2; }
flotilla=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
. "$(dirname "$0")/tally.sh"
examples=$(cd "$(dirname "$0")/../examples" && pwd)
driving_boat=$(cat "$(dirname "$0")/boat.yaml")
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
unset FLOTILLA_DEVICE

# expect NAME COMMAND...: the command must succeed
expect() {
    name=$1
    shift
    if "$@" >log 2>&1; then ok "$name"; else not_ok "$name"; sed 's/^/    /' log; fi
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

# begun PATTERN: waits, a minute at most, until the run in the background, $pid, has a file of that pattern with
# something in it; else ends that run
begun() {
    for attempt in $(seq 600); do
        for part in $1; do [ ! -s "$part" ] || return 0; done
        sleep 0.1
    done
    echo "nothing is in $1 after a minute"
    kill $pid
    return 1
}

# value KEY FILE: of a key with a simple value in a JSON file with a key a line
value() { sed -n 's/^  "'"$1"'": "\{0,1\}\([^",]*\)"\{0,1\},\{0,1\}$/\1/p' "$2"; }
# the numbers in a list of a JSON file
listed() { sed -n '/^  "'"$1"'": \[/,/^  \]/s/^    \([0-9]*\),\{0,1\}$/\1/p' "$2" | xargs; }

# crates: a scene but for its bodies; more hulls, bodies and what is to be left may follow
crates() {
    cat <<'END'
time: {step: 0.02, steps: 60, start: 3}
sea:
  level: 0.5
  inversion: 8
  current: [0.3, -0.2]
  spectrum: {type: jonswap, hs: 1.5, tp: 5, heading: 30, components: 32, steepness: 0.6}
hulls:
  crate:
    mass: 900
    box: {size: [1.2, 0.8, 3.1], grid: [2, 2, 4]}
    buoyancy: {law: archimedes}
    damping: {vertical: 2, angular: 1}
END
}

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
