"""The checker of exports: it knows nothing of the program, comes to the same figures, and finds what was altered."""

from __future__ import annotations

import ast
import copy
import json
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.archive.exports import is_verified, write_export
from tests.archive.making import add
from tests.archive.older_events import records, running
from tests.archive.shared import PAIRED, check_records, make_plan
from tests.dose import dose
from tests.event.worked_events import sweep
from tests.reading.grids import Cells, event_sheet, match, players, round_sheet
from tests.rounds.noted_rounds import computed
from tools import check_export
from turnabout_sheets.archive.exchange.export import export
from turnabout_sheets.archive.from_results import make_record
from turnabout_sheets.archive.store import open_archive
from turnabout_sheets.event.results import Results
from turnabout_sheets.formats import FORMATS, load
from turnabout_sheets.jobs.check import check, find_problems
from turnabout_sheets.jobs.simulate import add_oddities, simulate
from turnabout_sheets.sheets.grid import Raw

pytestmark = pytest.mark.soak

DOCS = Path(__file__).parents[2] / "docs" / "dev"


GONE_AFTER_THE_END = (105, 386)
"""Seeds of eliminations that are decided before a round in which somebody is disqualified, or has dropped."""


def export_events(folder: Path, seeds: Iterable[int]) -> Path:
    """Put odd events into an archive, and return the folder with its export in JSON and in CSV."""
    archive = open_archive(str(folder / "archive.sqlite"), create=True)
    for seed in seeds:
        name, plan = make_plan(seed)
        format, file = load(FORMATS[name]), folder / f"{seed}.xlsx"
        simulate(file, format, add_oddities(plan, format))
        results = check(file).results
        assert results is not None
        add(archive, make_record(results))
        file.unlink()
    export(archive, folder / "export.json", "json")
    export(archive, folder / "export", "csv")
    return folder


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An export of one event of each format and method, and some special ones: it is read hundreds of times."""
    return export_events(tmp_path_factory.mktemp("few"), (*range(len(PAIRED)), *GONE_AFTER_THE_END))


@pytest.fixture(scope="module")
def many(few: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """In the long dose an export of very many events."""
    return dose(few, None) or export_events(tmp_path_factory.mktemp("many"), range(2000))


def test_it_knows_nothing_but_the_standard_library() -> None:
    tree = ast.parse(Path(check_export.__file__).read_bytes())
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {alias.name for node in imports if isinstance(node, ast.Import) for alias in node.names}
    names |= {str(node.module) for node in imports if isinstance(node, ast.ImportFrom)}
    assert {name.split(".")[0] for name in names} <= sys.stdlib_module_names


@pytest.mark.parametrize("form", ["export.json", "export"])
def test_all_figures_of_odd_events_agree(many: Path, capsys: pytest.CaptureFixture[str], form: str) -> None:
    """Checking 1.2, 1.3, 2.5 and 3.2 to 3.4."""
    code = check_export.main([str(many / form)])
    said = capsys.readouterr().out.splitlines()
    assert code == 0, said
    assert said[-1].startswith("all ")
    assert said[-1].endswith(" numbers agree")


LATE_BY_HAND: Mapping[str, tuple[Sequence[Cells], Sequence[int]]] = {
    "single elimination": ((sweep("Ada", "Eve"), match("Cy", "BYE")), (1, 3, 1, 3, 5)),
    "double elimination": ((sweep("Ada", "Eve"), match("Cy", "BYE"), sweep("Ben", "Dee")), (1, 1, 1, 4, 5)),
}
"""A second round into which Eve was put, and the ranks of the five."""


def check_two_rounds(folder: Path, eve: Cells, second: Sequence[Cells], **settings: Raw) -> Results:
    """Hold an event of two rounds against the checker, in which all but Eve were there at the start."""
    first = round_sheet(1, sweep("Ada", "Ben"), sweep("Cy", "Dee"))
    who = players("Ada", "Ben", "Cy", "Dee", {"Player": "Eve", **eve})
    chosen = event_sheet(name="Friday", date="2026-05-31", rounds=2, **settings)
    found = computed(chosen, who, first, round_sheet(2, *second))
    assert check_records(folder, make_record(found)) == []
    return found


def test_who_waits_for_a_first_result_counts_as_a_player(tmp_path: Path) -> None:
    """Rules 1.7.5: who was paired counts; of a provisional event the export has no match without a result."""
    friday = make_record(running())
    assert (friday.provisional, friday.field, len(friday.meetings)) == (True, 4, 1)
    assert check_records(tmp_path, *records(make_record)) == []
    for field in (3, 5):
        (tmp_path / str(field)).mkdir()
        (found,) = check_records(tmp_path / str(field), replace(friday, field=field))
        assert (found.figure, found.found, found.expected) == ("field", field, 4)


@pytest.mark.parametrize("pairing", LATE_BY_HAND)
def test_who_came_late_into_a_bracket_stands_behind_all_who_were_in_it(pairing: str, tmp_path: Path) -> None:
    """Rules 1.11.4."""
    second, ranks = LATE_BY_HAND[pairing]
    found = check_two_rounds(tmp_path, {"Joined round": 2}, second, pairing=pairing)
    assert tuple(found.standings["rank"]) == ranks
    told, _ = find_problems(found.event, found.format, [])
    assert [each.message.partition("; ")[2] for each in told] == ["Eve ranks behind them."]


@pytest.mark.parametrize("pairing", ["swiss", "round robin", "single elimination"])
def test_who_dropped_before_round_1_is_no_part_of_the_field(pairing: str, tmp_path: Path) -> None:
    """Rules 1.4.7 and 1.7.5."""
    second = [sweep("Ada", "Cy"), *([] if "single" in pairing else [sweep("Ben", "Dee")])]
    found = check_two_rounds(tmp_path, {"Dropped after": 0}, second, pairing=pairing)
    assert (found.standings["rank"][4], len(found.positions)) == (5, 4)


def test_the_example_of_the_page_on_checking_agrees_and_has_the_digests_that_are_told() -> None:
    """Checking 1.2, 3.1 and 3.4."""
    page = (DOCS / "checking.md").read_text("utf-8")
    manifest, tables = check_export.read_export(DOCS / "examples" / "export.json")
    assert check_export.check_export(manifest, tables).findings == []
    for digest in (tables["events"][0]["digest"], manifest["digest"]):
        assert f"`{digest[:4]} {digest[4:8]} {digest[8:12]}`" in page
    programs = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert len(programs) == 2
    exec("".join(programs), {})


@pytest.mark.parametrize("content", [None, "", "{}", "[]", '{"manifest": {"format": "else"}}', "\x00"])
def test_what_is_no_export_is_told_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str | None
) -> None:
    file = tmp_path / "export.json"
    if content is not None:
        file.write_text(content, "utf-8")
    assert check_export.main([str(file)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"{file} is no export of an archive: ")


def test_it_asks_for_one_export(capsys: pytest.CaptureFixture[str]) -> None:
    assert [check_export.main(words) for words in ([], ["-h"], ["one", "two"])] == [2, 2, 2]
    assert capsys.readouterr().err.count("usage: python check_export.py EXPORT") == 3


Data = dict[str, Any]


def other_value(random: Random, value: object) -> object:
    """Return a value that is not the one that was there, of its kind."""
    match value:
        case bool():
            return not value
        case int():
            return value + random.choice([-1, 1])
        case str() if value.lstrip("-").isdigit():
            return str(int(value) + 1)
        case str() if value:
            at = random.randrange(len(value))
            return value[:at] + ("y" if value[at] == "x" else "x") + value[at + 1 :]
    return "x"


def change_cell(random: Random, rows: list[Data]) -> None:
    row = random.choice(rows)
    column = random.choice([column for column in row if column != "content"])
    row[column] = other_value(random, row[column])


def lose_row(random: Random, rows: list[Data]) -> None:
    del rows[random.randrange(len(rows))]


def double_row(random: Random, rows: list[Data]) -> None:
    at = random.randrange(len(rows))
    rows.insert(at, dict(rows[at]))


def swap_rows(random: Random, rows: list[Data]) -> None:
    """Swap what stands in two rows, but for the keys."""
    one, other = random.sample(rows, 2)
    column = random.choice([column for column in one if one[column] != other[column]])
    one[column], other[column] = other[column], one[column]


DAMAGES: list[Callable[[Random, list[Data]], None]] = [change_cell, lose_row, double_row, swap_rows]
DAMAGED = ["archive", "changes", "players", "sources", "events", "entries", "matches"]


def test_whatever_is_altered_is_found_though_the_manifest_fits(few: Path, tmp_path: Path) -> None:
    whole = json.loads((few / "export.json").read_text("utf-8"))
    file = tmp_path / "altered.json"
    write_export(file, whole)
    assert check_export.main([str(file)]) == 0
    assert is_verified(file)
    for seed in range(dose(3, 500)):
        random, data = Random(seed), copy.deepcopy(whole)
        table, damage = random.choice(DAMAGED), random.choice(DAMAGES)
        damage(random, data[table])
        write_export(file, data)
        assert check_export.main([str(file)]) == 1, (seed, table, damage.__name__)
        assert not is_verified(file), (seed, table, damage.__name__)


def test_an_export_that_lacks_the_version_of_its_tables_does_not_agree(
    few: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Checking 1.4."""
    data, file = json.loads((few / "export.json").read_text("utf-8")), tmp_path / "altered.json"
    data["archive"] = [row for row in data["archive"] if row["name"] != "version"]
    write_export(file, data)
    assert check_export.main([str(file)]) == 1
    assert capsys.readouterr().out.startswith("the export: version of the tables is []; expected ['4'] (checking 1.4)")
    assert not is_verified(file)


