"""What the desk says is to be done next, and what is in the way, in each state and language: `sentences.txt`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rounds.noted_rounds import computed
from tests.support.states_of_events import STATES, after_a_run
from turnabout_sheets.core.text import list_numbers
from turnabout_sheets.desk.sentences import describe_fault, describe_next_step
from turnabout_sheets.desk.state import DeskState, Fault, FaultKind
from turnabout_sheets.prints.words import load_words
from turnabout_sheets.sheets.settings import LANGUAGES

BOOK = Path("My cup.xlsx")
GOLDEN = Path(__file__).parents[1] / "golden" / "sentences.txt"
TABLES = ((3,), (7, 3), (1, 2), (1, 2, 3), (1, 3, 4, 5, 9))


def test_each_state_and_each_fault_has_its_sentence_in_every_language(request: pytest.FixtureRequest) -> None:
    states = {state: DeskState(1, BOOK, after_a_run(computed(*sheets))) for state, sheets in STATES.items()}
    faults = [Fault(kind, path=Path("Cups")) for kind in FaultKind]
    lines = []
    for language in LANGUAGES.values():
        w = load_words(language)
        lines += ["", f"# {language}"]
        lines += [f"{name}: {describe_next_step(state, w)}" for name, state in states.items()]
        lines += [f"{fault.kind}: {describe_fault(DeskState(1, BOOK, fault=fault), fault, w)}" for fault in faults]
        numbers = (list_numbers(tables, w("balance.and")) for tables in TABLES)
        lines.append(f"tables {'; '.join(numbers)}")
    said = "\n".join(lines[1:]) + "\n"
    if request.config.getoption("--rewrite-golden"):
        GOLDEN.write_bytes(said.encode())
    assert said == GOLDEN.read_bytes().decode()
    assert "{" not in said
