"""A workbook, an output and a page are replaced whole or not at all, never over what is not ours: transcripts.

Beside the acts of all transcripts there are `edit`, `excel` (has a workbook open), `state` (each file with
a letter for its content), `refuse` (what the system does not do from now on), `allow`, `protect`, `windows`,
`meanwhile` (what another program does just before a version gets its name), `hard-link` and `long-ago`.
"""

from __future__ import annotations

import errno
import os
import re
import sys
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import pytest
from filelock import FileLock

from tests.support.books import edit
from tests.support.transcripts import compare, load, play
from turnabout_sheets.core import safe_files

NIGHTLY: Final = (
    *("outputs: an output is what", "outputs: before an", "outputs: an output is another", "outputs: an output that"),
    *("outputs: an output may", "workbook: refused runs", "workbook: a file system that"),
    *("workbook: locks", "workbook: its folder may", "workbook: the disk is damaged"),
)
"""What is refused, or left alone, much as in other cases."""
CASES = load(sorted((Path(__file__).parent / "saving").glob("*.txt")), ("outputs", "workbook"), NIGHTLY)

STEPS: Final = {
    "open": (Path, "open"),
    "read": (safe_files, "open_shared"),
    "fsync": (os, "fsync"),
    "mkdir": (Path, "mkdir"),
    "replace": (Path, "replace"),
    "lock": (FileLock, "acquire"),
    "chown": (os, "chown"),
}
"""What the system can be asked, and where the program asks it."""

UNSAID: Final = ("state.json", ".lock")
MASKS: Final = (
    (r"^(With \d players|Found 1 warning|  Warning: Event:|Paired |Wrote \d+ pages).*\n", ""),
    (r"^(Next: |Provisional|Final|The (result|event) ).*\n", ""),
    (r"\.turnabout-\S+-[0-9a-f]{16}\.tmp", "<its temporary file>"),
    (r"^.+ is ready\. Open it, .+\n|^As of .*\n(.*\n)*", ""),
)
"""What is not about saving, or different each time."""


class Disk:
    """What is on it, and what it refuses."""

    def __init__(self) -> None:
        self.patch = pytest.MonkeyPatch()
        self.letters: dict[bytes, str] = {}

    def state(self) -> str:
        """Tell each file with a letter for what is in it; versions by their number, pages only where they are ours."""
        told = []
        for path in sorted(each for each in Path().rglob("*") if each.is_file()):
            if path.name in UNSAID:
                continue
            name = re.sub(r" backups/.* (\d{4}( before round \d+)?) \w{8}(\.\w+)$", r" backups/\1\3", path.as_posix())
            if path.suffix == ".html" and b"turnabout" in path.read_bytes()[:1000]:
                told.append(f"{path.parent.as_posix()}/…")
                continue
            digest = sha256(path.read_bytes()).digest()
            told.append(f"{name} {self.letters.setdefault(digest, chr(ord('A') + len(self.letters)))}")
        return "".join(f"{line}\n" for line in dict.fromkeys(told))

    def refuse(self, step: str, error: str, name: str = "", times: str = "1000") -> None:
        """Refuse a step from now on, so often, and with a ``name`` only about what has it in its path."""
        owner, attribute = STEPS[step]
        there, left = getattr(owner, attribute), [int(times)]

        def refused(*arguments: Any, **options: Any) -> Any:
            mode = options.get("mode", "".join(map(str, arguments[1:2]))) if step == "open" else "w"
            said = " ".join(map(str, arguments)).replace("\\", "/")  # in paths on Windows
            if left[0] and name in said and set(mode) & set("wxa"):
                left[0] -= 1
                number = getattr(errno, error)
                raise OSError(number, os.strerror(number), str(arguments[0]))
            return there(*arguments, **options)

        self.patch.setattr(owner, attribute, refused)

    def protect(self, name: str) -> None:
        """Let nobody write into a file."""
        self.patch.setattr(os, "access", lambda path, mode: not (Path(path).name == name and mode == os.W_OK))

    def windows(self) -> None:
        """Have the program believe that it is on Windows, where it waits, but not for long."""
        self.patch.setattr(sys, "platform", "win32")
        self.patch.setattr(time, "sleep", lambda _: None)

    def meanwhile(self, act: str, name: str) -> None:
        """Let another program do something just when the first version has its name among the earlier ones."""
        there, left = Path.replace, [ACTS[act]]

        def replace(path: Path, target: Path) -> Path:
            if left and Path(target).parent.name.endswith(" backups") and Path(target).suffix == ".xlsx":
                left.pop()(Path(name))
            return there(path, target)

        self.patch.setattr(Path, "replace", replace)


ACTS: Final[dict[str, Callable[[Path], object]]] = {
    "lock": lambda path: path.with_name(f"~${path.name}").touch(),
    "save": lambda path: edit(path, {"Round 1": {"L2": "saved meanwhile"}}),
    "delete": Path.unlink,
    "change": lambda path: path.write_bytes(b"mine"),
}


def type_cells(name: str, sheet: str, *cells: str) -> None:
    """Type into a sheet: ``D2=A E2=3``."""
    typed = dict(each.split("=", 1) for each in cells)
    edit(Path(name), {sheet: {cell: int(value) if value.isdigit() else value for cell, value in typed.items()}})


@pytest.mark.parametrize(("file", "case"), CASES)
def test_what_is_saved__whatever_is_in_the_way__is_whole_and_kept_or_refused_in_a_sentence(
    file: Path, case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    if sys.platform == "win32" and "(POSIX)" in case.splitlines()[0]:
        pytest.skip("Windows does it otherwise")
    monkeypatch.chdir(tmp_path)
    disk = Disk()
    acts: dict[str, Any] = {
        "edit": type_cells,
        "state": disk.state,
        "refuse": disk.refuse,
        "allow": disk.patch.undo,
        "protect": disk.protect,
        "windows": disk.windows,
        "meanwhile": disk.meanwhile,
        "excel": lambda name, who: Path(f"~${name}").write_bytes(b"\4" + who.encode() + b" " * 50) and None,
        "hard-link": lambda name, other: Path(name).hardlink_to(other),
        "long-ago": lambda name: os.utime(name, (1_000_000_000, 1_000_000_000)),
    }
    try:
        played = play(case, acts, MASKS)
    finally:
        disk.patch.undo()
    if sys.platform == "win32":  # where a lock leaves no file behind
        case, played = (each.replace("  something was touched\n", "") for each in (case, played))
    compare(file, case, played, request.config.getoption("--rewrite-golden"))
