"""Files that are no usable workbook are told apart, each with what to do."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.workbook.workbooks import MAIN, edited, handmade, organizer_workbook, with_parts
from tests.workbook.zip_files import OLE, package, zipped
from turnabout_sheets.workbook.files import sniff
from turnabout_sheets.workbook.files.sniff import refusal
from turnabout_sheets.workbook.ooxml.package import UnusableWorkbookError

SAVE_AS = "open it in Excel or LibreOffice and save it as Excel Workbook (.xlsx)."
COPY = "copy the table in it into a spreadsheet, and save that as a table (.xlsx, .ods or .csv)."


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
    "empty": (b"", "is empty, incomplete or damaged. Take a copy or an earlier version, or download it again."),
    "zeros": (
        bytes(5000),
        "is empty, incomplete or damaged. Take a copy or an earlier version, or download it again.",
    ),
    "xls": (
        OLE + "Workbook".encode("utf-16-le"),
        f"is an old Excel file (.xls), whatever its name says; {SAVE_AS}",
    ),
    "excel 5": (OLE + "Book".encode("utf-16-le"), f"is an old Excel file (.xls), whatever its name says; {SAVE_AS}"),
    "doc": (OLE + "WordDocument".encode("utf-16-le"), f"is not an Excel workbook; {SAVE_AS}"),
    "password": (
        OLE + "EncryptedPackage".encode("utf-16-le"),
        "is protected with a password. Remove the password, in Excel under File, Info, Protect Workbook, and save.",
    ),
    "csv": (b"Player,Rating\nAnna,3\n", f"is a plain text file (CSV?), not a workbook; {SAVE_AS}"),
    "csv with BOM": (b"\xef\xbb\xbfPlayer;Rating\n", f"is a plain text file (CSV?), not a workbook; {SAVE_AS}"),
    "csv in UTF-16": (
        "\ufeffPlayer\tRating".encode("utf-16-le"),
        f"is a plain text file (CSV?), not a workbook; {SAVE_AS}",
    ),
    "html": (b"\n <!DOCTYPE HTML><html><table>", f"is a web page, not a workbook; {COPY}"),
    "html table": (b"<table><tr>", f"is a web page, not a workbook; {COPY}"),
    "xml": (b'\xef\xbb\xbf<?xml version="1.0"?><Workbook/>', f"is an XML file, not a workbook; {COPY}"),
    "pdf": (b"%PDF-1.7\n\0", f"is a document, not a workbook; {COPY}"),
    "rar": (b"Rar!\x1a\7\0", f"is not an Excel workbook; {SAVE_AS}"),
    "photo": (b"\xff\xd8\xff\xe1\x10\x22Exif", "is a picture, not a workbook; type what it shows into a spreadsheet."),
    "json": (
        b'{"name": "Harbour Cup"}',
        "is a JSON file of another program, not a workbook; if it is a Netrunner event of Cobra or AesopsTables, bring"
        f" it into an archive; else {COPY}",
    ),
    "program": (b"\x7fELF\x02\x01\x01", f"is not an Excel workbook; {SAVE_AS}"),
    "csv of DOS": (b"Player;Rating\r\nJ\x94rg;3\r\n\x1a", f"is a plain text file (CSV?), not a workbook; {SAVE_AS}"),
    "truncated": (
        organizer_workbook()[:3000],
        "is empty, incomplete or damaged. Take a copy or an earlier version, or download it again.",
    ),
    "damaged": (damaged(), "is damaged (media/b.png is not readable); take a backup."),
    "zip": (zipped({"a.txt": b"text"}), f"is a zip file without a workbook; {SAVE_AS}"),
    "zip with password": (encrypted(), "is a zip file with a password; save it without one."),
    "ods": (
        zipped({"mimetype": b"application/vnd.oasis.opendocument.spreadsheet", "content.xml": b"<a/>"}),
        f"is an OpenDocument file (.ods); {SAVE_AS}",
    ),
    "numbers": (zipped({"Index/Document.iwa": b"x"}), f"is an Apple Numbers file; {SAVE_AS}"),
    "xlsb": (
        package("officeDocument", "xl/workbook.bin", b"\x83\x01"),
        f"is a binary workbook (.xlsb); {SAVE_AS}",
    ),
    "docx": (
        package("officeDocument", "word/document.xml", b'<document xmlns="urn:w"/>'),
        f"is not a workbook (perhaps a Word or PowerPoint document); {SAVE_AS}",
    ),
    "no sheets": (
        package("officeDocument", "xl/workbook.xml", f'<workbook xmlns="{MAIN}"><sheets/></workbook>'.encode()),
        f"has no worksheets; {SAVE_AS}",
    ),
    "strict": (
        edited(organizer_workbook(), "xl/workbook.xml", (MAIN, "http://purl.oclc.org/ooxml/spreadsheetml/main")),
        "is saved as Strict Open XML; open it in Excel and save it as the ordinary Excel Workbook (.xlsx).",
    ),
    "signed": (
        with_parts(organizer_workbook(), {"_xmlsignatures/sig1.xml": b"<s/>"}),
        "is digitally signed, and any change would break the signature. Remove the signature, in Excel under File, "
        "Info, View Signatures, and save.",
    ),
    "bomb": (
        with_parts(organizer_workbook(), {"xl/media/a.bin": bytes(30 << 20)}),
        "unpacks xl/media/a.bin to 30 MB, which no real event needs; check that it is the right file.",
    ),
    "twice": (
        handmade(extra={"book/SHEETS/one.xml": b"<a/>"}),
        f"is damaged (it holds book/SHEETS/one.xml twice); {SAVE_AS}",
    ),
}


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
    assert refusal(with_parts(organizer_workbook(), parts), "A.xlsx") == (
        "A.xlsx unpacks to 12 MB, which no real event needs; check that it is the right file."
    )


def test_files_that_are_not_there_or_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    missing = tmp_path / "missing.xlsx"
    assert refusal(missing) == (
        "missing.xlsx does not exist; check the name and the folder, or make a new workbook with: turnabout new."
    )
    assert refusal(tmp_path) == f"{tmp_path.name} is a folder or a device, not a file. Choose a file."
    large = tmp_path / "large.xlsx"
    large.touch()
    os.truncate(large, sniff.MAX_FILE + 1)
    expected = "large.xlsx has 128 MB, which no real event needs; check that it is the right file."
    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_bytes", lambda _: pytest.fail("the file was read"))
        assert refusal(large) == expected
    assert refusal(b"PK" + bytes(sniff.MAX_FILE), "large.xlsx") == expected


def test_who_has_dropped_a_file_on_an_icon_is_not_told_to_type(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sniff, "is_started_by_icon", lambda: True)
    assert refusal(tmp_path / "Friday.xlsx") == (
        "Friday.xlsx does not exist; check the name and the folder, or double-click the Turnabout icon, and make a new "
        "event there."
    )
    (tmp_path / "Friday Cup.xlsm").touch()
    assert refusal(tmp_path / "Fryday Cup.xlsx") == (
        'Fryday Cup.xlsx does not exist; in that folder there is "Friday Cup.xlsm": if that is meant, drop it on the '
        "Turnabout icon."
    )


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (PermissionError(13, "no"), "a.xlsx may not be read. Close it in other programs, or ask its owner for access."),
        (OSError(5, "Input/output error"), "a.xlsx cannot be read (Input/output error); copy it to this computer."),
    ],
)
def test_files_that_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: OSError, message: str
) -> None:
    path = tmp_path / "a.xlsx"
    path.write_bytes(organizer_workbook())

    def refuse(_: Path, most: int) -> bytes:
        raise error

    monkeypatch.setattr("turnabout_sheets.workbook.files.sniff.read_ordinary_file", refuse)
    assert refusal(path) == message


REFUSED = {
    "apache__SampleSS.strict": "Strict Open XML",
    "apache__clusterfuzz-testcase-minimized-XLSX2CSVFuzzer-5636439151607808": "incomplete or damaged",
    "apache__crash-274d6342e4842d61be0fb48eaadad6208ae767ae": "incomplete or damaged",
    "apache__duplicate-filename": "holds xl/worksheets/sheet1.xml twice",
    "apache__protected_passtika": "protected with a password",
    "apache__sample.strict": "Strict Open XML",
    "apache__xlsx-corrupted": "damaged (_rels/.rels is not readable)",
    "exceljs__missing-bits": "a zip file without a workbook",
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


def test_the_error_can_be_raised_with_the_files_name() -> None:
    assert str(UnusableWorkbookError("is empty", "A.xlsx")) == "A.xlsx is empty."
