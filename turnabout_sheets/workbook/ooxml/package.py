"""Reading the package: what an .xlsx file is made of, and how to look into it safely.

An .xlsx file is a zip file of *parts* (ECMA-376 Part 2, "Open Packaging Conventions"):

* `[Content_Types].xml` gives each part's content type, by extension or by name (Part 2, 7.2.3).
* *Relationships* connect the parts (Part 2, 6.5): those of the package stand in `_rels/.rels`, those of a part
  `xl/workbook.xml` in `xl/_rels/workbook.xml.rels`. A relationship has an id, a type (a URI) and a target, which is
  relative to the part's folder or absolute from the package's root. Part names do not tell what a part is; only
  following the relationships does.
* The package's relationship `officeDocument` leads to the *workbook part* (Part 1, 12.3.23). Its `sheets` element lists
  the tabs in order, with the relationship of each to its worksheet, chartsheet or dialogsheet part (Part 1, 18.2.20).

Programs differ in the details: targets with and without a leading slash, zip names with one, other letter case (part
names compare without regard to it, Part 2, 6.2.2.3), backslashes, any namespace prefix. All of these are read.

A workbook comes from anywhere, so nothing in it is trusted: XML with a document type declaration is refused (Part 2,
6.1.4 forbids it), entities are not expanded, no file or address is ever opened, and what is read has a bound
on its size.
"""

from __future__ import annotations

import io
import posixpath
import zipfile
import zlib
from collections import deque
from collections.abc import Iterator, Mapping
from functools import cached_property
from lzma import LZMAError
from typing import Final, NamedTuple

from lxml import etree

from turnabout_sheets.core.problems import Message, SaidError, say_of_file

MAIN: Final = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
"""Namespace of workbook, worksheet and style parts (ECMA-376 Transitional)."""
OFFICE_RELATIONSHIPS: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
"""Namespace of `r:id` attributes, and the stem of the relationship types."""
PACKAGE_RELATIONSHIPS: Final = "http://schemas.openxmlformats.org/package/2006/relationships"
"""Namespace of relationship parts."""
CONTENT_TYPES: Final = "[Content_Types].xml"
"""Name of the part that lists the content types."""

TOO_MUCH: Final = "which no real event needs; check that it is the right file"

MAX_PART: Final = 192 << 20
"""Bytes that a part which is read may unpack to; Matches of 20,000 players is the longest."""
_MOST_CHECKED: Final = 256 << 20
"""Bytes of all parts that are unpacked to see whether they are whole: so much is in a second."""
_PIECE: Final = 1 << 18
"""Bytes that are unpacked at a time."""
_MOST_PARTS: Final = 20_000

MAX_TOTAL: Final = 4 << 30
"""Bytes that all parts together may unpack to. Most are only copied, and never unpacked."""
MAX_RATIO: Final = 300
"""How many times its compressed size a part above `RATIO_FROM` may unpack to. Real sheets stay well below 100."""
RATIO_FROM: Final = 16 << 20
"""Bytes up to which the ratio does not matter: highly repetitive small parts are common and harmless."""

_STRICT: Final = "http://purl.oclc.org/ooxml/"
SAVE_AS_XLSX: Final = "open it in Excel or LibreOffice and save it as Excel Workbook (.xlsx)"
"""What to do about most files that cannot be used."""
UNUSUAL: Final = f"is written in an unusual way and cannot be read; {SAVE_AS_XLSX}"
"""What is wrong with a workbook in which something is as no spreadsheet program writes it."""
_OTHER_PACKAGES: Final = {
    "mimetype": "an OpenDocument file (.ods)",
    **dict.fromkeys(("Index/Document.iwa", "Index.zip"), "an Apple Numbers file"),
}
"""Parts that tell which other kind of zip file a file is."""

