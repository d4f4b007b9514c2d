"""What stands on a Turnabout match slip."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import Event, Player
from turnabout_sheets.formats.turnabout.scoring import (
    MATCH_POINTS_LEAST,
    MATCH_POINTS_MOST,
    VICTORY_POINTS,
    VP_STEPS,
    ScoringOption,
    deck_option,
    losing_deck,
    scoring_options,
)
from turnabout_sheets.prints.layout import GRIDS, stack_slips
from turnabout_sheets.prints.selection import ALL, Selection
from turnabout_sheets.prints.shared import GAMES, EventHead, Pair, describe_clock, list_pairs, make_head, name_on_slip
from turnabout_sheets.prints.words import Words


class SlipPlayer(NamedTuple):
    """A player on a slip: ``side`` is A or B, ``option`` the deck's scoring option, ``counts`` the winner's count.

    All but ``side`` are empty on a blank slip.
    """

    side: str
    name: str
    option: str
    counts: str


class SlipWin(NamedTuple):
    """A line of a game, "side wins": what the winner then counts, and how many match points (MP) that is.

    ``deck`` is the player, A or B, whose deck's option it goes by, ``counts`` is a word ("life"), ``formula`` says the
    MP ("10 + life"). The last two are empty on a blank slip.
    """

    side: str
    deck: str
    counts: str
    formula: str


class SlipGame(NamedTuple):
    """A game of the match: its number, who plays which deck, minutes to prepare, and its two possible winners."""

    number: int
    decks: str
    minutes: int
    wins: tuple[SlipWin, SlipWin]


class Slip(NamedTuple):
    """A match slip; ``table`` is the number as text, empty where the match has none or the slip is blank."""

    table: str
    players: tuple[SlipPlayer, SlipPlayer]
    games: tuple[SlipGame, SlipGame]


class ScaleStep(NamedTuple):
    """A step of the VP table: the MP difference ("4–6"), and the VP of winner and loser ("17–13")."""

    difference: str
    division: str


class SlipsPage(NamedTuple):
    """All slips of a round in stack order: ``sheets`` of ``rows`` × ``columns`` slips, row by row.

    ``least`` and ``most`` are the MP that a win can be worth; ``formulas`` says what it is worth by each option, and
    ``clock`` how to set the clock.
    """

    event: EventHead
    round: int
    rows: int
    columns: int
    sheets: tuple[tuple[Slip, ...], ...]
    scale: tuple[ScaleStep, ...]
    least: int
    most: int
    formulas: str
    clock: str


TEMPLATE, VIEW = "slips/turnabout.html.j2", SlipsPage

_COUNTS = {"life": "turnabout.life", "library": "turnabout.library", "poison": "turnabout.poison"}
"""The keys of what the standard options count; the words of other options are the organizer's."""

_VULGAR = {Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}


def make_view(event: Event, format: Format, round_number: int, w: Words, selection: Selection = ALL) -> SlipsPage:
    """Return the slips of a round in stack order; the last sheets are filled with blank slips. A bye gets no slip.

    What they say of handing over the decks is rules 1.1.4.
    """
    options = scoring_options(event)
    slips = [_slip(pair, options, w) for pair in selection.of(list_pairs(event, round_number))]
    rows, columns = GRIDS[event.settings.slips_per_page]
    return SlipsPage(
        event=make_head(event.settings),
        round=round_number,
        rows=rows,
        columns=columns,
        sheets=stack_slips(slips or [_blank(w)] * selection.blank, _blank(w), rows * columns),
        scale=vp_scale(),
        least=MATCH_POINTS_LEAST,
        most=MATCH_POINTS_MOST,
        formulas=_formulas(options.values(), w),
        clock=describe_clock(event.settings, w),
    )


def name_option(event: Event, player: Player) -> str:
    """Return the name of a player's scoring option (rules 1.2.5)."""
    return scoring_options(event)[deck_option(None, player)].name


def formula(option: ScoringOption, w: Words) -> str:
    """Return the match points of a win in words: "10 + life", "10 + ½ library, rounded up" (rules 1.2.2)."""
    size = abs(option.per_unit)
    times = "" if size == 1 else f"{_VULGAR[size]} " if size in _VULGAR else f"{size} × "
    rounded = w("turnabout.rounded_up") if option.round_up else w("turnabout.rounded_down")
    rounding = "" if size.denominator == 1 else rounded
    return f"{option.base} {'−' if option.per_unit < 0 else '+'} {times}{counted_word(option, w)}{rounding}"


def counted_word(option: ScoringOption, w: Words) -> str:
    """Return the word for what the winner counts."""
    return w(_COUNTS[option.counts]) if option.counts in _COUNTS else option.counts


def _formulas(options: Iterable[ScoringOption], w: Words) -> str:
    """Return what a win is worth by each option, for who states another one at the table (rules 1.2.2 and 1.2.5)."""
    each = (w("turnabout.option_formula", option=option.name, formula=formula(option, w)) for option in options)
    kept_whole = (text.replace(" ", "\N{NO-BREAK SPACE}") for text in each)
    return " · ".join(kept_whole)


def vp_scale() -> tuple[ScaleStep, ...]:
    """Return the VP table as it is printed (rules 1.3.2)."""
    return tuple(
        ScaleStep(str(least) if least == end else f"{least}–{end}", f"{share}–{VICTORY_POINTS - share}")
        for least, end, share in VP_STEPS
    )


def _slip(pair: Pair, options: Mapping[str, ScoringOption], w: Words) -> Slip:
    assert pair.b is not None, "a bye has no slip"
    a = options[deck_option(pair.cells["option_a"], pair.a)]
    b = options[deck_option(pair.cells["option_b"], pair.b)]
    return Slip(
        table=pair.table_text,
        players=(
            SlipPlayer("A", name_on_slip(pair.a), a.name, counted_word(a, w)),
            SlipPlayer("B", name_on_slip(pair.b), b.name, counted_word(b, w)),
        ),
        games=_games({"a": (counted_word(a, w), formula(a, w)), "b": (counted_word(b, w), formula(b, w))}, w),
    )


def _games(counts: Mapping[str, tuple[str, str]], w: Words) -> tuple[SlipGame, SlipGame]:
    """Return both games, where ``counts`` are count and formula of A's deck and of B's."""

    def game(number: int) -> SlipGame:
        decks, minutes = GAMES[number - 1]
        lost = {side: losing_deck(number, side) for side in ("A", "B")}
        a, b = (SlipWin(side, deck.upper(), *counts[deck]) for side, deck in lost.items())
        return SlipGame(number, w(decks), minutes, (a, b))

    return (game(1), game(2))


def _blank(w: Words) -> Slip:
    """Return a slip to be filled in by hand."""
    nobody = SlipPlayer("A", "", "", ""), SlipPlayer("B", "", "", "")
    return Slip("", nobody, _games({"a": ("", ""), "b": ("", "")}, w))
