"""Every command line in the README and in docs/ is done as it is written, page by page, or is declared here."""

from __future__ import annotations

import os
import re
import shutil
import tomllib
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Final

import click
import pytest

from tests import tiers
from tests.support.commands import turnabout
from tests.whole.documented import (
    MODULE,
    PAGES,
    PROGRAM,
    ROOT,
    Written,
    find_command,
    is_whole,
    list_commands,
    list_unknown,
)
from tests.whole.documented_readers import READERS, Reader
from turnabout_sheets import __version__
from turnabout_sheets.cli.main import main
from turnabout_sheets.jobs import hooks

ELSEWHERE: Final = frozenset({"--events", "--jobs"})
"""Options in the pages that belong to benchmarks."""

WITH_PYTHON: Final = frozenset({"pip", "venv"})
"""Modules that every Python has, but for the one that is put together to run tests under Wine."""

EXTRAS: Final = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]


WHEEL: Final = f"dist/turnabout_sheets-{__version__}-py3-none-any.whl"
"""What is built of this version."""


def make_folder(*words: str) -> None:
    Path(words[-1]).mkdir()


def copy_file(source: str, target: str) -> None:
    shutil.copy(source, target)


def read_make(*words: str) -> None:
    """What is made stands in the Makefile, and so do the variables."""
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for word in words:
        variable, is_variable, _ = word.partition("=")
        assert re.search(rf"\b{variable}\b" if is_variable else rf"^{variable}:", makefile, re.MULTILINE), word


def read_install(*words: str) -> None:
    """What is installed is a wheel, the project itself with extras that it has, or a thing with a plain name.

    The project alone is uninstalled.
    """
    if words[0] == "uninstall":
        assert words[1:] == ("turnabout-sheets",), words
        return
    assert words[0] == "install", words
    for before, word in pairwise(words):
        if before == "-c":
            assert (ROOT / word).is_file(), word
        elif not word.startswith("-"):
            named, _, extras = word.partition("[")
            assert named == WHEEL or re.fullmatch(r"\.|[a-z]+", named), word
            assert {*re.findall(r"\w+", extras)} <= {*EXTRAS}, word


def read_pipx(*words: str) -> None:
    if words != ("ensurepath",):
        read_install(*words)


def read_uv(*words: str) -> None:
    if words[0] == "tool":
        read_install(*words[1:])
    else:
        assert words[0] in {"build", "publish"}, words


def read_python(*words: str) -> None:
    """What is started is a script or a module that is there, with files and marks that are there where we know them."""
    if words[0] != "-m":
        assert (ROOT / words[0]).is_file(), words
        return
    module, *more = words[1:]
    assert module in WITH_PYTHON or find_spec(module) is not None, module
    if module == "pip":
        read_install(*more)
    for before, word in pairwise(more):
        if module == "pytest" and before == "-m":
            assert {*re.findall(r"\w+", word)} - {"not", "and", "or"} <= {*tiers.MARKS, *tiers.TIMES}, word
    if module == "pytest":
        missing = [word for word in more if word.endswith(".py") and not (ROOT / word).is_file()]
        assert missing == []


def read_copying(*words: str) -> None:
    """It goes from a folder that is there to a place on another computer."""
    _, source, target = words
    assert Path(source.rstrip("*")).is_dir(), source
    assert re.fullmatch(r"\w+@[\w.]+:[\w/]+", target), target


def read_entering(*words: str) -> None:
    """The folder of the program in the environment of this folder comes into the path."""
    assert words in {(".venv/bin/activate",), ("=", "$PWD/.venv/Scripts;$env:PATH")}, words


STAND_INS: Final[Mapping[str, Callable[..., None]]] = {
    "mkdir": make_folder,
    "cp": copy_file,
    "copy": copy_file,
    "make": read_make,
    "pip": read_install,
    "pipx": read_pipx,
    "uv": read_uv,
    "python": read_python,
    "python3": read_python,
    "py": read_python,
    ".venv/bin/python": read_python,
    ".": read_entering,
    "$env:PATH": read_entering,
    "rsync": read_copying,
    "scp": read_copying,
}
"""What is done for a line that begins with another program: the small are done, of the others the words are read."""

COMMANDS: Final = {
    page.name: commands
    for page in PAGES
    if (commands := list_commands(page.read_text("utf-8"), frozenset({PROGRAM, *STAND_INS})))
}


