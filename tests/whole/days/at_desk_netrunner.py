"""Netrunner with 16 players at the desk's page, in German."""

from __future__ import annotations

from typing import Final

from tests.whole.day_at_desk import AtDesk

LIST = """Anmeldungen Freitag

1. Anna Auer
2. Björn Böhm
3. Carla Cordes
4. Dirk Dorn
5. Elif Ersoy
6. Fritz Fuchs
7. Gül Demir – kommt 10 Min. später
8. Hans Huber
9. Hans Huber
10. Ines Ihle
11. Jörg Jahn
12. Käthe Kunz
13. Lars Lang
14. Mia Merk
15. Nico Noll
16. Olga Ott
"""
LINE = "a 4 b 5"
RESULT = ("A", "", "4", "B", "5", "")


def before_round_1(day: AtDesk) -> None:
    day.chapter("Before round 1")
    with day.mistake("an event without a name"):
        day.starts("", "Netrunner")
    with day.mistake("a list with a remark behind a name, and two people of one name"):
        day.starts("Freitag Cup", "Netrunner", LIST)
    with day.opened():
        day.types("Event", "Date", Value="2026-05-29")
        day.types("Event", "Rounds", Value="3")
    with day.mistake("the date cannot be read"), day.opened():
        day.types("Event", "Date", Value="29.13.26")
    with day.mistake("the number of rounds is a word"), day.opened():
        day.types("Event", "Date", Value="2026-05-29")
        day.types("Event", "Rounds", Value="drei")
    with day.opened():
        day.types("Event", "Rounds", Value="3")
    with day.mistake("the second of one name is typed as the first"), day.opened():
        day.types("Players", "Hans Huber jun.", Player="Hans Huber")
    with day.opened():
        day.types_cells("Players", A17="Hans Huber jun.")
    day.looks()
    day.presses("Runde 1 paaren")


def round_1(day: AtDesk) -> None:
    day.chapter("Round 1")
    day.presses("Runde 1 drucken")
    with day.mistake("agenda points that nobody can have"):
        day.enters("1 a 44 b 5", 1)
    with day.mistake("a letter O for a zero"):
        day.enters("1 a O b 5", 1)
    with day.mistake("the name in place of A"):
        day.enters("1 Anna 4 b 5", 1)
    with day.mistake("a table that does not exist"):
        day.enters("9 a 4 b 5", 1)
    with day.mistake("a word in place of a table"):
        day.enters("Tisch 1", 1)
    day.enters("1 a 4 b 5", 1, confirmed=True)
    day.opens()
    with day.mistake("the columns of a result are shifted by one"):
        day.types(
            "Round 1",
            2,
            **{"Game 1 agenda A": "A", "Game 1 agenda B": "4", "Game 2 winner": "", "Game 2 agenda A": "B"},
        )
        day.saves()
    day.types("Round 1", 2, **{"Game 1 agenda A": "", "Game 1 agenda B": "", "Game 2 agenda A": ""})
    day.result(1, 2, *RESULT)
    day.result(1, 3, *RESULT)
    day.saves()
    with day.mistake("somebody is let in on the page while the workbook is open"):
        day.person("Petra Pahl", "Ab Runde 2 dabei")
    day.closes()
    with day.mistake("a player who comes late is let in twice, in two tabs"):
        day.person("Petra Pahl", "Ab Runde 2 dabei", times=2)
    with day.mistake("a result with both players absent"):
        day.rules(1, 4, "Both no-show")
    with day.mistake("the no-show was only late, and has played"):
        day.enters("4 a 4 b 5", 1, confirmed=True)
    day.enters_all(1, LINE)


def round_2(day: AtDesk) -> None:
    day.chapter("Round 2")
    day.presses("Runde 2 drucken")
    with day.mistake("a player has left before the round began: leaves, and the others are paired anew"):
        day.person(day.seats(2)[3][1], "Geht vor Runde 2")
    day.presses("Runde 2 drucken")
    with day.mistake("round 2 is paired while a result of round 1 was wrong, and that is corrected now"):
        day.enters("1 b 4 a 5", 1, confirmed=True)
    with day.mistake("two players of other tables sit down wrongly; their slips are outdated"):
        seats = day.seats(2)
        with day.opened():
            day.types("Round 2", 1, **{"Player B": seats[4][1]})
            day.types("Round 2", 4, **{"Player B": seats[1][1]})
        day.presses_first("Neu drucken", "Noch einmal drucken")
    with day.mistake("one player stands at two tables"):
        with day.opened():
            day.types("Round 2", 3, **{"Player B": seats[4][1]})
        day.presses_first("Wiederherstellen")
    with day.opened():
        day.types("Round 2", 3, **{"Player B": seats[3][1]})
    with day.mistake("a name is typed that nobody has"), day.opened():
        day.types("Round 2", 4, **{"Player A": "Niemand Da"})
    with day.opened():
        day.types("Round 2", 4, **{"Player A": seats[4][0]})
    with day.mistake("a sheet of the program is deleted"), day.opened():
        day.deletes("Standings")
    with day.mistake("the sheet of a played round is deleted"):
        with day.opened():
            day.deletes("Round 1")
        day.presses_first("Wiederherstellen")
    with day.mistake("the sheet Players is deleted"):
        with day.opened():
            day.deletes("Players")
        day.presses_first("Blatt wiederherstellen")
    day.enters_all(2, LINE)


def round_3(day: AtDesk) -> None:
    day.chapter("Round 3")
    day.presses("Runde 3 drucken")
    with day.mistake("the running round is sorted by player with all its columns"), day.opened():
        day.sorts_rows("Round 3", "Player A")
    with day.mistake("the ratings of Players are typed, and sorted without the names"):
        with day.opened():
            for place, name in enumerate(sorted({name for pair in day.seats(3).values() for name in pair} - {"BYE"})):
                day.types("Players", name, Rating=str(1600 - 10 * place))
        with day.opened():
            day.sorts_column("Players", "Rating")
        day.presses_first("Fehlendes wiederherstellen")
    with day.mistake("a correction is pressed back twice"):
        day.enters("1 a 4 b 5", 3)
        day.takes_back()
        day.takes_back()
    day.enters_all(2, LINE)
    with day.mistake("somebody leaves who left already"):
        name = day.seats(3)[2][0]
        day.person(name, "Geht nach Runde 3")
        day.person(name)
    with day.mistake("the workbook is saved beside, under another name, and typed into there"):
        day.saves_beside("Freitag Cup (Kopie).xlsx", {"Round 3": {"F2": "B"}})
    day.enters_all(3, LINE)


def the_end(day: AtDesk) -> None:
    day.chapter("The end")
    with day.mistake("the date is gone when it is archived"):
        with day.opened():
            day.types("Event", "Date", Value="")
        day.presses("Turnier archivieren")
    with day.opened():
        day.types("Event", "Date", Value="2026-05-29")
    with day.mistake("it is put into the archive twice"):
        day.presses("Turnier archivieren", times=2)


LANGUAGE: Final = "de"
CHAPTERS: Final = (before_round_1, round_1, round_2, round_3, the_end)
