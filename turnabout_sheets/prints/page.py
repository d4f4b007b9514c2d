"""What a page is: one declaration of all that there is to say of it; the job it is made of; and all pages there are."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from turnabout_sheets.core.text import join_words
from turnabout_sheets.prints.format_pages import FORMAT_PAGES, FormatPages, format_pages
from turnabout_sheets.prints.pages import list_names

if TYPE_CHECKING:
    from turnabout_sheets.event.format import Format
    from turnabout_sheets.event.model import Event
    from turnabout_sheets.event.output_sheets import OutputSheet
    from turnabout_sheets.event.results import Results
    from turnabout_sheets.prints.selection import Selection
    from turnabout_sheets.prints.words import Words

Pages = dict[str, bytes]
"""HTML in UTF-8, by file name."""

ROUND_FILE: Final[str] = "round-{:02}.html"
"""The page that has all pages of a round in it."""


class Job(NamedTuple):
    """What pages are made of.

    ``results`` are those of the event, ``sheets`` its sheets by their name, ``round`` the round that pages of a round
    are of, and ``w`` the words. ``selection`` is that of the slips, ``together`` the rounds that stand in one file,
    ``doom`` the number of the Judge Armageddon Clock, ``templates`` the organizer's own folder.
    """

    results: Results
    sheets: Mapping[str, OutputSheet]
    round: int
    w: Words
    selection: Selection
    together: Sequence[int] = ()
    doom: int = 1
    templates: Path | None = None

    @property
    def event(self) -> Event:
        """The event."""
        return self.results.event

    @property
    def format(self) -> Format:
        """Its format."""
        return self.results.format

    @property
    def own(self) -> FormatPages:
        """What the format prints in its own way."""
        return format_pages(self.format.name)


class Of(Enum):
    """What there is one page of: each round, the standings after each round, the whole event."""

    ROUND = "round"
    STANDINGS = "standings"
    EVENT = "event"


class When(NamedTuple):
    """When a run prints a page, in the words of the documentation, and whether it is now."""

    said: str
    at_run: Callable[[Results], bool]


EACH_ROUND = When("for each round that is paired", lambda results: True)
AFTER_EACH_ROUND = When("after each round", lambda results: True)
ONCE_PAIRED = When("once a round is paired", lambda results: results.event.last_round > 0)
IN_ELIMINATION = When("in elimination events", lambda results: results.elimination is not None)
AT_THE_END = When("at the end", lambda results: results.finished)
ON_REQUEST = When("–", lambda results: False)
"""Printed only when it is named."""


def in_formats(name: str) -> When:
    """Return when a run prints a page that `FORMAT_PAGES` names for some formats."""
    formats = [format for format, own in FORMAT_PAGES.items() if name in own.at_run]
    return When(
        f"in {join_words(formats, 'and')} events", lambda results: name in format_pages(results.format.name).at_run
    )


class Document(NamedTuple):
    """A file of a page, and its line in the index, by its ``position`` there.

    ``file`` is its name, with a place for the round where there is one of each. ``task`` and ``title`` are the keys of
    what to do with it, and of what it is. ``make`` returns for a job what the template shows, a ``view``, or None where
    there is nothing to print; it is missing where the page makes its files in a way of its own. ``on_screen``: it is
    looked at and never printed, so that there is no PDF of it.
    """

    position: int
    file: str
    task: str
    title: str
    template: str = ""
    view: type | None = None
    make: Callable[[Job], Any] | None = None
    on_screen: bool = False

    @property
    def each_round(self) -> bool:
        """Whether there is one for each round."""
        return "{" in self.file


class Page(NamedTuple):
    """A page: its ``name`` in ``--only``, what it is, what there is one of it for, and when a run prints it.

    Its ``documents`` are mostly one. ``print`` makes their files where it is done in a way of its own; with
    ``can_be_together``, several rounds in one file.
    """

    name: str
    help: str
    of: Of
    when: When
    documents: tuple[Document, ...]
    print: Callable[[Job], Pages] | None = None
    can_be_together: bool = False

    @property
    def position(self) -> int:
        """Its place among all pages."""
        return self.documents[0].position


def has_page(format: str, page: str) -> bool:
    """Say whether a page is printed in the format of a name; both are names."""
    own = format_pages(format)
    return (page != "slips" or bool(own.slips)) and (
        page in own.own or all(page not in each.own for each in FORMAT_PAGES.values())
    )


def load_page(name: str) -> Page:
    """Return the page of a name."""
    page: Page = import_module(f"turnabout_sheets.prints.pages.{name.replace('-', '_')}").PAGE
    return page


def load_pages(format: str | None = None) -> list[Page]:
    """Return all pages, or those that there are in the format of a name, in the order of the index."""
    names = (name for name in list_names() if format is None or has_page(format, name))
    return sorted(map(load_page, names), key=lambda page: page.position)