@pytest.fixture
def uploads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was to be run after --then; and nothing else leaves this process, nor is a page opened."""
    asked: list[str] = []

    def upload(command: str, *_: object) -> str:
        asked.append(command)
        return ""

    monkeypatch.setattr("webbrowser.open", lambda _: True)
    monkeypatch.setattr(hooks, "run_command", upload)
    monkeypatch.delenv("TURNABOUT_ARCHIVE", raising=False)
    return asked


OF_PRINTS: Final = {"README.md", "printing.md", "publishing.md", "templates.md"}
"""Where it is told what runs print."""


@pytest.mark.slow
@pytest.mark.parametrize("page", COMMANDS)
def test_every_command_line_does_what_it_says(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, uploads: list[str], request: pytest.FixtureRequest
) -> None:
    monkeypatch.chdir(tmp_path)
    if page not in OF_PRINTS:
        request.getfixturevalue("no_pages")
    reader = READERS.get(page, Reader())
    for prepare in reader.first:
        prepare()
    for written in COMMANDS[page]:
        for prepare in reader.before.get(bare(written), ()):
            prepare()
        do(written, reader)
        while uploads:
            do(Written(uploads.pop(), written.shell), reader)


def bare(written: Written) -> str:
    """Return a line without the comment behind it."""
    return written.text.partition("  #")[0].rstrip()


def do(written: Written, reader: Reader) -> None:
    """Do what a line says, or read it where that is declared; compare with the answer that the page shows."""
    line = reader.typed.get(bare(written), written.text)
    words = [reader.workbook if word == "…" else word for word in written._replace(text=line).words]
    if words[1:3] == MODULE:
        words = [PROGRAM, *words[3:]]
    if Path(words[0]).name != PROGRAM:
        assert words[0] in STAND_INS, f"{line}: neither run nor declared in STAND_INS"
        STAND_INS[words[0]](*words[1:])
        return
    words = words[1:]
    if not is_whole(words):
        assert list_unknown(words) == [], line
        return
    command, rest = find_command(words)
    if works_on(command, rest):
        command.make_context(command.name, rest)
        return
    done = turnabout(*words, answer="y\n")
    assert done.exit_code == reader.exit.get(bare(written), 0), f"{line}\n{done.output}"
    if written.answer:
        assert as_anywhere(done.output) == as_anywhere("\n".join(written.answer)), line


def as_anywhere(answer: str) -> list[str]:
    """Return the lines of an answer without what differs from one computer to another."""
    plain = answer.replace(f"{Path.cwd()}{os.sep}", "").replace(os.sep, "/")
    return [re.sub(r" \(Python [\d.]+\)$", " (Python)", line) for line in plain.splitlines()]


def works_on(command: click.Command, rest: list[str]) -> bool:
    """Say whether a command works until it is ended; then the line is only read, and tests of its own start it."""
    return command.name == "watch" or (command.name == "start" and (not rest or "--desk" in rest))


def test_nothing_is_prepared_for_lines_that_are_gone() -> None:
    """Neither is it for pages without commands."""
    assert READERS.keys() <= COMMANDS.keys()
    for page, reader in READERS.items():
        known = {bare(each) for each in COMMANDS[page]}
        assert {*reader.before, *reader.typed, *reader.exit} <= known, page


@pytest.mark.parametrize(
    ("page", "read"),
    [
        ("```sh\nturnabout run a.xlsx  # pairs\n```", [(["turnabout", "run", "a.xlsx"], ())]),
        (
            "```text\n> turnabout run a.xlsx\nDone.\n> turnabout\n```",
            [(["turnabout", "run", "a.xlsx"], ("Done.",)), (["turnabout"], ())],
        ),
        ("```text\nno command\n```", []),
        ("| `turnabout\nrun` |", []),
        ("Type `turnabout\nrun x`, or `ls`.", [(["turnabout", "run", "x"], ())]),
        ("```powershell\n.venv\\Scripts\\turnabout C:\\a\\*\n```", [([".venv/bin/turnabout", "C/a/*"], ())]),
        ('`turnabout check "a b.xlsx" | head`', [(["turnabout", "check", "a b.xlsx"], ())]),
    ],
)
def test_lines_are_found_where_a_reader_sees_them(page: str, read: list[tuple[list[str], tuple[str, ...]]]) -> None:
    found = list_commands(page, frozenset({PROGRAM}))
    assert [(each.words, each.answer) for each in found] == read


@pytest.mark.parametrize(
    "line",
    [
        "turnabout chekc a.xlsx",
        "turnabout run --chekc",
        "ls",
        "make tset",
        'pip install -e ".[pfd]"',
        "pip install -c c -e .",
        "pipx install dist/turnabout_sheets-0.0.1-py3-none-any.whl",
    ],
)
def test_a_line_that_is_wrong_is_found(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(AssertionError):
        do(Written(line, "sh"), Reader())


def test_every_option_in_a_page_is_one_that_a_command_has() -> None:
    """Spans such as ``--only slips`` are parts of commands, too."""
    known, groups = {"--help", *ELSEWHERE}, [main]
    while groups:
        for command in groups.pop().commands.values():
            known |= {option for each in command.params for option in each.opts}
            groups += [command] if isinstance(command, click.Group) else []
    for page in PAGES:
        spans = re.findall(r"`(--[a-z-]+)", page.read_text("utf-8"))
        assert {*spans} <= known, page.name
