"""The round on a screen: large and in turn for a projector in the hall, or to scroll through on a phone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from turnabout_sheets.event.model import Match
from turnabout_sheets.event.results import Results, list_waiting, running_round
from turnabout_sheets.prints.layout import choose_layout, cut
from turnabout_sheets.prints.page import ONCE_PAIRED, Document, Job, Of, Page
from turnabout_sheets.prints.pages import pairings, standings
from turnabout_sheets.prints.shared import EventHead, make_head
from turnabout_sheets.prints.words import Words


class ScreenLine(NamedTuple):
    """A line of a list: the ``name`` in large print, ``more`` about it below; a rank before, a table or points after.

    Where several rounds are waited for, a round stands ``before``. With ``in_words``, what stands ``after`` is no
    figure: a bye.
    """

    before: str
    name: str
    more: str
    after: str
    in_words: bool = False


class ScreenList(NamedTuple):
    """A list: what it is, a ``note`` to it, and the heads of what stands before the names, of them, and after.

    ``slides`` are what a screen shows of it at once: ``columns`` of ``rows`` at most.
    """

    heading: str
    note: str
    heads: tuple[str, str, str]
    columns: int
    rows: int
    slides: tuple[tuple[tuple[ScreenLine, ...], ...], ...]


class ScreenMatch(NamedTuple):
    """A match of a player, or a round without one: the ``opponent``, blank for none, and how it ended: "W 20"."""

    round: str
    opponent: str
    ended: str


class ScreenPlayer(NamedTuple):
    """A player with their matches so far, round by round."""

    name: str
    matches: tuple[ScreenMatch, ...]


class ScreenPage(NamedTuple):
    """What is to be seen of the event now; ``heading`` says which moment that is, ``note`` how far the round is.

    ``round`` is the one that is running, 0 for none, and ``minutes`` how long it lasts, 0 where nothing limits it.
    Before the first round there are no ``lists``. ``players`` are there on the site, where each looks for their own.
    """

    event: EventHead
    round: int
    heading: str
    note: str
    minutes: int
    lists: tuple[ScreenList, ...]
    players: tuple[ScreenPlayer, ...] = ()


def make_view(job: Job) -> ScreenPage:
    """Return the pairings while results of the running round are missing, the standings, and the tables to wait for.

    Those come once a result of the round is in: before, the pairings name them all.
    """
    results, w = job.results, job.w
    waiting = list_waiting(results)
    running = running_round(results) if waiting else 0
    has_begun = running <= results.played
    ranked = standings.view_of_job(job)
    lists = [
        *([_list_pairings(job, running)] if running else []),
        *([_list_standings(ranked, w)] if ranked is not None else []),
        *([_list_outstanding(job, waiting)] if running and has_begun else []),
    ]
    return ScreenPage(
        event=make_head(results.event.settings),
        round=running,
        heading=w("page.round", n=running) if running else _tell_moment(results, w),
        note=w.counted("outstanding.missing", len(waiting)) if running else "",
        minutes=job.own.find_minutes(results.event.settings) if running else 0,
        lists=tuple(lists),
    )


def _tell_moment(results: Results, w: Words) -> str:
    """Return where the event stands between two rounds."""
    if results.finished:
        return w("screen.over")
    return w("page.after_round", n=results.played) if results.played else w("outstanding.none_paired")


def _list_pairings(job: Job, number: int) -> ScreenList:
    pairs = pairings.list_lines(job.event, number, job.w)
    bye, no_match = job.w(job.own.bye), job.w("lists.no_match")
    lines = [
        ScreenLine("", each.player, no_match, bye, in_words=True)
        if each.bye
        else ScreenLine("", each.player, each.opponent, f"{each.table} {each.stock}".strip())
        for each in pairs
    ]
    time = job.own.describe_time(job.event.settings, job.w)
    stocks = [job.w("page.stock")] if any(each.stock for each in pairs) else []
    heads = ("", job.w("lists.player_and_opponent"), ", ".join([job.w("page.table"), *stocks]))
    return _make_list(job.w("lists.by_player"), time, heads, lines)


def _list_standings(view: standings.StandingsPage, w: Words) -> ScreenList:
    roles = [column.role for column in view.columns]
    rank, name, points = map(roles.index, ("rank", "name", "points"))
    lines = [
        ScreenLine(row[rank], row[name], " · ".join(_tell_others(view, row)), row[points])
        for sheet in view.sheets
        for row in sheet
    ]
    provisional = [w("standings.provisional")] if view.provisional else []
    note = " · ".join([w("page.after_round", n=view.after_round), *provisional])
    heads = (view.columns[rank].heading, view.columns[name].heading, view.columns[points].heading)
    return _make_list(standings.name_standings(w, final=view.final), note, heads, lines)


def _tell_others(view: standings.StandingsPage, row: Sequence[str]) -> Iterator[str]:
    """Yield what else the standings have of somebody, with the head of its column; a status needs none."""
    for column, text in zip(view.columns, row, strict=True):
        if text and column.role in ("number", "signed"):
            yield f"{column.heading} {text}".replace(" ", "\u00a0")
        elif text and column.role == "text":
            yield text


def _list_outstanding(job: Job, matches: Sequence[Match]) -> ScreenList:
    """Return the tables to wait for; with the rounds, where they are of several."""
    name, several = [player.shown for player in job.event.players], matches[0].round != matches[-1].round
    lines = [
        ScreenLine(
            str(match.round) if several else "", name[a], name[b], "" if match.table is None else str(match.table)
        )
        for match in matches
        for a, b in [match.pair]
    ]
    heads = (job.w("page.round_label") if several else "", job.w("page.player"), job.w("page.table"))
    return _make_list(job.w("outstanding.title"), "", heads, lines)


def _make_list(heading: str, note: str, heads: tuple[str, str, str], lines: Sequence[ScreenLine]) -> ScreenList:
    layout = choose_layout(len(lines))
    return ScreenList(heading, note, heads, layout.columns, layout.rows, cut(lines, layout))


PAGE = Page(
    name="screen",
    help="the round on a screen: pairings, standings and outstanding tables in turn, with a clock",
    of=Of.EVENT,
    when=ONCE_PAIRED,
    documents=(
        Document(
            position=105,
            file="screen.html",
            task="index.show",
            title="screen.title",
            template="screen.html.j2",
            view=ScreenPage,
            make=make_view,
            on_screen=True,
        ),
    ),
)
