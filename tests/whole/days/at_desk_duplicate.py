"""Duplicate Magic with 11 players at the desk's page."""

from __future__ import annotations

from typing import Final

from tests.whole.day_at_desk import AtDesk

LIST = """Name\tClub
Ada Ahn\tNorth
Ben Berg\t
Cy Cole\t
Dee Dahl\tSouth
Eve Ek\t
Flo Fox\t
Gil Gray\t
Hal Hale\t
Ida Iver\t
Jon Jones\t
"""


def before_round_1(day: AtDesk) -> None:
    day.chapter("Before round 1")
    day.starts("Nine Tables", "Duplicate Magic", LIST)
    with day.mistake("a name that no file can have"):
        day.starts_refused("Nine/Tables: today?", "Duplicate Magic")
    with day.mistake("an event of this name is there"):
        day.starts_refused("Nine Tables", "Duplicate Magic")
    with day.opened():
        day.types("Event", "Date", Value="2026-10-17")
        day.types("Event", "Random seed", Value="lucky 9")
    day.adds("Kim Kerr\n")
    with day.mistake("“Pair round 1” is pressed in two tabs"):
        day.presses("Pair round 1", times=2)


def round_1(day: AtDesk) -> None:
    day.chapter("Round 1")
    day.presses("Print round 1")
    seats = {table: pair for table, pair in day.seats(1).items() if "BYE" not in pair}
    with day.mistake("the stock's letter is typed in small, and one that is none"):
        day.enters("1 c", 1)
    day.enters("1 a", 1)
    with day.mistake("a result of a table that has nobody"):
        day.enters("12 a", 1)
    with day.mistake("a result is entered for round 2 in place of round 1"):
        day.enters("2 a", 2)
        day.takes_back()
    with day.mistake("a whole sentence is typed as a result"):
        day.enters("2 a won by concession", 1)
    with day.opened():
        day.types("Round 1", 2, Winner=seats[2][1])
    with day.mistake("two winners: the cell says AB"), day.opened():
        day.types("Round 1", 3, Winner="AB")
    with day.mistake("a letter of another alphabet"), day.opened():
        day.types("Round 1", 3, Winner="В")
    with day.mistake("a ruling beside a result"), day.opened():
        day.types("Round 1", 3, Winner="A", Ruling="B no-show")
    with day.opened():
        day.types("Round 1", 3, Winner="A", Ruling="")
    day.enters_all(1, "b")


def round_2(day: AtDesk) -> None:
    day.chapter("Round 2")
    with day.mistake("the winners are typed into round 3, not 2"), day.opened():
        for table in day.missing(3):
            day.types("Round 3", table, Winner="A")
    with day.mistake("these winners are cleared again, and it is asked whether that is meant"):
        with day.opened():
            for table in day.seats(3):
                day.types("Round 3", table, Winner="")
        day.presses_first("Yes, clear them")
    with day.mistake("a table's number is typed wrongly"), day.opened():
        day.types_cells("Round 2", A2="77")
    with day.opened():
        day.types_cells("Round 2", A2="1")
    seats = day.seats(2)
    with day.mistake("a column is merged by hand: only the first cell keeps its text"), day.opened():
        day.types_cells("Round 2", B3="", B4="")
    with day.opened():
        day.types_cells("Round 2", B3=seats[2][0], B4=seats[3][0])
    with day.mistake("somebody comes late, and is let in twice"):
        day.person("Zoe Zander", "Joins from round 2", times=2)
    with day.mistake("the workbook is left open while results are typed on the page"):
        day.opens()
        day.enters("1 a", 2)
        day.closes()
    day.enters_all(2, "a")


def round_3(day: AtDesk) -> None:
    day.chapter("Round 3")
    day.copies("safe.xlsx")
    with day.mistake("the sheet of a later round is deleted"):
        with day.opened():
            day.deletes("Round 5")
        day.presses_first("Put it back")
        day.puts_in_place("safe.xlsx")
        day.presses_first("Go on")
    with day.mistake("two players swap their seats in a later round"):
        seats = day.seats(4)
        with day.opened():
            day.types("Round 4", 1, **{"Player A": seats[2][0]})
            day.types("Round 4", 2, **{"Player A": seats[1][0]})
        day.presses_first("Put it back", "It was played like this")
    with day.mistake("somebody sits out, and is there all the same"):
        name = day.seats(3)[2][1]
        day.person(name, "Sits out round 3")
        day.person(name, "Returns in round 3")
    with day.mistake("another desk is started for the same workbook, and stays when this one is ended"):
        day.begins_another()
        day.enters("1 b", 3)
        day.ends()
        day.other_goes_on()
        day.begins()
    with day.mistake("the sheet Event is renamed"):
        day.renames_sheet("Event", "Settings")
    with day.mistake("the desk is ended and started again"):
        day.ends()
        day.begins()
    day.renames_sheet("Settings", "Event")
    day.enters_all(3, "b")


def the_rest(day: AtDesk) -> None:
    number = 4
    while day.has_round(number):
        day.chapter(f"Round {number}")
        day.enters_all(number, "a" if number % 2 else "b")
        number += 1


def the_end(day: AtDesk) -> None:
    day.chapter("The end")
    day.presses_first("Print: Standings")
    with day.mistake("a result of round 1 turns out wrong after the end"):
        day.enters("1 b", 1, confirmed=True)
    with day.mistake("it is put into the archive twice"):
        day.presses("Archive this event", times=2)
    with day.mistake("another correction after the archive"):
        day.enters("1 a", 1, confirmed=True)
        day.presses("Archive this event")


LANGUAGE: Final = "en"
CHAPTERS: Final = (before_round_1, round_1, round_2, round_3, the_rest, the_end)
