"""Netrunner's own checks: agenda points, also where they are missing (netrunner 6.5 to 6.7), the director's rulings."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter

from turnabout_sheets.core.problems import Problem, error, warning
from turnabout_sheets.core.text import join_words, word_rounds
from turnabout_sheets.event.model import Event
from turnabout_sheets.event.rulings import DISQUALIFICATION
from turnabout_sheets.formats.common import list_rows
from turnabout_sheets.formats.netrunner import scoring
from turnabout_sheets.formats.netrunner.scoring import AGENDA, SIDES, are_kept, list_forfeits, list_missing


def describe_scoring(event: Event) -> str:
    """Return what is scored without agenda points, the event or some rounds of it; blank where nothing is."""
    if not are_kept(event.settings):
        return "Agenda points are not kept: a match of a game each is tied."
    rounds = {match.round for match in event.rows if not match.incomplete and list_missing(match)}
    return f"No agenda points in {word_rounds(sorted(rounds))}: a match of a game each is tied there." if rounds else ""


def agenda_points(event: Event) -> Iterator[Problem]:
    """Find agenda points that do not fit the result."""
    for match in [match for match in event.rows if match.is_match] if are_kept(event.settings) else ():
        for (game, side), field in AGENDA.items():
            points, winner, place = match[field], match[f"winner_{game}"], event.place(match, field)
            if None in (points, winner):
                continue  # a game that is not reported is another check's
            if winner == side and points < scoring.AGENDA_POINTS_TO_WIN:
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
        missing = list_missing(match)
        whose = [
            f"{event.players[match.pair[SIDES.index(side)]].name} in game {game}"
            for (game, side), field in AGENDA.items()
            if field in missing
        ]
        message = f"The agenda points of {join_words(whose, 'and')} are missing and can decide the match,"
        place = event.place(match, missing[0])
        yield warning(place, f"{message} which does not count yet.", "Type them, 0 for none.")
    for match in [match for match in lacking if not match.incomplete][:1]:
        yield warning(
            event.place(match, list_missing(match)[0]),
            describe_scoring(event),
            'Type them; if nobody keeps them here, choose "not kept" for Agenda points on the sheet Event.',
        )


def agreed_draws(event: Event) -> Iterator[Problem]:
    """Name the agreed draws of each round, once (netrunner 6.6)."""
    matches = [match for match in event.rows if match.is_match and scoring.is_agreed_draw(match)]
    for number, in_round in groupby(matches if are_kept(event.settings) else (), attrgetter("round")):
        first, *others = in_round
        tables = join_words([str(match.table or "?") for match in (first, *others)], "and")
        where = f"Round {number}, table{'s' if others else ''} {tables}"
        message = f"{where}: both games Draw, no agenda points (an agreed draw)."
        yield warning(event.place(first, scoring.RESULT_FIELDS[0]), message, "If they played, type the agenda points.")


def unwanted_agenda_points(event: Event) -> Iterator[Problem]:
    """Find agenda points that are typed though none are kept: they do not count (netrunner 6.7)."""
    matches = [] if are_kept(event.settings) else [match for match in event.rows if match.is_match]
    for place in [event.place(match, field) for match in matches for field in scoring.list_typed(match)][:1]:
        yield warning(
            place,
            "Agenda points are not kept in this event, but some are typed, the first here; they do not count.",
            f'Clear them, or choose "{scoring.KEPT}" for Agenda points on the sheet Event.',
        )


def forfeits_against_results(event: Event) -> Iterator[Problem]:
    """Find forfeits in a round without a match, those whose game is not known, and those the result contradicts.

    The forfeit counts (netrunner 6.1). Of a round that is not paired, every format says it (`reading.checks`).
    """
    found = [(match, each) for match in event.rows for each in list_forfeits(match)]
    in_force = {each.row for _, each in found}
    for row in list_rows(event, "Rulings"):
        known = None not in (row["round"], row["player"]) and row["round"] <= event.last_round
        if known and row["kind"] in (scoring.GAME_FORFEIT, scoring.MATCH_FORFEIT) and row.number not in in_force:
            yield warning(
                event.tables["Rulings"].place(row.number, "round"),
                f"{event.players[row['player']].name} plays no match in round {row['round']}, so nothing is forfeit.",
                "Correct the round, or delete the row.",
            )
    for match, forfeit in found:
        table, player = event.tables["Rulings"], event.players[match.pair[SIDES.index(forfeit.side)]].name
        losers = [each.side for each in list_forfeits(match) if each.game == forfeit.game]
        if forfeit.game is None:
            yield error(
                table.place(forfeit.row, "game"),
                f"Game is blank, and {player} lost no game in round {match.round}; expected the game that is forfeit.",
                "Type 1 or 2.",
            )
        elif forfeit.winner == forfeit.side or (forfeit.winner == "Draw" and set(losers) != set(SIDES)):
            yield warning(
                event.place(match, f"winner_{forfeit.game}"),
                f"{player} {'drew' if forfeit.winner == 'Draw' else 'won'} game {forfeit.game} by the result, but has "
                "forfeited it; the forfeit counts.",
                f"Correct the result, or the ruling in {table.place(forfeit.row, 'kind')}.",
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
