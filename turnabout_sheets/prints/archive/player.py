"""A player's page in the archive: the way to the rating with its chart, every event and match, and head-to-head."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from itertools import accumulate
from typing import NamedTuple

from turnabout_sheets.archive.rows import AwardRow, Person
from turnabout_sheets.core.days import write_day
from turnabout_sheets.core.outcomes import PLAYED, Outcome
from turnabout_sheets.core.text import format_number, isolate
from turnabout_sheets.prints.archive.ledger import ArchiveLink, Ledger, OwnMatch
from turnabout_sheets.prints.archive.wording import (
    award_text,
    day_text,
    describe_entered,
    describe_unrated,
    number_text,
    own_outcome_text,
    place_of,
    points_text,
    results_text,
)
from turnabout_sheets.prints.layout import ems
from turnabout_sheets.prints.report_parts.sheets import ReportFact
from turnabout_sheets.prints.words import Words

WIDTH, HEIGHT, TEXT = 90, 48, 3.2
"""Millimetres: the type is large enough where a phone shows the whole width."""


class ChartText(NamedTuple):
    """A number or a day in a chart: ``anchor`` says which end of it stands at ``x``, ``y`` is its base line."""

    text: str
    x: float
    y: float
    anchor: str


class Chart(NamedTuple):
    """A chart in millimetres from the upper left corner: SVG paths of a line, and of marks without a length on it."""

    title: str
    line: str
    marks: str
    texts: tuple[ChartText, ...]


def history_chart(title: str, awards: Sequence[tuple[str, Fraction]], until: str, language: str) -> Chart:
    """Return the chart of ``awards`` by their days (ISO), which go up; its line goes on to the day ``until``.

    A mark is at each award and what they come to with it.
    """
    days = [date.fromisoformat(day) for day, _ in awards]
    first, last = days[0], max(days[-1], date.fromisoformat(until))
    totals = list(accumulate(award for _, award in awards))
    low, bottom = min(Fraction(0), *totals), HEIGHT - 2 * TEXT
    scale = (bottom - TEXT) / max(1.0, float(max(totals) - low))
    right = round(WIDTH - ems(format_number(totals[-1])) * TEXT - 2.5, 1)

    def up(total: Fraction) -> float:
        return round(bottom - float(total - low) * scale, 1)

    across = [round(right * (day - first).days / max(1, (last - first).days), 1) for day in days]
    places = list(zip(across, map(up, totals), strict=True))
    line = f"M0 {up(Fraction(0)):g}{''.join(f'H{x:g}V{y:g}' for x, y in places)}H{right:g}"
    ends = [(write_day(day, language), x, anchor) for day, x, anchor in ((first, 0, "start"), (last, right, "end"))]
    return Chart(
        title,
        line,
        "".join(f"M{x:g} {y:g}h0" for x, y in places),
        (
            ChartText(format_number(totals[-1]), right + 1.5, round(places[-1][1] + TEXT / 3, 1), "start"),
            *(ChartText(text, x, HEIGHT - 1, anchor) for text, x, anchor in ends),
        ),
    )


class PlayerEventLine(NamedTuple):
    """What a player came to in an event.

    ``entered`` says under which other name, ``note`` why the award does not count; both may be empty. ``award`` says
    how it is worked out ("4 × (3½ + 1) = 18"), ``total`` what all awards come to that count, up to this one.
    """

    date: str
    event: ArchiveLink
    entered: str
    note: str
    position: str
    results: str
    points: str
    award: str
    total: str


class PlayerMatchLine(NamedTuple):
    """A match of a player: ``opponent`` is None in a bye; ``outcome`` and ``points`` are the player's, these first."""

    round: str
    opponent: ArchiveLink | None
    outcome: str
    points: str


class PlayerMatches(NamedTuple):
    """The matches of a player in an event, in the order of rounds."""

    date: str
    event: ArchiveLink
    lines: tuple[PlayerMatchLine, ...]


class OpponentLine(NamedTuple):
    """How all matches of a player with one opponent ended, and the day of the last; the numbers are texts."""

    opponent: ArchiveLink
    played: str
    won: str
    drawn: str
    lost: str
    last: str


class ArchivePlayerPage(NamedTuple):
    """A player's page; events and matches stand with the newest first, opponents by how often they were met.

    ``chart`` is None where there are not two rated events.
    """

    name: str
    facts: tuple[ReportFact, ...]
    chart: Chart | None
    events: tuple[PlayerEventLine, ...]
    matches: tuple[PlayerMatches, ...]
    opponents: tuple[OpponentLine, ...]
    last_change: str


Played = Sequence[tuple[AwardRow, Sequence[OwnMatch]]]
"""The entries of a player, by date, each with its matches."""


