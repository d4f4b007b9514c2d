"""``python -m turnabout_sheets`` is the command ``turnabout``, and always works; both begin here."""

from __future__ import annotations

import atexit
import gc
import sys

from turnabout_sheets.core.command_line import name_program


def main() -> None:
    """Load the command and do what is asked; Ctrl+C while it is being loaded ends it as at any other time."""
    try:
        from turnabout_sheets.cli.main import main as command
    except KeyboardInterrupt:
        sys.exit("\nAborted!")
    atexit.register(gc.freeze)  # at the end Python would look through all that libraries left: a seventh of a run
    command(prog_name=name_program())


if __name__ == "__main__":
    main()
