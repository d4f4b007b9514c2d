"""NRTM JSON, as sites read it that collect Netrunner results: each field, and the event in it as it is here."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from tests.archive.nrtm_files import read as read_back
from tests.dose import dose
from tests.netrunner.played_events import play
from tests.netrunner.workbooks import Game, match, netrunner, round_sheet, rulings
from tests.netrunner.workbooks import results as compute_sheets
from tests.reading.grids import Cells, players
from turnabout_sheets.archive.from_results import make_record
from turnabout_sheets.archive.lists.nrtm import read_nrtm
from turnabout_sheets.archive.records import EventRecord
from turnabout_sheets.core.outcomes import Outcome, compare
from turnabout_sheets.event.format import Exported
from turnabout_sheets.event.results import Results
from turnabout_sheets.formats.netrunner.format import NETRUNNER
from turnabout_sheets.formats.netrunner.nrtm import make_nrtm
from turnabout_sheets.formats.netrunner.scoring import list_games
from turnabout_sheets.prints.site import publish_names

Json = dict[str, Any]

A, B, DRAW = ("A", "", 3), ("B", 2, ""), ("Draw", 3, 3)
FLAGS = {"twoForOne": False, "eliminationGame": False}


def event(*rounds: list[Cells], who: tuple[str | Cells, ...] = ("Ann", "Bo", "Cy"), **settings: Any) -> Results:
    """Return what an event comes to, its date and what else is set in it."""
    return compute_sheets(
        netrunner(name="Open", date="2026-05-31", **settings),
        players(*who),
        *(round_sheet(number, *rows) for number, rows in enumerate(rounds, 1)),
    )


def export(results: Results) -> Json:
    made = make_nrtm(results)
    assert made.problems == ()
    whole: Json = json.loads(made.data)
    return whole


def matches(whole: Json, number: int = 1) -> list[Json]:
    """Return the matches of a round, with names for ids."""
    names = {None: None, **{player["id"]: player["name"] for player in whole["players"]}}
    return [
        row | {side: row[side] | {"id": names[row[side]["id"]]} for side in ("player1", "player2")}
        for row in whole["rounds"][number - 1]
    ]


def side(name: str | None, runner: int | None, corp: int | None, total: int | None) -> Json:
    return {"id": name, "runnerScore": runner, "corpScore": corp, "combinedScore": total}


ROUND: list[Cells] = [match("Ann", "Bo", A, B), match("Cy", "BYE")]
"""Cy has the bye; each of the others wins as the Corporation, and Bo the match by agenda points."""


def test_every_field_is_there_in_its_type() -> None:
    """Publishing 5.1."""
    weyland = {"Player": "Ann", "Corp identity": "Weyland", "Runner identity": 'Rielle "Kit" Peddler'}
    whole = export(event(ROUND, who=(weyland, "Bo", "Cy"), rounds=1))
    assert {name: value for name, value in whole.items() if name not in ("players", "rounds")} == {
        "name": "Open",
        "date": "2026-05-31",
        "cutToTop": 0,
        "preliminaryRounds": 1,
        "eliminationPlayers": [],
        "uploadedFrom": "turnabout",
        "links": [],
    }
    cy, bo, ann = whole["players"]
    assert ann == {
        "id": 3,
        "name": "Ann",
        "rank": 3,
        "corpIdentity": "Weyland",
        "runnerIdentity": 'Rielle "Kit" Peddler',
        "matchPoints": 3,
        "strengthOfSchedule": 3.0,
        "extendedStrengthOfSchedule": 3.0,
    }
    assert [list(player) for player in (cy, bo)] == [list(ann)] * 2
    assert (bo["corpIdentity"], bo["runnerIdentity"], bo["rank"], bo["matchPoints"]) == (None, None, 2, 3)
    assert (cy["matchPoints"], cy["strengthOfSchedule"], cy["extendedStrengthOfSchedule"]) == (6, 0.0, 0.0)
    types = {name: type(value) for name, value in ann.items()}
    assert {int} == {types[name] for name in ("id", "rank", "matchPoints")}
    assert {float} == {types[name] for name in ("strengthOfSchedule", "extendedStrengthOfSchedule")}


@pytest.mark.parametrize(
    ("one", "two", "runner_b", "corp_b", "runner_a", "corp_a"),
    [
        (("A", "", ""), ("A", "", ""), 0, 0, 3, 3),
        (A, B, 0, 3, 0, 3),
        (("B", 2, ""), ("A", "", 2), 3, 0, 3, 0),
        (DRAW, ("B", 2, ""), 1, 3, 0, 1),
        (DRAW, DRAW, 1, 1, 1, 1),
    ],
    ids=["A both", "corporations", "runners", "one not finished", "none finished"],
)
def test_the_first_player_is_who_is_the_runner_in_game_1(
    one: Game, two: Game, runner_b: int, corp_b: int, runner_a: int, corp_a: int
) -> None:
    """Publishing 5.2."""
    whole = export(event([match("Ann", "Bo", one, two)], who=("Ann", "Bo"), rounds=1))
    assert matches(whole) == [
        {
            "table": 1,
            "player1": side("Bo", runner_b, corp_b, runner_b + corp_b),
            "player2": side("Ann", runner_a, corp_a, runner_a + corp_a),
            "intentionalDraw": False,
            **FLAGS,
        }
    ]
    assert {player["name"]: player["matchPoints"] for player in whole["players"]} == {
        "Ann": runner_a + corp_a,
        "Bo": runner_b + corp_b,
    }


def test_an_agreed_draw_is_an_intentional_one_where_agenda_points_tell_it_from_others() -> None:
    """Publishing 5.2."""
    agreed, played = match("Ann", "Bo", ("Draw", "", ""), ("Draw", "", "")), match("Cy", "Dee", DRAW, DRAW)
    who = ("Ann", "Bo", "Cy", "Dee")
    sheets = [netrunner(name="Open", date="2026-05-31", rounds=1), players(*who), round_sheet(1, agreed, played)]
    assert [row["intentionalDraw"] for row in matches(export(compute_sheets(*sheets)))] == [True, False]
    blank = event([agreed], who=who[:2], rounds=1, agenda_points="not kept")
    assert [row["intentionalDraw"] for row in matches(export(blank))] == [False]


def test_a_bye_is_worth_both_games_and_has_the_table_after_the_last() -> None:
    """Publishing 5.3."""
    whole = export(event(ROUND, rounds=1))
    assert matches(whole)[1] == {
        "table": 2,
        "player1": side("Cy", None, None, 6),
        "player2": side(None, None, None, 0),
        "intentionalDraw": False,
        **FLAGS,
    }


def test_who_is_there_when_the_opponent_is_not_has_a_bye_and_who_is_not_has_no_row() -> None:
    """Publishing 5.3."""
    rows: list[Cells] = [
        match("Ann", "Bo", ruling="A no-show"),
        match("Cy", "Dee", ruling="B no-show"),
        match("Eve", "Flo", ruling="Both no-show"),
    ]
    whole = export(event(rows, who=("Ann", "Bo", "Cy", "Dee", "Eve", "Flo"), rounds=1))
    assert [(row["table"], row["player1"], row["player2"]) for row in matches(whole)] == [
        (1, side("Bo", None, None, 6), side(None, None, None, 0)),
        (2, side("Cy", None, None, 6), side(None, None, None, 0)),
    ]
    assert {player["name"]: player["matchPoints"] for player in whole["players"]} == {
        **{"Bo": 6, "Cy": 6},
        **dict.fromkeys(("Ann", "Dee", "Eve", "Flo"), 0),
    }


def test_a_game_that_is_forfeit_is_lost() -> None:
    """Publishing 5.2."""
    found = compute_sheets(
        netrunner(name="Open", date="2026-05-31", rounds=1),
        players("Ann", "Bo"),
        round_sheet(1, match("Ann", "Bo", A, ("B", 2, ""))),
        rulings(("Bo", 1, "match forfeit")),
        warnings=[
            "Round 1!G2: Bo won game 2 by the result, but has forfeited it; the forfeit counts.",
        ],
    )
    (row,) = matches(export(found))
    assert (row["player1"], row["player2"]) == (side("Bo", 0, 0, 0), side("Ann", 3, 3, 6))


def test_what_is_not_reported_has_no_scores_nor_has_a_bye_of_a_round_that_is_not_begun() -> None:
    """Publishing 5.4."""
    open_: list[Cells] = [match("Ann", "Cy"), match("Bo", "BYE")]
    whole = export(event(ROUND, open_, rounds=2))
    assert [(row["player1"], row["player2"]) for row in matches(whole, 2)] == [
        (side("Cy", None, None, None), side("Ann", None, None, None)),
        (side("Bo", None, None, None), side(None, None, None, None)),
    ]
    assert [player["matchPoints"] for player in whole["players"]] == [6, 3, 3]
    assert whole["preliminaryRounds"] == 2
    found = read_back(whole)
    assert (found.rounds, [entry.points for entry in found.entries]) == (1, [6, 3, 3])


def test_ranks_are_those_of_the_standings_and_who_is_level_comes_by_name() -> None:
    """Publishing 5.4."""
    rows: list[Cells] = [match("Dee", "Cy", DRAW, DRAW), match("Bo", "Ann", DRAW, DRAW)]
    whole = export(event(rows, who=("Ann", "Bo", "Cy", "Dee"), rounds=1))
    assert [(player["rank"], player["name"]) for player in whole["players"]] == [
        *((1, "Ann"), (2, "Bo"), (3, "Cy"), (4, "Dee"))
    ]


def test_who_was_never_paired_is_not_among_the_players() -> None:
    """Publishing 5.4."""
    whole = export(event(ROUND, who=("Ann", "Bo", "Cy", {"Player": "Zoe", "Joined round": 3}), rounds=3))
    assert [player["name"] for player in whole["players"]] == ["Cy", "Bo", "Ann"]


def test_the_strength_of_schedule_is_what_cobra_makes_of_it() -> None:
    """Publishing 5.4: what the opponents have a round, byes among their rounds, on average."""
    second: list[Cells] = [match("Cy", "Ann", ("A", "", 2), ("A", "", 2)), match("Bo", "BYE")]
    whole = export(event(ROUND, second, rounds=2))
    found = {player["name"]: player for player in whole["players"]}
    assert {name: each["matchPoints"] for name, each in found.items()} == {"Ann": 3, "Bo": 9, "Cy": 12}
    strength = {"Ann": (4.5 + 6) / 2, "Bo": 1.5, "Cy": 1.5}
    assert {name: each["strengthOfSchedule"] for name, each in found.items()} == strength
    extended = {"Ann": 1.5, "Bo": 5.25, "Cy": 5.25}
    assert {name: each["extendedStrengthOfSchedule"] for name, each in found.items()} == extended


def test_who_is_not_to_be_published_has_neither_name_nor_identities_in_it() -> None:
    """Publishing 5.5."""
    bo: Cells = {"Player": "Bo Secret", "Publish": "no", "Corp identity": "Weyland", "Runner identity": "Kit"}
    found = event(
        [match("Ann", "Bo Secret", A, A), match("Cy", "BYE")], who=("Ann", bo, "Cy"), rounds=1, language="Deutsch"
    )
    data = make_nrtm(publish_names(found)).data.decode()
    assert "Secret" not in data
    assert "Weyland" not in data
    hidden = next(each for each in json.loads(data)["players"] if each["name"] not in ("Ann", "Cy"))
    assert (hidden["name"], hidden["corpIdentity"], hidden["runnerIdentity"]) == ("Spieler 2", None, None)


def test_without_a_day_there_is_no_file() -> None:
    """Publishing 5.5."""
    found = compute_sheets(netrunner(name="Open", rounds=1), players("Ann", "Bo", "Cy"), round_sheet(1, *ROUND))
    assert [str(each) for each in make_nrtm(found).problems] == [
        "Error: Event: Date is blank; sites that collect results expect a day such as 2026-05-31. Fill in the day of "
        "the event."
    ]


def test_of_an_elimination_event_the_matches_are_as_of_any_other() -> None:
    """Publishing 5.4: who waits for the final has no row."""
    who = ("Ann", "Bo", "Cy")
    whole = export(event(ROUND, who=who, pairing="single elimination"))
    assert (whole["cutToTop"], whole["eliminationPlayers"]) == (0, [])
    assert [row["eliminationGame"] for row in matches(whole)] == [False, False]


# --- read back in ---


def describe(results: Results) -> tuple[EventRecord, Counter[int], list[Any]]:
    """Return what must be read of an event: its own record, but with the points of games, and without what is not said.

    Nobody is level there, so places are those of the list; who was not there has no row.
    """
    own = make_record(results)
    points: Counter[int] = Counter()
    meetings = []
    for row, meeting in zip(results.scored_rows, own.meetings, strict=True):
        if Outcome.BYE in (meeting.outcome_a, meeting.outcome_b):
            there = meeting.a if meeting.outcome_a == Outcome.BYE else meeting.b
            assert there is not None
            points[there] += 6
            meetings.append((meeting.round, frozenset({(there, 6, Outcome.BYE)})))
        elif meeting.outcome_a not in (Outcome.ABSENT, Outcome.WAITS):
            assert meeting.b is not None
            winners = [game.winner for game in list_games(row)]
            a, b = (3 * winners.count(letter) + winners.count("Draw") for letter in "AB")
            points[meeting.a] += a
            points[meeting.b] += b
            outcome_a, outcome_b = compare(a, b)
            meetings.append((meeting.round, frozenset({(meeting.a, a, outcome_a), (meeting.b, b, outcome_b)})))
    return own, points, meetings


def assert_read_back(results: Results) -> None:
    """Read an event back in, and compare players, ranks, points, pairings and winners."""
    own, points, meetings = describe(results)
    made = make_nrtm(results)
    read = read_nrtm(made.data, "open.json")
    assert read.problems == ()
    (record,) = read.records
    assert (record.name, record.date, record.format) == (own.name, own.date, own.format)
    assert [(entry.name, entry.position) for entry in record.entries] == [
        (entry.name, rank) for rank, entry in enumerate(own.entries, 1)
    ]
    assert [entry.points for entry in record.entries] == [points[number] for number in range(len(own.entries))]
    found = [
        (
            each.round,
            frozenset(
                {(each.a, each.points_a, each.outcome_a)}
                | ({(each.b, each.points_b, each.outcome_b)} if each.b is not None else set())
            ),
        )
        for each in record.meetings
    ]
    assert Counter(found) == Counter(meetings)
    assert not [remark for remark in read.remarks if "do not explain" in remark]


def play_with_day(seed: int) -> Results:
    played = play(seed, 4 + seed % 17)
    return replace(played, settings={**played.settings, "date": "2026-05-31"}).results()


@pytest.mark.parametrize("seed", range(5))
def test_an_event_read_back_in_is_the_event(seed: int) -> None:
    """Publishing 5.1: with forfeits, no-shows, byes and disqualifications."""
    assert_read_back(play_with_day(seed))


@pytest.mark.soak
def test_any_event_read_back_in_is_the_event() -> None:
    """Publishing 5.1."""
    for seed in range(5, dose(8, 205)):
        assert_read_back(play_with_day(seed))


def test_the_same_event_gives_the_same_bytes() -> None:
    """Publishing 5.1."""
    made: set[Exported] = {make_nrtm(event(ROUND, rounds=1))._replace(remarks=()) for _ in range(2)}
    assert len(made) == 1


def test_netrunner_has_this_export_and_no_other() -> None:
    assert [(each.name, each.suffix) for each in NETRUNNER.exports] == [("nrtm", ".json")]
