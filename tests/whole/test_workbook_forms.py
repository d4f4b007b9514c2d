"""A workbook of a newer version of the program is refused, and nothing of it is changed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from openpyxl import load_workbook

from tests.support.books import SAMPLES
from tests.support.commands import turnabout
from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.desk.runs import compute_version
from turnabout_sheets.desk.state import FaultKind
from turnabout_sheets.jobs.outcome import Options
from turnabout_sheets.workbook.files.save import open_workbook
from turnabout_sheets.workbook.ooxml.package import Package
from turnabout_sheets.workbook.ooxml.workbook_part import FORM, NAME, WorkbookPart, read_form

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("no_pages")]


def form_of(workbook: Path) -> int:
    return read_form(WorkbookPart(Package(workbook.read_bytes())))


@pytest.fixture
def event(tmp_path: Path) -> Path:
    return Path(shutil.copy(SAMPLES / "in-progress.xlsx", tmp_path / "Friday.xlsx"))


def mark(workbook: Path, text: str) -> None:
    book = load_workbook(workbook)
    book.defined_names[NAME].attr_text = text
    book.save(workbook)


def test_a_new_workbook_is_of_the_form_that_is_written_now(tmp_path: Path) -> None:
    turnabout("new", tmp_path / "Friday.xlsx")
    assert form_of(tmp_path / "Friday.xlsx") == FORM


@pytest.mark.parametrize("command", ["run FILE", "check FILE", "print FILE", "archive add FILE"])
def test_a_newer_workbook_is_refused_in_a_sentence(event: Path, command: str) -> None:
    """Safety 2.14."""
    mark(event, str(FORM + 1))
    before = event.read_bytes()
    told = (
        "Friday.xlsx was written by a newer version of turnabout, and is not changed by this one; install the newer "
        "version, and try again."
    )
    done = turnabout(*(event if word == "FILE" else word for word in command.split()))
    assert (done.exit_code, told in done.output) == (ExitCode.FILE, True), done.output
    assert event.read_bytes() == before


def test_a_desk_says_so_too_and_does_not_take_it_for_broken(event: Path) -> None:
    mark(event, str(FORM + 1))
    ran = compute_version(event, open_workbook(event), Options())
    assert ran.outcome is None
    assert ran.fault is not None
    assert ran.fault.kind is FaultKind.NEWER
    assert "install the newer version" in ran.fault.reason


def test_a_mark_that_was_typed_over_is_none(event: Path) -> None:
    for text in ('""', '"2"', '"newer"', "99999", "Event!$A$1"):
        mark(event, text)
        assert form_of(event) == 0, text
    assert turnabout("run", event).exit_code == 0
    assert form_of(event) == FORM


def test_the_form_stands_in_a_hidden_name_of_the_whole_workbook(event: Path) -> None:
    """Safety 2.14."""
    turnabout("run", event)
    (name,) = (each for each in Package(event.read_bytes()).workbook.iter("{*}definedName") if each.get("name") == NAME)
    assert dict(name.attrib) == {"name": NAME, "hidden": "1"}
