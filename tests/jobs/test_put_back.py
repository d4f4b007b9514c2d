"""What was published is put back after an accident, or taken as it is: rules 1.4.17 to 1.4.19, safety 1.5 and 3.5."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.dose import dose
from tests.support.books import cells, edit, records, sheet_names
from tests.support.commands import everything
from tests.support.desk import Desk, copy_desk
from tests.support.edited_book import Book
from turnabout_sheets.core.backups import backup_folder
from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.jobs.put_back import put_back
from turnabout_sheets.jobs.put_back_plan import Plan, plan_rows
from turnabout_sheets.sheets.grid import address

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("no_pages")]

NAMES = ("Ada", "Ben", "Cy", "Dee", "Eve", "Finn", "Gil", "Hal", "Ida", "Jo", "Kim", "Lou", "Max")
COLUMNS = 9
TABLE, A, B, OPTION_A, FIRST = 0, 1, 2, 3, 5
NAMED, RESULT = (TABLE, A, B), (5, 6, 7, 8)

Rows = list[list[Any]]
Accident = Callable[[Rows], Rows]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """Thirteen players: round 1 is played, and round 2 but for its last two tables."""
    desk = Desk(tmp_path_factory.mktemp("published") / "event.xlsx")
    desk.command("new", desk.workbook)
    desk.type("Event", "Rounds", {"Value": 4.0})
    edit(desk.workbook, {"Players": {f"A{row}": name for row, name in enumerate(NAMES, 2)}})
    desk.run()
    desk.report(1)
    desk.run()
    late = [name for pair in desk.seats(2)[4:6] for name in pair]
    desk.report(2, but=tuple(late))
    desk.run()
    return desk


@pytest.fixture
def desk(played: Desk, tmp_path: Path) -> Desk:
    return copy_desk(played, tmp_path)


def read(desk: Desk, number: int = 2) -> Rows:
    """Return the rows of a round, in the columns that are read."""
    rows = [(row + [""] * COLUMNS)[:COLUMNS] for row in cells(desk.workbook, f"Round {number}")[1:]]
    return rows[: max(place for place, row in enumerate(rows, 1) if any(cell != "" for cell in row))]


def write(desk: Desk, rows: Rows, number: int = 2) -> None:
    """Type rows over those of a round."""
    blank = [[""] * COLUMNS] * (len(read(desk, number)) + 2 - len(rows))
    typed = {
        address(place, column): None if value == "" else value
        for place, row in enumerate([*rows, *blank], 1)
        for column, value in enumerate(row)
    }
    edit(desk.workbook, {f"Round {number}": typed})


def by_seat(rows: Rows) -> dict[tuple[Any, ...], list[Any]]:
    """Return what stands beside the players, by table and players: rows may stand in any order."""
    found = {tuple(row[:FIRST]): row[FIRST:] for row in rows if any(cell != "" for cell in row)}
    assert len(found) == sum(any(cell != "" for cell in row) for row in rows)
    return found


def standings(desk: Desk) -> Rows:
    """Return the standings but for the live columns, which depend on the order of the rows of a round."""
    return [row[:10] for row in cells(desk.workbook, "Standings")]


def sort(columns: Sequence[int], by: int, *, down: bool = False) -> Accident:
    """Sort some columns without the others."""

    def happen(rows: Rows) -> Rows:
        parts = sorted(([row[each] for each in columns] for row in rows), key=lambda part: str(part[by]), reverse=down)
        new = [list(row) for row in rows]
        for row, part in zip(new, parts, strict=True):
            for column, value in zip(columns, part, strict=True):
                row[column] = value
        return new

    return happen


def swap(one: tuple[int, int], other: tuple[int, int]) -> Accident:
    """Exchange two cells."""

    def happen(rows: Rows) -> Rows:
        new = [list(row) for row in rows]
        new[one[0]][one[1]], new[other[0]][other[1]] = new[other[0]][other[1]], new[one[0]][one[1]]
        return new

    return happen


def put(place: int, row: Callable[[Rows], list[Any]]) -> Accident:
    """Have something else in a row."""
    return lambda rows: [row(rows) if each == place else list(old) for each, old in enumerate(rows)]


def number(tables: Callable[[Any, int], Any]) -> Accident:
    """Number the tables anew, from the number that stands in a row, and its place."""
    return lambda rows: [[tables(row[TABLE], place) if row[TABLE] else "", *row[1:]] for place, row in enumerate(rows)]


def report(rows: Rows) -> Rows:
    """Type the last two results."""
    new = [list(row) for row in rows]
    for row, result in zip(new[4:6], (["A", 7, "B", 8], ["B", 3, "B", 9]), strict=True):
        row[FIRST:] = result
    return new


def all_of(*accidents: Accident) -> Accident:
    def happen(rows: Rows) -> Rows:
        for each in accidents:
            rows = each(rows)
        return rows

    return happen


WHOLE = range(COLUMNS)
LOST = "Not with what came since"
ACCIDENTS: dict[str, tuple[Accident, str]] = {
    "names and tables sorted": (sort(NAMED, A, down=True), "stay in the rows that they are in"),
    "names sorted": (sort((A, B), 0), "stay next to their table numbers"),
    "one column sorted": (sort((B,), 0), "stay next to their table numbers"),
    "tables sorted": (sort((TABLE,), 0, down=True), "stay in the rows that they are in"),
    "A and B exchanged": (swap((0, A), (0, B)), "in 1 row; results stay next to their table numbers"),
    "two names exchanged": (swap((1, A), (4, B)), "in 2 rows; results stay next to their table numbers"),
    "tables counted from 2": (number(lambda table, place: table + 1), "stay in the rows that they are in"),
    "one table mistyped": (put(2, lambda rows: [33, *rows[2][1:]]), "in 1 row"),
    "names typed over another row's": (put(2, lambda rows: [*rows[1][:FIRST], *rows[2][FIRST:]]), "in 1 row"),
    "sorted whole, and exchanged": (all_of(sort(WHOLE, A), swap((1, A), (2, A))), "in 2 rows"),
    "row deleted": (lambda rows: [*rows[:2], *rows[3:]], "Was gone, and is in row 8 again with the result"),
    "row cleared": (put(2, lambda rows: [""] * COLUMNS), "Was gone, and is in row 4 again with the result"),
    "row typed over": (put(2, lambda rows: rows[0]), "Was gone, and is in row 4 again with the result"),
    "row twice": (lambda rows: [*rows, rows[0]], "Cleared, because the same players are elsewhere: row 9."),
}


SOME = ("names and tables sorted", "two names exchanged", "row deleted", "row twice")
OTHERS = [accident for accident in ACCIDENTS if accident not in SOME]
"""In the short dose each accident happens once, and one of each kind with a run before and after."""


@pytest.mark.soak
@pytest.mark.parametrize("accident", dose(SOME, [*ACCIDENTS]))
def test_after_an_accident_all_is_as_before(desk: Desk, accident: str) -> None:
    """Rules 1.4.18."""
    before, table = read(desk), standings(desk)
    happen, told = ACCIDENTS[accident]
    write(desk, happen(before))
    desk.run(exit=1)
    assert told in desk.run("--put-back", "Round 2")
    assert by_seat(read(desk)) == by_seat(before)
    assert standings(desk) == table
    saved = desk.workbook.read_bytes()
    desk.run()
    assert desk.workbook.read_bytes() == saved


@pytest.mark.soak
@pytest.mark.parametrize("accident", dose(OTHERS, [*ACCIDENTS]))
def test_what_came_since_stays_beside_its_players(desk: Desk, accident: str) -> None:
    """Rules 1.4.18: results that are typed with the same save, before the accident."""
    after = report(read(desk))
    happen, told = ACCIDENTS[accident]
    write(desk, happen(after))
    assert told in desk.run("--put-back", "Round 2")
    assert by_seat(read(desk)) == by_seat(after)


@pytest.mark.parametrize("columns", [RESULT, RESULT[1:2]])
def test_results_that_were_sorted_alone_are_as_they_were_known(desk: Desk, columns: Sequence[int]) -> None:
    """Rules 1.4.18: what came since is lost in it, and that is said."""
    before = read(desk)
    write(desk, sort(columns, 0)(before))
    said = desk.run("--put-back", "Round 2")
    assert "The results of round 2 are again as they were known.\n" in said
    assert read(desk) == before
    write(desk, sort(columns, 0)(report(before)))
    said = desk.run("--put-back", "Round 2")
    assert "What came after the last run cannot be told apart any more. Type it again: tables 5, 6." in said
    assert read(desk) == before


def test_options_that_are_stated_at_the_table_stay_unless_they_were_moved(desk: Desk) -> None:
    before = read(desk)
    before[0][OPTION_A], before[2][OPTION_A] = "Tolaria", "Phyrexia"
    write(desk, before)
    desk.run()
    after = report(before)
    after[2][OPTION_A], after[4][OPTION_A] = "Tolaria", "Dominaria"
    write(desk, swap((4, B), (5, B))(after))
    desk.run("--put-back", "Round 2")
    assert read(desk) == after
    desk.run()
    write(desk, sort(range(FIRST), A, down=True)(after))
    desk.run("--put-back", "Round 2")
    assert read(desk) == after


def test_who_came_late_stays(desk: Desk) -> None:
    """Rules 1.4.18."""
    rows = read(desk)
    desk.type("Players", "Zoe", {"Joined round": 2.0})
    rows[6][B] = "Zoe"
    write(desk, swap((0, A), (1, A))(rows))
    desk.run("--put-back", "Round 2")
    assert read(desk) == rows


def test_who_was_renamed_since_keeps_the_new_name(desk: Desk) -> None:
    """Rules 1.4.18."""
    renamed = {desk.seats(2)[0][0]: "Zoe Lind"}
    old = next(iter(renamed))
    desk.type("Players", old, {"Player": "Zoe Lind"})
    for each in (1, 2):
        write(desk, [[renamed.get(cell, cell) for cell in row] for row in read(desk, each)], each)
    rows = read(desk)
    write(desk, swap((0, B), (1, B))(rows))
    desk.run("--put-back", "Round 2")
    assert read(desk) == rows


def test_names_that_cannot_be_read_are_put_back_too(desk: Desk) -> None:
    rows = read(desk)
    write(desk, put(0, lambda old: [1, "Adda", *old[0][2:]])(rows))
    desk.run(exit=1)
    desk.run("--put-back", "Round 2")
    assert read(desk) == rows


def test_too_much_at_once_is_not_guessed_at(desk: Desk) -> None:
    """Rules 1.4.18: where the same would be asked afterwards, nothing is written."""
    write(desk, all_of(sort(WHOLE, A), sort((A,), 0, down=True), sort(RESULT, 0))(read(desk)))
    before = everything(desk.workbook.parent)
    said = desk.run("--put-back", "Round 2", exit=2)
    assert "Round 2 cannot be put back row by row, because too much in it was changed at once. Undo that" in said
    assert everything(desk.workbook.parent) == before


def test_matches_of_duplicate_magic_stay_at_each_others_tables(tmp_path: Path) -> None:
    """Rules 1.4.18."""
    desk = Desk(tmp_path / "event.xlsx")
    desk.command("simulate", desk.workbook, "--format", "Duplicate Magic", "--players", 8, "--played", 0)
    desk.run()
    book = cells(desk.workbook, "Round 1")
    winner = address(1, book[0].index("Winner"))[:-1]
    moved = {"A2": book[2][0], "A3": book[1][0]}
    played = {f"{winner}{row}": "A" for row in range(2, 6)}
    exchanged = {"B4": book[3][2], "C4": book[3][1]}
    edit(desk.workbook, {"Round 1": {**moved, **played, **exchanged}})
    desk.run(exit=1)
    desk.run("--put-back", "Round 1")
    rows = cells(desk.workbook, "Round 1")
    assert [row[:3] for row in rows[1:3]] == [[book[2][0], *book[1][1:3]], [book[1][0], *book[2][1:3]]]
    assert [row[:3] for row in rows[3:5]] == [row[:3] for row in book[3:5]]


def test_results_that_were_typed_into_an_older_round_are_as_they_were(desk: Desk) -> None:
    """Rules 1.4.19; desk 4.4."""
    write(desk, report(read(desk)))
    desk.run()
    rows, table = read(desk), standings(desk)
    write(desk, [[*row[:FIRST], *(["B", 9, "A", 4] if row[B] != "BYE" else row[FIRST:])] for row in rows])
    assert "Did you mean Round 3?" in desk.run(exit=1)
    said = desk.run("--put-back", "Round 2")
    assert "Type what was meant for another round into the sheet of that round." in said
    assert read(desk) == rows
    assert standings(desk) == table


def delete(desk: Desk, sheet: str) -> None:
    book = Book(desk.workbook.read_bytes())
    book.delete(sheet)
    desk.workbook.write_bytes(book.to_bytes())


def test_a_round_that_is_gone_is_back_with_its_results(desk: Desk) -> None:
    """Rules 1.4.17."""
    rows, table = read(desk), standings(desk)
    delete(desk, "Round 2")
    desk.run(exit=1)
    said = desk.run("--put-back", "Round 2")
    assert "Round 2 is put back as published, with all results." in said
    assert "The results of tables 5 and 6 are missing. Next: type the results into the sheet Round 2" in said
    assert (read(desk), standings(desk)) == (rows, table)
    assert not list(backup_folder(desk.workbook).glob("round *"))
    assert "Nothing has changed" in desk.run()


def test_a_round_that_is_gone_is_kept_until_it_can_go_in(desk: Desk) -> None:
    """Safety 3.1: so the desk can put it back while the workbook is open."""
    delete(desk, "Round 2")
    put_back(desk.workbook, 2)
    assert [path.name for path in backup_folder(desk.workbook).glob("round *")] == ["round 02.json"]
    assert "Round 2" not in sheet_names(desk.workbook)
    desk.run()
    assert "Round 2" in sheet_names(desk.workbook)


def test_a_player_who_is_gone_with_the_round_is_asked_back_first(desk: Desk) -> None:
    """Rules 1.4.17."""
    (row,) = (place for place, row in enumerate(cells(desk.workbook, "Players"), 1) if row[0] == "Max")
    delete(desk, "Round 2")
    edit(desk.workbook, {"Players": {f"A{row}": None}})
    said = desk.run("--put-back", "Round 2", exit=2)
    assert said.startswith("Round 2 cannot be put back. Max, who plays in round 2 as it is published, is not on")
    assert not list(backup_folder(desk.workbook).glob("round *"))


def test_a_sheet_without_its_pairings_is_in_the_way(desk: Desk) -> None:
    """Rules 1.4.17."""
    width = len(cells(desk.workbook, "Round 2")[0])
    edit(desk.workbook, {"Round 2": {address(row, at): None for row in range(10) for at in range(width)}})
    said = desk.run("--put-back", "Round 2", exit=2)
    assert said.startswith("Round 2 cannot be put back while there is a sheet Round 2 without its pairings. Delete or")


def test_rounds_come_back_one_after_another(desk: Desk) -> None:
    """Rules 1.4.17."""
    write(desk, report(read(desk)))
    desk.run()
    desk.report(3)
    desk.run("--no-pair")
    for each in (2, 3):
        delete(desk, f"Round {each}")
    said = desk.run("--put-back", "Round 3", exit=2)
    assert said == "Round 3 cannot be put back. Round 2 is not there, either: put that back first.\n"
    desk.run("--put-back", "Round 2", exit=1)
    desk.run("--put-back", "Round 3")
    assert desk.there(3) == {*NAMES}


def test_played_so_is_asked_once_and_noted(desk: Desk) -> None:
    """Rules 1.4.18."""
    write(desk, swap((0, A), (1, A))(read(desk)))
    copy = Desk(Path(shutil.copytree(desk.workbook.parent, desk.workbook.parent / "copy")) / "event.xlsx")
    for each in (desk, copy):
        each.run(exit=1)
        each.run("--as-it-is", "Round 2")
    assert copy.workbook.read_bytes() == desk.workbook.read_bytes()
    saved = desk.workbook.read_bytes()
    desk.run()
    desk.command("check", desk.workbook)
    assert desk.workbook.read_bytes() == saved
    assert "The names of round 2 were taken as played" in [row["After"] for row in desk.rows("Log")]
    said = desk.run("--as-it-is", "Round 2", exit=2)
    assert said.startswith("There is no question about Round 2. To see what is asked: turnabout run ")


def test_results_of_an_older_round_that_were_meant_so_are_asked_about_once(desk: Desk) -> None:
    """Rules 1.4.19; desk 4.4."""
    write(desk, report(read(desk)))
    desk.run()
    write(desk, [[*row[:FIRST], *(["B", 9, "A", 4] if row[B] != "BYE" else row[FIRST:])] for row in read(desk)])
    desk.run("--as-it-is", "Round 2")
    assert "The results of round 2 were taken as they are" in [row["After"] for row in desk.rows("Log")]
    desk.run()


def test_several_findings_are_listed_and_answered_by_their_sheets(desk: Desk) -> None:
    """Safety 3.6: without a sheet nothing is done."""
    for number in (1, 2):
        write(desk, swap((0, A), (1, A))(read(desk, number)), number)
    before = everything(desk.workbook.parent)
    for option in ("--put-back", "--as-it-is"):
        said = desk.run(option, exit=1)
        assert all(f'{option} "Round {number}"' in said for number in (1, 2))
        assert said.endswith("Nothing was done. Name the sheet, too.\n")
        assert everything(desk.workbook.parent) == before
    desk.run("--put-back", "Round 1", "--as-it-is", "Round 2")
    assert "The names of round 2 were taken as played" in [row["After"] for row in desk.rows("Log")]
    desk.run()


def test_a_round_that_is_gone_is_paired_anew(desk: Desk) -> None:
    """Rules 1.4.17."""
    delete(desk, "Round 2")
    desk.run(exit=1)
    assert "Paired round 2" in desk.run("--as-it-is", "Round 2")
    assert "Round 2 was paired anew, though it was published" in [row["After"] for row in desk.rows("Log")]
    desk.run()


def test_a_round_that_waits_for_its_sheet_is_paired_anew(desk: Desk) -> None:
    """Safety 3.4."""
    delete(desk, "Round 2")
    put_back(desk.workbook, 2)
    assert "Paired round 2" in desk.run("--pair-again", 2)
    assert not list(backup_folder(desk.workbook).glob("round *"))


@pytest.fixture(scope="module")
def older_once(played: Desk, tmp_path_factory: pytest.TempPathFactory) -> Desk:
    desk = copy_desk(played, tmp_path_factory.mktemp("older"))
    copy = desk.workbook.read_bytes()
    desk.type("Players", "Ada", {"Group": "The Nines", "Rating": 1500.0})
    desk.type("Event", "Venue", {"Value": "Hall 3"})
    edit(desk.workbook, {"Adjustments": {"A2": "Ben", "C2": -3, "D2": "late"}})
    write(desk, report(read(desk)))
    desk.run()
    desk.report(3, but=("Ada",))
    desk.run()
    desk.workbook.with_name("newest.xlsx").write_bytes(desk.workbook.read_bytes())
    desk.workbook.write_bytes(copy)
    return desk


@pytest.fixture
def older(older_once: Desk, tmp_path: Path) -> Desk:
    """An older copy: of before a player came and went, a judge's ruling, the last results, and round 3."""
    return copy_desk(older_once, tmp_path)


