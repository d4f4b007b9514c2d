"""Replaying an event round by round: as the program paired it, changed by hand, and real events."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from tests.dose import whole_events
from tests.duplicate.running import event_of
from tests.event.played_events import Played, events
from tests.event.worked_events import big_win, drawn, sweep
from tests.reading.grids import Cells, event_sheet, match, players, results, round_sheet, sheet, valid
from tests.real_data import each_file
from tests.rounds.noted_rounds import SIX, SIX_ROUND, adjusted, computed
from tests.rounds.running import Running, running
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import BYE
from turnabout_sheets.event.results import Results, compute
from turnabout_sheets.formats.duplicate.format import DUPLICATE
from turnabout_sheets.formats.turnabout.format import TURNABOUT
from turnabout_sheets.jobs.explain import NoAnswerError, audit_event
from turnabout_sheets.reading.players import make_player
from turnabout_sheets.rounds.drawn import audit_rounds
from turnabout_sheets.rounds.new_round import append_round, first_round_order
from turnabout_sheets.rounds.next_rounds import due_rounds, pair
from turnabout_sheets.rounds.notes import RoundNote
from turnabout_sheets.sheets.grid import Raw


@pytest.mark.slow
@whole_events(8)
@given(events.filter(lambda played: len(played.rounds) >= 2))
def test_what_the_program_paired_does_not_differ(played: Played) -> None:
    *rounds, total = audit_event(played.results())
    for number, line in enumerate(rounds, 1):
        assert line.startswith(f"Round {number} is as the program pairs it.")
    later = len(played.rounds) - 1
    assert total.startswith(f"Of {later} round{'s' if later > 1 else ''} after the first, 0 differ.")
    _, _, sums = total.partition("How far the pairs are apart (rules 1.5.2; less is closer): ")
    theirs, ours = sums.removesuffix(" as the program pairs each round from what was before it.").split(" as paired, ")
    assert theirs == ours


def six(*second: Cells) -> Results:
    """The six of the notes: 257 is the smallest sum in round 2, Cy - Eve, Ada - Fay and Ben - Dee."""
    chosen = event_sheet(rounds=3, allow_rematches="yes")
    return computed(chosen, players(*SIX), SIX_ROUND, round_sheet(2, *second), adjusted(Dee=4, Ada=1))


PAIRED = (big_win("Cy", "Eve"), drawn("Ada", "Fay"), sweep("Ben", "Dee"))
CHANGED = (big_win("Cy", "Eve"), drawn("Ada", "Dee"), sweep("Ben", "Fay"))
AGAIN = (big_win("Cy", "Eve"), drawn("Ada", "Ben"), sweep("Fay", "Dee"))


SHA_OF_1 = "6b86 b273 ff34 fce1 9d6b 804e ff5a 3f57 47ad a4ea a22f 1d49 c01e 52dd b787 5b4b"
"""Of the text "1"."""

FAR = "How far the pairs are apart (rules 1.5.2; less is closer): "


@pytest.mark.parametrize(
    ("second", "line", "total"),
    [
        (
            PAIRED,
            "Round 2 is as the program pairs it. Largest VP difference 11.",
            f"Of 1 round after the first, 0 differ. {FAR}257 as paired, 257",
        ),
        (
            CHANGED,
            "2 pairs of round 2 differ from what the program would pair now: VP differences 12 and 9 instead of 11 and "
            "10. Largest VP difference 12.",
            f"Of 1 round after the first, 1 differs. {FAR}261 as paired, 257",
        ),
        (
            AGAIN,
            "2 pairs of round 2 differ from what the program would pair now: VP differences 2 and 1 instead of 11 and "
            "10, rematches 1 instead of 0. Largest VP difference 6. Rematches: 1.",
            f"Of 1 round after the first, 1 differs. {FAR}41 as paired, 257",
        ),
    ],
)
def test_a_change_is_named(second: tuple[Cells, ...], line: str, total: str) -> None:
    told = list(audit_event(six(*second)))
    assert told[1] == line
    assert told[2] == f"{total} as the program pairs each round from what was before it."
    assert len(told) == 3


@pytest.mark.parametrize("seed", ["1", "2"])
def test_a_draw_that_another_seed_gives_is_told(seed: str) -> None:
    """Rules 1.5.12."""
    event = computed(event_sheet(rounds=3, random_seed="1"), players(*SIX)).event
    names = [player.name for player in first_round_order(event, event.players)]
    first = round_sheet(1, *(drawn(a, b) for a, b in zip(names[::2], names[1::2], strict=True)))
    line, *_ = audit_event(computed(event_sheet(rounds=3, random_seed=seed), players(*SIX), first))
    agrees = "The draw of round 1 agrees with" if seed == "1" else "The draw of round 1 does not agree with"
    assert f'{agrees} the random seed "{seed}", whose SHA-256 is ' in line


def test_a_bye_that_was_moved_is_named() -> None:
    first = round_sheet(1, sweep("Ada", "Ben"), match("Cy", "BYE"))
    second = round_sheet(2, drawn("Ben", "Cy"), match("Ada", "BYE"))
    *_, line, total = audit_event(results(event_sheet(rounds=3), players("Ada", "Ben", "Cy"), first, second))
    assert line == (
        "1 pair of round 2 differs from what the program would pair now: VP difference 18 instead of 12. "
        "The bye is Ada's; by the rule it is Ben's. Largest VP difference 18."
    )
    assert total.startswith("Of 1 round after the first, 1 differs.")


def test_a_round_without_results_before_it_is_left_out() -> None:
    first = round_sheet(1, match("Ada", "Ben"), match("Cy", "Dee"))
    second = round_sheet(2, match("Ada", "Cy"), match("Ben", "Dee"))
    found = computed(event_sheet(rounds=3, pairing="manual"), players("Ada", "Ben", "Cy", "Dee"), first, second)
    assert [note.number for note in audit_rounds(found)] == [1]


PRISM = (((0, 3), (1, 4), (2, 5)), ((0, 4), (1, 5), (2, 3)), ((0, 5), (1, 2), (3, 4)))
"""Three rounds by place in the order of the draw, after which two pairings are left, both with squares 1 + 4 + 4."""
LEFT = (((0, 2), (1, 3), (4, 5)), ((0, 1), (2, 4), (3, 5)))
"""The first has the smaller sum of lots."""


@pytest.mark.parametrize("last", LEFT)
def test_of_equal_pairings_none_is_called_wrong(last: tuple[tuple[int, int], ...]) -> None:
    """Rounds that were paired before lots settled what is equal are as good as those paired now."""
    event = computed(event_sheet(rounds=4), players(*SIX)).event
    order = [player.name for player in first_round_order(event, event.players)]  # they are drawn, as all ties are
    rounds = [
        round_sheet(number, *(drawn(order[i], order[j]) for i, j in pairs))
        for number, pairs in enumerate((*PRISM, last), 1)
    ]
    *_, line, total = audit_event(computed(event_sheet(rounds=4), players(*SIX), *rounds))
    if last == LEFT[0]:
        assert line == "Round 4 is as the program pairs it. Largest VP difference 0."
    else:
        assert line == (
            "Round 4 is as close as the program would pair it; of equal pairings it takes one by lot. "
            "Largest VP difference 0."
        )
    assert total.startswith("Of 3 rounds after the first, 2 differ.")  # rounds 2 and 3 are farther apart in places


EIGHT = ("Ada", "Ben", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")
METHODS: list[tuple[Format, str]] = [
    (TURNABOUT, "round robin"),
    (TURNABOUT, "single elimination"),
    (TURNABOUT, "double elimination"),
    (DUPLICATE, "movement"),
]


def drawn_by(format: Format, pairing: str, who: Sequence[str] = EIGHT, **settings: Raw) -> Results:
    """Return an event with all rounds that are paired before anybody plays, drawn by the seed "1"."""
    chosen = event_sheet(format=format.name, name="Friday", pairing=pairing, random_seed="1", **settings)
    found = compute(valid(chosen, players(*who)), format)
    event = found.event
    for number in due_rounds(found):
        new, _ = pair(found, number)
        assert new is not None
        event = append_round(event, new)
    return compute(event, format)


def audit_first(found: Results) -> str:
    return next(iter(audit_event(found)))


def exchange(found: Results, one: int, other: int) -> Results:
    """Return the event after two of round 1 have changed places."""
    places = {one: other, other: one}
    rows = [
        replace(row, a=places.get(row.a or 0, row.a), b=places.get(row.b or 0, row.b)) if row.round == 1 else row
        for row in found.event.rows
    ]
    return compute(replace(found.event, rows=rows), found.format)


@pytest.mark.parametrize(
    ("format", "pairing"), METHODS, ids=[f"{format.name}, {pairing}" for format, pairing in METHODS]
)
def test_whatever_is_drawn_is_drawn_anew(format: Format, pairing: str) -> None:
    """Rules 1.5.12: as drawn, by another seed, and after two were moved by hand."""
    found = drawn_by(format, pairing)
    draw = "The draw" if found.event.settings.method.at_once else "The draw of round 1"
    assert f'{draw} agrees with the random seed "1", whose SHA-256 is {SHA_OF_1}.' in audit_first(found)
    settings = replace(found.event.settings, random_seed="2")
    other = compute(replace(found.event, settings=settings), format)
    assert f'{draw} does not agree with the random seed "2"' in audit_first(other)
    first, second, *_ = found.event.rows
    assert first.a is not None
    assert second.a is not None
    moved = audit_first(exchange(found, first.a, second.a))
    assert f"{SHA_OF_1}, but for 2 pairs of round 1, which were moved by hand." in moved


@pytest.mark.parametrize("pairing", ["swiss", "round robin", "single elimination"])
def test_where_nothing_is_drawn_that_is_told(pairing: str) -> None:
    """Rules 1.5.12."""
    told = audit_first(drawn_by(TURNABOUT, pairing, first_round="listed"))
    assert "Nothing is drawn by chance: First round is listed." in told


def test_who_is_away_or_has_left_was_not_moved() -> None:
    """Rules 1.5.12: their opponents have byes, and the draw is what it was."""
    found = drawn_by(TURNABOUT, "round robin")
    a, *others = found.event.players
    there = replace(found.event, players=(replace(a, dropped_after=2, away=(1,)), *others))
    rows = [
        replace(row, a=row.b if row.a == a.number else row.a, b=BYE) if a.number in row.pair and row.round != 2 else row
        for row in there.rows
    ]
    assert audit_first(compute(replace(there, rows=rows), TURNABOUT)).endswith(f"{SHA_OF_1}.")


def test_who_turns_out_never_to_have_started_was_drawn_all_the_same() -> None:
    """Rules 1.5.12: that is known only afterwards, and the sheets of the rounds still have the player."""
    for book in (running("round robin", *EIGHT, first_round="random"), event_of(*EIGHT)):
        book.run()
        before = audit_first(book.results())
        player = next(row for row in (book.players if isinstance(book, Running) else book.who) if row["Player"] == "Cy")
        player["Dropped after"] = 0
        assert audit_first(book.results()) == before
        book.settings["random_seed"] = "another"
        assert "does not agree with" in audit_first(book.results())


@pytest.mark.parametrize(("format", "pairing"), METHODS)
def test_who_was_let_in_later_was_not_drawn(format: Format, pairing: str) -> None:
    """Rules 1.5.12: Zoe, who stands last on Players, has the place of a bye."""
    found = drawn_by(format, pairing, who=EIGHT[:7])
    new = make_player(7, 9, {"name": "Zoe"}, "")
    event = replace(found.event, players=(*found.event.players, new))
    rows = [replace(row, b=7) if row.b == BYE else row for row in event.rows]
    let_in = compute(replace(event, rows=tuple(rows)), format)
    assert audit_first(let_in).startswith("Without Zoe, who was let in later: The draw")
    assert f"{SHA_OF_1}." in audit_first(let_in)
    settings = replace(let_in.event.settings, random_seed="2")
    other = compute(replace(let_in.event, settings=settings), format)
    assert audit_first(other).startswith("The draw")
    assert "does not agree" in audit_first(other)


def test_nothing_to_audit() -> None:
    with pytest.raises(NoAnswerError, match=r"^No round is paired yet; run first, and then ask\.$"):
        list(audit_event(results(event_sheet(), players(*SIX))))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run what asks for a real event once for each in the folder of test data, which is no part of the project."""
    if "real" in metafunc.fixturenames:
        metafunc.parametrize("real", **each_file("swiss/*.json", "netrunner/*.json"))


