"""The words of lists of players and of results, in the languages that are shipped; no other module knows a language.

Words are compared as headers are: letters and digits only, without regard to case.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from turnabout_sheets.core.text import header_key

WHOLE_NAME, NAME, ALIAS = "whole name", "name", "alias"
"""A column that has nothing but whole names; one that may have one part of them, where the other part has a column of
its own; and a name on the internet: the player's where there is no other."""
FIRST, MIDDLE, LAST, SECOND_LAST = NAME_PARTS = ("first name", "middle name", "last name", "second last name")
"""The parts of a name, in the order in which they are put together."""
NUMBER, PLACE = "number", "place"
"""A number in the list, which is not kept; the final rank of results, in a list of players a number like any other."""
POINTS, WINS, DRAWS, LOSSES, RECORD, BYES_HAD = "points", "wins", "draws", "losses", "record", "byes had"
"""Columns of standings. A record is matches won, drawn and lost in one cell; byes are those that somebody has had,
while the Byes of the sheet Players are those to come."""
OPPONENT, ROUND, TABLE, RESULT, WINNER = "opponent", "round", "table", "result", "winner"
"""Columns of matches; a result is a score. Nothing else has an opponent."""
EVENT, DAY, COMING = "event", "date", "coming"
"""Columns that say which event a row is of, and of those who have signed up who comes."""
TOTAL, TITLE, NOBODY, DRAW, COMES = _SPOKEN = ("total", "title", "nobody", "draw", "comes")
"""No headers: what stands before a sum below a list, begins a word of a title above it, or stands in the place of an
opponent or a winner where there is none; and what says of players that they come."""

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
        NUMBER: ("No", "No.", "Nr", "Number", "Num", "SNo", "Seed", "Start number"),
        PLACE: ("Rank", "Rk", "Place", "Pos", "Position", "Standing", "Final rank"),
        OPPONENT: ("Opponent", "Player 1", "Player 2", "Player A", "Player B", "White", "Black"),
        POINTS: ("Points", "Pts", "Match points", "MP", "Total points", "Score", "Total"),
        WINS: ("Wins", "Won", "Win", "Match wins", "Matches won"),
        DRAWS: ("Draws", "Drawn", "Draw", "Ties", "Tie", "Tied"),
        LOSSES: ("Losses", "Lost", "Loss", "Match losses", "Matches lost"),
        RECORD: ("Record", "Match record", "W-L-D", "W-D-L", "W-L-T", "W-T-L", "W-L", "Wins-Losses-Draws",
                 "Wins-Draws-Losses", "Won-Lost-Drawn", "Won-Drawn-Lost", "Wins-Losses", "Won-Lost"),
        BYES_HAD: ("Byes", "Bye"),
        ROUND: ("Round", "Rd", "Rnd", "R"),
        TABLE: ("Table", "Tbl", "Board", "Bd"),
        RESULT: ("Result", "Results", "Score", "Outcome", "Score 1", "Score 2", "Score A", "Score B", "Result 1",
                 "Result 2", "Points 1", "Points 2", "Points A", "Points B"),
        WINNER: ("Winner", "Won by"),
        EVENT: ("Event", "Event name", "Tournament", "Tournament name"),
        DAY: ("Date", "Event date", "Tournament date"),
        NOBODY: ("Bye", "Byes", "Nobody", "No opponent"),
        DRAW: ("Draw", "Drawn", "Draws", "Tie", "Tied", "D", "ID", "Intentional draw"),
        TOTAL: ("Total", "Totals", "Sum", "Total players", "Players", "Number of players", "Count"),
        TITLE: ("Sign-up", "Signup", "Attend", "Registered", "Registration", "Tournament", "Guest list"),
        COMING: ("Are you coming", "Coming", "Attending", "Will you attend", "RSVP", "Status", "Registration status"),
        COMES: ("Yes", "x", "True", "1", "Confirmed", "Coming", "Attending", "Going", "Registered", "Accepted"),
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
        NUMBER: ("Nr", "Nr.", "Nummer", "Lfd. Nr.", "Lfd", "Startnummer", "Startnr", "Snr", "TlnNr", "Tln-Nr."),
        PLACE: ("Rang", "Rg", "Platz", "Pl.", "Platzierung"),
        OPPONENT: ("Gegner", "Gegnerin", "Spieler 1", "Spieler 2", "Spieler A", "Spieler B", "Weiß", "Schwarz"),
        POINTS: ("Punkte", "Punkt", "Pkt", "Pkte", "Matchpunkte", "Gesamtpunkte", "Gesamt", "Summe"),
        WINS: ("Siege", "Sieg", "Gewonnen", "Gew."),
        DRAWS: ("Remis", "Unentschieden", "Unent.", "Gleichstand"),
        LOSSES: ("Niederlagen", "Niederlage", "Verloren", "Verl."),
        RECORD: ("Bilanz", "S-U-N", "S-N-U", "S-R-N", "G-U-V", "G-V-U", "G-R-V", "S-N", "G-V",
                 "Siege-Unentschieden-Niederlagen", "Siege-Remis-Niederlagen", "Gewonnen-Remis-Verloren",
                 "Gewonnen-Unentschieden-Verloren", "Siege-Niederlagen"),
        BYES_HAD: ("Freilose", "Freilos", "Spielfrei"),
        ROUND: ("Runde", "Rd.", "Rde."),
        TABLE: ("Tisch", "Brett", "Br."),
        RESULT: ("Ergebnis", "Ergebnisse", "Erg.", "Resultat", "Spielstand", "Punkte 1", "Punkte 2", "Punkte A",
                 "Punkte B"),
        WINNER: ("Sieger", "Siegerin", "Gewinner", "Gewinnerin"),
        EVENT: ("Turnier", "Turniername", "Veranstaltung"),
        DAY: ("Datum", "Turnierdatum"),
        NOBODY: ("Freilos", "spielfrei", "kein Gegner"),
        DRAW: ("Remis", "unentschieden"),
        TOTAL: ("Summe", "Gesamt", "Gesamtzahl", "Insgesamt", "Anzahl", "Anzahl Spieler", "Teilnehmer", "Spieler"),
        TITLE: ("Anmeldung", "Angemeldet", "Turnier"),
        COMING: ("Kommst du", "Kommen Sie", "Zusage", "Teilnahme", "Anmeldestatus"),
        COMES: ("Ja", "Bestätigt", "Zugesagt", "Angemeldet"),
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
        NUMBER: ("N°", "Nº", "Num", "Numéro"),
        PLACE: ("Rang", "Place", "Classement", "Cl.", "Pl."),
        OPPONENT: ("Adversaire", "Joueur 1", "Joueur 2", "Joueur A", "Joueur B", "Blancs", "Noirs"),
        POINTS: ("Points", "Pts", "Point", "Total"),
        WINS: ("Victoires", "Victoire", "Gagnés", "Gagnées", "Vict."),
        DRAWS: ("Nuls", "Nulles", "Nul", "Nulle", "Égalités", "Égalité", "Matchs nuls"),
        LOSSES: ("Défaites", "Défaite", "Perdus", "Perdues", "Déf."),
        RECORD: ("Bilan", "V-N-D", "V-D-N", "G-N-P", "G-P-N", "V-D", "Victoires-Nuls-Défaites",
                 "Victoires-Défaites-Nuls", "Gagnés-Nuls-Perdus", "Victoires-Défaites"),
        BYES_HAD: ("Exempts", "Exempt", "Exemptions"),
        ROUND: ("Ronde", "Tour", "Rde"),
        TABLE: ("Table", "Échiquier", "Ech."),
        RESULT: ("Résultat", "Résultats", "Rés.", "Score"),
        WINNER: ("Vainqueur", "Gagnant", "Gagnante"),
        EVENT: ("Tournoi", "Nom du tournoi", "Événement"),
        DAY: ("Date", "Date du tournoi"),
        NOBODY: ("exempt", "exempte", "libre"),
        DRAW: ("nul", "nulle", "égalité", "match nul"),
        TOTAL: ("Total", "Somme", "Nombre de joueurs", "Effectif", "Joueurs"),
        TITLE: ("Inscrits", "Inscription", "Tournoi"),
        COMING: ("Venez-vous", "Viens-tu", "Présence", "Participation", "Statut"),
        COMES: ("Oui", "Confirmé", "Confirmée", "Inscrit", "Inscrite"),
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
        NUMBER: ("Nº", "N°", "Núm", "Número"),
        PLACE: ("Puesto", "Posición", "Pos.", "Lugar", "Clasificación"),
        OPPONENT: ("Rival", "Oponente", "Jugador 1", "Jugador 2", "Jugador A", "Jugador B", "Blancas", "Negras"),
        POINTS: ("Puntos", "Ptos", "Pts", "Punt.", "Total"),
        WINS: ("Victorias", "Victoria", "Ganados", "Ganadas", "Gan."),
        DRAWS: ("Empates", "Empate", "Empatados", "Empatadas", "Tablas", "Emp."),
        LOSSES: ("Derrotas", "Derrota", "Perdidos", "Perdidas", "Perd."),
        RECORD: ("Balance", "V-E-D", "V-D-E", "G-E-P", "G-P-E", "V-D", "Victorias-Empates-Derrotas",
                 "Victorias-Derrotas-Empates", "Ganados-Empatados-Perdidos", "Victorias-Derrotas"),
        BYES_HAD: ("Descansos", "Libres"),
        ROUND: ("Ronda", "Rda.", "Jornada"),
        TABLE: ("Mesa", "Tablero"),
        RESULT: ("Resultado", "Resultados", "Res.", "Marcador"),
        WINNER: ("Ganador", "Ganadora", "Vencedor", "Vencedora"),
        EVENT: ("Torneo", "Nombre del torneo", "Evento"),
        DAY: ("Fecha", "Fecha del torneo"),
        NOBODY: ("libre", "descansa", "descanso", "exento", "exenta"),
        DRAW: ("tablas", "empate"),
        TOTAL: ("Total", "Suma", "Número de jugadores", "Jugadores"),
        TITLE: ("Inscrit", "Inscripci", "Torneo"),
        COMING: ("Vienes", "Viene usted", "Asistencia", "Participación", "Estado"),
        COMES: ("Sí", "Si", "Confirmado", "Confirmada", "Inscrito", "Inscrita"),
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


