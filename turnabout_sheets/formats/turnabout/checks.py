"""Turnabout's own checks: options and counts, and deck lists (rules 1.9)."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files

from turnabout_sheets.core.problems import Place, Problem, error, warning
from turnabout_sheets.core.text import find_nearest, join_words, key
from turnabout_sheets.event.model import BYE, Event, Match
from turnabout_sheets.formats.turnabout.scoring import (
    MATCH_POINTS_LEAST,
    ScoringOption,
    deck_option,
    losing_option,
    scoring_options,
)

FEWEST_CARDS = 60
"""A deck has as many cards at least (rules 1.9.1)."""


def card_key(card: str) -> str:
    """Return what a card's name is compared by: its first face, so that Research/Development is found as typed."""
    return key(re.split(r"\s*/+\s*", card.replace("’", "'"))[0])


@cache
def banned_cards() -> Mapping[str, tuple[str, str]]:
    """Return ban (``banned`` or ``warn``) and reason by `card_key` (rules 1.9.3)."""
    text = files("turnabout_sheets.formats.turnabout").joinpath("banned_cards.csv").read_text("utf-8")
    return {card_key(row["card"]): (row["ban"], row["reason"]) for row in csv.DictReader(text.splitlines())}


def deck_size(event: Event) -> Iterator[Problem]:
    """Find decks of fewer than 60 cards, and players without a list where there are lists (rules 1.9.1 and 1.9.4)."""
    table = event.tables.get("Decks")
    if table is None or not table.rows:
        return
    sizes: Counter[int] = Counter()
    first: dict[int, Place] = {}
    unknown: set[int] = set()
    for row in table.rows:
        if row["player"] is not None:
            sizes[row["player"]] += row["count"] or 0
            first.setdefault(row["player"], table.place(row.number, "player"))
            if row["count"] is None:  # reported where it stands
                unknown.add(row["player"])
    for player in event.players:
        if player.number not in sizes and not player.never_started:
            yield warning(
                event.player_place(player),
                f"{player.name} has no list on the sheet {table.title}.",
                "Add the list, or check the deck by hand.",
            )
        elif player.number in sizes and player.number not in unknown and sizes[player.number] < FEWEST_CARDS:
            yield error(
                first[player.number],
                f"The deck of {player.name} has {sizes[player.number]} cards; expected {FEWEST_CARDS} or more.",
                "Correct the list.",
            )


def banned_in_decks(event: Event) -> Iterator[Problem]:
    """Find banned cards, and companions, which are legal as cards of the deck only (rules 1.9.3 and 1.9.4)."""
    table = event.tables.get("Decks")
    banned = {**banned_cards(), **_banned_by_organizer(event)}
    for row in table.rows if table else ():
        if table is None or row["card"] is None or card_key(row["card"]) not in banned:
            continue
        ban, reason = banned[card_key(row["card"])]
        place = table.place(row.number, "card")
        if ban == "warn":
            yield warning(place, f"{row['card']}: {reason}.", "Tell the player.")
        else:
            yield error(place, f"{row['card']} is banned: {reason}.", "The player replaces the card.")


def _banned_by_organizer(event: Event) -> Mapping[str, tuple[str, str]]:
    table = event.tables.get("Banned cards")
    own: dict[str, tuple[str, str]] = {}
    for row in table.rows if table else ():
        if row["card"] is not None:
            own[card_key(row["card"])] = ("banned", row["reason"] or "it is on the sheet Banned cards")
    return own


LETHAL_POISON = 10
"""A player with ten poison counters has lost, but for cards with which one survives them (rules 1.2.7)."""
FAR = 100
"""A count of so much or more, up or down, is hardly ever one: rather is a digit too many typed (rules 1.2.8)."""
IF_MEANT = "if it is right, ignore this"
FILLED = 4
"""So many counts one above the other of which each is one more than that before were rather dragged (rules 1.2.9)."""
_ALWAYS_POSSIBLE = range(LETHAL_POISON)
"""Counts that no option has anything against: most are."""


def unknown_options(event: Event) -> Iterator[Problem]:
    """Find scoring options that are neither standard nor on the sheet Scoring options (rules 1.2.4)."""
    names = [option.name for option in scoring_options(event).values()]
    known = {key(name) for name in names}
    typed = [(event.player_place(player, "option"), player["option"]) for player in event.players if player["option"]]
    for match in event.rows:
        for field in ("option_a", "option_b"):
            if option := match[field]:
                typed.append((event.place(match, field), option))
    for place, option in typed:
        if key(option) not in known:
            near = find_nearest(option, names)
            yield error(
                place,
                f'The scoring option is "{option}"; expected {join_words(names)}.',
                f'Did you mean "{near}"?' if near else "Correct it, or add it to the sheet Scoring options.",
            )


