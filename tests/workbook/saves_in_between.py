"""Saves while a workbook is being replaced:  python -m tests.workbook.saves_in_between FOLDER SAVES BYTES SEED [plain]

A process saves a workbook of so many BYTES, each time with another mark and in another manner (`savers`), at a time
that chance chooses, about when this process gives its name to a new version that has the mark of what was read. After
each save its mark has to be in the workbook or in an earlier version. Prints by manner how many SAVES there were, how
many had the work begin anew, and how many were lost. If none had it begin anew, chance missed the work each time, and
more are made. With ``plain`` names are not exchanged.
"""

from __future__ import annotations

import io
import sys
import time
import zipfile
from collections import Counter
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Final

from tests.workbook.savers import MANNERS
from tests.workbook.workbooks import plain_scratch
from turnabout_sheets.core.backups import backup_folder, list_backups
from turnabout_sheets.workbook.files import atomic_write
from turnabout_sheets.workbook.files.atomic_write import WorkbookChangedError
from turnabout_sheets.workbook.files.save import open_workbook, replace
from turnabout_sheets.workbook.files.sniff import require_workbook
from turnabout_sheets.workbook.ooxml.package import UnusableWorkbookError

HEAD: Final = 100
"""How many bytes of a workbook have its mark."""

PATIENCE: Final = 10.0

PATIENT: Final = 50
"""How many times as many saves are made at most until one falls into the work."""


def make_maker(size: int) -> Callable[[str], bytes]:
    """Return what makes workbooks of about so many bytes, each with a mark at its beginning."""
    filling = Random(0).randbytes(max(size - 10_000, 0))

    def make(mark: str) -> bytes:
        made = io.BytesIO()
        with (
            zipfile.ZipFile(io.BytesIO(plain_scratch({"Players": [["Player"], ["Anna"]]}))) as parts,
            zipfile.ZipFile(made, "w") as book,
        ):
            book.writestr("docProps/mark.txt", f"<{mark}>")
            for part in parts.infolist():
                book.writestr(part, parts.read(part))
            book.writestr("xl/media/image1.png", filling)
        return made.getvalue()

    return make


def read_mark(data: bytes) -> str:
    return data[:HEAD].partition(b"mark.txt<")[2].partition(b">")[0].decode()


def list_marks(path: Path) -> set[str]:
    """Return the marks of the workbook and of its earlier versions."""
    found = set()
    for each in (path, *(kept.path for kept in list_backups(path))):
        with each.open("rb") as file:
            found.add(read_mark(file.read(HEAD)))
    return found


def save_when_told(path: Path, size: int, told: Connection) -> None:
    """Save each time that a mark, a manner and a delay are told: so many seconds after what was read is kept."""
    make, folder = make_maker(size), backup_folder(path)
    while job := told.recv():
        mark, manner, delay = job
        finish = MANNERS[manner](path, make(mark))
        there = names_in(folder)
        told.send("ready")
        wait_until(lambda: names_in(folder) - there, PATIENCE)  # noqa: B023 - it is over when the next begins
        wait_until(lambda: False, delay)
        finish()
        told.send("saved")


def names_in(folder: Path) -> set[str]:
    return {each.name for each in folder.glob("*.xlsx")}


def wait_until(is_so: Callable[[], object], seconds: float) -> None:
    """Wait until something is so, but no longer than so many seconds, and without a pause."""
    until = time.monotonic() + seconds
    while time.monotonic() < until and not is_so():
        pass


def replace_once(path: Path, make: Callable[[str], bytes]) -> int:
    """Give the workbook a new version that has the mark of what was read; return how often that was begun anew."""
    for attempt in range(1000):
        try:
            source = open_workbook(path)
            replace(source, make(f"{strip(read_mark(source.data))}, run {time.monotonic_ns()}"))
        except (WorkbookChangedError, UnusableWorkbookError):
            time.sleep(0.005)
        else:
            return attempt
    sys.exit("the workbook is being saved for ever")


def strip(mark: str) -> str:
    """Return the mark that somebody saved, without that of a run."""
    return mark.partition(",")[0]


def main(folder: Path, saves: int, size: int, seed: int, *plain: str) -> None:
    if plain:
        atomic_write.knows_exchange = lambda: False
    random, path, make = Random(seed), folder / "Friday.xlsx", make_maker(size)
    path.write_bytes(make("0"))
    replace_once(path, make)
    longest = 0.002 + 2e-9 * size  # about when a replacement has read what is there
    here, there = get_context("spawn").Pipe()
    saver = get_context("spawn").Process(target=save_when_told, args=(path, size, there), daemon=True)
    saver.start()
    there.close()
    counts: dict[str, Counter[str]] = {manner: Counter() for manner in MANNERS}
    for number in range(1, PATIENT * saves + 1):
        if number > saves and any(count["anew"] for count in counts.values()):
            break
        manner = random.choice(list(MANNERS))
        here.send((str(number), manner, random.uniform(0, longest)))
        here.recv()
        begun_anew = replace_once(path, make)
        here.recv()
        require_workbook(path.read_bytes())
        is_lost = str(number) not in {strip(mark) for mark in list_marks(path)}
        counts[manner] += Counter(saves=1, anew=begun_anew > 0, lost=is_lost)
    here.send(None)
    saver.join()
    if left := [each.name for each in folder.rglob(".turnabout-*")]:
        sys.exit(f"these are left: {left}")
    for manner, count in counts.items():
        print(manner, count["saves"], count["anew"], count["lost"], sep=": ")


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(int, sys.argv[2:5]), *sys.argv[5:])
