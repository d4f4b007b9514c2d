"""What does not hold together in a log is told by ``log --check``, and by the run that sets it right and notes it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.changes.logs import (
    alter_inputs,
    alter_text,
    delete_row,
    delete_sheet,
    forge,
    lines_of,
    remembered,
    repeat_row,
    run,
    swap_rows,
)
from tests.support.books import SAMPLES, edit, records
from tests.support.commands import turnabout
from turnabout_sheets.changes.log import seal
from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.core.digests import shorten_digest

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("no_pages")]


@pytest.mark.parametrize(
    ("alter", "told"),
    [
        (delete_sheet("Remembered"), "The hidden sheet Remembered is gone, though 4 lines stand on the sheet Log"),
        (delete_sheet("Log"), "The sheet Log is gone"),
        (swap_rows, "The rows of the sheet Log were moved"),
        (repeat_row, "The rows of the sheet Log were moved, or stand there twice"),
        (delete_row, "its row was deleted"),
        (lambda workbook: edit(workbook, {"Log": {"G2": 30}}), "Row 2 of the sheet Log was altered"),
        (alter_inputs, "does not fit the last line"),
    ],
    ids=["the memory", "the sheet Log", "moved", "twice", "deleted", "altered", "inputs"],
)
def test_a_fault_is_told_by_check_and_by_the_run_that_sets_it_right_and_notes_it(
    corrected: Path, alter: Callable[[Path], None], told: str
) -> None:
    """Log 3.2 and 3.3."""
    newest = records(corrected, "Log")[0]["Digest"]
    alter(corrected)
    done = turnabout("log", corrected, "--check")
    assert (done.exit_code, told in done.output) == (ExitCode.PROBLEMS, True), done.output
    again = turnabout("run", corrected)
    assert again.exit_code == 0, again.output
    assert told in " ".join(again.output.split()), again.output
    noted = next(line.entry for line in remembered(corrected).lines if "did not hold together" in line.entry.after)
    assert told in noted.after
    if "Remembered is gone" in told:
        assert noted.followed == f"4 lines stand on the sheet Log, the newest with the digest {newest}"
    assert turnabout("log", corrected, "--check").exit_code == 0
    count = len(remembered(corrected).lines)
    run(corrected)
    assert len(remembered(corrected).lines) == count


def test_a_line_that_does_not_fit_is_noted_once(corrected: Path) -> None:
    lines_of(alter_text)(corrected)
    run(corrected)
    count = len(remembered(corrected).lines)
    run(corrected)
    assert len(remembered(corrected).lines) == count
    assert turnabout("log", corrected, "--check").exit_code == ExitCode.PROBLEMS


def resealed(workbook: Path, result: tuple[str, str]) -> None:
    """Exchange what is remembered, and seal it anew, as somebody would who has the program."""

    def change(texts: dict[str, str]) -> None:
        texts["rounds"] = texts["rounds"].replace(*result)
        texts.pop("state")
        texts["state"] = seal(remembered(workbook).lines, texts)

    forge(workbook, change)


def test_the_digest_that_was_written_down_does_not_fit_an_exchanged_memory(corrected: Path) -> None:
    """Not even where everything fits within the workbook: what was published is sealed with the lines (log 3.2)."""
    before = turnabout("log", corrected, "--check").output
    resealed(corrected, ("Carla Silva", "Karla Silva"))
    after = turnabout("log", corrected, "--check")
    assert after.exit_code == 0
    assert after.output != before


def test_what_was_published_cannot_be_altered_unseen(corrected: Path) -> None:
    forge(corrected, lambda texts: texts.update(rounds=texts["rounds"].replace("Carla", "Karla")))
    done = turnabout("log", corrected, "--check")
    assert (done.exit_code, "does not fit the last line" in done.output) == (ExitCode.PROBLEMS, True)


def test_a_round_that_is_paired_changes_the_digest_without_a_line(tmp_path: Path) -> None:
    """Log 3.2."""
    workbook = Path(shutil.copy(SAMPLES / "in-progress.xlsx", tmp_path / "Friday.xlsx"))
    run(workbook, "--no-pair")
    first = remembered(workbook)
    run(workbook)
    second = remembered(workbook)
    assert second.lines == first.lines
    assert second.digest != first.digest


def test_the_log_of_an_earlier_version_keeps_its_rule(corrected: Path) -> None:
    """There the seal was of the inputs alone, and the digest of the newest line was read out (log 3.2)."""
    there = remembered(corrected)

    def change(texts: dict[str, str]) -> None:
        texts.pop("state")
        texts["seal"] = seal(there.lines, there.inputs)

    forge(corrected, change)
    done = turnabout("log", corrected, "--check")
    assert (done.exit_code, shorten_digest(there.lines[-1].digest) in done.output) == (0, True), done.output
