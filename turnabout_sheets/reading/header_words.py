"""What the columns of other people's lists of players are called: words by language and meaning.

Words are compared as headers are: letters and digits only, without regard to case. A language that is shipped has its
table here; `read_player_list` knows nothing else about languages.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from turnabout_sheets.core.text import header_key

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
            if meaning != TOTAL:
                for header in headers:
                    found.setdefault(header_key(header), meaning)
    return found


@cache
def total_words() -> frozenset[str]:
    """Return what stands before a sum, as `header_key` gives it."""
    return frozenset(header_key(word) for words in WORDS.values() for word in words[TOTAL])
