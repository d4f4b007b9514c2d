"""Commands as somebody types them, and what they return to the system.

What is told on the screen can be typed as it stands by who reads it: who started the program as a module of Python may
have no command ``turnabout``, and who started it by an icon has no terminal. What is written into workbooks, which
travel, names the command.
"""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Mapping
from enum import IntEnum
from pathlib import Path
from typing import Final

from turnabout_sheets.core.file_names import as_text


class ExitCode(IntEnum):
    """The exit codes; the worst of several workbooks is the highest."""

    DONE = 0
    PROBLEMS = 1
    USAGE = 2
    NO_PAIRING = 3
    FILE = 4
    FAULT = 5


MEANINGS: Mapping[ExitCode, str] = {
    ExitCode.DONE: "done",
    ExitCode.PROBLEMS: "the workbook has errors; only its sheet Problems was written",
    ExitCode.USAGE: "the command was not typed as it should be",
    ExitCode.NO_PAIRING: "the next round cannot be paired without a rematch; everything else is done",
    ExitCode.FILE: "the file cannot be read or written",
    ExitCode.FAULT: "there is a mistake in the program; it says where it has written a report of it",
}


PROGRAM: Final = "turnabout"
"""The command that an installation makes."""

_MODULE: Final = "turnabout_sheets"
_PYTHONS: Final = ("python", "python3")
"""What Python is called where it is found by name."""

_PLAIN: Final = re.compile(r"[\w@%+=:,./-]+")
_PLAIN_ON_WINDOWS: Final = re.compile(r"(?!~)[\w+:.\\/~-]+")
_MEANS_MORE: Final = re.compile(r'["$`\\!]')
"""What a shell does not take as it is even between quotation marks."""
_BEFORE_A_QUOTE: Final = re.compile(r'(\\*)("|\Z)')
"""On Windows a backslash is only a sign of its own if a quotation mark follows."""


def word_command(verb: str, file: Path | str, *more: str) -> str:
    """Return a command about a file as it is typed here: ``turnabout why "Summer Open.xlsx" "Zoe Lind"``."""
    return f"{name_program()} {_word(verb, file, *more)}"


def word_command_of_names(verb: str, *names: str) -> str:
    """Return a command about people as it is typed here: a name that begins with a hyphen is none of its options."""
    begin = [verb, "--"] if any(name.startswith("-") for name in names) else [verb]
    return " ".join([name_program(), *begin, *map(_quote, names)])


def word_portable_command(verb: str, file: Path | str, *more: str) -> str:
    """Return the same for a workbook, which may be read on another computer."""
    return f"{PROGRAM} {_word(verb, file, *more)}"


def _word(verb: str, file: Path | str, *more: str) -> str:
    name = str(file) if not str(file).startswith("-") else f"./{file}"
    return " ".join([verb, _quote(name), *map(_quote, more)])


def name_program() -> str:
    """Return what is typed to start the program as it was started: ``turnabout``, or ``python -m turnabout_sheets``.

    A Python that is not the one that is found by its name is named by its path. On Windows, if that has spaces, by its
    short one, which both of the shells there take; where a drive has none, as PowerShell takes it.
    """
    return f"{_name_python()} -m {_MODULE}" if _is_module() else PROGRAM


def is_started_by_icon() -> bool:
    """Say whether an icon of Windows has started the program: then nobody types anything."""
    return sys.platform == "win32" and _is_module() and sys.argv[1:2] == ["start"]


def _is_module() -> bool:
    return Path(sys.argv[0]).parts[-2:] == (_MODULE, "__main__.py")


def _name_python() -> str:
    from shutil import which  # slow to load

    path = sys.executable
    for name in _PYTHONS:
        if (found := which(name)) is not None and Path(found) == Path(path):
            return name
    if sys.platform != "win32":
        return _quote(path)
    short = path if _PLAIN_ON_WINDOWS.fullmatch(path) else _find_short_path(path)
    return short if _PLAIN_ON_WINDOWS.fullmatch(short) else f'& "{path}"'


def _quote(word: str) -> str:
    if sys.platform == "win32":
        return _quote_on_windows(word)
    if _PLAIN.fullmatch(word):
        return word
    if word != as_text(word):
        return f"$'{''.join(map(_spell, word))}'"
    return shlex.quote(word) if _MEANS_MORE.search(word) else f'"{word}"'


def _spell(letter: str) -> str:
    """Return a letter as it stands in ``$'…'``, which has one for every byte, also of a name that is no text."""
    if as_text(letter) == letter and letter not in "\\'":
        return letter
    kept = "surrogateescape" if "\udc80" <= letter <= "\udcff" else "replace"
    return "".join(f"\\{byte:03o}" for byte in letter.encode(errors=kept))


def _quote_on_windows(word: str) -> str:
    if _PLAIN_ON_WINDOWS.fullmatch(word):
        return word
    escaped = _BEFORE_A_QUOTE.sub(lambda found: found[1] * 2 + found[2].replace('"', '\\"'), word)
    return f'"{escaped}"'


if sys.platform == "win32":
    from ctypes import create_unicode_buffer, windll

    _LONGEST: Final = 260

    def _find_short_path(path: str) -> str:
        """Return the path of a file in which no name has a space (``C:\\PROGRA~1``); as given where there is none."""
        found = create_unicode_buffer(_LONGEST)
        length = windll.kernel32.GetShortPathNameW(path, found, _LONGEST)
        return found.value if 0 < length < _LONGEST else path

else:

    def _find_short_path(path: str) -> str:
        return path
