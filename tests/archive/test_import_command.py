"""``archive import`` as it is typed: what it is told of a table, what it only shows, and which workbooks are events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from shutil import copy

import pytest
from openpyxl import Workbook

from tests.support.books import SAMPLES
from tests.support.commands import turnabout
from turnabout_sheets.core.command_line import ExitCode

STANDINGS = "Place,Name,Points\n1,Ada Ahn,9\n2,Ben Berg,6\n3,Cy Cole,3\n4,Dee Dahl,0\n"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("spring.csv").write_text(STANDINGS, "utf-8")


def book(file: str, sheets: Mapping[str, Sequence[Sequence[object]]]) -> Path:
    made = Workbook()
    assert made.active is not None
    made.remove(made.active)
    for title, rows in sheets.items():
        sheet = made.create_sheet(title)
        for row in rows:
            sheet.append(list(row))
    made.save(file)
    return Path(file)


def test_a_trial_shows_what_is_understood_and_leaves_nothing() -> None:
    """Archive 3.6."""
    done = turnabout("archive", "import", "spring.csv", "--date", "2012-05-31", "--rounds", 3, "--dry-run")
    assert done.exit_code == ExitCode.DONE
    assert "spring (2012-05-31), Turnabout:\n" in done.output
    assert "         2  Ben Berg     0      0       0     0       6\n" in done.output
    assert "spring (2012-05-31): would be added as number 1." in done.output
    assert 'spring.csv: 4 placings of "spring" (2012-05-31)' in done.output
    assert [path.name for path in Path().iterdir()] == ["spring.csv"]


def test_a_trial_with_an_archive_changes_nothing_in_it() -> None:
    """Archive 3.6."""
    assert turnabout("archive", "import", "spring.csv", "--date", "2012-05-31").exit_code == ExitCode.DONE
    before = turnabout("archive", "journal").output
    done = turnabout("archive", "import", "spring.csv", "--date", "2012-06-01", "--dry-run")
    assert "spring (2012-06-01): would be added as number 2." in done.output
    assert turnabout("archive", "journal").output == before
    again = turnabout("archive", "import", "spring.csv", "--date", "2012-05-31", "--dry-run")
    assert "spring (2012-05-31): in the archive already, just so." in again.output


def test_what_a_table_does_not_say_is_said_by_options() -> None:
    """Archive 3.6."""
    facts = ("--name", "Spring Open", "--date", "2012-05-31", "--format", "duplicate", "--rounds", 4)
    assert turnabout("archive", "import", "spring.csv", *facts).exit_code == ExitCode.DONE
    shown = turnabout("archive", "show", 1).output
    for said in ("Spring Open", "Duplicate Magic", "Rounds: 4"):
        assert said in shown


def test_without_a_day_nothing_is_in_and_the_option_is_named() -> None:
    done = turnabout("archive", "import", "spring.csv")
    assert done.exit_code == ExitCode.PROBLEMS
    assert "--date" in done.output
    assert "Events: none." in done.output


def test_what_is_said_of_one_event_is_not_said_of_two() -> None:
    Path("autumn.csv").write_text(STANDINGS, "utf-8")
    done = turnabout("archive", "import", "spring.csv", "autumn.csv", "--date", "2012-05-31", "--rounds", 3)
    assert done.exit_code == ExitCode.FILE
    assert done.output.startswith(
        "--date and --rounds can be said of one event, and there are 2, so nothing was imported."
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--format", "chess"), 'The format is "chess"; expected Turnabout, Duplicate Magic or Netrunner.'),
        (("--rounds", "0"), "0 is not in the range"),
        (("--date", "31/2/2012"), "31/2/2012"),
    ],
)
def test_what_cannot_be_said_of_an_event_is_told(arguments: Sequence[str], said: str) -> None:
    done = turnabout("archive", "import", "spring.csv", *arguments)
    assert done.exit_code == ExitCode.USAGE
    assert said in done.output


def test_an_event_and_a_table_come_in_together() -> None:
    """Archive 3.7."""
    copy(SAMPLES / "finished.xlsx", "event.xlsx")
    book("table.xlsx", {"Final": [line.split(",") for line in STANDINGS.splitlines()], "Notes": [["Thanks!"]]})
    done = turnabout("archive", "import", "event.xlsx", "table.xlsx", "--date", "2012-05-31")
    assert done.exit_code == ExitCode.DONE, done.output
    assert "Events: 2 added." in done.output
    assert "table.xlsx, sheet Notes: left out" in done.output
