"""Changing a package: parts are put in, linked, unlinked and swept away; nothing else in the file is touched.

The changes are collected and written at once. A part whose content comes out as it was is no change, so putting the
same things in twice gives the same file.

A part is never removed by name. What nothing refers to any longer, and something referred to before, is swept away with
its relationships and content type: a chart of ours that is taken off a sheet goes, and a picture that a drawing of the
organizer's still shows stays. Parts that nothing ever referred to are left alone.
"""

from __future__ import annotations

import posixpath
import zipfile
from collections.abc import Callable, Mapping
from typing import Final

from lxml import etree

from turnabout_sheets.core.problems import say_of_file
from turnabout_sheets.workbook.ooxml.package import (
    CONTENT_TYPES,
    OFFICE_RELATIONSHIPS,
    PACKAGE_RELATIONSHIPS,
    UNREADABLE,
    Package,
    Relationship,
    WorkbookError,
    parse_xml,
    relationships_in,
    relationships_part,
    to_xml,
)
from turnabout_sheets.workbook.ooxml.zip_rewrite import ArchiveTooLargeError, rewrite

_TYPES: Final = "{http://schemas.openxmlformats.org/package/2006/content-types}"
_RELATIONSHIP: Final = f"{{{PACKAGE_RELATIONSHIPS}}}Relationship"
_RELATIONSHIPS_TYPE: Final = "application/vnd.openxmlformats-package.relationships+xml"
_SHARED_EXTENSION: Final = "xml"
"""The extension that says nothing about a part's content type: each part needs an entry of its own."""


class GraftError(WorkbookError):
    """The sheets cannot be put into this workbook."""


