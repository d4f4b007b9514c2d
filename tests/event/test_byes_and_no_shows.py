"""Byes and players who do not show up (rules 1.4)."""

from __future__ import annotations

import pytest

from tests.event.cases import Case, rule_table
from tests.event.worked_events import drawn, sheet_rows
from tests.reading.grids import event_sheet, match, players, problems, results, round_sheet, sheet
from turnabout_sheets.event.model import BYE
from turnabout_sheets.rounds.next_rounds import due_rounds, pair
from turnabout_sheets.sheets.grid import Raw


@rule_table("byes_and_no_shows")
def test_byes_and_no_shows(case: Case) -> None:
    settings: dict[str, Raw] = {"rounds": 1} | ({"bye_vp": int(case["bye_vp"])} if case["bye_vp"] else {})
    names = ["Ada", "Ben"] if case["player_b"] == "Ben" else ["Ada"]
    found = results(
        event_sheet(**settings),
        players(*names, "Cy", "Dee"),
        round_sheet(
            1,
            match("Ada", case["player_b"], ruling=case["ruling"]),
            match("Cy", "Dee", ("Draw", ""), ("Draw", "")),
        ),
    )
    rows = sheet_rows(found, "Standings", "points", "wins", "draws", "losses", "byes", "opponents", "margin")
    for name, points, record in (("Ada", "vp_a", "record_a"), ("Ben", "vp_b", "record_b")):
        if name in rows:
            byes, wins, draws, losses = map(int, case[record].split("-"))
            # Where nobody was met, there is no opponent's total and no difference.
            assert rows[name] == (int(case[points]), wins, draws, losses, byes, 0, 0), case["citation"]


@pytest.mark.parametrize(
    ("bye_wins", "row", "winner", "vp"),
    [
        ("yes", match("Ada", "BYE"), "Ada", (18, None)),
        ("no", match("Ada", "BYE"), "", (18, None)),
        ("yes", match("Ada", "BYE", ruling="A no-show"), "", (0, None)),
        ("yes", match("Ada", "Ben", ruling="A no-show"), "Ben", (0, 18)),
        ("no", match("Ada", "Ben", ruling="A no-show"), "", (0, 18)),
        ("yes", match("Ada", "Ben", ruling="B no-show"), "Ada", (18, 0)),
        ("yes", match("Ada", "Ben", ruling="Both no-show"), "", (0, 0)),
    ],
)
def test_the_sheet_matches_shows_them(
    bye_wins: str, row: dict[str, Raw], winner: str, vp: tuple[int, int | None]
) -> None:
    names = ["Ada", "Ben"] if row["Player B"] == "Ben" else ["Ada"]
    found = results(
        event_sheet(rounds=1, bye_counts_as_win=bye_wins),
        players(*names, "Cy", "Dee"),
        round_sheet(1, row, match("Cy", "Dee", ("A", 3), ("Draw", ""))),
    )
    frame = next(report.frame for report in found.format.sheets.make_output(found) if report.sheet.name == "Matches")
    fields = ["winner", "mp_a", "mp_b", "difference", "vp_a", "vp_b"]
    assert [frame[field][0] for field in fields] == [winner, None, None, None, *vp]
    assert [frame[field][1] for field in fields] == ["Cy", 13, 0, 13, 20, 10]


def test_byes_alone_do_not_begin_a_round() -> None:
    """Rules 1.4.10."""
    rows = [match("Ada", "BYE"), match("Ben", "Cy")]
    found = results(event_sheet(rounds=1), players("Ada", "Ben", "Cy"), round_sheet(1, *rows))
    assert found.played == 0
    assert sheet_rows(found, "Standings", "points") == {"Ada": (0,), "Ben": (0,), "Cy": (0,)}
    frame = next(report.frame for report in found.format.sheets.make_output(found) if report.sheet.name == "Matches")
    assert frame.empty


