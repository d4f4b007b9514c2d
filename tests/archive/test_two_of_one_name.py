"""Two people of one name in an event: told apart by their Player IDs, in lists and in the archive."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.archive import nrtm_files as nrtm
from tests.archive.importing import import_files, read_lists
from tests.archive.making import add, event, turnabout
from tests.archive.nrtm_files import A_BOTH, as_bytes, two_sided
from tests.archive.old_lists import FOUR, matches, placings, read, refused, told
from tests.archive.tables_by_hand import archived as from_tables
from tests.archive.tables_by_hand import typed
from turnabout_sheets.archive.records import EventRecord, Meeting
from turnabout_sheets.archive.store import open_archive
from turnabout_sheets.core.text import key
from turnabout_sheets.sheets.grid import Grid, Raw

WITH_IDS = "Event,Date,Player,Player ID,Position"
IN_MATCHES = "Event,Date,Round,Player A,Player A ID,Player B,Player B ID,Winner"


def two_merles(*more: str) -> Grid:
    return placings("Merle,7,1", "Ann,,2", "merle,9,3", "Bo,B,4", *more, headers=WITH_IDS)


def played(*rows: str) -> Grid:
    return matches(*rows, headers=IN_MATCHES)


# Who is who


def test_two_placings_of_one_name_with_two_player_ids_are_two_people() -> None:
    """Rules 1.12.9; archive 3.3."""
    record = read(two_merles())
    assert [(each.name, each.player_id, each.position) for each in record.entries] == [
        ("Merle", "7", 1), ("Ann", "", 2), ("merle", "9", 3), ("Bo", "B", 4),
    ]  # fmt: skip


def test_match_records_tell_them_apart_by_their_player_ids() -> None:
    record = read(two_merles(), played("1,merle,9,Merle,7,B", "1,Ann,,Bo,b,Bo", "2,Merle,9,BYE,,", "2,Ann,,MERLE,7,"))
    assert record.meetings == (
        Meeting(1, None, 2, 0, "loss", "win"),
        Meeting(1, None, 1, 3, "loss", "win"),
        Meeting(2, None, 2, None, "bye", None),
        Meeting(2, None, 1, 0, None, None),
    )
    figures = {(each.name, each.player_id): (each.wins, each.losses, each.byes) for each in record.entries}
    assert figures["Merle", "7"] == (1, 0, 0)
    assert figures["merle", "9"] == (0, 1, 1)


def test_who_of_two_has_won_may_be_said_by_the_name_where_the_other_player_has_another() -> None:
    assert read(two_merles(), played("1,Merle,9,Ann,,Merle")).meetings == (Meeting(1, None, 2, 1, "win", "loss"),)


def test_those_who_share_name_and_position_stand_by_player_id_whatever_the_order_of_rows() -> None:
    rows = ("Merle,9,1", "Merle,7,1")
    found = {read(placings(*order, headers=WITH_IDS)).entries for order in (rows, rows[::-1])}
    assert [[each.player_id for each in entries] for entries in found] == [["7", "9"]]


def test_match_records_alone_tell_people_apart_by_their_player_ids() -> None:
    """One ID beside a name tells whose the rows without it are."""
    rows = ("1,Merle,7,Merle,9,A", "2,Merle,7,Ann,a,A", "2,Merle,9,Bo,,A", "3,Ann,,Merle,9,A")
    (warning,) = told(played(*rows))
    assert "Only match records of Open (2010-05-01) are known" in warning
    ((record,), _) = read_lists([played(*rows)])
    assert [(each.name, each.player_id, each.wins, each.losses) for each in record.entries] == [
        ("Ann", "a", 1, 1), ("Bo", "", 0, 1), ("Merle", "7", 2, 0), ("Merle", "9", 1, 2),
    ]  # fmt: skip


# What is refused

PLACED_TWICE = (
    'Error: placings.csv!C{row}: The player "Merle" has a placing in Open (2010-05-01) already, in placings.csv!C2. '
    "Delete one of the rows, or tell the two people apart: by a Player ID for each, or by an initial."
)
WHICH = "and 2 players of Open (2010-05-01) have this name."

REFUSED: dict[str, tuple[Sequence[Grid], str]] = {
    "one Player ID for both": ([placings("Merle,7,1", "Merle,7,2", headers=WITH_IDS)], PLACED_TWICE.format(row=3)),
    "a Player ID for the first alone": (
        [placings("Merle,7,1", "Merle,,2", headers=WITH_IDS)], PLACED_TWICE.format(row=3),
    ),
    "a Player ID for the second alone": (
        [placings("Merle,,1", "Merle,7,2", headers=WITH_IDS)], PLACED_TWICE.format(row=3),
    ),
    "a third without": (
        [placings("Merle,7,1", "Merle,8,2", "Merle,,3", headers=WITH_IDS)], PLACED_TWICE.format(row=4),
    ),
    "a third with the Player ID of the first": (
        [placings("Merle,7,1", "Merle,8,2", "Merle,7,3", headers=WITH_IDS)], PLACED_TWICE.format(row=4),
    ),
    "a match of one of two whom nothing tells apart is no other mistake": (
        [placings("Merle,,1", "Merle,,2", headers=WITH_IDS), played("1,Merle,,Merle,,A", "2,Merle,,BYE,,")],
        PLACED_TWICE.format(row=3),
    ),
    "nor where both have one Player ID": (
        [placings("Merle,7,1", "Merle,7,2", headers=WITH_IDS), played("1,Merle,,Merle,7,A")],
        PLACED_TWICE.format(row=3),
    ),
    "a match of one of them, without a column for the Player ID": (
        [two_merles(), matches("1,,Ann,Merle,A")],
        f'Error: matches.csv!F2: Player B is "Merle", {WHICH} '
        "Type in Player B ID which of them it is: 7 or 9.",
    ),
    "a match of one of them, without the Player ID": (
        [two_merles(), played("1,MERLE,,Ann,,A")],
        f'Error: matches.csv!D2: Player A is "MERLE", {WHICH} Type in Player A ID which of them it is: 7 or 9.',
    ),
    "a Player ID of nobody": (
        [two_merles(), played("1,Merle,8,Ann,,A")],
        'Error: matches.csv!E2: Player A ID is "8"; expected the Player ID of Merle in Open (2010-05-01). '
        "Correct the ID, or the name.",
    ),
    "a Player ID beside who has none": (
        [two_merles(), played("1,Merle,7,Ann,8,A")],
        'Error: matches.csv!G2: Player B ID is "8"; expected the Player ID of Ann in Open (2010-05-01). '
        "Correct the ID, or the name.",
    ),
    "the Player ID of somebody else": (
        [two_merles(), played("1,Ann,9,Bo,,A")],
        'Error: matches.csv!E2: Player A ID is "9", the Player ID of merle; found Ann beside it. '
        "Correct the ID, or the name.",
    ),
    "a name that nobody has, with a Player ID of nobody": (
        [two_merles(), played("1,Anne,8,Bo,,A")],
        'Error: matches.csv!D2: Player A is "Anne"; expected a player who has a placing in Open (2010-05-01). '
        'Did you mean "Ann"?',
    ),
    "a Player ID beside nobody": (
        [two_merles(), played("1,Ann,,bye,7,")],
        'Error: matches.csv!G2: Player B ID is "7" beside BYE; expected nothing. Clear the cell, or correct Player B.',
    ),
    "a winner who may be either": (
        [two_merles(), played("1,Merle,9,Merle,7,Merle")],
        'Error: matches.csv!H2: Winner is "Merle"; expected A, B or Draw. Correct the cell.',
    ),
    "one of them twice in a round": (
        [two_merles(), played("1,Merle,9,Ann,,A", "1,Bo,,Merle,9,A")],
        "Error: matches.csv!F3: merle (Player ID 9) stands in round 1 twice, here and in matches.csv!D2. "
        "Correct one of the two names, or the round.",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("grids", "expected"), REFUSED.values(), ids=REFUSED)
def test_what_does_not_say_who_is_meant_is_refused_in_a_sentence(grids: Sequence[Grid], expected: str) -> None:
    assert refused(*grids) == [expected]


def test_match_records_alone_are_refused_where_they_do_not_say_who_is_meant() -> None:
    assert refused(played("1,Merle,7,Merle,9,A", "2,Ann,9,Bo,,A", "2,Merle,,Cy,,A")) == [
        'Error: matches.csv!G2: Player B ID is "9", the Player ID of Ann; found Merle beside it. '
        "Correct the ID, or the name.",
        f'Error: matches.csv!D4: Player A is "Merle", {WHICH} Type in Player A ID which of them it is: 7 or 9.',
    ]


def test_a_player_id_that_cannot_be_read_is_told_once() -> None:
    """Neither is the name doubled then, nor the Player ID of its match nobody's."""
    rows: list[list[Raw]] = [list(row) for row in two_merles().rows]
    rows[3][3] = date(2010, 5, 7)
    for match in ("1,Merle,9,Ann,,A", "1,Merle,7,Ann,,A"):
        assert refused(Grid("placings.csv", rows), played(match)) == [
            'Error: placings.csv!D4: Player ID is "2010-05-07"; expected text, but the spreadsheet has made a date '
            "of it. Type it with an apostrophe before it, as '3-4: then it stays as it is.",
        ]


