"""A workbook that is changed as a spreadsheet program changes it, directly in its parts: what is not meant stays."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from lxml import etree
from openpyxl.utils.cell import coordinate_to_tuple, get_column_letter
from python_calamine import CalamineWorkbook

from tests.workbook.workbooks import MAIN, OFFICE, PACKAGE, TYPES

BOOK: Final = "xl/workbook.xml"
CORE: Final = "docProps/core.xml"
RELS: Final = "xl/_rels/workbook.xml.rels"
CONTENT_TYPES: Final = "[Content_Types].xml"
SHEET_TYPE: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"

MODIFIED: Final = re.compile(rb"(<dcterms:modified[^>]*>)[^<]*<")
FIRST_SAVE: Final = datetime(2026, 11, 27, 18)

SHOWN: Final = re.compile(rb"(</f>|<f(?: [^<>]*)?/>)\s*<v(?: [^<>]*)?(?:/>|>[^<]*</v>)")
"""A formula's end, and what it has shown: found in the bytes, because parsing a whole sheet takes far longer."""

Cell = str | float | None
"""What is typed: None clears the cell, and what begins with = is a formula."""

Tree = Any


def _tag(name: str) -> str:
    return f"{{{MAIN}}}{name}"


def _part(target: str) -> str:
    """Return the name of a part that the workbook's part is linked with."""
    return target[1:] if target.startswith("/") else f"xl/{target}"


def _split(reference: str) -> tuple[str, int]:
    """Return the letters and the row of an address."""
    letters = reference.rstrip("0123456789")
    return letters, int(reference[len(letters) :])


class Book:
    """The parts of a package, and its sheets."""

    def __init__(self, data: bytes) -> None:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            self.parts = {info.filename: archive.read(info) for info in archive.infolist()}

    def to_bytes(self, packing: int = zipfile.ZIP_DEFLATED) -> bytes:
        """Return the file, packed anew."""
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", packing, compresslevel=1) as archive:
            for name, content in self.parts.items():
                archive.writestr(name, content)
        return out.getvalue()

    def stamp(self, saves: int) -> None:
        """Say when it was saved, as spreadsheet programs do: so many minutes after the first time."""
        when = f"{FIRST_SAVE + timedelta(minutes=saves):%Y-%m-%dT%H:%M:%SZ}"
        if CORE in self.parts:
            self.parts[CORE] = MODIFIED.sub(rf"\g<1>{when}<".encode(), self.parts[CORE])

    @property
    def sheets(self) -> dict[str, str]:
        """The part of each sheet, by its name."""
        links: Tree = etree.fromstring(self.parts[RELS])
        parts = {link.get("Id"): _part(link.get("Target")) for link in links if link.get("Type").endswith("/worksheet")}
        tabs = ((tab.get("name"), parts.get(tab.get(f"{{{OFFICE}}}id"))) for tab in self._book().iter(_tag("sheet")))
        return {name: part for name, part in tabs if part}

    def rows(self, sheet: str) -> list[list[Any]]:
        """Return the values of a sheet from A1 on."""
        book = CalamineWorkbook.from_filelike(io.BytesIO(self.to_bytes(zipfile.ZIP_STORED)))
        return book.get_sheet_by_name(sheet).to_python(skip_empty_area=False)

    def formulas(self, sheet: str) -> set[tuple[int, int]]:
        """Return the cells that hold formulas, by row and column from 0."""
        root: Tree = etree.fromstring(self.parts[self.sheets[sheet]])
        found = (coordinate_to_tuple(formula.getparent().get("r")) for formula in root.iter(_tag("f")))
        return {(row - 1, column - 1) for row, column in found}

    def type(self, sheet: str, cells: Mapping[tuple[int, int], Cell]) -> None:
        """Type into cells, by row and column from 0; they keep their look."""
        part = self.sheets[sheet]
        root: Tree = etree.fromstring(self.parts[part])
        for (row, column), value in cells.items():
            _set(_cell(_row(root, row + 1), f"{get_column_letter(column + 1)}{row + 1}"), value)
        self.parts[part] = etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)

    def forget_shown(self) -> None:
        """Forget what formulas have shown: who opens the workbook calculates it."""
        for part in self.sheets.values():
            self.parts[part] = SHOWN.sub(rb"\1", self.parts[part])

    def move_rows(self, sheet: str, above: int, by: int) -> None:
        """Insert rows above a row, from 0."""
        part = self.sheets[sheet]
        root: Tree = etree.fromstring(self.parts[part])
        for row in root.iter(_tag("row")):
            number = int(row.get("r"))
            if number > above:
                row.set("r", str(number + by))
                for cell in row:
                    letters, _ = _split(cell.get("r"))
                    cell.set("r", f"{letters}{number + by}")
        for where in root.iter(_tag("dimension")):
            where.getparent().remove(where)
        self.parts[part] = etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)

    def rename(self, old: str, new: str) -> None:
        """Rename a sheet; names that point to it follow."""
        book = self._book()
        for tab in book.iter(_tag("sheet")):
            if tab.get("name") == old:
                tab.set("name", new)
        quoted, followed = old.replace("'", "''"), new.replace("'", "''")
        pattern = re.compile(rf"'{re.escape(quoted)}'!|(?<![\w'.]){re.escape(old)}!")
        for name in book.iter(_tag("definedName")):
            name.text = pattern.sub(lambda _: f"'{followed}'!", name.text or "")
        self._keep(BOOK, book)

    def unhide(self, sheet: str) -> None:
        """Show a sheet that was hidden."""
        book = self._book()
        for tab in book.iter(_tag("sheet")):
            if tab.get("name") == sheet:
                tab.attrib.pop("state", None)
        self._keep(BOOK, book)

    def delete(self, sheet: str) -> None:
        """Delete a sheet; names that pointed to it point nowhere, those of its own go."""
        part = self.sheets[sheet]
        book = self._book()
        tabs = list(book.iter(_tag("sheet")))
        index = next(number for number, tab in enumerate(tabs) if tab.get("name") == sheet)
        identifier = tabs[index].get(f"{{{OFFICE}}}id")
        tabs[index].getparent().remove(tabs[index])
        for name in list(book.iter(_tag("definedName"))):
            scope = name.get("localSheetId")
            if scope == str(index):
                name.getparent().remove(name)
                continue
            if scope is not None and int(scope) > index:
                name.set("localSheetId", str(int(scope) - 1))
            if f"{sheet}!" in (name.text or "") or f"'{sheet}'!" in (name.text or ""):
                name.text = "#REF!"
        for view in book.iter(_tag("workbookView")):
            view.attrib.pop("activeTab", None)
            view.attrib.pop("firstSheet", None)
        self._keep(BOOK, book)
        self._drop(RELS, "Relationship", "Id", {identifier})
        self._drop(CONTENT_TYPES, "Override", "PartName", {f"/{part}"})
        folder, _, name_ = part.rpartition("/")
        for gone in (part, f"{folder}/_rels/{name_}.rels"):
            self.parts.pop(gone, None)

    def add(self, sheet: str, rows: Sequence[Sequence[Cell]]) -> None:
        """Add a sheet of one's own at the end."""
        number = sum(name.startswith("xl/worksheets/mine") for name in self.parts) + 1
        part = f"xl/worksheets/mine{number}.xml"
        self.parts[part] = f'<?xml version="1.0"?>\n<worksheet xmlns="{MAIN}"><sheetData/></worksheet>'.encode()
        types, links, book = (etree.fromstring(self.parts[each]) for each in (CONTENT_TYPES, RELS, BOOK))
        etree.SubElement(types, f"{{{TYPES}}}Override", PartName=f"/{part}", ContentType=SHEET_TYPE)
        identifier = f"mine{number}"
        etree.SubElement(
            links, f"{{{PACKAGE}}}Relationship", Id=identifier, Type=f"{OFFICE}/worksheet", Target=f"/{part}"
        )
        tabs = next(book.iter(_tag("sheets")))
        free = max(int(tab.get("sheetId")) for tab in tabs) + 1
        tab = etree.SubElement(tabs, _tag("sheet"), name=sheet, sheetId=str(free))
        tab.set(f"{{{OFFICE}}}id", identifier)
        for name, tree in ((CONTENT_TYPES, types), (RELS, links), (BOOK, book)):
            self._keep(name, tree)
        self.type(sheet, {(row, column): value for row, cells in enumerate(rows) for column, value in enumerate(cells)})

    def _book(self) -> Tree:
        return etree.fromstring(self.parts[BOOK])

    def _keep(self, part: str, tree: Tree) -> None:
        self.parts[part] = etree.tostring(tree, xml_declaration=True, encoding="UTF-8", standalone=True)

    def _drop(self, part: str, kind: str, attribute: str, values: Iterable[str]) -> None:
        root: Tree = etree.fromstring(self.parts[part])
        for element in root.findall(f"{{*}}{kind}"):
            if element.get(attribute) in values:
                root.remove(element)
        self._keep(part, root)


