"""Rounds that are published are read as the sheets that they will be, whatever becomes of the workbook until then."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.event.worked_events import sweep
from tests.reading.grids import event_sheet, match, players, round_sheet
from turnabout_sheets.event.model import Event
from turnabout_sheets.reading.checks import check_event
from turnabout_sheets.reading.event import read_event
from turnabout_sheets.reading.published import PublishedRound
from turnabout_sheets.sheets.grid import Grid

FIRST = round_sheet(1, sweep("Ada", "Ben"), sweep("Cy", "Dee"))
WHO = ("Ada", "Ben", "Cy", "Dee")
SECOND = PublishedRound(
    2,
    "Friday backups/round 02.json",
    "Turnabout",
    ({"table": 1, "a": "Ada", "b": "Cy"}, {"table": 2, "a": "Ben", "b": "Dee"}),
    {"Ada": "P1"},
)
DELETE = 'To have round 2 paired anew instead, delete the file "Friday backups/round 02.json".'


def read(*grids: Grid, published: tuple[PublishedRound, ...] = (SECOND,)) -> tuple[Event, list[str]]:
    event, format, problems = read_event(grids, "Friday", published)
    assert event is not None
    return event, [str(problem) for problem in [*problems, *check_event(event, format)]]


def pairs(event: Event, number: int = 2) -> list[tuple[str, str]]:
    return [(event.players[a].name, event.players[b].name) for a, b in (each.pair for each in event.rounds[number])]


def test_it_is_read_as_its_sheet_would_be() -> None:
    event, found = read(event_sheet(rounds=3), players(*WHO), FIRST)
    sheet = round_sheet(2, match("Ada", "Cy"), match("Ben", "Dee"))
    written, also_found = read(event_sheet(rounds=3), players(*WHO), FIRST, sheet, published=())
    assert event.rows == written.rows
    assert found == also_found
    assert (event.published, written.published) == ((2,), ())
    assert event.tables["Round 2"].place(2, "winner_1").cell


def test_the_sheet_goes_before_it() -> None:
    """Safety 3.2."""
    event, found = read(
        event_sheet(rounds=3), players(*WHO), FIRST, round_sheet(2, match("Ada", "Dee"), match("Ben", "Cy"))
    )
    assert (pairs(event), event.published, found) == ([("Ada", "Dee"), ("Ben", "Cy")], (), [])


@pytest.mark.parametrize("number", ["Round 2", "Runde 2", "Results"])
def test_wherever_the_round_stands(number: str) -> None:
    rows = [match("Ada", "Dee"), match("Ben", "Cy")]
    sheet = replace(round_sheet(2, *rows), name=number)
    if number == "Results":
        header, *below = sheet.rows
        sheet = replace(sheet, rows=[("Round", *header), *((2, *row) for row in below)])
    event, found = read(event_sheet(rounds=3), players(*WHO), FIRST, sheet)
    assert (pairs(event), event.published, found) == ([("Ada", "Dee"), ("Ben", "Cy")], (), [])


def test_a_sheet_without_pairings_is_in_the_way() -> None:
    """Safety 3.2."""
    for sheet in (Grid("Round 2", ()), Grid("round 02", [["Seats"]]), replace(round_sheet(2), name="Ronda 2")):
        event, (*_, found) = read(event_sheet(rounds=3), players(*WHO), FIRST, sheet)
        assert found == (
            f"Error: {sheet.name}: Round 2 is published and to have this sheet, which has no pairings. "
            "Rename or delete the sheet, or type into it who plays whom."
        )
        assert (event.published, event.last_round) == ((), 1)


def test_a_player_is_known_by_the_id_where_the_name_was_corrected() -> None:
    """Safety 3.2."""
    first = round_sheet(1, sweep("Adah", "Ben"), sweep("Cy", "Dee"))
    event, found = read(event_sheet(rounds=3), players({"Player": "Adah", "Player ID": "p1"}, *WHO[1:]), first)
    assert (pairs(event)[0], found) == (("Adah", "Cy"), [])


def test_a_player_who_is_gone_is_told_of() -> None:
    """Safety 3.2."""
    first = round_sheet(1, sweep("Adah", "Ben"), sweep("Cy", "Dee"))
    event, found = read(event_sheet(rounds=3), players("Adah", *WHO[1:]), first)
    assert found == [
        "Error: Players: Ada, who plays in round 2 as it is published, is not on the sheet Players (is it Adah?). Give "
        f"the player this name back until the sheet Round 2 is in the workbook. {DELETE}"
    ]
    assert (event.published, event.last_round) == ((), 1)


def test_another_format_is_told_of() -> None:
    """Safety 3.2."""
    _, found = read(event_sheet(rounds=3), players(*WHO), FIRST, published=(replace(SECOND, format="Netrunner"),))
    assert found == [
        "Error: Event: Round 2 was published as a round of Netrunner, and Format is Turnabout now. Set Format back to "
        f"Netrunner. {DELETE}"
    ]


def test_who_has_left_meanwhile_stands_in_it_as_in_any_round() -> None:
    """Safety 3.2."""
    who = players("Ada", "Ben", "Cy", {"Player": "Dee", "Dropped after": 1})
    event, found = read(event_sheet(rounds=3), who, FIRST)
    sheet = round_sheet(2, match("Ada", "Cy"), match("Ben", "Dee"))
    _, at_once = read(event_sheet(rounds=3), who, FIRST, sheet, published=())
    assert event.published == (2,)
    assert "Round 2!" in found[0]
    assert [each.partition(": Dee")[2] for each in found] == [each.partition(": Dee")[2] for each in at_once]


def test_who_comes_late_is_let_in_as_into_any_round() -> None:
    event, found = read(event_sheet(rounds=3), players(*WHO, "Zoe"), FIRST)
    assert event.published == (2,)
    (problem,) = found
    assert problem.startswith("Error: Players!A6: Zoe is on the sheet Players, but in no round.")


def test_where_the_event_ends_before_it_is_not_played() -> None:
    event, found = read(event_sheet(rounds=1), players(*WHO), FIRST)
    assert (event.published, event.unplayed, event.last_round, found) == ((2,), (2,), 1, [])


def test_it_waits_for_the_rounds_before_it() -> None:
    event, found = read(event_sheet(rounds=3), players(*WHO))
    assert (event.published, event.last_round) == ((), 0)
    assert found == [
        "Warning: Round 2: Round 2 is published, but the workbook has no round 1: is it an earlier version? If it is, "
        "bring the last one back. Once round 1 is paired anew, round 2 will be, too."
    ]


def test_several_follow_one_another() -> None:
    third = PublishedRound(3, "Friday backups/round 03.json", "Turnabout", SECOND.rows)
    event, _ = read(event_sheet(rounds=3, allow_rematches="yes"), players(*WHO), FIRST, published=(third, SECOND))
    assert event.published == (2, 3)
    event, found = read(event_sheet(rounds=3), players(*WHO), FIRST, published=(third, replace(SECOND, fault="is odd")))
    assert event.published == ()
    assert [each.partition(":")[0] for each in found] == ["Error"]


def test_what_a_damaged_disk_has_left_is_told_of() -> None:
    unusable = PublishedRound(2, SECOND.file, fault="is damaged")
    _, found = read(event_sheet(rounds=3), players(*WHO), FIRST, published=(unusable,))
    assert found == [
        'Error: Round 2: Round 2 is published, but the file "Friday backups/round 02.json", which has it until the '
        "workbook can be written to, is damaged. Type the round as it is on its page into a sheet Round 2. "
        f"{DELETE}"
    ]
    _, found = read(
        event_sheet(rounds=3),
        players(*WHO),
        FIRST,
        round_sheet(2, match("Ada", "Dee"), match("Ben", "Cy")),
        published=(unusable,),
    )
    assert found == []


def test_what_was_kept_for_a_workbook_that_is_gone_is_asked_about_where_it_fits() -> None:
    of_gone = replace(SECOND, workbook="Thursday.xlsx")
    _, found = read(event_sheet(rounds=3), players(*WHO), FIRST, published=(of_gone,))
    assert found == [
        "Error: Round 2: Round 2 of the same players is published, and kept for Thursday.xlsx, which is gone. If this "
        "workbook was called so, give it that name again, run, and rename it then. If it was not, delete the file "
        '"Friday backups/round 02.json".'
    ]
    for grids in (
        (event_sheet(rounds=3), players("Ada", "Ben"), round_sheet(1, sweep("Ada", "Ben"))),
        (event_sheet(rounds=3), players(*WHO)),
        (event_sheet(rounds=3), players(*WHO), FIRST, round_sheet(2, match("Ada", "Dee"), match("Ben", "Cy"))),
    ):
        event, found = read(*grids, published=(of_gone,))
        assert (event.published, found) == ((), [])
