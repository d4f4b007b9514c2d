from __future__ import annotations

import base64
import csv
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, Table, delete, insert, select, update

from tests.archive.by_hand import (
    ODD,
    Rows,
    as_content,
    change,
    content,
    data,
    digest,
    entry,
    event,
    fill,
    filled,
    link,
    match,
    player,
    refused,
    worked,
)
from tests.archive.postgresql import new_database
from tests.dose import combinations, dose, examples
from tests.limits import no_file_larger_than
from tests.systems import MAKES_LINKS
from turnabout_sheets.archive.exchange import export as exporting
from turnabout_sheets.archive.exchange import export_format
from turnabout_sheets.archive.exchange.bring_in import bring_in
from turnabout_sheets.archive.exchange.export import export
from turnabout_sheets.archive.exchange.export_format import FORMS, TABLES, read_manifest
from turnabout_sheets.archive.ratings import make_rating_list
from turnabout_sheets.archive.schema import CHANGES, ENTRIES, EVENTS, INFO, LINKS, MATCHES, PLAYERS, SOURCES
from turnabout_sheets.archive.store import Archive, open_archive
from turnabout_sheets.cli import archive_showing

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def worked_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("worked") / "archive.sqlite"
    filled(str(file), worked())
    return file


@pytest.fixture
def archive(worked_file: Path, tmp_path: Path) -> Archive:
    return open_archive(str(shutil.copy(worked_file, tmp_path / "archive.sqlite")))


@pytest.fixture
def empty(empty_file: Path, tmp_path: Path) -> Archive:
    return open_archive(str(shutil.copy(empty_file, tmp_path / "empty.sqlite")))


@pytest.fixture
def other(place: str, tmp_path: Path, lend: Callable[..., str]) -> str:
    """An archive's place in the other database."""
    return str(tmp_path / "other.sqlite") if "://" in place else lend()


def test_the_tables_stand_in_an_order_that_an_import_can_follow() -> None:
    place = {table: n for n, table in enumerate(TABLES)}
    behind = [key for table in TABLES for key in table.foreign_keys if place[key.column.table] > place[table]]
    assert behind == []
    assert len(TABLES) == 8


@pytest.mark.parametrize("form", FORMS)
def test_what_comes_out_goes_into_the_other_database_the_same(
    form: str, place: str, other: str, tmp_path: Path
) -> None:
    """Archive 8.2."""
    archive = filled(place, worked())
    export(archive, tmp_path / "out", form)
    copy = open_archive(other, create=True)
    assert bring_in(copy, tmp_path / "out") == {name: len(rows) for name, rows in as_content(worked()).items()}
    assert content(copy) == content(archive) == as_content(worked())
    export(copy, tmp_path / "again", form)
    assert data(tmp_path / "out") == data(tmp_path / "again")


def test_texts_are_ordered_alike_in_every_country(archive: Archive, postgresql: str, tmp_path: Path) -> None:
    english = filled(new_database(postgresql, "TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en'"), worked())
    with english.reading() as connection_there:
        ordered = connection_there.execute(select(SOURCES.c.digest).order_by(SOURCES.c.digest)).scalars().all()
    assert ordered != sorted(ordered)
    for form in FORMS:
        export(archive, tmp_path / "here", form)
        export(english, tmp_path / "there", form)
        assert data(tmp_path / "here") == data(tmp_path / "there")


