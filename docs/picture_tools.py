"""What pictures are made with: Chromium shows pages, LibreOffice shows workbooks, poppler draws what they print."""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from openpyxl import load_workbook
from openpyxl.utils import get_column_letter
from PIL import Image, ImageChops
from python_calamine import CalamineWorkbook

from turnabout_sheets.desk.loop import Desk
from turnabout_sheets.desk.server import serve
from turnabout_sheets.jobs.outcome import prints_folder

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs" / "pictures"
RESOLUTION = 70
SHEET_RESOLUTION = 110
MARGIN = 8
"""Pixels of white around a sheet."""

RESULT_COLUMNS = "DEFG"
"""Where the winners and counts of both games stand on the sheet of a round."""

PATIENCE, SETTLED = 60, 2
"""Seconds that the desk may take for a save; and seconds until its page is as it stays."""

COLORS, PALETTE = 128, "P"
"""How many colors a picture has, no difference to be seen, and a third of the bytes; and how Pillow calls it then."""

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


def shoot(folder: Path, address: str, picture: str, window: str, *look: str) -> None:
    """Show a page as it stands in a browser's ``window``, such as 1280,800 in pixels."""
    shot = (f"--window-size={window}", "--hide-scrollbars", f"--screenshot={PICTURES / picture}")
    run(*CHROMIUM, f"--user-data-dir={folder / 'chromium'}", *look, *shot, address)


def print_page(folder: Path, source: Path, picture: str, height: int = 0) -> None:
    """Show the first sheet of what a page prints, or its upper part (``height`` in points)."""
    pdf = folder / "page.pdf"
    run(*CHROMIUM, f"--user-data-dir={folder / 'chromium'}", f"--print-to-pdf={pdf}", source.absolute().as_uri())
    draw(pdf, PICTURES / picture, height=height)


def type_rows(workbook: Path, sheet: str, rows: Iterable[Sequence[object]], columns: str) -> None:
    """Type into the columns of a sheet, row by row from the second."""
    book = load_workbook(workbook)
    for number, row in enumerate(rows, 2):
        for column, value in zip(columns, row, strict=True):
            book[sheet][f"{column}{number}"] = value
    book.save(workbook)


@contextmanager
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


def pair_first_round(
    folder: Path, workbook: Path, desk: Desk, address: str, before: str, after: tuple[str, int]
) -> None:
    """Have the first round paired, and show the desk's page ``before`` and ``after``; of that also how high."""
    wait_for(workbook, "Standings", "check-in.html")
    shoot(folder, address, before, "1280,340")
    with desk.at_rest() as steps:
        steps.pair_now()
    wait_for(workbook, "Round 1", "round-01-slips.html")
    shoot(folder, address, after[0], f"1280,{after[1]}")


def picture_of_sheet(
    folder: Path,
    workbook: Path,
    sheet: str,
    area: str,
    picture: str,
    hidden: Iterable[int] = (),
    typed: Sequence[Sequence[object]] = (),
) -> None:
    """Show some cells of one sheet, with results ``typed`` into it, as LibreOffice calculates and draws them.

    Columns that are ``hidden`` are told by their numbers, from 1.
    """
    shown = folder / "shown.xlsx"
    shutil.copy(workbook, shown)
    type_rows(shown, sheet, typed, RESULT_COLUMNS)
    book = load_workbook(shown)
    page = book[sheet]
    page.print_area = area
    book.move_sheet(page, -book.index(page))  # what is in front is printed on the first page
    for letter in map(get_column_letter, hidden):
        page.column_dimensions[letter].hidden = True
    page.page_setup.paperSize = page.PAPERSIZE_A4
    page.page_margins.left = page.page_margins.right = page.page_margins.top = page.page_margins.header = 0.2
    book.save(shown)
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    run("soffice", profile, "--headless", "--convert-to", "pdf", "--outdir", folder, shown)
    rows = int("".join(filter(str.isdigit, area.split(":")[1])))
    draw(folder / "shown.pdf", PICTURES / picture, height=30 + 17 * rows, resolution=SHEET_RESOLUTION)
    trim(PICTURES / picture)


def trim(picture: Path) -> None:
    """Cut the white margins of a picture off."""
    with Image.open(picture) as drawn:
        whole = drawn.convert("RGB")
    left, top, right, bottom = ImageChops.invert(whole).getbbox() or (0, 0, *whole.size)
    corner = max(left - MARGIN, 0), max(top - MARGIN, 0)
    whole.crop((*corner, min(right + MARGIN, whole.width), min(bottom + MARGIN, whole.height))).save(picture)


def draw(pdf: Path, picture: Path, height: int = 0, resolution: int = RESOLUTION) -> None:
    """Draw the first page of a PDF, or its upper part (``height`` in points)."""
    cut = ["-x", "0", "-y", "0", "-W", "10000", "-H", str(height * resolution // 72)] if height else []
    run("pdftoppm", "-png", "-singlefile", "-r", str(resolution), *cut, pdf, picture.with_suffix(""))


def shrink() -> None:
    """Have pictures that are new take less room, with fewer colors."""
    for picture in PICTURES.glob("*.png"):
        with Image.open(picture) as drawn:
            if drawn.mode == PALETTE:
                continue
            fewer = drawn.convert("RGB").quantize(COLORS, dither=Image.Dither.NONE)
        fewer.save(picture, optimize=True)
