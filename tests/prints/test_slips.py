"""What stands on a slip: read from the HTML, as a player would read it."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from lxml import html

from tests.prints.events import ENGLISH, LONG, event, plain_names
from tests.prints.making import round_pages
from turnabout_sheets.event.model import Event
from turnabout_sheets.formats.turnabout import TURNABOUT
from turnabout_sheets.formats.turnabout.scoring import ScoringOption, victory_points
from turnabout_sheets.prints.shared import describe_clock
from turnabout_sheets.prints.slips.turnabout import formula, vp_scale
from turnabout_sheets.sheets.settings import Settings

COUNTS = {"Dominaria": "life", "Tolaria": "library", "Phyrexia": "poison"}
FORMULAS = {"life": "10 + life", "library": "10 + ½ library, rounded up", "poison": "30 − 2 × poison"}


def slips(of: Event, round_number: int = 3) -> list[html.HtmlElement]:
    page = html.document_fromstring(round_pages(of, TURNABOUT, round_number)["round-03-slips.html"])
    return page.find_class("slip")


def texts(slip: html.HtmlElement, name: str) -> list[str]:
    return [" ".join(found.text_content().split()) for found in slip.find_class(name)]


@pytest.mark.parametrize(("a", "b"), list(product(COUNTS, repeat=2)))
def test_each_possible_winner_counts_by_the_option_of_the_deck_that_lost(a: str, b: str) -> None:
    slip = slips(event(["Ann", "Bob"], options=[a, b]))[0]
    wins = slip.find_class("win")
    # Game 1 is played with the opponent's deck: A's win there beats A's own registered deck.
    assert [(texts(win, "winner"), texts(win, "counts")) for win in wins] == [
        (["A"], [COUNTS[a]]),  # game 1, A wins
        (["B"], [COUNTS[b]]),  # game 1, B wins
        (["A"], [COUNTS[b]]),  # game 2, A wins
        (["B"], [COUNTS[a]]),  # game 2, B wins
    ]
    assert [texts(win, "formula") for win in wins] == [[FORMULAS[COUNTS[option]]] for option in (a, b, b, a)]


@pytest.mark.parametrize(
    ("per_unit", "round_up", "expected"),
    [
        (Fraction(1), True, "10 + cards"),
        (Fraction(-1), True, "10 − cards"),
        (Fraction(1, 2), False, "10 + ½ cards, rounded down"),
        (Fraction(-5, 7), True, "10 − 5/7 × cards, rounded up"),
    ],
)
def test_formulas(per_unit: Fraction, round_up: bool, expected: str) -> None:
    assert formula(ScoringOption("X", "cards", 10, per_unit, round_up=round_up), ENGLISH) == expected


def test_the_vp_table_on_the_slip_is_the_scale() -> None:
    for step in vp_scale():
        ends = [int(end) for end in step.difference.split("–")]
        winner, loser = (int(share) for share in step.division.split("–"))
        for difference in range(ends[0], ends[-1] + 1):
            assert (victory_points(difference, 0), victory_points(0, difference)) == (winner, loser)
    covered = [each for step in vp_scale() for each in range(*_span(step.difference))]
    assert covered == list(range(61))


def _span(difference: str) -> tuple[int, int]:
    ends = [int(end) for end in difference.split("–")]
    return ends[0], ends[-1] + 1


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"timing": "untimed"}, "No clock: the match is untimed."),
        ({"timing": "delay"}, "Clock, each game and player: set 10:00 with 3 s delay."),
        ({"timing": "bronstein"}, "Clock, each game and player: set 10:03 with 3 s refund."),
        (
            {"timing": "bronstein", "minutes": 9, "seconds": 60},
            "Clock, each game and player: set 10:00 with 60 s refund.",
        ),
        ({"timing": "split"}, "25 min a game. Time up: finish the turn, then Judge Armageddon Clock."),
        (
            {"timing": "split", "match_minutes": 45},
            "22½ min a game. Time up: finish the turn, then Judge Armageddon Clock.",
        ),
    ],
)
def test_how_the_clock_is_set(settings: dict[str, object], expected: str) -> None:
    """Rules 1.8.1, 1.8.2 and 1.8.5."""
    assert describe_clock(Settings(**settings), ENGLISH) == expected  # type: ignore[arg-type]
    assert texts(slips(event(["Ann", "Bob"], **settings))[0], "clock") == [expected]


def test_what_is_the_same_on_every_slip_is_read_aloud_once() -> None:
    first, *others = slips(event(plain_names(12), options=["Tolaria"], slips_per_page=4))
    said = " ".join(first.text_content().split())
    assert first.xpath(".//*[@aria-hidden][text()]") == []
    for slip in others:
        for hidden in slip.xpath(".//*[@aria-hidden]"):
            hidden.drop_tree()
        table, names = texts(slip, "slip-table"), texts(slip, "name")
        heard = " ".join(slip.text_content().split())
        assert heard.startswith(" ".join([*table, "A", *names[:1]]))
        assert all(name in heard for name in names)
        assert texts(slip, "deck") == ["Tolaria library"] * len(names)
        assert len(heard) < len(said) / 4


def test_the_same_event_gives_the_same_bytes_whatever_the_order_of_rows() -> None:
    made = event(plain_names(31), options=["Tolaria", None, "Phyrexia"])
    turned = Event(made.settings, made.players, made.rows[::-1])
    assert round_pages(made, TURNABOUT, 3) == round_pages(made, TURNABOUT, 3)
    assert round_pages(made, TURNABOUT, 3) == round_pages(turned, TURNABOUT, 3)


def test_pages_end_with_a_line_end_and_need_nothing_from_outside() -> None:
    for page in round_pages(event([LONG, "Bob"]), TURNABOUT, 3).values():
        assert page.endswith("</html>\n")
        assert not html.document_fromstring(page).xpath("//@src | //@href | //link | //script | //img")
        assert "url(" not in page
        assert "@import" not in page
