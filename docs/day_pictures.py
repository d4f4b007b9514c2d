"""The pictures of a day: one event from its list of players to the awards, played at a desk in this process."""

from __future__ import annotations

import contextlib
import csv
from pathlib import Path

from picture_tools import (
    RESULT_COLUMNS,
    ROOT,
    at_work,
    pair_first_round,
    picture_of_sheet,
    print_page,
    run,
    shoot,
    type_rows,
    wait_for,
)
from python_calamine import CalamineWorkbook

from turnabout_sheets.jobs.outcome import prints_folder

NAME, DAY, ROUNDS = "Summer Turnabout", "2026-06-20", 5
PLAYERS = "in-progress"
"""The sample whose players come."""

# What is typed for the tables of a round, one after the other; the next round begins elsewhere in the list.
RESULTS = (
    ("A", 4, "B", 7),
    ("B", 3, "B", 9),
    ("Draw", None, "A", 8),
    ("A", 6, "A", 5),
    ("B", 9, "A", 4),
    ("A", 7, "Draw", None),
    ("B", 2, "B", 8),
    ("A", 5, "B", 2),
    ("B", 6, "A", 9),
)


def pictures_of_day(folder: Path) -> None:
    """Show the desk's page through the day, and what is printed and typed at each time of it."""
    (folder / "day").mkdir()
    with contextlib.chdir(folder / "day"):  # so that no picture shows where that is
        play(folder)


def play(folder: Path) -> None:
    """Play the event in this folder, and show it."""
    workbook = Path(f"{NAME}.xlsx")
    run("turnabout", "new", workbook, "--players", list_players(folder), "--name", NAME, "--date", DAY)
    picture_of_sheet(folder, workbook, "Players", "A1:E12", "day-players.png")
    with at_work(workbook) as (desk, address):
        pair_first_round(folder, workbook, desk, address, "day-morning.png", ("day-paired.png", 700))
        for page, picture in (("check-in", "check-in.png"), ("round-01-slips", "day-slips.png")):
            print_page(folder, prints_folder(workbook) / f"{page}.html", picture)
        for number in range(1, ROUNDS):
            report(workbook, number)
            wait_for(workbook, f"Round {number + 1}", f"round-{number + 1:02}-slips.html")
        report(workbook, ROUNDS)
        wait_for(workbook, "Ratings", "report.html")
        shoot(folder, address, "day-end.png", "1280,840")
    picture_of_sheet(folder, workbook, "Ratings", "A1:F12", "day-awards.png")


def list_players(folder: Path) -> Path:
    """Write the list of players of the sample."""
    sample = CalamineWorkbook.from_path(ROOT / "sample_events" / f"{PLAYERS}.xlsx")
    header, *rows = sample.get_sheet_by_name("Players").to_python()
    target = folder / "players.csv"
    with target.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([(row[0], *row[3:5]) for row in (header, *rows) if row[0]])
    return target


def report(workbook: Path, number: int) -> None:
    """Type all results of a round, and save."""
    type_rows(workbook, f"Round {number}", [*RESULTS[number:], *RESULTS[:number]], RESULT_COLUMNS)
