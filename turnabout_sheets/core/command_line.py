"""Commands as somebody types them: with names that have spaces or signs in them, which a shell takes for more."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path
from typing import Final

_PLAIN: Final = re.compile(r"[\w@%+=:,./-]+")
_MEANS_MORE: Final = re.compile(r'["$`\\!]')
"""What a shell does not take as it is even between quotation marks."""
_MEANS_MORE_ON_WINDOWS: Final = re.compile(r'"')


def word_command(verb: str, file: Path | str, *more: str) -> str:
    """Return a command about a file as it is typed: ``turnabout pair "Summer Open.xlsx" --add "Zoe Lind"``."""
    name = str(file) if not str(file).startswith("-") else f"./{file}"
    return " ".join(["turnabout", verb, _quote(name), *map(_quote, more)])


def _quote(word: str) -> str:
    if _PLAIN.fullmatch(word):
        return word
    windows = sys.platform == "win32"
    if not (_MEANS_MORE_ON_WINDOWS if windows else _MEANS_MORE).search(word):
        return f'"{word}"'
    return '"{}"'.format(word.replace('"', '\\"')) if windows else shlex.quote(word)
