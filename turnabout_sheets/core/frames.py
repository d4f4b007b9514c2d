"""pandas, loaded when something of it is first used; and from the rows of a frame to typed ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

if TYPE_CHECKING:
    import pandas as pd
else:

    class _Pandas:
        """What stands for the module, until it is loaded and after."""

        def __getattr__(self, name: str) -> Any:
            import pandas

            return getattr(pandas, name)

    pd = _Pandas()

__all__ = ["pd"]


R = TypeVar("R", bound="DataclassInstance")


def walk_rows(frame: pd.DataFrame, kind: type[R]) -> Iterator[R]:
    """Yield the rows of a frame as ``kind``, a data class whose fields are among the columns."""
    for values in zip(*(frame[field.name] for field in fields(kind)), strict=True):
        yield kind(*values)


def exact(number: int | Fraction) -> int | Fraction:
    """Return a number of a frame as a number of our own."""
    return number if isinstance(number, Fraction) else int(number)
