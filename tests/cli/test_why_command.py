"""The command ``turnabout why``: whom it is asked about, what it says of rounds of every kind, and its exit codes."""

from __future__ import annotations

import shutil
from collections.abc import Collection, Sequence
from fractions import Fraction
from pathlib import Path

import pytest

from tests.netrunner import workbooks as netrunner
from tests.reading.grids import event_sheet, match, players, read, round_sheet, sheet
from tests.support.books import SAMPLES
from tests.support.commands import everything, turnabout
from tests.support.simulated import simulated
from turnabout_sheets.cli.why import describe_answers
from turnabout_sheets.core.problems import Place, has_errors
from turnabout_sheets.event.results import Results, compute
from turnabout_sheets.event.steps import Answer, Group
from turnabout_sheets.explain.answers import NoAnswerError, explain, find_player
from turnabout_sheets.explain.matches import explain_round
from turnabout_sheets.formats.common import explain_by_winner
from turnabout_sheets.formats.turnabout.format import TURNABOUT
from turnabout_sheets.jobs.check import check
from turnabout_sheets.sheets.grid import Raw

FINISHED = SAMPLES / "finished.xlsx"
WHO = "Paula Kim"


def ask(*arguments: object) -> list[str]:
    asked = turnabout("why", *arguments)
    assert asked.exit_code == 0, asked.output
    return asked.output.splitlines()


def about(results: Results, name: str, asked: Collection[str] = ()) -> Sequence[Answer]:
    return explain(results, find_player(results.event, name), asked)


# --- the command ---


def test_a_round_is_told_step_by_step() -> None:
    told = ask(FINISHED, WHO, "--round", 3)
    assert told[: told.index("", 4)] == [
        "Paula Kim: round by round",
        "=" * 80,
        "",
        "Round 3, table 6: against Hugo Eriksen                                     VP 24",
        "  Game 1, decks swapped: Paula Kim won, so the winner’s own deck lost.",
        "        [Round 3!F7; rules 1.2.1]",
        "  That deck counts by Phyrexia, as on the sheet Players.",
        "        [Players!B4; rules 1.2.5]",
        "  1 counted: 30, and −2 for each (30 − 2)  [Round 3!G7; rules 1.2.2]       MP 28",
        "  Game 2: drawn or not finished, so neither player gets MP.                 MP 0",
        "        [Round 3!H7; rules 1.2.6]",
        "  MP of Paula Kim  [rules 1.3.1]                                           MP 28",
        "  MP of Hugo Eriksen  [rules 1.3.1]                                         MP 0",
        "  Difference: 28 to 0  [rules 1.3.1]                               Difference 28",
        "  A difference from 27 to 30 divides the VP 24 to 6.  [rules 1.3.2]           24",
    ]


@pytest.mark.parametrize("name", ["finished", "netrunner", "duplicate", "cup", "round-robin", "in-progress"])
def test_no_line_is_wider_than_a_terminal_and_nothing_is_written(name: str, tmp_path: Path) -> None:
    workbook = Path(shutil.copy(SAMPLES / f"{name}.xlsx", tmp_path))
    before = everything(tmp_path)
    found = check(workbook).results
    assert found is not None
    player = found.event.players[4].shown
    lines = ask(workbook, player.split(" & ")[0])
    assert max(map(len, lines)) <= 80
    assert lines[0].startswith(f"{player}: the rank among ")
    assert everything(tmp_path) == before


def test_one_question_is_answered_alone_and_all_without_one() -> None:
    titles = {
        option: [line.split(":")[1].split("  ")[0] for line in ask(FINISHED, WHO, *option) if line.startswith(WHO)]
        for option in ((), ("--pairing",), ("--rank",), ("--rating",), ("--rank", "--round", 2))
    }
    rank, rounds, opponents, award = titles[()]
    assert titles == {
        (): [rank, rounds, opponents, award],
        ("--pairing",): [opponents],
        ("--rank",): [rank],
        ("--rating",): [award],
        ("--rank", "--round", 2): [" the rank among 24 after round 2"],
    }


