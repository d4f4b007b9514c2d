"""Lists that were imported before are known without being read, and that makes no other difference than time."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.archive.importing import import_files
from tests.archive.making import contents, turnabout
from tests.archive.postgresql import IN_A_FILE, IN_BOTH
from tests.dose import dose, examples
from turnabout_sheets.archive.events import Added
from turnabout_sheets.archive.journal import Command, undo
from turnabout_sheets.archive.lists.results import OldEvents
from turnabout_sheets.archive.schema import CHANGES as CHANGED
from turnabout_sheets.archive.store import Archive, open_archive
from turnabout_sheets.event import rating
from turnabout_sheets.jobs import import_results as import_job
from turnabout_sheets.jobs import known_lists

KINDS = IN_A_FILE

HEADERS = "Event ID,Event,Date,Player,Position,Wins,Losses,Played all rounds\n"
OPEN = """,Open,2010-05-01,Ann,1,3,0,yes
,Open,2010-05-01,Bo,2,2,1,yes
,Open,2010-05-01,Cy,3,1,2,yes
,Open,2010-05-01,Dee,4,0,3,yes
"""
CUP = """C-1,Cup,2011-06-02,Bo,1,2,1,yes
C-1,Cup,2011-06-02,Eva,2,2,1,yes
C-1,Cup,2011-06-02,Anne,3,1,2,yes
C-1,Cup,2011-06-02,Dee,4,1,2,no
"""
CLUB = OPEN.replace("Open", "Club").replace("Dee", "Eva")
LISTS = {"cup.csv": HEADERS + CUP, "open.csv": HEADERS + OPEN}


def write(folder: Path, lists: Mapping[str, str]) -> Path:
    """Have a folder hold these lists and nothing else."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, text in lists.items():
        (folder / name).write_text(text, "utf-8")
    return folder


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Have imports remember lists; elsewhere in the tests they do not."""
    folder = tmp_path / "cache"
    folder.mkdir()
    monkeypatch.setattr(known_lists, "open_cache", lambda *_: folder)
    return folder


@pytest.fixture
def lists(tmp_path: Path) -> Path:
    return write(tmp_path / "old", LISTS)


@pytest.fixture
def times_read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the list to which every reading of lists adds the number of events."""
    times: list[int] = []
    read = import_job.read_old_files

    def noted(files: Iterator[Any]) -> OldEvents:
        old = read(files)
        times.append(len(old))
        return old

    monkeypatch.setattr(import_job, "read_old_files", noted)
    return times


def test_unchanged_lists_are_not_read_again(
    archive: Archive, lists: Path, cache: Path, times_read: Sequence[int]
) -> None:
    """Archive 3.2."""
    first = import_files(archive, lists)
    before = contents(archive)
    assert [each.kind for each in first] == ["add", "add"]
    assert import_files(archive, lists) == [Added("same", each.event, each.title) for each in first]
    assert times_read == [2]
    assert contents(archive) == before


@pytest.mark.parametrize("kind", IN_BOTH)
def test_what_was_taken_back_is_added_again(archive: Archive, lists: Path, cache: Path) -> None:
    import_files(archive, lists)
    with archive.writing() as connection:
        undo(connection, Command())
    assert [each.kind for each in import_files(archive, lists)] == ["add", "add"]
    assert [each.kind for each in import_files(archive, lists)] == ["same", "same"]


def test_an_archive_without_them_gets_them(
    archive: Archive, lists: Path, cache: Path, tmp_path: Path, times_read: Sequence[int]
) -> None:
    import_files(archive, lists)
    other = open_archive(str(tmp_path / "other.sqlite"), create=True)
    assert [each.kind for each in import_files(other, lists)] == ["add", "add"]
    assert [each.kind for each in import_files(other, lists)] == ["same", "same"]
    assert times_read == [2, 2]


