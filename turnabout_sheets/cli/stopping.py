"""What is said at once where Ctrl+C does not end the program at once: other processes are at work for it."""

from __future__ import annotations

from functools import partial
from typing import Final

import click

_AGAIN: Final = "Press Ctrl+C again to stop at once."


def _tell(what: str) -> None:
    click.echo(f"\nStopping: {what} {_AGAIN}", err=True)  # below the ^C of a terminal, or a progress bar


tell_finishing: Final = partial(_tell, "the workbooks in work are finished first; nothing is lost.")
"""Of a run or a check of several workbooks. Who is killed leaves each as it was, or saved whole."""

tell_reading: Final = partial(_tell, "the workbooks in work are read first; what is in the archive stays.")
"""Of a command of the archive."""
