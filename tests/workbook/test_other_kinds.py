"""Files that are neither a workbook nor a table are named by what is in them, with the table to save instead."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.real_data import each_file
from tests.workbook.workbooks import organizer_workbook
from tests.workbook.zip_files import OLE, package, stored, zipped
from turnabout_sheets.sheets.csv_file import CsvError
from turnabout_sheets.workbook.files.sniff import find_kind
from turnabout_sheets.workbook.list_sheets import read_list_sheets
from turnabout_sheets.workbook.ooxml.package import UnusableWorkbookError

COPY = "not a workbook or a list. Save the table in it as .xlsx, .ods or .csv."
JSON, XML, PAGE = f"a JSON file, {COPY}", f"an XML file, {COPY}", f"a web page, {COPY}"
PICTURE, DOCUMENT, DATABASE = f"a picture, {COPY}", f"a document, {COPY}", f"a database, {COPY}"
KINDS = {
    "wer": (b'<event sanctionnumber="19-02" eventguid="0">\r\n<participation>', XML),
    "konami": (b'\xef\xbb\xbf<?xml version="1.0"?>\r\n<Tournament>\r\n\t<Name>Sunday</Name>', XML),
    "json": (b'\n{"players": {"a": 1}}', JSON),
    "json in UTF-16": ('\ufeff{"a": 1}'.encode("utf-16-le"), JSON),
    "json list": (b'[\n {"id": 1}]', JSON),
    "json names": (b'["Ann", "Bo"]', JSON),
    "json cut short": (b'{"na', JSON),
    "SQLite": (b"SQLite format 3\0", DATABASE),
    "Access": (b"\0\1\0\0Standard Jet DB\0", DATABASE),
    "page": (b"<!DOCTYPE html>\n<html>", PAGE),
    "page with a remark": (b"<!-- saved from -->\n<HTML lang=en>", PAGE),
    "xhtml": (b'<?xml version="1.0"?><!DOCTYPE html><html>', PAGE),
    "pdf": (b"%PDF-1.7\n\0", DOCUMENT),
    "rtf": (b"{\\rtf1 ", DOCUMENT),
    "photo": (b"\xff\xd8\xff\xe1\x10\x22Exif", PICTURE),
    "photo of a telephone": (b"\0\0\0\x24ftypheic", PICTURE),
    "picture": (b"RIFF\x24\0\0\0WEBPVP8 ", PICTURE),
}


def name(data: bytes) -> str | None:
    kind = find_kind(data)
    return str(kind.fill(file="is")).replace("is is", "is") if kind else None


@pytest.mark.parametrize(("data", "message"), KINDS.values(), ids=KINDS.keys())
def test_what_is_no_table_is_named_with_the_table_to_save(data: bytes, message: str) -> None:
    """Safety 5.1."""
    assert name(data) == f"is {message}"


@pytest.mark.parametrize(
    "data",
    [
        zipped({"a.csv": b"Player,Points"}),
        package("officeDocument", "word/document.xml", b"<document/>"),
        stored({"mimetype": b"application/vnd.oasis.opendocument.text", "content.xml": b"<a/>"}),
        OLE + "WordDocument".encode("utf-16-le"),
        b"Rar!\x1a\7\0" + bytes(99),
    ],
    ids=["zip", "docx", "odt", "doc", "rar"],
)
def test_other_packages_are_refused_as_lists(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "list.xlsx"
    path.write_bytes(data)
    with pytest.raises((UnusableWorkbookError, CsvError)):
        read_list_sheets(path)


TABLES = {
    "nothing": b"",
    "names": "Ann\n\u00c5sa\n".encode(),
    "numbered names": b"001 Ann Smith\n002 Bo\n012 Cy\n",
    "numbers in columns": b"\n".join(
        b"%03d %-40s %4d %5.1f" % (each, b"Grimsund, Benno", each, each) for each in range(9)
    ),
    "numbers": b"001;   1;Grimsund,Benno;2522;ISL;9994520;1967/11/05; 6.0;   4\n",
    "brackets": b"[1] Ann\n[2] Bo\n",
    "teams": b"[Red] Ann,3\n{Blue} Bo,1\n",
    "a team in quotes": b'"{Red}","[1]"\n',
    "signs": b"<Ann>,3\n% of games,1\n",
    "event": b"Event,Date,Round\nTournament,2020-01-01,1\n",
    "excel": "\ufeffPlayer\tRating\n".encode("utf-16-le"),
    "xlsx": organizer_workbook(),
    "xlsx with a document in it": stored({"xl/workbook.xml": b"", "xl/a.docx": stored({"word/document.xml": b""})}),
    "ods": stored({"mimetype": b"application/vnd.oasis.opendocument.spreadsheet", "content.xml": b"<a/>"}),
    "xls": OLE + "Workbook".encode("utf-16-le"),
}


@pytest.mark.parametrize("data", TABLES.values(), ids=TABLES.keys())
def test_what_may_be_a_table_is_taken_for_nothing_else(data: bytes) -> None:
    assert name(data) is None


@pytest.mark.parametrize("file", **each_file("exchange/*/*"))
def test_samples_of_other_programs_are_named_and_tables_are_not(file: Path) -> None:
    kind = name(file.read_bytes()[: 1 << 16])
    expected = {"decklist-cache": JSON, "konami": XML, "nrtm": JSON, "wer": XML}.get(file.parent.name)
    assert kind == (expected and f"is {expected}")


@pytest.mark.parametrize("name", ["events", "matches", "placings"])
def test_lists_of_old_results_are_tables(name: str) -> None:
    assert find_kind((Path("sample_events/old-results") / f"{name}.csv").read_bytes()) is None
