"""Imports point one way, and the command answers before anything heavy is loaded: read from the source."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import turnabout_sheets

PACKAGE = "turnabout_sheets"
ROOT = Path(turnabout_sheets.__file__).parent
HEAVY = {"pandas", "numpy", "openpyxl", "lxml", "jinja2", "python_calamine", "sqlalchemy", "polars", "psycopg"}

ROOMS = (
    ("__main__",),
    ("cli",),
    ("desk",),
    ("jobs",),
    ("archive", "prints", "workbook"),
    ("rounds",),
    ("reading",),
    ("formats",),
    ("event",),
    ("sheets",),
    ("pairing",),
    ("core", "__init__"),
)
"""From the top of the house to the bottom. A module imports from its own room and from those below; rooms on one floor
do not know each other."""

INSIDE = {
    "formats": (
        ("__init__",),
        ("duplicate", "netrunner", "turnabout"),
        ("live_progress", "live_standings"),
        ("common", "live_formulas", "live_round"),
        ("base",),
        ("outline",),
    ),
    "workbook": (("ours", "read"), ("files",), ("ooxml",), ("__init__",)),
}
"""The same for the parts of a room."""

Imports = Mapping[str, Sequence[str]]
"""What each module imports of the package, names without the package's own."""


def violations(imports: Imports, floors: Sequence[Sequence[str]]) -> list[str]:
    """Name rooms that are not in the table, those there of which nothing is left, and imports that go up or aside."""
    level = {room: height for height, rooms in enumerate(reversed(floors)) for room in rooms}
    room = {module: module.split(".")[0] for module in imports}
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


def inside(room: str, imports: Imports) -> dict[str, list[str]]:
    """Return the imports within a room, under the names that its modules have there; those of the room itself too."""

    def name(module: str) -> str:
        return module.partition(".")[2] or "__init__"

    def within(module: str) -> bool:
        return module.split(".")[0] == room

    return {
        name(module): [name(each) for each in others if within(each)]
        for module, others in imports.items()
        if within(module)
    }


def short(module: str) -> str:
    return module.removeprefix(f"{PACKAGE}.") if module != PACKAGE else "__init__"


@cache
def sources() -> dict[str, ast.Module]:
    """Return the parsed source of every module of the package."""
    trees = {}
    for path in sorted(ROOT.rglob("*.py")):
        parts = path.relative_to(ROOT.parent).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        trees[short(name)] = ast.parse(path.read_text("utf-8"))
    return trees


def statements(node: ast.AST, *, top_level: bool) -> Iterator[ast.Import | ast.ImportFrom]:
    """Yield the imports of a source that are carried out; with ``top_level``, those that the import itself does."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield child
        elif isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            continue
        elif not isinstance(child, ast.expr) and not (
            top_level and isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
        ):
            yield from statements(child, top_level=top_level)


def imported(tree: ast.AST, modules: Mapping[str, object], *, top_level: bool = False) -> Iterator[str]:
    """Yield the full names of the modules that a source imports."""
    for statement in statements(tree, top_level=top_level):
        if isinstance(statement, ast.Import):
            yield from (alias.name for alias in statement.names)
        else:
            assert statement.level == 0, "imports name the whole way from the package"
            for alias in statement.names:
                inner = f"{statement.module}.{alias.name}"
                yield inner if short(inner) in modules else str(statement.module)


@cache
def package_imports(*, top_level: bool = False) -> dict[str, list[str]]:
    trees = sources()
    return {
        module: [
            short(name)
            for name in dict.fromkeys(imported(tree, trees, top_level=top_level))
            if name.split(".")[0] == PACKAGE
        ]
        for module, tree in trees.items()
    }


def with_packages(imports: Imports) -> dict[str, list[str]]:
    """Add what Python imports unasked: before ``formats.base`` the package ``formats``, for every module outside it."""

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
    assert violations(package_imports(), ROOMS) == []


@pytest.mark.parametrize("room", INSIDE)
def test_imports_within_a_room_point_one_way(room: str) -> None:
    assert violations(inside(room, package_imports()), INSIDE[room]) == []


def test_no_module_imports_itself_in_a_circle() -> None:
    assert cycle(package_imports()) == []


MOST_LINES = 400
IN_ONE_FILE = {"check_export.py": 1150}
"""What is handed out as one file, because it needs nothing else, and its lines at most."""


@pytest.mark.parametrize("folder", ["turnabout_sheets", "tools", "benchmarks", "sample_events"])
def test_no_file_is_longer_than_a_reader_can_keep_in_mind(folder: str) -> None:
    lengths = {path: len(path.read_text("utf-8").splitlines()) for path in (ROOT.parent / folder).rglob("*.py")}
    assert lengths
    assert [str(path) for path, lines in lengths.items() if lines > IN_ONE_FILE.get(path.name, MOST_LINES)] == []


def test_every_module_can_be_imported_first() -> None:
    assert cycle(with_packages(package_imports(top_level=True))) == []


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
    assert inside("p", imports) == {"__init__": ["a.x"], "a": [], "a.x": ["b"], "b": []}


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
    assert list(imported(ast.parse(source), known, top_level=True)) == names
    assert list(imported(ast.parse(source), known)) == [*names[:4], "turnabout_sheets.sheets.cell_kinds", names[4]]


UNASKED = {"markupsafe", "polars", "psycopg", "weasyprint"}
"""What comes with jinja2, and what is imported only where somebody has installed it."""


def test_the_project_asks_for_all_that_it_imports() -> None:
    asked = tomllib.loads((ROOT.parent / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    names = {name.split(".")[0] for tree in sources().values() for name in imported(tree, {})}
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
    trees = sources()
    waiting, seen = ["cli.main"], set()
    while waiting:
        module = waiting.pop()
        seen.add(module)
        for name in imported(trees[module], trees, top_level=True):
            assert name.split(".")[0] not in HEAVY, f"{module} imports {name}"
            if name.split(".")[0] == PACKAGE and short(name) not in seen:
                waiting.append(short(name))
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
