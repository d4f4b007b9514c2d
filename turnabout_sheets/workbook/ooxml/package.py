"""The package: what an .xlsx file is made of (ECMA-376 Part 2), and how to change single parts of it.

Relationships lead from part to part, whatever these are called: from the package to the workbook part, and from there
to its sheets. Programs differ in slashes, letter case and prefixes; all of these are read. XML with a document type is
refused (Part 2, 6.1.4), entities are not expanded, no address is ever opened, and what is unpacked has a bound.

A tree that still says what its part says is no change, so putting the same things in twice gives the same file.
"""

from __future__ import annotations

import contextlib
import io
import posixpath
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from lzma import LZMAError
from types import SimpleNamespace
from typing import IO, Final, NamedTuple

from lxml import etree

from turnabout_sheets.core.problems import Message, SaidError
from turnabout_sheets.workbook.ooxml.zip_rewrite import ArchiveTooLargeError, rewrite

MAIN: Final = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE_RELATIONSHIPS: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE_RELATIONSHIPS: Final = "http://schemas.openxmlformats.org/package/2006/relationships"
_RELATIONSHIP: Final = f"{{{_PACKAGE_RELATIONSHIPS}}}Relationship"
_TYPES: Final = "{http://schemas.openxmlformats.org/package/2006/content-types}"
_CONTENT_TYPES: Final = "[Content_Types].xml"

MAX_PART: Final = 192 << 20
"""Bytes that a part which is read may unpack to; Matches of 20,000 players is the longest."""
MAX_TOTAL: Final = 4 << 30
"""Bytes that all parts together may unpack to. Most are only copied, and never unpacked."""
_MOST_CHECKED: Final = 256 << 20
"""Bytes of all parts that are unpacked to see whether they are whole: so much is in a second."""
PIECE: Final = 1 << 13
"""Bytes that are unpacked at a time: who wants the beginning of a part only need not wait for more."""

DAMAGED: Final = (
    zipfile.BadZipFile, zlib.error, LZMAError, OSError, EOFError, RuntimeError, OverflowError, ValueError,
    etree.XMLSyntaxError,
)  # fmt: skip
"""What comes of unpacking damaged members; an `OSError` is what BZIP2 says, for the file itself is in memory."""

UNREADABLE: Final = Message(
    "{file} is damaged or written in an unusual way, and cannot be read. Open it in Excel or LibreOffice and save it "
    "as an Excel Workbook (.xlsx), or take an earlier version."
)
"""What is said of most workbooks that cannot be used: the way out is the same. Of the others, what follows."""
TOO_LARGE: Final = Message("{file} holds more than any event needs. Check that it is the right file.")
OTHER_KIND: Final = Message(
    "{file} is not an Excel workbook (.xlsx), whatever its name says. Open it in the program that it is from, and "
    "save it as an Excel Workbook (.xlsx)."
)
PROTECTED: Final = Message(
    "{file} is protected with a password. Remove the password, in Excel under File, Info, Protect Workbook, and save."
)
DAMAGED_FILE: Final = Message(
    "{file} is empty, incomplete or damaged. Take a copy or an earlier version, or download it again."
)
_SIGNED: Final = Message(
    "{file} is digitally signed, and any change would break the signature. Remove the signature, in Excel under File, "
    "Info, View Signatures, and save."
)


class WorkbookError(SaidError):
    """Something about the workbook stops us. `str()` is one plain sentence for the organizer."""


class UnusableWorkbookError(WorkbookError):
    """The bytes are not a workbook that this program can use. ``said`` is a message about a ``file``."""

    def __init__(self, said: Message = UNREADABLE, name: str = "") -> None:
        super().__init__(said.fill(file=name or Message("The workbook")))

    def __reduce__(self) -> tuple[type[UnusableWorkbookError], tuple[Message | None]]:
        return type(self), (self.said,)

    def of(self, name: str) -> UnusableWorkbookError:
        """Return the same error of a file that has this name."""
        return UnusableWorkbookError(self.said or UNREADABLE, name)


class Relationship(NamedTuple):
    """A link from one part to another part, or to something outside the package."""

    id: str
    kind: str  # last segment of the type's URI, such as `worksheet` or `styles`; it is the same in all variants
    target: str  # name of the part, or the address as written if `external`
    external: bool


