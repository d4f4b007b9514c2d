"""What stands on a Turnabout match slip."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from turnabout_sheets.event.model import Event
from turnabout_sheets.formats.base import Format
from turnabout_sheets.formats.turnabout.scales import (
    MATCH_POINTS_LEAST,
    MATCH_POINTS_MOST,
    VICTORY_POINTS,
    VP_STEPS,
    ScoringOption,
)
from turnabout_sheets.formats.turnabout.scoring import deck_option, losing_deck, scoring_options
from turnabout_sheets.prints.head import make_head
from turnabout_sheets.prints.pairs import Pair, pairs_of_round
from turnabout_sheets.prints.selection import ALL, Selection
from turnabout_sheets.prints.stack import GRIDS, stack_slips
from turnabout_sheets.prints.views import ScaleStep, Slip, SlipGame, SlipPlayer, SlipsPage, SlipWin
from turnabout_sheets.prints.words import Words
from turnabout_sheets.sheets.settings import Settings

TEMPLATE = "slips/turnabout.html.j2"

GAMES = (("turnabout.opponents_deck", 5), ("turnabout.own_deck", 3))
"""The keys of who plays what, and the minutes to prepare, in games 1 and 2 (rules 1.1.2 and 1.1.3)."""

_COUNTS = {"life": "turnabout.life", "library": "turnabout.library", "poison": "turnabout.poison"}
"""The keys of what the standard options count; the words of other options are the organizer's."""

_VULGAR = {Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}


def slips_page(event: Event, format: Format, round_number: int, w: Words, selection: Selection = ALL) -> SlipsPage:
    """Return the slips of a round in stack order; the last sheets are filled with blank slips. A bye gets no slip."""
    options = scoring_options(event)
    slips = [_slip(pair, options, w) for pair in selection.of(pairs_of_round(event, round_number))]
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
        clock=clock_setting(event.settings, w),
    )


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


def vp_scale() -> tuple[ScaleStep, ...]:
    """Return the VP table as it is printed (rules 1.3.2)."""
    ends = [least - 1 for least, _ in VP_STEPS[1:]] + [2 * MATCH_POINTS_MOST]
    return tuple(
        ScaleStep(str(least) if least == end else f"{least}–{end}", f"{share}–{VICTORY_POINTS - share}")
        for (least, share), end in zip(VP_STEPS, ends, strict=True)
    )


def clock_setting(settings: Settings, w: Words) -> str:
    """Return how the clock is set (rules 1.8.1, 1.8.2 and 1.8.5).

    A Bronstein clock gives back what a move took, up to the refund, so the refund is added to the base time as well.
    """
    base, seconds = 60 * settings.minutes, settings.seconds
    half = f"{settings.match_minutes // 2}{'½' if settings.match_minutes % 2 else ''}"
    return {
        "untimed": w("turnabout.untimed"),
        "delay": w("turnabout.delay", time=_clock(base), seconds=seconds),
        "bronstein": w("turnabout.bronstein", time=_clock(base + seconds), seconds=seconds),
        "split": w("turnabout.split", minutes=half),
    }[settings.timing]


def _clock(seconds: int) -> str:
    return "{}:{:02}".format(*divmod(seconds, 60))


def _slip(pair: Pair, options: Mapping[str, ScoringOption], w: Words) -> Slip:
    assert pair.b is not None, "a bye has no slip"
    a = options[deck_option(pair.cells["option_a"], pair.a)]
    b = options[deck_option(pair.cells["option_b"], pair.b)]
    return Slip(
        table=pair.table_text,
        players=(
            SlipPlayer("A", pair.a.name, a.name, counted_word(a, w)),
            SlipPlayer("B", pair.b.name, b.name, counted_word(b, w)),
        ),
        games=_games({"a": (counted_word(a, w), formula(a, w)), "b": (counted_word(b, w), formula(b, w))}, w),
    )


def _games(counts: Mapping[str, tuple[str, str]], w: Words) -> tuple[SlipGame, SlipGame]:
    """Return both games, where ``counts`` are count and formula of A's deck and of B's."""

    def game(number: int) -> SlipGame:
        decks, minutes = GAMES[number - 1]
        wins = (SlipWin("A", *counts[losing_deck(number, "A")]), SlipWin("B", *counts[losing_deck(number, "B")]))
        return SlipGame(number, w(decks), minutes, wins)

    return (game(1), game(2))


def _blank(w: Words) -> Slip:
    """Return a slip to be filled in by hand."""
    nobody = SlipPlayer("A", "", "", ""), SlipPlayer("B", "", "", "")
    return Slip("", nobody, _games({"a": ("", ""), "b": ("", "")}, w))
