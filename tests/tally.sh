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

tally() {
    echo "$passed passed, $failed failed, $skipped skipped"
    [ "$failed" = 0 ]
}
