"""Which program this is: what is remembered from one run to the next counts only for the one that it was made by."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import turnabout_sheets


def tell_program(*folders: Path) -> Iterator[str]:
    """Yield what tells one version of the program from another, also while somebody works on it.

    ``folders`` are what is of the program besides the package, as far as something depends on it.
    """
    yield turnabout_sheets.__version__
    yield sys.version
    for folder in (Path(turnabout_sheets.__file__).parent, *folders):
        for file in sorted(folder.rglob("*")):
            if file.suffix != ".pyc" and file.is_file():
                status = file.stat()
                yield f"{file.relative_to(folder)} {status.st_size} {status.st_mtime_ns}"