DAMAGED: Final = (
    zipfile.BadZipFile, zlib.error, LZMAError, OSError, EOFError, RuntimeError, OverflowError, ValueError,
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


class WorkbookError(SaidError):
    """Something about the workbook stops us. `str()` is one plain sentence for the organizer."""


class UnusableWorkbookError(WorkbookError):
    """The bytes are not a workbook that this program can use.

    `reason` is a message about a ``file``; or it continues a sentence that begins with the file's name, and ``said`` is
    what pages say.
    """

    def __init__(self, reason: str | Message, name: str = "", said: Message = UNREADABLE) -> None:
        if isinstance(reason, Message):
            super().__init__(say_of_file(reason, name))
        else:
            super().__init__(f"{name or 'The workbook'} {reason}.", say_of_file(said, name))
        self.reason = reason

    def __reduce__(self) -> tuple[type[UnusableWorkbookError], tuple[str | Message, str, Message]]:
        return type(self), (self.reason, "", self.said or UNREADABLE)

    def of(self, name: str) -> UnusableWorkbookError:
        """Return the same error of a file that has this name."""
        return UnusableWorkbookError(self.reason, name, self.said or UNREADABLE)


class Relationship(NamedTuple):
    """A link from one part to another part, or to something outside the package."""

    id: str
    kind: str
    """Last segment of the type's URI, such as `worksheet` or `styles`; it is the same in all variants."""
    target: str
    """Name of the part, or the address as written if `external`."""
    external: bool


class SheetTab(NamedTuple):
    """One tab of the workbook, as the workbook part lists it."""

    name: str
    part: str
    kind: str
    """`worksheet`, `chartsheet`, `dialogsheet` or `xlMacrosheet`."""
    state: str = ""
    """`hidden`, `veryHidden` where only a program can show it again, or as usual nothing."""


def q(local_name: str) -> str:
    """Return the name of a spreadsheet element or attribute as lxml writes it: `{namespace}local_name`."""
    return f"{{{MAIN}}}{local_name}"


def qs(local_names: str) -> tuple[str, ...]:
    """Return the names of several spreadsheet elements, given with spaces between them, like `q` does."""
    return tuple(q(name) for name in local_names.split())


R_ID: Final = f"{{{OFFICE_RELATIONSHIPS}}}id"
"""The attribute `r:id`, by which an element names a relationship of its part."""


def parse_xml(xml: bytes, part: str) -> etree._Element:
    """Return the root of an XML part; `part` serves the message.

    Raises `UnusableWorkbookError` for XML that is damaged or declares a document type.
    """
    # The limits of libxml2 (depth, length of one text, growth by entities) stay on: no workbook comes near them.
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        root = etree.fromstring(xml, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise UnusableWorkbookError(f"is damaged ({part} is not readable); {SAVE_AS_XLSX}, or take a backup") from error
    require_no_doctype(root, part)
    return root


def require_no_doctype(element: etree._Element, part: str) -> None:
    """Raise `UnusableWorkbookError` where the document that an element is in declares a document type."""
    if element.getroottree().docinfo.internalDTD is not None:
        why = "which no spreadsheet program writes and which can be used for attacks"
        raise UnusableWorkbookError(f"has a document type declaration in {part}, {why}; {SAVE_AS_XLSX}")


def to_xml(root: etree._Element) -> bytes:
    """Return an XML part as bytes, with the declaration that spreadsheet programs write."""
    return etree.tostring(root.getroottree(), xml_declaration=True, encoding="UTF-8", standalone=True)


class Package:
    """A workbook's parts, as they are in the file. Nothing is changed here.

    Part names are written without a leading slash: `xl/workbook.xml`. Names are found without regard to case.

    Raises `UnusableWorkbookError` if the bytes are not an ordinary workbook: no zip file, no workbook part, Strict Open
    XML, binary (.xlsb), digitally signed, damaged, or unpacking to an absurd size.
    """

    def __init__(self, data: bytes) -> None:
        self.data: Final = data
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
            raise UnusableWorkbookError(DAMAGED_FILE) from error
        self._members = _members(self._zip)
        self._links: dict[str, Mapping[str, Relationship]] = {}
        if self._signed():
            raise UnusableWorkbookError(
                Message(
                    "{file} is digitally signed, and any change would break the signature. Remove the signature, in "
                    "Excel under File, Info, View Signatures, and save."
                ),
            )
        self.workbook_part: Final = self._find_workbook()
        self.workbook: Final = self._read_workbook()
        """The root of the workbook part. Treat it as read-only; for changes take a new one from `xml`."""
        self.tabs: Final = self._find_tabs()

    @property
    def parts(self) -> tuple[str, ...]:
        """Names of all parts, in the order of the file."""
        return tuple(_part_name(info.filename) for info in self._members.values())

    @cached_property
    def sheets(self) -> Mapping[str, str]:
        """The worksheets in tab order: name -> part."""
        return {tab.name: tab.part for tab in self.tabs if tab.kind == "worksheet"}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Package) and self.data == other.data

    def __hash__(self) -> int:
        return hash(self.data)

    def __contains__(self, part: str) -> bool:
        return _key(part) in self._members

    def member(self, part: str) -> str:
        """Return the zip member's name of a part, which may differ in case or by a leading slash; if new, `part`."""
        info = self._members.get(_key(part))
        return part if info is None else info.filename

    def read(self, part: str) -> bytes:
        """Return a part's bytes.

        Raises `KeyError` if there is no such part, `UnusableWorkbookError` if it is damaged or encrypted.
        """
        self.require_size(part)
        return b"".join(self.pieces(part))

    def require_size(self, part: str) -> None:
        """Raise `UnusableWorkbookError` if a part is too large to be read."""
        if (size := self.size(part)) > MAX_PART:
            raise UnusableWorkbookError(f"unpacks {part} to {size >> 20} MB, {TOO_MUCH}", said=TOO_LARGE)

    def size(self, part: str) -> int:
        """Return how many bytes a part unpacks to; raises `KeyError` if there is no such part."""
        return self._members[_key(part)].file_size

    def pieces(self, part: str, most: int = _PIECE) -> Iterator[bytes]:
        """Yield a part in pieces of at most so many bytes, and look at its checksum at the end; raises like `read`."""
        info = self._members[_key(part)]
        try:
            with self._zip.open(info) as stream:
                while piece := stream.read(most):
                    yield piece
        except DAMAGED as error:
            raise UnusableWorkbookError(f"is damaged ({part} is not readable); take a backup") from error

    def check(self) -> None:
        """Unpack the parts, the smallest first, to see whether they are whole; not the largest. Raises like `read`."""
        room = _MOST_CHECKED
        for part in sorted(self.parts, key=self.size):
            room -= self.size(part)
            if room < 0:
                return
            deque(self.pieces(part), maxlen=0)

    def xml(self, part: str) -> etree._Element:
        """Return the root of an XML part, parsed safely; raises like `read` and `parse_xml`."""
        return parse_xml(self.read(part), part)

    def relationships(self, part: str = "") -> Mapping[str, Relationship]:
        """Return the relationships of a part (of the package itself: `""`), by id."""
        if part not in self._links:
            rels = relationships_part(part)
            self._links[part] = relationships_in(self.xml(rels), part) if rels in self else {}
        return self._links[part]

    def content_type(self, part: str) -> str:
        """Return a part's content type, by its name or else by its extension; `""` if none is given."""
        by_name, by_extension = self._content_types
        return by_name.get(f"/{part}".casefold(), by_extension.get(part.casefold().rpartition(".")[2], ""))

    @cached_property
    def _content_types(self) -> tuple[Mapping[str, str], Mapping[str, str]]:
        """The content types of parts by their names, and of all others by their extensions."""
        root = self.xml(CONTENT_TYPES)
        by_name, by_extension = (
            {each.get(key, "").casefold(): each.get("ContentType", "") for each in root.iterchildren(f"{{*}}{tag}")}
            for tag, key in (("Override", "PartName"), ("Default", "Extension"))
        )
        return by_name, by_extension

    def related(self, kind: str, part: str | None = None) -> str | None:
        """Return the first present part that a part (default: the workbook) is related to by `kind`, if any."""
        links = self.relationships(self.workbook_part if part is None else part).values()
        return next(
            (link.target for link in links if link.kind == kind and not link.external and link.target in self), None
        )

    def _signed(self) -> bool:
        return any(link.kind == "origin" for link in self.relationships().values()) or any(
            name.startswith("_xmlsignatures/") for name in self._members
        )

    def _find_workbook(self) -> str:
        part = self.related("officeDocument", "")
        if part is None:
            kind = next(
                (kind for name, kind in _OTHER_PACKAGES.items() if name in self), "a zip file without a workbook"
            )
            raise UnusableWorkbookError(f"is {kind}; {SAVE_AS_XLSX}", said=OTHER_KIND)
        if part.casefold().endswith(".bin"):
            raise UnusableWorkbookError(f"is a binary workbook (.xlsb); {SAVE_AS_XLSX}", said=OTHER_KIND)
        return part

    def _read_workbook(self) -> etree._Element:
        root = self.xml(self.workbook_part)
        if str(root.tag).startswith(f"{{{_STRICT}"):
            raise UnusableWorkbookError(
                "is saved as Strict Open XML; open it in Excel and save it as the ordinary Excel Workbook (.xlsx)",
                said=OTHER_KIND,
            )
        if root.tag != q("workbook"):
            raise UnusableWorkbookError(
                f"is not a workbook (perhaps a Word or PowerPoint document); {SAVE_AS_XLSX}", said=OTHER_KIND
            )
        return root

    def _find_tabs(self) -> tuple[SheetTab, ...]:
        links = self.relationships(self.workbook_part)
        tabs = []
        for sheet in self.workbook.iterfind(f"{q('sheets')}/{q('sheet')}"):
            link = links.get(sheet.get(R_ID, ""))
            # A tab without its part is damage that Excel repairs by leaving the tab out.
            if link is not None and link.target in self:
                tabs.append(SheetTab(sheet.get("name", ""), link.target, link.kind, sheet.get("state", "")))
        return tuple(tabs)


def relationships_in(root: etree._Element, part: str) -> Mapping[str, Relationship]:
    """Return the relationships in a relationship part, by id; `part` is the one that they belong to."""
    folder = posixpath.dirname(part)
    found: dict[str, Relationship] = {}
    for element in root.iterchildren("{*}Relationship"):
        external = element.get("TargetMode") == "External"
        target = element.get("Target", "")
        found[element.get("Id", "")] = Relationship(
            id=element.get("Id", ""),
            kind=element.get("Type", "").rsplit("/", 1)[-1],
            target=target if external else _resolve(folder, target),
            external=external,
        )
    return found


def relationships_part(part: str) -> str:
    """Return the name of the part that holds the relationships of `part` (of the package itself: `""`)."""
    folder, name = posixpath.split(part)
    return posixpath.join(folder, "_rels", f"{name}.rels")


def _part_name(member: str) -> str:
    return member.replace("\\", "/").lstrip("/")


def _key(part: str) -> str:
    return part.casefold()


def _resolve(folder: str, target: str) -> str:
    """Return the part that a relationship's target names, seen from the folder of the part that has it."""
    return posixpath.normpath(posixpath.join("/", folder, target.replace("\\", "/"))).lstrip("/")


def _members(archive: zipfile.ZipFile) -> Mapping[str, zipfile.ZipInfo]:
    """Return the archive's members by part name, after looking at their declared sizes."""
    members: dict[str, zipfile.ZipInfo] = {}
    for info in archive.infolist():
        name = _part_name(info.filename)
        if info.filename.endswith("/"):
            try:
                archive.open(info).close()
            except (
                DAMAGED
            ) as error:  # a folder that is nowhere: nobody could write this file anew with all that is in it
                raise UnusableWorkbookError(UNUSUAL) from error
            continue
        if not name or _key(name) in members:
            what = f"{name} twice" if name else "a part without a name"
            raise UnusableWorkbookError(f"is damaged (it holds {what}); {SAVE_AS_XLSX}")
        if info.flag_bits & 1:
            raise UnusableWorkbookError("is a zip file with a password; save it without one", said=PROTECTED)
        bomb = info.file_size > RATIO_FROM and info.file_size > MAX_RATIO * max(1, info.compress_size)
        if bomb:
            raise UnusableWorkbookError(f"unpacks {name} to {info.file_size >> 20} MB, {TOO_MUCH}", said=TOO_LARGE)
        members[_key(name)] = info
    if (total := sum(info.file_size for info in members.values())) > MAX_TOTAL:
        raise UnusableWorkbookError(f"unpacks to {total >> 20} MB, {TOO_MUCH}", said=TOO_LARGE)
    if len(members) > _MOST_PARTS:
        raise UnusableWorkbookError(f"has {len(members)} parts, {TOO_MUCH}", said=TOO_LARGE)
    return members