def _row(root: Tree, number: int) -> Tree:
    data = root.find(_tag("sheetData"))
    for row in data:
        if int(row.get("r")) == number:
            return row
        if int(row.get("r")) > number:
            new = etree.Element(_tag("row"), r=str(number))
            row.addprevious(new)
            return new
    return etree.SubElement(data, _tag("row"), r=str(number))


def _cell(row: Tree, reference: str) -> Tree:
    def order(each: str) -> tuple[int, str]:
        letters, _ = _split(each)
        return len(letters), letters

    for cell in row:
        if cell.get("r") == reference:
            return cell
        if order(cell.get("r")) > order(reference):
            new = etree.Element(_tag("c"), r=reference)
            cell.addprevious(new)
            return new
    return etree.SubElement(row, _tag("c"), r=reference)


def _set(cell: Tree, value: Cell) -> None:
    for child in list(cell):
        cell.remove(child)
    cell.attrib.pop("t", None)
    if value is None or value == "":
        return
    if isinstance(value, str) and value.startswith("="):
        _add(cell, "f").text = value[1:]
    elif isinstance(value, str):
        cell.set("t", "inlineStr")
        text = _add(_add(cell, "is"), "t")
        text.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
        text.text = value
    else:
        _add(cell, "v").text = repr(value)


def _add(parent: Tree, name: str) -> Tree:
    return etree.SubElement(parent, _tag(name))


def find_header(rows: Sequence[Sequence[Any]], *headers: str) -> tuple[int, dict[str, int]] | None:
    """Return the row of the headers, and the column of each header in it, in small letters."""
    wanted = {each.casefold() for each in headers}
    for number, row in enumerate(rows[:20]):
        columns: dict[str, int] = {}
        for column, value in enumerate(row):
            if value != "":
                columns.setdefault(str(value).casefold(), column)
        if wanted <= columns.keys():
            return number, columns
    return None
