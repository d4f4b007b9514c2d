"""A league: two evenings of two rounds; who met on the first may meet again on the second."""

from __future__ import annotations

from typing import Final

from tests.whole.typed_day import Day

LIST = """Liga am Dienstag

Lfd. Nr.\tName, Vorname\tVerein
1\tAhn, Ada\tNord
2\tBerg, Ben\t
3\tCole, Cy\t
4\tDahl, Dee\t
5\tEk, Eve\tSüd
6\tFox, Flo\t
"""
WORKBOOK: Final = "Liga.xlsx"


def before_the_first_evening(day: Day) -> None:
    day.tell("The members of the league stand in a list with tabs, as a spreadsheet of 2003 saves it.")
    day.registers("liga.txt", LIST, "utf-16")
    day.command("new", day.workbook.name, "--players", "liga.txt", "--name", "Liga am Dienstag")
    day.tell("Four rounds, in two evenings of two.")
    day.open()
    day.types("Event", "Rounds", Value="4")
    day.types("Event", "Rounds per session", Value="2 and 2")
    day.types("Event", "Date", Value="6.10.")
    day.close()
    day.run()
    day.tell("Corrected:")
    day.open()
    day.types("Event", "Rounds per session", Value="2")
    day.types("Event", "Date", Value="6.10.2026")
    day.close()
    day.run()


def the_first_evening(day: Day) -> None:
    day.tell("Round 1. One does not come.")
    day.open()
    day.result("Round 1", 1, "A", "12", "B", "7")
    day.result("Round 1", 2, "B", "4", "B", "9")
    day.types("Round 1", 3, Ruling="A no-show")
    day.close()
    day.run()
    day.tell("Round 2. The match of table 3 is put off until the week after.")
    day.open()
    day.result("Round 2", 1, "A", "3", "A", "8")
    day.result("Round 2", 2, "Draw", "", "B", "20")
    day.close()
    day.run()


def between_the_evenings(day: Day) -> None:
    day.tell("A week later. Two more have registered; one of them is there already, under another spelling.")
    for name in ("Flo Foxx", "Gil Gray"):
        day.open()
        day.types("Players", name, Player=name, **{"Joined round": "3"})
        day.close()
    day.run()
    day.tell("Flo Foxx is cleared; and the match that was put off has been played.")
    day.open()
    day.clears("Players", 8)
    day.result("Round 2", 3, "A", "10", "A", "6")
    day.close()
    day.run()
    day.tell("Somebody plays another deck from now on: the option is changed on Players.")
    day.open()
    day.types("Players", "Ada Ahn", **{"Scoring option": "Tolaria"})
    day.close()
    day.run()


def the_second_evening(day: Day) -> None:
    day.tell("Round 3. The winner and the count of game 2 are typed into each other's columns.")
    day.open()
    for table in sorted(day.seats(3)):
        day.types("Round 3", table, **{"Game 1 winner": "A", "Game 1 count": "5"})
        day.types("Round 3", table, **{"Game 2 winner": "8", "Game 2 count": "B"})
    day.close()
    day.run()
    day.tell("Corrected; and one is away in round 4.")
    away = day.seats(3)[1][0]
    day.open()
    for table in sorted(day.seats(3)):
        day.types("Round 3", table, **{"Game 2 winner": "B", "Game 2 count": "8"})
    day.types("Players", away, Away="4")
    day.close()
    day.run()
    day.tell("Round 4, the last.")
    day.open()
    for table in sorted(day.seats(4)):
        day.result("Round 4", table, "A", "2", "A", "11")
    day.close()
    day.run()


def afterwards(day: Day) -> None:
    day.command("archive", "add", day.workbook.name)
    day.tell("A result of the first evening was wrong, after all:")
    day.open()
    day.result("Round 1", 2, "A", "4", "A", "9")
    day.close()
    day.run()
    day.command("archive", "add", day.workbook.name)
    day.command("archive", "ratings", "--as-of", "2026-12-31")


CHAPTERS: Final = (
    before_the_first_evening,
    the_first_evening,
    between_the_evenings,
    the_second_evening,
    afterwards,
)
