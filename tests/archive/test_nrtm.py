"""Events in NRTM JSON, as Cobra, AesopsTables and the phone app write them, as they come into the archive."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.archive.nrtm_files import (
    A_BOTH,
    ANN,
    BO,
    CY,
    DEE,
    NOTHING,
    SPLIT,
    ZEROS,
    Json,
    as_bytes,
    bye,
    cut_game,
    event,
    read,
    remarks,
    results,
    two_sided,
)
from turnabout_sheets.archive.events import Source, add_event
from turnabout_sheets.archive.journal import Command
from turnabout_sheets.archive.lists.nrtm import is_nrtm, read_nrtm
from turnabout_sheets.archive.lists.understood import Given
from turnabout_sheets.archive.ratings import add_awards
from turnabout_sheets.archive.records import as_json, from_json
from turnabout_sheets.archive.store import Archive
from turnabout_sheets.core.problems import Severity
from turnabout_sheets.event.status import Status, StatusKind

BEFORE = Path(__file__).parent / "nrtm" / "cobra-before-round-1.json"

TWO_ROUNDS = [
    [two_sided(1, ANN, BO, A_BOTH, (6, 0)), two_sided(2, CY, DEE, SPLIT, (3, 3))],
    [two_sided(1, ANN, CY, SPLIT, (3, 3)), two_sided(2, DEE, BO, ZEROS, (0, 6))],
]


def test_a_match_of_two_games_is_one_match_with_its_points() -> None:
    """Archive 3.4."""
    record = read(event(TWO_ROUNDS))
    assert results(record) == [
        (1, 1, "Ann", "Bo", 6, 0, "win"),
        (1, 2, "Cy", "Dee", 3, 3, "draw"),
        (2, 1, "Ann", "Cy", 3, 3, "draw"),
        (2, 2, "Dee", "Bo", 0, 6, "loss"),
    ]
    assert (record.name, record.date, record.format, record.field, record.rounds) == (
        "Harbour Cup",
        "2025-09-06",
        "Netrunner",
        4,
        2,
    )
    ann = record.entries[0]
    assert (ann.name, ann.player_id, ann.position, ann.points) == ("Ann", "", 1, Fraction(9))
    assert (ann.wins, ann.draws, ann.losses, ann.byes) == (1, 1, 0, 0)


def test_the_record_is_whole_and_always_the_same() -> None:
    record = read(event(TWO_ROUNDS))
    assert from_json(as_json(record)) == record == read(event(TWO_ROUNDS))
    assert add_awards(record) == record


def test_it_is_told_what_was_understood() -> None:
    (line,) = read_nrtm(as_bytes(event([*TWO_ROUNDS, [bye(ANN)]], points=(15, 6, 6, 3))), "cup.json").remarks
    assert line == (
        "cup.json: Harbour Cup (2025-09-06) has 4 players, 4 matches and 1 bye in 3 Swiss rounds; points are those of "
        "the file, three for a game won."
    )


def test_points_may_come_from_the_games_alone() -> None:
    (played,) = results(read(event([[two_sided(1, ANN, BO, (3, 0, 1, 1))]])))
    assert played == (1, 1, "Ann", "Bo", 4, 1, "win")


@pytest.mark.parametrize(("first", "points"), [(True, 6), (False, 6), (True, 3), (False, None)])
def test_a_bye_stands_on_either_side(first: bool, points: int | None) -> None:
    record = read(event([[bye(DEE, first=first, points=points), two_sided(1, ANN, BO, A_BOTH)]]))
    assert results(record)[1] == (1, None, "Dee", None, points, None, "bye")
    assert [entry.byes for entry in record.entries] == [0, 0, 0, 1]


def test_a_side_that_is_nobody_at_all_is_a_bye_too() -> None:
    match = two_sided(4, ANN, None, NOTHING, (6, 0)) | {"player2": None}
    assert results(read(event([[match]]))) == [(1, None, "Ann", None, 6, None, "bye")]


def test_who_stands_for_a_bye_is_no_player() -> None:
    whole = event([[two_sided(1, ANN, 99, A_BOTH, (6, 0)), two_sided(2, BO, CY, A_BOTH, (6, 0))]])
    whole["players"].append({"id": 99, "name": "Bye", "isBye": True})
    record = read(whole)
    assert record.field == 4
    assert results(record)[1][2:] == ("Ann", None, 6, None, "bye")


def test_an_agreed_draw_is_one_also_without_points() -> None:
    agreed = two_sided(1, ANN, BO, ZEROS, (3, 3), intentionalDraw=True)
    bare = two_sided(2, CY, DEE, NOTHING, intentionalDraw=True)
    assert [each[4:] for each in results(read(event([[agreed, bare]])))] == [(3, 3, "draw"), (None, None, "draw")]


def test_a_single_game_is_a_match() -> None:
    def game(table: int, corp: int, runner: int, won: tuple[Any, Any], *, first: str) -> Json:
        sides = {
            "corp": {"id": corp, "role": "corp", "corpScore": won[0], "runnerScore": None},
            "runner": {"id": runner, "role": "runner", "corpScore": None, "runnerScore": won[1]},
        }
        second = "runner" if first == "corp" else "corp"
        return {"table": table, "player1": sides[first], "player2": sides[second], "eliminationGame": False}

    games = [game(1, ANN, BO, (3, 0), first="corp"), game(2, CY, DEE, (1, 1), first="runner")]
    assert results(read(event([games]))) == [(1, 1, "Ann", "Bo", 3, 0, "win"), (1, 2, "Dee", "Cy", 1, 1, "draw")]


def aesops(corp: object, runner: object, scores: tuple[str, str], table: int = 1) -> Json:
    """Return a game as AesopsTables wrote it until 2024."""
    return {
        "tableNumber": table,
        "corpPlayer": corp,
        "runnerPlayer": runner,
        "corpScore": scores[0],
        "runnerScore": scores[1],
    }


def test_aesopstables_wrote_scores_as_text_and_byes_as_a_word() -> None:
    games = [aesops(ANN, BO, ("0", "3")), aesops("(BYE)", CY, ("0", "3"), 3), aesops(DEE, "(BYE)", ("3", "0"), 2)]
    assert results(read(event([games], uploadedFrom="AesopsTables"))) == [
        (1, 1, "Ann", "Bo", 0, 3, "loss"),
        (1, None, "Cy", None, 3, None, "bye"),
        (1, None, "Dee", None, 3, None, "bye"),
    ]


def test_the_cut_of_aesopstables_names_winner_and_loser() -> None:
    final = {"corpPlayer": ANN, "runnerPlayer": BO, "winner_id": BO, "loser_id": ANN, "eliminationGame": True}
    record = read(event([[aesops(ANN, BO, ("3", "0"))], [final]], eliminationPlayers=places(BO, ANN)))
    assert results(record)[1] == (2, None, "Ann", "Bo", None, None, "loss")


def test_the_app_had_prestige_and_how_games_were_won() -> None:
    whole = event(
        [[two_sided(1, ANN, BO, (3, 0, 0, 3), game1WonBy="ap", game2WonBy="flatline")]],
        city="Ostermark",
        country="Nordland",
    )
    del whole["uploadedFrom"]
    for player in whole["players"]:
        player["prestige"] = player.pop("matchPoints")
    whole["players"][3]["disqualified"] = True
    record = read(json.loads(json.dumps(whole, indent=1)))
    assert [entry.points for entry in record.entries] == [9, 6, 6, 3]
    assert record.venue == "Ostermark, Nordland"
    assert [entry.status for entry in record.entries] == [None, None, None, Status(StatusKind.DISQUALIFIED)]


def places(*who: int) -> list[Json]:
    return [{"id": each, "name": "?", "rank": rank, "seed": 1} for rank, each in enumerate(who, 1)]


def test_games_of_the_cut_are_later_rounds_and_decide_the_places() -> None:
    """Archive 3.4."""
    cut = [[cut_game(1, CY, ANN)], [cut_game(1, CY, ANN)]]
    whole = event([*TWO_ROUNDS, *cut], cutToTop=2, preliminaryRounds=2, eliminationPlayers=places(CY, ANN))
    record = read(whole)
    assert results(record)[4:] == [(3, 1, "Ann", "Cy", None, None, "loss"), (4, 1, "Ann", "Cy", None, None, "loss")]
    assert [(entry.name, entry.position, str(entry.points)) for entry in record.entries] == [
        ("Cy", 1, "6"),
        ("Ann", 2, "9"),
        ("Bo", 3, "6"),
        ("Dee", 4, "3"),
    ]
    assert (record.rounds, record.entries[0].wins, record.entries[1].losses) == (4, 2, 2)
    assert remarks(whole) == ["cup.json: the cut begins in round 3: 2 games, without points."]


def test_the_cut_may_have_scores_in_place_of_a_winner() -> None:
    """As AesopsTables writes it today, and without a word that it is the cut."""
    final = two_sided(1, BO, ANN, (None, 0, 3, None))
    del final["eliminationGame"]
    record = read(event([*TWO_ROUNDS, [final]], preliminaryRounds=2, eliminationPlayers=places(BO, ANN)))
    assert results(record)[4] == (3, 1, "Bo", "Ann", None, None, "loss")


def test_a_cut_that_is_not_decided_places_nobody() -> None:
    cut = [[cut_game(1, CY, ANN, played=False)]]
    undecided = [{"id": CY, "rank": None}, {"id": ANN, "rank": None}]
    whole = event([*TWO_ROUNDS, *cut], preliminaryRounds=2, eliminationPlayers=undecided)
    assert [entry.name for entry in read(whole).entries] == ["Ann", "Bo", "Cy", "Dee"]
    assert remarks(whole) == [
        "cup.json: the cut is not decided, so places are those of the Swiss rounds.",
        "cup.json: without results, and left out: round 3.",
    ]


def test_a_round_that_was_only_paired_is_left_out_and_told() -> None:
    """Archive 3.4."""
    whole = event([[], *TWO_ROUNDS, [two_sided(1, ANN, DEE, NOTHING), two_sided(2, BO, CY, ZEROS, (0, 0))]])
    record = read(whole)
    assert (record.rounds, {each.round for each in record.meetings}) == (3, {2, 3})
    assert remarks(whole) == ["cup.json: without results, and left out: round 1 and 4."]


def test_a_match_that_was_not_played_has_no_result_and_is_named() -> None:
    whole = event([[two_sided(1, ANN, BO, A_BOTH, (6, 0)), two_sided(2, CY, DEE, NOTHING)]], points=(6, 0, 0, 0))
    assert results(read(whole))[1] == (1, 2, "Cy", "Dee", None, None, None)
    assert remarks(whole) == ["cup.json: without a result: Cy against Dee in round 1."]


def test_table_0_is_none() -> None:
    """Archive 3.4."""
    record = read(event([[two_sided(0, ANN, BO, A_BOTH), two_sided(1, CY, DEE, A_BOTH)]]))
    assert [each.table for each in record.meetings] == [1, None]


@pytest.mark.parametrize(
    ("source", "prefix"),
    [("Cobra", "cobra"), ("AesopsTables", "aesops"), (None, "nrtm"), ("Else", "nrtm"), ([], "nrtm")],
)
def test_only_who_is_called_the_same_has_an_id(source: object, prefix: str) -> None:
    """Archive 3.4."""
    whole = event(TWO_ROUNDS, uploadedFrom=source)
    whole["players"][3]["name"] = "aNN "
    record = read(whole)
    assert [(entry.name, entry.player_id) for entry in record.entries] == [
        ("Ann", f"{prefix}:{ANN}"),
        ("Bo", ""),
        ("Cy", ""),
        ("aNN", f"{prefix}:{DEE}"),
    ]
    told = f"cup.json: called the same, and told apart by Player ID: Ann ({prefix}:{ANN}) and aNN ({prefix}:{DEE})."
    assert remarks(whole) == [told]


def test_names_are_tidied() -> None:
    whole = event(TWO_ROUNDS, name=" Tuesday  Kit ", tournamentOrganiser={"nrdbUsername": "Pocket Tern "})
    for player, name in zip(whole["players"], ["Ann\t", "\u200bBo\u0007", "Zoë 👑", "half \ud83d"], strict=True):
        player["name"] = name
    record = read(whole)
    assert (record.name, record.organizer) == ("Tuesday Kit", "Pocket Tern")
    assert [entry.name for entry in record.entries] == ["Ann", "Bo", "Zoë 👑", "half ?"]
    as_json(record)


def test_who_has_points_that_no_match_explains_is_named() -> None:
    """Archive 3.4."""
    whole = event(TWO_ROUNDS, points=(9, 6, 7, 3))
    assert [entry.points for entry in read(whole).entries] == [9, 6, 7, 3]
    assert remarks(whole) == [
        "cup.json: points that the matches do not explain, as they stand in the file: Cy has 7, the matches give 6."
    ]


def test_a_bye_that_is_missing_is_named() -> None:
    """Archive 3.4."""
    rounds = [[two_sided(1, ANN, BO, A_BOTH, (6, 0))], [two_sided(1, ANN, CY, SPLIT), bye(BO)]]
    whole = event(rounds, points=(9, 6, 9, 0))
    whole["players"].pop()
    assert remarks(whole) == [
        "cup.json: points that the matches do not explain, as they stand in the file: Cy has 9, the matches give 3 "
        "(the bye of round 1 is missing)."
    ]
    whole["players"][2]["matchPoints"] = 3
    assert remarks(whole) == []


def test_who_was_never_paired_is_placed_and_named() -> None:
    whole = event([[two_sided(1, ANN, BO, A_BOTH), two_sided(2, CY, DEE, A_BOTH)]], points=(6, 0, 6, 0))
    whole["players"].append({"id": 15, "name": "Kaja", "rank": 5, "matchPoints": 0})
    assert [entry.position for entry in read(whole).entries] == [1, 2, 3, 4, 5]
    assert remarks(whole) == ["cup.json: never paired: Kaja."]


def test_a_long_line_names_only_the_first() -> None:
    whole = event(TWO_ROUNDS)
    whole["players"] += [{"id": 100 + each, "name": f"Guest {each:02}", "rank": 5 + each} for each in range(30)]
    (line,) = remarks(whole)
    assert line.endswith("Guest 19 and 10 more.")


def test_who_has_no_rank_has_no_place() -> None:
    whole = event(TWO_ROUNDS)
    whole["players"][1]["rank"] = None
    del whole["players"][0]["matchPoints"]
    found = [(entry.name, entry.position, entry.points) for entry in read(whole).entries]
    assert found == [("Ann", 1, None), ("Cy", 2, 6), ("Dee", 3, 3), ("Bo", None, 6)]


def test_nothing_is_refused_for_a_field_that_is_not_known() -> None:
    odd: Json = {"averageScore": "x" * 9, "pod": [[]], "links": {"href": 1e400}, "sideBalance": float("nan")}
    whole = event([[match | odd for match in games] for games in TWO_ROUNDS], **odd)
    whole["players"] = [player | odd for player in whole["players"]]
    data = as_bytes(whole).replace(b'"pod"', b'"size": ' + b"7" * 10_000 + b', "pod"')
    (record,) = read_nrtm(data, "cup.json").records
    assert record == read(event(TWO_ROUNDS))


def test_before_round_1_there_is_nothing_to_read_yet() -> None:
    found = read_nrtm(BEFORE.read_bytes(), BEFORE.name)
    assert (list(found.records), [each.severity for each in found.problems]) == ([], [Severity.WARNING])
    assert [str(each) for each in found.problems] == [
        "Warning: cobra-before-round-1.json: Harbour Cup (2025-09-06) has no players: nothing to read yet. Import the "
        "file that is saved when something has been played."
    ]
    (paired,) = read_nrtm(as_bytes(event([[two_sided(1, ANN, BO, NOTHING), bye(CY, points=None)]])), "a").problems
    assert paired.message == "Harbour Cup (2025-09-06) has no results: nothing to read yet."


def test_the_organizer_may_say_name_and_day() -> None:
    data = as_bytes(event(TWO_ROUNDS, name="", date="9/6"))
    (record,) = read_nrtm(data, "cup.json", Given(name="Small Cup", date="2025-09-07")).records
    assert record.title == "Small Cup (2025-09-07)"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "utf-16-le"])
def test_any_unicode_will_do(encoding: str) -> None:
    text = json.dumps(event(TWO_ROUNDS, name="Trophée"), ensure_ascii=False)
    data = text.encode(encoding)
    assert is_nrtm(data)
    (record,) = read_nrtm(data, "cup.json").records
    assert record.name == "Trophée"


def test_the_same_file_again_is_the_same_event(archive: Archive) -> None:
    """Archive 3.4: so is a later one of the same name and day, which replaces it."""
    first = read(event(TWO_ROUNDS[:1], points=(6, 0, 3, 3)))
    second = read(event(TWO_ROUNDS))
    kinds = []
    for record in (first, first, second, replace(second, date="2025-09-07")):
        with archive.writing() as connection:
            added = add_event(connection, Command(), record, Source("record", "cup.json", as_json(record)))
        kinds.append((added.kind, added.event))
    assert kinds == [("add", 1), ("same", 1), ("replace", 1), ("add", 2)]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (as_bytes(event(TWO_ROUNDS)), True),
        (as_bytes(event(TWO_ROUNDS))[:40], False),
        (as_bytes(event(TWO_ROUNDS))[:90], True),
        (b' \n{"players": [], "rounds": []}', True),
        (b'{"players": [{"id": 1}], "rounds": [[{"p1": 1}]]}', False),
        (b'{"Tournament": {"Name": "A"}, "Rounds": []}', False),
        (b'{"manifest": {}}', False),
        (b'[{"cutToTop": 4}]', False),
        (b'Player,Points\n{"cutToTop": 4},3', False),
        (b"", False),
        (b"\x00", False),
    ],
)
def test_it_is_known_by_what_it_holds(data: bytes, expected: bool) -> None:
    assert is_nrtm(data) is expected
