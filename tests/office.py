"""One LibreOffice for all tests of a process: to start it takes longer than what most of them have done.

It types into a workbook that stays open, as a person would, while something else happens; and converts workbooks. What
it is to do it is told from file to file (`tests.office_macro`).
"""

from __future__ import annotations

import atexit
import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.office_macro import RUN_IT, write_profile
from tests.real_software import program
from tests.tiers import require

PATIENCE: Final = 120
"""Seconds after which LibreOffice is given up."""

FAREWELL: Final = 3
"""Seconds after which it is killed that was asked to end."""

EVERY_SHEET: Final = "csv:44,34,76,1,,0,false,true,{as_shown},false,false,-1"
"""Each sheet in a file of its own, texts quoted; numbers as they are shown, or as they are."""

FILTERS: Final[Mapping[str, str]] = {
    "csv": "Text - txt - csv (StarCalc)",
    "pdf": "calc_pdf_Export",
    "xlsx": "Calc MS Excel 2007 XML",
}
"""What LibreOffice calls the formats."""


class Office:
    """A running LibreOffice with a fresh profile; what is done, is done to the workbook that was opened last."""

    def __init__(self) -> None:
        starter = program("soffice")  # before anything is opened: without it there is nothing to close
        self.folder = TemporaryDirectory(ignore_cleanup_errors=True)
        self.tasks = Path(self.folder.name) / "tasks"
        self.tasks.mkdir()
        self.number = 0
        profile = Path(self.folder.name) / "profile"
        write_profile(profile, self.tasks)
        self.process = subprocess.Popen(
            [starter, f"-env:UserInstallation={profile.as_uri()}", "--headless", "--norestore", RUN_IT],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "TMPDIR": self.folder.name},  # what it leaves when it is killed goes, too
            start_new_session=True,
        )

    def end(self) -> None:
        """End it; what has started it sometimes waits for ever for one that has ended at once."""
        self._signal(signal.SIGTERM)
        self._signal(signal.SIGCONT)
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(FAREWELL)
        self._signal(signal.SIGKILL)
        self.process.wait()
        self.folder.cleanup()

    def open(self, workbook: Path) -> None:
        """Open a workbook."""
        self._do(("open", workbook.as_uri()))

    def type(self, sheet: str, cells: Mapping[str, str]) -> None:
        """Go to cells of a sheet, one after another, and type."""
        self._do(*(("type", sheet, cell, text) for cell, text in cells.items()))

    def read(self, sheet: str, *cells: str) -> list[str]:
        """Return what cells show."""
        return self._do(*(("read", sheet, cell) for cell in cells))

    def front(self) -> str:
        """Return which sheet is in front."""
        return self._do(("front",))[0]

    def cut(self, sheet: str, cells: str, to_sheet: str, to_cell: str) -> None:
        """Cut cells of a sheet, and paste them into another."""
        self._do(("cut", sheet, cells, to_sheet, to_cell))

    def insert_rows(self, sheet: str, first: int, count: int) -> None:
        """Insert rows, counted from 0."""
        self._do(("insert rows", sheet, str(first), str(count)))

    def delete_rows(self, sheet: str, first: int, count: int) -> None:
        """Delete rows, counted from 0."""
        self._do(("delete rows", sheet, str(first), str(count)))

    def delete_columns(self, sheet: str, first: int, count: int) -> None:
        """Delete columns, counted from 0."""
        self._do(("delete columns", sheet, str(first), str(count)))

    def sort(self, sheet: str, cells: str, column: int) -> None:
        """Sort rows below their header by a column, counted from 0, the largest first."""
        self._do(("sort", sheet, cells, str(column)))

    def move(self, sheet: str, place: int) -> None:
        """Move a sheet to another place, counted from 0."""
        self._do(("move", sheet, str(place)))

    def copy(self, sheet: str, copy: str) -> None:
        """Copy a sheet, behind the others."""
        self._do(("copy", sheet, copy))

    def rename(self, sheet: str, name: str) -> None:
        """Give a sheet another name."""
        self._do(("rename", sheet, name))

    def unhide(self, sheet: str) -> None:
        """Show a sheet that was hidden."""
        self._do(("unhide", sheet))

    def delete(self, sheet: str) -> None:
        """Delete a sheet."""
        self._do(("delete", sheet))

    def save(self) -> None:
        """Save the workbook, which stays open."""
        self._do(("save",))

    def close(self) -> None:
        """Close the workbook."""
        self._do(("close",))

    def convert(
        self, source: Path | Sequence[Path], target: str, folder: Path, *, calculated: bool = False
    ) -> list[Path]:
        """Save a workbook, or several, in another format, in a new folder, and return the files.

        The ``target`` is the ending of the format, and after a colon what else is to be said of it. If they are to be
        ``calculated``, nothing is taken from the last values in the files.
        """
        ending, _, options = target.partition(":")
        how = (FILTERS[ending], options, "calculated" if calculated else "")
        folder.mkdir(exist_ok=True)
        self._do(
            *(
                ("convert", each.as_uri(), (folder / f"{each.stem}.{ending}").as_uri(), *how)
                for each in ([source] if isinstance(source, Path) else source)
            )
        )
        return sorted(folder.iterdir())

    def _signal(self, number: int) -> None:
        """Signal the program and the one that has started it, which are a group of their own."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, number)

    def _do(self, *tasks: tuple[str, ...]) -> list[str]:
        """Have tasks done, and return what each answers."""
        self.number += 1
        self._signal(signal.SIGCONT)
        place, done = self.tasks / f"{self.number}.new", self.tasks / f"{self.number}.done"
        place.write_text("".join("\t".join(task) + "\n" for task in tasks), "utf-8")
        place.rename(place.with_suffix(".todo"))
        until = time.monotonic() + PATIENCE
        while not done.exists():
            assert self.process.poll() is None, "LibreOffice has gone"
            assert time.monotonic() < until, "LibreOffice does not answer"
            time.sleep(0.01)
        self._signal(signal.SIGSTOP)  # it would look for what is to be done all the time
        said = done.read_text("utf-8").split("\n")[: len(tasks)]
        assert not any(line.startswith("Wrong: ") for line in said), said
        return said


def office() -> Office:
    """Return the LibreOffice of this process, started when it is first needed.

    It has no workbook open unless a test has failed.
    """
    require("office")
    return _office()


@cache
def _office() -> Office:
    running = Office()
    atexit.register(running.end)
    return running
