"""Nothing is overwritten unasked, and what is written is whole: outputs, reports, pages; full disks."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.support.books import SAMPLES, edit
from tests.support.small_disks import small_disk_in
from turnabout_sheets.cli.main import main
from turnabout_sheets.core.backups import list_backups
from turnabout_sheets.prints import publish as publishing
from turnabout_sheets.prints.publish import OURS, PrintsError, mark, publish

pytestmark = pytest.mark.slow


def turnabout(*arguments: object) -> Result:
    result = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.fixture
def event(tmp_path: Path) -> Path:
    return Path(shutil.copy(SAMPLES / "in-progress.xlsx", tmp_path / "event.xlsx"))


def kept(file: Path) -> list[bytes]:
    return [backup.path.read_bytes() for backup in list_backups(file)]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_modes_and_links_are_kept(event: Path, tmp_path: Path) -> None:
    site, elsewhere, output = tmp_path / "site", tmp_path / "elsewhere.html", tmp_path / "out.xlsx"
    site.mkdir()
    (site / "index.html").symlink_to(elsewhere)
    arguments = ["run", event, "--output", output, "--prints", site]
    assert turnabout(*arguments).exit_code == 0
    for file in (output, elsewhere, site / "standings-after-round-02.html"):
        file.chmod(0o640)
    edit(event, {"Round 1": {"E2": 30}, "Event": {"B2": "Another name"}})
    assert turnabout(*arguments).exit_code == 0
    for file in (output, elsewhere, site / "standings-after-round-02.html"):
        assert file.stat().st_mode & 0o777 == 0o640, file
    assert (site / "index.html").is_symlink()
    assert b"Another name" in elsewhere.read_bytes()


def test_every_page_has_the_mark(ran: Path) -> None:
    """Safety 4.5."""
    for asked in (["--only", "slips", "--blank", "4"], ["--only", "clock,judge-clock,check-in"], []):
        assert turnabout("print", ran, *asked).exit_code == 0
    for page in ran.with_name("event prints").glob("*.html"):
        assert OURS in page.read_bytes()[:1000], page.name


@pytest.mark.parametrize(
    ("page", "marked"),
    [
        ("<!doctype html><html><head><title>", "<!doctype html><html><head>{}<title>"),
        ("<!DOCTYPE html>\n<header>Hello", "<!DOCTYPE html>{}\n<header>Hello"),
        ("Hello", "{}Hello"),
        (f"<!doctype html>{'x' * 2000}<head>", f"<!doctype html>{{}}{'x' * 2000}<head>"),
        ("é" * 2000, "{}" + "é" * 2000),
        (f"<head>{OURS.decode()}", "<head>{}"),
    ],
)
def test_a_page_by_a_template_of_the_organizers_is_marked(page: str, marked: str) -> None:
    """Safety 4.5."""
    assert bytes(mark(page.encode())) == marked.format(OURS.decode()).encode()


def test_pdf_files_of_somebody_elses_stay(tmp_path: Path) -> None:
    """Safety 4.5."""
    theirs = tmp_path / "slips.pdf"
    theirs.write_bytes(b"%PDF-1.4 mine")
    ours = b"%PDF-1.7\n%\xf0\x9f\x96\xa4\n" + publishing.OURS_PDF
    with pytest.raises(PrintsError, match=r"slips\.pdf is not a page of the program"):
        publish(tmp_path, {"slips.pdf": ours})
    theirs.write_bytes(ours)
    assert publish(tmp_path, {"slips.pdf": b"anew" + ours}) == [theirs]


@pytest.fixture
def tiny_disk(tmp_path: Path) -> Iterator[Path]:
    with small_disk_in(tmp_path, 100) as disk:
        yield disk


@pytest.mark.processes
def test_a_full_disk_leaves_no_half_page(event: Path, tiny_disk: Path) -> None:
    """Safety 4.6."""
    pages = tiny_disk / "pages"
    result = turnabout("run", event, "--prints", pages)
    assert result.exit_code == 4
    assert "because the disk is full. Make room, and try again." in result.output
    written = list(pages.iterdir())
    assert written
    assert all(page.suffix == ".html" and page.read_text("utf-8").endswith("</html>\n") for page in written)


@pytest.mark.processes
def test_where_the_temporary_folder_is_full_nothing_is_written_by_halves(
    event: Path, tiny_disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tiny_disk / "music").write_bytes(bytes(90_000))
    (tiny_disk / "more").write_bytes(bytes(1 << 12))
    monkeypatch.setenv("TMPDIR", str(tiny_disk))
    monkeypatch.setattr(tempfile, "tempdir", None)
    before, there = event.read_bytes(), {*event.parent.iterdir()}
    for command in (["run", event], ["new", event.with_name("new.xlsx")], ["simulate", event.with_name("played.xlsx")]):
        done = turnabout(*command)
        assert (done.exit_code, done.output.count("because the disk is full. Make room")) == (4, 1), done.output
    assert event.read_bytes() == before
    assert {*event.parent.iterdir()} - there <= {event.with_name("event prints")}


def as_one_file(one: Path, other: Path) -> Callable[..., os.stat_result]:
    """Return what tells of one path as of another, as where the system does not tell their letters apart."""
    stat = Path.stat
    return lambda path, **how: stat(other if path == one else path, **how)


@pytest.mark.usefixtures("no_pages")
def test_an_output_that_is_the_workbook_in_other_letters_is_the_workbook(
    event: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Safety 2.11."""
    before, shouted = event.read_bytes(), event.with_name(event.name.upper())
    monkeypatch.setattr(Path, "stat", as_one_file(shouted, event))
    monkeypatch.setattr(Path, "samefile", lambda one, other: one.stat() == Path(other).stat())
    result = turnabout("run", event, "--output", shouted)
    assert result.exit_code == 0, result.output
    assert event.read_bytes() != before
    assert [backup.path.read_bytes() for backup in list_backups(event)] == [before]
    assert shouted.name not in {path.name for path in event.parent.iterdir()}
