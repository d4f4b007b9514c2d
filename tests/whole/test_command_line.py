"""Commands in the words of a shell: what is told can be typed, or copied, as it stands."""

from __future__ import annotations

import shlex
import sys

import pytest

from turnabout_sheets.core.command_line import word_command

WORDS = (
    "Summer.xlsx",
    "Summer Open.xlsx",
    "O'Neil.xlsx",
    'Zoe "Z" Kay',
    "a$b `c` \\d!",
    "",
    "-x",
    "Ægir",
    "100%",
    "a;b & c",
)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other quotation marks")
@pytest.mark.parametrize("word", WORDS)
def test_a_shell_reads_what_was_meant(word: str) -> None:
    assert shlex.split(word_command("pair", "a b.xlsx", "--add", word)) == [
        "turnabout",
        "pair",
        "a b.xlsx",
        "--add",
        word,
    ]


def test_ordinary_names_are_quoted_as_everybody_does(monkeypatch: pytest.MonkeyPatch) -> None:
    for system in ("linux", "win32"):
        monkeypatch.setattr(sys, "platform", system)
        assert word_command("run", "Summer.xlsx") == "turnabout run Summer.xlsx"
        assert word_command("pair", "O'Neil Cup.xlsx", "--add", "Zoë") == 'turnabout pair "O\'Neil Cup.xlsx" --add Zoë'
        assert word_command("run", "-odd.xlsx") == "turnabout run ./-odd.xlsx"
    assert word_command("run", "C:\\My events\\a.xlsx") == 'turnabout run "C:\\My events\\a.xlsx"'
    assert word_command("pair", "a.xlsx", "--add", 'Zoe "Z" Kay') == 'turnabout pair a.xlsx --add "Zoe \\"Z\\" Kay"'
