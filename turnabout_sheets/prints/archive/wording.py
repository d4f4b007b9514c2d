"""How the pages of the archive say results and awards, in figures and words."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from functools import lru_cache

from turnabout_sheets.archive.records import Meeting
from turnabout_sheets.archive.rows import ArchivedEvent, AwardRow
from turnabout_sheets.core.days import write_day
from turnabout_sheets.core.outcomes import A_WINS, B_WINS, DRAWN, Outcome
from turnabout_sheets.core.text import format_number, isolate
from turnabout_sheets.prints.archive.ledger import OwnMatch
from turnabout_sheets.prints.words import Words

UNKNOWN = "–"

number_text = lru_cache(maxsize=1 << 14)(format_number)
"""`format_number`, which remembers: the same numbers come again and again."""

_OWN = {
    Outcome.WIN: "archive.won",
    Outcome.DRAW: "archive.drawn",
    Outcome.LOSS: "archive.lost",
    Outcome.BYE: "page.bye",
    Outcome.ABSENT: "crosstable.absent",
    Outcome.WAITS: "page.waits",
}
"""The keys of a player's outcomes."""

_OF_BOTH: Mapping[tuple[Outcome | None, Outcome | None], tuple[str, str]] = {
    A_WINS: ("report.wins", "A"),
    B_WINS: ("report.wins", "B"),
    DRAWN: ("report.drawn", ""),
    (Outcome.BYE, Outcome.ABSENT): ("report.absent", "B"),
    (Outcome.ABSENT, Outcome.BYE): ("report.absent", "A"),
    (Outcome.ABSENT, Outcome.ABSENT): ("report.absent", "A, B"),
    (Outcome.BYE, None): ("page.bye", ""),
    (Outcome.ABSENT, None): ("report.absent", "A"),
    (Outcome.WAITS, None): ("page.waits", ""),
}
"""The keys of how matches end, and who it is said of, by the outcomes of A and B."""


@lru_cache(maxsize=1 << 14)
def day_text(day: str, language: str) -> str:
    """Return a day (ISO) as a language of the pages, by its code, has it."""
    return write_day(date.fromisoformat(day), language)


def place_of(number: int | None, all: int, w: Words) -> str:
    """Return "3 of 24"."""
    return UNKNOWN if number is None else w("archive.of", n=number, all=all)


def describe_entered(standing: AwardRow, w: Words) -> str:
    """Return under which other name somebody was entered, empty where it is the usual one."""
    return "" if standing.entered == standing.name else w("archive.entered_as", name=isolate(standing.entered))


def results_text(standing: AwardRow) -> str:
    """Return wins, draws, losses and, in brackets, byes: "3–1–1 (1)"; a dash where none are known."""
    counted = (standing.wins, standing.draws, standing.losses)
    byes = f" ({standing.byes})" if standing.byes else ""
    return "–".join(map(str, counted)) + byes if any(counted) or byes else UNKNOWN


def award_text(standing: AwardRow, *, beyond: bool = False) -> str:
    """Return how an award is worked out (rules 1.7.1): "4 × (3½ + 1) = 18"; a dash where there is none.

    It stands in brackets where it is ``beyond`` those that count of a player (rules 1.12.10).
    """
    if standing.award is None:
        return UNKNOWN
    text = number_text(standing.award)
    if standing.multiplier is not None and standing.match_wins is not None:
        wins = number_text(standing.match_wins)
        text = f"{standing.multiplier} × {f'({wins} + 1)' if standing.played_all else wins} = {text}"
    return f"({text})" if beyond else text


def describe_unrated(event: ArchivedEvent, w: Words) -> str:
    """Return why an event is not rated in a word or two, empty where it is."""
    return "" if event.rated else w("crosstable.provisional") if event.provisional else w("archive.unrated")


@lru_cache(maxsize=1 << 14)
def points_text(own: Fraction | None, others: Fraction | None = None) -> str:
    """Return the points of a match, or those of a bye: "18 : 12", "18"."""
    return " : ".join(format_number(each) for each in (own, others) if each is not None)


def own_outcome_text(side: OwnMatch, w: Words) -> str:
    """Return how a match ended for a player."""
    if side.outcome == Outcome.BYE and side.opponent is not None:
        return w("cards.opponent_absent")
    return w(_OWN[side.outcome]) if side.outcome else UNKNOWN


def outcome_text(match: Meeting, w: Words) -> str:
    """Return how a match ended: "A wins"; what has no word of its own is said of each side."""
    found = _OF_BOTH.get((match.outcome_a, match.outcome_b))
    if found is not None:
        return w(found[0], who=found[1])
    sides = (("A", match.outcome_a), ("B", match.outcome_b))
    return ", ".join(f"{side} {w(_OWN[each])}" for side, each in sides if each) or UNKNOWN
