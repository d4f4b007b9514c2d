"""Puts pages into the folder of prints, each whole, also as PDF; what has not changed, or is not ours, stays."""

from __future__ import annotations

import contextlib
import logging
import os
import re
import time
from collections.abc import Iterable, Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from turnabout_sheets.core.problems import NO_FOLDER, Message, SaidError, say_unwritten
from turnabout_sheets.core.safe_files import (
    HeldError,
    OddFileError,
    clear_leftovers,
    follow_links,
    read_file,
    require_no_other,
    write_whole,
)

INSTALL = 'pip install "turnabout-sheets[pdf]"'


def to_pdf(page: bytes, folder: Path) -> bytes:
    """Return a page that is to stand in ``folder`` as PDF; the same page gives the same bytes.

    Raises `PrintsError` where WeasyPrint, or what it needs, is not installed.
    """
    if find_spec("weasyprint") is None:
        raise PrintsError(f"PDF needs WeasyPrint. Install it with:  {INSTALL}  or print the pages from a browser.")
    try:
        from weasyprint import HTML, URLFetcher
    except OSError as reason:  # it is there, but not the library that it sets type with
        raise PrintsError(
            "PDF needs the library Pango, which WeasyPrint does not find. Install it as WeasyPrint's documentation "
            "says (First Steps, Installation), or print the pages from a browser."
        ) from reason
    logging.getLogger("weasyprint").setLevel(logging.CRITICAL)  # it names every property that only browsers know
    # A template of the organizer's may show a picture of theirs; nothing comes from the network.
    fetcher = URLFetcher(allowed_protocols=("data", "file"))
    pdf: bytes = HTML(
        string=bytes(page).decode(), base_url=follow_links(folder).as_uri() + "/", url_fetcher=fetcher
    ).write_pdf()
    return pdf + OURS_PDF


OURS: Final = b'<meta name="generator" content="turnabout">'
"""By this, which stands near its beginning, a page is known to be ours."""

OURS_PDF: Final = b"\n%turnabout\n"
"""With this a PDF file of ours ends; it is a comment."""

HEAD: Final = 1000
"""How many bytes are a page's beginning."""

_PLACES: Final = (rb"(?i)<head(?:\s[^>]*)?>", rb"(?i)\A\s*<!doctype[^>]*>", rb"\A")
"""After what the mark is put, the first of these that stands near the page's beginning."""


_FOREIGN: Final = Message("{file} is not a page of the program. Choose another folder, or move that file.")


class PrintsError(SaidError):
    """The pages could not be written; the text is for the organizer."""


def list_pages(folder: Path) -> list[str]:
    """Return the names of the pages in ``folder``; none where it does not exist. Raises `PrintsError`."""
    with _explain_errors(folder):
        there = folder.iterdir() if folder.is_dir() else ()  # `glob` takes what it may not read for empty
        return sorted(page.name for page in there if page.suffix == ".html" and page.is_file())


def read_page(file: Path) -> bytes | None:
    """Return a page of ours as it lies in a folder; None where there is none. Raises `PrintsError`."""
    with _explain_errors(file.parent):
        return read_file(file) if file.is_file() and is_ours(file) else None


def mark(page: bytes) -> bytes:
    """Return an HTML page with our mark, if a template of the organizer's has left it out."""
    if OURS in page[:HEAD]:
        return page
    tried = (re.sub(place, lambda found: found[0] + OURS, page, count=1) for place in _PLACES)
    return next(marked for marked in tried if OURS in marked[:HEAD])


def publish(folder: Path, pages: Mapping[str, bytes], *, dry_run: bool = False) -> list[Path]:
    """Write ``pages``, HTML or PDF by file name, into ``folder``, and return those that change, also in a dry run.

    Raises `PrintsError` where a file that is not ours is in the way, and then writes nothing; or where the folder
    cannot be written to.
    """
    with _explain_errors(folder):
        clear_leftovers(folder)
    return _publish(folder, pages, dry_run=dry_run)


def _publish(folder: Path, pages: Mapping[str, bytes], *, dry_run: bool = False) -> list[Path]:
    with _explain_errors(folder):
        for name in pages:
            require_no_other(folder / name)
        data = {name: mark(page) if name.endswith(".html") else page for name, page in pages.items()}
        changed = [name for name in pages if not _is(folder / name, data[name])]
        for name in changed:
            if (folder / name).exists() and not is_ours(folder / name):
                raise PrintsError(_FOREIGN.fill(file=f"{folder.name}/{name}"))
        if changed and not dry_run:
            folder.mkdir(exist_ok=True)  # never the folders above: an event's may have been renamed since it was read
            for name in changed:
                _write(folder / name, data[name])
    return [folder / name for name in changed]


def _write(file: Path, data: bytes) -> None:
    file = follow_links(file)  # a link stays a link
    later = int(file.stat().st_mtime) + 1 if file.exists() else 0
    write_whole(file, data, durable=False)
    if time.time() < later:  # web servers tell the versions of a page apart by the second
        with contextlib.suppress(OSError):
            os.utime(file, (later, later))


def publish_set(folder: Path, pages: Iterable[tuple[str, bytes]]) -> list[Path]:
    """Write pages that belong together, by file name, into ``folder``, and return those that have changed.

    Pages of ours that are no longer among them are deleted. Raises `PrintsError` as `publish` does.
    """
    with _explain_errors(folder):
        clear_leftovers(folder)
    written, there = [], set()
    for name, page in pages:
        written += _publish(folder, {name: page})
        there.add(name)
    with _explain_errors(folder):
        for old in folder.glob("*.html"):
            if old.name not in there and old.is_file() and OURS in read_file(old, HEAD):
                old.unlink()
    return written


@contextlib.contextmanager
def _explain_errors(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise PrintsError(_find_reason(folder, error)) from error


def _find_reason(folder: Path, error: OSError) -> Message:
    """Return why a folder cannot be written to."""
    if isinstance(error, FileExistsError | NotADirectoryError):
        return NO_FOLDER.fill(file=folder.name, folder=folder)
    is_of_page = isinstance(error, HeldError | OddFileError)
    return say_unwritten(Path(error.filename) if is_of_page else folder, error)


def _is(file: Path, data: bytes) -> bool:
    """Tell whether a file is there with these very bytes; of one of another size nothing is read."""
    return file.is_file() and file.stat().st_size == len(data) and read_file(file) == data


def is_ours(file: Path) -> bool:
    """Return whether the program made a file."""
    data = read_file(file)
    return data.endswith(OURS_PDF) if file.suffix == ".pdf" else OURS in data[:HEAD]
