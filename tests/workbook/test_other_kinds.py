"""Files that are neither a workbook nor a table are named by what is in them, with the table to save instead."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.real_data import each_file
from tests.workbook.workbooks import organizer_workbook
from tests.workbook.zip_files import OLE, package, stored, zipped
from turnabout_sheets.workbook.files.sniff import name_kind

TABLE = "as a table (.xlsx, .ods or .csv)"
EVENT = f"save the standings, or the results of all rounds, {TABLE}"
COPY = f"copy the table in it into a spreadsheet, and save that {TABLE}"
CHESS = (
    f"a tournament report of FIDE (TRF), not a list; in the chess program save the standings or the cross-table {TABLE}"
)
WER = f"an event of Wizards Event Reporter (.wer), not a list; from Wizards Event Reporter {EVENT}"
KONAMI = f"an event of Konami's tournament software (.Tournament), not a list; from that program {EVENT}"
CACHE = (
    "an event of Melee or TopDeck as caches of decklists keep it (JSON), not a list; on the page of the event "
    f"copy the standings, and save them {TABLE}"
)
JSON = f"a JSON file of another program, not a list; in the program that it comes from {EVENT}"
ARCHIVE = "an archive of Turnabout, not a list; name it with --archive to use it"
XML = f"an XML file, not a list; in the program that it comes from {EVENT}"
PAGE = f"a web page, not a list; open it in Excel or LibreOffice, and save the table in it {TABLE}"
PICTURE = f"a picture, not a list; type what it shows into a spreadsheet, and save that {TABLE}"
PACKED = "a packed archive, not a list; unpack it and take the tables in it"
DOCUMENT = f"a text document, not a list; {COPY}"
WORD = f"a Word document, not a list; {COPY}"
OLD_WORD = f"an old Word document, not a list; {COPY}"
SLIDES = f"a presentation, not a list; {COPY}"


def trf_line(name: str, start: str = "   1", points: str = " 6.0") -> str:
    """Return a line of a player as FIDE has it, each thing in its columns."""
    return f"001 {start} wwgm {name:33} 2103 ISL {9994520:11} 1967/11/05 {points}    4   141 w 1    78 b 1"


OPEN_DOCUMENT = "application/vnd.oasis.opendocument."
KINDS = {
    "wer": (b'<event sanctionnumber="19-02" eventguid="0">\r\n<participation>', WER),
    "wer with a declaration": (b'\xef\xbb\xbf<?xml version="1.0"?>\n<event title="A" eventguid="0"/>', WER),
    "konami": (b'\xef\xbb\xbf<?xml version="1.0"?>\r\n<Tournament>\r\n\t<Name>Sunday</Name>', KONAMI),
    "trf": (f"012 Open\n042 2007\n{trf_line('Grimsund,Benno')}\n".encode(), CHESS),
    "trf without anything but names": (f"{trf_line('wobblyibex')[:80]} 8.0".encode(), CHESS),
    "trf of Windows": (("\ufeff012 Bj\xf6rk\r\n\r\n" + trf_line("Bj\xf6rk") + "\r\n").encode(), CHESS),
    "trf in Latin-1": (("012 Bj\xf6rk\n" + trf_line("K\xfclm\xf6re,Ulfert", " 284", " 0.5")).encode("latin-1"), CHESS),
    "trf with CR only": (f"012 Open\r{trf_line('Seat Nobody')}\r".encode(), CHESS),
    "trf in Cyrillic": (trf_line("\u041a\u0430\u0440\u043f\u043e\u0432" * 5).encode(), CHESS),
    "melee": (b'{\n  "Tournament": {\n    "Date": "2025-02-17T02:00:00",', CACHE),
    "json": (b'\n{"players": {"a": 1}}', JSON),
    "json in UTF-16": ('\ufeff{"a": 1}'.encode("utf-16-le"), JSON),
    "json of nothing": (b"{}", JSON),
    "json list": (b'[\n {"id": 1}]', JSON),
    "json names": (b'["Ann", "Bo"]', JSON),
    "json cut short": (b'{"na', JSON),
    "archive": (b"SQLite format 3\0".ljust(68, b"\r") + b"TRNA\0", ARCHIVE),
    "page": (b"<!DOCTYPE html>\n<html>", PAGE),
    "page with a remark": (b"<!-- saved from -->\n<HTML lang=en>", PAGE),
    "xhtml": (b'<?xml version="1.0"?><!DOCTYPE html><html>', PAGE),
    "xml": (b'<?xml version="1.0"?><results/>', XML),
    "pdf": (b"%PDF-1.7\n\0", f"a PDF file, not a list; take the table that it was made from, or {COPY}"),
    "rtf": (b"{\\rtf1 ", DOCUMENT),
    "photo": (b"\xff\xd8\xff\xe1\x10\x22Exif", PICTURE),
    "photo of a telephone": (b"\0\0\0\x24ftypheic", PICTURE),
    "picture": (b"RIFF\x24\0\0\0WEBPVP8 ", PICTURE),
    "rar": (b"Rar!\x1a\7\0", PACKED),
    "zip": (zipped({"a.csv": b"Player,Points"}), PACKED),
    "docx": (package("officeDocument", "word/document.xml", b"<document/>"), WORD),
    "pptx": (package("officeDocument", "ppt/presentation.xml", b"<presentation/>"), SLIDES),
    "odt": (stored({"mimetype": f"{OPEN_DOCUMENT}text".encode(), "content.xml": b"<a/>"}), DOCUMENT),
    "odp": (stored({"mimetype": f"{OPEN_DOCUMENT}presentation".encode()}), SLIDES),
    "doc": (OLE + "WordDocument".encode("utf-16-le"), OLD_WORD),
}  # fmt: skip


@pytest.mark.parametrize(("data", "message"), KINDS.values(), ids=KINDS.keys())
def test_what_is_no_table_is_named_with_the_table_to_save(data: bytes, message: str) -> None:
    """Safety 5.1."""
    assert name_kind(data) == f"is {message}"


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
    "ods": stored({"mimetype": f"{OPEN_DOCUMENT}spreadsheet".encode(), "content.xml": b"<a/>"}),
    "xls": OLE + "Workbook".encode("utf-16-le"),
}


@pytest.mark.parametrize("data", TABLES.values(), ids=TABLES.keys())
def test_what_may_be_a_table_is_taken_for_nothing_else(data: bytes) -> None:
    assert name_kind(data) is None


@pytest.mark.parametrize("file", **each_file("exchange/*/*"))
def test_samples_of_other_programs_are_named_and_tables_are_not(file: Path) -> None:
    kind = name_kind(file.read_bytes()[: 1 << 16])
    expected = {"decklist-cache": CACHE, "konami": KONAMI, "nrtm": JSON, "trf": CHESS, "wer": WER}.get(file.parent.name)
    assert kind == (expected and f"is {expected}")


@pytest.mark.parametrize("name", ["events", "matches", "placings"])
def test_lists_of_old_results_are_tables(name: str) -> None:
    assert name_kind((Path("sample_events/old-results") / f"{name}.csv").read_bytes()) is None