LETTERS: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {"w": WINS, "d": DRAWS, "t": DRAWS, "l": LOSSES},
    "de": {"s": WINS, "g": WINS, "u": DRAWS, "r": DRAWS, "n": LOSSES, "v": LOSSES},
    "fr": {"v": WINS, "g": WINS, "n": DRAWS, "d": LOSSES, "p": LOSSES},
    "es": {"v": WINS, "g": WINS, "e": DRAWS, "d": LOSSES, "p": LOSSES},
}
"""What single letters mean beside each other, by language: the D of W, D, L is a draw, that of V, N, D a defeat."""


def read_letters(letters: Sequence[str]) -> Sequence[str]:
    """Return what single letters, as `header_key` gives them, mean beside each other; blank for one that is not known.

    It is the language in which most mean something, each another thing, and among them matches won and lost.
    """
    best: Sequence[str] = [""] * len(letters)
    for words in LETTERS.values():
        found = [words.get(letter, "") for letter in letters]
        known = [meaning for meaning in found if meaning]
        if {WINS, LOSSES} <= set(known) and len(set(known)) == len(known) > sum(map(bool, best)):
            best = found
    return best


@cache
def known_headers(wanted: frozenset[str]) -> Mapping[str, str]:
    """Return what headers mean where only these meanings are looked for."""
    found: dict[str, str] = {}
    for words in WORDS.values():
        for meaning, headers in words.items():
            if meaning in wanted and meaning not in _SPOKEN:
                for header in headers:
                    found.setdefault(header_key(header), meaning)
    return found


@cache
def words_of(meaning: str) -> frozenset[str]:
    """Return all words of a meaning, as `header_key` gives them."""
    return frozenset(header_key(word) for words in WORDS.values() for word in words.get(meaning, ()))


def says(text: str, meaning: str) -> bool:
    """Say whether a text is a word of a meaning."""
    return header_key(text) in words_of(meaning)
