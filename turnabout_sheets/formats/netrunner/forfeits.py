"""Forfeits of games and matches, by the sheet Rulings: NTP 4.2 (seed 004)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from turnabout_sheets.formats.netrunner.scoring import GAMES
from turnabout_sheets.formats.netrunner.sheets import GAME_FORFEIT, MATCH_FORFEIT
from turnabout_sheets.model import Event


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A game that a player has forfeited: the match row (as in ``Event.rows``), the game, the player's side, A or B.

    ``row`` is where it stands on the sheet Rulings.
    """

    match: Any
    game: int
    side: str
    row: int

    @property
    def winner(self) -> str:
        """Who wins the game, A or B."""
        return "B" if self.side == "A" else "A"


def forfeits(event: Event) -> Iterator[Forfeit]:
    """Yield the forfeited games of matches that are there, in the order of the sheet Rulings."""
    table = event.tables.get("Rulings")
    for row in table.rows if table else ():
        if row["kind"] not in (GAME_FORFEIT, MATCH_FORFEIT) or None in (row["round"], row["player"]):
            continue
        for match in event.rounds.get(row["round"], ()):
            if match.ruling is None and row["player"] in (match.a, match.b):
                side = "A" if match.a == row["player"] else "B"
                games = GAMES if row["kind"] == MATCH_FORFEIT else (row["game"] or _which_game(match, side),)
                yield from (Forfeit(match, game, side, row.number) for game in games)


def _which_game(match: Any, side: str) -> int:
    """Return the game that is meant where the ruling does not say: one without a result, else one that was lost."""
    winners = {game: getattr(match, f"winner_{game}") for game in GAMES}
    open_games = [game for game in GAMES if winners[game] is None]
    lost = [game for game in GAMES if winners[game] not in (side, "Draw")]
    return next(iter((*open_games, *lost)), 1)


def settled(event: Event) -> Event:
    """Return the event with forfeited games as lost with 0 agenda points (our ruling on NTP 4.2)."""
    matches = event.matches.copy()
    for forfeit in forfeits(event):
        game, row = forfeit.game, forfeit.match.Index
        matches.at[row, f"winner_{game}"] = forfeit.winner
        matches.at[row, f"agenda_{game}_{forfeit.side.lower()}"] = 0
    return replace(event, matches=matches)
