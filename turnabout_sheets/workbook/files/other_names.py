"""Further names of a workbook (hard links): a save leaves them the version of before."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple


class OtherNames(NamedTuple):
    """Names that a file had besides its own: those in its folder, and how many are elsewhere."""

    beside: Sequence[str]
    elsewhere: int


def find_other_names(path: Path) -> OtherNames | None:
    """Return the further names of a file, if it has any. Raises `OSError`."""
    found = path.stat()
    if found.st_nlink < 2:
        return None
    with os.scandir(path.parent) as entries:
        same = [each for each in entries if each.inode() == found.st_ino and each.name != path.name]
        beside = sorted(each.name for each in same if each.is_file(follow_symlinks=False))
    return OtherNames(beside, found.st_nlink - 1 - len(beside))
