"""Netrunner's own checks: agenda points, also where they are missing (netrunner 6.5 to 6.7), the director's rulings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from operator import attrgetter

from turnabout_sheets.core.outcomes import compare
from turnabout_sheets.core.problems import Problem, error, warning
from turnabout_sheets.core.text import join_words
from turnabout_sheets.event.model import BYE, Event, Match
from turnabout_sheets.event.rulings import DISQUALIFICATION
from turnabout_sheets.formats.netrunner.scoring import (
    AGENDA_POINTS_TO_WIN,
    GAME_FORFEIT,
    GAMES,
    MATCH_FORFEIT,
    NEEDLESS,
    RESULT_FIELDS,
    SIDES,
    forfeits,
    list_games,
    match_points,
    settle_forfeits,
    typed_winner,
)
from turnabout_sheets.formats.netrunner.settings import KEPT, are_kept

WARNING = "warning"

FIELDS = tuple(NEEDLESS)
"""The fields of agenda points."""

MOST_LOST = AGENDA_POINTS_TO_WIN - 1
"""Who did not win a game has so many agenda points at most."""


def list_missing(match: Match) -> list[str]:
    """Return the fields of agenda points that are missing and can decide a match, if it is played (netrunner 6.5).

    None are missing of an agreed draw (netrunner 6.6).
    """
    if match.b == BYE or match.ruling is not None or any(match[field] is None for field in RESULT_FIELDS):
        return []
    ends = [match_points(list_games(match, missing=points)) for points in ((0, MOST_LOST), (MOST_LOST, 0))]
    if compare(*ends[0]) == compare(*ends[1]) or is_agreed_draw(match):
        return []
    return [field for field, (winner, side) in NEEDLESS.items() if match[field] is None and match[winner] != side]


def is_agreed_draw(match: Match) -> bool:
    """Say whether a match is an agreed draw: both games drawn, and no agenda points (netrunner 6.6)."""
    drawn = all(match[field] == "Draw" for field in RESULT_FIELDS)
    return drawn and all(match[field] is None for field in FIELDS)


def find_rounds_without(event: Event) -> set[int]:
    """Return the rounds in which no agenda points at all are typed (netrunner 6.5); forfeits are not typed there."""
    forfeited = {(forfeit.match.index, forfeit.game) for forfeit in forfeits(event)}
    fields = {game: [field for field in FIELDS if NEEDLESS[field][0] == f"winner_{game}"] for game in GAMES}
    typed = {
        match.round
        for match in event.rows
        for game in GAMES
        if (match.index, game) not in forfeited and any(match[field] is not None for field in fields[game])
    }
    return {*event.rounds} - typed


def settle(event: Event) -> Event:
    """Return the event as it counts: forfeits as lost games, and matches incomplete whose agenda points are missing.

    Where they are not kept, there are none (netrunner 6.1 and 6.7).
    """
    event = settle_forfeits(event)
    if not are_kept(event.settings):
        blank = dict.fromkeys(FIELDS)
        return replace(event, rows=tuple(replace(match, fields={**match.fields, **blank}) for match in event.rows))
    without = find_rounds_without(event)
    return replace(
        event,
        rows=tuple(
            replace(match, incomplete=match.round not in without and bool(list_missing(match))) for match in event.rows
        ),
    )


def describe_scoring(event: Event) -> str:
    """Return what is scored without agenda points, the event or some rounds of it; blank where nothing is."""
    if not are_kept(event.settings):
        return "Agenda points are not kept: a match of a game each is tied."
    rounds = sorted({match.round for match in event.rows if not match.incomplete and list_missing(match)})
    if not rounds:
        return ""
    numbers = join_words(list(map(str, rounds)), "and")
    which = "s {} have no agenda points and are" if rounds[1:] else " {} has no agenda points and is"
    return f"Round{which.format(numbers)} scored without them: a match of a game each is tied."


WARNINGS_BEFORE_A_FORFEIT = 2
"""The third offence makes a forfeit due (netrunner 4.2)."""


def _played(event: Event) -> Iterator[Match]:
    """Yield the rows of matches into which a result may be typed."""
    return (match for match in event.rows if match.b != BYE and match.ruling is None)


def agenda_points(event: Event) -> Iterator[Problem]:
    """Find agenda points that are not wanted, or that do not fit the result."""
    for match in _played(event):
        for game in GAMES:
            for side in SIDES:
                yield from _agenda_points(event, match, game, side)


def _agenda_points(event: Event, match: Match, game: int, side: str) -> Iterator[Problem]:
    field = f"agenda_{game}_{side.lower()}"
    winner, points, place = match[f"winner_{game}"], match[field], event.place(match, field)
    if points is None:
        return
    if winner is None:
        if event.place(match, f"winner_{game}") not in event.unreadable:
            yield error(
                place,
                f"Game {game} is not reported, but there are agenda points; expected who won, or Draw.",
                f"Fill in who won game {game}; a game that was not finished is a Draw.",
            )
    elif winner == side:
        if points < AGENDA_POINTS_TO_WIN:
            yield warning(
                place,
                f"{winner} won game {game}, so these {points} agenda points do not count: a game won is 10 points.",
                "Nothing needs to be done; clear them if they are the other player's.",
            )
    elif points > AGENDA_POINTS_TO_WIN:
        yield warning(
            place,
            f"The agenda points are {points}; more than {AGENDA_POINTS_TO_WIN} are possible by some cards only.",
            "Correct them if they are a slip of the pen.",
        )
    elif points == AGENDA_POINTS_TO_WIN:
        yield warning(
            place,
            f"Who scores {AGENDA_POINTS_TO_WIN} agenda points wins, but game {game} is reported otherwise.",
            "Correct the winner or the agenda points.",
        )


def missing_agenda_points(event: Event) -> Iterator[Problem]:
    """Name matches whose agenda points are missing and can decide them: they do not count yet (netrunner 6.5)."""
    for match in event.rows:
        if match.incomplete:
            fields = list_missing(match)
            whose = [
                f"{event.players[match.pair[SIDES.index(side)]].name} in game {winner.removeprefix('winner_')}"
                for winner, side in map(NEEDLESS.__getitem__, fields)
            ]
            yield warning(
                event.place(match, fields[0]),
                f"The agenda points of {join_words(whose, 'and')} are missing and can decide the match, which does not "
                "count yet.",
                f"Type them, 0 for none.{_word_pairing(event, match)}",
            )


def rounds_without_agenda_points(event: Event) -> Iterator[Problem]:
    """Say once which rounds are scored without agenda points, because there are none at all (netrunner 6.5)."""
    lacking = [match for match in event.rows if not match.incomplete and list_missing(match)]
    if lacking and are_kept(event.settings):
        yield warning(
            event.place(lacking[0], list_missing(lacking[0])[0]),
            describe_scoring(event),
            'Type them; if nobody keeps them here, choose "not kept" for Agenda points on the sheet Event.',
        )


def agreed_draws(event: Event) -> Iterator[Problem]:
    """Name the agreed draws of each round, once (netrunner 6.6)."""
    agreed = [match for match in _played(event) if is_agreed_draw(match)] if are_kept(event.settings) else []
    for first, tables in _by_round(agreed):
        yield warning(
            event.place(first, RESULT_FIELDS[0]),
            f"Round {first.round}, {tables}: both games Draw, no agenda points (an agreed draw).",
            "If they played, type the agenda points.",
        )


def unwanted_agenda_points(event: Event) -> Iterator[Problem]:
    """Find agenda points that are typed though none are kept: they do not count (netrunner 6.7)."""
    if are_kept(event.settings):
        return
    typed = {
        (title, row.number): [field for field in FIELDS if row.values.get(field) is not None]
        for title, table in event.tables.items()
        for row in table.rows
    }
    for first, tables in _by_round([match for match in _played(event) if typed.get((match.sheet, match.row))]):
        yield warning(
            event.place(first, typed[first.sheet, first.row][0]),
            f"Agenda points are not kept in this event, but typed in round {first.round}: {tables}; they do not count.",
            f'Clear them, or choose "{KEPT}" for Agenda points on the sheet Event.',
        )


def _by_round(matches: Sequence[Match]) -> Iterator[tuple[Match, str]]:
    """Yield the first of the matches of each round, and the tables of all of them in words."""
    for _, in_round in groupby(matches, attrgetter("round")):
        first, *others = in_round
        tables = join_words([str(match.table or "?") for match in (first, *others)], "and")
        yield first, f"table{'s' if others else ''} {tables}"


def _word_pairing(event: Event, match: Match) -> str:
    """Return what the round behind a match owes to its points, and how it can still be paired by the right ones."""
    number = match.round + 1
    if number not in event.rounds or event.settings.method.at_once:
        return ""
    if any(each.ruling or each["winner_1"] or each["winner_2"] for each in event.rounds[number]):
        return f" Round {number} was paired without them, and stays as it is."
    return (
        f" Round {number} was paired without them: to pair it anew, type them, delete the sheet Round {number} before "
        "anybody plays, and run."
    )


def forfeits_against_results(event: Event) -> Iterator[Problem]:
    """Find forfeits in a round without a match, those of which nobody knows the game, and those the result contradicts.

    The forfeit counts (netrunner 6.1). Of a round that is not paired, every format says it (`reading.checks`).
    """
    table = event.tables.get("Rulings")
    if table is None:
        return
    found = [*forfeits(event)]
    for row in table.rows:
        known = None not in (row["round"], row["player"])
        in_vain = row["kind"] in (GAME_FORFEIT, MATCH_FORFEIT) and row.number not in {each.row for each in found}
        if known and in_vain and row["round"] <= event.last_round:
            yield warning(
                table.place(row.number, "round"),
                f"{event.players[row['player']].name} plays no match in round {row['round']}, so nothing is forfeit.",
                "Correct the round, or delete the row.",
            )
    for forfeit in found:
        match, game = forfeit.match, forfeit.game
        player = event.players[match.pair[SIDES.index(forfeit.side)]].name
        if game is None:
            yield error(
                table.place(forfeit.row, "game"),
                f"Game is blank, and {player} lost no game in round {match.round}; expected the game that is forfeit.",
                "Type 1 or 2.",
            )
            continue
        typed = typed_winner(event, match, game)
        by_both = any((each.match, each.game) == (match, game) and each.side != forfeit.side for each in found)
        if typed == forfeit.side or (typed == "Draw" and not by_both):
            result = "drew" if typed == "Draw" else "won"
            yield warning(
                event.place(match, f"winner_{game}"),
                f"{player} {result} game {game} by the result, but has forfeited it; the forfeit counts.",
                f"Correct the result, or the ruling in {table.place(forfeit.row, 'kind')}.",
            )


def forfeits_due(event: Event) -> Iterator[Problem]:
    """Say when a third offence makes a forfeit due: two warnings are given before (netrunner 4.2).

    A third warning is as good as a forfeit where a row below, or of a later round, is one (or a disqualification).
    """
    table = event.tables.get("Rulings")
    if table is None:
        return
    complete = (row for row in table.rows if None not in (row["player"], row["round"], row["kind"]))
    rulings = sorted(complete, key=lambda row: int(row["round"]))
    for place, row in enumerate(rulings):
        before, after = (
            [each["kind"] for each in part if each["player"] == row["player"]]
            for part in (rulings[:place], rulings[place + 1 :])
        )
        third = before.count(WARNING) >= WARNINGS_BEFORE_A_FORFEIT
        if row["kind"] == WARNING and third and {GAME_FORFEIT, MATCH_FORFEIT, DISQUALIFICATION}.isdisjoint(after):
            yield warning(
                table.place(row.number, "kind"),
                f"{event.players[row['player']].name} has had two warnings before: a game is forfeit (4.2).",
                f'Make it a "{GAME_FORFEIT}".',
            )


CHECKS = (
    agenda_points,
    missing_agenda_points,
    rounds_without_agenda_points,
    unwanted_agenda_points,
    forfeits_against_results,
    forfeits_due,
)
"""All of them."""
