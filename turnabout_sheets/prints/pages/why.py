"""A player's page: where each number comes from, step by step, to be read at home or held against the sheets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from turnabout_sheets.core.alphabetical import alphabetical_key
from turnabout_sheets.core.numbers import format_number
from turnabout_sheets.event.steps import Answer, Step
from turnabout_sheets.prints.head import EventHead, make_head
from turnabout_sheets.prints.page import ON_REQUEST, Document, Job, Of, Page
from turnabout_sheets.prints.step_words import word_column, word_standing, word_step
from turnabout_sheets.prints.words import Words
from turnabout_sheets.rounds.answers import explain


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
    """All answers about a player."""

    name: str
    parts: tuple[WhyPart, ...]


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
            WhyPlayer(player.shown, _make_parts(explain(job.results, player), job.w))
            for player in sorted(asked, key=lambda player: alphabetical_key(player.shown))
        ),
    )


def _make_parts(answers: Sequence[Answer], w: Words) -> tuple[WhyPart, ...]:
    return tuple(
        WhyPart(
            _make_line(answer.question, w),
            tuple(
                # The unit stands beside the title.
                WhyGroup(_make_line(group.title, w), tuple(_make_line(step, w, group.title.of) for step in group.steps))
                for group in answer.groups
            ),
        )
        for answer in answers
    )


def _make_line(step: Step, w: Words, known: str = "") -> WhyLine:
    unit = "" if step.of in (known, "") else f"{word_column(step.of, w)} "
    number = "" if step.comes_to is None else f"{unit}{format_number(step.comes_to)}"
    return WhyLine(word_step(step, w), word_standing(step), number)


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
