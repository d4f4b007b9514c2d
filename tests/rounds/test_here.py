"""Who is marked as here: only they are paired in round 1; who is marked later is late, and nobody is dropped."""

from __future__ import annotations

import pytest

from tests.duplicate.running import event_of
from tests.event.worked_events import sheet_rows
from tests.reading.grids import event_sheet, match, players, read, round_sheet, sheet
from tests.rounds.running import Running, running
from turnabout_sheets.core.problems import Said, Severity, has_errors
from turnabout_sheets.event.model import BYE_NAME
from turnabout_sheets.reading.players import describe_few
from turnabout_sheets.sheets.grid import Raw

YES: tuple[Raw, ...] = ("x", "X", "yes", "Yes", True, "TRUE", 1.0, "1", " x ", "✓", "✔️", "✅", "☑")
NO: tuple[Raw, ...] = ("", " ", False, "FALSE", "no", "No", 0.0, "0")


def here(*names: str, **cells: Raw) -> list[dict[str, Raw]]:
    return [{"Player": name, "Here": "x", **cells} for name in names]


def marked(**settings: Raw) -> Running:
    """Return an event of six with four who are marked."""
    return running(str(settings.pop("pairing", "swiss")), *here("Ada", "Ben", "Cy", "Dee"), "Eve", "Flo", **settings)


def seated(book: Running, number: int) -> set[str]:
    return {name for _, *pair in book.seats(number) for name in pair} - {BYE_NAME}


def statuses(book: Running) -> dict[str, object]:
    return {name: row[0] for name, row in sheet_rows(book.results(), "Standings", "status").items()}


@pytest.mark.parametrize("no", NO)
def test_blank_everywhere_is_as_without_the_column(no: Raw) -> None:
    """Rules 1.4.20."""
    names = ("Ada", "Ben", "Cy", "Dee", "Eve")
    book, other = running("swiss", *({"Player": name, "Here": no} for name in names)), running("swiss", *names)
    assert book.run() == other.run() == []
    assert book.seats(1) == other.seats(1)
    assert book.problems() == []


@pytest.mark.parametrize("yes", YES)
@pytest.mark.parametrize("no", NO[2:])
def test_who_is_marked_is_paired_and_the_others_are_told(yes: Raw, no: Raw) -> None:
    """Rules 1.4.20."""
    there = ({"Player": name, "Here": yes} for name in ("Ada", "Ben", "Cy"))
    book = running("swiss", *there, {"Player": "Dee", "Here": no})
    book.run()
    assert seated(book, 1) == {"Ada", "Ben", "Cy"}
    assert book.problems() == [
        "Warning: Players!B5: Dee is not marked in Here, and is not paired. "
        "Mark the player on arrival; nothing else needs to be done."
    ]


def test_checkboxes_below_the_last_player_are_no_rows() -> None:
    """Rules 1.4.20."""
    rows = [["Ada", True, 5], ["Ben", True, False], ["Cy", False, ""], *[["", False, False]] * 50]
    event, problems = read(sheet("Players", ("Player", "Here", "Paid"), rows))
    assert event is not None
    assert not has_errors(problems)
    assert [(each.name, each.here, each.paid) for each in event.players] == [
        ("Ada", True, "5"), ("Ben", True, ""), ("Cy", False, ""),
    ]  # fmt: skip
    assert event.count_marked() == {"here": 2, "paid": 1}


def test_a_formula_in_paid_stops_nothing() -> None:
    flags = {"B2": "#N/A", "B3": "formula"}
    _, problems = read(event_sheet(), sheet("Players", ("Player", "Paid"), [("Ada", ""), ("Ben", "")], flags))
    assert problems == []


@pytest.mark.parametrize(("cells", "first"), [
    ({"Joined round": 2}, 2),
    ({"Away": 1}, 2),
    ({"Byes": 1}, 1),
    ({"Dropped after": 0}, None),
])  # fmt: skip
def test_who_is_announced_otherwise_needs_no_mark(cells: dict[str, Raw], first: int | None) -> None:
    """Rules 1.4.20."""
    book = running("swiss", *here("Ada", "Ben", "Cy", "Dee"), {"Player": "Eve", **cells}, rounds=2)
    book.run()
    book.wins(1, "Ada", "Cy")
    book.run()
    assert next((number for number in (1, 2) if "Eve" in seated(book, number)), None) == first
    assert book.problems() == []


def test_who_is_marked_later_is_late_and_who_is_not_never_started() -> None:
    """Rules 1.4.20 and 1.4.7."""
    book = marked(rounds=3)
    book.run()
    assert book.results().scheduled == 3
    book.fill_in("Eve", here="x")
    assert book.problems()[1].startswith(
        "Warning: Players!B6: Eve is marked in Here since round 1 was paired, and plays from round 2 on."
    )
    book.wins(1, "Ada", "Cy")
    book.run()
    assert seated(book, 1) == {"Ada", "Ben", "Cy", "Dee"}
    assert seated(book, 2) == {"Ada", "Ben", "Cy", "Dee", "Eve"}
    assert statuses(book) | {"Eve": "Joined in round 2", "Flo": "Left before round 1"} == statuses(book)


