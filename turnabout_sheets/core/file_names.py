"""Names that every computer can give to a file, which goes from one to another.

Windows takes some names for devices (`CON.xlsx`), shortens others without a word (`Friday.xlsx.`), and makes a third
kind a hidden part of another file (`Friday: final.xlsx`). `AUX` may not even be opened: it waits for a modem.
"""

from __future__ import annotations

import re
from pathlib import PureWindowsPath
from typing import Final

LONGEST: Final = 200  # bytes of a name: systems allow 255, and those of earlier versions are longer
SIGNS: Final = '\\ / : * ? " < > |'  # that no name can contain

_NO_NAME: Final = re.compile(
    r'.{256,}|.*[<>:"/\\|?*\x00-\x1f].*|.+[. ]|(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\..*)?',
    re.IGNORECASE | re.DOTALL,
)
"""What Windows has no file of: a long name, one with a sign of its own, a dot or space at its end, or of a device."""


def is_impossible(name: str) -> bool:
    """Return whether a file cannot have this name on every computer; in it nothing stands for a drive or a folder."""
    is_long = len(name.encode(errors="replace")) > LONGEST
    return name not in (".", "..") and (is_long or name != as_text(name) or _NO_NAME.fullmatch(name) is not None)


def is_impossible_path(path: str) -> bool:
    """Return whether no file or folder of Windows can have this path."""
    parsed = PureWindowsPath(path)
    names = parsed.parts[1:] if parsed.anchor else parsed.parts
    return path.replace("/", "\\").startswith("\\\\.\\") or any(map(is_impossible, names))


def as_text(name: str) -> str:
    """Return a name that can be written anywhere: marks stand for control characters and bytes that are no text."""
    return re.sub("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]", "\N{REPLACEMENT CHARACTER}", name)


def as_utf8(text: str) -> bytes:
    """Return what is shown or told, in UTF-8: marks stand for the bytes of names in it that are no text."""
    return re.sub("[\ud800-\udfff]", "\N{REPLACEMENT CHARACTER}", text).encode()
