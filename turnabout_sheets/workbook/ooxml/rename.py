"""Taking a name out of a whole workbook: out of every text, reference, property and address in its XML parts.

A part is gone through as text, tag by tag, so that all else in it stays byte for byte; one without the name stays as it
is altogether. What is no XML (pictures, macros, embedded files), or far too long, is only searched: a workbook in which
the name stands there cannot be rewritten.

A name may be cut by the looks of its letters: each letter of a text may be in a *run* of its own (Part 1, 18.4.4).
Where only the runs together have the name, they become one.
"""

from __future__ import annotations

import html
import io
import re
import zipfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache, partial
from itertools import chain, count
from types import MappingProxyType
from typing import Final, NamedTuple
from urllib.parse import quote, unquote
from xml.parsers import expat

from turnabout_sheets.core.renaming import Renaming, unescape_xml
from turnabout_sheets.core.text import header_key
from turnabout_sheets.workbook.ooxml import bounds
from turnabout_sheets.workbook.ooxml.areas import area_of, read_number
from turnabout_sheets.workbook.ooxml.package import Package, UnusableWorkbookError
from turnabout_sheets.workbook.ooxml.row_writer import ILLEGAL, escape
from turnabout_sheets.workbook.ooxml.shared_texts import shared_texts, unescape
from turnabout_sheets.workbook.ooxml.worksheet import quote as quote_title
from turnabout_sheets.workbook.ooxml.zip_rewrite import ArchiveTooLargeError, rewrite

_LONGEST_TITLE: Final = 31
"""Characters that the name of a sheet may have."""
_ID_HEADERS: Final = ("playerid", "playeraid", "playerbid")
"""The headers of columns with Player IDs, by `header_key`."""

_PLAIN: Final = ("c", "row", "col", "v", "f", "t", "r", "si", "is")
"""Elements that stand there by the thousand, and have no words in their tags."""
_QUOTED: Final = r"""(?:[^<>"']|"[^"]*"|'[^']*')*?"""
_TOKEN: Final = re.compile(
    rf"<!\[CDATA\[(?P<cdata>.*?)\]\]>|(?P<aside><!--.*?-->|<\?.*?\?>|<!.*?>)"
    rf"|<(?P<end>/?)(?P<tag>[^\s<>/]+){_QUOTED}(?P<one>/?)>|(?P<text>[^<]+)",
    re.DOTALL,
)
_ATTRIBUTE: Final = re.compile(r"""([^\s=]+)(\s*=\s*)("[^"]*"|'[^']*')""")
_CELL: Final = re.compile(
    rf"<(?:(?P<row>(?:[\w.-]+:)?row)\b|(?P<cell>(?:[\w.-]+:)?c)\b(?P<attributes>{_QUOTED})(?:/>|>(?P<inside>.*?)</(?P=cell)>))",
    re.DOTALL,
)
_BETWEEN_RUNS: Final = re.compile(
    r"</(?:[\w.-]+:)?t>(?:(?!</(?:[\w.-]+:)?(?:si|is|text|p)>).)*?<(?:[\w.-]+:)?t(?:\s[^<>]*)?>", re.DOTALL
)
_TAG: Final = re.compile(rf"<{_QUOTED}>")
_FORMULA: Final = re.compile(r"<(?:[\w.-]+:)?f\b.*?</(?:[\w.-]+:)?f>", re.DOTALL)
_VALUE: Final = re.compile(r"<(?:[\w.-]+:)?v\b[^<>]*>[^<]*</(?:[\w.-]+:)?v>")
_ID_HEADER: Final = re.compile(r"player\W*(?:a|b)?\W*id", re.IGNORECASE)
_NUMBER: Final = re.compile(r"\s*[-+]?[0-9.]+(?:[Ee][-+]?[0-9]+)?\s*")
_WORD: Final = re.compile(r"(?=.*[A-Za-z])[\w.-]*", re.ASCII)

