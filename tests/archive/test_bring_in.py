from __future__ import annotations

import csv
import io
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, insert

from tests.archive.by_hand import as_content, change, content, digest, filled, player, refused, worked
from tests.archive.shared import amend_manifest
from tests.dose import dose, examples
from turnabout_sheets.archive.exchange.bring_in import bring_in
from turnabout_sheets.archive.exchange.export import export
from turnabout_sheets.archive.exchange.export_format import FORMS, TABLES, is_export
from turnabout_sheets.archive.schema import CHANGES, METADATA, PLAYERS
from turnabout_sheets.archive.store import Archive, open_archive
from turnabout_sheets.cli.main import main

pytestmark = pytest.mark.slow

AGAIN = "export the archive again, or take another copy of the export"
NEW = as_content({})


@pytest.fixture(scope="module")
def exports(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an export in each form, by its name."""
    folder = tmp_path_factory.mktemp("exports")
    archive = filled(str(folder / "archive.sqlite"), worked())
    for form in FORMS:
        export(archive, folder / form, form)
    return folder


@pytest.fixture
def copies(exports: Path, tmp_path: Path) -> Path:
    """The same, to be damaged."""
    return shutil.copytree(exports, tmp_path / "copies")


@pytest.fixture
def empty(empty_file: Path, tmp_path: Path) -> Archive:
    return open_archive(str(shutil.copy(empty_file, tmp_path / "empty.sqlite")))


def sign(path: Path) -> None:
    """Enter the digests of the files as they are now, as somebody does who writes exports by another program."""

    def enter(manifest: Any) -> None:
        for name, part in manifest["tables"].items():
            part["sha256"] = digest((path / f"{name}.{manifest['form']}").read_bytes())

    amend_manifest(path, enter)


def amend_csv(path: Path, table: str, change: Callable[[list[list[str]]], object]) -> None:
    """Change the cells of a table, the headers first, so that the digests fit."""
    file = path / f"{table}.csv"
    limit = csv.field_size_limit(10**7)
    rows = list(csv.reader(io.StringIO(file.read_bytes().decode("utf-8-sig"), newline="")))
    csv.field_size_limit(limit)
    change(rows)
    written = io.StringIO(newline="")
    csv.writer(written).writerows(rows)
    file.write_bytes(written.getvalue().encode("utf-8-sig"))
    sign(path)


def amend_json(path: Path, table: str, old: str, new: str) -> None:
    """Change the text of the rows of a table, so that the digests fit."""
    whole = path.read_text("utf-8")
    before, opening, rest = whole.partition(f'"{table}": [\n')
    rows, closing, after = rest.partition("\n]")
    assert old in rows
    rows = rows.replace(old, new, 1)
    path.write_text(before + opening + rows + closing + after, "utf-8", newline="\n")
    amend_manifest(path, lambda manifest: manifest["tables"][table].update(sha256=digest(f"{rows}\n".encode())))


def put(row: int, column: int, cell: str) -> Callable[[list[list[str]]], None]:
    """Change a cell of CSV; the headers are row 1, as in Excel."""

    def change(rows: list[list[str]]) -> None:
        rows[row - 1][column] = cell

    return change


# Which archives


def test_an_archive_that_holds_something_is_not_imported_into(exports: Path, place: str) -> None:
    """Archive 8.2."""
    archive = filled(place, {PLAYERS: [player(1, "Ada")]})
    message = (
        f"The archive {archive.place} is not empty, so nothing can be imported into it; name a new archive with "
        "--archive."
    )
    assert refused(lambda: bring_in(archive, exports / "csv")) == message
    assert content(archive) == as_content({PLAYERS: [player(1, "Ada")]})
    with archive.writing() as connection:
        connection.execute(delete(PLAYERS))
        connection.execute(insert(CHANGES), [change(1)])
    assert refused(lambda: bring_in(archive, exports / "csv")) == message


@pytest.mark.parametrize("form", FORMS)
def test_an_import_works_once(form: str, exports: Path, empty: Archive) -> None:
    bring_in(empty, exports / form)
    assert "is not empty" in refused(lambda: bring_in(empty, exports / form))
    assert content(empty) == as_content(worked())


# What is an export


@pytest.mark.parametrize("form", FORMS)
def test_an_export_is_known_as_such(form: str, exports: Path) -> None:
    assert is_export(exports / form)
    assert not is_export(exports)
    assert not is_export(exports / "archive.sqlite")


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ('{"name": "Harbour Cup", "players": []}', False),
        ("[]", False),
        ("", False),
        ('{"manifest": {"format": "turnabout arch', True),
        ('{"manifst": {"format": "turnabout archive", "form": "json"}},\n', True),
    ],
)
def test_json_of_another_program_is_no_export_and_a_damaged_export_is_one(
    content: str, expected: bool, tmp_path: Path
) -> None:
    file = tmp_path / "some.json"
    assert is_export(file)  # so that it is said that it is not there
    file.write_text(content)
    assert is_export(file) is expected


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_an_export_whose_manifest_is_damaged_is_not_taken_for_lists_of_old(form: str, copies: Path) -> None:
    (copies / form / "archive.json").write_bytes(b"{}")
    done = CliRunner().invoke(main, ["archive", "import", str(copies / form), "--archive", str(copies / "new.sqlite")])
    assert done.exit_code == 4
    assert done.output == (
        f"{copies / form} is no export of an archive, or its archive.json is damaged; name the file or the folder that "
        "turnabout archive export made.\n"
    )


def test_anything_else_is_known_as_none(exports: Path, empty: Archive, tmp_path: Path) -> None:
    expected = "name the file or the folder that turnabout archive export made."
    (tmp_path / "folder").mkdir()
    (tmp_path / "list.json").write_text("[]")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "archive.json").write_text('{"format": "zip"}')
    file = exports / "archive.sqlite"
    messages = {
        tmp_path / "none": f"{tmp_path / 'none'} is no export of an archive: it is not there; {expected}",
        tmp_path / "folder": f"{tmp_path / 'folder'} is no export of an archive: archive.json is not there; {expected}",
        tmp_path / "list.json": (
            f"{tmp_path / 'list.json'} is no export of an archive, or its first line is damaged; {expected}"
        ),
        tmp_path / "other": (
            f"{tmp_path / 'other'} is no export of an archive, or its archive.json is damaged; {expected}"
        ),
        file: f"{file} is no export of an archive, or its first line is damaged; {expected}",
    }
    for path, message in messages.items():
        assert refused(lambda path=path: bring_in(empty, path)) == message  # type: ignore[misc]


MANIFEST = {"format": "turnabout archive", "form": "csv", "version": 4, "tables": {}}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
)


@settings(examples(150), max_examples=dose(20, 4500), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    text=st.binary(max_size=200)
    | JSON.map(lambda value: json.dumps(value).encode())
    | st.tuples(st.sampled_from(sorted(MANIFEST)), JSON).map(lambda pair: json.dumps(MANIFEST | dict([pair])).encode())
)
def test_nothing_that_is_written_there_breaks_the_program(text: bytes, tmp_path: Path, empty: Archive) -> None:
    before = Path(empty.place).read_bytes()
    (tmp_path / "folder").mkdir(exist_ok=True)
    (tmp_path / "folder" / "archive.json").write_bytes(text)
    (tmp_path / "file").write_bytes(b'{"manifest": ' + text + b",\n")
    for path in (tmp_path / "folder", tmp_path / "file"):
        assert refused(lambda path=path: bring_in(empty, path))  # type: ignore[misc]
    assert Path(empty.place).read_bytes() == before


# Of which version


@pytest.mark.parametrize("form", FORMS)
def test_an_export_of_a_newer_version_is_refused(form: str, copies: Path, empty: Archive) -> None:
    amend_manifest(copies / form, lambda manifest: manifest.update(version=5, tables={}))
    assert refused(lambda: bring_in(empty, copies / form)) == (
        f"The export {copies / form} was written by a newer version of turnabout (its tables are of version 5, and "
        "this program knows up to 4). Install the newer version."
    )


# What was damaged


def missing_file(path: Path) -> None:
    (path / "players.csv").unlink()


def half_a_folder(path: Path) -> None:
    for table in TABLES[3:]:
        (path / f"{table.name}.csv").unlink()


def truncated(path: Path) -> None:
    file = path / "entries.csv"
    file.write_bytes(file.read_bytes()[:-20])


def a_digit(path: Path) -> None:
    file = path / "entries.csv"
    file.write_bytes(file.read_bytes().replace(b"true,3,21", b"true,3,22"))


def saved_by_another(path: Path) -> None:
    file = path / "players.csv"
    file.write_bytes(file.read_bytes().replace(b"\r\n", b"\n"))


def two_swapped(path: Path) -> None:
    (path / "entries.csv").rename(path / "x")
    (path / "matches.csv").rename(path / "entries.csv")
    (path / "x").rename(path / "matches.csv")


@pytest.mark.parametrize(
    ("damage", "expected"),
    [
        (missing_file, "players.csv is missing, though archive.json names it"),
        (half_a_folder, f"{TABLES[3].name}.csv is missing, though archive.json names it"),
        (truncated, "entries.csv was changed or damaged since it was exported"),
        (a_digit, "entries.csv was changed or damaged since it was exported"),
        (saved_by_another, "players.csv was changed or damaged since it was exported"),
        (two_swapped, "entries.csv was changed or damaged since it was exported"),
    ],
)
def test_a_damaged_folder_is_refused(
    damage: Callable[[Path], None], expected: str, copies: Path, empty: Archive
) -> None:
    damage(copies / "csv")
    assert refused(lambda: bring_in(empty, copies / "csv")) == f"{copies / 'csv' / expected}; {AGAIN}."
    assert content(empty) == NEW


def test_a_changed_byte_of_parquet_is_refused(copies: Path, empty: Archive) -> None:
    file = copies / "parquet" / "matches.parquet"
    whole = bytearray(file.read_bytes())
    whole[len(whole) // 2] ^= 1
    file.write_bytes(whole)
    message = f"{file} was changed or damaged since it was exported; {AGAIN}."
    assert refused(lambda: bring_in(empty, copies / "parquet")) == message


def json_without_its_end(path: Path) -> str:
    path.write_bytes(path.read_bytes()[:-3])
    return ", table matches"


def json_cut_in_a_table(path: Path) -> str:
    path.write_bytes(path.read_bytes().split(b'"entries": [\n')[0])
    return ", table entries"


def json_without_a_table(path: Path) -> str:
    before, rest = path.read_bytes().split(b'"links": [\n')
    path.write_bytes(before + rest.split(b"],\n", 1)[1])
    return ", table links"


def json_with_another_digit(path: Path) -> str:
    path.write_bytes(path.read_bytes().replace(b'"award_halves": 21', b'"award_halves": 22'))
    return ", table entries"


def json_with_more(path: Path) -> str:
    path.write_bytes(path.read_bytes() + b"\n")
    return ""


@pytest.mark.parametrize(
    "damage",
    [json_without_its_end, json_cut_in_a_table, json_without_a_table, json_with_another_digit, json_with_more],
)
def test_a_damaged_file_of_json_is_refused(damage: Callable[[Path], str], copies: Path, empty: Archive) -> None:
    place = f"{copies / 'json'}{damage(copies / 'json')}"
    assert refused(lambda: bring_in(empty, copies / "json")) == (
        f"{place} was changed or damaged since it was exported; {AGAIN}."
    )
    assert content(empty) == NEW


@pytest.mark.parametrize("form", FORMS)
def test_a_manifest_must_name_all_tables_and_no_others(form: str, copies: Path, empty: Archive) -> None:
    amend_manifest(copies / form, lambda manifest: manifest["tables"].update(decks={"rows": 0, "sha256": ""}))
    assert refused(lambda: bring_in(empty, copies / form)) == (
        f"The export {copies / form} names decks, which is no table of an archive; {AGAIN}."
    )
    amend_manifest(copies / form, lambda manifest: manifest["tables"].pop("events"))
    assert refused(lambda: bring_in(empty, copies / form)) == (
        f"The export {copies / form} does not name the table events; {AGAIN}."
    )


@pytest.mark.parametrize("form", FORMS)
def test_a_wrong_number_of_rows_is_refused(form: str, copies: Path, empty: Archive) -> None:
    amend_manifest(copies / form, lambda manifest: manifest["tables"]["matches"].update(rows=4))
    message = refused(lambda: bring_in(empty, copies / form))
    assert message.endswith(f" has 3 rows; expected 4; {AGAIN}.")
    assert message.startswith(str(copies / form))
    assert content(empty) == NEW


# What others wrote, with digests that fit


def swapped(rows: list[list[str]]) -> None:
    for row in rows:
        row[3], row[4] = row[4], row[3]


ENTRY_COLUMNS = ", ".join(column.name for column in METADATA.tables["entries"].columns)
OTHER_ORDER = ENTRY_COLUMNS.replace("name, position", "position, name")


@pytest.mark.parametrize(
    ("table", "change", "expected"),
    [
        ("entries", swapped, f" has the columns {OTHER_ORDER}; expected {ENTRY_COLUMNS}"),
        ("entries", list.clear, f" has the columns (none); expected {ENTRY_COLUMNS}"),
        ("entries", lambda rows: rows[3].pop(), ", row 4, has 15 cells; expected 16"),
        ("entries", lambda rows: rows.insert(2, []), ", row 3, has 0 cells; expected 16"),
        ("entries", put(2, 5, "many"), ", row 2, column wins, says 'many'; expected a whole number"),
        ("entries", put(2, 5, "007"), ", row 2, column wins, says '007'; expected a whole number"),
        ("entries", put(2, 5, "1" * 5000), f", row 2, column wins, says '{'1' * 39}…; expected a whole number"),
        ("entries", put(2, 5, str(2**63)), f", row 2, column wins, says '{2**63}'; expected a whole number"),
        ("entries", put(2, 5, ""), ", row 2, column wins, says ''; expected a whole number"),
        ("entries", put(4, 11, "True"), ", row 4, column played_all, says 'True'; expected true or false"),
        ("sources", put(3, 2, "?"), ", row 3, column content, says '?'; expected base64 text"),
        ("archive", put(3, 1, "7"), " says that the tables are of version 7; expected 4"),
    ],
)
def test_what_is_no_value_is_named(
    table: str, change: Callable[[list[list[str]]], object], expected: str, copies: Path, empty: Archive
) -> None:
    amend_csv(copies / "csv", table, change)
    message = refused(lambda: bring_in(empty, copies / "csv"))
    assert message == f"{copies / 'csv' / table}.csv{expected}; {AGAIN}."
    assert content(empty) == NEW


@pytest.mark.parametrize(
    ("table", "change", "row", "reasons"),
    [
        ("matches", put(3, 4, "7"), 3, ("FOREIGN KEY", "foreign key")),
        ("entries", put(9, 0, "9"), 9, ("FOREIGN KEY", "foreign key")),
        ("players", put(4, 1, "#1"), 4, ("UNIQUE", "unique")),
        ("players", put(4, 0, "1"), 4, ("UNIQUE", "unique")),
        ("events", put(2, 17, ""), 3, ("UNIQUE", "unique")),
        ("sources", put(2, 1, "song"), 2, ("CHECK", "check")),
        ("changes", put(2, 1, "9"), 2, ("FOREIGN KEY", "foreign key")),
        ("changes", put(3, 6, "9"), 3, ("FOREIGN KEY", "foreign key")),
    ],
)
def test_a_row_that_does_not_fit_the_others_is_named(
    table: str,
    change: Callable[[list[list[str]]], object],
    row: int,
    reasons: tuple[str, str],
    copies: Path,
    place: str,
) -> None:
    archive = open_archive(place, create=True)
    amend_csv(copies / "csv", table, change)
    message = refused(lambda: bring_in(archive, copies / "csv"))
    assert message.startswith(f"{copies / 'csv' / table}.csv, row {row}, does not fit the other rows, or no archive (")
    assert any(reason in message for reason in reasons)
    assert message.endswith(f"); {AGAIN}.")
    assert "\n" not in message
    assert content(archive) == NEW


def test_what_only_sqlite_can_hold_is_named(copies: Path, postgresql_archive: Archive) -> None:
    amend_csv(copies / "csv", "players", put(5, 3, "a\0b"))
    message = refused(lambda: bring_in(postgresql_archive, copies / "csv"))
    assert message.startswith(f"{copies / 'csv' / 'players.csv'}, row 5, does not fit")
    amend_csv(copies / "csv", "players", put(5, 3, "ab"))
    amend_csv(copies / "csv", "entries", put(6, 5, str(2**31)))
    message = refused(lambda: bring_in(postgresql_archive, copies / "csv"))
    assert message.startswith(f"{copies / 'csv' / 'entries.csv'}, row 6, does not fit")
    assert content(postgresql_archive) == NEW


@pytest.fixture
def postgresql_archive(lend: Callable[..., str]) -> Archive:
    return open_archive(lend(archive=True))


@pytest.mark.parametrize(
    ("content_of_file", "expected"),
    [
        (b'name,value\r\nversion,"1', ", row 2, cannot be read (unexpected end of data)"),
        (b'name,value\r\nversion,"1"x\r\n', ", row 2, cannot be read (',' expected after '\"')"),
        (b"name,value\r\nversion,\xff\r\n", " is not in UTF-8"),
    ],
)
def test_what_is_no_csv_is_told(content_of_file: bytes, expected: str, copies: Path, empty: Archive) -> None:
    (copies / "csv" / "archive.csv").write_bytes(content_of_file)
    sign(copies / "csv")
    message = refused(lambda: bring_in(empty, copies / "csv"))
    assert message.startswith(f"{copies / 'csv' / 'archive.csv'}{expected}")
    assert message.endswith(f"; {AGAIN}.")


@pytest.mark.parametrize(
    ("table", "old", "new", "expected"),
    [
        ("players", '"name": "NA"', '"name": 7', ", row 3, column name, says 7; expected text"),
        ("players", '"name": "NA"', '"name": null', ", row 3, column name, says None; expected text"),
        ("players", '"NA"', r'"\ud800"', r", row 3, column name, says '\ud800'; expected text"),
        ("players", '"player": 3', '"player": 3.0', ", row 3, column player, says 3.0; expected a whole number"),
        ("players", '"player": 3', '"player": true', ", row 3, column player, says True; expected a whole number"),
        ("players", '"player": 3, "identity": "#3"', '"identity": "#3", "player": 3',
         ", row 3, has the columns identity, player, player_id, name; expected player, identity, player_id, name"),
        ("players", '{"player": 1,', '[{"player": 1,', ", row 1, cannot be read (Expecting ',' delimiter"),
        ("players", '"NA"}', '"NA"', ", row 3, cannot be read (Expecting ',' delimiter"),
        ("archive", '{"name": "version", "value": "4"}', "[]",
         ", row 2, has the columns (none); expected name, value"),
        ("entries", '"played_all": true', '"played_all": 1', ", row 1, column played_all, says 1; expected true or"),
        ("sources", '"content": "', '"content": "?', ", column content, says '?"),
    ],
)  # fmt: skip
def test_what_is_no_value_in_json_is_named(
    table: str, old: str, new: str, expected: str, copies: Path, empty: Archive
) -> None:
    amend_json(copies / "json", table, old, new)
    message = refused(lambda: bring_in(empty, copies / "json"))
    assert message.startswith(f"{copies / 'json'}, table {table}, row ")
    assert expected in message
    assert message.endswith(f"; {AGAIN}.")
    assert content(empty) == NEW


def test_other_columns_of_parquet_are_told(copies: Path, empty: Archive) -> None:
    file = copies / "parquet" / "archive.parquet"
    pl.read_parquet(file).with_columns(pl.col("value").cast(pl.Int32)).write_parquet(file)
    sign(copies / "parquet")
    assert refused(lambda: bring_in(empty, copies / "parquet")) == (
        f"{file} has the columns name (String), value (Int32); expected name, value; {AGAIN}."
    )


@pytest.mark.parametrize("damaged", [b"", b"PAR1", b"PAR1" + b"\0" * 100 + b"PAR1", "cut"])
def test_what_is_no_parquet_is_told(damaged: bytes | str, copies: Path, empty: Archive) -> None:
    file = copies / "parquet" / "events.parquet"
    file.write_bytes(damaged if isinstance(damaged, bytes) else file.read_bytes()[300:])
    sign(copies / "parquet")
    message = refused(lambda: bring_in(empty, copies / "parquet"))
    assert message.startswith(f"{file} cannot be read as Parquet (")
    assert message.endswith(f"); {AGAIN}.")
    assert content(empty) == NEW


def test_a_blank_of_parquet_where_none_may_be_is_named(copies: Path, empty: Archive) -> None:
    file = copies / "parquet" / "players.parquet"
    pl.read_parquet(file).with_columns(pl.when(pl.col("player") != 4).then(pl.col("name"))).write_parquet(file)
    sign(copies / "parquet")
    assert refused(lambda: bring_in(empty, copies / "parquet")) == (
        f"{file}, row 4, column name, says None; expected text; {AGAIN}."
    )


def test_python_reads_csv_with_its_own_limit_afterwards(exports: Path, empty: Archive) -> None:
    before = csv.field_size_limit(1000)
    bring_in(empty, exports / "csv")
    assert csv.field_size_limit(before) == 1000
