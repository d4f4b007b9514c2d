"""Rows into tables as they are: SQLAlchemy would look at each of their values, which takes longer than writing them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from operator import itemgetter
from typing import Any, Final

from sqlalchemy import Connection, Table

_MARKS: Final = {"sqlite": "?", "postgresql": "%s"}
"""What stands for a value in a statement, by database."""


def insert_many(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows, by column; all have the columns of the first."""
    if rows:
        statement, take = _prepare(table, tuple(rows[0]), connection.dialect.name)
        connection.exec_driver_sql(statement, [take(row) for row in rows])


@cache
def _prepare(table: Table, names: Sequence[str], database: str) -> tuple[str, Callable[[Mapping[str, Any]], Any]]:
    """Return the statement that inserts a row, and what takes its values from one."""
    columns, marks = ", ".join(f'"{name}"' for name in names), ", ".join(_MARKS[database] for _ in names)
    return f'INSERT INTO "{table.name}" ({columns}) VALUES ({marks})', itemgetter(*names)
