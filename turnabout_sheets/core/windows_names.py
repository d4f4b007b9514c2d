"""Names that no file has on Windows, whatever stands on the disk: pure text, so it is tried on every system.

Windows takes some of them for devices (`CON.xlsx`), shortens others without a word (`Friday.xlsx.`), and makes a hidden
part of another file of a third kind (`Friday: final.xlsx`). None of them may be opened to see what is there: `AUX`
waits for a modem.
"""

from __future__ import annotations

import re
from pathlib import PureWindowsPath
from typing import Final

LONGEST: Final = 255
"""Letters, in UTF-16, that a name may have."""

_LONG: Final = "\\\\?\\"
"""How an address begins that may be longer than others. It names the same file as without, for us another one."""

_ROOMY: Final = 150
"""Letters of a path that leave room, in the 260 that Windows takes, for the paths of earlier versions of the file."""

_DRIVE: Final = re.compile(r"[a-z]:\\", re.IGNORECASE)
_SERVER: Final = re.compile(r"UNC\\", re.IGNORECASE)
_DEVICES: Final = re.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])", re.IGNORECASE)
_DEVICE_SPACE: Final = re.compile(r"[\\/]{2}\.[\\/]")
SIGNS: Final = '\\ / : * ? " < > |'
"""The signs that no name has, as they are told."""

_NOT_IN_NAMES: Final = re.compile(r'[<>:"|?*\x00-\x1f]')


def is_impossible(path: str) -> bool:
    """Return whether no file or folder of Windows can have this path."""
    parsed = PureWindowsPath(path)
    names = parsed.parts[1:] if parsed.anchor else parsed.parts
    return _DEVICE_SPACE.match(path) is not None or any(map(is_impossible_name, names))


def shorten(path: str) -> str:
    """Return a path without what makes long ones possible (``\\\\?\\``), unless it is so long that it needs it."""
    rest = path.removeprefix(_LONG)
    if rest == path or len(path) > _ROOMY:
        return path
    if _SERVER.match(rest):
        return "\\" + rest[3:]
    return rest if _DRIVE.match(rest) else path


def is_impossible_name(name: str) -> bool:
    """Return the same of a name alone, in which nothing stands for a drive or a folder."""
    return name not in (".", "..") and (
        _NOT_IN_NAMES.search(name) is not None
        or len(name.encode("utf-16-le", "replace")) // 2 > LONGEST
        or _DEVICES.fullmatch(name.partition(".")[0].rstrip()) is not None
        or name.endswith((".", " "))
    )
