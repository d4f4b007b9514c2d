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


def find_fault(path: str) -> str | None:
    """Return why no file or folder of Windows can have this path, in half a sentence; None where one can."""
    if _DEVICE_SPACE.match(path):
        return "it names a device, not a file"
    parsed = PureWindowsPath(path)
    names = parsed.parts[1:] if parsed.anchor else parsed.parts
    return next((fault for name in names if (fault := find_fault_of_name(name))), None)


def shorten(path: str) -> str:
    """Return a path without what makes long ones possible (``\\\\?\\``), unless it is so long that it needs it."""
    rest = path.removeprefix(_LONG)
    if rest == path or len(path) > _ROOMY:
        return path
    if _SERVER.match(rest):
        return "\\" + rest[3:]
    return rest if _DRIVE.match(rest) else path


def find_fault_of_name(name: str) -> str | None:
    """Return the same of a name alone, in which nothing stands for a drive or a folder."""
    if name in (".", ".."):
        return None
    if found := _NOT_IN_NAMES.search(name):
        return f"on Windows no name has {f'the sign {found[0]}' if found[0] >= ' ' else 'a control character'} in it"
    if len(name.encode("utf-16-le", "replace")) // 2 > LONGEST:
        return f"on Windows no name has more than {LONGEST} letters"
    device = name.partition(".")[0].rstrip()
    if _DEVICES.fullmatch(device):
        return f"on Windows {device} is a device, with any ending"
    if name.endswith((".", " ")):
        return f"on Windows no name ends with a {'dot' if name.endswith('.') else 'space'}"
    return None