def test_what_an_older_copy_lacks_is_put_back(older: Desk) -> None:
    """Safety 3.6; desk 4.5."""
    newest = Desk(older.workbook.with_name("newest.xlsx"))
    older.run(exit=1)
    said = older.run("--put-back")
    assert "14 entries restored. Round 3 is put back as published, with all results." in said
    sheets = ("Event", "Players", "Adjustments", "Round 2", "Standings")
    for sheet in sheets:
        assert older.rows(sheet) == newest.rows(sheet)
    assert read(older, 3) == read(newest, 3)
    older.run()
    assert older.run("--put-back", exit=2).startswith(
        "There is no question about event.xlsx. To see what is asked: turnabout run "
    )


def test_an_older_copy_is_taken_as_it_is(older: Desk) -> None:
    """Safety 3.6: a round that is gone is asked about by itself (desk 4.5)."""
    assert '--put-back "Round 3"' in older.run("--as-it-is", exit=1)
    older.run("--put-back", "Round 3", exit=1)
    assert "Round 2 lacks 2 results (tables 5 and 6), though round 3 is paired." in older.run("--as-it-is")


def test_a_copy_of_before_some_results_is_taken_as_it_is(desk: Desk) -> None:
    """Safety 3.6."""
    copy = desk.workbook.read_bytes()
    write(desk, report(read(desk)))
    desk.run("--no-pair")
    desk.workbook.write_bytes(copy)
    desk.run(exit=1)
    desk.run("--as-it-is")
    assert "The workbook was taken as it is, though it is older than the newest state" in [
        row["After"] for row in desk.rows("Log")
    ]
    desk.run()


