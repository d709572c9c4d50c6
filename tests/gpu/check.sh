#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Checks a GPU and times it, in less than eight minutes: builds the library alone, runs tests/gpu/check.c, keeps what it
# says under bench/results/.  Needs gcc (or CC), make, the headers of OpenCL and of SIMDe, and an OpenCL loader with the
# GPU's driver; no network.  INCLUDE=FOLDER names a folder with headers that were carried there.
#
# Usage: tests/gpu/check.sh BUILD; with the variables of tests/gpu/check.c, and GPU_CHECK_RESULTS for another folder.
# Ends with that program's status: 0 the same, 1 not the same, 2 something is missing or failed, 3 no GPU.
build=${1:-build}
cd "$(dirname "$0")/../.." || exit 2
cc=${CC:-gcc}
include=${INCLUDE:+-I$INCLUDE}

missing=0
lacks() { missing=1; echo "gpu-check: $*"; }
command -v "$cc" >/dev/null || lacks "no compiler \"$cc\" (Debian: gcc libc6-dev; CC= names another)"
has_header() { echo "#include <$1>" | "$cc" $include $CPPFLAGS -E - >/dev/null 2>&1; }
if [ $missing = 0 ]; then
    has_header stdio.h || lacks "no headers of C (Debian: libc6-dev)"
    has_header CL/cl.h ||
        lacks "no CL/cl.h (Debian: opencl-c-headers; or carry the folder CL here, INCLUDE=where it lies)"
    has_header simde/x86/sse4.1.h ||
        lacks "no simde/x86/sse4.1.h (Debian: libsimde-dev; or carry the folder simde here, INCLUDE=where it lies)"
fi
[ $missing = 0 ] || exit 2

jobs=$(nproc 2>/dev/null || echo 2)
start=$(date +%s)
make -s -j"$jobs" BUILD="$build" ${INCLUDE:+CFLAGS="-O2 -g -I$INCLUDE"} "$build/gpu-check" || exit 2
echo "built in $(($(date +%s) - start)) s"

results=${GPU_CHECK_RESULTS:-bench/results}
mkdir -p "$build" "$results"
log=$build/gpu-check.txt
{
    echo "gpu-check, $(date -u '+%F %H:%M UTC')"
    echo "system: $(uname -srm); compiler: $("$cc" --version | head -n 1)"
    sed -n 's/^model name[^:]*: */processor: /p' /proc/cpuinfo 2>/dev/null | head -n 1
    limit=$((${GPU_CHECK_SECONDS:-330} + 60))       # a driver that hangs is ended
    if command -v timeout >/dev/null; then timeout -k 5 $limit "$build/gpu-check"; else "$build/gpu-check"; fi
    echo "status $?"
} 2>&1 | tee "$log"
status=$(sed -n 's/^status \([0-9]*\)$/\1/p' "$log" | tail -n 1)
[ "${status:-2}" = 124 ] && echo "gpu-check: it took too long and was ended"
if [ "${status:-2}" -le 1 ]; then
    device=$(sed -n 's/^device: [^:]*\(:[^ ]*\)*: \([^,]*\),.*/\2/p' "$log" | head -n 1 | tr -cs 'A-Za-z0-9\n' '-' |
        tr 'A-Z' 'a-z' | sed 's/^-*//; s/-*$//')
    name=$results/$(date -u +%F)-${device:-device}-gpu-check.txt
    grep -v '^status ' "$log" >"$name"
    echo "kept as $name"
fi
exit "${status:-2}"
