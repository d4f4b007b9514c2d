"""The pauses of a desk, as short as a test wants them: what is asked for by the fixture ``short_pauses``.

They keep their order and stay apart: a desk looks often while it waits, writes later than it reads, and tells of what
is missing later than it writes. A test of what does not happen waits for several of them (`QUIET`).
"""

from __future__ import annotations

from types import ModuleType
from typing import Final

import pytest

from turnabout_sheets.desk import publisher, steps, watcher

SHORT: Final[tuple[tuple[ModuleType, str, float | tuple[float, ...]], ...]] = (
    (steps, "SOON", 0.02),
    (steps, "EVERY", 0.06),
    (watcher, "EVERY", 0.06),
    (steps, "WRITE_AFTER", 0.12),
    (steps, "TELL_AFTER", 0.25),
    (steps, "TRY_AGAIN", (0.12,)),
    (publisher, "LOOK", 0.06),
    (publisher, "TRY_AGAIN", 0.12),
)
"""Modules, their constants, and what these are instead, in seconds."""

QUIET: Final = 0.6
"""Seconds in which a desk with short pauses would have done whatever it may not do: twice the longest and more, because
its work takes time, too.
"""


def shorten(patch: pytest.MonkeyPatch) -> None:
    """Have desks and publishers pause as `SHORT` says, until the patch is undone."""
    for module, name, seconds in SHORT:
        patch.setattr(module, name, seconds)
