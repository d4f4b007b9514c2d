"""A mistake in the program, at whatever stage: sentences, an exit code of its own, a report without anybody's data."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tests.dose import combinations
from tests.support.books import SAMPLES
from tests.workbook.workbooks import edited, part
from turnabout_sheets.cli import batch
from turnabout_sheets.cli.last_resort import FRAMES, make_report
from turnabout_sheets.cli.main import main
from turnabout_sheets.core.command_line import ExitCode

pytestmark = pytest.mark.slow

SECRET = "Björn Eriksen of /home/bjorn"


class PanicException(BaseException):
    """Called as what libraries in Rust raise: no `Exception`."""


STAGES = [  # what breaks, the command, and whether the workbook was saved before
    ("turnabout_sheets.jobs.compute.read_source", "run", False),
    ("turnabout_sheets.jobs.check.check_event", "run", False),
    ("turnabout_sheets.jobs.check.check_event", "check", False),
    ("turnabout_sheets.jobs.check.compute", "run", False),
    ("turnabout_sheets.jobs.compute.pair", "run", False),
    ("turnabout_sheets.jobs.write_sheets.add_output_sheet", "run", False),
    ("turnabout_sheets.jobs.write_sheets.graft", "run", False),
    ("turnabout_sheets.workbook.files.save.back_up", "run", False),
    ("turnabout_sheets.workbook.files.save.sync_folder", "run", True),
    ("turnabout_sheets.jobs.run.make_pages", "run", True),
    ("turnabout_sheets.jobs.run.publish", "run", True),
    ("turnabout_sheets.cli.batch.describe_outcome", "run", True),
    ("turnabout_sheets.jobs.print.make_pages", "print", False),
    ("turnabout_sheets.jobs.archive_place.open_archive", "archive list", False),
    ("turnabout_sheets.jobs.archive.make_record", "archive add", False),
]


@pytest.fixture(autouse=True)
def reports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder into which reports are written."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    monkeypatch.setattr("turnabout_sheets.core.atomic_write._saved", {})
    monkeypatch.setattr("turnabout_sheets.core.atomic_write._archives", {})
    return folder


def sample(folder: Path, name: str = "in-progress.xlsx") -> Path:
    return Path(shutil.copy(SAMPLES / name, folder / name))


def breaks(monkeypatch: pytest.MonkeyPatch, place: str, error: BaseException) -> None:
    def broken(*_: object, **__: object) -> Any:
        raise error

    monkeypatch.setattr(place, broken)


def turnabout(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(each) for each in arguments])


KINDS = (ValueError, AssertionError, RecursionError, PanicException)


@pytest.mark.soak
@pytest.mark.parametrize(
    ("place", "command", "saved", "kind"), [(*stage, kind) for stage, kind in combinations(STAGES, KINDS)]
)
def test_a_fault_is_told_at_every_stage(
    place: str,
    command: str,
    saved: bool,
    kind: type[BaseException],
    tmp_path: Path,
    reports: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Safety 8.1."""
    workbook = sample(tmp_path, "finished.xlsx" if command == "archive add" else "in-progress.xlsx")
    before = workbook.read_bytes()
    breaks(monkeypatch, place, kind(SECRET))
    monkeypatch.chdir(tmp_path)
    done = turnabout(*command.split(), *([workbook] if command != "archive list" else []))
    assert done.exit_code == ExitCode.FAULT == 5, done.output
    assert f"This is a fault of the program, not of yours ({kind.__name__})." in done.stderr
    assert "Traceback" not in done.output
    assert SECRET not in done.output
    assert (workbook.read_bytes() != before) == saved
    told = f"{workbook.name} was saved at " if saved else "Your workbook is as it was."
    assert told in done.stderr
    (report,) = reports.iterdir()
    assert str(report) in done.stderr
    text = report.read_text("utf-8")
    assert kind.__name__ in text
    assert re.search(r"^  turnabout_sheets/\w+/\w+\.py, line \d+, \w+$", text, re.MULTILINE)
    for private in (SECRET, "Björn", "bjorn", str(tmp_path), str(Path.home()), workbook.stem):
        assert private not in text


