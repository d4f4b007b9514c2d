"""Says on the screen what is to be done next and printed again, with the files and the commands for it."""

from __future__ import annotations

from collections.abc import Iterator

from turnabout_sheets.core.command_line import is_started_by_icon, word_command
from turnabout_sheets.core.text import join_words, list_numbers, to_spans
from turnabout_sheets.event.results import running_round
from turnabout_sheets.jobs.next_step import NextStep, advise, find_next_step, find_round_to_play
from turnabout_sheets.jobs.outcome import Outcome, prints_folder
from turnabout_sheets.prints.outdated import Outdated
from turnabout_sheets.prints.page import ROUND_FILE, has_page, load_page
from turnabout_sheets.prints.selection import word_spans
from turnabout_sheets.prints.words import FALLBACK, load_words


def describe_next_step(outcome: Outcome) -> Iterator[str]:
    """Yield what is to be done next. Where the pages were not written, that is said before, with what to do."""
    computed, results, step = outcome.computed, outcome.computed.results, find_next_step(outcome.computed)
    if computed.questions and step is NextStep.CORRECT:
        yield (
            "Next: undo it and save, or answer by a button on the desk's page or a command above; until then nothing "
            "else changes."
        )
    elif not outcome.unprinted:
        folder, pages = outcome.pages.folder if outcome.pages else prints_folder(computed.workbook), ""
        if step is NextStep.PLAY and results is not None:
            new = find_round_to_play(computed)
            pages = f"{folder / ROUND_FILE.format(new.number if new else running_round(results))}"
            at_once = load_page("movement").documents if has_page(computed.format.name, "movement") else ()
            if once := [each.file for each in at_once if folder / each.file in outcome.written]:
                pages += f" (beside it, once for all rounds: {join_words(once, 'and')})"
        elif step is NextStep.ARCHIVE and results is not None:
            files = (load_page(page).documents[0].file.format(results.played) for page in ("standings", "report"))
            pages = f"{' and '.join(files)} in the folder {folder}"
        advice = advise(step, computed, load_words(FALLBACK), pages)
        stands = f"{advice.stands} " if advice.stands else ""
        ending = ", save, and run again." if advice.is_typed else "."
        if step is NextStep.PAIR:
            ending = f" with: {word_command('run', computed.workbook)}"
            if is_started_by_icon():
                ending = f" with: the Turnabout icon, with {computed.workbook.name} dropped on it"
        elif step is NextStep.ARCHIVE:
            ending = f" with: {word_command('archive add', computed.workbook)}"
        elif step is NextStep.ALLOW_PAIRING and results is not None and results.event.last_round:
            ending += " Everything up to now is computed and printed."
        yield f"{stands}Next: {advice.do}{ending}"


def describe_outdated(outcome: Outcome, outdated: Outdated) -> str:
    """Return what is to be printed again, and how to print nothing else."""
    again, s = [*outdated.files], "s" if len(outdated.tables) > 1 else ""
    if outdated.tables:
        spans = word_spans(to_spans(outdated.tables))
        tables = f'"{spans}"' if "," in spans else spans  # PowerShell takes a comma for one of its own
        command = f"{word_command('print', outcome.computed.workbook)} --only slips --round {outdated.round}"
        slips = f"slip{s} of table{s} {list_numbers(outdated.tables)} ({command} --tables {tables} --open)"
        again = [slips, *again]
    now = [f"Print again: {join_words(again, 'and')}."] if again else []
    later = [f"Print again, if already printed: {join_words(outdated.later, 'and')}."] if outdated.later else []
    return " ".join(now + later)
