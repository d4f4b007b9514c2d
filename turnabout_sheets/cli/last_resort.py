"""The last resort: a mistake in the program is told in sentences, and a report of it holds nothing of anybody's."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from io import TextIOWrapper
from pathlib import Path
from traceback import extract_tb
from typing import Any, Final, TypeVar

import click

from turnabout_sheets import __version__
from turnabout_sheets.cli.lazy_group import LazyGroup
from turnabout_sheets.core.atomic_write import list_archives, list_saved
from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.core.file_names import as_text

T = TypeVar("T")

ENDS: Final = (SystemExit, KeyboardInterrupt, GeneratorExit, click.ClickException, click.exceptions.Exit, click.Abort)
"""How commands end when there is no fault. Everything else is one: also the panics of libraries in Rust, which are no
`Exception`."""

FRAMES: Final = 40
"""How many frames of a traceback are told, the last of them: one without end has thousands."""


class CarefulGroup(LazyGroup):
    """A command with commands in it, which never ends with a traceback."""

    def main(self, *arguments: Any, **options: Any) -> Any:
        """Do what is asked; a fault of the program becomes some sentences and an exit code of its own.

        What is said may hold any name. What reads it in a file or another program expects UTF-8 today, also on Windows.
        """
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(encoding="utf-8" if sys.platform == "win32" else None, errors="replace")
        try:
            return super().main(*arguments, **options, windows_expand_args=False)  # a name is what was typed
        except ENDS:
            raise
        except BaseException as error:
            code = ExitCode.FILE if _is_from_echo(error) else ExitCode.FAULT
            lines = _describe_silence(error) if _is_from_echo(error) else describe_fault(error)
            with contextlib.suppress(OSError):  # where there is no standard error, the exit code has to do
                for line in lines:
                    click.echo(line, err=True)
            sys.exit(code)

    def invoke(self, ctx: click.Context) -> Any:
        """Do what is asked; nobody has to listen to the end (``turnabout … | head``)."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:  # click would end as if the workbook had errors
            if not _is_from_echo(error):
                raise RuntimeError from error
            _silence()
            sys.exit(ExitCode.FILE)


def describe_fault(error: BaseException, others: Iterable[Path] = ()) -> list[str]:
    """Return what to say of a fault, after writing a report of it; `others` were saved before, in work on others."""
    import tempfile  # slow to load

    report = make_report(error)
    where = ["Please send us this report; it holds no name and no result:", report]
    with contextlib.suppress(OSError):
        handle, name = tempfile.mkstemp(".txt", "turnabout-fault-")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(report)
        where = [f"What happened is written, without any name or result, in {name}; please send us that file."]
    return [f"This is a fault of the program, not of yours ({type(error).__name__}). {describe_saved(others)}", *where]


def describe_saved(others: Iterable[Path] = ()) -> str:
    """Return which files were saved before a fault, but for some others."""
    times = {as_text(path.name): when for path, when in list_saved().items() if path not in others}
    saved = [f"{name} was saved at {when:%H:%M:%S}" for name, when in times.items()]
    told = [f"{', '.join(saved)} and is whole; what comes after that, such as pages, may be missing."] if saved else []
    for place, when in list_archives().items():
        changed = f"changed last at {when:%H:%M:%S} and is whole; what comes after that is not in it" if when else ""
        told.append(f"The archive {as_text(place)} {f'was {changed}' if changed else 'is as it was'}.")
    return " ".join(told if saved else ["Your workbook is as it was.", *told])


def contain_faults(job: Callable[[], T], passing: type[Exception]) -> T | list[str]:
    """Do a job; return what it comes to, or what to say of a fault in it, so that others are done all the same.

    Errors that are ``passing`` are no faults.
    """
    try:
        return job()
    except (*ENDS, passing):
        raise
    except BaseException as error:
        if _is_from_echo(error):
            raise
        return describe_fault(error)


def make_report(error: BaseException) -> str:
    """Return what may be told of a fault: versions, kinds of errors, places in programs; no values, no folders."""
    lines = [f"turnabout-sheets {__version__}, Python {sys.version.split()[0]}, {sys.platform}"]
    each: BaseException | None = error
    while each is not None and len(lines) < FRAMES:
        lines += ["", f"{type(each).__module__}.{type(each).__qualname__}", *_list_frames(each)]
        each = each.__cause__ or each.__context__
    return "\n".join([*lines, ""])


def _list_frames(error: BaseException) -> Iterator[str]:
    """Yield where an error came by; of files that are no programs, such as templates, only the ending."""
    for frame in extract_tb(error.__traceback__)[-FRAMES:]:
        path = Path(frame.filename)
        place = "/".join(path.parts[-3:]) if path.suffix == ".py" else f"(a file {path.suffix})"
        yield f"  {place}, line {frame.lineno}, {frame.name}"


def _is_from_echo(error: BaseException) -> bool:
    """Return whether an error arose when something was to be said."""
    frames = extract_tb(error.__traceback__) if isinstance(error, OSError) else ()
    return any(frame.name == "echo" and Path(frame.filename).parent.name == "click" for frame in frames)


def _silence() -> None:
    """Say nothing more on standard output, nor try to at the end."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _describe_silence(error: BaseException) -> list[str]:
    """Return that what was to be said could not be."""
    _silence()
    return [
        f"The answer cannot be written to where standard output leads ({getattr(error, 'strerror', '')}); make room "
        f"there, or let the answer come on the screen. {describe_saved()}"
    ]
