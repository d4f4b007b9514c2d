"""Explains a rating over the years: the events that count, those that do not and why, and who is who."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Final

from turnabout_sheets.archive.ratings import RATED_FORMATS
from turnabout_sheets.event.history import AwardRow, Career, Correction, FormerAward, Season
from turnabout_sheets.event.rating import FEWEST_RATED_PLAYERS, Award, first_place_multiplier, position_modifier
from turnabout_sheets.event.status import StatusKind
from turnabout_sheets.event.steps import Answer, Group, Step, Value
from turnabout_sheets.explain.awards import AWARD, MATCH_WINS, MULTIPLIER, explain_award, explain_position


def explain_career(career: Career) -> Answer:
    """Return the steps to a rating as of a day (rules 1.12): what adds up to it, what does not, and each award."""
    counted = [row for row in career.awards if career.ratings.counts(row)]
    others = {
        "career.title_not": [_explain_out(career, row) for row in career.awards if not career.ratings.counts(row)],
        "career.title_former": [_explain_former(each) for each in career.former],
        "career.title_who": [_explain_correction(each) for each in career.corrections],
    }
    return Answer(
        _ask(career),
        [
            _add_up(career, counted),
            *(Group(Step(title, {}), steps) for title, steps in others.items() if steps),
            *(_explain_event(career, row) for row in counted),
        ],
    )


def _ask(career: Career) -> Step:
    ratings, rating = career.ratings, _rating(career)
    values: dict[str, Value] = {"player": career.label, "day": date.fromisoformat(ratings.as_of)}
    if not ratings.since:
        return Step("career.ask", values, rule="rules 1.12.1", comes_to=rating, of="Rating")
    values["since"] = date.fromisoformat(ratings.since)
    return Step("career.ask_since", values, rule="rules 1.12.1", comes_to=rating, of="Rating")


def _rating(career: Career) -> Fraction | None:
    return None if career.rating is None else career.rating.rating


def _add_up(career: Career, counted: Sequence[AwardRow]) -> Group:
    """Return the awards that count, and their sum and rank as the list has them (rules 1.12.1 to 1.12.3)."""
    title = Step("career.title_counts", {}, rule="rules 1.12.2", comes_to=_rating(career), of="Rating")
    if career.rating is None:
        return Group(title, [Step("career.nothing", {"player": career.label}, rule="rules 1.12.3")])
    awards = [row.award for row in counted if row.award is not None]
    return Group(
        title,
        [
            *_tell_season(career.ratings.season),
            *(_name_event(career, row) for row in counted),
            Step("sum", {}, (), "rules 1.12.1", sum(awards, Fraction(0)), "Rating", tuple(awards)),
            Step(
                "career.rank",
                {"all": len(career.ratings.rows)},
                rule="rules 1.12.3",
                comes_to=career.rating.rank,
                of="Rank",
            ),
        ],
    )


def _tell_season(season: Season) -> Iterator[Step]:
    """Yield what else the list is of (rules 1.12.10 and 1.12.11)."""
    if season.best is not None:
        yield Step("career.best", {"best": season.best}, rule="rules 1.12.10")
    if season.named:
        yield Step("career.named", {"names": ", ".join(season.named)}, rule="rules 1.12.11")


def _name_event(career: Career, row: AwardRow) -> Step:
    """Return an event with its award, and with the name that the person was entered under, where that is another."""
    step = Step("career.event", _tell_event(career, row), comes_to=row.award, of=AWARD)
    if row.entered == row.name:
        return step
    return step._replace(word="career.event_as", values={**step.values, "name": row.entered})


def _tell_event(career: Career, row: AwardRow) -> dict[str, Value]:
    return _tell(career.events[row.event].name, row.date)


def _tell(event: str, day: str) -> dict[str, Value]:
    return {"event": event, "day": date.fromisoformat(day)}


def _explain_event(career: Career, row: AwardRow) -> Group:
    """Return position, multiplier, match wins and bonus of an award (rules 1.7)."""
    title, small = _name_event(career, row), row.field < FEWEST_RATED_PLAYERS
    if row.award is None or row.match_wins is None or row.multiplier is None or row.position is None or small:
        return Group(title, [])  # nothing that the program wrote: `archive verify` says what is wrong with it
    award = Award(row.match_wins, bool(row.played_all), row.multiplier, row.award)
    played = (Fraction(row.wins), Fraction(row.draws, 2), Fraction(row.byes))
    # Byes count by the setting of the event (rules 1.7.2), in old lists always.
    terms = played if sum(played) == award.match_wins else played[:2]
    first, less = first_place_multiplier(row.field), position_modifier(row.position)
    return Group(
        title,
        [
            explain_position(row.position, row.field),
            Step("career.multiplier", {"players": row.field}, (), "rules 1.7.3", award.multiplier, MULTIPLIER,
                 (first, less)),
            Step("career.wins", {}, (), "rules 1.7.2", award.match_wins, MATCH_WINS, terms),
            *explain_award(award),
        ],
    )  # fmt: skip


def _explain_out(career: Career, row: AwardRow) -> Step:
    """Return why an entry in an event in force does not count."""
    values, ratings = _tell_event(career, row), career.ratings
    if row.award is None:
        return _explain_none(career, row, values)
    if ratings.is_beyond(row):
        values["best"] = ratings.season.best or 0
        return Step("career.beyond", values, rule="rules 1.12.10", comes_to=row.award, of=AWARD)
    if row.date > ratings.as_of:
        values["limit"] = date.fromisoformat(ratings.as_of)
        return Step("career.after", values, rule="rules 1.12.1", comes_to=row.award, of=AWARD)
    if row.date >= ratings.since:
        values["names"] = ", ".join(ratings.season.named)
        return Step("career.other_name", values, rule="rules 1.12.11", comes_to=row.award, of=AWARD)
    values["limit"] = date.fromisoformat(ratings.since)
    return Step("career.before", values, rule="rules 1.12.1", comes_to=row.award, of=AWARD)


def _explain_none(career: Career, row: AwardRow, values: Mapping[str, Value]) -> Step:
    """Return why an entry has no award (rules 1.7.6, 1.7.8, 1.12.1, 1.12.6 and 1.12.8)."""
    event = career.events[row.event]
    if event.format not in RATED_FORMATS:
        return Step("career.not_rated", {**values, "format": event.format}, rule="rules 1.12.1")
    if event.provisional:
        return Step("career.provisional", values, rule="rules 1.12.6")
    if event.field < FEWEST_RATED_PLAYERS:
        fewest: dict[str, Value] = {"players": event.field, "fewest": FEWEST_RATED_PLAYERS}
        return Step("career.too_small", {**values, **fewest}, rule="rules 1.7.6")
    if row.status is not None and row.status.kind is StatusKind.DISQUALIFIED:
        return Step("career.disqualified", values, rule="rules 1.7.8")
    return Step("career.no_placing", values, rule="rules 1.12.8")


_ENDED: Final[Mapping[str, str]] = {
    "replace": "career.replaced",
    "rebuild": "career.rebuilt",
    "remove": "career.removed",
    "undo": "career.undone",
}
"""What is said of a version by the kind of the change that ended it."""


def _explain_former(former: FormerAward) -> Step:
    """Return why a version of an event counts no longer (rules 1.12.2)."""
    values = {**_tell(former.event, former.date), **_tell_change(former)}
    return Step(_ENDED[former.kind], values, rule="rules 1.12.2", comes_to=former.award, of=AWARD)


def _explain_correction(correction: Correction) -> Step:
    """Return whom a change made one person, everywhere or in an event (rules 1.12.9)."""
    values: dict[str, Value] = {"name": correction.name, "main": correction.main, **_tell_change(correction)}
    if correction.event is None or correction.date is None:
        return Step("career.same", values, rule="rules 1.12.9")
    return Step("career.same_in", {**values, **_tell(correction.event, correction.date)}, rule="rules 1.12.9")


def _tell_change(told: FormerAward | Correction) -> dict[str, Value]:
    return {"change": told.change, "changed": date.fromisoformat(told.changed)}
