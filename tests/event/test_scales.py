"""Match points, the losing deck's option, and victory points (rules 1.2 and 1.3)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.event.cases import TABLES, Case, rule_table
from tests.reading.grids import event_sheet, match, players, read, results, round_sheet, sheet, valid
from turnabout_sheets.core.problems import Severity
from turnabout_sheets.formats.turnabout.scales import STANDARD_OPTIONS, victory_points
from turnabout_sheets.formats.turnabout.scoring import score

GAMES = {"1": "one", "2": "two"}
OPTION_HEADERS = ("Option", "Counts", "Base", "Per unit", "Rounding", "Allow negative")


@rule_table("victory_points")
def test_division_of_victory_points(case: Case) -> None:
    mine, theirs = int(case["mp_a"]), int(case["mp_b"])
    division = victory_points(mine, theirs), victory_points(theirs, mine)
    assert division == (int(case["vp_a"]), int(case["vp_b"])), case["citation"]


def test_the_table_of_victory_points_has_every_difference() -> None:
    lines = (TABLES / "victory_points.csv").read_text("utf-8").splitlines()[1:]
    differences = {int(line.split(",")[2]) - int(line.split(",")[3]) for line in lines}
    assert differences == set(range(-60, 61))
    assert len(lines) == 121


@rule_table("match_points")
def test_match_points_of_the_standard_options(case: Case) -> None:
    option = STANDARD_OPTIONS[case["option"]]
    assert option.match_points(int(case["count"])) == int(case["mp"]), case["citation"]


@rule_table("custom_options")
def test_match_points_of_further_options(case: Case) -> None:
    """Game 2 to A, so B's deck lost: B registered the option of the case."""
    row = ("Mill", "cards", int(case["base"]), case["per_unit"], case["rounding"], case["allow_negative"])
    event = valid(
        event_sheet(rounds=1),
        players("Ada", {"Player": "Ben", "Scoring option": "mill"}),
        round_sheet(1, match("Ada", "Ben", ("Draw", ""), ("A", int(case["count"])))),
        sheet("Scoring options", OPTION_HEADERS, [row]),
    )
    scored = score(event).iloc[0]
    assert (scored["mp_a"], scored["mp_b"]) == (int(case["mp"]), 0), case["citation"]


@rule_table("losing_deck")
def test_the_losing_decks_option_counts(case: Case) -> None:
    """The whole way from the sheets; the other game is drawn and gives nobody match points."""
    won = (case["winner"], int(case["count"]))
    games = {name: won if number == case["game"] else ("Draw", "") for number, name in GAMES.items()}
    event = valid(
        event_sheet(rounds=1),
        players(
            {"Player": "Ada", "Scoring option": case["option_a"]}, {"Player": "Ben", "Scoring option": case["option_b"]}
        ),
        round_sheet(1, match("Ada", "Ben", **games)),
    )
    scored = score(event).iloc[0]
    assert (scored["mp_a"], scored["mp_b"]) == (int(case["mp_a"]), int(case["mp_b"])), case["citation"]


def one_match(row: dict[str, object], option_a: str = "", option_b: str = "") -> tuple[object, ...]:
    """Return MP and VP of a match, and the outcomes, from the sheets to the scored match."""
    event = valid(
        event_sheet(rounds=1),
        players({"Player": "Ada", "Scoring option": option_a}, {"Player": "Ben", "Scoring option": option_b}),
        round_sheet(1, row),
    )
    scored = score(event).iloc[0]
    return tuple(scored[field] for field in ("mp_a", "mp_b", "vp_a", "vp_b", "outcome_a", "outcome_b"))


def test_a_match_adds_up_both_games() -> None:
    """Rules 1.1.1 and 1.3.1."""
    # Game 1 to A: A's deck lost, Dominaria, 10 + 14 = 24. Game 2 to B: A's deck lost again, 10 + 3 = 13.
    assert one_match(match("Ada", "Ben", ("A", 14), ("B", 3)), "Dominaria", "Phyrexia") == (
        24,
        13,
        19,
        11,
        "win",
        "loss",
    )


