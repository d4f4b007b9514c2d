"""Writes a .def file of a Windows library that forwards the names of another one to a third.

    python -m tools.windows.forward python3.dll python311.dll [FILE] > python3.def

The first is the library to be made, the second the one that has what it forwards to. FILE is the library from which the
names are read, if that is not the second. Names given with ``--own`` are the new library's own.
"""

from __future__ import annotations

import argparse
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path


def read_exports(library: Path) -> list[str]:
    """Return the names that a library exports, sorted."""
    import pefile  # where make_runtime.sh runs this; it is no requirement of anything else

    with pefile.PE(str(library), fast_load=True) as module:
        module.parse_data_directories([pefile.DIRECTORY_ENTRY["IMAGE_DIRECTORY_ENTRY_EXPORT"]])
        return sorted(symbol.name.decode() for symbol in module.DIRECTORY_ENTRY_EXPORT.symbols if symbol.name)


def write_definition(library: str, target: str, names: Iterable[str], own: Collection[str]) -> Iterator[str]:
    """Yield the lines of the .def file of ``library``, which forwards to ``target`` all names but its own."""
    yield f"LIBRARY {library}"
    yield "EXPORTS"
    for name in names:
        yield name if name in own else f"{name}={Path(target).stem}.{name}"


def main() -> None:
    """Write to standard output what the arguments ask for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("library", help="the library to be made")
    parser.add_argument("target", type=Path, help="the library to which it forwards")
    parser.add_argument("names", type=Path, nargs="?", help="the library whose names it has")
    parser.add_argument("--own", nargs="+", default=[], help="names that it has itself")
    asked = parser.parse_args()
    names = read_exports(asked.names or asked.target)
    print("\n".join(write_definition(asked.library, asked.target.name, names, asked.own)))


if __name__ == "__main__":
    main()
