"""Replays the rounds of an event, and says where they are paired otherwise than the program would have done it."""

from __future__ import annotations

from collections.abc import Iterator

from turnabout_sheets.event.results import Results
from turnabout_sheets.rounds.drawn import Drawn, describe_draw
from turnabout_sheets.rounds.explanations import RoundNote, describe_changes, examine_round
from turnabout_sheets.sheets.settings import Settings


def audit_rounds(results: Results) -> Iterator[RoundNote]:
    """Yield each paired round beside the program's own pairing of the same players, from the results before it."""
    event = results.event
    for number in event.rounds:
        if number - 1 in results.after:
            yield examine_round(results, number, event.as_paired(number))


def write_audit(results: Results) -> Iterator[str]:
    """Yield a line for each round, and one for the event as a whole."""
    event, unit = results.event, results.format.points_name
    notes = list(audit_rounds(results))
    for note in notes:
        told = " ".join(describe_changes(note, event, unit)) or _describe_same(note)
        largest = f" Largest {unit} difference {note.largest}." if note.number > 1 else ""
        rematches = f" Rematches: {note.rematches}." if note.rematches else ""
        drawn = _describe_draw(note, event.settings) if note.number == 1 else ""
        yield f"{told}{drawn}{largest}{rematches}"
    later = [note for note in notes if note.number > 1]
    differ = sum(note.differs for note in later)
    if later:
        ours, theirs = sum(note.own_squares for note in later), sum(note.squares for note in later)
        yield (
            f"Of {len(later)} round{'' if len(later) == 1 else 's'} after the first, "
            f"{differ} differ{'s' if differ == 1 else ''}. How far the pairs are apart (rules 1.5.2; less is closer): "
            f"{theirs} as paired, {ours} as the program pairs each round from what was before it."
        )


def _describe_draw(note: RoundNote, settings: Settings) -> str:
    """Say whether round 1 is what the random seed gives (rules 1.5.12); nothing where rounds are typed."""
    if settings.pairing == "manual":
        return ""
    return f" {describe_draw(settings, Drawn(len(note.pairs), {1: max(len(note.changed), note.bye != note.own_bye)}))}"


def _describe_same(note: RoundNote) -> str:
    if note.changed:
        return f"Round {note.number} is as close as the program would pair it; of equal pairings it takes one by lot."
    return f"Round {note.number} is as the program pairs it."
