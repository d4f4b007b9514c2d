"""The form of a workbook: which versions of the program understand each other's workbooks.

====  ==================================================================================================
form  what is new in it
====  ==================================================================================================
1     everything before forms were marked
2     the mark; the sheet Desk; standings that move while typing; charts; which round is in front
====  ==================================================================================================

A change of what stands in a workbook counts the number up if an earlier version of the program would take something of
ours for the organizer's, or would not write it anew. ``needs`` goes up with it only if such a version would do harm.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Form(NamedTuple):
    """A form by its number, and the number of the first form whose programs may write into such a workbook."""

    number: int
    needs: int


CURRENT: Final = Form(2, 1)
"""The form that this version writes; it reads that and all before it."""

UNMARKED: Final = Form(1, 1)
"""The form of a workbook that does not say it."""


def describe_forms() -> str:
    """Say in a sentence which forms this version writes and reads."""
    return f"Writes workbooks of form {CURRENT.number}, and reads those of forms {UNMARKED.number} to {CURRENT.number}."