_PLACES: Final = ("col", "row", "colOff", "rowOff", "Anchor", "Column", "Row")
"""The elements whose numbers say where something stands."""
_VALUES: Final = ("v", "i4", "r8")
"""The elements that must have a number."""
_VALUES_OF: Final = (
    ("n", "v"), ("sharedItems", "minValue"), ("sharedItems", "maxValue"), ("filter", "val"), ("customFilter", "val")
)  # fmt: skip
"""The attributes in which there may be one of a cell, by their elements."""

_IN_RUNS: Final = ("si", "is", "text", "p")
"""The elements whose texts are one text, cut into runs."""
_FORMULAS: Final = ("f", "formula", "formula1", "formula2", "definedName", "FmlaLink", "FmlaRange", "FmlaMacro")
"""The elements in which a formula stands, or a reference."""
_REFERENCES: Final = ("location", "textlink", "fmlaLink", "fmlaRange", "refersTo")
"""The attributes in which one stands."""
_IDENTIFIERS: Final = (("definedName", "name"), ("table", "name"), ("table", "displayName"))
"""The attributes by which formulas know something, so that there is no space in them."""
_TEXTS: Final = frozenset(
    "alt altText author caption comment customList descr description display displayName error errorTitle help list"
    " name prompt promptTitle sheet statusBar text title Target tooltip uniqueName user userId userName v".split()
)
"""The attributes in which people write; others may have a word of the file's own language that is somebody's name."""
_TEXTS_OF: Final = (("filter", "val"), ("customFilter", "val"), ("sheetName", "val"), ("inputCells", "val"))

_PIECE: Final = re.compile(
    r"""(?P<said>"(?:[^"]|"")*")|(?P<title>'(?:[^']|'')*')|(?P<column>\[[^\[\]]*\])|(?P<word>[\w.]+)(?P<then>[!(]?)"""
)
"""What of a formula may have a name in it: a text, the name of a sheet, that of a column, and other names."""
_REFERENCE: Final = re.compile(r"[A-Za-z]{1,3}[0-9]{1,7}")
_CODES: Final = re.compile(r"""(&(?:[A-Za-z+-]|"[^"]*"|[0-9]+|K[0-9A-Fa-f]{6}|K[0-9]{2}[+-][0-9]{3}))""")
"""What stands between the texts of a header or footer, and tells where and how they are printed (18.3.1.46)."""
_AND: Final = "\ue000"
"""What stands for `&&` while a header is taken apart: it is no code, but the character."""
_SIDES: Final = ("&L", "&C", "&R")
"""The codes between the three texts of a header."""
_HEADERS: Final = re.compile(r"(?:odd|even|first)(?:Header|Footer)")
_HEADER: Final = re.compile(rf"<(?:[\w.-]+:)?{_HEADERS.pattern}>([^<]+)<")
_RESERVED: Final = "/:?#[]@!$&'()*,;=~+\\"

Figures = Mapping[str, Collection[str] | None]
"""Where a number is no Player ID, by sheet: below these headers, by `header_key`; None: nowhere on the sheet."""


def rename_in_workbook(
    data: bytes,
    renaming: Renaming,
    gone: Collection[str] = (),
    figures: Figures = MappingProxyType({}),
) -> bytes:
    """Return the workbook ``data`` with another name for somebody; its very bytes where nobody is called so.

    Where the name is, texts that are altogether one of ``gone`` become blank.

    Raises `UnusableWorkbookError` where it is no workbook that can be read, or the name stands where it must stay: in
    the name of a part, or in one that is no XML.
    """
    package = Package(data)
    writer = _Writer(package, renaming, gone, figures)
    changes: dict[str, bytes] = {}
    for part in package.parts:
        old = package.read(part)
        new = writer.rewrite(part, old)
        if new != old:
            changes[package.member(part)] = new
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        said = [
            archive.comment,
            *(each for info in archive.infolist() for each in (info.filename.encode(), info.comment, info.extra)),
        ]
    if any(map(renaming.is_in, said)):
        raise _remains("the name of a part")
    if not changes:
        return data
    try:
        return bytes(rewrite(data, changes))
    except (zipfile.BadZipFile, ArchiveTooLargeError) as error:
        raise UnusableWorkbookError("is damaged or far too large") from error


