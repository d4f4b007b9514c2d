"""What the archive's commands say: lists for the terminal, and the same as data."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from turnabout_sheets.archive.events import Added
from turnabout_sheets.archive.journal import Change
from turnabout_sheets.core.command_line import name_program, word_command
from turnabout_sheets.core.days import write_day
from turnabout_sheets.core.digests import shorten_digest
from turnabout_sheets.core.outcomes import PLAYED, Outcome, find_winner
from turnabout_sheets.core.text import alphabetical_key, format_number, join_words, yes_or_no
from turnabout_sheets.event.history import (
    ArchivedEvent,
    AwardRow,
    MatchRow,
    Profile,
    RatingList,
    RatingRow,
)
from turnabout_sheets.event.status import word_status

if TYPE_CHECKING:
    from turnabout_sheets.archive.records import EventRecord
    from turnabout_sheets.jobs.archive import Read

SHOWN_NAMES = 5
"""How many names that are nearly old ones are told; the command people lists all."""


def table(headers: Sequence[str], rows: Sequence[Sequence[object]], right: str = "") -> Iterator[str]:
    """Yield the lines of a table; the columns whose letter in ``right`` is r stand to the right."""
    texts = [list(headers), *([str(cell) for cell in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    for line in texts:
        cells = [
            text.rjust(width) if side == "r" else text.ljust(width)
            for text, width, side in zip(line, widths, right.ljust(len(widths)), strict=True)
        ]
        yield "  ".join(cells).rstrip()


def exact(number: Fraction | None) -> str:
    """Return a figure; nothing where it is not known."""
    return "" if number is None else format_number(number)


def word_day(day: str) -> str:
    """Return a day (ISO) in words."""
    return write_day(date.fromisoformat(day), "en")


def added_lines(added: Added, *, trial: bool = False) -> Iterator[str]:
    """Yield what becomes of an event, or in a ``trial`` would become of it."""
    match added.kind:
        case "add":
            yield f"{added.title}: {'would be added' if trial else 'added'} as number {added.event}."
        case "same":
            yield f"{added.title}: already archived, unchanged."
        case _:
            replaces = "would replace" if trial else "replaces"
            changes = "what changes:" if added.told else "same results."
            yield f"{added.title}: {replaces} number {added.event}; {changes}"
            yield from (f"  {line}" for line in added.told)


def outcome_lines(
    done: Sequence[Read], remarks: Iterable[str] = (), odd: Iterable[str] = (), near: Sequence[str] = (), *, trial: bool
) -> Iterator[str]:
    """Yield how many events are in, or in a ``trial`` would be, then what looks odd, and what could not be read.

    ``near``: which new names are nearly old ones.
    """
    kinds = [each.added.kind for each in done if each.added is not None]
    told = [
        f"{kinds.count(kind)} {words}"
        for kind, words in (
            ("add", "would be added" if trial else "added"),
            ("replace", "would be replaced" if trial else "replaced"),
            ("same", "as they were"),
        )
        if kind in kinds
    ]
    yield f"Events{' in this trial, which changed nothing' if trial else ''}: {', '.join(told) or 'none'}."
    yield from remarks
    yield from (str(remark) for each in done for remark in each.remarks)
    yield from odd
    yield from near[:SHOWN_NAMES]
    if (more := len(near) - SHOWN_NAMES) > 0:
        yield f"… and {more} more names that are new and nearly old ones; {name_program()} archive people lists them"
    left: dict[tuple[Path, str], list[Read]] = {}
    for read in done:
        if read.exit:
            left.setdefault((read.file, read.event), []).append(read)
    if left:
        plural = "s" if len(left) > 1 else ""
        yield (
            f"{len(left)} event{plural} could not be computed anew, and stay{'' if plural else 's'} as before:"
            if any(event for _, event in left)
            else f"{len(left)} file{plural} could not be taken, or not all of it:"
        )
    for (file, event), reads in left.items():
        yield from unreadable_lines(f"{event}, from {file}" if event else str(file), reads)


SHOWN_ROWS = 5
"""How many rows of a table are shown as they were understood."""


def record_lines(record: EventRecord) -> Iterator[str]:
    """Yield the first rows of an event as it was understood: placings, and matches."""
    yield f"{record.title}, {record.format}:"
    placings = [
        (each.position or "", each.name, each.wins, each.draws, each.losses, each.byes, exact(each.points))
        for each in record.entries[:SHOWN_ROWS]
    ]
    names: dict[int | None, str] = {None: "", **dict(enumerate(each.name for each in record.entries))}
    matches = [
        (each.round, each.table or "", names[each.a], names[each.b], exact(each.points_a), exact(each.points_b), has)
        for each in record.meetings[:SHOWN_ROWS]
        for has in [each.outcome_a or ""]
    ]
    of_placings = ("Position", "Player", "Wins", "Draws", "Losses", "Byes", "Points")
    of_matches = ("Round", "Table", "Player A", "Player B", "Points A", "Points B", "A has")
    for rows, lines in (
        (record.entries, table(of_placings, placings, "rlrrrrr")),
        (record.meetings, table(of_matches, matches, "rrllrrl")),
    ):
        if rows:
            yield from (f"  {line}" for line in lines)
        if len(rows) > SHOWN_ROWS:
            yield f"  … and {len(rows) - SHOWN_ROWS} more"


def unreadable_lines(name: str, reads: Sequence[Read]) -> Iterator[str]:
    """Yield why a file is not in the archive, or an event in it is not computed anew, and what to do."""
    read = reads[0]
    if read.refused:
        yield f"  {name}: {read.refused}" if read.event else f"  {read.refused}"
        return
    if read.fault:
        yield from (f"  {line}" for line in (f"{name}: {read.fault[0]}", *read.fault[1:]))
        return
    yield f"  {name}:"
    yield from (f"    {problem.describe(each.file)}" for each in reads for problem in each.errors)
    if read.event:
        yield f"    Correct this in your workbook, and add it again: {word_command('archive add', read.file)}"


def describe_last(digest: str | None) -> str:
    """Return what names the last change of an archive by its short digest."""
    return f"the last change is {shorten_digest(digest)}" if digest else "nothing was ever changed"


def event_list(events: Sequence[ArchivedEvent], digest: str | None) -> Iterator[str]:
    """Yield all events, the newest first, and what names the last change, of which ``digest`` is."""
    rows = [
        (
            each.event,
            word_day(each.date),
            each.name,
            each.event_id,
            each.format,
            each.field,
            _rated(each),
            join_words(each.winners, "and") if each.winners else "",
        )
        for each in reversed(events)
    ]
    headers = ("Number", "Date", "Event", "Event ID", "Format", "Players", "Rated", "Winner")
    yield from table(headers, rows, "r    r")
    yield f"{len(events)} event{'' if len(events) == 1 else 's'}; {describe_last(digest)}."


def _rated(event: ArchivedEvent) -> str:
    return "provisional" if event.provisional else yes_or_no(event.rated)


def rating_lines(ratings: RatingList, top: int | None) -> Iterator[str]:
    """Yield the rating list, or its first so many rows."""
    since = f", of the events since {word_day(ratings.since)}" if ratings.since else ""
    fewest = f", at least {ratings.fewest} events" if ratings.fewest > 1 else ""
    yield f"Ratings as of {word_day(ratings.as_of)}{since}{fewest}:"
    yield from ratings.season.tell()
    if not ratings.rows:
        such = " with such a name" if ratings.season.named else ""
        enough = f"at least {ratings.fewest} event{'' if ratings.fewest == 1 else 's'}"
        why = f" was rated in {enough}" if ratings.latest else ": there is no rated event"
        yield f"Nobody{why}{such} in that time."
        return
    shown = ratings.rows[:top]
    rows = [
        (
            row.rank, row.name, row.player_id, format_number(row.rating), row.events, format_number(row.wins),
            f"{row.best} of {row.best_of}", format_number(row.gained, signed=True), climbed(row), word_day(row.last),
        )
        for row in shown
    ]  # fmt: skip
    headers = ("Rank", "Player", "Player ID", "Rating", "Events", "Wins", "Best", "Gained", "Climbed", "Last event")
    yield from table(headers, rows, "r  rrr rr")
    if len(shown) < len(ratings.rows):
        yield f"… and {len(ratings.rows) - len(shown)} more; --top shows more of them."
    yield f"Gained and Climbed: compared with the list before {word_day(ratings.latest)}."


def climbed(row: RatingRow) -> str:
    """Return how many ranks somebody has climbed."""
    if row.climbed is None:
        return "new"
    return format_number(row.climbed, signed=True) if row.climbed else "="


def event_lines(
    event: ArchivedEvent,
    awards: Sequence[AwardRow],
    matches: Sequence[MatchRow],
    names: Mapping[int, str],
) -> Iterator[str]:
    """Yield an event: its facts, its standings with awards, and its matches; ``names`` are those of the persons."""
    yield f"{event.name} ({word_day(event.date)})"
    facts = {
        "Number": event.event,
        "Event ID": event.event_id,
        "Format": event.format,
        "Venue": event.venue,
        "Organizer": event.organizer,
        "Players": event.field,
        "Rounds": event.rounds,
        "Rated": _rated(event),
    }
    yield from (f"{name}: {value}" for name, value in facts.items() if value not in ("", None))
    yield ""
    shown = {row.entry: names[row.person] for row in awards}
    rows = [
        (
            row.position or "", shown[row.entry], f"{row.wins}-{row.draws}-{row.losses}", row.byes or "",
            exact(row.points), exact(row.match_wins), yes_or_no(row.played_all), row.multiplier or "",
            exact(row.award), word_status(row.status),
        )
        for row in awards
    ]  # fmt: skip
    headers = (
        "Position", "Player", "W-D-L", "Byes", "Points", "Match wins", "All rounds", "Multiplier", "Award", "Status",
    )  # fmt: skip
    yield from table(headers, rows, "r  rrr rr")
    for number, those in groupby(matches, lambda row: row.round):
        yield ""
        yield f"Round {number}"
        lines = [
            (
                row.table or "", shown[row.entry_a],
                "BYE" if row.entry_b is None else shown[row.entry_b], _score(row), _who_won(row, shown),
            )
            for row in those
        ]  # fmt: skip
        yield from table(("Table", "Player A", "Player B", "Points", "Winner"), lines, "r")


def _score(row: MatchRow) -> str:
    return " : ".join(format_number(each) for each in (row.points_a, row.points_b) if each is not None)


def _who_won(row: MatchRow, names: dict[int, str]) -> str:
    if row.entry_b is None:
        return ""
    winner = find_winner((row.outcome_a, row.outcome_b), bye_wins=True)
    return {"A": names[row.entry_a], "B": names[row.entry_b], "Draw": "Draw"}.get(winner or "", "")


def profile_lines(profile: Profile) -> Iterator[str]:
    """Yield a person: rating, every event with the sum of awards so far, and who they met how often."""
    yield f"{profile.label} (hidden on pages)" if profile.hidden else profile.label
    row = profile.rating
    if row is None:
        yield f"Not on the rating list as of {word_day(profile.ratings.as_of)}."
    else:
        yield f"Rank {row.rank} with {format_number(row.rating)} as of {word_day(profile.ratings.as_of)}."
    yield ""
    total, rows = Fraction(0), []
    for each in profile.awards:
        total += each.award or 0
        place = "" if each.position is None else f"{each.position} of {each.field}"
        record = f"{each.wins}-{each.draws}-{each.losses}"
        bonus = "+1" if each.played_all else ""
        times = "" if each.multiplier is None else f"× {each.multiplier}"
        of_event = (word_day(each.date), profile.titles[each.event], place, record)
        rows.append((*of_event, exact(each.match_wins), bonus, times, exact(each.award), format_number(total)))
    headers = ("Date", "Event", "Position", "W-D-L", "Match wins", "All rounds", "Multiplier", "Award", "Sum")
    yield from table(headers, rows, "    rrrrr")
    yield (
        "An award is the match wins (a draw is half a win), plus 1 for who played all rounds, times the multiplier, "
        "which is higher in larger events and in better positions. The rating is the sum of the awards."
    )
    met = head_to_head(profile)
    if met:
        yield ""
        yield from table(("Opponent", "Played", "Won", "Drawn", "Lost"), met, " rrrr")


def head_to_head(profile: Profile) -> list[tuple[str, int, int, int, int]]:
    """Return name, matches played, won, drawn and lost for each opponent; the most frequent first."""
    mine = {(row.event, row.entry) for row in profile.awards}
    told: dict[tuple[int, str], Counter[str]] = defaultdict(Counter)
    for match in profile.matches:
        sides = ((match.entry_a, match.entry_b, match.outcome_a), (match.entry_b, match.entry_a, match.outcome_b))
        for me, other, outcome in sides:
            if (match.event, me) in mine and other is not None and outcome in PLAYED:
                told[profile.entered[match.event, other]][outcome] += 1
    lines = [
        (name, won.total(), won[Outcome.WIN], won[Outcome.DRAW], won[Outcome.LOSS]) for (_, name), won in told.items()
    ]
    return sorted(lines, key=lambda line: (-line[1], alphabetical_key(line[0])))


SHOWN_CHANGES = 20
"""How many changes of a command are told; of more, only how many they are."""


def change_lines(done: str, changes: Sequence[Change]) -> Iterator[str]:
    """Yield what was ``done`` with the changes of a command, the newest first."""
    yield from (f"{done}: {each.told.removesuffix('.')}." for each in changes[:SHOWN_CHANGES])
    if len(changes) > SHOWN_CHANGES:
        yield f"{done}: … and {len(changes) - SHOWN_CHANGES:,} more."


def journal_lines(changes: Sequence[Change]) -> Iterator[str]:
    """Yield the journal, the newest change first, each with its short digest."""
    for each in changes:
        file = f" [{each.file}]" if each.file else ""
        undone = f" (taken back by {each.undone})" if each.undone else ""
        author, note = f"; by {each.author}" if each.author else "", f"; note: {each.note}" if each.note else ""
        word = shorten_digest(each.digest or "")
        yield f"{each.change:5}  {each.at}  {word:14}  {each.kind:8}{file} {each.told}{undone}{author}{note}"