def test_one_workbook_that_fails_does_not_stop_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Safety 8.1."""
    monkeypatch.setattr("turnabout_sheets.core.parallel.count_processors", lambda: 1)
    good, bad = sample(tmp_path), sample(tmp_path, "cup.xlsx")
    from turnabout_sheets.jobs import compute

    read = compute.read_source

    def broken(source: Any, kept: Any, change: Any) -> Any:
        if source.path.name == bad.name:
            raise ValueError(SECRET)
        return read(source, kept, change)

    monkeypatch.setattr(compute, "read_source", broken)
    done = turnabout("run", good, bad, good, "--json")
    workbooks = json.loads(done.stdout)["workbooks"]
    assert [each["exit"] for each in workbooks] == [0, 5, 0]
    assert workbooks[1]["fault"] == "ValueError"
    done = turnabout("run", good, bad)
    assert done.exit_code == ExitCode.FAULT
    assert (
        "cup.xlsx: This is a fault of the program, not of yours (ValueError). Your workbook is as it was."
        in done.stderr
    )


@pytest.mark.parametrize(("place", "command"), [("make_record", "add"), ("add_event", "import")])
def test_one_event_that_fails_does_not_stop_the_others(
    place: str, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Safety 8.1."""
    from turnabout_sheets.jobs import archive

    monkeypatch.setattr("turnabout_sheets.core.parallel.count_processors", lambda: 1)
    good = sample(tmp_path, "finished.xlsx")
    bad = Path(shutil.copy(good, tmp_path / "bad.xlsx"))
    make, broken = getattr(archive, place), iter([True, False])

    def sometimes(*arguments: Any, **options: Any) -> Any:
        if next(broken):
            raise ValueError(SECRET)
        return make(*arguments, **options)

    monkeypatch.setattr(archive, place, sometimes)
    done = turnabout("archive", command, bad, good, "--archive", tmp_path / "archive.sqlite")
    assert done.exit_code == ExitCode.FAULT
    assert "1 file could not be taken, or not all of it:" in done.stderr
    assert f"  {bad}: This is a fault of the program, not of yours (ValueError). Your workbook is" in done.stderr
    assert "Events: 1 added." in done.stderr
    assert SECRET not in done.output


def test_one_event_that_fails_does_not_stop_a_rebuild(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Safety 8.1."""
    from turnabout_sheets.jobs import verify_archive

    monkeypatch.setattr("turnabout_sheets.core.parallel.count_processors", lambda: 1)
    archive = tmp_path / "archive.sqlite"
    lists = tmp_path / "old.csv"
    lists.write_text("Event,Date,Position,Player\nA,2026-05-01,1,Ada\nA,2026-05-01,2,Ben\n", "utf-8")
    assert turnabout("archive", "import", lists, sample(tmp_path, "finished.xlsx"), "--archive", archive).exit_code == 0
    monkeypatch.setattr("turnabout_sheets.core.atomic_write._archives", {})
    step, failures = verify_archive.recompute, [ValueError(SECRET)]

    def fails_once(*arguments: Any) -> Any:
        if failures:
            raise failures.pop()
        return step(*arguments)

    monkeypatch.setattr(verify_archive, "recompute", fails_once)
    done = turnabout("archive", "rebuild", "--archive", archive)
    assert done.exit_code == ExitCode.FAULT, done.output
    assert "1 event could not be computed anew, and stays as before:\n  A (2026-05-01), number 1, from" in done.stderr
    assert "from old.csv: This is a fault of the program, not of yours (ValueError)." in done.stderr
    assert "Events: 1 as they were." in done.stderr
    assert SECRET not in done.output


def test_a_fault_says_whether_the_archive_is_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Safety 8.1."""
    workbook, archive = sample(tmp_path, "finished.xlsx"), tmp_path / "archive.sqlite"
    assert turnabout("archive", "add", workbook, "--archive", archive).exit_code == 0
    monkeypatch.setattr("turnabout_sheets.core.atomic_write._archives", {})
    breaks(monkeypatch, "turnabout_sheets.archive.people.merge", ValueError(SECRET))
    done = turnabout("archive", "merge", "A", "B", "--archive", archive)
    assert f"Your workbook is as it was. The archive {archive} is as it was.\n" in done.stderr
    breaks(monkeypatch, "turnabout_sheets.cli.archive_output.outcome_lines", ValueError(SECRET))
    done = turnabout("archive", "import", workbook, "--archive", tmp_path / "other.sqlite")
    assert re.search(r"The archive \S+ was changed last at [0-9:]{8} and is whole; what comes after that", done.stderr)


def test_a_report_that_cannot_be_written_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Safety 8.1."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    breaks(monkeypatch, "turnabout_sheets.jobs.check.compute", ValueError(SECRET))
    done = turnabout("run", sample(tmp_path))
    assert done.exit_code == ExitCode.FAULT
    assert "Please send us this report; it holds no name and no result:\nturnabout-sheets " in done.stderr
    assert SECRET not in done.output


def test_a_report_tells_causes_and_no_endless_traceback() -> None:
    def endless() -> None:
        endless()

    try:
        try:
            endless()
        except RecursionError as reason:
            raise KeyError(SECRET) from reason
    except KeyError as error:
        report = make_report(error)
    assert "builtins.KeyError" in report
    assert "builtins.RecursionError" in report
    assert len(report.splitlines()) < 2 * FRAMES
    assert str(Path(__file__).parent) not in report


@pytest.mark.processes
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="has no device that is always full")
@pytest.mark.parametrize("command", [["--help"], ["check"], ["run", "--json"]])
def test_an_answer_that_cannot_be_written_is_told_in_a_sentence(command: list[str], tmp_path: Path) -> None:
    """Safety 6.4."""
    workbook = [] if command == ["--help"] else [str(sample(tmp_path))]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "turnabout_sheets", *command, *workbook],
            stdout=full, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert done.returncode == ExitCode.FILE
    (line,) = done.stderr.splitlines()
    assert line.startswith("The answer cannot be written to where standard output leads (No space left on device)")
    assert ("in-progress.xlsx was saved at" in line) == ("run" in command)


