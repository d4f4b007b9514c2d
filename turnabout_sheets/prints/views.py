"""What the templates receive, under the name ``page``: plain texts and numbers, and tuples of them.

Organizers may change the templates, so these names are kept. Nothing here is computed in a template: a slip already
says which word stands in which row.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper size: its CSS name, width and height in millimetres."""

    name: str
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class EventHead:
    """What stands at the head of every page; a text is empty where the organizer has left the setting blank."""

    name: str
    date: str
    venue: str
    paper: Paper


# --- match slips ---


@dataclass(frozen=True, slots=True)
class SlipPlayer:
    """A player on a slip: ``side`` is A or B, ``option`` the deck's scoring option, ``counts`` the winner's count.

    All but ``side`` are empty on a blank slip.
    """

    side: str
    name: str
    option: str
    counts: str


@dataclass(frozen=True, slots=True)
class SlipWin:
    """A line of a game, "side wins": what the winner then counts, and how many match points (MP) that is.

    ``counts`` is a word ("life"), ``formula`` says the MP ("10 + life"). Both are empty on a blank slip.
    """

    side: str
    counts: str
    formula: str


@dataclass(frozen=True, slots=True)
class SlipGame:
    """A game of the match: its number, who plays which deck, minutes to prepare, and its two possible winners."""

    number: int
    decks: str
    minutes: int
    wins: tuple[SlipWin, SlipWin]


@dataclass(frozen=True, slots=True)
class Slip:
    """A match slip; ``table`` is the number as text, empty where the match has none or the slip is blank."""

    table: str
    players: tuple[SlipPlayer, SlipPlayer]
    games: tuple[SlipGame, SlipGame]


@dataclass(frozen=True, slots=True)
class ScaleStep:
    """A step of the VP table: the MP difference ("4–6"), and the VP of winner and loser ("17–13")."""

    difference: str
    division: str


@dataclass(frozen=True, slots=True)
class SlipsPage:
    """All slips of a round in stack order: ``sheets`` of ``rows`` × ``columns`` slips, row by row.

    ``least`` and ``most`` are the MP that a win can be worth; ``clock`` says how to set the clock.
    """

    event: EventHead
    round: int
    rows: int
    columns: int
    sheets: tuple[tuple[Slip, ...], ...]
    scale: tuple[ScaleStep, ...]
    least: int
    most: int
    clock: str


@dataclass(frozen=True, slots=True)
class NetrunnerGame:
    """A game of a Netrunner match: its number, and what A and B play in it ("Corporation", "Runner")."""

    number: int
    roles: tuple[str, str]


@dataclass(frozen=True, slots=True)
class NetrunnerSlip:
    """A Netrunner match slip: ``table`` as on a `Slip`, and the names of A and B, empty on a blank slip."""

    table: str
    names: tuple[str, str]


@dataclass(frozen=True, slots=True)
class NetrunnerSlipsPage:
    """All slips of a Netrunner round, arranged as on a `SlipsPage`; the same ``games`` stand on each.

    ``game_won`` is what a game won adds to the points, ``match_gmp`` what a match has of game or match points (GMP) in
    all, for both players; ``time`` says how long it lasts.
    """

    event: EventHead
    round: int
    rows: int
    columns: int
    sheets: tuple[tuple[NetrunnerSlip, ...], ...]
    games: tuple[NetrunnerGame, ...]
    game_won: int
    match_gmp: int
    time: str


@dataclass(frozen=True, slots=True)
class SlipStock:
    """A stock, or those of a side in doubles: what it is called ("Stock A"), and what there is to say of it.

    ``text`` is its name, and how many cards to keep where that is not the same for all; it may be empty.
    """

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class DuplicatePlayer:
    """A player or team on a Duplicate slip, and the stocks that are theirs: none where they are still to be chosen.

    ``next`` says where to go in the next round ("table 4", "sits out"), empty where there is none. On a blank slip all
    is empty.
    """

    name: str
    stocks: tuple[SlipStock, ...]
    next: str


