"""The lists of the draw that are kept: who is on them, what they seal, and what is told of changes (rules 1.5.12)."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256

import pytest

from tests.duplicate.running import event_of
from tests.reading.grids import Cells, event_sheet, players, valid
from turnabout_sheets.event.draw import list_checked_in
from turnabout_sheets.event.entry_lists import EntryList, read_lists, write_lists
from turnabout_sheets.event.model import Event
from turnabout_sheets.event.results import compute
from turnabout_sheets.formats.turnabout.format import TURNABOUT
from turnabout_sheets.jobs.explain import audit_event
from turnabout_sheets.rounds.drawn import NOT_KEPT, describe_lists, keep_lists, list_drawn
from turnabout_sheets.rounds.new_round import append_round
from turnabout_sheets.rounds.next_rounds import pair
from turnabout_sheets.sheets.grid import Raw

SEED = "otter lantern Björk 7"
WHO = {name: str(number) for number, name in enumerate(("Ada", "Ben", "Cy", "Dee", "Eve", "Finn", "Gil", "Hal"), 11)}

Sheets = tuple[dict[str, Raw], dict[str, dict[str, Raw]]]
"""The settings, and the rows of Players by name."""

Change = Callable[[dict[str, Raw], dict[str, dict[str, Raw]]], object]


def sheets(**settings: Raw) -> Sheets:
    rows: dict[str, dict[str, Raw]]
    rows = {name: {"Player": name, "Player ID": number, "Group": "", "Rating": ""} for name, number in WHO.items()}
    return {"name": "Friday", "random_seed": SEED, "rounds": 3, **settings}, rows


def read(sheets: Sheets, lists: tuple[EntryList, ...] = ()) -> Event:
    settings, rows = sheets
    who: list[Cells] = list(rows.values())
    return replace(valid(event_sheet(**settings), players(*who)), entry_lists=lists)


def check_in(event: Event) -> tuple[EntryList, ...]:
    return keep_lists(event, ())


def draw(event: Event) -> Event:
    """Return the event with round 1, and its list."""
    new, _ = pair(compute(event, TURNABOUT), 1)
    assert new is not None
    paired = append_round(event, new)
    return replace(paired, entry_lists=keep_lists(paired, [1]))


def told(lists: tuple[EntryList, ...], now: Event) -> list[str]:
    """Return what is told of lists, without their headings, which are checked."""
    lines = list(describe_lists(replace(now, entry_lists=lists)))
    assert len(lines) == len(lists)
    said = []
    for line, each in zip(lines, lists, strict=True):
        title = "List as drawn" if each.drawn else "Check-in list"
        heading = f"{title}, {len(each.entrants)} players, SHA-256 {each.digest}. "
        assert line.startswith(heading)
        said.append(line.removeprefix(heading))
    return said


AS_PAIRED = "Round 1 is as the program pairs it. The draw of round 1 agrees with the random seed "
NOTHING = ["Nothing of it was changed until the draw.", "Nothing of it was changed since then."]


def change_id(settings: dict[str, Raw], rows: dict[str, dict[str, Raw]]) -> None:
    rows["Cy"]["Player ID"] = "99"


def exchange_ids(settings: dict[str, Raw], rows: dict[str, dict[str, Raw]]) -> None:
    rows["Cy"]["Player ID"], rows["Dee"]["Player ID"] = WHO["Dee"], WHO["Cy"]


ALTERED: dict[str, tuple[Change, str]] = {
    "Player ID": (change_id, "The Player ID of Cy was changed from 13 to 99."),
    "Player ID taken away": (
        lambda _, rows: rows["Cy"].update({"Player ID": ""}),
        "The Player ID of Cy was changed from 13 to blank.",
    ),
    "Player IDs exchanged": (
        exchange_ids,
        "The Player ID of Cy was changed from 13 to 14. The Player ID of Dee was changed from 14 to 13.",
    ),
    "name": (lambda _, rows: rows["Cy"].update(Player="Cyd"), "The name of Cy was changed from Cy to Cyd."),
    "group": (lambda _, rows: rows["Cy"].update(Group="North"), "The group of Cy was changed from blank to North."),
    "seed": (
        lambda settings, _: settings.update(random_seed="another"),
        f'The random seed was changed from "{SEED}" to "another".',
    ),
    "seed that is blank": (
        lambda settings, _: settings.update(random_seed="", date="2026-11-21"),
        f'The random seed was changed from "{SEED}" to "Friday 2026-11-21".',
    ),
    "First round": (
        lambda settings, _: settings.update(first_round="rating"),
        'The setting First round was changed from "random" to "rating".',
    ),
}  # fmt: skip
"""What may be changed of the draw, with what is told of it."""

WENT_AND_CAME: dict[str, tuple[Change, str, str]] = {
    "did not come": (
        lambda _, rows: rows["Cy"].update({"Dropped after": 0}),
        "Cy was on the list and did not come, or was taken off.",
        "Cy was in the draw and did not come, or was taken off.",
    ),
    "two were taken off": (
        lambda _, rows: [rows.pop("Cy"), rows.pop("Dee")],
        "Cy and Dee were on the list and did not come, or were taken off.",
        "Cy and Dee were in the draw and did not come, or were taken off.",
    ),
    "came late": (
        lambda _, rows: rows.update(Zoe={"Player": "Zoe", "Player ID": "5"}),
        "Zoe was not on the list and came to the draw.",
        "Zoe was not in the draw and came later.",
    ),
}
"""Who may come and go, with what is told of it before the draw, and after it."""


def test_of_an_event_in_which_nothing_was_changed_nothing_is_named() -> None:
    """Rules 1.5.12."""
    drawn = draw(read(sheets(), check_in(read(sheets()))))
    assert told(drawn.entry_lists, drawn) == NOTHING


@pytest.mark.parametrize(("change", "sentence"), ALTERED.values(), ids=ALTERED)
def test_what_was_altered_between_check_in_and_draw_is_named(change: Change, sentence: str) -> None:
    """Rules 1.5.12."""
    then, now = sheets(), sheets()
    change(*now)
    drawn = draw(read(now, check_in(read(then))))
    assert told(drawn.entry_lists, drawn) == [f"Changed until the draw: {sentence}", NOTHING[1]]


@pytest.mark.parametrize(("change", "sentence"), ALTERED.values(), ids=ALTERED)
def test_what_was_altered_after_the_draw_is_named_and_the_draw_agrees(change: Change, sentence: str) -> None:
    """Rules 1.5.12: round 1 is held against the list as drawn."""
    drawn = draw(read(sheets()))
    now = sheets()
    change(*now)
    later = replace(drawn, settings=read(now).settings, players=read(now).players)
    assert told(drawn.entry_lists, later) == [NOTHING[0], f"Changed since then: {sentence}"]
    first = next(audit_event(compute(later, TURNABOUT)))
    assert first.startswith(f'With the list as drawn: {AS_PAIRED}"{SEED}"')


@pytest.mark.parametrize(("change", "before", "after"), WENT_AND_CAME.values(), ids=WENT_AND_CAME)
def test_who_went_or_came_is_named(change: Change, before: str, after: str) -> None:
    """Rules 1.5.12."""
    then, now = sheets(), sheets()
    change(*now)
    drawn = draw(read(now, check_in(read(then))))
    assert told(drawn.entry_lists, drawn) == [f"Changed until the draw: {before}", NOTHING[1]]
    drawn = draw(read(then))
    assert told(drawn.entry_lists, read(now)) == [NOTHING[0], f"Changed since then: {after}"]


@pytest.mark.parametrize(
    ("first_round", "column", "value", "expected"),
    [
        ("random", "Rating", 1650.5, ""),
        ("rating", "Rating", 1650.5, "The rating of {} was changed from blank to 1650½."),
        ("random", "Group", "North", "The group of {} was changed from blank to North."),
    ],
)
def test_ratings_and_groups_are_named_where_they_decide(
    first_round: str, column: str, value: Raw, expected: str
) -> None:
    """Rules 1.5.12: and the draw agrees with them as they were."""
    drawn = draw(read(sheets(first_round=first_round)))
    met = sorted(drawn.players[player].name for player in drawn.rows[0].pair)
    now = sheets(first_round=first_round)
    for name in met:
        now[1][name][column] = value
    later = replace(drawn, players=read(now).players)
    sentences = " ".join(expected.format(name) for name in met if expected)
    assert told(drawn.entry_lists, later)[-1] == (f"Changed since then: {sentences}" if sentences else NOTHING[1])
    assert AS_PAIRED in next(audit_event(compute(later, TURNABOUT)))
    unknown = replace(later, entry_lists=())
    assert (AS_PAIRED in next(audit_event(compute(unknown, TURNABOUT)))) == (not expected)


def test_of_check_in_lists_those_are_kept_after_which_something_was_altered() -> None:
    """Rules 1.5.12: who registers makes no new list; a Player ID that is changed is named, whenever it was."""
    now = sheets()
    gil = now[1].pop("Gil")
    lists = check_in(read(now))
    now[1]["Gil"] = gil
    lists = check_in(read(now, lists))
    assert [len(each.entrants) for each in lists] == [8]
    change_id(*now)
    lists = check_in(read(now, lists))
    assert check_in(read(now, lists)) == lists
    drawn = draw(read(now, lists))
    assert told(drawn.entry_lists, drawn) == [
        "Changed until the next check-in list: The Player ID of Cy was changed from 13 to 99.",
        *NOTHING,
    ]


def test_a_round_that_is_drawn_anew_has_a_list_of_its_own() -> None:
    """Rules 1.5.12: so a Player ID that is changed in between is named, though the new draw is as the seed gives."""
    first, now = draw(read(sheets())), sheets()
    assert draw(read(now, first.entry_lists)).entry_lists == first.entry_lists, "the same list"
    change_id(*now)
    again = draw(read(now, first.entry_lists))
    assert told(again.entry_lists, again) == [
        NOTHING[0],
        "Changed until it was drawn anew: The Player ID of Cy was changed from 13 to 99.",
        NOTHING[1],
    ]


def test_the_digests_are_those_that_the_rules_and_the_docs_say() -> None:
    """Rules 1.5.12: computed by hand; rows, and the case of a name, are no part of it."""
    event = read(sheets())
    for found, order in (
        (list_checked_in(event), [*WHO]),
        (list_drawn(event), sorted(WHO, key=lambda name: sha256(f"{len(SEED)}:{SEED}{WHO[name]}".encode()).digest())),
    ):
        sealed = [SEED, "random", [[name, WHO[name], "", ""] for name in order]]
        text = json.dumps(sealed, ensure_ascii=False, separators=(",", ":"))
        assert found.digest.replace(" ", "") == sha256(text.encode()).hexdigest()
    moved = sheets()
    moved[1]["Ada"] = moved[1].pop("Ada")
    assert list_checked_in(read(moved)).digest == list_checked_in(event).digest
    change_id(*moved)
    assert list_checked_in(read(moved)).digest != list_checked_in(event).digest


@pytest.mark.parametrize(
    ("settings", "away"),
    [({}, False), ({"pairing": "round robin"}, True), ({"pairing": "single elimination"}, True)],
)
def test_who_is_away_in_round_1_is_drawn_where_more_than_it_is_drawn(settings: dict[str, Raw], away: bool) -> None:
    """Rules 1.5.12 and 1.10.2."""
    now = sheets(**settings)
    now[1]["Cy"]["Away"] = 1
    assert ("Cy" in [each.name for each in list_drawn(read(now)).entrants]) == away


def test_a_movement_has_the_list_of_its_chairs() -> None:
    """Rules 1.5.12, duplicate 1.8."""
    event = event_of(*WHO).results().event
    assert sorted(each.name for each in list_drawn(event).entrants) == [*WHO]


@pytest.mark.parametrize("settings", [{"first_round": "listed"}, {"pairing": "manual"}])
def test_where_nothing_is_drawn_no_list_is_kept_or_missed(settings: dict[str, Raw]) -> None:
    event = read(sheets(**settings))
    assert check_in(event) == ()
    assert list(describe_lists(event)) == []


def test_where_no_list_is_kept_that_is_told() -> None:
    """Rules 1.5.12: an event of an earlier version, or one that was typed."""
    drawn = replace(draw(read(sheets())), entry_lists=())
    assert list(describe_lists(drawn)) == [NOT_KEPT]
    assert next(audit_event(compute(drawn, TURNABOUT))).startswith(AS_PAIRED)
    assert keep_lists(drawn, ()) == (), "and none is made up later"


def test_lists_come_out_of_their_text_as_they_went_in() -> None:
    lists = draw(read(sheets())).entry_lists
    assert read_lists(write_lists(lists)) == lists
    for text in ("1", "[1]", '[[true,"a","b"]]', '[[true,"a","b",[["a","b","c","d","e"]]]]', "x"):
        with pytest.raises(ValueError, match=r"."):
            read_lists(text)
