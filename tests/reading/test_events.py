"""From the sheets of a workbook to an event: settings, players, rounds, and what is said of the rest."""

from __future__ import annotations

from dataclasses import fields
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.event.worked_events import FOUR, FOUR_ROUNDS
from tests.reading.grids import (
    MATCH_HEADERS,
    Cells,
    event_sheet,
    match,
    players,
    problems,
    results_sheet,
    round_sheet,
    save,
    sheet,
    valid,
)
from turnabout_sheets.event.model import BYE, Event, Match, Player
from turnabout_sheets.formats.common import PLAYER_FIELDS
from turnabout_sheets.formats.turnabout.format import TURNABOUT
from turnabout_sheets.jobs.check import check
from turnabout_sheets.reading.event import read_event
from turnabout_sheets.reading.matches import round_number
from turnabout_sheets.sheets.grid import Grid, Raw
from turnabout_sheets.sheets.settings import Settings

FIRST, SECOND, THIRD = FOUR_ROUNDS


def told(*grids: Grid) -> list[str]:
    return [str(problem) for problem in problems(*grids)]


def match_list(event: Event) -> list[tuple[Any, ...]]:
    fields = ("winner_1", "count_1", "winner_2", "count_2")
    return [
        (match.round, match.table, match.a, match.b, *(match[field] for field in fields), match.ruling)
        for match in event.rows
    ]


def test_every_setting_is_read() -> None:
    event = valid(
        event_sheet(
            name="Friday Turnabout",
            date=datetime(2026, 5, 12),
            venue=" The  Den",
            organizer="Kit",
            format="TURNABOUT",
            rounds="5",
            pairing="Manual",
            first_round="rating",
            random_seed=42.0,
            rounds_per_session="4,3,4",
            allow_rematches="yes",
            bye_vp=20.0,
            bye_counts_as_win=False,
            tie_breaks="MP difference; match wins",
            timing="Bronstein",
            minutes="12",
            seconds="０",
            match_minutes=60,
            paper="letter",
            slips_per_page="6",
        ),
        players("Ada", "Ben"),
    )
    assert event.settings == Settings(
        name="Friday Turnabout",
        date="2026-05-12",
        venue="The Den",
        organizer="Kit",
        format="TURNABOUT",
        rounds=5,
        pairing="manual",
        first_round="rating",
        random_seed="42",
        rounds_per_session=(4, 3, 4),
        allow_rematches=True,
        own={"bye_vp": 20},
        bye_counts_as_win=False,
        tie_breaks=("MP difference", "match wins"),
        timing="bronstein",
        minutes=12,
        seconds=0,
        match_minutes=60,
        paper="Letter",
        slips_per_page=6,
    )


def test_every_column_that_all_formats_have_is_a_field_of_a_player() -> None:
    assert sorted(PLAYER_FIELDS - {each.name for each in fields(Player)}) == [], "add them to Player in event/model.py"


def test_blank_settings_have_their_defaults_and_the_file_names_the_event() -> None:
    event = valid(event_sheet(name="", rounds="", bye_vp=" ", tie_breaks="\u00a0"), players("Ada", "Ben"))
    assert event.settings == Settings(name="Friday")


def test_without_an_event_sheet_the_defaults_hold() -> None:
    assert told(players("Ada", "Ben")) == [
        'Warning: Event: There is no Event sheet; taken as a Turnabout event called "Friday". '
        "Add a sheet Event with the columns Setting and Value if anything else is meant."
    ]


def test_every_bad_setting_is_reported() -> None:
    settings: dict[str, Raw] = {
        "name": datetime(2026, 5, 12),
        "rounds": "many",
        "pairing": "swis",
        "rounds_per_session": 4.3,
        "allow_rematches": "maybe",
        "bye_vp": 31,
        "slips_per_page": 3,
        "frist_round": "random",
        "xyzzy": 1,
    }
    assert told(event_sheet(**settings), players("Ada", "Ben")) == [
        'Warning: Event!A9: The setting "frist round" is not known and is ignored. Did you mean "First round"?',
        'Warning: Event!A10: The setting "xyzzy" is not known and is ignored. '
        "Delete the row; the documentation lists the settings there are.",
        'Error: Event!B2: Name is "2026-05-12"; expected text, but the spreadsheet has made a date of it. '
        "Type it with an apostrophe before it, as '3-4: then it stays as it is.",
        'Error: Event!B3: Rounds is "many"; expected a whole number from 1 to 999. Correct the cell.',
        'Error: Event!B4: Pairing is "swis"; expected swiss, round robin, single elimination, double elimination '
        'or manual. Did you mean "swiss"?',
        'Error: Event!B5: Rounds per session is "4.3"; expected whole numbers from 1, with commas between them, '
        "such as 4,3,4. Correct the cell.",
        'Error: Event!B6: Allow rematches is "maybe"; expected yes or no. Correct the cell.',
        'Error: Event!B7: Bye VP is "31"; expected a whole number from 0 to 30. Correct the cell.',
        'Error: Event!B8: Slips per page is "3"; expected 2, 4 or 6. Correct the cell.',
    ]


