"""What is no ordinary file, has an odd name or lies in an odd place: one sentence, nothing waited for, nothing lost."""

from __future__ import annotations

import errno
import importlib
import os
import shutil
import signal
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn
from unittest.mock import Mock

import click
import pytest
from click.testing import CliRunner, Result

from tests.dose import combinations
from tests.support.books import SAMPLES, edit
from tests.systems import FILES_OF_POSIX
from turnabout_sheets.cli.main import main
from turnabout_sheets.core.backups import list_backups
from turnabout_sheets.core.problems import say_name

pytestmark = pytest.mark.slow

LONGEST = 60
"""Seconds after which a command is taken to wait for something that never comes."""


def turnabout(*arguments: object) -> Result:
    result = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    return result


def refused(*arguments: object, code: int = 4) -> str:
    """Return the last line of what is said of a command that is refused."""
    result = turnabout(*arguments)
    assert result.exit_code == code, result.output
    return result.output.splitlines()[-1]


@pytest.fixture(autouse=True)
def ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Work in a folder of its own, and let no test wait for ever."""
    monkeypatch.chdir(tmp_path)
    if not hasattr(signal, "setitimer"):
        yield
        return

    def hang(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, hang)
    signal.setitimer(signal.ITIMER_REAL, LONGEST)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture
def event() -> Path:
    return Path(shutil.copy(SAMPLES / "in-progress.xlsx", "ev.xlsx"))


# Names and links


NAMES = ("Fri\\day.xlsx", "Fri\nday.xlsx", "\x1b[31mFriday.xlsx", "Friday\udcff.xlsx")


@FILES_OF_POSIX
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("command", ["new", "simulate"])
def test_a_workbook_is_not_made_with_a_name_that_others_cannot_have(name: str, command: str) -> None:
    assert refused(command, name) == str(say_name(name))
    assert not list(Path().iterdir())


@FILES_OF_POSIX
@pytest.mark.slow
def test_a_workbook_with_any_name_is_worked_on(event: Path, tmp_path: Path) -> None:
    """Safety 5.2."""
    edit(event, {"Event": {"B2": None}})  # so that its name is the file's
    for name in ("CON.xlsx", os.fsdecode(b"Fri\nday\xff.xlsx"), "-x.xlsx"):
        shutil.copy(event, name)
        assert turnabout("run", "--json", tmp_path / name).exit_code == 0
        assert turnabout("archive", "add", "--provisional", "--yes", tmp_path / name).exit_code == 0
        assert turnabout("restore", tmp_path / name, "1").exit_code == 0
    assert "turnabout restore ./-x.xlsx NUMBER" in turnabout("restore", "--", "-x.xlsx").output


@FILES_OF_POSIX
@pytest.mark.slow
@pytest.mark.parametrize("length", [224, 250])
def test_a_name_too_long_for_its_earlier_versions(event: Path, length: int) -> None:
    """Safety 5.2."""
    long = event.rename("a" * (length - 5) + ".xlsx")
    before = long.read_bytes()
    assert "because its name and those of its folders are too long. Give it a shorter one," in refused("run", long)
    assert long.read_bytes() == before
    assert sorted(Path().glob("*.xlsx")) == [long]
    assert not list(Path().rglob("*.tmp"))


@FILES_OF_POSIX
def test_nobody_has_to_listen_to_the_end(event: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Safety 6.2."""
    shutil.copy(SAMPLES / "finished.xlsx", "one.xlsx")
    shutil.copy(SAMPLES / "duplicate.xlsx", "two.xlsx")
    before = event.read_bytes()

    def stop(*_: object, **__: object) -> None:
        raise BrokenPipeError(errno.EPIPE, "Broken pipe")

    stop.__code__ = stop.__code__.replace(co_name="echo", co_filename=click.utils.__file__)
    add = ["archive", "add", "one.xlsx", "two.xlsx", "--archive", "a.sqlite"]
    with monkeypatch.context() as patch:
        patch.setattr(click, "echo", stop)
        result = [turnabout(*each) for each in (["restore", event, "1"], ["check", event], ["run", event], add)]
    assert [(each.exit_code, each.output) for each in result] == [(4, "")] * 4
    assert event.read_bytes() != before, "what is done is done"
    assert Path("ev prints/round-03.html").exists()
    listed = [turnabout("archive", "list", "--archive", "a.sqlite").output, turnabout(*add).output]
    assert "Spring Turnabout" in listed[0]
    assert ["Nine Tables" in each for each in listed] == [False, True], "it stops at the first that nobody hears of"


# What happens during a run


