"""Prints the figures of the package's structure: what a person has to hold.

    python -m tools.house

A room is a folder right below the package. An arrow goes from a room, or from a part of the rooms that have floors of
their own, to another one that it imports from, also if only for types. The door of a room is `DOOR` of its
`__init__`: the modules that other rooms may import; `pairing`, `sheets` and `core` are tools, and all door.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import turnabout_sheets

PACKAGE: Final = "turnabout_sheets"
ROOT: Final = Path(turnabout_sheets.__file__).parent

ROOMS: Final = (
    ("__main__",),
    ("cli",),
    ("desk",),
    ("jobs",),
    ("archive", "prints", "workbook"),
    ("changes", "explain"),
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

PARTS: Final = {
    "formats": (
        ("__init__",),
        ("duplicate", "netrunner", "turnabout"),
        ("live",),
        ("common",),
    ),
    "workbook": (("list_sheets",), ("ours", "read"), ("files",), ("ooxml",), ("__init__",)),
}
"""The same for the parts of a room."""

TOOLS: Final = ("core", "pairing", "sheets")
"""The rooms that are all door."""

Imports = Mapping[str, Sequence[str]]
"""What each module imports of the package, names without the package's own."""

_COUNT_LOADED: Final = """
import sys
from turnabout_sheets.cli.main import main
try:
    main(sys.argv[1:], prog_name="turnabout")
except SystemExit as end:
    assert not end.code, end.code
print(sum(name.split(".")[0] == "turnabout_sheets" for name in sys.modules))
"""


def shorten(module: str) -> str:
    """Return a module's name without the package's; the package itself is called `__init__`."""
    return module.removeprefix(f"{PACKAGE}.") if module != PACKAGE else "__init__"


@cache
def list_modules() -> Mapping[str, Path]:
    """Return the file of every module of the package."""
    found = {}
    for path in sorted(ROOT.rglob("*.py")):
        parts = path.relative_to(ROOT.parent).with_suffix("").parts
        found[shorten(".".join(parts[:-1] if parts[-1] == "__init__" else parts))] = path
    return found


@cache
def read_sources() -> Mapping[str, ast.Module]:
    """Return the parsed source of every module of the package."""
    return {module: ast.parse(path.read_text("utf-8")) for module, path in list_modules().items()}


