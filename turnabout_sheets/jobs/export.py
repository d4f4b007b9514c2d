"""Gives what an event came to out to other programs and into a chat: a file, or a text; the workbook stays as it is."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from turnabout_sheets.core.backups import word_written
from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.core.file_names import as_utf8
from turnabout_sheets.core.safe_files import is_same_file
from turnabout_sheets.core.text import join_words
from turnabout_sheets.event.output_sheets import describe_progress
from turnabout_sheets.formats import load_all
from turnabout_sheets.jobs.check import check
from turnabout_sheets.jobs.outcome import Computed, RefusedError
from turnabout_sheets.prints.site import make_chat_text, publish_names
from turnabout_sheets.workbook.files.save import write_output

TEXT: Final = "text"
"""What there is of every format: the text for a chat. All others belong to a format (`event.format.Export`)."""


def export(path: Path, to: str, output: Path | None = None) -> tuple[Computed, str, Sequence[str]]:
    """Export the results ``to`` other programs, or as a text; return what was computed, what to show, and remarks.

    A file is written beside the workbook where no ``output`` is named; a text only there. With errors in the
    workbook nothing is exported. Raises `RefusedError` or another `SaidError`.
    """
    if output is not None and is_same_file(output, path):
        raise RefusedError(f"{output} is the workbook itself; name another file.", ExitCode.FILE)
    computed = check(path)
    results = computed.results
    if results is None:
        return computed, "", ()
    exports, remarks = {each.name: each for each in results.format.exports}, list[str]()
    if to != TEXT and to not in exports:
        having = [format.name for format in load_all() if to in (each.name for each in format.exports)]
        raise RefusedError(
            f"--to {to} is for {join_words(having)} events, and {path.name} is a {results.format.name} event; its "
            f"pairings and standings are there as a text: --to {TEXT}."
        )
    if not (results.event.last_round if to == TEXT else results.played):
        raise RefusedError(f"{path.name} has nothing to export yet: pair and play a round first.")
    if to == TEXT:
        text = "\n\n".join(make_chat_text(results))
        if output is None:
            return computed, text, ()
        file, data = output, as_utf8(f"{text}\n")
    else:
        made = exports[to].make(publish_names(results))
        if made.problems:
            raise RefusedError("\n".join(each.describe(path) for each in made.problems), ExitCode.PROBLEMS)
        file, data = output or path.with_name(f"{path.stem} {to}{exports[to].suffix}"), made.data
        remarks += [] if results.finished else [f"The event is not over. {describe_progress(results)}"]
        remarks += made.remarks
    write_output(file, data, is_workbook=False)
    return computed, word_written(file), remarks
