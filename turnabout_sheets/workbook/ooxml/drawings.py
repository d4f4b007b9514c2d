"""Charts and pictures on our sheets, beside those of the organizer.

A worksheet has one drawing part for all that floats over its cells (ECMA-376 Part 1, 20.5.2.35): a list of *anchors*,
from the back to the front, each with a place and one object. A chart or picture proper is a part of its own, which the
drawing part has a relationship to. So two people's objects may stand in one part, and what is replaced is single
anchors: ours take the place of ours in the list, so that an arrow or a text that the organizer has laid over a chart of
ours stays in front of it.

An object is ours if its name bears our mark; of several, the first, because a copy that the organizer made of it bears
the name, too. Where a program has saved the file without the names (Google Sheets, openpyxl), a chart with the title of
one of ours and a name that such programs give is taken for it, and a chart or picture that begins in the same cell.
Place and size of our objects are ours, too: they must make room for tables that grow.
"""

from __future__ import annotations

import contextlib
import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from lxml import etree

from turnabout_sheets.workbook.ooxml.editor import Editor
from turnabout_sheets.workbook.ooxml.ownership import is_marked, mark_name
from turnabout_sheets.workbook.ooxml.package import (
    OFFICE_RELATIONSHIPS,
    R_ID,
    Package,
    UnusableWorkbookError,
    q,
    to_xml,
)
from turnabout_sheets.workbook.ooxml.worksheet import Renames, insert

_DRAWING: Final = "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"
_DRAWING_TYPE: Final = "application/vnd.openxmlformats-officedocument.drawing+xml"
_CHART: Final = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"


_UNNAMED: Final = re.compile("Chart [0-9]+")
"""The name of a chart that nobody has named: openpyxl's, Google's, and of the scratch workbook."""


def take_out(editor: Editor, scratch: Package, source: str, part: str, shell: etree._Element) -> int | None:
    """Remove our objects from the worksheet `part`; return where in the list of its drawing the first one stood.

    None: at the end. A drawing with nothing else in it goes, too. `shell` is the worksheet's tree; the scratch's
    worksheet `source` tells what will take their place.
    """
    element = shell.find(q("drawing"))
    link = editor.relationships(part).get("" if element is None else element.get(R_ID, ""))
    if element is None or link is None or link.target not in editor:
        return None
    root = editor.xml(link.target)
    made = scratch.related("drawing", source)
    coming = {} if made is None else _titles(scratch, made, scratch.xml(made))
    ours = _ours(_titles(editor, link.target, root), coming)
    is_empty = (
        next(root.iterchildren("{*}*"), None) is None
    )  # LibreOffice writes such; the next run would find ours only
    if not ours and not (is_empty and made is not None):
        return None
    position = root.index(ours[0]) if ours else None
    for anchor in ours:
        root.remove(anchor)
    still_used = set(_links(root))
    for identifier in dict.fromkeys(each for anchor in ours for each in _links(anchor)):
        if identifier not in still_used:
            editor.unlink(link.target, identifier)
    if next(root.iterchildren("{*}*"), None) is not None:
        editor.put(link.target, to_xml(root))
    else:
        shell.remove(element)
        editor.unlink(part, link.id)
    return position


