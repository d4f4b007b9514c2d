"""Netrunner's own checks: agenda points, and what the director has ruled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from turnabout_sheets.formats.netrunner.forfeits import forfeits
from turnabout_sheets.formats.netrunner.scoring import GAMES
from turnabout_sheets.formats.netrunner.sheets import GAME_FORFEIT, MATCH_FORFEIT, WARNING
from turnabout_sheets.model import BYE, Event
from turnabout_sheets.problems import Problem, error, warning

if TYPE_CHECKING:
    from turnabout_sheets.formats.base import Format

AGENDA_POINTS_TO_WIN = 7
WARNINGS_BEFORE_A_FORFEIT = 2
"""NTP 4.2 (seed 004)."""


def agenda_points(event: Event, format: Format) -> Iterator[Problem]:
    """Find agenda points that are missing, not wanted, or impossible."""
    for match in event.rows:
        if match.b == BYE or match.ruling is not None:
            continue  # nothing may be typed there at all
        for game in GAMES:
            winner = getattr(match, f"winner_{game}")
            for side in ("a", "b"):
                yield from _agenda_points(event, match, game, winner, side)


def _agenda_points(event: Event, match: Any, game: int, winner: str | None, side: str) -> Iterator[Problem]:
    field = f"agenda_{game}_{side}"
    points, place = getattr(match, field), event.place(match, field)
    if points is None:
        return
    if points < 0:
        yield error(place, f"The agenda points are {points}; expected 0 to {AGENDA_POINTS_TO_WIN}.", "Correct them.")
    elif winner is None and event.place(match, f"winner_{game}") not in event.unreadable:
        yield error(
            place,
            f"Game {game} is not reported, but there are agenda points; expected who won, or Draw.",
            f"Fill in who won game {game}; a game that was not finished is a Draw.",
        )
    elif winner == side.upper():
        if points < AGENDA_POINTS_TO_WIN:
            yield warning(
                place,
                f"{winner} won game {game}, so these {points} agenda points do not count: a game won is 10 points.",
                "Nothing needs to be done; clear them if they are the other player's.",
            )
    elif points > AGENDA_POINTS_TO_WIN:
        yield warning(
            place,
            f"The agenda points are {points}; more than {AGENDA_POINTS_TO_WIN} are possible by some cards only.",
            "Correct them if they are a slip of the pen.",
        )
    elif points == AGENDA_POINTS_TO_WIN:
        yield warning(
            place,
            f"Who scores {AGENDA_POINTS_TO_WIN} agenda points wins, but game {game} is reported otherwise.",
            "Correct the winner or the agenda points.",
        )


def forfeits_against_results(event: Event, format: Format) -> Iterator[Problem]:
    """Find forfeits of matches that are not there, and of games that the result gives to whoever forfeited them."""
    table = event.tables.get("Rulings")
    if table is None:
        return
    there = {forfeit.row for forfeit in forfeits(event)}
    for row in table.rows:
        known = None not in (row["round"], row["player"])
        if known and row["kind"] in (GAME_FORFEIT, MATCH_FORFEIT) and row.number not in there:
            yield warning(
                table.place(row.number, "round"),
                f"{event.players[row['player']].name} has no match in round {row['round']}, so nothing is forfeit.",
                "Correct the round, or delete the row.",
            )
    for forfeit in forfeits(event):
        typed = event.tables[forfeit.match.sheet]
        won = next(each for each in typed.rows if each.number == forfeit.match.row)[f"winner_{forfeit.game}"]
        names = {"A": forfeit.match.a, "B": forfeit.match.b}
        player = event.players[names[forfeit.side]].name
        if won is not None and won.casefold() in (forfeit.side.casefold(), player.casefold()):
            yield warning(
                event.place(forfeit.match, f"winner_{forfeit.game}"),
                f"{player} won game {forfeit.game} by the result, but has forfeited it; the forfeit counts.",
                f"Correct the result, or the ruling in {table.place(forfeit.row, 'kind')}.",
            )


def forfeits_due(event: Event, format: Format) -> Iterator[Problem]:
    """Say when a third offence makes a forfeit due: two warnings are given before (NTP 4.2, seed 004)."""
    table = event.tables.get("Rulings")
    warned: Counter[int] = Counter()
    forfeited = Counter(row["player"] for row in table.rows if row["kind"] == GAME_FORFEIT) if table else Counter()
    for row in table.rows if table else ():
        if row["kind"] != WARNING or row["player"] is None or table is None:
            continue
        warned[row["player"]] += 1
        if warned[row["player"]] - forfeited[row["player"]] > WARNINGS_BEFORE_A_FORFEIT:
            yield warning(
                table.place(row.number, "kind"),
                f"{event.players[row['player']].name} has had two warnings before: a game is forfeit (4.2).",
                f'Make it a "{GAME_FORFEIT}".',
            )


CHECKS = (agenda_points, forfeits_against_results, forfeits_due)
"""All of them."""
