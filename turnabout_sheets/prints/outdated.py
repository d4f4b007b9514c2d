"""What was printed and is no longer right: after a swap, a late player, a dropped player, a corrected result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple

from turnabout_sheets.event.results import Results, compute_as_of, list_waiting, running_round
from turnabout_sheets.prints.format_pages import format_pages
from turnabout_sheets.prints.page import ROUND_FILE, Job, has_page, load_page
from turnabout_sheets.prints.selection import ALL
from turnabout_sheets.prints.words import load_words
from turnabout_sheets.sheets.settings import LANGUAGES

LISTS: Final = ("pairings", "tables")
"""The pages of a round that are posted or kept at the desk, and wrong once its pairs are others."""


class Outdated(NamedTuple):
    """What is to be printed again of a round: slips of ``tables``, and ``files`` in the folder of prints.

    ``later`` are the files of all rounds, and of those to come, that are wrong where they are printed already.
    """

    round: int
    tables: tuple[int, ...]
    files: tuple[str, ...]
    later: tuple[str, ...] = ()


def find_outdated(before: Results, now: Results) -> Outdated | None:
    """Compare the pages of the running round with what they were when an event was as ``before``; None: all are right.

    Of slips only those of matches without a result count. Where all rounds are paired at once, those to come may be
    printed, too.
    """
    paper, per_page = now.event.settings.paper, now.event.settings.slips_per_page
    settings = replace(before.event.settings, paper=paper, slips_per_page=per_page)
    before = replace(before, event=replace(before.event, settings=settings))
    number, at_once = running_round(now), now.event.settings.method.at_once
    waiting = {match.table for match in list_waiting(now) if match.round == number}
    tables, files, later = list[int](), list[str](), list[str]()
    if waiting:
        then, slips = _list_slips(before, number), _list_slips(now, number)
        tables = sorted(table for table in slips if table in waiting and then and then.get(table) != slips[table])
        if number in before.event.rounds:
            files = [file for name in LISTS for file in _find_changed(name, before, now, number)]
    if number > now.played and not at_once and before.played >= now.played:
        as_of = before if before.played == now.played else compute_as_of(before, now.played)
        files += _find_changed("standings", as_of, now, now.played)
    if at_once:
        to_come = (each for each in now.event.rounds if each > number and each in before.event.rounds)
        later = [ROUND_FILE.format(each) for each in to_come if _list_slips(before, each) != _list_slips(now, each)]
        if tables or later:  # an earlier round that is corrected is no reason to print all of them again
            later = [*_find_changed("movement", before, now), *later]
    found = Outdated(number, tuple(tables), tuple(files), tuple(later))
    return found if tables or files or later else None


def _list_slips(results: Results, number: int) -> Mapping[int, tuple[str, Any]]:
    """Return the language and the slip of each table of a round."""
    if number not in results.event.rounds:
        return {}
    w = load_words(LANGUAGES[results.event.settings.language])
    view = format_pages(results.format.name).load_slips().make_view(results.event, results.format, number, w, ALL)
    return {int(slip.table): (w.language, slip) for sheet in view.sheets for slip in sheet if slip.table}


def _find_changed(name: str, before: Results, now: Results, number: int = 0) -> Iterator[str]:
    """Yield the files of a page that had something else in them."""
    for document in load_page(name).documents if has_page(now.format.name, name) else ():
        views = []
        for results in (before, now):
            sheets = results.format.make_output(results) if name == "standings" else ()
            w = load_words(LANGUAGES[results.event.settings.language])
            job = Job(results, {each.sheet.name: each for each in sheets}, number, w, ALL)
            view = document.make(job) if document.make is not None and has_page(results.format.name, name) else None
            views.append(view and (w.language, view._replace(event=None)))
        if all(views) and views[0] != views[1]:
            yield document.file.format(number)
