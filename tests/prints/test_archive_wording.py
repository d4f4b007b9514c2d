"""How the pages of the archive say awards, results, statuses and the ends of matches."""

from __future__ import annotations

from dataclasses import fields
from fractions import Fraction
from typing import Any

import pytest

from tests.prints.archived import HALF
from tests.prints.events import ENGLISH
from turnabout_sheets.archive.records import Meeting
from turnabout_sheets.archive.rows import AwardRow
from turnabout_sheets.event.status import Status, StatusKind
from turnabout_sheets.prints.archive.wording import award_text, outcome_text, results_text
from turnabout_sheets.prints.shared import translate_status
from turnabout_sheets.prints.words import load_words


def standing(**values: Any) -> AwardRow:
    known: dict[str, Any] = {
        **dict.fromkeys(each.name for each in fields(AwardRow)),
        **dict.fromkeys(("wins", "draws", "losses", "byes"), 0),
        "status": None,
    }
    return AwardRow(**{**known, **values})


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"award": None}, "–"),
        ({"award": Fraction(12)}, "12"),
        ({"award": Fraction(12), "multiplier": 4}, "12"),
        ({"award": Fraction(14), "multiplier": 4, "match_wins": 3 + HALF, "played_all": False}, "4 × 3½ = 14"),
        ({"award": Fraction(14), "multiplier": 4, "match_wins": 3 + HALF, "played_all": None}, "4 × 3½ = 14"),
        ({"award": Fraction(18), "multiplier": 4, "match_wins": 3 + HALF, "played_all": True}, "4 × (3½ + 1) = 18"),
    ],
)
def test_an_award_says_how_it_is_worked_out_if_that_is_known(values: dict[str, Any], said: str) -> None:
    assert award_text(standing(**values)) == said


def test_results_that_are_not_known_are_a_dash() -> None:
    assert results_text(standing()) == "–"
    assert results_text(standing(byes=1)) == "0–0–0 (1)"
    assert results_text(standing(losses=3)) == "0–0–3"


def test_a_status_is_in_the_words_of_the_page() -> None:
    assert translate_status(Status(StatusKind.DROPPED, 2), load_words("de")) == "Ausstieg nach 2"


@pytest.mark.parametrize(
    ("a", "b", "alone", "said"),
    [
        ("loss", "win", False, "B wins"),
        ("absent", "absent", False, "A, B absent"),
        ("absent", "bye", False, "A absent"),
        ("loss", "loss", False, "A lost, B lost"),
        ("win", None, False, "A won"),
        (None, None, False, "–"),
        ("bye", None, True, "bye"),
        ("absent", None, True, "A absent"),
        ("waits", None, True, "waits"),
        (None, None, True, "–"),
    ],
)
def test_every_end_of_a_match_has_words(a: str | None, b: str | None, alone: bool, said: str) -> None:
    assert outcome_text(Meeting(1, None, 0, None if alone else 1, a, b, None, None), ENGLISH) == said
