"""A workbook with sheets of ours, and what a graft has changed."""

from __future__ import annotations

from typing import Any

from tests.workbook.workbooks import (
    raw_members,
)
from turnabout_sheets.workbook.ooxml.ownership import Ours
from turnabout_sheets.workbook.ooxml.package import Package

OURS = Ours(("Standings", "Table results", "Problems"))


FRAME = {"[Content_Types].xml", "xl/workbook.xml", "xl/_rels/workbook.xml.rels", "xl/styles.xml", "docProps/app.xml"}


def changed_members(before: bytes, after: bytes) -> set[str]:
    """Names of the members that are not the same, compressed bytes and all; checks that the rest keeps its order."""
    old, new = raw_members(before), raw_members(after)
    stays = [name for name in old if name in new]
    assert [name for name in new if name in old] == stays
    return {name for name in old.keys() | new.keys() if old.get(name) != new.get(name)}


def workbook_without_ours(package: Package) -> list[Any]:
    """The children of the workbook part that a graft has no business with, as they were written."""
    theirs = {"sheets", "definedNames", "calcPr"}
    return [
        (child.tag, sorted(child.attrib.items()), len(child))
        for child in package.workbook.iterchildren("{*}*")
        if str(child.tag).split("}")[1] not in theirs
    ]
