"""Agenda points that are missing: what waits for them, and what does not (netrunner 6.5 to 6.7)."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from tests.desk.fake import show_workbook
from tests.netrunner.workbooks import OPEN, Game, match, netrunner, read, round_sheet
from tests.reading.grids import players, save
from tests.support.books import cells, edit
from tests.support.commands import turnabout
from tests.support.recalculation import recalculated
from turnabout_sheets.desk.entry import make_form
from turnabout_sheets.desk.sentences import words_of
from turnabout_sheets.formats.netrunner.scoring import NEEDLESS, list_missing
from turnabout_sheets.sheets.grid import Grid, Raw

A: Game = ("A", "", "")
B: Game = ("B", "", "")
DRAW: Game = ("Draw", "", "")
TYPED: Game = ("A", "", 3)


def grids(*rows: dict[str, Raw], **settings: Raw) -> list[Grid]:
    settings = {"name": "City Open", "date": "2026-10-03", "rounds": 2, **settings}
    return [netrunner(**settings), players("Ada", "Ben", "Cy", "Dee"), round_sheet(1, *rows)]


@pytest.mark.slow
def test_missing_is_what_changes_who_wins_for_some_agenda_points() -> None:
    """Against all agenda points from 0 to 6 in place of those that are missing."""
    # Netrunner 6.5.
    typed = (None, 0, 2, 6)
    event, _ = read(*grids(match("Ada", "Ben", OPEN, OPEN)))
    assert event is not None
    (row,) = event.rows
    seen = set()
    for winners in product(("A", "B", "Draw"), repeat=2):
        for agenda in product(typed, repeat=4):
            each = dict(zip(NEEDLESS, agenda, strict=True)) | {"winner_1": winners[0], "winner_2": winners[1]}
            for name, value in each.items():
                dict.__setitem__(row.fields, name, value)  # type: ignore[index]
            lost = [name for name, (winner, side) in NEEDLESS.items() if each[winner] != side]
            blank = [name for name in lost if each[name] is None]
            ends = set()
            for values in product(range(7), repeat=len(blank)):
                filled = each | dict(zip(blank, values, strict=True))
                a, b = (
                    sum(
                        10 if filled[f"winner_{game}"] == side else filled[f"agenda_{game}_{side.lower()}"]
                        for game in (1, 2)
                    )
                    for side in "AB"
                )
                ends.add((a > b) - (a < b))
            agreed = winners == ("Draw", "Draw") and agenda == (None,) * 4
            assert list_missing(row) == (blank if len(ends) > 1 and not agreed else [])
            seen.add((len(ends), agreed))
    assert {(1, False), (2, False), (3, False), (3, True)} <= seen


@pytest.fixture
def not_kept(tmp_path: Path) -> Path:
    """A workbook of an event that does not keep agenda points, with its first round."""
    workbook = save(tmp_path / "event.xlsx", *grids(agenda_points="not kept", rounds=1)[:2])
    assert turnabout("run", workbook).exit_code == 0
    return workbook


def test_nobody_is_asked_for_what_is_not_kept(not_kept: Path) -> None:
    """Netrunner 6.7: not on the desk's form, not on the slips."""
    state = show_workbook(not_kept)
    form = make_form(state, words_of(state))
    assert form is not None
    assert [each.name for each in form.fields] == ["winner_1", "winner_2", "ruling"]
    assert form.how.endswith("Or both in the first field: 1 a b")
    slips = next(not_kept.parent.rglob("*slips.html")).read_text("utf-8")
    assert "Agenda points scored" not in slips
    assert "Agenda points are not kept: with a game each the match is tied." in slips


@pytest.mark.office
def test_live_columns_of_what_is_not_kept(not_kept: Path, tmp_path: Path) -> None:
    """Netrunner 6.7: a game each is tied at once, and only what is typed in vain is told."""
    header = cells(not_kept, "Round 1")[0]
    at = {name: chr(65 + index) for index, name in enumerate(header[:20])}
    winners = {f"{at[f'Game {game} winner']}{row}": who for game, who in ((1, "A"), (2, "B")) for row in (2, 3)}
    edit(not_kept, {"Round 1": {**winners, f"{at['Game 1 agenda B']}3": 4}})
    first, second = recalculated(not_kept, tmp_path)["Round 1"][:2]
    assert [first[each] for each in ("GMP A", "GMP B", "Check")] == ["1.5", "1.5", ""]
    assert second["Check"] == "Agenda points are not kept"


@pytest.mark.nightly
@pytest.mark.office
def test_live_columns_wait_as_a_run_does(tmp_path: Path) -> None:
    """Netrunner 6.5 and 6.6: while none are typed in the round all count; then points are blank, and one is out."""
    seen = []
    for number, first in enumerate((A, TYPED)):
        workbook = save(tmp_path / f"{number}.xlsx", *grids(rounds=1)[:2])
        assert turnabout("run", workbook).exit_code == 0
        header = cells(workbook, "Round 1")[0]
        at = {name: chr(65 + index) for index, name in enumerate(header[:20])}
        typed = {2: (first, A), 3: (A, B)}
        changes: dict[str, Raw] = {
            f"{at[f'Game {game} {what}']}{row}": value
            for row, games in typed.items()
            for game, values in enumerate(games, 1)
            for what, value in zip(("winner", "agenda A", "agenda B"), values, strict=True)
            if value != ""
        }
        edit(workbook, {"Round 1": changes})
        sheets = recalculated(workbook, tmp_path)
        row = sheets["Round 1"][1]
        assert row["Check"] == "Game 1: agenda points of B?"
        seen.append((row["GMP A"], row["GMP B"]))
    assert seen == [("1.5", "1.5"), ("", "")]