def test_a_bye_is_no_match_win_among_the_tie_breaks() -> None:
    """By rules 1.6.2: Ada has 18 VP for the bye, Ben 19 - 1 for a match that he won."""
    found = results(
        event_sheet(rounds=1, tie_breaks="match wins"),
        players("Ada", "Ben", "Cy"),
        round_sheet(1, match("Ada", "BYE"), match("Ben", "Cy", ("A", 0), ("Draw", ""))),
        sheet("Adjustments", ("Player", "Points"), [("Ben", -1)]),
    )
    assert sheet_rows(found, "Standings", "rank", "points", "wins") == {
        "Ben": (1, 18, 1),
        "Ada": (2, 18, 0),
        "Cy": (3, 11, 0),
    }


def test_byes_that_are_asked_for() -> None:
    """Ada asks for round 2, Dee for rounds 1 and 2; the bye of the odd field goes to somebody else each time."""
    # Rules 1.4.3.
    who = players({"Player": "Ada", "Byes": 2}, "Ben", "Cy", {"Player": "Dee", "Byes": "1, 2"}, "Eve", "Fay")
    before = results(event_sheet(rounds=3, first_round="listed"), who)
    first, notes = pair(before, 1)
    assert notes == []
    assert first is not None
    names = [player.name for player in before.event.players]
    assert [(row["table"], names[row["a"]], None if row["b"] == BYE else names[row["b"]]) for row in first.rows] == [
        (1, "Ada", "Ben"),
        (2, "Cy", "Eve"),
        (None, "Fay", None),
        (None, "Dee", None),
    ]
    played = round_sheet(
        1,
        match("Ada", "Ben", ("A", 20), ("A", 20)),
        match("Cy", "Eve", ("A", 15), ("A", 15)),
        match("Fay", "BYE"),
        match("Dee", "BYE"),
    )
    assert problems(event_sheet(rounds=3), who, played) == []
    after = results(event_sheet(rounds=3), who, played)
    assert sheet_rows(after, "Standings", "points", "byes")["Dee"] == (18, 1)
    second, _ = pair(after, 2)
    assert second is not None
    byes = [names[row["a"]] for row in second.rows if row["b"] == BYE]
    assert byes == ["Ada", "Dee"]
    assert {names[row[side]] for row in second.rows for side in ("a", "b") if row["b"] != BYE} == {
        "Ben", "Cy", "Eve", "Fay"
    }  # fmt: skip


def test_a_bye_that_was_asked_for_is_one_had() -> None:
    """Rules 1.4.3: Ada is last, with 0 VP for the bye that she has asked for, and yet has no second."""
    who = players({"Player": "Ada", "Byes": 1}, "Ben", "Cy", "Dee", "Eve")
    first = round_sheet(1, drawn("Ben", "Cy"), drawn("Dee", "Eve"), match("Ada", "BYE"))
    after = results(event_sheet(rounds=3, bye_vp=0), who, first)
    assert sheet_rows(after, "Standings", "rank")["Ada"] == (5,)
    second, _ = pair(after, 2)
    assert second is not None
    assert 0 not in [row["a"] for row in second.rows if row["b"] == BYE]


def test_two_who_did_not_show_up_are_not_paired_again() -> None:
    """Rules 1.4.4: Ada and Ben, with 0 VP each, would be the closest pair."""
    first = round_sheet(1, match("Ada", "Ben", ruling="Both no-show"), drawn("Cy", "Dee"), drawn("Eve", "Fay"))
    after = results(event_sheet(rounds=3), players("Ada", "Ben", "Cy", "Dee", "Eve", "Fay"), first)
    second, _ = pair(after, 2)
    assert second is not None
    assert {0, 1} not in [{row["a"], row["b"]} for row in second.rows]


def test_a_round_in_which_everybody_has_asked_for_a_bye_does_not_stop_the_event() -> None:
    who = players({"Player": "Ada", "Byes": 1}, {"Player": "Ben", "Byes": 1})
    after = results(event_sheet(rounds=2), who, round_sheet(1, match("Ada", "BYE"), match("Ben", "BYE")))
    assert sheet_rows(after, "Standings", "points") == {"Ada": (18,), "Ben": (18,)}
    assert list(due_rounds(after)) == [2]