TEXTS = st.one_of(st.sampled_from(ODD[:-1]), st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")))
NUMBERS = st.integers(-(2**31), 2**31 - 1)


def or_none(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(st.none(), strategy)


@st.composite
def archives(draw: st.DrawFn) -> Rows:
    """Any archive with some of everything, as far as what belongs together does so."""
    size = draw(st.integers(1, 3))
    numbers = range(1, size + 1)
    one, text, number = st.integers(1, size), draw(st.sampled_from([TEXTS, st.just("")])), or_none(NUMBERS)
    links = draw(st.lists(st.tuples(one, one, number, one), max_size=4))
    rated = {
        "match_halves": number,
        "played_all": or_none(st.booleans()),
        "award_halves": number,
        "points": or_none(text),
    }
    played = {"outcome_a": or_none(text), "outcome_b": or_none(text), "points_a": or_none(text), "place": number}

    def some(fields: Mapping[str, st.SearchStrategy[Any]]) -> dict[str, Any]:
        return {name: draw(values) for name, values in fields.items()}

    return {
        CHANGES: [
            change(n, command=draw(st.integers(1, n)), told=draw(text), file=draw(text), undone=draw(or_none(one)))
            for n in numbers
        ],
        PLAYERS: [player(n, draw(text), draw(text)) for n in numbers],
        SOURCES: [{"digest": str(n), "kind": "record", "content": draw(st.binary())} for n in numbers],
        EVENTS: [
            event(n, str(n), venue=draw(text), organizer=draw(text), rounds=draw(number), rated=draw(st.booleans()))
            for n in numbers
        ],
        LINKS: [link(n, a, b, event=there, ended=end) for n, (a, b, there, end) in enumerate(links, 1)],
        ENTRIES: [entry(n, 0, n, **some(rated)) for n in numbers],
        MATCHES: [match(n, 0, 0, draw(st.sampled_from([None, 0])), **some(played)) for n in numbers],
    }


def emptied(place: str) -> Archive:
    archive = open_archive(place, create=True)
    with archive.writing() as connection:
        connection.execute(update(CHANGES).values(undone=None))
        for table in reversed(TABLES):
            if table is not INFO:
                connection.execute(delete(table))
    return archive


@settings(examples(15), max_examples=dose(3, 450), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rows=archives(), form=st.sampled_from(FORMS))
def test_any_archive_comes_out_and_goes_in_the_same(
    rows: Rows, form: str, place: str, other: str, tmp_path: Path
) -> None:
    """Archive 8.2."""
    archive, copy = emptied(place), emptied(other)
    with archive.writing() as connection:
        fill(connection, rows)
    export(archive, tmp_path / "first", form)
    bring_in(copy, tmp_path / "first")
    assert content(copy) == as_content(rows)
    export(copy, tmp_path / "second", form)
    assert data(tmp_path / "first") == data(tmp_path / "second")


@pytest.mark.parametrize("form", FORMS)
def test_tables_of_many_rows_are_written_a_piece_at_a_time(
    form: str, tmp_path: Path, empty: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows_at_once = 100
    monkeypatch.setattr(export_format, "ROWS", rows_at_once)
    many = 2 * rows_at_once + 1
    rows = {PLAYERS: [player(n, f"Player {n}") for n in range(1, many + 1)]}
    archive = filled(str(tmp_path / "many.sqlite"), rows)
    sizes: list[int] = []

    def watched(connection: Connection, table: Table) -> Iterator[Any]:
        for chunk in chunks(connection, table):
            sizes.append(len(chunk))
            yield chunk

    chunks = exporting._chunks
    monkeypatch.setattr(exporting, "_chunks", watched)
    export(archive, tmp_path / "out", form)
    assert sizes == [2, rows_at_once, rows_at_once, 1]
    assert bring_in(empty, tmp_path / "out")["players"] == many
    assert content(empty) == as_content(rows)


@pytest.mark.parametrize("form", FORMS)
def test_an_export_is_of_one_moment(
    form: str, lend: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = filled(lend(), worked())
    export(archive, tmp_path / "before", form)

    def disturbed(connection: Connection, table: Table) -> Iterable[Any]:
        if table is PLAYERS:
            with archive.writing() as another:
                another.execute(insert(MATCHES), [match(2, 3, 0, 1)])
        return chunks(connection, table)

    chunks = exporting._chunks
    monkeypatch.setattr(exporting, "_chunks", disturbed)
    export(archive, tmp_path / "during", form)
    assert data(tmp_path / "before") == data(tmp_path / "during")
    assert len(content(archive)["matches"]) == 4


def test_the_files_are_told(archive: Archive, tmp_path: Path) -> None:
    """Archive 8.1."""
    names = [table.name for table in TABLES]
    out = tmp_path / "out"
    assert export(archive, out, "csv") == sorted(
        [out / "archive.json", out / "README.txt", *(out / f"{name}.csv" for name in names)]
    )
    assert export(archive, out, "parquet") == sorted(
        [out / "archive.json", *(out / f"{name}.parquet" for name in names)]
    )
    assert export(archive, out, "json") == [out]


def test_csv_is_what_the_documentation_says(archive: Archive, tmp_path: Path) -> None:
    """Archive 8.1; checking 1.3."""
    export(archive, tmp_path / "out", "csv")
    assert (tmp_path / "out" / "entries.csv").read_bytes().decode("utf-8") == (
        "\ufeffversion,entry,player,name,position,wins,draws,losses,byes,points,match_halves,played_all,multiplier,"
        "award_halves,status,details\r\n"
        "1,0,1,P1,1,0,0,0,0,,4,true,2,100,,\r\n"
        "2,0,1,P1,1,3,1,0,0,7/2,7,true,3,21,,\r\n"
        "2,1,2,P2,2,0,0,0,0,\\,0,false,0,5,,\r\n"
        "2,2,4,NA,3,0,0,0,0,\\\\,4,true,2,12,,\r\n"
        "2,3,6,P6,,0,0,0,0,\\\\\\,,,,,dropped,\r\n"
        "3,0,1,P1,,0,0,0,0,,,,,,,\r\n"
        "4,0,3,P3,1,0,0,0,0,,4,true,2,4,,\r\n"
        "4,1,5,P5,2,0,0,0,0,,4,true,2,7,,\r\n"
    )
    manifest = json.loads((tmp_path / "out" / "archive.json").read_text())
    tables = manifest.pop("tables")
    assert manifest == {"format": "turnabout archive", "form": "csv", "version": 4, "digest": "Seal 4"}
    assert list(tables) == [table.name for table in TABLES]
    assert tables["entries"] == {"rows": 8, "sha256": digest((tmp_path / "out" / "entries.csv").read_bytes())}


def test_others_read_csv_as_it_was_meant(archive: Archive, tmp_path: Path) -> None:
    export(archive, tmp_path / "out", "csv")
    path = tmp_path / "out" / "players.csv"
    limit = csv.field_size_limit(10**6)
    with path.open(encoding="utf-8-sig", newline="") as file:
        plain = [row["name"] for row in csv.DictReader(file)]
    csv.field_size_limit(limit)
    assert plain == ODD
    pandas = pd.read_csv(path, dtype=str, keep_default_na=False)
    assert list(pandas.columns) == ["player", "identity", "player_id", "name"]
    assert pandas["name"].tolist() == ODD
    with_polars = pl.read_csv(path, infer_schema=False)
    assert with_polars["name"].fill_null("").to_list() == ODD
    assert with_polars.columns == list(pandas.columns)


def test_others_read_json_and_parquet_as_it_was_meant(archive: Archive, tmp_path: Path) -> None:
    """Archive 8.1."""
    export(archive, tmp_path / "out.json", "json")
    export(archive, tmp_path / "out", "parquet")
    text = (tmp_path / "out.json").read_text("utf-8")
    assert '"name": "Zoë Ångström"' in text
    found = json.loads(text)
    assert list(found) == ["manifest", *(table.name for table in TABLES)]
    for table in TABLES:
        frame = pl.read_parquet(tmp_path / "out" / f"{table.name}.parquet")
        assert frame.columns == table.columns.keys()
        assert set(frame.rows()) == as_content(worked())[table.name]
        for row in found[table.name]:
            if table is SOURCES:
                row["content"] = base64.b64decode(row["content"])
        assert {tuple(row.values()) for row in found[table.name]} == as_content(worked())[table.name]
        assert [tuple(row.values()) for row in found[table.name]] == frame.rows()
    lines = (tmp_path / "out.json").read_bytes().split(b'"links": [\n')[1].split(b"],\n")[0]
    assert found["manifest"]["tables"]["links"] == {"rows": 4, "sha256": digest(lines)}


def test_the_example_in_the_documentation_gives_the_rating_list(
    archive: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (ROOT / "docs" / "archive-tables.md").read_text("utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    with archive.writing() as connection:
        connection.execute(update(PLAYERS).values(name="Player"))
    export(archive, tmp_path / "export", "csv")
    monkeypatch.chdir(tmp_path)
    exec(example, {})
    with archive.reading() as connection:
        rows = make_rating_list(connection, "2030-01-01").rows
    # Worked by hand: player 2 is 3 in event 1, 3 is 1 in event 4, and 4 is 5 everywhere; awards are halves.
    assert {row.person: float(row.rating) for row in rows} == {1: 12.5, 5: 9.5, 3: 2.5}
    assert capsys.readouterr().out == "    12.5  Player\n     9.5  Player\n     2.5  Player\n"


NAMES = ["a=1", *(["[x]*?"] if os.name == "posix" else []), "[x]", "50%20", "ä ö", "new", "old", "pieces", "lock"]


@pytest.mark.soak
@pytest.mark.parametrize(("form", "name"), combinations(FORMS, NAMES))
def test_any_name_will_do(form: str, name: str, archive: Archive, empty: Archive, tmp_path: Path) -> None:
    (tmp_path / "year=2026").mkdir()
    for _ in range(2):
        export(archive, tmp_path / "year=2026" / name, form)
    bring_in(empty, tmp_path / "year=2026" / name)
    assert content(empty) == content(archive)
    assert [path.name for path in (tmp_path / "year=2026").iterdir()] == [name]


# What is at the target already


@pytest.mark.parametrize("before", FORMS)
@pytest.mark.parametrize("after", FORMS)
def test_an_earlier_export_is_replaced_whole(before: str, after: str, archive: Archive, tmp_path: Path) -> None:
    out = tmp_path / "out"
    export(archive, out, before)
    with archive.writing() as connection:
        connection.execute(insert(CHANGES), [change(5)])
    export(archive, out, after)
    export(archive, tmp_path / "fresh", after)
    assert data(out) == data(tmp_path / "fresh")
    assert read_manifest(out).parts["changes"].rows == 5
    assert sorted(path.name for path in tmp_path.iterdir()) == ["archive.sqlite", "fresh", "out"]


@MAKES_LINKS
def test_a_link_stays_a_link(archive: Archive, tmp_path: Path) -> None:
    export(archive, tmp_path / "real", "csv")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    export(archive, tmp_path / "link", "json")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").is_file()


def own_file(path: Path) -> None:
    path.write_text("mine")


def own_folder(path: Path) -> None:
    path.mkdir()
    (path / "notes.txt").write_text("mine")


def other_manifest(path: Path) -> None:
    path.mkdir()
    (path / "archive.json").write_text('{"format": "something else", "form": "csv", "version": 1, "tables": {}}')


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("there", [own_file, own_folder, other_manifest, Path.mkdir])
def test_what_is_no_export_is_left_alone(
    there: Callable[[Path], None], form: str, archive: Archive, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    there(out)
    before = data(out)
    assert refused(lambda: export(archive, out, form)) == (
        f"{out} exists already, and is no export of an archive; choose another name, or delete it first."
    )
    assert data(out) == before


def test_the_archive_itself_is_left_alone(archive: Archive, tmp_path: Path) -> None:
    message = refused(lambda: export(archive, tmp_path / "archive.sqlite", "json"))
    assert message.startswith(f"{tmp_path / 'archive.sqlite'} exists already")
    assert content(archive) == as_content(worked())


def test_an_export_with_files_of_others_is_left_alone(archive: Archive, tmp_path: Path) -> None:
    out = tmp_path / "out"
    export(archive, out, "csv")
    (out / ".DS_Store").touch()
    export(archive, out, "csv")
    (out / "analysis.ipynb").write_text("mine")
    assert refused(lambda: export(archive, out, "csv")) == (
        f"{out} holds an earlier export, but also analysis.ipynb; move that away, or choose another name."
    )
    for name in "bcd":
        (out / name).touch()
    assert "but also analysis.ipynb, b and c and more; move" in refused(lambda: export(archive, out, "csv"))
    assert (out / "analysis.ipynb").read_text() == "mine"


def test_a_folder_that_is_not_there_is_told(archive: Archive, tmp_path: Path) -> None:
    assert refused(lambda: export(archive, tmp_path / "no" / "out", "csv")) == (
        f"The folder {tmp_path / 'no'} is not there; make it first, or choose another."
    )


def test_a_form_that_there_is_not_is_told(archive: Archive, tmp_path: Path) -> None:
    message = "xml is no form of an export; expected csv, json or parquet."
    assert refused(lambda: export(archive, tmp_path / "out", "xml")) == message


def test_a_missing_polars_is_told(
    archive: Archive, empty: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    export(archive, tmp_path / "earlier", "parquet")
    monkeypatch.setitem(sys.modules, "polars", None)
    message = "Parquet files need the package polars: pip install turnabout-sheets[parquet]."
    assert refused(lambda: export(archive, tmp_path / "out", "parquet")) == message
    assert refused(lambda: bring_in(empty, tmp_path / "earlier")) == message
    assert sorted(path.name for path in tmp_path.iterdir()) == ["archive.sqlite", "earlier", "empty.sqlite"]
    export(archive, tmp_path / "out", "csv")


# What goes wrong while an export is written


@pytest.mark.parametrize("earlier", [False, True])
@pytest.mark.parametrize("form", FORMS)
def test_a_full_disk_leaves_what_was_there(form: str, earlier: bool, archive: Archive, tmp_path: Path) -> None:
    out = tmp_path / "out"
    if earlier:
        export(archive, out, form)
    before = data(out) if earlier else {}
    with archive.writing() as connection:
        noise = b"".join(hashlib.sha256(bytes([n])).digest() for n in range(256)) * 20
        connection.execute(insert(SOURCES), [{"digest": "noise", "kind": "record", "content": noise}])
    with no_file_larger_than(100_000):
        message = refused(lambda: export(archive, out, form))
    assert (
        message == f"{out} was not written (File too large); choose another place and try again. Nothing was changed."
    )
    assert out.exists() == earlier
    assert not earlier or data(out) == before
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


EXPORTING = """
import sys
from pathlib import Path
from turnabout_sheets.archive.exchange.export import export
from turnabout_sheets.archive.store import open_archive
place, target, form = sys.argv[1:]
if form == "parquet":
    import polars
archive = open_archive(place)
print("ready", flush=True)
while True:
    export(archive, Path(target), form)
    print("exported", flush=True)
"""


PATIENCE = 200
"""So many exports at most are killed until one of them has left a new one."""


def start(archive: Archive, target: Path, form: str) -> subprocess.Popen[str]:
    words = [sys.executable, "-c", EXPORTING, archive.place, str(target), form]
    return subprocess.Popen(words, stdout=subprocess.PIPE, text=True, cwd=ROOT)


@pytest.mark.processes
@pytest.mark.soak
@pytest.mark.parametrize("form", FORMS)
def test_a_kill_leaves_the_old_export_or_the_new_one_or_none(form: str, archive: Archive, tmp_path: Path) -> None:
    out = tmp_path / "out"
    export(archive, out, form)
    old = data(out)
    with archive.writing() as connection:
        connection.execute(insert(CHANGES), [change(5)])
    export(archive, tmp_path / "fresh", form)
    new = data(tmp_path / "fresh")
    found: list[Any] = []
    waits = dose([3], [*range(80)])
    while waits or (new not in found and len(found) < PATIENCE):
        n = waits.pop() if waits else 3
        with start(archive, out, form) as running:
            assert running.stdout is not None
            running.stdout.readline()
            if n % 4 == 3:
                running.stdout.readline()  # slow computers have exported it once by then, too
            time.sleep(0.02 * 1.6 ** (n % 8))
            running.kill()
        found.append(data(out) if out.exists() else None)
    assert all(each in (old, new, None) for each in found)
    assert new in found
    export(archive, out, form)
    assert data(out) == new
    until = time.monotonic() + (10 if sys.platform == "win32" else 0)  # it may let go of a killed process's files later
    while (left := {path.name for path in tmp_path.iterdir()} - {"archive.sqlite", "fresh", "out"}) and (
        time.monotonic() < until
    ):
        time.sleep(0.2)
        export(archive, out, form)
    assert left == set()


def test_what_cannot_be_removed_yet_goes_with_a_later_run(
    archive: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on Windows, where somebody may hold a file of a run that was killed."""
    unlink = os.unlink

    def refuse_held(path: Any, **place: Any) -> None:
        if os.fspath(path).endswith("held.csv"):
            raise PermissionError(13, "Access is denied")
        unlink(path, **place)

    left = tmp_path / ".turnabout-out-0123"
    (left / "new").mkdir(parents=True)
    for name in ("lock", "new/held.csv", "new/other.csv"):
        (left / name).touch()
    with monkeypatch.context() as patch:
        patch.setattr(os, "unlink", refuse_held)
        export(archive, tmp_path / "out", "csv")
    assert sorted(str(each.relative_to(left)) for each in left.rglob("*")) == ["lock", "new", str(Path("new/held.csv"))]
    export(archive, tmp_path / "out", "csv")
    assert not left.exists()


def test_what_lies_there_for_an_hour_goes_without_a_lock_too(archive: Archive, tmp_path: Path) -> None:
    """What is younger may be of a run at work in a network folder without locks."""
    old, young = (tmp_path / f".turnabout-out-{each}" for each in ("01", "02"))
    for each in (old, young):
        (each / "new").mkdir(parents=True)
    os.utime(old, (1, 1))
    export(archive, tmp_path / "out", "csv")
    assert (old.exists(), young.exists()) == (False, True)


def test_what_another_run_is_writing_is_not_cleared_away(archive: Archive, tmp_path: Path) -> None:
    with exporting.place_whole(tmp_path / "out") as made:
        export(archive, tmp_path / "out", "csv")
        made.write_text("whole")
    assert (tmp_path / "out").read_text() == "whole"


@pytest.mark.parametrize(("before", "after"), [("csv", "csv"), ("csv", "json"), ("json", "csv"), ("json", "json")])
def test_the_old_export_comes_back_where_the_new_one_cannot_take_its_place(
    before: str, after: str, archive: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    export(archive, out, before)
    old = data(out)

    def stuck(self: Path, target: Path) -> Path:
        if self.name == "new":
            raise PermissionError(13, "Permission denied")
        return replace(self, target)

    replace = Path.replace
    monkeypatch.setattr(Path, "replace", stuck)
    assert refused(lambda: export(archive, out, after)) == (
        f"{out} was not written (Permission denied); choose another place and try again. Nothing was changed."
    )
    assert data(out) == old
    assert sorted(path.name for path in tmp_path.iterdir()) == ["archive.sqlite", "out"]


def test_the_command_offers_all_forms() -> None:
    """It has a list of its own: what an export is takes time to load."""
    assert archive_showing.FORMS == FORMS