def test_why_two_do_not_meet_is_told_of_a_round_or_of_all() -> None:
    titles = [line for line in ask(FINISHED, WHO, "--against", "Paula Park") if line.startswith("Round")]
    assert [title.split(" [")[0].strip() for title in titles] == [
        f"Round {n}: not with Paula Park" for n in range(1, 6)
    ]
    told = ask(FINISHED, WHO, "--against", "paula park", "--round", 3)
    assert told[0] == "Paula Kim and Paula Park: why they do not meet"
    assert told[-2:] == [
        "  Other pairs in it (2): Hugo Eriksen – Sanjay O'Brien, Ivan Kowalski – Amir",
        "      Castro",
    ]
    for option in ("--rank", "--rating"):
        refused = turnabout("why", FINISHED, WHO, "--against", "Paula Park", option)
        assert refused.exit_code == 2
        assert "--against is of the pairing; leave out --rank and --rating." in refused.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((WHO, "--against", WHO), "--against names Paula Kim, too: name another player."),
        (
            (WHO, "--against", "Paula"),
            'There is no player "Paula" in Spring Turnabout. Did you mean "Paula Kim" or "Paula Park"?',
        ),
        (
            (WHO, "--against", "Paula Park", "--round", 9),
            "Round 9 is not paired yet: the last that is paired is round 5.",
        ),
        (("Paula Kimm",), 'There is no player "Paula Kimm" in Spring Turnabout. Did you mean "Paula Kim"?'),
        (("Paula",), 'There is no player "Paula" in Spring Turnabout. Did you mean "Paula Kim" or "Paula Park"?'),
        (("?",), 'There is no player "?" in Spring Turnabout. Type it as on the sheet Players, or the Player ID.'),
        ((WHO, "--round", 9), "Round 9 is not paired yet: the last that is paired is round 5."),
    ],
)
def test_a_question_without_an_answer_is_a_sentence(arguments: tuple[object, ...], message: str) -> None:
    asked = turnabout("why", FINISHED, *arguments)
    assert (asked.exit_code, asked.output.splitlines()) == (2, [message])


def test_a_name_needs_no_quotation_marks_and_none_at_all_is_asked_for() -> None:
    assert ask(FINISHED, *WHO.split(), "--round", 3) == ask(FINISHED, WHO, "--round", 3)
    told = turnabout("why", FINISHED)
    assert told.exit_code == 2
    assert "Missing argument" in told.output


def test_a_rating_has_no_round() -> None:
    asked = turnabout("why", FINISHED, WHO, "--rating", "--round", 2)
    assert asked.exit_code == 2
    assert "--rating is of the whole event; leave out --round." in asked.output


def test_errors_are_told_as_a_check_tells_them(tmp_path: Path) -> None:
    broken = SAMPLES / "broken.xlsx"
    asked, checked = turnabout("why", broken, WHO), turnabout("check", broken)
    assert (asked.exit_code, asked.output) == (checked.exit_code, checked.output)
    assert turnabout("why", tmp_path / "none.xlsx", WHO).exit_code == 4


# --- who is meant, and rounds of every kind ---


@pytest.fixture(scope="module")
def coming_and_going() -> Results:
    event, problems = read(
        event_sheet(rounds=4, bye_vp=17),
        players(
            {"Player": "Ada Marsh", "Player ID": "A-1", "Scoring option": "Tolaria", "Away": 3},
            "Ben",
            {"Player": "Cy", "Dropped after": 2},
            "Dee",
            {"Player": "Eve", "Joined round": 2},
        ),
        round_sheet(1, match("Ada Marsh", "Ben", ("A", 11), ("B", 31)), match("Cy", "Dee", ruling="B no-show")),
        round_sheet(
            2,
            match("Ada Marsh", "Cy", ("B", 9), ("A", -3)),
            match("Ben", "Dee", ("A", 2), ("Draw", ""), option_a="Rath"),
            match("Eve", "BYE"),
        ),
        round_sheet(3, match("Ben", "Eve", ("A", 7), ("A", 7)), match("Dee", "BYE")),
        round_sheet(4, match("Ada Marsh", "Dee"), match("Ben", "BYE"), match("Eve", "BYE")),
        sheet(
            "Scoring options",
            ("Option", "Counts", "Base", "Per unit", "Rounding"),
            [("Rath", "slivers", 5, "1/4", "down")],
        ),
    )
    assert event is not None
    assert not has_errors(problems)
    return compute(event, TURNABOUT)


