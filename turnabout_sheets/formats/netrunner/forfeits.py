"""Forfeits of games and matches, by the sheet Rulings (netrunner 4.2 and 6.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from turnabout_sheets.core.outcomes import WINNERS
from turnabout_sheets.core.text import key
from turnabout_sheets.event.model import BYE, Event, Match
from turnabout_sheets.formats.netrunner.scoring import GAMES, SIDES
from turnabout_sheets.formats.netrunner.sheets import GAME_FORFEIT, MATCH_FORFEIT


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A game that a player has forfeited: the match, the game, the player's side, A or B.

    ``row`` is where it stands on the sheet Rulings.
    """

    match: Match
    game: int
    side: str
    row: int


def forfeits(event: Event) -> Iterator[Forfeit]:
    """Yield the forfeited games of matches that are there, those first whose game is named on the sheet Rulings.

    They follow from what was typed, so that they are the same before and after `settle`.
    """
    table = event.tables.get("Rulings")
    taken: set[tuple[int, int, str]] = set()
    for row in sorted(table.rows if table else (), key=lambda row: row["game"] is None):
        if row["kind"] not in (GAME_FORFEIT, MATCH_FORFEIT) or None in (row["round"], row["player"]):
            continue
        for match in event.rounds.get(row["round"], ()):
            if match.ruling is not None or match.b == BYE or row["player"] not in (match.a, match.b):
                continue
            side = "A" if match.a == row["player"] else "B"
            free = [game for game in GAMES if (match.index, game, side) not in taken]
            one = row["game"] or _which_game(event, match, side, free or GAMES)
            for game in GAMES if row["kind"] == MATCH_FORFEIT else (one,):
                taken.add((match.index, game, side))
                yield Forfeit(match, game, side, row.number)


def _which_game(event: Event, match: Match, side: str, games: Sequence[int]) -> int:
    """Return the game that is meant where the ruling does not say: one without a result, else one that was lost."""
    winners = {game: typed_winner(event, match, game) for game in games}
    open_games = [game for game in games if winners[game] is None]
    lost = [game for game in games if winners[game] not in (side, "Draw")]
    return next(iter((*open_games, *lost, *games)))


def typed_winner(event: Event, match: Match, game: int) -> str | None:
    """Return who won a game by what was typed into its row: A, B or Draw; None where nothing of the kind was."""
    row = next(each for each in event.tables[match.sheet].rows if each.number == match.row)
    names = {event.players[number].name: field.upper() for field, number in match.seats()}
    meant = {key(word): side for word, side in ({word: word for word in WINNERS} | names).items()}
    return meant.get(key(row.values.get(f"winner_{game}") or ""))


def settle_forfeits(event: Event) -> Event:
    """Return the event with forfeited games as lost with 0 agenda points (netrunner 6.1).

    A game that both have forfeited is tied.
    """
    losers: dict[tuple[int, int], set[str]] = {}
    for forfeit in forfeits(event):
        losers.setdefault((forfeit.match.index, forfeit.game), set()).add(forfeit.side)
    settled = {match.index: dict(match.fields) for match in event.rows}
    for (index, game), lost in losers.items():
        others = [side for side in SIDES if side not in lost]
        settled[index][f"winner_{game}"] = others[0] if others else "Draw"
        settled[index] |= {f"agenda_{game}_{side.lower()}": 0 if side in lost else None for side in SIDES}
    return replace(event, rows=tuple(replace(match, fields=settled[match.index]) for match in event.rows))
