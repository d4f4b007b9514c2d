"""What a title says of an event: its name, its day, how many rounds it had, and which round a table is of."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from pathlib import PurePath
from typing import Final

from turnabout_sheets.core.days import DayError, read_day
from turnabout_sheets.core.text import header_key, tidy
from turnabout_sheets.reading.list_words import COMMON, PLAYERS, ROUND, ROUNDS, WORDS, words_of
from turnabout_sheets.sheets.cell_kinds import format_cell
from turnabout_sheets.sheets.grid import Grid

SHEET: Final = "the sheet's name"


def _either(meaning: str, least: int = 1) -> str:
    words = {word.rstrip(".") for each in WORDS.values() for word in each[meaning]}
    return "|".join(sorted((re.escape(word) for word in words if len(word) >= least), key=len, reverse=True))


def _counting(meaning: str) -> re.Pattern[str]:
    """Return what finds how many there are of something: "5 rounds", "Runden: 5"."""
    word, number = f"(?:{_either(meaning)})", r"\d{1,6})"
    return re.compile(rf"\b(?P<before>{number}\s+{word}\b|\b{word}\s*:\s*(?P<behind>{number}\b", re.IGNORECASE)


_ROUNDS: Final = _counting(ROUNDS)
_PLAYERS: Final = _counting(PLAYERS)
_ROUND: Final = re.compile(
    rf"\b(?:{_either(ROUND, 2)}|r(?=\d))[.:]?\s*(?:n[°º]\s*)?(?P<behind>\d{{1,3}})\b"
    rf"|\b(?P<before>\d{{1,3}})(?:\.|st|nd|rd|th|re|ère|e|er|ème|ª|º)?\s*(?:{_either(ROUND, 3)})\b",
    re.IGNORECASE,
)
_LABEL: Final = re.compile(
    r"^(?:event|name|title|tournament|turnier|veranstaltung|titel|tournoi|nom|torneo|nombre)\s*:\s*(?=\S)",
    re.IGNORECASE,
)
"""What may stand before the name of an event."""
_DAY: Final = re.compile(r"(?<!\d)(?:\d{1,4}([-./])\d{1,2}\1\d{1,4}|(?:19|20)\d{6})(?!\d)")
_YEAR: Final = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_BEHIND: Final = re.compile(r"(?:\s+[-–—/|]+|[:;,|]|\s*\()\s*(?=[^-–—/|:;,(]*$)")
"""What comes before the last part of a title."""
_JOINING: Final = re.compile(r"(?:\s+(?:on|of|the|am|vom|den|du|le|de|del|el))+$", re.IGNORECASE)
"""What is left at the end of a title whose day was taken out."""
_MOST_LETTERS: Final = 120
"""What is longer is no title."""
_MOST_WORDS: Final = 7
"""In "sábado 5 de marzo de 2011" and a comma are so many words."""


@dataclass(slots=True)
class Title:
    """What a text says of an event, and where it stands: its name, day, rounds, and the round that a table is of.

    ``doubt`` is a day that may be several; ``year`` a year without a day.
    """

    where: str = ""
    name: str = ""
    day: str = ""
    rounds: int | None = None
    round: int | None = None
    doubt: str = ""
    year: str = ""


def read_titles(grid: Grid, header: int, file: str) -> Sequence[Title]:
    """Return what is said about a table whose header is in a row, the likeliest first; at last by the file's name."""
    above = [value for row in grid.rows[:header] for value in row if value != "" and tidy(format_cell(value))]
    # A merged title stands in each of its cells where somebody has taken the merging back.
    found = [
        Title("the title", day=f"{value:%Y-%m-%d}") if isinstance(value, date) else read_title(format_cell(value))
        for value, _ in groupby(above)
    ]
    sheet = grid.name.removeprefix(file).removeprefix(", sheet ")
    found += [read_title(sheet, SHEET)] if sheet else []
    stem = PurePath(file).stem
    of_file = read_title(stem, "the file's name")
    of_file.name = of_file.name or stem
    return [*found, of_file]


def find_round(titles: Sequence[Title]) -> int | None:
    """Return the round that a table is of: sheets are named by it; a file may be named by the last."""
    said = [title for title in titles if title.round]
    return min(said, key=lambda title: title.where != SHEET).round if said else None


def read_round(text: str) -> int | None:
    """Return the round that a text is: 2 for "2", "2.", "Round 2", "Runde 2", "2e ronde"; None for no round."""
    bare = tidy(text)
    if re.fullmatch(r"\d{1,3}\.?", bare):
        return int(bare.rstrip("."))
    found = _ROUND.fullmatch(bare)
    return int(found["behind"] or found["before"]) if found else None


def read_title(text: str, where: str = "the title") -> Title:
    """Return what one text says; without a name if there is nothing but words that every table has."""
    title = Title(where)
    rest = tidy(text.replace("_", " "))
    if len(rest) > _MOST_LETTERS:
        return title
    for words in _find_days(rest):
        try:
            title.day = read_day(words).isoformat()
        except DayError as wrong:
            title.doubt = title.doubt or (f'"{words}" {wrong}' if "may be" in str(wrong) else "")
            continue
        before, _, after = rest.partition(words)
        rest = f"{_JOINING.sub('', before.rstrip())} {after}"
        break
    year = None if title.day else _YEAR.search(rest)
    title.year = year[0] if year else ""
    title.rounds, rest = _take_out(_ROUNDS, rest)
    _, rest = _take_out(_PLAYERS, rest)
    title.round, rest = _take_out(_ROUND, rest)
    rest = _tidy(_LABEL.sub("", tidy(rest)))
    is_label = rest.endswith(":")
    while (behind := _BEHIND.search(rest)) and _says_nothing(rest[behind.end() :]):
        rest = _tidy(rest[: behind.start()])
    title.name = "" if is_label or _says_nothing(rest) else rest
    return title


def _take_out(pattern: re.Pattern[str], text: str) -> tuple[int | None, str]:
    """Return the number that a part of a text says, and the text without it."""
    found = pattern.search(text)
    if found is None:
        return None, text
    return int(found["before"] or found["behind"]), f"{text[: found.start()]} {text[found.end() :]}"


def _tidy(text: str) -> str:
    return tidy(re.sub(r"[(\[]\s*[)\]]", "", text)).strip(" -–—,;|/")


def _says_nothing(text: str) -> bool:
    """Say whether a text has only words that every table has, and numbers: "Tabelle1", "Final standings"."""
    words = [re.sub(r"\d", "", header_key(word)) for word in re.split(r"[\s\-–—/(),.:]+", text)]
    return header_key(text) in words_of(COMMON) or all(not word or word in words_of(COMMON) for word in words)


def _find_days(text: str) -> Iterator[str]:
    """Yield the parts of a text that may be a day, the longest first."""
    words = text.split()
    for count in range(min(_MOST_WORDS, len(words)), 0, -1):
        for start in range(len(words) - count + 1):
            part = " ".join(words[start : start + count]).strip("(),;:|[]")
            if any(map(str.isdecimal, part)) and not part.isdecimal() and part in text:
                yield part
    yield from (found[0] for found in _DAY.finditer(text))
