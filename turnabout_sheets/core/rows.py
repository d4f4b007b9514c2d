"""From a frame to the rows that are walked one by one, each with a type."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import pandas as pd
    from _typeshed import DataclassInstance

R = TypeVar("R", bound="DataclassInstance")


def walk_rows(frame: pd.DataFrame, kind: type[R]) -> Iterator[R]:
    """Yield the rows of a frame as ``kind``, a data class whose fields are among the columns."""
    for values in zip(*(frame[field.name] for field in fields(kind)), strict=True):
        yield kind(*values)
