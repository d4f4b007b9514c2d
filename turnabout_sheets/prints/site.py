"""An event as it is published, with a number for every name that stays off published pages: for phones and screens,
for a chat, and for other programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from turnabout_sheets.core.outcomes import PLAYED
from turnabout_sheets.core.text import alphabetical_key
from turnabout_sheets.event.model import BYE, Event, Match, Player
from turnabout_sheets.event.output_sheets import word_round
from turnabout_sheets.event.results import Results
from turnabout_sheets.prints.chat_text import make_blocks
from turnabout_sheets.prints.page import Job, Pages
from turnabout_sheets.prints.pages.crosstable import word_outcomes
from turnabout_sheets.prints.pages.screen import PAGE, ScreenMatch, ScreenPlayer, make_view
from turnabout_sheets.prints.render import render
from turnabout_sheets.prints.selection import ALL
from turnabout_sheets.prints.words import Words, load_words
from turnabout_sheets.sheets.settings import LANGUAGES


def number_players(event: Event) -> Mapping[int, int]:
    """Return a number from 1 for every player, by player number: the order in which they first sat down.

    That is by round and table, A before B, byes last, then who was let into that round; at the end who was never
    paired. So a number tells nothing of a name, as the place in a list by names would, and it stays when the sheet
    Players is sorted, when others ask for one, and when somebody comes late.
    """
    seated: dict[int, None] = {}
    for number in event.rounds:
        for match in sorted(event.as_paired(number), key=_seat_order):
            seated |= dict.fromkeys(player for _, player in match.seats())
        seated |= dict.fromkeys(player.number for player in event.let_into(number))
    everybody = [*seated, *(player.number for player in event.players if player.number not in seated)]
    return {player: place for place, player in enumerate(everybody, 1)}


def hide_names(results: Results, name: Callable[[int], str]) -> Results:
    """Return results in which the players who are not to be published are called ``name`` of their number.

    A team is one player here. Of such a player there is what `_hide` lists and nothing else: what else stands on the
    sheet Players, today or one day, is not there, and neither is the sheet. Points and the number of rounds are those
    of the whole event.
    """
    event = results.event
    if all(player.publish for player in event.players):
        return results
    numbers = number_players(event)
    players = tuple(each if each.publish else _hide(each, name(numbers[each.number])) for each in event.players)
    tables = {sheet: table for sheet, table in event.tables.items() if sheet != "Players"}
    # How many rounds there are depends on who is there, which is not told of everybody any more.
    settings = replace(event.settings, rounds=results.scheduled)
    return results.tell_less(replace(event, settings=settings, players=players, tables=tables))


def publish_names(results: Results, templates: Path | None = None) -> Results:
    """Return results in which "Player 7", in the event's language, stands for a name that is not to be published."""
    w = _load_words(results, templates)
    return hide_names(results, lambda number: w("screen.player", n=number))


def _load_words(results: Results, templates: Path | None) -> Words:
    return load_words(LANGUAGES[results.event.settings.language], templates)


def _hide(player: Player, name: str) -> Player:
    """Return all that is shown of a player: what may be is listed, so that nothing new is shown by itself."""
    return Player(number=player.number, name=name, joined=player.joined, publish=False)


def _seat_order(match: Match) -> tuple[bool, bool, int]:
    return match.b == BYE, match.table is None, match.table or 0


FILE, TEMPLATE = "index.html", "site.html.j2"


def make_site(results: Results, templates: Path | None = None) -> Pages:
    """Return the pages of an event's site, which link each other and nothing else.

    They are there before the first round, too, so that a screen that shows one comes to the first round by itself.
    """
    job = _make_job(results, templates)
    w, view = job.w, make_view(job)
    (screen,) = PAGE.documents
    return {
        FILE: render(TEMPLATE, view._replace(players=tuple(_list_players(job.results, w))), w, templates=templates),
        screen.file: render(screen.template, view, w, templates=templates),
    }


def make_chat_text(results: Results) -> list[str]:
    """Return the pairings and the standings for a chat, block by block. Raises `SaidError`."""
    return make_blocks(_make_job(results))


def _make_job(results: Results, templates: Path | None = None) -> Job:
    """Return what is made of an event as it is published."""
    public = publish_names(results, templates)
    sheets = {each.sheet.name: each for each in public.format.make_output(public)}
    return Job(public, sheets, 0, _load_words(results, templates), ALL)


def _list_players(results: Results, w: Words) -> Iterator[ScreenPlayer]:
    """Yield all players by name, each with what has become of them in every round that is reported."""
    players, said = results.event.players, word_outcomes(results, w)
    matches: dict[int, list[ScreenMatch]] = {}
    for side in results.side_of.values():
        opponent = players[side.opponent].shown if side.outcome in PLAYED else ""
        match = ScreenMatch(w("page.round", n=side.round), opponent, word_round(side, said))
        matches.setdefault(side.player, []).append(match)
    for each in sorted(players, key=lambda each: alphabetical_key(each.shown)):
        if each.number in matches:
            yield ScreenPlayer(each.shown, tuple(matches[each.number]))
