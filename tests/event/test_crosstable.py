"""The rounds of the crosstable as values, which the sheet and the page word alike."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.event.worked_events import sheet_rows, small_win
from tests.reading.grids import event_sheet, match, players, results, round_sheet
from turnabout_sheets.core.outcomes import Outcome
from turnabout_sheets.event.output_sheets import RoundResult, list_round_results, word_round

WORDS = {outcome: outcome.upper() for outcome in Outcome}


@pytest.mark.parametrize(
    ("result", "words"),
    [
        (None, ""),
        (RoundResult(Outcome.WIN, 20, opponent=4, rank=12), "WIN 12 (20)"),
        (RoundResult(Outcome.DRAW, Fraction(3, 2), opponent=0, rank=1), "DRAW 1 (1½)"),
        (RoundResult(Outcome.BYE, 18), "BYE (18)"),
        (RoundResult(Outcome.ABSENT, 0), "ABSENT (0)"),
        (RoundResult(Outcome.WAITS, 0), "WAITS"),
    ],
)
def test_a_round_in_words(result: RoundResult | None, words: str) -> None:
    assert word_round(result, WORDS) == words


def test_the_rounds_of_an_event_and_what_the_sheet_says_of_them() -> None:
    """Cy was not there for Dee, who has 18 points for it, as Eve has for the bye."""
    found = results(
        event_sheet(rounds=2),
        players("Ada", "Ben", "Cy", "Dee", "Eve"),
        round_sheet(1, small_win("Ada", "Ben"), match("Cy", "Dee", ruling="A no-show"), match("Eve", "BYE")),
    )
    rank = found.standings["rank"]
    ada, ben, cy, dee, eve = range(5)
    assert list_round_results(found) == {
        (1, ada): RoundResult(Outcome.WIN, found.standings["points"][ada], ben, rank[ben]),
        (1, ben): RoundResult(Outcome.LOSS, found.standings["points"][ben], ada, rank[ada]),
        (1, cy): RoundResult(Outcome.ABSENT, 0),
        (1, dee): RoundResult(Outcome.BYE, 18),
        (1, eve): RoundResult(Outcome.BYE, 18),
    }
    said = sheet_rows(found, "Crosstable", "round_1")
    assert [said[name] for name in ("Cy", "Dee", "Eve")] == [("absent (0)",), ("bye (18)",), ("bye (18)",)]
    assert said["Ada"] == (f"W {rank[ben]} ({found.standings['points'][ada]})",)
