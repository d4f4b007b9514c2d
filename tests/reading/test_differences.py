"""What was changed between two versions of an event: cells, known by player, match and setting."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.reading.grids import Cells, event_sheet, match, players, read, results_sheet, round_sheet, sheet
from tests.support.books import SAMPLES
from turnabout_sheets.changes.differences import find_changes
from turnabout_sheets.formats import FORMATS
from turnabout_sheets.jobs.check import check
from turnabout_sheets.jobs.new import make_new_workbook
from turnabout_sheets.jobs.outcome import Options
from turnabout_sheets.jobs.run import run
from turnabout_sheets.sheets.grid import Grid
from turnabout_sheets.sheets.table import Row

FOUR = players("Ana", "Ben", "Cleo", "Dan")
ONE = match("Ana", "Ben", ("A", 20.0), ("B", 5.0))
TWO = match("Cleo", "Dan")


def changes(before: list[Grid], after: list[Grid]) -> list[tuple[str, ...]]:
    events = [read(event_sheet(rounds="3"), *grids)[0] for grids in (before, after)]
    assert None not in events
    return [tuple(change) for change in find_changes(*events)]  # type: ignore[arg-type]


def test_a_typed_result_is_a_change_of_each_cell() -> None:
    typed = match("Cleo", "Dan", ("Dan", 12.0), ("Draw", ""))
    assert changes([FOUR, round_sheet(1, ONE, TWO)], [FOUR, round_sheet(1, ONE, typed)]) == [
        ("Round 1", "F3", "Table 2", "Game 1 winner", "", "Dan"),
        ("Round 1", "G3", "Table 2", "Game 1 count", "", "12"),
        ("Round 1", "H3", "Table 2", "Game 2 winner", "", "Draw"),
    ]


def test_a_corrected_and_a_deleted_cell_show_both_values() -> None:
    corrected = match("Ana", "Ben", ("A", 2.5), ("B", ""))
    assert changes([FOUR, round_sheet(1, ONE)], [FOUR, round_sheet(1, corrected)]) == [
        ("Round 1", "G2", "Table 1", "Game 1 count", "20", "2.5"),
        ("Round 1", "I2", "Table 1", "Game 2 count", "5", ""),
    ]


def test_what_cannot_be_read_is_shown_as_it_was_typed() -> None:
    wrong = match("Ana", "Ben", ("A", "twenty"), ("B", 5.0))
    assert changes([FOUR, round_sheet(1, ONE)], [FOUR, round_sheet(1, wrong)]) == [
        ("Round 1", "G2", "Table 1", "Game 1 count", "20", "twenty")
    ]


def sorted_rows() -> tuple[list[Grid], list[Grid]]:
    rows = [{**ONE, "Table": 1.0}, {**TWO, "Table": 2.0}]
    turned = players("Dan", "Cleo", "Ben", "Ana")
    return [FOUR, round_sheet(1, *rows)], [turned, round_sheet(1, *reversed(rows))]


def moved_columns() -> tuple[list[Grid], list[Grid]]:
    grid = round_sheet(1, ONE, TWO)
    return [FOUR, grid], [FOUR, Grid(grid.name, [("", *reversed(row)) for row in grid.rows])]


def other_spelling() -> tuple[list[Grid], list[Grid]]:
    spelt = match("ana", " Ben ", ("Ana", "20"), ("ben", 5.0), option_a="")
    return [FOUR, round_sheet(1, ONE)], [FOUR, round_sheet(1, spelt)]


@pytest.mark.parametrize(
    "both",
    [
        sorted_rows(),
        moved_columns(),
        other_spelling(),
        ([FOUR, round_sheet(1, ONE, TWO)], [FOUR, results_sheet([ONE, TWO])]),
        ([FOUR, round_sheet(1, ONE), sheet("Shopping", ("Milk",), [(2.0,)])], [FOUR, round_sheet(1, ONE)]),
    ],
    ids=["sorted rows", "moved columns", "other spelling", "another sheet", "a sheet that is not read"],
)
def test_what_means_the_same_is_no_change(both: tuple[list[Grid], list[Grid]]) -> None:
    """Safety 1.13."""
    assert changes(*both) == []
    assert changes(*reversed(both)) == []


def test_a_player_who_is_renamed_everywhere_is_one_change() -> None:
    renamed = [players("Anna", "Ben", "Cleo", "Dan"), round_sheet(1, {**ONE, "Player A": "Anna"}, TWO)]
    assert changes([FOUR, round_sheet(1, ONE, TWO)], renamed) == [("Players", "A2", "Anna", "Player", "Ana", "Anna")]


def test_a_renamed_player_is_known_by_the_id_wherever_the_row_is() -> None:
    before = players({"Player": "Ana", "Player ID": "7"}, "Ben", "Cleo", "Dan")
    after = players("Cleo", "Dan", "Ben", {"Player": "Zoe", "Player ID": "7", "Rating": 1500.0})
    assert changes([before, round_sheet(1, ONE)], [after, round_sheet(1, {**ONE, "Player A": "Zoe"})]) == [
        ("Players", "A5", "Zoe", "Player", "Ana", "Zoe"),
        ("Players", "C5", "Zoe", "Rating", "", "1500"),
    ]


def test_two_players_who_are_swapped_are_a_change_of_two_tables() -> None:
    swapped = [match("Ana", "Dan"), match("Cleo", "Ben")]
    before = [match("Ana", "Ben"), match("Cleo", "Dan")]
    assert changes([FOUR, round_sheet(1, *before)], [FOUR, round_sheet(1, *swapped)]) == [
        ("Round 1", "D2", "Table 1", "Player B", "Ben", "Dan"),
        ("Round 1", "D3", "Table 2", "Player B", "Dan", "Ben"),
    ]


def test_a_pair_that_moves_to_another_table_is_a_change_of_the_table() -> None:
    before: list[Cells] = [{**ONE, "Table": 1.0}, {**TWO, "Table": 2.0}]
    after: list[Cells] = [{**ONE, "Table": 3.0}, {**TWO, "Table": 2.0}]
    assert changes([FOUR, round_sheet(1, *before)], [FOUR, round_sheet(1, *after)]) == [
        ("Round 1", "A2", "Table 3", "Table", "1", "3")
    ]


def test_players_come_and_go_with_all_their_cells() -> None:
    new = players("Ana", "Ben", "Cleo", "Dan", {"Player": "Eve", "Rating": 1200.0})
    assert changes([FOUR], [new]) == [
        ("Players", "A6", "Eve", "Player", "", "Eve"),
        ("Players", "B6", "Eve", "Rating", "", "1200"),
    ]
    assert changes([FOUR], [players("Ana", "Ben", "Dan")]) == [("Players", "A4", "Cleo", "Player", "Cleo", "")]


def test_a_match_in_a_flat_list_says_its_round_and_one_without_table_its_players() -> None:
    before = results_sheet([ONE], [match("Ana", "Cleo"), match("Ben", "BYE")])
    after = results_sheet([ONE], [match("Ana", "Cleo", ("A", 3.0)), match("Ben", "BYE", note="ill")])
    found = changes([FOUR, before], [FOUR, after])
    assert [each[2:] for each in found] == [
        ("Round 2, table 1", "Game 1 winner", "", "A"),
        ("Round 2, table 1", "Game 1 count", "", "3"),
        ("Ben – BYE", "Note", "", "ill"),
    ]


def test_a_setting_is_known_by_its_name() -> None:
    before, _ = read(event_sheet(name="Friday", rounds="3"), FOUR)
    after, _ = read(event_sheet(venue="The Den", rounds="4", name="Friday"), FOUR)
    assert before is not None
    assert after is not None
    assert [tuple(change) for change in find_changes(before, after)] == [
        ("Event", "B2", "", "venue", "", "The Den"),
        ("Event", "B3", "", "rounds", "3", "4"),
    ]


def test_other_sheets_are_known_by_their_first_column() -> None:
    def rulings(*rows: tuple[str, ...]) -> Grid:
        return sheet("Rulings", ("Player", "Round", "Kind", "Reason"), rows)

    one, two = ("Ana", "1", "warning", ""), ("Ben", "1", "warning", "")
    later = ("Ana", "1", "warning", "late")
    assert changes([FOUR, rulings(one, two)], [FOUR, rulings(two, later)]) == [
        ("Rulings", "D3", "Ana", "Reason", "", "late")
    ]


def test_a_round_that_the_program_paired_is_nobodys_change(tmp_path: Path) -> None:
    """Safety 1.13."""
    one, two = (read(event_sheet(rounds="3"), *grids)[0] for grids in ([FOUR], [FOUR, round_sheet(1, ONE)]))
    assert one is not None
    assert two is not None
    assert len(find_changes(one, two)) == 7
    assert find_changes(one, two, paired={1}) == find_changes(two, one, paired={1}) == []


@pytest.mark.parametrize("name", FORMATS)
def test_what_a_run_pairs_is_read_again_without_a_change(tmp_path: Path, name: str) -> None:
    book, people = tmp_path / "event.xlsx", tmp_path / "players.csv"
    people.write_text("Player\n" + "\n".join(f"Player {letter}" for letter in "ABCDEFGHI"), "utf-8")
    assert make_new_workbook(book, name, people, None)[0] == []
    outcome, again = run(book, Options()), check(book)
    assert outcome.new_rounds
    assert outcome.event is not None
    assert again.event is not None
    assert find_changes(outcome.event, again.event) == []


def test_whatever_follows_on_whatever_can_be_told() -> None:
    """One sample after another in the same file: other formats, other players, errors."""
    events = [check(book).event for book in sorted(SAMPLES.glob("*.xlsx"))]
    there = [event for event in events if event is not None]
    assert len(there) > 5
    for one in there:
        assert find_changes(one, one) == []
        for other in there:
            assert one is other or find_changes(one, other)


def test_behind_too_many_problems_names_are_no_numbers() -> None:
    event, _ = read(event_sheet(rounds="3"), FOUR, round_sheet(1, ONE, TWO))
    assert event is not None
    table = event.tables["Round 1"]
    rows = tuple(replace_row(row, a="Ana", b="Ben", winner_1="Cy") for row in table.rows)
    unresolved = replace(
        event, tables={**event.tables, "Round 1": replace(table, rows=rows, grid=Grid("", [("x",)] * 9))}
    )
    assert find_changes(event, unresolved)
    assert find_changes(unresolved, event)


def replace_row(row: Row, **values: str) -> Row:
    return Row(row.number, row.fields, tuple(values.get(field, row[field]) for field in row.fields))
