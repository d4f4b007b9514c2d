"""The words of the pages, as they are compared between the languages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from lxml import html

from turnabout_sheets.event.results import Results
from turnabout_sheets.formats.duplicate import DUPLICATE
from turnabout_sheets.formats.duplicate.scoring import play_tables
from turnabout_sheets.prints.words import placeholders


def only_values(text: str) -> str:
    """Return a text of which only the placeholders are left."""
    return " ".join(["«", *(f"{{{name}}}" for name in sorted(placeholders(text))), "»"])


def write_words(folder: Path, language: str, texts: dict[str, str]) -> Path:
    """Write an organizer's words, and return the folder of templates."""
    (folder / "words").mkdir()
    lines = (f'{key} = "{text}"\n' for key, text in texts.items())
    (folder / "words" / f"{language}.toml").write_text("".join(lines), "utf-8")
    return folder


def texts_of(page: str) -> Iterator[str]:
    """Yield what a page shows or says: its text but for styles and scripts, and texts in attributes."""
    tree = html.document_fromstring(page)
    # Cells and paragraphs are called as in the workbook and in the pages of rules, in every language.
    for hidden in tree.xpath("//style | //script | //*[@class='standing']"):
        hidden.drop_tree()
    yield " ".join(tree.itertext())
    yield from tree.xpath("//@aria-label | //@alt | //@title | //@placeholder")


def letters(text: str) -> set[str]:
    """Return the words of a text, digits and fractions apart."""
    return set("".join(sign if sign.isalpha() else " " for sign in text).split())


def names_in(results: Results) -> set[str]:
    """Return the words that the organizer has typed, and that stay as they are; with them those of paper and format."""
    event, settings = results.event, results.event.settings
    typed = [
        results.format.name,
        settings.paper,
        settings.name,
        settings.venue,
        settings.organizer,
        event.seed,
    ]
    typed += [text for player in event.players for text in (player.shown, player["option"] or "")]
    for sheet in ("Adjustments", "Rulings"):
        typed += [row["reason"] or "" for row in event.tables[sheet].rows] if sheet in event.tables else []
    if results.format is DUPLICATE:
        for table in play_tables(event).values():
            typed += [table.theme, *(stock.name for stocks in table.stocks.values() for stock in stocks)]
    return {word for text in typed for word in letters(text)}
