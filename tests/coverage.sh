#!/bin/sh
# SPDX-License-Identifier: MIT
#
# How much of the code the tests run: lines and branches of host/, host/io, host/cli, simd/ and the kernels' text, which
# counts as it is compiled for "scalar".  Usage: tests/coverage.sh BUILD [GROUP]...
#
# Builds by gcc in BUILD-coverage, and runs the unit tests, all or the groups whose names hold one of the words, and the
# command's tests.  Wants gcovr (Debian: gcovr).  What was not run is named by lines in BUILD-coverage/coverage.txt.
build=${1:-build}
cd "$(dirname "$0")/.." || exit 1
[ $# = 0 ] || shift
cover=$build-coverage
command -v gcovr >/dev/null || { echo "coverage: there is no gcovr"; exit 1; }

# The passes of other instruction sets are the same text again, and would take long to count.
mkdir -p "$cover/simd" "$cover/tests" || exit 1
make -s CC="${CC:-gcc}" BUILD="$build" all || exit 1
cp "$build"/simd/pass_*.o "$cover/simd/" && rm -f "$cover"/simd/pass_scalar*.o || exit 1
make -s CC="${CC:-gcc}" BUILD="$cover" CFLAGS="-O1 -g --coverage -fprofile-update=prefer-atomic" \
    all "$cover/tests/run" || exit 1

# Plain C is what counts, and OpenCL what has a host's part of its own.
export FLOTILLA_TEST_DEVICES=${FLOTILLA_TEST_DEVICES:-scalar,opencl:0:0}
find "$cover" -name '*.gcda' -delete
"$cover/tests/run" "$@" > "$cover/tests/units.log" 2>&1
echo "units: $(tail -n 1 "$cover/tests/units.log")"
for name in test_cli test_cli_run test_cli_bodies test_files_in test_outputs security test_snapshot; do
    sh tests/$name.sh "$cover/flotilla" > "$cover/tests/$name.log" 2>&1
    echo "$name: $(tail -n 1 "$cover/tests/$name.log")"
done
"$cover/flotilla" experiment all --device simd --out "$cover/experiments" > "$cover/tests/experiments.log" 2>&1
echo "experiments: $(tail -n 1 "$cover/tests/experiments.log")"

# One line for each part: lines and branches that were run, and all.  Branches of -O1 are those of the machine's code.
gcovr -r . --object-directory "$cover" -f 'host/' -f 'simd/' -f 'kernels/' --gcov-ignore-parse-errors \
    --txt "$cover/coverage.txt" --json-summary "$cover/coverage.json" "$cover" >"$cover/tests/gcovr.log" 2>&1
python3 - "$cover/coverage.json" <<'END'
import json, sys
sums = {}
for f in json.load(open(sys.argv[1]))["files"]:
    part = next(p for p in ("host/io", "host/cli", "host/mpi", "host", "simd", "kernels")
                if f["filename"].startswith(p + "/"))
    for p in (part, "all"):
        for kind in ("line", "branch"):
            s = sums.setdefault((p, kind), [0, 0])
            s[0] += f[kind + "_covered"]
            s[1] += f[kind + "_total"]
for part in sorted({p for p, _ in sums}):
    print(part, *("%s %d of %d, %.1f %%" % (name, *s, 100 * s[0] / max(s[1], 1))
                  for name, s in (("lines", sums[part, "line"]), ("branches", sums[part, "branch"]))))
END
