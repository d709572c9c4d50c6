#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Holds the pages to the program: what they show is compiled, run or compared.  Usage: tests/docs.sh BUILD
#
#   c       with a main: compiled, linked and run.  With __kernel: compiled as OpenCL C, behind the library's constants.
#           After <!-- from FILE -->: stands in that file, line by line, but for the indentation.  After <!-- with the
#           patches of this page -->: left to tests/force_law.sh.  All others: compiled within a function, below
#           tests/docs_names.h; "if (...) ..." returns there, and other lines with "..." are left out
#   yaml    run for two steps.  A part of a scene gets what it lacks; files that it names are taken from test data
#   python  parsed
#   others  not looked at; diff is tests/force_law.sh's
#
# And: links lead to files and headings that exist; every command and option, and every target of make, exists;
# docs/README.md leads to every page; docs/benchmark.md has every benchmark and every ratio.
build=${1:-build}
cd "$(dirname "$0")/.." || exit 1
. tests/tally.sh
flotilla=$(cd "$build" && pwd)/flotilla
library=$(cd "$build" && pwd)/libflotilla.a
cc=${CC:-gcc}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

pages=$(git ls-files -co --exclude-standard '*.md' 2>/dev/null | grep -v '^shared/')
[ -n "$pages" ] || pages=$(find . -name '*.md' -not -path "./$build/*" | sed 's|^\./||')
manual=$(echo "$pages" | grep -E '^(docs/.*|README\.md)$')
awk -v out="$dir" -f tests/docs.awk $manual > "$dir/blocks"

# ---- blocks of C -----------------------------------------------------------------------------------------------------

# The lines of a fragment follow each other in the file, whatever their indentation.
stands_in() {
    awk 'function bare(text) { gsub(/^[ \t]+|[ \t]+$/, "", text); return text }
         NR == FNR { want[++count] = bare($0); next }
         { line[++lines] = bare($0) }
         END { for (i = 1; i <= lines - count + 1; i++) {
                   for (j = 1; j <= count && line[i + j - 1] == want[j];) j++
                   if (j > count) exit 0
               }
               print "it does not stand in " FILENAME; exit 1 }' "$1" "$2"
}

wrapped() {
    {
        cat tests/docs_names.h
        grep '^#include' "$1"
        echo "int fragment(void);"
        echo "int fragment(void)"
        echo "{"
        grep -v '^#include' "$1" | sed 's/^\( *if (.*)\) \.\.\.\(.*\)/\1 return 1;\2/; /\.\.\./d'
        echo "    return 0;"
        echo "}"
    } > "$1.whole.c"
    "$cc" -std=gnu11 -Wall -Wextra -Werror -Wno-unused -Ihost -fsyntax-only "$1.whole.c"
}

program() {
    "$cc" -std=gnu11 -Wall -Wextra -Wpedantic -Werror -Ihost "$1" "$library" -o "$1.program" -fopenmp -lm -ldl \
        $LDFLAGS && "$1.program"
}

constants() {
    cat > "$dir/constants.c" <<'END'
#include <flotilla_opencl.h>
#include <stdio.h>
int main(void) { return fputs(flo_opencl_constants(), stdout) < 0; }
END
    "$cc" -std=gnu11 -Ihost "$dir/constants.c" "$library" -o "$dir/constants" -fopenmp -lm -ldl $LDFLAGS &&
        "$dir/constants" > "$dir/constants.cl"
}

kernel() {
    cat "$dir/constants.cl" "$1" > "$1.cl"
    clang -x cl -cl-std=CL1.2 -target spir64 -Xclang -finclude-default-header -Wall -Werror -fsyntax-only "$1.cl"
}

test_that "the constants for kernels can be had" constants
count=0
while IFS="$(printf '\t')" read -r file language place mark; do
    [ "$language" = c ] || continue
    count=$((count + 1))
    case $mark in
    from\ *) test_that "$place stands in ${mark#from }" stands_in "$file" "${mark#from }"; continue ;;
    "with the patches of this page") continue ;;
    esac
    if grep -q '__kernel' "$file"; then
        if command -v clang >/dev/null; then
            test_that "$place is OpenCL C" kernel "$file"
        else
            skip "$place as OpenCL C: there is no clang"
        fi
    elif grep -q 'int main(' "$file"; then
        test_that "$place compiles and runs" program "$file"
    else
        test_that "$place compiles" wrapped "$file"
    fi
done < "$dir/blocks"
test_that "the pages have C" [ $count -ge 20 ]

# ---- scenes ----------------------------------------------------------------------------------------------------------

# What a part of a scene lacks: a hull of a name that is there, a body of it.
completed() {
    cat "$1"
    grep -q '^hulls:' "$1" ||
        echo 'hulls: {boat: {mass: 600, box: {size: [1, 1, 2], grid: [2, 2, 4]}, buoyancy: {law: archimedes}}}'
    grep -q '^bodies:' "$1" || {
        hull=$(awk '/^hulls:/ { inside = 1; next } /^[a-z]/ { inside = 0 } inside && /^ +[a-z_]+:/ {
                    sub(/:.*/, ""); gsub(/ /, ""); print; exit }' "$1")
        echo "bodies: [{hull: ${hull:-boat}}]"
    }
}

scene() {
    completed "$1" > "$1.yaml"
    "$flotilla" run "$1.yaml" --steps 2 --quiet --device simd --set output.plot=false --out "$1.out"
}

