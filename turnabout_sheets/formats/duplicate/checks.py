"""Duplicate Magic's own checks: stocks and tables, teams, who goes where, and cards won as ante.

Only what is typed counts (duplicate 1.7). A game that has changed tables is known by its players, who have the same
table in other rounds: one in one of them, the other in another.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from turnabout_sheets.core.problems import Place, Problem, error, warning
from turnabout_sheets.core.text import join_words
from turnabout_sheets.event import progress
from turnabout_sheets.event.model import BYE, BYE_NAME, Event, Match
from turnabout_sheets.formats.duplicate.settings import ANTE_PRIZES, LEFT_OUT
from turnabout_sheets.formats.duplicate.sheets import FEWEST_CARDS, STOCKS
from turnabout_sheets.formats.duplicate.stocks import (
    cards_lost,
    game_of,
    is_doubles,
    opponents_stock,
    play_tables,
    table_numbers,
)

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


def comes_earlier(event: Event) -> Iterator[Problem]:
    """Find players who come earlier than was known when the rounds were drawn (duplicate 4.5).

    Only the rounds to come matter: in those before, nothing can be had any more.
    """
    if not event.settings.method.keeps_places or not event.last_round:
        return
    running = progress.find_running_round(event, ("winner",))
    to_come = {match.round for match in progress.outstanding_matches(event, ("winner",))}
    for player in event.latecomers:
        standing = min((match.round for match in event.rows if player.number in (match.a, match.b)), default=0)
        missed = [n for n in range(max(running, player.joined), standing) if n in to_come and player.plays_in(n)]
        if missed:
            yield warning(
                event.player_place(player, "joined"),
                f"{player.name} is there from round {player.joined} on, but stands in no round before {standing}.",
                f"Type the name over {BYE_NAME} in the rounds before, if there is one.",
                let_in=player.name,
            )


def once_at_each_table(event: Event) -> Iterator[Problem]:
    """Find rounds by which players come to a table twice, though everybody plays once at each (duplicate 1.1 and 1.7).

    That is told until the next round has begun. Then it is known, and was so played.
    """
    running = progress.find_running_round(event, ("winner",))
    for wrong in find_wrong_rounds(event):
        if wrong.number >= running:
            yield warning(
                event.place(wrong.games[0], "table"),
                wrong.consequences,
                "If it was played so, leave it: points go by the tables that are typed. If not, correct the tables.",
            )


def teams(event: Event) -> Iterator[Problem]:
    """Find players without a partner where others have one: in doubles a team is one contestant (duplicate 5.3)."""
    for player in event.players if is_doubles(event) else ():
        if not player["partner"]:
            yield warning(
                event.player_place(player, "partner"),
                f"{player.name} has no partner, though others have one.",
                "Type the partner's name; without one the player plays both decks of the side.",
            )


def stocks_of_games(event: Event) -> Iterator[Problem]:
    """Find games in which both have the same stock, and results of which nobody knows the stock or the table.

    Each has one of the two (duplicate 2.4); what a win is worth depends on both (duplicate 3.1).
    """
    for match in event.rows:
        if match.b == BYE or match.ruling is not None:
            continue
        won = match["winner"] in ("A", "B")
        if match["deck_a"] is not None and match["deck_a"] == match["deck_b"]:
            yield error(
                event.place(match, "deck_b"),
                f"Deck A and Deck B are both {match['deck_a']}; expected one stock for each player.",
                "Correct one of the two, or clear it: then it is the other stock.",
            )
        elif won and match["deck_a"] is None and match["deck_b"] is None:
            yield error(
                event.place(match, "deck_a"),
                "The game is won, but nobody knows with which stock; expected A or B as Deck A.",
                "Type the stock that player A had.",
            )
        if match["winner"] is not None and match.table is None:
            yield error(
                event.place(match, "table"),
                "The game is reported, but has no table; what a win is worth depends on its table.",
                "Type the number of the table.",
            )


def listed_tables(event: Event) -> Iterator[Problem]:
    """Find tables that the sheet Tables has twice, does not have though they are in use, or has for nobody.

    Before the draw, those are in use that it is going to take (duplicate 2.9).
    """
    table, method = event.tables.get("Tables"), event.settings.method
    if table is None or not table.rows:
        if event.last_round:
            yield warning(
                Place("Tables"),
                "No table is listed, so the slips cannot say what the stocks are, nor the program check their size.",
                "Type a row for each table: its number, the names of its stocks, and how many cards each has.",
            )
        return
    first: dict[int, Place] = {}
    for row in table.rows:
        place = table.place(row.number, "table")
        if row["table"] is not None and first.setdefault(row["table"], place) is not place:
            yield error(
                place,
                f"Table {row['table']} stands in {first[row['table']].cell} already; expected every table once.",
                "Delete one of the two rows, or correct its number.",
            )
    seated = {match.table for match in event.rows if match.table is not None}
    drawn = (
        ()
        if event.rounds or not method.keeps_places
        else table_numbers(event, method.rounds(progress.count_places(event)))
    )
    lacking = sorted({*seated, *drawn} - set(first))
    if lacking:
        several = len(lacking) > 1
        yield warning(
            Place(table.title),
            f"Table{'s' * several} {join_words([str(each) for each in lacking], 'and')} {'are' if several else 'is'} "
            "in use but missing from this sheet.",
            f"Add a row for {'each' if several else 'it'}, with the names of its stocks and how many cards each has.",
        )
    if seated and not lacking:
        for number, place in first.items():
            if number not in seated:
                yield warning(
                    place, f"Nobody plays at table {number}.", "Nothing needs to be done; put its decks away."
                )


def stocks_for_teams(event: Event) -> Iterator[Problem]:
    """Find second stocks that are missing in doubles (duplicate 2.1), and those that nobody plays."""
    table = event.tables.get("Tables")
    if table is None:
        return
    doubles = is_doubles(event)
    for row in table.rows:
        if row["table"] is None:
            continue  # reported as blank
        for side in ("a", "b"):
            first, second = row[f"stock_{side}"], row[f"stock_{side}2"]
            place = table.place(row.number, f"stock_{side}2")
            letter = f"Stock {side.upper()}2"
            if doubles and first is not None and second is None:
                yield warning(
                    place,
                    f"{letter} of table {row['table']} is missing; in doubles a side has two stocks.",
                    "Type what the partner's stock is called.",
                )
            elif second is not None and not doubles:
                yield warning(
                    place,
                    f"{letter} of table {row['table']} is for doubles, but no player has a partner; it is ignored.",
                    "Clear it, or type the partners on the sheet Players.",
                )


def antes(event: Event) -> Iterator[Problem]:
    """Find rows of the sheet Ante that are not wanted, or tell of no game that was won so (duplicate 2.5)."""
    table = event.tables.get("Ante")
    if table is None or not table.rows:
        if event.settings[ANTE_PRIZES] and event.settings[LEFT_OUT] is None:
            yield _no_limit(event)
        return
    if not event.settings[ANTE_PRIZES]:
        yield warning(
            Place(table.title),
            "Cards are logged as ante, but Ante prizes is no.",
            "Set Ante prizes to yes on the Event sheet, or clear the log.",
        )
        return
    if event.settings[LEFT_OUT] is None:
        yield _no_limit(event)
    for row in table.rows:
        if None in (row["round"], row["table"], row["player"]):
            continue  # reported as blank or unknown
        place = table.place(row.number, "player")
        name = event.players[row["player"]].shown
        game = game_of(event, row)
        if game is None or row["player"] not in (game.a, game.b):
            found = "nobody plays there" if game is None else f"{name} does not play there"
            yield warning(
                place,
                f"{name} is said to have won a card at table {row['table']} in round {row['round']}, but {found}.",
                "Correct the round, the table or the name.",
            )
        elif game["winner"] is not None and game["winner"] != ("A" if row["player"] == game.a else "B"):
            yield warning(
                place,
                f"{name} is said to have won a card at table {row['table']} in round {row['round']}, but did not win "
                "that game.",
                "Correct the name, or the result of the game.",
            )
        elif row["stock"] not in (None, *STOCKS) and not is_doubles(event):
            yield warning(
                table.place(row.number, "stock"),
                f"Stock {row['stock']} is for doubles, but no player has a partner; so no stock has a card less.",
                f"Choose {join_words(STOCKS)}.",
            )
        elif row["stock"] is None and opponents_stock(event, row) is None:
            yield warning(
                table.place(row.number, "stock"),
                "Nobody knows which stock the card came from, so no stock has a card less.",
                "Choose the stock, or type the stocks of the game.",
            )


def _no_limit(event: Event) -> Problem:
    return warning(
        event.setting_place(LEFT_OUT),
        "Ante cards are prizes, but any card may be left out; players could leave out all that is not worth winning.",
        "Fill in Cards that may be left out: the rules ask for a limit where antes are prizes.",
    )


def cards_left(event: Event) -> Iterator[Problem]:
    """Find stocks that antes have brought below 40 cards (duplicate 2.2 and 2.5)."""
    table = event.tables.get("Tables")
    if table is None or not event.settings[ANTE_PRIZES]:
        return
    rows = {row["table"]: row.number for row in reversed(table.rows)}
    tables = play_tables(event)
    for (number, letter), lost in sorted(cards_lost(event).items()):
        stock = tables[number].stock(letter) if number in tables else None
        if stock is None or stock.cards is None or stock.cards - lost >= FEWEST_CARDS:
            continue
        left = stock.cards - lost
        name = f" ({stock.name})" if stock.name else ""
        yield warning(
            table.place(rows[number], f"cards_{letter.lower()}"),
            f"Stock {letter} of table {number}{name} had {stock.cards} cards and lost {lost} as ante: {left} are left; "
            f"expected {FEWEST_CARDS} or more.",
            "Put cards into the stock and add their number here, or play the table without ante.",
        )


CHECKS = (
    teams,
    stocks_of_games,
    once_at_each_table,
    comes_earlier,
    listed_tables,
    stocks_for_teams,
    antes,
    cards_left,
)
