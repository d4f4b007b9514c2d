"""Duplicate Magic's own checks: stocks and tables, teams, who goes where, and cards won as ante."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, product
from operator import attrgetter

from turnabout_sheets.core.problems import Place, Problem, error, warning
from turnabout_sheets.core.text import join_words, list_numbers
from turnabout_sheets.event import progress
from turnabout_sheets.event.model import BYE, BYE_NAME, Event, Match
from turnabout_sheets.formats.common import find_doubles, list_rows
from turnabout_sheets.formats.duplicate import scoring
from turnabout_sheets.formats.duplicate.sheets import ANTE_PRIZES, FEWEST_CARDS, LEFT_OUT

MOST_NAMED = 8  # games of a round at wrong tables


def find_wrong_rounds(event: Event) -> list[tuple[Match, str]]:
    """Return each round by which players come to a table twice: its first game at a wrong one, and who comes where.

    There are none where rematches are allowed. Only what is typed counts (duplicate 1.7).
    """
    visits = defaultdict[tuple[int, int], list[Match]](list)
    for match in event.rows if not event.settings.allow_rematches else ():
        for _, player in match.seats() if match.table is not None else ():
            visits[player, match.table or 0].append(match)
    played = {visit: {game.round for game in games if game.b != BYE} for visit, games in visits.items()}
    found = []
    for number, games in groupby(_find_wrong_games(visits.values()), attrgetter("round")):
        wrong, said = list(games), []
        for match in wrong:
            again = [player for _, player in match.seats() if played[player, match.table or 0] - {number}]
            names = [event.players[player].shown for player in again]
            said += [f"{join_words(names, 'and')} to table {match.table}"] if names else []
        if len(said) > MOST_NAMED:
            said[MOST_NAMED:] = [f"and {len(said) - MOST_NAMED} more games"]
        if said:
            found.append((wrong[0], f"By round {number}, players come to a table twice: {'; '.join(said)}."))
    return found


def _find_wrong_games(visits: Iterable[Sequence[Match]]) -> list[Match]:
    """Return the games without which no player would come to a table twice, in the order of the rows.

    They are found one by one: the game by which the most players come to a table again; of several, one of the round
    with the most, and of the latest. Those who sit out have a table, too: that to which they would have gone.
    """
    again = [games for games in visits if len(games) > 1]
    by_round = Counter(game.round for games in again for game in games)
    found: list[Match] = []
    while again:
        games = [game for games in again for game in games]
        by_game = Counter(game.index for game in games)
        wrong = max(games, key=lambda game: (by_game[game.index], by_round[game.round], game.round, -game.index))
        found.append(wrong)
        without = ([game for game in games if game is not wrong] for games in again)
        again = [games for games in without if len(games) > 1]
    return sorted((game for game in found if game.b != BYE), key=attrgetter("index"))


def wrong_tables(event: Event) -> Iterator[Problem]:
    """Find rounds in which players come to a table again, though each plays once at each (duplicate 1.1 and 1.7).

    That is shown until the next round has begun. Then it is known, and was so played.
    """
    running = progress.find_running_round(event)
    for first, said in find_wrong_rounds(event):
        if first.round >= running:
            yield warning(
                event.place(first, "table"),
                said,
                "If it was played so, leave it: points go by the tables that are typed. If not, correct the tables.",
            )


def comes_earlier(event: Event) -> Iterator[Problem]:
    """Find players who come earlier than was known when the rounds were drawn, for the rounds to come (4.5)."""
    if not event.settings.method.keeps_places or not event.last_round:
        return
    running = progress.find_running_round(event)
    to_come = {match.round for match in event.outstanding.values()}
    for player in event.latecomers:
        first = min((match.round for match in event.rows if player.number in (match.a, match.b)), default=0)
        if any(n in to_come and player.plays_in(n) for n in range(max(running, player.joined), first)):
            yield warning(
                event.player_place(player, "joined"),
                f"{player.name} joins in round {player.joined}, but is in no round before {first}.",
                f"Type the name over {BYE_NAME} in the rounds before, if there is one.",
                let_in=player.name,
            )


def teams(event: Event) -> Iterator[Problem]:
    """Find players without a partner where others have one: in doubles a team is one contestant (duplicate 5.3)."""
    for player in event.players if scoring.is_doubles(event) else ():
        if not player["partner"]:
            yield warning(
                event.player_place(player, "partner"),
                f"{player.name} has no partner, though others have one.",
                "Type the partner's name; without one the player plays both decks of the side.",
            )


def stocks_of_games(event: Event) -> Iterator[Problem]:
    """Find games in which both have the same stock, and results without a stock or table.

    Each has one of the two (duplicate 2.4); what a win is worth depends on both (duplicate 3.1).
    """
    for match in (match for match in event.rows if match.is_match):
        a, b, winner = match["deck_a"], match["deck_b"], match["winner"]
        if a is not None and a == b:
            yield error(
                event.place(match, "deck_b"),
                f"Deck A and Deck B are both {a}; expected one stock for each player.",
                "Correct one of the two, or clear it: then it is the other stock.",
            )
        elif winner in ("A", "B") and a is None and b is None:
            yield error(
                event.place(match, "deck_a"),
                "The game is won, but both stocks are blank; expected A or B as Deck A.",
                "Type the stock that player A had.",
            )
        if winner is not None and match.table is None:
            yield error(
                event.place(match, "table"),
                "The game is reported, but has no table; what a win is worth depends on its table.",
                "Type the number of the table.",
            )


def listed_tables(event: Event) -> Iterator[Problem]:
    """Find tables that the sheet Tables has twice, or does not have though they are in use.

    Before the draw, those are in use that it is going to take (duplicate 2.9).
    """
    yield from find_doubles(event, "Tables", "table")
    rows, method = list_rows(event, "Tables"), event.settings.method
    listed = {row["table"] for row in rows}
    in_use = {match.table for match in event.rows if match.table is not None}
    if not rows:
        if event.last_round:
            yield warning(
                Place("Tables"),
                "No table is listed, so slips cannot name the stocks, and their size is not checked.",
                "Type a row for each table: its number, the names of its stocks, and how many cards each has.",
            )
        return
    is_drawn = event.rounds or not method.keeps_places
    to_draw = 0 if is_drawn else method.rounds(progress.count_places(event))
    if lacking := {*in_use, *scoring.table_numbers(event, to_draw)} - listed:
        which = f"Table {min(lacking)} is" if len(lacking) == 1 else f"Tables {list_numbers(lacking)} are"
        yield warning(
            Place(event.tables["Tables"].title),
            f"{which} in use but missing from this sheet.",
            "Add a row for each table, with the names of its stocks and how many cards each has.",
        )


def stocks_for_teams(event: Event) -> Iterator[Problem]:
    """Find second stocks that are missing in doubles (duplicate 2.1), and those that nobody plays."""
    doubles = scoring.is_doubles(event)
    for row, side in product(list_rows(event, "Tables"), "AB"):
        first, second = row[f"stock_{side.lower()}"], row[f"stock_{side.lower()}2"]
        which = f"Stock {side}2 of table {row['table']}"
        place = event.tables["Tables"].place(row.number, f"stock_{side.lower()}2")
        if row["table"] is None:
            continue  # reported as blank
        if doubles and second is None and first is not None:
            message = f"{which} is missing; in doubles a side has two stocks."
            yield warning(place, message, "Type what the partner's stock is called.")
        elif second is not None and not doubles:
            message = f"{which} is for doubles, but no player has a partner; it is ignored."
            yield warning(place, message, "Clear it, or type the partners on the sheet Players.")


def antes(event: Event) -> Iterator[Problem]:
    """Find rows of the sheet Ante that are not wanted, or tell of no game that was won so (duplicate 2.5)."""
    rows = list_rows(event, "Ante")
    if not event.settings[ANTE_PRIZES]:
        if rows:
            yield warning(
                Place(event.tables["Ante"].title),
                "Cards are logged as ante, but Ante prizes is no.",
                "Set Ante prizes to yes on the Event sheet, or clear the log.",
            )
        return
    if event.settings[LEFT_OUT] is None:
        yield warning(
            event.setting_place(LEFT_OUT),
            "Ante cards are prizes, but players could leave out any card not worth winning.",
            "Fill in Cards that may be left out: the rules ask for a limit where antes are prizes.",
        )
    for row in rows:
        if None in (row["round"], row["table"], row["player"]):
            continue  # reported as blank or unknown
        game, letters = scoring.game_of(event, row), scoring.list_letters(event)
        winners = () if game is None else [side.upper() for side, player in game.seats() if player == row["player"]]
        if game is None or not winners or game["winner"] not in (None, *winners):
            yield warning(
                event.tables["Ante"].place(row.number, "player"),
                f"{event.players[row['player']].shown} won no game at table {row['table']} in round {row['round']}.",
                "Correct the round, the table, the name, or the result of the game.",
            )
        elif (stock := scoring.find_stock(event, row)) not in letters:
            yield warning(
                event.tables["Ante"].place(row.number, "stock"),
                f"The stock of the card is {stock or 'not known'}, so no stock has a card less.",
                f"Choose {join_words(letters)}, or type the stocks of the game.",
            )


def cards_left(event: Event) -> Iterator[Problem]:
    """Find stocks that antes have brought below 40 cards (duplicate 2.2 and 2.5)."""
    lost = scoring.cards_lost(event) if event.settings[ANTE_PRIZES] else {}
    for row, letter in product(list_rows(event, "Tables"), scoring.list_letters(event)):
        stock, cards = (row[f"{what}_{letter.lower()}"] for what in ("stock", "cards"))
        gone = lost.get((row["table"], letter), 0)
        if gone and cards is not None and cards - gone < FEWEST_CARDS:
            yield warning(
                event.tables["Tables"].place(row.number, f"cards_{letter.lower()}"),
                f"Stock {letter} of table {row['table']}{f' ({stock})' if stock else ''} had {cards} cards and lost "
                f"{gone} as ante: {cards - gone} are left; expected {FEWEST_CARDS} or more.",
                "Put cards into the stock and add their number here, or play the table without ante.",
            )


CHECKS = (teams, stocks_of_games, wrong_tables, comes_earlier, listed_tables, stocks_for_teams, antes, cards_left)
