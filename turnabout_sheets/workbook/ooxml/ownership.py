"""Sheet ownership: which sheets of a workbook are the program's, what is ours on them, where each of ours goes.

Spreadsheet programs rename and renumber the parts of a file whenever they save it, so the name of a part does not tell
who made it. They keep what people can see, and so our things say it themselves:

* drawings: the object's name begins with `turnabout_` (`cNvPr/@name`, ECMA-376 Part 1, 20.5.2.8);
* tables: the table's name does (`table/@displayName`, 18.5.1.2);
* notes: the text begins with `turnabout:`, where Excel writes a note's author (18.7.3; the author proper is not kept
  by LibreOffice).

The graft marks our things when it puts them in; whoever makes a sheet need not think of it. An organizer who wants to
keep one of them as it is renames it, or copies it to another sheet.

A hidden defined name, `_turnabout_Standings`, marks a sheet as ours; it refers to the sheet's cell A1. Spreadsheet
programs keep it pointing there when the organizer renames or moves the sheet. But they also move it along with cells
that are cut and pasted, so that it may point into a sheet of the organizer's: a mark alone proves nothing. A sheet is
ours only if all of this holds:

* the mark points to its cell A1, or it points nowhere (the sheet was deleted) and the sheet bears our name;
* its header row is one that this or an earlier version of the program wrote;
* its name is not that of a sheet which the program reads.

Every other sheet is the organizer's. Ours is then added anew: under its own name, or, if the organizer's sheet has
that, under the first free one like `Standings (2)`. Where there is no mark, the program has never put this sheet into
the workbook, and a sheet of the same name stops the run (`SheetTakenError`).
"""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, count, groupby, islice, takewhile
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

from turnabout_sheets.core.problems import Said
from turnabout_sheets.workbook.ooxml import bounds
from turnabout_sheets.workbook.ooxml.areas import Area, area_of
from turnabout_sheets.workbook.ooxml.editor import GraftError
from turnabout_sheets.workbook.ooxml.package import Package, UnusableWorkbookError, q
from turnabout_sheets.workbook.ooxml.preview import MOST_CELLS, cell_text, top_cells
from turnabout_sheets.workbook.ooxml.shared_texts import item_text, shared_texts
from turnabout_sheets.workbook.ooxml.streaming import stream_elements
from turnabout_sheets.workbook.ooxml.workbook_part import WorkbookPart

PREFIX: Final = "turnabout_"
"""Begins the names of our drawings and tables."""

NOTE_PREFIX: Final = "turnabout:"
"""Begins the texts of our notes."""


def mark_name(name: str) -> str:
    """Return the name under which a drawing or table of ours stands in the organizer's workbook."""
    return name if is_marked(name) else PREFIX + name


def is_marked(name: str) -> bool:
    """Tell whether a drawing or table is ours, by its name; letter case is the organizer's choice."""
    return name.casefold().startswith(PREFIX)


_MARK: Final = "_turnabout_"
_REFERENCE: Final = re.compile(r"(?:'(?P<quoted>(?:[^']|'')+)'|(?P<plain>[^!']+))!(?P<cell>[^!]+)")
_FIRST_CELL: Final = Area(1, 0, 1, 0)
_MOST_COLUMNS: Final = 1 << 14
_TOP: Final = 20
"""How many rows from the top on are searched for the note of ours: rows may have come above it."""
_NEAR_TOP: Final = 1 << 18
"""In so many bytes stands what is at the top of a sheet."""
_FIRST_ROWS: Final[WeakKeyDictionary[Package, dict[str, Sequence[str]]]] = WeakKeyDictionary()
"""Of each package, as long as it is there, the first rows by part: several look in turn for what is ours in it."""
_TELLING: Final = 2
"""With fewer columns a header row alone tells nothing: Progress begins as a single column, Player."""


