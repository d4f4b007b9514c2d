"""The desk's page: from what the desk holds to what is seen, in the language of the event."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from turnabout_sheets.core.problems import Message, Place
from turnabout_sheets.core.text import isolate, list_numbers
from turnabout_sheets.desk.entry import EntryForm, make_form
from turnabout_sheets.desk.lists import (
    ProblemLine,
    Shown,
    show_changes,
    show_outstanding,
    show_problems,
    show_standings,
    word_problem,
)
from turnabout_sheets.desk.people import list_names
from turnabout_sheets.desk.questions import ShownQuestion, show_questions
from turnabout_sheets.desk.sentences import describe_fault, describe_next_step, words_of
from turnabout_sheets.desk.state import DeskState, FaultKind
from turnabout_sheets.desk.trouble import find_first_error, find_running
from turnabout_sheets.event.results import running_round
from turnabout_sheets.jobs.compare import say_change, shorten
from turnabout_sheets.jobs.next_step import NextStep, find_next_step, offer_blank_round
from turnabout_sheets.prints.making import FILE as INDEX
from turnabout_sheets.prints.page import ROUND_FILE, Document, load_page, load_pages
from turnabout_sheets.prints.pages.standings import head_points
from turnabout_sheets.prints.render import render
from turnabout_sheets.prints.words import FALLBACK, Words

if TYPE_CHECKING:
    from turnabout_sheets.core.backups import Backup
    from turnabout_sheets.desk.edits import Undo
    from turnabout_sheets.event.results import Results

BESIDE: Final[Mapping[str, Callable[[Results], bool]]] = {
    "check-in": lambda results: not results.event.last_round,
    "movement": lambda results: results.event.last_round > 0 and not results.played,
    "bracket": lambda results: results.event.last_round > 0,
    "standings": lambda results: results.finished,
    "report": lambda results: results.finished,
}
"""The pages that are printed besides those of the running round, where there are such pages, and when."""

MAX_VERSIONS: Final = 40
"""How many earlier versions are offered, the newest; the command `restore` has them all."""


class Warned(NamedTuple):
    """What is in the way: a ``sentence`` in the language of the event, and a ``reason``, blank for none, in a language.

    ``may_go_on``: it is only asked whether all is as it is meant.
    """

    sentence: str
    reason: str
    language: str
    may_go_on: bool


class Button(NamedTuple):
    """A button: its ``label``, and what it does with its ``target``; ``first`` is what is to be done now.

    It prints the page of an address (``print``), gives an order (``do``) with ``data``, or asks a question (``ask``).
    """

    label: str
    does: str
    target: str
    first: bool = False
    data: str = ""


class Version(NamedTuple):
    """An earlier version of the workbook: until when it was so, to the last digit and as shown, and the round then."""

    until: str
    time: str
    before: str


class Link(NamedTuple):
    """A link to a page of the prints, which opens beside this one."""

    name: str
    label: str
    file: str


class DeskPage(NamedTuple):
    """What the page shows; a text is blank where there is nothing to say.

    ``trouble`` is the first error in the workbook. ``people`` are the names of all players, None before round 1.
    ``told``: what the last save has changed and may be a mistake. ``remarks`` have each the code of its language.
    ``again``: the round that can be paired again, 0 for none; ``waits``: it has no sheet yet; ``named``: by what it is
    known. ``versions``: the earlier ones, the newest first. ``stand``: the
    round, the program that has the workbook open, and the first error, with tabs between them: a message that was said
    before one of them changed or went is over.
    """

    number: int
    stand: str
    title: str
    about: str
    file: str
    saved: str
    fault: Warned | None
    trouble: ProblemLine | None
    questions: Sequence[ShownQuestion]
    next: str
    told: Sequence[str]
    notes: Sequence[str]
    remarks: Sequence[tuple[str, str]]
    buttons: Sequence[Button]
    again: int
    waits: bool
    named: str
    entry: EntryForm | None
    people: Sequence[str] | None
    outstanding: Shown
    problems: Shown
    changes: Shown
    standings: Shown
    points: str
    links: Sequence[Link]
    undo: Undo | None
    versions: Sequence[Version]
    more_versions: str


class DeskFrame(NamedTuple):
    """What stays of the page around its ``live`` part."""

    nonce: str
    heartbeat: float
    live: DeskPage


def make_view(state: DeskState, versions: Sequence[Backup], undo: Undo | None = None) -> DeskPage:
    """Return what the page shows of a state, of the earlier versions, the newest first, and of what Undo does."""
    (again, waits), more = find_round_to_pair_again(state), len(versions) - MAX_VERSIONS
    w, computed, error, results = words_of(state), state.computed, find_first_error(state), state.results
    return DeskPage(
        number=state.number,
        stand=f"{find_running(state)}\t{state.open_in.name if state.open_in else ''}\t{error.place if error else ''}",
        title=computed.event.settings.name if computed and computed.event else "",
        about=_describe_event(state, w),
        file=state.workbook.name,
        saved=f"{state.saved:%H:%M:%S}" if state.saved else "",
        fault=_warn(state, w),
        trouble=word_problem(error, state, w) if error else None,
        questions=tuple(show_questions(state, w)),
        next=w("trouble.heading") if error else describe_next_step(state, w),
        told=tuple(_list_told(state, w)),
        notes=tuple(_list_notes(state, w)),
        remarks=tuple(_list_remarks(state, w)),
        buttons=tuple(_list_buttons(state, w)),
        again=again,
        waits=waits,
        named=name_round(state, again) if again else "",
        entry=make_form(state, w),
        people=list_names(state),
        outstanding=show_outstanding(state, w),
        problems=show_problems(state, w),
        changes=show_changes(state.changes, w),
        standings=show_standings(state, w),
        points=head_points(results.format, w) if results else "",
        links=tuple(_list_links(state, w)),
        undo=undo,
        versions=tuple(_list_versions(versions, w)),
        more_versions=w("desk.more", n=more) if more > 0 else "",
    )


def render_page(
    state: DeskState, versions: Sequence[Backup], nonce: str, heartbeat: float, undo: Undo | None = None
) -> bytes:
    """Return the whole page; ``nonce`` lets its own style and script in, ``heartbeat`` is in seconds."""
    live = make_view(state, versions, undo)
    return render("desk/page.html.j2", DeskFrame(nonce, heartbeat, live), words_of(state))


def render_live_part(state: DeskState, versions: Sequence[Backup], undo: Undo | None = None) -> bytes:
    """Return the part of the page that changes with each state."""
    return render("desk/live.html.j2", make_view(state, versions, undo), words_of(state))


_MARKED: Final[Mapping[str, str]] = {"here": "desk.here", "paid": "desk.paid"}
"""How it is said of how many players something is marked."""


def _describe_event(state: DeskState, w: Words) -> str:
    computed, results = state.computed, state.results
    if computed is None or computed.event is None:
        return ""
    players, marked = len(computed.event.players), computed.event.count_marked()
    parts = [computed.format.name, w.counted("check_in.players", players)]
    parts += [w(_MARKED[what], n=count, all=len(computed.event.expected)) for what, count in marked.items()]
    if results and results.event.last_round:
        parts.append(w("desk.round_of", n=running_round(results), all=results.scheduled))
    return " · ".join(parts)


def _warn(state: DeskState, w: Words) -> Warned | None:
    fault = state.fault
    if fault is None:
        return None
    sentence = describe_fault(state, fault, w)
    reason, language = (w.say(fault.said), w.language) if fault.said else (fault.reason, FALLBACK)
    may_go_on = fault.kind is FaultKind.OLDER
    return Warned(sentence, "" if reason == sentence else reason, language, may_go_on)


def _list_notes(state: DeskState, w: Words) -> Iterator[str]:
    """Yield what is to be known besides: that what is not saved is not seen, that sheets wait, that a round stays."""
    outcome, again = state.outcome, state.to_print.again
    if state.good is not None and find_first_error(state):
        yield w("trouble.meanwhile")
    if state.open_in is not None:
        yield w("desk.open_in", program=state.open_in.name)
    if outcome is not None and outcome.waiting and not outcome.computed.new_rounds:
        yield w("desk.sheets_wait")
    if again is not None and again.later:
        yield w("desk.if_printed", files=", ".join(_name_pages(again.later, state, w)))
    if outcome is not None and outcome.computed.event is not None and outcome.computed.remarks:
        yield w("desk.pairings_stay", n=outcome.computed.event.last_round)
    if state.archived.place:
        yield w("desk.archive.place", place=state.archived.place)


def _list_told(state: DeskState, w: Words) -> Iterator[str]:
    """Yield what the last save has changed that is meant as often as not, and is to be seen (desk 2.25)."""
    event = state.computed.event if state.computed is not None else None
    if event is None or state.questions:
        return
    is_over = state.results is not None and state.results.finished
    if state.late and not is_over:
        yield w.say(
            Message(
                "A result of an earlier round was changed: {cells}. Published pairings stay. If it was meant for "
                "round {n}, enter it there and restore the old value here.",
                cells=shorten(state.late),
                n=find_running(state),
            )
        )
    if event.unplayed:
        place = event.setting_place("rounds")
        yield w("desk.told.unplayed", n=event.unplayed[0], rounds=event.settings.rounds, place=place)
    elif event.last_round:
        changed = (
            each
            for each in state.changes
            if each.cell and Place(each.sheet, each.cell) == event.setting_place("rounds")
        )
        yield from (
            w.say(
                Message(
                    "The number of rounds was changed: {change}. If that is a mistake, restore the old number, and "
                    "save.",
                    change=say_change(each),
                )
            )
            for each in changed
        )


def _list_remarks(state: DeskState, w: Words) -> Iterator[tuple[str, str]]:
    """Yield what a changed round costs, why nothing is published, and what the archive says."""
    if state.outcome is not None:
        yield from ((w.say(each), w.language) for each in state.outcome.computed.remarks)
    if state.unpublished is not None:
        yield w.say(state.unpublished), w.language
    yield from ((w.say(each), w.language) for each in state.archived.remarks)
    if state.archived.question:
        yield w("desk.archive.question", event=isolate(state.archived.question)), w.language


def _list_buttons(state: DeskState, w: Words) -> Iterator[Button]:
    """Yield the buttons: to pair, to print again what has to be, to print the running round, and what else there is."""
    computed, again, results = state.computed, state.to_print.again, state.results
    if computed is None or results is None:
        return
    if find_next_step(computed) is NextStep.PAIR:
        yield Button(w("desk.pair", n=results.event.last_round + 1), "do", "pair", first=True)
    if again is not None and (again.tables or again.files):
        tables = list_numbers(again.tables, w("balance.and")) if again.tables else ""
        what = [w.counted("desk.slips", len(again.tables), tables=tables)] if tables else []
        what += _name_pages(again.files, state, w)
        yield Button(w("desk.print_again", what=", ".join(what)), "print", "again", first=True)
    if (number := running_round(results)) and not results.finished and not state.is_held_up:
        file = ROUND_FILE.format(number)
        yield Button(w("desk.print_all", n=number), "print", f"prints/{file}", first=state.to_print.page == file)
    for document in _list_beside(results):
        file = document.file.format(results.played)
        yield Button(w("desk.print", what=w(document.title)), "print", f"prints/{file}")
    if find_next_step(computed) is NextStep.ARCHIVE and not state.archived.place:
        if state.archived.question:
            yield Button(w("desk.archive.same_event"), "do", "archive", data="same=yes")
        else:
            yield Button(w("desk.archive.button"), "do", "archive", first=True)
    number, waits = find_round_to_pair_again(state)
    if waits:
        yield Button(w("desk.pair_again.button", n=number), "ask", "pair-again-question")


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
        yield links[0]
        if is_shown(state.results):
            yield links[1]


def find_round_to_pair_again(state: DeskState) -> tuple[int, bool]:
    """Return the round that can be paired again, 0 for none, and whether its sheet waits; else that is there, blank."""
    outcome = state.outcome
    if outcome is None or (not outcome.waiting and (state.fault or state.questions)):
        return 0, False
    if not outcome.waiting:
        return offer_blank_round(outcome.computed), False
    waiting = outcome.computed.new_rounds if outcome.computed.results is not None else ()
    return next(((new.number, True) for new in waiting), (0, False))


def name_round(state: DeskState, number: int) -> str:
    """Return what a round is known by, as it is in the workbook now."""
    return f"{number} {state.outcome.digest if state.outcome else ''}"


def _list_versions(versions: Sequence[Backup], w: Words) -> Iterator[Version]:
    """Yield the newest versions; with the day where it is not that of the newest."""
    for each in versions[:MAX_VERSIONS]:
        is_of_day = each.replaced.date() == versions[0].replaced.date()
        time = f"{each.replaced:%H:%M:%S}" if is_of_day else f"{each.replaced:%Y-%m-%d %H:%M:%S}"
        before = w("desk.versions.before_round", n=each.before_round) if each.before_round else ""
        yield Version(f"{each.replaced}", time, before)


def _name_pages(files: Sequence[str], state: DeskState, w: Words) -> Sequence[str]:
    """Return what pages are called on the index; those of another version of the program by their files."""
    last = state.computed.event.last_round if state.computed and state.computed.event else 0
    documents = [each for page in load_pages() for each in page.documents]
    names = {each.file.format(number): w(each.title) for each in documents for number in range(last + 1)}
    return [names.get(file, file) for file in files]
