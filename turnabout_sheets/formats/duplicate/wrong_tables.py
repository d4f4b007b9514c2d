"""Games that are not at their tables, and what that means: who comes to a table twice, and who never to another.

Only what is typed counts (duplicate 1.7). A game that has changed tables is known by its players, who have the same
table in other rounds: one in one of them, the other in another.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from turnabout_sheets.core.text import join_words
from turnabout_sheets.event.model import BYE, Event, Match

MOST_SAID = 8
"""Of how many games it is said at most what they mean; of more, it is said how many."""

Visits = Mapping[tuple[int, int], Sequence[Match]]
"""The rows in which a player has a table, both by number, in the order of the rounds."""


@dataclass(frozen=True, slots=True)
class WrongRound:
    """A round with ``games`` at wrong tables, and in a sentence, by name, what that means."""

    number: int
    games: Sequence[Match]
    consequences: str


def find_wrong_rounds(event: Event) -> list[WrongRound]:
    """Return the rounds, in order, by which somebody comes to a table twice, or never; none where that is allowed."""
    if event.settings.allow_rematches:
        return []
    wrong = _find_wrong_games(_list_visits(event.rows))
    played = _list_visits([match for match in event.rows if match.b != BYE])
    rounds = [(number, [*games]) for number, games in groupby(wrong, attrgetter("round"))]
    told = [(number, games, _describe_round(event, games, played)) for number, games in rounds]
    return [WrongRound(number, games, consequences) for number, games, consequences in told if consequences]


def _find_wrong_games(visits: Visits) -> list[Match]:
    """Return the games without which nobody would have a table twice, in the order of the rows.

    They are found one by one: the game by which the most players have a table twice; of several, one of the round with
    the most, and of the latest. Those who sit out have a table, too: that to which they would have gone.
    """
    again = [list(games) for games in visits.values() if len(games) > 1]
    by_round = Counter(game.round for games in again for game in games)
    found: list[Match] = []
    while again:
        by_game = Counter(game.index for games in again for game in games)
        wrong = max(
            (game for games in again for game in games),
            key=lambda game: (by_game[game.index], by_round[game.round], game.round, -game.index),
        )
        found.append(wrong)
        without = ([game for game in games if game.index != wrong.index] for games in again)
        again = [games for games in without if len(games) > 1]
    return sorted((game for game in found if game.b != BYE), key=lambda game: game.index)


def _describe_round(event: Event, games: Sequence[Match], played: Visits) -> str:
    """Return in a sentence what the games of a round mean; empty where that is nothing."""
    said = list(_describe_games(event, games, played))
    more = [f"and so on, {len(said) - MOST_SAID} more"] if len(said) > MOST_SAID else []
    told = "; ".join([*said[:MOST_SAID], *more])
    return f"By round {games[0].round} not everybody plays once at each table: {told}." if said else ""


def _describe_games(event: Event, games: Sequence[Match], played: Visits) -> Iterator[str]:
    """Yield what it means for the players of each game of a round, or for one of them where that is not the same."""
    tables = sorted({match.table for match in games if match.table is not None})
    for match in games:
        alike: dict[str, list[str]] = defaultdict(list)
        for _, player in match.seats():
            visits = played[player, match.table or 0]
            others = [str(other.round) for other in visits if other.round != match.round]
            also = f" (also in round{'s' * (len(others) > 1)} {join_words(others, 'and')})" if others else ""
            never = [str(table) for table in tables if (player, table) not in played]
            nowhere = f", and never at table{'s' * (len(never) > 1)} {join_words(never)}" if never else ""
            if also or nowhere:
                alike[nowhere].append(f"{event.players[player].shown}{also}")
        for nowhere, names in alike.items():
            yield f"{join_words(names, 'and')} {'are' if len(names) > 1 else 'is'} at table {match.table}{nowhere}"


def _list_visits(rows: Sequence[Match]) -> Visits:
    visits: dict[tuple[int, int], list[Match]] = defaultdict(list)
    for match in rows:
        if match.table is not None:
            for _, player in match.seats():
                visits[player, match.table].append(match)
    return dict(visits)