def test_both_games_to_one_player_at_the_most() -> None:
    # Phyrexia without poison is 30; Tolaria with a full library is 30: the greatest difference there is.
    assert one_match(match("Ada", "Ben", ("A", 0), ("A", 60)), "Phyrexia", "Tolaria") == (60, 0, 30, 0, "win", "loss")


def test_equal_match_points_are_a_draw_whoever_won_what() -> None:
    """Rules 1.3.1."""
    # Game 1 to A: A's Tolaria lost, 10 + 8 = 18. Game 2 to B: A's Tolaria lost, 10 + ceil(15 / 2) = 18.
    assert one_match(match("Ada", "Ben", ("A", 16), ("B", 15)), "Tolaria") == (18, 18, 15, 15, "draw", "draw")


def test_two_drawn_games_are_a_drawn_match() -> None:
    """Rules 1.2.6."""
    assert one_match(match("Ada", "Ben", ("Draw", ""), ("Draw", ""))) == (0, 0, 15, 15, "draw", "draw")


def test_the_default_option_is_dominaria() -> None:
    """Rules 1.2.5."""
    assert one_match(match("Ada", "Ben", ("B", 7), ("A", -2))) == (10, 17, 12, 18, "loss", "win")


@pytest.mark.parametrize(
    ("options", "points"),
    [
        # Game 1: A's deck lost, 30 - 8 = 22. Game 2: B's deck lost, 10 + 2 = 12.
        ({"option_a": "phyrexia", "option_b": "TOLARIA"}, 34),
        # Game 1: A's deck lost, 10 + 2 = 12. Game 2: B's deck lost, 30 - 8 = 22.
        ({"option_b": "phyrexia"}, 34),
        ({}, 12 + 14),
    ],
)
def test_the_option_stated_at_the_table_goes_before_the_registered_one(options: dict[str, str], points: int) -> None:
    """Rules 1.2.5."""
    event, found = read(
        event_sheet(rounds=1),
        players({"Player": "Ada", "Scoring option": "Tolaria"}, {"Player": "Ben", "Scoring option": "Dominaria"}),
        round_sheet(1, match("Ada", "Ben", ("A", 4), ("A", 4), **options)),
    )
    assert event is not None
    assert [score(event).iloc[0][field] for field in ("mp_a", "mp_b")] == [points, 0]
    assert len(found) == len(options)  # each is a warning


# 30 less 2 × 9, 2 × 10 and 2 × 11 are 12, 10 and 8; no game is worth less than 10.
@pytest.mark.parametrize(("count", "points", "warnings"), [(9, 12, 0), (10, 10, 1), (11, 10, 1), (14, 10, 1)])
def test_ten_or_more_poison_counters_are_worth_ten_and_a_warning(count: int, points: int, warnings: int) -> None:
    """Rules 1.2.7."""
    event, found = read(
        event_sheet(rounds=1),
        players({"Player": "Ada", "Scoring option": "Phyrexia"}, "Ben"),
        round_sheet(1, match("Ada", "Ben", ("A", count), ("Draw", ""))),
    )
    assert event is not None
    assert score(event).iloc[0]["mp_a"] == points
    assert [problem.severity for problem in found] == [Severity.WARNING] * warnings


def test_an_option_of_the_organizer_has_its_words_and_numbers_in_the_scales() -> None:
    found = results(
        event_sheet(),
        players("Ada", "Ben"),
        sheet("Scoring options", OPTION_HEADERS, [("Mill", "cards", 10, "1/3", "down", "yes")]),
    )
    scales = {report.sheet.name: report.worded() for report in found.format.sheets.make_output(found)}["Scales"]
    fields = ["option", "counts", "base", "per_unit", "rounding", "allow_negative"]
    assert scales[fields].iloc[:4].to_numpy().tolist() == [
        ["Dominaria", "life", 10, Fraction(1), "up", "yes"],
        ["Tolaria", "library", 10, Fraction(1, 2), "up", "no"],
        ["Phyrexia", "poison", 30, Fraction(-2), "up", "no"],
        ["Mill", "cards", 10, Fraction(1, 3), "down", "yes"],
    ]
    division = scales[["from", "to", "winner", "loser"]].to_numpy().tolist()
    assert division[:2] == [[0, 0, 15, 15], [1, 3, 16, 14]]
    assert division[-1] == [56, 60, 30, 0]
    assert len(division) == 16
