"""Match slips of all formats."""

from __future__ import annotations

from dataclasses import dataclass

from turnabout_sheets.prints.views.head import EventHead


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
