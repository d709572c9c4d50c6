#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The demo: a fleet in a sea that a buoy recorded, on OpenCL and on SIMD, and whether they agree to the last bit.
# Usage: examples/demo.sh BUILD
set -eu
build=${1:-build}
cd "$(dirname "$0")/.."
out=$build/demo
mkdir -p "$out"

echo "The sea:"
"$build/flotilla" sea examples/demo.yaml | grep '^#'
echo
"$build/flotilla" devices
echo
if "$build/flotilla" devices | awk '$1 ~ /^opencl/ && $4 == "yes" { found = 1 } END { exit !found }'; then
    echo "On the best OpenCL device:"
    "$build/flotilla" run examples/demo.yaml --device opencl --out "$out/opencl"
    echo
    echo "On this processor's widest instruction set:"
    "$build/flotilla" run examples/demo.yaml --device simd --out "$out/simd" --set output.plot=false
    echo
    if cmp "$out/opencl/bodies.csv" "$out/simd/bodies.csv"; then
        echo "Both left the same bodies.csv, byte for byte ($(wc -l < "$out/simd/bodies.csv") lines)."
    else
        echo "The two differ: that is a fault.  Please report it with the output of: $build/flotilla devices --json"
        exit 1
    fi
    shown=$out/opencl
else
    echo "There is no OpenCL device on this machine, so the fleet floats on the processor alone:"
    "$build/flotilla" run examples/demo.yaml --device simd --out "$out/simd"
    shown=$out/simd
fi
echo
echo "Pictures and figures:"
ls -l "$shown"/*.png "$shown"/bodies.csv "$shown"/summary.json | awk '{ print "  " $NF " (" $5 " bytes)" }'