def told(found: Results, name: str, number: int) -> Group:
    return explain_round(found, find_player(found.event, name), number)


@pytest.mark.parametrize(
    ("pairs", "said"),
    [(11, "Still tied with A2, A3, A4, A5, A6, A7, A8, A9, A10, A11"), (12, "Still tied with 11 others")],
)
def test_of_many_who_are_still_tied_the_number_is_told(pairs: int, said: str) -> None:
    """All A have won, so that nothing parts them but matches among themselves, of which there are none."""
    both = [(f"A{number}", f"B{number}") for number in range(1, pairs + 1)]
    won = ("A", "", 0)
    first = netrunner.round_sheet(1, *(netrunner.match(a, b, won, won) for a, b in both))
    found = netrunner.results(netrunner.netrunner(rounds=4), players(*(name for pair in both for name in pair)), first)
    lines = [*describe_answers(about(found, "A1", ["rank"]))]
    assert [line.strip() for line in lines if "Still tied" in line] == [said]


def test_names_are_taken_as_people_type_them(coming_and_going: Results) -> None:
    event = coming_and_going.event
    assert {find_player(event, name).number for name in ("Ada Marsh", " ada  MARSH", "a-1")} == {0}
    with pytest.raises(NoAnswerError, match='Did you mean "Ada Marsh"'):
        find_player(event, "Ada")


@pytest.mark.parametrize(
    ("name", "number", "word", "cell", "points"),
    [
        ("Ada Marsh", 3, "away", "Players!D2", 0),
        ("Eve", 1, "not_joined", "Players!F6", 0),
        ("Cy", 3, "dropped", "Players!E4", 0),
        ("Cy", 1, "opponent_absent", "Round 1!J3", 17),
        ("Dee", 1, "absent", "Round 1!J3", 0),
        ("Eve", 2, "bye", "Round 2!D4", 17),
        ("Ada Marsh", 4, "not_reported", "Round 4!F2", 0),
        ("Eve", 4, "not_begun", "", 0),
    ],
)
def test_rounds_without_a_game_say_why(
    coming_and_going: Results, name: str, number: int, word: str, cell: str, points: int
) -> None:
    group = told(coming_and_going, name, number)
    (step,) = group.steps
    assert (step.word, str(next(iter(step.places), "")), step.comes_to, group.title.comes_to) == (
        word,
        cell,
        points,
        points,
    )


def test_whose_option_counts_and_where_it_was_stated(coming_and_going: Results) -> None:
    """Rules 1.2.1 to 1.2.5: Tolaria 11 is 15½, up; Rath 31 is 12¾, down; Rath 2 is 5½, down, so 10."""
    assert [
        [(step.word, str(next(iter(step.places), "")), step.comes_to) for step in told(coming_and_going, *each).steps]
        for each in (("Ada Marsh", 1), ("Ada Marsh", 2), ("Ben", 2))
    ] == [
        [
            ("won_swapped", "Round 1!F2", None),
            ("option_listed", "Players!C2", None),
            ("formula", "Round 1!G2", Fraction(31, 2)),
            ("rounded_up", "", 16),
            ("won_game", "Round 1!H2", None),
            ("option_listed", "Players!C2", None),
            ("formula", "Round 1!I2", Fraction(51, 2)),
            ("rounded_up", "", 26),
            ("sum_mp", "", 16),
            ("sum_mp", "", 26),
            ("difference", "", -10),
            ("vp_line", "", 11),
        ],
        [
            ("won_swapped", "Round 2!F2", None),
            ("option_default", "", None),
            ("formula", "Round 2!G2", 19),
            ("won_game", "Round 2!H2", None),
            ("option_default", "", None),
            ("formula", "Round 2!I2", 7),
            ("at_least", "", 10),
            ("sum_mp", "", 10),
            ("sum_mp", "", 19),
            ("difference", "", -9),
            ("vp_line", "", 12),
        ],
        [
            ("won_swapped", "Round 2!F3", None),
            ("option_stated", "Round 2!C3", None),
            ("formula", "Round 2!G3", Fraction(11, 2)),
            ("rounded_down", "", 5),
            ("at_least", "", 10),
            ("drawn_game", "Round 2!H3", 0),
            ("sum_mp", "", 10),
            ("sum_mp", "", 0),
            ("difference", "", 10),
            ("vp_line", "", 19),
        ],
    ]