def _remains(part: str) -> UnusableWorkbookError:
    return UnusableWorkbookError(f"has a name that is to be forgotten in {part}, where it cannot be taken out")


class _Run(NamedTuple):
    """A text or a part of one: its tag, and where that and the text stand; ``is_reading``: how it is pronounced."""

    opened: tuple[int, int]
    tag: str
    span: tuple[int, int]
    text: str
    is_reading: bool


class _Writer:
    """Rewrites the parts of one workbook."""

    def __init__(self, package: Package, renaming: Renaming, gone: Collection[str], figures: Figures) -> None:
        self._package = package
        self._renaming = renaming
        self._gone = gone
        self._names, self._ids = replace(renaming, ids=()), replace(renaming, names=())
        names = [name for name in renaming.names if not _WORD.fullmatch(name)]
        self._spelled = replace(renaming, names=names, ids=[each for each in renaming.ids if not each.isdigit()])
        """What is in no tag but as a name or an ID."""
        self._titles = _retitle([tab.name for tab in package.tabs], renaming)
        self._figures = {part.casefold(): figures.get(title, ()) for title, part in package.sheets.items()}
        self._say = lru_cache(1 << 14)(self._rename_words)

    def rewrite(self, part: str, content: bytes) -> bytes:
        """Return a part without the name. Raises `UnusableWorkbookError` where it remains."""
        xml = _read_xml(content)
        if not xml or bounds.count_nodes(content) > bounds.MOST_STREAMED:
            if self._renaming.is_in(content):
                raise _remains(part)
            return content
        new = self._clear_ids(part, xml)
        if _is_in(new, self._renaming):
            new = self._rename(new)
            if _is_in(new, self._spelled):
                raise _remains(part)
        return content if new == xml else new.encode()

    def _rename(self, xml: str) -> str:
        """Return the text of a part with every text, attribute and formula in it renamed."""
        edits: dict[tuple[int, int], str] = {}
        runs: list[_Run] = []
        around: list[str] = []
        opened, name = (0, 0), ""
        for match in _TOKEN.finditer(xml):
            piece, tag = match[0], (match["tag"] or "").rpartition(":")[2]
            new = piece
            if match["aside"]:
                new = "" if self._names.is_in_text(piece) else piece
            elif match["end"]:
                del around[-1:]
                if tag in _IN_RUNS:
                    edits |= self._join(runs, in_cells=tag != "p")
            elif tag:
                new = piece if tag in _PLAIN else _ATTRIBUTE.sub(partial(self._rename_attribute, tag), piece)
                opened, name = match.span(), match["tag"]
                if not match["one"]:
                    around.append(tag)
                if tag in _IN_RUNS:
                    runs = []
            else:
                text = unescape(html.unescape(piece) if match["cdata"] is None else match["cdata"])
                inside = around[-1] if around else ""
                if inside == "t":
                    runs.append(_Run(opened, name, match.span(), text, "rPh" in around))
                renamed = self._rename_text(around, text)
                new = piece if renamed == text else _write_text(renamed)
            if new != piece:
                edits[match.span()] = new
        done, at = list[str](), 0
        for (start, end), new in sorted(edits.items()):
            done += [xml[at:start], new]
            at = end
        return "".join([*done, xml[at:]])

    def _join(self, runs: Sequence[_Run], *, in_cells: bool) -> Iterator[tuple[tuple[int, int], str]]:
        """Yield what makes one run of several that have the name together; how it is pronounced goes with it."""
        texts = [run.text for run in runs if not run.is_reading]
        whole = self._say("".join(texts))
        is_cut = whole != "".join(map(self._say, texts))
        for run in runs if whole != "".join(texts) else ():
            if run.is_reading or (is_cut and not whole):
                yield run.span, ""
            elif is_cut:
                if in_cells:
                    yield run.opened, f'<{run.tag} xml:space="preserve">'
                yield run.span, _write_text(whole)
                whole = ""

    def _rename_words(self, text: str) -> str:
        new = "" if text in self._gone else self._renaming.replace(text)
        if "%" in new and self._names.is_in_text(address := unquote(new)):
            return quote(self._names.replace(address), _RESERVED)
        return new

    def _rename_text(self, around: Sequence[str], text: str) -> str:
        inside = around[-1] if around else ""
        if inside in _FORMULAS:
            return self._rename_formula(text)
        if _HEADERS.fullmatch(inside):
            pieces = enumerate(_split_header(text))
            return "".join(piece if at % 2 else self._say(piece).replace("&", "&&") for at, piece in pieces)
        if inside in _PLACES:
            return text
        if inside == "lpstr" and text.casefold() in self._titles:
            return self._titles[text.casefold()]
        if _NUMBER.fullmatch(text) and inside != "t":
            if [*around[-2:]] == ["c", "v"]:
                return text  # what `_clear_ids` has left in a cell
            return self._rename_value(text) if inside in _VALUES else self._ids.replace(text)
        return self._rename_formula(text) if inside == "lpstr" and "!" in text else self._say(text)

    def _rename_value(self, number: str) -> str:
        return "0" if self._renaming.is_number(number) else number

    def _rename_attribute(self, tag: str, match: re.Match[str]) -> str:
        text, (_, _, attribute) = html.unescape(match[3][1:-1]), match[1].rpartition(":")
        if (tag, attribute) in _IDENTIFIERS:
            new = self._identify(text)
        elif attribute in _REFERENCES:
            new = self._rename_formula(text)
        elif match[1].startswith("xmlns"):
            new = text
        elif _NUMBER.fullmatch(text) and tag != "s":
            is_text = attribute in _TEXTS and attribute != "v"
            new = (self._titles.get(text) or self._ids.replace(text)) if is_text else text
            new = self._rename_value(text) if (tag, attribute) in _VALUES_OF else new
        elif attribute in _TEXTS or (tag, attribute) in _TEXTS_OF:
            new = self._titles.get(text.casefold()) or self._say(text)
        else:
            new = text if _WORD.fullmatch(text) else self._names.replace(text)
        if tag == "Relationship" and new != text:
            new = new.replace(" ", "%20")
        return match[0] if new == text else f'{match[1]}{match[2]}"{html.escape(new)}"'

    def _rename_formula(self, text: str) -> str:
        if not self._renaming.is_in_text(text):
            return text
        return self._spelled.replace(_PIECE.sub(self._rename_piece, text))

    def _rename_piece(self, match: re.Match[str]) -> str:
        """Return a piece of a formula."""
        if match["said"]:
            new = self._say(match[0][1:-1].replace('""', '"')).replace('"', '""')
            return f'"{new}"'
        if match["title"]:
            return quote_title(self._title(match[0][1:-1].replace("''", "'")))
        if match["column"]:
            return self._names.replace(match[0])
        if match["then"] == "(" or _REFERENCE.fullmatch(match["word"]) or not self._names.is_in_text(match["word"]):
            return match[0]  # a function or a cell is called so
        return quote_title(self._title(match["word"])) + "!" if match["then"] else self._identify(match["word"])

    def _title(self, title: str) -> str:
        return self._titles.get(title.casefold()) or self._names.replace(title)

    def _identify(self, name: str) -> str:
        """Return the name of something as formulas have it, without a space."""
        return self._names.replace(name).replace(" ", "_") if self._names.is_in_text(name) else name

    def _clear_ids(self, part: str, xml: str) -> str:
        """Return a sheet without the Player IDs in their columns, and without the long ones that are numbers."""
        renaming, figures = self._renaming, self._figures.get(part.casefold(), ())
        if not renaming.ids or part.casefold() not in self._figures:
            return xml
        columns: set[int] = set()
        counted: set[int] = set()
        column = -1

        def clear(match: re.Match[str]) -> str:
            nonlocal column
            if match["row"]:
                column = -1
                return match[0]
            attributes = {name: value[1:-1] for name, _, value in _ATTRIBUTE.findall(match["attributes"])}
            area = area_of(attributes.get("r", ""))
            column = area.left if area else column + 1
            kind = attributes.get("t", "n")
            value = self._read_cell(kind, match["inside"] or "")
            header = header_key(value)
            if header in _ID_HEADERS:
                columns.add(column)
            elif figures and header in figures:
                counted.add(column)
            if column in columns and renaming.is_id(value):
                kept = "".join(f' {name}="{attributes[name]}"' for name in ("r", "s") if name in attributes)
                return f"<{match['cell']}{kept}/>"
            is_figure = figures is None or column in counted or kind not in ("n", "str")
            return match[0] if is_figure or not renaming.is_number(value) else _VALUE.sub("", match[0])

        listed = any(f">{number}</" in xml for number, text in self._shared.items() if header_key(text) in _ID_HEADERS)
        listed = listed or any(number in xml for number in renaming.numbers)
        return _CELL.sub(clear, xml) if listed or _ID_HEADER.search(xml) else xml

    def _read_cell(self, kind: str, inside: str) -> str:
        """Return what is in a cell, whose formula does not matter."""
        text = unescape(html.unescape(_TAG.sub("", _FORMULA.sub("", inside))))
        return self._shared.get(read_number(text), "") if kind == "s" else text

    @cached_property
    def _shared(self) -> Mapping[int, str]:
        return shared_texts(self._package, range(1 << 30))


