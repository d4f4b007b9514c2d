"""The text for a chat: which blocks there are, what fits into a message, and whatever names there may be."""

from __future__ import annotations

import unicodedata
from itertools import pairwise
from typing import Any

import pytest

from tests.prints.events import TRICKY
from tests.reading.grids import Cells, event_sheet, match, players, results, round_sheet
from turnabout_sheets.core.problems import SaidError
from turnabout_sheets.event.results import Results
from turnabout_sheets.prints.chat_text import count_cells
from turnabout_sheets.prints.site import make_chat_text

WON = (("A", 7), ("B", 9))


def pairs(who: list[str], *, played: bool = True) -> list[Cells]:
    """Return a round in which the first meets the second and so on; an odd one has the bye."""
    rows: list[Cells] = [match(a, b, *(WON if played else ())) for a, b in zip(who[::2], who[1::2], strict=False)]
    return [*rows, *([match(who[-1], "BYE")] if len(who) % 2 else [])]


def event(who: list[str], *, played: bool = True, hidden: tuple[str, ...] = (), **settings: Any) -> Results:
    """Return an event with one round."""
    cells: list[Cells] = [{"Player": name, "Publish": "no" if name in hidden else ""} for name in who]
    return results(event_sheet(name="Open", **settings), players(*cells), round_sheet(1, *pairs(who, played=played)))


def blocks(*arguments: Any, **options: Any) -> list[list[str]]:
    """Return the lines within the back-ticks of each block, which all stand as they should, and fit into a message."""
    found = []
    for text in make_chat_text(event(*arguments, **options)):
        assert len(text) <= len(text.encode("utf-16-le")) // 2 <= 2000
        first, *lines, last = text.split("\n")
        assert (first, last) == ("```", "```")
        assert "`" not in "".join(lines)
        assert not [letter for line in lines for letter in line if unicodedata.category(letter) in ("Cc", "Cs")]
        found.append(lines)
    return found


# --- what fits into a message ---


@pytest.mark.parametrize("count", [6, 200])
def test_a_list_that_is_too_long_goes_on_in_a_block_with_the_same_head(count: int) -> None:
    """Publishing 4.2."""
    who = [f"Some Body {number:03}" for number in range(count)]
    found = blocks(who)
    split = next(place for place, lines in enumerate(found) if lines[0].startswith("Standings"))
    for part, each in ((found[:split], count // 2), (found[split:], count)):
        assert len({tuple(lines[:2]) for lines in part}) == 1
        assert sum(len(lines) - 2 for lines in part) == each
    assert sorted(line.split("  ")[-1].strip() for lines in found[split:] for line in lines[2:]) == who
    # No more blocks than need be: the first line of the next would not have gone in.
    for lines, following in pairwise(found[:split]):
        assert sum(len(line) + 1 for line in ["```", *lines, following[2]]) + 3 > 2000


@pytest.mark.parametrize("name", [*TRICKY, "```", "`", "D`Artagnan", "x" * 300, "漢" * 300, "👩‍👩‍👧" * 100, "𐌰" * 300])
def test_whatever_a_name_is_it_stands_there_whole(name: str) -> None:
    """Publishing 4.2 and 4.4."""
    who = [name, *(f"{number}{name}" for number in range(9))]
    lines = [line for block in blocks(who) for line in block[2:]]
    for each in who:
        shown = each.replace("`", "'")
        assert sum(shown == line.split("  ")[-1].strip().strip("\u2068\u2069") for line in lines) in (1, 2)
        assert sum(shown in line for line in lines) >= 2


def test_a_name_that_no_message_holds_is_refused() -> None:
    """Publishing 4.4."""
    long = "x" * 2000
    with pytest.raises(SaidError) as refused:
        make_chat_text(event([long, "Bo"]))
    assert str(refused.value) == (
        "A message in a chat has 2,000 characters, and no name is cut, but this line has 2,011: "
        f'"1  {"x" * 33}…". Shorten the name on the sheet Players.'
    )


def test_what_is_read_from_the_right_keeps_to_itself() -> None:
    """Publishing 4.4."""
    assert blocks(["יוסי", "محمد"], played=False)[0][2] == "    1  \u2068יוסי\u2069      \u2068محمد\u2069"


def test_names_are_lined_up_by_what_they_take_on_the_screen_unless_one_is_very_long() -> None:
    """Publishing 4.4."""
    who = ["山田 太郎", "Bo", "Zoë", "Cy", "e\u0308e\u0308 \U0001f98a", "Dee", "y" * 40, "Eve"]
    lines = blocks(who, played=False)[0][2:]
    starts = [count_cells(line[: line.rindex("  ")]) for line in lines]
    assert starts == [*[7 + 24] * 3, 7 + 40]


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("Zoë", 3),
        ("Zoe\u0308", 3),
        ("山田", 4),
        ("ﾔﾏ", 2),
        ("\u2068יוסי\u2069", 4),
        ("🦊", 2),
        ("❤", 1),
        ("❤\ufe0f", 2),
        ("👍🏽", 2),
        ("👩\u200d👩\u200d👧", 2),
        ("🇳🇱", 2),
        ("1\ufe0f\u20e3", 2),
        ("\u1112\u1161\u11ab", 2),
        ("", 0),
    ],
)
def test_the_cells_of_a_text_are_those_of_a_terminal(text: str, cells: int) -> None:
    """Publishing 4.4."""
    assert count_cells(text) == cells