def test_an_option_of_the_organizers_is_told_with_its_row(coming_and_going: Results) -> None:
    formula = next(step for step in told(coming_and_going, "Ben", 2).steps if step.word == "formula")
    assert list(map(str, formula.places)) == ["Round 2!G3", "Scoring options!A2"]


def test_a_format_that_explains_nothing_says_who_won(coming_and_going: Results) -> None:
    match_of = coming_and_going.event.rounds[3][0]
    (won,) = explain_by_winner(coming_and_going, match_of, "a")
    assert (won.word, won.values, won.comes_to) == (
        "match_won",
        {"winner": "Ben"},
        told(coming_and_going, "Ben", 3).title.comes_to,
    )


def test_who_is_disqualified_is_told_with_the_ruling() -> None:
    event, problems = read(
        event_sheet(rounds=2),
        players("Ada", "Ben", "Cy", "Dee"),
        round_sheet(1, match("Ada", "Ben", ("A", 5), ("A", 5)), match("Cy", "Dee", ("A", 5), ("Draw", ""))),
        round_sheet(2, match("Cy", "Ben", ("A", 5), ("A", 5)), match("Dee", "BYE")),
        sheet("Rulings", ("Player", "Round", "Kind"), [("Ada", 1, "disqualification")]),
    )
    assert event is not None
    assert not has_errors(problems)
    found = compute(event, TURNABOUT)
    rank, rounds, _, rating = about(found, "Ada")
    (gone,) = rounds.groups[1].steps
    assert (gone.word, gone.places, gone.comes_to) == ("disqualified", (Place("Rulings", "C2"),), 0)
    assert (rank.question.comes_to, rank.groups[0].steps[-1].word) == (4, "ranks_last")
    assert [step.word for step in rating.groups[0].steps] == ["no_award_disqualified"]
    assert about(found, "Cy", ["rating"])[0].question.comes_to is not None


@pytest.mark.parametrize(
    ("rounds", "who", "word"),
    [
        (2, ("Ada", "Ben", "Cy", "Dee"), "not_finished"),
        (1, ("Ada", "Ben"), "too_small"),
        (1, ("Ada", "Ben", "Cy", "Dee", {"Player": "Eve", "Dropped after": 0}), "never_paired"),
    ],
)
def test_why_there_is_no_award(rounds: int, who: tuple[str | dict[str, Raw], ...], word: str) -> None:
    names = [each for each in who if isinstance(each, str)]
    pairs = zip(names[::2], names[1::2], strict=True)
    event, problems = read(
        event_sheet(rounds=rounds), players(*who), round_sheet(1, *(match(*pair, ("A", 5), ("A", 5)) for pair in pairs))
    )
    assert event is not None
    assert not has_errors(problems)
    last = event.players[-1].name
    (rating,) = about(compute(event, TURNABOUT), last, ["rating"])
    assert [step.word for group in rating.groups for step in group.steps] == [word]


def test_a_team_answers_to_both_names(tmp_path: Path) -> None:
    workbook = tmp_path / "Doubles.xlsx"
    simulated(workbook, "--format", "Duplicate Magic", "--teams", "--players", 6)
    found = check(workbook).results
    assert found is not None
    team = found.event.players[2]
    answers = {tuple(ask(workbook, name)) for name in team.names}
    assert len(team.names) == 3
    assert len(answers) == 1
