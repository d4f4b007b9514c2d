"""All pages of an event, a module each: what it is called, when it is printed, its view and what makes it.

May know all of the event, and what pages share; a page is declared in its module as ``PAGE``, and found there.
Begin with `prints.page`, which says what a declaration has; then `prints.pages.outstanding`, a short one.
"""

from __future__ import annotations

from pkgutil import iter_modules


def list_names() -> tuple[str, ...]:
    """Return the names of all pages in alphabetical order, as ``--only`` knows them; no page is loaded for that."""
    return tuple(sorted(module.name.replace("_", "-") for module in iter_modules(__path__)))