def points(row: dict[str, Any]) -> tuple[int, int]:
    """Return what a real match or bye gave to both; each source says it in its own way."""
    for fields in (("p1_points", "p2_points"), ("p1_score", "p2_score")):
        if fields[0] in row:
            return row[fields[0]], row.get(fields[1], 0)
    return (3, 0) if row["p2"] is None else {1: (3, 0), 2: (0, 3), None: (1, 1)}[row["winner"]]


def imported(event: dict[str, Any]) -> Results:
    """Return a real event as one of ours that the organizer has paired: a drawn match each, adjusted to its points.

    Byes are such as the players have asked for, so that who has them is not the program's to say.
    """
    there: dict[int, dict[int, bool]] = {each["id"]: {} for each in event["players"]}
    adjustments: list[tuple[str, int, int]] = []
    sheets = []
    for number, rows in enumerate(event["rounds"], 1):
        cells: list[Cells] = []
        for table, row in enumerate(rows, 1):
            one, other = (f"P{row[side]}" for side in ("p1", "p2"))
            bye = row["p2"] is None
            cells.append((match(one, "BYE") if bye else drawn(one, other)) | {"Table": table})
            gave = points(row)
            adjustments.append((one, number, gave[0] - (18 if bye else 15)))
            there[row["p1"]][number] = bye
            if not bye:
                adjustments.append((other, number, gave[1] - 15))
                there[row["p2"]][number] = False
        sheets.append(round_sheet(number, *cells))
    last = len(event["rounds"])
    who: list[Cells] = [
        {
            "Player": f"P{player}",
            "Byes": ", ".join(str(number) for number, bye in rounds.items() if bye),
            "Away": ", ".join(str(number) for number in range(1, last + 1) if number not in rounds),
        }
        for player, rounds in there.items()
    ]
    chosen = event_sheet(name=event["name"], rounds=last, allow_rematches="yes")
    return computed(chosen, players(*who), *sheets, sheet("Adjustments", ("Player", "Round", "Points"), adjustments))


def later_rounds(found: Results) -> Iterator[RoundNote]:
    return (note for note in audit_rounds(found) if note.number > 1)


@pytest.mark.slow
def test_no_real_round_was_closer_than_ours(real: Path) -> None:
    event = json.loads(real.read_text(encoding="utf-8"))
    found = imported(event)
    replayed = 0
    for note in later_rounds(found):
        matches = [row for row in event["rounds"][note.number - 1] if row["p2"] is not None]
        assert len(note.pairs) == len(matches)
        assert note.own_rematches <= note.rematches
        if note.own_rematches == note.rematches == 0:
            assert note.own_squares <= note.squares
        assert (note.bye, note.own_bye, note.proven) == (None, None, True)
        replayed += 1
    assert replayed == len(event["rounds"]) - 1


@pytest.mark.slow
def test_the_points_of_a_real_event_are_its_points(real: Path) -> None:
    event = json.loads(real.read_text(encoding="utf-8"))
    standings = imported(event).standings["points"]
    for player, total in zip(event["players"], standings, strict=True):
        names = ("reported_match_points", "reported_points")
        published = next((player[name] for name in names if name in player), None)
        assert total == (int(player["reported_columns"][0]) if published is None else published), player["name"]
