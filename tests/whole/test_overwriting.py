"""Nothing is overwritten unasked, and what is written is whole: outputs, reports, pages; full disks."""

from __future__ import annotations

import errno
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.dose import combinations
from tests.support.books import SAMPLES, edit, sheet_names
from tests.support.small_disks import small_disk_in
from tests.systems import FILES_OF_POSIX
from turnabout_sheets.cli.main import main
from turnabout_sheets.core.backups import list_backups
from turnabout_sheets.core.command_line import word_command
from turnabout_sheets.prints import publish as publishing
from turnabout_sheets.prints.publish import OURS, PrintsError, mark, publish

pytestmark = pytest.mark.slow

CLUB_PAGE = '<!doctype html>\n<html lang="en">\n<head>\n<title>Our club</title></head><body>Welcome</body></html>\n'


def turnabout(*arguments: object) -> Result:
    result = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.fixture
def event(tmp_path: Path) -> Path:
    return Path(shutil.copy(SAMPLES / "in-progress.xlsx", tmp_path / "event.xlsx"))


def kept(file: Path) -> list[bytes]:
    return [backup.path.read_bytes() for backup in list_backups(file)]


def everything(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


# Workbooks, and reports


@pytest.mark.usefixtures("no_pages")
def test_another_events_workbook_is_not_overwritten(event: Path) -> None:
    """Safety 4.1."""
    other = Path(shutil.copy(SAMPLES / "finished.xlsx", event.with_name("other.xlsx")))
    before = everything(event.parent)
    for dry in ([], ["--dry-run"]):
        refused = turnabout("run", event, "--output", other, *dry)
        assert refused.exit_code == 4
        assert refused.output.startswith(f"{other} is there already, and is not as turnabout wrote it")
        assert "--overwrite" in refused.output
        assert everything(event.parent) == before
    asked = turnabout("run", event, "--output", other, "--overwrite")
    assert asked.exit_code == 0
    assert "Round 3" in sheet_names(other)
    assert kept(other) == [(SAMPLES / "finished.xlsx").read_bytes()]


@pytest.mark.usefixtures("no_pages")
def test_an_output_is_written_anew_at_every_run(event: Path) -> None:
    """Safety 4.4."""
    output = event.with_name("out.xlsx")
    assert turnabout("run", event, "--output", output).exit_code == 0
    first = output.read_bytes()
    assert "Nothing has changed" in turnabout("run", event, "--output", output).output
    edit(event, {"Round 1": {"G2": 30}})
    assert turnabout("run", event, "--output", output).exit_code == 0
    assert output.read_bytes() != first
    edit(output, {"Round 1": {"G2": 29}})
    mine = output.read_bytes()
    assert turnabout("run", event, "--output", output).exit_code == 4
    assert output.read_bytes() == mine


def test_the_archives_files_do_not_overwrite_others(tmp_path: Path) -> None:
    """Safety 4.1."""
    archive, file = tmp_path / "a.sqlite", tmp_path / "ratings.xlsx"
    assert turnabout("archive", "add", SAMPLES / "finished.xlsx", "--archive", archive).exit_code == 0
    command = ["archive", "ratings", "--workbook", file, "--archive", archive]
    for _ in range(2):
        assert turnabout(*command).exit_code == 0
    file.write_bytes(b"mine")
    refused = turnabout(*command)
    assert refused.exit_code == 4
    assert f"{file} is there already, and is not as turnabout wrote it" in refused.output
    assert file.read_bytes() == b"mine"
    assert turnabout(*command, "--overwrite").exit_code == 0
    assert kept(file) == [b"mine"]
    assert turnabout(*command).exit_code == 0


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_modes_and_links_are_kept(event: Path, tmp_path: Path) -> None:
    site, elsewhere, output = tmp_path / "site", tmp_path / "elsewhere.html", tmp_path / "out.xlsx"
    site.mkdir()
    (site / "index.html").symlink_to(elsewhere)
    arguments = ["run", event, "--output", output, "--prints", site]
    assert turnabout(*arguments).exit_code == 0
    for file in (output, elsewhere, site / "standings-after-round-02.html"):
        file.chmod(0o640)
    edit(event, {"Round 1": {"G2": 30}, "Event": {"B2": "Another name"}})
    assert turnabout(*arguments).exit_code == 0
    for file in (output, elsewhere, site / "standings-after-round-02.html"):
        assert file.stat().st_mode & 0o777 == 0o640, file
    assert (site / "index.html").is_symlink()
    assert b"Another name" in elsewhere.read_bytes()


@FILES_OF_POSIX
@pytest.mark.soak
@pytest.mark.parametrize(("make", "overwrite"), combinations(["mkdir", "mkfifo"], [[], ["--overwrite"]]))
def test_what_is_no_file_is_refused(event: Path, make: str, overwrite: list[str]) -> None:
    kind = {"mkdir": "a folder", "mkfifo": "a pipe"}[make]
    output, site = event.with_name("out.xlsx"), event.with_name("site")
    site.mkdir()
    for path in (output, site / "index.html"):
        getattr(os, make)(path)
    refused = turnabout("run", event, "--output", output, *overwrite)
    told = f"out.xlsx was not saved, because it is {kind}, not a file; choose another name.\n"
    assert (refused.exit_code, refused.output) == (4, told)
    refused = turnabout("run", event, "--prints", site, *overwrite)
    assert refused.exit_code == 4
    assert f"(index.html: it is {kind}, not a file); name another folder." in refused.output
    assert not output.is_file()
    assert [page.name for page in site.iterdir()] == ["index.html"]


@pytest.mark.parametrize(
    ("kept", "arguments"),
    [(9, ["run"]), (9, ["restore", 1])],
    ids=["run", "restore"],
)
@pytest.mark.usefixtures("no_pages")
def test_before_an_earlier_version_goes_that_is_told_once(event: Path, kept: int, arguments: list[str | int]) -> None:
    """The clock was set back, too: it goes by the order in which they were kept."""
    folder = event.with_name("event backups")
    folder.mkdir()
    earlier = (SAMPLES / "finished.xlsx").read_bytes()
    for minute in range(kept):
        (folder / f"event 2099-11-20 20.0{minute}.58.001 000{minute + 1} 0123abcd.xlsx").write_bytes(earlier)
    told = (
        'The folder "event backups" now has 10 earlier versions. From now on, of those before the last ten only the '
        "last one before each round and one of each ten stay, and others go, first that of 2099-11-20 20:01:58; copy "
        "what you want to keep longer into another folder."
    )
    command, *more = arguments
    assert turnabout(command, event, *more).output.splitlines().count(told) == 1
    edit(event, {"Event": {"B2": "Another name"}})
    assert told not in turnabout("run", event).output
    assert len(list_backups(event)) == 11, "the ten newest, and the first"


# Pages


def test_a_page_of_somebody_elses_is_not_replaced(event: Path) -> None:
    """Safety 4.1."""
    site = event.with_name("site")
    site.mkdir()
    (site / "index.html").write_bytes(CLUB_PAGE.encode())
    refused = turnabout("run", event, "--prints", site)
    assert refused.exit_code == 4
    assert f"Wrote {event}" in refused.output
    assert (
        "The workbook is saved, but its pages are not: "
        f"{site / 'index.html'} is there already, and is not as turnabout wrote it, so it was left as it is; name "
        'another folder, or add --overwrite: then it is kept in the folder "index backups".'
    ) in refused.output
    assert [page.name for page in site.iterdir()] == ["index.html"]
    assert (site / "index.html").read_bytes() == CLUB_PAGE.encode()
    assert turnabout("print", event, "--prints", site).exit_code == 4
    assert [page.name for page in site.iterdir()] == ["index.html"]
    assert turnabout("run", event, "--prints", site, "--overwrite").exit_code == 0
    assert OURS in (site / "index.html").read_bytes()
    assert kept(site / "index.html") == [CLUB_PAGE.encode()]
    assert turnabout("print", event, "--prints", site).exit_code == 0


def test_the_archives_pages_do_not_replace_others(tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "index.html").write_bytes(CLUB_PAGE.encode())
    archive = ["--archive", tmp_path / "a.sqlite"]
    turnabout("archive", "add", SAMPLES / "finished.xlsx", *archive)
    assert turnabout("archive", "ratings", "--pages", site, *archive).exit_code == 4
    assert [page.name for page in site.iterdir()] == ["index.html"]
    assert turnabout("archive", "ratings", "--pages", site, "--overwrite", *archive).exit_code == 0
    assert kept(site / "index.html") == [CLUB_PAGE.encode()]
    assert turnabout("archive", "ratings", "--pages", site, *archive).exit_code == 0


def test_pages_of_an_earlier_version_are_known_by_how_they_begin(ran: Path) -> None:
    """Safety 4.5."""
    pages = sorted(ran.with_name("event prints").iterdir())
    assert pages
    for page in pages:
        earlier, marks = re.subn(OURS + b"\n<meta http-equiv=[^>]*>\n", b"", page.read_bytes())
        assert marks == 1, page.name
        page.write_bytes(earlier + b"<!-- made earlier -->")
    assert turnabout("run", ran).exit_code == 0
    assert all(b"made earlier" not in page.read_bytes() for page in pages)


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
    with pytest.raises(PrintsError, match=r"slips\.pdf is there already"):
        publish(tmp_path, {"slips.pdf": ours})
    theirs.write_bytes(ours)
    assert publish(tmp_path, {"slips.pdf": b"anew" + ours}) == [theirs]
    earlier = b"%PDF-1.7\n%\xf0\x9f\x96\xa4\nearlier"
    theirs.write_bytes(earlier)
    with pytest.raises(PrintsError):
        publish(tmp_path, {"slips.pdf": ours})
    publish(tmp_path, {"slips.html": b"<p>"})
    assert publish(tmp_path, {"slips.pdf": ours}) == [theirs]


# Kills, and full disks


REASONS = {
    errno.ENOSPC: ", because there is no space left; make room, and try again.",
    errno.EROFS: " (Read-only file system); allow writing to it, or name another folder.",
    errno.EIO: " (Input/output error); name another folder.",
}


@pytest.mark.parametrize(("number", "reason"), REASONS.items())
def test_pages_that_cannot_be_written_are_told_after_what_was_done(
    ran: Path, monkeypatch: pytest.MonkeyPatch, number: int, reason: str
) -> None:
    """Safety 4.6."""
    edit(ran, {"Round 1": {"G2": 30}})
    folder = ran.with_name("event prints")
    before = everything(folder)

    def refuse(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(publishing, "move_into_place", refuse)
    result = turnabout("run", ran)
    assert result.exit_code == 4
    assert f"Wrote {ran}" in result.output
    told = f"The workbook is saved, but its pages are not: The pages cannot be written to the folder {folder}{reason}"
    assert result.output.splitlines()[-1] == f"{told} Then print them: {word_command('print', ran)}"
    assert everything(folder) == before


def test_what_a_killed_run_left_among_the_pages_is_removed_in_time(event: Path) -> None:
    folder = event.with_name("event prints")
    folder.mkdir()
    old, young = (folder / f".turnabout-index.html-{name}.tmp" for name in ("01", "02"))
    for path in (old, young):
        path.touch()
    os.utime(old, (1_000_000_000, 1_000_000_000))
    turnabout("run", event)
    assert not old.exists()
    assert young.exists()


def test_what_a_killed_command_left_of_a_new_workbook_is_removed_in_time(tmp_path: Path) -> None:
    leave_long_ago(tmp_path / ".turnabout-event.xlsx-01.tmp")
    turnabout("new", tmp_path / "event.xlsx")
    assert [path.name for path in tmp_path.iterdir()] == ["event.xlsx"]


@pytest.mark.usefixtures("no_pages")
def test_what_a_killed_run_left_beside_a_finished_output_is_removed_in_time(event: Path) -> None:
    output = event.with_name("output.xlsx")
    turnabout("run", event, "--output", output)
    left = leave_long_ago(event.with_name(".turnabout-output.xlsx-01.tmp"))
    turnabout("run", event, "--output", output, "--dry-run")
    assert left.exists()
    turnabout("run", event, "--output", output)
    assert not left.exists()


def leave_long_ago(left: Path) -> Path:
    left.touch()
    os.utime(left, (1_000_000_000, 1_000_000_000))
    return left


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
    assert "because there is no space left; make room, and try again." in result.output
    written = list(pages.iterdir())
    assert written
    assert all(page.suffix == ".html" and page.read_text("utf-8").endswith("</html>\n") for page in written)


@pytest.mark.processes
def test_a_full_temporary_folder_does_not_matter(event: Path, tiny_disk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tiny_disk / "music").write_bytes(bytes(90_000))
    (tiny_disk / "more").write_bytes(bytes(1 << 12))
    monkeypatch.setenv("TMPDIR", str(tiny_disk))
    monkeypatch.setattr(tempfile, "tempdir", None)
    new = event.with_name("new.xlsx")
    for command in (["run", event], ["new", new], ["simulate", event.with_name("played.xlsx")]):
        done = turnabout(*command)
        assert done.exit_code == 0, done.output


# The workbook under another name


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


@pytest.mark.usefixtures("no_pages")
def test_an_output_that_is_a_hard_link_to_the_workbook_is_another_file(event: Path) -> None:
    """Safety 2.11."""
    before = event.read_bytes()
    link = event.with_name("link.xlsx")
    link.hardlink_to(event)
    refused = turnabout("run", event, "--output", link)
    assert refused.exit_code == 4
    assert "link.xlsx is there already, and is not as turnabout wrote it, so it was left as it is" in refused.output
    assert turnabout("run", event, "--output", link, "--overwrite").exit_code == 0
    assert event.read_bytes() == before != link.read_bytes()
    assert [backup.path.read_bytes() for backup in list_backups(link)] == [before]
