"""What is ours on a sheet of ours, and what the organizer has put there: one rule for everything that has a name.

Spreadsheet programs rename and renumber the parts of a file whenever they save it, so the name of a part does not tell
who made it. They keep what people can see, and so our things say it themselves:

* drawings: the object's name begins with `turnabout_` (`cNvPr/@name`, ECMA-376 Part 1, 20.5.2.8);
* tables: the table's name does (`table/@displayName`, 18.5.1.2);
* notes: the text begins with `turnabout:`, where Excel writes a note's author (18.7.3; the author proper is not kept
  by LibreOffice).

The graft marks our things when it puts them in; whoever makes a sheet need not think of it. An organizer who wants to
keep one of them as it is renames it, or copies it to another sheet.
"""

from __future__ import annotations

from typing import Final

PREFIX: Final = "turnabout_"
"""Begins the names of our drawings and tables."""

NOTE_PREFIX: Final = "turnabout:"
"""Begins the texts of our notes."""


def mark_name(name: str) -> str:
    """Return the name under which a drawing or table of ours stands in the organizer's workbook."""
    return name if is_marked(name) else PREFIX + name


def is_marked(name: str) -> bool:
    """Tell whether a drawing or table is ours, by its name; letter case is the organizer's choice."""
    return name.casefold().startswith(PREFIX)
