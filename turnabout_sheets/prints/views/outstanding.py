"""Outstanding tables."""

from __future__ import annotations

from dataclasses import dataclass

from turnabout_sheets.prints.views.head import EventHead


@dataclass(frozen=True, slots=True)
class OutstandingLine:
    """A match without a result; ``table`` is empty where it has none."""

    round: str
    table: str
    a: str
    b: str


@dataclass(frozen=True, slots=True)
class OutstandingPage:
    """The matches without a result: ``sheets`` of lines ``row_height`` millimetres high, one empty where all are in.

    ``summary`` says how many there are.
    """

    event: EventHead
    summary: str
    row_height: float
    sheets: tuple[tuple[OutstandingLine, ...], ...]
