"""Notes (legacy comments) on our sheets, beside those of the organizer.

A worksheet's notes stand in two parts: their texts in a comments part (ECMA-376 Part 1, 18.7), and their boxes in a
drawing in VML, the format before DrawingML (Part 4, 19.4), which form controls share. A box says in its `ClientData`
which cell it belongs to. A cell has one note; where the organizer has written one, ours is left out.

Threaded comments have a note of their own in the comments part, for older programs; it is not ours and stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from lxml import etree

from turnabout_sheets.sheets.grid import column_letters
from turnabout_sheets.workbook.ooxml.areas import read_number
from turnabout_sheets.workbook.ooxml.editor import Editor
from turnabout_sheets.workbook.ooxml.ownership import NOTE_PREFIX
from turnabout_sheets.workbook.ooxml.package import MAIN, R_ID, Package, Relationship, parse_xml, q, to_xml
from turnabout_sheets.workbook.ooxml.worksheet import insert

_VML: Final = "urn:schemas-microsoft-com:vml"
_OFFICE: Final = "urn:schemas-microsoft-com:office:office"
_EXCEL: Final = "urn:schemas-microsoft-com:office:excel"
_SHAPE: Final = f"{{{_VML}}}shape"
_SHAPE_TYPE: Final = f"{{{_VML}}}shapetype"
_SHAPE_NUMBER: Final = re.compile(r"_x0000_s(\d+)")
_FIRST_SHAPE: Final = 1025

_COMMENTS_TYPE: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.comments+xml"
_VML_TYPE: Final = "application/vnd.openxmlformats-officedocument.vmlDrawing"
_EMPTY_COMMENTS: Final = f'<comments xmlns="{MAIN}"><authors/><commentList/></comments>'.encode()
_EMPTY_BOXES: Final = f'<xml xmlns:v="{_VML}" xmlns:o="{_OFFICE}" xmlns:x="{_EXCEL}"/>'.encode()


def take_out(editor: Editor, part: str, shell: etree._Element) -> None:
    """Remove our notes from the worksheet `part`, and their parts if nothing else is in them."""
    comments = editor.linked(part, "comments")
    if comments is None:
        return
    root = editor.xml(comments.target)
    ours = [comment for comment in _comments(root) if _text(comment).startswith(NOTE_PREFIX)]
    if not ours:
        return
    cells = {comment.get("ref", "") for comment in ours}
    for comment in ours:
        _list(root).remove(comment)
    if len(_list(root)):
        editor.put(comments.target, to_xml(root))
    else:
        editor.unlink(part, comments.id)
    boxes = _boxes_link(editor, part, shell)
    if boxes is not None:
        _take_out_boxes(editor, part, shell, boxes, cells)


def _take_out_boxes(editor: Editor, part: str, shell: etree._Element, boxes: Relationship, cells: set[str]) -> None:
    drawing = _vml(editor.read(boxes.target), boxes.target)
    for shape in [shape for shape in drawing.iter(_SHAPE) if _cell(shape) in cells]:
        drawing.remove(shape)
    if next(drawing.iter(_SHAPE), None) is not None:
        editor.put(boxes.target, to_xml(drawing))
        return
    for element in shell.findall(q("legacyDrawing")):
        shell.remove(element)
    editor.unlink(part, boxes.id)


def put_in(
    editor: Editor, scratch: Package, source: str, part: str, shell: etree._Element, *, mark: bool = False
) -> None:
    """Put the notes on the scratch's worksheet `source` onto the worksheet `part`, marked as ours if wanted.

    `shell` is the worksheet's tree.
    """
    made, made_boxes = scratch.related("comments", source), scratch.related("vmlDrawing", source)
    if made is None or made_boxes is None:
        return
    present, boxes = editor.linked(part, "comments"), _boxes_link(editor, part, shell)
    root = parse_xml(_EMPTY_COMMENTS, "notes") if present is None else editor.xml(present.target)
    drawing = _vml(_EMPTY_BOXES, "notes") if boxes is None else _vml(editor.read(boxes.target), boxes.target)
    occupied = {comment.get("ref") for comment in _comments(root)}
    made_root = scratch.xml(made)
    authors = [author.text or "" for author in made_root.iterfind(f"{q('authors')}/{q('author')}")]
    added = [comment for comment in _comments(made_root) if comment.get("ref") not in occupied]
    for comment in added:
        comment.set("authorId", _author(root, authors[int(comment.get("authorId", "0"))]))
        if mark:
            _mark(comment)
        _list(root).append(comment)
    _put_in_boxes(drawing, scratch.xml(made_boxes), {comment.get("ref", "") for comment in added})
    comments_part = editor.new_name("comments") if present is None else present.target
    boxes_part = editor.new_name("drawings", ".vml") if boxes is None else boxes.target
    editor.put(comments_part, to_xml(root), _COMMENTS_TYPE)
    editor.put(boxes_part, to_xml(drawing), _VML_TYPE)
    if present is None:
        editor.link(part, "comments", comments_part)
    if boxes is None:
        element = etree.Element(q("legacyDrawing"))
        element.set(R_ID, editor.link(part, "vmlDrawing", boxes_part))
        insert(shell, element)


def _put_in_boxes(drawing: etree._Element, made: etree._Element, cells: set[str]) -> None:
    known = {shape_type.get("id") for shape_type in drawing.iter(_SHAPE_TYPE)}
    for shape_type in [each for each in made.iter(_SHAPE_TYPE) if each.get("id") not in known]:
        drawing.append(shape_type)
    numbers = [_SHAPE_NUMBER.fullmatch(shape.get("id", "")) for shape in drawing.iter(_SHAPE)]
    number = max((int(match[1]) for match in numbers if match), default=_FIRST_SHAPE)
    for shape in [shape for shape in made.iter(_SHAPE) if _cell(shape) in cells]:
        number += 1
        shape.set("id", f"_x0000_s{number}")
        drawing.append(shape)


def _boxes_link(editor: Editor, part: str, shell: etree._Element) -> Relationship | None:
    """Return the relationship to the boxes; that of the pictures in headers and footers is of the same kind."""
    element = shell.find(q("legacyDrawing"))
    link = editor.relationships(part).get("" if element is None else element.get(R_ID, ""))
    return link if link is not None and link.target in editor else None


def _vml(xml: bytes, part: str) -> etree._Element:
    """Return the tree of a drawing in VML; Excel writes line breaks in it as HTML does, which is not well-formed."""
    parser = etree.XMLParser(recover=True, resolve_entities=False, no_network=True, load_dtd=False)
    root: etree._Element | None = etree.fromstring(xml, parser)
    return parse_xml(xml, part) if root is None else root


def _list(root: etree._Element) -> etree._Element:
    found = root.find(q("commentList"))
    return etree.SubElement(root, q("commentList")) if found is None else found


def _comments(root: etree._Element) -> Iterator[etree._Element]:
    return root.iterfind(f"{q('commentList')}/{q('comment')}")


def _text(comment: etree._Element) -> str:
    return "".join(element.text or "" for element in comment.iter(q("t")))


def _author(root: etree._Element, name: str) -> str:
    """Return the number of an author in a comments part, added at the end if missing."""
    authors = root.find(q("authors"))
    if authors is None:
        authors = etree.Element(q("authors"))
        root.insert(0, authors)
    names = [author.text or "" for author in authors.iterchildren(q("author"))]
    if name not in names:
        etree.SubElement(authors, q("author")).text = name
        names.append(name)
    return str(names.index(name))


def _mark(comment: etree._Element) -> None:
    """Begin a note's text with our mark, in bold and on a line of its own, as Excel writes an author."""
    text = comment.find(q("text"))
    if text is None or _text(comment).startswith(NOTE_PREFIX):
        return
    for plain in text.findall(q("t")):
        text.remove(plain)
        run = etree.SubElement(text, q("r"))
        run.append(plain)
    run = etree.Element(q("r"))
    etree.SubElement(etree.SubElement(run, q("rPr")), q("b"))
    first = etree.SubElement(run, q("t"))
    first.text = f"{NOTE_PREFIX}\n"
    first.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
    text.insert(0, run)


def _cell(shape: etree._Element) -> str:
    """Return the address of the cell whose note a shape is; `""` for other shapes."""
    for data in shape.iterfind(f"{{{_EXCEL}}}ClientData[@ObjectType='Note']"):
        row, column = data.findtext(f"{{{_EXCEL}}}Row"), data.findtext(f"{{{_EXCEL}}}Column")
        if row and column:
            return f"{column_letters(read_number(column))}{read_number(row) + 1}"
    return ""
