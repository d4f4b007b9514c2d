"""The Tab key: asked of the program as shells ask, and pressed in a real bash."""

from __future__ import annotations

import os
import re
import select
import shlex
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.real_software import fork_in_terminal, program
from tests.support.commands import turnabout
from turnabout_sheets.cli.completion import VARIABLE
from turnabout_sheets.cli.main import main

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    workbook = tmp_path_factory.mktemp("made") / "Friday.xlsx"
    assert turnabout("simulate", workbook, "--players", "4", "--rounds", "2", "--played", "2").exit_code == 0
    return workbook


@pytest.fixture
def folder(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    shutil.copy(made, tmp_path)
    for name in ("My cup.xlsx", "old.XLSM", "~$Friday.xlsx", ".hidden.xlsx", "notes.txt"):
        shutil.copy("Friday.xlsx", name)
    (tmp_path / "My past").mkdir()
    shutil.copy("Friday.xlsx", "My past/May.xlsx")
    return tmp_path


def offer(*words: str) -> list[str]:
    """Return what is offered for the last of some words behind ``turnabout``."""
    asked = {VARIABLE: "zsh_complete", "COMP_WORDS": shlex.join(["turnabout", *words]), "COMP_CWORD": str(len(words))}
    answer = CliRunner().invoke(main, [], prog_name="turnabout", env=asked, standalone_mode=True).output
    return answer.splitlines()[1::3]


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["run", ""], ["Friday.xlsx", "My cup.xlsx", "My past", "old.XLSM"]),
        (["run", "Friday.xlsx", "My"], ["My cup.xlsx", "My past"]),
        (["check", "./My past/"], ["./My past/May.xlsx"]),
        (["archive", "add", "F"], ["Friday.xlsx"]),
        (["check", "~"], []),
        (["print", ".h"], [".hidden.xlsx"]),
        (["My"], ["My cup.xlsx", "My past"]),
        (["run", "nowhere/"], []),
        (["print", "Friday.xlsx", "--round", ""], ["1", "2"]),
        (["pair", "Friday.xlsx", "--round", "2"], ["2"]),
        (["print", "notes.txt", "--round", ""], ["1", "2"]),
        (["print", "--round", ""], []),
        (["print", "gone.xlsx", "--round", ""], []),
        (["new", "x.xlsx", "--format", ""], ["Turnabout", "Duplicate Magic", "Netrunner"]),
        (["simulate", "x.xlsx", "--format", "net"], ["Netrunner"]),
        (["print", "Friday.xlsx", "--only", "st"], ["standings"]),
        (["print", "Friday.xlsx", "--only", "standings,sl"], ["standings,slips"]),
        (["print", "Friday.xlsx", "--only", "slips,sl"], []),
        (["print", "Friday.xlsx", "--sort", "n"], ["name"]),
    ],
    ids=" ".join,
)
def test_each_word_is_offered_what_may_stand_there(folder: Path, words: list[str], offered: list[str]) -> None:
    assert sorted(offer(*words)) == sorted(offered)


def test_the_first_word_may_be_a_command_or_a_workbook(folder: Path) -> None:
    offered = offer("")
    assert {"run", "archive", "Friday.xlsx", "My cup.xlsx"} <= {*offered}
    assert "notes.txt" not in offered


class Bash:
    """A bash at a terminal, in a folder, that knows the command ``turnabout`` and its line of docs/installing.md."""

    def __init__(self, folder: Path) -> None:
        (folder / "bin").mkdir()
        command = folder / "bin" / "turnabout"
        command.write_text(
            f"#!{sys.executable}\nfrom turnabout_sheets.cli.main import main\nmain(prog_name='turnabout')\n"
        )
        command.chmod(0o755)
        path = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
        environment = {"PATH": path, "PYTHONPATH": str(ROOT), "TERM": "dumb", "LC_ALL": "C.UTF-8", "PS1": "$ "}
        bash = program("bash", "-c", "((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] >= 404))")
        self.process, self.terminal = fork_in_terminal()
        if not self.process:
            os.chdir(folder)
            os.execve(bash, ["bash", "--noprofile", "--norc", "-i"], environment)

    def type_in(self, keys: str) -> None:
        """Press some keys."""
        os.write(self.terminal, keys.encode())

    def read_until(self, pattern: str) -> re.Match[str]:
        """Return what matches of all that is on the screen, once it is there."""
        screen, end = b"", time.monotonic() + 60
        while time.monotonic() < end:
            if select.select([self.terminal], [], [], 0.5)[0]:
                screen += os.read(self.terminal, 4096)
            if found := re.search(pattern, screen.decode(errors="replace"), re.DOTALL):
                return found
        raise AssertionError(screen.decode(errors="replace"))

    def complete(self, line: str) -> list[str]:
        """Type a line and the Tab key; return the words that bash would give to the command."""
        self.type_in(f"{line}\t\x01printf '<%s>' \x05; echo '>''end'\r")
        words = self.read_until(r"\r\n(<[^\r\n]*>)>end")[1]
        return re.findall(r"<([^>]*)>", words)

    def end(self) -> None:
        """Leave it."""
        self.type_in("exit\r")
        os.close(self.terminal)
        os.waitpid(self.process, 0)


@pytest.fixture
def bash(folder: Path) -> Iterator[Bash]:
    started = Bash(folder)
    line = re.search(r"\| `(eval .*bash_source turnabout.*?)` \|", (ROOT / "docs/installing.md").read_text("utf-8"))
    assert line is not None
    started.type_in(f"{line[1]}; echo rea''dy\r")
    started.read_until("ready")
    yield started
    started.end()


@pytest.mark.processes
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no bash")
def test_the_tab_key_of_bash_completes_and_quotes(bash: Bash) -> None:
    for typed, meant in {
        "turnabout run Fr": ["turnabout", "run", "Friday.xlsx"],
        'turnabout run "My c': ["turnabout", "run", "My cup.xlsx"],
        "turnabout run My\\ c": ["turnabout", "run", "My cup.xlsx"],
        "turnabout run My\\ past/": ["turnabout", "run", "My past/May.xlsx"],
        "turnabout new x.xlsx --format Du": ["turnabout", "new", "x.xlsx", "--format", "Duplicate Magic"],
    }.items():
        assert bash.complete(typed) == meant