def stated_options(event: Event) -> Iterator[Problem]:
    """Find options stated in a round that are not those on Players, where anybody has one there (rules 1.2.5).

    Earlier versions filled the cells in, and there they stay when players are swapped or options corrected.
    """
    if not any(player["option"] for player in event.players):
        return
    options = scoring_options(event)
    for match in event.rows:
        if match.b == BYE or match.ruling is not None:
            continue  # nothing was counted
        for side, number in match.seats():
            stated, player = match[f"option_{side}"], event.players[number]
            if not stated:
                continue
            registered = options.get(deck_option(None, player))
            counted = options.get(key(stated))
            if counted and registered and counted is not registered:
                yield warning(
                    event.place(match, f"option_{side}"),
                    f"{counted.name} counts here for the deck of {player.name}, but on Players it has "
                    f"{registered.name}{'' if player['option'] else ', the default'}.",
                    f"If {counted.name} was not stated at the table, clear the cell, and {registered.name} counts.",
                )


def same_option_twice(event: Event) -> Iterator[Problem]:
    """Find options that stand twice on the sheet Scoring options."""
    table = event.tables.get("Scoring options")
    seen: dict[str, Place] = {}
    for row in table.rows if table else ():
        if row["name"] is not None and table is not None:
            place = table.place(row.number, "name")
            first = seen.setdefault(key(row["name"]), place)
            if first is not place:
                yield error(place, f'"{row["name"]}" stands in {first.cell} already.', "Delete one of the two rows.")


def counts(event: Event) -> Iterator[Problem]:
    """Find counts that are missing, not wanted, or impossible for the losing deck's option (rules 1.2.1 to 1.2.8)."""
    options = scoring_options(event)
    for match in event.rows:
        if match.b == BYE or match.ruling is not None:
            continue  # nothing may be typed there at all: see `rulings`, and `byes` of the general checks
        for game in (1, 2):
            field = f"count_{game}"
            winner, count = match[f"winner_{game}"], match[field]
            if winner in ("A", "B"):
                if count in _ALWAYS_POSSIBLE:
                    continue
                option = options.get(losing_option(event, match, game, winner))
                if option is not None:  # else it was reported as unknown
                    yield from _count(event, match, game, option)
            elif count is not None and event.place(match, f"winner_{game}") not in event.unreadable:
                found = "drawn" if winner == "Draw" else "not reported"
                yield error(
                    event.place(match, field),
                    f"Game {game} is {found}, but its count is {count}; expected none.",
                    f"Clear the count, or fill in who won game {game}.",
                )


def _count(event: Event, match: Match, game: int, option: ScoringOption) -> Iterator[Problem]:
    """Find what is wrong with the count of a game that was won; ``option`` is that of the deck that lost."""
    winner, count = match[f"winner_{game}"], match[f"count_{game}"]
    place = event.place(match, f"count_{game}")
    wanted = f"the winner's {option.counts} (the deck that lost has {option.name})"
    if count is None:
        yield error(
            place, f"{winner} won game {game}, but the count is missing; expected {wanted}.", "Fill in the count."
        )
    elif count < 0 and not option.allow_negative:
        yield error(place, f"The count is {count}; expected {wanted}, 0 or more.", "Correct the count.")
    elif key(option.counts) == "poison" and count >= LETHAL_POISON:
        yield warning(
            place,
            f"The count is {count}, {wanted}: with {LETHAL_POISON} or more poison counters a player has lost.",
            f"Correct the count or the winner; if a card kept the winner alive, leave it: "
            f"the win is worth {MATCH_POINTS_LEAST} MP.",
        )
    elif abs(count) >= FAR:
        meant = f"is it {count // 10}" if count % 10 == 0 else "is a digit too many typed"
        yield warning(place, f"The count is {count}, {wanted}: {meant}?", f"If so, correct it; {IF_MEANT}.")


def filled_down(event: Event) -> Iterator[Problem]:
    """Find counts that go up by one from row to row, as where a cell is dragged downwards (rules 1.2.9)."""
    for field in ("count_1", "count_2"):
        run: list[Match] = []
        for match in (*event.rows, None):
            if match is not None and run and _follows(run[-1], match, field):
                run.append(match)
                continue
            if len(run) >= FILLED:
                yield _filled(event, run, field)
            run = [] if match is None or match[field] is None else [match]


def _follows(above: Match, match: Match, field: str) -> bool:
    """Say whether a match stands in the next row, with a count that is one more."""
    beside = (match.sheet, match.row) == (above.sheet, above.row + 1)
    return beside and match[field] is not None and match[field] == above[field] + 1


def _filled(event: Event, run: Sequence[Match], field: str) -> Problem:
    first, last = event.place(run[0], field), event.place(run[-1], field)
    header = event.tables[run[0].sheet].sheet.column(field).header
    return warning(
        first,
        f"{header} goes up by one from row to row, from {run[0][field]} to {run[-1][field]} in {first.cell} to "
        f"{last.cell}: was a cell dragged downwards?",
        f"If so, type the counts again; {IF_MEANT}.",
    )


CHECKS = (
    unknown_options,
    stated_options,
    same_option_twice,
    counts,
    filled_down,
    deck_size,
    banned_in_decks,
)
