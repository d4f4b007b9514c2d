"""What was printed and is no longer right: after a swap, a late player, somebody who has left, a corrected result."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import unescape
from pathlib import Path
from typing import Final, NamedTuple

from turnabout_sheets.core.ordinary_files import read_file
from turnabout_sheets.event.results import Results, list_waiting, running_round
from turnabout_sheets.prints.page import ROUND_FILE, load_page

LISTS: Final = ("pairings", "tables")
"""The pages of a round that are posted or kept at the desk, and wrong once its pairs are others."""

_SLIP: Final = re.compile(r'<article class="slip.*?</article>', re.DOTALL)
_TABLE: Final = re.compile(r'<span class="number">(\d+)</span>')
_HEAD: Final = re.compile(r"<head>.*?</head>|<header.*?</header>", re.DOTALL)
_TAG: Final = re.compile(r"<[^>]*>")


class Outdated(NamedTuple):
    """What is to be printed again of a round: slips of ``tables``, and ``files`` in the folder of prints.

    ``later`` are the files of all rounds, and of those to come, that are wrong where they are printed already.
    """

    round: int
    tables: tuple[int, ...]
    files: tuple[str, ...]
    later: tuple[str, ...] = ()


def find_outdated(results: Results, pages: Mapping[str, bytes], folder: Path) -> Outdated | None:
    """Hold the pages of the running round against those in ``folder``, which they are about to replace.

    Only what people read counts, and of slips only those of matches whose result is not in. Where all rounds are paired
    at once, those to come may be printed, too. None where all is right.
    """
    number = running_round(results)
    tables: list[int] = []
    files: list[str] = []
    waiting = {match.table for match in list_waiting(results) if match.round == number}
    slips, *lists = (load_page(name).documents[0] for name in ("slips", *LISTS))
    if waiting:
        before, now = (_slips(page) for page in _both(slips.file.format(number), pages, folder))
        tables = sorted(
            table for table, slip in now.items() if table in waiting and before and before.get(table) != slip
        )
        files = [name for name in (each.file.format(number) for each in lists) if _is_changed(name, pages, folder)]
    if number > results.played and not results.event.settings.method.at_once:
        standings = load_page("standings").documents[0].file.format(results.played)
        files += [standings] if _is_changed(standings, pages, folder) else []
    later = _find_later(results, number, slips.file, pages, folder) if results.event.settings.method.at_once else []
    if tables or later:  # an earlier round that is corrected is no reason to print all of them again
        once = (each.file for each in load_page("movement").documents)
        later = [name for name in once if _is_changed(name, pages, folder)] + later
    found = Outdated(number, tuple(tables), tuple(files), tuple(later))
    return found if tables or files or later else None


def _find_later(results: Results, number: int, slips: str, pages: Mapping[str, bytes], folder: Path) -> list[str]:
    """Return the pages of rounds after ``number`` whose slips are others than they were."""
    to_come = [each for each in results.event.rounds if each > number]
    both = ((each, *map(_slips, _both(slips.format(each), pages, folder))) for each in to_come)
    return [ROUND_FILE.format(each) for each, before, now in both if before and before != now]


def _both(name: str, pages: Mapping[str, bytes], folder: Path) -> tuple[str, str]:
    """Return a page as it was printed, and as it is now; empty where there is none, and both where they are the same.

    Slips mostly are, while results come in, and of thousands it takes long to look at what stands on each.
    """
    now = bytes(pages.get(name, b""))
    try:
        before = read_file(folder / name)
    except OSError:
        before = b""
    return ("", "") if before == now else (before.decode("utf-8", "replace"), now.decode())


def _is_changed(name: str, pages: Mapping[str, bytes], folder: Path) -> bool:
    before, now = _both(name, pages, folder)
    return bool(before and now) and _text(before) != _text(now)


def _slips(page: str) -> dict[int, str]:
    """Return what stands on the slip of each table, but for its head, which is that of the event."""
    found = ((slip, _TABLE.search(slip)) for slip in _SLIP.findall(page))
    return {int(table[1]): _text(slip) for slip, table in found if table}


def _text(page: str) -> str:
    return " ".join(unescape(_TAG.sub(" ", _HEAD.sub(" ", page))).split())
