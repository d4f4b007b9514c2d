"""Runs a command of the organizer's after a run that has changed something: it may upload what was published."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryFile
from typing import BinaryIO, Final

from turnabout_sheets.core.cache import forget_oldest, open_cache
from turnabout_sheets.core.ordinary_files import follow_links
from turnabout_sheets.core.problems import Remark, Said
from turnabout_sheets.core.shared_files import LockedError, take_lock
from turnabout_sheets.jobs.outcome import Options, RunOutcome, prints_folder

LIMIT: Final = 120
"""Seconds after which the command is ended: an upload that hangs would hold up all that follow."""

AGAIN: Final = "; the next run tries again."

MOST_SAID: Final = 200
"""How many characters of what the command has said last are told."""

_MIDST: Final = bytes(range(0x80, 0xC0))
"""What stands in UTF-8 after the first byte of a character."""

MOST_PENDING: Final = 100
"""How many commands are remembered that have not done their work; of more, those go that were to do it longest ago."""


def run_then(outcome: RunOutcome, options: Options, limit: float = LIMIT) -> Remark | None:
    """Run the command of ``options`` if the run has changed something published; return why it failed, else None.

    Where no site is published, anything that the run has written counts. The command is ended after ``limit`` seconds.
    One that failed, or was ended, is run again by the next run, changed or not; two of the same workbook never run at
    once.
    """
    published = outcome.published
    not_published = options.publish is not None and (published is None or published.refused)
    if not options.then or options.dry_run or not_published:
        return None
    pending = _find_pending(outcome.workbook, options.then)
    changed = outcome.written if published is None else published.written
    if not changed and not (pending is not None and pending.exists()):
        return None
    folder = outcome.prints or prints_folder(outcome.workbook) if published is None else published.folder
    names = {"TURNABOUT_WORKBOOK": outcome.workbook, "TURNABOUT_FOLDER": folder}
    return _run_in_turn(pending, options.then, {name: str(path.absolute()) for name, path in names.items()}, limit)


def _find_pending(workbook: Path, command: str) -> Path | None:
    """Return the file that is there while the command has yet to do its work; None where none can be kept."""
    folder = open_cache("then")
    named = f"{follow_links(workbook)}\0{command}".encode(errors="surrogateescape")
    return None if folder is None else folder / sha256(named).hexdigest()


def _run_in_turn(pending: Path | None, command: str, names: Mapping[str, str], limit: float) -> Remark | None:
    """Run the command in its turn, and note it as pending until it has done its work."""
    if pending is None:
        return run_command(command, names, limit)
    with contextlib.suppress(OSError):  # a full disk
        pending.touch()
        forget_oldest(pending.parent, MOST_PENDING)
    try:
        with take_lock(pending.with_suffix(".lock"), limit):
            failed = run_command(command, names, limit)
    except LockedError:
        text = f"The command after --then was not run, because that of another run is still at work{AGAIN}"
        return Remark(text, Said("desk.then_busy", {}))
    if not failed:
        with contextlib.suppress(OSError):
            pending.unlink(missing_ok=True)
    return failed


def run_command(command: str, names: Mapping[str, str], limit: float) -> Remark | None:
    """Run a command by the system's shell and with further ``names`` in its environment; return why it failed.

    It reads nothing, and what it says is not shown, but for the last line where it fails.
    """
    with TemporaryFile() as said:
        try:
            process = subprocess.Popen(
                command,
                shell=True,  # the organizer's own words, as typed
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=subprocess.STDOUT,
                env={**os.environ, **names},
                start_new_session=True,
            )
        except OSError as error:  # too long for Windows
            text = f"The command after --then cannot be started ({error.strerror or error}){AGAIN}"
            return Remark(text, Said("desk.then_failed", {"last": ""}))
        try:
            code = process.wait(limit)
        except subprocess.TimeoutExpired:
            _end(process)
            text = f"The command after --then was ended, because it took longer than {limit:g} seconds{AGAIN}"
            return Remark(text, Said("desk.then_ended", {"n": f"{limit:g}"}))
        except BaseException:
            _end(process)
            raise
        if not code:
            return None
        last = _quote_last(said)
        text = f"The command after --then has failed with exit code {code}{last}{AGAIN}"
        return Remark(text, Said("desk.then_failed", {"last": last}))


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a command with all that it has started: the shell alone would leave that running."""
    if sys.platform == "win32":
        subprocess.run(["taskkill", "/F", "/T", "/PID", str(process.pid)], capture_output=True, check=False)
        process.kill()  # where there is no such command, or it knows less
    else:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _quote_last(said: BinaryIO) -> str:
    """Return the last line that a command has said, as it stands in a sentence; nothing where it was silent."""
    size = said.seek(0, os.SEEK_END)
    said.seek(max(0, size - 4 * MOST_SAID))
    lines = [line for line in said.read().splitlines() if line.strip()]
    last = "".join(filter(str.isprintable, _decode(lines[-1]))).strip()[-MOST_SAID:] if lines else ""
    return f' ("{last}")' if last else ""


def _decode(line: bytes) -> str:
    """Return what a program has said in UTF-8, or on Windows in the encoding of its window.

    The line may be the end of a longer one, which begins in the midst of a character.
    """
    try:
        return line.lstrip(_MIDST).decode()
    except UnicodeDecodeError:
        return _decode_otherwise(line)


if sys.platform == "win32":
    from codecs import code_page_decode
    from ctypes import windll

    _OEM = 1
    """The encoding of windows, where this process has none."""

    def _decode_otherwise(line: bytes) -> str:
        return code_page_decode(windll.kernel32.GetConsoleOutputCP() or _OEM, line, "replace")[0]

else:

    def _decode_otherwise(line: bytes) -> str:
        return line.decode(errors="replace")
