"""Knows a workbook again that this program has left as it is, with all its pages: then there is only to check it.

What is remembered is a digest of all that a run depends on, and it is kept in the user's cache folder. It has no name
or result in it; where it is gone, the next run computes everything anew and comes to the same.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Final

import turnabout_sheets
from turnabout_sheets.core.cache import forget_oldest, open_cache
from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.core.ordinary_files import follow_links, read_file
from turnabout_sheets.jobs.beside import read_accepted
from turnabout_sheets.jobs.check import check_source
from turnabout_sheets.jobs.kept_rounds import read_kept_rounds
from turnabout_sheets.jobs.outcome import Options, RunOutcome, prints_folder
from turnabout_sheets.jobs.restore import has_note
from turnabout_sheets.prints.publish import PrintsError, list_pages
from turnabout_sheets.prints.words import shipped_templates
from turnabout_sheets.workbook.files import save


def tell_program(*folders: Path) -> Iterator[str]:
    """Yield what tells one version of the program from another, also while somebody works on it.

    ``folders`` are what is of the program besides the package, as far as something depends on it.
    """
    yield turnabout_sheets.__version__
    yield sys.version
    for folder in (Path(turnabout_sheets.__file__).parent, *folders):
        for file in sorted(folder.rglob("*")):
            if file.suffix != ".pyc" and file.is_file():
                status = file.stat()
                yield f"{file.relative_to(folder)} {status.st_size} {status.st_mtime_ns}"


MOST_REMEMBERED: Final = 200
"""How many workbooks are remembered; of more, those go that were run longest ago."""


def run_if_changed(path: Path, options: Options) -> RunOutcome:
    """Do what `jobs.run.run` does, but for a workbook that the last run has left as it is: that is only checked."""
    plain = options == Options()  # else something is asked for that such a run has not left
    if plain and (unchanged := _check_unchanged(path)):
        return unchanged
    from turnabout_sheets.jobs.run import run  # slow to load

    outcome = run(path, options)
    if plain:
        _remember(outcome)
    return outcome


def _check_unchanged(path: Path) -> RunOutcome | None:
    """Return what a check finds in a workbook that is remembered; None for others, and where rounds or a note wait."""
    folder = open_cache("unchanged")
    if folder is None:
        return None
    source = save.open_workbook(path)
    if read_kept_rounds(source.path) or has_note(source.path):
        return None
    state = _digest_state(path, source.digest)
    if state is None or not (folder / state).exists():
        return None
    outcome = check_source(path, source)
    return replace(outcome, only_checked=False, unchanged=True, prints=prints_folder(path))


def _remember(outcome: RunOutcome) -> None:
    """Remember a workbook of which the next run would find nothing to do, and nothing to say that a check does not."""
    told = outcome.unprinted or outcome.remarks or outcome.outdated or outcome.earlier_names
    folder = open_cache("unchanged")
    if folder is None or told or not outcome.digest or outcome.exit is not ExitCode.DONE:
        return
    state = _digest_state(outcome.workbook, outcome.digest)
    with contextlib.suppress(OSError):  # a full disk
        if state is not None:
            (folder / state).touch()
        forget_oldest(folder, MOST_REMEMBERED)


def _digest_state(path: Path, workbook: str) -> str | None:
    """Return the digest of all that a run depends on, with that of the ``workbook``; None where it cannot be told."""
    digest = sha256()
    try:
        program = tell_program(shipped_templates())
        accepted = map(repr, sorted(read_accepted(follow_links(path))))
        for each in (str(follow_links(path)), workbook, *accepted, *_tell_pages(prints_folder(path)), *program):
            digest.update(each.encode(errors="surrogateescape") + b"\0")
    except (OSError, PrintsError):
        return None
    return digest.hexdigest()


def _tell_pages(folder: Path) -> Iterator[str]:
    """Yield the pages that lie in a folder, and what is in them."""
    for name in list_pages(folder):
        yield f"{name} {sha256(read_file(folder / name)).hexdigest()}"