def find_statements(node: ast.AST, *, is_carried_out: bool = False) -> Iterator[ast.Import | ast.ImportFrom]:
    """Yield the imports of a source; with ``is_carried_out`` those that importing it carries out itself."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield child
        elif not (isinstance(child, ast.expr) or (is_carried_out and _is_for_later(child))):
            yield from find_statements(child, is_carried_out=is_carried_out)


def _is_for_later(node: ast.AST) -> bool:
    if isinstance(node, ast.If):
        return ast.unparse(node.test) == "TYPE_CHECKING"
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)


def find_imported(
    tree: ast.AST, modules: Mapping[str, object], *, is_carried_out: bool = False
) -> Iterator[tuple[str, str]]:
    """Yield the full names of the modules that a source imports, with the name that it takes of each, or none."""
    for statement in find_statements(tree, is_carried_out=is_carried_out):
        if isinstance(statement, ast.Import):
            yield from ((alias.name, "") for alias in statement.names)
        else:
            assert statement.level == 0, "imports name the whole way from the package"
            for alias in statement.names:
                inner = f"{statement.module}.{alias.name}"
                yield (inner, "") if shorten(inner) in modules else (str(statement.module), alias.name)


@cache
def find_names(*, is_carried_out: bool = False) -> Mapping[str, Sequence[tuple[str, str]]]:
    """Return what each module imports of the package: the module, and the name of it, or none."""
    trees = read_sources()
    return {
        module: [
            (shorten(name), what)
            for name, what in dict.fromkeys(find_imported(tree, trees, is_carried_out=is_carried_out))
            if name.split(".")[0] == PACKAGE
        ]
        for module, tree in trees.items()
    }


def find_imports(*, is_carried_out: bool = False) -> dict[str, list[str]]:
    """Return the modules that each module imports of the package."""
    found = find_names(is_carried_out=is_carried_out)
    return {module: list(dict.fromkeys(other for other, _ in others)) for module, others in found.items()}


def room_of(module: str) -> str:
    """Return the room of a module."""
    return module.split(".")[0]


def look_into(room: str, imports: Imports) -> dict[str, list[str]]:
    """Return the imports within a room, under the names that its modules have there; those of the room itself too."""
    return {
        _name_inside(module): [_name_inside(each) for each in others if room_of(each) == room]
        for module, others in imports.items()
        if room_of(module) == room
    }


def _name_inside(module: str) -> str:
    return module.partition(".")[2] or "__init__"


def find_arrows(imports: Imports) -> set[tuple[str, str]]:
    """Return which rooms, and which parts of one, import from which."""
    ends = {
        (where(module), where(other))
        for where in (room_of, _part_of)
        for module, others in imports.items()
        for other in others
        if where is room_of or (room_of(module) == room_of(other) and room_of(module) in PARTS)
    }
    return {(one, other) for one, other in ends if one != other}


def _part_of(module: str) -> str:
    return ".".join(module.split(".")[:2])


def read_doors() -> dict[str, str]:
    """Return the modules that stand in the door of a room, or are one of a room that is all door, with their rooms."""
    modules = read_sources()
    rooms = {room for floor in ROOMS for room in floor}
    doors = {module: room_of(module) for module in modules if room_of(module) in TOOLS}
    doors |= {f"{room}.{name}": room for room in rooms for name in _read_door(modules[room])}
    return doors | {room: room for room in rooms}


def _read_door(tree: ast.Module) -> Sequence[str]:
    for statement in tree.body:
        if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "DOOR":
            return list(ast.literal_eval(statement.value))
    return []


def find_crossing(imports: Mapping[str, Sequence[tuple[str, str]]]) -> set[tuple[str, str]]:
    """Return the modules, and the names of them, that other rooms import."""
    return {
        (other, name)
        for module, others in imports.items()
        for other, name in others
        if room_of(module) != room_of(other)
    }


def find_twins(modules: Sequence[str]) -> dict[str, int]:
    """Return the last names that several modules have, packages aside, with how many do."""
    files = [name for name, path in list_modules().items() if path.name != "__init__.py"]
    counts = Counter(name.split(".")[-1] for name in modules if name in files)
    return {name: count for name, count in counts.items() if count > 1}


def count_loaded(*arguments: str) -> int:
    """Return how many modules of ours a command loads for a sample event."""
    with TemporaryDirectory() as folder:
        workbook = Path(folder) / "event.xlsx"
        workbook.write_bytes((ROOT.parent / "sample_events" / "in-progress.xlsx").read_bytes())
        command = [sys.executable, "-c", _COUNT_LOADED, *arguments, str(workbook)]
        done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT.parent)
    return int(done.stdout.split()[-1])


def measure() -> dict[str, int]:
    """Return the figures, by what they count."""
    imports, crossing = find_imports(), find_crossing(find_names())
    return {
        "files": len(list_modules()),
        "lines": sum(len(path.read_text("utf-8").splitlines()) for path in list_modules().values()),
        "modules that other rooms import": len({module for module, _ in crossing}),
        "the same without tools": len({module for module, _ in crossing if room_of(module) not in TOOLS}),
        "arrows": len(find_arrows(imports)),
        "names that cross": len({each for each in crossing if each[1]}),
        "twin names": len(find_twins(list(imports))),
        "loaded by run": count_loaded("run"),
        "loaded by check": count_loaded("check"),
    }


def main() -> None:
    """Print the figures, and how many files and doors each room has."""
    for what, count in measure().items():
        print(f"{count:7,}  {what}")
    doors = {module for module, _ in find_crossing(find_names())}
    for room in (room for floor in ROOMS for room in floor):
        files = sum(room_of(module) == room for module in list_modules())
        print(f"{files:7}  {room}, {sum(room_of(module) == room for module in doors)} of them imported by other rooms")
    for name, count in find_twins(list(list_modules())).items():
        print(f"{count:7}  modules are called {name}")


if __name__ == "__main__":
    main()
