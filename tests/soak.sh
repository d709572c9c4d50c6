#!/bin/sh
# SPDX-License-Identifier: MIT
#
# A long run: a small fleet at rest in calm water and in waves, on simd with one thread, and a sea years from now.
# Usage: tests/soak.sh BUILD STEPS
#
# Ten million steps take some six minutes.  The unit tests have the same with 60,000.
cd "$(dirname "$0")/.." || exit 1
FLOTILLA_SOAK=${2:-10000000} OMP_NUM_THREADS=1 exec "${1:-build}/tests/run" soak