class Editor:
    """The changes to one package, until they are `written`. Part names are found without regard to case.

    Raises `GraftError` if the package has no list of content types.
    """

    def __init__(self, package: Package) -> None:
        self.package: Final = package
        self._content_types = self._frame(CONTENT_TYPES)
        self._contents: dict[str, bytes] = {}
        self._types: dict[str, str] = {}
        self._links: dict[str, etree._Element] = {}
        self._removed: dict[str, str] = {}
        self._unlinked = False

    def __contains__(self, part: str) -> bool:
        return part in self._contents or (part in self.package and part.casefold() not in self._removed)

    # Parts

    def read(self, part: str) -> bytes:
        """Return a part's bytes with the changes so far; raises like `Package.read`."""
        content = self._contents.get(part)
        return self.package.read(part) if content is None else content

    def xml(self, part: str) -> etree._Element:
        """Return a new tree of an XML part with the changes so far; give it back with `put`."""
        return parse_xml(self.read(part), part)

    def put(self, part: str, content: bytes, content_type: str | None = None) -> None:
        """Make `content` the bytes of a part; a new part needs its content type."""
        self._removed.pop(part.casefold(), None)
        self._contents[part] = content
        if content_type is not None:
            self._types[part] = content_type

    def new_name(self, folder: str, extension: str = ".xml") -> str:
        """Return the first of `turnabout1`, `turnabout2`, … in a folder beside the workbook that no part has."""
        number = 1
        while self._is_taken(name := self.beside_workbook(f"{folder}/turnabout{number}{extension}")):
            number += 1
        return name

    def free_name(self, path: str) -> str:
        """Return a path beside the workbook as a part name; if a part has it that nothing leads to, another."""
        name = self.beside_workbook(path)
        return self.new_name(posixpath.splitext(path)[0]) if self._is_taken(name) else name

    def beside_workbook(self, path: str) -> str:
        """Return the part name of a path that is relative to the workbook's folder."""
        return posixpath.join(posixpath.dirname(self.package.workbook_part), path)

    def _is_taken(self, part: str) -> bool:
        return part in self or relationships_part(part) in self

    # Relationships

    def relationships(self, part: str = "") -> Mapping[str, Relationship]:
        """Return the relationships of a part with the changes so far, by id."""
        if part in self._links:
            return relationships_in(self._links[part], part)
        return {} if self._has_lost_links(part) else self.package.relationships(part)

    def linked(self, part: str, kind: str) -> Relationship | None:
        """Return the first relationship of a kind from a part to another part that is there, if any."""
        links = self.relationships(part).values()
        return next((link for link in links if link.kind == kind and not link.external and link.target in self), None)

    def link(self, part: str, kind: str, target: str, *, external: bool = False, identifier: str = "") -> str:
        """Add a relationship from a part to a part, or to an address outside; return its id, a new one if not given."""
        links = self._own_links(part)
        taken = {element.get("Id") for element in links}
        number = 1
        while not identifier or identifier in taken:
            identifier = f"rId{number}"
            number += 1
        path = target if external else posixpath.relpath(f"/{target}", f"/{posixpath.dirname(part)}")
        element = etree.SubElement(links, _RELATIONSHIP)
        element.set("Id", identifier)
        element.set("Type", f"{OFFICE_RELATIONSHIPS}/{kind}")
        element.set("Target", path)
        if external:
            element.set("TargetMode", "External")
        return identifier

    def unlink(self, part: str, identifier: str) -> None:
        """Remove a relationship of a part; what it led to is swept away later if nothing else leads there."""
        links = self._own_links(part)
        for element in [element for element in links if element.get("Id") == identifier]:
            links.remove(element)
            self._unlinked = True

    def _own_links(self, part: str) -> etree._Element:
        if part not in self._links:
            rels = relationships_part(part)
            present = rels in self.package and not self._has_lost_links(part)
            empty = etree.Element(f"{{{PACKAGE_RELATIONSHIPS}}}Relationships", nsmap={None: PACKAGE_RELATIONSHIPS})
            self._links[part] = self.package.xml(rels) if present else empty
        return self._links[part]

    def _has_lost_links(self, part: str) -> bool:
        """Whether an earlier part of that name was swept away: a new one begins without relationships."""
        return relationships_part(part).casefold() in self._removed

    def sweep(self) -> None:
        """Remove the parts that something in the package referred to, and nothing does any longer."""
        if not self._unlinked:
            return
        before, now = _reachable(self.package.relationships), _reachable(self.relationships)
        for key in before.keys() - now.keys():
            part = before[key]
            for each in (part, relationships_part(part)):
                self._contents.pop(each, None)
                self._removed[each.casefold()] = each
            self._links.pop(part, None)
        self._unlinked = False

    # The file

    def put_tree(self, part: str, root: etree._Element, content_type: str | None = None) -> None:
        """Make a tree the content of a part, in the file's own bytes where those say the same."""
        same = part in self.package and _canonical(self.package.xml(part)) == _canonical(root)
        self.put(part, self.package.read(part) if same else to_xml(root), content_type)

    def is_changed(self, part: str) -> bool:
        """Return whether a part is new or comes out other than it was."""
        content = self._contents.get(part)
        if content is None or part not in self.package:
            return content is not None
        return self.package.size(part) != len(content) or self.package.read(part) != content

    @property
    def has_changes(self) -> bool:
        """Whether any part is new, removed or other than it was."""
        gone = [part for part in self._removed.values() if part in self.package]
        return bool(gone) or any(self.is_changed(part) for part in self._contents)

    def written(self) -> bytes:
        """Return the package with the changes; with its very bytes if there are none. To be called once, at the end.

        Raises `GraftError` if the file cannot be written anew because it is damaged or far too large.
        """
        self._collect_links()
        self._collect_content_types()
        changes = {self.package.member(part): self._contents[part] for part in self._contents if self.is_changed(part)}
        removed = [self.package.member(part) for part in self._removed.values() if part in self.package]
        if not changes and not removed:
            return self.package.data
        try:
            return rewrite(self.package.data, changes, removed)
        except (zipfile.BadZipFile, ArchiveTooLargeError) as error:
            raise GraftError(say_of_file(UNREADABLE)) from error

    def _collect_links(self) -> None:
        for part, links in self._links.items():
            rels = relationships_part(part)
            if len(links):
                self.put_tree(rels, links, _RELATIONSHIPS_TYPE)
            elif rels in self.package:
                self._removed[rels.casefold()] = rels

    def _collect_content_types(self) -> None:
        types = self._content_types
        gone = {f"/{part}" for part in self._removed}
        for override in types.findall(f"{_TYPES}Override"):
            if override.get("PartName", "").casefold() in gone:
                types.remove(override)
        for part, content_type in self._types.items():
            if part in self._contents:
                self._declare(part, content_type)
        self.put_tree(CONTENT_TYPES, types)

    def _declare(self, part: str, content_type: str) -> None:
        """Give a part its content type: by its extension where that is clear, as Excel does it, else by its name."""
        types, extension = self._content_types, part.casefold().rpartition(".")[2]
        for override in types.iterfind(f"{_TYPES}Override"):
            if override.get("PartName", "").casefold() == f"/{part}".casefold():
                override.set("ContentType", content_type)
                return
        defaults = {
            element.get("Extension", "").casefold(): element.get("ContentType")
            for element in types.iterfind(f"{_TYPES}Default")
        }
        if extension != _SHARED_EXTENSION and defaults.get(extension, content_type) == content_type:
            if extension not in defaults:
                default = etree.Element(f"{_TYPES}Default", {"Extension": extension, "ContentType": content_type})
                types.insert(len(defaults), default)
            return
        etree.SubElement(types, f"{_TYPES}Override", {"PartName": f"/{part}", "ContentType": content_type})

    def _frame(self, part: str) -> etree._Element:
        if part not in self.package:
            raise GraftError(say_of_file(UNREADABLE))
        return self.package.xml(part)


def _reachable(relationships: Callable[[str], Mapping[str, Relationship]]) -> dict[str, str]:
    """Return all parts that the package's relationships lead to, by their names in small letters."""
    found: dict[str, str] = {}
    waiting = [""]
    while waiting:
        for link in relationships(waiting.pop()).values():
            if not link.external and link.target.casefold() not in found:
                found[link.target.casefold()] = link.target
                waiting.append(link.target)
    return found


def _canonical(root: etree._Element) -> bytes:
    """Return XML as it is compared: in canonical form, but where a namespace has a relative address there is none."""
    try:
        return etree.tostring(root, method="c14n")
    except etree.C14NError:
        return etree.tostring(root)
