"""Files that are no usable workbook are told apart, each with what to do."""

from __future__ import annotations

import os
from pathlib import Path
from unittest.mock import Mock

import pytest

from tests.real_data import each_file
from tests.workbook.workbooks import MAIN, edited, handmade, organizer_workbook, with_parts
from tests.workbook.zip_files import OLE, package, stored, zipped
from turnabout_sheets.sheets.csv_file import CsvError
from turnabout_sheets.workbook.files import sniff
from turnabout_sheets.workbook.files.save import open_workbook
from turnabout_sheets.workbook.files.sniff import find_kind
from turnabout_sheets.workbook.list_sheets import read_list_sheets
from turnabout_sheets.workbook.ooxml.package import UnusableWorkbookError

OTHER = (
    "is not an Excel workbook (.xlsx), whatever its name says. Open it in the program that it is from, and save it as "
    "an Excel Workbook (.xlsx)."
)
UNREADABLE = (
    "is damaged or written in an unusual way, and cannot be read. Open it in Excel or LibreOffice and save it as an "
    "Excel Workbook (.xlsx), or take an earlier version."
)
BROKEN = "is empty, incomplete or damaged. Take a copy or an earlier version, or download it again."
LARGE = "holds more than any event needs. Check that it is the right file."
PASSWORD = "is protected with a password. Remove the password, in Excel under File, Info, Protect Workbook, and save."


def damaged() -> bytes:
    picture = b"a picture of some length " * 9
    data = bytearray(handmade(extra={"media/a.png": picture, "media/b.png": picture}))
    at = data.index(picture)
    data[at + 50 : at + 60] = bytes(10)
    return bytes(data)


def encrypted() -> bytes:
    data = bytearray(zipped({"a": b"secret"}))
    for at in (data.index(b"PK\3\4") + 6, data.index(b"PK\1\2") + 8):
        data[at] |= 1
    return bytes(data)


CASES = {
    "empty": (b"", BROKEN),
    "zeros": (bytes(5000), BROKEN),
    "xls": (OLE + "Workbook".encode("utf-16-le"), OTHER),
    "doc": (OLE + "WordDocument".encode("utf-16-le"), OTHER),
    "password": (OLE + "EncryptedPackage".encode("utf-16-le"), PASSWORD),
    "csv": (b"Player,Rating\nAnna,3\n", OTHER),
    "csv in UTF-16": ("\ufeffPlayer\tRating".encode("utf-16-le"), OTHER),
    "rar": (b"Rar!\x1a\7\0", OTHER),
    "web page": (
        b"<table><tr>",
        "is a web page, not a workbook or a list. Save the table in it as .xlsx, .ods or .csv.",
    ),
    "program": (b"\x7fELF\x02\x01\x01", OTHER),
    "truncated": (organizer_workbook()[:3000], BROKEN),
    "damaged": (damaged(), UNREADABLE),
    "zip": (zipped({"a.txt": b"text"}), OTHER),
    "zip with password": (encrypted(), PASSWORD),
    "ods": (zipped({"mimetype": b"application/vnd.oasis.opendocument.spreadsheet", "content.xml": b"<a/>"}), OTHER),
    "numbers": (zipped({"Index/Document.iwa": b"x"}), OTHER),
    "xlsb": (package("officeDocument", "xl/workbook.bin", b"\x83\x01"), OTHER),
    "docx": (package("officeDocument", "word/document.xml", b'<document xmlns="urn:w"/>'), OTHER),
    "no sheets": (
        package("officeDocument", "xl/workbook.xml", f'<workbook xmlns="{MAIN}"><sheets/></workbook>'.encode()),
        UNREADABLE,
    ),
    "strict": (
        edited(organizer_workbook(), "xl/workbook.xml", (MAIN, "http://purl.oclc.org/ooxml/spreadsheetml/main")),
        OTHER,
    ),
    "signed": (
        with_parts(organizer_workbook(), {"_xmlsignatures/sig1.xml": b"<s/>"}),
        "is digitally signed, and any change would break the signature. Remove the signature, in Excel under File, "
        "Info, View Signatures, and save.",
    ),
    "twice": (handmade(extra={"book/SHEETS/one.xml": b"<a/>"}), UNREADABLE),
}


