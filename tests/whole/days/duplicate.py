"""A Duplicate Magic event on one day: a Spanish list, stocks in the wrong columns, a late player, time that is up."""

from __future__ import annotations

from typing import Final

from tests.whole.typed_day import Day

LIST = """Nombre;Apellidos;Club
Ada;Ahn;Norte
Ben;Berg;
Cy;Cole;
Dee;Dahl;Sur
Eve;Ek;
Flo;Fox;
Gil;Gray;
Total;7;
"""
TABLES = (
    "1|Goblins|Elves|Tribes|60|60",
    "2|Red|Blue|Colours|50|38",
    "3|Big|Small||45|45",
    "4|Old|New|60|60|Times",
)
WORKBOOK: Final = "Nine Tables.xlsx"


def before_round_1(day: Day) -> None:
    day.tell("The players have registered in a Spanish list with semicolons.")
    day.registers("inscritos.csv", LIST, "cp1252")
    day.command("new", day.workbook.name, "--format", "dup", "--players", "inscritos.csv", "--date", "2026-10-32")
    day.command("new", day.workbook.name, "--format", "dup", "--players", "inscritos.csv", "--date", "2026-10-17")
    day.tell("The tables are typed, and how many cards the stocks have gets into the columns beside.")
    day.open()
    day.pastes("Tables", "Table", 2, TABLES)
    day.close()
    day.run()
    day.tell("Corrected:")
    day.open()
    day.pastes("Tables", "Table", 5, ("4|Old|New|Times|60|60",))
    day.types("Tables", 2, **{"Cards B": "48"})
    day.close()
    day.run()


def round_1(day: Day) -> None:
    day.tell("Round 1 is played. At table 1 the stock's name is typed as the winner; at table 2 a letter that is none.")
    day.open()
    day.types("Round 1", 1, Winner="Goblins")
    day.sees("Round 1", 1, "Check", "Result")
    day.types("Round 1", 2, Winner="C")
    day.types("Round 1", 3, Winner="B")
    day.close()
    day.run()
    day.tell("Corrected; the players of table 3 say that they had chosen the other stocks.")
    day.open()
    day.types("Round 1", 1, Winner="A")
    day.types("Round 1", 2, Winner="Draw")
    day.types("Round 1", 3, **{"Deck A": "B"})
    day.sees("Round 1", 3, "Check", "Result")
    day.close()
    day.run()
    day.tell("Their Deck B is cleared:")
    day.open()
    day.types("Round 1", 3, **{"Deck B": ""})
    day.sees("Round 1", 3, "Check", "Result")
    day.close()
    day.run()


def round_2(day: Day) -> None:
    day.tell("Zoe comes. Her name is typed on Players, as one does elsewhere.")
    day.open()
    day.types("Players", "Zoe Zander", Player="Zoe Zander")
    day.close()
    day.run()
    day.tell("As it says:")
    day.lets_in("Zoe Zander")
    day.lets_in("Yan Young")
    day.tell("Round 2 is typed into a copy of its sheet, one column too far to the right.")
    day.open()
    day.copies("Round 2", "Round 2 (2)")
    for table in (1, 2, 3, 4):
        day.types("Round 2", table, Check="A")
    day.close()
    day.run()
    day.tell("The copy is deleted, and the results are moved:")
    day.open()
    day.deletes("Round 2 (2)")
    for table in (1, 2, 3, 4):
        day.types("Round 2", table, Check="", Winner="A")
    day.close()
    day.run()


def round_3(day: Day) -> None:
    day.tell(
        "Somebody of table 1 leaves after round 2. At table 2 one does not come; at table 3 both results are typed."
    )
    leaving = day.seats(3)[1][0]
    day.open()
    day.types("Players", leaving, **{"Dropped after": "2"})
    day.types("Round 3", 2, Ruling="A no-show")
    day.types("Round 3", 3, Winner="A", Ruling="B no-show")
    day.sees("Round 3", 3, "Check")
    day.types("Round 3", 4, Winner="B")
    day.close()
    day.run()
    day.tell("Corrected. And an old result was wrong: table 1 of round 1.")
    day.open()
    day.types("Round 3", 3, Winner="")
    day.types("Round 1", 1, Winner="B")
    day.close()
    day.run()


def time_is_up(day: Day) -> None:
    day.tell("Two swap their seats in round 4, because one wants to sit at the window.")
    seats = day.seats(4)
    one, other = sorted(seats)[:2]
    day.open()
    day.types("Round 4", one, **{"Player B": seats[other][1]})
    day.types("Round 4", other, **{"Player B": seats[one][1]})
    day.close()
    day.run()
    day.tell("They go back; then time is up, and Rounds is set to 3.")
    day.open()
    day.types("Round 4", one, **{"Player B": seats[one][1]})
    day.types("Round 4", other, **{"Player B": seats[other][1]})
    day.types("Event", "Rounds", Value="3")
    day.close()
    day.run()


def afterwards(day: Day) -> None:
    day.command("print", day.workbook.name, "--tables", "99")
    day.tell("At home the workbook gets a better name, and goes into the archive.")
    day.renames("Four Tables.xlsx")
    day.run()
    day.command("archive", "add", day.workbook.name)
    day.command("archive", "show", "Nine Tables")


CHAPTERS: Final = (before_round_1, round_1, round_2, round_3, time_is_up, afterwards)