@pytest.mark.processes
@pytest.mark.skipif(os.name == "nt", reason="closes standard input as POSIX shells do")
@pytest.mark.parametrize("standard_input", ["</dev/null", "<&-"])
def test_where_nobody_can_be_asked_nothing_is_removed(standard_input: str, tmp_path: Path) -> None:
    """Safety 6.7."""
    turnabout("archive", "add", sample(tmp_path, "finished.xlsx"))
    archive = tmp_path / "turnabout-archive.sqlite"
    program = f'"{sys.executable}" -m turnabout_sheets archive remove 1 --archive "{archive}" {standard_input}'
    done = subprocess.run(["sh", "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == ExitCode.USAGE
    assert done.stderr.strip() == "There was no answer, so nothing was done; where nobody can be asked, add --yes."
    assert "Spring Turnabout" in turnabout("archive", "list", "--archive", archive).output


def test_a_cell_of_a_type_that_there_is_not_makes_an_unusual_workbook(tmp_path: Path) -> None:
    workbook = sample(tmp_path)
    players, row = "xl/worksheets/sheet2.xml", '<row r="90"><c r="A90" t="x"><v>1</v></c></row>'
    workbook.write_bytes(edited(workbook.read_bytes(), players, ("</sheetData>", f"{row}</sheetData>")))
    done = turnabout("check", workbook)
    assert done.exit_code == ExitCode.FILE
    assert done.stderr.startswith("in-progress.xlsx is written in an unusual way and cannot be read; open it in Excel")


def test_a_namespace_with_a_relative_address_stands_against_nothing(tmp_path: Path) -> None:
    workbook = sample(tmp_path)
    workbook.write_bytes(
        edited(workbook.read_bytes(), "xl/workbook.xml", ("<workbook ", '<workbook xmlns:odd="odd/relative" '))
    )
    assert turnabout("run", workbook).exit_code == 0
    once = workbook.read_bytes()
    assert "Nothing has changed since the last run." in turnabout("run", workbook).output
    assert workbook.read_bytes() == once
    assert b'xmlns:odd="odd/relative"' in part(once, "xl/workbook.xml").encode()


def ended(_: Path) -> Any:
    """Work that something from outside puts an end to."""
    os._exit(9)


@pytest.mark.processes
def test_a_process_that_is_ended_from_outside_is_told_of(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("turnabout_sheets.core.parallel.count_processors", lambda: 2)
    with pytest.raises(SystemExit) as left:
        batch._all(ended, [Path("a.xlsx"), Path("b.xlsx")], progress=False)
    assert left.value.code == ExitCode.FILE
    assert capsys.readouterr().err.startswith("A process that worked on some of the workbooks was ended from outside")
