"""Makes the documentation's pictures anew from the sample events:  python docs/make_pictures.py [SUBJECT…]

Workbooks are shown by LibreOffice and pages by Chromium; both, and poppler's pdftoppm, must be installed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path, PureWindowsPath

from day_pictures import pictures_of_day
from first_event_pictures import pictures_of_first_event
from picture_tools import PICTURES, RESULT_COLUMNS, ROOT, picture_of_sheet, print_page, run, shoot, shrink, type_rows

from turnabout_sheets.desk.loop import Desk
from turnabout_sheets.desk.server import serve
from turnabout_sheets.desk.start_page import find_events, render_page
from turnabout_sheets.formats.turnabout import TURNABOUT
from turnabout_sheets.jobs.new import Plan, simulate
from turnabout_sheets.prints.words import load_words

# Picture: sample, sheet, the cells to be shown, and columns that are left out, by their numbers.
SHEETS = {
    "desk-sheet.png": ("in-progress", "Desk", "A1:G15", ()),
    "standings.png": ("in-progress", "Standings", "A1:K20", ()),
    "round-before.png": ("in-progress", "Round 3", "A1:L11", ()),
    "round-during.png": ("in-progress", "Round 3", "A1:L11", ()),
    "round-after.png": ("in-progress", "Round 3", "A1:L11", ()),
    "pairing-notes.png": ("finished", "Round 5", "A1:AE18", range(4, 31)),
    "table-results.png": ("duplicate", "Table results", "A1:N10", ()),
    "problems.png": ("broken", "Problems", "A1:E24", ()),
}

# Picture: what is typed into the columns of results first, row by row.
RESULTS = (
    ("A", 14, "B", 7),
    ("B", 3, "B", 11),
    ("Draw", None, "A", 20),
    ("A", 6, "A", 25),
    ("B", 9, "A", 4),
    ("A", 17, "Draw", None),
    ("B", 12, "B", 8),
    ("A", 5, "B", 2),
    ("B", 16, "A", 10),
)
TYPED = {"round-during.png": (*RESULTS[:4], ("B", 9, "A", None)), "round-after.png": RESULTS}

# Picture: sample, page, and the height to be shown in points (0: the whole page).
PAGES = {
    "slips.png": ("in-progress", "round-03-slips.html", 0),
    "pairings-by-player.png": ("in-progress", "round-03-pairings-by-player.html", 0),
    "pairings-by-table.png": ("in-progress", "round-03-pairings-by-table.html", 0),
    "standings-page.png": ("in-progress", "standings-after-round-02.html", 0),
    "bracket.png": ("cup", "bracket.html", 0),
    "netrunner-slips.png": ("netrunner", "round-04-slips.html", 0),
    "player-cards.png": ("netrunner", "player-cards.html", 0),
    "duplicate-slips.png": ("duplicate-in-progress", "round-04-slips.html", 0),
    "movement-sheets.png": ("duplicate", "movement-sheets.html", 0),
    "table-cards.png": ("duplicate", "table-cards.html", 0),
    "balance.png": ("duplicate", "balance.html", 0),
    "crosstable.png": ("finished", "crosstable.html", 0),
    "report.png": ("finished", "report.html", 0),
    "outstanding.png": ("duplicate-in-progress", "outstanding.html", 0),
    "blank-slips.png": ("netrunner", "blank-slips.html", 0),
    "judge-clock.png": ("cup", "judge-clock.html", 0),
    "clock.png": ("cup", "clock.html", 0),
    "index.png": ("in-progress", "index.html", 340),
}

# What is printed only when it is asked for: sample, and the options of turnabout print.
ON_REQUEST = {
    "cup": ("--only", "judge-clock,clock", "--doom", "3"),
    "netrunner": ("--blank", "4"),
}

# The archive in the pictures: simulated events, by their day, with so many players; the seed is that of all, so that
# mostly the same people come.
ARCHIVED = {
    "2024-03-09": 18,
    "2024-06-15": 22,
    "2024-10-12": 20,
    "2025-02-01": 26,
    "2025-05-24": 17,
    "2025-11-08": 24,
    "2026-02-14": 19,
    "2026-05-30": 28,
}

# Picture: page of the archive, and the part of a browser's window to be shown, in pixels.
ARCHIVE_PAGES = {
    "archive-ratings.png": ("index.html", "860,700"),
    "archive-player.png": ("player-1.html", "860,1000"),
}

DESK = ("in-progress", "Round 3", 6)
"""The desk in the picture: a sample, its running round, and how many of its results are in."""

# The events on the start page in the picture, the newest first: sample, and the name of its file.
STARTED = {
    "in-progress": "Summer Turnabout.xlsx",
    "netrunner": "City Grid Open.xlsx",
    "duplicate": "Nine Tables.xlsx",
    "finished": "Spring Turnabout.xlsx",
}
START_DAY = 1_790_000_000

# The published site in the pictures: a sample on a screen of 1080 lines, in half its size, so many seconds after the
# start of its round of so many minutes; and samples side by side as on phones, in pixels.
SCREEN, ROUND, BEGUN, MINUTES = "in-progress", 3, 754, 50
PHONES, PHONE = ("in-progress", "duplicate-in-progress"), (390, 720)


def pictures_of_archive(folder: Path) -> None:
    """Show pages of an archive as a browser does, and its ratings workbook."""
    archive, pages, ratings = folder / "archive.sqlite", folder / "pages", folder / "Ratings.xlsx"
    for day, players in ARCHIVED.items():
        event = folder / f"Turnabout {day}.xlsx"
        settings = {"name": f"Turnabout of {day:.7}", "date": day}
        simulate(event, TURNABOUT, Plan(players=players, seed="years", settings=settings))
        run("turnabout", "archive", "add", event, "--archive", archive)
    asked = ("--as-of", "2026-06-01", "--archive", archive)
    run("turnabout", "archive", "ratings", "--pages", pages, "--workbook", ratings, *asked)
    for picture, (page, window) in ARCHIVE_PAGES.items():
        shoot(folder, (pages / page).as_uri(), picture, window)
    picture_of_sheet(folder, ratings, "Ratings", "A1:J24", "ratings-workbook.png")


def picture_of_desk(folder: Path) -> None:
    """Show the desk's page, as a browser does, while a round is played."""
    sample, sheet, played = DESK
    workbook = folder / "Summer Turnabout.xlsx"
    shutil.copy(folder / f"{sample}.xlsx", workbook)
    desk = Desk(workbook)
    desk.start()
    try:
        state = desk.wait_for_newer(0, 60)
        for rows in (played - 1, played):
            type_rows(workbook, sheet, RESULTS[:rows], RESULT_COLUMNS)
            state = desk.wait_for_newer(state.number, 60)
        with serve(desk) as server:
            shoot(folder, server.address, "desk.png", "1280,800")
    finally:
        desk.stop()