FIGURES = {
    "entries": ["position", "wins", "draws", "losses", "byes", "points", "match_halves", "multiplier", "award_halves"],
    "matches": ["outcome_a", "outcome_b", "points_a", "points_b"],
    "events": ["field", "rated"],
}


UNTRUE: list[tuple[str, str, Callable[[Any, Data], object], dict[str, Any]]] = [
    ("events", "rounds", lambda terms, _: terms["rounds"] is not None, {"rounds": 90}),
    ("events", "rounds", lambda terms, _: terms["pairing"] == "single elimination", {"rounds": 90}),
    ("entries", "match_halves", lambda _, row: row["award_halves"] is None, {"match_halves": 2}),
    ("entries", "played_all", lambda _, row: row["award_halves"] is None, {"played_all": True}),
    ("entries", "multiplier", lambda _, row: row["award_halves"] is None, {"multiplier": 1}),
    ("matches", "what was played", lambda _, row: row["outcome_a"] == "win", {"details": "{}"}),
]


@pytest.mark.parametrize(("table", "figure", "where", "values"), UNTRUE)
def test_what_can_be_known_without_the_workbook_is_compared(
    few: Path, table: str, figure: str, where: Callable[[Any, Data], object], values: dict[str, Any]
) -> None:
    """Checking 2.5, rules 1.7.6."""
    _, tables = check_export.read_export(few / "export.json")
    events = {each["version"]: each for each in tables["events"] if not each["provisional"]}
    terms = {version: json.loads(each["terms"]) for version, each in events.items()}
    row = next(each for each in tables[table] if each["version"] in events and where(terms[each["version"]], each))
    row |= values
    version, report = row["version"], check_export.Report()
    own = ([each for each in tables[name] if each["version"] == version] for name in ("entries", "matches"))
    check_export.check_version(events[version], *own, report)
    assert figure in {each.figure for each in report.findings}


def test_a_wrong_figure_is_found_though_all_digests_fit(few: Path) -> None:
    manifest, whole = check_export.read_export(few / "export.json")
    assert check_export.check_export(manifest, whole).findings == []
    for seed in range(dose(3, 500)):
        random, tables = Random(seed), copy.deepcopy(whole)
        table = random.choice(list(FIGURES))
        row = random.choice(tables[table])
        column = random.choice([column for column in FIGURES[table] if row[column] is not None])
        row[column] = other_value(random, row[column])
        version = row["version"]
        event = next(each for each in tables["events"] if each["version"] == version)
        own = ([each for each in tables[name] if each["version"] == version] for name in ("entries", "matches"))
        report = check_export.Report()
        check_export.check_version(event, *own, report)
        assert report.findings, (seed, table, column, row)