def test_a_setting_that_stands_twice_and_a_value_without_a_setting() -> None:
    rows: list[tuple[Raw, ...]] = [("Rounds", 1), ("ROUNDS:", 4), ("", 5), ("", "")]
    assert told(sheet("Event", ("Setting", "Value"), rows), players("Ada", "Ben")) == [
        "Error: Event!A4: Setting is blank; expected text. Fill it in, or clear the whole row.",
        'Error: Event!A3: The setting "ROUNDS:" stands in A2 already. Delete one of the two.',
    ]


def test_an_unknown_format_stops_the_reading() -> None:
    event, format, found = read_event([event_sheet(format="Turnabuot"), players("Ada")], "Friday")
    assert event is None
    assert format is TURNABOUT
    assert [str(problem) for problem in found] == [
        'Error: Event!B2: Format is "Turnabuot"; expected Turnabout, Duplicate Magic or Netrunner. '
        'Did you mean "Turnabout"?'
    ]


def test_an_event_sheet_without_headers_stops_the_reading() -> None:
    assert told(sheet("Event", ("Option", "Value"), [("Rounds", 3)]), players("Ada")) == [
        "Error: Event!A1: None of the first 20 rows has all the headers that this sheet needs; not found: Setting. "
        "Give one row these headers; their order is free, and other columns may stand between them."
    ]


@pytest.mark.parametrize(
    ("names", "found", "remedy"),
    [
        (["Event"], "the sheets are Event", "Add it, or bring an earlier version back that has it."),
        (["Event", "Player", "Round 1"], "the sheets are Event, Player and Round 1",
         'If "Player" is meant, rename it to Players.'),
    ],
)  # fmt: skip
def test_a_missing_players_sheet_stops_the_reading(names: list[str], found: str, remedy: str) -> None:
    grids = [event_sheet() if name == "Event" else Grid(name, ()) for name in names]
    assert told(*grids) == [f"Error: Players: The workbook has no sheet Players; {found}. {remedy}"]


def test_players_are_read_as_they_stand() -> None:
    event = valid(
        event_sheet(rounds=3, allow_rematches="yes"),
        players(
            {
                "Player": "Ada  Marsh",
                "Scoring option": "tolaria",
                "Rating": "12,5",
                "Joined round": "2",
                "Dropped after": 3.0,
                "Fixed table": "７",
                "Player ID": "0080",
            },
            {"Player": ""},
            {"Player": 1997.0, "Rating": 3.0, "Player ID": 80.0},
        ),
    )
    ada, number = event.players
    assert (ada.name, ada["option"], ada.rating) == ("Ada Marsh", "tolaria", Fraction(25, 2))
    assert (ada.joined, ada.dropped_after, ada.fixed_table, ada.player_id) == (2, 3, 7, "0080")
    assert (ada.number, ada.row, number.number, number.row) == (0, 2, 1, 4)
    assert (number.name, number.rating, number.player_id) == ("1997", Fraction(3), "80")
    assert (number.joined, number.dropped_after, number.fixed_table, number["option"]) == (1, None, None, None)


def test_a_player_row_without_a_name() -> None:
    assert told(event_sheet(), players("Ada", {"Player": "", "Rating": 4}, "Ben")) == [
        "Error: Players!A3: Player is blank; expected text. Fill it in, or clear the whole row."
    ]


def test_a_rating_with_a_sign_between_the_thousands_is_asked_about() -> None:
    assert told(event_sheet(), players({"Player": "Ada", "Rating": "1.650"}, {"Player": "Ben", "Rating": 1.65})) == [
        'Error: Players!B2: Rating is "1.650"; expected 1650, or 1.65 if that is meant. Clear the cell if the player '
        "is unrated."
    ]


