"""Turnabout with 24 players at the desk's page."""

from __future__ import annotations

from typing import Final

from tests.whole.day_at_desk import AtDesk

LIST = """Player\tRating
1. Ada Ahn\t1650
2) Ben O'Neil\t
3. Çağla Yılmaz\t
 - Dmitri Petrov\t
* Emma Lund\t1500
Emma Lund\t
Frank Meier\t
Hugo   van der   Berg\t
Inès Lefèvre\t
Jörg Müller\t1720
KARL HEINZ\t
lara croft\t
Mia Moss\t1480
Noa Nagy\t
Otto Orr\t
Pia Pohl\t
Quinn Quist\t
Rosa Ruiz\t
Sam Stone\t
Tove Tamm\t
Uma Ulm\t
Vera Voss\t
Will Wood\t
Total: 22\t
"""
LATER = "Xena Xu\nYves Yang\nZoe Zander\n"
LINE = "a 12 b 7"


def before_round_1(day: AtDesk) -> None:
    day.chapter("Before round 1")
    with day.mistake("a messy list is pasted, with bullets, a total, one name twice"):
        day.starts("Friday Cup", "Turnabout", LIST)
    day.opens()
    day.types("Event", "Date", Value="2026-05-29")
    day.types("Event", "Random seed", Value="lucky 7")
    day.types("Event", "Rounds", Value="4")
    day.saves()
    day.closes()
    day.adds(LATER)
    with day.mistake("the same names are typed again"):
        day.adds(LATER)
    with day.opened():
        day.types_cells("Players", **{f"A{row}": "" for row in range(27, 30)})
    with day.mistake("only some are marked as being here, and round 1 is paired"):
        day.marks("x")
        day.presses("Pair round 1")
    day.marks("")


def round_1(day: AtDesk) -> None:
    day.chapter("Round 1")
    if not day.has_round(1):
        with day.mistake("“Pair round 1” is pressed twice"):
            day.presses("Pair round 1", times=2)
    day.presses("Print round 1")
    day.enters("1 a 12 b 7", 1)
    with day.mistake("the same slip is typed again"):
        day.enters("1 a 12 b 7", 1)
    with day.mistake("another result is typed for a table that has one"):
        day.enters("1 b 12 b 7", 1)
    with day.mistake("a table that does not exist"):
        day.enters("31 a 12 b 7", 1)
    with day.mistake("a letter O for a zero"):
        day.enters("2 a 1O b 7", 1)
    with day.mistake("a Cyrillic А"):
        day.enters("2 А 10 b 7", 1)
    with day.mistake("a count of 200"):
        day.enters("2 a 200 b 7", 1)
    with day.mistake("a line with half a result"):
        day.enters("3 a 12", 1)
    with day.mistake("the result of table 4 is typed at table 5, and taken back"):
        day.enters("5 b 3 b 2", 1)
        day.takes_back()


def a_round_in_excel(day: AtDesk) -> None:
    day.chapter("Round 1, the rest in the spreadsheet program")
    day.opens()
    with day.mistake("a row is half typed when it is saved"):
        day.result(1, 4, "A", "9", "B", "")
        day.saves()
    with day.mistake("a result is typed on the page while the workbook is open"):
        day.enters("5 a 12 b 7", 1)
    with day.mistake("a name stands where A or B should"):
        day.result(1, 4, "Adda", "9", "B", "4")
        day.saves()
    with day.mistake("a letter O for a zero, in the cell"):
        day.result(1, 4, "A", "1O", "B", "4")
        day.saves()
    with day.mistake("a count of 200, in the cell"):
        day.result(1, 4, "A", "200", "B", "4")
        day.saves()
    with day.mistake("a Cyrillic А, in the cell"):
        day.result(1, 4, "А", "9", "B", "4")
        day.saves()
    day.result(1, 4, "A", "9", "B", "4")
    with day.mistake("the count column is filled downwards: 1, 2, 3 …"):
        for table in range(5, 13):
            day.result(1, table, "A", str(table - 4), "B", "6")
        day.saves()
    day.closes()
    day.enters("2 a 20 b 7", 1, confirmed=True)
    day.enters("3 a 12 b 9", 1, confirmed=True)


