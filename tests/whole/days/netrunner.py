"""A Netrunner event on one day: a French list, a crash, a late player, rulings of the director, time that is up."""

from __future__ import annotations

from typing import Final

from tests.whole.typed_day import Day

LIST = """Nº\tPrénom\tNom\tCote\tIdentité Corpo
1\tAda\tAhn\t1810\tHaas-Bioroid
2\tBen\tBerg\t1790\t
3\tCy\tCole\t\tJinteki
4\tDee\tDahl\t1650\t
5\tEve\tEk\t1820\tNBN
6\tFlo\tFox\t\t
7\tGil\tGray\t1500\tWeyland
8\tAda\tAhn\t1810\tHaas-Bioroid
\tTotal\t8\t\t
"""
GAME_1 = {"Game 1 winner": "A", "Game 1 agenda B": "4"}
SPLIT = {**GAME_1, "Game 2 winner": "B", "Game 2 agenda A": "2"}
BLOCK = ("A||4|B|2|", "B|3||A||6", "A|||A||")
SWEPT = {"Game 1 winner": "A", "Game 2 winner": "A"}


def before_round_1(day: Day) -> None:
    day.tell("The players have registered on a French page, which gives a list with tabs. Ada stands in it twice.")
    day.registers("inscrits.txt", LIST)
    day.command("new", day.workbook.name, "--format", "Netruner", "--players", "inscrits.txt")
    day.command("new", day.workbook.name, "--format", "Netrunner", "--players", "inscrits.txt")
    day.tell("The event gets its settings, and a date that is none. The organizer mistypes the file's name.")
    day.open()
    day.types("Event", "Date", Value="next Saturday")
    day.types("Event", "Deck type", Value="standard")
    day.types("Event", "Rounds", Value="4")
    day.close()
    day.command("run", "City Opne.xlsx")
    day.run()
    day.tell("Corrected:")
    day.open()
    day.types("Event", "Date", Value="3.10.2026")
    day.types("Event", "Deck type", Value="constructed")
    day.clears("Players", 9)
    day.close()
    day.run()


def round_1(day: Day) -> None:
    day.tell("At table 1 the loser's agenda points of game 2 are forgotten; at table 2 the winner's are typed, too.")
    day.open()
    day.types("Round 1", 1, **GAME_1, **{"Game 2 winner": "B"})
    day.sees("Round 1", 1, "Check")
    day.types("Round 1", 2, **SPLIT, **{"Game 2 agenda B": "7"})
    day.sees("Round 1", 2, "Check")
    day.types("Round 1", 3, **{"Game 1 winner": "Draw", "Game 2 winner": "A", "Game 2 agenda B": "0"})
    day.close()
    day.run()
    day.tell(
        "Round 2 is paired all the same. What was forgotten is filled in, and LibreOffice crashes before it is saved."
    )
    day.open()
    day.types("Round 1", 1, **{"Game 2 agenda A": "2"})
    day.crashes()
    day.run()
    day.deletes_mark()
    day.run()
    day.tell("Typed again:")
    day.open()
    day.types("Round 1", 1, **{"Game 2 agenda A": "2"})
    day.types("Round 1", 2, **{"Game 2 agenda B": ""})
    day.types("Round 1", 3, **{"Game 1 agenda A": "1", "Game 1 agenda B": "6"})
    day.close()
    day.run()


def round_2(day: Day) -> None:
    day.tell("Somebody translates the name of the sheet, and runs.")
    day.open()
    day.renames_sheet("Round 2", "Runde 2")
    day.close()
    day.run()
    day.tell("It gets its name back. Then the results come as a block from another list, pasted one row too low.")
    day.open()
    day.renames_sheet("Runde 2", "Round 2")
    day.close()
    day.open()
    day.pastes("Round 2", "Game 1 winner", 3, BLOCK)
    day.close()
    day.run()
    day.tell("Cleared, and pasted where they belong:")
    day.open()
    day.pastes("Round 2", "Game 1 winner", 2, (*BLOCK, "|||||"))
    day.close()
    day.run()


def round_3(day: Day) -> None:
    day.tell("Round 3 is paired, when Zoe comes, without having registered.")
    day.lets_in("Zoe Zander")
    day.tell("Two pairs have sat down wrongly: their players B are swapped.")
    seats = day.seats(3)
    day.open()
    day.types("Round 3", 1, **{"Player B": seats[2][1]})
    day.types("Round 3", 2, **{"Player B": seats[1][1]})
    day.close()
    day.run()
    day.tell("They go back to their seats.")
    day.open()
    day.types("Round 3", 1, **{"Player B": seats[1][1]})
    day.types("Round 3", 2, **{"Player B": seats[2][1]})
    day.close()
    day.run()
    day.tell("Player A of table 1 gets a third warning; the director notes it with a slip of the finger in the name.")
    warned = seats[1][0]
    day.open()
    rounds = ((warned, 1), (warned, 2), (warned[:-1], 3))
    day.pastes("Rulings", "Player", 2, [f"{name}|{number}|warning||Slow play" for name, number in rounds])
    day.close()
    day.run()
    day.tell("Corrected; and as it is the third, game 2 is forfeit. All results are in; at table 3 nobody has come.")
    day.open()
    day.corrects("Rulings", warned[:-1], warned)
    day.pastes("Rulings", "Player", 5, [f"{warned}|3|game forfeit|2|Third warning"])
    day.types("Round 3", 1, **SPLIT)
    day.types("Round 3", 2, **SWEPT)
    day.types("Round 3", 3, Ruling="Both no-show")
    day.types("Round 3", 4, **SPLIT)
    day.close()
    day.run()


def time_is_up(day: Day) -> None:
    day.tell("Table 2 of round 1 was reported the wrong way round, and one leaves before round 4.")
    leaving = day.seats(4)[1][1]
    day.open()
    day.types("Round 1", 2, **{"Game 1 winner": "B", "Game 1 agenda A": "4", "Game 1 agenda B": ""})
    day.types("Players", leaving, **{"Dropped after": "3"})
    day.close()
    day.run()
    day.tell("The hall closes. The organizer ends the event after three rounds.")
    day.open()
    day.types("Event", "Rounds", Value="3")
    day.close()
    day.run()


def afterwards(day: Day) -> None:
    day.tell("A slip is to be printed for a table that is not there, then one for a round that is not there.")
    day.command("print", day.workbook.name, "--only", "slips", "--round", "3", "--tables", "99")
    day.command("print", day.workbook.name, "--only", "slips", "--round", "9")
    day.tell("At home the workbook gets a better name, and goes into the archive.")
    day.renames("City Open 2026.xlsx")
    day.command("restore", day.workbook.name)
    day.run()
    day.command("archive", "add", day.workbook.name)
    day.command("archive", "add", day.workbook.name)
    day.command("archive", "player", "Zoe Zandr")
    day.command("archive", "show", "City Open")


WORKBOOK: Final = "City Open.xlsx"
CHAPTERS: Final = (before_round_1, round_1, round_2, round_3, time_is_up, afterwards)
