#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The published experiments: all of them on plain C and on OpenCL, whose files must be the same byte for byte; and what
# a user may do to them.  Usage: tests/experiments.sh BUILD
# $EXPERIMENT_SETTINGS: what is set of all of them, in words of KEY=VALUE, besides what they are always tried with.
build=${1:-build}
cd "$(dirname "$0")/.." || exit 1
. tests/tally.sh
flotilla=$(cd "$build" && pwd)/flotilla
scenes=$(pwd)/examples/experiments
where=$(mktemp -d)
trap 'rm -rf "$where"' EXIT
unset FLOTILLA_DEVICE

# status WANTED ARGUMENT...: true if the command ends with that status; leaves what it says in `out` and `err`.
status() {
    wanted=$1
    shift
    "$flotilla" experiment "$@" > "$where/out" 2> "$where/err"
    got=$?
    if [ $got -ne "$wanted" ]; then
        echo "experiment $*: status $got, not $wanted"
        tail -n 30 "$where/out" "$where/err"
        return 1
    fi
}

says() { grep -qF -- "$1" "$where/out" || { echo "does not say: $1"; cat "$where/out"; return 1; }; }

# refused WORD ARGUMENT...: status 2, and one line on the standard error that has the word.
refused() {
    word=$1
    shift
    status 2 "$@" || return 1
    if [ "$(wc -l < "$where/err")" -ne 1 ] || ! grep -qF -- "$word" "$where/err"; then cat "$where/err"; return 1; fi
}

# ---- all of them ---------------------------------------------------------------------------------------------------

# One test for each experiment, by what it printed.
judge() {       # device
    status 0 all --device "$1" --out "$where/$1" > "$where/why"
    ended=$?
    cp "$where/out" "$where/$1.txt"
    for number in $("$flotilla" experiment --list | awk '/^ / { print $1 }'); do
        awk -v n="$number" '/^[0-9]+\. / { on = $1 == n "." } on' "$where/$1.txt" > "$where/one"
        holds=$(grep -c '^  ok ' "$where/one") fails=$(grep -cE '^  (FAILED|not checked) ' "$where/one")
        if [ "$holds" -gt 0 ] && [ "$fails" -eq 0 ]; then
            ok "experiment $number on $1: $holds expectations"
        else
            not_ok "experiment $number on $1: $holds hold, $fails do not"
            grep -E '^  (FAILED|not checked) ' "$where/one"
        fi
    done
    test_that "experiment all on $1 ends with 0" sh -c "cat $where/why; exit $ended"
}

judge scalar
if "$flotilla" devices | awk '$1 ~ /^opencl/ && $4 == "yes" && $5 == "yes" { found = 1 } END { exit !found }'; then
    judge opencl
    test_that "all tracks on scalar and opencl, byte for byte" sh -c \
        "cd $where/scalar && for f in *.csv; do cmp \$f ../opencl/\$f || exit 1; done"
    test_that "their states" sh -c "for d in scalar opencl; do sed -n 's/^  state \([0-9a-f]*\).*/\1/p' $where/\$d.txt \
        > $where/\$d.states; done; cmp $where/scalar.states $where/opencl.states && [ -s $where/scalar.states ]"
else
    skip "experiments on OpenCL: there is no exact device"
fi

count=$("$flotilla" experiment | grep -c '^ ')
page=$where/scalar/index.html
test_that "an experiment for every scene" [ "$count" -eq "$(ls "$scenes"/*.yaml | wc -l)" ]
test_that "all tracks are written" [ "$(ls "$where"/scalar/[0-9]*[a-z].csv | grep -vc -- -offsets)" -eq "$count" ]
test_that "the page has all of them" [ "$(grep -c '<h3 id=' "$page")" -eq "$count" ]
test_that "the page needs no other file" sh -c \
    "! grep -oE '(src|href)=\"?[^#\"][^\" >]{0,40}' $page | grep -v data:image"
test_that "the page says where articles err" [ "$(grep -c 'The article errs' "$page")" -ge 10 ]
if command -v gnuplot > /dev/null; then
    test_that "the page has all pictures" [ "$(grep -c 'data:image/png;base64' "$page")" -eq "$count" ]
else
    skip "pictures: gnuplot is not installed"
