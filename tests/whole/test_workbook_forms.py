"""Workbooks of other versions: those of older ones run as before; one of a newer version is told of, or refused."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from zipfile import ZipFile

import pytest
from click.testing import CliRunner, Result
from openpyxl import load_workbook

from tests.support.books import SAMPLES, records, sheet_names
from turnabout_sheets.changes.log import BEGINS
from turnabout_sheets.cli.main import main
from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.core.workbook_version import CURRENT, UNMARKED, Form
from turnabout_sheets.desk.runs import compute_version
from turnabout_sheets.desk.state import FaultKind
from turnabout_sheets.jobs.outcome import Options
from turnabout_sheets.workbook.files.save import open_workbook
from turnabout_sheets.workbook.ooxml.package import Package
from turnabout_sheets.workbook.ooxml.workbook_part import NAME, WorkbookPart, read_form

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("no_pages")]

OLD = sorted((Path(__file__).parent / "old_workbooks").glob("*.xlsx"))

POINTS = {"turnabout": "VP", "netrunner": "GMP", "duplicate": "Points"}


def turnabout(*arguments: object) -> Result:
    result = CliRunner().invoke(main, [str(each) for each in arguments], prog_name="turnabout")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def form_of(workbook: Path) -> Form:
    return read_form(WorkbookPart(Package(workbook.read_bytes())))


def standings(workbook: Path) -> Mapping[str, tuple[object, object]]:
    column = POINTS[workbook.stem.partition("-")[0]]
    return {row["Player"]: (row["Rank"], row[column]) for row in records(workbook, "Standings")}


def organizers_parts(workbook: Path) -> Mapping[str, bytes]:
    """Return what is in a package, but for the program's own sheets and what lists them."""
    with ZipFile(workbook) as package:
        names = [name for name in package.namelist() if re.match(r"xl/(worksheets|theme)/(?!turnabout|_rels)", name)]
        return {name: package.read(name) for name in names}


@pytest.mark.parametrize("old", OLD, ids=lambda file: file.stem)
def test_a_workbook_of_an_older_version_goes_on_as_it_began(old: Path, tmp_path: Path) -> None:
    """Safety 2.13."""
    workbook = Path(shutil.copy(old, tmp_path))
    before, theirs, sheets = standings(old), organizers_parts(old), sheet_names(old)
    assert form_of(old) == UNMARKED
    ran = turnabout("run", workbook)
    assert ran.exit_code == 0
    assert "Warning" not in ran.output
    assert standings(workbook) == before
    assert len(before) >= 5
    assert all(points != "" for _, points in before.values())
    assert {row["Problem"] for row in records(workbook, "Problems")} == {""}
    now = organizers_parts(workbook)
    assert {name: now[name] for name in theirs} == theirs
    names = sheet_names(workbook)
    new = [sheet for sheet in names if sheet not in sheets and sheet != "Round 3"]
    assert new == ["Desk", "Log", "Remembered"]
    assert names.index("Round 3") > names.index("Round 2")
    assert [row["After"] for row in records(workbook, "Log")] == [BEGINS]
    assert form_of(workbook) == CURRENT
    assert "Nothing has changed" in turnabout("run", workbook).output


def test_there_are_old_workbooks_of_three_versions_and_all_formats() -> None:
    assert {file.stem.partition("-")[0] for file in OLD} == POINTS.keys()
    assert {file.stem.partition("-")[2] for file in OLD} == {"1", "2", "3"}


@pytest.fixture
def event(tmp_path: Path) -> Path:
    return Path(shutil.copy(SAMPLES / "in-progress.xlsx", tmp_path / "Friday.xlsx"))


def mark(workbook: Path, text: str) -> None:
    book = load_workbook(workbook)
    book.defined_names[NAME].attr_text = text
    book.save(workbook)


def test_a_new_workbook_is_of_the_form_that_is_written_now(tmp_path: Path) -> None:
    turnabout("new", tmp_path / "Friday.xlsx")
    assert form_of(tmp_path / "Friday.xlsx") == CURRENT


def test_a_newer_workbook_that_may_be_changed_is_told_of_and_stays_of_its_form(event: Path) -> None:
    """Safety 2.14."""
    newer = Form(CURRENT.number + 1, CURRENT.number)
    mark(event, f'"{newer.number} {newer.needs}"')
    told = (
        f"Warning: Event: A newer version of turnabout has written into this workbook (it is of form {newer.number}, "
        f"this version writes form {CURRENT.number}): what is new there is left as it is, and may be out of date."
    )
    for command in ("check", "run", "check"):
        done = turnabout(command, event)
        assert (done.exit_code, done.output.count(told)) == (0, 1)
    assert [row["Sheet"] for row in records(event, "Problems")].count("Event") == 1
    assert form_of(event) == newer


REFUSED = ("run FILE", "check FILE", "print FILE", "enter FILE 1 a 12 b 7", "archive add FILE")


def test_a_newer_workbook_that_may_not_be_changed_is_refused_in_a_sentence(event: Path) -> None:
    """Safety 2.14."""
    newer = CURRENT.number + 1
    mark(event, f'"{newer + 1} {newer}"')
    before = event.read_bytes()
    told = (
        f"Friday.xlsx was written by a newer version of turnabout, and is not to be changed by this one (it is of form "
        f"{newer + 1}, which needs a version of form {newer} or later; this one is of form {CURRENT.number}); install "
        "the newer version, and try again."
    )
    for command in REFUSED:
        done = turnabout(*(str(event) if word == "FILE" else word for word in command.split()))
        assert (done.exit_code, told in done.output) == (ExitCode.FILE, True), command
        assert event.read_bytes() == before, command


def test_a_desk_says_so_too_and_does_not_take_it_for_broken(event: Path) -> None:
    mark(event, f'"{CURRENT.number + 1} {CURRENT.number + 1}"')
    ran = compute_version(event, open_workbook(event), Options())
    assert ran.outcome is None
    assert ran.fault is not None
    assert ran.fault.kind is FaultKind.NEWER
    assert "install the newer version" in ran.fault.reason


def test_a_mark_that_was_typed_over_is_none(event: Path) -> None:
    for text in ('""', '"2"', '"newer"', "3", '"99999 1"', "Event!$A$1"):
        mark(event, text)
        assert form_of(event) == UNMARKED, text
    assert turnabout("run", event).exit_code == 0
    assert form_of(event) == CURRENT


def test_the_version_says_where_the_forms_stand() -> None:
    said = turnabout("--version").output
    assert re.fullmatch(
        rf"turnabout [0-9.]+ \(Python 3\.[0-9.]+\S*\)\n"
        rf"Writes workbooks of form {CURRENT.number}, and reads those of forms 1 to {CURRENT.number}\.\n",
        said,
    )


def test_the_form_stands_in_a_hidden_name_of_the_whole_workbook(event: Path) -> None:
    """Safety 2.14."""
    turnabout("run", event)
    (name,) = (each for each in Package(event.read_bytes()).workbook.iter("{*}definedName") if each.get("name") == NAME)
    assert dict(name.attrib) == {"name": NAME, "hidden": "1"}
