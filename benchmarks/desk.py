"""How soon the desk shows a save, and what it takes when idle:  python -m benchmarks.desk  (or  make bench).

A desk is started as an organizer does it, and its page opened in Chromium. Then a result is typed and saved, over and
over, in the manner of Excel, which keeps the workbook open meanwhile: so the sheets wait, and nothing but the page is
made. A save counts from the moment at which the file has its name to the one at which the page has the result in it, by
the clock of the page. Then nobody does anything, for --idle seconds (600 tell more): what the desk takes of the
processor in that time is told for a minute, and so is what the browser takes, with all of its processes.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.run import environment, turnabout
from tests.desk.desks import edit, save_like_excel
from tests.prints.browser import Chromium
from turnabout_sheets.formats.turnabout.format import TURNABOUT
from turnabout_sheets.jobs.simulate import Plan, simulate

ROUNDS = 6
CALM = 2.0
"""Seconds in which a desk that has nothing more to do takes next to nothing of the processor."""
NEXT_TO_NOTHING = 0.1
"""How many seconds of the processor."""

WATCH = """(() => {{
  window.shown = 0;
  const told = () => document.getElementById("changes")?.textContent.includes("{count}");
  const watcher = new MutationObserver(() => {{
    if (!window.shown && told()) window.shown = performance.timeOrigin + performance.now();
  }});
  watcher.observe(document.body, {{subtree: true, childList: true, characterData: true}});
}})()"""
"""What notes in the page when it shows a count, in milliseconds since 1970."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print a line for each size."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.desk")
    parser.add_argument("--players", type=int, nargs="+", default=[64, 1000])
    parser.add_argument("--saves", type=int, default=10)
    parser.add_argument("--idle", type=float, default=60, help="seconds in which nobody does anything")
    asked = parser.parse_args(arguments)
    for players in asked.players:
        with tempfile.TemporaryDirectory() as name, start_browser() as browser:
            workbook = Path(name) / "event.xlsx"
            missing = players // 2
            simulate(workbook, TURNABOUT, Plan(players=players, rounds=ROUNDS, played=ROUNDS - 1, missing=missing))
            with start_desk(workbook) as (desk, address):
                browser.open(address)
                browser.wait_for('document.getElementById("outstanding")?.hidden === false')
                workbook.with_name(f"~${workbook.name}").write_bytes(b"\x03Kit")
                seconds = [measure_save(desk.pid, browser, workbook, 101 + number) for number in range(asked.saves)]
                wait_until_calm(desk.pid)
                busy = measure_idle([desk.pid, browser.process.pid], asked.idle)
        print(f"{players:,} players, {asked.saves} saves, from save to page: {describe_seconds(seconds)}")
        print(f"  idle for {asked.idle:g} s, of the processor in a minute: {describe_busy(busy, asked.idle)}")


def measure_save(desk: int, browser: Chromium, workbook: Path, count: int) -> float:
    """Save a result with a count that was not there before, and return the seconds until the page shows it."""
    data = edit(workbook.read_bytes(), F2="A", G2=count, H2="B", I2=4)
    wait_until_calm(desk)  # after the page, it makes those that are to be printed
    browser.ask(WATCH.format(count=count))
    save_like_excel(workbook, data)
    saved = time.time()
    browser.wait_for("window.shown > 0")
    return float(browser.ask("window.shown")) / 1000 - saved


def measure_idle(processes: Sequence[int], seconds: float) -> list[float] | None:
    """Return what processes take of the processor in so many seconds; None where the system does not tell."""
    before = [find_busy(process) for process in processes]
    time.sleep(seconds)
    after = [find_busy(process) for process in processes]
    return [now - then for now, then in zip(after, before, strict=True)] if any(after) else None


def wait_until_calm(process: int) -> None:
    """Wait until a process has nothing more to do."""
    before, now = -1.0, 0.0
    while now - before > NEXT_TO_NOTHING:
        time.sleep(CALM)
        before, now = now, find_busy(process)


def find_busy(process: int) -> float:
    """Return the processor's seconds of a process and of all that it has started and that run; 0 if nobody tells."""
    parents, ticks = {}, {}
    for file in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it has just ended
            told = file.read_text().rpartition(")")[2].split()
            number = int(file.parent.name)
            parents[number], ticks[number] = int(told[1]), int(told[11]) + int(told[12])
    family = {process}
    while more := {child for child, parent in parents.items() if parent in family} - family:
        family |= more
    return sum(ticks.get(each, 0) for each in family) / os.sysconf("SC_CLK_TCK") if ticks else 0.0


def describe_seconds(seconds: Sequence[float]) -> str:
    """Return what is printed of what saves took."""
    return f"median {statistics.median(seconds):.2f} s, worst {max(seconds):.2f} s"


def describe_busy(busy: Sequence[float] | None, seconds: float) -> str:
    """Return what is printed of what the desk and the browser took."""
    if busy is None:
        return "not told"
    desk, browser = (each / seconds * 60 for each in busy)
    return f"desk {desk:.2f} s, browser {browser:.2f} s"


@contextlib.contextmanager
def start_browser() -> Iterator[Chromium]:
    """Have a browser of our own, in which nothing else is open."""
    browser = Chromium(in_window=True)
    try:
        yield browser
    finally:
        browser.close()


@contextlib.contextmanager
def start_desk(workbook: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Start the desk of a workbook; give its process, and the address of its page."""
    command = turnabout("watch", str(workbook), "--no-browser")
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment()) as desk:
        assert desk.stdout is not None
        try:
            yield desk, desk.stdout.readline().strip()
        finally:
            desk.kill()


if __name__ == "__main__":
    main()
