"""The package is read as written by any program, and nothing dangerous in it is followed."""

from __future__ import annotations

import contextlib
import io
import zipfile

import pytest

from tests.workbook.workbooks import MAIN, edited, handmade, organizer_workbook, part, with_parts
from turnabout_sheets.workbook.ooxml.package import (
    Package,
    Relationship,
    SheetTab,
    UnusableWorkbookError,
    q,
)

ODD = "written in an unusual way"


def test_sheets_stand_in_tab_order() -> None:
    package = Package(organizer_workbook())
    assert list(package.sheets) == ["Players", "Notes & more"]
    assert package.workbook_part == "xl/workbook.xml"
    assert package.linked(package.workbook_part, "styles") == "xl/styles.xml"
    assert package.linked(package.workbook_part, "pivotCacheDefinition") == ""


def test_a_handmade_package_is_read() -> None:
    package = Package(handmade())
    assert package.tabs == (
        SheetTab("Second", "book/sheets/two.xml", "worksheet"),
        SheetTab("Chart", "book/chart.xml", "chartsheet"),
        SheetTab("First", "book/sheets/one.xml", "worksheet", "hidden"),
    )
    assert package.sheets == {"Second": "book/sheets/two.xml", "First": "book/sheets/one.xml"}
    # The relationship says book/main.xml, the zip file book/Main.xml: part names do not distinguish case.
    assert package.workbook_part == "book/main.xml"
    assert "book/Main.xml" in package
    assert package.links("book/main.xml")["rV"] == Relationship("rV", "vbaProject", "book/vba.bin", external=False)
    assert "customXml/item1.xml" in package
    assert "customXml/item2.xml" not in package
    with pytest.raises(KeyError):
        package.read("customXml/item2.xml")


def test_external_targets_are_kept_as_written() -> None:
    link = '<Relationship Id="e" Type="x/externalLinkPath" Target="http://example.org/a" TargetMode="External"/>'
    data = edited(organizer_workbook(), "xl/_rels/workbook.xml.rels", ("</Relationships>", link + "</Relationships>"))
    expected = Relationship("e", "externalLinkPath", "http://example.org/a", external=True)
    assert Package(data).links("xl/workbook.xml")["e"] == expected


def test_relationships_may_have_a_prefix() -> None:
    part = "xl/_rels/workbook.xml.rels"
    prefixed = (("<Relationship", "<p:Relationship"), ("</Relationship", "</p:Relationship"), ("xmlns=", "xmlns:p="))
    assert list(Package(edited(organizer_workbook(), part, *prefixed)).sheets) == ["Players", "Notes & more"]


def test_a_tab_without_its_part_is_left_out() -> None:
    data = handmade(without=["book/sheets/one.xml"])
    assert list(Package(data).sheets) == ["Second"]


@pytest.mark.parametrize(
    ("document", "refused"),
    [
        (b"<a>&lt;!DOCTYPE a></a>", False),
        (b"<a><![CDATA[<!DOCTYPE a>]]></a>", False),
        (b"<!-- <!DOCTYPE a> --><a/>", False),
        (b"<!DOCTYPE a><a/>", True),
        (b"\xef\xbb\xbf<?xml version='1.0'?>\n<!-- " + b"x" * 5000 + b" -->\n<!DOCTYPE a [<!ENTITY b 'c'>]><a/>", True),
        ("\ufeff<?xml version='1.0' encoding='UTF-16'?><!DOCTYPE a><a/>".encode("utf-16-le"), True),
        ("\ufeff<?xml version='1.0' encoding='UTF-16'?><!DOCTYPE a><a/>".encode("utf-16-be"), True),
    ],
)
def test_document_type_declarations_are_refused(document: bytes, *, refused: bool) -> None:
    package = Package(with_parts(organizer_workbook(), {"a.xml": document}))
    with pytest.raises(UnusableWorkbookError, match=ODD) if refused else contextlib.nullcontext():
        package.tree("a.xml")
    with pytest.raises(UnusableWorkbookError, match=ODD) if refused else contextlib.nullcontext():
        list(package.stream("a.xml", "a"))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("<workbook xmlns", '<!DOCTYPE w [<!ENTITY e SYSTEM "file:///etc/passwd">]><workbook xmlns'), ODD),
        (("</workbook>", ""), ODD),
        ((MAIN, "http://schemas.openxmlformats.org/wordprocessingml/2006/main"), "is not an Excel workbook"),
    ],
    ids=["doctype", "malformed", "other"],
)
def test_bad_workbook_parts_are_refused(change: tuple[str, str], message: str) -> None:
    with pytest.raises(UnusableWorkbookError, match=message):
        Package(edited(organizer_workbook(), "xl/workbook.xml", change))


@pytest.mark.parametrize("length", [1, 300, 600])
def test_a_part_that_is_cut_off_is_told_when_it_is_gone_through(length: int) -> None:
    sheet = part(organizer_workbook(), "xl/worksheets/sheet1.xml")[:length].encode()
    package = Package(with_parts(organizer_workbook(), {"cut.xml": sheet}))
    with pytest.raises(UnusableWorkbookError, match=ODD):
        list(package.stream("cut.xml", q("row")))


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA, zipfile.ZIP_DEFLATED])
def test_a_damaged_part_is_named_however_it_is_packed(method: int) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", method) as target, zipfile.ZipFile(io.BytesIO(organizer_workbook())) as source:
        for info in source.infolist():
            target.writestr(info.filename, source.read(info))
    data = bytearray(packed.getvalue())
    with zipfile.ZipFile(packed) as archive:
        info = archive.getinfo("docProps/core.xml")
    start = info.header_offset + 30 + len(info.filename) + 9
    data[start : start + info.compress_size - 20] = bytes(
        255 - each for each in data[start : start + info.compress_size - 20]
    )
    with pytest.raises(UnusableWorkbookError, match=ODD):
        Package(bytes(data)).read("docProps/core.xml")
    with pytest.raises(UnusableWorkbookError, match="is damaged"):
        Package(bytes(data)).check()