def test_a_name_that_only_the_newest_state_had_is_not_put_back(desk: Desk) -> None:
    """Safety 3.6: it stands in all rounds."""
    copy = desk.workbook.read_bytes()
    for each in ("Players", "Round 1", "Round 2"):
        rows = cells(desk.workbook, each)
        ada = ((y, x) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell == "Ada")
        edit(desk.workbook, {each: {address(y, x): "Zoe Lind" for y, x in ada}})
    desk.type("Players", "Ben", {"Group": "x"})
    desk.run()
    desk.workbook.write_bytes(copy)
    said = desk.run("--put-back", exit=1)
    assert "1 entry restored. Not put back: Players Ada, Player was Zoe Lind and is Ada. Enter" in said
    desk.run("--as-it-is")


def test_a_round_without_results_that_is_gone_is_still_known(desk: Desk) -> None:
    """Rules 1.4.17: also after a run that pairs nothing; what stood in it is told of as void, or back."""
    write(desk, report(read(desk)))
    desk.run()
    delete(desk, "Round 3")
    desk.run("--put-back", "Round 3")
    assert desk.there(3) == {*NAMES}
    delete(desk, "Round 3")
    desk.run("--no-pair")
    said = desk.run("--put-back", "Round 3", exit=2)
    assert said.startswith("Round 3 had no results when its sheet was found deleted, and is no longer known as it was.")
    write(desk, [["", *row[1:]] if row[B] == "BYE" else [*row[:FIRST], "B", 9, "A", 4] for row in read(desk)])
    assert "void" in desk.run()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--put-back", "Round 2"], "Round 2 is as it was published: there is nothing to put back."),
        (["--put-back", "Round 9"], "Round 9 was not published: there is nothing to put back."),
        (["--put-back", "Players"], "There is no question about Players. To see what is asked: turnabout run "),
        (["--as-it-is", "Round 2"], "There is no question about Round 2. To see what is asked: turnabout run "),
        (["--as-it-is"], "There is no question about event.xlsx. To see what is asked: turnabout run "),
        (["--pair-again", "1"], "Round 1 cannot be paired again: only the newest round can, as long as it has"),
        (["--put-back", "--dry-run"], "Answers change the workbook: leave out --dry-run and --output."),
    ],
)
def test_where_nothing_is_asked_nothing_is_changed(desk: Desk, arguments: list[str], said: str) -> None:
    """Rules 1.4.17 to 1.4.19."""
    before = everything(desk.workbook.parent)
    assert said in desk.run(*arguments, exit=2)
    assert everything(desk.workbook.parent) == before


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [
        ["--put-back", "Round 2"],
        ["--as-it-is"],
        ["--pair-again", "2"],
    ],
)
def test_the_workbook_must_be_closed(desk: Desk, arguments: list[str]) -> None:
    """Safety 2.1."""
    write(desk, swap((0, A), (1, A))(read(desk)))
    desk.workbook.with_name("~$event.xlsx").write_bytes(b"\x03Ann")
    before = everything(desk.workbook.parent)
    said = desk.run(*arguments, exit=ExitCode.FILE)
    assert said.startswith("event.xlsx is open in Excel (Ann)")
    assert everything(desk.workbook.parent) == before


