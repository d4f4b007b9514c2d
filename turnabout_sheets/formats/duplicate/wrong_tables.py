"""Games that are not at their tables, and what that means: who comes to a table twice, and who never to another.

Only what is typed counts (duplicate 1.7). A round in which games have changed tables is known by those who are at a
table again: each of them is there in another round, too, and what all of these have in common is this one.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from turnabout_sheets.core.text import join_words
from turnabout_sheets.event.model import BYE, Event, Match

MOST_NAMED = 12
"""How many players are named at most; of more, it is said how many."""

Visits = Mapping[tuple[int, int], Mapping[int, Match]]
"""The games of a player at a table, both by number, by round."""


@dataclass(frozen=True, slots=True)
class WrongRound:
    """A round with ``games`` at tables to which somebody comes in other rounds, too."""

    number: int
    games: tuple[Match, ...]


def find_wrong_rounds(event: Event) -> list[WrongRound]:
    """Return the rounds, in order, without which nobody would come to a table twice; none where that is allowed.

    They are found one by one: the round that most come to a table twice by, of several the latest.
    """
    again = {} if event.settings.allow_rematches else _repeated(_visits(event))
    found: list[WrongRound] = []
    while again:
        counts = Counter(number for games in again.values() for number in games)
        wrong = max(counts, key=lambda number: (counts[number], number))
        games = {games[wrong].index: games[wrong] for games in again.values() if wrong in games}
        found.append(WrongRound(wrong, tuple(games[index] for index in sorted(games))))
        again = _repeated({seat: {n: game for n, game in games.items() if n != wrong} for seat, games in again.items()})
    return sorted(found, key=lambda each: each.number)


def describe_consequences(event: Event, wrong: WrongRound) -> str:
    """Return in a sentence, by name, who is at which table twice by a round, and never at which of its other tables."""
    said = list(_consequences(event, wrong))
    more = len(said) - MOST_NAMED
    said = [*said[:MOST_NAMED], *([f"so it is with {more} more"] if more > 0 else [])]
    return f"By round {wrong.number} not everybody plays once at each table: {'; '.join(said)}."


def _consequences(event: Event, wrong: WrongRound) -> Iterator[str]:
    visits = _visits(event)
    tables = sorted({match.table for match in wrong.games if match.table is not None})
    for match in wrong.games:
        for _, player in match.seats():
            rounds = [str(number) for number in sorted(visits[player, match.table or 0])]
            never = [str(table) for table in tables if (player, table) not in visits]
            nowhere = f", and never at table{'s' * (len(never) > 1)} {join_words(never)}" if never else ""
            if len(rounds) > 1 or never:
                which = f"round{'s' * (len(rounds) > 1)} {join_words(rounds, 'and')}"
                yield f"{event.players[player].shown} is at table {match.table} in {which}{nowhere}"


def _visits(event: Event) -> Visits:
    visits: dict[tuple[int, int], dict[int, Match]] = defaultdict(dict)
    for match in event.rows:
        if match.table is not None and match.b != BYE:
            for _, player in match.seats():
                visits[player, match.table][match.round] = match
    return dict(visits)


def _repeated(visits: Visits) -> Visits:
    """Return the seats at which a player is in several rounds."""
    return {seat: games for seat, games in visits.items() if len(games) > 1}
