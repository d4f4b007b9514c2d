"""Where a new tab stands, and which tabs are to be seen.

A sheet of ours that has nothing to say is hidden (`sheet/@state`, ECMA-376 Part 1, 18.2.19) until it has. What the last
run has hidden is remembered in a hidden defined name, `_turnabout_hidden`; a tab that is not as it was left then was
hidden or shown by the organizer, and stays so. A round that is drawn ahead comes hidden in the same way; it is the
organizer's, and so it is shown when its turn comes, and never hidden again.

A tab that is put between others moves those behind it. What counts tabs follows: see `WorkbookPart.insert_tab`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Set
from types import MappingProxyType
from typing import Final, NamedTuple

from turnabout_sheets.workbook.ooxml.workbook_part import WorkbookPart

_MEMORY: Final = "_turnabout_hidden"
_BETWEEN: Final = ", "
_HIDDEN: Final = "hidden"


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
