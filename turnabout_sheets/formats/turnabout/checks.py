"""Turnabout's own checks: options and counts, and deck lists (rules 1.2 and 1.9)."""

from __future__ import annotations

import csv
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from itertools import groupby, product

from turnabout_sheets.core.problems import Problem, error, warning
from turnabout_sheets.core.text import find_nearest, join_words, key
from turnabout_sheets.event.model import Event, Match, Player
from turnabout_sheets.formats.common import find_doubles, list_rows
from turnabout_sheets.formats.turnabout import scoring
from turnabout_sheets.sheets.table import Row

FEWEST_CARDS = 60  # of a deck (rules 1.9.1)
FAR = 100  # a count of so much or more, up or down, has rather a digit too many (rules 1.2.8)
FILLED = 4  # so many counts one above the other, each one more than that before, were rather dragged (rules 1.2.9)
IF_MEANT = "if it is right, ignore this"


def options(event: Event) -> Iterator[Problem]:
    """Find scoring options that are neither standard nor on the sheet Scoring options (rules 1.2.4)."""
    known = scoring.scoring_options(event)
    typed: list[tuple[Player | Match, str]] = [(player, "option") for player in event.players]
    typed += product(event.rows, ("option_a", "option_b"))
    names = [option.name for option in known.values()]
    for row, field in typed:
        option = row[field]
        if option and key(option) not in known:
            near = find_nearest(option, names)
            yield error(
                event.place(row, field) if isinstance(row, Match) else event.player_place(row, field),
                f'The scoring option is "{option}"; expected {join_words(names)}.',
                f'Did you mean "{near}"?' if near else "Correct it, or add it to the sheet Scoring options.",
            )
    yield from find_doubles(event, "Scoring options", "name")


def stated_options(event: Event) -> Iterator[Problem]:
    """Find options stated in a round that are not those on Players, where any player has one there (rules 1.2.5).

    They stay where they were typed when players are swapped or options corrected.
    """
    known = scoring.scoring_options(event)
    for match in event.rows if any(player["option"] for player in event.players) else ():
        for side, number in match.seats() if match.is_match else ():
            stated, player = match[f"option_{side}"], event.players[number]
            counts, registered = known.get(key(stated or "")), known.get(scoring.deck_option(None, player))
            if counts and registered and counts is not registered:
                yield warning(
                    event.place(match, f"option_{side}"),
                    f"{counts.name} counts here for the deck of {player.name}, but on Players it has "
                    f"{registered.name}{'' if player['option'] else ', the default'}.",
                    f"If {counts.name} was not stated at the table, clear the cell, and {registered.name} counts.",
                )


def counts(event: Event) -> Iterator[Problem]:
    """Find counts that are missing, not wanted, or impossible for the losing deck's option (rules 1.2.1 to 1.2.8)."""
    known = scoring.scoring_options(event)
    for match in event.rows:
        for game in scoring.GAMES if match.is_match else ():
            winner, count = match[f"winner_{game}"], match[f"count_{game}"]
            if winner in ("A", "B") and count in range(scoring.LETHAL_POISON):
                continue  # always possible: most are
            place = event.place(match, f"count_{game}")
            if winner == "Draw" and count is not None:
                message = f"Game {game} is drawn, but its count is {count}; expected none."
                yield error(place, message, f"Clear the count, or fill in who won game {game}.")
            option = known.get(scoring.losing_option(event, match, game, winner)) if winner in ("A", "B") else None
            if option is None:
                continue  # reported as unknown
            wanted = f"the winner's {option.counts} (the deck that lost has {option.name})"
            if count is None:
                message = f"{winner} won game {game}, but the count is missing; expected {wanted}."
                yield error(place, message, "Fill in the count.")
            elif count < 0 and not option.allow_negative:
                yield error(place, f"The count is {count}; expected {wanted}, 0 or more.", "Correct the count.")
            elif key(option.counts) == "poison" and count >= scoring.LETHAL_POISON:
                yield warning(
                    place,
                    f"The count is {count}, {wanted}: with {scoring.LETHAL_POISON} or more poison counters a player "
                    "has lost.",
                    f"Correct the count or the winner; if a card kept the winner alive, leave it: "
                    f"the win is worth {scoring.MATCH_POINTS_LEAST} MP.",
                )
            elif abs(count) >= FAR:
                meant = f"is it {count // 10}" if count % 10 == 0 else "is a digit too many typed"
                yield warning(place, f"The count is {count}, {wanted}: {meant}?", f"If so, correct it; {IF_MEANT}.")


