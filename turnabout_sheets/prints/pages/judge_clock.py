"""Cards for the judges: the Judge Armageddon Clock (rules 1.8.6)."""

from __future__ import annotations

from typing import NamedTuple

from turnabout_sheets.event.model import Event
from turnabout_sheets.prints.page import ON_REQUEST, Document, Of, Page
from turnabout_sheets.prints.shared import EventHead, make_head
from turnabout_sheets.prints.words import Words


class DoomLine(NamedTuple):
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


class JudgeClockCard(NamedTuple):
    """The Judge Armageddon Clock for a ``number``: ``counters`` is the sentence that has it, then its upkeeps."""

    number: str
    counters: str
    lines: tuple[DoomLine, ...]


class JudgeClockRow(NamedTuple):
    """A row of the overview: a number, whether it is the ``chosen`` one of the cards, and its upkeeps."""

    number: str
    chosen: bool
    lines: tuple[DoomLine, ...]


class JudgeClockPage(NamedTuple):
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


ROWS, COLUMNS = 2, 2
"""The cards of a sheet: as large as A6 on A4."""

ROW = 5.6
"""The height of a line in millimetres."""

UPKEEPS = 7
"""How many upkeeps stand on a card."""

NUMBERS, NEXT_UPKEEPS = 10, 6
"""How many numbers and upkeeps the overview has."""


class Doom(NamedTuple):
    """What the Judge Armageddon Clock has at an upkeep, and what each team chooses from for the others."""

    counters: int

    @property
    def life(self) -> int:
        """The life that another team loses: as much as there are doom counters."""
        return self.counters

    @property
    def poison(self) -> int:
        """The poison counters that it gains: half the number of doom counters, rounded up."""
        return (self.counters + 1) // 2

    @property
    def cards(self) -> int:
        """The cards that an opponent exiles from the top of the library: twice the number of doom counters."""
        return 2 * self.counters


def invoke_doom(number: int, upkeep: int) -> Doom:
    """Return what happens at an upkeep, counted from 1 (rules 1.8.6 and 1.8.9).

    "At the beginning of each upkeep, put the chosen number of doom counters on Judge Armageddon Clock. Then invoke
    doom." The counters stay, so that they are more each time.
    """
    return Doom(number * upkeep)


def make_view(event: Event, number: int, w: Words) -> JudgeClockPage:
    """Return cards of the Judge Armageddon Clock for a ``number``, 1 or more, and an overview of the numbers to 10."""
    card = JudgeClockCard(str(number), w.counted("judge_clock.counters", number), _upkeeps(number, UPKEEPS, w))
    return JudgeClockPage(
        event=make_head(event.settings),
        rows=ROWS,
        columns=COLUMNS,
        row_height=ROW,
        sheets=((card,) * (ROWS * COLUMNS),),
        upkeeps=tuple(w("judge_clock.upkeep_n", n=upkeep) for upkeep in range(1, NEXT_UPKEEPS + 1)),
        overview=tuple(
            JudgeClockRow(str(each), each == number, _upkeeps(each, NEXT_UPKEEPS, w)) for each in range(1, NUMBERS + 1)
        ),
    )


def _upkeeps(number: int, last: int, w: Words) -> tuple[DoomLine, ...]:
    """Return the upkeeps up to the ``last``."""

    def line(upkeep: int) -> DoomLine:
        each = invoke_doom(number, upkeep)
        return DoomLine(
            upkeep=str(upkeep),
            counters=str(each.counters),
            life=str(each.life),
            poison=str(each.poison),
            cards=str(each.cards),
            poison_text=w("judge_clock.poison_n", n=each.poison),
            cards_text=w("judge_clock.cards_n", n=each.cards),
        )

    return tuple(line(upkeep) for upkeep in range(1, last + 1))


PAGE = Page(
    name="judge-clock",
    help="the Judge Armageddon Clock, for the number in `--doom`",
    of=Of.EVENT,
    when=ON_REQUEST,
    documents=(
        Document(
            position=140,
            file="judge-clock.html",
            task="index.print_and_cut",
            title="judge_clock.title",
            template="judge_clock.html.j2",
            view=JudgeClockPage,
            make=lambda job: make_view(job.event, job.doom, job.w),
        ),
    ),
)
