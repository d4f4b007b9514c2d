"""Reads shortcuts: Microsoft's "Shell Link (.LNK) Binary File Format" [MS-SHLLINK], as far as ours go."""

from __future__ import annotations

import struct
from enum import IntFlag
from pathlib import Path
from typing import NamedTuple


class Flag(IntFlag):
    """What a shortcut has (2.1.1); the texts stand in this order (2.4)."""

    TARGET_ID_LIST = 1 << 0
    LINK_INFO = 1 << 1
    NAME = 1 << 2
    RELATIVE_PATH = 1 << 3
    WORKING_FOLDER = 1 << 4
    ARGUMENTS = 1 << 5
    ICON = 1 << 6
    UNICODE = 1 << 7


TEXTS = (Flag.NAME, Flag.RELATIVE_PATH, Flag.WORKING_FOLDER, Flag.ARGUMENTS, Flag.ICON)


class Shortcut(NamedTuple):
    """What a shortcut starts, and how it looks."""

    target: str
    arguments: str
    folder: str
    icon: str


def read_shortcut(path: Path) -> Shortcut:
    """Read a shortcut to a file on a drive."""
    data = path.read_bytes()
    (size, flags) = struct.unpack_from("<I16xI", data)
    assert flags & Flag.UNICODE
    assert flags & Flag.LINK_INFO
    at = size
    if flags & Flag.TARGET_ID_LIST:
        at += 2 + struct.unpack_from("<H", data, at)[0]
    info_size, base_path = struct.unpack_from("<I12xI", data, at)
    target = data[at + base_path : data.index(b"\0", at + base_path)].decode("cp1252")
    at += info_size
    texts = dict.fromkeys(TEXTS, "")
    for text in TEXTS:
        if flags & text:
            (letters,) = struct.unpack_from("<H", data, at)
            texts[text] = data[at + 2 : at + 2 + 2 * letters].decode("utf-16-le").rstrip("\0")  # Wine ends it so
            at += 2 + 2 * letters
    return Shortcut(target, texts[Flag.ARGUMENTS], texts[Flag.WORKING_FOLDER], texts[Flag.ICON])
