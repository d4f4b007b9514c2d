"""Packages read with nothing of the program's, and the one thing that must hold of all that it does to a workbook.

`assert_the_rest_is_untouched`: everything that is not the program's stays, byte for byte and packed as it was. What
has to tell of the program's sheets (the frame) still says all else that it said. On sheets that were typed into for a
person, cells have changed, and nothing but cells.
"""

from __future__ import annotations

import io
import posixpath
import re
import struct
import zipfile
from collections.abc import Collection, Iterator, Mapping
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any, Final, NamedTuple
from urllib.parse import unquote

from lxml import etree
from openpyxl.utils.cell import column_index_from_string

MAIN: Final = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
CONTENT_TYPES: Final = "[Content_Types].xml"
OURS: Final = re.compile(
    r"(Desk|Standings|Matches|Progress|Crosstable|Ratings|Scales|Table results|Problems|Log|Remembered)( \(\d+\))?"
)
"""What the program calls its own sheets."""

SELECTED: Final = re.compile(rb"""\s+tabSelected\s*=\s*["'](?:1|true)["']""")
STYLES: Final = ("fonts", "fills", "borders", "cellStyleXfs", "cellXfs", "cellStyles", "dxfs")

Tree = Any
Place = tuple[int, int]
"""A row and a column, from 1."""


class Link(NamedTuple):
    kind: str
    target: str
    is_external: bool


