"""Every command, given what it cannot use: a sentence with what to do, the right exit code, and nothing is touched."""

from __future__ import annotations

import errno
import os
import sys
import zipfile
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
from turnabout_sheets.core import ordinary_files
from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.workbook.files import sniff

pytestmark = pytest.mark.slow


def refused(code: int, *words: str) -> str:
    """Give a command that must be refused, touch nothing and end in one sentence, and return that line."""
    before = snapshot()
    result = CliRunner().invoke(main, list(words))
    assert isinstance(result.exception, SystemExit), (words, result.exception)
    assert result.exit_code == code, (words, result.output)
    assert snapshot() == before, words
    told = [line for line in result.output.splitlines() if not line.startswith("Archive: ")]
    return told[-1].strip()


def snapshot() -> Mapping[str, bytes | None]:
    return {str(path): path.read_bytes() if path.is_file() else None for path in sorted(Path().rglob("*"))}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder of its own, beside a good workbook and a good list."""
    monkeypatch.chdir(tmp_path)
    copy(SAMPLES / "in-progress.xlsx", "ev.xlsx")
    Path("list.csv").write_text("Player\nZoe Kay\n", "utf-8")


posix = pytest.mark.skipif(os.name != "posix", reason="Windows refuses such names earlier, and lets few make links")


# What is no workbook, no list, no archive


def compound_file(stream: str) -> bytes:
    """Return the beginning of what old Office programs write, with the name of one stream ([MS-CFB])."""
    return bytes.fromhex("d0cf11e0a1b11ae1") + bytes(504) + stream.encode("utf-16-le") + bytes(512)


def make_ods(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        file.writestr("content.xml", "<office:document-content/>")


SAVE_AS = "open it in Excel or LibreOffice and save it as Excel Workbook (.xlsx)."
KINDS: Mapping[str, tuple[str, Callable[[Path], object], str]] = {
    "a folder": ("odd.xlsx", Path.mkdir, "is a folder, not a workbook; name the workbook itself."),
    "an empty file": (
        "odd.xlsx",
        Path.touch,
        "is empty; perhaps it has not been downloaded whole, so take a backup or ",
    ),
    "an old workbook": (
        "odd.xls",
        lambda path: path.write_bytes(compound_file("Workbook")),
        f"is an old Excel file (.xls), whatever its name says; {SAVE_AS}",
    ),
    "a list": (
        "odd.xlsx",
        lambda path: path.write_bytes(b"x,y\n1,2\n"),
        f"is a plain text file (CSV?), not a workbook; {SAVE_AS}",
    ),
    "OpenDocument": ("odd.ods", make_ods, f"is an OpenDocument file (.ods); {SAVE_AS}"),
    "a password": (
        "odd.xlsx",
        lambda path: path.write_bytes(compound_file("EncryptedPackage")),
        "is protected with a password; in Excel remove it (File > Info > Protect Workbook > Encrypt with Password) and",
    ),
    "no permission": (
        "secret.xlsx",
        lambda path: copy("ev.xlsx", path),
        "may not be read; close it in Excel, or ask its owner for access.",
    ),
    "nothing": ("odd.xlsx", lambda path: None, "does not exist; check the name and the folder, or make a new workbook"),
}

READ = (
    ["run", "{}"], ["run", "{}", "--output", "out.xlsx"], ["check", "{}"], ["print", "{}"], ["run", "{}", "--put-back"],
    ["why", "{}", "Zoe", "Kay"], ["what-if", "{}", "--set", "Round 1!A2=3"],
)  # fmt: skip


READ_AS_LISTS = (["new", "new.xlsx", "--players", "{}"],)
LISTS = {
    "an old workbook": f"is damaged, protected with a password, or has a cell far away from all others; {SAVE_AS}",
    "a list": "no row has headers that are known; the first row is",
    "OpenDocument": f"is damaged, protected with a password, or has a cell far away from all others; {SAVE_AS}",
}
"""What is said of these as a list of players: a list may be in any spreadsheet."""


@pytest.fixture
def denied(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody read the file secret.xlsx; an administrator may read everything in truth."""
    opened = ordinary_files.open_shared

    def deny(path: Path, flags: int) -> int:
        if path.name == "secret.xlsx":
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return opened(path, flags)

    monkeypatch.setattr(ordinary_files, "open_shared", deny)