@dataclass(frozen=True, slots=True)
class DuplicateSlip:
    """A Duplicate match slip; ``table`` as on a `Slip`, ``theme`` empty where the table has none.

    ``choices`` are the stocks of both sides where the players choose, else nothing. ``keep`` is how many cards to keep
    at least, 0 where each stock says its own.
    """

    table: str
    theme: str
    players: tuple[DuplicatePlayer, DuplicatePlayer]
    choices: tuple[SlipStock, ...]
    keep: int


@dataclass(frozen=True, slots=True)
class DuplicateSlipsPage:
    """All slips of a Duplicate round, arranged as on a `SlipsPage`.

    ``who`` is what a side is called ("Player", "Team"), ``minutes`` how long there is to choose cards; with ``ante``,
    cards won as ante are prizes.
    """

    event: EventHead
    round: int
    rows: int
    columns: int
    sheets: tuple[tuple[DuplicateSlip, ...], ...]
    who: str
    minutes: int
    ante: bool


# --- posted pages: lists cut into sheets, sheets into columns ---


@dataclass(frozen=True, slots=True)
class PairingLine:
    """A line of the pairings by player. With a bye, ``bye`` is True and ``table`` and ``opponent`` are empty.

    ``stock`` is the player's own at a table that has stocks, empty where there is none or nobody knows it yet.
    """

    player: str
    table: str
    opponent: str
    bye: bool
    stock: str


@dataclass(frozen=True, slots=True)
class PairingsByPlayerPage:
    """Each player, in alphabetical order: ``sheets`` of columns of lines.

    ``columns`` (1 or 2) is the number of columns on a sheet, ``row_height`` the height of a line in millimetres;
    ``time`` says how long a match lasts, empty where the format has nothing to say of it; ``bye`` is its word for a
    bye. With ``stocks``, somebody has one.
    """

    event: EventHead
    round: int
    time: str
    bye: str
    stocks: bool
    columns: int
    row_height: float
    sheets: tuple[tuple[tuple[PairingLine, ...], ...], ...]


@dataclass(frozen=True, slots=True)
class TableLine:
    """A line of the pairings by table. With a bye, ``bye`` is True and ``table`` and ``b`` are empty.

    ``stock_a`` and ``stock_b`` are those of the players, as in `PairingLine`.
    """

    table: str
    a: str
    b: str
    bye: bool
    stock_a: str
    stock_b: str


@dataclass(frozen=True, slots=True)
class PairingsByTablePage:
    """Each match in the order of tables, byes last: ``sheets`` of lines, ``row_height`` millimetres high.

    ``time``, ``bye`` and ``stocks`` as in `PairingsByPlayerPage`.
    """

    event: EventHead
    round: int
    time: str
    bye: str
    stocks: bool
    row_height: float
    sheets: tuple[tuple[TableLine, ...], ...]


@dataclass(frozen=True, slots=True)
class StandingsColumn:
    """A column of the standings: its heading, and its ``role``: rank, name, points, number, signed or text.

    ``width`` is in millimetres; 0 is the usual one of its role.
    """

    heading: str
    role: str
    width: float = 0


@dataclass(frozen=True, slots=True)
class StandingsPage:
    """The standings: ``sheets`` of rows, each with a text for each of ``columns``.

    ``provisional`` is True while results of the round are missing; ``row_height`` is in millimetres.
    """

    event: EventHead
    after_round: int
    provisional: bool
    columns: tuple[StandingsColumn, ...]
    row_height: float
    sheets: tuple[tuple[tuple[str, ...], ...], ...]


# --- bracket: the matches of elimination events, cut into sheets, sheets into columns by round ---


@dataclass(frozen=True, slots=True)
class BracketPlace:
    """One of the two places of a match: a player's ``name``, or else a ``word`` in its stead, such as "bye".

    Both are empty where nobody can tell yet who it will be. ``points`` are those of the match, if there are any;
    ``won`` is True for whoever goes on.
    """

    name: str
    word: str
    points: str
    won: bool


@dataclass(frozen=True, slots=True)
class BracketSlot:
    """A match, played or to come; ``note`` says what there is to say of it ("Table 3", "by decision")."""

    places: tuple[BracketPlace, BracketPlace]
    note: str


@dataclass(frozen=True, slots=True)
class BracketColumn:
    """The matches of a round on one sheet; ``heading`` names the round."""

    heading: str
    slots: tuple[BracketSlot, ...]