@pytest.mark.slow
def test_twenty_thousand_of_one_name_are_told_apart_at_once() -> None:
    rows = [f"Merle,{number},1" for number in range(20_000)]
    (problem, *_) = refused(placings(*rows, headers=WITH_IDS), played("1,Merle,,Merle,8,A"))
    assert problem.endswith(
        "and 20000 players of Open (2010-05-01) have this name. Type in Player A ID which of them it is."
    )


# None


def test_a_position_and_a_table_of_0_are_none() -> None:
    """Archive 3.3."""
    record = read(placings(*FOUR, "Eve,0", "Abe,0"), matches("1,0,Ann,Bo,A", "1,3,Cy,Dee,A"))
    assert [(each.name, each.position) for each in record.entries[4:]] == [("Abe", None), ("Eve", None)]
    assert [each.award is None for each in record.entries] == [False] * 4 + [True] * 2
    assert [meeting.table for meeting in record.meetings] == [3, None]


# Tables of other programs

STANDINGS = typed(
    "Rank;Name;Player ID;Points", "1;Merle Ost;77;2", "2;Ann Ost;12;1", "3;Merle Ost;78;1", "-;Bo Ost;19;0",
    name="cup.csv, sheet Standings",
)  # fmt: skip
MATCH_ROWS = ("1;0;-;;Merle Ost;78;", "1;4;Merle Ost;77;Ann Ost;;A", "2;1;Bo Ost;;Merle Ost;78;Merle Ost")


