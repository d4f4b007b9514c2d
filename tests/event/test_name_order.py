"""Lists of names in the order in which people look a name up (rules 1.6.4)."""

from __future__ import annotations

from random import Random

import pytest
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

IN_ORDER = {
    "case and accents": [
        "Ångström", "angstrom b", "Dora", "ĐURO", "ERIC", "Eric", "éric", "Eve", "Lukas", "Łukasz", "Lv", "Mia",
        "Ødegaard", "Þór", "Tim", "Zoë", "zoe", "山田",
    ],
    "letters that are others with a stroke": ["Dvorak", "Dvořák", "Dy", "Eliyev", "Əliyev", "Elm", "Zając", "Zz"],
    "one letter for two": ["Aenne", "Ænne", "Af", "Straße", "STRASSE B", "Strath"],
    "an umlaut is its vowel": ["Mueller", "Mulder", "Muller", "Müller", "Mundt"],
    "numbers": ["1e5", "2 Fast", "49ers", "1997", "Ann", "Player 1", "Player 2", "player 02", "Player 10", "Players"],
    "numbers of any script": ["Player 2", "Player ٣", "Player 4", "Player 10"],
    "apostrophes": ["Oakley", "OʼBrian", "OBriant", "O'Brien", "O’Brien", "O´Brien B", "Obst"],
    "hyphens and initials": ["J. R. Lee", "J.R. Lee", "Jo Lee", "Jo-Lee", "Jo Mann", "Jolene"],
    "nicknames and signs before a name": ["Ana \"Ace\" Lima", "Anatol", "“Goose” Clark", "@home", "🐉 Rider", "Zed"],
    "particles": ["Jan van der Berg", "van Aken", "Van der Berg", "van der berg", "Vance"],
    "commas": ["Smith", "Smith, Jo", "Smith, Jo Jr.", "Smith-Jones", "Smithers"],
    "spaces of any kind": ["Lee", "Lee Ann", "Lee\u00a0 Ann B", "Leeds"],
    "letters as they are typed, put together or not": ["Jose", "Jose\u0301 A", "Jos\u00e9 B"],
    "Cyrillic": ["Борис", "Ґалаґан", "Дмитро", "Єва", "Ёлкин", "Ельцин", "Іван", "Иванов", "Йорк", "Кирилл", "Яна"],
    "scripts": ["Zoe", "Ωμέγα", "Яна", "דנה", "محمد", "नेहा", "สมชาย", "가나", "각시", "김민수", "さとう", "李雷"],
    "no letter at all": ["???", "🐉", "7", "A"],
}  # fmt: skip


@pytest.mark.parametrize("names", IN_ORDER.values(), ids=IN_ORDER)
def test_names_stand_where_people_look_for_them(names: list[str]) -> None:
    for seed in range(5):
        assert sorted(Random(seed).sample(names, len(names)), key=alphabetical_key) == names


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