@dataclass(frozen=True, slots=True)
class BracketSheet:
    """A sheet of columns ``column_width`` millimetres wide, with names in lines of ``row_height``.

    With ``tree`` the first column is ``height`` millimetres high, and each match stands between the two that lead to
    it; else the matches stand one below the other, ``height`` is that of one. ``champion`` is None where the sheet has
    no place for the champion, and empty while there is none.
    """

    heading: str
    tree: bool
    height: float
    row_height: float
    column_width: float
    columns: tuple[BracketColumn, ...]
    champion: str | None


@dataclass(frozen=True, slots=True)
class BracketPage:
    """The bracket on landscape sheets; ``moment`` is how far the event is, ``row_height`` the least of its sheets."""

    event: EventHead
    moment: str
    row_height: float
    sheets: tuple[BracketSheet, ...]


# --- player cards ---


@dataclass(frozen=True, slots=True, kw_only=True)
class CardLine:
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


@dataclass(frozen=True, slots=True)
class PlayerCard:
    """A player's card; ``name`` is empty on a blank one, ``status`` says who has dropped.

    ``part`` is empty, but where a player's lines take more than one card ("card 1 of 2").
    """

    name: str
    status: str
    part: str
    lines: tuple[CardLine, ...]


@dataclass(frozen=True, slots=True)
class CardsPage:
    """Player cards in stack order, on landscape ``sheets`` of ``rows`` × ``columns``, row by row.

    A card is ``width`` × ``height`` millimetres, ``gap`` from the next, its lines ``row_height`` high.
    ``points_name`` is what the points are called (GMP); with ``numbered``, players have pairing numbers.
    """

    event: EventHead
    points_name: str
    numbered: bool
    rows: int
    columns: int
    width: float
    height: float
    gap: float
    row_height: float
    sheets: tuple[tuple[PlayerCard, ...], ...]


# --- Duplicate Magic: movement sheets, table cards, balance of the tables ---


@dataclass(frozen=True, slots=True)
class MovementLine:
    """Where a player is in a round: ``table``, own ``stock`` with its name, and ``opponent``; or else a ``word``.

    The word is "sits out", or a dash where the player has no part in the round. What is not known is empty.
    """

    round: str
    table: str = ""
    stock: str = ""
    stock_name: str = ""
    opponent: str = ""
    word: str = ""


@dataclass(frozen=True, slots=True)
class MovementSheet:
    """A player's or team's way through the event, in columns of lines; ``name`` is empty on a blank sheet.

    ``part`` is empty, but where the lines take more than one sheet ("sheet 1 of 2").
    """

    name: str
    part: str
    columns: tuple[tuple[MovementLine, ...], ...]


@dataclass(frozen=True, slots=True)
class MovementPage:
    """Movement sheets in stack order, on ``sheets`` of ``rows`` × ``columns``, row by row.

    Their lines are ``row_height`` millimetres high, and have a stock with ``stocks``.
    """

    event: EventHead
    rows: int
    columns: int
    row_height: float
    stocks: bool
    sheets: tuple[tuple[MovementSheet, ...], ...]


@dataclass(frozen=True, slots=True)
class CardStock:
    """A stock on a table card: what it is called ("Stock A"), its name and size ("44 cards"), which may be empty."""

    label: str
    name: str
    cards: str


@dataclass(frozen=True, slots=True)
class TableCardLine:
    """A round at a table: who plays, or a ``word`` where nobody does. All but ``round`` is empty on a blank card."""

    round: str
    a: str = ""
    b: str = ""
    word: str = ""


@dataclass(frozen=True, slots=True)
class TableCard:
    """The card of a table: its number, empty on a blank one, theme, stocks of both sides, and rounds.

    ``part`` as on a `MovementSheet`.
    """

    table: str
    theme: str
    part: str
    stocks: tuple[tuple[CardStock, ...], tuple[CardStock, ...]]
    lines: tuple[TableCardLine, ...]


@dataclass(frozen=True, slots=True)
class TableCardsPage:
    """Table cards in stack order, arranged as on a `MovementPage`; ``heads`` say who stands in the two columns."""

    event: EventHead
    rows: int
    columns: int
    row_height: float
    heads: tuple[str, str]
    sheets: tuple[tuple[TableCard, ...], ...]


