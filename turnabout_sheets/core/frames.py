"""pandas, loaded when something of it is first used; and its numbers as our own."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd
else:

    class _Pandas:
        def __getattr__(self, name: str) -> Any:
            import pandas

            return getattr(pandas, name)

    pd = _Pandas()

__all__ = ["pd"]


def exact(number: int | Fraction) -> int | Fraction:
    """Return a number of a frame as a number of our own."""
    return number if isinstance(number, Fraction) else int(number)
