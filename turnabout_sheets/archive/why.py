"""Explains a rating over the years: the events that count, and those that do not and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from fractions import Fraction

from turnabout_sheets.archive.ratings import RATED_FORMATS
from turnabout_sheets.archive.rows import ArchivedEvent, AwardRow, History, Person, RatingList
from turnabout_sheets.event.rating import FEWEST_RATED_PLAYERS, Award, first_place_multiplier, position_modifier
from turnabout_sheets.event.status import StatusKind
from turnabout_sheets.event.steps import Answer, Group, Step, Value
from turnabout_sheets.explain.awards import AWARD, MATCH_WINS, MULTIPLIER, explain_award, explain_position


def explain_career(person: Person, history: History) -> Answer:
    """Return the steps to a rating as of a day (rules 1.12): what adds up to it, what does not, and each award."""
    ratings = history.ratings
    row = next((row for row in ratings.rows if row.person == person.person), None)
    rating = None if row is None else row.rating
    events = {each.event: each for each in history.events}
    awards = [each for each in history.awards if each.person == person.person]
    counted = [each for each in awards if ratings.counts(each)]
    others = [_explain_out(each, events[each.event], ratings) for each in awards if each not in counted]
    values: dict[str, Value] = {"player": person.label, "day": date.fromisoformat(ratings.as_of)}
    if ratings.since:
        values["since"] = date.fromisoformat(ratings.since)
    asked = "career.ask_since" if ratings.since else "career.ask"
    title = Step("career.title_counts", {}, rule="rules 1.12.2", comes_to=rating, of="Rating")
    titles = [_name_event(each, events[each.event].name) for each in counted]
    if row is None:
        sums = [Step("career.nothing", {"player": person.label}, rule="rules 1.12.3")]
    else:
        sums = [*_add_up(ratings, titles, row.rank)]
    return Answer(
        Step(asked, values, rule="rules 1.12.1", comes_to=rating, of="Rating"),
        [
            Group(title, sums),
            *([Group(Step("career.title_not", {}), others)] if others else []),
            *(Group(title, _explain_award(each)) for title, each in zip(titles, counted, strict=True)),
        ],
    )


def _add_up(ratings: RatingList, events: Sequence[Step], rank: int) -> Iterator[Step]:
    """Yield the awards that count, and their sum and rank as the list has them (rules 1.12.1 to 1.12.3)."""
    if ratings.season.best is not None:
        yield Step("career.best", {"best": ratings.season.best}, rule="rules 1.12.10")
    if ratings.season.named:
        yield Step("career.named", {"names": ", ".join(ratings.season.named)}, rule="rules 1.12.11")
    yield from events
    awards = [each.comes_to for each in events if each.comes_to is not None]
    yield Step("sum", {}, (), "rules 1.12.1", sum(awards, Fraction(0)), "Rating", tuple(awards))
    yield Step("career.rank", {"all": len(ratings.rows)}, rule="rules 1.12.3", comes_to=rank, of="Rank")


def _name_event(row: AwardRow, event: str) -> Step:
    """Return an event with its award, and with the name that the person was entered under, where that is another."""
    values = _tell(event, row.date)
    if row.entered == row.name:
        return Step("career.event", values, comes_to=row.award, of=AWARD)
    return Step("career.event_as", {**values, "name": row.entered}, comes_to=row.award, of=AWARD)


def _tell(event: str, day: str) -> dict[str, Value]:
    return {"event": event, "day": date.fromisoformat(day)}


def _explain_award(row: AwardRow) -> list[Step]:
    """Return position, multiplier, match wins and bonus of an award (rules 1.7)."""
    if row.award is None or row.match_wins is None or row.multiplier is None or row.position is None:
        return []  # nothing that the program wrote: `archive verify` says what is wrong with it
    award = Award(row.match_wins, bool(row.played_all), row.multiplier, row.award)
    played = (Fraction(row.wins), Fraction(row.draws, 2), Fraction(row.byes))
    # Byes count by the setting of the event (rules 1.7.2), in old lists always.
    terms = played if sum(played) == award.match_wins else played[:2]
    first_less = (first_place_multiplier(row.field), position_modifier(row.position))
    players: dict[str, Value] = {"players": row.field}
    return [
        explain_position(row.position, row.field),
        Step("career.multiplier", players, (), "rules 1.7.3", award.multiplier, MULTIPLIER, first_less),
        Step("career.wins", {}, (), "rules 1.7.2", award.match_wins, MATCH_WINS, terms),
        *explain_award(award),
    ]


def _explain_out(row: AwardRow, event: ArchivedEvent, ratings: RatingList) -> Step:
    """Return why an entry does not count (rules 1.7.6, 1.7.8, 1.12.1, 1.12.6, 1.12.8, 1.12.10 and 1.12.11)."""
    more: dict[str, Value] = {}
    if row.award is None and event.format not in RATED_FORMATS:
        word, rule, more = "career.not_rated", "1.12.1", {"format": event.format}
    elif row.award is None and event.provisional:
        word, rule = "career.provisional", "1.12.6"
    elif row.award is None and event.field < FEWEST_RATED_PLAYERS:
        word, rule, more = "career.too_small", "1.7.6", {"players": event.field, "fewest": FEWEST_RATED_PLAYERS}
    elif row.award is None and row.status is not None and row.status.kind is StatusKind.DISQUALIFIED:
        word, rule = "career.disqualified", "1.7.8"
    elif row.award is None:
        word, rule = "career.no_placing", "1.12.8"
    elif ratings.is_beyond(row):
        word, rule, more = "career.beyond", "1.12.10", {"best": ratings.season.best or 0}
    elif row.date > ratings.as_of:
        word, rule, more = "career.after", "1.12.1", {"limit": date.fromisoformat(ratings.as_of)}
    elif row.date >= ratings.since:
        word, rule, more = "career.other_name", "1.12.11", {"names": ", ".join(ratings.season.named)}
    else:
        word, rule, more = "career.before", "1.12.1", {"limit": date.fromisoformat(ratings.since)}
    values = {**_tell(event.name, row.date), **more}
    return Step(word, values, rule=f"rules {rule}", comes_to=row.award, of=AWARD)
