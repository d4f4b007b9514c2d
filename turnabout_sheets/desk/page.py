"""The desk's page, with its lists: from what the desk holds to what is seen, in the language of the event."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from turnabout_sheets.core.problems import Problem, Severity, sort_problems
from turnabout_sheets.core.text import format_number
from turnabout_sheets.desk.before_round_1 import BeforeRound1, show_before
from turnabout_sheets.desk.entry import EntryForm, make_form
from turnabout_sheets.desk.questions import ShownQuestion, show_questions
from turnabout_sheets.desk.remedies import Remedies, offer_acceptance, show_remedies
from turnabout_sheets.desk.sentences import describe_fault, describe_next_step, words_of
from turnabout_sheets.desk.state import DeskState, FaultKind
from turnabout_sheets.desk.trouble import find_first_error, find_waiting
from turnabout_sheets.event.results import running_round
from turnabout_sheets.event.status import find_statuses
from turnabout_sheets.jobs.next_step import NextStep, find_next_step, list_tables
from turnabout_sheets.prints.making import FILE as INDEX
from turnabout_sheets.prints.page import ROUND_FILE, Document, load_page, load_pages
from turnabout_sheets.prints.pages.standings import head_points
from turnabout_sheets.prints.render import render
from turnabout_sheets.prints.shared import translate_status
from turnabout_sheets.prints.words import FALLBACK, Words
from turnabout_sheets.workbook.files.other_programs import Why

if TYPE_CHECKING:
    from turnabout_sheets.changes.differences import Change
    from turnabout_sheets.core.backups import Backup
    from turnabout_sheets.event.results import Results

MOST_LINES: Final = 40
"""How many tables, problems and changes are listed, each; the sheets and pages have them all."""

MOST_PLAYERS: Final = 64
"""How many lines of the standings are shown; the page Standings has them all."""


class TableLine(NamedTuple):
    """A match whose result is missing: ``table`` is blank where it has none, ``round`` where it is the running one.

    ``wrong`` says that an error is in its row, blank where none is.
    """

    round: str
    table: str
    a: str
    b: str
    wrong: str


class ProblemLine(NamedTuple):
    """A problem of the workbook in the words of the program, which are English; ``severity`` is translated.

    ``meant`` is the data of the button that says so of a warning, blank for an error.
    """

    severity: str
    is_error: bool
    place: str
    message: str
    hint: str
    meant: str


class StandingLine(NamedTuple):
    """A player in the standings."""

    rank: str
    name: str
    points: str
    status: str


class ChangedRow(NamedTuple):
    """What the last save changed of one player or match, or of what belongs to nobody, on one sheet."""

    whose: str
    sheet: str
    changes: Sequence[Change]


class Shown(NamedTuple):
    """Lines of which there may be more than are shown: ``more`` is how many, as a sentence, blank for none."""

    heading: str
    note: str
    lines: Sequence[TableLine | ProblemLine | StandingLine | ChangedRow]
    more: str


def show_outstanding(state: DeskState, w: Words) -> Shown:
    """Return the matches that the desk waits for."""
    if state.results is None:
        return Shown(w("outstanding.title"), "", (), "")
    waiting, running = find_waiting(state), running_round(state.results)
    lines = [
        TableLine(
            "" if match.round == running else str(match.round),
            "" if match.table is None else str(match.table),
            *names,
            w("desk.error") if is_wrong else "",
        )
        for match, names, is_wrong in waiting[:MOST_LINES]
    ]
    note = w.counted("outstanding.missing", len(waiting)) if waiting else ""
    if state.outcome is None or state.outcome.event is None:
        note = f"{note} · {_say_of_when(state, w)}"
    return Shown(w("outstanding.title"), note, lines, _count_more(len(waiting), MOST_LINES, w))


def show_problems(state: DeskState, w: Words) -> Shown:
    """Return what is wrong in the workbook, errors first; what is asked has its own place, and what is told large."""
    outcome = state.outcome
    asked = [each.problem for each in outcome.questions] if outcome else []
    found = sort_problems((*outcome.problems, *outcome.notes)) if outcome else []
    found = [each for each in found if each not in asked and each != find_first_error(state)]
    lines = [_word_problem(problem, state.workbook, w) for problem in found[:MOST_LINES]]
    return Shown(w("desk.problems"), "", lines, _count_more(len(found), MOST_LINES, w))


def _word_problem(problem: Problem, workbook: Path, w: Words) -> ProblemLine:
    is_error = problem.severity is Severity.ERROR
    severity = w("desk.error") if is_error else w("desk.warning")
    meant = "" if is_error else offer_acceptance(problem)
    return ProblemLine(severity, is_error, str(problem.place), problem.message, problem.word_hint(workbook), meant)


def show_standings(state: DeskState, w: Words) -> Shown:
    """Return the standings as they are now, else as they were before the last save; no line before a result."""
    results = state.results
    if results is None or not results.played:
        return Shown(w("standings.heading"), "", (), "")
    note = _say_of_when(state, w) or (w("standings.provisional") if results.provisional else "")
    statuses, standings = find_statuses(results), results.standings
    lines = [
        StandingLine(
            str(standings["rank"][player]),
            results.event.players[player].shown,
            format_number(standings["points"][player]),
            translate_status(statuses[player], w),
        )
        for player in results.order[:MOST_PLAYERS]
    ]
    heading = w("standings.final") if results.finished else w("standings.title", n=results.played)
    return Shown(heading, note, lines, _count_more(len(standings), MOST_PLAYERS, w))


def _say_of_when(state: DeskState, w: Words) -> str:
    """Return of when the results are, if they are not those of the last save."""
    if state.outcome is None or state.outcome.results is not None or state.good_saved is None:
        return ""
    error, time = find_first_error(state), f"{state.good_saved:%H:%M:%S}"
    return w("trouble.as_of", time=time, place=error.place) if error else w("trouble.as_of_save", time=time)


def show_changes(changes: Sequence[Change], w: Words) -> Shown:
    """Return what the last save has changed, what was changed in one row together."""
    rows = groupby(changes[:MOST_LINES], lambda each: (each.who, each.sheet))
    lines = [ChangedRow(who, sheet, list(row)) for (who, sheet), row in rows]
    return Shown(w("desk.changes"), "", lines, _count_more(len(changes), MOST_LINES, w))


def _count_more(number: int, most: int, w: Words) -> str:
    return w("desk.more", n=number - most) if number > most else ""


BESIDE: Final[Mapping[str, Callable[[Results], bool]]] = {
    "check-in": lambda results: not results.event.last_round,
    "movement": lambda results: results.event.last_round > 0 and not results.played,
    "bracket": lambda results: results.event.last_round > 0,
    "standings": lambda results: results.finished,
    "report": lambda results: results.finished,
}
"""The pages that are printed besides those of the running round, where there are such pages, and when."""


class Warned(NamedTuple):
    """What is in the way: a ``sentence`` in the language of the event, and a ``reason`` in English, blank for none.

    ``may_go_on``: it is only asked whether all is as it is meant.
    """

    sentence: str
    reason: str
    may_go_on: bool


class Button(NamedTuple):
    """A button: its ``label``, and what it does with its ``target``; ``first`` is what is to be done now.

    It prints the page of an address (``print``), gives an order (``do``), or asks a question first (``ask``).
    """

    label: str
    does: str
    target: str
    first: bool = False


class Link(NamedTuple):
    """A link to a page of the prints, which opens beside this one."""

    name: str
    label: str
    file: str


class DeskPage(NamedTuple):
    """What the page shows; a text is blank where there is nothing to say.

    ``trouble`` is the first error in the workbook. ``remarks`` have each the code of its language. ``anew``: the round
    that can still be paired anew, 0 for none.
    ``undo``: until when the workbook was what `undo` brings back.
    """

    number: int
    title: str
    about: str
    file: str
    saved: str
    fault: Warned | None
    trouble: ProblemLine | None
    questions: Sequence[ShownQuestion]
    next: str
    notes: Sequence[str]
    remarks: Sequence[tuple[str, str]]
    buttons: Sequence[Button]
    anew: int
    remedies: Remedies
    entry: EntryForm | None
    before: BeforeRound1 | None
    outstanding: Shown
    problems: Shown
    changes: Shown
    standings: Shown
    points: str
    links: Sequence[Link]
    undo: str


class DeskFrame(NamedTuple):
    """What stays of the page around its ``live`` part."""

    nonce: str
    heartbeat: float
    live: DeskPage


def make_view(state: DeskState, undo: Backup | None, versions: Sequence[Backup] = ()) -> DeskPage:
    """Return what the page shows of a state, of the version that `undo` would bring back, and of all earlier ones."""
    w, outcome, error, results = words_of(state), state.outcome, find_first_error(state), state.results
    return DeskPage(
        number=state.number,
        title=outcome.event.settings.name if outcome and outcome.event else "",
        about=_describe_event(state, w),
        file=state.workbook.name,
        saved=f"{state.saved:%H:%M:%S}" if state.saved else "",
        fault=_warn(state, w),
        trouble=_word_problem(error, state.workbook, w) if error else None,
        questions=tuple(show_questions(state, w)),
        next=w("trouble.heading") if error else describe_next_step(state, w),
        notes=tuple(_list_notes(state, w)),
        remarks=tuple(_list_remarks(state, w)),
        buttons=tuple(_list_buttons(state, w)),
        anew=find_round_to_pair_anew(state),
        remedies=show_remedies(state, versions, w),
        entry=make_form(state, w),
        before=show_before(state, w),
        outstanding=show_outstanding(state, w),
        problems=show_problems(state, w),
        changes=show_changes(state.changes, w),
        standings=show_standings(state, w),
        points=head_points(results.format, w) if results else "",
        links=tuple(_list_links(state, w)),
        undo=f"{undo.replaced:%H:%M:%S}" if undo else "",
    )


def render_page(
    state: DeskState, undo: Backup | None, nonce: str, heartbeat: float, versions: Sequence[Backup] = ()
) -> bytes:
    """Return the whole page; ``nonce`` lets its own style and script in, ``heartbeat`` is in seconds."""
    w = words_of(state)
    frame = DeskFrame(nonce, heartbeat, make_view(state, undo, versions))
    return render("desk/page.html.j2", frame, w)


def render_live_part(state: DeskState, undo: Backup | None, versions: Sequence[Backup] = ()) -> bytes:
    """Return the part of the page that changes with each state."""
    return render("desk/live.html.j2", make_view(state, undo, versions), words_of(state))


_MARKED: Final[Mapping[str, str]] = {"here": "desk.here", "paid": "desk.paid"}
"""How it is said of how many players something is marked."""


def _describe_event(state: DeskState, w: Words) -> str:
    outcome, results = state.outcome, state.results
    if outcome is None or outcome.event is None:
        return ""
    players, marked = len(outcome.event.players), outcome.event.count_marked()
    parts = [outcome.format.name, w.counted("check_in.players", players)]
    parts += [w(_MARKED[what], n=count, all=len(outcome.event.expected)) for what, count in marked.items()]
    if results and results.event.last_round:
        parts.append(w("desk.round_of", n=running_round(results), all=results.scheduled))
    return " · ".join(parts)


def _warn(state: DeskState, w: Words) -> Warned | None:
    fault = state.fault
    if fault is None:
        return None
    return Warned(describe_fault(state, fault, w), fault.reason, may_go_on=fault.kind is FaultKind.OLDER)


def _list_notes(state: DeskState, w: Words) -> Iterator[str]:
    """Yield what is to be known besides: that what is not saved is not seen, that sheets wait, that a round stays."""
    outcome, again = state.outcome, state.to_print.again
    if state.good is not None and find_first_error(state):
        yield w("trouble.meanwhile")
    if state.open_in is not None:
        yield w("desk.open_in", program=state.open_in.name)
    if outcome is not None and outcome.waiting and not outcome.new_rounds:
        yield w("desk.sheets_wait_for_cloud" if outcome.waiting.why is Why.CLOUD else "desk.sheets_wait")
    if again is not None and again.later:
        yield w("desk.if_printed", files=", ".join(_name_pages(again.later, state, w)))
    if outcome is not None and outcome.event is not None and outcome.remarks:
        yield w("desk.pairings_stay", n=outcome.event.last_round)
    if state.archived.place:
        yield w("desk.archive.place", place=state.archived.place)


def _list_remarks(state: DeskState, w: Words) -> Iterator[tuple[str, str]]:
    """Yield what a changed round costs, and, in English, why nothing is published and what the archive says."""
    if state.outcome is not None:
        yield from ((w.say(each.said), w.language) for each in state.outcome.remarks)
    for text in (state.unpublished, *state.archived.remarks, state.archived.question):
        if text:
            yield text, FALLBACK


def _list_buttons(state: DeskState, w: Words) -> Iterator[Button]:
    """Yield the buttons: to pair, to print again what has to be, to print the running round, and what else there is."""
    outcome, again, results = state.outcome, state.to_print.again, state.results
    if outcome is None or results is None:
        return
    if find_next_step(outcome) is NextStep.PAIR:
        yield Button(w("desk.pair", n=results.event.last_round + 1), "do", "pair", first=True)
    if again is not None and (again.tables or again.files):
        what = [w.counted("desk.slips", len(again.tables), tables=list_tables(again.tables, w))] if again.tables else []
        what += _name_pages(again.files, state, w)
        yield Button(w("desk.print_again", what=", ".join(what)), "print", "again", first=True)
    if (number := running_round(results)) and not results.finished and not state.is_held_up:
        file = ROUND_FILE.format(number)
        yield Button(w("desk.print_all", n=number), "print", f"prints/{file}", first=state.to_print.page == file)
    for document in _list_beside(results):
        file = document.file.format(results.played)
        yield Button(w("desk.print", what=w(document.title)), "print", f"prints/{file}")
    if find_next_step(outcome) is NextStep.ARCHIVE and not state.archived.place:
        if state.archived.question:
            yield Button(w("desk.archive.same_event"), "do", "archive-same")
        else:
            yield Button(w("desk.archive.button"), "do", "archive", first=True)
    if anew := find_round_to_pair_anew(state):
        yield Button(w("desk.anew.button", n=anew), "ask", "anew-question")


def _list_beside(results: Results) -> Iterator[Document]:
    for page in load_pages(results.format.name):
        if page.name in BESIDE and BESIDE[page.name](results) and page.when.at_run(results):
            yield from page.documents


def _list_links(state: DeskState, w: Words) -> Iterator[Link]:
    """Yield what opens beside; where a desk starts on errors, that is what has been published before."""
    (screen,), is_shown = load_page("screen").documents, load_page("screen").when.at_run
    links = Link("all-pages", w("desk.all_pages"), INDEX), Link("screen", w(screen.title), screen.file)
    if state.results is None:
        yield from (each for each in links if state.outcome is not None and (state.prints / each.file).is_file())
    elif state.has_pages:
        yield from links[: 1 + is_shown(state.results)]


def find_round_to_pair_anew(state: DeskState) -> int:
    """Return the round that is published and whose sheet is not in the workbook yet; 0 for none."""
    outcome = state.outcome
    can_be = outcome is not None and outcome.results is not None and outcome.waiting is not None
    return outcome.new_rounds[0].number if outcome and can_be and outcome.new_rounds else 0


def _name_pages(files: Sequence[str], state: DeskState, w: Words) -> Sequence[str]:
    """Return what pages are called on the index; those of another version of the program by their files."""
    last = state.outcome.event.last_round if state.outcome and state.outcome.event else 0
    documents = [each for page in load_pages() for each in page.documents]
    names = {each.file.format(number): w(each.title) for each in documents for number in range(last + 1)}
    return [names.get(file, file) for file in files]
