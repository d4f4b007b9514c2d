"""What an old event is archived with and may yet be wrong: warnings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from turnabout_sheets.archive.lists.event import COUNTED, counted_in, sort_lines, tally_matches
from turnabout_sheets.archive.lists.rows import ListedEvent, ListedRow
from turnabout_sheets.archive.records import EventRecord
from turnabout_sheets.core.problems import Problem, warning
from turnabout_sheets.core.text import join_words


def find_warnings(listed: ListedEvent, record: EventRecord, *, declared: bool) -> Iterator[Problem]:
    """Find what looks wrong in an event without errors; ``declared``: there is a list of events."""
    if declared and listed.event is None:
        taken = f"{record.format} with {record.field} player{'s' if record.field > 1 else ''}"
        yield warning(
            listed.place,
            f"{record.title} stands in no list of events; it is taken as {taken}.",
            "Add it there; if another event is meant, correct its name or date.",
        )
    if not listed.placings:
        yield warning(
            listed.place,
            f"Only match records of {record.title} are known, so its players have no positions and no awards.",
            "Add the placings if you have them.",
        )
        return
    placed = sort_lines(listed)
    yield from _positions(placed, record)
    yield from _figures(placed, record)


def _positions(placed: Sequence[ListedRow], record: EventRecord) -> Iterator[Problem]:
    """Find the first position before which, or from which on, more players stand than there is room for."""
    for before, line in enumerate(placed):
        position, after = line["position"], len(placed) - before
        if before and placed[before - 1]["position"] == position:
            continue
        room = record.field - position + 1
        if before >= position:
            what = f"{before} players stand before position {position}; there is room for {position - 1}."
        elif after > room:
            what = f"{after} players stand in position {position} or after it; there is room for {room}."
        else:
            continue
        yield warning(
            line.place("position"),
            f"In {record.title} {what}",
            "Correct the positions if they are wrong; players who are tied share the first of theirs.",
        )
        return


def _figures(placed: Sequence[ListedRow], record: EventRecord) -> Iterator[Problem]:
    """Find placings whose figures the match records contradict; matches without a winner may be anything."""
    wrong = []
    for line, entry, tally in zip(placed, record.entries, tally_matches(record.meetings, len(placed)), strict=True):
        counted = counted_in(tally)
        if any(not 0 <= getattr(entry, figure) - count <= tally.outcomes[None] for figure, count in counted.items()):
            wrong.append((line, entry, counted))
    if wrong and record.meetings:
        line, entry, counted = wrong[0]
        theirs = join_words([str(getattr(entry, figure)) for figure in COUNTED], "and")
        ours = join_words([str(count) for count in counted.values()], "and")
        others = f", and {len(wrong) - 1} more differ so" if len(wrong) > 1 else ""
        yield warning(
            line.place("player"),
            f"Wins, draws, losses and byes of {entry.name} are {theirs}; the match records of {record.title} have "
            f"{ours}{others}.",
            "The figures of the placings are used; correct them, or the match records.",
        )