def refusal(source: Path | bytes, name: str = "") -> str | None:
    """Return why a file, or the bytes of one with a name, cannot be used; None if it can."""
    try:
        if isinstance(source, Path):
            open_workbook(source)
        else:
            sniff.open_package(source).check()
    except UnusableWorkbookError as error:
        return str(error.of(name) if name else error)
    return None


@pytest.mark.parametrize(("data", "message"), CASES.values(), ids=CASES.keys())
def test_each_kind_has_its_sentence(data: bytes, message: str) -> None:
    """Safety 5.1."""
    assert refusal(data, "Friday.xlsx") == f"Friday.xlsx {message}"


@pytest.mark.parametrize("data", [organizer_workbook(), handmade()], ids=["openpyxl", "by hand"])
def test_workbooks_are_let_through(data: bytes, tmp_path: Path) -> None:
    assert refusal(data) is None
    path = tmp_path / "whatever.txt"
    path.write_bytes(data)
    assert refusal(path) is None


def test_many_small_parts_are_a_bomb_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("turnabout_sheets.workbook.ooxml.package.MAX_TOTAL", 10 << 20)
    parts = {f"xl/{number}.bin": bytes(2 << 20) for number in range(6)}
    assert refusal(with_parts(organizer_workbook(), parts), "A.xlsx") == f"A.xlsx {LARGE}"


def test_files_that_are_not_there_or_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    missing = tmp_path / "missing.xlsx"
    assert refusal(missing) == (
        "missing.xlsx is not there. Check the name and the folder, or copy the path in the file manager."
    )
    assert refusal(tmp_path) == f"{tmp_path.name} is a folder or a device, not a file. Choose a file."
    large = tmp_path / "large.xlsx"
    large.touch()
    os.truncate(large, sniff.MAX_FILE + 1)
    expected = f"large.xlsx {LARGE}"
    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_bytes", lambda _: pytest.fail("the file was read"))
        assert refusal(large) == expected
    assert refusal(b"PK" + bytes(sniff.MAX_FILE), "large.xlsx") == expected


def test_a_file_that_is_not_there_may_be_another_one(tmp_path: Path) -> None:
    (tmp_path / "Friday Cup.xlsm").touch()
    assert refusal(tmp_path / "Fryday Cup.xlsx") == (
        "Fryday Cup.xlsx is not there, but “Friday Cup.xlsm” is. If that is meant, choose it."
    )


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (PermissionError(13, ""), "may not be read. Close it in other programs, or ask its owner for access."),
        (
            OSError(5, ""),
            "cannot be read or written (EIO). Check the drive that it is on; if that does not help, copy "
            "the file to this computer.",
        ),
    ],
)
def test_files_that_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: OSError, message: str
) -> None:
    monkeypatch.setattr("turnabout_sheets.core.safe_files.read_file", Mock(side_effect=error))
    (tmp_path / "a.xlsx").touch()
    assert refusal(tmp_path / "a.xlsx") == f"a.xlsx {message}"


REFUSED = {
    "apache__SampleSS.strict": "is not an Excel workbook",
    "apache__clusterfuzz-testcase-minimized-XLSX2CSVFuzzer-5636439151607808": "incomplete or damaged",
    "apache__crash-274d6342e4842d61be0fb48eaadad6208ae767ae": "incomplete or damaged",
    "apache__duplicate-filename": "is damaged or written in an unusual way",
    "apache__protected_passtika": "protected with a password",
    "apache__sample.strict": "is not an Excel workbook",
    "apache__xlsx-corrupted": "is damaged or written in an unusual way",
    "exceljs__missing-bits": "is not an Excel workbook",
}


def test_workbooks_of_other_programs(real_file: Path) -> None:
    message = refusal(real_file)
    if real_file.stem in REFUSED:
        assert message is not None
        assert REFUSED[real_file.stem] in message
    else:
        assert message is None


@pytest.mark.parametrize("keep", [0.1, 0.5, 0.9, 0.999])
def test_no_beginning_of_a_workbook_passes(keep: float) -> None:
    data = organizer_workbook()
    assert refusal(data[: int(len(data) * keep)]) is not None


# What is neither a workbook nor a table

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
    return str(kind.fill(file="")).strip() if kind else None


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
