"""Imports point one way and through doors, and the command answers before anything heavy is loaded."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from graphlib import CycleError, TopologicalSorter

import pytest

from tools.house import (
    PACKAGE,
    PARTS,
    ROOMS,
    ROOT,
    TOOLS,
    Imports,
    find_imported,
    find_imports,
    look_into,
    read_doors,
    read_sources,
    room_of,
    shorten,
)

HEAVY = {"pandas", "numpy", "openpyxl", "lxml", "jinja2", "python_calamine", "sqlalchemy", "polars", "psycopg"}


def violations(imports: Imports, floors: Sequence[Sequence[str]]) -> list[str]:
    """Name rooms that are not in the table, those there of which nothing is left, and imports that go up or aside."""
    level = {room: height for height, rooms in enumerate(reversed(floors)) for room in rooms}
    room = {module: room_of(module) for module in imports}
    there = set(room.values())
    found = [f"the room {each} is not in the table" for each in sorted(there - set(level))]
    found += [f"there is no room {each}" for each in level if each not in there]
    if not found:
        for module, others in imports.items():
            for other in others:
                mine, theirs = room[module], room[other]
                if mine != theirs and level[theirs] >= level[mine]:
                    found.append(f"{module} imports {other}")
    return found


def with_packages(imports: Imports) -> dict[str, list[str]]:
    """Add what Python imports unasked: before ``event.model`` the package ``event``, for every module outside it."""

    def packages(module: str) -> list[str]:
        parts = module.split(".")
        return [".".join(parts[:n]) for n in range(1, len(parts))]

    return {
        module: list(
            dict.fromkeys(
                each
                for other in others
                for each in (*(p for p in packages(other) if p != module and p not in packages(module)), other)
            )
        )
        for module, others in imports.items()
    }


def cycle(imports: Imports) -> list[str]:
    """Return the modules of a circle of imports, or nothing."""
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_imports_point_one_way() -> None:
    assert violations(find_imports(), ROOMS) == []


@pytest.mark.parametrize("room", PARTS)
def test_imports_within_a_room_point_one_way(room: str) -> None:
    assert violations(look_into(room, find_imports()), PARTS[room]) == []


def test_no_module_imports_itself_in_a_circle() -> None:
    assert cycle(find_imports()) == []


def test_rooms_are_entered_through_their_doors() -> None:
    imports, doors = find_imports(), read_doors()
    crossing = {(module, other) for module, others in imports.items() for other in others}
    entered = {other for module, other in crossing if room_of(module) != room_of(other)}
    assert sorted(entered - set(doors)) == [], "name them in DOOR of their room, or ask at the door"
    assert sorted(each for each, room in doors.items() if room not in TOOLS and each not in (room, *entered)) == []


MOST_DOORS = 140


def test_no_door_grows_wider() -> None:
    """Who adds a module to a door takes another one away: of a room that is entered everywhere nobody knows the use."""
    assert sum(room not in TOOLS and module != room for module, room in read_doors().items()) <= MOST_DOORS


PRIVATE = {
    "calm": "debounce",
    "whereabouts": "find_moved",
    "loopback": "local server",
    "unprinted": "what is to be printed",
    "recall": "log store",
    "strangers": "foreign database objects",
    "uncollected": "garbage collection",
    "damage": "integrity",
    "pieces": "chunks",
    "then": "hooks",
    "stamps": "file signature",
    "turns": "lock",
    "tops": "preview",
    "claims": "ownership",
    "stored_words": "codecs",
    "explanations": "notes",
}
"""Words of our own that stood for something for which the field has a word: that one."""


def test_names_of_modules_are_words_of_the_field() -> None:
    last = {module.rpartition(".")[2] for module in read_sources()}
    assert sorted(last & set(PRIVATE)) == []


def test_no_test_module_is_imported_by_another() -> None:
    """What tests share stands in modules that are no tests: who changes a test need not know who else has it."""
    sources = [path.read_text("utf-8") for path in (ROOT.parent / "tests").rglob("*.py")]
    assert len(sources) > 100
    assert [
        line for text in sources for line in re.findall(r"^\s*from tests\.(?:\w+\.)*test_\w+ import.*", text, re.M)
    ] == []


MOST_LINES = 400
IN_ONE_FILE = {"check_export.py": 1170}
"""What is handed out as one file, because it needs nothing else, and its lines at most."""


@pytest.mark.parametrize("folder", ["turnabout_sheets", "tools", "benchmarks", "sample_events"])
def test_no_file_is_longer_than_a_reader_can_keep_in_mind(folder: str) -> None:
    lengths = {path: len(path.read_text("utf-8").splitlines()) for path in (ROOT.parent / folder).rglob("*.py")}
    assert lengths
    assert [str(path) for path, lines in lengths.items() if lines > IN_ONE_FILE.get(path.name, MOST_LINES)] == []


def test_every_module_can_be_imported_first() -> None:
    assert cycle(with_packages(find_imports(is_carried_out=True))) == []


@pytest.mark.parametrize(
    ("imports", "floors", "expected"),
    [
        ({"a": [], "b": ["a"]}, (("b",), ("a",)), []),
        ({"a": ["b"], "b": []}, (("b",), ("a",)), ["a imports b"]),
        ({"a": ["b"], "b": []}, (("a", "b"),), ["a imports b"]),
        ({"p": [], "p.a": ["p.b"], "p.b": []}, (("p",),), []),
        ({"p": [], "p.a": ["q.b"], "q": [], "q.b": []}, (("p", "q"),), ["p.a imports q.b"]),
        ({"a": [], "b": []}, (("a",),), ["the room b is not in the table"]),
        ({"a": []}, (("a",), ("b",)), ["there is no room b"]),
    ],
)
def test_violations_are_found(imports: Imports, floors: Sequence[Sequence[str]], expected: list[str]) -> None:
    assert violations(imports, floors) == expected


def test_a_room_is_looked_into() -> None:
    imports = {"p": ["p.a.x"], "p.a": [], "p.a.x": ["p.b", "q"], "p.b": [], "q": ["p"]}
    assert look_into("p", imports) == {"__init__": ["a.x"], "a": [], "a.x": ["b"], "b": []}


def test_imports_are_found_wherever_they_stand() -> None:
    source = """
