"""The two events of the archive that meets with an error here, and the commands that are given to it."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from tests.archive.making import event
from tests.support.books import SAMPLES

SPRING = event("Spring", "2024-03-01")
AUTUMN = event("Autumn", "2024-09-01", "Ada", "Bea", "Cleo", "Dan")
FINISHED = SAMPLES / "finished.xlsx"

READING = (
    ["list"], ["list", "Spring"], ["ratings"], ["ratings", "--as-of", "2024-12-31", "--months", "12"],
    ["player", "Ada"], ["merge"], ["log"], ["export", "{}/export"],
)  # fmt: skip
WRITING = (
    ["add", str(FINISHED)], ["merge", "Ben", "Bea"], ["split", "Ada", "--event", "Spring", "--to", "Ada (Leeds)"],
    ["remove", "Spring"], ["undo"], ["verify", "--rebuild"],
)  # fmt: skip

TRIALS = {
    ("add", str(FINISHED)): "Events: 1 added.",
    ("import", str(FINISHED)): "Events: 1 added.",
    ("merge", "Ben", "Bea"): "Merged Bea into Ben.",
    ("apart", "Ben", "Bea"): "Ben and Bea are two people.",
    ("hide", "Ben"): "Hid Ben on pages.",
    ("split", "Ada", "--event", "Spring", "--to", "Ada (Leeds)"): "Ada is Ada (Leeds) in Spring (2024-03-01).",
    ("remove", "Spring"): "Removed Spring (2024-03-01).",
    ("undo",): "In this trial, which changes nothing:",
    ("verify", "--rebuild"): "In this trial, which changes nothing:",
}
"""Commands that can be tried, with the beginning of a line of what each says."""


def is_tried(words: Sequence[str], out: str) -> bool:
    """Tell whether a command has said what it would do."""
    return any(line.startswith(TRIALS[tuple(words)]) for line in out.splitlines())


ELSE = "holds data of something else than turnabout; name another archive with --archive."


def is_whole(path: Path) -> bool:
    connection = sqlite3.connect(path)
    try:
        return connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    finally:
        connection.close()
