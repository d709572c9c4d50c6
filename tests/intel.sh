#!/bin/sh
# SPDX-License-Identifier: MIT
#
# A second OpenCL implementation to agree with: Intel's runtime for processors, from PyPI, where it installs.
# Usage: tests/intel.sh BUILD
build=${1:-build}
cd "$(dirname "$0")/.." || exit 1
. tests/tally.sh

where=$build/intel
library=$where/lib/libintelocl.so
if [ "$(uname -m)" != x86_64 ]; then
    skip "Intel's OpenCL: it is for x86-64"
    tally
    exit
fi

# The wheels are archives: their libraries are taken out and put side by side.
fetch() {
    mkdir -p "$where/wheels" "$where/lib" &&
    timeout 300 python3 -m pip download -q --no-deps -d "$where/wheels" intel-opencl-rt intel-cmplr-lib-rt tbb tcmlib &&
    python3 - "$where" <<'END'
import glob, os, shutil, sys, zipfile
where = sys.argv[1]
for wheel in glob.glob(where + "/wheels/*.whl"):
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if "/lib/" in name and not name.endswith("/"):
                with archive.open(name) as data, open(os.path.join(where, "lib", os.path.basename(name)), "wb") as out:
                    shutil.copyfileobj(data, out)
END
}

if [ ! -e "$library" ] && ! fetch >"$build/tests/intel-fetch.log" 2>&1; then
    skip "Intel's OpenCL: its packages cannot be had here"
    tally
    exit
fi
rm -rf "$where/wheels" "$where"/lib/libOpenCL.so*
readlink -f "$library" > "$where/intel.icd"
export OCL_ICD_VENDORS="$(cd "$where" && pwd)/"
export LD_LIBRARY_PATH="$(cd "$where/lib" && pwd)${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
if ! "$build/flotilla" devices | grep -q 'Intel(R) OpenCL'; then
    skip "Intel's OpenCL: its driver does not load here"
    tally
    exit
fi
test_that "Intel's OpenCL gives the bits of plain C and of AVX2" \
    "$build/flotilla" check --devices scalar,simd,opencl:Intel
tally