import json, turnabout_sheets.core.text
from turnabout_sheets.sheets import grid, __version__
if TYPE_CHECKING:
    from turnabout_sheets.event.model import Event
def work():
    from turnabout_sheets.sheets.cell_kinds import TEXT
class Class:
    from turnabout_sheets.sheets.declarations import Sheet
"""
    modules = {
        "core.text",
        "sheets",
        "sheets.grid",
        "event.model",
        "sheets.cell_kinds",
        "sheets.declarations",
        "__init__",
    }
    known = dict.fromkeys(modules)
    names = [
        "json",
        "turnabout_sheets.core.text",
        "turnabout_sheets.sheets.grid",
        "turnabout_sheets.sheets",
        "turnabout_sheets.sheets.declarations",
    ]
    found = [name for name, _ in find_imported(ast.parse(source), known, is_carried_out=True)]
    assert found == names
    assert list(find_imported(ast.parse(source), known)) == [
        *(("json", ""), ("turnabout_sheets.core.text", ""), ("turnabout_sheets.sheets.grid", "")),
        ("turnabout_sheets.sheets", "__version__"),
        ("turnabout_sheets.event.model", "Event"),
        ("turnabout_sheets.sheets.cell_kinds", "TEXT"),
        ("turnabout_sheets.sheets.declarations", "Sheet"),
    ]


UNASKED = {"_typeshed", "markupsafe", "polars", "psycopg", "weasyprint"}
"""What comes with jinja2, and what is imported only where somebody has installed it."""


def test_the_project_asks_for_all_that_it_imports() -> None:
    asked = tomllib.loads((ROOT.parent / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    names = {name.split(".")[0] for tree in read_sources().values() for name, _ in find_imported(tree, {})}
    others = names - set(sys.stdlib_module_names) - {PACKAGE} - UNASKED
    assert "lxml" in others
    assert {name.replace("_", "-") for name in others} <= {re.split(r"[^\w-]", each)[0] for each in asked}


def test_a_package_is_imported_before_its_modules() -> None:
    assert with_packages({"a": ["p.q.b"], "p.b": ["p.q.c"], "p": ["p.b"]}) == {
        "a": ["p", "p.q", "p.q.b"],
        "p.b": ["p.q", "p.q.c"],
        "p": ["p.b"],
    }


def test_the_command_itself_loads_nothing_heavy() -> None:
    """Neither does anything that it imports at the top, nor what that imports, and so on."""
    trees = read_sources()
    waiting, seen = ["cli.main"], set()
    while waiting:
        module = waiting.pop()
        seen.add(module)
        for name, _ in find_imported(trees[module], trees, is_carried_out=True):
            assert name.split(".")[0] not in HEAVY, f"{module} imports {name}"
            if name.split(".")[0] == PACKAGE and shorten(name) not in seen:
                waiting.append(shorten(name))
    assert "cli.main" in seen


@pytest.mark.processes
@pytest.mark.parametrize(
    "arguments", [["--help"], ["run", "--help"], ["archive", "ratings", "--help"], ["--version"]], ids=" ".join
)
def test_help_answers_before_anything_heavy_is_loaded(arguments: list[str]) -> None:
    command = [sys.executable, "-X", "importtime", "-m", PACKAGE, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    loaded = {line.rsplit("|", 1)[-1].strip().split(".")[0] for line in done.stderr.splitlines() if "|" in line}
    assert PACKAGE in loaded
    assert "click" in loaded
    assert loaded & HEAVY == set()
    assert "turnabout" in done.stdout


def test_no_group_of_a_pattern_is_possessive() -> None:
    """Python before 3.11.5 mistakes what is never to be given back, where that is more than a single letter."""
    sources = {file: file.read_text("utf-8") for file in ROOT.rglob("*.py")}
    assert len(sources) > 100
    assert [str(file) for file, source in sources.items() if re.search(r"\)(?:[*+?]|\{[0-9,]+\})\+", source)] == []
