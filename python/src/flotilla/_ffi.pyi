# SPDX-License-Identifier: MIT
# Made by setup.py from host/flotilla.h.
from typing import Any

ffi: Any