TRICKY = [
    'Bo "Ace" Li',
    "“Duck” Hill",
    "O'Neill",
    "D’Amico",
    "Marsh, Al",
    "Marsh, Al Jr.",
    "007",
    "1996",
    "2e3",
    "5-6",
    "11/04",
    "FALSE",
    "Bye Bye",
    "Null",
    "None",
    "nan",
    "N/A",
    "=2+2",
    "+33",
    "-Dot-",
    "@work",
    "<i>Slanted</i>",
    "Cat & Dog",
    "{{ 6*7 }}",
    "Анна Котова",
    "王芳",
    "이서연",
    "سارة أحمد",
    "נועה לוי",
    "Αλέξης",
    "Trần Thị Ngọc",
    "Renée",
    "Groß",
    "İnci",
    "inci",
    "Lee Bo",
    "LeeBo",
    "🦊 Runner",
    "Zoë 🧙\u200d♀️",
    "Maximiliane-Konstantine " * 4 + "von und zu",
]


def round_robin_start(names: list[str]) -> list[dict[str, Raw]]:
    """Pair first with second and so on; each winner is typed by name, in capitals where that changes nothing."""
    typed = [name.upper() if name.upper().casefold() == name.casefold() else name for name in names]
    pairs = zip(names[::2], names[1::2], typed[::2], typed[1::2], strict=True)
    return [match(f" {a} ", b.replace(" ", "\u00a0"), (upper_a, 3), (upper_b, 4)) for a, b, upper_a, upper_b in pairs]


def test_tricky_names_are_players_like_others() -> None:
    who = [{"Player": name, "Player ID": number} for number, name in enumerate(TRICKY)]
    event = valid(event_sheet(), players(*who), round_sheet(1, *round_robin_start(TRICKY)))
    assert [player.name for player in event.players] == [" ".join(name.split()) for name in TRICKY]
    expected = [(1, i + 1, 2 * i, 2 * i + 1, "A", 3, "B", 4, None) for i in range(len(TRICKY) // 2)]
    assert match_list(event) == expected


def test_tricky_names_survive_a_real_workbook(tmp_path: Path) -> None:
    # A spreadsheet program keeps a text that starts like a formula as text; openpyxl would write a formula.
    names = [name for name in TRICKY if not name.startswith("=")][:38]
    who = [{"Player": name, "Player ID": number} for number, name in enumerate(names)]
    grids = [event_sheet(name="Tricky"), players(*who), round_sheet(1, *round_robin_start(names))]
    outcome = check(save(tmp_path / "tricky.xlsx", *grids))
    assert list(outcome.problems) == []
    assert outcome.event is not None
    assert [player.name for player in outcome.event.players] == [" ".join(name.split()) for name in names]


@pytest.mark.parametrize(
    ("registered", "typed"),
    [
        ("José", "JOSE\u0301"),
        ("Groß", "GROSS"),
        ("Lee Ann", " lee\u00a0\u00a0ANN "),
        ("LeeAnn", "Lee\u200bAnn"),
        (1997.0, "1997"),
        ("1997", 1997.0),
        (True, "true"),
    ],
)
def test_one_player_typed_in_two_ways(registered: Raw, typed: Raw) -> None:
    event = valid(
        event_sheet(),
        players({"Player": registered}, "Ben"),
        round_sheet(1, match("Ben", typed, (typed, 3), (typed, 5))),
    )
    assert match_list(event) == [(1, 1, 1, 0, "B", 3, "B", 5, None)]


@pytest.mark.parametrize(
    ("registered", "typed", "remedy"),
    [
        ("O'Neill", "O’Neill", 'Did you mean "O\'Neill"?'),
        ("0080", 80.0, 'Did you mean "0080"?'),
        ("Marsh, Al Jr.", "Marsh, Al", 'Did you mean "Marsh, Al Jr."?'),
    ],
)
def test_names_that_are_not_the_same(registered: str, typed: Raw, remedy: str) -> None:
    shown = "80" if typed == 80.0 else typed
    assert told(event_sheet(), players("Ben", registered), round_sheet(1, match("Ben", typed))) == [
        f'Error: Round 1!D2: Player B is "{shown}"; expected the name of a player on the Players sheet, or BYE. '
        f"{remedy}"
    ]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("A", "A"), ("a ", "A"), ("b", "B"), ("DRAW", "Draw"), ("ada", "A"), ("Ben\u00a0Okoro", "B")],
)
def test_a_winner_is_a_letter_a_name_or_a_draw(typed: str, meant: str) -> None:
    count = "" if meant == "Draw" else 4
    event = valid(
        event_sheet(), players("Ada", "Ben Okoro"), round_sheet(1, match("Ada", "Ben Okoro", (typed, count), ("A", 0)))
    )
    assert match_list(event)[0][4] == meant


