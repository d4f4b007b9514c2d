"""Who is hidden on the pages of the archive: nothing that tells who it is comes as far as a page (archive 5.8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from turnabout_sheets.core.renaming import Renaming
from turnabout_sheets.core.text import key
from turnabout_sheets.event.history import TEAM, ArchivedEvent, AwardRow, History, Person, RatingList, list_partners
from turnabout_sheets.prints.words import Words


def conceal(history: History, w: Words) -> History:
    """Return a history without the names and Player IDs of who is hidden; all figures stay.

    A word stands in their place, and comes last where names alone decide the order. Who is hidden is none of its
    ``people``, and its events have no ``winners``.
    """
    if not history.hidden:
        return history
    cover = _Cover(history, w("archive.hidden"))
    return replace(
        history,
        ratings=cover.ratings(history.ratings),
        events=tuple(map(cover.event, history.events)),
        awards=cover.awards(history.awards),
        people=tuple(cover.people.values()),
    )


@dataclass
class _Cover:
    """Puts a ``word`` into the place of the names of who is hidden in a ``history``."""

    history: History
    word: str

    @cached_property
    def people(self) -> Mapping[int, Person]:
        """Who is not hidden."""
        return {each.person: self._person(each) for each in self._shown}

    @property
    def _shown(self) -> Iterator[Person]:
        return (each for each in self.history.people if each.person not in self.history.hidden)

    def ratings(self, ratings: RatingList) -> RatingList:
        rows = (
            replace(row, name=self.word, player_id="")
            if row.person in self.history.hidden
            else replace(row, name=self.people[row.person].name)
            for row in ratings.rows
        )
        by_rank = sorted(rows, key=lambda row: (row.rank, row.person in self.history.hidden))
        season = replace(ratings.season, named=tuple(map(self._text, ratings.season.named)))
        return replace(ratings, rows=tuple(by_rank), season=season)

    def event(self, event: ArchivedEvent) -> ArchivedEvent:
        return replace(
            event,
            event_id=self._text(event.event_id),
            name=self._text(event.name),
            venue=self._text(event.venue),
            organizer=self._text(event.organizer),
            winners=(),
        )

    def awards(self, awards: Iterable[AwardRow]) -> list[AwardRow]:
        hidden = self.history.hidden
        return sorted(
            map(self._award, awards),
            key=lambda row: (row.date, row.event, row.position is None, row.position, row.person in hidden),
        )

    def _award(self, row: AwardRow) -> AwardRow:
        if row.person in self.history.hidden:
            return replace(row, name=self.word, entered=self.word)
        name = self.people[row.person].name
        as_usual = row.entered == row.name or key(row.entered) in self._names
        return replace(row, name=name, entered=name if as_usual else self._partners(row.entered))

    def _person(self, person: Person) -> Person:
        """Return somebody else, who keeps the name, even if it is a hidden one's, too."""
        return replace(
            person,
            name=self._partners(person.name),
            names=tuple(self._others(person)),
            merged=tuple(map(self._text, person.merged)),
            near=(),  # who may be somebody else, and who is, no page says
            why=(),
            label="",
            apart=(),
        )

    def _others(self, person: Person) -> Iterator[str]:
        """Yield the names of somebody that are not a hidden one's."""
        return (self._partners(name) for name in person.names if key(name) not in self._names)

    def _partners(self, name: str) -> str:
        partners = list_partners(name)
        if self._names.isdisjoint(map(key, partners)):
            return name
        return TEAM.join(self.word if key(each) in self._names else each for each in partners)

    def _text(self, text: str) -> str:
        """Return a text with the word in the place of hidden names, but not where somebody else's has one in it.

        Nothing stands in the place of a Player ID, but the word where there is nothing else.
        """
        return self._renaming.replace(text) or (text and self.word)

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset(key(name) for names in self.history.hidden.values() for name in names)

    @cached_property
    def _renaming(self) -> Renaming:
        others = [name for each in self._shown for name in self._others(each)]
        return Renaming(sorted(self._names), self.word, self.history.hidden_ids, others)