class Package:
    """The parts of a workbook; names of parts do not tell small letters from capitals."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            self.parts = {_name(info.filename): archive.read(info) for info in archive.infolist()}
        self._lower = {name.casefold(): name for name in self.parts}

    def member(self, part: str) -> str:
        return self._lower[part.casefold()]

    def __contains__(self, part: str) -> bool:
        return part.casefold() in self._lower

    def xml(self, part: str) -> Tree:
        return etree.fromstring(self.parts[self.member(part)])

    def rels(self, source: str) -> str:
        folder, name = posixpath.split(source)
        return posixpath.join(folder, "_rels", f"{name}.rels").lstrip("/")

    def links(self, source: str) -> dict[str, Link]:
        """Return what a part leads to, by id; the package itself is the part without a name."""
        if self.rels(source) not in self:
            return {}
        found = {}
        for each in self.xml(self.rels(source)).iterchildren("{*}Relationship"):
            is_external = each.get("TargetMode") == "External"
            target = unquote(each.get("Target", ""))
            inside = posixpath.normpath(posixpath.join("/", posixpath.dirname(source), target)).lstrip("/")
            kind = each.get("Type", "").rpartition("/")[2]
            found[each.get("Id", "")] = Link(kind, target if is_external else inside, is_external)
        return found

    def related(self, kind: str, source: str) -> str | None:
        return next((link.target for link in self.links(source).values() if link.kind == kind), None)

    @cached_property
    def book(self) -> str:
        return self.member(self.related("officeDocument", "") or "")

    @cached_property
    def tabs(self) -> dict[str, Tree]:
        """The element of each sheet by its name, from the left."""
        return {each.get("name"): each for each in self.xml(self.book).iterfind("{*}sheets/{*}sheet")}

    @cached_property
    def sheets(self) -> dict[str, str]:
        """The part of each tab by its name."""
        links = self.links(self.book)
        targets = {name: links.get(each.get(f"{{{OFFICE}}}id")) for name, each in self.tabs.items()}
        return {name: self.member(link.target) for name, link in targets.items() if link and link.target in self}

    def content_type(self, part: str) -> str:
        types = self.xml(CONTENT_TYPES)
        own = {each.get("PartName", "").casefold(): each for each in types.iterchildren("{*}Override")}
        others = {each.get("Extension", "").casefold(): each for each in types.iterchildren("{*}Default")}
        found = own.get(f"/{part}".casefold(), others.get(part.rpartition(".")[2].casefold()))
        return "" if found is None else str(found.get("ContentType"))

    def reached(self, without: Collection[str] = ()) -> set[str]:
        """Return all parts to which something leads that is not one of some parts, and these."""
        found, waiting = {*without, ""}, [""]
        while waiting:
            for link in self.links(waiting.pop()).values():
                if not link.is_external and link.target in self and self.member(link.target) not in found:
                    found.add(self.member(link.target))
                    waiting.append(self.member(link.target))
        return found - {""}


def _name(member: str) -> str:
    return member.replace("\\", "/").lstrip("/")


class RawMember(NamedTuple):
    """What must not change about a member of a zip file that is not ours; its data still packed."""

    packed: bytes
    method: int
    crc: int
    date: tuple[int, ...]
    comment: bytes
    attributes: tuple[int, int, int]


def raw_members(data: bytes) -> dict[str, RawMember]:
    """Return the members of a zip file, in their order."""
    members = {}
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for info in archive.infolist():
            name_length, extra_length = struct.unpack_from("<2H", data, info.header_offset + 26)
            start = info.header_offset + 30 + name_length + extra_length
            packed = data[start : start + info.compress_size]
            attributes = (info.external_attr, info.internal_attr, info.create_system)
            how = (info.compress_type, info.CRC, info.date_time, info.comment, attributes)
            members[_name(info.filename)] = RawMember(packed, *how)
    return members


def assert_the_rest_is_untouched(before: bytes, after: bytes, typed: Mapping[str, int] | None = None) -> None:
    """Compare two versions of a workbook; ``typed`` says in how many rows of a sheet cells have changed, at most."""
    typed = typed or {}
    old, new = Package(before), Package(after)
    was, now = raw_members(before), raw_members(after)
    ours = {part for name, part in old.sheets.items() if OURS.fullmatch(name)}
    ours = {part for part in old.reached() - old.reached(without=ours) | ours if "turnabout" in part.casefold()}
    frame = _frame(old)
    added = now.keys() - was.keys()
    gone = was.keys() - now.keys()
    changed = {name for name in was.keys() & now.keys() if was[name] != now[name]} - frame
    is_ours = {name for name in was if name in ours or any(name == old.rels(part) for part in ours)}
    assert not gone - is_ours, sorted(gone - is_ours)
    assert all("turnabout" in name for name in added - frame - _frame(new)), sorted(added)
    changed -= is_ours
    new_rounds = {name for name in new.tabs.keys() - old.tabs.keys() if name.startswith("Round ")}
    if new_rounds and len(front := [each for each in changed if is_deselected(old.parts[each], new.parts[each])]) == 1:
        changed -= {*front}
    for sheet, most in typed.items():
        changed -= {old.sheets[sheet]}
        (rest, rows), (new_rest, new_rows) = (_take_apart(each.xml(each.sheets[sheet])) for each in (old, new))
        assert rest == new_rest, sheet
        different = [row for row in rows.keys() | new_rows.keys() if rows.get(row) != new_rows.get(row)]
        assert len(different) <= most, (sheet, different)
        for table in (link.target for link in old.links(old.sheets[sheet]).values() if link.kind == "table"):
            changed -= {old.member(table)}
            assert _without_area(old.xml(table)) == _without_area(new.xml(table))
    assert not changed, sorted(changed)
    stays = [name for name in was if name in now and name not in is_ours]
    assert [name for name in now if name in stays] == stays, "the order of members"
    _assert_frame_says_the_rest(old, new, new_rounds)
    assert {each for each in faults(after) if each not in faults(before)} == set()
    assert orphans(after) <= orphans(before)


def _frame(package: Package) -> set[str]:
    """Return the parts that have to tell of a sheet that is added."""
    there = (package.related("styles", package.book), package.related("extended-properties", ""))
    told = {package.member(each) for each in there if each and each in package}
    return {CONTENT_TYPES, package.book, package.rels(package.book)} | told


def is_deselected(before: bytes, after: bytes) -> bool:
    """Return whether a sheet is as it was, but no longer selected."""
    return SELECTED.search(before) is not None and after == SELECTED.sub(b"", before, count=1)


def _take_apart(sheet: Tree) -> tuple[bytes, dict[int, bytes]]:
    """Return a worksheet without its cells, and what these make necessary, and its rows that have cells by number."""
    rows, number = {}, 0
    for row in sheet.findall("{*}sheetData/{*}row"):
        number = int(row.get("r", number + 1))
        column = 0
        for cell in row:
            letters = cell.get("r", "").rstrip("0123456789")
            column = column_index_from_string(letters) if letters else column + 1
            cell.set("r", str(column))
            cell.tail = ""
        cells = b"".join(etree.tostring(cell, method="c14n") for cell in row)
        how = sorted((name, value) for name, value in row.attrib.items() if name not in ("r", "spans"))
        if cells or how:
            rows[number] = cells + str(how).encode()
        row.getparent().remove(row)
    for each in sheet.iter("{*}sheetData", "{*}dimension"):
        each.attrib.clear()
        each.text = ""
    return bytes(etree.tostring(sheet, method="c14n")), rows


def _without_area(table: Tree) -> bytes:
    for each in table.iter("{*}table", "{*}autoFilter"):
        each.set("ref", each.get("ref", "").split(":")[0])
    return bytes(etree.tostring(table, method="c14n"))


def _assert_frame_says_the_rest(old: Package, new: Package, new_rounds: Collection[str]) -> None:
    for part in (CONTENT_TYPES, old.rels(old.book)):
        was, now = ([sorted(map(str, each.attrib.items())) for each in package.xml(part)] for package in (old, new))
        assert [each for each in was if each not in now and "turnabout" not in str(each)] == [], part
    assert new.content_type(new.book) == old.content_type(old.book)
    assert [name for name in new.tabs if name in old.tabs] == list(old.tabs)
    for name, tab in old.tabs.items():
        assert {**new.tabs[name].attrib, "state": ""} == {**tab.attrib, "state": ""}
        is_theirs = not OURS.fullmatch(name) and not name.startswith("Round ")
        assert not is_theirs or new.tabs[name].get("state") == tab.get("state")
    assert _list_names(new) == _list_names(old)
    assert _windows(old, "firstSheet") == _windows(new, "firstSheet")
    assert all(a == b or b in new_rounds for a, b in zip(_windows(old), _windows(new), strict=True))
    assert _rest_of_book(new) == _rest_of_book(old)
    if (styles := old.related("styles", old.book)) and styles in old:
        for section in STYLES:
            there, then = (
                [dict(e.attrib) for e in p.xml(styles).iterfind(f"{{*}}{section}/{{*}}*")] for p in (old, new)
            )
            assert then[: len(there)] == there, section
    if (told := old.related("extended-properties", "")) and told in old:
        was, now = ([e.text for e in p.xml(told).iterfind(".//{*}TitlesOfParts//{*}lpstr")] for p in (old, new))
        following = iter(now)
        assert all(each in following for each in was), now


def _list_names(package: Package) -> list[tuple[Any, ...]]:
    """Return the defined names that are not about sheets of ours, with the sheet to which each belongs."""
    tabs = list(package.tabs)
    found = []
    for each in package.xml(package.book).iterfind("{*}definedNames/{*}definedName"):
        scope = each.get("localSheetId")
        sheet = tabs[int(scope)] if scope is not None and int(scope) < len(tabs) else scope
        attributes = {name: value for name, value in each.attrib.items() if name != "localSheetId"}
        is_ours = each.get("name").startswith("_turnabout_") or OURS.fullmatch(sheet or "")
        if not is_ours and not (sheet or "").startswith("Round "):
            found.append((sheet, attributes, each.text))
    return found


def _windows(package: Package, attribute: str = "activeTab") -> list[str]:
    """Return the tab that each window has in front, or first in sight."""
    tabs = list(package.tabs)
    windows = package.xml(package.book).findall("{*}bookViews/{*}workbookView")
    return [tabs[int(each.get(attribute, "0"))] for each in windows]


def _rest_of_book(package: Package) -> list[bytes]:
    """Return the workbook's part without what is about sheets."""
    about = ("sheets", "definedNames", "calcPr", "bookViews")
    rest = (each for each in package.xml(package.book).iterchildren("{*}*") if etree.QName(each).localname not in about)
    return [etree.tostring(each, method="c14n").strip() for each in rest]


