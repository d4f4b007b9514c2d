"""Commands as they are typed, and what they return to the system.

What the screen shows can be typed as is, also where the program was started as a module of Python.
"""

from __future__ import annotations

import re
import shlex
import sys
from enum import IntEnum
from pathlib import Path
from typing import Final

PROGRAM: Final = "turnabout"


class ExitCode(IntEnum):
    """The exit codes; the worst of several workbooks is the highest."""

    DONE = 0
    PROBLEMS = 1  # in the workbook
    USAGE = 2  # as click has it
    NO_PAIRING = 3  # without a rematch
    FILE = 4  # not read or written
    FAULT = 5  # of the program


def word_command(verb: str, file: Path | str, *more: str, program: str = "") -> str:
    """Return a command about a file as it is typed here: ``turnabout why "Summer Open.xlsx" "Zoe Lind"``."""
    name = f"./{file}" if str(file).startswith("-") else str(file)
    return " ".join([program or name_program(), verb, *map(_quote, (name, *more))])


def word_command_of_names(verb: str, *names: str) -> str:
    """Return a command about people as it is typed here: a name that begins with a hyphen is none of its options."""
    begin = [verb, "--"] if any(name.startswith("-") for name in names) else [verb]
    return " ".join([name_program(), *begin, *map(_quote, names)])


def name_program() -> str:
    """Return what is typed to start the program as it was started: ``turnabout``, or ``python -m turnabout_sheets``."""
    if not _is_module():
        return PROGRAM
    typed = _quote(sys.executable)
    if sys.platform == "win32" and typed.startswith('"'):
        typed = f"& {typed}"  # so PowerShell takes it
    return f"{typed} -m turnabout_sheets"


def is_started_by_icon() -> bool:
    """Return whether an icon of Windows has started the program: then nobody types anything."""
    return sys.platform == "win32" and _is_module() and sys.argv[1:2] == ["start"]


def _is_module() -> bool:
    return Path(sys.argv[0]).parts[-2:] == ("turnabout_sheets", "__main__.py")


def _quote(word: str) -> str:
    """Return a word as a shell takes it, between the quotation marks that people use where those do."""
    if re.fullmatch(r"[\w@%+=:,./-]+" if sys.platform != "win32" else r"(?!~)[\w+:.\\/~-]+", word):
        return word
    if sys.platform == "win32":
        from subprocess import list2cmdline  # slow to load

        quoted = list2cmdline([word])
        return f'"{word}"' if quoted == word else quoted
    return shlex.quote(word) if re.search(r'["$`\\!]', word) else f'"{word}"'