def _retitle(titles: Sequence[str], renaming: Renaming) -> Mapping[str, str]:
    """Return the new names of sheets whose names are to change, by the old ones without regard to case."""
    taken = {title.casefold() for title in titles}
    new: dict[str, str] = {}
    for title in titles:
        if renaming.is_in_text(title):
            whole = renaming.replace(title).strip() or renaming.pseudonym
            tried = (f"{whole[: _LONGEST_TITLE - len(end)]}{end}" for end in chain([""], map(" {}".format, count(2))))
            new[title.casefold()] = next(each for each in tried if each.casefold() not in taken)
            taken.add(new[title.casefold()].casefold())
    return new


def _read_xml(content: bytes) -> str:
    """Return the text of a part that is well-formed XML without a document type; nothing for any other."""
    try:
        xml = bounds.to_utf8(content)
        if not bounds.declares_doctype(xml):
            expat.ParserCreate("UTF-8").Parse(xml, True)
            return xml.decode()
    except (ValueError, expat.ExpatError):
        pass
    return ""


def _is_in(xml: str, renaming: Renaming) -> bool:
    """Tell whether a name is in a part, also where runs cut it, or the codes of a header stand around or in it."""
    together = [unescape_xml(_BETWEEN_RUNS.sub("", xml))]
    for header in _HEADER.finditer(xml):
        pieces = _split_header(html.unescape(header[1]))
        pieces[1::2] = ("\0" if code in _SIDES else "" for code in pieces[1::2])
        together += ["".join(pieces), "\0".join(pieces)]
    return renaming.is_in(xml.encode()) or any(map(renaming.is_in_text, together))


def _split_header(text: str) -> list[str]:
    """Return the texts of a header or footer, with the codes between them."""
    pieces = _CODES.split(text.replace("&&", _AND))
    return [piece.replace(_AND, "&") for piece in pieces]


def _write_text(text: str) -> str:
    """Return a text as it stands between tags, with escapes for what XML cannot hold."""
    shown = ILLEGAL.sub(lambda match: f"_x{ord(match[0]):04X}_", escape(text))
    return html.escape(shown, quote=False).replace("\r", "&#13;")