def player_page(person: Person, ledger: Ledger, w: Words) -> ArchivePlayerPage:
    """Return the page of a person."""
    career = ledger.careers.get(person.person, ())
    played = [(standing, ledger.own_matches(standing)) for standing in career]
    return ArchivePlayerPage(
        name=ledger.players[person.person].name,
        facts=_facts(person, len(career), ledger, w),
        chart=_chart(career, ledger, w),
        events=_events(career, ledger, w),
        matches=_matches(played, ledger, w),
        opponents=_opponents(played, ledger, w),
        last_change=ledger.last_change,
    )


def _facts(person: Person, events: int, ledger: Ledger, w: Words) -> tuple[ReportFact, ...]:
    row = ledger.listed.get(person.person)
    facts = [(w("archive.player_id"), person.player_id)]
    if row is None:
        facts.append((w("standings.rank"), w("archive.not_listed")))
    else:
        facts += [
            (w("standings.rank"), place_of(row.rank, len(ledger.listed), w)),
            (w("archive.rating"), number_text(row.rating)),
            (w("report.match_wins"), number_text(row.wins)),
            (w("archive.best"), place_of(row.best, row.best_of, w)),
        ]
    facts += [
        (w("archive.events"), str(events)),
        (w("archive.also"), " · ".join(isolate(name) for name in person.names if name != person.name)),
    ]
    return tuple(ReportFact(label, value) for label, value in facts if value)


def _chart(career: Sequence[AwardRow], ledger: Ledger, w: Words) -> Chart | None:
    """Return how the awards add up; it is the rating over time where all of them count for it."""
    rated = [standing for standing in career if standing.award is not None]
    if len(rated) < 2:
        return None
    all_count = all(map(ledger.history.ratings.counts, rated))
    return history_chart(
        w("archive.rating_over_time") if all_count else w("archive.all_awards"),
        [(standing.date, standing.award) for standing in rated if standing.award is not None],
        ledger.history.ratings.latest or rated[-1].date,
        w.language,
    )


def _events(career: Sequence[AwardRow], ledger: Ledger, w: Words) -> tuple[PlayerEventLine, ...]:
    lines, total = [], Fraction(0)
    for standing in career:
        counts = ledger.history.ratings.counts(standing)
        if counts and standing.award is not None:
            total += standing.award
        lines.append(
            PlayerEventLine(
                date=day_text(standing.date, w.language),
                event=ledger.events[standing.event],
                entered=describe_entered(standing, w),
                note=_note(standing, ledger, w),
                position=place_of(standing.position, standing.field, w),
                results=results_text(standing),
                points=points_text(standing.points),
                award=award_text(standing, beyond=ledger.history.ratings.is_beyond(standing)),
                total=number_text(total) if counts else "",
            )
        )
    return tuple(reversed(lines))


def _note(standing: AwardRow, ledger: Ledger, w: Words) -> str:
    """Return why an award does not count for the rating list."""
    if standing.award is None:
        # In a rated event, the disqualified and those without a placing.
        return describe_unrated(ledger.archived[standing.event], w) or w("archive.unrated")
    ratings = ledger.history.ratings
    if ratings.is_beyond(standing):
        return w.counted("archive.beyond", ratings.season.best or 0)
    return "" if ledger.history.ratings.counts(standing) else w("archive.outside")


def _matches(played: Played, ledger: Ledger, w: Words) -> tuple[PlayerMatches, ...]:
    return tuple(
        PlayerMatches(
            date=day_text(standing.date, w.language),
            event=ledger.events[standing.event],
            lines=tuple(
                PlayerMatchLine(
                    round=str(side.round),
                    opponent=None if side.opponent is None else ledger.players[side.opponent.person],
                    outcome=own_outcome_text(side, w),
                    points=points_text(side.points, side.others),
                )
                for side in sides
            ),
        )
        for standing, sides in reversed(played)
        if sides
    )


def _opponents(played: Played, ledger: Ledger, w: Words) -> tuple[OpponentLine, ...]:
    """Return the opponents by how often they were met, then by name; only what was played counts."""
    met: dict[int, list[Outcome]] = {}
    last: dict[int, str] = {}
    for standing, sides in played:
        for side in sides:
            if side.opponent is not None and side.outcome in PLAYED:
                met.setdefault(side.opponent.person, []).append(side.outcome)
                last[side.opponent.person] = standing.date
    order = sorted(met, key=lambda other: (-len(met[other]), ledger.by_name[other]))
    return tuple(
        OpponentLine(
            opponent=ledger.players[other],
            played=str(len(met[other])),
            won=str(met[other].count(Outcome.WIN)),
            drawn=str(met[other].count(Outcome.DRAW)),
            lost=str(met[other].count(Outcome.LOSS)),
            last=day_text(last[other], w.language),
        )
        for other in order
    )