def become_a_link(file: Path) -> None:
    file.rename("elsewhere.xlsx")
    file.symlink_to("elsewhere.xlsx")


def become_another(file: Path) -> None:
    shutil.copy(SAMPLES / "cup.xlsx", "new.xlsx")
    Path("new.xlsx").replace(file)


def lose_its_folder(file: Path) -> None:
    file.absolute().parent.rename(file.absolute().parent.with_name(f"{file.absolute().parent.name}-away"))


DURING = {
    become_a_link: (0, "Wrote ev.xlsx"),
    become_another: (0, "Wrote ev.xlsx"),
    Path.unlink: (4, "ev.xlsx is not there. Check the name and the folder"),
    lose_its_folder: (4, "ev.xlsx was not written, because the folder"),
}
STAGES = ("jobs.run.read_book", "jobs.write_sheets.graft", "workbook.files.save.back_up")


@FILES_OF_POSIX
@pytest.mark.soak
@pytest.mark.parametrize(("change", "stage"), combinations(DURING, STAGES))
@pytest.mark.usefixtures("no_pages")
def test_whatever_becomes_of_a_workbook_during_a_run(
    event: Path, change: Callable[[Path], None], stage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Safety 2.4."""
    module, _, name = f"turnabout_sheets.{stage}".rpartition(".")
    step = getattr(importlib.import_module(module), name)
    left = [lambda: change(event)]

    def work(*arguments: object, **options: object) -> object:
        result = step(*arguments, **options)
        if left:
            left.pop()()
        return result

    monkeypatch.setattr(f"turnabout_sheets.{stage}", work)
    before = event.read_bytes()
    result = turnabout("run", event)
    code, told = DURING[change]
    assert (result.exit_code, told in result.output) == (code, True), result.output
    if change is become_a_link:
        assert event.is_symlink()
        assert Path("elsewhere.xlsx").read_bytes() != before
        assert [each.path.read_bytes() for each in list_backups(Path("elsewhere.xlsx"))] == [before]
    if change is lose_its_folder:
        assert (event.read_bytes() != before) == (code == 0)


@FILES_OF_POSIX
def test_pages_do_not_make_the_folder_of_a_workbook_again(
    event: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Safety 4.6."""
    from turnabout_sheets.jobs import run

    folder, away = tmp_path / "event", tmp_path / "away"
    folder.mkdir()
    workbook = event.rename(folder / "ev.xlsx")
    before, make = workbook.read_bytes(), run.make_pages

    def rename_before(*arguments: Any, **options: Any) -> dict[str, bytes]:
        folder.rename(away)
        return make(*arguments, **options)

    monkeypatch.setattr(run, "make_pages", rename_before)
    assert refused("run", workbook) == (
        f"The workbook is saved, but its pages are not: ev prints was not written, because the folder event is not "
        f"there. Make it, or check its name. Then print them: turnabout print {workbook}"
    )
    assert not folder.exists()
    assert (away / "ev.xlsx").read_bytes() != before


# Odd places


def deny(path: Path, *_: object, **__: object) -> NoReturn:
    raise PermissionError(errno.EACCES, "Permission denied", str(path))


def test_earlier_versions_that_may_not_be_looked_at(
    event: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("ev backups").mkdir()
    monkeypatch.setattr(Path, "iterdir", deny)
    assert refused("restore", event) == (
        "The earlier versions of ev.xlsx cannot be looked for (Permission denied); allow reading the folder "
        f"{tmp_path / 'ev backups'}, or copy it and the workbook to where you may."
    )


@pytest.mark.parametrize("command", [["new"], ["simulate", "--players", "4"]], ids=" ".join)
def test_a_new_workbook_where_nobody_may_write(command: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    opened = Path.open

    def deny_new(path: Path, *arguments: Any, **options: Any) -> Any:
        return (deny if path.suffix == ".tmp" else opened)(path, *arguments, **options)

    monkeypatch.setattr(Path, "open", deny_new)
    assert refused(*command, "new.xlsx") == (
        "new.xlsx was not written, because writing there is not allowed. Allow it in the properties of the folder and "
        "of the file, or choose another folder."
    )


@FILES_OF_POSIX
def test_the_folder_that_one_is_in_may_be_gone(event: Path, tmp_path: Path) -> None:
    """Safety 6.1."""
    Path("gone").mkdir()
    os.chdir("gone")
    (tmp_path / "gone").rmdir()
    told = "The folder that you are in is no longer there; go into one that is (cd), and try again."
    for command in (["run", "ev.xlsx"], ["check", tmp_path / event], ["archive", "list"], ["new", "new.xlsx"]):
        assert refused(*command) == told
    os.chdir(tmp_path)


@FILES_OF_POSIX
@pytest.mark.slow
def test_a_folder_that_lies_too_deep(event: Path, tmp_path: Path) -> None:
    data = event.read_bytes()
    for _ in range(25):
        Path("a" * 200).mkdir()
        os.chdir("a" * 200)
    event.write_bytes(data)
    assert turnabout("check", event).exit_code == 0
    assert "its name and those of its folders are too long" in refused("run", event)
    assert "cannot be opened" in refused("archive", "add", event)
    assert "(File name too long)" in refused("restore", event)
    assert event.read_bytes() == data
    os.chdir(tmp_path)
    assert "(File name too long)" in refused("archive", "import", tmp_path, "--archive", "a.sqlite")


@FILES_OF_POSIX
def test_a_folder_that_may_not_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("secret").mkdir()
    exists, names = Path.exists, os.listdir

    def refuse(path: object) -> None:
        if str(path).startswith("secret"):
            raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr(Path, "exists", lambda path: refuse(path.parent) or exists(path))
    monkeypatch.setattr(os, "listdir", lambda path: refuse(path) or names(path))
    told = "The folder secret cannot be searched (Permission denied). Name the files, or folders in it."
    assert refused("archive", "import", "secret", "--archive", "a.sqlite") == told


@FILES_OF_POSIX
@pytest.mark.slow
@pytest.mark.usefixtures("no_pages")
def test_a_file_system_without_locks(event: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Safety 2.7."""
    before = event.read_bytes()
    for error, *command in (
        (errno.ENOLCK, "run", event),
        (errno.ENOTSUP, "restore", event, 1),
        (errno.ENOSYS, "archive", "add", "--provisional", event, "--archive", "a.sqlite"),
        (errno.ENOSYS, "archive", "export", "export", "--archive", "a.sqlite"),
    ):
        refuse = Mock(side_effect=OSError(error, os.strerror(error)))
        monkeypatch.setattr("fcntl.flock", refuse)
        monkeypatch.setattr("fcntl.lockf", refuse)
        result = turnabout(*command)
        assert result.exit_code == 0, result.output
        assert "Warning" not in result.output
    assert event.read_bytes() == before
    assert before in [each.path.read_bytes() for each in list_backups(event)]
    assert len(list_backups(event)) == 2
    assert not [path.name for path in Path().iterdir() if path.name.startswith(".")]
    others = {path.name for path in Path("ev backups").iterdir() if path.suffix != ".xlsx"}
    assert others - {".lock"} == {"state.json"}


@FILES_OF_POSIX
@pytest.mark.slow
def test_a_file_system_that_synchronizes_no_folders(event: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synchronize = os.fsync

    def only_files(descriptor: int) -> None:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "Invalid argument")
        synchronize(descriptor)

    monkeypatch.setattr(os, "fsync", only_files)
    for command in (["run", event], ["archive", "add", "--provisional", event], ["archive", "export", "export"]):
        assert turnabout(*command, *(["--archive", "a.sqlite"] if command[0] == "archive" else [])).exit_code == 0
    assert turnabout("simulate", "new.xlsx", "--players", "4").exit_code == 0


@FILES_OF_POSIX
@pytest.mark.processes
def test_bytes_are_the_same_in_every_country_and_said_to_nobody(event: Path, tmp_path: Path) -> None:
    """Safety 2.7 and 6.3."""
    name = "Jörg Ł.xlsx"
    for place in ("here", "there"):
        Path(place).mkdir()
        shutil.copy(event, tmp_path / place / name)
    assert turnabout("run", tmp_path / "here" / name).exit_code == 0
    strange = {
        "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii:strict",
        "TZ": "Pacific/Apia", "PYTHONPATH": str(SAMPLES.parent),
    }  # fmt: skip
    done = subprocess.run(
        ["/bin/sh", "-c", '"$@" <&- >&- 2>errors', "sh", sys.executable, "-m", "turnabout_sheets", "run", name],
        cwd="there",
        env={key: value for key, value in os.environ.items() if key != "HOME"} | strange,
        check=False,
    )
    assert (done.returncode, (tmp_path / "there" / "errors").read_bytes()) == (0, b"")
    (tmp_path / "there" / "errors").unlink()
    made = [
        {str(path.relative_to(place)): path.read_bytes() for path in place.rglob("*") if "backups" not in str(path)
         and path.is_file()} for place in (tmp_path / "here", tmp_path / "there")
    ]  # fmt: skip
    assert made[0].keys() == made[1].keys()
    assert [file for file in made[0] if made[0][file] != made[1][file]] == []
