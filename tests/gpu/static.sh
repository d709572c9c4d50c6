#!/bin/sh
# SPDX-License-Identifier: MIT
#
# What an NVIDIA GPU would make of the kernels, without one: compiles them by clang for NVPTX and by ptxas for sm_90,
# and tells registers, spills, stack, and instructions per point and wave.  Usage: tests/gpu/static.sh [keep]
#
# The driver's own compiler is another one; spills here are a warning, and their absence no proof.  Exits with 1 if a
# kernel spills more than tests/gpu/static.txt allows; `keep` writes that file anew.  Needs clang, opt and llc of one
# version, and CUDA's ptxas (in PATH, PTXAS=, or /usr/local/cuda); what is missing is told, and is no failure.
cd "$(dirname "$0")/../.." || exit 1
table=tests/gpu/static.txt
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

find_tool() {   # names...: the first that there is
    for tool in "$@"; do command -v "$tool" 2>/dev/null && return; done
}
clang=$(find_tool clang clang-14 clang-15 clang-16 clang-17 clang-18 clang-19)
[ -n "$clang" ] || { echo "gpu-static skipped: no clang"; exit 0; }
version=$("$clang" -dumpversion | cut -d. -f1)
opt=$(find_tool "opt-$version" opt) llc=$(find_tool "llc-$version" llc)
[ -n "$opt" ] && [ -n "$llc" ] || { echo "gpu-static skipped: no opt and llc (Debian: llvm)"; exit 0; }
ptxas=$(find_tool ${PTXAS:-} ptxas /usr/local/cuda/bin/ptxas)

# Everything is inlined before anything is optimised: otherwise loops whose bounds only the caller knows are unrolled by
# what the function alone knows of them.
compile() {
    "$clang" --target=nvptx64-nvidia-cuda -x cl -cl-std=CL1.2 -cl-no-stdinc -include tests/gpu/words.h -O3 \
        -DLANE_WIDTH=1 -DLANE_PACK=1 -cl-fp32-correctly-rounded-divide-sqrt -Xclang -target-cpu -Xclang sm_80 \
        -Xclang -disable-llvm-passes -emit-llvm -c kernels/passes.cl -o "$work/text.bc" &&
        "$opt" -passes=always-inline "$work/text.bc" -o "$work/whole.bc" &&
        "$opt" -O3 "$work/whole.bc" -o "$work/optimised.bc" &&
        "$llc" -mcpu=sm_80 --nvptx-fma-level=0 "$work/optimised.bc" -o "$work/passes.ptx"
}
start=$(date +%s)
if ! compile >"$work/log" 2>&1; then
    head -n 40 "$work/log"
    echo "gpu-static: the kernels do not compile for NVPTX"
    exit 1
fi
echo "kernels for NVPTX by clang $("$clang" -dumpversion), one point or patch a work-item: $(($(date +%s) - start)) s"

# Contracted or approximate arithmetic would be other bits.
if grep -nE '\b(mad|div\.(full|approx)|sqrt\.approx|fma\.[a-z]+\.ftz|[a-z]+\.ftz\.f32)' "$work/passes.ptx" |
    grep -vE 'mad\.(lo|hi|wide)' | head -n 5 | grep .; then
    echo "gpu-static: arithmetic that is not exact"
    exit 1
fi
if [ -z "$ptxas" ]; then
    echo "gpu-static: no ptxas (CUDA's; PTXAS= names one), so no registers and spills; PTX lines of each kernel:"
    awk '/\.entry/ { name = $NF; sub(/\(.*/, "", name) } /;$/ { lines[name]++ }
         END { for (n in lines) print "  " n, lines[n] }' "$work/passes.ptx" | sort
    exit 0
fi
"$ptxas" -v -arch=sm_90 "$work/passes.ptx" -o "$work/passes.cubin" >"$work/ptxas" 2>&1 ||
    { head -n 20 "$work/ptxas"; echo "gpu-static: ptxas takes no kernels"; exit 1; }
release=$("$ptxas" --version | sed -n 's/.*release \([^,]*\),.*/\1/p')
echo "ptxas for sm_90: $release"

# kernel registers spilled-bytes stack
awk '/Compiling entry function/ { split($0, part, "\047"); name = part[2] }
     /bytes stack frame/ { stack = $1; spill = $5 + $9 }
     /Used [0-9]+ registers/ { for (i = 1; i < NF; i++) if ($i == "Used") print name, $(i + 1), spill, stack }' \
    "$work/ptxas" | sort >"$work/found"