fi
runs() { for f in "$scenes"/*.yaml; do "$flotilla" run "$f" --steps 3 --device scalar --quiet || return 1; done; }
test_that "flotilla run takes every scene" runs

# ---- what a user changes -------------------------------------------------------------------------------------------

# The period of 1 m at 3 m/s^2 is 2 pi sqrt(1/3).
follows() { status 0 2 --device scalar --set sea.gravity=3 && says '3.6276 s ± 0.2 %'; }
test_that "expectations follow what is set" follows
saturate() {
    status 0 4 --device scalar --set hulls.ball.buoyancy.curve=saturate --out "$where/four" && says 'curve=saturate' &&
        [ -s "$where/four/04-deep-submersion.csv" ]
}
test_that "a curve is changed" saturate
unchecked() {
    status 0 3 --device scalar --set 'sea.waves=[{amplitude: 1, wavelength: 20}]' && says 'there are waves' &&
        says '0 hold, 0 fail'
}
test_that "what no formula covers is not checked" unchecked
cut_short() { status 0 3 --device scalar --set time.steps=3 && says 'shorter than the experiment' && says ' 0 fail'; }
test_that "nor what was not run to its end" cut_short
broken() { status 1 18 --device scalar --set hulls.boat.center_of_mass.1=1.2 && says FAILED; }
test_that "an expectation that does not hold ends with 1" broken

# Whatever is set of all of them, an expectation follows, or is said not to be checked; and as many hold as did.
all_with() {        # KEY=VALUE LEAST
    status 0 all --device scalar --set "$1" || { grep -E '^([0-9]+\.|  FAILED) ' "$where/out"; return 1; }
    holds=$(sed -n 's/^\([0-9]*\) hold, 0 fail, .*/\1/p' "$where/out")
    [ "${holds:-0}" -ge "$2" ] || { echo "$1: $holds hold, not $2"; return 1; }
}
while read -r set least; do
    [ -z "$set" ] || test_that "all with $set: nothing fails" all_with "$set" "$least"
done <<END
time.start=100 300
time.step=0.05 200
sea.gravity=3 300
sea.density=500 290
sea.level=5 40
$(for set in ${EXPERIMENT_SETTINGS:-}; do echo "$set 0"; done)
END
# The same fall, turn and decay, wherever the clock stands and however long they are watched.
later() { status 0 29 --device scalar --set time.start=1e6 && says ' hold, 0 fail, 0 not checked'; }
test_that "a start is no delay" later
for_long() { status 0 8 --device scalar --set time.steps=9600 && says '19 hold, 0 fail, 0 not checked'; }
test_that "a spin that has gone says nothing any more" for_long
comes_up() { status 0 20 --device scalar --set sea.density=500 && says ' hold, 0 fail, 0 not checked'; }
test_that "a slower bounce comes up again later" comes_up
absolute() {        # CSV has the scene's times
    status 0 3 --device scalar --set time.start=100 --out "$where/late" &&
        [ "$(sed -n 2p "$where/late/03-damping.csv" | cut -d, -f3-4)" = 100,0 ]
}
test_that "tracks have the scene's times" absolute
taken() {
    mkdir -p "$where/taken/03-damping.png" "$where/taken/11-normals-offsets.csv" &&
        echo older > "$where/taken/03-damping.csv" && echo older > "$where/taken/11-normals.csv" &&
        refused 'taken/03-damping.png: Is a directory' 3 --device scalar --out "$where/taken" &&
        refused 'taken/11-normals-offsets.csv: Is a directory' 11 --device scalar --out "$where/taken" &&
        [ "$(cat "$where/taken/03-damping.csv" "$where/taken/11-normals.csv" | uniq)" = older ]
}
test_that "a folder that has a result's name" taken
overridden() { status 0 1 --device scalar --set integrator=implicit && says ', 0 fail'; }
test_that "variations that are alike run once" overridden
(PATH=/nowhere; export PATH; "$flotilla" experiment 3 --device scalar --out "$where/bare" > "$where/bare.txt" 2>&1)
test_that "without gnuplot all but the picture is there" sh -c \
    "grep -q 'no picture: gnuplot is not installed' $where/bare.txt && [ -s $where/bare/03-damping.csv ]"

# ---- what is refused -----------------------------------------------------------------------------------------------

for word in 0 99 4x naked -4 1.5; do
    test_that "no experiment $word" refused "$word" "$word"
done
test_that "two experiments" refused '"5"' 4 5
test_that "a list of one" refused --list 4 --list
test_that "an unknown key" refused nonsense 4 --device scalar --set nonsense=3
test_that "an unknown hull's key" refused ball.weight 4 --device scalar --set hulls.ball.weight=3
test_that "a value out of range" refused -1 4 --device scalar --set hulls.ball.mass=-1
test_that "no assignment" refused KEY=VALUE 4 --device scalar --set hulls.ball.mass
test_that "no bodies" refused 'needs one' 9 --device scalar --set 'bodies=[]'
test_that "more than can be kept" refused output.every 4 --device scalar --set time.steps=1000000000000
test_that "a folder that cannot be" refused /nowhere 4 --device scalar --out /nowhere/at/all
test_that "no such device" status 3 4 --device opencl:nonesuch
tally
