"""A workbook whose log was forged does not pass: by itself, in the run after it, or beside a digest written down."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from tests.changes.logs import delete_sheet, forge, read_memory, remembered, run
from tests.dose import dose
from tests.support.books import cells, edit, enter_results
from tests.support.commands import turnabout
from turnabout_sheets.changes.log import digest_line, read_lines, seal, write_lines
from turnabout_sheets.core.backups import list_backups
from turnabout_sheets.core.command_line import ExitCode

pytestmark = [pytest.mark.slow, pytest.mark.soak]

LETTERS: Final = "ABCDEFGHI"
"""The columns of the sheet Log."""

Forging = Callable[[Path, Path, Random], None]
"""What is done to a workbook; the second path is that of an earlier state of it, with its own log."""


# What is forged


def exchange_result(workbook: Path, _: Path, random: Random) -> None:
    """Change a result of a round, and what is remembered of it, so that no run finds anything changed."""
    changed = Path(shutil.copy(workbook, workbook.with_name("changed.xlsx")))
    edit(changed, choose_result(changed, random))
    run(changed, "--no-pair", "--output", str(workbook.with_name("other.xlsx")), "--overwrite")
    texts = read_memory(workbook.with_name("other.xlsx"))
    changed.replace(workbook)
    sheets = {what: text for what, text in texts.items() if what.startswith("sheet ")}
    assert sheets != {what: text for what, text in read_memory(workbook).items() if what in sheets}
    forge(workbook, lambda there: there.update(sheets))


def choose_result(workbook: Path, random: Random) -> dict[str, dict[str, Any]]:
    """Return a change of a count in a round that is over, to another one."""
    sheet = random.choice(["Round 1", "Round 2"])
    rows = [number for number, row in enumerate(cells(workbook, sheet), 1) if isinstance(row[6], int | float)]
    row = random.choice(rows)
    return {sheet: {f"G{row}": (int(cells(workbook, sheet)[row - 1][6]) + random.randrange(1, 20)) % 40}}


def forge_lines(change: Callable[[list[Any], Random], object]) -> Forging:
    """Return how the lines that are remembered are forged; nothing else is set right."""

    def forging(workbook: Path, _: Path, random: Random) -> None:
        def alter(texts: dict[str, str]) -> None:
            lines = json.loads(texts["lines"])
            change(lines, random)
            texts["lines"] = json.dumps(lines)

        forge(workbook, alter)

    return forging


def alter_line(lines: list[Any], random: Random) -> None:
    """Alter a text of a line, or of one of its cells."""
    line = random.choice(lines)
    texts = random.choice([*line[8], line])
    place = random.randrange(1, 6)
    texts[place] = f"{texts[place]}1"


def delete_line(lines: list[Any], random: Random) -> None:
    lines.pop(random.randrange(len(lines)))


def cut_lines(lines: list[Any], random: Random) -> None:
    del lines[random.randrange(1, len(lines)) :]


def move_line(lines: list[Any], random: Random) -> None:
    one, other = random.sample(range(len(lines)), 2)
    lines[one], lines[other] = lines[other], lines[one]


def double_line(lines: list[Any], random: Random) -> None:
    place = random.randrange(len(lines))
    lines.insert(random.randrange(len(lines) + 1), lines[place])


def alter_row(workbook: Path, _: Path, random: Random) -> None:
    """Alter a cell of the sheet Log."""
    row = random.randrange(2, len(list_rows(workbook)) + 2)
    edit(workbook, {"Log": {f"{random.choice(LETTERS)}{row}": f"other {random.random()}"}})


def type_rows(change: Callable[[list[Any], Random], object]) -> Forging:
    """Return how the rows of the sheet Log are forged."""

    def forging(workbook: Path, _: Path, random: Random) -> None:
        rows = list_rows(workbook)
        before = len(rows)
        change(rows, random)
        rows += [[None] * len(LETTERS)] * (before - len(rows))
        edit(
            workbook,
            {"Log": {f"{letter}{n}": row[i] for n, row in enumerate(rows, 2) for i, letter in enumerate(LETTERS)}},
        )

    return forging


def list_rows(workbook: Path) -> list[list[Any]]:
    rows = [list(row[: len(LETTERS)]) for row in cells(workbook, "Log")[1:]]
    return [[None if value == "" else value for value in row] for row in rows if any(value != "" for value in row)]


def remove(sheet: str) -> Forging:
    return lambda workbook, _, random: delete_sheet(sheet)(workbook)


def remember_older(workbook: Path, earlier: Path, _: Random) -> None:
    """Exchange the hidden sheet for that of an earlier state, with its seal."""
    forge(workbook, lambda texts: (texts.clear(), texts.update(read_memory(earlier))))


def alter_published(workbook: Path, _: Path, random: Random) -> None:
    """Rename somebody in the rounds as they were published."""
    published = read_memory(workbook)["rounds"]
    name = random.choice([row[0] for row in cells(workbook, "Players")[1:] if f'"{row[0]}"' in published])
    forge(workbook, lambda texts: texts.update(rounds=published.replace(f'"{name}"', f'"{name} X"')))


def damage(workbook: Path, _: Path, random: Random) -> None:
    forge(workbook, lambda texts: texts.update(lines=texts["lines"][: random.randrange(len(texts["lines"]))]))


INCOMPLETE: Final[Sequence[Forging]] = (
    exchange_result,
    *map(forge_lines, (alter_line, delete_line, cut_lines, move_line, double_line)),
    alter_row,
    *map(type_rows, (delete_line, cut_lines, move_line, double_line)),
    *map(remove, ("Log", "Remembered")),
    remember_older,
    alter_published,
    damage,
)
"""What no longer holds together by itself."""


def reseal(workbook: Path) -> None:
    """Compute all digests anew, as somebody would who has the program."""

    def change(texts: dict[str, str]) -> None:
        lines, before = [], ""
        for line in read_lines(texts["lines"]):
            before = digest_line(line, before)
            lines.append(line._replace(digest=before))
        texts.pop("state")
        texts["lines"] = write_lines(lines)
        texts["state"] = seal(lines, texts)

    forge(workbook, change)
    shown = sorted(remembered(workbook).lines, key=lambda line: -line.run)
    rows = {f"{letter}{row}": None for row in range(2, len(list_rows(workbook)) + 2) for letter in LETTERS}
    rows |= {f"{LETTERS[i]}{row}": text for row, line in enumerate(shown, 2) for i, text in enumerate(line.shown)}
    edit(workbook, {"Log": rows})


def resealed(forging: Forging) -> Forging:
    def complete(workbook: Path, earlier: Path, random: Random) -> None:
        forging(workbook, earlier, random)
        reseal(workbook)

    return complete


def take_older_log(workbook: Path, earlier: Path, random: Random) -> None:
    """Exchange both sheets for those of an earlier state."""
    remember_older(workbook, earlier, random)
    reseal(workbook)


def begin_anew(workbook: Path, *_: Any) -> None:
    """Take both sheets out, so that the next run begins the log."""
    for sheet in ("Log", "Remembered"):
        delete_sheet(sheet)(workbook)


COMPLETE: Final[Sequence[Forging]] = (
    *map(resealed, (exchange_result, *map(forge_lines, (alter_line, delete_line, cut_lines)), alter_published)),
    take_older_log,
    begin_anew,
)
"""What holds together by itself, because all digests are computed anew: a digest written down finds it."""


# What finds it


def check(workbook: Path) -> tuple[int, str]:
    """Return how ``log --check`` ends, and the digest that it says; what it says else where it says none."""
    done = turnabout("log", workbook, "--check")
    said = re.search(r"the digest is ([0-9a-f ]+)\.", done.output)
    return done.exit_code, said[1] if said else done.output.replace(workbook.name, "FILE")


def play(folder: Path, begun: Path, random: Random) -> tuple[Path, Path]:
    """Return a workbook with a log of several runs, its pages beside it, and its state before the last of them."""
    workbook = Path(shutil.copy(begun, folder / begun.name))
    edit(workbook, choose_result(workbook, random))
    run(workbook, "--no-pair")
    earlier = Path(shutil.copy(workbook, folder / "earlier.xlsx"))
    enter_results(workbook, 3)
    edit(workbook, {**choose_result(workbook, random), "Event": {"B4": f"Hall {random.randrange(100)}"}})
    run(workbook, *random.choice([(), ("--no-pair",)]))
    return workbook, earlier


def change_honestly(workbook: Path, random: Random) -> None:
    """Do what an organizer does before the next run, who knows of nothing."""
    edit(workbook, {**choose_result(workbook, random), "Event": {"B4": f"Room {random.randrange(100)}"}})


@pytest.fixture(scope="module")
def played(corrected_to_copy: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a workbook, its pages, its versions, and its state before the last run."""
    workbook, _ = play(tmp_path_factory.mktemp("played"), corrected_to_copy, Random("played"))
    return workbook.parent


