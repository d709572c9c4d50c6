#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Runs all benchmarks and keeps what they say, under a name of day and processor.  Usage: bench/run.sh BUILD [DIRECTORY]
build=${1:-build}
cd "$(dirname "$0")/.." || exit 1
processor=$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -n 1 | tr -cs 'A-Za-z0-9\n' '-' | tr 'A-Z' 'a-z')
name=${2:-bench/results}/$(date -u +%F)-${processor:-processor}
"$build/flotilla" bench --json "$name.json" > "$name.txt"
status=$?
cat "$name.txt"
echo
echo "kept as $name.txt and $name.json"
[ ! -f "$name.json" ] || sh bench/plot.sh "$name.json" "$name" || status=1
exit $status
