"""Where things stand in a list of players: which row is its header, what its columns are called, which make the name.

Words are compared as headers are: letters and digits only, without regard to case. A language that is shipped has its
table here; `read_player_list` knows nothing else about languages.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Final

from turnabout_sheets.core.problems import Said, SaidError
from turnabout_sheets.core.text import header_key, key, tidy
from turnabout_sheets.sheets.cell_kinds import WHOLES, format_cell
from turnabout_sheets.sheets.declarations import Sheet
from turnabout_sheets.sheets.grid import Grid, Raw
from turnabout_sheets.sheets.table import HEADER_SEARCH_ROWS

WHOLE_NAME: Final = "whole name"
"""A column that has nothing but whole names."""
NAME: Final = "name"
"""A column with whole names, or with one part of them where the other part has a column of its own."""
FIRST, MIDDLE, LAST, SECOND_LAST = "first name", "middle name", "last name", "second last name"
NAME_PARTS: Final = (FIRST, MIDDLE, LAST, SECOND_LAST)
"""The parts of a name, in the order in which they are put together."""
ALIAS: Final = "alias"
"""A name on the internet: the player's where there is no other."""
NUMBER: Final = "number"
"""A number in the list, or a place: nothing that is kept."""
OPPONENT: Final = "opponent"
"""Only lists of matches have such a column."""
TOTAL: Final = "total"
"""What stands before a sum below a list; no header."""
TITLE: Final = "title"
"""How a word of a title above a list begins; no header."""

Words = Mapping[str, tuple[str, ...]]