class SheetTab(NamedTuple):
    """One tab of the workbook, as the workbook part lists it."""

    name: str
    part: str
    kind: str  # `worksheet`, `chartsheet`, `dialogsheet` or `xlMacrosheet`
    state: str = ""  # `hidden`, `veryHidden` where only a program can show it again, or as usual nothing


def q(local_name: str) -> str:
    """Return the name of a spreadsheet element or attribute as lxml writes it."""
    return f"{{{MAIN}}}{local_name}"


def qs(local_names: str) -> tuple[str, ...]:
    """Return the names of several spreadsheet elements, given with spaces between them, like `q` does."""
    return tuple(q(name) for name in local_names.split())


_NUMBER: Final = re.compile("[0-9]{1,9}")

R_ID: Final = f"{{{OFFICE_RELATIONSHIPS}}}id"


def parse_xml(xml: bytes) -> etree._Element:
    """Return the root of an XML part; raises `UnusableWorkbookError` if it is damaged or declares a document type."""
    # The limits of libxml2 (depth, length of one text, growth by entities) stay on: no workbook comes near them.
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        root = etree.fromstring(xml, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise UnusableWorkbookError from error
    _require_no_doctype(root)
    return root


def _require_no_doctype(element: etree._Element) -> None:
    """Raise `UnusableWorkbookError` where the document that an element is in declares a document type."""
    if element.getroottree().docinfo.internalDTD is not None:
        raise UnusableWorkbookError


def to_xml(root: etree._Element) -> bytes:
    """Return an XML part as bytes, with the declaration that spreadsheet programs write."""
    return etree.tostring(root.getroottree(), xml_declaration=True, encoding="UTF-8", standalone=True)


class Package:
    """A workbook's parts, by their names without a leading slash, and the changes to them until `to_bytes`.

    Raises `UnusableWorkbookError` if the bytes are not an ordinary workbook.
    """

    def __init__(self, data: bytes) -> None:
        self.data: Final = data
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
            raise UnusableWorkbookError(DAMAGED_FILE) from error
        self._members: Final = _members(self._zip)
        self._names = {key: info.filename for key, info in self._members.items()}
        self._held: dict[str, bytes | etree._Element] = {}  # the parts that were put, or that are looked into as trees
        signed = any(link.kind == "origin" for link in self.links("").values())
        if signed or any(name.startswith("_xmlsignatures/") for name in self._members):
            raise UnusableWorkbookError(_SIGNED)
        self.workbook_part: Final = self.linked("", "officeDocument")
        if not self.workbook_part or self.workbook_part.casefold().endswith(".bin"):
            raise UnusableWorkbookError(OTHER_KIND)
        self.workbook: Final = self.tree(self.workbook_part)
        if self.workbook.tag != q("workbook"):  # Strict Open XML, too, has another namespace
            raise UnusableWorkbookError(OTHER_KIND)
        if _CONTENT_TYPES not in self:
            raise UnusableWorkbookError
        self.tabs: Final = tuple(self._find_tabs())
        self.sheets: Final = {tab.name: tab.part for tab in self.tabs if tab.kind == "worksheet"}
        """The worksheets of the file in tab order: name -> part."""

    def _find_tabs(self) -> Iterator[SheetTab]:
        links = self.links(self.workbook_part)
        for sheet in self.workbook.iterfind(f"{q('sheets')}/{q('sheet')}"):
            link = links.get(sheet.get(R_ID, ""))
            # A tab without its part is damage that Excel repairs by leaving the tab out.
            if link is not None and link.target in self:
                yield SheetTab(sheet.get("name", ""), link.target, link.kind, sheet.get("state", ""))

    # What is there

    @property
    def parts(self) -> tuple[str, ...]:
        """Names of all parts of the file, in its order."""
        return tuple(_part_name(info.filename) for info in self._members.values())

    def __contains__(self, part: str) -> bool:
        return part.casefold() in self._names

    @contextlib.contextmanager
    def open(self, part: str) -> Iterator[IO[bytes]]:
        """Open a part of the file. Raises `KeyError` if it is not there, `UnusableWorkbookError` if it is damaged."""
        try:
            with self._zip.open(self._members[part.casefold()]) as stream:
                yield stream
        except DAMAGED as error:
            raise UnusableWorkbookError from error

    def read(self, part: str) -> bytes:
        """Return the bytes of a part of the file; raises like `open`, and if it is too large."""
        if self.size(part) > MAX_PART:
            raise UnusableWorkbookError(TOO_LARGE)
        with self.open(part) as stream:
            return stream.read()

    def stream(self, part: str, *tags: str) -> Iterator[etree._Element]:
        """Yield the elements of a part of the file with these tags one by one, and forget each; raises like `tree`."""
        if self.size(part) > MAX_PART:
            raise UnusableWorkbookError(TOO_LARGE)
        with self.open(part) as stream:
            # Without a name: lxml would look for the file of that name, in a folder whose name may be no text.
            source = SimpleNamespace(read=stream.read)
            parser = etree.iterparse(source, tag=tags, resolve_entities=False, no_network=True, remove_comments=True)
            is_first = True
            for _, element in parser:
                if is_first:  # a document type comes before all elements, and to look for it takes a while
                    _require_no_doctype(element)
                is_first = False
                yield element
                element.clear()  # with what stands before it; the parser is still at work behind it
                around = element.getparent()
                while around is not None and element.getprevious() is not None:
                    del around[0]

    def size(self, part: str) -> int:
        """Return how many bytes a part of the file unpacks to; raises `KeyError` if there is no such part."""
        return self._members[part.casefold()].file_size

    def check(self) -> None:
        """Unpack the parts, the smallest first, to see whether they are whole; not the largest. Raises like `read`."""
        room = _MOST_CHECKED
        for key, info in sorted(self._members.items(), key=lambda member: member[1].file_size):
            room -= info.file_size
            if room < 0:
                return
            with self.open(key) as stream:
                while stream.read(PIECE):
                    pass

    def tree(self, part: str) -> etree._Element:
        """Return the tree of an XML part. What is changed in it, `to_bytes` writes. Raises like `read`."""
        held = self._held.get(part.casefold())
        if held is None or isinstance(held, bytes):
            held = self._held[part.casefold()] = parse_xml(self.read(part) if held is None else held)
        return held

    # Relationships

    def links(self, part: str) -> Mapping[str, Relationship]:
        """Return the relationships of a part (of the package itself: `""`), by id."""
        rels, folder, found = _rels_part(part), posixpath.dirname(part), dict[str, Relationship]()
        for each in self.tree(rels).iterchildren("{*}Relationship") if rels in self else ():
            target, external = each.get("Target", ""), each.get("TargetMode") == "External"
            if not external:
                target = posixpath.normpath(posixpath.join("/", folder, target.replace("\\", "/"))).lstrip("/")
            kind = each.get("Type", "").rpartition("/")[2]
            found[each.get("Id", "")] = Relationship(each.get("Id", ""), kind, target, external)
        return found

    def linked(self, part: str, kind: str) -> str:
        """Return the first present part that a part leads to by a relationship of a kind; blank if there is none."""
        links = self.links(part).values()
        return next(
            (each.target for each in links if each.kind == kind and not each.external and each.target in self), ""
        )

    def link(self, part: str, kind: str, target: str, *, external: bool = False) -> str:
        """Add a relationship from a part to a part, or to an address outside; return its id."""
        rels, number = _rels_part(part), 1
        if rels not in self:
            space = {None: _PACKAGE_RELATIONSHIPS}
            root = etree.Element(f"{{{_PACKAGE_RELATIONSHIPS}}}Relationships", nsmap=space)
            self.put(rels, root, "application/vnd.openxmlformats-package.relationships+xml")
        links = self.tree(rels)
        taken = {each.get("Id") for each in links}
        while f"rId{number}" in taken:
            number += 1
        path = target if external else posixpath.relpath(f"/{target}", f"/{posixpath.dirname(part)}")
        values = {"Id": f"rId{number}", "Type": f"{OFFICE_RELATIONSHIPS}/{kind}", "Target": path}
        etree.SubElement(links, _RELATIONSHIP, values | ({"TargetMode": "External"} if external else {}))
        return f"rId{number}"

    def unlink(self, part: str, link: Relationship) -> None:
        """Remove a relationship of a part, and the part that it leads to."""
        links = self.tree(_rels_part(part))
        for each in [each for each in links if each.get("Id") == link.id]:
            links.remove(each)
        for gone in () if link.external else (link.target, _rels_part(link.target)):
            self._names.pop(gone.casefold(), None)
            self._held.pop(gone.casefold(), None)
            for entry in self._overrides(gone):
                self.tree(_CONTENT_TYPES).remove(entry)

    # Changes

    def put(self, part: str, content: bytes | etree._Element, content_type: str = "") -> None:
        """Make ``content`` what a part holds: its bytes, or a tree; a new part needs its content type."""
        self._names.setdefault(part.casefold(), part)
        self._held[part.casefold()] = content
        if not content_type:
            return
        types, ending = self.tree(_CONTENT_TYPES), posixpath.splitext(part)[1][1:]
        by_ending = types.find(f"{_TYPES}Default[@Extension='{ending}']")
        if entries := self._overrides(part):
            entries[0].set("ContentType", content_type)
        elif by_ending is None or by_ending.get("ContentType") != content_type:
            etree.SubElement(types, f"{_TYPES}Override", {"PartName": f"/{part}", "ContentType": content_type})

    def _overrides(self, part: str) -> list[etree._Element]:
        """Return the entries that give a part its content type by name."""
        overrides, key = self.tree(_CONTENT_TYPES).iterfind(f"{_TYPES}Override"), f"/{part}".casefold()
        return [each for each in overrides if each.get("PartName", "").casefold() == key]

    def new_name(self, folder: str) -> str:
        """Return the first of `turnabout1.xml`, `turnabout2.xml`, … in a folder beside the workbook that is free."""
        number, beside = 1, posixpath.dirname(self.workbook_part)
        while (name := posixpath.join(beside, folder, f"turnabout{number}.xml")) in self or _rels_part(name) in self:
            number += 1
        return name

    def find_changes(self) -> Mapping[str, bytes]:
        """Return the parts that are new or other than in the file, by their names in small letters."""
        changes = dict[str, bytes]()
        for key, content in self._held.items():
            info = self._members.get(key)
            if isinstance(content, bytes):
                if info is None or info.file_size != len(content) or self.read(key) != content:
                    changes[key] = content
            elif info is None or to_xml(content) != to_xml(parse_xml(self.read(key))):
                changes[key] = to_xml(content)
        return changes

    def to_bytes(self) -> bytes:
        """Return the file with the changes; its very bytes if there are none. Raises `UnusableWorkbookError`."""
        changes = {self._names[key]: content for key, content in self.find_changes().items()}
        removed = [info.filename for key, info in self._members.items() if key not in self._names]
        if not changes and not removed:
            return self.data
        try:
            return rewrite(self.data, changes, removed)
        except (zipfile.BadZipFile, ArchiveTooLargeError) as error:
            raise UnusableWorkbookError from error


def _rels_part(part: str) -> str:
    """Return the name of the part that holds the relationships of a part (of the package itself: `""`)."""
    folder, name = posixpath.split(part)
    return posixpath.join(folder, "_rels", f"{name}.rels")


def _part_name(member: str) -> str:
    return member.replace("\\", "/").lstrip("/")


def _members(archive: zipfile.ZipFile) -> Mapping[str, zipfile.ZipInfo]:
    """Return the archive's members by the key of their part, after looking at their declared sizes."""
    members: dict[str, zipfile.ZipInfo] = {}
    for info in archive.infolist():
        name = _part_name(info.filename)
        if info.filename.endswith("/"):
            try:
                archive.open(info).close()
            except DAMAGED as error:  # a folder that is nowhere: nobody could write this file anew with all in it
                raise UnusableWorkbookError from error
            continue
        if not name or name.casefold() in members:
            raise UnusableWorkbookError
        if info.flag_bits & 1:
            raise UnusableWorkbookError(PROTECTED)
        members[name.casefold()] = info
    if sum(info.file_size for info in members.values()) > MAX_TOTAL:
        raise UnusableWorkbookError(TOO_LARGE)
    return members


def insert_in_order(parent: etree._Element, child: etree._Element, order: Sequence[str]) -> None:
    """Insert ``child`` into ``parent``, whose children the schema wants in the given sequence of names."""
    following = {*order[order.index(child.tag) + 1 :]}
    behind = next((each for each in parent if each.tag in following), None)
    if behind is None:
        parent.append(child)
    else:
        behind.addprevious(child)


def read_number(text: str) -> int:
    """Return the whole number that an attribute says; 0 where it says none."""
    return int(text) if _NUMBER.fullmatch(text) else 0