class SheetTakenError(GraftError):
    """The organizer has a sheet of their own under a name that the program needs."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"The workbook already has a sheet “{name}” that the program did not make;"
            " rename or delete it, save, and run again.",
            Said("files.sheet_taken", {"sheet": name}),
        )
        self.name = name


class Ours(NamedTuple):
    """What the program may take for its own.

    ``headers``: by name of a sheet of ours, what its header row may be (`header_pattern`). ``is_read`` tells of a name
    whether the program reads a sheet of that name. ``note`` stands in the first row of our sheets; blank: nothing does.
    """

    headers: Mapping[str, re.Pattern[str]]
    is_read: Callable[[str], bool] = lambda name: False
    note: str = ""


class Home(NamedTuple):
    """Where a sheet of ours is, or, if it ``is_new``, will be: the ``title`` of its tab.

    ``has_moved_on``: the organizer has another sheet under our name. ``strayed``: the sheet and the address of the cell
    that the mark points to, where that does not make the sheet ours.
    """

    title: str
    is_new: bool
    has_moved_on: bool = False
    strayed: tuple[str, str] | None = None


def mark_of(name: str) -> str:
    """Return the defined name that marks our sheet `name`: letters, digits and underscores only."""
    return _MARK + re.sub(r"\W", "_", name)


def find_homes(package: Package, ours: Ours) -> Mapping[str, Home]:
    """Return where each sheet of ours is or will be, by its name (see `homes_in`). Raises like it."""
    return homes_in(package, WorkbookPart(package), ours)


def homes_in(package: Package, workbook: WorkbookPart, ours: Ours) -> Mapping[str, Home]:
    """Return the same for a package and its workbook part. A sheet without a mark whose name is taken has no home.

    Raises `UnusableWorkbookError` if a sheet that might be ours is damaged.
    """
    # Copying a sheet in Excel copies its names, too, with the copy as their scope; the copy is not ours.
    marks = {name: element.text or "" for name, element in workbook.names().items()}
    titles = {title.casefold() for title in workbook.tab_names}
    homes: dict[str, Home] = {}
    for name in sorted(ours.headers):
        mark, is_taken = marks.get(mark_of(name)), name.casefold() in titles
        if mark is None:
            if not is_taken:
                homes[name] = Home(name, is_new=True)
            continue
        sheet, cell = _place(mark)
        found = _find_present(package, ours, name, sheet, cell, is_taken=is_taken)
        if found and found not in {home.title for home in homes.values()}:
            homes[name] = Home(found, is_new=False, has_moved_on=is_taken and _is_numbered(found, name))
        else:
            strayed = (sheet, cell.replace("$", "")) if sheet in package.sheets else None
            title = _free_title(name, titles)
            homes[name] = Home(title, is_new=True, has_moved_on=is_taken, strayed=strayed)
            titles.add(title.casefold())
    return homes


def require_free(package: Package, names: Iterable[str]) -> None:
    """Raise `SheetTakenError` where a sheet has one of these names already."""
    titles = {title.casefold() for title in package.sheets}
    for name in names:
        if name.casefold() in titles:
            raise SheetTakenError(name)


def find_copies(package: Package, ours: Ours, homes: Mapping[str, Home]) -> Mapping[str, str]:
    """Return the sheets that bear the note of ours near their top and are not ours: its address by their titles.

    Such are copies, and sheets of ours that were changed so that they are no longer known. What cannot be read is not
    among them: nothing else is read of sheets that are not known.
    """
    present = {home.title for home in homes.values() if not home.is_new}
    shared = package.related("sharedStrings")
    is_shared = shared is not None and _holds(package, shared, ours.note)
    others = (
        (title, part)
        for title, part in package.sheets.items()
        if title not in present and (is_shared or _holds(package, part, ours.note, _NEAR_TOP))
    )
    cells = list(islice(chain.from_iterable(top_cells(package, *each, _TOP) for each in others), MOST_CELLS))
    last = max((int(text) for _, _, kind, text in cells if kind == "s" and text.isdecimal()), default=-1)
    number = _find_shared(package, ours.note, last) if is_shared else None
    copies: dict[str, str] = {}
    for title, address, kind, text in cells:
        if text == (number if kind == "s" else ours.note):
            copies.setdefault(title, address)
    return copies


def _holds(package: Package, part: str, text: str, near: int = sys.maxsize) -> bool:
    """Tell whether a text of letters and spaces stands in a part, up to about so many bytes: much faster than to parse.

    False where a part cannot be read.
    """
    wanted, before, seen = text.encode(), b"", 0
    with contextlib.suppress(UnusableWorkbookError, ValueError):
        for piece in bounds.in_utf8(package.pieces(part)):
            if wanted in before + piece:
                return True
            before, seen = piece[-len(wanted) :], seen + len(piece)
            if seen >= near:
                break
    return False


def _find_shared(package: Package, wanted: str, last: int) -> str | None:
    """Return the number, as in a cell, of a text among those that cells share; None if it is not up to the last."""
    part = package.related("sharedStrings")
    if part is None or last < 0:
        return None
    with contextlib.suppress(UnusableWorkbookError):
        items = islice(stream_elements(package, part, q("si")), last + 1)
        return next((str(number) for number, item in enumerate(items) if item_text(item) == wanted), None)
    return None


def _find_present(package: Package, ours: Ours, name: str, sheet: str, cell: str, *, is_taken: bool) -> str:
    """Return the title of the sheet that is ours beyond doubt; nothing if there is none."""
    points = sheet in package.sheets
    title = sheet if points else name
    if title not in package.sheets or ours.is_read(title) or (points and area_of(cell) != _FIRST_CELL):
        return ""
    row = _first_row(package, package.sheets[title])
    header = list(takewhile(bool, row))
    if not ours.headers[name].fullmatch(_joined(header)) or not (points or len(header) >= _TELLING):
        return ""
    if points and title != name and is_taken:
        # Was our sheet renamed, and another one given its name? Or was our table moved to the top of a sheet of the
        # organizer's? Then the note beside it has stayed behind.
        return title if ours.note in ("", *row) else ""
    return title


def _place(reference: str) -> tuple[str, str]:
    """Return the sheet and the cell of a reference such as `'Table results'!$A$1`; nothing for what is none."""
    match = _REFERENCE.fullmatch(reference)
    return ((match["quoted"] or match["plain"]).replace("''", "'"), match["cell"]) if match else ("", "")


def _free_title(name: str, titles: Iterable[str]) -> str:
    """Return the name, or the first of `Standings (2)`, `Standings (3)`, … that no tab has."""
    numbered = (f"{name} ({number})" for number in count(2))
    return next(title for title in chain([name], numbered) if title.casefold() not in titles)


def _is_numbered(title: str, name: str) -> bool:
    return re.fullmatch(re.escape(name) + r" \([0-9]+\)", title) is not None


# Header rows


def header_pattern(headers: Iterable[Sequence[str]]) -> re.Pattern[str]:
    """Return what matches any of these header rows, written as they are declared.

    Neighbours that end in ` N` stand there once for each round, with its number (`Total N`, `Rank N`: Total 1, Rank 1,
    Total 2, …); `1, 2, 3 …` stands for such numbers.
    """
    return re.compile("|".join("".join(_pieces(header)) for header in headers))


def _pieces(header: Sequence[str]) -> Iterator[str]:
    for kind, columns in groupby(header, _kind):
        texts = [re.escape(text.removesuffix("N") if kind == "N" else text) for text in columns]
        match kind:
            case "N":
                yield "(?:" + "".join(rf"\t{text}[0-9]+" for text in texts) + ")*"
            case "…":
                yield r"(?:\t[0-9]+)*"
            case _:
                yield _joined(texts)


def _kind(header: str) -> str:
    return "N" if header.endswith(" N") else "…" if header.endswith(" …") else ""


def _joined(cells: Iterable[str]) -> str:
    return "".join(f"\t{cell}" for cell in cells)


def _first_row(package: Package, part: str) -> Sequence[str]:
    """Return what stands in the first row of a worksheet, from column A on; blank for a cell without a text."""
    known = _FIRST_ROWS.setdefault(package, {})
    if part not in known:
        known[part] = _read_first_row(package, part)
    return known[part]


def _read_first_row(package: Package, part: str) -> Sequence[str]:
    cells: dict[int, tuple[str, str]] = {}
    for element in stream_elements(package, part, q("c"), q("row")):
        row = element.getparent()
        if element.tag == q("row") or row is None or row.get("r", "1") != "1" or len(cells) == _MOST_COLUMNS:
            break
        place = area_of(element.get("r", ""))
        cells[len(cells) if place is None else place.left] = element.get("t", ""), cell_text(element)
    numbers = {int(text) for kind, text in cells.values() if kind == "s" and text.isdecimal()}
    shared = {str(number): text for number, text in shared_texts(package, numbers).items()}
    texts = {column: shared.get(text, "") if kind == "s" else text for column, (kind, text) in cells.items()}
    return [texts.get(column, "") for column in range(max(texts, default=-1) + 1)]
