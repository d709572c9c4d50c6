#!/bin/sh
# SPDX-License-Identifier: MIT
#
# How a run by mpirun scales on this machine: one rank and more, one thread each, strong (the same fleet) and weak (as
# many bodies for each rank).  The best of three.  Usage: bench/ranks.sh BUILD [MOST_RANKS]
build=$(cd "${1:-build}" && pwd)
most=${2:-$(nproc)}
options=
if mpirun --version 2>/dev/null | grep -q 'Open MPI'; then
    options="--oversubscribe"
    [ "$(id -u)" != 0 ] || options="$options --allow-run-as-root"
fi
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
cat >"$work/scene.yaml" <<'END'
time: {step: 0.02, steps: 60}
sea:
  spectrum: {type: jonswap, hs: 1.5, tp: 6, heading: 30, components: 64}
hulls:
  crate:
    mass: 900
    box: {size: [1.2, 0.8, 3.1], grid: [2, 4, 4]}
    buoyancy: {law: archimedes}
    damping: {vertical: 2, angular: 1}
bodies:
  - {hull: crate, count: 1, spacing: 9}
output: {csv: false}
END

# time RANKS BODIES: the least seconds that 60 steps took
time_of() {
    : >"$work/times"
    for try in 1 2 3; do
        mpirun $options -n "$1" "$build/flotilla" run "$work/scene.yaml" --device simd --threads 1 --quiet \
            --out "$work/out" --set bodies.0.count="$2" || return 1
        sed -n 's/^  "seconds": \([0-9.e-]*\),$/\1/p' "$work/out/summary.json" >>"$work/times"
    done
    [ "$(wc -l <"$work/times")" -eq 3 ] || { echo "$0: a summary without seconds" >&2; return 1; }
    sort -g "$work/times" | head -n 1
}

each=10000
one_strong=$(time_of 1 $((each * most))) || exit 1
one_weak=$(time_of 1 $each) || exit 1
printf 'ranks  strong: bodies  seconds  efficiency   weak: bodies  seconds  efficiency\n'
ranks=1
while [ "$ranks" -le "$most" ]; do
    strong=$(time_of $ranks $((each * most))) || exit 1
    weak=$(time_of $ranks $((each * ranks))) || exit 1
    echo "$ranks $((each * most)) $strong $one_strong $((each * ranks)) $weak $one_weak" | awk '{
        printf "%5d  %14d  %7.3f  %9.0f %%  %13d  %7.3f  %9.0f %%\n",
               $1, $2, $3, 100 * $4 / $3 / $1, $5, $6, 100 * $7 / $6 }'
    ranks=$((ranks * 2))
done
