"""Every change says why and by whom."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.archive.errors.two_events import AUTUMN, SPRING
from tests.archive.making import add, contents, turnabout
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