WORDS: Final[Mapping[str, Words]] = {
    "en": {
        WHOLE_NAME: ("Player", "Players", "Player name", "Full name", "Your name", "Names", "Participant",
                     "Participants", "Competitor", "Contestant", "Entrant", "Last name, first name", "Last, first",
                     "Surname, first name"),
        NAME: ("Name",),
        FIRST: ("First name", "First", "Given name", "Forename", "Christian name"),
        MIDDLE: ("Middle name",),
        LAST: ("Last name", "Last", "Surname", "Family name"),
        ALIAS: ("Username", "User name", "Nickname", "Nick", "Handle", "Alias"),
        NUMBER: ("No", "No.", "Nr", "Number", "Num", "Rank", "Rk", "SNo", "Seed", "Place", "Pos", "Position",
                 "Standing", "Start number"),
        OPPONENT: ("Opponent", "Player 1", "Player 2", "Player A", "Player B"),
        TOTAL: ("Total", "Totals", "Sum", "Total players", "Players", "Number of players", "Count"),
        TITLE: ("Sign-up", "Signup", "Attend", "Registered", "Registration", "Tournament", "Guest list"),
        "rating": ("Rating", "Elo", "Elo rating", "FIDE", "FIDE rating", "Rtg"),
        "group": ("Group", "Club", "Team", "School", "Store"),
        "player_id": ("Player ID", "ID", "Member ID", "Member number", "Membership number", "DCI", "DCI number",
                      "FIDE ID", "Konami ID"),
        "option": ("Scoring option", "Option"),
        "partner": ("Partner", "Second player"),
        "corp_identity": ("Corp identity", "Corp", "Corporation", "Corp ID"),
        "runner_identity": ("Runner identity", "Runner", "Runner ID"),
    },
    "de": {
        WHOLE_NAME: ("Spieler", "Spielerin", "Spieler/in", "Spielername", "Teilnehmer", "Teilnehmerin",
                     "Teilnehmer/in", "Vollständiger Name", "Vor- und Nachname", "Vorname Nachname",
                     "Vorname und Nachname", "Name, Vorname", "Nachname, Vorname", "Namen", "Dein Name", "Ihr Name"),
        NAME: ("Name",),
        FIRST: ("Vorname", "Rufname"),
        LAST: ("Nachname", "Familienname", "Zuname"),
        ALIAS: ("Spitzname", "Benutzername"),
        NUMBER: ("Nr", "Nr.", "Nummer", "Lfd. Nr.", "Lfd", "Startnummer", "Startnr", "Snr", "Rang", "Rg", "Platz",
                 "Pl.", "TlnNr", "Tln-Nr."),
        OPPONENT: ("Gegner", "Gegnerin", "Spieler 1", "Spieler 2"),
        TOTAL: ("Summe", "Gesamt", "Gesamtzahl", "Insgesamt", "Anzahl", "Anzahl Spieler", "Teilnehmer", "Spieler"),
        TITLE: ("Anmeldung", "Angemeldet", "Turnier"),
        "rating": ("DWZ", "TWZ", "NWZ", "Wertungszahl", "Rating", "Elo-Zahl"),
        "group": ("Verein", "Klub", "Mannschaft", "Gruppe", "Schule"),
        "player_id": ("Spieler-ID", "Mitgliedsnummer", "Mitgliedsnr", "Mitglieds-Nr.", "Passnummer", "PKZ", "Kennung"),
        "option": ("Wertungsoption",),
        "partner": ("Partner", "Partnerin"),
        "corp_identity": ("Konzern", "Konzern-Identität", "Corp-Identität"),
        "runner_identity": ("Runner-Identität",),
    },
    "fr": {
        WHOLE_NAME: ("Joueur", "Joueuse", "Joueurs", "Joueur/Joueuse", "Nom complet", "Nom du joueur", "Nom et prénom",
                     "Nom, prénom", "Nom prénom", "Prénom et nom", "Prénom nom", "Participant", "Participante", "Noms",
                     "Votre nom"),
        NAME: ("Nom",),
        FIRST: ("Prénom",),
        LAST: ("Nom de famille",),
        ALIAS: ("Pseudo", "Pseudonyme", "Surnom"),
        NUMBER: ("N°", "Nº", "Num", "Numéro", "Rang", "Place"),
        OPPONENT: ("Adversaire", "Joueur 1", "Joueur 2"),
        TOTAL: ("Total", "Somme", "Nombre de joueurs", "Effectif", "Joueurs"),
        TITLE: ("Inscrits", "Inscription", "Tournoi"),
        "rating": ("Elo", "Cote", "Classement Elo"),
        "group": ("Club", "Groupe", "Équipe", "École"),
        "player_id": ("Identifiant", "Licence", "N° de licence", "Numéro de licence", "N° licence"),
        "option": ("Option de score",),
        "partner": ("Partenaire", "Coéquipier", "Coéquipière"),
        "corp_identity": ("Identité Corpo", "Identité Corporation", "Corpo"),
        "runner_identity": ("Identité Runner",),
    },
    "es": {
        WHOLE_NAME: ("Jugador", "Jugadora", "Jugador/a", "Jugadores", "Nombre completo", "Nombre y apellidos",
                     "Nombre y apellido", "Apellidos y nombre", "Apellidos, nombre", "Apellido, nombre", "Participante",
                     "Nombres", "Tu nombre"),
        NAME: ("Nombre",),
        FIRST: ("Nombre de pila",),
        LAST: ("Apellido", "Apellidos", "Primer apellido", "Apellido 1"),
        SECOND_LAST: ("Segundo apellido", "Apellido 2"),
        ALIAS: ("Apodo", "Usuario"),
        NUMBER: ("Nº", "N°", "Núm", "Número", "Puesto", "Posición"),
        OPPONENT: ("Rival", "Oponente", "Jugador 1", "Jugador 2"),
        TOTAL: ("Total", "Suma", "Número de jugadores", "Jugadores"),
        TITLE: ("Inscrit", "Inscripci", "Torneo"),
        "rating": ("Elo", "Valoración"),
        "group": ("Club", "Grupo", "Equipo", "Escuela"),
        "player_id": ("Identificador", "Licencia", "Nº de socio", "Número de socio"),
        "option": ("Opción", "Opción de puntuación"),
        "partner": ("Pareja", "Compañero", "Compañera"),
        "corp_identity": ("Identidad Corp", "Identidad de la Corporación", "Corporación"),
        "runner_identity": ("Identidad Runner",),
    },
}  # fmt: skip
"""By language, then by meaning: one of those above, or the field of a column of the sheet Players."""


@cache
def meanings() -> Mapping[str, str]:
    """Return what a header means, by its `header_key`; a word of two languages has the meaning that is found first."""
    found: dict[str, str] = {}
    for words in WORDS.values():
        for meaning, headers in words.items():
            if meaning not in (TOTAL, TITLE):
                for header in headers:
                    found.setdefault(header_key(header), meaning)
    return found


@cache
def total_words() -> frozenset[str]:
    """Return what stands before a sum, as `header_key` gives it."""
    return frozenset(header_key(word) for words in WORDS.values() for word in words[TOTAL])


def find_headings(names: Mapping[int, str]) -> Mapping[int, str]:
    """Return what the headings among the lines of a list say, by row: "Juniors:" and "Group A" are such.

    A list that has hardly anything else has none.
    """
    found = {row: heading for row, text in names.items() if (heading := _read_heading(text))}
    return found if 2 * len(found) <= len(names) else {}