@dataclass(frozen=True, slots=True)
class BalanceLine:
    """What happened at a table; ``stocks`` names both, ``wins_a`` and ``wins_b`` are numbers, the rest are texts."""

    table: str
    theme: str
    stocks: str
    wins_a: int
    wins_b: int
    draws: str
    paid: str
    most: str
    balance: str
    to_come: str


@dataclass(frozen=True, slots=True)
class BalancePage:
    """How well the tables were balanced: ``summary`` in sentences, then ``sheets`` of lines.

    A line is ``row_height`` millimetres high, a win a bar of ``win_width``. ``provisional`` is True while games are to
    come.
    """

    event: EventHead
    provisional: bool
    summary: tuple[str, ...]
    row_height: float
    win_width: float
    sheets: tuple[tuple[BalanceLine, ...], ...]


# --- index ---


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """A page to open: what to do with it ("Print and cut"), what it is, and its file."""

    task: str
    title: str
    file: str


@dataclass(frozen=True, slots=True)
class IndexSection:
    """The pages of one moment of the event, such as "Round 3"."""

    heading: str
    entries: tuple[IndexEntry, ...]


@dataclass(frozen=True, slots=True)
class IndexPage:
    """All pages of the event, the newest round first."""

    event: EventHead
    sections: tuple[IndexSection, ...]


# --- outstanding tables ---


@dataclass(frozen=True, slots=True)
class OutstandingLine:
    """A match without a result; ``table`` is empty where it has none."""

    round: str
    table: str
    a: str
    b: str


@dataclass(frozen=True, slots=True)
class OutstandingPage:
    """The matches without a result: ``sheets`` of lines ``row_height`` millimetres high, one empty where all are in.

    ``summary`` says how many there are.
    """

    event: EventHead
    summary: str
    row_height: float
    sheets: tuple[tuple[OutstandingLine, ...], ...]


# --- crosstable ---


@dataclass(frozen=True, slots=True)
class CrosstableRow:
    """A player of the crosstable: rank, name and points, and what happened in the rounds of the sheet."""

    rank: str
    player: str
    points: str
    rounds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CrosstableSheet:
    """Some players in rank order, and some rounds: their ``heads``; ``part`` names the rounds where not all stand here.

    ``round_width`` is that of a round's column in millimetres.
    """

    part: str
    heads: tuple[str, ...]
    round_width: float
    rows: tuple[CrosstableRow, ...]


@dataclass(frozen=True, slots=True)
class CrosstablePage:
    """The rounds of every player; with ``landscape`` the sheets lie on their side.

    ``explained`` says how a round is read, ``points_name`` what the points are called. ``provisional`` is True while
    results can still change. Lines are ``row_height`` millimetres high, the type ``type_size``, names ``name_width``.
    """

    event: EventHead
    provisional: bool
    explained: str
    points_name: str
    landscape: bool
    row_height: float
    type_size: float
    name_width: float
    points_width: float
    sheets: tuple[CrosstableSheet, ...]


# --- charts and the report of an event ---


@dataclass(frozen=True, slots=True)
class ChartShape:
    """A line or an area of a chart: an SVG ``path`` in millimetres, its ``fill`` ("none", "#fff"), and its outline.

    ``width`` is that of the outline in millimetres, ``dashes`` as in SVG's stroke-dasharray, empty where it is whole.
    """

    path: str
    fill: str
    width: float
    dashes: str = ""


@dataclass(frozen=True, slots=True)
class ChartText:
    """A number or a word in a chart: ``anchor`` says which end of it stands at ``x``, ``y`` is its base line."""

    text: str
    x: float
    y: float
    anchor: str
    bold: bool = False


