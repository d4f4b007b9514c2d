"""Rounds and the notes of their pairings."""

from __future__ import annotations

from tests.event.worked_events import big_win, drawn, sweep
from tests.reading.grids import read, round_sheet, sheet
from turnabout_sheets.event.model import BYE, BYE_NAME
from turnabout_sheets.event.results import Results, compute
from turnabout_sheets.formats.turnabout.format import TURNABOUT
from turnabout_sheets.prints.words import load_words
from turnabout_sheets.rounds.next_rounds import add_notes, describe_changes, find_swiss, pair
from turnabout_sheets.sheets.grid import Grid


def computed(*grids: Grid) -> Results:
    """Return what an event comes to that has warnings, but no error."""
    event, found = read(*grids)
    assert event is not None
    assert [str(each) for each in found if each.severity == "Error"] == []
    return compute(event, TURNABOUT)


def told(found: Results, number: int) -> list[str]:
    """Return what is said of a round that the program pairs: of the round as a whole, then beside each pair."""
    new, _ = pair(found, number)
    assert new is not None
    new = add_notes(found, new)
    names = [player.name for player in found.event.players]
    rows = zip(new.rows, new.notes, strict=True)
    return [*new.summary, *(f"{names[row['a']]} - {names[row['b']]}: {note}" for row, note in rows if row["b"] != BYE)]


def changes(found: Results) -> tuple[str, ...]:
    """Return how the running round differs from what the program would pair now, in words."""
    return tuple(map(load_words("en").say, describe_changes(found)))


def adjusted(**points: int) -> Grid:
    return sheet("Adjustments", ("Player", "Points"), list(points.items()))


def lines(found: Results, number: int) -> list[str]:
    """Return what is said of a round that is there, as it was paired."""
    event = found.event
    words, whole = find_swiss(found).explained(found, number, event.as_paired(number))
    rows = sorted(event.rounds[number], key=lambda match: (match.b == BYE, match.table or 0))
    names = {BYE: BYE_NAME, **{player.number: player.name for player in event.players}}
    return [
        *whole,
        *(
            f"  table {row.table}: {names[row.a]} - {names[row.b]}: {words[row.pair]}"
            for row in rows
            if row.pair in words
        ),
    ]


# Cy 30, Eve 24, Ada 15 + 1, Ben 15, Fay 6, Dee 0 + 4. Ada and Ben have met, and so have Cy and Dee, Eve and Fay. The
# closest would be Cy - Eve, Ada - Ben, Fay - Dee: 36 + 1 + 4. Without Ada - Ben, Cy and Eve still meet, and Ada - Fay
# and Ben - Dee (100 + 121) is closer than Ada - Dee and Ben - Fay (144 + 81), or Ada and Ben against Cy and Eve.
SIX = ("Ada", "Ben", "Cy", "Dee", "Eve", "Fay")


SIX_ROUND = round_sheet(1, drawn("Ada", "Ben"), sweep("Cy", "Dee"), big_win("Eve", "Fay"))
