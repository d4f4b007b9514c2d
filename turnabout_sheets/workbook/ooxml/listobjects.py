"""Tables (ListObjects) on our sheets, beside those of the organizer.

A table is a part with a range, columns and a name (ECMA-376 Part 1, 18.5.1). Its id and its name are unique in the
workbook, among the names that the workbook defines, too; formulas name a table by it, `turnabout_Standings[VP]`, and
slicers by its id. So a table of ours keeps id and name when it is replaced. It is known by its mark, or else by the
cell where it begins: then the organizer has given it another name, which it keeps.

The texts in a table's header must be those in its cells, or Excel reports a damaged file. All cells of our sheets are
ours; a table of the organizer's over them stays as long as its header reads the same and no table of ours lies there.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from lxml import etree

from turnabout_sheets.sheets.grid import column_letters
from turnabout_sheets.workbook.ooxml.areas import Area, area_of
from turnabout_sheets.workbook.ooxml.editor import Editor
from turnabout_sheets.workbook.ooxml.ownership import is_marked, mark_name
from turnabout_sheets.workbook.ooxml.package import R_ID, Package, q, to_xml
from turnabout_sheets.workbook.ooxml.styles import StyleMerger
from turnabout_sheets.workbook.ooxml.worksheet import Renames, Worksheet, insert, texts_in_row

_TABLE_TYPE: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.table+xml"
_NOWHERE: Final = Area(0, 0, 0, 0)
"""Where a table is that says no range."""


class _Identity(NamedTuple):
    """By what a table is known in its workbook."""

    id: str
    name: str


class Tables:
    """The tables of a scratch workbook on their way into the organizer's.

    For each sheet `plan` comes first, then for the sheets that are there already `take_out`, and at last `put_in`.
    """

    def __init__(self, editor: Editor, scratch: Package) -> None:
        self._editor = editor
        self._scratch = scratch
        self._identities: dict[str, _Identity] = {}
        self._replaced: set[tuple[str, str]] = set()
        self._ids: set[str] = set()
        self._names: set[str] = set()
        if any(_linked(scratch, part) for part in scratch.sheets.values()):
            self._look_around()
        self.renames: dict[str, str] = {}
        """Names of tables in the scratch -> their names in the organizer's workbook, where they differ."""

    def _look_around(self) -> None:
        package = self._editor.package
        for part in package.sheets.values():
            for table in _linked(package, part).values():
                root = package.xml(table)
                self._ids.add(root.get("id", ""))
                self._names |= {root.get(name, "").casefold() for name in ("name", "displayName")}
        for element in package.workbook.iterfind(f"{q('definedNames')}/{q('definedName')}"):
            self._names.add(element.get("name", "").casefold())

    def plan(self, source: str, part: str | None, *, mark: bool) -> None:
        """Decide what the tables of the scratch's worksheet `source` are called on the worksheet `part` (None: new)."""
        package = self._editor.package
        present = {} if part is None else {link: package.xml(t) for link, t in _linked(package, part).items()}
        made = {table: self._scratch.xml(table) for table in _linked(self._scratch, source).values()}
        wanted = {table: _name(root) for table, root in made.items()}
        if mark:
            wanted = {table: mark_name(name) for table, name in wanted.items()}
        by_name = {_name(root).casefold(): link for link, root in present.items()}
        known = {table: by_name[name.casefold()] for table, name in wanted.items() if name.casefold() in by_name}
        by_start = {_start(root): link for link, root in present.items() if link not in known.values()}
        for table, root in made.items():
            if table not in known and _start(root) in by_start:
                known[table] = by_start[_start(root)]
        for table, name in wanted.items():
            old = present.get(known.get(table, ""))
            identity = self._new_identity(name) if old is None else _Identity(old.get("id", ""), _name(old))
            self._identities[table] = identity
            if identity.name != _name(made[table]):
                self.renames[_name(made[table])] = identity.name
        ours = {link for link, root in present.items() if is_marked(_name(root))} | set(known.values())
        self._replaced |= {(part or "", link) for link in ours}

    def _new_identity(self, name: str) -> _Identity:
        number, chosen, suffix = 1, name, 2
        while str(number) in self._ids:
            number += 1
        while chosen.casefold() in self._names:
            chosen = f"{name}_{suffix}"
            suffix += 1
        self._ids.add(str(number))
        self._names.add(chosen.casefold())
        return _Identity(str(number), chosen)

    def take_out(self, source: str, part: str, shell: etree._Element, new: Worksheet) -> None:
        """Remove from the worksheet `part` our tables, and those of the organizer that the sheet `new` leaves no room.

        `shell` is the tree of `part`; `new` comes from the scratch's worksheet `source`.
        """
        ours = [_range(self._scratch.xml(table)) for table in _linked(self._scratch, source).values()]
        tables = _linked(self._editor.package, part)
        for parts in shell.findall(q("tableParts")):
            for element in list(parts.iterchildren(q("tablePart"))):
                link = element.get(R_ID, "")
                if (part, link) in self._replaced or (
                    link in tables and not _fits(self._editor.package.xml(tables[link]), new, ours)
                ):
                    parts.remove(element)
                    self._editor.unlink(part, link)
            _count(parts)

    def put_in(self, source: str, part: str, shell: etree._Element, renames: Renames, merger: StyleMerger) -> None:
        """Put the tables of the scratch's worksheet `source` onto the worksheet `part`, whose tree is `shell`."""
        for table in _linked(self._scratch, source).values():
            root = self._scratch.xml(table)
            identity = self._identities[table]
            for name, value in (("id", identity.id), ("name", identity.name), ("displayName", identity.name)):
                root.set(name, value)
            for element in root.iter("{*}*"):
                for attribute in [str(name) for name in element.attrib if str(name).endswith("DxfId")]:
                    element.set(attribute, merger.conditional(str(element.get(attribute))))
            for formula in root.iter(q("calculatedColumnFormula"), q("totalsRowFormula")):
                formula.text = renames.followed(formula.text or "")
            arrived = self._editor.new_name("tables")
            self._editor.put(arrived, to_xml(root), _TABLE_TYPE)
            parts = shell.find(q("tableParts"))
            if parts is None:
                parts = etree.Element(q("tableParts"))
                insert(shell, parts)
            etree.SubElement(parts, q("tablePart")).set(R_ID, self._editor.link(part, "table", arrived))
            _count(parts)


