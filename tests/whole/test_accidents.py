"""What goes wrong at the desk, beside a round that players have seen: the run asks, and changes nothing before.

The worst is what nobody notices: a run without a word after which results count for others than those who played. Here
are the ways to come there, each as it is typed; what is ordinary is in `tests.whole.test_ordinary_days`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from tests.dose import dose
from tests.support.accidents import (
    ALL,
    DAY,
    DAY_NONE,
    DUPLICATE,
    DUPLICATE_NONE,
    NETRUNNER,
    NETRUNNER_NONE,
    NO_SHOW,
    NONE,
    ODD,
    OPTIONS,
    RESULT,
    SOME,
    WHOLE,
    Accident,
    Start,
    begin,
    clear,
    clear_results,
    copy_below,
    correct_round_1,
    count_up,
    delete,
    exchange,
    fill_down,
    fill_row_down,
    forgotten,
    in_rows,
    no_show,
    put_backup,
    put_from_before,
    put_older,
    remove,
    remove_bye,
    report_anew,
    report_rest,
    rotate_b,
    sort_only,
    swap_a_with_b,
    swap_b,
    swap_sides,
    tidied,
)
from tests.support.books import records
from tests.support.edited_book import Book
from tests.support.organizer import SEATS, WORKS, Organizer, Table
from turnabout_sheets.changes.guards import Asked
from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.core.problems import Problem, Severity
from turnabout_sheets.jobs.outcome import RunOutcome

pytestmark = pytest.mark.slow

NAMES: Final = SEATS[1:]
BY_NAME: Final = sort_only(SEATS, "player a")

PAIRS: Final[Mapping[str, tuple[Start, Accident]]] = {
    # Some columns are sorted, and the results stay
    "A:C sorted by name": (DAY, BY_NAME),
    "A:C sorted by name, the last first": (DAY, sort_only(SEATS, "player a", descending=True)),
    "A:C sorted by the other name": (DAY, sort_only(SEATS, "player b")),
    "A:C sorted by table, the last first": (DAY, sort_only(SEATS, "table", descending=True)),
    "A:E sorted by name": (DAY, sort_only(OPTIONS, "player a")),
    "A:C sorted with three results": (SOME, BY_NAME),
    "A:C sorted in the save that brings more": (SOME, sort_only(SEATS, "player b", more=2)),
    "A:C sorted in the round before": (WHOLE, BY_NAME),
    "A:C sorted beside a bye": (ODD, BY_NAME),
    "A:C sorted, Netrunner": (NETRUNNER, BY_NAME),
    "A:C sorted, Duplicate": (DUPLICATE, BY_NAME),
    "B:C sorted": (DAY, sort_only(NAMES, "player a")),
    "B:C sorted, the last first": (SOME, sort_only(NAMES, "player b", descending=True)),
    "B:C sorted, Duplicate": (DUPLICATE, sort_only(NAMES, "player a")),
    "Player A sorted": (DAY, sort_only(NAMES[:1], "player a")),
    "Player B sorted": (DAY, sort_only(NAMES[1:], "player b")),
    "Player B sorted in the round before": (WHOLE, sort_only(NAMES[1:], "player b")),
    "Player B sorted, Netrunner": (NETRUNNER, sort_only(NAMES[1:], "player b")),
    "Player A sorted, Duplicate": (DUPLICATE, sort_only(NAMES[:1], "player a")),
    "Table sorted": (DAY, sort_only(SEATS[:1], "table", descending=True)),
    "the results sorted": (DAY, sort_only(RESULT, "game 1 count")),
    "the results sorted, Netrunner":
        (NETRUNNER, sort_only(WORKS["Netrunner"], "game 1 winner", descending=True)),
    # A and B, and names of two tables
    "A and B swapped in a row": (DAY, in_rows(swap_sides, 2)),
    "A and B swapped everywhere": (DAY, in_rows(swap_sides)),
    "A and B swapped in the save that brings the result": (SOME, in_rows(swap_sides, 5, reports=True)),
    "A and B swapped in the round before": (WHOLE, in_rows(swap_sides, 3)),
    "A and B swapped, Netrunner": (NETRUNNER, in_rows(swap_sides, 1)),
    "A and B swapped in the save that brings the result, Netrunner": (NETRUNNER, in_rows(swap_sides, 6, reports=True)),
    "A and B swapped, Duplicate": (DUPLICATE, in_rows(swap_sides, 2)),
    "two names swapped in the save that brings the results": (DAY, in_rows(swap_b, 4, 5, reports=True)),
    "two names swapped, and all results come": (NONE, in_rows(swap_b, 1, 4, 2, 3, 5, 6, reports=True)),
    "two names swapped after the results": (DAY, in_rows(swap_b, 1, 2)),
    "two names swapped of which one has a result": (DAY, in_rows(swap_b, 3, 4)),
    "an A and a B swapped": (SOME, in_rows(swap_a_with_b, 1, 3)),
    "three names swapped": (SOME, in_rows(rotate_b, 1, 2, 3)),
    "two names swapped in the round before": (WHOLE, in_rows(swap_b, 2, 5)),
    "two names swapped, Netrunner": (NETRUNNER, in_rows(swap_b, 4, 5, reports=True)),
    "two names swapped, Duplicate": (DUPLICATE, in_rows(swap_b, 4, 5, reports=True)),
    "two pairs exchanged, the tables stay": (SOME, in_rows(partial(exchange, NAMES), 1, 2)),
    "two pairs exchanged in the save that brings the results":
        (SOME, in_rows(partial(exchange, NAMES), 4, 5, reports=True)),
    "A and B swapped beside a no-show": (NO_SHOW, in_rows(swap_sides, 4)),
    "two names swapped beside a no-show": (NO_SHOW, in_rows(swap_b, 4, 5)),
    "A and B swapped in the save that brings a no-show": (SOME, no_show(in_rows(swap_sides, 5), 5)),
    # Rows over others, gone, twice
    "a pair filled down": (DAY, in_rows(partial(fill_down, NAMES), 3, 4)),
    "a pair filled down over two": (SOME, in_rows(partial(fill_down, NAMES), 1, 2, 3)),
    "Player B filled down": (DAY, in_rows(partial(fill_down, NAMES[1:]), 1, 2)),
    "a row filled down": (DAY, in_rows(fill_row_down, 6, 7)),
    "a pair filled down, Netrunner": (NETRUNNER, in_rows(partial(fill_down, NAMES), 1, 2)),
    "a row cleared": (DAY, in_rows(clear, 3)),
    "a row without a result cleared": (DAY, in_rows(clear, 4)),
    "a row removed": (DAY, in_rows(remove, 3)),
    "the first row removed": (SOME, in_rows(remove, 1)),
    "the last row removed": (DAY, in_rows(remove, 12)),
    "two rows removed": (SOME, in_rows(remove, 2, 3)),
    "a row removed in the round before": (WHOLE, in_rows(remove, 2)),
    "a row removed, Netrunner": (NETRUNNER, in_rows(remove, 2)),
    "a row removed, Duplicate": (DUPLICATE, in_rows(remove, 2)),
    "a row removed beside a bye": (ODD, in_rows(remove, 2)),
    "the row of a bye removed": (ODD, remove_bye),
    "a row twice": (DAY, in_rows(partial(copy_below, ()), 3)),
    "a pair twice": (DAY, in_rows(partial(copy_below, NAMES), 3)),
    "a row twice, Duplicate": (DUPLICATE, in_rows(partial(copy_below, ()), 3)),
    # Tables
    "tables counted up": (DAY, in_rows(count_up)),
    "two tables exchanged": (DAY, in_rows(partial(exchange, SEATS[:1]), 1, 2)),
    "two tables exchanged in the save that brings the results":
        (SOME, in_rows(partial(exchange, SEATS[:1]), 4, 5, reports=True)),
    "one table filled down": (SOME, in_rows(partial(fill_down, SEATS[:1]))),
    "two tables exchanged, Netrunner": (NETRUNNER, in_rows(partial(exchange, SEATS[:1]), 1, 2)),
    # What remembers is gone, too
    "A:C sorted, the hidden sheet deleted": (DAY, forgotten(BY_NAME)),
    "a row removed, the hidden sheet deleted": (SOME, forgotten(in_rows(remove, 1))),
    "two names swapped, the hidden sheet deleted": (SOME, forgotten(in_rows(swap_b, 4, 5, reports=True))),
    "A:C sorted, the earlier versions deleted": (DAY, tidied(BY_NAME)),
    "a pair filled down, the earlier versions deleted": (SOME, tidied(in_rows(partial(fill_down, NAMES), 1, 2))),
    "tables counted up, the earlier versions deleted": (SOME, tidied(in_rows(count_up))),
}  # fmt: skip
"""Who sits where is no longer what was published, and there are results in these rows."""

RESULTS: Final[Mapping[str, tuple[Start, Accident]]] = {
    "all results of round 1 typed anew": (NONE, in_rows(report_anew, number=1)),
    "all twelve results of round 1 typed anew": (DAY_NONE, in_rows(report_anew, number=1)),
    "most results of round 1 typed anew": (NONE, in_rows(report_anew, 1, 2, 4, 6, number=1)),
    "all results of round 1 typed anew, Netrunner": (NETRUNNER_NONE, in_rows(report_anew, number=1)),
    "all results of round 1 typed anew, Duplicate": (DUPLICATE_NONE, in_rows(report_anew, number=1)),
    "all results of round 1 typed anew, the earlier versions deleted": (NONE, tidied(in_rows(report_anew, number=1))),
    "all results of round 1 cleared": (NONE, in_rows(clear_results, number=1)),
    "the results of the round before sorted": (WHOLE, sort_only(RESULT, "game 1 count")),
}
"""Typed into the older round, while the running one is blank."""

GONE: Final[Mapping[str, tuple[Start, Accident]]] = {
    "the sheet of a round with results deleted": (DAY, delete(2)),
    "the sheet of the round before deleted": (DAY, delete(1)),
    "the sheet of the round before the blank one deleted": (WHOLE, delete(2)),
    "all rounds deleted": (DAY, delete(1, 2)),
    "the sheet of a round deleted, Netrunner": (NETRUNNER, delete(2)),
    "the sheet of a round deleted, Duplicate": (DUPLICATE, delete(2)),
    "the sheet of a round deleted, and the hidden sheet": (DAY, forgotten(delete(2))),
    "the sheet of a round deleted, and the earlier versions": (DAY, tidied(delete(2))),
    "an older copy without the round, which had results": (NONE, put_from_before(reported=2)),
    "an older copy without the round, edited and saved over": (SOME, put_from_before(correct_round_1)),
    "an older copy without the round, without its hidden sheet": (SOME, forgotten(put_from_before())),
    "an older copy without the round, Netrunner": (NETRUNNER, put_from_before()),
    "an older copy, and round 3 is gone": (SOME, put_older(rounds=1)),
    "an older copy, and round 3 is gone, which was blank": (SOME, put_older(reported=0, rounds=1)),
    "an older copy, and round 3 is due otherwise": (SOME, put_older(report_rest, rounds=1)),
    "an older copy, and rounds 3 and 4 are gone": (SOME, put_older(reported=ALL, rounds=2)),
}
"""A round that was published is not there any more."""

OLDER: Final[Mapping[str, tuple[Start, Accident]]] = {
    "six results, copied, nine results, copied back": (Start(players=24, reported=6), put_older(reported=3)),
    "one result is gone": (SOME, put_older(reported=1)),
    "an older copy, edited and saved over": (SOME, put_older(correct_round_1)),
    "an older copy out of the folder of earlier versions": (SOME, put_backup(1, 2)),
    "an older copy, Netrunner": (NETRUNNER, put_older()),
    "an older copy, Duplicate": (DUPLICATE, put_older()),
}
"""Results that were in are not there any more."""

TAKEN: Final[Mapping[str, tuple[Start, Accident]]] = {
    "rows sorted whole": (DAY, sort_only((), "player a")),
    "rows sorted whole by what is typed": (DAY, sort_only((), "game 1 count", descending=True)),
    "rows sorted whole in the round before": (WHOLE, sort_only((), "player b")),
    "rows sorted whole in the save that brings results": (SOME, sort_only((), "player b", more=2)),
    "two names swapped before their results": (SOME, in_rows(swap_b, 4, 5)),
    "A and B swapped before the result": (SOME, in_rows(swap_sides, 5)),
    "two tables exchanged before the results": (SOME, in_rows(partial(exchange, SEATS[:1]), 4, 5)),
    "tables counted up before all results": (NONE, in_rows(count_up)),
    "two games at each other's table, Duplicate":
        (DUPLICATE, in_rows(partial(exchange, SEATS[:1]), 4, 5, reports=True)),
    "two results of the round before corrected": (NONE, in_rows(report_anew, 1, 2, number=1)),
    "two results of the running round put right": (DAY, in_rows(partial(exchange, RESULT), 1, 2)),
    "a result cleared": (DAY, in_rows(clear_results, 1)),
    "the sheet of a blank round deleted": (NONE, delete(2)),
    "a version that lacks nothing": (SOME, put_backup(0, 2)),
    # Two have typed about the same tables into two copies: what was saved last counts
    "an older copy, and other results typed into it": (SOME, put_older(report_rest)),
    # Nothing tells it from results that were cleared
    "an older copy, without its hidden sheet": (SOME, forgotten(put_older())),
    # It is paired as it was published
    "an older copy without the blank round": (NONE, put_from_before()),
    "the newest of the earlier versions, and round 3 is gone": (SOME, put_backup(0, ALL)),
}  # fmt: skip
"""What looks like an accident, and is none: nobody is asked."""

ANEW: Final = {
    "an older copy, and other results typed into it": [3],
    "the sheet of a blank round deleted": [2],
    "an older copy without the blank round": [2],
    "the newest of the earlier versions, and round 3 is gone": [3],
}
"""The rounds that are paired then; those that were published just as they were."""

KINDS: Final = {"PAIRS": PAIRS, "RESULTS": RESULTS, "GONE": GONE, "OLDER": OLDER}
CASES: Final = [(kind, name) for kind, accidents in KINDS.items() for name in accidents]
ALWAYS: Final = {
    "A:C sorted by name",
    "two names swapped in the save that brings the results",
    "a row removed",
    "all results of round 1 typed anew",
    "the sheet of a round with results deleted",
    "an older copy, and round 3 is due otherwise",
    "one result is gone",
}
"""One or two of each kind."""


class Seen(NamedTuple):
    """What is to be seen of an event: the workbook, its pages, and who met whom where and how it ended."""

    workbook: bytes
    pages: Mapping[str, bytes]
    rows: Counter[tuple[Any, ...]]


def look(hand: Organizer, workbook: bytes | None = None) -> Seen:
    data = workbook or hand.workbook.read_bytes()
    return Seen(data, hand.pages(), Counter(list_rows(hand.format, Book(data))))


def list_rows(format: str, book: Book) -> Iterable[tuple[Any, ...]]:
    for sheet in (each for each in book.sheets if each.startswith("Round ")):
        table = Table(book, sheet)
        for n in table.rows:
            yield (sheet, *(table.get(n, header) for header in (*SEATS, *WORKS[format])))


def have(hand: Organizer, accident: Accident) -> tuple[Seen, Seen, RunOutcome]:
    """Have an accident, and run; return how it was after the last run before it, how it was saved, and what is said."""
    good: list[Seen] = []
    run = hand.run
    hand.run = lambda *options: (run(*options), good.append(look(hand)))[0]  # type: ignore[method-assign]
    good.append(look(hand))
    data = accident(hand)
    if data is None:
        hand.save()
    else:
        hand.workbook.write_bytes(data)
    hand.run = run  # type: ignore[method-assign]
    return good[-1], look(hand), run()


def list_errors(outcome: RunOutcome) -> list[Problem]:
    return [each for each in outcome.problems if each.severity is Severity.ERROR]


def name_places(good: Seen, now: Seen) -> set[str]:
    """Return whoever, and whatever table, is not as it was."""
    found = {row[:4] for row in (good.rows - now.rows) | (now.rows - good.rows)}
    return {f"table {table:.0f}" for _, table, *_ in found if table} | {name for row in found for name in row[2:4]} - {
        "BYE"
    }


SHORT: Final = [each for each in CASES if each[1] in ALWAYS or dose(False, True)]
"""Those that make test tries; in make soak all."""


@pytest.mark.soak
@pytest.mark.parametrize(
    ("kind", "name"),
    [pytest.param(kind, name, id=name) for kind, name in SHORT],
)
def test_an_accident_is_asked_about_and_changes_nothing(kind: str, name: str, tmp_path: Path) -> None:
    start, accident = KINDS[kind][name]
    hand = begin(start, tmp_path)
    good, saved, outcome = have(hand, accident)
    (asked,) = list_errors(outcome)
    said = asked.describe()
    assert (outcome.exit, outcome.results, outcome.paired) == (ExitCode.PROBLEMS, None, []), said
    assert re.search(r"\bround \d", said, re.IGNORECASE), said
    if kind == "PAIRS":
        assert any(place in said for place in name_places(good, saved)), said
    assert hand.pages() == good.pages
    if Asked.OLDER in {each.asked for each in outcome.questions}:
        assert hand.workbook.read_bytes() == saved.workbook, "nothing is written into an older copy (safety 3.6)"
    else:
        require_only_problems(Book(saved.workbook), hand.book)
        (row,) = (each for each in records(hand.workbook, "Problems") if each["Severity"] == "Error")
        assert row["Problem"] == asked.message

    before = hand.workbook.read_bytes()
    again = hand.run()
    assert (list_errors(again), hand.workbook.read_bytes()) == ([asked], before), "asked again, and the same"

    hand.workbook.write_bytes(good.workbook)
    undone = hand.run()
    assert (undone.exit, hand.workbook.read_bytes(), hand.pages()) == (ExitCode.DONE, good.workbook, good.pages)


def require_only_problems(saved: Book, now: Book) -> None:
    """Of the workbook as it was saved, only the sheet Problems is another."""
    changed = {
        sheet for sheet in saved.sheets.keys() | now.sheets.keys()
        if sheet not in saved.sheets or sheet not in now.sheets or saved.rows(sheet) != now.rows(sheet)
    }  # fmt: skip
    assert changed <= {"Problems"}


@pytest.mark.soak
@pytest.mark.parametrize("name", [name for n, name in enumerate(TAKEN) if name in ANEW or n % dose(5, 1) == 0])
def test_what_is_no_accident_is_taken(name: str, tmp_path: Path) -> None:
    start, typed = TAKEN[name]
    hand = begin(start, tmp_path)
    good, _, outcome = have(hand, typed)
    assert (outcome.exit, list_errors(outcome)) == (ExitCode.DONE, [])
    assert [new.number for new in outcome.paired] == ANEW.get(name, [])
    if name in ANEW:
        assert list_seats(look(hand)) >= list_seats(good), "as it was published"


def list_seats(seen: Seen) -> set[tuple[Any, ...]]:
    return {row[:4] for row in seen.rows}