def picture_of_start(folder: Path) -> None:
    """Show the start page, as a browser does, with some events on the computer of a person called Ann."""
    home, documents = folder / "home" / "ann", Path("Documents", "Turnabout")
    (home / documents).mkdir(parents=True)
    for age, (sample, name) in enumerate(STARTED.items()):
        event = Path(shutil.copy(ROOT / "sample_events" / f"{sample}.xlsx", home / documents / name))
        os.utime(event, (START_DAY - age, START_DAY - age))
    events = find_events(home / documents, [])
    shown = [each._replace(path=PureWindowsPath("C:/Users/Ann") / each.path.relative_to(home)) for each in events]
    page = folder / "start.html"
    page.write_bytes(render_page(shown, PureWindowsPath("C:/Users/Ann") / documents, "", load_words("en")))
    shoot(folder, page.as_uri(), "start.png", "1280,860")


def pictures_of_site(folder: Path) -> None:
    """Show the round on a screen in the hall, and published events on phones."""
    for sample in PHONES:
        run("turnabout", "run", folder / f"{sample}.xlsx", "--publish", folder / f"site-{sample}")
    clock = f"#round={ROUND}&start={int(time.time()) - BEGUN}&minutes={MINUTES}"
    width, height = PHONE
    frames = "".join(
        f'<iframe src="site-{each}/index.html" width="{width}" height="{height}"></iframe>' for each in PHONES
    )
    phones = folder / "phones.html"
    phones.write_text(f"<style>body {{ margin: 0; display: flex; gap: 20px }}</style>{frames}", "utf-8")
    window = f"{len(PHONES) * (width + 4) + 20},{height + 4}"
    for picture, address, size, scale in (
        ("screen.png", f"{(folder / f'site-{SCREEN}' / 'screen.html').as_uri()}{clock}", "1920,1080", "0.5"),
        ("phone.png", phones.as_uri(), window, "1"),
    ):
        look = ("--force-prefers-reduced-motion", f"--force-device-scale-factor={scale}")
        shoot(folder, address, picture, size, *look)


def pictures_of_samples(folder: Path) -> None:
    """Show sheets and pages of the sample events."""
    for sample, options in ON_REQUEST.items():
        run("turnabout", "print", folder / f"{sample}.xlsx", *options)
    for picture, (sample, sheet, area, hidden) in SHEETS.items():
        typed = TYPED.get(picture, ())
        picture_of_sheet(folder, folder / f"{sample}.xlsx", sheet, area, picture, hidden, typed)
    for picture, (sample, page, height) in PAGES.items():
        print_page(folder, folder / f"{sample} prints" / page, picture, height)


SUBJECTS = {
    "samples": pictures_of_samples,
    "archive": pictures_of_archive,
    "site": pictures_of_site,
    "desk": picture_of_desk,
    "start": picture_of_start,
    "day": pictures_of_day,
    "first event": pictures_of_first_event,
}


def main(subjects: list[str]) -> None:
    """Make all pictures, or those of some subjects."""
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for sample in sorted({sample for sample, *_ in (*SHEETS.values(), *PAGES.values())}):
            shutil.copy(ROOT / "sample_events" / f"{sample}.xlsx", folder)
            subprocess.run(["turnabout", "run", str(folder / f"{sample}.xlsx")], check=False)
        for subject in subjects or SUBJECTS:
            SUBJECTS[subject](folder)
        shrink()


if __name__ == "__main__":
    main(sys.argv[1:])
