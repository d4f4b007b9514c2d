"""Results as they are told at the desk, in a line: what each word of it is taken for, and what is said of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.best_of_one.format import BEST_OF_ONE
from tests.dose import examples
from turnabout_sheets.core.outcomes import WINNERS
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import BYE, Event, Player, make_matches
from turnabout_sheets.event.rulings import RULINGS
from turnabout_sheets.formats.duplicate.format import DUPLICATE
from turnabout_sheets.formats.netrunner.format import NETRUNNER
from turnabout_sheets.formats.turnabout.format import TURNABOUT
from turnabout_sheets.reading.typed_results import read_fields, read_line
from turnabout_sheets.sheets.grid import Grid
from turnabout_sheets.sheets.settings import Settings
from turnabout_sheets.sheets.table import Table

ADA, BEN = Player(0, "Ada Lind"), Player(1, "Ben Moss")


def event_of(format: Format, a: Player = ADA, b: Player | None = BEN) -> Event:
    """Return an event with one match, in row 2 of a sheet that has the format's columns in order."""
    columns = format.sheets.matches.columns
    row = {"round": 1, "table": 7, "a": 0, "b": BYE if b is None else 1, "sheet": "Round 1", "row": 2}
    matches = make_matches([row], [column.field for column in columns])
    positions = {column.field: place for place, column in enumerate(columns)}
    table = Table(format.sheets.matches, "Round 1", 1, positions, (), Grid("Round 1", ()))
    players = tuple(each for each in (a, b) if each is not None)
    return Event(Settings(name="Test", format=format.name, own={}), players, matches, {"Round 1": table})


def told(
    line: str, format: Format = TURNABOUT, a: Player = ADA, b: Player | None = BEN
) -> Mapping[str, Any] | list[str]:
    """Return the values of the fields that are not blank, or what is wrong."""
    event = event_of(format, a, b)
    (match,) = event.rows
    typed, problems = read_line(line, event, format, match)
    values, unreadable = read_fields(typed, event, format, match)
    if problems or unreadable:
        return [str(problem) for problem in unreadable or problems]
    assert set(typed) == set(values) == set(format.entry.fields), "a line says all of a result"
    return {field: value for field, value in values.items() if value is not None}


def turnabout(*values: Any) -> dict[str, Any]:
    fields = ("winner_1", "count_1", "winner_2", "count_2", "ruling")
    return {field: value for field, value in zip(fields, values, strict=False) if value is not None}


TURNABOUT_LINES = {
    "a 12 b 7": turnabout("A", 12, "B", 7),
    "A, 12; B, 7": turnabout("A", 12, "B", 7),
    "  b  0   a 100 ": turnabout("B", 0, "A", 100),
    "ada 12 ben 7": turnabout("A", 12, "B", 7),
    "Ada Lind 12 Ben Moss 7": turnabout("A", 12, "B", 7),
    "ada lind 12 b 7": turnabout("A", 12, "B", 7),
    "ad 12 be 7": turnabout("A", 12, "B", 7),
    "draw draw": turnabout("Draw", None, "Draw"),
    "draw b 7": turnabout("Draw", None, "B", 7),
    "a 12 d": turnabout("A", 12, "Draw"),
    "draw 3 b 7": turnabout("Draw", 3, "B", 7),  # the checks say that there is no count
    "a -3 b 7": turnabout("A", -3, "B", 7),
    "a 12": turnabout("A", 12),
    "- - b 7": turnabout(None, None, "B", 7),
    "- b 7": turnabout(None, None, "B", 7),
    "a b": turnabout("A", None, "B"),
    "a - b 7": turnabout("A", None, "B", 7),
    "": {},
    "a no-show": {"ruling": "A no-show"},
    "Both No Show": {"ruling": "Both no-show"},
    "draw draw a advances": turnabout("Draw", None, "Draw", None, "A advances"),
    "draw draw A Advances": turnabout("Draw", None, "Draw", None, "A advances"),
    "a １２ b ７": turnabout("A", 12, "B", 7),
    "Ａ 12 Ｂ 7": turnabout("A", 12, "B", 7),
    "Ａ\u300012，Ｂ\u3000７": turnabout("A", 12, "B", 7),
    "ＤＲＡＷ ｂ７": turnabout("Draw", None, "B", 7),
    "a12 b7": turnabout("A", 12, "B", 7),
    "A-12 B-7": turnabout("A", 12, "B", 7),
    "a:12 ben7": turnabout("A", 12, "B", 7),
    "draw b-7": turnabout("Draw", None, "B", 7),
}


@pytest.mark.parametrize("line", TURNABOUT_LINES)
def test_a_line_of_turnabout(line: str) -> None:
    assert told(line) == TURNABOUT_LINES[line]


