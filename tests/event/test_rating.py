"""Event ratings: match wins, multipliers, awards (rules 1.7)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.event.cases import Case, rule_table
from tests.event.worked_events import (
    COMING_AND_GOING,
    COMING_AND_GOING_ROUNDS,
    FOUR,
    FOUR_ROUNDS,
    drawn,
    note,
    sheet_rows,
    small_win,
)
from tests.reading.grids import Cells, event_sheet, match, players, results, round_sheet, sheet
from tests.support.simulated import simulated
from turnabout_sheets.event.rating import (
    Award,
    award,
    compute_awards,
    first_place_multiplier,
    make_award,
    multiplier,
    position_modifier,
)
from turnabout_sheets.event.results import Results
from turnabout_sheets.formats import FORMATS, load
from turnabout_sheets.jobs.check import check

HALF = Fraction(1, 2)


@rule_table("first_place")
def test_multiplier_for_first_place(case: Case) -> None:
    field = range(int(case["least"]), int(case["most"]) + 1)
    expected = dict.fromkeys(field, int(case["multiplier"]))
    assert {players: first_place_multiplier(players) for players in field} == expected, case["citation"]


@rule_table("position_modifier")
def test_modifier_for_the_position(case: Case) -> None:
    positions = range(int(case["least"]), int(case["most"]) + 1)
    expected = dict.fromkeys(positions, int(case["modifier"]))
    assert {position: position_modifier(position) for position in positions} == expected, case["citation"]


@rule_table("awards")
def test_award(case: Case) -> None:
    found = award(
        Fraction(case["match_wins"]), case["all_rounds"] == "yes", int(case["players"]), int(case["position"])
    )
    assert found == Fraction(case["award"]), case["citation"]


def test_no_match_win_is_worth_less_than_one_point() -> None:
    """By rules 1.7.3, which "guarantees that each match win will be worth at least one point"."""
    assert min(multiplier(players, players) for players in range(4, 2000)) == 1


@pytest.mark.parametrize("players", [0, 1, 3])
def test_fewer_than_four_players_have_no_multiplier(players: int) -> None:
    with pytest.raises(ValueError, match=f"an event of {players} players is not rated"):
        first_place_multiplier(players)


def event(who: tuple[str | Cells, ...], played: tuple[tuple[Cells, ...], ...], **settings: Any) -> Results:
    grids = [round_sheet(number, *rows) for number, rows in enumerate(played, 1)]
    return results(event_sheet(**{"rounds": len(played), **settings}), players(*who), *grids)


def ratings(found: Results) -> dict[str, tuple[Any, ...]]:
    return sheet_rows(found, "Ratings", "position", "match_wins", "played_all", "multiplier", "award")


def test_an_award_is_made_of_wins_draws_place_and_presence() -> None:
    """Five wins and a draw, all rounds played, second of six: (5½ + 1) × (5 − 1)."""
    assert make_award(5, 1, played_all=True, players=6, position=2) == Award(5 + HALF, True, 4, Fraction(26))
    assert make_award(0, 1, played_all=False, players=6, position=6) == Award(HALF, False, 2, Fraction(1))


def test_awards_are_values_by_position_then_by_name() -> None:
    found = event(FOUR, FOUR_ROUNDS[:1])
    names = [found.event.players[number].name for number in compute_awards(found)]
    assert names == ["Ada", "Cy", "Dee", "Ben"]
    assert list(compute_awards(found).values()) == [
        Award(Fraction(1), True, 4, Fraction(8)),
        Award(HALF, True, 3, 4 + HALF),
        Award(HALF, True, 3, 4 + HALF),
        Award(Fraction(0), True, 2, Fraction(2)),
    ]


def test_no_awards_before_the_end_for_three_or_in_a_format_that_is_not_rated() -> None:
    rated = event(FOUR, FOUR_ROUNDS)
    assert compute_awards(rated)
    assert compute_awards(event(FOUR, FOUR_ROUNDS[:2], rounds=3)) == {}
    assert compute_awards(event(("Ada", "Ben", "Cy"), ((small_win("Ada", "Ben"), match("Cy", "BYE")),))) == {}
    unrated = replace(rated.format, outline=replace(rated.format.outline, rated=False))
    assert compute_awards(replace(rated, format=unrated)) == {}


def test_awards_of_three_rounds_with_draws() -> None:
    assert ratings(event(FOUR, FOUR_ROUNDS)) == {
        "Dee": (1, 2, "yes", 4, (1 + 2 * HALF + 1) * 4),
        "Ada": (2, 1 + HALF, "yes", 3, (1 + HALF + 1) * 3),
        "Cy": (3, 1 + HALF, "yes", 2, (1 + HALF + 1) * 2),
        "Ben": (4, 1, "yes", 2, (1 + 1) * 2),
    }


def test_tied_players_share_the_best_position() -> None:
    """Rules 1.7.5."""
    assert ratings(event(FOUR, FOUR_ROUNDS[:1])) == {
        "Ada": (1, 1, "yes", 4, (1 + 1) * 4),
        "Cy": (2, HALF, "yes", 3, (HALF + 1) * 3),
        "Dee": (2, HALF, "yes", 3, (HALF + 1) * 3),
        "Ben": (4, 0, "yes", 2, (0 + 1) * 2),
    }


def test_everybody_tied_is_first() -> None:
    """Rules 1.7.5."""
    found = event(FOUR, ((drawn("Ada", "Ben"), drawn("Cy", "Dee")),))
    assert ratings(found) == dict.fromkeys(FOUR, (1, HALF, "yes", 4, 6))


@pytest.mark.parametrize(
    ("bye_counts_as_win", "bye"), [("yes", 1), ("no", 0)], ids=["a bye is a win", "a bye is no win"]
)
def test_byes_no_shows_late_and_dropped_players(bye_counts_as_win: str, bye: int) -> None:
    """Gus was never paired, so that six took part. Dee did not show up in a round, so she has not played it."""
    # Rules 1.4.2.
    found = event(COMING_AND_GOING, COMING_AND_GOING_ROUNDS, bye_counts_as_win=bye_counts_as_win)
    assert ratings(found) == {
        "Ada": (1, 1 + HALF, "yes", 5, (1 + HALF + 1) * 5),
        "Cy": (2, bye + HALF, "yes", 4, (bye + HALF + 1) * 4),
        "Fay": (3, 1, "no", 3, 1 * 3),
        "Ben": (4, bye, "yes", 3, (bye + 1) * 3),
        "Eve": (5, bye, "no", 2, bye * 2),
        "Dee": (6, 0, "no", 2, 0),
    }
    assert note(found, "Ratings") == "6 players: first place has the multiplier 5."


def test_a_position_counts_those_who_were_paired_only() -> None:
    """Gus, who never started, was given points, and stands first; the awards do not see him."""
    # Rules 1.7.5.
    found = results(
        event_sheet(rounds=1),
        players(*FOUR, {"Player": "Gus", "Dropped after": 0}),
        round_sheet(1, *FOUR_ROUNDS[0]),
        sheet("Adjustments", ("Player", "Points"), [("Gus", 99)]),
    )
    assert {name: row[0] for name, row in ratings(found).items()} == {"Ada": 1, "Cy": 2, "Dee": 2, "Ben": 4}
    assert note(found, "Ratings") == "4 players: first place has the multiplier 4."


def test_three_players_are_not_rated() -> None:
    """Rules 1.7.6."""
    never = {"Player": "Gus", "Dropped after": 0}
    found = event(("Ada", "Ben", "Cy", never), ((small_win("Ada", "Ben"), match("Cy", "BYE")),))
    assert ratings(found) == {}
    assert note(found, "Ratings") == "Not rated: 3 players took part, and an event needs 4."


@pytest.mark.parametrize(
    ("rounds", "so_far"),
    [
        ((), 0),
        (FOUR_ROUNDS[:1], 1),
        ((FOUR_ROUNDS[0], (FOUR_ROUNDS[1][0], match("Ben", "Dee"))), 1),
        ((FOUR_ROUNDS[0], (match("Ada", "Cy"), match("Ben", "Dee"))), 1),
    ],
    ids=["nothing", "one round", "a begun round", "a paired round"],
)
def test_an_unfinished_event_is_not_rated_yet(rounds: tuple[tuple[Cells, ...], ...], so_far: int) -> None:
    """Rules 1.7.7."""
    grids = [round_sheet(number, *rows) for number, rows in enumerate(rounds, 1)]
    found = results(event_sheet(rounds=3), players(*FOUR), *grids)
    assert ratings(found) == {}
    expected = f"Awards are worked out when all 3 rounds are reported; so far {so_far}."
    assert note(found, "Ratings") == expected


@pytest.mark.parametrize("name", ["Duplicate Magic", "Netrunner"])
def test_other_formats_have_no_awards(name: str, tmp_path: Path) -> None:
    """Duplicate 5.4: also at the end of an event that is large enough."""
    format = load(FORMATS[name])
    found = check(simulated(tmp_path / "event.xlsx", "--format", name, "--players", 8)).results
    assert found is not None
    assert found.finished
    assert compute_awards(found) == {}
    assert "Ratings" not in {report.sheet.name for report in format.sheets.make_output(found)}