def _read_heading(text: str) -> str:
    """Return what a heading says; blank where a line is none."""
    if text.endswith(":"):
        return text.rstrip(": ")
    words = text.split()
    return text if len(words) == 2 and meanings().get(header_key(words[0])) == "group" else ""


def find_lone_words(names: Mapping[int, str]) -> Iterator[int]:
    """Yield the rows of single words above which there is a gap, where everybody else has two names or more."""
    gaps = {row for before, row in pairwise([-2, *names]) if row > before + 1}
    lone = [row for row in gaps if len(names[row].split()) == 1]
    if all(len(name.split()) > 1 for row, name in names.items() if row not in lone):
        yield from sorted(row for row in lone if row + 1 in names)


FIELD: Final = "name"
"""The field of the sheet Players that every list has."""

NAMING: Final = frozenset((WHOLE_NAME, NAME, ALIAS, *NAME_PARTS))

SHOWN = 6
"""How many cells of a row, or columns that are not used, are shown."""

EXPECTED = (
    'Expected a row of headers such as "Player" and "Rating", or "First name" and "Last name" (English, German, French '
    "or Spanish), or nothing but one name in each line."
)


class PlayerListError(SaidError):
    """A list of players is none that can be read; the text is for the organizer."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where things stand in a list: the header's row (-1: it has none), and the columns that make each field."""

    header: int
    columns: Mapping[str, tuple[int, ...]]
    unused: tuple[int, ...] = ()
    numbers: tuple[int, ...] = ()


def is_filled(value: Raw) -> bool:
    """Say whether a cell holds anything."""
    return not isinstance(value, str) or bool(tidy(value))


def list_texts(row: Sequence[Raw]) -> list[str]:
    """Return the texts of a row's cells."""
    return [format_cell(value) for value in row]


def find_layout(grid: Grid, sheet: Sheet, file: str, *, is_own: bool) -> Layout | None:
    """Return the layout by the row, among the first, with the most known headers; None where no row names players."""
    known = _known_headers(sheet)
    found = [
        {column: known[word] for column, text in enumerate(list_texts(row)) if (word := header_key(text)) in known}
        for row in grid.rows[:HEADER_SEARCH_ROWS]
    ]
    heads = [at for at, means in enumerate(found) if {*NAMING, OPPONENT} & set(means.values())]
    if not heads:
        return None
    header = max(heads, key=lambda at: len(found[at]))
    titles, by_meaning = list_texts(grid.rows[header]), defaultdict[str, list[int]](list)
    for column, meaning in found[header].items():
        by_meaning[meaning].append(column)
    whole = [header_key(titles[column]) for column in by_meaning[WHOLE_NAME] + by_meaning[NAME]]
    if by_meaning[OPPONENT] or len(set(whole)) < len(whole):
        raise PlayerListError(
            f"{file}: row {header + 1} has the headers {quote(titles)}: that is a list of matches, not of players. "
            "Take a list with one row for each player.",
            Said("list.of_matches", {"file": file, "row": header + 1, "cells": quote(titles)}),
        )
    name = _choose_name_columns(by_meaning, grid.rows[header + 1 :])
    columns = {FIELD: name}
    for each in sheet.columns:
        # In standings of others, Byes counts those that somebody has had.
        meant = is_own or each.kind is not WHOLES or not by_meaning[NUMBER]
        if each.field != FIELD and by_meaning[each.field] and meant:
            columns[each.field] = (by_meaning[each.field][0],)
    used = {column for at in columns.values() for column in at}
    numbers = tuple(by_meaning[NUMBER])
    unused = tuple(at for at, title in enumerate(titles) if title and at not in {*used, *numbers})
    return Layout(header, columns, unused, numbers)


def _known_headers(sheet: Sheet) -> dict[str, str]:
    """Return what headers mean for a sheet: its own ones first; a field that it does not have is not known."""
    fields = {column.field for column in sheet.columns}
    general = {word: meaning for word, meaning in meanings().items() if meaning in {*NAMING, NUMBER, OPPONENT, *fields}}
    own = {header_key(column.header): column.field for column in sheet.columns}
    return {**general, **{word: WHOLE_NAME if field == FIELD else field for word, field in own.items()}}


