"""Charts on our sheets, beside those of the organizer.

A worksheet has one drawing part for all that floats over its cells (ECMA-376 Part 1, 20.5.2.35): a list of *anchors*,
from the back to the front, each with a place and one object. A chart proper is a part of its own, which the drawing
part has a relationship to. So two people's objects may stand in one part, and what is replaced is single anchors: ours
take the place of ours in the list, so that an arrow or a text that the organizer has laid over a chart of ours stays in
front of it.

An object is ours if its name begins with `turnabout_` (`cNvPr/@name`, 20.5.2.8); of several that are called the same,
the first, because a copy that the organizer made of it bears the name, too. Who wants to keep one as it is renames it.
Place and size of our objects are ours: they must make room for tables that grow.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from lxml import etree

from turnabout_sheets.workbook.ooxml.package import OFFICE_RELATIONSHIPS, R_ID, Package, q, to_xml
from turnabout_sheets.workbook.ooxml.worksheet import Renames, add_drawing

_PREFIX: Final = "turnabout_"
_DRAWING: Final = "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"
_DRAWING_TYPE: Final = "application/vnd.openxmlformats-officedocument.drawing+xml"
_CHART: Final = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"


def take_out(package: Package, part: str, shell: etree._Element) -> int | None:
    """Remove our objects from a worksheet; return where in its drawing's list the first one stood, None: at the end.

    A drawing with nothing else in it goes, too; LibreOffice writes such, and the next run would find only ours there.
    """
    element = shell.find(q("drawing"))
    link = package.links(part).get("" if element is None else element.get(R_ID, ""))
    if element is None or link is None or link.target not in package:
        return None
    root = package.tree(link.target)
    anchors = [*root.iterchildren("{*}*")]
    named = {_name(each): each for each in reversed(anchors) if _name(each).casefold().startswith(_PREFIX)}
    ours = [each for each in anchors if each in named.values()]
    position = root.index(ours[0]) if ours else None
    links = {identifier for anchor in ours for identifier in _links(anchor)}
    for anchor in ours:
        root.remove(anchor)
    for identifier in sorted(links - {*_links(root)}):
        package.unlink(link.target, identifier)
    if len(ours) == len(anchors):
        shell.remove(element)
        package.unlink(part, link.id)
    return position


def put_in(
    package: Package, scratch: Package, source: str, part: str, shell: etree._Element, renames: Renames, at: int | None
) -> None:
    """Put the charts on the scratch's worksheet ``source`` onto a worksheet, ``at`` a place in its drawing's list."""
    made = scratch.linked(source, "drawing")
    if not made:
        return
    element = shell.find(q("drawing"))
    if element is not None:
        drawing = package.links(part)[element.get(R_ID, "")].target
    else:
        drawing = package.new_name("drawings")
        package.put_tree(drawing, etree.Element(f"{{{_DRAWING}}}wsDr", nsmap={"xdr": _DRAWING}), _DRAWING_TYPE)
        add_drawing(shell, package.link(part, "drawing", drawing))
    root = package.tree(drawing)
    taken, links = {each.get("id") for each in root.iter("{*}cNvPr")}, scratch.links(made)
    for place, anchor in enumerate([*scratch.tree(made).iterchildren("{*}*")], len(root) if at is None else at):
        for element in anchor.iter(f"{_CHART}chart"):
            link = links[element.get(R_ID, "")]
            chart = scratch.tree(link.target)
            for formula in chart.iter(f"{_CHART}f"):
                formula.text = renames.followed(formula.text or "")
            arrived = package.new_name("charts")
            package.put(arrived, to_xml(chart), scratch.content_type(link.target))
            element.set(R_ID, package.link(drawing, "chart", arrived))
        for element in anchor.iter("{*}cNvPr"):
            element.set("id", next(number for number in map(str, range(1, len(taken) + 2)) if number not in taken))
            element.set("name", _PREFIX + element.get("name", "").removeprefix(_PREFIX))
            taken.add(element.get("id"))
        root.insert(place, anchor)


def _name(anchor: etree._Element) -> str:
    return next((element.get("name", "") for element in anchor.iter("{*}cNvPr")), "")


def _links(element: etree._Element) -> Iterator[str]:
    """Yield the relationships that an element and what is in it name."""
    for each in element.iter("{*}*"):
        for name, value in each.attrib.items():
            if str(name).startswith(f"{{{OFFICE_RELATIONSHIPS}}}"):
                yield str(value)
