"""Players who come, leave, sit out or come back by a button of the page: what is offered, done, and taken back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import urlencode

from turnabout_sheets.core.problems import Problem, Said, SaidError
from turnabout_sheets.core.text import isolate, tidy
from turnabout_sheets.desk.sentences import Form, Reply, say_reason, words_of
from turnabout_sheets.jobs.coming import LateError, Offer, Way, find_alike, find_known, list_offers
from turnabout_sheets.jobs.late_entry import GoneError, Moved, move, take_back
from turnabout_sheets.prints.render import render
from turnabout_sheets.prints.words import FALLBACK
from turnabout_sheets.workbook.ooxml.package import WorkbookError

if TYPE_CHECKING:
    from turnabout_sheets.desk.loop import Desk
    from turnabout_sheets.desk.state import DeskState
    from turnabout_sheets.event.format import Format
    from turnabout_sheets.event.model import Event
    from turnabout_sheets.prints.words import Words


class PersonButton(NamedTuple):
    """A button that does something with a player, or that says who is meant."""

    label: str
    does: str = ""  # what it does, in a sentence
    data: str = ""  # the form that it sends; blank for one that says who is meant
    meant: str = ""  # whose buttons are wanted
    is_new: bool = False  # it is not one that is nearly the same


def list_names(state: DeskState) -> Sequence[str] | None:
    """Return who is known, for the form; None as long as no round is paired, or the workbook cannot be read."""
    event = state.outcome.event if state.outcome else None
    return [player.name for player in event.players] if event and event.rounds else None


def make_button(problem: Problem, state: DeskState, w: Words) -> PersonButton | None:
    """Return the button that lets in whom a problem is about; None where it is about nobody, or nothing can be done."""
    event = state.outcome.event if state.outcome else None
    if not problem.let_in or state.outcome is None or event is None or not event.rounds:
        return None
    return _make_let_in(event, state.outcome.format, problem.let_in, w)


def _make_let_in(event: Event, format: Format, name: str, w: Words) -> PersonButton | None:
    """Return the button that lets somebody in as soon as can be."""
    try:
        offers, _ = list_offers(event, format, name)
    except LateError:
        return None
    there = {offer.way: offer for offer in offers}
    offer = next((there[way] for way in (Way.NOW, Way.LATE, Way.BACK) if way in there), None)
    if offer is None:
        return None
    return _word_offer(event, name, offer, w)._replace(label=w("people.let_in", name=name))


class _Words(NamedTuple):
    """The keys of a button's label, and of what it does: as it is in most events, and where all rounds are drawn."""

    label: str
    does: str
    at_once: str


_WORDS: Final[Mapping[Way, _Words]] = {
    Way.LATE: _Words("people.late", "people.late_does", "people.places"),
    Way.NOW: _Words("people.now", "people.now_bye", "people.places"),
    Way.AWAY: _Words("people.away", "people.away_does", "people.away_at_once"),
    Way.OUT: _Words("people.out", "people.out_does", "people.out_does"),
    Way.DROP: _Words("people.drop", "people.drop_does", "people.drop_at_once"),
    Way.BACK: _Words("people.back", "people.back_does", "people.back_at_once"),
}


def _word_offer(event: Event, name: str, offer: Offer, w: Words) -> PersonButton:
    words, method = _WORDS[offer.way], event.settings.method
    does = words.at_once if method.at_once else words.does
    if offer.way is Way.NOW and offer.opponent:
        does = "people.now_places" if method.at_once else "people.now_against"
    if offer.way is Way.AWAY and method.by_bracket:
        does = "people.away_lost"
    form = {"name": name, "way": offer.way, "round": offer.round, "opponent": offer.opponent}
    told = w(does, name=isolate(name), n=offer.round, opponent=isolate(offer.opponent))
    if offer.way is Way.OUT:
        told = f"{told} {w('desk.anew_costs')}"
    return PersonButton(w(words.label, n=offer.round), told, urlencode(form))


MOST_KEPT: Final = 50
"""How many of the last changes can be taken back, one after the other."""


class _Done(NamedTuple):
    number: int
    moved: Moved
    said: str


