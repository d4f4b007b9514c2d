"""What the program says of a round: small events worked out by hand, and what must hold for any event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.dose import whole_events
from tests.event.played_events import Played, events, next_pairing
from tests.event.worked_events import big_win, drawn, small_win, sweep
from tests.reading.grids import Cells, event_sheet, match, players, read, results, round_sheet, sheet
from tests.rounds.noted_rounds import SIX, SIX_ROUND, adjusted, changes, computed, lines, told
from turnabout_sheets.event.model import BYE
from turnabout_sheets.pairing.swiss import closest
from turnabout_sheets.rounds.new_round import append_round
from turnabout_sheets.rounds.next_rounds import add_notes, due_rounds, pair
from turnabout_sheets.rounds.notes import examine_round
from turnabout_sheets.sheets.grid import Grid, Raw

SIX_TOLD = [
    "Round 2: 3 pairs. VP differences: 11 at most, 9 on average.",
    "No pairing without a rematch is closer; this is proven.",
    "Avoided: 1 rematch.",
]
SIX_PAIRS = [
    ("Cy - Eve", "VP difference 6"),
    ("Ada - Fay", "VP difference 10; if all could meet: Ada with Ben (they met in round 1), Fay with Dee"),
    ("Ben - Dee", "VP difference 11; if all could meet: Ben with Ada (they met in round 1), Dee with Fay"),
]


def test_a_round_is_explained() -> None:
    found = results(event_sheet(rounds=3), players(*SIX), SIX_ROUND, adjusted(Dee=4, Ada=1))
    assert told(found, 2) == SIX_TOLD + [f"{names}: {note}" for names, note in SIX_PAIRS]


def test_the_same_is_said_of_the_round_when_it_is_played() -> None:
    second = round_sheet(2, big_win("Cy", "Eve"), drawn("Ada", "Fay"), sweep("Ben", "Dee"))
    found = results(event_sheet(rounds=3), players(*SIX), SIX_ROUND, second, adjusted(Dee=4, Ada=1))
    pairs = [f"  table {table}: {names}: {note}" for table, (names, note) in enumerate(SIX_PAIRS, 1)]
    assert lines(found, 2) == SIX_TOLD + pairs


def test_the_largest_adjustments_in_many_rows_are_paired(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(closest, "WIDTH", 0)  # by a matching, which reckons with numbers that have an end
    names = [f"P{number:02}" for number in range(60)]
    first = round_sheet(1, *(drawn(a, b) for a, b in zip(names[::2], names[1::2], strict=True)))
    rows = [(name, 10_000 if number % 3 else -10_000) for number, name in enumerate(names) for _ in range(20)]
    found = results(event_sheet(rounds=3), players(*names), first, sheet("Adjustments", ("Player", "Points"), rows))
    assert told(found, 2)[:2] == [
        "Round 2: 30 pairs. VP differences: 0 at most, 0 on average.",
        "No pairing without a rematch is closer; this is proven.",
    ]


def test_the_first_round_is_explained() -> None:
    found = results(event_sheet(first_round="listed"), players("Ada", "Ben", "Cy"))
    assert told(found, 1) == [
        "Round 1: 1 pair, by First round: listed.",
        "Cy has the bye: last in the order of the first round.",
        "Ada - Ben: VP difference 0",
    ]


# Who has the bye, and why. Each case: settings, players, rounds, and what is said of the next round's bye.
BYES: dict[str, tuple[dict[str, Raw], Sequence[str | Cells], Sequence[Sequence[Cells]], str]] = {
    "nobody has had one, and Ben is last with 0 VP": (
        {},
        ("Ada", "Ben", "Cy", {"Player": "Dee", "Dropped after": 1}),
        [(sweep("Ada", "Ben"), small_win("Dee", "Cy"))],
        "Ben has the bye: lowest-ranked.",
    ),
    "Cy has had one, and Ben is last": (
        {},
        ("Ada", "Ben", "Cy"),
        [(sweep("Ada", "Ben"), match("Cy", "BYE"))],
        "Ben has the bye: lowest-ranked who has had none.",
    ),
    "Ben is last and has had one, Cy has 18 VP and has had none": (
        {},
        ("Ada", "Ben", "Cy", {"Player": "Dee", "Dropped after": 1}, {"Player": "Eve", "Dropped after": 1}),
        [(match("Ben", "BYE"), big_win("Ada", "Dee"), sweep("Cy", "Eve"))],
        "Ada has the bye: lowest-ranked who has had none.",
    ),
    # rules 1.4.1
    "a session later the first does not count": (
        {"rounds_per_session": 1},
        ("Ada", "Ben", "Cy"),
        [(sweep("Ada", "Cy"), match("Ben", "BYE"))],
        "Cy has the bye: lowest-ranked.",
    ),
    "in the second session Cy has had one, and Ben is last": (
        {"rounds_per_session": 2},
        ("Ada", "Ben", "Cy"),
        [
            (sweep("Ada", "Cy"), match("Ben", "BYE")),
            (sweep("Cy", "Ben"), match("Ada", "BYE")),
            (sweep("Ada", "Ben"), match("Cy", "BYE")),
        ],
        "Ben has the bye: lowest-ranked who has had none in this session.",
    ),
    "Ben is last, but has won as Cy did not show up": (
        {},
        ("Ada", "Ben", "Cy", {"Player": "Dee", "Dropped after": 1}),
        [({**match("Ben", "Cy"), "Ruling": "B no-show"}, big_win("Ada", "Dee"))],
        "Cy has the bye: lowest-ranked who has had none.",
    ),
    "Cy is last, but Ada and Ben have met": (
        {},
        ("Ada", "Ben", {"Player": "Cy", "Joined round": 2}),
        [(sweep("Ada", "Ben"),)],
        "Ben has the bye: the lowest-ranked whose bye leaves the fewest rematches.",
    ),
    "everybody has had one, and Cy is last": (
        {"allow_rematches": "yes"},
        ("Ada", "Ben", "Cy"),
        [
            (sweep("Ada", "Ben"), match("Cy", "BYE")),
            (sweep("Ada", "Cy"), match("Ben", "BYE")),
            (sweep("Ben", "Cy"), match("Ada", "BYE")),
        ],
        "Cy has the bye: lowest-ranked of those with the fewest (1).",
    ),
    "Ben and Cy have had none, but Ada has met both": (
        {},
        ("Ada", "Ben", "Cy", {"Player": "Dee", "Dropped after": 3}, {"Player": "Eve", "Dropped after": 3}),
        [
            (drawn("Ben", "Dee"), drawn("Cy", "Eve"), match("Ada", "BYE")),
            (drawn("Ada", "Ben"), drawn("Cy", "Dee"), match("Eve", "BYE")),
            (drawn("Ada", "Cy"), drawn("Ben", "Eve"), match("Dee", "BYE")),
        ],
        "Ada has the bye: a bye for a player with fewer would lead to more rematches.",
    ),
}


@pytest.mark.parametrize("case", BYES.values(), ids=BYES)
def test_why_somebody_has_the_bye(
    case: tuple[dict[str, Raw], Sequence[str | Cells], Sequence[Sequence[Cells]], str],
) -> None:
    chosen, who, rounds, expected = case
    sheets = [round_sheet(number, *rows) for number, rows in enumerate(rounds, 1)]
    found = results(event_sheet(rounds=6, **chosen), players(*who), *sheets)
    assert [line for line in told(found, len(rounds) + 1) if " has the bye" in line] == [expected]


# Everybody has met everybody after three rounds: Ada 84, Ben 51, Cy 30 and Dee 15 VP.
FOUR = ("Ada", "Ben", "Cy", "Dee")
ROUNDS = (
    (big_win("Ada", "Ben"), drawn("Cy", "Dee")),
    (sweep("Ada", "Cy"), sweep("Ben", "Dee")),
    (sweep("Ada", "Dee"), drawn("Ben", "Cy")),
)
FOURTH = (drawn("Ada", "Ben"), drawn("Cy", "Dee"))
FIFTH = (drawn("Ada", "Cy"), drawn("Ben", "Dee"))


@pytest.mark.parametrize(
    ("rounds", "pairs", "last"),
    [
        (ROUNDS, {"Ada - Ben", "Cy - Dee"}, 1),  # the oldest, and the closest
        ((*ROUNDS, FOURTH), {"Ada - Cy", "Ben - Dee"}, 2),  # the oldest, though not the closest
        ((*ROUNDS, FOURTH, FIFTH), {"Ada - Dee", "Ben - Cy"}, 3),
        ((ROUNDS[2], ROUNDS[1], ROUNDS[0]), {"Ada - Dee", "Ben - Cy"}, 1),
    ],
)
def test_the_oldest_rematches_come_first(rounds: Sequence[Sequence[Cells]], pairs: set[str], last: int) -> None:
    """Rules 1.5.5."""
    sheets = [round_sheet(number, *rows) for number, rows in enumerate(rounds, 1)]
    found = computed(event_sheet(rounds=9, allow_rematches="yes"), players(*FOUR), *sheets)
    summary, beside = told(found, len(rounds) + 1)[:-2], told(found, len(rounds) + 1)[-2:]
    assert {line.split(":")[0] for line in beside} == pairs
    assert all(f"; REMATCH: they met in round {last}" in line for line in beside)
    assert summary[1:] == [
        "No pairing with as few and as old rematches is closer; this is proven.",
        "2 pairs met before; fewest possible: 2.",
    ]


def test_a_new_session_forgets_who_has_met() -> None:
    """84 - 51 and 30 - 15: 1089 + 225; the others are farther apart."""
    # Rules 1.5.1.
    sheets = [round_sheet(number, *rows) for number, rows in enumerate(ROUNDS, 1)]
    assert told(results(event_sheet(rounds=6, rounds_per_session=3), players(*FOUR), *sheets), 4) == [
        "Round 4: 2 pairs. VP differences: 33 at most, 24 on average.",
        "No pairing without a rematch is closer; this is proven.",
        "Ada - Ben: VP difference 33",
        "Cy - Dee: VP difference 15",
    ]


def test_no_more_rematches_than_needed() -> None:
    """Two halves of three players, each of whom has met the whole other half: one pair across them meets again."""
    # Rules 1.5.5.
    who = ("Ada", "Ben", "Cy", "Dee", "Eve", "Fay")
    rounds = [
        [("Ada", "Dee"), ("Ben", "Eve"), ("Cy", "Fay")],
        [("Ada", "Eve"), ("Ben", "Fay"), ("Cy", "Dee")],
        [("Ada", "Fay"), ("Ben", "Dee"), ("Cy", "Eve")],
    ]
    sheets = [round_sheet(number, *(drawn(a, b) for a, b in pairs)) for number, pairs in enumerate(rounds, 1)]
    strict = results(event_sheet(rounds=4), players(*who), *sheets)
    new, problems = pair(strict, 4)
    assert new is None
    assert [str(each) for each in problems] == [
        "Error: Event: Round 4 cannot be paired without a rematch: at least 1 pair would meet again. Set Allow "
        "rematches to yes to pair it with the fewest, or set Rounds to the rounds played to end here."
    ]
    found = results(event_sheet(rounds=4, allow_rematches="yes"), players(*who), *sheets)
    beside = told(found, 4)[-3:]
    again = [line for line in beside if "REMATCH" in line]
    assert len(again) == 1
    assert "they met in round 1" in again[0]


def test_a_round_that_was_changed_by_hand() -> None:
    """As the six above, but Ada meets Dee, and Ben Fay: 36 + 144 + 81."""
    second = round_sheet(2, match("Cy", "Eve"), match("Ada", "Dee"), match("Ben", "Fay"))
    found = results(event_sheet(rounds=3), players(*SIX), SIX_ROUND, second, adjusted(Dee=4, Ada=1))
    cost = "2 pairs of round 2 would be paired differently now: VP differences 12, 9 instead of 11, 10."
    assert changes(found) == (cost,)
    assert lines(found, 2)[:2] == [
        "Round 2: 3 pairs. VP differences: 12 at most, 9 on average.",
        "Avoided: 1 rematch.",
    ]


def test_a_rematch_made_by_hand() -> None:
    second = round_sheet(2, match("Cy", "Eve"), match("Ada", "Ben"), match("Fay", "Dee"))
    grids = [players(*SIX), SIX_ROUND, second, adjusted(Dee=4, Ada=1)]
    _, found = read(event_sheet(rounds=3), *grids)
    assert [str(each) for each in found] == [
        "Error: Round 2!D3: Ada and Ben meet in round 2 again; they met in round 1. Change the pairing, or set Allow "
        "rematches to yes on the Event sheet if it was really played."
    ]
    allowed = computed(event_sheet(rounds=3, allow_rematches="yes"), *grids)
    assert changes(allowed) == (
        "2 pairs of round 2 would be paired differently now: VP differences 2, 1 instead of 11, 10; "
        "rematches 1 instead of 0.",
    )
    assert lines(allowed, 2)[1:] == [
        "1 pair met before; fewest possible: 0.",
        "  table 1: Cy - Eve: VP difference 6",
        "  table 2: Ada - Ben: VP difference 1; REMATCH: they met in round 1",
        "  table 3: Fay - Dee: VP difference 2",
    ]


def test_the_bye_is_given_to_somebody_else_by_hand() -> None:
    second = round_sheet(2, match("Ada", "Cy"), match("Ben", "BYE"))
    assert changes(results(event_sheet(rounds=3), players("Ada", "Ben", "Cy"), *_three(), second)) == ()
    other = round_sheet(2, match("Ben", "Cy"), match("Ada", "BYE"))
    found = results(event_sheet(rounds=3), players("Ada", "Ben", "Cy"), *_three(), other)
    assert changes(found) == (
        "1 pair of round 2 would be paired differently now: VP differences 18 instead of 12.",
        "Bye: Ada; by the rule: Ben.",
    )
    assert not any("has the bye" in line for line in lines(found, 2))


def _three() -> list[Grid]:
    """Ada 30, Cy 18, Ben 0."""
    return [round_sheet(1, sweep("Ada", "Ben"), match("Cy", "BYE"))]


def test_a_round_of_nothing_but_byes() -> None:
    who = players({"Player": "Ada", "Byes": 1}, {"Player": "Ben", "Byes": "1, 2"}, "Cy")
    found = results(event_sheet(rounds=3), who, round_sheet(1, *(match(name, "BYE") for name in ("Ada", "Ben", "Cy"))))
    assert lines(found, 1)[1:] == ["Cy has the bye: last in the order of the first round."]
    assert told(found, 2)[0].startswith("Round 2: 1 pair.")
    alone = players(*({"Player": name, "Byes": 1} for name in ("Ada", "Ben")))
    asked = results(event_sheet(rounds=3), alone, round_sheet(1, match("Ada", "BYE"), match("Ben", "BYE")))
    assert lines(asked, 1) == ["Round 1: 0 pairs, by First round: random."]


@pytest.mark.slow
@whole_events(8)
@given(events)
def test_later_results_say_nothing_new_of_a_round(played: Played) -> None:
    """And a round that nobody has changed is what the program pairs, whatever came later; the sheet said it all."""
    found = played.results()
    for number in range(1, len(played.rounds) + 1):
        before = played.until(number - 1).results()
        new, _ = pair(before, number)
        assert new is not None
        note = examine_round(found, number, found.event.rounds[number])
        assert note == examine_round(before, number, append_round(before.event, new).rounds[number])
        assert (note.changed, note.bye) == ([], note.own_bye)
        said = lines(found, number)
        sheet_says = add_notes(before, new)
        beside = [note for note in sheet_says.notes if note]
        assert said[: len(sheet_says.summary)] == list(sheet_says.summary)
        assert len(said) == len(sheet_says.summary) + len(beside)
        for line, words in zip(said[len(sheet_says.summary) :], beside, strict=True):
            assert line.endswith(f": {words}")


@pytest.mark.slow
@whole_events(8)
@given(events, st.randoms(use_true_random=False))
def test_the_order_of_rows_says_nothing(played: Played, random: Random) -> None:
    found, other = played.results(), played.shuffled(random).results()
    for number in range(1, len(played.rounds) + 1):
        assert lines(found, number) == lines(other, number)
    assert next_pairing(played) == next_pairing(played.shuffled(random))


def with_ids(played: Played) -> Played:
    return replace(played, players=[{**row, "Player ID": f"id {n}"} for n, row in enumerate(played.players)])


@pytest.mark.slow
@whole_events(8)
@given(events, st.randoms(use_true_random=False))
def test_new_names_are_paired_as_the_old_ones_were(played: Played, random: Random) -> None:
    """The draw knows players by their IDs, so that a name that is corrected changes nothing."""
    known = with_ids(played)
    names: list[Any] = [row["Player"] for row in known.players]
    new = dict(zip(names, random.sample([f"Name {n}" for n in range(len(names))], len(names)), strict=True))
    renamed = known.renamed(new)
    expected = [(table, new[a], new.get(b, b), *options) for table, a, b, *options in next_pairing(known)]
    assert next_pairing(renamed) == expected
    for number in range(1, len(played.rounds) + 1):
        theirs = lines(known.results(), number)
        for old, name in sorted(new.items(), key=lambda pair: -len(str(pair[0]))):
            theirs = [line.replace(str(old), name) for line in theirs]
        assert lines(renamed.results(), number) == theirs


@pytest.mark.slow
@whole_events(8)
@given(events.filter(lambda played: len(played.rounds) >= 2))
def test_a_correction_changes_new_rounds_only(played: Played) -> None:
    """The first match of round 1 is won by the other: what is paired stays, what is due stays, and what was said of
    round 1 stays."""
    first, *others = played.rounds[0]
    wins: dict[str, Raw] = {"Game 1 winner": "B", "Game 2 winner": "B", "Game 1 count": 5, "Game 2 count": 5}
    corrected = replace(played, rounds=[[{**first, **wins, "Ruling": ""}, *others], *played.rounds[1:]])
    before, after = played.results(), corrected.results()
    pairs = [[(match.round, match.table, match.pair) for match in each.event.rows] for each in (before, after)]
    assert pairs[0] == pairs[1]
    assert due_rounds(before) == due_rounds(after)
    assert lines(before, 1) == lines(after, 1)
    following, _ = pair(after, len(played.rounds) + 1)
    if following is not None:
        note = examine_round(after, following.number, append_round(after.event, following).rounds[following.number])
        assert (note.changed, note.squares) == ([], note.own_squares)


@pytest.mark.slow
@whole_events(8)
@given(events)
def test_a_new_round_is_exactly_what_the_rules_ask_for(played: Played) -> None:
    """Against all pairings of the players there are: see `best_round`."""
    from tests.pairing.histories import best_round
    from turnabout_sheets.rounds import swiss

    found = played.results()
    number = len(played.rounds) + 1
    new, _ = pair(found, number)
    if new is None or number == 1:
        return
    order = swiss.standing_order(found, number, found.event.playing(number))
    if len(order) > 9:
        return
    place = {player.number: position for position, player in enumerate(order)}
    bye, pairs = best_round(
        [found.after[number - 1]["points"][player.number] for player in order],
        swiss.meetings(found.event, order, number),
        swiss.count_free_wins(found.event, order, number),
    )
    assert {frozenset((place[row["a"]], place[row["b"]])) for row in new.rows if row["b"] != BYE} == set(
        map(frozenset, pairs)
    )
    assert [place[row["a"]] for row in new.rows if row["b"] == BYE] == ([] if bye is None else [bye])
