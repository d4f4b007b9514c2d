"""Where a new tab stands, and which tabs are to be seen.

A sheet of ours that has nothing to say is hidden (`sheet/@state`, ECMA-376 Part 1, 18.2.19) until it has. What the last
run has hidden is remembered in a hidden defined name, `_turnabout_hidden`; a tab that is not as it was left then was
hidden or shown by the organizer, and stays so. A round that is drawn ahead comes hidden in the same way; it is the
organizer's, and so it is shown when its turn comes, and never hidden again.

A tab that is put between others moves those behind it. What counts tabs follows: see `WorkbookPart.insert_tab`. Where
something may count them that cannot follow, a new tab stands at the end: see `may_shift`.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Collection, Iterable, Mapping, Set
from types import MappingProxyType
from typing import Final, NamedTuple

from turnabout_sheets.core.text import key
from turnabout_sheets.workbook.ooxml import bounds
from turnabout_sheets.workbook.ooxml.editor import Editor
from turnabout_sheets.workbook.ooxml.package import Package, UnusableWorkbookError
from turnabout_sheets.workbook.ooxml.workbook_part import WorkbookPart

_MEMORY: Final = "_turnabout_hidden"
_BETWEEN: Final = ", "
_HIDDEN: Final = "hidden"
_COUNTED: Final = ("worksheet", "chartsheet")
"""Kinds of tabs; sheets of macros and dialogues are others."""
_LONGEST: Final = 1 << 17
"""Bytes of a formula, which has 8,192 letters at most (Excel's limits), however they are written."""

_QUOTE: Final = "(?:'|&apos;|&#39;)"
_PLAIN: Final = r"(?:[^\s<>'\"!:$(),;&+*/=^{}-]|&#\w+;){1,124}"
_QUOTED: Final = rf"(?:[^'<&:]{{1,31}}+|{_QUOTE}{{2}}|&(?!apos;|#39;)){{1,31}}{_QUOTE}"
_COUNTING: Final = (rf":(?:{_PLAIN}|{_QUOTED})!", r"SHEET\(")
"""What of a formula depends on the order of tabs: the end of 'Round 1:Total'!B5, or of Round1:Total!B5, and SHEET(),
which gives the number of a tab. A quote before ! ends a name, which has no colon and 31 letters at most, of
up to four bytes. Each begins with what it is quickly found by."""
_IN_NAME: Final = [re.compile(each) for each in _COUNTING]
_IN_CELL: Final = [re.compile(each.encode()) for each in _COUNTING]
_FORMULA: Final = re.compile(rb"<(?:[\w.-]+:)?f[\s>]")


class Tabs(NamedTuple):
    """How tabs are to stand.

    ``beside``: right of which sheet a new one stands, by title. ``hidden``: the names of those of our sheets that have
    nothing to say, and of rounds whose turn is not yet. ``seen``: the sheets that have to be seen, also of the
    organizer's. ``rounds``: the titles of the rounds' sheets, by the names that the program has for them.
    """

    beside: Mapping[str, str] = MappingProxyType({})
    hidden: Set[str] = frozenset()
    seen: Collection[str] = ()
    rounds: Mapping[str, str] = MappingProxyType({})


NO_TABS: Final = Tabs()


def may_shift(package: Package, workbook: WorkbookPart) -> bool:
    """Tell whether tabs may move: not where there are macros or several windows, and where a formula counts tabs.

    Where that cannot be told, they stay as well.
    """
    if package.related("vbaProject") is not None or len(workbook.windows) > 1:
        return False
    if any(tab.kind not in _COUNTED for tab in package.tabs):
        return False
    if any(each.search(text) for text in workbook.formulas() for each in _IN_NAME):
        return False
    with contextlib.suppress(UnusableWorkbookError, ValueError):
        return not any(_counts_tabs(package.pieces(part)) for part in package.sheets.values())
    return False


def _counts_tabs(pieces: Iterable[bytes]) -> bool:
    """Tell whether a formula in the cells of a sheet depends on the order of tabs. Raises like `bounds.in_utf8`."""
    before = b""
    for piece in bounds.in_utf8(pieces):
        text = before + piece
        places = (found.start() for each in _IN_CELL for found in each.finditer(text))
        if any(_FORMULA.match(text, text.rfind(b"<", 0, place)) for place in places):
            return True
        begun = piece.rfind(b"<")
        before = piece[begun:] if begun >= 0 else (before + piece)[:_LONGEST]
    return False


def arrange(
    workbook: WorkbookPart, tabs: Tabs, ours: Mapping[str, str], new: Collection[str], held: Collection[str]
) -> None:
    """Hide those of our sheets that have nothing to say, and show the others, but where the organizer has chosen.

    ``ours`` has the title of each by name, ``new`` the titles of new sheets. What is ``held`` is in front, and stays.
    Of the rounds none is hidden but a new one.
    """
    known = {**ours, **tabs.rounds}
    seen = {*tabs.seen, *(ours.get(name, name) for name in tabs.seen)}
    mark, states = workbook.names().get(_MEMORY), workbook.states()
    text = "" if mark is None else (mark.text or "").strip('"')
    before = {name for name in text.split(_BETWEEN) if name and known.get(name) not in new}
    after = set(before)
    may_hide = {*ours, *before, *(name for name, title in known.items() if title in new)}
    for name, title in known.items():
        if states[title] == (_HIDDEN if name in before else ""):
            hides = name in tabs.hidden & may_hide and title not in seen and title not in held
            workbook.set_state(title, _HIDDEN if hides else "")
            (after.add if hides else after.discard)(name)
    for title in seen:
        workbook.set_state(title, "")
    if after or mark is not None:
        workbook.define({"name": _MEMORY, "hidden": "1"}, f'"{_BETWEEN.join(sorted(after))}"')


def find_hidden(package: Package, names: Collection[str]) -> tuple[str, ...]:
    """Return the titles of the tabs that are called so and are hidden."""
    wanted = {key(name) for name in names}
    return tuple(title for title, state in WorkbookPart(package).states().items() if state and key(title) in wanted)


def show_tabs(package: Package, titles: Collection[str]) -> bytes:
    """Return the workbook with these tabs to be seen; nothing else changes."""
    editor, workbook = Editor(package), WorkbookPart(package)
    for title in titles:
        workbook.set_state(title, "")
    editor.put_tree(package.workbook_part, workbook.root)
    return bytes(editor.written())