CHANGES: dict[str, Callable[[Path], object]] = {
    "a result is corrected": lambda folder: (folder / "open.csv").write_text(HEADERS + OPEN.replace("Ann", "Ada")),
    "a list has come": lambda folder: (folder / "new.csv").write_text(HEADERS + CLUB),
    "a list has gone": lambda folder: (folder / "open.csv").unlink(),
    "a list is called otherwise": lambda folder: (folder / "open.csv").rename(folder / "old.csv"),
    "two lists have changed places": lambda folder: write(
        folder, {"cup.csv": HEADERS + OPEN, "open.csv": HEADERS + CUP}
    ),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_lists_that_have_changed_are_read(
    archive: Archive, lists: Path, cache: Path, times_read: Sequence[int], change: Callable[[Path], object]
) -> None:
    """Archive 3.2."""
    import_files(archive, lists)
    change(lists)
    import_files(archive, lists)
    assert len(times_read) == 2


def test_another_version_of_the_program_reads_them(
    archive: Archive, lists: Path, cache: Path, times_read: Sequence[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    import_files(archive, lists)
    monkeypatch.setattr("turnabout_sheets.__version__", "9.9")
    import_files(archive, lists)
    assert times_read == [2, 2]


@pytest.mark.parametrize(
    "row",
    [
        pytest.param(",Open,2010-05-01,Eva,first,0,0,yes", id="with an error"),
        pytest.param("C-1,,,Eve,5,0,0,yes\nC-1,,,Flo,5,0,0,yes\nC-1,,,Gil,5,0,0,yes", id="with a warning"),
    ],
)
def test_what_is_to_be_said_of_lists_is_said_every_time(
    lists: Path, cache: Path, tmp_path: Path, times_read: Sequence[int], row: str
) -> None:
    events = "Event ID,Name,Date,Players\nC-1,Cup,2011-06-02,6\n,Open,2010-05-01,4\n"
    write(lists, {**LISTS, "events.csv": events, "more.csv": f"{HEADERS}{row}\n"})
    told = [turnabout("import", lists, "--archive", tmp_path / "archive.sqlite").output for _ in range(3)]
    assert told[1] == told[2]
    assert ".csv!" in told[2]
    assert times_read == [2, 2, 2]


def test_what_is_remembered_and_damaged_counts_for_nothing(
    archive: Archive, lists: Path, cache: Path, times_read: Sequence[int]
) -> None:
    import_files(archive, lists)
    (remembered,) = cache.iterdir()
    for damaged in (remembered.read_bytes()[:-70], b"", b"\xff\n\xff"):
        remembered.write_bytes(damaged)
        assert [each.kind for each in import_files(archive, lists)] == ["same", "same"]
    assert times_read == [2, 2, 2, 2]


def test_nothing_is_remembered_where_nothing_can_be(
    archive: Archive, lists: Path, times_read: Sequence[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in (None, tmp_path / "nowhere"):
        monkeypatch.setattr(known_lists, "open_cache", lambda *_, folder=folder: folder)
        assert len(import_files(archive, lists)) == 2
    assert times_read == [2, 2]


def test_no_name_and_no_result_is_remembered(archive: Archive, lists: Path, cache: Path) -> None:
    """Safety 4.2."""
    import_files(archive, lists)
    (remembered,) = cache.iterdir()
    told = [remembered.name, *remembered.read_text("ascii").splitlines()]
    assert [len(set(each) - set("0123456789abcdef")) for each in told] == [0, 0, 0, 0]
    assert {len(each) for each in told} == {64}


def test_the_oldest_are_forgotten(archive: Archive, lists: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known_lists, "MOST_REMEMBERED", 2)
    for number in range(4):
        write(lists, {f"{number}.csv": LISTS["open.csv"]})
        import_files(archive, lists)
    assert len(list(cache.iterdir())) == 2


@dataclass(frozen=True)
class World:
    """An archive in a file, and the folder of lists that is imported into it."""

    file: Path
    lists: Path

    def give(self, *words: object) -> None:
        """Give a command of the archive; it may well be refused."""
        turnabout(*words, "--archive", self.file)

    def rewrite(self, lists: Mapping[str, str]) -> None:
        """Have the folder hold these lists."""
        write(self.lists, lists)

    def bring_in(self, rows: str) -> None:
        """Import a list from elsewhere, sure of it."""
        elsewhere = write(self.file.with_name("elsewhere"), {"list.csv": HEADERS + rows})
        self.give("import", elsewhere, "--yes")

    def recompute(self) -> None:
        """Compute all events anew by other rules."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(rating, "first_place_multiplier", lambda players: 8)
            self.give("rebuild")

    def move(self) -> None:
        """Copy the archive, and use the copy."""
        shutil.copy(self.file, self.file.with_suffix(".copy")).replace(self.file)

    def spoil(self, change: str) -> None:
        """Change the tables by hand."""
        with sqlite3.connect(self.file) as connection:
            connection.execute(change)
        connection.close()


STEPS: dict[str, Callable[[World], object]] = {
    "remove one": lambda world: world.give("remove", "Open", "--yes"),
    "remove the other": lambda world: world.give("remove", "C-1", "--yes"),
    "undo": lambda world: world.give("undo"),
    "merge": lambda world: world.give("merge", "Ann", "Anne"),
    "split": lambda world: world.give("split", "Anne"),
    "split in an event": lambda world: world.give("split", "Dee", "--event", "Open", "--to", "Dee (York)"),
    "rebuild": lambda world: world.give("rebuild"),
    "rebuild by other rules": World.recompute,
    "correct a list": lambda world: world.rewrite({**LISTS, "open.csv": HEADERS + OPEN.replace(",Dee,", ",Eve,")}),
    "give it an ID": lambda world: world.rewrite({**LISTS, "open.csv": HEADERS + OPEN.replace(",Open", "O-1,Open")}),
    "lists as they were": lambda world: world.rewrite(LISTS),
    "one of them alone": lambda world: world.rewrite({"cup.csv": LISTS["cup.csv"]}),
    "correct it elsewhere": lambda world: world.bring_in(CUP.replace("Eva", "Evi")),
    "a namesake with an ID": lambda world: world.bring_in(OPEN.replace(",Open", "O-2,Open")),
    "another event": lambda world: world.bring_in(OPEN.replace("Open", "Club")),
    "the ID for another one": lambda world: world.bring_in(CUP.replace("Cup", "Bowl")),
    "move": World.move,
    "rename by hand": lambda world: world.spoil("UPDATE OR IGNORE events SET name = 'Closed' WHERE name = 'Open'"),
    "another key by hand": lambda world: world.spoil(
        "UPDATE OR IGNORE events SET name_key = 'closed' WHERE name = 'Open'"
    ),
    "another ID by hand": lambda world: world.spoil("UPDATE OR IGNORE events SET id_key = 'c-2' WHERE name = 'Cup'"),
    "another source by hand": lambda world: world.spoil(
        "UPDATE OR IGNORE events SET source = (SELECT min(digest) FROM sources)"
    ),
}


@settings(examples(4), max_examples=dose(2, 450))
@given(st.lists(st.sampled_from(sorted(STEPS)), min_size=1, max_size=6))
def test_whatever_happened_before_an_import_comes_to_the_same(steps: Sequence[str]) -> None:
    with TemporaryDirectory() as place, pytest.MonkeyPatch.context() as patch:
        world = World(Path(place) / "archive.sqlite", write(Path(place) / "old", LISTS))
        cache = Path(place) / "cache"
        cache.mkdir()
        for step in ("nothing", *steps):
            STEPS.get(step, lambda _: None)(world)
            twin = Path(place) / "twin.sqlite"
            if world.file.exists():
                shutil.copy(world.file, twin)
            patch.setattr(known_lists, "open_cache", lambda *_: None)
            whole = [imported(twin, world.lists) for _ in range(2)]
            patch.setattr(known_lists, "open_cache", lambda *_: cache)
            assert [imported(world.file, world.lists) for _ in range(2)] == whole


def imported(file: Path, lists: Path) -> tuple[int, str, dict[str, list[tuple[Any, ...]]]]:
    """Import lists, and return what that comes to: the exit code, the words, and all tables, but for the time.

    The digests of changes are of the time, too.
    """
    result = turnabout("import", lists, "--archive", file)
    tables = contents(open_archive(str(file)))
    timeless = [place for place, column in enumerate(CHANGED.columns) if column.name not in ("at", "digest")]
    tables["changes"] = [tuple(row[place] for place in timeless) for row in tables["changes"]]
    return result.exit_code, result.output.replace(str(file), "the archive"), tables
