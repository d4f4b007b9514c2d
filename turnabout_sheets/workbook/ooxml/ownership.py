"""Sheet ownership: which sheets of a workbook are the program's, what is ours on them, where each of ours goes.

Spreadsheet programs rename and renumber the parts of a file whenever they save it, so the name of a part does not tell
who made it. They keep what people can see, and so our things say it themselves: the name of a drawing of ours begins
with `turnabout_` (`cNvPr/@name`, ECMA-376 Part 1, 20.5.2.8). An organizer who wants to keep one as it is renames it.

A hidden defined name, `_turnabout_Standings`, marks a sheet as ours; it refers to the sheet's cell A1. Spreadsheet
programs keep it pointing there when the organizer renames or moves the sheet. But they also move it along with cells
that are cut and pasted, so that it may point into a sheet of the organizer's: a mark alone proves nothing. A sheet is
ours only if all of this holds:

* the mark points to its cell A1, or it points nowhere (the sheet was deleted) and the sheet bears our name;
* our note is in its first row;
* its name is not that of a sheet which the program reads, or of another sheet of ours.

Every other sheet is the organizer's. Ours is then added again: under its own name, or, if the organizer's sheet has
that, under the first free one like `Standings (2)`. Where there is no mark, the program has never put this sheet into
the workbook, and a sheet of the same name stops the run (`SheetTakenError`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import lru_cache
from itertools import chain, count
from typing import Final, NamedTuple

from turnabout_sheets.core.problems import Message
from turnabout_sheets.workbook.ooxml.areas import Area, area_of
from turnabout_sheets.workbook.ooxml.editor import GraftError
from turnabout_sheets.workbook.ooxml.package import Package
from turnabout_sheets.workbook.ooxml.preview import read_tops
from turnabout_sheets.workbook.ooxml.workbook_part import WorkbookPart

_PREFIX: Final = "turnabout_"
"""Begins the names of our drawings."""


def mark_name(name: str) -> str:
    """Return the name under which a drawing of ours stands in the organizer's workbook."""
    return name if is_marked(name) else _PREFIX + name


def is_marked(name: str) -> bool:
    """Return whether a drawing is ours, by its name; letter case is the organizer's choice."""
    return name.casefold().startswith(_PREFIX)


_MARK: Final = "_turnabout_"
_REFERENCE: Final = re.compile(r"(?:'(?P<quoted>(?:[^']|'')+)'|(?P<plain>[^!']+))!(?P<cell>[^!]+)")
_FIRST_CELL: Final = Area(1, 0, 1, 0)
_first_rows = lru_cache(maxsize=1)(lambda package: read_tops(package, package.sheets, 1))  # a run asks again and again


class SheetTakenError(GraftError):
    """The organizer has a sheet of their own under a name that the program needs."""

    def __init__(self, name: str) -> None:
        super().__init__(
            Message(
                "The workbook has a sheet “{sheet}” that is not from the program. Rename or delete it, and save.",
                sheet=name,
            ),
        )
        self.name = name


class Ours(NamedTuple):
    """What the program may take for its own: sheets of these ``names``.

    ``is_read`` tells of a name whether the program reads a sheet of that name. ``note`` is in the first row of our
    sheets; blank: nothing is.
    """

    names: Collection[str]
    is_read: Callable[[str], bool] = lambda name: False
    note: str = ""


class Home(NamedTuple):
    """Where a sheet of ours is, or, if it ``is_new``, will be: the ``title`` of its tab.

    ``has_moved_on``: the organizer has another sheet under our name.
    """

    title: str
    is_new: bool
    has_moved_on: bool = False


def mark_of(name: str) -> str:
    """Return the defined name that marks our sheet `name`: letters, digits and underscores only."""
    return _MARK + re.sub(r"\W", "_", name)


def find_homes(package: Package, ours: Ours) -> Mapping[str, Home]:
    """Return where each sheet of ours is or will be, by its name (see `homes_in`). Raises like it."""
    return homes_in(package, WorkbookPart(package), ours)


def homes_in(package: Package, workbook: WorkbookPart, ours: Ours) -> Mapping[str, Home]:
    """Return the same for a package and its workbook part. A sheet without a mark whose name is taken has no home."""
    # Copying a sheet in Excel copies its names, too, with the copy as their scope; the copy is not ours.
    marks = {name: element.text or "" for name, element in workbook.names().items()}
    titles = {title.casefold() for title in workbook.tab_names}
    homes: dict[str, Home] = {}
    for name in sorted(ours.names):
        mark, is_taken = marks.get(mark_of(name)), name.casefold() in titles
        if mark is None:
            if not is_taken:
                homes[name] = Home(name, is_new=True)
            continue
        if found := _find_present(package, ours, name, mark):
            is_numbered = re.fullmatch(re.escape(name) + r" \([0-9]+\)", found) is not None
            homes[name] = Home(found, is_new=False, has_moved_on=is_taken and is_numbered)
        else:
            free = chain([name], (f"{name} ({number})" for number in count(2)))
            title = next(each for each in free if each.casefold() not in titles)
            homes[name] = Home(title, is_new=True, has_moved_on=is_taken)
            titles.add(title.casefold())
    return homes


def require_free(package: Package, names: Iterable[str]) -> None:
    """Raise `SheetTakenError` where a sheet has one of these names already."""
    titles = {title.casefold() for title in package.sheets}
    for name in names:
        if name.casefold() in titles:
            raise SheetTakenError(name)


def _find_present(package: Package, ours: Ours, name: str, mark: str) -> str:
    """Return the title of the sheet that is ours beyond doubt; blank if there is none."""
    match = _REFERENCE.fullmatch(mark)
    title, cell = ((match["quoted"] or match["plain"]).replace("''", "'"), match["cell"]) if match else ("", "")
    if title not in package.sheets:
        title = name
    elif area_of(cell) != _FIRST_CELL:
        return ""
    if title not in package.sheets or ours.is_read(title) or (title != name and title in ours.names):
        return ""
    return title if ours.note in ("", *chain(*_first_rows(package).get(title, ()))) else ""
