"""What holds for every event, whoever plays and whatever the results."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.dose import whole_events
from tests.event.played_events import Played, check_next_round, events, figures, next_pairing, play_any

pytestmark = pytest.mark.slow

few = whole_events(10)


@few
@given(events)
def test_every_match_divides_thirty_points(played: Played) -> None:
    found = played.results()
    matches = found.matches
    on_the_table = matches[matches["outcome_a"].isin(("win", "draw", "loss"))]
    assert (on_the_table["vp_a"] + on_the_table["vp_b"] == 30).all()
    assert on_the_table[["vp_a", "vp_b"]].min(axis=None) >= 0 if len(on_the_table) else True
    ahead = (on_the_table["mp_a"] - on_the_table["mp_b"]).map(lambda difference: (difference > 0) - (difference < 0))
    assert list(ahead.map({1: "win", 0: "draw", -1: "loss"})) == list(on_the_table["outcome_a"])
    given_out = (
        sum(matches["vp_a"])
        + sum(matches["vp_b"])
        + sum(int(str(row[2])) for row in played.adjustments if int(str(row[1] or 0)) <= found.played)
    )
    assert sum(found.standings["points"]) == given_out


@few
@given(events, st.randoms(use_true_random=False))
def test_the_order_of_rows_never_matters(played: Played, random: Random) -> None:
    """Not of players, where a random seed is set, nor of matches: for points, ranks, ratings and the next pairing."""
    other = played.shuffled(random)
    assert figures(other.results()) == figures(played.results())
    assert next_pairing(other) == next_pairing(played)


@few
@given(events, st.booleans())
def test_one_sheet_or_many_is_the_same_event(played: Played, flat: bool) -> None:
    other = replace(played, flat=flat)
    assert figures(other.results()) == figures(played.results())
    assert next_pairing(other) == next_pairing(played)


@few
@given(events, st.randoms(use_true_random=False))
def test_renaming_players_renames_points_ranks_and_ratings(played: Played, random: Random) -> None:
    names = [row["Player"] for row in played.players]
    letters = random.sample("ZYXWVUTSRQPONMLKJIHGFEDCBA", len(names))
    new = {name: f"{letter} {random.randrange(10)}" for name, letter in zip(names, letters, strict=True)}
    before, after = figures(played.results()), figures(played.renamed(new).results())
    assert after == {sheet: {new[name]: row for name, row in rows.items()} for sheet, rows in before.items()}


@few
@given(events)
def test_standings_after_a_round_do_not_depend_on_later_rounds(played: Played) -> None:
    found = played.results()
    for number in range(len(played.rounds) + 1):
        before = played.until(number).results()
        assert before.played == number
        assert before.standings.equals(found.after[number])
        assert sorted(before.after) == list(range(number + 1))


@few
@example(play_any(178698))  # a second bye: that of the only player who has had none would make two meet again
@given(events)
def test_the_next_round_passes_every_check(played: Played) -> None:
    """Everybody who is there once, nobody against the same opponent, one bye at most, every match at its table."""
    assert check_next_round(replace(played, settings={**played.settings, "rounds": 9})) == []