# Files that the pages' scenes name, by what they are.
data=${FLOTILLA_TEST_DATA:-}
take() { if [ -n "$data" ] && [ -f "$data/$1" ]; then cp "$data/$1" "$dir/$2"; fi; }
take sea_states/wavespectra_swanfile.spec hindcast.spec
take hulls/vesseljs_FPSO.stl FPSO.stl
cp examples/41010*.txt "$dir"
scenes=0
while IFS="$(printf '\t')" read -r file language place mark; do
    [ "$language" = yaml ] || continue
    scenes=$((scenes + 1))
    lacks=$(grep -oE 'file: *[^ ,}]+' "$file" | sed 's/file: *//' | while read -r name; do
        [ -f "$dir/$name" ] || echo "$name"
    done)
    if [ -n "$lacks" ]; then
        skip "$place runs: it wants $lacks, and FLOTILLA_TEST_DATA has no such file"
    else
        test_that "$place runs" scene "$file"
    fi
done < "$dir/blocks"
test_that "the pages have scenes" [ $scenes -ge 2 ]

# ---- Python ----------------------------------------------------------------------------------------------------------

if command -v python3 >/dev/null; then
    test_that "Python in the pages parses" python3 -c '
import ast, sys
assert len(sys.argv) > 1, "the pages have no Python"
for path in sys.argv[1:]:
    ast.parse(open(path, encoding="utf-8").read(), path)' \
        $(awk -F '\t' '$2 == "python" { print $1 }' "$dir/blocks")
else
    skip "Python in the pages: there is no python3"
fi

# ---- commands --------------------------------------------------------------------------------------------------------

commands=$("$flotilla" --help | awk '/^  [a-z]/ { print $1 }')
benchmarks=$("$flotilla" bench --list | awk '{ print $1 }')
for name in $commands; do "$flotilla" help "$name" > "$dir/help-$name" 2>/dev/null; done

known() {       # command, words...
    command=$1
    shift
    echo "$commands" | grep -qx -e "$command" || { echo "there is no command $command"; return 1; }
    for word in "$@"; do
        case $word in
        --*) grep -qE -e "(^|[ [|])${word%%=*}([] ,=|]|\$)" "$dir/help-$command" ||
                 { echo "$command has no option $word"; return 1; } ;;
        esac
        if [ "$command" = bench ] && echo "$word" | grep -qE '^[a-z][a-z_]+$' && [ "$word" != FILE ]; then
            echo "$benchmarks" | grep -qx "$word" || { echo "there is no benchmark $word"; return 1; }
        fi
    done
}

wrong=
checked=0
while IFS="$(printf '\t')" read -r place text; do
    set -f
    set -- $text
    set +f
    case $1 in
    flotilla)
        shift
        output=$(known "$@") || wrong="$wrong$place: $output\n"
        ;;
    make)
        shift
        for target in "$@"; do
            case $target in
            *[!a-z-]* | -*) break ;;            # variables and options; what follows belongs to them
            esac
            grep -qE "^[a-z -]*\b$target\b[a-z -]*:" Makefile || wrong="$wrong$place: make has no target $target\n"
        done
        ;;
    esac
    checked=$((checked + 1))
done < "$dir/commands"
if [ -z "$wrong" ] && [ $checked -ge 60 ]; then
    ok "$checked commands in the pages exist with their options"
else
    not_ok "commands in the pages exist with their options ($checked looked at)"
    printf '%b' "$wrong" | sed 's/^/    /'
fi

# ---- links, and what a page must have --------------------------------------------------------------------------------

awk -f tests/docs_links.awk $pages > "$dir/links"
while IFS="$(printf '\t')" read -r kind place path; do
    if [ "$kind" = file ]; then
        [ -e "$path" ] || echo "$place: there is no $path"
    else
        echo "$kind"
    fi
done < "$dir/links" > "$dir/broken"
if [ "$(grep -c '^file' "$dir/links")" -ge 50 ] && [ ! -s "$dir/broken" ]; then
    ok "$(grep -c '^file' "$dir/links") links lead somewhere"
else
    not_ok "links lead somewhere"
    sed 's/^/    /' "$dir/broken"
fi

indexed() {
    for page in docs/*.md docs/man/*; do
        [ "$page" = docs/README.md ] && continue
        grep -qF "](${page#docs/}" docs/README.md || echo "$page is not in docs/README.md"
    done
}
explained() {
    for key in $benchmarks $(sed -n 's/.*"\([a-z0-9_]*\)": [-+.e0-9]*,*$/\1/p' bench/results/*.json | sort -u |
                             grep -E '_vs_|_ns$|_ms|_share_|_per_second'); do
        grep -q "\`$key\`" docs/benchmark.md || echo "$key is not in docs/benchmark.md"
    done
}
# The hash that docs/sameness.md shows, if it is this version's.
version=$("$flotilla" --version | awk '{ print $2 }')
hash=$(tr '\n' ' ' < docs/sameness.md | sed -n "s/.*gives \`\([0-9a-f]\{16\}\)\` in version $version:.*/\1/p")
shown() {
    "$flotilla" run examples/harbour.yaml --device simd --set bodies.0.count=50 --set output.plot=false --steps 120 \
        --quiet --out "$dir/harbour" && grep -q "\"state_hash\": \"$hash\"" "$dir/harbour/summary.json"
}
nothing_from() { output=$("$@"); [ -z "$output" ] || { echo "$output"; return 1; }; }
test_that "docs/README.md leads to every page" nothing_from indexed
test_that "docs/benchmark.md has every benchmark and every ratio" nothing_from explained
if [ -n "$hash" ]; then
    test_that "docs/sameness.md shows the hash of this version" shown
else
    skip "docs/sameness.md shows the hash of this version: it has none of version $version"
fi
tally
