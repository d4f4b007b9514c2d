"""The players' cards, 3 × 5 inches each (netrunner 1.1, 1.3, 2.3.3, 2.7.1 to 2.7.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from turnabout_sheets.core.outcomes import Outcome
from turnabout_sheets.core.text import alphabetical_key, format_number
from turnabout_sheets.event.model import BYE, Event, Player
from turnabout_sheets.event.results import Results
from turnabout_sheets.event.status import find_status
from turnabout_sheets.prints.layout import batch, stack_slips
from turnabout_sheets.prints.page import Document, Of, Page, in_formats
from turnabout_sheets.prints.pages.standings import head_points
from turnabout_sheets.prints.shared import EventHead, make_head, translate_status
from turnabout_sheets.prints.words import Words
from turnabout_sheets.rounds.new_round import first_round_order


class CardLine(NamedTuple):
    """A round on a player's card: the ``opponent`` by name, or else a ``word`` in its stead, such as "bye".

    ``note`` says why no match was played, ``adjusted`` what the director has added ("adj. −1"). Everything that is not
    known yet is empty, ``pairing_number`` also where there is none.
    """

    round: str
    opponent: str = ""
    word: str = ""
    note: str = ""
    earned: str = ""
    adjusted: str = ""
    total: str = ""
    pairing_number: str = ""


class PlayerCard(NamedTuple):
    """A player's card; ``name`` is empty on a blank one, ``status`` says who has dropped.

    ``part`` is empty, but where a player's lines take more than one card ("card 1 of 2"). ``place`` is that in original
    order, empty also where there is no such order.
    """

    name: str
    status: str
    part: str
    lines: tuple[CardLine, ...]
    place: str = ""


class CardsPage(NamedTuple):
    """Player cards in stack order, on landscape ``sheets`` of ``rows`` × ``columns``, row by row.

    A card is ``width`` × ``height`` millimetres, ``gap`` from the next, its lines ``row_height`` high.
    ``points_name`` is what the points are called (GMP); with ``numbered``, players have pairing numbers, with
    ``placed``, places in original order.
    """

    event: EventHead
    points_name: str
    numbered: bool
    placed: bool
    rows: int
    columns: int
    width: float
    height: float
    gap: float
    row_height: float
    sheets: tuple[tuple[PlayerCard, ...], ...]


WIDTH, HEIGHT = 127, 76.2
"""A card in millimetres: 5 × 3 inches."""

ROWS, COLUMNS = 2, 2
"""How many stand on a sheet that lies on its side, A4 or Letter; upright it would hold only three."""

GAP = 6
"""Millimetres between two cards, in which the marks of both stand."""

LINES_HEIGHT = 46
"""Millimetres of a card that its lines share."""

USUAL_ROW = 5.75
"""The height of a line in millimetres, unless there are more of them than fit."""

MOST_LINES = 12
"""How many lines a card has at most; with more rounds a player needs another card."""

BLANK_SHEETS = 1
"""Sheets of blank cards after the filled ones."""

PAIRING_NUMBER = "pairing_number"
"""The column of the standings that has it; not every format and every way to pair does."""


class _Part(NamedTuple):
    """A player's part in a round that is paired: the opponent's number, outcome and points once they are known."""

    opponent: int | None
    outcome: Outcome | None = None
    points: int | Fraction | None = None


NOT_THERE = _Part(None)
"""The part of a player who has none in a round."""


def make_view(results: Results, w: Words, *, blank: int = 0) -> CardsPage:
    """Return a card for every player in the order asked for, then ``blank`` sheets of cards without a name.

    A card has a line for each round: filled in as far as the round is, with the opponent as soon as it is paired, and
    empty where it is still to come. The cards are in stack order.
    """
    event = results.event
    rounds = range(1, max(results.scheduled, event.last_round) + 1)
    numbered = PAIRING_NUMBER in results.standings
    parts, places = _parts(results), _places(event)
    cards: list[PlayerCard] = []
    for player in _sort_players(event, places):
        lines = [_line(results, parts, player, number, w) for number in rounds]
        status = find_status(player, disqualified=results.is_disqualified(player))
        cards += _cards(player.name, translate_status(status, w), lines, w, places.get(player.number))
    (empty, *_) = _cards("", "", [CardLine(round=str(number)) for number in rounds], w)
    per_sheet = ROWS * COLUMNS
    return CardsPage(
        event=make_head(event.settings),
        points_name=head_points(results.format, w),
        numbered=numbered,
        placed=bool(places),
        rows=ROWS,
        columns=COLUMNS,
        width=WIDTH,
        height=HEIGHT,
        gap=GAP,
        row_height=round(min(USUAL_ROW, LINES_HEIGHT / len(empty.lines)), 2),
        sheets=(*stack_slips(cards, empty, per_sheet), *[(empty,) * per_sheet] * blank),
    )


def _places(event: Event) -> Mapping[int, int]:
    """Return the places in original order, from 1, by player number; none where there is no such order."""
    from turnabout_sheets.formats.netrunner.sheets import ORIGINAL_ORDER  # only where it is played

    if event.settings.first_round != ORIGINAL_ORDER:
        return {}
    return {player.number: place for place, player in enumerate(first_round_order(event, event.players), 1)}


def _sort_players(event: Event, places: Mapping[int, int]) -> list[Player]:
    """Return the players in the order in which their cards are to lie (netrunner 1.1)."""
    from turnabout_sheets.formats.netrunner.sheets import CARDS_SORTED_BY, ORIGINAL_ORDER  # only where it is played

    if event.settings[CARDS_SORTED_BY] == ORIGINAL_ORDER:
        return sorted(event.players, key=lambda player: places[player.number])
    return sorted(event.players, key=lambda player: alphabetical_key(player.name))


def _cards(name: str, status: str, lines: list[CardLine], w: Words, place: int | None = None) -> Iterator[PlayerCard]:
    """Yield as many cards as a player's lines need, about equally long."""
    cards = -(-len(lines) // MOST_LINES)
    for number, share in enumerate(batch(lines, -(-len(lines) // cards)), 1):
        part = w("cards.part", n=number, all=cards) if cards > 1 else ""
        yield PlayerCard(name, status, part, share, "" if place is None else str(place))


def _parts(results: Results) -> Mapping[tuple[int, int], _Part]:
    """Return what each player has done, or is to do, in the rounds that are paired, by round and player."""
    found = {}
    for match in results.event.rows:
        a, b = match.pair
        found[match.round, a] = _Part(b)
        if b != BYE:
            found[match.round, b] = _Part(a)
    for at, side in results.side_of.items():
        found[at] = found[at]._replace(outcome=side.outcome, points=side.points)
    return found


def _line(results: Results, parts: Mapping[tuple[int, int], _Part], player: Player, number: int, w: Words) -> CardLine:
    """Return a player's line for a round."""
    part = parts.get((number, player.number), NOT_THERE)
    opponent = BYE if part.opponent is None else part.opponent
    line = CardLine(
        round=str(number),
        opponent="" if opponent == BYE else results.event.players[opponent].name,
        word=_word(part, w) if opponent == BYE and number <= results.event.last_round else "",
        note=_note(part, w),
    )
    if number > results.played or (part is not NOT_THERE and part.outcome is None):
        return line
    earned = 0 if part.points is None else part.points
    before, after = (results.after[after] for after in (number - 1, number))
    total = after["points"][player.number]
    # What counts from the start has to be said in the first round: a card begins with nothing.
    adjusted = total - earned - (before["points"][player.number] if number > 1 else 0)
    return line._replace(
        earned="" if part.points is None else format_number(part.points),
        adjusted=w("cards.adjusted", n=format_number(adjusted, signed=True)) if adjusted else "",
        total=format_number(total),
        pairing_number=str(after[PAIRING_NUMBER][player.number]) if PAIRING_NUMBER in after else "",
    )


def _word(part: _Part, w: Words) -> str:
    """Return what stands for the opponent of somebody who has none."""
    return "–" if part is NOT_THERE else w("page.waits") if part.outcome == Outcome.WAITS else w("page.bye")


def _note(part: _Part, w: Words) -> str:
    """Return what there is to say of a match that was not played."""
    if part.outcome == Outcome.ABSENT:
        return w("cards.player_absent")
    return w("cards.opponent_absent") if part.outcome == Outcome.BYE and part.opponent != BYE else ""


PAGE = Page(
    name="cards",
    help="a 3 × 5 inch card for each player",
    of=Of.EVENT,
    when=in_formats("cards"),
    documents=(
        Document(
            position=70,
            file="player-cards.html",
            task="index.print_and_cut",
            title="cards.title",
            template="player_cards.html.j2",
            view=CardsPage,
            make=lambda job: make_view(job.results, job.w, blank=BLANK_SHEETS),
        ),
    ),
)
