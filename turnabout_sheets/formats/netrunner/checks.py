"""Netrunner's own checks: agenda points, also where they are missing (netrunner 6.5 to 6.7), the director's rulings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from operator import attrgetter

from turnabout_sheets.core.outcomes import compare
from turnabout_sheets.core.problems import Problem, error, warning
from turnabout_sheets.core.text import join_words, list_numbers
from turnabout_sheets.event.model import BYE, Event, Match
from turnabout_sheets.event.rulings import DISQUALIFICATION
from turnabout_sheets.formats.common import list_rows
from turnabout_sheets.formats.netrunner import scoring
from turnabout_sheets.formats.netrunner.scoring import AGENDA, FIELDS, RESULT_FIELDS, SIDES, are_kept, forfeits


def list_missing(match: Match) -> list[str]:
    """Return the fields of agenda points that are missing and can decide a match, if it is played (netrunner 6.5).

    None are missing of an agreed draw (netrunner 6.6).
    """
    if not _is_match(match) or any(match[field] is None for field in RESULT_FIELDS) or is_agreed_draw(match):
        return []
    most = scoring.MOST_LOST
    ends = (scoring.match_points(scoring.list_games(match, missing=points)) for points in ((0, most), (most, 0)))
    if len({compare(a, b) for a, b in ends}) == 1:
        return []
    return [field for (n, side), field in AGENDA.items() if match[field] is None and match[f"winner_{n}"] != side]


def _is_match(match: Match) -> bool:
    """Return whether it is a match into which a result may be typed."""
    return match.b != BYE and match.ruling is None


def is_agreed_draw(match: Match) -> bool:
    """Return whether a match is an agreed draw: both games drawn, and no agenda points (netrunner 6.6)."""
    drawn = all(match[field] == "Draw" for field in RESULT_FIELDS)
    return drawn and all(match[field] is None for field in FIELDS)


def settle(event: Event) -> Event:
    """Return the event as it counts: forfeits as lost games, and matches incomplete whose agenda points are missing.

    Where they are not kept there are none (netrunner 6.1 and 6.7); nor are they missing in a round without any, but
    for those of forfeits (netrunner 6.5).
    """
    forfeited = {(forfeit.match.index, forfeit.game) for forfeit in forfeits(event)}
    event = scoring.settle_forfeits(event)
    if not are_kept(event.settings):
        blank = dict.fromkeys(FIELDS)
        return replace(event, rows=tuple(replace(match, fields={**match.fields, **blank}) for match in event.rows))
    typed = {
        match.round
        for match in event.rows
        for (game, _), field in AGENDA.items()
        if match[field] is not None and (match.index, game) not in forfeited
    }
    lacks = (match.round in typed and bool(list_missing(match)) for match in event.rows)
    rows = zip(event.rows, lacks, strict=True)
    return replace(event, rows=tuple(replace(match, incomplete=incomplete) for match, incomplete in rows))


def describe_scoring(event: Event) -> str:
    """Return what is scored without agenda points, the event or some rounds of it; blank where nothing is."""
    if not are_kept(event.settings):
        return "Agenda points are not kept: a match of a game each is tied."
    rounds = {match.round for match in event.rows if not match.incomplete and list_missing(match)}
    which = "s {} have no agenda points and are" if len(rounds) > 1 else " {} has no agenda points and is"
    said = f"Round{which} scored without them: a match of a game each is tied."
    return said.format(list_numbers(rounds)) if rounds else ""


def agenda_points(event: Event) -> Iterator[Problem]:
    """Find agenda points that do not fit the result."""
    for match in filter(_is_match, event.rows):
        for (game, side), field in AGENDA.items():
            points, winner, place = match[field], match[f"winner_{game}"], event.place(match, field)
            if points is None:
                continue
            if winner is None:
                if event.place(match, f"winner_{game}") not in event.unreadable:
                    yield error(
                        place,
                        f"Game {game} is not reported, but there are agenda points; expected who won, or Draw.",
                        f"Fill in who won game {game}; a game that was not finished is a Draw.",
                    )
            elif winner == side and points < scoring.AGENDA_POINTS_TO_WIN:
                message = f"{winner} won game {game}, so these {points} agenda points do not count: a game won is 10"
                hint = "Nothing needs to be done; clear them if they are the other player's."
                yield warning(place, f"{message} points.", hint)
            elif winner != side and points >= scoring.AGENDA_POINTS_TO_WIN:
                message = f"{side} did not win game {game}, but has {points} agenda points; a game is won"
                hint = "Correct the winner or the agenda points."
                yield warning(place, f"{message} with {scoring.AGENDA_POINTS_TO_WIN}.", hint)


def missing_agenda_points(event: Event) -> Iterator[Problem]:
    """Name matches whose agenda points are missing and can decide them: they do not count yet (netrunner 6.5).

    Of rounds that are scored without, as there are none at all, one warning names all.
    """
    lacking = [match for match in event.rows if list_missing(match)] if are_kept(event.settings) else []
    for match in lacking:
        if not match.incomplete:
            continue
        fields, following, hint = list_missing(match), match.round + 1, "Type them, 0 for none."
        missing = [each for each, field in AGENDA.items() if field in fields]
        whose = [f"{event.players[match.pair[SIDES.index(side)]].name} in game {game}" for game, side in missing]
        if following in event.rounds and not event.settings.method.at_once:
            begun = any(each.ruling or each["winner_1"] or each["winner_2"] for each in event.rounds[following])
            again = f": to pair it again, type them, delete the sheet Round {following} before anybody plays, and run."
            hint += f" Round {following} was paired without them{', and stays as it is.' if begun else again}"
        message = f"The agenda points of {join_words(whose, 'and')} are missing and can decide the match,"
        yield warning(event.place(match, fields[0]), f"{message} which does not count yet.", hint)
    for match in [match for match in lacking if not match.incomplete][:1]:
        yield warning(
            event.place(match, list_missing(match)[0]),
            describe_scoring(event),
            'Type them; if nobody keeps them here, choose "not kept" for Agenda points on the sheet Event.',
        )


def agreed_draws(event: Event) -> Iterator[Problem]:
    """Name the agreed draws of each round, once (netrunner 6.6)."""
    matches = [match for match in event.rows if _is_match(match) and is_agreed_draw(match)]
    for number, in_round in groupby(matches if are_kept(event.settings) else (), attrgetter("round")):
        first, *others = in_round
        tables = join_words([str(match.table or "?") for match in (first, *others)], "and")
        where = f"Round {number}, table{'s' if others else ''} {tables}"
        message = f"{where}: both games Draw, no agenda points (an agreed draw)."
        yield warning(event.place(first, RESULT_FIELDS[0]), message, "If they played, type the agenda points.")


def unwanted_agenda_points(event: Event) -> Iterator[Problem]:
    """Find agenda points that are typed though none are kept: they do not count (netrunner 6.7)."""
    rows = {(title, row.number): row.values for title, table in event.tables.items() for row in table.rows}
    matches = [] if are_kept(event.settings) else filter(_is_match, event.rows)
    fields = ((match, field) for match in matches for field in FIELDS)
    typed = [(match, field) for match, field in fields if rows[match.sheet, match.row].get(field) is not None]
    for match, field in typed[:1]:
        yield warning(
            event.place(match, field),
            "Agenda points are not kept in this event, but some are typed, the first here; they do not count.",
            f'Clear them, or choose "{scoring.KEPT}" for Agenda points on the sheet Event.',
        )


def forfeits_against_results(event: Event) -> Iterator[Problem]:
    """Find forfeits in a round without a match, those whose game is not known, and those the result contradicts.

    The forfeit counts (netrunner 6.1). Of a round that is not paired, every format says it (`reading.checks`).
    """
    found = [*forfeits(event)]
    in_force = {each.row for each in found}
    for row in list_rows(event, "Rulings"):
        known = None not in (row["round"], row["player"]) and row["round"] <= event.last_round
        if known and row["kind"] in (scoring.GAME_FORFEIT, scoring.MATCH_FORFEIT) and row.number not in in_force:
            yield warning(
                event.tables["Rulings"].place(row.number, "round"),
                f"{event.players[row['player']].name} plays no match in round {row['round']}, so nothing is forfeit.",
                "Correct the round, or delete the row.",
            )
    for forfeit in found:
        match, game, ruling = forfeit.match, forfeit.game, event.tables["Rulings"]
        player = event.players[match.pair[SIDES.index(forfeit.side)]].name
        if game is None:
            yield error(
                ruling.place(forfeit.row, "game"),
                f"Game is blank, and {player} lost no game in round {match.round}; expected the game that is forfeit.",
                "Type 1 or 2.",
            )
            continue
        typed = scoring.typed_winner(event, match, game)
        by_both = any((each.match, each.game) == (match, game) and each.side != forfeit.side for each in found)
        if typed == forfeit.side or (typed == "Draw" and not by_both):
            yield warning(
                event.place(match, f"winner_{game}"),
                f"{player} {'drew' if typed == 'Draw' else 'won'} game {game} by the result, but has forfeited it; "
                "the forfeit counts.",
                f"Correct the result, or the ruling in {ruling.place(forfeit.row, 'kind')}.",
            )


def forfeits_due(event: Event) -> Iterator[Problem]:
    """Find a third offence, which makes a forfeit due: two warnings are given before (netrunner 4.2).

    A third warning is as good as a forfeit where a row below, or of a later round, is one (or a disqualification).
    """
    complete = (row for row in list_rows(event, "Rulings") if None not in (row["player"], row["round"], row["kind"]))
    rulings = sorted(complete, key=lambda row: int(row["round"]))
    for place, row in enumerate(rulings):
        kinds = [each["kind"] if each["player"] == row["player"] else "" for each in rulings]
        is_third = row["kind"] == scoring.WARNING and kinds[:place].count(scoring.WARNING) > 1
        if is_third and {scoring.GAME_FORFEIT, scoring.MATCH_FORFEIT, DISQUALIFICATION}.isdisjoint(kinds[place:]):
            yield warning(
                event.tables["Rulings"].place(row.number, "kind"),
                f"{event.players[row['player']].name} has had two warnings before: a game is forfeit (4.2).",
                f'Make it a "{scoring.GAME_FORFEIT}".',
            )


CHECKS = (agenda_points, missing_agenda_points, unwanted_agenda_points, forfeits_against_results, forfeits_due)