def match_table(headers: str, *rows: str) -> Grid:
    return typed(headers, *rows, name="cup.csv, sheet Matches")


def test_a_table_of_matches_tells_them_apart_by_our_headers() -> None:
    matches = match_table("Round;Table;Player A;Player A ID;Player B;Player B ID;Winner", *MATCH_ROWS)
    (record,), _, _ = from_tables(STANDINGS, matches)
    assert [(each.player_id, each.position) for each in record.entries] == [
        ("77", 1),
        ("12", 2),
        ("78", 3),
        ("19", None),
    ]
    assert [(each.round, each.table, each.a, each.b, each.outcome_a) for each in record.meetings] == [
        (1, 4, 0, 1, "win"), (1, None, 2, None, "bye"), (2, 1, 3, 2, "loss"),
    ]  # fmt: skip


def test_a_table_of_matches_without_them_is_refused_at_each_cell() -> None:
    matches = match_table("Round;Player 1;Player 2;Result", "1;Merle Ost;Ann Ost;2-1", "1;Bo Ost;Merle Ost;2-1")
    records, _, problems = from_tables(STANDINGS, matches)
    assert records == []
    assert [each.partition(": Player")[0] for each in problems[:2]] == [
        f"Error: cup.csv, sheet Matches!{cell}" for cell in ("B2", "C3")
    ]
    assert problems[1].endswith("Type in Player B ID which of them it is: 77 or 78.")


# In the archive


def event_of_two_merles() -> EventRecord:
    return read(two_merles(), played("1,Merle,7,merle,9,A", "1,Ann,,Bo,b,A", "2,Merle,7,Ann,,A", "2,Merle,9,Bo,,A"))


@pytest.fixture
def archived(tmp_path: Path) -> Path:
    """Return an archive with an event of two, and one of a third who has no Player ID."""
    file = tmp_path / "a.sqlite"
    add(open_archive(str(file), create=True), event_of_two_merles(), event("Cup", "2011-05-01", "Merle", "Ann"))
    return file


def test_the_event_shows_which_of_the_two_is_meant(archived: Path) -> None:
    """Archive 5.1."""
    shown = turnabout("show", "Open", "--archive", archived).stdout
    assert shown.count("Merle (Player ID 7)") == 1 + 2 + 2
    assert shown.count("merle (Player ID 9)") == 1 + 2 + 1
    assert "Player ID" not in turnabout("show", "Cup", "--archive", archived).stdout


def test_each_of_the_two_has_ratings_and_opponents_of_their_own(archived: Path) -> None:
    """Archive 5.1."""
    rows = [line.split() for line in turnabout("ratings", "--archive", archived).stdout.splitlines()]
    assert [row[:4] for row in rows if row[1:2] in (["Merle"], ["merle"])] == [
        ["1", "Merle", "7", "12"], ["3", "merle", "9", "4"],
    ]  # fmt: skip
    profile = turnabout("player", 9, "--archive", archived).stdout.splitlines()
    assert profile[0] == "merle (Player ID 9)"
    assert [" ".join(line.split()) for line in profile[-2:]] == ["Bo 1 1 0 0", "Merle (Player ID 7) 1 0 0 1"]


