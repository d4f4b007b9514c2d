"""The sample events, run as an organizer runs them, against the sheets and pages that are expected.

After a change that is meant:  python -m pytest tests/whole/test_samples.py --rewrite-golden  and read the diff.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import zipfile
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.support.books import SAMPLES, as_csv, cells, sheet_names
from turnabout_sheets.cli.main import main

EXPECTED = SAMPLES / "expected"

# Workbook, exit code, and the sheets that the run adds.
OURS = ["Desk", "Standings", "Matches", "Progress", "Crosstable", "Ratings", "Scales", "Problems", "Log", "Remembered"]
DUPLICATE = ["Desk", "Standings", "Matches", "Progress", "Crosstable", "Table results", "Problems", "Log", "Remembered"]
CASES = [
    ("finished", 0, OURS),
    ("in-progress", 0, [*OURS, "Round 3"]),
    ("cup", 0, [*OURS, "Round 3"]),
    ("round-robin", 0, OURS),
    (
        "netrunner",
        0,
        ["Desk", "Standings", "Matches", "Progress", "Crosstable", "Problems", "Log", "Remembered", "Round 4"],
    ),
    ("duplicate", 0, DUPLICATE),
    ("duplicate-in-progress", 0, DUPLICATE),
    ("broken", 1, ["Problems"]),
]


def run(name: str, folder: Path) -> tuple[Path, int, str]:
    workbook = folder / f"{name}.xlsx"
    shutil.copy(SAMPLES / workbook.name, workbook)
    result = CliRunner().invoke(main, ["run", str(workbook)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return workbook, result.exit_code, result.output


def part_digests(workbook: Path) -> Iterator[tuple[str, str]]:
    with zipfile.ZipFile(workbook) as parts:
        for name in parts.namelist():
            yield name, sha256(parts.read(name)).hexdigest()


def written(workbook: Path, sheets: list[str], said: str) -> Mapping[str, str]:
    """What the run gave, as text by file name: sheets as CSV, pages, what it said, and a digest of each part.

    The parts are the same with every version of what the program is built on; only how they are compressed may differ.
    """
    prints = workbook.with_name(f"{workbook.stem} prints")
    pages = {page.name: page.read_text("utf-8") for page in sorted(prints.glob("*"))}
    there = {f"{sheet}.csv": as_csv(cells(workbook, sheet)) for sheet in sheets if sheet != "Remembered"}
    return {
        **there,
        **pages,
        "parts.txt": "".join(f"{part} {digest}\n" for part, digest in part_digests(workbook)),
        "terminal.txt": said.replace(f"{workbook.parent}{os.sep}", "").replace(os.sep, "/"),
    }


@pytest.mark.parametrize(("name", "exit_code", "sheets"), CASES, ids=[case[0] for case in CASES])
def test_sample(name: str, exit_code: int, sheets: list[str], tmp_path: Path, request: pytest.FixtureRequest) -> None:
    before = sheet_names(SAMPLES / f"{name}.xlsx")
    workbook, code, said = run(name, tmp_path)
    assert code == exit_code, said
    assert sorted(set(sheet_names(workbook)) - set(before)) == sorted(sheets)
    assert sheet_names(workbook)[: len(before)] == before

    got = written(workbook, sheets, said)
    folder = EXPECTED / name
    if request.config.getoption("--rewrite-golden"):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for file, text in got.items():
            (folder / file).write_bytes(text.encode())
    assert sorted(got) == sorted(file.name for file in folder.glob("*"))
    for file, text in got.items():
        assert text == (folder / file).read_bytes().decode(), file


@pytest.mark.slow
def test_samples_are_what_make_gives(tmp_path: Path) -> None:
    spec = importlib.util.spec_from_file_location("make", SAMPLES / "make.py")
    assert spec is not None
    assert spec.loader is not None
    make = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make)
    make.make(tmp_path)
    again = "type python -m sample_events.make, then python -m pytest tests/whole/test_samples.py --rewrite-golden"
    for made in sorted(tmp_path.glob("*.xlsx")):
        kept = SAMPLES / made.name
        assert sheet_names(made) == sheet_names(kept), again
        for sheet in sheet_names(kept):
            assert cells(made, sheet) == cells(kept, sheet), f"{made.name}: {sheet}; {again}"