@dataclass(slots=True)
class Carrier:
    """Carries the drawings of a scratch workbook over, with their charts and pictures; each of those only once."""

    editor: Editor
    scratch: Package
    renames: Renames
    _carried: dict[str, str] = field(default_factory=dict)

    def put_in(
        self, source: str, part: str, shell: etree._Element, *, position: int | None = None, mark: bool = False
    ) -> None:
        """Put the objects on the scratch's worksheet `source` onto the worksheet `part`, marked as ours if wanted.

        `shell` is the worksheet's tree. `position` is their place in the drawing's list; by default they are in front.
        """
        made = self.scratch.related("drawing", source)
        if made is None:
            return
        drawing, root = self._drawing(part, shell)
        position = len(root) if position is None else position
        taken = {str(element.get("id")) for element in root.iter("{*}cNvPr")}
        links = self.scratch.relationships(made)
        for place, anchor in enumerate(list(self.scratch.xml(made).iterchildren("{*}*")), start=position):
            for element in anchor.iter("{*}*"):
                for name in _link_attributes(element):
                    link = links[str(element.get(name))]
                    target = link.target if link.external else self._carry(link.target)
                    element.set(name, self.editor.link(drawing, link.kind, target, external=link.external))
            names = list(anchor.iter("{*}cNvPr"))
            if not names:
                raise ValueError(f"a drawing in {made} holds an object without a name, which could not be found again")
            for element in names:
                number = 1
                while str(number) in taken:
                    number += 1
                taken.add(str(number))
                element.set("id", str(number))
                if mark:
                    element.set("name", mark_name(element.get("name", "")))
            root.insert(place, anchor)
        self.editor.put(drawing, to_xml(root), _DRAWING_TYPE)

    def _drawing(self, part: str, shell: etree._Element) -> tuple[str, etree._Element]:
        """Return the drawing part of a worksheet, made if there is none, and its tree."""
        element = shell.find(q("drawing"))
        if element is not None:
            drawing = self.editor.relationships(part)[element.get(R_ID, "")].target
            return drawing, self.editor.xml(drawing)
        drawing = self.editor.new_name("drawings")
        root = etree.Element(f"{{{_DRAWING}}}wsDr", nsmap={"xdr": _DRAWING})
        self.editor.put(drawing, to_xml(root), _DRAWING_TYPE)
        element = etree.Element(q("drawing"))
        element.set(R_ID, self.editor.link(part, "drawing", drawing))
        insert(shell, element)
        return drawing, root

    def _carry(self, source: str) -> str:
        """Return the target's part that holds what the scratch's part `source` does, after copying it if need be."""
        if source not in self._carried:
            folder, extension = posixpath.basename(posixpath.dirname(source)), posixpath.splitext(source)[1]
            part = self._carried[source] = self.editor.new_name(folder, extension)
            self.editor.put(part, self._content(source), self.scratch.content_type(source))
            for link in self.scratch.relationships(source).values():
                target = link.target if link.external else self._carry(link.target)
                self.editor.link(part, link.kind, target, external=link.external, identifier=link.id)
        return self._carried[source]

    def _content(self, source: str) -> bytes:
        content = self.scratch.read(source)
        if not self.renames or not source.endswith(".xml"):
            return content
        root = self.scratch.xml(source)
        for formula in root.iter(f"{_CHART}f"):
            formula.text = self.renames.followed(formula.text or "")
        return to_xml(root)


def _titles(package: Editor | Package, drawing: str, root: etree._Element) -> Mapping[etree._Element, str]:
    """Return all anchors of a drawing in their order, and the titles of charts without a name of their own."""
    links = package.relationships(drawing)
    titles = dict.fromkeys(root.iterchildren("{*}*"), "")
    for anchor in titles:
        link = next((links.get(each.get(R_ID, "")) for each in anchor.iter(f"{_CHART}chart")), None)
        if link is not None and link.target in package and _UNNAMED.fullmatch(_name(anchor)):
            with contextlib.suppress(UnusableWorkbookError):
                texts = package.xml(link.target).iterfind(f"{_CHART}chart/{_CHART}title//{{*}}t")
                titles[anchor] = "".join(text.text or "" for text in texts)
    return titles


def _ours(present: Mapping[etree._Element, str], coming: Mapping[etree._Element, str]) -> list[etree._Element]:
    """Return our anchors among those present, in their order; those that are coming will take their place."""
    found = {_name(anchor): anchor for anchor in reversed(list(present)) if is_marked(_name(anchor))}
    others = [anchor for anchor in present if not is_marked(_name(anchor))]
    for anchor, title in coming.items():
        if mark_name(_name(anchor)) not in found:
            alike = [each for each in others if title and present[each] == title]
            there = [each for each in others if _spot(each) and _spot(each) == _spot(anchor)]
            for taken in (*alike, *there)[:1]:
                found[mark_name(_name(anchor))] = taken
                others.remove(taken)
    return [anchor for anchor in present if anchor in found.values()]


_Spot = tuple[str, str, str]


def _spot(anchor: etree._Element) -> _Spot | None:
    """Return the kind of a chart's or picture's anchor, and the column and row where it begins."""
    for kind in ("graphicFrame", "pic"):
        if anchor.find(f"{{*}}{kind}") is not None:
            column, row = anchor.findtext("{*}from/{*}col"), anchor.findtext("{*}from/{*}row")
            return None if column is None or row is None else (kind, column, row)
    return None


def _name(anchor: etree._Element) -> str:
    return next((element.get("name", "") for element in anchor.iter("{*}cNvPr")), "")


def _links(anchor: etree._Element) -> Iterator[str]:
    for element in anchor.iter("{*}*"):
        for name in _link_attributes(element):
            yield str(element.get(name))


def _link_attributes(element: etree._Element) -> list[str]:
    return [str(name) for name in element.attrib if str(name).startswith(f"{{{OFFICE_RELATIONSHIPS}}}")]