def filled_down(event: Event) -> Iterator[Problem]:
    """Find counts that go up by one from row to row, as where a cell is dragged downwards (rules 1.2.9)."""
    for field in ("count_1", "count_2"):
        keyed = ((match.sheet, None if match[field] is None else match[field] - match.row) for match in event.rows)
        for (_, above_row), pairs in groupby(zip(keyed, event.rows, strict=True), lambda pair: pair[0]):
            run = [match for _, match in pairs]
            if above_row is not None and len(run) >= FILLED:
                first, last = event.place(run[0], field), event.place(run[-1], field)
                header = event.tables[run[0].sheet].sheet.column(field).header
                yield warning(
                    first,
                    f"{header} goes up by one from row to row, from {run[0][field]} to {run[-1][field]} in "
                    f"{first.cell} to {last.cell}: was a cell dragged downwards?",
                    f"If so, type the counts again; {IF_MEANT}.",
                )


def deck_size(event: Event) -> Iterator[Problem]:
    """Find decks of fewer than 60 cards, and players without a list where there are lists (rules 1.9.1 and 1.9.4)."""
    decks = defaultdict[int | None, list[Row]](list)
    for row in list_rows(event, "Decks"):
        decks[row["player"]].append(row)
    for player in event.players if decks else ():
        rows = decks[player.number]
        size = sum(row["count"] or FEWEST_CARDS for row in rows)  # a count that cannot be read is reported already
        if not rows and not player.never_started:
            message = f"{player.name} has no list on the sheet Decks."
            yield warning(event.player_place(player), message, "Add the list, or check the deck by hand.")
        elif rows and size < FEWEST_CARDS:
            yield error(
                event.tables["Decks"].place(rows[0].number, "player"),
                f"The deck of {player.name} has {size} cards; expected {FEWEST_CARDS} or more.",
                "Correct the list.",
            )


def banned_in_decks(event: Event) -> Iterator[Problem]:
    """Find banned cards, and companions, which are legal as cards of the deck only (rules 1.9.3 and 1.9.4)."""
    banned = dict(banned_cards())
    for row in list_rows(event, "Banned cards"):
        banned[card_key(row["card"] or "")] = ("banned", row["reason"] or "it is on the sheet Banned cards")
    for row in list_rows(event, "Decks"):
        card = row["card"] or ""
        ban, reason = banned.get(card_key(card), ("", "")) if card else ("", "")
        place = event.tables["Decks"].place(row.number, "card")
        if ban == "warn":
            yield warning(place, f"{card}: {reason}.", "Tell the player.")
        elif ban:
            yield error(place, f"{card} is banned: {reason}.", "The player replaces the card.")


@cache
def banned_cards() -> Mapping[str, tuple[str, str]]:
    """Return ban (``banned`` or ``warn``) and reason by `card_key` (rules 1.9.3)."""
    text = files("turnabout_sheets.formats.turnabout").joinpath("banned_cards.csv").read_text("utf-8")
    return {card_key(row["card"]): (row["ban"], row["reason"]) for row in csv.DictReader(text.splitlines())}


def card_key(card: str) -> str:
    """Return what a card's name is compared by: its first face, so that Research/Development is found as typed."""
    return key(re.split(r"\s*/+\s*", card.replace("’", "'"))[0])


CHECKS = (options, stated_options, counts, filled_down, deck_size, banned_in_decks)