def clear(desk: Desk, count: int) -> Rows:
    """Clear the first results of round 2; return all its rows as they were."""
    before = read(desk)
    write(desk, [[*row[:FIRST], "", "", "", ""] if place < count else row for place, row in enumerate(before)])
    return before


def test_results_that_were_cleared_are_asked_about_as_that(desk: Desk) -> None:
    """Rules 1.4.19, desk 4.10: and come back as they were."""
    before = clear(desk, 3)
    said = desk.run(exit=1)
    assert "3 results of round 2 were cleared." in said
    assert 'if they are to be blank: press "Yes, clear them" on the desk\'s page, or run: turnabout run' in said
    assert "It was played like this" not in said
    put = desk.run("--put-back", "Round 2")
    assert put.startswith("The results of round 2 are again as they were known.")
    assert read(desk) == before


def test_results_that_are_to_be_cleared_are_asked_about_once(desk: Desk) -> None:
    clear(desk, 4)
    desk.run(exit=1)
    desk.run("--as-it-is", "Round 2")
    assert records(desk.workbook, "Log")[0]["After"] == "The results of round 2 were cleared, and that is meant"
    desk.run()


def test_two_results_may_be_cleared(desk: Desk) -> None:
    clear(desk, 2)
    desk.run()


def test_an_event_that_cannot_be_read(desk: Desk) -> None:
    desk.type("Event", "Format", {"Value": "Chess"})
    said = desk.run("--put-back", "Round 2", exit=2)
    assert said.startswith("The event in event.xlsx cannot be read, so nothing can be put back. Correct what is wrong")


def test_a_save_meanwhile_is_taken_into_account(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Safety 2.4."""
    rows = report(read(desk))
    write(desk, swap((0, A), (1, A))(read(desk)))
    saves = [rows]

    def save_meanwhile(*arguments: Any, **more: Any) -> Plan:
        while saves:
            write(desk, swap((0, A), (1, A))(saves.pop()))
        return plan_rows(*arguments, **more)

    monkeypatch.setattr("turnabout_sheets.jobs.put_back.plan_rows", save_meanwhile)
    desk.run("--put-back", "Round 2")
    assert read(desk) == rows
