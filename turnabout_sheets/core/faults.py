"""Words and a report for a mistake in the program; the report holds no name and no result."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path
from traceback import extract_tb
from typing import Final

from turnabout_sheets import __version__
from turnabout_sheets.core.problems import Message

OURS: Final = Message(
    "There is a mistake in the program. Save again; if it comes back, please report it. The Turnabout window shows "
    "where the error report is."
)
"""How pages say it."""

WHOLE: Final = "Your workbook is whole: as it was, or just saved."

FRAMES: Final = 40  # of a traceback, the last of them: one without end has thousands


def describe_fault(error: BaseException) -> list[str]:
    """Return what to say of a fault, after writing a report of it."""
    import tempfile  # slow to load

    report = make_report(error)
    where = ["Please send us this report; it holds no name and no result:", report]
    with contextlib.suppress(OSError):
        with tempfile.NamedTemporaryFile("wb", suffix=".txt", prefix="turnabout-fault-", delete=False) as file:
            file.write(report.encode())
        where = [f"What happened is written, without any name or result, in {file.name}; please send us that file."]
    return [f"This is a fault of the program, not of yours ({type(error).__name__}). {WHOLE}", *where]


def make_report(error: BaseException) -> str:
    """Return what may be told of a fault: versions, kinds of errors, places in programs; no values, no folders."""
    lines = [f"turnabout-sheets {__version__}, Python {sys.version.split()[0]}, {sys.platform}"]
    each: BaseException | None = error
    while each is not None and len(lines) < FRAMES:
        lines += ["", f"{type(each).__module__}.{type(each).__qualname__}"]
        for frame in extract_tb(each.__traceback__)[-FRAMES:]:
            path = Path(frame.filename)  # of files that are no programs, such as templates, only the ending
            place = "/".join(path.parts[-3:]) if path.suffix == ".py" else f"(a file {path.suffix})"
            lines.append(f"  {place}, line {frame.lineno}, {frame.name}")
        each = each.__cause__ or each.__context__
    return "\n".join([*lines, ""])