def _count(parts: etree._Element) -> None:
    """Bring the count of a list of tables up to date; a list without tables goes."""
    parent = parts.getparent()
    if len(parts):
        parts.set("count", str(len(parts)))
    elif parent is not None:
        parent.remove(parts)


def _linked(package: Package, part: str) -> dict[str, str]:
    """Return the tables of a worksheet: id of the relationship -> part."""
    links = package.relationships(part).values()
    return {link.id: link.target for link in links if link.kind == "table" and link.target in package}


def _name(table: etree._Element) -> str:
    return table.get("displayName", "")


def _range(table: etree._Element) -> Area:
    """Return the range of a table."""
    return area_of(table.get("ref", "")) or _NOWHERE


def _start(table: etree._Element) -> tuple[int, int]:
    place = _range(table)
    return place.left, place.top


def _fits(table: etree._Element, new: Worksheet, ours: list[Area]) -> bool:
    """Whether a table of the organizer's can stay where it is on the sheet `new`, which has tables in `ours`."""
    place = _range(table)
    headers = [column.get("name", "") for column in table.iterfind(f"{q('tableColumns')}/{q('tableColumn')}")]
    texts = texts_in_row(new, place.top)
    cells = [texts.get(column_letters(column), "") for column in range(place.left, place.right + 1)]
    return not any(place.overlaps(other) for other in ours) and (table.get("headerRowCount") == "0" or cells == headers)
