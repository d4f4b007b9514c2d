"""What the figures of an archived event come from: its terms, and details of its entries and matches.

Each is canonical JSON. Numbers are exact: whole ones as numbers, all others as text, "7/2". What is as usual is left
out, so that most rows have none.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from turnabout_sheets.core.digests import write_canonical
from turnabout_sheets.event.model import Match
from turnabout_sheets.event.results import Results


def exact(value: object) -> Any:
    """Return a number as JSON has it exactly; what is none as it is."""
    if isinstance(value, Mapping):
        return {name: exact(each) for name, each in value.items()}
    if isinstance(value, tuple | list):
        return [exact(each) for each in value]
    if value is None or isinstance(value, str | bool):
        return value
    number = Fraction(str(value))  # also the whole numbers of frames
    return number.numerator if number.denominator == 1 else str(number)


def write(facts: Mapping[str, object]) -> str | None:
    """Return facts as they are kept, without those that say nothing; None where all of them do."""
    told = {name: exact(value) for name, value in facts.items() if value not in (None, "", (), [], {})}
    return write_canonical(told) if told else None


def make_terms(results: Results) -> str | None:
    """Return what the figures of an event depend on (rules 1.6, 1.7 and 1.11)."""
    settings = results.event.settings
    return write_canonical(
        exact(
            {
                "pairing": settings.pairing,
                "rounds": settings.rounds,
                "played": results.played,
                "rounds_per_session": settings.rounds_per_session,
                "allow_rematches": settings.allow_rematches,
                "bye_counts_as_win": settings.bye_counts_as_win,
                "tie_breaks": results.tie_breaks,
                **results.format.scoring.kept.terms(results.event),
            }
        )
    )


def describe_entries(results: Results) -> dict[int, str | None]:
    """Return the details of the players of an event, by number."""
    event, standings = results.event, results.standings
    table = event.tables.get("Adjustments")
    adjustments: dict[int, list[tuple[int | None, int]]] = {}
    for row in table.rows if table else ():
        adjustments.setdefault(row["player"], []).append((row["round"], row["points"]))
    tie_breaks = {name: standings[name].to_dict() for name in results.tie_breaks}
    lead = standings["lead"].to_dict()
    return {
        player.number: write(
            {
                "joined": None if player.joined == 1 else player.joined,
                "dropped_after": player.dropped_after,
                "disqualified": player.disqualified,
                "away": player.away,
                "byes": player.byes,
                "let_in": player.let_in,
                "group": player.group,
                "adjustments": adjustments.get(player.number),
                "tie_breaks": {name: each[player.number] for name, each in tie_breaks.items()},
                "lead": lead[player.number] or None,
            }
        )
        for player in event.players
    }


def describe_match(match: Match, own: Mapping[str, object]) -> str | None:
    """Return the details of a match, of which its format keeps its ``own``."""
    return write({**own, "ruling": match.ruling, "advances": match.advances})
