"""What is wrong in a workbook: values with a place, collected and shown all together, never raised."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """Errors stop a run before anything is computed; warnings are only shown."""

    ERROR = "Error"
    WARNING = "Warning"


@dataclass(frozen=True, slots=True)
class Place:
    """Where in the workbook: a sheet, and a cell such as ``F7`` (empty: the whole sheet)."""

    sheet: str
    cell: str = ""

    def __str__(self) -> str:
        return f"{self.sheet}!{self.cell}" if self.cell else self.sheet

    @property
    def position(self) -> tuple[int, str]:
        """What sorts the cells of a sheet: row, then column; the sheet as a whole comes first."""
        letters = self.cell.rstrip("0123456789")
        return int(self.cell[len(letters) :] or 0), letters.rjust(3)


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem: where, what was found and expected, and what the organizer should do."""

    severity: Severity
    place: Place
    message: str
    hint: str

    def __str__(self) -> str:
        return f"{self.severity}: {self.place}: {self.message} {self.hint}"


def error(place: Place, message: str, hint: str) -> Problem:
    """Return a problem that stops the run."""
    return Problem(Severity.ERROR, place, message, hint)


def warning(place: Place, message: str, hint: str) -> Problem:
    """Return a problem that is shown and does not stop the run."""
    return Problem(Severity.WARNING, place, message, hint)


def sort_problems(problems: Iterable[Problem]) -> list[Problem]:
    """Return errors first, then by sheet (in the order in which sheets were found) and cell."""
    found = list(problems)
    sheets = {name: number for number, name in reversed(list(enumerate(problem.place.sheet for problem in found)))}
    return sorted(found, key=lambda each: (each.severity, sheets[each.place.sheet], each.place.position))


def has_errors(problems: Iterable[Problem]) -> bool:
    """Say whether any of ``problems`` stops the run."""
    return any(problem.severity is Severity.ERROR for problem in problems)