def test_a_question_by_the_name_says_who_there_is(archived: Path) -> None:
    """Archive 5.3."""
    answer = turnabout("player", "MERLE", "--archive", archived)
    assert answer.exit_code == 2
    assert answer.stderr.strip() == (
        '"MERLE" is the name of 3 persons; say which, in full: Merle (Player ID 7), merle (Player ID 9) or '
        "Merle (no Player ID)."
    )


def test_they_are_never_taken_for_one(archived: Path) -> None:
    """Archive 5.2 and 5.3: neither merged, nor offered to be; the third may be either."""
    answer = turnabout("merge", 7, 9, "--archive", archived)
    assert answer.stderr.strip() == (
        '"7" and "9" both played in "Open", so they are two people. If the event is wrong, correct and archive it '
        "again first."
    )
    near = turnabout("people", "--archive", archived).stdout.splitlines()
    assert [line.split(":")[0] for line in near] == [
        "Merle (no Player ID) and Merle (Player ID 7)", "Merle (no Player ID) and merle (Player ID 9)",
        "Among 5 people, 2 pairs may be one person", "To stop listing two different people",
    ]  # fmt: skip
    assert turnabout("merge", 7, "Merle (no Player ID)", "--archive", archived).exit_code == 0
    assert turnabout("people", "--archive", archived).stdout.startswith("Among")


def test_they_agree_with_their_list(archived: Path) -> None:
    """Archive 9.1."""
    assert turnabout("verify", archived).exit_code == 0


def test_netrunner_events_with_two_of_one_name_are_shown_alike(tmp_path: Path) -> None:
    """Archive 3.4 and 5.1."""
    players = [{"id": who, "name": "Merle", "rank": who, "matchPoints": 0} for who in (1, 2)]
    (tmp_path / "cup.json").write_bytes(as_bytes(nrtm.event([[two_sided(1, 2, 1, A_BOTH)]]) | {"players": players}))
    archive = open_archive(str(tmp_path / "a.sqlite"), create=True)
    import_files(archive, tmp_path / "cup.json")
    lines = turnabout("show", "Harbour Cup", "--archive", tmp_path / "a.sqlite").stdout.splitlines()
    (match,) = [line for line in lines if line.count("Merle") == 3]
    first, second = (f"Merle (Player ID cobra:{number})" for number in (1, 2))
    assert re.findall(r"Merle \(.*?\)", match) == [second, first, second]
    assert turnabout("verify", tmp_path / "a.sqlite").exit_code == 0


# Any event

PLAYERS = st.lists(
    st.tuples(st.sampled_from(["Merle", "merle", "Ann", "Bo"]), st.integers(1, 4)), min_size=2, max_size=6, unique=True
)


@given(PLAYERS, st.data())
def test_whoever_is_meant_is_found_by_name_and_player_id_and_by_the_name_alone_where_nobody_else_has_it(
    players: list[tuple[str, int]], data: st.DataObject
) -> None:
    """Player IDs are unique; whose ID is left out in a match, though others have the name, is asked for."""
    named = [(name, f"{name}{number}") for name, number in players]
    assume(len({key(player_id) for _, player_id in named}) == len(named))
    pairs = data.draw(st.lists(st.permutations(range(len(named))).map(lambda order: order[:2]), min_size=1, max_size=5))
    shown = data.draw(st.lists(st.booleans(), min_size=2 * len(pairs), max_size=2 * len(pairs)))
    rows, clear = [], True
    for number, pair in enumerate(pairs):
        cells: list[str] = [str(number + 1)]
        for side, with_id in zip(pair, shown[2 * number :], strict=False):
            name, player_id = named[side]
            cells += [name, player_id if with_id else ""]
            clear = clear and (with_id or sum(key(each) == key(name) for each, _ in named) == 1)
        rows.append(",".join([*cells, "A"]))
    placed = placings(*(f"{name},{player_id},1" for name, player_id in named), headers=WITH_IDS)
    records, problems = read_lists([placed, played(*rows)])
    if clear:
        entries = records[0].entries
        met = [(entries[each.a].player_id, entries[each.b or 0].player_id) for each in records[0].meetings]
        assert met == [(named[a][1], named[b][1]) for a, b in pairs]
    else:
        assert records == []
        assert any("which of them it is" in str(problem) for problem in problems)
