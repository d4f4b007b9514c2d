"""Says on the screen what is to be done next and printed again, with the files and the commands for it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from turnabout_sheets.core.command_line import is_started_by_icon, word_command
from turnabout_sheets.core.text import join_words, list_numbers, to_spans
from turnabout_sheets.event.results import running_round
from turnabout_sheets.jobs.next_step import Advice, NextStep, advise, find_next_step, find_round_to_play
from turnabout_sheets.jobs.outcome import Outcome, prints_folder
from turnabout_sheets.prints.outdated import Outdated
from turnabout_sheets.prints.page import ROUND_FILE, has_page, load_page
from turnabout_sheets.prints.selection import word_spans
from turnabout_sheets.prints.words import FALLBACK, load_words


def describe_next_step(outcome: Outcome) -> Iterator[str]:
    """Yield what is to be done next. Where the pages were not written, that is said before, with what to do."""
    step = find_next_step(outcome.computed)
    if outcome.computed.questions and step is NextStep.CORRECT:
        yield (
            "Next: undo it and save, or answer by a button on the desk's page or a command above; until then nothing "
            "else changes."
        )
    elif not outcome.unprinted:
        pages, results = "", outcome.computed.results
        if step is NextStep.PLAY:
            pages = _name_pages_of_round(outcome)
        elif step is NextStep.ARCHIVE and results is not None:
            files = (load_page(page).documents[0].file.format(results.played) for page in ("standings", "report"))
            pages = f"{' and '.join(files)} in the folder {_prints(outcome)}"
        advice = advise(step, outcome.computed, load_words(FALLBACK), pages)
        stands = f"{advice.stands} " if advice.stands else ""
        yield f"{stands}Next: {advice.do}{_end(step, advice, outcome)}"


def describe_outdated(outcome: Outcome, outdated: Outdated) -> str:
    """Return what is to be printed again, and how to print nothing else."""
    again = []
    if outdated.tables:
        spans = word_spans(to_spans(outdated.tables))
        tables = f'"{spans}"' if "," in spans else spans  # PowerShell takes a comma for one of its own
        elsewhere = (
            "" if _prints(outcome) == prints_folder(outcome.computed.workbook) else f' --prints "{_prints(outcome)}"'
        )
        command = word_command("print", outcome.computed.workbook)
        which = f"table{'s' if len(outdated.tables) > 1 else ''} {list_numbers(outdated.tables)}"
        again = [f"slip{'s' if len(outdated.tables) > 1 else ''} of {which}"]
        again[0] += f" ({command} --only slips --round {outdated.round} --tables {tables}{elsewhere} --open)"
    now = [f"Print again: {join_words([*again, *outdated.files], 'and')}."] if again or outdated.files else []
    later = [f"Print again, if already printed: {join_words(outdated.later, 'and')}."] if outdated.later else []
    return " ".join(now + later)


def _name_pages_of_round(outcome: Outcome) -> str:
    """Return the file of the round whose turn it is, and those beside it that are printed once for all rounds."""
    new, folder, results = find_round_to_play(outcome.computed), _prints(outcome), outcome.computed.results
    assert results is not None, "that is the step"
    pages = [load_page("movement")] if has_page(outcome.computed.format.name, "movement") else []
    documents = [each for page in pages for each in page.documents]
    of_all_rounds = [each.file for each in documents if folder / each.file in outcome.written]
    once = f" (beside it, once for all rounds: {join_words(of_all_rounds, 'and')})" if of_all_rounds else ""
    return f"{folder / ROUND_FILE.format(new.number if new else running_round(results))}{once}"


def _end(step: NextStep, advice: Advice, outcome: Outcome) -> str:
    """Return how it goes on: by which command, or that it is to be saved first."""
    match step:
        case NextStep.PAIR if is_started_by_icon():
            return f" with: the Turnabout icon, with {outcome.computed.workbook.name} dropped on it"
        case NextStep.PAIR:
            return f" with: {word_command('run', outcome.computed.workbook)}"
        case NextStep.ARCHIVE:
            return f" with: {word_command('archive add', outcome.computed.workbook)}"
        case NextStep.ALLOW_PAIRING if (results := outcome.computed.results) is not None and results.event.last_round:
            return ", save, and run again. Everything up to now is computed and printed."
        case _:
            return ", save, and run again." if advice.is_typed else "."


def _prints(outcome: Outcome) -> Path:
    assert outcome.pages is not None, "without errors there are pages"
    return outcome.pages.folder
