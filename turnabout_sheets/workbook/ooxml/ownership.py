"""Sheet ownership: which sheets of a workbook are the program's, and where each of ours goes.

A hidden defined name, `_turnabout_Standings`, marks a sheet as ours, also when it is renamed; it refers to cell A1. As
it moves along with cells that are cut and pasted, a mark alone proves nothing. A sheet is ours if all of this holds:

* the mark points to its cell A1, or it points nowhere (the sheet was deleted) and the sheet bears our name;
* our note is in its first row, or the mark points to it and it bears our name: then the next run restores the note;
* its name is not that of a sheet which the program reads, or of another sheet of ours.

Every other sheet is the organizer's. Ours is then added again, under its own name or one like `Standings (2)`. Where
there is no mark, a sheet of the same name stops the run (`SheetTakenError`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import chain, count
from typing import Final, NamedTuple

from turnabout_sheets.core.problems import Message
from turnabout_sheets.workbook.ooxml.package import Package, WorkbookError
from turnabout_sheets.workbook.ooxml.sheet_reader import read_tops
from turnabout_sheets.workbook.ooxml.workbook_part import WorkbookPart

_MARK: Final = "_turnabout_"


class SheetTakenError(WorkbookError):
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
    """What the program may take for its own: sheets of these ``names``."""

    names: Collection[str]
    is_read: Callable[[str], bool] = lambda name: False  # whether the program reads a sheet of a name
    note: str = ""  # in the first row of our sheets


class Home(NamedTuple):
    """Where a sheet of ours is, or, if it ``is_new``, will be: the ``title`` of its tab."""

    title: str
    is_new: bool
    has_moved_on: bool = False  # the organizer has another sheet under our name
    lacks_note: bool = False


def mark_of(name: str) -> str:
    """Return the defined name that marks our sheet `name`: letters, digits and underscores only."""
    return _MARK + re.sub(r"\W", "_", name)


def find_homes(package: Package, ours: Ours) -> Mapping[str, Home]:
    """Return where each sheet of ours is or will be, by its name; one without a mark whose name is taken has none."""
    # Copying a sheet in Excel copies its names, too, with the copy as their scope; the copy is not ours.
    workbook = WorkbookPart(package)
    marks = {name: element.text or "" for name, element in workbook.names().items()}
    marked = {name: _follow(package, ours, name, marks[mark_of(name)]) for name in ours.names if mark_of(name) in marks}
    tops = read_tops(package, {title for title, _ in marked.values() if title}, 1) if ours.note else {}
    titles, homes = {title.casefold() for title in workbook.tabs}, dict[str, Home]()
    for name in sorted(ours.names):
        is_taken, (title, is_pointed_at) = name.casefold() in titles, marked.get(name, ("", False))
        lacks_note = bool(ours.note) and ours.note not in chain(*(tops[title].rows if title in tops else ()))
        if name not in marked:
            if not is_taken:
                homes[name] = Home(name, is_new=True)
        elif title and (not lacks_note or (title == name and is_pointed_at)):
            is_numbered = re.fullmatch(re.escape(name) + r" \([0-9]+\)", title) is not None
            homes[name] = Home(title, is_new=False, has_moved_on=is_taken and is_numbered, lacks_note=lacks_note)
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


def _follow(package: Package, ours: Ours, name: str, mark: str) -> tuple[str, bool]:
    """Return the title of the sheet that a mark may be of, blank if none can be ours, and whether it points there."""
    quoted, _, cell = mark.rpartition("!")
    title = quoted.strip("'").replace("''", "'")
    is_pointed_at = title in package.sheets
    if not is_pointed_at:
        title = name
    elif cell != "$A$1":
        return "", False
    if title not in package.sheets or ours.is_read(title) or (title != name and title in ours.names):
        return "", False
    return title, is_pointed_at
