"""Makes the documentation's pictures anew from the sample events:  python docs/make_pictures.py

Workbooks are shown by LibreOffice and pages by Chromium; both, and poppler's pdftoppm, must be installed.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from openpyxl import load_workbook

from turnabout_sheets.desk.loop import Desk
from turnabout_sheets.desk.server import serve

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs" / "pictures"
RESOLUTION = 70
SHEET_RESOLUTION = 110

# Picture: sample, sheet, the cells to be shown, and columns that are left out.
SHEETS = {
    "desk-sheet.png": ("in-progress", "Desk", "A1:G15", ""),
    "standings.png": ("in-progress", "Standings", "A1:K20", ""),
    "round-before.png": ("in-progress", "Round 3", "A1:J11", ""),
    "round-during.png": ("in-progress", "Round 3", "A1:P11", "DE"),
    "round-after.png": ("in-progress", "Round 3", "A1:P11", "DE"),
    "pairing-notes.png": ("finished", "Round 5", "A1:AC18", "DEFGHIJKLMNOPQR"),
    "table-results.png": ("duplicate", "Table results", "A1:N10", ""),
    "problems.png": ("broken", "Problems", "A1:E24", ""),
}

# Picture: what is typed into the columns F to I first, row by row.
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
    "alignment.png": ("cup", "alignment.html", 0),
    "index.png": ("in-progress", "index.html", 340),
}

# What is printed only when it is asked for: sample, and the options of turnabout print.
ON_REQUEST = {
    "cup": ("--only", "judge-clock,clock,alignment", "--doom", "3"),
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

# The published site in the pictures: a sample on a screen of 1080 lines, in half its size, so many seconds after the
# start of its round of so many minutes; and samples side by side as on phones, in pixels.
SCREEN, ROUND, BEGUN, MINUTES = "in-progress", 3, 754, 50
PHONES, PHONE = ("in-progress", "duplicate-in-progress"), (390, 720)

CHROMIUM = (
    "chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --no-pdf-header-footer"
).split()


def run(*command: str | Path) -> str:
    """Run a program to its end and return what it prints."""
    done = subprocess.run([str(each) for each in command], capture_output=True, text=True, timeout=180, check=False)
    if done.returncode:
        raise SystemExit(f"{command[0]}: {done.stderr}")
    return done.stdout


def picture_of_sheet(folder: Path, workbook: Path, sheet: str, area: str, hidden: str, picture: Path) -> None:
    """Show some cells of one sheet, with what is typed into it, as LibreOffice calculates and draws them."""
    book = load_workbook(workbook)
    page = book[sheet]
    page.print_area = area
    for row, result in enumerate(TYPED.get(picture.name, ()), 2):
        for column, value in zip("FGHI", result, strict=True):
            page[f"{column}{row}"] = value
    for letter in hidden:
        page.column_dimensions[letter].hidden = True
    page.page_setup.paperSize = page.PAPERSIZE_A4
    page.page_margins.left = page.page_margins.right = page.page_margins.top = page.page_margins.header = 0.2
    book.save(folder / "shown.xlsx")
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    run("soffice", profile, "--headless", "--convert-to", "pdf", "--outdir", folder, folder / "shown.xlsx")
    rows = int("".join(filter(str.isdigit, area.split(":")[1])))
    text = run("pdftotext", folder / "shown.pdf", "-").split("\f")
    number = next(number for number, page_text in enumerate(text, 1) if sheet in page_text.splitlines())
    draw(folder / "shown.pdf", picture, number, height=30 + 17 * rows, resolution=SHEET_RESOLUTION)


def draw(pdf: Path, picture: Path, page: int = 1, height: int = 0, resolution: int = RESOLUTION) -> None:
    """Draw a page of a PDF, or its upper part (``height`` in points)."""
    cut = ["-x", "0", "-y", "0", "-W", "10000", "-H", str(height * resolution // 72)] if height else []
    run("pdftoppm", "-png", "-singlefile", "-r", str(resolution), "-f", str(page), *cut, pdf, picture.with_suffix(""))


def pictures_of_archive(folder: Path) -> None:
    """Show pages of an archive as a browser does, and its ratings workbook."""
    archive, pages, ratings = folder / "archive.sqlite", folder / "pages", folder / "Ratings.xlsx"
    for day, players in ARCHIVED.items():
        event = folder / f"Turnabout {day}.xlsx"
        options = ("--players", str(players), "--name", f"Turnabout of {day:.7}", "--date", day, "--seed", "years")
        run("turnabout", "simulate", event, *options)
        run("turnabout", "archive", "add", event, "--archive", archive)
    asked = ("--as-of", "2026-06-01", "--archive", archive)
    run("turnabout", "archive", "ratings", "--pages", pages, "--workbook", ratings, *asked)
    for picture, (page, window) in ARCHIVE_PAGES.items():
        shot = (f"--window-size={window}", "--hide-scrollbars", f"--screenshot={PICTURES / picture}")
        run(*CHROMIUM, f"--user-data-dir={folder / 'chromium'}", *shot, (pages / page).as_uri())
    picture_of_sheet(folder, ratings, "Ratings", "A1:J24", "", PICTURES / "ratings-workbook.png")


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
            book = load_workbook(workbook)
            for row, result in enumerate(RESULTS[:rows], 2):
                for column, value in zip("FGHI", result, strict=True):
                    book[sheet][f"{column}{row}"] = value
            book.save(workbook)
            state = desk.wait_for_newer(state.number, 60)
        with serve(desk) as server:
            shot = ("--window-size=1280,800", "--hide-scrollbars", f"--screenshot={PICTURES / 'desk.png'}")
            run(*CHROMIUM, f"--user-data-dir={folder / 'chromium'}", *shot, server.address)
    finally:
        desk.stop()


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
        look = ("--hide-scrollbars", "--force-prefers-reduced-motion", f"--force-device-scale-factor={scale}")
        shot = (*look, f"--window-size={size}", f"--screenshot={PICTURES / picture}")
        run(*CHROMIUM, f"--user-data-dir={folder / 'chromium'}", *shot, address)


def main() -> None:
    """Make all pictures."""
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for sample in sorted({sample for sample, *_ in (*SHEETS.values(), *PAGES.values())}):
            shutil.copy(ROOT / "sample_events" / f"{sample}.xlsx", folder)
            subprocess.run(["turnabout", "run", str(folder / f"{sample}.xlsx"), "--quiet"], check=False)
        for sample, options in ON_REQUEST.items():
            run("turnabout", "print", folder / f"{sample}.xlsx", *options)
        for picture, (sample, sheet, area, hidden) in SHEETS.items():
            picture_of_sheet(folder, folder / f"{sample}.xlsx", sheet, area, hidden, PICTURES / picture)
        for picture, (sample, page, height) in PAGES.items():
            source, pdf = folder / f"{sample} prints" / page, folder / "page.pdf"
            run(*CHROMIUM, f"--user-data-dir={folder / 'chromium'}", f"--print-to-pdf={pdf}", source.as_uri())
            draw(pdf, PICTURES / picture, height=height)
        pictures_of_archive(folder)
        pictures_of_site(folder)
        picture_of_desk(folder)


if __name__ == "__main__":
    main()