def netrunner(*values: Any) -> dict[str, Any]:
    fields = ("winner_1", "agenda_1_a", "agenda_1_b", "winner_2", "agenda_2_a", "agenda_2_b")
    return {field: value for field, value in zip(fields, values, strict=False) if value is not None}


NETRUNNER_LINES = {
    "a 3 b 5": netrunner("A", None, 3, "B", 5),
    "a 7 3 b 5 7": netrunner("A", 7, 3, "B", 5, 7),
    "b 4 b 2": netrunner("B", 4, None, "B", 2),
    "draw 3 4 a 0": netrunner("Draw", 3, 4, "A", None, 0),
    "a a": netrunner("A", None, None, "A"),
    "a - 3 b 5 -": netrunner("A", None, 3, "B", 5),
    "b no-show": {"ruling": "B no-show"},
}


@pytest.mark.parametrize("line", NETRUNNER_LINES)
def test_a_line_of_netrunner(line: str) -> None:
    """The agenda points of who won are needless (netrunner 5.3): one number is that of the other."""
    assert told(line, NETRUNNER) == NETRUNNER_LINES[line]


@pytest.mark.parametrize("format", [DUPLICATE, BEST_OF_ONE], ids=lambda each: each.name)
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("b", {"winner": "B"}),
        ("ben", {"winner": "B"}),
        ("A no-show", {"ruling": "A no-show"}),
        ("Draw", {"winner": "Draw"}),
    ],
)
def test_a_line_of_one_game(format: Format, line: str, expected: Mapping[str, Any]) -> None:
    assert told(line, format) == expected


WRONG = {
    "\u0410 12 b 7": (
        'Error: Round 1!F2: Game 1 winner is "\u0410"; expected A, B, Draw, Ada Lind or Ben Moss. This \u0410 is a '
        "Cyrillic letter; type a Latin A."
    ),
    "a 12 \u0392 7": (
        'Error: Round 1!H2: Game 2 winner is "\u0392"; expected A, B, Draw, Ada Lind or Ben Moss. This \u0392 is a '
        "Greek letter; type a Latin B."
    ),
    "a 12 b 7 x-9": (
        'Error: Round 1!J2: "x 9" is too much for one result: Game 1 winner, Game 1 count, Game 2 winner, Game 2 count '
        "and Ruling. Type only these, one after the other."
    ),
    "a twelve b 7": 'Error: Round 1!G2: Game 1 count is "twelve"; expected a whole number. Type it again.',
    "a 1.5 b 7": 'Error: Round 1!G2: Game 1 count is "1.5"; expected a whole number. Type it again.',
    "x 12 b 7": (
        'Error: Round 1!F2: Game 1 winner is "x"; expected A, B, Draw, Ada Lind or Ben Moss. Type A if Ada Lind won, B '
        "if Ben Moss won, or Draw."
    ),
    "tie b 7": (
        'Error: Round 1!F2: Game 1 winner is "tie"; expected A, B, Draw, Ada Lind or Ben Moss. Did you mean "Draw"?'
    ),
    "a 12 b 7 9": (
        'Error: Round 1!J2: "9" is too much for one result: Game 1 winner, Game 1 count, Game 2 winner, Game 2 count '
        "and Ruling. Type only these, one after the other."
    ),
    "x 12 b 7 9": (
        'Error: Round 1!F2: Game 1 winner is "x"; expected A, B, Draw, Ada Lind or Ben Moss. Type A if Ada Lind won, B '
        "if Ben Moss won, or Draw."
    ),
    "a 12 b 7 c 9": (
        'Error: Round 1!J2: "c 9" is too much for one result: Game 1 winner, Game 1 count, Game 2 winner, Game 2 count '
        "and Ruling. Type only these, one after the other."
    ),
}


@pytest.mark.parametrize("line", WRONG)
def test_what_is_said_of_a_line_that_is_no_result(line: str) -> None:
    assert told(line) == [WRONG[line]]


def test_who_is_called_as_a_letter_with_a_number_is_meant_by_that() -> None:
    assert told("b7 12 a 7", a=Player(0, "B7"), b=Player(1, "Ben")) == turnabout("A", 12, "A", 7)


def test_a_name_in_wide_letters_is_a_name() -> None:
    assert told("ＢＯＢ 12 b 7", a=Player(0, "ＢＯＢ"), b=Player(1, "Ben")) == turnabout("A", 12, "B", 7)


@pytest.mark.parametrize(("method", "ruling"), [("swiss", False), ("single elimination", True)])
def test_who_goes_on_is_offered_only_where_somebody_goes_out(method: str, ruling: bool) -> None:
    event = replace(event_of(TURNABOUT), settings=Settings(name="Test", format="Turnabout", pairing=method, own={}))
    _, (problem,) = read_fields({"ruling": "nobody came"}, event, TURNABOUT, event.rows[0])
    assert ("A advances" in problem.message) == ruling
    assert problem.said is not None
    assert ("Waits" in str(problem.said.values["choices"])) == ruling