class People:
    """Has players come and go for the page, and keeps in mind what it has done."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._done: list[_Done] = []
        self._count = 0

    def show(self, form: Form) -> Reply:
        """Return what can be done with a player: buttons, or why there are none."""
        w, outcome, name = words_of(self._desk.state), self._desk.state.outcome, tidy(form["name"])
        event = outcome.event if outcome else None
        if outcome is None or event is None:
            return Reply(w("people.unread"), w.language)
        alike = [] if form.get("new") else find_alike(event, name)
        if alike:
            meant = [PersonButton(w("people.yes", name=each), meant=each) for each in alike]
            meant.append(PersonButton(w("people.no", name=name), meant=name, is_new=True))
            return _offer(w("people.alike", name=isolate(alike[0])), meant, w)
        known = find_known(event, name)
        name = known.name if known else name
        try:
            offers, why_not = list_offers(event, outcome.format, name)
        except LateError as reason:
            return Reply(*say_reason(reason, w))
        if not offers:
            return Reply(_add_why(w("people.nothing", name=isolate(name)), why_not, w), w.language)
        text = w("people.known" if known else "people.new", name=isolate(name))
        return _offer(text, [_word_offer(event, name, offer, w) for offer in offers], w)

    def move(self, form: Form) -> Reply:
        """Do with a player what was offered, if it still is."""
        w, path, name = words_of(self._desk.state), self._desk.state.workbook, form["name"]
        offer = Offer(Way(form["way"]), int(form["round"]), form["opponent"])
        try:
            with self._desk.at_rest() as steps:
                moved = move(path, name, offer)
                if moved.done and offer.way is Way.OUT:
                    steps.pair_anew(offer.round)
        except GoneError as reason:
            return self._refuse(_add_why(w("people.gone", name=isolate(name)), reason, w), w.language)
        except (LateError, WorkbookError) as reason:
            return self._refuse(*say_reason(reason, w))
        said = w("people.said", name=isolate(name), what=w(_WORDS[offer.way].label, n=offer.round))
        if moved.done:
            self._count += 1
            self._done = [*self._done, _Done(self._count, moved, said)][-MOST_KEPT:]
        in_rounds = len({cell.place.sheet for cell in moved.cells}) > 1
        return self._tell(
            moved, w("people.done", said=said, cells=_word_cells(moved, w)), moved.said if in_rounds else ()
        )

    def take_back(self, form: Form) -> Reply:
        """Take back what was done last, if that is what is meant: the page may show what is taken back already."""
        w, path = words_of(self._desk.state), self._desk.state.workbook
        if not self._done or self._done[-1].number != int(form["number"]):
            return self._refuse(w("people.taken_back_already"), w.language)
        last = self._done[-1]
        try:
            with self._desk.at_rest():
                moved = take_back(path, last.moved)
        except LateError as reason:
            self._done.pop()
            return self._refuse(*say_reason(reason, w))
        except WorkbookError as reason:
            return self._refuse(*say_reason(reason, w))
        if moved.done:
            self._done.pop()
        return self._tell(moved, w("people.taken_back", said=last.said, cells=_word_cells(moved, w)), ())

    def _tell(self, moved: Moved, done: str, more: Sequence[Said]) -> Reply:
        """Return what came of it; where it was done, what there is ``more`` to say."""
        w, workbook = words_of(self._desk.state), self._desk.state.workbook
        if moved.done:
            self._desk.run_now()
            problems = [(w.say(each), w.language) for each in more]
            return Reply(done, w.language, "written", problems, *self._show_back(w))
        if moved.other is not None:
            program, cells = moved.other.name, _word_cells(moved, w)
            return self._refuse(w("people.open", file=workbook.name, program=program, cells=cells), w.language)
        found = moved.caused or [each for each in moved.outcome.problems if each.severity == "Error"]
        problems = [(f"{each.place}: {each.message} {each.word_hint(workbook, word=None)}", FALLBACK) for each in found]
        return self._refuse(w("people.refused" if moved.caused else "people.mend"), w.language, problems)

    def _refuse(self, text: str, language: str, problems: Sequence[tuple[str, str]] = ()) -> Reply:
        return Reply(text, language, "refused", problems, *self._show_back(words_of(self._desk.state)))

    def _show_back(self, w: Words) -> tuple[str, int]:
        if not self._done:
            return "", 0
        return w("people.take_back", said=self._done[-1].said), self._done[-1].number


def _offer(text: str, buttons: Sequence[PersonButton], w: Words) -> Reply:
    return Reply(text, w.language, html=render("desk/person.html.j2", buttons, w).decode())


def _add_why(text: str, reason: SaidError | None, w: Words) -> str:
    return f"{text} {w.say(reason.said)}" if reason is not None and reason.said is not None else text


def _word_cells(moved: Moved, w: Words) -> str:
    shown = ((cell.place, isolate(cell.shown_after) if cell.shown_after else w("desk.blank")) for cell in moved.cells)
    return ", ".join(f"{place} = {after}" for place, after in shown)
