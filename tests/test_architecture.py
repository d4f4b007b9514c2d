"""Imports point one way, and the command answers before anything heavy is loaded: read from the source."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import turnabout_sheets

PACKAGE = "turnabout_sheets"
ROOT = Path(turnabout_sheets.__file__).parent
HEAVY = {"pandas", "numpy", "openpyxl", "lxml", "jinja2", "python_calamine", "sqlalchemy", "polars", "psycopg"}

# From the bottom to the top. A module imports from lower layers only, and from its own unit. The units of a layer stand
# side by side and do not know each other: so workbook and prints do not. "x.*" is the package x with all its modules.
LAYERS = (
    (
        "__init__",
        "core.exit_codes",
        "core.numbers",
        "sheets.grid",
        "core.history",
        "pairing.*",
        "core.parallel",
        "core.problems",
        "event.rating",
        "event.rulings",
        "event.standings",
        "core.text",
    ),
    ("sheets.cell_kinds",),
    ("sheets.declarations",),
    ("formats.common", "sheets.settings", "sheets.table"),
    ("event.model",),
    ("formats.base", "event.sides", "event.elimination", "event.progress"),
    ("reading.checks", "intake.*", "event.output_sheets", "event.results"),
    ("formats.duplicate.*", "formats.netrunner.*", "formats.turnabout.*", "schedule.*"),
    ("formats",),
    ("archive.*", "prints.*", "workbook.*"),
    ("jobs.new", "jobs.run", "jobs.simulate"),
    ("jobs.archive", "jobs.archive", "jobs.explain", "jobs.late_entry", "jobs.print", "cli.output"),
    ("cli.archive_output", "cli.batch"),
    ("cli.archive",),
    ("cli.main",),
    ("__main__", "reference"),
)

Imports = Mapping[str, Sequence[str]]
"""What each module imports of the package, names without the package's own."""


def fits(module: str, unit: str) -> bool:
    return module == unit or (unit.endswith(".*") and f"{module}.".startswith(unit[:-1]))


def violations(imports: Imports, layers: Sequence[Sequence[str]]) -> list[str]:
    """Name modules that do not fit exactly one unit, units that no module fits, and imports that go up or aside."""
    level = {unit: height for height, units in enumerate(layers) for unit in units}
    units = {module: [unit for unit in level if fits(module, unit)] for module in imports}
    found = [f"{module} fits {len(own)} units: {own}" for module, own in units.items() if len(own) != 1]
    found += [f"no module fits {unit}" for unit in level if not any(unit in own for own in units.values())]
    if not found:
        for module, others in imports.items():
            (mine,) = units[module]
            for other in others:
                (theirs,) = units[other]
                if mine != theirs and level[theirs] >= level[mine]:
                    found.append(f"{module} imports {other}")
    return found


def short(module: str) -> str:
    return module.removeprefix(f"{PACKAGE}.") if module != PACKAGE else "__init__"


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
        elif not (top_level and isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)):
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
    assert violations(package_imports(), LAYERS) == []


def test_no_module_imports_itself_in_a_circle() -> None:
    assert cycle(package_imports()) == []


def test_every_module_can_be_imported_first() -> None:
    assert cycle(with_packages(package_imports(top_level=True))) == []


@pytest.mark.parametrize(
    ("imports", "layers", "expected"),
    [
        ({"a": [], "b": ["a"]}, (("a",), ("b",)), []),
        ({"a": ["b"], "b": []}, (("a",), ("b",)), ["a imports b"]),
        ({"a": ["b"], "b": []}, (("a", "b"),), ["a imports b"]),
        ({"p": [], "p.a": ["p.b"], "p.b": []}, (("p.*",),), []),
        ({"p": [], "p.a": ["q.b"], "q": [], "q.b": []}, (("p.*", "q.*"),), ["p.a imports q.b"]),
        ({"a": [], "b": []}, (("a",),), ["b fits 0 units: []"]),
        ({"p": [], "p.a": []}, (("p.a",), ("p.*",)), ["p.a fits 2 units: ['p.a', 'p.*']"]),
        ({"a": [], "ab": []}, (("a",), ("b.*",)), ["ab fits 0 units: []", "no module fits b.*"]),
    ],
)
def test_violations_are_found(imports: Imports, layers: Sequence[Sequence[str]], expected: list[str]) -> None:
    assert violations(imports, layers) == expected


def test_imports_are_found_wherever_they_stand() -> None:
    source = """
import json, turnabout_sheets.core.text
from turnabout_sheets import grid, __version__
if TYPE_CHECKING:
    from turnabout_sheets.event.model import Event
def work():
    from turnabout_sheets.sheets.cell_kinds import TEXT
class Class:
    from turnabout_sheets.sheets.declarations import Sheet
"""
    modules = {"text", "grid", "model", "kinds", "schema", "__init__"}
    known = dict.fromkeys(modules)
    names = [
        "json",
        "turnabout_sheets.core.text",
        "turnabout_sheets.sheets.grid",
        "turnabout_sheets",
        "turnabout_sheets.sheets.declarations",
    ]
    assert list(imported(ast.parse(source), known, top_level=True)) == names
    assert list(imported(ast.parse(source), known)) == [*names[:4], "turnabout_sheets.sheets.cell_kinds", names[4]]


def test_a_package_is_imported_before_its_modules() -> None:
    assert with_packages({"a": ["p.q.b"], "p.b": ["p.q.c"], "p": ["p.b"]}) == {
        "a": ["p", "p.q", "p.q.b"],
        "p.b": ["p.q", "p.q.c"],
        "p": ["p.b"],
    }


def test_the_command_itself_loads_nothing_heavy() -> None:
    """Neither does anything that it imports at the top, nor what that imports, and so on."""
    trees = sources()
    waiting, seen = ["cli"], set()
    while waiting:
        module = waiting.pop()
        seen.add(module)
        for name in imported(trees[module], trees, top_level=True):
            assert name.split(".")[0] not in HEAVY, f"{module} imports {name}"
            if name.split(".")[0] == PACKAGE and short(name) not in seen:
                waiting.append(short(name))
    assert "cli" in seen


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