EITHER = "Type A if Ada won, B if Ben won, or Draw."


@pytest.mark.parametrize(
    ("typed", "shown", "remedy"),
    [
        ("Bne", "Bne", 'Did you mean "Ben"?'),
        ("Cy", "Cy", EITHER),
        (1.0, "1", EITHER),
        ("1-0", "1-0", EITHER),
        (True, "TRUE", EITHER),
        ("tie", "tie", 'Did you mean "Draw"?'),
        ("Remis", "Remis", 'Did you mean "Draw"?'),
    ],
)
def test_a_winner_who_is_neither(typed: Raw, shown: str, remedy: str) -> None:
    grids = event_sheet(), players(*FOUR), round_sheet(1, match("Ada", "Ben", (typed, 3), ("A", 3)), FIRST[1])
    assert told(*grids) == [f'Error: Round 1!F2: Game 1 winner is "{shown}"; expected A, B, Draw, Ada or Ben. {remedy}']


def test_a_score_that_has_become_a_date() -> None:
    grids = event_sheet(), players(*FOUR), round_sheet(1, match("Ada", "Ben", (datetime(2026, 2, 1), 3), ("A", 3)))
    (first, *_) = told(*grids)
    expected = "expected A, B, Draw or the winner's name, but the spreadsheet has made a date of it. Type A, B or Draw."
    assert first == f'Error: Round 1!F2: Game 1 winner is "2026-02-01"; {expected}'


def test_bye_as_player_a() -> None:
    assert told(event_sheet(), players("Ada", "Ben"), round_sheet(1, match("BYE", "Ada"), match("Ben", "bye"))) == [
        'Error: Round 1!B2: Player A is "BYE"; expected the name of a player on the Players sheet. '
        "Where somebody has a bye, BYE stands as player B."
    ]


def test_round_sheets_and_results_give_the_same_matches() -> None:
    expected = [
        (1, 1, 0, 1, "A", 20, "A", 20, None),
        (1, 2, 2, 3, "Draw", None, "Draw", None, None),
        (2, 1, 2, 0, "A", 0, "Draw", None, None),
        (2, 2, 3, 1, "A", 20, "A", 20, None),
        (3, 1, 0, 3, "Draw", None, "Draw", None, None),
        (3, 2, 1, 2, "A", 20, "Draw", None, None),
    ]
    settings, who = event_sheet(rounds=3), players(*FOUR)
    one, two, three = (round_sheet(number, *rows) for number, rows in enumerate(FOUR_ROUNDS, 1))
    assert match_list(valid(settings, who, one, two, three)) == expected
    assert match_list(valid(three, who, settings, one, two)) == expected
    assert match_list(valid(settings, who, results_sheet(*FOUR_ROUNDS))) == expected
    assert match_list(valid(settings, who, results_sheet(*FOUR_ROUNDS[:2]), three)) == expected


def test_where_a_match_stands() -> None:
    later = Grid("round 3", round_sheet(3, *THIRD).rows)
    event = valid(event_sheet(rounds=3), players(*FOUR), later, results_sheet(*FOUR_ROUNDS[:2]))
    places = [str(event.place(row, "count_1")) for row in event.rows]
    assert places == ["Results!H2", "Results!H3", "Results!H4", "Results!H5", "round 3!G2", "round 3!G3"]


def test_a_match_has_the_columns_of_every_format_and_those_of_its_own_by_field() -> None:
    event = valid(event_sheet(rounds=3), players(*FOUR), round_sheet(1, *FIRST))
    first, second = event.rows
    own = {"option_a", "option_b", "winner_1", "count_1", "winner_2", "count_2", "note"}
    assert [set(match.fields) for match in (first, second)] == [own, own]
    assert (first.index, first.round, first.table, first.pair) == (0, 1, 1, (0, 1))
    assert (first.ruling, first.advances, first.sheet, first.row) == (None, None, "Round 1", 2)
    assert (second.index, second.row) == (1, 3)
    assert first["winner_1"] == FIRST[0]["Game 1 winner"]


@pytest.mark.parametrize(
    ("a", "b", "seats"), [(0, 1, [("a", 0), ("b", 1)]), (1, BYE, [("a", 1)]), (None, 0, [("b", 0)]), (None, BYE, [])]
)
def test_who_stands_in_a_match(a: int | None, b: int, seats: list[tuple[str, int]]) -> None:
    found = Match(0, 1, 1, a, b, None, None, "Round 1", 2, {})
    assert list(found.seats()) == seats
    if a is None:
        with pytest.raises(AssertionError, match="an event without errors"):
            _ = found.pair