def round_2(day: AtDesk) -> None:
    day.chapter("Round 2")
    day.presses("Print round 2")
    seats = day.seats(2)
    with day.mistake("two players sat down wrongly, and their names are swapped in the workbook"):
        with day.opened():
            day.types("Round 2", 1, Player_B=seats[2][1])
            day.types("Round 2", 2, Player_B=seats[1][1])
        day.presses_first("Put it back", "It was played like this")
    with day.mistake("the result of round 2 goes into the sheet of round 1"):
        with day.opened():
            day.result(1, 3, "B", "20", "B", "20")
        day.presses_first("Put it back")
    with day.mistake("somebody who comes late has nearly the name of somebody who is there"):
        day.person("Noa Nagi")
    with day.mistake("a late player is let in now, and the button is pressed twice"):
        day.person("Lars Late", "Joins round 2 now", times=2)
    with day.mistake("a player who is let in from the next round on was somebody else"):
        day.person("Late Lotte", "Joins from round 3")
        day.takes_move_back()
    day.enters_all(2, LINE, but=(1, 2, 3))
    with day.mistake("a no-show is typed as a word that nobody knows"):
        day.enters("2 b noshow", 2)
    day.rules(2, 2, "B no-show")
    with day.mistake("two results are swapped: those of the tables 1 and 3"):
        day.enters("1 a 3 a 3", 2)
        day.enters("3 b 9 b 9", 2)
    with day.mistake("the swapped results are corrected after round 3 is paired"):
        day.enters("1 b 9 b 9", 2, confirmed=True)
        day.enters("3 a 3 a 3", 2, confirmed=True)


def round_3(day: AtDesk) -> None:
    day.chapter("Round 3")
    day.presses("Print round 3")
    with day.mistake("the sheet of the running round is deleted"):
        with day.opened():
            day.deletes("Round 3")
        day.presses_first("Put it back")
    with day.mistake("a row is deleted from the running round"):
        with day.opened():
            day.clears_row("Round 3", 3)
        day.presses_first("Put it back")
    with day.mistake("the names of Players are sorted without what stands beside them"):
        with day.opened():
            day.sorts_column("Players", "Player")
        day.presses_first("Put back what is missing")
    with day.mistake("Players is sorted by name with all its columns"), day.opened():
        day.sorts_rows("Players", "Player")
    with day.mistake("counts of a round that is over are sorted without what stands beside them"):
        with day.opened():
            day.sorts_column("Round 1", "Game 1 count")
        day.presses_first("Put it back")
    with day.mistake("a round that is over is sorted by player with all its columns"), day.opened():
        day.sorts_rows("Round 2", "Player A")
    day.copies("copy of the morning.xlsx")
    day.enters_all(3, LINE, but=(1, 2, 4))
    with day.mistake("an older copy is put in the place of the workbook"):
        day.puts_in_place("copy of the morning.xlsx")
        day.presses_first("Put back what is missing")
    with day.mistake("the file is renamed"):
        day.renames("Friday Cup final.xlsx")
        day.renames("Friday Cup.xlsx")
    with day.mistake("the desk is ended while a result is typed, and started again"):
        day.ends()
        with day.opened_unseen():
            day.result(3, 1, "A", "8", "B", "2")
        day.begins()
    with day.mistake("somebody sits out who is in the running round"):
        day.person(day.seats(3)[2][0], "Sits out round 4", times=2)
    with day.mistake("somebody drops out, and comes back at once"):
        name = day.seats(3)[4][1]
        day.person(name, "Drops after round 3")
        day.person(name, "Returns in round 4")
    day.enters_all(3, LINE)


def round_4(day: AtDesk) -> None:
    day.chapter("Round 4, in LibreOffice")
    day.in_office = True
    day.presses("Print round 4")
    with day.mistake("Rounds is set to 3 in mid-event"):
        with day.opened():
            day.types("Event", "Rounds", Value="3")
        with day.opened():
            day.types("Event", "Rounds", Value="4")
    with day.mistake("the column of winners is sorted without its neighbours"):
        with day.opened():
            day.sorts_column("Round 3", "Player B")
        day.presses_first("Put it back")
    with day.mistake("Undo is pressed where nothing was wrong, and once more"):
        day.presses("Undo")
        day.presses_yes("undo")
        day.presses("Undo")
        day.presses_yes("undo")
        day.presses_first("Go on")
    with day.mistake("a formula stands in a cell of a result"), day.opened():
        day.result(4, 1, "A", "=3+4", "B", "2")
    with day.opened():
        day.result(4, 1, "A", "7", "B", "2")
    day.enters_all(4, LINE)


def the_end(day: AtDesk) -> None:
    day.chapter("The end")
    day.presses("Print: Standings")
    with day.mistake("“Archive this event” is pressed twice"):
        day.presses("Archive this event", times=2)


LANGUAGE: Final = "en"
CHAPTERS: Final = (before_round_1, round_1, a_round_in_excel, round_2, round_3, round_4, the_end)
