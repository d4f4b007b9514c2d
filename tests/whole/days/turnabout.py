"""A Turnabout event on one day."""

from __future__ import annotations

from typing import Final

from tests.whole.typed_day import Day

LIST = "Vorname;Nachname;Verein\nAda;Ahn;North\nBen;Berg;\nCy;Cole;\nDee;Dahl;\nEve;Ek;South\nFlo;Fox;\nGil;Gray;\n"
GAMES = ("Game 1 winner", "Game 1 count", "Game 2 winner", "Game 2 count")


def before_round_1(day: Day) -> None:
    day.tell("The players have registered in a list of the club.")
    day.registers("list.csv", LIST, "cp1252")
    day.command("new", day.workbook.name, "--players", "list.csv")
    day.tell("Four rounds, and a seed. The organizer runs while the workbook is still open, and has not saved.")
    day.open()
    day.types("Event", "Rounds", Value="4")
    day.types("Event", "Random seed", Value="lucky 7")
    day.run()
    day.tell("Saved and closed:")
    day.close()
    day.run()


def round_1(day: Day) -> None:
    day.tell("Round 1. The first slips are back. At table 2 the count of game 2 is forgotten.")
    day.open()
    day.result("Round 1", 1, "A", "12", "B", "7")
    day.sees("Round 1", 1, "VP A", "VP B", "Check")
    day.types("Round 1", 2, **dict(zip(GAMES[:3], ("A", "20", "A"), strict=True)))
    day.sees("Round 1", 2, "Check")
    day.close()
    day.run()
    day.tell("It is filled in; at table 3 somebody types a name that nobody has.")
    day.open()
    day.types("Round 1", 2, **{"Game 2 count": "20"})
    day.result("Round 1", 3, "Gill", "3", "Draw", "")
    day.close()
    day.run()
    day.tell("Corrected:")
    day.open()
    day.types("Round 1", 3, **{"Game 1 winner": "A"})
    day.close()
    day.run()


def round_2_is_paired(day: Day) -> None:
    day.tell("Two pairs have sat down wrongly: their players B are swapped. The sheet was copied before.")
    seats = day.seats(2)
    day.open()
    day.copies("Round 2", "Round 2 (2)")
    day.types("Round 2", 1, **{"Player B": seats[2][1]})
    day.types("Round 2", 2, **{"Player B": seats[1][1]})
    day.close()
    day.run()
    day.tell("The copy is deleted:")
    day.open()
    day.deletes("Round 2 (2)")
    day.close()
    day.run()
    day.tell("Zoe comes while round 2 is running. Her name is typed on Players.")
    day.open()
    day.types("Players", "Zoe Zander", Player="Zoe Zander")
    day.close()
    day.run()
    day.tell("As it says:")
    day.lets_in("Zoe Zander")


def round_2(day: Day) -> None:
    day.tell("Whoever sits at table 2 has left without playing; Dropped after is filled in with the round before.")
    leaving = day.seats(2)[2][1]
    day.open()
    day.types("Players", leaving, **{"Dropped after": "1"})
    day.close()
    day.run()
    day.tell("As it says; and the other results are typed, one column too far to the right.")
    day.open()
    day.types("Players", leaving, **{"Dropped after": "2"})
    day.types("Round 2", 2, Ruling="B no-show")
    for table in (1, 3, 4):
        day.types("Round 2", table, **dict(zip((*GAMES[1:], "Check"), ("A", "5", "B", "8"), strict=True)))
    day.close()
    day.run()
    day.tell("Cleared, and typed where they belong:")
    day.open()
    for table in (1, 3, 4):
        day.types("Round 2", table, Check="")
        day.result("Round 2", table, "A", "5", "B", "8")
    day.close()
    day.run()


def a_correction(day: Day) -> None:
    day.tell("Round 3 is paired, when it turns out that table 1 of round 1 was reported the wrong way round.")
    day.open()
    day.result("Round 1", 1, "B", "12", "A", "7")
    day.close()
    day.run()


def time_is_up(day: Day) -> None:
    day.tell("Time is up. Rounds is set to 2:")
    day.open()
    day.types("Event", "Rounds", Value="2")
    day.close()
    day.run()
    day.tell("A slip of round 3 turns up all the same, and is typed:")
    day.open()
    day.result("Round 3", 1, "A", "9", "B", "9")
    day.close()
    day.run()


WORKBOOK: Final = "Summer Cup.xlsx"
CHAPTERS: Final = (before_round_1, round_1, round_2_is_paired, round_2, a_correction, time_is_up)
