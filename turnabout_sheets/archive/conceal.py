"""Hides persons: nothing that names them reaches a page, a ratings workbook or an export (archive 5.8)."""

from __future__ import annotations

from dataclasses import replace

from turnabout_sheets.archive.people import TEAM, list_partners
from turnabout_sheets.archive.rows import AwardRow, History
from turnabout_sheets.core.renaming import Renaming
from turnabout_sheets.core.text import key


def conceal(history: History, word: str = "Name not shown") -> History:
    """Return a history without the names and Player IDs of hidden persons; all figures stay.

    The ``word`` replaces each name, and comes last where names alone decide the order. Hidden persons are not among
    the ``people``. In texts, a name stays where it is part of a longer one of somebody else. A Player ID is taken out,
    and replaced by the word only where nothing else is left.
    """
    hidden = history.hidden
    if not hidden:
        return history
    names = {key(name) for theirs in hidden.values() for name in theirs}

    def cover(name: str) -> str:
        partners = [word if key(each) in names else each for each in list_partners(name)]
        return TEAM.join(partners) if word in partners else name

    labels = {label for each in history.people if each.person in hidden for label in (each.name, each.label)}
    shown = [each for each in history.people if each.person not in hidden]
    others = {each.person: tuple(cover(name) for name in each.names if key(name) not in names) for each in shown}
    renaming = Renaming(sorted(names), word, history.hidden_ids, [name for each in others.values() for name in each])

    def text(text: str) -> str:
        return renaming.replace(text) or (text and word)

    def award(row: AwardRow) -> AwardRow:
        if row.person in hidden:
            return row._replace(name=word, entered=word)
        name = people[row.person].name
        as_usual = row.entered == row.name or key(row.entered) in names
        return row._replace(name=name, entered=name if as_usual else cover(row.entered))

    people = {
        each.person: each._replace(
            name=cover(each.name), names=others[each.person], label=each.label.replace(each.name, cover(each.name))
        )
        for each in shown
    }
    listed = [
        row._replace(name=word, player_id="") if row.person in hidden else row._replace(name=people[row.person].name)
        for row in history.ratings.rows
    ]
    season = history.ratings.season
    ratings = history.ratings._replace(
        rows=tuple(sorted(listed, key=lambda row: (row.rank, row.person in hidden))),
        season=season._replace(named=tuple(map(text, season.named))),
    )
    events = [
        each._replace(
            event_id=text(each.event_id),
            name=text(each.name),
            venue=text(each.venue),
            organizer=text(each.organizer),
            winners=tuple(word if name in labels else cover(name) for name in each.winners),
        )
        for each in history.events
    ]
    awards = sorted(
        map(award, history.awards),
        key=lambda row: (row.date, row.event, row.position is None, row.position, row.person in hidden),
    )
    pairs = [
        each._replace(main=people[each.main.person], other=people[each.other.person])
        for each in history.pairs
        if each.main.person in people and each.other.person in people
    ]
    return replace(history, ratings=ratings, events=events, people=list(people.values()), pairs=pairs, awards=awards)
