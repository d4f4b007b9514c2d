"""Players who come, leave, sit out or come back by a button of the page: what is offered, done, and taken back."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from turnabout_sheets.core.problems import Problem, Said, SaidError
from turnabout_sheets.core.text import isolate, tidy
from turnabout_sheets.desk.sentences import say_reason, words_of
from turnabout_sheets.jobs.coming import LateError, Offer, Way, find_alike, find_known, list_offers
from turnabout_sheets.jobs.late_entry import GoneError, Moved, move, take_back
from turnabout_sheets.prints.words import FALLBACK
from turnabout_sheets.workbook.ooxml.package import WorkbookError

if TYPE_CHECKING:
    from turnabout_sheets.desk.loop import Desk
    from turnabout_sheets.desk.state import DeskState
    from turnabout_sheets.event.format import Format
    from turnabout_sheets.event.model import Event
    from turnabout_sheets.prints.words import Words


class AskedName(NamedTuple):
    """A name as the page sends it, whose buttons are wanted; ``is_new``: it is not one that is nearly the same."""

    name: str
    is_new: bool


class MoveOrder(NamedTuple):
    """What is to be done with somebody, just as it was offered."""

    name: str
    way: str
    round: int
    opponent: str


class BackOrder(NamedTuple):
    """The ``number`` of what is to be taken back: the page may show one that is taken back already."""

    number: int


class PersonButton(NamedTuple):
    """A button: its ``label``, what it ``does`` in a sentence, and the order that it sends as ``data``."""

    label: str
    does: str
    data: str


class Offered(NamedTuple):
    """What a player can do: buttons that ``ask`` whether another is meant, else those that do something.

    Where there are none, the ``text`` says so, and why.
    """

    text: str
    language: str
    ask: Sequence[Mapping[str, str]] = ()
    buttons: Sequence[Mapping[str, str]] = ()


class PeopleReply(NamedTuple):
    """What came of a button, in a sentence and the code of its language; ``problems`` have a language each.

    ``back`` is the label of the button that takes back what was done last, ``number`` is its number; blank for none.
    """

    text: str
    language: str
    answer: str
    problems: Sequence[tuple[str, str]] = ()
    back: str = ""
    number: int = 0


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
    order = MoveOrder(name, offer.way, offer.round, offer.opponent)
    told = w(does, name=isolate(name), n=offer.round, opponent=isolate(offer.opponent))
    if offer.way is Way.OUT:
        told = f"{told} {w('remedies.anew_costs')}"
    return PersonButton(w(words.label, n=offer.round), told, json.dumps(order._asdict()))


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

    def show(self, asked: AskedName) -> Offered:
        """Return what can be done with somebody."""
        w, outcome, name = words_of(self._desk.state), self._desk.state.outcome, tidy(asked.name)
        event = outcome.event if outcome else None
        if outcome is None or event is None:
            return Offered(w("people.unread"), w.language)
        alike = [] if asked.is_new else find_alike(event, name)
        if alike:
            yes = [{"label": w("people.yes", name=each), "name": each} for each in alike]
            no = {"label": w("people.no", name=name), "name": name, "new": "new"}
            who = isolate(alike[0])
            return Offered(w("people.alike", name=who), w.language, ask=[*yes, no])
        known = find_known(event, name)
        name = known.name if known else name
        try:
            offers, why_not = list_offers(event, outcome.format, name)
        except LateError as reason:
            return Offered(*say_reason(reason, w))
        if not offers:
            return Offered(_add_why(w("people.nothing", name=isolate(name)), why_not, w), w.language)
        text = w("people.known" if known else "people.new", name=isolate(name))
        buttons = [_word_offer(event, name, offer, w)._asdict() for offer in offers]
        return Offered(text, w.language, buttons=buttons)

    def move(self, order: MoveOrder) -> PeopleReply:
        """Do with somebody what was offered, if it still is."""
        w, path = words_of(self._desk.state), self._desk.state.workbook
        try:
            offer = Offer(Way(order.way), order.round, order.opponent)
            with self._desk.paused():
                moved = move(path, order.name, offer)
                if moved.done and offer.way is Way.OUT:
                    self._desk.pair_anew(offer.round)
        except ValueError:
            return self._refuse(w("people.gone", name=isolate(order.name)), w.language)
        except GoneError as reason:
            return self._refuse(_add_why(w("people.gone", name=isolate(order.name)), reason, w), w.language)
        except (LateError, WorkbookError) as reason:
            return self._refuse(*say_reason(reason, w))
        said = w("people.said", name=isolate(order.name), what=w(_WORDS[offer.way].label, n=offer.round))
        if moved.done:
            self._count += 1
            self._done = [*self._done, _Done(self._count, moved, said)][-MOST_KEPT:]
        in_rounds = len({cell.place.sheet for cell in moved.cells}) > 1
        return self._tell(
            moved, w("people.done", said=said, cells=_word_cells(moved, w)), moved.said if in_rounds else ()
        )

    def take_back(self, order: BackOrder) -> PeopleReply:
        """Take back what was done last, if that is what is meant."""
        w, path = words_of(self._desk.state), self._desk.state.workbook
        if not self._done or self._done[-1].number != order.number:
            return self._refuse(w("people.taken_back_already"), w.language)
        last = self._done[-1]
        try:
            with self._desk.paused():
                moved = take_back(path, last.moved)
        except LateError as reason:
            self._done.pop()
            return self._refuse(*say_reason(reason, w))
        except WorkbookError as reason:
            return self._refuse(*say_reason(reason, w))
        if moved.done:
            self._done.pop()
        return self._tell(moved, w("people.taken_back", said=last.said, cells=_word_cells(moved, w)), ())

    def _tell(self, moved: Moved, done: str, more: Sequence[Said]) -> PeopleReply:
        """Return what came of it; where it was done, what there is ``more`` to say."""
        w, workbook = words_of(self._desk.state), self._desk.state.workbook
        if moved.done:
            self._desk.run_now()
            return PeopleReply(
                done, w.language, "written", [(w.say(each), w.language) for each in more], *self._show_back(w)
            )
        if moved.other is not None:
            program, cells = moved.other.name, _word_cells(moved, w)
            return self._refuse(w("people.open", file=workbook.name, program=program, cells=cells), w.language)
        found = moved.caused or [each for each in moved.outcome.problems if each.severity == "Error"]
        problems = [(f"{each.place}: {each.message} {each.word_hint(workbook, word=None)}", FALLBACK) for each in found]
        return self._refuse(w("people.refused" if moved.caused else "people.mend"), w.language, problems)

    def _refuse(self, text: str, language: str, problems: Sequence[tuple[str, str]] = ()) -> PeopleReply:
        return PeopleReply(text, language, "refused", problems, *self._show_back(words_of(self._desk.state)))

    def _show_back(self, w: Words) -> tuple[str, int]:
        if not self._done:
            return "", 0
        return w("people.take_back", said=self._done[-1].said), self._done[-1].number


def _add_why(text: str, reason: SaidError | None, w: Words) -> str:
    return f"{text} {w.say(reason.said)}" if reason is not None and reason.said is not None else text


def _word_cells(moved: Moved, w: Words) -> str:
    shown = ((cell.place, isolate(cell.shown_after) if cell.shown_after else w("desk.blank")) for cell in moved.cells)
    return ", ".join(f"{place} = {after}" for place, after in shown)
