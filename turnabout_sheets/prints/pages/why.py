"""A player's page: where each number comes from, step by step, to be read at home or held against the sheets."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from turnabout_sheets.core.text import alphabetical_key, format_number
from turnabout_sheets.event.model import Player
from turnabout_sheets.event.results import Results
from turnabout_sheets.event.steps import Group, Step
from turnabout_sheets.explain.answers import explain
from turnabout_sheets.prints.page import ON_REQUEST, Document, Job, Of, Page
from turnabout_sheets.prints.shared import EventHead, make_head
from turnabout_sheets.prints.words import Words, word_column, word_standing, word_step, word_terms

Answers = Mapping[str, str]
"""What is answered, and its title on a sheet."""

COLUMNS: Sequence[Answers] = (
    {"matches": "why.part.matches"},
    {"pairing": "why.part.pairing", "rank": "why.part.rank"},
)
AT_LAST: Answers = {"rating": "why.part.rating"}
"""What stands in each column of a sheet, and at the end of the shorter one: by format and method either may be that."""

LETTERS_IN_A_LINE = 50

NO_BREAK_SPACE = "\u00a0"
BEHIND_A_SIGN = re.compile("(?<= [+−]) ")
WITHIN_A_CELL = re.compile("(?<![,;]) ")
"""Where a line had better not end, in a sum and in the names of cells and rules."""


class WhyLine(NamedTuple):
    """A step: what it says, the cells and the rule that it stands on, and the number that it comes to."""

    text: str
    standing: str
    number: str


class WhyGroup(NamedTuple):
    """Steps that belong together, under a title."""

    title: WhyLine
    lines: tuple[WhyLine, ...]


class WhyPart(NamedTuple):
    """The answer to one question about a player."""

    question: WhyLine
    groups: tuple[WhyGroup, ...]


class WhyPlayer(NamedTuple):
    """All answers about a player, by the columns of a sheet; before them the total, added up: 0 + 17 + 30 = 47."""

    name: str
    total: str
    columns: tuple[tuple[WhyPart, ...], ...]


class WhyPage(NamedTuple):
    """Players, each from a new sheet on, in the order of names. ``provisional``: as long as points can change."""

    event: EventHead
    provisional: bool
    players: tuple[WhyPlayer, ...]


def make_view(job: Job) -> WhyPage:
    """Return the page of the player who is asked for, or those of everybody, in the order of names."""
    event = job.event
    asked = [event.players[job.player]] if job.player is not None else event.players
    return WhyPage(
        make_head(event.settings),
        job.results.provisional,
        tuple(
            WhyPlayer(player.shown, _add_up(job.results, player, job.w), _make_columns(job.results, player, job.w))
            for player in sorted(asked, key=lambda player: alphabetical_key(player.shown))
        ),
    )


def _add_up(results: Results, player: Player, w: Words) -> str:
    """Return a player's points by round, added up; blank before there are any."""
    (answer,) = explain(results, player, ("matches",))
    question = answer.question
    if not question.terms or question.comes_to is None:
        return ""
    total = f"{word_terms(question.terms)} = " if len(question.terms) > 1 else ""
    return f"{word_column(question.of, w)} {total}{format_number(question.comes_to)}"


def _make_columns(results: Results, player: Player, w: Words) -> tuple[tuple[WhyPart, ...], ...]:
    columns = [_make_parts(results, player, column, w) for column in COLUMNS]
    min(columns, key=_estimate_lines).extend(_make_parts(results, player, AT_LAST, w))
    return tuple(map(tuple, columns))


def _estimate_lines(parts: Sequence[WhyPart]) -> int:
    groups = [group for part in parts for group in part.groups]
    lines = [line for group in groups for line in (group.title, *group.lines)]
    return len(groups) + sum(1 + len(line.text + line.standing) // LETTERS_IN_A_LINE for line in lines)


def _make_parts(results: Results, player: Player, answers: Answers, w: Words) -> list[WhyPart]:
    return [
        WhyPart(
            # Under the player's name, which is not said again.
            _make_line(answer.question, w(title, **answer.question.values), w),
            tuple(_make_group(group, w) for group in answer.groups),
        )
        for section, title in answers.items()
        for answer in explain(results, player, (section,))
    ]


def _make_group(group: Group, w: Words) -> WhyGroup:
    # The unit stands beside the title.
    steps = (step._replace(of="") if step.of == group.title.of else step for step in group.steps)
    title, *lines = (_make_line(step, word_step(step, w), w) for step in (group.title, *steps))
    return WhyGroup(title, tuple(lines))


def _make_line(step: Step, text: str, w: Words) -> WhyLine:
    return WhyLine(
        BEHIND_A_SIGN.sub(NO_BREAK_SPACE, text),
        WITHIN_A_CELL.sub(NO_BREAK_SPACE, word_standing(step)),
        _word_number(step, text, w),
    )


def _word_number(step: Step, text: str, w: Words) -> str:
    """Return what a step comes to, with its unit, if the text does not name that already; nothing for no number."""
    if step.comes_to is None:
        return ""
    number, unit = format_number(step.comes_to), word_column(step.of, w)
    named = re.search(rf"(?<!\w){re.escape(unit)}(?!\w)", text, re.IGNORECASE)
    return number if named else f"{unit} {number}"


PAGE = Page(
    name="why",
    help="where a player's points, rank, opponents and award come from; of one with --player, else of everybody",
    of=Of.EVENT,
    when=ON_REQUEST,
    documents=(
        Document(
            position=125,
            file="why.html",
            task="index.keep",
            title="why.title",
            template="why.html.j2",
            view=WhyPage,
            make=make_view,
        ),
    ),
)