def test_one_number_that_may_be_either_players_is_asked_about() -> None:
    assert told("draw 3 b 5", NETRUNNER) == [
        'Error: Round 1!E2: "3" could be more than one of Game 1 agenda A and Game 1 agenda B. Type them all, with - '
        "for one that stays blank."
    ]


def test_the_beginning_of_both_names_is_asked_about() -> None:
    ann, andy = Player(0, "Ann Lind"), Player(1, "Andy Moss")
    assert told("an 12 b 7", a=ann, b=andy) == [
        'Error: Round 1!F2: Game 1 winner is "an", which could be Ann Lind or Andy Moss. Type more of the name.'
    ]
    assert told("ann 12 and 7", a=ann, b=andy) == turnabout("A", 12, "B", 7)
    assert told("d 12 b 7", a=Player(0, "Dora")) == [
        'Error: Round 1!F2: Game 1 winner is "d", which could be Dora or Draw. Type more of the name.'
    ]


def test_namesakes_are_told_apart_by_what_comes_behind() -> None:
    lind, moss = Player(0, "Ann Lind"), Player(1, "Ann Moss")
    assert told("ann m 12 ann lind 7", a=lind, b=moss) == turnabout("B", 12, "A", 7)
    assert told("ann 12 b 7", a=lind, b=moss) == [
        'Error: Round 1!F2: Game 1 winner is "ann", which could be Ann Lind or Ann Moss. Type more of the name.'
    ]


def test_a_letter_is_the_side_whoever_is_called_so() -> None:
    assert told("a 12 b 7", a=Player(0, "Ben"), b=Player(1, "Ada")) == turnabout("A", 12, "B", 7)


def test_either_of_a_team_may_be_named() -> None:
    teams = {"a": Player(0, "Ada", teammates=("Cy",)), "b": Player(1, "Ben", teammates=("Dee",))}
    for line in ("cy", "Ada & Cy", "ada"):
        assert told(line, DUPLICATE, **teams) == {"winner": "A"}
    assert told("dee", DUPLICATE, **teams) == {"winner": "B"}


def test_nobody_can_be_named_who_is_not_there() -> None:
    assert told("ben 12", b=None) == [
        'Error: Round 1!F2: Game 1 winner is "ben"; expected A, B, Draw or Ada Lind. Type A if Ada Lind won, or Draw.'
    ]


@pytest.mark.parametrize("format", [TURNABOUT, NETRUNNER, DUPLICATE, BEST_OF_ONE], ids=lambda each: each.name)
def test_fields_alone_leave_the_others_out(format: Format) -> None:
    event = event_of(format)
    winner = format.entry.result_fields[0]
    assert read_fields({winner: " ADA  lind "}, event, format, event.rows[0]) == ({winner: "A"}, [])
    assert read_fields({winner: "", "ruling": ""}, event, format, event.rows[0]) == ({winner: None, "ruling": None}, [])


@given(st.data())
@examples(60)
def test_every_result_that_is_told_in_full_is_read_as_it_is_meant(data: st.DataObject) -> None:
    """Also where both are called nearly the same: a whole name, a letter or Draw is always clear."""
    format = data.draw(st.sampled_from([TURNABOUT, NETRUNNER, DUPLICATE, BEST_OF_ONE]))
    words = st.sampled_from(["Ann", "Anna", "An", "Bo", "Draws", "Lind"])
    names = st.lists(words, min_size=1, max_size=3).map(" ".join)
    a, b = data.draw(st.lists(names, min_size=2, max_size=2, unique=True))
    line, expected = [], {}
    for field in format.entry.fields:
        column = format.sheets.matches.column(field)
        if field == "ruling":
            continue
        if not column.kind.whole:
            expected[field] = data.draw(st.sampled_from(WINNERS))
            line.append(data.draw(st.sampled_from([expected[field], expected[field].lower()])))
        elif data.draw(st.booleans()):
            expected[field] = data.draw(st.integers(0, 99))
            line.append(str(expected[field]))
        else:
            line.append("-")
    if ruling := data.draw(st.sampled_from(["", *RULINGS])):
        known = format.sheets.matches.column("ruling").kind.choices
        if ruling in known:
            expected["ruling"] = ruling
            line.append(ruling)
    assert told(" ".join(line), format, Player(0, a), Player(1, b)) == expected


@given(
    st.text(st.sampled_from("ab -d1٣.,;nrwo\t\u00a0"), max_size=20), st.sampled_from([TURNABOUT, NETRUNNER, DUPLICATE])
)
@examples(60)
def test_whatever_is_typed_is_read_or_answered(line: str, format: Format) -> None:
    answer = told(line, format)
    if isinstance(answer, list):
        assert all(each.startswith("Error: Round 1!") and each.endswith(("?", ".")) for each in answer)
