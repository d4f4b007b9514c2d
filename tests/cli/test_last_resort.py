"""What is outside goes wrong: nobody can be told, or asked; a process is ended; a workbook is odd inside."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.books import SAMPLES
from tests.support.commands import turnabout
from tests.workbook.workbooks import edited, part
from turnabout_sheets.core.command_line import ExitCode

pytestmark = pytest.mark.slow


def sample(folder: Path, name: str = "in-progress.xlsx") -> Path:
    return Path(shutil.copy(SAMPLES / name, folder / name))


@pytest.mark.processes
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="has no device that is always full")
@pytest.mark.parametrize("command", [["--help"], ["run", "--json"]])
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
    assert line.endswith("Your workbook is whole: as it was, or just saved.")


@pytest.mark.processes
@pytest.mark.skipif(os.name == "nt", reason="closes standard input as POSIX shells do")
def test_where_nobody_can_be_asked_nothing_is_forgotten(tmp_path: Path) -> None:
    """Safety 6.7."""
    turnabout("archive", "add", sample(tmp_path, "finished.xlsx"))
    archive = tmp_path / "turnabout-archive.sqlite"
    for standard_input in ("</dev/null", "<&-"):
        forget = f'archive forget Omar Lopes --archive "{archive}"'
        program = f'"{sys.executable}" -m turnabout_sheets {forget} {standard_input}'
        done = subprocess.run(["sh", "-c", program], capture_output=True, text=True, check=False)
        assert done.returncode == ExitCode.USAGE
        assert done.stderr.strip() == "Nothing was done. Where nobody can be asked, add --yes."
    assert "Spring Turnabout" in turnabout("archive", "list", "--archive", archive).output


def test_a_cell_of_a_type_that_there_is_not_makes_an_unusual_workbook(tmp_path: Path) -> None:
    workbook = sample(tmp_path)
    players, row = "xl/worksheets/sheet2.xml", '<row r="90"><c r="A90" t="x"><v>1</v></c></row>'
    workbook.write_bytes(edited(workbook.read_bytes(), players, ("</sheetData>", f"{row}</sheetData>")))
    done = turnabout("check", workbook)
    assert done.exit_code == ExitCode.FILE
    assert done.stderr.startswith(
        "in-progress.xlsx is damaged or written in an unusual way, and cannot be read. Open it in Excel"
    )


@pytest.mark.usefixtures("no_pages")
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
