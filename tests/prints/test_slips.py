"""What stands on a slip: read from the HTML, as a player would read it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from lxml import html

from tests.prints.events import ENGLISH, LONG, TRICKY, event, plain_names
from tests.prints.making import blank_slips_page, round_pages
from turnabout_sheets.event.model import Event
from turnabout_sheets.formats.turnabout.format import TURNABOUT
from turnabout_sheets.formats.turnabout.scales import ScoringOption, victory_points
from turnabout_sheets.formats.turnabout.sheets import SCORING_OPTIONS
from turnabout_sheets.prints.shared import describe_clock
from turnabout_sheets.prints.slips.turnabout import formula, vp_scale
from turnabout_sheets.sheets.settings import Settings
from turnabout_sheets.sheets.table import Table, make_table_row

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
    ("per_page", "said"),
    [
        (
            2,
            [
                "Tolaria deck: if it loses, the winner counts library",
                "Phyrexia deck: if it loses, the winner counts poison",
            ],
        ),
        (4, ["Tolaria: winner counts library", "Phyrexia: winner counts poison"]),
        (6, ["Tolaria", "Phyrexia"]),
    ],
)
def test_a_slip_says_each_decks_option_whose_counts_and_has_a_line_for_another(per_page: int, said: list[str]) -> None:
    """Rules 1.1.4."""
    slip = slips(event(["Ann", "Bob"], options=["Tolaria", "Phyrexia"], slips_per_page=per_page))[0]
    assert texts(slip, "deck") == [f"{each} Other option:" for each in said]
    assert [len(line) for line in (deck.find_class("line") for deck in slip.find_class("deck"))] == [1, 1]
    # Game 1 goes by the winner's own deck, game 2 by the other's.
    assert texts(slip, "of-deck") == ["(deck A)", "(deck B)", "(deck B)", "(deck A)"]


def test_a_slip_says_that_the_deck_may_be_looked_through_and_beside_each_count_what_a_win_is_worth() -> None:
    """Rules 1.1.4."""
    of = event(["Ann", "Bob"])
    blank = html.document_fromstring(*blank_slips_page(of, TURNABOUT, 1).values()).find_class("slip")[0]
    for slip in (slips(of)[0], blank):
        assert texts(slip, "hand-over") == ["Hand over your deck, state its option; your opponent may look through it."]
        assert [texts(win, "limit") for win in slip.find_class("win")] == [["at least 10", "at most 30"]] * 4
        assert texts(slip, "options") == [
            "Dominaria: 10 + life · Tolaria: 10 + ½ library, rounded up · Phyrexia: 30 − 2 × poison"
        ]
    assert texts(blank, "of-deck") == ["(deck A)", "(deck B)", "(deck B)", "(deck A)"]


def test_the_option_stated_at_the_table_goes_before_the_players_and_that_before_the_default() -> None:
    made = event(["Ann", "Bob", "Cid", "Dan"], options=["Tolaria", None])
    first, second = made.rows
    stated = replace(second, fields={**second.fields, "option_a": "Phyrexia"})
    made = replace(made, rows=[first, stated])
    found = [texts(slip, "deck") for slip in slips(made)[:2]]
    assert [[deck.split(":")[0] for deck in decks] for decks in found] == [
        ["Tolaria", "Dominaria"],
        ["Phyrexia", "Dominaria"],
    ]


def test_an_organizers_own_option_stands_on_the_slip() -> None:
    own = {"name": "Ravnica", "counts": "guilds", "base": 12, "per_unit": Fraction(3)}
    own |= {"rounding": None, "allow_negative": None}
    table = Table(SCORING_OPTIONS, "Scoring options", 1, {}, (make_table_row(2, own),))
    made = replace(event(["Ann", "Bob"], options=["ravnica", None]), tables={"Scoring options": table})
    slip = slips(made)[0]
    assert texts(slip, "formula") == ["12 + 3 × guilds", "10 + life", "10 + life", "12 + 3 × guilds"]


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


@pytest.mark.parametrize("per_page", [2, 4, 6])
def test_every_table_has_one_slip_and_a_bye_has_none(per_page: int) -> None:
    found = slips(event(plain_names(23), slips_per_page=per_page))
    numbers = [int(number) for slip in found for number in texts(slip, "number")]
    assert sorted(numbers) == list(range(1, 12))
    assert len(found) == {2: 12, 4: 12, 6: 12}[per_page], "the rest are blank"
    assert not any("Player022" in slip.text_content() for slip in found)


def test_a_blank_slip_has_room_for_all_that_is_not_known() -> None:
    blank = slips(event(["Ann", "Bob"]))[-1]
    assert texts(blank, "number") == []
    assert texts(blank, "counts") == []
    assert texts(blank, "name") == []
    assert len(blank.find_class("box")) == len(slips(event(["Ann", "Bob"]))[0].find_class("box"))


def test_a_slip_holds_all_that_players_fill_in() -> None:
    """Rules 1.1.2 and 1.1.3."""
    slip = slips(event(["Ann", "Bob"]))[0]
    words = " ".join(slip.text_content().split())
    for expected in (
        "Town Open",
        "Round 3",
        "Table 1",
        "Game 1 each plays the opponent’s deck",
        "5 min to prepare · plays first: A B (game 2: the other)",
        "Game 2 each plays their own deck · 3 min to prepare",
        "Sum of match points MP",
        "Victory points VP",
    ):
        assert expected in words
    assert words.count("drawn or not finished: no MP") == 2
    assert words.count("drops") == 2
    # Who plays first 2, winners 4, drawn 2, drops 2.
    assert len(slip.find_class("tick")) == 10
    # Counts 4, match points of each win 4, sums 2, victory points 2.
    assert len(slip.find_class("box")) == 12


def test_names_come_through_whole_and_as_text() -> None:
    found = [name for slip in slips(event(TRICKY)) for name in texts(slip, "name")]
    assert sorted(found) == sorted(TRICKY)


def test_no_name_becomes_markup() -> None:
    tricky = event(TRICKY, name="<script>alert('event')</script>")
    harmless = event(plain_names(len(TRICKY)), name="Event")
    for (_, attacked), (_, calm) in zip(
        round_pages(tricky, TURNABOUT, 3).items(),
        round_pages(harmless, TURNABOUT, 3).items(),
        strict=True,
    ):
        assert [each.tag for each in html.document_fromstring(attacked).iter()] == [
            each.tag for each in html.document_fromstring(calm).iter()
        ]


def test_names_are_isolated_so_that_a_direction_cannot_spill() -> None:
    slip = slips(event(["محمد عبد الله", "יוסי כהן"]))[0]
    assert [name.find("bdi").text for name in slip.find_class("name")] == ["محمد عبد الله", "יוסי כהן"]


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
