"""Lists of names in the order in which people look a name up (rules 1.6.4)."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tests.event.worked_events import drawn, sheet_rows
from tests.prints.cutting import cut_and_pile
from tests.prints.events import ENGLISH
from tests.prints.events import event as event_of
from tests.reading.grids import event_sheet, players, results, round_sheet
from turnabout_sheets.archive.from_results import make_record
from turnabout_sheets.core.text import alphabetical_key
from turnabout_sheets.event.rating import compute_awards
from turnabout_sheets.prints.pages import cards, check_in, pairings


@given(st.text(), st.text())
def test_only_the_same_name_has_the_same_place(one: str, other: str) -> None:
    assert (alphabetical_key(one) == alphabetical_key(other)) == (one == other)


def test_every_list_of_names_has_this_order() -> None:
    names = ["Å. Lund", "Ann", "“Goose” Clark", "O'Brien", "Obst", "Ødegaard", "Player 2", "Player 10"]
    shuffled = Random(1).sample(names, len(names))
    rounds = round_sheet(1, *(drawn(a, b) for a, b in zip(shuffled[::2], shuffled[1::2], strict=True)))
    found = results(event_sheet(name="Equals", date="2026-01-01", rounds=1), players(*shuffled), rounds)
    assert set(found.standings["rank"]) == {1}
    for sheet in ("Standings", "Progress", "Crosstable", "Ratings"):
        assert list(sheet_rows(found, sheet)) == names, sheet
    assert [found.event.players[number].name for number in compute_awards(found)] == names
    assert [entry.name for entry in make_record(found).entries] == names
    ticked = (line.name for sheet in check_in.make_view(found, ENGLISH).sheets for line in sheet)
    assert [name for name in ticked if name] == names
    posted = (column for sheet in pairings.make_view(event_of(shuffled), 3, ENGLISH).sheets for column in sheet)
    assert [line.player for column in posted for line in column] == names
    pile = cut_and_pile([list(sheet) for sheet in cards.make_view(found, ENGLISH).sheets])
    assert [card.name for card in pile] == names
