"""Every command, given what it cannot use: a sentence with what to do, the right exit code, and nothing is touched."""

from __future__ import annotations

import errno
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from shutil import copy

import click
import pytest
from click.testing import CliRunner

from tests.support.books import SAMPLES
from turnabout_sheets.cli.lazy_group import LazyGroup
from turnabout_sheets.cli.main import main
from turnabout_sheets.cli.parameters import PLACE, File, Files
from turnabout_sheets.core import safe_files
from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.core.problems import say_name
from turnabout_sheets.workbook.files import sniff

pytestmark = pytest.mark.slow


def refused(code: int, *words: str) -> str:
    """Give a command that must be refused, touch nothing and end in one sentence, and return that line."""
    before = snapshot()
    result = CliRunner().invoke(main, list(words))
    assert isinstance(result.exception, SystemExit), (words, result.exception)
    assert result.exit_code == code, (words, result.output)
    assert snapshot() == before, words
    told = [line for line in result.output.splitlines() if not line.startswith(("Archive: ", "Events: none."))]
    return told[-1].strip()


def snapshot() -> Mapping[str, bytes | None]:
    return {str(path): path.read_bytes() if path.is_file() else None for path in sorted(Path().rglob("*"))}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder of its own, beside a good workbook and a good list."""
    monkeypatch.chdir(tmp_path)
    copy(SAMPLES / "in-progress.xlsx", "ev.xlsx")
    Path("list.csv").write_text("Player\nZoe Kay\n", "utf-8")


@pytest.fixture
def denied(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody read the file secret.xlsx; an administrator may read everything in truth."""
    opened = safe_files.open_shared

    def deny(path: Path) -> int:
        if path.name == "secret.xlsx":
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return opened(path)

    copy("ev.xlsx", "secret.xlsx")
    monkeypatch.setattr(safe_files, "open_shared", deny)


READ = (
    ["run"], ["run", "--output", "out.xlsx"], ["check"], ["print"], ["run", "--put-back"], ["why", "--", "Zoe"],
    ["what-if", "--set", "Round 1!A2=3"], ["new", "new.xlsx", "--players"], ["archive", "add"], ["archive", "import"],
)  # fmt: skip


@pytest.mark.usefixtures("denied")
def test_what_may_not_be_read_is_told_by_every_command_that_reads_it() -> None:
    told = "secret.xlsx may not be read. Close it in other programs, or ask its owner for access."
    for words in READ:
        given = [words[0], "secret.xlsx", words[2]] if words[0] == "why" else [*words, "secret.xlsx"]
        assert told in refused(ExitCode.FILE, *given), words


@pytest.mark.usefixtures("denied")
def test_what_may_not_be_read_is_not_written_over() -> None:
    CliRunner().invoke(main, ["archive", "add", str(SAMPLES / "finished.xlsx"), "--archive", "club.sqlite"])
    for words in (["run", "ev.xlsx", "--output"], ["archive", "ratings", "--archive", "club.sqlite", "--workbook"]):
        assert "was not written, because writing there is not allowed" in refused(ExitCode.FILE, *words, "secret.xlsx")


# Names that are none


def path_parameters() -> Iterator[tuple[Sequence[str], click.Parameter, Callable[[str], list[str]]]]:
    """Yield every parameter of every command that names a file or a folder, with how the command is given with one."""
    groups: list[tuple[list[str], LazyGroup]] = [([], main)]
    for words, group in groups:
        for name, command in group.load_all().items():
            if isinstance(command, LazyGroup):
                groups.append(([*words, name], command))
                continue
            for parameter in command.params:
                if isinstance(parameter.type, click.Path):
                    yield [*words, name], parameter, _giving([*words, name], command, parameter)


def _giving(words: Sequence[str], command: click.Command, parameter: click.Parameter) -> Callable[[str], list[str]]:
    def give(value: str) -> list[str]:
        given = list(words)
        for each in command.params:
            some = each.type.choices[0] if isinstance(each.type, click.Choice) else "x"
            filling = value if each is parameter else some if each.required else None
            if filling is not None and isinstance(each, click.Option):
                given += [each.opts[0], filling]
        arguments = [each for each in command.params if isinstance(each, click.Argument)]
        filled = [each for each in arguments if each.required or each is parameter]
        return [*given, "--", *(value if each is parameter else "x" for each in filled)]

    return give


PATHS = {f"{' '.join(words)} {parameter.name}": (parameter, give) for words, parameter, give in path_parameters()}


def test_every_path_that_may_be_given_is_looked_at_alike() -> None:
    assert len(PATHS) > 25
    assert [name for name, (parameter, _) in PATHS.items() if not isinstance(parameter.type, File)] == []


NO_NAMES = {
    "": '"" is no file. Name a file or a folder.',
    " ": '" " is no file. Name a file or a folder.',
    "-": '"-" is no file. Name a file or a folder.',
    "https://example.org/ev.xlsx": (
        '"https://example.org/ev.xlsx" is an address. Name a file or a folder of this computer; download it first.'
    ),
}
NO_NAMES_ON_WINDOWS = ("aux", "ev.xlsx:notes", "ev.xlsx:notes:$DATA", "ev?.xlsx", "old /ev.xlsx", f"{'x' * 251}.xlsx")


@pytest.mark.parametrize("path", PATHS)
def test_what_is_no_name_is_told_for_every_path(path: str) -> None:
    """Safety 5.4."""
    parameter, give = PATHS[path]
    for name, told in NO_NAMES.items():
        if parameter.type is not PLACE or "://" not in name:  # an address of an archive is looked at elsewhere
            assert refused(ExitCode.USAGE, *give(name)).endswith(f": {told}")


@pytest.mark.parametrize("path", PATHS)
def test_what_is_no_name_on_windows_is_told_for_every_path(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Safety 5.4."""
    monkeypatch.setattr(sys, "platform", "win32")
    parameter, give = PATHS[path]
    for name in NO_NAMES_ON_WINDOWS:
        is_pattern = isinstance(parameter, Files) and "?" in name  # which stands for the files that fit it
        said = f'"{name}": no file fits this name. Check it, and the folder.' if is_pattern else say_name(name)
        assert refused(ExitCode.USAGE, *give(name)).endswith(f": {said}")


def test_a_path_too_long_for_windows_is_not_taken_for_a_missing_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    deep = Path(*["x" * 50] * 5, "ev.xlsx")
    with pytest.raises(sniff.UnusableWorkbookError, match="is too long for Windows"):
        sniff.read_file(deep)
