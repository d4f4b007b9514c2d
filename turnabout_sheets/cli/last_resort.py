"""The last resort: a mistake in the program is told in sentences, too, and a report of it holds nothing of anybody's.

What an organizer can cause is told where it is found; this is for all that nobody has thought of.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from io import TextIOWrapper
from pathlib import Path
from traceback import extract_tb
from types import TracebackType
from typing import Any, Final, TypeVar

import click

from turnabout_sheets import __version__
from turnabout_sheets.core.atomic_write import list_archives, list_saved
from turnabout_sheets.core.command_line import ExitCode

T = TypeVar("T")

ENDS: Final = (SystemExit, KeyboardInterrupt, GeneratorExit, click.ClickException, click.exceptions.Exit, click.Abort)
"""How commands end when there is no fault. Everything else is one: also the panics of libraries in Rust, which are no
`Exception`."""

FRAMES: Final = 40
"""How many frames of a traceback are told, the last of them: one without end has thousands."""

LIBRARIES: Final = (
    "click",
    "pandas",
    "numpy",
    "openpyxl",
    "lxml",
    "jinja2",
    "python-calamine",
    "sqlalchemy",
    "filelock",
)


class CarefulGroup(click.Group):
    """A command with commands in it, which never ends with a traceback."""

    def main(self, *arguments: Any, **options: Any) -> Any:
        """Do what is asked; a fault of the program becomes some sentences and an exit code of its own."""
        _let_say_everything()
        try:
            return super().main(*arguments, **options, windows_expand_args=False)  # a name is what was typed
        except ENDS:
            raise
        except BaseException as error:
            if isinstance(error, OSError) and _is_from_echo(error.__traceback__):
                _tell([_describe_silence(error)])
                sys.exit(ExitCode.FILE)
            _tell(describe_fault(error))
            sys.exit(ExitCode.FAULT)

    def invoke(self, ctx: click.Context) -> Any:
        """Do what is asked; nobody has to listen to the end (``turnabout … | head``)."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:  # click would end as if the workbook had errors
            if not _is_from_echo(error.__traceback__):
                raise RuntimeError from error
            _silence()
            sys.exit(ExitCode.FILE)


def _let_say_everything() -> None:
    """Let what is said hold any name: one that the encoding of the screen lacks is no reason to fail.

    Windows gives what goes to a file or another program an old encoding of the country; what reads it today expects
    UTF-8. What is said in a window does not come into it.
    """
    encoding = "utf-8" if sys.platform == "win32" else None
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding=encoding, errors="replace")


def describe_fault(error: BaseException, others: Iterable[Path] = ()) -> list[str]:
    """Return what to say of a fault, after writing a report of it; `others` were saved before, in work on others."""
    import tempfile  # slow to load

    report = make_report(error)
    try:
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", prefix="turnabout-fault-", suffix=".txt", delete=False
        ) as file:
            file.write(report)
        where = [f"What happened is written, without any name or result, in {file.name}; please send us that file."]
    except OSError:
        where = ["Please send us this report; it holds no name and no result:", report]
    return [f"This is a fault of the program, not of yours ({type(error).__name__}). {describe_saved(others)}", *where]


def describe_saved(others: Iterable[Path] = ()) -> str:
    """Say which files were saved before a fault, but for some others."""
    saved = {path: when for path, when in list_saved().items() if path not in set(others)}
    each = ", ".join(f"{path.name} was saved at {when:%H:%M:%S}" for path, when in saved.items())
    books = (
        f"{each} and is whole; what comes after that, such as pages, may be missing."
        if saved
        else "Your workbook is as it was."
    )
    return " ".join([books, *(_describe_archive(place, when) for place, when in list_archives().items())])


def _describe_archive(place: str, changed: datetime | None) -> str:
    if changed is None:
        return f"The archive {place} is as it was."
    return (
        f"The archive {place} was changed last at {changed:%H:%M:%S} and is whole; what comes after that is not in it."
    )


def contain_faults(job: Callable[[], T], passing: type[Exception]) -> T | list[str]:
    """Do a job; return what it comes to, or what to say of a fault in it, so that others are done all the same.

    Errors that are ``passing`` are no faults.
    """
    try:
        return job()
    except (*ENDS, passing):
        raise
    except BaseException as error:
        if isinstance(error, OSError) and _is_from_echo(error.__traceback__):
            raise
        return describe_fault(error)


def make_report(error: BaseException) -> str:
    """Return what may be told of a fault: versions, kinds of errors, places in programs; no values, no folders."""
    lines = [f"turnabout-sheets {__version__}, Python {sys.version.split()[0]}, {sys.platform}"]
    lines.append(", ".join(f"{name} {_version(name)}" for name in LIBRARIES))
    seen: set[int] = set()
    each: BaseException | None = error
    while each is not None and id(each) not in seen:
        seen.add(id(each))
        lines += ["", f"{type(each).__module__}.{type(each).__qualname__}", *_frames(each.__traceback__)]
        each = each.__cause__ or each.__context__
    return "\n".join([*lines, ""])


def _frames(traceback: TracebackType | None) -> Iterator[str]:
    frames = extract_tb(traceback)
    if len(frames) > FRAMES:
        yield f"  ({len(frames) - FRAMES} more)"
    for frame in frames[-FRAMES:]:
        yield f"  {_place(frame.filename)}, line {frame.lineno}, {frame.name}"


def _place(filename: str) -> str:
    """Return a file of a program without the folders above it; of other files, such as templates, only the ending."""
    path = Path(filename)
    for folder in (
        "turnabout_sheets",
        "site-packages",
        "dist-packages",
        f"python{sys.version_info[0]}.{sys.version_info[1]}",
    ):
        if folder in path.parts[:-1] and path.suffix == ".py":
            last = len(path.parts) - 1 - path.parts[::-1].index(folder)
            return "/".join(path.parts[last + (folder != "turnabout_sheets") :])
    return f"(a file {path.suffix})"


def _version(name: str) -> str:
    from importlib import metadata  # slow to load

    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "(none)"


def _is_from_echo(traceback: TracebackType | None) -> bool:
    """Say whether an error arose when something was to be said."""
    return any(frame.name == "echo" and Path(frame.filename).parent.name == "click" for frame in extract_tb(traceback))


def _describe_silence(error: OSError) -> str:
    """Say that what was to be said could not be."""
    _silence()
    return (
        f"The answer cannot be written to where standard output leads ({error.strerror}); make room there, or let the "
        f"answer come on the screen. {describe_saved()}"
    )


def _silence() -> None:
    """See to it that nothing more is said on standard output, nor tried at the end."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _tell(lines: list[str]) -> None:
    """Say it on standard error; where there is none, the exit code has to do."""
    with contextlib.suppress(OSError):
        for line in lines:
            click.echo(line, err=True)
