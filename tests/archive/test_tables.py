"""Tables of one event as organizers have them: what of the samples is archived, figure for figure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

import pytest

from tests.archive.tables_by_hand import DAY, NO_DAY, archived, load, typed
from turnabout_sheets.archive.lists.results import read_old_files
from turnabout_sheets.archive.records import EventRecord
from turnabout_sheets.core.outcomes import Outcome
from turnabout_sheets.core.problems import Severity
from turnabout_sheets.sheets.grid import Grid, Raw


class Figures(NamedTuple):
    """What a sample must come to. ``records`` are the wins, draws, losses and byes of the first."""

    players: int
    rounds: int | None
    first: str
    points: Fraction
    record: tuple[int, int, int, int]
    matches: int = 0
    decided: int = 0
    draws: int = 0
    byes: int = 0


SAMPLES = {
    "melee-standings.csv": Figures(18, 9, "Xenia Wicklund", Fraction(25), (8, 1, 0, 0)),
    "topdeck-standings.csv": Figures(13, 4, "Hanno Eskwyn", Fraction(10), (3, 1, 0, 0)),
    "eventlink-standings.tsv": Figures(11, None, "Cilla Norwood", Fraction(9), (0, 0, 0, 0)),
    "results-scores.csv": Figures(9, 4, "Bero Ingby", Fraction(10), (3, 1, 0, 0), 16, 13, 2, 4),
    "standings-2009.xls": Figures(10, 4, "Gisa Zelquist", Fraction(12), (4, 0, 0, 0)),
    "klassement-2011.ods": Figures(12, 5, "Quilla Holby", Fraction(13), (4, 1, 0, 0)),
}


def figures(record: EventRecord) -> Figures:
    """Return the figures of an event; without placings the points are 3 for a win or a bye, and 1 for a draw."""
    points = {
        each: each.points if each.points is not None else Fraction(3 * (each.wins + each.byes) + each.draws)
        for each in record.entries
    }
    (first,) = [each for each in record.entries if each.position == 1 or each.position is None][:1]
    if first.position is None:
        first = max(record.entries, key=lambda each: points[each])
    ends = Counter(meeting.outcome_a for meeting in record.meetings)
    return Figures(
        len(record.entries), record.rounds, first.name, points[first],
        (first.wins, first.draws, first.losses, first.byes),
        len(record.meetings) - ends[Outcome.BYE], ends[Outcome.WIN] + ends[Outcome.LOSS], ends[Outcome.DRAW],
        ends[Outcome.BYE],
    )  # fmt: skip


@pytest.mark.parametrize("name", SAMPLES)
def test_figures_of_a_sample(name: str) -> None:
    records, _, problems = archived(*load(name), file=name)
    assert [figures(record) for record in records] == [SAMPLES[name]]
    assert [each for each in problems if not each.startswith("Warning")] == []


def test_whole_standings() -> None:
    """Byes stand apart from wins; ties are shared; a sum and a referee are no players."""
    (topdeck,), _, _ = archived(*load("topdeck-standings.csv"))
    assert sum(each.byes for each in topdeck.entries) == 4
    assert all(each.played_all for each in topdeck.entries)
    (cup,), understood, _ = archived(*load("standings-2009.xls"), file="standings-2009.xls")
    assert [each.position for each in cup.entries] == [1, 2, 2, 4, 4, 6, 6, 8, 8, 8]
    assert sum(each.points or 0 for each in cup.entries) == 59
    assert understood.remarks == [
        'standings-2009.xls: 10 placings of "standings-2009" (2012-05-31): name from Name, place from Place, record '
        "from W-D-L, points from Pts; not used: Town, Buchholz; W-D-L is won-drawn-lost; 1 row "
        'left out: "Referee: nobody"; format Turnabout from --format.'
    ]
    (club,), _, _ = archived(*load("klassement-2011.ods"))
    assert [each.position for each in club.entries] == [1, 2, 3, 3, 5, 5, 7, 7, 7, 7, 11, 11]


def test_points_of_all_players_by_their_matches() -> None:
    (record,), understood, problems = archived(*load("results-scores.csv"), file="results-scores.csv")
    points = {each.name: 3 * (each.wins + each.byes) + each.draws for each in record.entries}
    assert sorted(points.items(), key=lambda each: -each[1])[:3] == [
        ("Bero Ingby", 10), ("Eskil Yarsund", 9), ("Njal Norholm", 8),
    ]  # fmt: skip
    assert sum(each.points is not None for each in record.entries) == 0
    assert "; byes: 4; without a result: 1; format" in understood.remarks[0]
    assert problems == [
        "Warning: results-scores.csv!A2: Only match records of results-scores (2012-05-31) are known, so its players "
        "have no positions and no awards. Add the placings if you have them."
    ]


def test_scores_that_became_dates_are_refused_with_their_cells() -> None:
    sheets = load("results-by-hand.xlsx")
    records, understood, problems = archived(*sheets, file="results-by-hand.xlsx")
    hint = "Type it as text, with an apostrophe before it: '2-1."
    place = "Error: results-by-hand.xlsx, sheet Round 2"
    assert problems == [
        f"{place}!E5: The cell shows 2025-01-02: a score that became a date. {hint}",
        f"{place}!E7: The cell shows 2025-02-01: a score that became a date. {hint}",
    ]
    assert (records, understood.grids) == ([], [])


def test_a_sheet_a_round_is_one_event() -> None:
    """As the file of before, once the two scores are typed as text."""
    sheets = load("results-by-hand.xlsx")
    sheets[1].rows[4][4], sheets[1].rows[6][4] = "2-1", "1-2"  # type: ignore[index]
    (record,), understood, _ = archived(*sheets, file="results-by-hand.xlsx")
    assert (record.name, len(record.entries), record.rounds) == ("results-by-hand", 8, 3)
    ends = Counter((meeting.round, meeting.outcome_a in (Outcome.WIN, Outcome.LOSS)) for meeting in record.meetings)
    assert ends == {(1, True): 4, (2, True): 4, (3, True): 4}
    assert understood.remarks[0] == (
        'results-by-hand.xlsx, sheet Notes: left out, as it has no results: "prizes: 1st 12 packs, 2nd 8, 3rd-4th 4".'
    )


@pytest.mark.parametrize("name", ["first-last-club.csv", "vereinsliste.csv"])
def test_lists_of_players_are_sent_where_they_belong(name: str) -> None:
    assert archived(*load(name), file=name)[2] == [
        f"Error: {name}: This is a list of players; expected results: standings, or matches. Take it into a new event: "
        "turnabout new --players."
    ]


@pytest.mark.parametrize("name", [*SAMPLES, "results-by-hand.xlsx"])
def test_a_sample_without_a_day_is_refused_once(name: str) -> None:
    _, understood, problems = archived(*load(name), given=NO_DAY, file=name)
    (problem,) = problems
    assert "Nothing says on which day" in problem
    hint = " Give the day with --date, such as --date 2012-05-31; for several events, type Event and Date in every row."
    assert problem.endswith(hint)
    assert understood.grids == []


def test_a_header_in_the_middle_of_nothing() -> None:
    _, _, problems = archived(typed("Gizmo;Widget", "1;2"), given=DAY)
    assert problems == [
        'Error: cup.csv: No row has headers of results; the first row is "Gizmo", "Widget". Expected a row of headers '
        'such as "Place", "Player" and "Points", or "Round", "Player 1", "Player 2" and "Result" (English, German, '
        "French or Spanish). Type such a row of headers above the first row, and try again."
    ]


def test_sheets_beside_our_own_lists_are_left_out_and_named() -> None:
    sheets: dict[str, list[list[Raw]]] = {
        "Placings": [["Event", "Date", "Player", "Position"], ["Cup", "2012-05-31", "Ada", 1.0]],
        "Prizes": [["1st", "12 packs"]],
        "Sheet3": [[" "]],
    }
    found = read_old_files([("club.xlsx", [Grid(name, rows) for name, rows in sheets.items()])])
    assert [record.title for record, _ in found.records] == ["Cup (2012-05-31)"]
    assert found.remarks == ["club.xlsx, sheet Prizes: left out, as it is no list of old results."]


# Tables with the headers of our lists


def understood(file: str, *sheets: Grid) -> tuple[list[EventRecord], list[str]]:
    """Return the events of a file, and what is wrong with it but for what it does not say."""
    found = read_old_files([(file, sheets)], None, "2011-04-05", "Turnabout")
    records = [record for record, _ in found.records]
    return records, [str(each) for each in found.problems if each.severity is Severity.ERROR]


STANDINGS = (
    "Position;Player;Player ID;Wins;Draws;Losses;Byes;Points;Played all rounds",
    "1;Ada;a7;2;0;0;0;6;yes",
    "2;Ben;b2;1;0;0;;3;yes",
    "3;Cy;c9;0;0;1;1;3;no",
    "0;Dee;d4;0;0;2;0;0;no",
)
ROUNDS = ("Round;Table;Player A;Player B;Winner", "1;1;Ada;Cy;A", "1;2;Dee;Ben;Ben", "2;1;Ada;Dee;Ada", "2;;Cy;BYE;")


def test_standings_with_the_headers_of_our_lists_are_a_table_where_no_column_names_an_event() -> None:
    """Archive 3.5."""
    (record,), problems = understood("Stand Cup.csv", typed(*STANDINGS, name="Stand Cup.csv"))
    assert (record.name, record.date, record.rounds, problems) == ("Stand Cup", "2011-04-05", 2, [])
    assert [
        (each.name, each.player_id, each.position, each.wins, each.losses, each.byes, each.points, each.played_all)
        for each in record.entries
    ] == [
        ("Ada", "a7", 1, 2, 0, 0, Fraction(6), True),
        ("Ben", "b2", 2, 1, 0, 0, Fraction(3), True),
        ("Cy", "c9", 3, 0, 1, 1, Fraction(3), False),
        ("Dee", "d4", None, 0, 2, 0, Fraction(0), None),
    ]


def test_lists_of_one_event_below_its_title_are_its_tables() -> None:
    """Archive 3.5."""
    sheets = [
        Grid(name, [["Stand Cup, 5 April 2011"], *typed(*table).rows])
        for name, table in {"Placings": STANDINGS, "Matches": ROUNDS}.items()
    ]
    for below in (sheets, [Grid(sheet.name, sheet.rows[1:]) for sheet in sheets]):
        (record,), problems = understood("Stand Cup.xlsx", *below)
        assert (record.name, record.date, problems) == ("Stand Cup", "2011-04-05", [])
        assert [record.entries[each.a].name for each in record.meetings] == ["Ada", "Dee", "Ada", "Cy"]


NO_EVENT = "No column says which event a row belongs to; expected Event ID, or Event and Date."


@pytest.mark.parametrize(
    ("sheets", "wrong"),
    [
        ({"Placings": STANDINGS, "Events": ("Name;Date", "Cup;2011-04-05")}, "Placings"),
        ({"Placings": STANDINGS, "Matches": ("Event ID;Round;Player A;Player B", "7;1;Ada;Ben")}, "Placings"),
        ({"Placings": ("Event;Position;Player", "Cup;1;Ada")}, "Placings"),
        ({"Matches": ("Date;Round;Player A;Player B", "2011-04-05;1;Ada;Ben")}, "Matches"),
    ],
)
def test_a_list_that_does_not_name_its_events_where_others_do_is_refused(
    sheets: Mapping[str, Sequence[str]], wrong: str
) -> None:
    """Archive 3.3: nobody knows which of the events it is of."""
    grids = [Grid(name, typed(*table).rows) for name, table in sheets.items()]
    records, problems = understood("Cup 2011-04-05.xlsx", *grids)
    assert records == []
    assert any(problem.startswith(f"Error: Cup 2011-04-05.xlsx, sheet {wrong}: {NO_EVENT}") for problem in problems)


def test_the_workbook_of_an_event_is_no_list_whatever_it_was_saved_as() -> None:
    """Archive 3.7: Adjustments would be taken for standings of those who have some."""
    event = Grid("Event", [["Setting", "Value"], ["Event name", "Cup"], ["Date", "2011-04-05"]])
    adjustments = Grid("Adjustments", [["Player", "Round", "Points", "Reason"], ["Ada", 1.0, -2.0, "late"]])
    assert understood("Cup 2011-04-05.ods", event, adjustments) == (
        [],
        ["Error: Cup 2011-04-05.ods: This is the workbook of an event; expected Excel Workbook (.xlsx) for that. "
         "Save it as that, and import it again."],
    )  # fmt: skip
    ours = Grid("Event", [["Name", "Date"], ["Cup", "2011-04-05"]])
    placings = Grid("Placings", typed("Event;Date;Player;Position", "Cup;2011-04-05;Ada;1").rows)
    (record,), problems = understood("club.ods", ours, placings)
    assert (record.title, problems) == ("Cup (2011-04-05)", [])
