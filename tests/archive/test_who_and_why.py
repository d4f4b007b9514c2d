"""Every change says why and by whom."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.archive.errors.two_events import AUTUMN, SPRING
from tests.archive.making import add, turnabout
from tests.archive.postgresql import USER
from turnabout_sheets.archive.log import list_changes
from turnabout_sheets.archive.ratings import add_awards
from turnabout_sheets.archive.store import Archive, open_archive
from turnabout_sheets.cli.archive_access import archive as group
from turnabout_sheets.core.command_line import ExitCode


@pytest.fixture(autouse=True)
def _nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TURNABOUT_AS", raising=False)
    monkeypatch.delenv("TURNABOUT_ARCHIVE", raising=False)


@pytest.fixture
def archive(archive: Archive) -> Archive:
    add(archive, *map(add_awards, (SPRING, AUTUMN)))
    return archive


def said(archive: Archive) -> tuple[str | None, str | None]:
    """Return why the last change was made, and by whom."""
    with archive.reading() as connection:
        last = list_changes(connection)[0]
    return last.note, last.author


def test_each_command_that_changes_an_archive_can_be_told_why_and_by_whom() -> None:
    """All of them can be tried, and no other can."""
    changing = {
        name for name, command in group.load_all().items() if any(option.name == "dry_run" for option in command.params)
    }
    assert changing == {*"add import merge split apart hide remove undo redo forget verify".split()}
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
    ("text", "kept"),
    [("late\nand\u2028false", "late and false"), ("a\x1b[31mred", "a�[31mred"), ("a\tb", "a b"), ("\udcff", "�")],
    ids=range(4),
)
def test_a_note_is_kept_as_one_line_of_text(text: str, kept: str, tmp_path: Path) -> None:
    archive = open_archive(str(tmp_path / "archive.sqlite"), create=True)
    add(archive, SPRING, AUTUMN)
    done = turnabout("merge", "Ben", "Bea", "--note", text, "--as", text, "--archive", archive.place)
    assert (done.exit_code, said(archive)) == (ExitCode.DONE, (kept, kept))
