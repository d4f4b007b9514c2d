"""What a reader of each page of the documentation has before a command is typed as it stands there."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from tests.killing import files_in
from tests.support.books import SAMPLES, edit
from tests.support.commands import turnabout

Preparation = Callable[[], object]

LIST: Final = "Vorname;Nachname;DWZ;Verein;Ort\n" + "".join(
    f"{first};{last};{rating};Nord;Kiel\n"
    for rating, (first, last) in enumerate(
        ((first, last) for first in ("Ada", "Ben", "Cy", "Dee", "Eve", "Flo") for last in ("Kay", "Lee", "May", "Roe")),
        1500,
    )
)
"""A list of 24 players, from another program."""

STANDINGS: Final = "Rank\tName\tW\tL\tD\n1\tAda Kay\t2\t0\t0\n2\tBen Lee\t1\t1\t0\n3\tCy May\t0\t2\t0\n"
"""The standings of one event, as another program exports them; of three players, so nobody has an award for it."""

PLACINGS: Final = """Event,Date,Player,Position,Wins,Draws,Losses,Played all rounds
Spring 2021,2021-03-13,Ann Lee,1,3,0,0,yes
Spring 2021,2021-03-13,Ada Marsh,2,2,0,1,yes
Spring 2021,2021-03-13,Ben Olsen,3,1,0,2,yes
Spring 2021,2021-03-13,Cy Roe,4,0,0,3,yes
Autumn 2021,2021-10-02,Ann Lee,1,3,0,0,yes
Autumn 2021,2021-10-02,Ada Marsch,2,2,0,1,yes
Autumn 2021,2021-10-02,Ben Olsen,3,1,0,2,yes
Autumn 2021,2021-10-02,Cy Roe,4,0,0,3,yes
"""


class Reader(NamedTuple):
    """Who reads a page: what is there at first, and before a line; how the gaps of a line are filled; how it ends."""

    first: tuple[Preparation, ...] = ()
    before: Mapping[str, tuple[Preparation, ...]] = {}
    typed: Mapping[str, str] = {}
    """What is typed for a line with names that only stand for something, such as FOLDER."""
    workbook: str = "Friday.xlsx"
    """What ``…`` stands for."""
    exit: Mapping[str, int] = {}
    """How lines end that do not end with 0."""


def odd_day(workbook: str) -> Preparation:
    """Prepare a workbook of which there is a warning: its date may mean two days."""
    return lambda: edit(Path(workbook), {"Event": {"B3": "5/6/26"}})


def sample(name: str, workbook: str) -> Preparation:
    """Prepare a workbook as one of the sample events."""

    def prepare() -> None:
        Path(workbook).parent.mkdir(exist_ok=True)
        shutil.copy(SAMPLES / f"{name}.xlsx", workbook)

    return prepare


def write(name: str, text: str) -> Preparation:
    """Prepare a file, in a folder that need not be there."""

    def prepare() -> None:
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(text, "utf-8")

    return prepare


def folder(name: str) -> Preparation:
    """Prepare a folder."""
    return partial(Path(name).mkdir, parents=True)


def did(*words: str) -> Preparation:
    """Prepare what a command makes."""

    def prepare() -> None:
        done = turnabout(*words)
        assert done.exit_code == 0, done.output

    return prepare


@cache
def _run_in_progress(workbook: str) -> Mapping[str, bytes]:
    """Return the event in progress after its next run, and what lies beside it then, by name."""
    with TemporaryDirectory() as name:
        shutil.copy(SAMPLES / "in-progress.xlsx", Path(name, workbook))
        assert turnabout("run", Path(name, workbook)).exit_code == 0
        return files_in(Path(name))


def played(workbook: str) -> Preparation:
    """Prepare a workbook as an event whose third round is being played."""

    def prepare() -> None:
        for name, data in _run_in_progress(workbook).items():
            Path(name).parent.mkdir(exist_ok=True)
            Path(name).write_bytes(data)

    return prepare


def typed(workbook: str, **sheets: Mapping[str, object]) -> Preparation:
    """Prepare a workbook by typing into cells of sheets."""
    return partial(edit, Path(workbook), sheets)


def gone(name: str) -> Preparation:
    """Take a file away."""
    return Path(name).unlink


SUMMER, FRIDAY, NINE, CITY = "Summer Turnabout.xlsx", "Friday.xlsx", "Nine Tables.xlsx", "City Open.xlsx"
MY, SPRING = "My event.xlsx", "Spring Turnabout.xlsx"

PLAYED: Final = (played(FRIDAY),)
"""An event whose third round is being played."""

READERS: Final[Mapping[str, Reader]] = {
    "README.md": Reader((sample("in-progress", "sample_events/in-progress.xlsx"),)),
    "archive.md": Reader(
        first=(
            sample("finished", SPRING),
            write("old/placings.csv", PLACINGS),
            write("players.csv", LIST),
            write("standings-2009.xls", STANDINGS),  # text under that name, as other programs export it
        ),
        before={
            "turnabout archive add WORKBOOK…": (
                did("simulate", "Winter.xlsx", "--players", "8", "--date", "2026-01-10"),
                typed(SPRING, Adjustments={"A3": "Omar Lopes", "B3": 5, "C3": 4}),  # so it is added again, corrected
            ),
            "turnabout archive redo": (did("archive", "undo"),),
            "turnabout archive people --from Ratings.xlsx": (
                did("archive", "ratings", "--workbook", "Ratings.xlsx"),
                typed("Ratings.xlsx", People={"K2": "Ada Marsh"}),
            ),
        },
        typed={
            "turnabout archive add WORKBOOK…": "turnabout archive add Winter.xlsx",
            "turnabout archive import FOLDER": "turnabout archive import old",
            "turnabout archive why NAME": 'turnabout archive why "Ann Lee"',
            "turnabout archive remove EVENT": 'turnabout archive remove "Autumn 2021"',
            "turnabout archive export FOLDER": "turnabout archive export tables",
            "turnabout archive show EVENT --workbook FILE": "turnabout archive show 1 --workbook kept.xlsx",
        },
    ),
    "desk.md": Reader(
        (sample("in-progress", FRIDAY),),
        before={
            "turnabout restore … 1": (did("run", FRIDAY),),
            "turnabout run … --accept 1": (odd_day(FRIDAY),),
            "turnabout pair … --round 3 --anew": (did("run", FRIDAY),),
        },
    ),
    "duplicate.md": Reader(
        before={
            f'turnabout run "{NINE}"': (sample("duplicate", NINE),),
            f'turnabout pair "{NINE}" --add "Zoe Young"': (
                gone(NINE),
                did("simulate", NINE, "--format", "Duplicate Magic", "--players", "9", "--played", "1"),
            ),
        }
    ),
    "entering-results.md": Reader(PLAYED),
    "guide.md": Reader(
        first=(write("list.csv", LIST), write("late.csv", "Player\nZoe Late\n")),
        before={
            f'turnabout new "{SUMMER}" --players list.csv': (gone(SUMMER),),
            f'turnabout archive add "{SUMMER}"': (sample("finished", SUMMER),),
            'turnabout why "…" "Paula Kim"': (sample("finished", SUMMER),),
            'turnabout add "…" --players late.csv': (played(SUMMER),),
        },
        workbook=SUMMER,
    ),
    "netrunner.md": Reader(before={f'turnabout run "{CITY}"': (sample("netrunner", CITY),)}),
    "log.md": Reader(PLAYED),
    "pairing.md": Reader((played(SUMMER),), workbook=SUMMER),
    "printing.md": Reader(PLAYED),
    "publishing.md": Reader(
        (sample("in-progress", FRIDAY), sample("netrunner", CITY), folder("C"), folder("D/Club/Nextcloud"))
    ),
    "rules.md": Reader(PLAYED),
    "safety.md": Reader(
        first=(*PLAYED, sample("finished", "ev.xlsx")),
        typed={
            "turnabout restore FILE": f'turnabout restore "{FRIDAY}"',
            "turnabout restore FILE 1": f'turnabout restore "{FRIDAY}" 1',
        },
    ),
    "start.md": Reader((sample("in-progress", FRIDAY),)),
    "why.md": Reader((sample("finished", SPRING), did("archive", "add", SPRING)), workbook=SPRING),
    "templates.md": Reader((sample("in-progress", FRIDAY), write("my templates/words.toml", ""))),
    "when-something-is-wrong.md": Reader(
        first=(*PLAYED, sample("finished", SPRING)),
        before={
            "turnabout archive list --archive FILE": (did("archive", "add", SPRING),),
            'turnabout archive why "Carla Silva"': (did("archive", "add", FRIDAY, "--provisional"),),
        },
        typed={"turnabout archive list --archive FILE": "turnabout archive list --archive turnabout-archive.sqlite"},
    ),
    "what-if.md": Reader((sample("in-progress", FRIDAY),)),
}
"""Readers by page; who reads another one has nothing."""
