"""The two events of the archive that meets with an error here, and the commands that are given to it."""

from __future__ import annotations

import sqlite3
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


ELSE = "holds data of something else than turnabout; name another archive with --archive."


def is_whole(path: Path) -> bool:
    connection = sqlite3.connect(path)
    try:
        return connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    finally:
        connection.close()