def test_a_round_in_two_places_is_one_error() -> None:
    settings, who = event_sheet(rounds=3), players(*FOUR)
    assert told(settings, who, results_sheet(FIRST, SECOND), round_sheet(2, *SECOND)) == [
        "Error: Round 2: Round 2 stands on the sheet Results already; expected in one place only. "
        "Delete it from one of the two sheets."
    ]
    assert told(settings, who, round_sheet(1, *FIRST), Grid("Round 01", round_sheet(1, *FIRST).rows)) == [
        "Error: Round 01: Round 1 stands on the sheet Round 1 already; expected in one place only. "
        "Delete it from one of the two sheets."
    ]


def test_a_round_number_that_is_none() -> None:
    rows = [
        {"Round": number, **row} for number, row in (("", FIRST[0]), ("one", FIRST[1]), (0, FIRST[0]), (1.5, FIRST[1]))
    ]
    headers = ("Round", *MATCH_HEADERS)
    results = sheet("Results", headers, [[row.get(header, "") for header in headers] for row in rows])
    assert told(event_sheet(), players(*FOUR), results) == [
        "Error: Results!A2: Round is blank; expected a whole number from 1 to 999. Fill it in, or clear the whole row.",
        'Error: Results!A3: Round is "one"; expected a whole number from 1 to 999. Correct the cell.',
        'Error: Results!A4: Round is "0"; expected a whole number from 1 to 999. Correct the cell.',
        'Error: Results!A5: Round is "1.5"; expected a whole number from 1 to 999. Correct the cell.',
    ]


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("Round 1", 1),
        ("round 12", 12),
        ("ROUND\u00a03", 3),
        (" Round  4 ", 4),
        ("Round7", 7),
        ("Round 01", 1),
        ("Round 999", 999),
        ("Round 0", None),
        ("Round 1000", None),
        ("Round", None),
        ("Round N", None),
        ("Round 1 notes", None),
        ("Rounds 1", None),
        ("Results", None),
    ],
)
def test_what_a_rounds_sheet_is_called(name: str, number: int | None) -> None:
    assert round_number(name) == number


def test_sheets_of_others_are_left_alone() -> None:
    others = [sheet(name, ("x",), [("y",)]) for name in ("Round 0", "Lunch", "Standings", "Round 1 notes")]
    event = valid(event_sheet(), players(*FOUR), *others)
    assert match_list(event) == []
    assert set(event.tables) == {"Event", "Players"}


def test_a_blank_rounds_sheet_is_as_good_as_none() -> None:
    event = valid(event_sheet(), players(*FOUR), round_sheet(1, *FIRST), Grid("Round 2", (("",),)))
    assert event.last_round == 1


def test_a_rounds_sheet_without_its_headers() -> None:
    broken = sheet("Round 1", ("Table", "Player A", "Player C", *MATCH_HEADERS[5:]), [(1, "Ada", "Ben")])
    assert told(event_sheet(), players("Ada", "Ben"), broken) == [
        "Error: Round 1!A1: None of the first 20 rows has all the headers that this sheet needs; not found: Player B. "
        '"Player C" may be meant for "Player B". '
        "Give one row these headers; their order is free, and other columns may stand between them."
    ]


def test_names_on_other_sheets_are_looked_up() -> None:
    adjustments = sheet(
        "adjustments", ("Points", "Player", "Round"), [(5, "ada", 1), ("-2", "Bne", ""), ("x", "", "1")]
    )
    assert told(event_sheet(), players("Ada", "Ben"), adjustments) == [
        'Error: adjustments!A4: Points is "x"; expected a whole number from -10000 to 10000. '
        "Type how many points the row gives, or with a minus before it how many it takes.",
        "Error: adjustments!B4: Player is blank; expected the name of a player on the Players sheet. "
        "Fill it in, or clear the whole row.",
        'Error: adjustments!B3: Player is "Bne"; expected the name of a player on the Players sheet. '
        'Did you mean "Ben"?',
    ]


ROUND = (
    match("Ada", "ben", ("A", 14.0), ("Ben", "3"), option_a="Tolaria", note="close"),
    match("Cy", "BYE"),
)


