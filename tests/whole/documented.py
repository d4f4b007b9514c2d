"""The command lines of the documentation, as a reader finds them."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import click

from turnabout_sheets.cli.main import main

ROOT: Final = Path(__file__).parents[2]
PAGES: Final = (
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
)

PROGRAM: Final = "turnabout"
MODULE: Final = ["-m", "turnabout_sheets"]
"""What starts the same program, behind any Python."""

_FENCE: Final = re.compile(r"^( *)```(\w+)\n(.*?)^ *```$", re.DOTALL | re.MULTILINE)
_SPAN: Final = re.compile(r"(`+)(.+?)\1")
_PROMPT: Final = "> "
_DRIVE: Final = re.compile(r"^([A-Z]):/")
_ENDS: Final = frozenset("|>;&")


class Written(NamedTuple):
    """A command line, and what the page shows as its answer (nothing: it shows none)."""

    text: str
    shell: str
    answer: tuple[str, ...] = ()

    @property
    def words(self) -> list[str]:
        """The words of the line on this system, to where a pipe or another file takes over; no comment."""
        on_windows = self.shell == "powershell" or (self.shell == "span" and "\\" in self.text)
        lexer = shlex.shlex(
            self.text.replace("\\", "/") if on_windows else self.text, posix=True, punctuation_chars="|>;&"
        )
        lexer.whitespace_split = True
        words = []
        for word in lexer:
            if set(word) <= _ENDS:
                break
            words.append(_here(word) if on_windows else word)
        return words


def _here(word: str) -> str:
    """Write a word of a Windows command as it stands for the same on this system; a drive is a folder."""
    return _DRIVE.sub(r"\1/", word.replace("\\", "/")).replace(".venv/Scripts/", ".venv/bin/")


def list_commands(text: str, programs: frozenset[str]) -> list[Written]:
    """Return the commands of a page in their order: lines of its blocks, and spans that begin with a program."""
    found: list[tuple[int, Written]] = []
    for fence in _FENCE.finditer(text):
        found += [
            (fence.start(), each) for each in _list_block(fence[2], re.sub(rf"^{fence[1]}", "", fence[3], flags=re.M))
        ]
    prose = _FENCE.sub(lambda fence: re.sub(r"[^\n]", " ", fence[0]), text)
    for start, paragraph in _paragraphs(prose):
        for span in _SPAN.finditer(paragraph):
            written = Written(span[2].strip().replace("\\|", "|"), "span")
            if _here(span[2].partition(" ")[0]) in programs and len(written.words) > 1:
                found.append((start + span.start(), written))
    return [written for _, written in sorted(found, key=lambda each: each[0])]


def _list_block(language: str, block: str) -> Iterator[Written]:
    """Yield the commands of a block: each line of a script, the lines with a prompt of what was on a screen."""
    if language in ("sh", "powershell"):
        for line in block.splitlines():
            if (written := Written(line.strip(), language)).words:
                yield written
    elif language == "text" and block.startswith(_PROMPT):
        for part in re.split(rf"^{_PROMPT}", block, flags=re.MULTILINE)[1:]:
            command, *answer = part.rstrip().splitlines()
            yield Written(command, language, tuple(answer))


def _paragraphs(text: str) -> Iterator[tuple[int, str]]:
    """Yield paragraphs, each with its place in the text; a line of a table is one."""
    for found in re.finditer(r"^\|.*$|(?:^(?!\|).*\S.*\n?)+", text, re.MULTILINE):
        yield found.start(), found[0].replace("\n", " ")


def find_command(words: list[str]) -> tuple[click.Command, list[str]]:
    """Return which command is named, and the words behind its name."""
    command: click.Command = main
    while isinstance(command, click.Group) and words and words[0] in command.commands:
        command, words = command.commands[words[0]], words[1:]
    return command, words


def is_whole(words: list[str]) -> bool:
    """Say whether words behind ``turnabout`` can be typed so, or only mention a command, perhaps with options."""
    command, rest = find_command(words)
    if isinstance(command, click.Group):
        return bool(rest)
    needs = any(isinstance(each, click.Argument) and each.required for each in command.params)
    return not needs or any(not word.startswith("-") for word in rest)


def list_unknown(words: list[str]) -> list[str]:
    """Return the options of a mention that its command does not have."""
    command, rest = find_command(words)
    known = {option for each in command.params for option in (*each.opts, *each.secondary_opts)} | {"--help"}
    return [word for word in rest if word not in known]