@pytest.mark.usefixtures("denied")
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_workbook_is_told_by_every_command_that_reads_one(kind: str) -> None:
    """Safety 5.1."""
    name, make, told = KINDS[kind]
    make(Path(name))
    for words in READ:
        assert refused(ExitCode.FILE, *(word.format(name) for word in words)).startswith(f"{name} {told}"), words


@pytest.mark.usefixtures("denied")
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_list_is_told_by_every_command_that_reads_one(kind: str) -> None:
    """Safety 5.1."""
    name, make, told = KINDS[kind]
    make(Path(name))
    for words in READ_AS_LISTS:
        said = refused(ExitCode.FILE, *(word.format(name) for word in words))
        assert said.removeprefix(name).lstrip(": ").startswith(LISTS.get(kind, told)), words


@pytest.mark.usefixtures("denied")
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ("a folder", "a list")])
def test_what_is_no_workbook_is_told_by_the_archive(kind: str) -> None:
    name, make, told = KINDS[kind]
    CliRunner().invoke(main, ["archive", "add", str(SAMPLES / "finished.xlsx"), "--archive", "club.sqlite"])
    make(Path(name))
    for command in ("add", "import"):
        said = refused(ExitCode.FILE, "archive", command, name, "--archive", "club.sqlite")
        assert said.startswith(f"{name} {LISTS.get(kind, told) if command == 'import' else told}"), command


ARCHIVES = {
    "a folder": "odd.xlsx cannot be an archive (it is a folder, not a file); name a file with --archive.",
    "an empty file": "There is no archive odd.xlsx yet; add a finished event with turnabout archive add, or name the ",
    "a list": "The archive odd.xlsx is damaged, or is no archive of turnabout; bring back your last copy",
    "a password": "The archive odd.xlsx is damaged, or is no archive of turnabout; bring back your last copy",
    "nothing": "There is no archive odd.xlsx yet; add a finished event with turnabout archive add, or name the",
}
OF_ARCHIVE = (
    ["list"], ["show", "1"], ["ratings"], ["player", "A"], ["why", "A"], ["people"], ["merge", "A", "B"],
    ["split", "A"], ["remove", "1", "--yes"], ["journal"], ["undo"], ["redo"], ["rebuild"], ["export", "out"],
)  # fmt: skip


@pytest.mark.parametrize("kind", ARCHIVES)
def test_what_is_no_archive_is_told_by_every_command_of_the_archive(kind: str) -> None:
    KINDS[kind][1](Path("odd.xlsx"))
    for words in OF_ARCHIVE:
        assert refused(ExitCode.FILE, "archive", *words, "--archive", "odd.xlsx").startswith(ARCHIVES[kind]), words


def test_a_workbook_is_no_archive() -> None:
    told = "ev.xlsx is a workbook, not an archive; name the archive, or put the event into one: "
    for words in (*OF_ARCHIVE, ["verify"]):
        said = refused(ExitCode.FILE, "archive", *words, "--archive", "ev.xlsx")
        assert said.startswith(f"{told}turnabout archive add ev.xlsx"), words


# Where something is written


WRITTEN = {
    "run --output": ["run", "ev.xlsx", "--output", "{}"],
    "archive ratings --workbook": ["archive", "ratings", "--workbook", "{}", "--archive", "club.sqlite"],
}


