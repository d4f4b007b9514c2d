"""Commands in the words of a shell: what is told can be typed, or copied, as it stands."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import turnabout_sheets
from turnabout_sheets.__main__ import main
from turnabout_sheets.cli.main import main as group
from turnabout_sheets.core import problems
from turnabout_sheets.core.command_line import is_started_by_icon, word_command
from turnabout_sheets.event.output_sheets import problems_sheet


def test_the_commands_of_every_day_are_shown_first_and_each_command_once() -> None:
    shown = re.findall(r"^(?:  (\S+)  |(\w.*):$)", CliRunner().invoke(group).output, re.MULTILINE)
    names = [name or f"{heading}:" for name, heading in shown]
    first, others = names.index("Commands for every day:"), names.index("Other commands:")
    assert names[first + 1 : others] == ["start", "new", "watch", "run", "print"]
    assert sorted([*names[first + 1 : others], *names[others + 1 :]]) == sorted(group.load_all())


OTHER_QUOTES_ON_WINDOWS = pytest.mark.skipif(sys.platform == "win32", reason="Windows has other quotation marks")

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


@OTHER_QUOTES_ON_WINDOWS
@pytest.mark.parametrize("word", WORDS)
def test_a_shell_reads_what_was_meant(word: str) -> None:
    assert shlex.split(word_command("run", "a b.xlsx", "--put-back", word)) == [
        "turnabout",
        "run",
        "a b.xlsx",
        "--put-back",
        word,
    ]


def test_ordinary_names_are_quoted_as_everybody_does(monkeypatch: pytest.MonkeyPatch) -> None:
    for system in ("linux", "win32"):
        monkeypatch.setattr(sys, "platform", system)
        assert word_command("run", "Summer.xlsx") == "turnabout run Summer.xlsx"
        assert word_command("run", "O'Neil Cup.xlsx", "--then", "Zoë") == 'turnabout run "O\'Neil Cup.xlsx" --then Zoë'
        assert word_command("run", "-odd.xlsx") == "turnabout run ./-odd.xlsx"
    assert word_command("run", "C:\\events\\a.xlsx") == "turnabout run C:\\events\\a.xlsx"
    assert word_command("run", "C:\\My events\\a.xlsx") == 'turnabout run "C:\\My events\\a.xlsx"'
    assert (
        word_command("new", "a.xlsx", "--into", "C:\\My events\\") == 'turnabout new a.xlsx --into "C:\\My events\\\\"'
    )
    assert word_command("run", "a.xlsx", "--then", 'Zoe "Z" Kay') == 'turnabout run a.xlsx --then "Zoe \\"Z\\" Kay"'


MODULE = f"{Path(turnabout_sheets.__file__).parent / '__main__.py'}"


def started(monkeypatch: pytest.MonkeyPatch, python: str, *arguments: str, on: str = "linux") -> None:
    """Have the program be as if a Python had started it as a module."""
    monkeypatch.setattr(sys, "platform", on)
    monkeypatch.setattr(sys, "argv", [MODULE, *arguments])
    monkeypatch.setattr(sys, "executable", python)


@pytest.mark.parametrize(
    ("on", "python", "typed"),
    [
        ("linux", "/home/zoe/.venv/bin/python", "/home/zoe/.venv/bin/python"),
        ("linux", "/home/zoe lind/bin/python", '"/home/zoe lind/bin/python"'),
        ("win32", r"C:\Users\zoe\.venv\Scripts\python.exe", r"C:\Users\zoe\.venv\Scripts\python.exe"),
        ("win32", r"C:\Zoe Lind\app\python.exe", r'& "C:\Zoe Lind\app\python.exe"'),
    ],
)
def test_who_starts_it_as_a_module_is_told_to_do_so_again(
    monkeypatch: pytest.MonkeyPatch, on: str, python: str, typed: str
) -> None:
    started(monkeypatch, python, "run", "Summer.xlsx", on=on)
    assert word_command("run", "Summer.xlsx") == f"{typed} -m turnabout_sheets run Summer.xlsx"


def test_what_travels_in_a_workbook_names_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    started(monkeypatch, "/opt/python", "run", "Summer.xlsx")
    hint = problems.press("Put it back", "--put-back", "Players")
    found = problems.warning(problems.Place("Players"), "It is gone.", hint)
    assert found.word_hint("Summer.xlsx") == (
        'press "Put it back" on the desk\'s page, or run: /opt/python -m turnabout_sheets run Summer.xlsx --put-back '
        "Players"
    )
    assert found.word_hint() == hint
    (row,) = problems_sheet([found], "Summer.xlsx").frame.itertuples()
    assert row[-1].endswith(" or run: turnabout run Summer.xlsx --put-back Players")


@pytest.mark.parametrize(
    ("on", "arguments", "is_icon"),
    [
        ("win32", ("start", "Summer.xlsx"), True),
        ("win32", ("start",), True),
        ("win32", ("run", "Summer.xlsx"), False),
        ("linux", ("start", "Summer.xlsx"), False),
    ],
)
def test_an_icon_of_windows_is_known(
    monkeypatch: pytest.MonkeyPatch, on: str, arguments: tuple[str, ...], is_icon: bool
) -> None:
    started(monkeypatch, r"C:\app\python.exe", *arguments, on=on)
    assert is_started_by_icon() == is_icon


def test_a_command_that_is_called_start_is_no_icon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(sys, "argv", [r"C:\Python\Scripts\turnabout", "start"])
    assert not is_started_by_icon()


@OTHER_QUOTES_ON_WINDOWS
@pytest.mark.processes
def test_the_line_that_a_module_tells_to_type_does_what_it_says(tmp_path: Path) -> None:
    """In a shell, as it stands."""

    def type_in(line: str) -> str:
        done = subprocess.run(["bash", "-c", line], cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    python = shlex.quote(sys.executable)
    told = type_in(f"{python} -m turnabout_sheets simulate 'My cup.xlsx' --players 4 --played 1")
    said = type_in(told.partition("Try: ")[2])
    assert "Paired round 2" in said
    usage = type_in(f"{python} -m turnabout_sheets --help")
    assert re.match(r"Usage: \S+ -m turnabout_sheets ", usage)


class Interrupted:
    """Who presses Ctrl+C while the command is being loaded."""

    def find_spec(self, name: str, *_: object) -> None:
        if name == "turnabout_sheets.cli.main":
            raise KeyboardInterrupt


def test_who_interrupts_the_program_while_it_is_loaded_sees_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "turnabout_sheets.cli.main", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Interrupted(), *sys.meta_path])
    with pytest.raises(SystemExit, match="Aborted!"):
        main()
