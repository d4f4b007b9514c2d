"""What there is to see of a forgetting: no byte of a name, whatever is written, and every figure as it was."""

from __future__ import annotations

import io
import json
import re
import unicodedata
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import select

from tests.archive.making import assert_sealed, turnabout
from turnabout_sheets.archive.derive import read_lines
from turnabout_sheets.archive.forget import Forgetting, forget, prepare_forgetting
from turnabout_sheets.archive.log import Command
from turnabout_sheets.archive.people import who_is_who
from turnabout_sheets.archive.schema import SOURCES
from turnabout_sheets.archive.store import Archive, compact


def find_left(data: bytes, name: str, within: Sequence[str] = ()) -> list[str]:
    """Return the encodings in which a name stands in bytes, whatever its case, also in packed files.

    It may stand ``within`` the names of others.
    """
    for other in within:
        for encoding in ("utf-8", "utf-16-le", "utf-16-be"):
            data = re.sub(re.escape(other.encode(encoding)), b"", data, flags=re.IGNORECASE)
    text = data.decode("utf-8", "ignore")
    texts = {"utf-8": [text], "cp1252": [data.decode("cp1252", "ignore")]}
    texts |= {code: [data[start:].decode(code, "ignore") for start in (0, 1)] for code in ("utf-16-le", "utf-16-be")}
    found = []
    for word in {unicodedata.normalize(form, name).casefold() for form in ("NFC", "NFD")}:
        found += [encoding for encoding, read in texts.items() if any(_stands(word, each) for each in read)]
        written = {quote(word), word.replace(" ", "+"), word.replace(" ", "_"), json.dumps(word)[1:-1]} - {word}
        found += [each for each in written if _stands(each, text)]
    if data.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            for member in packed.namelist():
                found += [
                    f"{member}: {each}" for each in find_left(packed.read(member) + member.encode(), name, within)
                ]
    return found


def _stands(word: str, text: str) -> bool:
    """Tell whether a word is in a text, and not only a part of a longer one; most texts do not even have that."""
    return word.casefold() in text.casefold() and bool(
        re.search(rf"(?<![^\W_]){re.escape(word)}(?![^\W_])", text, re.IGNORECASE)
    )


def write_all(archive: Archive, folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield everything that is written of an archive: its file, what it keeps, an export, and pages."""
    here = ("--archive", archive.place)
    if "://" not in archive.place:
        yield "file", Path(archive.place).read_bytes()
    assert turnabout("export", folder / "csv", *here).exit_code == 0
    pages = turnabout("ratings", "--pages", folder / "pages", "--workbook", folder / "Ratings.xlsx", *here)
    assert pages.exit_code == 0, pages.output
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path != Path(archive.place):
            yield path.name, path.read_bytes()
    with archive.reading() as connection:
        for row in connection.execute(select(SOURCES)):
            yield f"source {row.digest[:6]}", row.content
    yield "log", turnabout("log", *here).output.encode()


def assert_gone(archive: Archive, folder: Path, *names: str, within: Sequence[str] = ()) -> None:
    """Fail where one of some names stands anywhere, but ``within`` those of others."""
    folder.mkdir()
    for where, data in write_all(archive, folder):
        left = [(where, each, name) for name in names for each in find_left(data, name, within)]
        assert left == [], left


def forget_person(archive: Archive, name: str) -> Forgetting:
    """Forget somebody as the command does; all is sealed, and follows from the log, before and after."""
    assert_sealed(archive)
    with archive.writing() as connection:
        forget(connection, Command(), found := prepare_forgetting(connection, name))
    compact(archive)
    assert_sealed(archive)
    return found


def list_figures(archive: Archive, *forgotten: str) -> dict[int, list[Any]]:
    """Return all figures of each line of the log, with the person whose they are; who is ``forgotten`` is nobody."""
    found: dict[int, list[Any]] = {}
    with archive.reading() as connection:
        who = who_is_who(connection, everybody=True)
        for number, _, event, _, _, body in read_lines(connection):
            for player, _, _, *figures in body.get("entries", ()):
                person = who.label(who.decisions.person(player, event))
                found.setdefault(number, []).append(("" if person in forgotten else person, *map(str, figures)))
    return {number: sorted(rows) for number, rows in found.items()}
