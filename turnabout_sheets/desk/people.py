"""Players who come, leave, sit out or come back by a button of the page: what is offered, and done."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlencode

from turnabout_sheets.core.problems import Problem
from turnabout_sheets.core.text import isolate, tidy
from turnabout_sheets.desk.sentences import Form, Reply, words_of
from turnabout_sheets.explain.answers import explain
from turnabout_sheets.jobs import coming
from turnabout_sheets.jobs.coming import Offer, Way, find_alike, find_known, list_offers
from turnabout_sheets.prints.render import render
from turnabout_sheets.prints.steps import describe_answers, shorten_answers

if TYPE_CHECKING:
    from turnabout_sheets.desk.edits import Edits
    from turnabout_sheets.desk.state import DeskState
    from turnabout_sheets.event.model import Event
    from turnabout_sheets.event.steps import Answer
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
    event = state.computed.event if state.computed else None
    return [player.name for player in event.players] if event and event.rounds else None


def make_button(problem: Problem, state: DeskState, w: Words) -> PersonButton | None:
    """Return the button that lets in whom a problem is about; None where it is about nobody, or nothing can be done."""
    event = state.computed.event if state.computed else None
    if not problem.let_in or state.computed is None or event is None or not event.rounds:
        return None
    name = problem.let_in
    offers, _ = list_offers(event, state.computed.format, name)
    there = {offer.way: offer for offer in offers}
    offer = next((there[way] for way in (Way.NOW, Way.LATE, Way.BACK) if way in there), None)
    return _word_offer(event, name, offer, w)._replace(label=w("people.let_in", name=name)) if offer else None


def _word_way(offer: Offer, w: Words) -> str:
    return w(f"people.{offer.way}", n=offer.round)


def _word_offer(event: Event, name: str, offer: Offer, w: Words) -> PersonButton:
    does = f"people.{offer.way}_does"
    if offer.way is Way.NOW and offer.opponent:
        does = "people.now_against"
    elif offer.way is Way.AWAY and event.settings.method.by_bracket:
        does = "people.away_lost"
    form = {"name": name, "way": offer.way, "round": offer.round, "opponent": offer.opponent}
    told = w(does, name=isolate(name), n=offer.round, opponent=isolate(offer.opponent))
    if offer.way is Way.OUT:
        told = f"{told} {w('desk.pair_again_costs')}"
    return PersonButton(_word_way(offer, w), told, urlencode(form))


def show_options(edits: Edits, form: Form) -> Reply:
    """Return what can be done with a player: buttons, or why there are none."""
    w, computed, name = words_of(edits.desk.state), edits.desk.state.computed, tidy(form["name"])
    event = computed.event if computed else None
    if computed is None or event is None:
        return Reply(w("people.unread"), w.language)
    alike = [] if form.get("new") else find_alike(event, name)
    if alike:
        meant = [PersonButton(w("people.yes", name=each), meant=each) for each in alike]
        meant.append(PersonButton(w("people.no", name=name), meant=name, is_new=True))
        return _offer(w("people.alike", name=isolate(alike[0])), meant, w)
    known = find_known(event, name)
    name = known.name if known else name
    offers, why_not = list_offers(event, computed.format, name)
    if not offers:
        return Reply(f"{w('people.nothing', name=isolate(name))} {w.say(why_not)}", w.language)
    text = w("people.known" if known else "people.new", name=isolate(name))
    asked = explain(computed.results, known, ("rank", "matches")) if known and computed.results else ()
    return _offer(text, [_word_offer(event, name, offer, w) for offer in offers], w, shorten_answers(asked))


def move(edits: Edits, form: Form) -> Reply:
    """Do with a player what was offered, if it still is."""
    w, name = words_of(edits.desk.state), form["name"]
    offer = Offer(Way(form["way"]), int(form["round"]), form["opponent"])
    said = w("people.said", name=isolate(name), what=_word_way(offer, w))
    again = offer.round if offer.way is Way.OUT else 0
    return edits.type(lambda path: coming.move(path, name, offer), said, again)


def _offer(text: str, buttons: Sequence[PersonButton], w: Words, answers: Iterable[Answer] = ()) -> Reply:
    page = {"buttons": buttons, "why": "\n".join(describe_answers([*answers]))}
    return Reply(text, w.language, html=render("desk/person.html.j2", page, w).decode())
