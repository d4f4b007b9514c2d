"""States that a run can leave an event in."""

from __future__ import annotations

from pathlib import Path

from tests.event.worked_events import drawn, sweep
from tests.reading.grids import event_sheet, match, players, results_sheet, round_sheet
from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.event.results import Results
from turnabout_sheets.formats.turnabout.format import TURNABOUT
from turnabout_sheets.jobs.next_step import NextStep
from turnabout_sheets.jobs.outcome import RunOutcome
from turnabout_sheets.sheets.grid import Grid

FOUR = ("Ann", "Ben", "Cy", "Dee")


FIRST = round_sheet(1, sweep("Ann", "Ben"), sweep("Cy", "Dee"))


SECOND = (match("Ann", "Cy"), match("Ben", "Dee"))


THIRTY = tuple(f"P{number}" for number in range(30))


NONE_YET = tuple(match(a, b) for a, b in zip(THIRTY[::2], THIRTY[1::2], strict=True))


GONE = tuple({"Player": name, "Dropped after": 1} for name in FOUR[1:])


FINAL = "The event is finished. Next: "


CLOSE = (
    "Round 2 cannot be paired: too few players are left. Next: set Rounds on the sheet Event to 1 if the event is over,"
    " otherwise correct Dropped after or Away on the sheet Players, save, and run again."
)


STATES: dict[str, tuple[tuple[Grid, ...], NextStep, str]] = {
    "nobody": (
        (event_sheet(), players("Ann")),
        NextStep.LIST_PLAYERS,
        "Next: type the names of two players or more into the sheet Players, save, and run again.",
    ),
    "nothing paired": (
        (event_sheet(), players(*FOUR)),
        NextStep.PAIR,
        '4 players so far. Next: when the list is complete, pair round 1 with: turnabout run "My cup.xlsx"',
    ),
    "nothing paired by hand": (
        (event_sheet(pairing="manual"), players(*FOUR)),
        NextStep.TYPE_PAIRINGS,
        "Next: type the pairings into the sheet Round 1, save, and run again.",
    ),
    "no result yet": (
        (event_sheet(), players(*FOUR), FIRST, round_sheet(2, *SECOND)),
        NextStep.TYPE_RESULTS,
        "Next: type the results into the sheet Round 2, save, and run again.",
    ),
    "a result missing": (
        (event_sheet(), players(*FOUR), FIRST, round_sheet(2, sweep("Ann", "Cy"), match("Ben", "Dee"))),
        NextStep.TYPE_RESULTS,
        "The result of table 2 is missing. Next: type the results into the sheet Round 2, save, and run again.",
    ),
    "results missing of all rounds on one sheet": (
        (event_sheet(), players(*FOUR), results_sheet([sweep("Ann", "Ben"), match("Cy", "Dee", table="")], SECOND)),
        NextStep.TYPE_RESULTS,
        "Round 1: The result of Cy – Dee is missing. Round 2: The results of tables 1 and 2 are missing. "
        "Next: type the results into the sheet Results, save, and run again.",
    ),
    "many results missing": (
        (event_sheet(), players(*THIRTY), round_sheet(1, *NONE_YET[:14], sweep("P28", "P29"))),
        NextStep.TYPE_RESULTS,
        "14 results are missing. Next: type the results into the sheet Round 1, save, and run again.",
    ),
    "all in, and not paired": (
        (event_sheet(), players(*FOUR), FIRST),
        NextStep.PAIR,
        'Every result of round 1 is in. Next: pair round 2 with: turnabout run "My cup.xlsx"',
    ),
    "all in, to be paired by hand": (
        (event_sheet(pairing="manual"), players(*FOUR), FIRST),
        NextStep.TYPE_PAIRINGS,
        "Every result of round 1 is in. Next: type the pairings into the sheet Round 2, save, and run again.",
    ),
    "one is left": (
        (event_sheet(), players("Ann", *GONE), FIRST),
        NextStep.CLOSE,
        CLOSE,
    ),
    "nobody is left": (
        (event_sheet(), players({"Player": "Ann", "Dropped after": 1}, *GONE), FIRST),
        NextStep.CLOSE,
        CLOSE,
    ),
    "undecided": (
        (
            event_sheet(pairing="single elimination"),
            players(*FOUR),
            round_sheet(1, drawn("Ann", "Dee"), sweep("Ben", "Cy")),
        ),
        NextStep.DECIDE,
        "Next: enter in the column Ruling who advances from the drawn match, save, and run again.",
    ),
    "finished": (
        (event_sheet(rounds=1, date="2026-05-31"), players(*FOUR), FIRST),
        NextStep.ARCHIVE,
        f"{FINAL}print standings-after-round-01.html and"
        " report.html in the folder My cup prints, and archive the event with: "
        'turnabout archive add "My cup.xlsx"',
    ),
    "finished without a day": (
        (event_sheet(rounds=1), players(*FOUR), FIRST),
        NextStep.ARCHIVE,
        f"{FINAL}fill in Date on the sheet Event, save, print standings-after-round-01.html and"
        " report.html in the folder My cup prints, and archive the event"
        ' with: turnabout archive add "My cup.xlsx"',
    ),
}


def after_a_run(found: Results, exit: ExitCode = ExitCode.DONE) -> RunOutcome:
    prints = Path("My cup prints")
    return RunOutcome(Path("My cup.xlsx"), exit, found.event, TURNABOUT, [], results=found, prints=prints)
