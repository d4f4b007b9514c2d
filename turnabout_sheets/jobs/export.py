"""Gives what an event came to out to other programs and into a chat: a file, or a text; the workbook stays as it is."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.core.file_names import as_utf8
from turnabout_sheets.core.ordinary_files import is_same_file
from turnabout_sheets.core.outputs import place
from turnabout_sheets.core.problems import SaidError
from turnabout_sheets.core.text import join_words
from turnabout_sheets.event.output_sheets import describe_progress
from turnabout_sheets.event.results import Results
from turnabout_sheets.formats import load_all
from turnabout_sheets.jobs.check import check_source
from turnabout_sheets.jobs.outcome import RunOutcome
from turnabout_sheets.prints.site import make_chat_text, publish_names
from turnabout_sheets.workbook.files.save import explain_errors, open_workbook

TEXT: Final = "text"
"""What there is of every format: the text for a chat. All others belong to a format (`event.format.Export`)."""


class ExportError(Exception):
    """There is nothing that could be exported; the text says why and what to do, ``code`` how the command ends."""

    def __init__(self, text: str, code: ExitCode = ExitCode.USAGE) -> None:
        super().__init__(text)
        self.code = code


class Given(NamedTuple):
    """What was given out: the ``text``, or the ``file`` with it; ``remarks`` are what there is to say of it."""

    text: str = ""
    file: Path | None = None
    remarks: tuple[str, ...] = ()


def export(path: Path, to: str, output: Path | None = None, *, overwrite: bool = False) -> tuple[RunOutcome, Given]:
    """Give out what is in a workbook, ``to`` other programs or as the text for a chat; return what is in it, and that.

    A file lies beside the workbook where no ``output`` is named; a text is written only there. With errors in the
    workbook nothing is given out. Raises `ExportError` or `WorkbookError`.
    """
    if output is not None and is_same_file(output, path):
        raise ExportError(f"{output} is the workbook itself; name another file.", ExitCode.FILE)
    source = open_workbook(path)
    outcome = check_source(path, source)
    if outcome.results is None or outcome.exit:
        return outcome, Given()
    if to == TEXT:
        text = _make_text(path, outcome.results)
        if output is None:
            return outcome, Given(text)
        _write(output, as_utf8(f"{text}\n"), overwrite=overwrite)
        return outcome, Given(file=output)
    suffix, data, remarks = _make_file(path, to, outcome.results)
    file = output or path.with_name(f"{path.stem} {to}{suffix}")
    _write(file, data, overwrite=overwrite)
    return outcome, Given(file=file, remarks=remarks)


def _make_text(path: Path, results: Results) -> str:
    if not results.event.last_round:
        raise ExportError(f"No round of {path.name} is paired yet; run it first, then there is something to post.")
    try:
        return "\n\n".join(make_chat_text(results))
    except SaidError as reason:
        raise ExportError(str(reason), ExitCode.PROBLEMS) from reason


def _make_file(path: Path, to: str, results: Results) -> tuple[str, bytes, tuple[str, ...]]:
    """Return the suffix of a file, what is in it, and what there is to say of it."""
    ways = {each.name: each for each in results.format.exports}
    if to not in ways:
        having = [format.name for format in load_all() if to in (each.name for each in format.exports)]
        raise ExportError(
            f"--to {to} is for {join_words(having)} events, and {path.name} is a {results.format.name} event; its "
            f"pairings and standings are there as a text: --to {TEXT}."
        )
    if not results.played:
        raise ExportError(f"No result of {path.name} is reported yet; export it when some are.")
    made = ways[to].make(publish_names(results))
    if made.problems:
        raise ExportError("\n".join(each.describe(path) for each in made.problems), ExitCode.PROBLEMS)
    how_far = () if results.finished else (f"The event is not over. {describe_progress(results)}",)
    return ways[to].suffix, made.data, (*how_far, *made.remarks)


def _write(file: Path, data: bytes, *, overwrite: bool) -> None:
    """Write a file over nothing but an earlier export. Raises `WorkbookError`."""
    with explain_errors(file):
        place(file, data, overwrite=overwrite)
