"""What tells everybody where to go in a Duplicate Magic event: a sheet for each player, a card for each table.

Both hold all rounds that are paired, and no result, so that they are printed once: the players move after each game
(duplicate 1.1).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from math import ceil, floor
from typing import NamedTuple, TypeVar

from turnabout_sheets.core.text import alphabetical_key
from turnabout_sheets.event.model import BYE, Event, Match
from turnabout_sheets.formats.duplicate.scoring import PlayTable, Stock, cards_lost, is_doubles, play_tables
from turnabout_sheets.formats.duplicate.sheets import STOCKS
from turnabout_sheets.prints.layout import batch, stack_slips
from turnabout_sheets.prints.page import Document, Job, Of, Page, in_formats
from turnabout_sheets.prints.shared import EventHead, Paper, make_head
from turnabout_sheets.prints.slips.duplicate import stocks_are_drawn
from turnabout_sheets.prints.words import Words


class MovementLine(NamedTuple):
    """Where a player is in a round: ``table``, own ``stock`` with its name, and ``opponent``; or else a ``word``.

    The word is "sits out", or a dash where the player has no part in the round. What is not known is empty.
    """

    round: str
    table: str = ""
    stock: str = ""
    stock_name: str = ""
    opponent: str = ""
    word: str = ""


class MovementSheet(NamedTuple):
    """A player's or team's way through the event, in columns of lines; ``name`` is empty on a blank sheet.

    ``part`` is empty, but where the lines take more than one sheet ("sheet 1 of 2").
    """

    name: str
    part: str
    columns: tuple[tuple[MovementLine, ...], ...]


class MovementPage(NamedTuple):
    """Movement sheets in stack order, on ``sheets`` of ``rows`` × ``columns``, row by row.

    Their lines are ``row_height`` millimetres high, and have a stock with ``stocks``.
    """

    event: EventHead
    rows: int
    columns: int
    row_height: float
    stocks: bool
    sheets: tuple[tuple[MovementSheet, ...], ...]


class CardStock(NamedTuple):
    """A stock on a table card: what it is called ("Stock A"), its name and its ``cards`` ("44 cards").

    Those are the ones that are left where some were lost as ante (duplicate 2.5). Name and cards may be empty.
    """

    label: str
    name: str
    cards: str


class TableCardLine(NamedTuple):
    """A round at a table: who plays, or a ``word`` where nobody does. All but ``round`` is empty on a blank card."""

    round: str
    a: str = ""
    b: str = ""
    word: str = ""


class TableCard(NamedTuple):
    """The card of a table: its number, empty on a blank one, theme, stocks of both sides, and rounds.

    ``part`` as on a `MovementSheet`.
    """

    table: str
    theme: str
    part: str
    stocks: tuple[tuple[CardStock, ...], tuple[CardStock, ...]]
    lines: tuple[TableCardLine, ...]


class TableCardsPage(NamedTuple):
    """Table cards in stack order, arranged as on a `MovementPage`; ``heads`` say who stands in the two columns."""

    event: EventHead
    rows: int
    columns: int
    row_height: float
    heads: tuple[str, str]
    sheets: tuple[tuple[TableCard, ...], ...]


Line = TypeVar("Line")

MARGIN = 6.5
"""Millimetres inside each cut in which nothing stands."""

USUAL_ROW = 9
"""The height of a line in millimetres where there is room."""

SMALLEST_ROW = 3.62
"""The height of a line in type of 9 points."""

NO_PART = "–"
"""What stands where a player has no part in a round."""


class Cut(NamedTuple):
    """How pieces are cut from a sheet of paper, and hold their lines in columns.

    ``furniture`` is what all but the lines takes of a piece's height, and ``least`` the height of a line at least, both
    in millimetres.
    """

    rows: int
    columns: int
    furniture: float
    least: float
    line_columns: int = 1

    def room(self, paper: Paper) -> float:
        """Return the height that the lines of a column share, in millimetres."""
        return paper.height / self.rows - 2 * MARGIN - self.furniture

    def most(self, paper: Paper) -> int:
        """Return how many lines a piece holds."""
        return floor(self.room(paper) / self.least) * self.line_columns

    def row_height(self, lines: int, paper: Paper) -> float:
        """Return how high a line is, in millimetres, where somebody has so many in all."""
        on_piece = ceil(lines / ceil(lines / self.most(paper)))
        return min(USUAL_ROW, floor(100 * self.room(paper) / ceil(on_piece / self.line_columns)) / 100)

    def pieces(
        self, lines: Sequence[Line], paper: Paper, w: Words
    ) -> Iterator[tuple[str, tuple[tuple[Line, ...], ...]]]:
        """Yield as many pieces as ``lines`` need, about equally long: which of them it is, and its columns of lines."""
        pieces = ceil(len(lines) / self.most(paper))
        for number, share in enumerate(batch(lines, ceil(len(lines) / pieces)), 1):
            part = w("movement.part", n=number, all=pieces) if pieces > 1 else ""
            yield part, batch(share, ceil(len(share) / self.line_columns))


MOVEMENT_CUTS = (
    Cut(3, 2, furniture=17.6, least=6),
    Cut(2, 2, furniture=17.6, least=4.2),
    Cut(2, 1, furniture=17.6, least=SMALLEST_ROW, line_columns=2),
)
"""From the smallest movement sheet to the largest; what does not fit there goes on another one."""

TEAM_CUTS = MOVEMENT_CUTS[1:]
"""The same for teams, whose names take two lines."""

CARD_CUTS = (Cut(2, 1, furniture=48, least=5.5), Cut(1, 1, furniture=48, least=SMALLEST_ROW))
"""The same for the cards of the tables."""


def make_movement_view(event: Event, w: Words) -> MovementPage:
    """Return for each player or team where to go round by round, in the order of names, in stack order.

    Who stands in no round has no sheet. The event has a round.
    """
    head, rounds, of_player = make_head(event.settings), sorted(event.rounds), _movement_lines(event, w)
    cut = _cut(TEAM_CUTS if is_doubles(event) else MOVEMENT_CUTS, len(rounds), head.paper)
    sheets = [
        MovementSheet(player.shown, part, columns)
        for player in sorted(event.players, key=lambda player: alphabetical_key(player.shown))
        if player.number in of_player
        for part, columns in cut.pieces(
            [of_player[player.number].get(n, MovementLine(str(n), word=NO_PART)) for n in rounds], head.paper, w
        )
    ]
    _, empty = next(cut.pieces([MovementLine(str(n)) for n in rounds], head.paper, w))
    return MovementPage(
        event=head,
        rows=cut.rows,
        columns=cut.columns,
        row_height=cut.row_height(len(rounds), head.paper),
        stocks=any(line.stock for lines in of_player.values() for line in lines.values()),
        sheets=stack_slips(sheets, MovementSheet("", "", empty), cut.rows * cut.columns),
    )


def make_table_cards_view(event: Event, w: Words) -> TableCardsPage:
    """Return for each table its stocks, and who plays there round by round, in the order of tables, in stack order.

    A table at which no game stands has no card. The event has a round.
    """
    head, rounds, games = make_head(event.settings), sorted(event.rounds), _games(event)
    of_table = {
        number: [line for n in rounds for line in at.get(n, [TableCardLine(str(n), word=w("tables.no_game"))])]
        for number, at in games.items()
    }
    lost = cards_lost(event)
    longest = max(map(len, of_table.values()), default=len(rounds))
    cut = _cut(CARD_CUTS, longest, head.paper)
    cards = [
        TableCard(str(number), table.theme, part, _card_stocks(table, lost, w), lines)
        for number, table in play_tables(event).items()
        if number in of_table
        for part, (lines,) in cut.pieces(of_table[number], head.paper, w)
    ]
    _, (empty,) = next(cut.pieces([TableCardLine(str(n)) for n in rounds], head.paper, w))
    unknown = _card_stocks(PlayTable(0, "", {side: (Stock(side),) for side in STOCKS}), lost, w)
    return TableCardsPage(
        event=head,
        rows=cut.rows,
        columns=cut.columns,
        row_height=cut.row_height(longest, head.paper),
        heads=(_with_stock("A", w), _with_stock("B", w)) if _stocks_are_known(event) else (w("page.player"),) * 2,
        sheets=stack_slips(cards, TableCard("", "", "", unknown, empty), cut.rows * cut.columns),
    )


def _with_stock(letter: str, w: Words) -> str:
    return w("tables.with_stock", letter=letter)


def _cut(cuts: Sequence[Cut], lines: int, paper: Paper) -> Cut:
    """Return the first of ``cuts`` that holds so many lines, else the last."""
    return next((cut for cut in cuts if lines <= cut.most(paper)), cuts[-1])


def _movement_lines(event: Event, w: Words) -> dict[int, dict[int, MovementLine]]:
    """Return what each player does in each round, by player number and round."""
    found: dict[int, dict[int, MovementLine]] = defaultdict(dict)
    tables, drawn = play_tables(event), stocks_are_drawn(event)
    for match in event.rows:
        a, b = match.pair
        if b == BYE:
            found[a][match.round] = MovementLine(str(match.round), word=w("duplicate.sits_out"))
            continue
        for player, opponent, deck in ((a, b, match["deck_a"]), (b, a, match["deck_b"])):
            stocks = tables[match.table].stocks if drawn and deck and match.table is not None else {}
            found[player][match.round] = MovementLine(
                round=str(match.round),
                table="" if match.table is None else str(match.table),
                stock=deck if stocks else "",
                stock_name=_names(stocks[deck]) if stocks else "",
                opponent=event.players[opponent].shown,
            )
    return found


def _games(event: Event) -> dict[int, dict[int, list[TableCardLine]]]:
    """Return the games by table and round; who has stock A stands first, where that is known of all games."""
    found: dict[int, dict[int, list[TableCardLine]]] = defaultdict(lambda: defaultdict(list))
    known = _stocks_are_known(event)
    for table, match in _seated(event):
        a, b = (event.players[number].shown for number in match.pair)
        first, second = (b, a) if known and match["deck_a"] == "B" else (a, b)
        found[table][match.round].append(TableCardLine(str(match.round), first, second))
    return found


def _seated(event: Event) -> list[tuple[int, Match]]:
    """Return the games with their tables."""
    return [(match.table, match) for match in event.rows if match.b != BYE and match.table is not None]


def _stocks_are_known(event: Event) -> bool:
    """Say whether the draw has told of all games who has which stock."""
    return stocks_are_drawn(event) and all(match["deck_a"] and match["deck_b"] for _, match in _seated(event))


def _card_stocks(
    table: PlayTable, lost: Counter[tuple[int, str]], w: Words
) -> tuple[tuple[CardStock, ...], tuple[CardStock, ...]]:
    a, b = (
        tuple(
            CardStock(
                w("duplicate.stock", letters=stock.letter),
                stock.name,
                "" if stock.cards is None else w("tables.cards", n=stock.cards - lost[table.number, stock.letter]),
            )
            for stock in table.stocks[side]
        )
        for side in STOCKS
    )
    return a, b


def _names(stocks: Sequence[Stock]) -> str:
    return ", ".join(stock.name for stock in stocks if stock.name)


def _movement_of_job(job: Job) -> MovementPage | None:
    """Return the movement sheets, which no result changes; none while no round is paired."""
    return make_movement_view(job.event, job.w) if job.event.last_round else None


def _table_cards_of_job(job: Job) -> TableCardsPage | None:
    """Return the cards of the tables; none where games have no table."""
    view = make_table_cards_view(job.event, job.w) if job.event.last_round else None
    return view if view and view.sheets else None


PAGE = Page(
    name="movement",
    help="movement sheets and table cards",
    of=Of.EVENT,
    when=in_formats("movement"),
    documents=(
        Document(
            position=80,
            file="movement-sheets.html",
            task="index.print_and_cut",
            title="movement.title",
            template="movement_sheets.html.j2",
            view=MovementPage,
            make=_movement_of_job,
        ),
        Document(
            position=81,
            file="table-cards.html",
            task="index.put_on_tables",
            title="tables.title",
            template="table_cards.html.j2",
            view=TableCardsPage,
            make=_table_cards_of_job,
        ),
    ),
)
