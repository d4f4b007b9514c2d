"""What people type that nobody expects."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from random import Random

from turnabout_sheets.sheets.grid import Grid, Raw, address
from turnabout_sheets.workbook.ooxml.sheet_reader import UNCALCULATED

ODD: tuple[Raw, ...] = (
    *("", " ", "BYE", "A", "B", "Draw", "x", "=1+1", "-5", "1e400", "1/0", "½", "0", "1,4", "4,3,4", "yes", "no"),
    *("Tolaria", "phyrexia", "A no-show", "Both no-show", "manual", "listed", "rating", "match wins", "²", "１２"),
    *("match wins, match wins", "\u202eabc", "a" * 300, -1.0, 0.0, 1.0, 2.5, 7.0, 99.0, 1e20, 1e308, True, False),
    *(datetime(2026, 1, 2), date(2026, 1, 2), time(1, 2), timedelta(hours=30)),
)


def mistyped(grids: list[Grid], random: Random) -> tuple[list[Grid], list[object]]:
    """Return the sheets with some cells changed, and what was changed."""
    grids = [Grid(grid.name, [list(row) for row in grid.rows], dict(grid.flags)) for grid in grids]
    filled = [grid for grid in grids if any(grid.rows)]
    done: list[object] = []
    for _ in range(random.randint(1, 4)):
        grid = random.choice(filled)
        row = random.choice([number for number, cells in enumerate(grid.rows) if cells])
        column = random.randrange(min(12, len(grid.rows[row])))
        elsewhere = random.choice([row for row in random.choice(filled).rows if row])
        value = random.choice((random.choice(ODD), random.choice(elsewhere)))
        grid.rows[row][column] = value  # type: ignore[index]
        if random.random() < 0.05:
            grid.flags[address(row, column)] = random.choice(("#N/A", UNCALCULATED))  # type: ignore[index]
        done.append((grid.name, address(row, column), value))
    return grids, done
