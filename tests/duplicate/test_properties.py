"""What holds for every Duplicate Magic event, whoever plays and whatever the results."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.dose import whole_events
from tests.duplicate.played_events import events
from tests.duplicate.running import Event, recount
from tests.duplicate.workbooks import report_rows
from tests.event.worked_events import sheet_rows

pytestmark = pytest.mark.slow

FIGURES = ("rank", "points", "matches", "wins", "draws", "byes", "credited", "status")

few = whole_events(8)


def figures(event: Event) -> dict[str, tuple[Any, ...]]:
    found = event.results()
    assert found.finished
    return sheet_rows(found, "Standings", *FIGURES)


@few
@given(events, st.randoms(use_true_random=False))
def test_neither_the_order_of_rows_nor_names_matter(event: Event, random: Random) -> None:
    names = sorted({row["Player"] for row in event.who}, key=str)
    new = dict(zip(names, random.sample([f"Q{number}" for number in range(len(names))], len(names)), strict=True))
    mixed = [random.sample(rows, len(rows)) for rows in event.rounds]
    rounds = [
        [{**row, **{side: new.get(row[side], row[side]) for side in ("Player A", "Player B")}} for row in rows]
        for rows in mixed
    ]
    who = [{**row, "Player": new[row["Player"]]} for row in random.sample(event.who, len(event.who))]
    assert figures(replace(event, rounds=mixed)) == figures(event)
    assert figures(replace(event, who=who, rounds=rounds)) == {new[name]: row for name, row in figures(event).items()}


@few
@given(events)
def test_turning_the_players_of_a_row_round_changes_nothing(event: Event) -> None:
    turned = {"A": "B", "B": "A", "A no-show": "B no-show", "B no-show": "A no-show"}
    rounds = [
        [
            row
            if row["Player B"] == "BYE"
            else {
                **row,
                **{f"{what} {side}": row[f"{what} {turned[side]}"] for what in ("Player", "Deck") for side in "AB"},
                **{field: turned.get(str(row[field]), row[field]) for field in ("Winner", "Ruling")},
            }
            for row in rows
        ]
        for rows in event.rounds
    ]
    assert figures(replace(event, rounds=rounds)) == figures(event)


@few
@given(events)
def test_points_are_those_of_a_second_count(event: Event) -> None:
    counted = recount(event.rounds)
    assert {name: row[1] for name, row in figures(event).items()} == {
        str(row["Player"]): counted.get(row["Player"], 0) for row in event.who
    }


@few
@given(events)
def test_the_tables_pay_what_the_players_have(event: Event) -> None:
    """What is paid and what is credited together are the points of all; no table pays more than it can."""
    found = event.results()
    tables = report_rows(found, "Table results")
    standings = report_rows(found, "Standings")
    credited = sum((Fraction(row["credited"]) for row in standings), Fraction())
    assert sum(row["points"] for row in standings) == sum(row["total"] for row in tables) + credited
    assert sum(row["matches"] for row in standings) == 2 * sum(row["games"] for row in tables)
    for row in tables:
        assert row["games"] == row["wins_a"] + row["wins_b"] + row["draws"]
        assert row["total"] == row["points_a"] + row["points_b"] <= row["most"]
        assert row["balance"] is None or 0 <= row["balance"] <= 1
        assert (row["balance"] is None) == (row["games"] == 0)
