"""Charts on our sheets, beside those of the organizer.

A worksheet has one drawing part for all that floats over its cells (ECMA-376 Part 1, 20.5.2.35): a list of *anchors*,
from the back to the front, each with a place and one object. A chart proper is a part of its own, which the drawing
part has a relationship to. So two people's objects may stand in one part, and what is replaced is single anchors: ours
take the place of ours in the list, so that an arrow or a text that the organizer has laid over a chart of ours stays in
front of it.

An object is ours if its name bears our mark; of several, the first, because a copy that the organizer made of it bears
the name, too. Google Sheets and openpyxl save charts without names: there a chart with the
title of ours is. Place and size of our objects are ours: they must make room for tables that grow.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
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


def take_out(editor: Editor, scratch: Package, source: str, part: str, shell: etree._Element) -> int | None:
    """Remove our objects from the worksheet `part`; return where in the list of its drawing the first one stood.

    None: at the end. A drawing with nothing else in it goes, too; LibreOffice writes such, and the next run would find
    only ours there. `shell` is the worksheet's tree; the scratch's worksheet `source` has what comes in their
    place.
    """
    element = shell.find(q("drawing"))
    link = editor.relationships(part).get("" if element is None else element.get(R_ID, ""))
    if element is None or link is None or link.target not in editor:
        return None
    root = editor.xml(link.target)
    anchors = list(root.iterchildren("{*}*"))
    named = {_name(anchor): anchor for anchor in reversed(anchors) if is_marked(_name(anchor))}
    if (made := scratch.related("drawing", source)) is not None:
        alike = {
            _title(editor, link.target, each): each for each in reversed(anchors) if _UNNAMED.fullmatch(_name(each))
        }
        for anchor in scratch.xml(made).iterchildren("{*}*"):
            title, name = _title(scratch, made, anchor), mark_name(_name(anchor))
            if title in alike and title:
                named.setdefault(name, alike[title])
    ours = [anchor for anchor in anchors if anchor in named.values()]
    position = root.index(ours[0]) if ours else None
    for anchor in ours:
        root.remove(anchor)
    still_used = set(_links(root))
    for identifier in dict.fromkeys(each for anchor in ours for each in _links(anchor)):
        if identifier not in still_used:
            editor.unlink(link.target, identifier)
    if len(ours) == len(anchors):
        shell.remove(element)
        editor.unlink(part, link.id)
    elif ours:
        editor.put(link.target, to_xml(root))
    return position


def put_in(
    editor: Editor,
    scratch: Package,
    source: str,
    part: str,
    shell: etree._Element,
    renames: Renames,
    position: int | None,
    *,
    mark: bool,
) -> None:
    """Put the charts on the scratch's worksheet `source` onto the worksheet `part`, marked as ours if wanted.

    `shell` is the worksheet's tree. `position` is their place in the drawing's list; None: in front.
    """
    made = scratch.related("drawing", source)
    if made is None:
        return
    drawing, root = _open_drawing(editor, part, shell)
    taken = {str(element.get("id")) for element in root.iter("{*}cNvPr")}
    links = scratch.relationships(made)
    anchors = list(scratch.xml(made).iterchildren("{*}*"))
    if any(link.kind != "chart" for link in links.values()):
        raise ValueError(f"{made} holds something else than charts")
    for place, anchor in enumerate(anchors, start=len(root) if position is None else position):
        for element in anchor.iter(f"{_CHART}chart"):
            link = links[element.get(R_ID, "")]
            chart = scratch.xml(link.target)
            for formula in chart.iter(f"{_CHART}f"):
                formula.text = renames.followed(formula.text or "")
            arrived = editor.new_name("charts")
            editor.put(
                arrived,
                to_xml(chart) if renames else scratch.read(link.target),
                scratch.content_type(link.target),
            )
            element.set(R_ID, editor.link(drawing, link.kind, arrived))
        for element in anchor.iter("{*}cNvPr"):
            number = 1
            while str(number) in taken:
                number += 1
            taken.add(str(number))
            element.set("id", str(number))
            if mark:
                element.set("name", mark_name(element.get("name", "")))
        root.insert(place, anchor)
    editor.put(drawing, to_xml(root), _DRAWING_TYPE)


def _open_drawing(editor: Editor, part: str, shell: etree._Element) -> tuple[str, etree._Element]:
    """Return the drawing part of a worksheet, made if there is none, and its tree."""
    element = shell.find(q("drawing"))
    if element is not None:
        drawing = editor.relationships(part)[element.get(R_ID, "")].target
        return drawing, editor.xml(drawing)
    drawing = editor.new_name("drawings")
    root = etree.Element(f"{{{_DRAWING}}}wsDr", nsmap={"xdr": _DRAWING})
    editor.put(drawing, to_xml(root), _DRAWING_TYPE)
    element = etree.Element(q("drawing"))
    element.set(R_ID, editor.link(part, "drawing", drawing))
    insert(shell, element)
    return drawing, root


def _name(anchor: etree._Element) -> str:
    return next((element.get("name", "") for element in anchor.iter("{*}cNvPr")), "")


def _title(package: Editor | Package, drawing: str, anchor: etree._Element) -> str:
    """Return the title of the chart that an anchor holds; blank where there is none."""
    links = package.relationships(drawing)
    link = next((links.get(each.get(R_ID, "")) for each in anchor.iter(f"{_CHART}chart")), None)
    if link is None or link.target not in package:
        return ""
    with contextlib.suppress(UnusableWorkbookError):
        texts = package.xml(link.target).iterfind(f"{_CHART}chart/{_CHART}title//{{*}}t")
        return "".join(text.text or "" for text in texts)
    return ""


def _links(anchor: etree._Element) -> Iterator[str]:
    for element in anchor.iter("{*}*"):
        for name, value in element.attrib.items():
            if str(name).startswith(f"{{{OFFICE_RELATIONSHIPS}}}"):
                yield str(value)