def test_a_real_workbook_reads_like_the_sheets(tmp_path: Path) -> None:
    who: tuple[str | Cells, ...] = ("Ada", "Ben", {"Player": "Cy", "Rating": 7, "Player ID": "0080"})
    grids = [event_sheet(name="Real", date=datetime(2026, 5, 12), rounds=2), players(*who), round_sheet(1, *ROUND)]
    outcome = check(save(tmp_path / "real.xlsx", *grids))
    by_hand = valid(*grids)
    assert [str(problem) for problem in outcome.problems] == []
    assert outcome.exit == 0
    assert outcome.event is not None
    assert outcome.event.settings == by_hand.settings
    assert outcome.event.players == by_hand.players
    assert outcome.event.rows == by_hand.rows
    assert match_list(by_hand) == [(1, 1, 0, 1, "A", 14, "B", 3, None), (1, None, 2, BYE, None, None, None, None, None)]


def test_a_real_workbook_with_formulas_errors_dates_and_booleans(tmp_path: Path) -> None:
    grids = [
        event_sheet(name="=CONCATENATE(1,2)", rounds=True),
        players(
            "Ada", {"Player": "Ben", "Rating": "=1+1", "Joined round": "#N/A"}, {"Player": datetime(2026, 5, 12)}, "Dee"
        ),
        round_sheet(1, match("Ada", "Ben", ("A", datetime(2026, 3, 4)), ("#REF!", 1))),
    ]
    outcome = check(save(tmp_path / "bad.xlsx", *grids))
    assert outcome.exit == 1
    calculate = (
        "is a formula that no spreadsheet program has calculated yet, so its value is not known. "
        "Open the workbook in Excel or LibreOffice, save it, and run again; or type the value."
    )
    assert [str(problem) for problem in outcome.problems] == [
        f"Error: Event!B2: Value {calculate}",
        'Error: Event!B3: Rounds is "TRUE"; expected a whole number from 1 to 999. Correct the cell.',
        f"Error: Players!B3: Rating {calculate}",
        "Error: Players!C3: Joined round shows the error #N/A; expected a whole number, 1 or more. "
        "Correct the formula, or type the value.",
        'Error: Players!A4: Player is "2026-05-12"; expected text, but the spreadsheet has made a date of it. '
        "Type it with an apostrophe before it, as '3-4: then it stays as it is.",
        'Error: Round 1!G2: Game 1 count is "2026-03-04"; expected a whole number, but the spreadsheet has made a '
        "date of it. Type it again, without dashes, slashes or colons.",
        "Error: Round 1!H2: Game 2 winner shows the error #REF!; expected A, B, Draw or the winner's name. "
        "Correct the formula, or type the value.",
        "Error: Players!A5: Dee is on the sheet Players, but in no round. If Dee does not play, type 0 into Dropped "
        "after. Else type 1 into Joined round, and the name over BYE in round 1, or in a new row against BYE. "
        'Or press "Let Dee in" on the desk\'s page.',
    ]


@pytest.mark.parametrize("points", [10_001, -10_001, 10**30])
def test_an_adjustment_beyond_all_reason_is_refused(points: int) -> None:
    adjustments = sheet("Adjustments", ("Player", "Points"), [("Ada", 10_000), ("Ben", -10_000), ("Cy", points)])
    (problem,) = told(event_sheet(), players(*FOUR), adjustments)
    assert problem.startswith('Error: Adjustments!B4: Points is "')
    assert problem.endswith(
        '"; expected a whole number from -10000 to 10000. '
        "Type how many points the row gives, or with a minus before it how many it takes."
    )


@pytest.mark.parametrize(
    ("name", "meant"),
    [("Adjustment", "Adjustments"), ("Scoring option", "Scoring options"), ("banned card", "Banned cards")],
)
def test_a_misnamed_sheet_is_not_passed_over(name: str, meant: str) -> None:
    assert told(event_sheet(), players(*FOUR), sheet(name, ("x",), [])) == [
        f'Warning: {name}: The sheet "{name}" is not known, so it is ignored. If "{meant}" is meant, rename it so.'
    ]


@pytest.mark.parametrize("name", ["Player list", "Rounds", "My results", "Decks of last year", "Bans"])
def test_a_sheet_of_the_organizers_own_is_not_suspected(name: str) -> None:
    assert told(event_sheet(), players(*FOUR), sheet(name, ("x",), [])) == []


def test_two_sheets_of_one_name() -> None:
    assert told(event_sheet(), players(*FOUR), sheet("players ", ("x",), [])) == [
        'Error: players : The sheets "Players" and "players " have the same name but for spaces. '
        "Rename or delete one of the two."
    ]