[ -s "$work/found" ] || { echo "gpu-static: ptxas says nothing of registers"; exit 1; }

# The last constant of the polynomial for the sine, as the bits of a float.
marker=$(sed -n 's/^ *s = lane_fma(q, s, lane_set(\(-\{0,1\}0x1\.[0-9a-f]*p[-+][0-9]*\)f)).*/\1/p' kernels/trig.h |
    tail -n 1 |
    awk '{ sign = /^-/ ? 1 : 0; sub(/^-?0x1\./, ""); split($0, part, "p"); digits = substr(part[1] "000000", 1, 6)
           for (i = 1; i <= 6; i++) m = m * 16 + index("0123456789abcdef", substr(digits, i, 1)) - 1
           printf "%08x", sign * 2147483648 + (127 + part[2]) * 8388608 + int(m / 2) }')
terms_of() {    # degree
    printf '#include "kernels/tables.h"\nmain TERMS(%s)\n' "$1" | ${CC:-gcc} -I. -E -Dsea_long=long -Dsea_int=int - \
        2>/dev/null | sed -n 's/^main //p'
}
code_of() {     # kernel: its instructions, a line each
    readelf -SW "$work/passes.cubin" 2>/dev/null | sed 's/^ *\[ *[0-9]*\]//' |
        awk -v name=".text.$1" '$1 == name { print $4, $5 }' | {
        read -r offset size && od -An -v -tx4 -w16 -j $((0x$offset)) -N $((0x$size)) "$work/passes.cubin"
    }
}
slots=33.5e12   # 132 multiprocessors, 128 lanes, 1.98 GHz: an H200
printf '%-12s %9s %7s %7s %12s   %s\n' kernel registers spilled stack instructions \
    "instructions for a wave, by its multiply-adds"
while read -r name registers spilled stack; do
    code_of "$name" >"$work/code"
    loops=$(awk -v marker="$marker" -f tests/gpu/loops.awk "$work/code")
    degree=$(echo "$name" | sed -n 's/.*_\([0-9]*\)$/\1/p')
    terms=$([ -z "$degree" ] || awk "BEGIN { printf \"%d\", $(terms_of "$degree") }")
    [ -n "$terms" ] || loops=$(echo "$loops" | sed 's/ terms:.*//')
    printf '%-12s %9s %7s %7s %12s  %s\n' "$name" "$registers" "$spilled" "$stack" "$(wc -l <"$work/code")" "$loops"
    echo "$loops" | awk -v slots=$slots -v terms="$terms" '{
        for (i = 1; i <= NF; i++) {
            split($i, part, ":")
            if (part[1] == "terms") each = part[2]
            else if (part[1] == "kept") phase = part[2]
            else if ($i != "-" && !direct) direct = part[2]
        }
        if (direct) printf "%14sthe cheapest direct sum: %.1f, so at most %.2e point waves/s on an H200\n", "", direct,
                           slots / direct
        if (terms && phase && each) printf "%14sa wave into polynomials: %.1f + %d terms of %.2f = %.0f\n", "", phase,
                                           terms, each, phase + terms * each }'
done <"$work/found"
cat <<'END'
predicted on paper: the direct sum of height and slope 25.5 for one point a work-item, 21 for four; a wave into one
polynomial of degree 6 (28 terms) 57.5 to 61.5, 2.1 to 2.2 a term; no spills.
END

if [ "${1:-}" = keep ]; then
    {
        echo "# What tests/gpu/static.sh found, and what it holds changes against: kernel, registers, spilled bytes."
        echo "# clang $("$clang" -dumpversion), ptxas $release, sm_90"
        cut -d' ' -f1-3 "$work/found"
    } >$table
    echo "kept in $table"
    exit 0
fi
[ -f $table ] || { echo "gpu-static: no $table; make one by: tests/gpu/static.sh keep"; exit 1; }
awk 'NR == FNR { if ($0 !~ /^#/) allowed[$1] = $3; next }
     !($1 in allowed) { print "gpu-static: " $1 " is new; tests/gpu/static.sh keep takes it in" }
     $3 > allowed[$1] + 0 {
         print "gpu-static: " $1 " spills " $3 " bytes, and " allowed[$1] + 0 " are allowed"
         bad = 1
     }
     END { exit bad }' $table "$work/found" || exit 1
echo "gpu-static: no kernel spills more than it did"
