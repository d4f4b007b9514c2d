"""The terminal, the window of an icon and the browser: how pages open, and how work that goes on all day is ended."""

from __future__ import annotations

import _thread
import contextlib
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

INDEX = "index.html"
"""The page from which all others are opened."""


def open_page(page: Path) -> None:
    """Open a page that lies on this computer."""
    open_address(page.absolute().as_uri(), str(page))


def open_address(address: str, called: str = "") -> None:
    """Open what has an address; where no browser can be started, say so of what it is ``called``."""
    import webbrowser  # slow to load

    if not webbrowser.open(address):
        click.echo(f"No browser could be started; open {called or address} in one.", err=True)


class WindowCommand(click.Command):
    """A command that is started by an icon, in a window of its own: that stays until somebody has read it."""


def keep_window() -> None:
    """Wait for Enter, however a command has ended; not where nobody can press it, or would see why."""
    if all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        click.echo("\nPress Enter to close this window.")
        with contextlib.suppress(OSError, KeyboardInterrupt):
            sys.stdin.readline()


_SIGNALS: Final = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)
]


@contextlib.contextmanager
def until_ended() -> Iterator[None]:
    """Leave what is done in the context when the program is to end; once more does not disturb the end.

    A signal that is ignored, as by ``nohup``, stays so.
    """

    def end(*_: object) -> None:
        for each in before:
            signal.signal(each, signal.SIG_IGN)
        raise KeyboardInterrupt

    before = {each: signal.getsignal(each) for each in _SIGNALS if signal.getsignal(each) is not signal.SIG_IGN}
    try:
        for each in before:
            signal.signal(each, end)
        with _window_waits(), contextlib.suppress(KeyboardInterrupt):
            yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


if sys.platform == "win32":
    from ctypes import WINFUNCTYPE, windll
    from ctypes.wintypes import BOOL, DWORD

    _CLOSING = (2, 5, 6)
    """The window is closed, the user signs out, the computer is shut down."""

    _LONGEST = 4.5
    """Seconds; Windows ends the program after five."""

    @contextlib.contextmanager
    def _window_waits() -> Iterator[None]:
        """Have a window that is closed wait until the context is left: then Windows ends the program."""
        over = threading.Event()

        def handle(event: int) -> bool:
            if event not in _CLOSING:
                return False
            _thread.interrupt_main()
            over.wait(_LONGEST)
            return True

        handler = WINFUNCTYPE(BOOL, DWORD)(handle)
        windll.kernel32.SetConsoleCtrlHandler(handler, True)
        try:
            yield
        finally:
            over.set()
            windll.kernel32.SetConsoleCtrlHandler(handler, False)

else:
    _window_waits = contextlib.nullcontext
    """Elsewhere a terminal that is closed sends a signal like any other."""
