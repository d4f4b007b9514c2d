"""A whole day of an event as organizers have it, drawn by a seed: nothing in it is a mistake, so nobody is to be asked.

Whatever is done is done twice: in the workbook, and in what is true (`tests.support.truth`). After each run the program
has to say what is true, and no published round may have other pairs than it had.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

from tests.support.books import records
from tests.support.ordinary_acts import DONE, WHILE_IT_WAITS
from tests.support.ordinary_people import NOBODY
from tests.support.organizer import Organizer, digest_of, list_questions
from tests.support.truth import Truth
from turnabout_sheets.changes.log import REMEMBERED
from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.core.problems import has_errors
from turnabout_sheets.formats import load
from turnabout_sheets.jobs.check import check
from turnabout_sheets.jobs.new import Plan, simulate
from turnabout_sheets.jobs.outcome import Options, Outcome
from turnabout_sheets.jobs.state import has_note

MOST_STEPS: Final = 60
KINDS: Final = (
    *(("Turnabout", "swiss"),) * 4,
    ("Turnabout", "round robin"),
    *(("Netrunner", "swiss"),) * 2,
    *(("Duplicate Magic", "movement"),) * 2,
)
"""Formats and methods of pairing, as often as they are drawn."""


class Day:
    """One day. ``told`` says what was done, for whoever reads that something went wrong.

    A ``short`` one has few players, and few runs. ``resave`` has another program write the workbook again.
    """

    def __init__(
        self, folder: Path, seed: int, *, short: bool = False, resave: Callable[[Path], object] | None = None
    ) -> None:
        self.short = short
        self.resave = resave
        most_players = 10 if short else 40
        self.random = random = Random(f"ordinary day {seed}")
        name, pairing = random.choice(KINDS)
        self.at_once = pairing != "swiss"
        most = min(most_players, 12 if self.at_once else most_players)
        players = random.randint(8, random.choice((min(12, most), most, most)))
        self.rounds = 3 if short else random.randint(3, 4 if players < 12 else 5)
        self.home = folder / "Friday.xlsx"
        self.folder = folder
        format = load(name)
        plan = Plan(players, None if self.at_once else self.rounds, 0, f"{seed}", settings={"pairing": pairing})
        simulate(self.home, format, plan)
        self.told = [f"seed {seed}: {name}, {pairing}, {players} players, {self.rounds} rounds"]
        self.hand = Organizer(self.home, name)
        self.truth = Truth(format)
        table = self.hand.players
        self.truth.players = [table.row(n) for n in table.rows]
        self.versions: dict[str, Truth] = {}
        self.open = self.was_open = False
        self.has_ids = random.random() < 0.5
        self.late = self.leaving = self.corrected = 0
        self.pending = False
        self.left = NOBODY

    # How things are done

    def play(self) -> None:
        """Play the whole day, and compute it once more at the end from nothing but what was typed."""
        if self.has_ids:
            self.hand.change("Players", lambda table: [table.put(n, {"player id": f"P{n:02}"}) for n in table.rows])
        self.run()
        for _ in range(MOST_STEPS):
            if self.is_over:
                break
            self.step()
            if not self.truth.running:
                self.run()
        if self.open:
            self.close()
        self.run()
        self.compute_from_scratch()

    @property
    def is_over(self) -> bool:
        return self.truth.running in (0, self.rounds + 1)

    def step(self) -> None:
        """Do a few things, save, and perhaps run."""
        random = self.random
        for _ in range(random.choice((1, 1, 2, 3))):
            each = random.choices(DONE, [each.weight for each in DONE])[0]
            if self.truth.running == 0 or (each.alone and self.pending):
                self.run()
            if self.truth.running > self.hand.last_round:
                self.wait_for_the_sheet()
            if self.is_over:
                return
            said = each.what(self)
            if said:
                self.told.append(said)
                self.pending = True
            if said and each.alone:
                self.run()
        if random.random() < (0.2 if self.short else 0.6):
            self.run()
        else:
            self.save()

    def save(self) -> None:
        """Save what was typed."""
        self.hand.save()
        self.remember()

    def remember(self) -> None:
        """Remember what was true when the workbook was as it is."""
        self.versions[digest_of(self.hand.workbook)] = self.truth.copy()

    def run(self) -> Outcome:
        """Save and run; nothing may be asked, and all that is said must be true."""
        self.save()
        waits = self.truth.running > self.hand.last_round
        remembers = REMEMBERED.name in self.hand.book.sheets
        alike = remembers and not (self.open or self.was_open or waits or has_note(self.hand.workbook))
        self.was_open = self.open
        elsewhere = self.random.random() < (0.04 if self.short else 0.1) and alike and self.run_elsewhere()
        outcome = self.hand.run(Options(sheets_may_wait=True))
        self.told.append(f"run: exit {outcome.exit}, paired {[new.number for new in outcome.computed.paired]}")
        self.require_fine(outcome)
        self.pending, self.corrected = False, 0
        self.remember()
        assert not elsewhere or elsewhere.read_bytes() == self.hand.workbook.read_bytes(), self.fail("other bytes")
        if self.random.random() < (0.05 if self.short else 0.15):
            before = self.hand.workbook.read_bytes()
            again = self.hand.run(Options(sheets_may_wait=True))
            self.require_fine(again)
            assert (again.computed.paired, self.hand.workbook.read_bytes() == before) == ([], True), self.fail(
                "a second run"
            )
        return outcome

    def run_elsewhere(self) -> Path:
        """Run a copy in another folder, which must come to the same."""
        copy = self.folder / "elsewhere" / self.hand.workbook.name
        shutil.rmtree(copy.parent, ignore_errors=True)
        copy.parent.mkdir()
        shutil.copy(self.hand.workbook, copy)
        Organizer(copy, self.hand.format).run()
        return copy

    def require_fine(self, outcome: Outcome) -> None:
        """Hold what a run has said against what is true."""
        assert not list_questions(outcome), self.fail("asked", list_questions(outcome))
        assert outcome.exit is ExitCode.DONE, self.fail(outcome.computed.problems)
        assert not has_errors(outcome.computed.problems), self.fail(outcome.computed.problems)
        assert outcome.computed.event is not None
        known, paired = {*self.truth.rounds}, {new.number for new in outcome.computed.new_rounds}
        begins = not known  # rounds that are paired at once are there from the beginning
        wrong = self.truth.compare(outcome.computed.event)
        assert not wrong, self.fail(*wrong)
        assert begins or {*self.truth.rounds} - known <= paired, self.fail("a round that nobody has paired")
        if not outcome.waiting:
            wrong = self.truth.compare_points(records(self.hand.workbook, "Standings"))
            assert not wrong, self.fail(*wrong)

    def compute_from_scratch(self) -> None:
        """Read the workbook without all that is remembered of it, in another folder: it comes to the same."""
        copy = self.folder / "scratch" / self.home.name
        copy.parent.mkdir()
        shutil.copy(self.hand.workbook, copy)
        before = records(copy, "Standings")
        alone = Organizer(copy, self.hand.format)
        alone.forget()
        alone.save()
        outcome = check(copy)
        assert outcome.event is not None
        assert self.truth.compare(outcome.event) == []
        assert alone.run(Options(pair=False)).exit is ExitCode.DONE
        assert records(copy, "Standings") == before

    @property
    def lock(self) -> Path:
        """The file by which LibreOffice says that it has the workbook open."""
        return self.hand.workbook.with_name(f".~lock.{self.hand.workbook.name}#")

    def wait_for_the_sheet(self) -> None:
        """A round is published, and the workbook is still open: perhaps something is typed before it is closed."""
        if self.random.random() < 0.4:
            self.told.append(self.random.choice(WHILE_IT_WAITS)(self))
            self.run()
        self.close()

    def close(self) -> None:
        """Close the workbook: what waits goes in."""
        self.open = False
        self.lock.unlink(missing_ok=True)
        self.told.append("closed")
        self.run()

    def fail(self, *why: object) -> str:
        return "\n".join([*self.told, *map(str, why)])

    def add_late(self, name: str) -> None:
        self.late += 1
        self.truth.players.append({"player": name, "scoring option": ""})

    def pick(self, rows: list[int]) -> int:
        return self.random.choice(rows)
