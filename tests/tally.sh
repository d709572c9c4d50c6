# SPDX-License-Identifier: MIT
#
# What the shell tests share: `. tests/tally.sh`, then ok, not_ok and skip with a name, and `tally` at the end.
passed=0 failed=0 skipped=0

ok() { passed=$((passed + 1)); echo "ok $*"; }
not_ok() { failed=$((failed + 1)); echo "not ok $*"; }
skip() { skipped=$((skipped + 1)); echo "skip $*"; }

# test NAME COMMAND...: ok if the command succeeds; else shows what it said.
test_that() {
    name=$1
    shift
    if output=$("$@" 2>&1); then
        ok "$name"
    else
        not_ok "$name"
        echo "$output" | sed 's/^/    /' | head -n 40
    fi
}

# refuses PATTERN COMMAND...: the command fails, and says what the pattern (of grep -E) has.
refuses() {
    pattern=$1
    shift
    if told=$("$@" 2>&1); then echo "it succeeded"; return 1; fi
    printf '%s\n' "$told" | grep -E -e "$pattern" || { printf '%s\n' "$told" | tail -n 20; return 1; }
}

# venv FOLDER PACKAGE...: a virtual environment of Python with packages of PyPI, in five minutes at most.  Status 1:
# Python makes none here.  2: the packages cannot be had.  What was said is in FOLDER.log.
venv() {
    folder=$1
    shift
    python3 -m venv "$folder" >"$folder.log" 2>&1 || return 1
    timeout 300 "$folder/bin/python" -m pip install -q --disable-pip-version-check "$@" >>"$folder.log" 2>&1 || return 2
}

# mean_period COLUMN FILE: of a column of a run's rows of one body, from one rise through zero to another.
mean_period() {
    awk -F, -v name="$1" '
        NR == 1 { for (i = 1; $i != name;) i++; next }
        before < 0 && $i >= 0 { last = $2 - ($2 - time) * $i / ($i - before); if (!rises++) first = last }
        { before = $i; time = $2 }
        END { if (rises > 1) printf "%.9f", (last - first) / (rises - 1) }' "$2"
}

# What a machine's own processor runs passes with in any case, beside plain C.
vector=$([ "$(uname -m)" = x86_64 ] && echo avx2 || echo neon)
cores=$(nproc 2>/dev/null || echo 1)

# take_passes FROM TO: the compiled passes of one build folder for another, a new one, but for those of plain C and of
# one vector.  Those are most of what takes time to compile.
take_passes() {
    rm -rf "$2" && mkdir -p "$2/simd" && cp "$1"/simd/pass_*.o "$2/simd/" || return 1
    rm -f "$2"/simd/pass_scalar*.o "$2/simd/pass_$vector.o"
}

tally() {
    echo "$passed passed, $failed failed, $skipped skipped"
    [ "$failed" = 0 ]
}
