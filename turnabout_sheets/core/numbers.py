"""How numbers are written in words and on pages: exact, fractions as mixed numbers, with a true minus sign."""

from __future__ import annotations

from fractions import Fraction
from numbers import Rational

HALF = Fraction(1, 2)


def format_number(number: int | Rational, *, signed: bool = False) -> str:
    """Return a number as it is printed: "4½", "−4", "1 2/3"; ``signed`` also with the plus of those above zero."""
    whole, rest = (abs(number), 0) if isinstance(number, int) else divmod(abs(Fraction(number)), 1)
    parts = [str(whole)] if whole or not rest else []
    if rest:
        parts.append("½" if rest == HALF else str(rest))
    sign = "−" if number < 0 else "+" if number and signed else ""
    return sign + ("" if rest == HALF else " ").join(parts)