@dataclass(frozen=True, slots=True)
class ChartName:
    """A player's name in a chart, in a box that it always fits: its upper left corner in millimetres."""

    name: str
    left: float
    top: float


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart, ``width`` × ``height`` millimetres. Names have boxes of ``name_width`` × ``name_height``."""

    title: str
    width: float
    height: float
    shapes: tuple[ChartShape, ...]
    texts: tuple[ChartText, ...]
    names: tuple[ChartName, ...] = ()
    name_width: float = 0
    name_height: float = 0


@dataclass(frozen=True, slots=True)
class ReportFact:
    """What there is to say of the event: ``label`` ("Venue") and ``value``."""

    label: str
    value: str


@dataclass(frozen=True, slots=True)
class ReportGroup:
    """Rows of a table, each with a text for each column, under a ``heading``, which may be empty."""

    heading: str
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class ReportTable:
    """A table in lines of ``row_height`` millimetres; names stand in boxes ``name_width`` wide.

    The roles of its columns are those of the standings, besides ``table`` and ``player``, the name of one of two.
    """

    columns: tuple[StandingsColumn, ...]
    row_height: float
    name_width: float
    groups: tuple[ReportGroup, ...]


@dataclass(frozen=True, slots=True)
class ReportSheet:
    """A sheet of the report: what it has of ``winners``, ``facts``, ``charts`` and ``table`` stands in this order.

    ``cover`` is True for the first sheet, which names the event.
    """

    heading: str
    cover: bool = False
    winners: tuple[str, ...] = ()
    facts: tuple[ReportFact, ...] = ()
    charts: tuple[Chart, ...] = ()
    table: ReportTable | None = None


@dataclass(frozen=True, slots=True)
class ReportPage:
    """The report of an event, ``provisional`` as long as its points can change."""

    event: EventHead
    provisional: bool
    row_height: float
    sheets: tuple[ReportSheet, ...]


# --- reference cards and the alignment test ---


@dataclass(frozen=True, slots=True)
class DoomLine:
    """What the Judge Armageddon Clock does at an upkeep; the numbers are texts.

    ``poison_text`` and ``cards_text`` say what their number counts ("5 poison").
    """

    upkeep: str
    counters: str
    life: str
    poison: str
    cards: str
    poison_text: str
    cards_text: str


@dataclass(frozen=True, slots=True)
class JudgeClockCard:
    """The Judge Armageddon Clock for a ``number``: ``counters`` is the sentence that has it, then its upkeeps."""

    number: str
    counters: str
    lines: tuple[DoomLine, ...]


@dataclass(frozen=True, slots=True)
class JudgeClockRow:
    """A row of the overview: a number, whether it is the ``chosen`` one of the cards, and its upkeeps."""

    number: str
    chosen: bool
    lines: tuple[DoomLine, ...]


@dataclass(frozen=True, slots=True)
class JudgeClockPage:
    """Cards of the Judge Armageddon Clock, arranged as on a `MovementPage`, and an overview on a sheet of its own.

    ``upkeeps`` are the heads of the overview.
    """

    event: EventHead
    rows: int
    columns: int
    row_height: float
    sheets: tuple[tuple[JudgeClockCard, ...], ...]
    upkeeps: tuple[str, ...]
    overview: tuple[JudgeClockRow, ...]


@dataclass(frozen=True, slots=True)
class ClockCard:
    """How the clock is set for a timing: ``time`` and ``beside`` in large print, the slip's sentence, and rules.

    Without a clock the first two are empty. ``own`` is True for the timing of the event.
    """

    name: str
    own: bool
    time: str
    beside: str
    setting: str
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClockPage:
    """Clock-setting cards, arranged as on a `MovementPage`."""

    event: EventHead
    rows: int
    columns: int
    row_height: float
    sheets: tuple[tuple[ClockCard, ...], ...]


@dataclass(frozen=True, slots=True)
class AlignmentSlip:
    """A test slip: its ``number``, empty on a blank one, the pile that the cut lays it on, and what to do and to check.

    ``steps`` are in order, ``notes`` are not.
    """

    number: str
    pile: str
    steps: tuple[str, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AlignmentPage:
    """Test slips in stack order, on sheets like those of the slips, with ``rulers`` drawn over each.

    Among them is a line of 100 millimetres, ``line_left`` and ``line_top`` from the edges.
    """

    event: EventHead
    rows: int
    columns: int
    row_height: float
    line_left: float
    line_top: float
    rulers: Chart
    sheets: tuple[tuple[AlignmentSlip, ...], ...]
