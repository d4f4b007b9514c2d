"""The digests of random seed and players on the pages of round 1, and the seed at the end (rules 1.5.12)."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from lxml import html

from tests.prints.cutting import overlaps
from tests.prints.duplicates import paired
from tests.prints.events import ENGLISH, event, plain_names
from tests.prints.making import round_pages
from tests.prints.played import assert_clear
from tests.prints.printed import print_together
from tests.support.commands import turnabout
from turnabout_sheets.event.draw import digest_seed, find_seed, is_drawn, list_checked_in
from turnabout_sheets.event.model import Event
from turnabout_sheets.formats.duplicate.format import DUPLICATE
from turnabout_sheets.formats.turnabout.format import TURNABOUT
from turnabout_sheets.prints.shared import describe_check_in, describe_draw
from turnabout_sheets.rounds.drawn import list_drawn
from turnabout_sheets.sheets.settings import LANGUAGES, Settings

SEED = "otter lantern Björk 7"


def lines(page: str) -> list[str]:
    return [str(each.text) for each in html.document_fromstring(page).find_class("draw")]


def told(page: str) -> str:
    """Return the digest of the seed that a page shows, without the spaces, as other programs write it."""
    (line,) = set(lines(page))
    return line.rpartition(": ")[2].replace(" ", "")


def sealed(page: str) -> set[str]:
    """Return the lines below these."""
    return {
        str(each.tail)
        for each in html.document_fromstring(page).xpath("//*[contains(concat(' ', @class, ' '), ' draw ')]//br")
    }


def with_lists(made: Event) -> Event:
    return replace(made, entry_lists=(list_checked_in(made), list_drawn(made)))


def test_the_pairings_of_round_1_have_the_digest_on_every_sheet_and_later_ones_do_not() -> None:
    """Rules 1.5.12."""
    expected = sha256(SEED.encode()).hexdigest()
    first = round_pages(event(plain_names(120), round_number=1, random_seed=SEED), TURNABOUT, 1)
    for name in ("round-01-pairings-by-player.html", "round-01-pairings-by-table.html"):
        assert told(first[name]) == expected
        assert len(lines(first[name])) == first[name].count('class="sheet"') > 1
        assert SEED not in first[name]
    for page in round_pages(event(plain_names(12), random_seed=SEED), TURNABOUT, 3).values():
        assert lines(page) == []


@pytest.mark.parametrize(
    ("settings", "drawn"),
    [
        ({}, True),
        ({"first_round": "rating"}, True),
        ({"first_round": "listed"}, False),
        ({"pairing": "round robin"}, True),
        ({"pairing": "single elimination", "first_round": "listed"}, False),
        ({"pairing": "manual"}, False),
        ({"pairing": "movement", "first_round": "listed"}, True),
        ({"first_round": "original order"}, False),
    ],
)
def test_the_digest_is_shown_where_lots_decide(settings: dict[str, Any], drawn: bool) -> None:
    """Rules 1.5.12; duplicate 1.8."""
    chosen = Settings(random_seed=SEED, **settings)
    assert is_drawn(chosen) == drawn
    assert (digest_seed(chosen) in describe_draw(chosen, ENGLISH)) == bool(describe_draw(chosen, ENGLISH)) == drawn


def test_a_movement_is_drawn_and_its_pairings_have_the_digest() -> None:
    """Duplicate 1.8."""
    made = paired(plain_names(6), random_seed=SEED)
    pages = round_pages(made, DUPLICATE, 1)
    for name in ("round-01-pairings-by-player.html", "round-01-pairings-by-table.html"):
        assert told(pages[name]) == sha256(SEED.encode()).hexdigest()


def test_without_a_seed_it_is_that_of_name_and_date() -> None:
    made = event(plain_names(4), round_number=1)
    assert find_seed(made.settings) == "Town Open 2026-11-21"
    for page in (page for name, page in round_pages(made, TURNABOUT, 1).items() if "pairings" in name):
        assert told(page) == sha256(b"Town Open 2026-11-21").hexdigest()


def test_the_seed_is_told_at_the_end_and_not_before_and_the_audit_says_whether_it_agrees(tmp_path: Path) -> None:
    """Rules 1.5.12."""
    for played in (2, 3):
        workbook, pages = tmp_path / f"{played}.xlsx", tmp_path / f"{played} prints"
        turnabout("simulate", workbook, "--players", 9, "--rounds", 3, "--played", played, "--seed", SEED)
        assert turnabout("print", workbook, "--only", "check-in,report").exit_code == 0
        assert told((pages / "check-in.html").read_text("utf-8")) == sha256(SEED.encode()).hexdigest()
        report = (pages / "report.html").read_text("utf-8")
        assert (SEED in report) == (played == 3)
        assert len(lines(report)) == (played == 3)
    digest = digest_seed(Settings(random_seed=SEED))
    said = turnabout("pair", workbook, "--audit").output.splitlines()[0]
    assert f'The draw of round 1 agrees with the random seed "{SEED}", whose SHA-256 is {digest}.' in said


def test_the_pairings_of_round_1_have_the_digest_of_the_list_as_drawn_where_it_is_kept() -> None:
    """Rules 1.5.12."""
    made = event(plain_names(8), round_number=1, random_seed=SEED)
    expected = f"SHA-256 of the seed and the players as drawn: {list_drawn(made).digest}"
    for name in ("round-01-pairings-by-player.html", "round-01-pairings-by-table.html"):
        assert sealed(round_pages(with_lists(made), TURNABOUT, 1)[name]) == {expected}
        assert sealed(round_pages(made, TURNABOUT, 1)[name]) == set(), "an earlier version drew it"


def test_the_check_in_list_has_the_digest_of_who_is_on_it_and_then_that_of_who_was() -> None:
    """Rules 1.5.12: none is shown once an earlier version has drawn round 1."""
    paired, lists = event(["Ada", "Ben"], random_seed=SEED), (list_checked_in(event(["Ada"])),)
    for made, expected in (
        (replace(paired, rows=()), list_checked_in(paired)),
        (paired, None),
        (replace(paired, entry_lists=lists), lists[0]),
    ):
        shown = describe_check_in(made, ENGLISH)
        assert shown == (f"SHA-256 of the seed and the players on this list: {expected.digest}" if expected else "")


@pytest.mark.browser
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_digests_are_in_two_lines_that_are_on_no_other_word(tmp_path: Path, language: str) -> None:
    made = with_lists(event(plain_names(64), round_number=1, random_seed=SEED, language=language))
    pages = [page for name, page in round_pages(made, TURNABOUT, 1).items() if "pairings" in name]
    for printed in print_together(pages, tmp_path):
        assert_clear(printed, printed.pages, "A4")
        assert [overlaps(words) for words in printed.words] == [[]] * printed.pages
