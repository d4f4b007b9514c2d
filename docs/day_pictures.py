"""The pictures of a day: one event from its list of players to the awards, played at a desk in this process."""

from __future__ import annotations

import contextlib
import csv
import time
from collections.abc import Iterator
from pathlib import Path

from picture_tools import RESULT_COLUMNS, ROOT, picture_of_sheet, print_page, run, shoot, type_rows
from python_calamine import CalamineWorkbook

from turnabout_sheets.desk.loop import Desk
from turnabout_sheets.desk.server import serve
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
PATIENCE, SETTLED = 60, 2
"""Seconds that the desk may take for a save; and seconds until its page is as it stays."""


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
        wait_for(workbook, "Standings", "check-in.html")
        shoot(folder, address, "day-morning.png", "1280,340")
        desk.pair_now()
        wait_for(workbook, "Round 1", "round-01-slips.html")
        shoot(folder, address, "day-paired.png", "1280,700")
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
        csv.writer(file).writerows([row[:3] for row in (header, *rows) if row[0]])
    return target


@contextlib.contextmanager
def at_work(workbook: Path) -> Iterator[tuple[Desk, str]]:
    """Have a desk watch the workbook; yield it and the address of its page."""
    desk = Desk(workbook)
    desk.start()
    try:
        with serve(desk) as server:
            yield desk, server.address
    finally:
        desk.stop()


def wait_for(workbook: Path, sheet: str, page: str) -> None:
    """Wait until the desk has put a sheet into the workbook and made a page."""
    made = prints_folder(workbook) / page
    begun = time.monotonic()
    while not (made.exists() and sheet in CalamineWorkbook.from_path(workbook).sheet_names):
        if time.monotonic() - begun > PATIENCE:
            raise SystemExit(f"The desk has not made {page}.")
        time.sleep(0.5)
    time.sleep(SETTLED)


def report(workbook: Path, number: int) -> None:
    """Type all results of a round, and save."""
    type_rows(workbook, f"Round {number}", [*RESULTS[number:], *RESULTS[:number]], RESULT_COLUMNS)