def _choose_name_columns(by_meaning: Mapping[str, Sequence[int]], rows: Sequence[Sequence[Raw]]) -> tuple[int, ...]:
    """Return the columns that make the name together, in the order of a name."""
    at = {meaning: columns[0] for meaning, columns in by_meaning.items() if columns}
    parts = tuple(at[part] for part in NAME_PARTS if part in at)
    if WHOLE_NAME in at and not (parts and _are_numbers(rows, at[WHOLE_NAME])):
        return (at[WHOLE_NAME],)
    if parts and NAME in at and not (FIRST in at and LAST in at) and not _holds(rows, at[NAME], parts[0]):
        # "Name" beside "Vorname" is the surname, "Nombre" beside "Apellidos" the first name.
        place = LAST if FIRST in at else FIRST
        at[place] = at[NAME]
        return tuple(at[part] for part in NAME_PARTS if part in at)
    if FIRST in at and LAST in at:
        return parts
    return (at[NAME],) if NAME in at else parts or (at[ALIAS],)


def value_at(row: Sequence[Raw], column: int) -> Raw:
    """Return what a row holds in a column; the empty text where it is shorter."""
    return row[column] if column < len(row) else ""


def text_at(row: Sequence[Raw], column: int) -> str:
    """Return the text of a row's cell in a column."""
    return format_cell(value_at(row, column))


def _are_numbers(rows: Sequence[Sequence[Raw]], column: int) -> bool:
    return all(text.isdecimal() for row in rows if (text := text_at(row, column)))


def _holds(rows: Sequence[Sequence[Raw]], whole: int, part: int) -> bool:
    """Say whether a column has, in most rows, what another has and more: it is the whole name then."""
    pairs = [(key(text_at(row, whole)), key(text_at(row, part))) for row in rows]
    pairs = [(name, piece) for name, piece in pairs if name and piece]
    return bool(pairs) and 2 * sum(piece in name and piece != name for name, piece in pairs) > len(pairs)


def bare_layout(grid: Grid, file: str, *, has_rating: bool) -> Layout:
    """Return the layout of a list without a header: one column with names, perhaps one that numbers them, and ratings.

    ``has_rating``: a column of numbers that may be ratings is one.
    """
    columns = sorted({at for row in grid.rows for at, value in enumerate(row) if is_filled(value)})
    first = next(list_texts(row) for row in grid.rows if any(map(is_filled, row)))
    numbers = (
        tuple(columns[:1]) if len(columns) > 1 and count_up([text_at(row, columns[0]) for row in grid.rows]) else ()
    )
    names = [at for at in columns if at not in numbers]
    ratings = names[1:] if has_rating and len(names) == 2 and _are_ratings(grid.rows, names[1]) else []
    names = [at for at in names if at not in ratings]
    if len(names) > 1 or grid.flags:
        raise PlayerListError(
            f"{file}: no row has headers that are known; the first row is {quote(first)}. {EXPECTED} Type such a row "
            "of headers above the first player, save, and try again.",
            Said("list.no_headers", {"file": file, "cells": quote(first)}),
        )
    if not any(letter.isalpha() for row in grid.rows for letter in text_at(row, names[0])):
        raise PlayerListError(
            f"{file}: no row has a name; the first row is {quote(first)}. {EXPECTED}",
            Said("list.no_name", {"file": file, "cells": quote(first)}),
        )
    return Layout(-1, {FIELD: tuple(names), **({"rating": tuple(ratings)} if ratings else {})}, numbers=numbers)


_MAY_BE_RATING: Final = re.compile(r"[1-9]\d{2,3}([.,]\d{1,2})?|[1-9][.,]\d{3}|[-–—?]")


def _are_ratings(rows: Sequence[Sequence[Raw]], column: int) -> bool:
    return all(_MAY_BE_RATING.fullmatch(text) for row in rows if (text := text_at(row, column)))


def count_up(texts: Sequence[str]) -> bool:
    """Say whether these are whole numbers, each one more than the one before, but for blank ones."""
    numbers = [int(text) if text.isdecimal() else -1 for text in texts if text]
    return bool(numbers) and numbers[0] >= 0 and numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def speaks_of_players(text: str) -> bool:
    """Say whether a line has a word for players, or for what they sign up to, as no name has."""
    return any(header_key(token).startswith(_speaking_words()) for token in text.split())


@cache
def _speaking_words() -> tuple[str, ...]:
    return tuple(header_key(word) for words in WORDS.values() for word in (*words[WHOLE_NAME], *words[TITLE]))


def quote(texts: Sequence[str]) -> str:
    """Return the first of some texts as they are quoted in a sentence; blank ones are left out."""
    filled = [f'"{text}"' for text in texts if text]
    return ", ".join(filled[:SHOWN]) + (", …" if len(filled) > SHOWN else "")
