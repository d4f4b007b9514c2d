"""The words of lists of players and of results, in the languages that are shipped, compared as headers are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from turnabout_sheets.core.text import header_key

WHOLE_NAME, NAME, ALIAS = "whole name", "name", "alias"
"""A column of whole names; one of these or, next to a column with the other part, of one part; a nickname."""
FIRST, MIDDLE, LAST, SECOND_LAST = NAME_PARTS = ("first name", "middle name", "last name", "second last name")
"""The parts of a name, in the order in which they are put together."""
NUMBER, PLACE = "number", "place"
"""A number in the list, which is not kept; the final rank, in a list of players a number like any other."""
POINTS, WINS, DRAWS, LOSSES, RECORD, BYES_HAD = "points", "wins", "draws", "losses", "record", "byes had"
"""Columns of standings. A record is matches won, drawn and lost in one cell; byes are those of the past."""
OPPONENT, ROUND, TABLE, RESULT, WINNER = "opponent", "round", "table", "result", "winner"
"""Columns of matches; a result is a score. Nothing else has an opponent."""
EVENT, DAY, COMING = "event", "date", "coming"
"""Columns that say which event a row is of, and whether the player is coming."""
TOTAL, NOBODY, DRAW, COMES = _SPOKEN = ("total", "nobody", "draw", "comes")
"""No headers: what stands before a sum, or for nobody or a draw; and the answers of players who are coming."""

WORDS: Final[Mapping[str, str]] = {
    WHOLE_NAME: "Player, Players, Player name, Full name, Your name, Names, Participant, Participants, Last name first "
                "name, Last first, Spieler, Spielerin, Spielername, Teilnehmer, Teilnehmerin, Vollständiger Name, Vor- "
                "und Nachname, Vorname Nachname, Name Vorname, Nachname Vorname, Namen, Dein Name, Joueur, Joueuse, "
                "Joueurs, Nom complet, Nom du joueur, Nom et prénom, Nom prénom, Prénom et nom, Prénom nom, Votre nom, "
                "Jugador, Jugadora, Jugadores, Nombre completo, Nombre y apellidos, Apellidos y nombre, Tu nombre",
    NAME: "Name, Nom, Nombre",
    FIRST: "First name, First, Given name, Forename, Vorname, Rufname, Prénom, Nombre de pila",
    MIDDLE: "Middle name",
    LAST: "Last name, Last, Surname, Family name, Nachname, Familienname, Nom de famille, Apellido, Apellidos, Primer "
          "apellido, Apellido 1",
    SECOND_LAST: "Segundo apellido, Apellido 2",
    ALIAS: "Username, Nickname, Nick, Handle, Alias, Spitzname, Benutzername, Pseudo, Surnom, Apodo, Usuario",
    NUMBER: "No, Nr, Number, Num, SNo, Seed, Nummer, Lfd. Nr., Startnummer, Startnr, Snr, N°, Numéro, Núm, Número",
    PLACE: "Rank, Rk, Place, Pos, Position, Standing, Final rank, Rang, Rg, Platz, Pl., Platzierung, Classement, Cl., "
           "Puesto, Posición, Lugar, Clasificación",
    OPPONENT: "Opponent, Player 1, Player 2, Player A, Player B, White, Black, Gegner, Gegnerin, Spieler 1, Spieler "
              "2, Spieler A, Spieler B, Adversaire, Joueur 1, Joueur 2, Joueur A, Joueur B, Rival, Oponente, Jugador "
              "1, Jugador 2, Jugador A, Jugador B",
    POINTS: "Points, Pts, Match points, MP, Total points, Score, Total, Punkte, Pkt, Pkte, Matchpunkte, Gesamt, Summe, "
            "Puntos, Ptos",
    WINS: "Wins, Won, Win, Match wins, Matches won, Siege, Sieg, Gewonnen, Victoires, Victoire, Gagnés, Victorias, "
          "Victoria, Ganados",
    DRAWS: "Draws, Drawn, Draw, Ties, Tie, Remis, Unentschieden, Gleichstand, Nuls, Nulles, Nul, Égalités, Égalité, "
           "Matchs nuls, Empates, Empate, Empatados, Tablas",
    LOSSES: "Losses, Lost, Loss, Match losses, Niederlagen, Niederlage, Verloren, Défaites, Défaite, Perdus, Derrotas, "
            "Derrota, Perdidos",
    RECORD: "Record, Match record, W-L-D, W-D-L, W-L-T, W-T-L, W-L, Wins-Losses-Draws, Bilanz, S-U-N, S-N-U, S-R-N, "
            "G-U-V, G-V-U, S-N, G-V, Bilan, V-N-D, V-D-N, G-N-P, V-D, Balance, V-E-D, V-D-E, G-E-P",
    BYES_HAD: "Byes, Bye, Freilose, Freilos, Spielfrei, Exempts, Exempt, Descansos, Libres",
    ROUND: "Round, Rd, Rnd, R, Runde, Ronde, Tour, Ronda, Jornada",
    TABLE: "Table, Tbl, Board, Bd, Tisch, Brett, Échiquier, Mesa, Tablero",
    RESULT: "Result, Results, Score, Outcome, Score 1, Score 2, Score A, Score B, Result 1, Result 2, Points 1, "
            "Points 2, Points A, Points B, Ergebnis, Ergebnisse, Resultat, Punkte 1, Punkte 2, Punkte A, Punkte B, "
            "Résultat, Résultats, Resultado, Resultados, Marcador",
    WINNER: "Winner, Won by, Sieger, Gewinner, Vainqueur, Gagnant, Ganador, Vencedor",
    EVENT: "Event, Event name, Tournament, Tournament name, Turnier, Turniername, Veranstaltung, Tournoi, Événement, "
           "Torneo, Evento",
    DAY: "Date, Event date, Tournament date, Datum, Turnierdatum, Fecha",
    NOBODY: "Bye, Byes, Nobody, No opponent, Freilos, spielfrei, kein Gegner, exempt, exempte, libre, descansa, exento",
    DRAW: "Draw, Drawn, Draws, Tie, Tied, D, ID, Intentional draw, Remis, unentschieden, nul, nulle, égalité, match "
          "nul, tablas, empate",
    TOTAL: "Total, Totals, Sum, Total players, Players, Number of players, Count, Summe, Gesamt, Insgesamt, Anzahl, "
           "Anzahl Spieler, Teilnehmer, Spieler, Somme, Nombre de joueurs, Joueurs, Suma, Número de jugadores, "
           "Jugadores",
    COMING: "Are you coming, Coming, Attending, Will you attend, RSVP, Status, Registration status, Kommst du, Zusage, "
            "Teilnahme, Anmeldestatus, Présence, Participation, Statut, Vienes, Asistencia, Participación, Estado",
    COMES: "Yes, x, True, 1, Confirmed, Coming, Attending, Going, Registered, Accepted, Ja, Bestätigt, Zugesagt, "
           "Angemeldet, Oui, Confirmé, Confirmée, Inscrit, Inscrite, Sí, Si, Confirmado, Confirmada, Inscrito, "
           "Inscrita",
    "rating": "Rating, Elo, Elo rating, FIDE, FIDE rating, Rtg, DWZ, Wertungszahl, Elo-Zahl, Cote, Classement Elo, "
              "Valoración",
    "group": "Group, Club, Team, School, Store, Verein, Klub, Mannschaft, Gruppe, Schule, Groupe, Équipe, École, "
             "Grupo, Equipo, Escuela",
    "player_id": "Player ID, ID, Member ID, Member number, Membership number, DCI, DCI number, FIDE ID, Konami ID, "
                 "Spieler-ID, Mitgliedsnummer, Passnummer, Identifiant, Licence, N° de licence, Licencia, Nº de socio",
    "option": "Scoring option, Option, Wertungsoption, Opción",
    "partner": "Partner, Second player, Partnerin, Partenaire, Coéquipier, Pareja, Compañero, Compañera",
    "corp_identity": "Corp identity, Corp, Corporation, Corp ID, Konzern, Konzern-Identität, Corp-Identität, Corpo, "
                     "Corporación",
    "runner_identity": "Runner identity, Runner, Runner ID, Runner-Identität, Identité Runner",
}  # fmt: skip
"""By meaning (one of those above, or the field of a column of Players): English, German, French and Spanish words."""

LETTERS: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {"w": WINS, "d": DRAWS, "t": DRAWS, "l": LOSSES},
    "de": {"s": WINS, "g": WINS, "u": DRAWS, "r": DRAWS, "n": LOSSES, "v": LOSSES},
    "fr": {"v": WINS, "g": WINS, "n": DRAWS, "d": LOSSES, "p": LOSSES},
    "es": {"v": WINS, "g": WINS, "e": DRAWS, "d": LOSSES, "p": LOSSES},
}
"""What single letters mean beside each other, by language: the D of W, D, L is a draw, that of V, N, D a defeat."""


def read_letters(letters: Sequence[str]) -> Sequence[str]:
    """Return what single letters mean beside each other, in the language in which most mean something; else blank."""
    best: Sequence[str] = [""] * len(letters)
    for words in LETTERS.values():
        found = [words.get(letter, "") for letter in letters]
        known = [meaning for meaning in found if meaning]
        if {WINS, LOSSES} <= set(known) and len(set(known)) == len(known) > sum(map(bool, best)):
            best = found
    return best


@cache
def words_of(meaning: str) -> tuple[str, ...]:
    """Return all words of a meaning, as `header_key` gives them."""
    return tuple(map(header_key, WORDS[meaning].split(","))) if meaning in WORDS else ()


@cache
def known_headers(wanted: frozenset[str]) -> Mapping[str, str]:
    """Return what headers mean where only these meanings are looked for; of several the first."""
    meanings = [meaning for meaning in reversed([*WORDS]) if meaning in wanted and meaning not in _SPOKEN]
    return {word: meaning for meaning in meanings for word in words_of(meaning)}


def says(text: str, meaning: str) -> bool:
    """Return whether a text is a word of a meaning."""
    return header_key(text) in words_of(meaning)
