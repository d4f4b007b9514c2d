"""Events of Cobra, AesopsTables and the phone app, against figures that were counted otherwise.

The files stay outside the repository: nine samples with what must come of them, and nine real events of Cobra. Those
are kept in another layout, from which they are put back into Cobra's own here.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.real_data import each_file, real_file
from turnabout_sheets.archive.lists.nrtm import is_nrtm, read_nrtm
from turnabout_sheets.archive.records import EventRecord, read_body, write_body
from turnabout_sheets.core.outcomes import Outcome
from turnabout_sheets.core.text import key, tidy

Json = dict[str, Any]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run the tests once for each sample, or each real event."""
    for name, pattern in (("sample", "exchange/nrtm/*.json"), ("played", "netrunner/*.json")):
        if name in metafunc.fixturenames:
            metafunc.parametrize(name, **each_file(pattern))


def count(record: EventRecord, swiss: int) -> Counter[str]:
    """Count the matches of a record as the samples' figures have them."""
    found: Counter[str] = Counter()
    for each in record.meetings:
        if each.round > swiss:
            found["cut_games"] += 1
        elif each.b is None:
            found["byes"] += 1
        else:
            found["matches"] += 1
            found[{Outcome.DRAW: "draws", None: "unplayed"}.get(each.outcome_a, "decided")] += 1
            high, low = sorted((each.points_a, each.points_b), reverse=True)  # type: ignore[type-var]
            found[f"score {high}:{low}"] += 1
    return found


def test_each_sample_comes_to_its_figures(sample: Path) -> None:
    expected = json.loads(real_file("exchange/expected.json").read_text("utf-8"))[f"nrtm/{sample.name}"]
    data = sample.read_bytes()
    assert is_nrtm(data)
    found = read_nrtm(data, sample.name)
    if not expected["players"]:
        assert ([str(each.severity) for each in found.problems], found.record) == (["Warning"], None)
        return
    record = found.record
    assert record is not None
    assert found.problems == ()
    assert read_body(json.loads(json.dumps(write_body(record, range(len(record.entries)))))) == record
    assert (record.name, record.date) == (tidy(expected["name"]), expected["date"])
    assert (record.field, len(record.entries)) == (expected["players"], expected["players"])

    counted = count(record, expected["swiss_rounds"])
    unplayed = expected.get("unplayed", 0)
    scores = {name: number for name, number in expected.items() if name.startswith("score ")}
    wanted = Counter({name: expected.get(name, 0) for name in ("decided", "draws", "cut_games")}) + Counter(scores)
    wanted["matches"] = expected["matches"] - unplayed
    wanted["byes"] = sum(
        expected.get(name, 0) for name in ("byes_named", "bye_in_player1_empty", "bye_in_player2_empty")
    )
    assert +counted == +wanted

    played = Counter(
        each.round for each in record.meetings if each.b is not None and each.round <= expected["swiss_rounds"]
    )
    per_round = [played[number] for number in range(1, expected["swiss_rounds"] + 1)]
    left_out = [number for number, matches in enumerate(expected["matches_per_round"], 1) if matches == unplayed]
    listed = expected["matches_per_round"][: expected["swiss_rounds"]]
    assert per_round == [0 if unplayed and number == left_out[-1] else each for number, each in enumerate(listed, 1)]

    first = record.entries[0]
    assert first.position == 1
    assert first.name == expected.get("winner_of_cut", expected["first_after_swiss"])
    leader = next(each for each in record.entries if each.name == expected["first_after_swiss"])
    assert leader.points == expected["first_points"] == max(each.points or 0 for each in record.entries)

    told = " ".join(found.remarks)
    equal = Counter(key(each.name) for each in record.entries)
    assert sorted(name for name, times in equal.items() if times > 1) == expected["equal_names"]
    assert all(bool(each.player_id) == (equal[key(each.name)] > 1) for each in record.entries)
    odd = expected["players_whose_points_are_not_the_sum_of_the_rounds"].items()
    lines = [f"{name} has {points}, the matches give {explained}" for name, (points, explained) in odd]
    assert sum(line in told for line in lines) == ("do not explain" in told) == bool(lines)
    assert (f" and {len(lines) - 1} more" in told) == (len(lines) > 1)
    assert ("left out: round 4" in told) == bool(unplayed)