@pytest.mark.usefixtures("denied")
@pytest.mark.parametrize("command", WRITTEN)
def test_what_is_there_already_is_not_written_over(command: str) -> None:
    CliRunner().invoke(main, ["archive", "add", str(SAMPLES / "finished.xlsx"), "--archive", "club.sqlite"])
    Path("folder").mkdir()
    for name in ("list.csv", "secret.xlsx"):
        copy("ev.xlsx", name)
    for name in ("folder", "list.csv", "secret.xlsx"):
        assert "choose another name" in refused(ExitCode.FILE, *(word.format(name) for word in WRITTEN[command]))


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("aux.xlsx", "on Windows aux is a device, with any ending"),
        ("a:b.xlsx", "on Windows no name has the sign : in it"),
        ('"A".xlsx', 'on Windows no name has the sign " in it'),
    ],
)
@posix
@pytest.mark.parametrize("command", [["run", "ev.xlsx", "--output"], ["new"], ["simulate", "--players", "4"]], ids=str)
def test_no_workbook_is_made_with_a_name_that_windows_has_not(command: list[str], name: str, fault: str) -> None:
    """Safety 5.2."""
    assert refused(ExitCode.FILE, *command, name) == f'"{name}": {fault}. Choose another name.'


@posix
def test_what_something_is_made_of_is_not_replaced_by_it() -> None:
    """Safety 4.3."""
    Path("old.csv").write_text("Event,Date,Position,Player\nA,2026-05-01,1,Ada\nA,2026-05-01,2,Ben\n", "utf-8")
    archive = ["--archive", "club.sqlite", "--overwrite"]
    CliRunner().invoke(main, ["archive", "import", "old.csv", *archive[:2]])
    Path("link.xlsx").symlink_to("club.sqlite")
    told = "is what this is made of, so nothing was done; choose another name."
    words = ["ratings", "--workbook", "link.xlsx"]
    assert refused(ExitCode.FILE, "archive", *words, *archive) == f"{words[-1]} {told}"


@posix
@pytest.mark.parametrize(
    ("workbook", "output"), [("ev.xlsx", "out.csv"), ("macros.xlsm", "out.xlsx"), ("ev.xlsx", "out.xlsx ")]
)
def test_an_output_that_nobody_could_open_is_not_made(workbook: str, output: str) -> None:
    copy("ev.xlsx", "macros.xlsm")
    assert refused(ExitCode.FILE, "run", workbook, "--output", output) == (
        f"{output} does not end in {Path(workbook).suffix}, as {workbook} does; choose another name."
    )


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
NO_NAMES_ON_WINDOWS = {
    "aux": "on Windows aux is a device, with any ending",
    "ev.xlsx:notes": "on Windows no name has the sign : in it",
    "ev.xlsx:notes:$DATA": "on Windows no name has the sign : in it",
    "ev?.xlsx": "on Windows no name has the sign ? in it",
    "old /ev.xlsx": "on Windows no name ends with a space",
    f"{'x' * 251}.xlsx": "on Windows no name has more than 255 letters",
}


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
    for name, told in NO_NAMES_ON_WINDOWS.items():
        is_pattern = isinstance(parameter, Files) and "?" in name  # which stands for the files that fit it
        said = "no file fits this name. Check it, and the folder." if is_pattern else f"{told}. Choose another name."
        assert refused(ExitCode.USAGE, *give(name)).endswith(f': "{name}": {said}')


@posix
@pytest.mark.parametrize("name", ['"ev.xlsx"', "'ev.xlsx'", "ev.xlsx ", " ev.xlsx", "“ev.xlsx”"])
def test_a_name_with_quotation_marks_or_spaces_around_it_is_answered_with_the_one_that_is_there(name: str) -> None:
    assert refused(ExitCode.FILE, "check", name) == (
        f'{name} does not exist; in that folder there is "ev.xlsx": if that is meant, type its name so.'.strip()
    )


def test_a_path_too_long_for_windows_is_not_taken_for_a_missing_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    deep = Path(*["x" * 50] * 5, "ev.xlsx")
    with pytest.raises(sniff.UnusableWorkbookError, match="has too long a path for Windows; move it to a folder near"):
        sniff.read_file(deep)
