"""Every change says why and by whom."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.archive.errors.two_events import AUTUMN, FINISHED, SPRING
from tests.archive.making import add, assert_sealed, contents, turnabout
from tests.archive.postgresql import IN_A_FILE, USER
from turnabout_sheets.archive.log import Change, list_changes
from turnabout_sheets.archive.ratings import add_awards
from turnabout_sheets.archive.store import Archive, open_archive
from turnabout_sheets.cli.archive_access import archive as group
from turnabout_sheets.core.command_line import ExitCode

LIST = "Event,Date,Player,Position,Wins,Losses,Played all rounds\n" + "".join(
    f"{{0}},{{1}},Player {place},{place},{4 - place},{place - 1},yes\n" for place in (1, 2, 3, 4)
)
"""Placings of an event of this name and day."""


@pytest.fixture(autouse=True)
def _nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TURNABOUT_AS", raising=False)
    monkeypatch.delenv("TURNABOUT_ARCHIVE", raising=False)


@pytest.fixture
def archive(archive: Archive) -> Archive:
    add(archive, *map(add_awards, (SPRING, AUTUMN)))
    return archive


def log(archive: Archive) -> list[Change]:
    with archive.reading() as connection:
        return list_changes(connection)


def said(archive: Archive) -> tuple[str | None, str | None]:
    """Return why the last change was made, and by whom."""
    last = log(archive)[0]
    return last.note, last.author


COMMANDS: list[list[Any]] = [
    ["merge", "Ben", "Bea"],
    ["split", "Bea"],
    ["apart", "Ben", "Bea"],
    ["undo"],
    ["redo"],
    ["remove", "Autumn"],
    ["add", FINISHED],
    ["import", "old.csv"],
    ["verify", "--rebuild"],
]


@pytest.mark.slow
@pytest.mark.parametrize("kind", IN_A_FILE)
def test_every_command_says_why_and_who(archive: Archive, kind: str, tmp_path: Path) -> None:
    """Archive 6.6 and 6.7."""
    (tmp_path / "old.csv").write_text(LIST.format("Old", "2012-05-31"), "utf-8")
    first, *others = add_awards(replace(SPRING, name="Listed")).entries
    older = replace(SPRING, name="Listed", entries=(replace(first, award=Fraction(999)), *others))
    add(archive, older)  # as older rules computed it
    assert said(archive) == (None, None if kind == "sqlite" else USER)
    who = ["--as", "Ann  Bee"] if kind == "sqlite" else []
    for number, words in enumerate(COMMANDS):
        place = tmp_path / "old.csv" if words[-1] == "old.csv" else words[-1]
        done = turnabout(*words[:-1], place, "--note", f"because {number} ", *who, "--archive", archive.place)
        assert done.exit_code == ExitCode.DONE, done.output
        assert said(archive) == (f"because {number}", "Ann Bee" if kind == "sqlite" else USER), words
        assert log(archive)[0].kind == {"import": "add", "verify": "rebuild"}.get(str(words[0]), words[0])
    assert_sealed(archive)


def test_each_command_that_changes_an_archive_can_be_told_why_and_by_whom() -> None:
    """All of them can be tried, and no other can."""
    changing = {
        name for name, command in group.load_all().items() if any(option.name == "dry_run" for option in command.params)
    }
    assert changing >= {str(words[0]) for words in COMMANDS}
    for name in changing:
        options = {each for param in group.load_all()[name].params for each in param.opts}
        assert {"--note", "--as"} <= options, name


def test_the_environment_says_who_unless_the_command_does(
    archive: Archive, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Archive 6.7: a database knows it better."""
    monkeypatch.setenv("TURNABOUT_AS", " Ann ")
    assert turnabout("merge", "Ben", "Bea", "--archive", archive.place).exit_code == ExitCode.DONE
    assert said(archive) == (None, "Ann" if kind == "sqlite" else USER)
    turnabout("undo", "--as", "", "--note", "", "--archive", archive.place)
    assert said(archive) == (None, None if kind == "sqlite" else USER)


@pytest.mark.parametrize(
    "text", ["late\nand false", "late\u2028and false", "a\x1b[31mred", "a\tb", "\udcff", "x" * 501], ids=range(6)
)
def test_what_cannot_be_kept_is_refused(text: str, tmp_path: Path) -> None:
    archive = open_archive(str(tmp_path / "archive.sqlite"), create=True)
    add(archive, SPRING, AUTUMN)
    before = contents(archive)
    for option in ("--note", "--as"):
        done = turnabout("merge", "Ben", "Bea", option, text, "--archive", archive.place)
        assert done.exit_code == ExitCode.USAGE
        assert done.stderr.splitlines()[-1] == (
            f"Error: Invalid value for '{option}': This cannot be kept. Expected one line of at most 500 ordinary "
            "characters."
        )
    assert contents(archive) == before
    done = turnabout("merge", "Ben", "Bea", "--note", "é" * 500, "--as", "", "--archive", archive.place)
    assert (done.exit_code, said(archive)) == (ExitCode.DONE, ("é" * 500, None))
