"""Says what is to be done next: one sentence for each state that a run can leave an event in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path

from turnabout_sheets.core.command_line import is_started_by_icon, word_command
from turnabout_sheets.core.text import join_words
from turnabout_sheets.event.model import BYE, Match
from turnabout_sheets.event.results import Results, list_waiting
from turnabout_sheets.jobs.next_step import NextStep, find_next_step, find_round_to_play
from turnabout_sheets.jobs.outcome import RunOutcome, prints_folder
from turnabout_sheets.prints.format_pages import has_page
from turnabout_sheets.prints.outdated import Outdated
from turnabout_sheets.prints.page import ROUND_FILE, load_page
from turnabout_sheets.prints.selection import to_spans, word_spans

SHOWN_TABLES = 12
"""How many tables whose result is missing are named; the page Outstanding has them all."""


def describe_next_step(outcome: RunOutcome) -> Iterator[str]:
    """Yield what is to be done next. Where the pages were not written, that is said before, with what to do."""
    if not outcome.unprinted:
        yield _WORDS[find_next_step(outcome)](outcome)


def describe_outdated(outcome: RunOutcome, outdated: Outdated) -> str:
    """Return what is to be printed again, and how to print nothing else."""
    again = []
    if outdated.tables:
        spans = word_spans(to_spans(outdated.tables))
        tables = f'"{spans}"' if "," in spans else spans  # PowerShell takes a comma for one of its own
        elsewhere = "" if _prints(outcome) == prints_folder(outcome.workbook) else f' --prints "{_prints(outcome)}"'
        command = word_command("print", outcome.workbook)
        again = [f"slip{'s' if len(outdated.tables) > 1 else ''} of {_word_tables(outdated.tables)}"]
        again[0] += f" ({command} --only slips --round {outdated.round} --tables {tables}{elsewhere} --open)"
    now = [f"Print again: {join_words([*again, *outdated.files], 'and')}."] if again or outdated.files else []
    later = [f"Print again if it is printed already: {join_words(outdated.later, 'and')}."] if outdated.later else []
    return " ".join(now + later)


def _correct(outcome: RunOutcome) -> str:
    if outcome.questions:
        return "Next: undo it and save, or give one of the commands above; until then nothing else changes."
    return "Next: correct the cells above (they are linked on the sheet Problems), save, and run again."


def _list_players(outcome: RunOutcome) -> str:
    return "Next: type the names of two players or more into the sheet Players, save, and run again."


def _play(outcome: RunOutcome) -> str:
    new, folder = find_round_to_play(outcome), _prints(outcome)
    assert new is not None, "that is the step"
    pages = [load_page("movement")] if has_page(outcome.format.name, "movement") else []
    documents = [each for page in pages for each in page.documents]
    of_all_rounds = [each.file for each in documents if folder / each.file in outcome.written]
    once = f" (beside it, once for all rounds: {join_words(of_all_rounds, 'and')})" if of_all_rounds else ""
    page = folder / ROUND_FILE.format(new.number)
    return f"Next: print {page}{once}, and type the results into the sheet {new.sheet.name}."


def _type_results(outcome: RunOutcome) -> str:
    waiting = list_waiting(_results(outcome))
    rounds = [list(matches) for _, matches in groupby(waiting, lambda match: match.round)]
    if len(rounds) == 1:
        (matches,) = rounds
        which, where = _word_matches(_results(outcome), matches), f"into the sheet {matches[0].sheet}"
        return f"Next: type the {which} {where}, save, and run again."
    each = [f"the {_word_matches(_results(outcome), matches)} in round {matches[0].round}" for matches in rounds]
    return f"Next: type {join_words(each, 'and')}, save, and run again."


def _decide(outcome: RunOutcome) -> str:
    number = len(_results(outcome).undecided)
    drawn = f"{number} drawn match{'' if number == 1 else 'es'}"
    return f"Next: say who goes on from {drawn} in the column Ruling, save, and run again."


def _allow_pairing(outcome: RunOutcome) -> str:
    up_to_now = " Everything up to now is computed and printed." if _results(outcome).event.last_round else ""
    return f"Next: do what the error above says, save, and run again.{up_to_now}"


def _pair(outcome: RunOutcome) -> str:
    following = _results(outcome).event.last_round + 1
    how = (
        f"the Turnabout icon, with {outcome.workbook.name} dropped on it"
        if is_started_by_icon()
        else word_command("run", outcome.workbook)
    )
    return f"{_all_in(outcome)}Next: pair round {following} with: {how}"


def _type_pairings(outcome: RunOutcome) -> str:
    following = _results(outcome).event.last_round + 1
    return f"{_all_in(outcome)}Next: type the pairings into the sheet Round {following}, save, and run again."


def _close(outcome: RunOutcome) -> str:
    results = _results(outcome)
    following = results.event.last_round + 1
    there = [player.name for player in results.event.playing(following)]
    who = f"Only {there[0]} is" if there else "Nobody is"
    return (
        f"{_all_in(outcome)}{who} there in round {following}, so it cannot be paired. Next: if the event is over, set "
        f"Rounds on the sheet Event to {following - 1}; else correct Dropped after or Away on the sheet Players; save, "
        "and run again."
    )


def _archive(outcome: RunOutcome) -> str:
    rated = outcome.format.outline.rated
    final = "the sheets Standings and Ratings are" if rated else "the sheet Standings is"
    pages = join_words([_file("standings", _results(outcome).played), _file("report")], "and")
    dated = "" if _results(outcome).event.settings.day else "fill in Date on the sheet Event, save, and "
    return (
        f"The event is finished: {final} final. Next: print {pages} in the folder {_prints(outcome)}; {dated}put the "
        f"event into the archive: {word_command('archive add', outcome.workbook)}"
    )


_WORDS: Mapping[NextStep, Callable[[RunOutcome], str]] = {
    NextStep.CORRECT: _correct,
    NextStep.LIST_PLAYERS: _list_players,
    NextStep.PLAY: _play,
    NextStep.TYPE_RESULTS: _type_results,
    NextStep.DECIDE: _decide,
    NextStep.ALLOW_PAIRING: _allow_pairing,
    NextStep.PAIR: _pair,
    NextStep.TYPE_PAIRINGS: _type_pairings,
    NextStep.CLOSE: _close,
    NextStep.ARCHIVE: _archive,
}


def _results(outcome: RunOutcome) -> Results:
    assert outcome.results is not None, "all steps but the first are of an event without errors"
    return outcome.results


def _prints(outcome: RunOutcome) -> Path:
    assert outcome.prints is not None, "without errors there are pages"
    return outcome.prints


def _file(page: str, number: int = 0) -> str:
    return load_page(page).documents[0].file.format(number)


def _all_in(outcome: RunOutcome) -> str:
    played = _results(outcome).played
    return f"Every result of round {played} is in. " if played else ""


def _word_matches(results: Results, matches: Sequence[Match]) -> str:
    """Return whose results are missing: "results" where that are all of the round, "result of table 3" and so on."""
    event = results.event
    if len(matches) == sum(match.b != BYE for match in event.rounds[matches[0].round]):
        return "results"
    tables = [match.table for match in matches if match.table is not None]
    pairs = [
        " - ".join(event.players[player].name for player in match.pair) for match in matches if match.table is None
    ]
    named = [_word_tables(tables)] if tables else []
    return f"result{'s' if len(matches) > 1 else ''} of {join_words([*named, *pairs], 'and')}"


def _word_tables(tables: Sequence[int]) -> str:
    """Return some tables, of many the first: "table 3", "tables 3, 7 and 12"."""
    more = [f"{len(tables) - SHOWN_TABLES} more"] if len(tables) > SHOWN_TABLES else []
    shown = [*map(str, tables[:SHOWN_TABLES]), *more]
    return f"table{'s' if len(tables) > 1 else ''} {join_words(shown, 'and')}"
