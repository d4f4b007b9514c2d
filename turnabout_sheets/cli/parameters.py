"""What all commands share: the kinds of their arguments, and how they speak and fail."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn

import click

from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.core.days import EXAMPLE, DayError, read_day
from turnabout_sheets.core.file_names import as_text, as_utf8, is_impossible_path
from turnabout_sheets.core.problems import say_name
from turnabout_sheets.core.safe_files import spell_as_there
from turnabout_sheets.core.text import tidy
from turnabout_sheets.formats import DEFAULT
from turnabout_sheets.workbook.files.other_programs import LOCKS, find_other_program

if TYPE_CHECKING:
    from turnabout_sheets.jobs.outcome import Computed

_ADDRESS: Final = re.compile(r"[a-z][a-z0-9+.-]+://", re.IGNORECASE)
"""How what a browser opens begins; one letter alone is a drive of Windows."""

_HOME: Final = re.compile(r"~[\\/]")
"""How a path begins that leads from the home folder; a file may be called ``~old.xlsx``."""

_WILD: Final = re.compile(r"[*?]")
"""What stands for letters in the name of a file, and in no name itself."""

_OF_ARCHIVE: Final = re.compile(r"://|@|password=|^postgres\w*(\+\w+)?:", re.IGNORECASE)
"""What shows that an archive is named by its address, however that is mistyped."""


class File(click.Path):
    """A file or a folder, there or not."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path; refuse what is none, before anybody looks at what is there.

        On Windows no shell replaces ``~`` at its beginning by the home folder, there are names that no file has, and
        one file has many.
        """
        name = str(value)
        if not name.strip() or name == "-":
            self.fail(f'"{name}" is no file. Name a file or a folder.', param, ctx)
        if _ADDRESS.match(name):
            here = "Name a file or a folder of this computer; download it first"
            self.fail(f'"{name}" is an address. {here}.', param, ctx)
        if sys.platform == "win32":
            if is_impossible_path(name):
                self.fail(str(say_name(name)), param, ctx)
            if _HOME.match(name):
                name = os.path.expanduser(name)  # noqa: PTH111 - no error where there is none
            value = spell_as_there(name)
        path = super().convert(value, param, ctx)
        if not self.file_okay and not os.path.isdir(path):  # noqa: PTH112 - of click's Path it may be a text
            self.fail(f'"{value}" is no folder.', param, ctx)
        return path


class Files(click.Argument):
    """Several files: on Windows a name with ``*`` or ``?``, which no file has, stands for all that fit it.

    There no shell replaces it by them, as others do. Nothing else means more than itself: a file may be called [1].
    """

    def type_cast_value(self, ctx: click.Context, value: Any) -> Any:
        """Return the paths of them all, those that fit one name in the order of theirs."""
        if sys.platform == "win32" and value is not None:
            value = [name for each in value for name in self._list_meant(each, ctx)]
        return super().type_cast_value(ctx, value)

    def _list_meant(self, name: str, ctx: click.Context) -> list[str]:
        if not _WILD.search(name.removeprefix("\\\\?\\")):  # with that, long paths begin
            return [name]
        from glob import glob  # slow to load

        found = glob(name.replace("[", "[[]"))  # noqa: PTH207 - it may begin at the root
        if not found:
            raise click.BadParameter(f'"{name}": no file fits this name. Check it, and the folder.', ctx, self)
        return sorted(name for name in found if not Path(name).name.startswith(LOCKS))


class Place(File):
    """Where an archive lies: a file, or the address of a database."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the place as it was given. What may be a mistyped address is told without its password elsewhere."""
        return value if _OF_ARCHIVE.search(str(value)) else super().convert(value, param, ctx)


class Span(click.ParamType[range]):
    """A number, or several in a row: 3, or 3-7."""

    name = "N or N-N"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> range:
        """Return the numbers."""
        match = re.fullmatch(r"\s*(\d{1,5})\s*(?:[-–]\s*(\d{1,5})\s*)?", value)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
        if not 1 <= first <= last:
            self.fail(f'"{value}"; expected a number from 1, or two with a hyphen between, such as 3-7.', param, ctx)
        return range(first, last + 1)


class Spans(click.ParamType[tuple[range, ...]]):
    """Numbers, or several in a row, with commas between: 2,5-7."""

    name = "N,N-N"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the numbers."""
        return tuple(SPAN.convert(each, param, ctx) for each in value.split(","))


class Line(click.ParamType[str]):
    """A line of text that is kept."""

    name = "TEXT"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the line, with one space between its words."""
        return as_text(tidy(value))


class Day(click.ParamType[str]):
    """A day on the calendar, typed in any way that means one day only: 2026-05-31, 31.5.2026."""

    name = "DAY"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the day as an ISO text."""
        try:
            return read_day(value).isoformat()
        except DayError as reason:
            self.fail(f'"{value}" {reason}. Type it as {EXAMPLE}.', param, ctx)


FILE = File(readable=False, path_type=Path)  # whether it may be read shows when it is
FOLDER = File(exists=True, file_okay=False, readable=False, path_type=Path)
PLACE = Place(readable=False)
SPAN = Span()
SPANS = Spans()
DAY = Day()
LINE = Line()

files_argument = click.argument("files", cls=Files, nargs=-1, required=True, type=FILE)


def _join_words(ctx: click.Context, param: click.Parameter, words: tuple[str, ...]) -> str:
    return " ".join(words)


def name_argument(*, required: bool = True) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return the argument for the name of a person, of as many words as it has: nobody thinks of quotation marks."""
    shown = "NAME" if required else "[NAME]"
    return click.argument("name", nargs=-1, required=required, metavar=shown, callback=_join_words)


format_option = click.option(
    "--format", "format_name", default=DEFAULT, show_default=True, help="The system that is played."
)


publish_option = click.option(
    "--publish", type=FILE, metavar="FOLDER", help="Also write the event's site there, for phones and screens."
)

then_option = click.option(
    "--then", metavar="COMMAND", default="", help="Run it after each run that has changed what is published."
)


def echo(lines: Iterable[str], *, err: bool = False) -> None:
    """Say some lines, on standard error where asked."""
    for line in lines:
        click.echo(line, err=err)


def echo_data(data: Mapping[str, Any]) -> None:
    """Say data as JSON, in ASCII, which goes everywhere; bytes of names that are no text are marks by then."""
    import json  # slow to load

    shown = json.loads(as_utf8(json.dumps(data, ensure_ascii=False)))
    click.echo(json.dumps(shown, indent=2))


def tell_if_open(files: Iterable[Path]) -> None:
    """Say, on standard error, which workbooks are open in another program: all that follows is of what was saved."""
    echo((other.unseen for other in map(find_other_program, files) if other), err=True)


def fail(message: str, code: int) -> NoReturn:
    """Say why a command cannot go on, and leave with an exit code."""
    click.echo(message, err=True)
    sys.exit(code)


def require_short_path(file: Path) -> None:
    """End the command where Windows finds no workbook because its path is too long."""
    from turnabout_sheets.core.safe_files import has_long_path
    from turnabout_sheets.workbook.files.sniff import LONG_PATH

    if has_long_path(file) and not file.exists():
        fail(str(LONG_PATH.fill(file=file.name)), ExitCode.FILE)


def fail_with_problems(outcome: Computed, *conclusion: str) -> NoReturn:
    """Say what is wrong with a workbook for which nothing can be done, and leave."""
    from turnabout_sheets.cli.output import describe_outcome

    fail("\n".join([*describe_outcome(outcome), *conclusion]), outcome.exit)
