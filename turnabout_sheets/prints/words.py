"""The words of all pages in any language, a file for each; and where that lies."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

from turnabout_sheets.core.problems import Message
from turnabout_sheets.core.safe_files import read_file
from turnabout_sheets.prints.publish import PrintsError
from turnabout_sheets.sheets.declarations import Column, Name
from turnabout_sheets.sheets.settings import LANGUAGES

_PACKAGE = Path(__file__).parents[1]


def shipped_templates() -> Path:
    """Return the folder of the shipped templates: inside an installed package, at the top of a checkout."""
    installed = _PACKAGE / "templates"
    return installed if installed.is_dir() else _PACKAGE.parent / "templates"


FALLBACK = "en"
"""The language from which a key is taken that another lacks; it has them all."""

TRANSLATED = "de"
"""A language whose file has all messages."""

MESSAGES = "messages."
"""What the keys of messages begin with, before their English; the English file itself has none."""

MOST_PLACEHOLDERS = 10
"""How many a text of an organizer's may have, so that its values cannot make it endless."""


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a language, texts with ``{placeholders}`` by key; ``language`` is its code ("en")."""

    language: str
    texts: Mapping[str, str]

    def __call__(self, key: str, **values: object) -> str:
        """Return the text of a key ("slips.round") with its placeholders filled in; an unknown key is a `KeyError`."""
        return self.texts[key].format(**values)

    def find(self, name: Name) -> str:
        """Return the text of a key, or that of texts by language; English where they have none in this one."""
        return self(name) if isinstance(name, str) else name.get(self.language, name[FALLBACK])

    def counted(self, key: str, n: int, **values: object) -> str:
        """Return the text for a number of things, which it has under the keys ``key.one`` and ``key.many``."""
        return self(f"{key}.{'one' if n == 1 else 'many'}", n=n, **values)

    def say(self, message: Message) -> str:
        """Return a message in this language; columns as pages call them."""
        return message.word(
            lambda english: self.texts.get(f"{MESSAGES}{english}", english),
            lambda value: self.name_column(value) if isinstance(value, Column) else value,
        )

    def name_column(self, column: Column) -> str:
        """Return what pages call a column."""
        return self.find(column.heading) if column.heading else column.header


@cache
def load_words(language: str, templates: Path | None = None) -> Words:
    """Return the words of a language by its code, "de".

    Key by key, the file words/de.toml in the organizer's folder ``templates`` goes before the shipped one, and that
    before the English one. Raises `PrintsError` where the organizer's file cannot be read or says what no page can use.
    """
    shipped = shipped_templates() / "words"
    english = _shipped(shipped / f"{FALLBACK}.toml")
    texts = english | _shipped(shipped / f"{language}.toml")
    if templates is None:
        return Words(language, texts)
    messages = [each for each in _shipped(shipped / f"{TRANSLATED}.toml") if each.startswith(MESSAGES)]
    known = english | {each: each.removeprefix(MESSAGES) for each in messages}
    return Words(language, texts | _own(templates / "words" / f"{language}.toml", known))


def pick_words(accepted: str) -> Words:
    """Return the words of the language that a browser asks for first, of those that there are: "de-AT,de;q=0.9"."""
    wanted = (each.partition(";")[0].partition("-")[0].strip().lower() for each in accepted.split(","))
    return load_words(next((each for each in wanted if each in LANGUAGES.values()), FALLBACK))


def placeholders(text: str) -> set[str]:
    """Return the names in braces of a text; raises `ValueError` where a brace is left open."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def _own(file: Path, english: Mapping[str, str]) -> dict[str, str]:
    """Return the texts of an organizer's file, none where there is no such file."""
    if not os.path.lexists(file):
        return {}
    try:
        texts = _texts(file)
        for key, text in texts.items():
            if key not in english:
                raise ValueError(f"{key} is no key of ours")
            if not placeholders(text) <= placeholders(english[key]):
                raise ValueError(f"{key} may have no other {{placeholders}} than: {english[key]}")
            if any(how for _, _, *how in Formatter().parse(text) if any(how)):
                raise ValueError(f"{key} may have nothing but a name in its {{placeholders}}, such as: {english[key]}")
            if text.count("{") > MOST_PLACEHOLDERS:
                raise ValueError(f"{key} has more than {MOST_PLACEHOLDERS} {{placeholders}}")
    except (OSError, RecursionError, ValueError) as reason:
        raise PrintsError(
            Message(
                "The pages cannot be made with {file} ({why}). Correct it, or remove it from the folder.",
                file=file,
                why=reason,
            ),
        ) from reason
    return texts


@cache
def _shipped(file: Path) -> dict[str, str]:
    return _texts(file)


def _texts(file: Path) -> dict[str, str]:
    return dict(_flat(tomllib.loads(read_file(file).decode("utf-8-sig"))))


def _flat(table: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, str]]:
    """Yield the texts of a table and of those in it, with their whole keys."""
    for name, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{above}{name}.")
        elif isinstance(value, str):
            yield f"{above}{name}", value
        else:
            raise ValueError(f"{above}{name} must be a text in quotes")