def orphans(data: bytes) -> set[str]:
    """Return the parts that nothing leads to; those that say what leads where do not count."""
    package = Package(data)
    frame = {part for part in package.parts if part.endswith(".rels")} | {CONTENT_TYPES}
    return set(package.parts) - package.reached() - frame


@lru_cache(maxsize=2)
def faults(data: bytes) -> list[str]:
    """Return what a strict reader finds wrong with a package; nothing for files that spreadsheet programs write.

    Links that lead nowhere, parts without a content type, and what must be unique and is not.
    """
    return [*_list_faults(Package(data))]


def _list_faults(package: Package) -> Iterator[str]:
    reached = package.reached()
    for source in sorted(reached | {""}):
        links = package.links(source)
        for link in links.values():
            if not link.is_external and link.target not in package:
                yield f"{source} leads to {link.target}, which is not there"
        if source.endswith((".xml", ".vml")):
            try:
                root = package.xml(source)
            except etree.XMLSyntaxError as error:
                yield f"{source}: {error}"
                continue
            for tables in root.iter(f"{{{MAIN}}}tableParts"):
                if tables.get("count", str(len(tables))) != str(len(tables)) or not len(tables):
                    yield f"{source}: a list of {len(tables)} tables says {tables.get('count')}"
            for each in root.iter("{*}*"):
                for name, value in each.attrib.items():
                    if str(name).startswith(f"{{{OFFICE}}}") and value not in links:
                        yield f"{source}: {name} {value} is no relationship"
            if package.content_type(source).endswith(".drawing+xml"):
                yield from _list_doubles(source, [each.get("id") for each in root.iter("{*}cNvPr")])
    for part in sorted(reached | {each for each in package.parts if each.endswith(".rels")}):
        if not package.content_type(part):
            yield f"{part} has no content type"
        folder, name = posixpath.split(part)
        owner = posixpath.join(posixpath.dirname(folder), name.removesuffix(".rels"))
        if folder.endswith("_rels") and name != ".rels" and owner not in package:
            yield f"{part} belongs to no part"
    for override in package.xml(CONTENT_TYPES).iterchildren("{*}Override"):
        if _name(override.get("PartName", "")) not in package:
            yield f"a content type for {override.get('PartName')}, which is not there"
    tables = [package.xml(part) for part in reached if package.content_type(part).endswith(".table+xml")]
    yield from _list_doubles("ids of tables", [each.get("id") for each in tables])
    yield from _list_doubles("names of tables", [each.get("displayName", "").casefold() for each in tables])
    yield from _list_doubles("ids of sheets", [each.get("sheetId") for each in package.tabs.values()])
    yield from _list_doubles("names of sheets", [name.casefold() for name in package.tabs])


def _list_doubles(what: str, values: list[Any]) -> Iterator[str]:
    yield from (f"{what} twice: {one}" for one, other in pairwise(sorted(map(str, values))) if one == other)
