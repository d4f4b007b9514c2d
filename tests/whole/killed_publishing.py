"""Kills the publishing of a round at chosen moments:  python -m tests.whole.killed_publishing FOLDER KILLS

The workbook is open while its next round is published. After each kill a result is corrected, so that the round would
be paired otherwise now; then the workbook is closed, and run. What goes in has to be what the pages show, if any page
of the round was there, and nothing may be left behind. Then the run that puts it in is killed at such moments, too: the
workbook is as before, and the round kept, or it is as after. Prints how many kills of both kinds there were, of how
many moments, and how often the round was kept then; fails with what it found if anything was ever different.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from html import unescape
from pathlib import Path
from typing import Final

from tests.killing import bring_back, choose_moments, files_in, finish, kill_at, list_moments
from tests.support.books import SAMPLES, edit, records
from tests.whole.killed_commands import age, is_leftover
from turnabout_sheets.jobs.outcome import Options
from turnabout_sheets.jobs.run import run

EVENT: Final = Path("work", "event.xlsx")
PRINTS: Final = EVENT.with_name("event prints")
KEPT: Final = EVENT.parent / "event backups" / "round 03.json"
LOCK: Final = EVENT.with_name("~$event.xlsx")

CORRECTION: Final = {"Round 2": {"F2": "B", "G2": 40, "H2": "B", "I2": 40}}
"""What changes who meets whom in round 3."""

_ROW: Final = re.compile(r"<tr[^>]*>(.*?)</tr>", re.DOTALL)
_NAME: Final = re.compile(r"<bdi>(.*?)</bdi>")


def publish() -> None:
    """Publish the round while the workbook is open."""
    run(EVENT, Options(sheets_may_wait=True))


def put_in() -> None:
    """Run after the workbook was closed."""
    run(EVENT, Options())


def seats() -> set[frozenset[str]]:
    """Return who meets whom on the sheet of the round, but for who has the bye."""
    pairs = ((row["Player A"], row["Player B"]) for row in records(EVENT, "Round 3"))
    return {frozenset(pair) for pair in pairs if all(pair) and "BYE" not in pair}


def seats_on_page() -> set[frozenset[str]]:
    """Return who meets whom on the page of the tables; who has the bye is not on it."""
    text = (PRINTS / "round-03-pairings-by-table.html").read_text("utf-8")
    rows = (frozenset(map(unescape, _NAME.findall(row))) for row in _ROW.findall(text))
    return {names for names in rows if len(names) == 2 and all(names)}


def require(is_so: bool, *what: object) -> None:
    if not is_so:
        sys.exit(": ".join(map(str, what)))


def try_publishing(kills: int) -> Mapping[str, int]:
    """Kill the run that publishes, correct, close, run; return what `main` tells."""
    files = {EVENT.name: (SAMPLES / "in-progress.xlsx").read_bytes(), LOCK.name: b"\x03Ann"}
    bring_back(EVENT.parent, files)
    code, moments = list_moments(publish)
    require(code == 0 and KEPT.is_file(), "undisturbed", code)
    whole, published = KEPT.read_bytes(), seats_on_page()
    pages = {page.name for page in PRINTS.iterdir() if page.name.startswith("round-03")}
    LOCK.unlink()
    edit(EVENT, CORRECTION)
    KEPT.unlink()
    put_in()
    require(seats_on_page() != published, "the correction changes no pairing")
    kept = 0
    chosen = choose_moments(len(moments), kills)
    for moment in chosen:
        when = f"publishing killed at moment {moment} of {len(moments)} ({moments[moment - 1]})"
        bring_back(EVENT.parent, files)
        if not kill_at(publish, moment):
            continue
        require(EVENT.read_bytes() == files[EVENT.name], when, "the workbook has changed")
        is_there = {page.name for page in PRINTS.iterdir()} & pages if PRINTS.exists() else set()
        require(not is_there or KEPT.is_file(), when, "a page is there, and the round is not kept")
        require(not KEPT.exists() or KEPT.read_bytes() == whole, when, "what is kept is not whole")
        is_kept = KEPT.exists()
        kept += is_kept
        age(EVENT.parent)
        LOCK.unlink()
        edit(EVENT, CORRECTION)
        require(finish(put_in) == 0, when, "the workbook cannot be run")
        require((seats_on_page() == published) == is_kept, when, "not what was published")
        require(seats_on_page() == seats(), when, "the sheet is not as the pages")
        require(not KEPT.exists(), when, "the round is still kept")
        left = [str(path) for path in EVENT.parent.rglob("*") if path.is_file() and is_leftover(path)]
        require(not left, when, left)
    return {"kills": len(chosen), "moments": len(moments), "kept": kept}


def try_putting_in(kills: int) -> Mapping[str, int]:
    """Kill the run that puts the round in, and run again; return what `main` tells."""
    bring_back(EVENT.parent, {EVENT.name: (SAMPLES / "in-progress.xlsx").read_bytes(), LOCK.name: b"\x03Ann"})
    publish()
    LOCK.unlink()
    edit(EVENT, CORRECTION)
    before = files_in(EVENT.parent)
    code, moments = list_moments(put_in)
    require(code == 0 and not KEPT.exists(), "undisturbed", code)
    after, pages = EVENT.read_bytes(), files_in(PRINTS)
    kept = 0
    chosen = choose_moments(len(moments), kills)
    for moment in chosen:
        when = f"putting in killed at moment {moment} of {len(moments)} ({moments[moment - 1]})"
        bring_back(EVENT.parent, before)
        if not kill_at(put_in, moment):
            continue
        require(EVENT.read_bytes() in (before[EVENT.name], after), when, "the workbook is neither old nor new")
        require(KEPT.exists() or EVENT.read_bytes() == after, when, "the round is lost")
        kept += KEPT.exists()
        age(EVENT.parent)
        require(finish(put_in) == 0, when, "the workbook cannot be run")
        require(EVENT.read_bytes() == after and files_in(PRINTS) == pages, when, "not as if nobody had disturbed it")
        require(not KEPT.exists(), when, "the round is still kept")
    return {"kills": len(chosen), "moments": len(moments), "kept": kept}


def main(folder: Path, kills: int) -> None:
    os.chdir(folder)
    bring_back(EVENT.parent, {EVENT.name: (SAMPLES / "in-progress.xlsx").read_bytes()})
    put_in()  # brings everything that it needs into memory
    for name, work in (("publishing", try_publishing), ("putting in", try_putting_in)):
        print(name, *work(kills).values(), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
