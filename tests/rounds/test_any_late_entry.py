"""Letting players into events of all kinds: everybody finds a place, and nobody else moves."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.dose import whole_events
from tests.event.played_events import HEADERS as ENTRY
from tests.event.played_events import Played, events
from tests.reading.grids import read, save
from tests.support.late import let_in
from turnabout_sheets.event.model import BYE, Event
from turnabout_sheets.jobs.coming import LateError
from turnabout_sheets.rounds.next_rounds import pair

pytestmark = pytest.mark.slow


def rows_of(event: Event) -> list[tuple[Any, ...]]:
    """Return the rows of all rounds with names, but for the byes."""
    return [
        replace(match, index=0, a=event.players[match.pair[0]].name, b=event.players[match.pair[1]].name)
        for match in event.rows
        if match.b != BYE
    ]


@pytest.mark.slow
@whole_events(6)
@given(events, st.booleans())
def test_everybody_can_be_let_in_and_nobody_else_moves(played: Played, running: bool) -> None:
    """A new player, and those who have gone, into events of all kinds: between two rounds, and into the running one."""
    before = played.results()
    number = len(played.rounds)
    following, _ = pair(before, number + 1) if running and number < played.settings["rounds"] else (None, [])
    if following is not None:
        names = {player.number: player.name for player in before.event.players} | {BYE: "BYE"}
        rows = [{**row, "a": names[row["a"]], "b": names[row["b"]]} for row in following.rows]
        cells = [{ENTRY[field]: "" if value is None else value for field, value in row.items()} for row in rows]
        played = replace(played, rounds=[*played.rounds, cells])
        number += 1
    played = replace(played, players=[{**row, "Away": ""} for row in played.players])
    gone = [
        str(row["Player"]) for row in played.players if row["Dropped after"] != "" and row["Dropped after"] < number
    ]
    for name in ["Zoe Late", *gone]:
        with TemporaryDirectory() as folder:
            workbook = save(Path(folder) / "event.xlsx", *played.grids())
            old, *_ = read(*played.grids())
            assert old is not None
            if not number or (following is None and number == played.settings["rounds"]):
                with pytest.raises(LateError, match=r"^(No round is paired yet|All rounds are played)"):
                    let_in(workbook, name)
                continue
            outcome, done = let_in(workbook, name)
        assert outcome.event is not None
        assert [str(each) for each in outcome.problems if each.severity == "Error"] == []
        new = rows_of(outcome.event)
        assert [row for row in new if row in rows_of(old)] == rows_of(old)
        assert len(new) - len(rows_of(old)) == ("against" in done)
        late = next(each for each in outcome.event.players if each.name == name)
        assert late.plays_in(number if following else number + 1)
