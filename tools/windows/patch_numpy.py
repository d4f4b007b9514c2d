"""Lets numpy's Windows libraries run under Wine: ``python -m tools.windows.patch_numpy Lib/site-packages``.

Wine 8 lacks a few functions of the C runtime that numpy calls. The name of the library in which numpy looks for them is
replaced by that of one which has them, made by ``make_runtime.sh``. It is shorter than the old name, so nothing moves.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

LOOKED_FOR: Final = b"api-ms-win-crt-math-l1-1-0.dll"
OURS: Final = b"wine-math.dll"


def patch(packages: Path) -> int:
    """Patch every library of numpy's below a folder of packages; return how many there were to patch."""
    libraries = [path for path in packages.glob("numpy*/**/*") if path.suffix in {".pyd", ".dll"}]
    to_patch = [path for path in libraries if LOOKED_FOR in path.read_bytes()]
    for path in to_patch:
        path.write_bytes(path.read_bytes().replace(LOOKED_FOR, OURS.ljust(len(LOOKED_FOR), b"\0")))
    return len(to_patch)


if __name__ == "__main__":
    print(f"{patch(Path(sys.argv[1]))} libraries of numpy look for their mathematics in {OURS.decode()} now")
