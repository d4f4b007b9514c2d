"""Names keep to their boxes: the widths that are reckoned with, and every page laid out by Chromium."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import pytest
from lxml import html

from tests.dose import by_day, combinations, dose
from tests.netrunner import workbooks as netrunner
from tests.prints.browser import chromium
from tests.prints.events import LONG, ONE_WORD, TRICKY, event, standings
from tests.prints.making import cards_page, page_of, round_pages, standings_page
from tests.reading import grids
from turnabout_sheets.formats.netrunner import NETRUNNER
from turnabout_sheets.formats.turnabout import TURNABOUT
from turnabout_sheets.prints.layout import breaks_anywhere, ems, word_ems
from turnabout_sheets.sheets.settings import LANGUAGES

EMPTY = "<!doctype html><html><body></body></html>"
WIDTHS = """
[...{letters}].map(letter => {{
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = "bold 100px 'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', 'Noto Sans', sans-serif";
  return pen.measureText(letter.repeat(10)).width / 1000;
}})
"""

LETTERS = "".join(
    chr(code)
    for first, last in ((0x20, 0x7E), (0xA1, 0xAC), (0xAE, 0x17F), (0x391, 0x3A1), (0x3A3, 0x3CE), (0x400, 0x45F))
    for code in range(first, last + 1)
)


@pytest.mark.browser
def test_no_letter_is_wider_than_it_is_reckoned() -> None:
    letters = LETTERS + "–—…‘’“”€ơưễớḍ"
    quoted = "'" + letters.replace("\\", "\\\\").replace("'", "\\'").replace("</", "<\\/") + "'"
    widths = chromium().measure(EMPTY, WIDTHS.format(letters=quoted))
    assert len(widths) == len(letters)
    assert {letter: width for letter, width in zip(letters, widths, strict=True) if width > ems(letter * 10) / 10} == {}


def test_width_estimates() -> None:
    assert ems("") == ems("i") == 1
    assert ems("MMMM") > ems("AAAA") > ems("aaaa") > ems("llll")
    assert ems("e\u0301" * 9) == ems("e" * 9) == ems("é" * 9), "marks take no room"
    assert ems("山" * 9) > ems("e" * 9)


@pytest.mark.parametrize(
    ("text", "piece"),
    [
        ("von Hohenlohe-Waldenburg zu Berg", "Waldenburg"),
        ("Maria Gonzalez-Perez 5", "Gonzalez-"),
        ("Ann\xa0Maria Bo", "Ann\xa0Maria"),  # a space at which no line is broken
        ("Team-2020 A", "Team-2020"),  # nor is one between a hyphen and a digit
        ("", ""),
    ],
)
def test_the_longest_piece_that_stays_unbroken(text: str, piece: str) -> None:
    assert not breaks_anywhere(text)
    assert word_ems(text) == ems(piece)


def test_what_can_only_be_read_when_it_is_broken_may_be_broken_anywhere() -> None:
    assert breaks_anywhere("Ann " + "e" * 90)
    assert not breaks_anywhere("Ann " + "e" * 20)
    assert word_ems("Ann " + "e" * 90) < ems("e" * 20)


# --- on the pages ---

SYLLABLES = ("on", "bud", "MW", "il", "Qu", "gno", "hob", "tte", "äß", "Ж", "шю", "i", "WW", "zu", "é", "ơi")


def nasty_names(number: int, seed: int) -> list[str]:
    """Return names whose lines break unevenly: words of very different lengths, hyphens, some of them endless."""
    random = Random(seed)
    fixed = ["Maria Gonzalez-Perez 5", "Bobo Dodoubounou", "Ann " + ONE_WORD, ONE_WORD + " B", LONG, *TRICKY]
    names = dict.fromkeys(fixed)
    while len(names) < number:
        words = [
            "".join(random.choice(SYLLABLES) for _ in range(random.choice((1, 1, 2, 3, 4, 6, 9, 30))))
            for _ in range(random.randint(1, 6))
        ]
        text = "".join(word + random.choice((" ", " ", "-", "\xa0")) for word in words).strip(" -\xa0")
        names[text[:100].strip(" -\xa0")] = None
    return list(names)[:number]


def round_page(kind: str, per_page: int = 4) -> Callable[[Sequence[str]], str]:
    format = NETRUNNER if kind == "netrunner" else TURNABOUT
    file = "slips" if kind in ("netrunner", "turnabout") else kind

    def page(names: Sequence[str]) -> str:
        made = event(names, options=["Tolaria"], slips_per_page=per_page, name=names[2])
        return round_pages(made, format, 3)[f"round-03-{file}.html"]

    return page


def standings_of(names: Sequence[str]) -> str:
    (page,) = standings_page(event(names), standings(names), 2, provisional=True).values()
    return page


def bracket_of(names: Sequence[str]) -> str:
    rows = [grids.match(a, b, ("A", 20), ("A", 9)) for a, b in zip(names[::2], names[1::2], strict=True)]
    settings = grids.event_sheet(pairing="single elimination", first_round="listed")
    (page,) = page_of("bracket", grids.results(settings, grids.players(*names), grids.round_sheet(1, *rows))).values()
    return page


def cards_of(names: Sequence[str]) -> str:
    rows = [netrunner.match(a, b, ruling="A no-show") for a, b in zip(names[::2], names[1::2], strict=True)]
    settings = netrunner.netrunner(rounds=9, name=LONG)
    (page,) = cards_page(netrunner.results(settings, grids.players(*names), netrunner.round_sheet(1, *rows))).values()
    return page


PAGES: dict[str, tuple[int, Callable[[Sequence[str]], str]]] = {
    **{
        f"{kind} slips, {n}": (dose(64, 128), round_page(kind, n))
        for kind in ("turnabout", "netrunner")
        for n in (2, 4, 6)
    },
    "by player, one column": (22, round_page("pairings-by-player")),
    "by player, two columns": (128, round_page("pairings-by-player")),
    "by table": (128, round_page("pairings-by-table")),
    "standings": (128, standings_of),
    "bracket of 32": (32, bracket_of),
    "bracket of 128": (128, bracket_of),
    "cards": (64, cards_of),
}

BOXES = """
[...document.querySelectorAll(".fit > bdi")].map(text => {
  const [box, own] = [text.parentNode.getBoundingClientRect(), text.getBoundingClientRect()];
  return [text.textContent, (own.width - box.width) * 25.4 / 96, (own.height - box.height) * 25.4 / 96,
          text.scrollWidth - text.clientWidth];
})
"""


def spaced(name: str) -> str:
    """Return a name with usual spaces only: those are what is left when it is read from a workbook."""
    return name.replace("\xa0", " ")


@pytest.mark.browser
@pytest.mark.soak
@pytest.mark.parametrize(("kind", "seed"), combinations(PAGES, [1, 2]))
def test_names_keep_to_their_boxes(kind: str, seed: int) -> None:
    number, page = PAGES[kind]
    names = nasty_names(number, seed)
    made = page(names)
    boxes = chromium().measure(made, BOXES)
    assert {spaced(text) for text, *_ in boxes} >= {*map(spaced, names)}
    assert len(boxes) == len(html.document_fromstring(made).find_class("fit")) - made.count('<p class="fit"')
    assert [box for box in boxes if max(box[1:]) > 0.1] == []


HEADS = """
[...document.querySelectorAll(".sheet-head")].map(head => {
  const [left, right] = [...head.children].map(each => each.getBoundingClientRect());
  const own = head.getBoundingClientRect();
  return [left.right - right.left, head.scrollHeight - head.clientHeight, own.top - Math.min(left.top, right.top)];
})
"""


@pytest.mark.browser
@pytest.mark.parametrize("language", by_day("Deutsch", of=LANGUAGES))
@pytest.mark.parametrize("name", by_day(LONG, ONE_WORD, of=["Town Open", LONG, ONE_WORD]))
def test_the_head_of_the_standings_holds_any_name(language: str, name: str) -> None:
    names = nasty_names(20, 1)
    made = event(names, name=name, language=language)
    (page,) = standings_page(made, standings(names), 20, provisional=True).values()
    heads = chromium().measure(page, HEADS)
    assert heads
    assert [head for head in heads if max(head) > 0.1] == []


@pytest.mark.browser
def test_a_box_that_is_too_small_would_be_found() -> None:
    page = round_page("pairings-by-table")(nasty_names(20, 1))
    spoilt = page.replace("var(--width) / var(--ems)", "1.5 * var(--width) / var(--ems)")
    assert spoilt != page
    assert any(max(box[1:]) > 0.1 for box in chromium().measure(spoilt, BOXES))


def test_the_names_are_nasty() -> None:
    broken = sum(map(breaks_anywhere, nasty_names(128, 1)))
    assert 10 < broken < 118
