"""What holds for every event that `turnabout simulate --odd` makes, of each system."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from tests.dose import dose
from tests.rules.any_event import Event
from tests.rules.text_event import FORMATS
from tests.support.edited_book import Book
from tests.support.recomputed import WINS_AND_BYES, reckon

pytestmark = [pytest.mark.slow, pytest.mark.soak]

SEEDS = range(dose(1, 60))
NAMES = ("Player", "Player A", "Player B")


def events_of(*formats: str) -> pytest.MarkDecorator:
    """Run a test for some events of each format."""
    return pytest.mark.parametrize(("format", "seed"), [(format, seed) for format in formats for seed in SEEDS])


any_event = events_of(*FORMATS.values())


@pytest.fixture
def event(tmp_path: Path, format: str, seed: int) -> Event:
    return Event(tmp_path, format, seed, "--odd")


@any_event
def test_figures_and_next_pairing__rows_in_another_order__the_same(event: Event) -> None:
    before, random = event.figures(), Random(1)
    for name in ("Players", "Adjustments", *event.rounds):
        random.shuffle(event.tables.get(name, []))
    assert event.figures() == before


@any_event
def test_figures_and_next_pairing__all_rounds_on_one_sheet__the_same(event: Event) -> None:
    before = event.figures()
    all_rows = [{"Round": int(name[6:]), **row} for name in event.rounds for row in event.tables.pop(name)]
    rows = [row for row in all_rows if row["Player A"]]
    event.headers["Results"], event.tables["Results"] = [*rows[0]], rows
    assert event.figures() == before


@any_event
def test_figures_and_next_pairing__players_renamed__are_those_of_the_new_names(event: Event) -> None:
    figures, pairs = event.figures()
    names = [str(row["Player"]) for row in event.tables["Players"]]
    new = dict(zip(names, Random(1).sample([f"Name {n:02}" for n in range(len(names))], len(names)), strict=True))
    for table in event.tables.values():
        for row in table:
            row.update({header: new.get(row[header], row[header]) for header in NAMES if header in row})
    after, new_pairs = event.figures()
    assert new_pairs == [(table, new[a], new.get(str(b), b)) for table, a, b in pairs]
    for name, rows in figures.items():
        renamed = [{**row, "Player": new[row["Player"]]} for row in rows]
        assert sorted(after[name], key=lambda row: row["Player"]) == sorted(renamed, key=lambda row: row["Player"])


@any_event
def test_totals_after_a_round__later_rounds_gone__the_same(event: Event) -> None:
    whole = {row["Player"]: row for row in event.rows("Progress")}
    for name in reversed(event.rounds[1:]):
        del event.tables[name]
        for row in event.rows("Progress"):
            known = [header for header in row if header.startswith("Total ") and f"Round {header[6:]}" in event.tables]
            assert {header: row[header] for header in known} == {
                header: whole[row["Player"]][header] for header in known
            }


@any_event
def test_next_round__of_everybody_who_is_there__has_one_row_for_each(event: Event) -> None:
    outcome = event.compute()
    assert [str(each) for each in outcome.problems if each.severity == "Error"] == []
    assert outcome.event is not None
    for new in outcome.new_rounds:
        seated = [row[side] for row in new.rows for side in ("a", "b") if row[side] >= 0]
        there = [player.number for player in outcome.event.players if player.plays_in(new.number)]
        assert sorted(seated) == sorted(there)
        asked = sum(new.number in player.byes for player in outcome.event.players if player.plays_in(new.number))
        assert sum(row["b"] < 0 for row in new.rows) - asked in (0, 1)


@any_event
def test_points__counted_by_a_second_hand__the_same(format: str, seed: int, tmp_path: Path) -> None:
    event = Event(tmp_path, format, seed)
    event.type_result(1, event.tables["Round 1"][0]["Player A"], "absent")
    event.type_result(1, event.tables["Round 1"][1]["Player A"], "both absent")
    points, wins, byes = WINS_AND_BYES[event.format]
    found = {row["Player"]: row for row in event.rows("Standings")}
    for name, line in reckon(Book(event.path.read_bytes()), event.format).items():
        assert (Fraction(found[name][points]), int(found[name][byes])) == (line.points, line.byes), name
        assert not wins or int(found[name][wins]) == line.wins


@any_event
def test_sheets__before_they_are_written__hold_no_float(event: Event) -> None:
    outcome = event.compute()
    assert outcome.results is not None
    for report in outcome.results.format.make_output(outcome.results):
        kinds = {type(value) for column in report.frame for value in report.frame[column] if value == value}
        assert not [kind for kind in kinds if issubclass(kind, float)], report.sheet.name


@events_of("Turnabout", "Netrunner")
def test_why__after_later_rounds__says_of_a_round_what_it_said(event: Event) -> None:
    name, number = str(event.tables["Round 2"][0]["Player A"]), 2
    ask = f'turnabout why {{}} "{name}" --pairing --round {number}'
    whole = list(event.do(ask))
    for each in event.rounds[number:]:
        del event.tables[each]
    assert list(event.do(ask)) == whole


@any_event
def test_anybody__let_in__leaves_all_pairs_as_they_are(event: Event) -> None:
    gone = [str(row["Player"]) for row in event.tables["Players"] if row["Dropped after"] == 1]
    list(event.run())
    for name in ("Zoe Late", *gone):
        before = pairs_of(event)
        list(event.let_in(name))
        assert [pair for pair in before if pair not in pairs_of(event)] == []
        outcome = event.compute()
        assert [str(each) for each in outcome.problems if each.severity == "Error"] == []


def pairs_of(event: Event) -> list[tuple[str, str, str]]:
    rows = ((name, row) for name, table in event.tables.items() if name.startswith("Round ") for row in table)
    return [(name, row["Player A"], row["Player B"]) for name, row in rows if row["Player B"] != "BYE"]


@events_of("Duplicate Magic")
def test_tables__of_an_event__pay_what_the_players_have(event: Event) -> None:
    """Duplicate 3.5 and 4.1: what is paid and what is credited together are the points of all."""
    event.tables.pop("Adjustments", None)
    standings, tables = event.rows("Standings"), event.rows("Table results")
    points, credited = (sum(Fraction(row[each]) for row in standings) for each in ("Points", "Credited"))
    assert points == credited + sum(Fraction(row["Total"]) for row in tables)
    assert all(Fraction(row["Total"]) <= Fraction(row["Most"]) for row in tables)
