"""The window that an icon opens: it would close at once, and take with it what was said."""

from __future__ import annotations

import contextlib
import sys

import click


class WindowCommand(click.Command):
    """A command that is started by an icon, in a window of its own: that stays until somebody has read it."""


def keep_window() -> None:
    """Wait for Enter, however a command has ended; not where nobody can press it, or would see why."""
    if all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        click.echo("\nPress Enter to close this window.")
        with contextlib.suppress(OSError, KeyboardInterrupt):
            sys.stdin.readline()
