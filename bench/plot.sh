#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Draws the scaling runs in a file of `flotilla bench --json`: time over size, a line for the expansion and one for the
# direct sum.  Usage: bench/plot.sh FILE.json PREFIX; leaves PREFIX-scaling_waves.png and so on.
[ $# = 2 ] || { echo "usage: bench/plot.sh FILE.json PREFIX" >&2; exit 2; }
file=$1 prefix=$2
command -v gnuplot >/dev/null || { echo "no plots: there is no gnuplot" >&2; exit 0; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# Lines "run series size value unit", sorted by size: the names of benchmarks are run/series/size.
awk -F '"' '
    $2 == "name"  { name = $4 }
    $2 == "value" { split($3, part, /[:, ]+/); value = part[2] }
    $2 == "unit"  { if (split(name, at, "/") == 3 && at[1] ~ /^scaling_/) print at[1], at[2], at[3], value, $4 }
' "$file" | sort -k1,1 -k2,2 -k3,3n > "$work/all"

label() {
    case $1 in
    scaling_waves)   echo "waves, 64 samples a boat" ;;
    scaling_points)  echo "samples of a boat, 64 waves" ;;
    scaling_bodies)  echo "boats of 8 samples, 64 waves" ;;
    scaling_threads) echo "threads, 16,384 boats of 64 samples, 64 waves" ;;
    *)               echo "$1" ;;
    esac
}

for run in $(cut -d ' ' -f 1 "$work/all" | uniq); do
    unit=$(awk -v run="$run" '$1 == run { print $5; exit }' "$work/all")
    for series in auto direct; do
        awk -v run="$run" -v series="$series" '$1 == run && $2 == series { print $3, $4 }' "$work/all" \
            > "$work/$series"
    done
    gnuplot <<END || exit 1
set terminal pngcairo size 720,480 font 'Sans,11' background rgb 'white'
set output '$prefix-$run.png'
set logscale xy
set xrange [$(awk 'NR == 1 { first = $1 } { last = $1 } END { print first / 1.3 ":" last * 1.3 }' "$work/auto")]
set border 3
set tics nomirror
set grid xtics ytics mytics lt 1 lc rgb '#dddddd' lw 1
set key top left
set xlabel '$(label "$run")'
set ylabel '$unit'
set xtics ($(cut -d ' ' -f 1 "$work/auto" | awk '{ printf "%s\"%s\" %s", (NR > 1 ? ", " : ""), $1, $1 }'))
plot '$work/direct' with linespoints lw 2 pt 7 lc rgb '#999999' title 'direct sum', \
     '$work/auto' with linespoints lw 2 pt 7 lc rgb '#0060ad' title 'expansion'
END
    echo "kept as $prefix-$run.png"
done