def test_a_late_player_adds_no_round() -> None:
    """Rules 1.4.20 and 1.5.10."""
    book = marked()
    assert book.results().scheduled == 2
    book.run()
    book.fill_in("Eve", here="x")
    assert book.results().scheduled == 2


def test_taking_marks_away_drops_nobody() -> None:
    """Rules 1.4.20."""
    book, other = marked(rounds=2), marked(rounds=2)
    for each in (book, other):
        each.run()
        each.wins(1, "Ada", "Cy")
    for name in ("Ada", "Ben", "Cy"):
        book.fill_in(name, here="")
    book.run()
    other.run()
    assert book.seats(2) == other.seats(2)
    assert statuses(book) == statuses(other)


def test_away_later_in_the_day_is_no_question() -> None:
    """Rules 1.4.20."""
    book = running("swiss", *here("Ada", "Ben", "Cy"), *here("Dee", Away=2), {"Player": "Eve", "Away": 1}, rounds=3)
    book.run()
    book.fill_in("Eve", here="x")
    book.wins(1, "Ada", "Cy")
    book.run()
    assert seated(book, 2) == {"Ada", "Ben", "Cy", "Eve"}
    assert book.problems() == []


def test_who_comes_late_and_is_away_at_once_is_asked_for() -> None:
    """Rules 1.4.20."""
    book = marked()
    book.run()
    book.fill_in("Eve", here="x", away=2)
    assert any("Away names round 2, in which Eve would begin" in each for each in book.problems())


@pytest.mark.parametrize(("count", "asked"), [(0, False), (1, True), (2, True), (3, False), (5, False)])
def test_fewer_than_half_are_asked_about(count: int, asked: bool) -> None:
    """Rules 1.4.20."""
    names = ("Ada", "Ben", "Cy", "Dee", "Eve")
    book = running("swiss", *here(*names[:count]), *names[count:])
    found = describe_few(book.results().event)
    assert (found is not None) == asked
    if found is not None:
        assert (found.severity, str(found.place)) == (Severity.ERROR, f"Players!B{count + 2}")
        assert found.message == f"Only {count} of 5 players are marked in Here, and only they would be paired."
        assert found.said == Said("desk.found.few", {"here": count, "all": 5})


@pytest.mark.parametrize(("pairing", "told"), [
    ("round robin", "Eve is marked in Here, but all rounds were paired before the first one; Eve is not paired."),
    ("single elimination", "Eve is marked in Here, but an elimination event is played by those who were there at the "
     "start; Eve is not paired."),
])  # fmt: skip
def test_where_nobody_can_come_late_it_is_told(pairing: str, told: str) -> None:
    """Rules 1.4.20, 1.10.2 and 1.11.4."""
    book = marked(pairing=pairing)
    book.run()
    assert seated(book, 1) == {"Ada", "Ben", "Cy", "Dee"}
    assert len(book.rounds) == (3 if pairing == "round robin" else 1)
    book.fill_in("Eve", here="x")
    assert any(told in each for each in book.problems())
    book.fill_in("Ada", here="")
    assert book.run() == []


def test_rounds_that_are_typed_by_hand_say_who_was_there() -> None:
    """Rules 1.4.20."""
    grids = [players(*here("Ada"), "Ben", "Cy"), round_sheet(1, match("Ada", "Ben"))]
    event, problems = read(*grids)
    assert event is not None
    assert not has_errors(problems)
    assert [each.plays_in(1) for each in event.players] == [True, True, False]


def test_in_duplicate_who_is_missing_is_drawn_as_late() -> None:
    """Duplicate 4.9."""
    names = [f"P{number}" for number in range(1, 9)]
    late = ({"Player": name, "Joined round": 2} for name in names[6:])
    announced = event_of(*names[:6], *late)
    book = event_of(*here(*names[:6]), *names[6:])
    assert describe_few(book.results().event) is None
    told = [str(each) for each in book.problems()]
    assert announced.run() == book.run() == []
    assert book.rounds == announced.rounds
    assert [str(each) for each in book.problems()] == told
    assert [name for row in book.rounds[0] for name in (row["Player A"], row["Player B"]) if name in names[6:]] == []
    assert told == [
        "Warning: Players!B8: P7 and P8 are not marked in Here, and are drawn as coming late: round 1 is without them. "
        "Mark them on arrival; type a round later than 2 into Joined round."
    ]
    book.who[7]["Joined round"] = 3
    assert [each.joined for each in book.results().event.players[6:]] == [2, 3]


def test_who_is_marked_late_and_has_left_by_then_never_started() -> None:
    """Rules 1.4.20."""
    book = marked(rounds=3)
    book.run()
    book.fill_in("Eve", here="x", dropped_after=1)
    book.wins(1, "Ada", "Cy")
    book.run()
    assert seated(book, 2) == {"Ada", "Ben", "Cy", "Dee"}
    assert statuses(book)["Eve"] == "Left before round 1"


def test_in_duplicate_few_are_asked_about_too() -> None:
    """Duplicate 4.9 and rules 1.4.20."""
    found = describe_few(event_of(*here("Ada", "Ben", "Cy"), "Dee", "Eve", "Flo", "Gus").results().event)
    assert found is not None
    assert found.message.startswith("Only 3 of 7 players are marked in Here")
