"""Turns views into HTML with the templates: the organizer's own where there is one, else the shipped ones."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, StrictUndefined

from turnabout_sheets.prints.fit import breaks_anywhere, ems, word_ems

if TYPE_CHECKING:
    from turnabout_sheets.prints.words import Words

_PACKAGE = Path(__file__).parents[1]


def shipped_templates() -> Path:
    """Return the folder of the shipped templates: inside an installed package, at the top of a checkout."""
    installed = _PACKAGE / "templates"
    return installed if installed.is_dir() else _PACKAGE.parent / "templates"


def render(template: str, view: Any, w: Words, *, templates: Path | None = None) -> str:
    """Return the page that ``template`` makes of ``view``, which it sees under the name ``page``, with the words ``w``.

    A file in the organizer's folder ``templates`` goes before the shipped file of the same name. Every value is
    escaped; a name that the view does not have is an error (`jinja2.UndefinedError`), never an empty place.
    """
    return _environment(templates).get_template(template).render(page=view, w=w)


@cache  # what a template compiles to is kept with its environment
def _environment(templates: Path | None) -> Environment:
    folders = [folder for folder in (templates, shipped_templates()) if folder is not None]
    environment = Environment(
        loader=ChoiceLoader([FileSystemLoader(folder) for folder in folders]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {"ems": ems, "word_ems": word_ems}
    environment.tests["breaking_anywhere"] = breaks_anywhere
    return environment
