"""What is no ordinary file, has an odd name or lies in an odd place: one sentence, nothing waited for, nothing lost."""

from __future__ import annotations

import os
import shutil
import signal
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.whole.books import SAMPLES
from turnabout_sheets.cli.main import main

LONGEST = 10
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


def make_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(path.name)


def make_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


unix = pytest.mark.skipif(os.name != "posix", reason="Windows has no such files")
ODD: dict[str, Callable[[Path], None]] = {
    "a folder": Path.mkdir,
    "a pipe": lambda path: os.mkfifo(path),
    "a socket": make_socket,
    "a device": make_device,
}


# What is no ordinary file


@unix
@pytest.mark.parametrize("kind", ODD)
def test_no_workbook_and_no_list_is_anything_but_a_file(event: Path, kind: str) -> None:
    for name in ("odd.xlsx", "odd.csv", "odd.sqlite"):
        ODD[kind](Path(name))
    told = f"odd.xlsx is {kind}, not a workbook; name the workbook itself."
    for command in (["run"], ["check"], ["print"], ["pair", "--audit"], ["pair", "--add", "X"]):
        assert refused(*command, "odd.xlsx") == told
    assert refused("new", "a.xlsx", "--players", "odd.xlsx") == told
    listed = f"odd.csv cannot be read (it is {kind}, not a file). Check the name and the folder."
    assert refused("new", "a.xlsx", "--players", "odd.csv") == listed
    for command, sentence in ((["add", "odd.xlsx"], told), (["import", "odd.csv"], listed)):
        result = turnabout("archive", *command, "--archive", "a.sqlite")
        assert result.exit_code == 4
        folder = kind == "a folder" and command[0] == "import"  # which is searched
        assert ("There is no workbook and no CSV file in odd.csv." if folder else sentence) in result.output
    archive = f"odd.sqlite cannot be an archive (it is {kind}, not a file); name a file with --archive."
    for command in (["list"], ["add", "ev.xlsx", "--provisional"]):
        assert refused("archive", *command, "--archive", "odd.sqlite") == archive
    output = f"odd.xlsx was not saved, because it is {kind}, not a file; choose another name."
    assert refused("run", event, "--output", "odd.xlsx", "--overwrite") == output
    assert sorted(path.name for path in Path().iterdir() if path.suffix == ".xlsx") == ["ev.xlsx", "odd.xlsx"]


@unix
@pytest.mark.slow
@pytest.mark.parametrize("kind", ODD)
def test_no_template_and_no_words_are_anything_but_a_file(event: Path, kind: str, tmp_path: Path) -> None:
    (tmp_path / "other" / "words").mkdir(parents=True)
    (tmp_path / "own").mkdir()
    for name, folder in (("index.html.j2", "own"), ("en.toml", "other/words")):
        ODD[kind](Path(name))
        shutil.move(name, folder)
    told = f"index.html.j2 cannot be read (it is {kind}, not a file)"
    assert told in refused("print", event, "--only", "outstanding", "--templates", tmp_path / "own")
    told = f"en.toml cannot be used (it is {kind}, not a file). Mend the file or take it away."
    assert told in refused("print", event, "--only", "outstanding", "--templates", tmp_path / "other")
    if kind != "a folder":
        ODD[kind](Path("odd"))
        for option, code in (("--templates", 2), ("--prints", 4)):
            assert "odd" in refused("print", event, "--only", "outstanding", option, "odd", code=code)
    assert not Path("ev prints").exists()


@unix
@pytest.mark.slow
def test_odd_things_beside_a_workbook_hold_nothing_up(event: Path) -> None:
    Path("ev backups").mkdir()
    Path("ev prints").mkdir()
    os.mkfifo("ev backups/.written")
    os.mkfifo("ev backups/ev 2026-01-01 10.00.00.000 0001 abcdef01.xlsx")
    os.mkfifo("ev prints/mine.html")
    os.mkfifo(".~lock.ev.xlsx#")
    assert "ev.xlsx is open in LibreOffice" in refused("run", event)
    Path(".~lock.ev.xlsx#").unlink()
    assert turnabout("run", event).exit_code == 0
    assert "mine.html" not in Path("ev prints/index.html").read_text("utf-8")
    assert "   2  " not in turnabout("restore", event).output


@unix
def test_a_file_that_becomes_a_pipe_is_not_waited_for(event: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from turnabout_sheets.core import ordinary_files

    look = ordinary_files._require_ordinary

    def swap(path: Path, found: os.stat_result) -> None:
        look(path, found)
        if path.is_file():
            path.unlink()
            os.mkfifo(path)

    monkeypatch.setattr(ordinary_files, "_require_ordinary", swap)
    assert refused("check", event) == "ev.xlsx is a pipe, not a workbook; name the workbook itself."


@unix
@pytest.mark.slow
def test_a_file_in_place_of_the_folder_of_prints(event: Path) -> None:
    Path("ev prints").write_text("mine")
    told = "The pages cannot be written to the folder ev prints, because a file has this name; rename that file, or "
    assert told in refused("print", event)
    result = turnabout("run", event)
    assert result.exit_code == 4
    assert f"The workbook is saved, but its pages are not: {told}" in result.output
    assert Path("ev prints").read_text() == "mine"