PLAYER = {"id": "id", "name": "name", "rank": "reported_rank", "matchPoints": "reported_match_points"}
SCORES = {"corpScore": "corp_score", "runnerScore": "runner_score", "combinedScore": "points"}


def as_cobra(kept: Json) -> Json:
    """Put a real event back into the layout in which Cobra had it."""

    def match(kept: Json) -> Json:
        sides = {
            f"player{number}": {"id": kept[f"p{number}"]}
            | {score: kept.get(f"p{number}_{name}") for score, name in SCORES.items()}
            for number in (1, 2)
        }
        return {"table": kept.get("table"), "intentionalDraw": kept.get("intentional_draw", False), **sides}

    players = [{field: who[name] for field, name in PLAYER.items()} for who in kept["players"]]
    rounds = [[match(each) for each in played] for played in kept["rounds"]]
    return {"name": kept["name"], "date": kept["date"], "uploadedFrom": "Cobra", "players": players, "rounds": rounds}


def test_every_match_of_a_real_event_is_there(played: Path) -> None:
    kept = json.loads(played.read_text("utf-8"))
    found = read_nrtm(json.dumps(as_cobra(kept)).encode(), played.name)
    assert found.problems == ()
    record = found.record
    assert record is not None
    assert found.remarks == []  # nobody's points are unexplained
    names = {who["id"]: who["name"] for who in kept["players"]}
    listed = sorted(
        (number, names[match["p1"]], names.get(match["p2"], "BYE"), match["p1_points"])
        for number, matches in enumerate(kept["rounds"], 1)
        for match in matches
    )
    there = sorted(
        (
            each.round,
            record.entries[each.a].name,
            "BYE" if each.b is None else record.entries[each.b].name,
            each.points_a,
        )
        for each in record.meetings
    )
    assert there == listed
    assert {each.name: (each.position, each.points) for each in record.entries} == {
        who["name"]: (who["reported_rank"], who["reported_match_points"]) for who in kept["players"]
    }
    for who in kept["players"]:
        entry = next(each for each in record.entries if each.name == who["name"])
        own = [
            (match, me)
            for matches in kept["rounds"]
            for match in matches
            for me in ("p1", "p2")
            if match[me] == who["id"]
        ]
        against = [(match[f"{me}_points"], match.get("p2_points" if me == "p1" else "p1_points")) for match, me in own]
        assert entry.byes == sum(theirs is None for _, theirs in against)
        assert entry.wins == sum(theirs is not None and mine > theirs for mine, theirs in against)
        assert entry.draws == sum(mine == theirs for mine, theirs in against)


def test_the_kept_form_of_real_events_is_none(played: Path) -> None:
    assert not is_nrtm(played.read_bytes())


def test_no_beginning_of_a_file_is_an_event() -> None:
    players = [{"id": number, "name": f"P{number}", "rank": number, "matchPoints": 6} for number in (1, 2, 3)]
    bye = {"table": 9, "player1": {"id": 3, "combinedScore": 6}, "player2": {"id": None, "combinedScore": 0}}
    match = {"table": 1, "player1": {"id": 1, "combinedScore": 6}, "player2": {"id": 2, "combinedScore": 0}}
    event = {"name": "Trophée", "date": "2025-09-06", "players": players, "rounds": [[match, bye]]}
    data = json.dumps(event).encode()
    assert read_nrtm(data, "cup.json").record
    for end in range(len(data)):
        found = read_nrtm(data[:end], "cup.json")
        assert (len(found.problems), found.record, found.remarks, found.tables) == (1, None, (), ())