def run_later(workbook: Path, random: Random) -> tuple[int, str]:
    """Have the organizer go on, who knows of nothing; return how the run ends and what it says, in one line."""
    change_honestly(workbook, random)
    done = turnabout("run", workbook, "--no-pair")
    return done.exit_code, " ".join(done.output.split())


def test_forged_workbooks_are_found(played: Path, tmp_path: Path) -> None:
    """What does not hold together, check and run say; what does, has another digest than was written down.

    That it has not is seen after an honest run, too, in the version that was kept of what was there before.
    """
    for turn in range(dose(4, 161)):
        random = Random(f"forged {turn}")
        forgings = (*INCOMPLETE, *COMPLETE)
        forging = forgings[turn % len(forgings)] if dose(False, True) else random.choice(forgings)
        shutil.copytree(played, folder := tmp_path / str(turn))
        workbook, earlier = folder / "Friday.xlsx", folder / "earlier.xlsx"
        ended, written_down = check(workbook)
        assert ended == 0
        forging(workbook, earlier, random)
        ended, said = found = check(workbook)
        if forging in INCOMPLETE:
            assert ended == ExitCode.PROBLEMS, (turn, said)
        assert said != written_down, turn
        ended, told = run_later(workbook, random)
        if ended == ExitCode.DONE:
            if forging in INCOMPLETE:
                assert " ".join(said.removeprefix("Error: ").split()) in told, (turn, said, told)
            assert check(list_backups(workbook)[0].path) == found, turn
        else:
            assert "was published" in told, (turn, told)
        shutil.rmtree(folder)


def test_honest_workbooks_are_not(corrected_to_copy: Path, tmp_path: Path) -> None:
    for turn in range(dose(1, 20)):
        random = Random(f"honest {turn}")
        folder = tmp_path / str(turn)
        folder.mkdir()
        workbook, _ = play(folder, corrected_to_copy, random)
        for _ in range(3):
            before = check(workbook)
            assert before[0] == 0
            ended, told = run_later(workbook, random)
            assert (ended, "did not hold together" in told, "is gone" in told) == (0, False, False), told
            kept = list_backups(workbook)[0].path.replace(folder / "Friday kept.xlsx")
            assert check(kept) == before
