"""The last resort: a mistake in the program is told in sentences, never as a traceback."""

from __future__ import annotations

import contextlib
import os
import sys
from io import TextIOWrapper
from pathlib import Path
from traceback import extract_tb
from typing import Any, Final

import click

from turnabout_sheets.cli.lazy_group import LazyGroup
from turnabout_sheets.cli.parameters import fail
from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.core.faults import WHOLE, describe_fault
from turnabout_sheets.core.problems import SaidError

ENDS: Final = (SystemExit, KeyboardInterrupt, GeneratorExit, click.ClickException, click.exceptions.Exit, click.Abort)
"""How commands end when there is no fault. Everything else is one: also the panics of libraries in Rust, which are no
`Exception`."""


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
        except SaidError as reason:
            fail(str(reason), reason.code)
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
        f"there, or let the answer come on the screen. {WHOLE}"
    ]
