"""Byes and players who do not show up (rules.md, 1.4)."""

from __future__ import annotations

import pytest

from tests.reading.grids import event_sheet, match, players, results, round_sheet, sheet
from tests.rules.cases import Case, rule_table
from tests.rules.worked_events import sheet_rows
from turnabout_sheets.grid import Raw


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
    frame = next(report.frame for report in found.format.reports(found) if report.sheet.name == "Matches")
    fields = ["winner", "mp_a", "mp_b", "difference", "vp_a", "vp_b"]
    assert [frame[field][0] for field in fields] == [winner, None, None, None, *vp]
    assert [frame[field][1] for field in fields] == ["Cy", 13, 0, 13, 20, 10]


def test_byes_alone_do_not_begin_a_round() -> None:
    rows = [match("Ada", "BYE"), match("Ben", "Cy")]
    found = results(event_sheet(rounds=1), players("Ada", "Ben", "Cy"), round_sheet(1, *rows))
    assert found.played == 0
    assert sheet_rows(found, "Standings", "points") == {"Ada": (0,), "Ben": (0,), "Cy": (0,)}
    frame = next(report.frame for report in found.format.reports(found) if report.sheet.name == "Matches")
    assert frame.empty


def test_a_bye_is_no_match_win_among_the_tie_breaks() -> None:
    """Rules.md, 1.6: Ada has 18 VP for the bye, Ben 19 - 1 for a match that he won."""
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
