"""CSV files as Excel and others write them, and files that are none."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from turnabout_sheets.jobs.new import NewError, make_new_workbook
from turnabout_sheets.sheets.csv_file import MOST_BYTES, CsvError, read_csv

ROWS = [["Player", "Rating"], ["Zoë Marsh", "1,5"], ["Bo", "2"]]


def file(folder: Path, data: bytes) -> Path:
    path = folder / "old.csv"
    path.write_bytes(data)
    return path


def refusal(path: Path) -> str:
    with pytest.raises(CsvError) as raised:
        read_csv(path)
    return str(raised.value)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["lf", "crlf", "cr"])
@pytest.mark.parametrize("delimiter", [";", "\t", ","], ids=["semicolon", "tab", "comma"])
def test_every_common_way_of_writing_is_read(tmp_path: Path, encoding: str, end: str, delimiter: str) -> None:
    text = "".join(delimiter.join(f'"{cell}"' if "," in cell else cell for cell in row) + end for row in ROWS)
    grid = read_csv(file(tmp_path, text.encode(encoding)))
    assert (grid.name, grid.rows, grid.flags) == ("old.csv", ROWS, {})


def test_a_cell_may_hold_quotation_marks_and_several_lines(tmp_path: Path) -> None:
    data = b'Player,Note\n"Ann ""Ace"" Lee","first\nsecond"\nBo \x0bBe,x\n'
    rows = [["Player", "Note"], ['Ann "Ace" Lee', "first\nsecond"], ["Bo \x0bBe", "x"]]
    assert read_csv(file(tmp_path, data)).rows == rows


def test_blank_lines_stay_so_that_rows_have_the_numbers_that_excel_shows(tmp_path: Path) -> None:
    assert read_csv(file(tmp_path, b"\n\nPlayer;Rating\n\nBo;2\n\n\n")).rows == [
        [], [], ["Player", "Rating"], [], ["Bo", "2"],
    ]  # fmt: skip


@pytest.mark.parametrize("data", [b"", b"\n \r\n", b"\xef\xbb\xbf"])
def test_a_file_without_anything_has_no_cell(tmp_path: Path, data: bytes) -> None:
    assert [cell for row in read_csv(file(tmp_path, data)).rows for cell in row if str(cell).strip()] == []


def test_a_quotation_mark_that_is_not_closed_swallows_nothing(tmp_path: Path) -> None:
    path = file(tmp_path, b'Player,Note\nAnn,"first\nsecond"\n"Bo,1\nCy,2\nDee,3\n')
    assert refusal(path) == (
        f'{path} cannot be read from line 4 on: a quotation mark (") opens a cell that does not end. '
        "Correct the line, or save the list again as CSV."
    )


def test_a_cell_that_is_too_long_is_one_that_does_not_end(tmp_path: Path) -> None:
    path = file(tmp_path, b'Player,Note\nAnn,1\n"Bo,1\n' + b"Cy,2\n" * 40_000)
    assert refusal(path) == (
        f'{path} cannot be read from line 3 on: a quotation mark (") opens a cell that does not end. '
        "Correct the line, or save the list again as CSV."
    )


@pytest.mark.parametrize("data", [b"PK\x03\x04\x14\x00\x08\x00", b"Player\nAnn\x00a\n"], ids=["zip", "a zero"])
def test_what_is_not_plain_text_is_refused(tmp_path: Path, data: bytes) -> None:
    path = file(tmp_path, data)
    assert refusal(path) == f"{path} is not plain text, as a CSV file is. Save it again as CSV."


def test_a_file_that_is_too_large_is_refused(tmp_path: Path) -> None:
    path = file(tmp_path, b"Player\n")
    os.truncate(path, MOST_BYTES + 1_000_000)
    assert refusal(path) == (
        f"{path} has 201 MB; expected a list of at most 200. "
        "Check that it is the right file, or divide it into several."
    )


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "none.csv"
    with pytest.raises(FileNotFoundError) as missing:
        path.stat()
    assert refusal(path) == f"{path} cannot be read ({missing.value.strerror}). Check the name and the folder."


def test_a_new_workbook_is_not_made_from_a_list_that_cannot_be_read(tmp_path: Path) -> None:
    path = file(tmp_path, b'Player\n"Ann\n')
    with pytest.raises(NewError) as raised:
        make_new_workbook(tmp_path / "new.xlsx", "Turnabout", path, None)
    assert str(raised.value) == refusal(path)
    assert not (tmp_path / "new.xlsx").exists()
