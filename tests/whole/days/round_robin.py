"""A league as a round robin: everybody meets everybody, a match a week, in the order in which people find the time."""

from __future__ import annotations

from typing import Final

from tests.whole.typed_day import Day

LIST = "Ada Ahn\nBen Berg\nCy Cole\nDee Dahl\nEve Ek\n"
WORKBOOK: Final = "Club League.xlsx"


def before_the_first_week(day: Day) -> None:
    day.tell("The list is nothing but names. The organizer writes the method of pairing as people say it.")
    day.registers("club.txt", LIST)
    day.command("new", day.workbook.name, "--players", "club.txt", "--date", "7 November 2026")
    day.open()
    day.types("Event", "Pairing", Value="everybody against everybody")
    day.types("Event", "Rounds", Value="3")
    day.close()
    day.run()
    day.tell("Corrected; and Rounds is cleared.")
    day.open()
    day.types("Event", "Pairing", Value="Round Robin")
    day.types("Event", "Rounds", Value="")
    day.close()
    day.run()


def the_first_weeks(day: Day) -> None:
    day.tell("Week 1. Table 2 is put off; a match of round 3 is played ahead.")
    day.open()
    day.result("Round 1", 1, "A", "12", "B", "7")
    day.result("Round 3", 1, "B", "4", "B", "9")
    day.close()
    day.run()
    day.tell("A new member comes, and has the place of the bye.")
    day.lets_in("Flo Fox")
    day.tell("Week 2. What was put off has been played, too.")
    day.open()
    day.result("Round 1", 2, "A", "20", "A", "1")
    day.result("Round 1", 3, "A", "8", "A", "2")
    for table in (1, 2, 3):
        day.result("Round 2", table, "B", "6", "B", "3")
    day.close()
    day.run()


def somebody_moves_away(day: Day) -> None:
    day.tell("Somebody moves to another town, after round 2; her match of round 3 is played already.")
    leaving = day.seats(3)[1][0]
    day.open()
    day.types("Players", leaving, **{"Dropped after": "2"})
    day.close()
    day.run()
    day.tell("As the match was played, she has left after round 3:")
    day.open()
    day.types("Players", leaving, **{"Dropped after": "3"})
    day.close()
    day.run()


def the_last_weeks(day: Day) -> None:
    day.tell("All that is left is played.")
    gone = day.seats(3)[1][0]
    day.open()
    for number in (2, 3, 4, 5):
        played = {1, 2, 3} if number == 2 else {1} if number == 3 else set()
        for table, pair in sorted(day.seats(number).items()):
            if table not in played and gone not in pair and "BYE" not in pair:
                day.result(f"Round {number}", table, "A", "8", "A", "2")
    day.close()
    day.run()
    day.command("print", day.workbook.name, "--only", "crosstable", "--tables", "99")
    day.command("print", day.workbook.name, "--only", "crosstable")
    day.command("archive", "add", day.workbook.name)


CHAPTERS: Final = (before_the_first_week, the_first_weeks, somebody_moves_away, the_last_weeks)
