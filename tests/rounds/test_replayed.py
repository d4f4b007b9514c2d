"""Replaying an event round by round: as the program paired it, changed by hand, and real events."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.dose import dose
from tests.event.worked_events import drawn
from tests.reading.grids import Cells, event_sheet, match, players, round_sheet, sheet
from tests.real_data import each_file
from tests.rounds.noted_rounds import SIX, computed
from tests.support.commands import turnabout
from turnabout_sheets.event.results import Results
from turnabout_sheets.jobs.check import check
from turnabout_sheets.rounds.new_round import first_round_order
from turnabout_sheets.rounds.notes import RoundNote, examine_round


def replay(found: Results) -> Iterator[RoundNote]:
    """Yield each paired round beside the program's own pairing of the same players, from the results before it."""
    event = found.event
    for number in event.rounds:
        if number - 1 in found.after:
            yield examine_round(found, number, event.as_paired(number))


@pytest.mark.soak
@pytest.mark.parametrize("seed", dose([1], [1, 2, 3]))
def test_a_simulated_event_is_paired_by_the_rules(tmp_path: Path, seed: int) -> None:
    """No round differs from what the program pairs from what was before it."""
    workbook = tmp_path / "event.xlsx"
    plan = ["--players", 25, "--rounds", 5, "--seed", seed]
    assert turnabout("simulate", workbook, *plan).exit_code == 0
    found = check(workbook).results
    assert found is not None
    assert [note.differs for note in replay(found)] == [False] * 5


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
    _, second, third, fourth = replay(computed(event_sheet(rounds=4), players(*SIX), *rounds))
    assert (bool(fourth.changed), fourth.differs) == (last != LEFT[0], False)
    assert second.differs
    assert third.differs  # they are farther apart in places


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run what asks for a real event once for each in the folder of test data, which is no part of the project."""
    if "real" in metafunc.fixturenames:
        some = ("swiss/go-*.json", "swiss/mtg-00*.json", "netrunner/*-nats-*.json")
        metafunc.parametrize("real", **each_file(*dose(some, ("swiss/*.json", "netrunner/*.json"))))


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
    return (note for note in replay(found) if note.number > 1)


@pytest.mark.soak
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


@pytest.mark.soak
def test_the_points_of_a_real_event_are_its_points(real: Path) -> None:
    event = json.loads(real.read_text(encoding="utf-8"))
    standings = imported(event).standings["points"]
    for player, total in zip(event["players"], standings, strict=True):
        names = ("reported_match_points", "reported_points")
        published = next((player[name] for name in names if name in player), None)
        assert total == (int(player["reported_columns"][0]) if published is None else published), player["name"]
