"""Checks across rows that every format has: each a small pure function from an event to its problems."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from turnabout_sheets.core.problems import Place, Problem, error, warning
from turnabout_sheets.core.text import find_nearest, header_key, join_words, key
from turnabout_sheets.event import progress
from turnabout_sheets.event.model import BYE, BYE_NAME, RESERVED_NAMES, Event, Match, Player
from turnabout_sheets.event.rulings import WAITS
from turnabout_sheets.formats.base import Check, Format
from turnabout_sheets.pairing.sessions import session_start


def same_name_twice(event: Event, format: Format) -> Iterator[Problem]:
    """Find names that are the same after the reading rules: they would be one player."""
    first: dict[str, Player] = {}
    for player in event.players:
        earlier = first.setdefault(key(player.name), player)
        if earlier is not player:
            typed = "" if earlier.name == player.name else f' (typed "{earlier.name}"; the program takes both for one)'
            yield error(
                event.player_place(player),
                f'The player "{player.name}" stands in {event.player_place(earlier).cell} already{typed}; '
                "expected every name once.",
                "Delete one of the rows, or tell the two people apart, for example by an initial.",
            )


def same_id_twice(event: Event, format: Format) -> Iterator[Problem]:
    """Find a Player ID that two players share."""
    first: dict[str, Player] = {}
    for player in event.players:
        earlier = first.setdefault(key(player.player_id), player) if player.player_id else player
        if earlier is not player:
            yield error(
                event.player_place(player, "player_id"),
                f'The Player ID "{player.player_id}" is that of {earlier.name} already; expected every ID once.',
                "Correct one of them, or leave it blank.",
            )


def reserved_names(event: Event, format: Format) -> Iterator[Problem]:
    """Find players called by a word that means something in a result row."""
    reserved = {key(name) for name in RESERVED_NAMES}
    for player in event.players:
        if key(player.name) in reserved:
            yield error(
                event.player_place(player),
                f'No player can be called "{player.name}": {join_words(RESERVED_NAMES, "and")} mean something else in '
                "the results.",
                "Add something to the name, for example an initial.",
            )


def presence(event: Event, format: Format) -> Iterator[Problem]:
    """Find players who drop before they join (rules 1.4.7)."""
    for player in event.players:
        if player.dropped_after and player.dropped_after < player.joined:
            yield error(
                event.player_place(player, "dropped_after"),
                f"{player.name} drops after round {player.dropped_after} but joins in round {player.joined} only.",
                "Correct one of the two; 0 in Dropped after means: never started.",
            )


def shared_fixed_tables(event: Event, format: Format) -> Iterator[Problem]:
    """Find a fixed table that two players have: only one can sit there, unless they meet (rules 1.5.8)."""
    first: dict[int, Player] = {}
    for player in event.players:
        if player.fixed_table is not None:
            earlier = first.setdefault(player.fixed_table, player)
            if earlier is not player:
                yield warning(
                    event.player_place(player, "fixed_table"),
                    f"Table {player.fixed_table} is the fixed table of {earlier.name}, too.",
                    "Where both are to sit there in a round, the higher pair gets it; give one another table.",
                )


def enough_players(event: Event, format: Format) -> Iterator[Problem]:
    """Say that an event needs two players."""
    if len(event.players) < 2:
        found = "only one player" if event.players else "nobody"
        yield warning(
            Place(event.tables[format.sheets.players.name].title),
            f"The Players sheet lists {found}; a round needs two players or more.",
            "Type the players' names, one in a row.",
        )


def unknown_tie_breaks(event: Event, format: Format) -> Iterator[Problem]:
    """Find tie-breaks that the format does not have (rules 1.6.2)."""
    known = {header_key(name) for name in format.scoring.tie_breaks}
    for name in event.settings.tie_breaks or ():
        if header_key(name) not in known:
            near = find_nearest(name, tuple(format.scoring.tie_breaks))
            yield error(
                event.setting_place("tie_breaks"),
                f'Tie-breaks names "{name}"; expected {join_words(tuple(format.scoring.tie_breaks))}.',
                f'Did you mean "{near}"?' if near else "Correct the setting Tie-breaks.",
            )


def adjustments_in_time(event: Event, format: Format) -> Iterator[Problem]:
    """Find adjustments for a round that is not scheduled: they would never count (rules 1.4.8)."""
    table = event.tables.get("Adjustments")
    last = max(progress.scheduled_rounds(event), event.last_round)
    for row in table.rows if table else ():
        if table is not None and row["round"] is not None and row["round"] > last:
            yield warning(
                table.place(row.number, "round"),
                f"The adjustment is for round {row['round']}, but the last round is {last}; it does not count.",
                "Correct the round, or clear it: without one the points count from the start.",
            )


def no_gap_between_rounds(event: Event, format: Format) -> Iterator[Problem]:
    """Find rounds that stand after a missing one."""
    for number in range(1, event.last_round):
        if number not in event.rounds:
            later = next(each for each in event.rounds if each > number)
            yield error(
                Place(event.rounds[later][0].sheet),
                f"Round {later} is here, but round {number} is missing.",
                f"Add the sheet Round {number}, or number the rounds without a gap.",
            )


def more_rounds_than_scheduled(event: Event, format: Format) -> Iterator[Problem]:
    """Find rounds beyond the setting Rounds."""
    scheduled = progress.scheduled_rounds(event)
    if event.settings.method.by_bracket and event.settings.rounds is None:
        return  # as many as it takes
    if event.last_round > scheduled:
        yield warning(
            Place(event.rounds[event.last_round][0].sheet),
            f"Round {event.last_round} is here, but {scheduled} round{'s are' if scheduled > 1 else ' is'} scheduled.",
            f"Set Rounds to {event.last_round} on the Event sheet if that is meant, else delete the sheet.",
        )


def once_in_a_round(event: Event, format: Format) -> Iterator[Problem]:
    """Find players who stand twice in a round, or against themselves."""
    for number, matches in event.rounds.items():
        first: dict[int, Place] = {}
        for match in matches:
            for field, player in match.seats():
                place = event.place(match, field)
                if player in first:
                    yield error(
                        place,
                        f"{event.players[player].name} stands in round {number} twice, here and in {first[player]}.",
                        "Correct one of the two names.",
                    )
                first.setdefault(player, place)


def everybody_is_there(event: Event, format: Format) -> Iterator[Problem]:
    """Find active players whom a round does not have; who is in an elimination event is known from its results only."""
    if event.settings.method.by_bracket:
        return
    for number, matches in event.rounds.items():
        there = {player for match in matches for player in (match.a, match.b)}
        if None in there:
            continue  # a name that could not be read may be the missing one
        for player in event.playing(number):
            if player.number not in there and not _too_late(event, player):
                yield error(
                    Place(matches[0].sheet),
                    f"{player.name} is missing in round {number}; expected everybody who has joined and not dropped.",
                    f"Add a row for {player.name} (against {BYE_NAME} if nobody is free), or fill in Joined round, "
                    f"Dropped after or Away in {event.player_place(player)}.",
                )


def _too_late(event: Event, player: Player) -> bool:
    """Say whether a player joins when all rounds are paired already."""
    return event.settings.method.at_once and player.joined > 1


def too_late(event: Event, format: Format) -> Iterator[Problem]:
    """Find players who join when all rounds are paired already, and whom no round has."""
    for player in event.players if event.last_round else ():
        if _too_late(event, player) and not any(player.number in (match.a, match.b) for match in event.rows):
            yield warning(
                event.player_place(player, "joined"),
                f"{player.name} joins in round {player.joined}, but all rounds were paired before the first one; "
                f"{player.name} is not paired.",
                f"Put the name in the place of a {BYE_NAME} in the rounds that have one.",
            )


def nobody_plays_while_away(event: Event, format: Format) -> Iterator[Problem]:
    """Find players paired before they joined or after they dropped, or while they are away (rules 1.4.5 to 1.4.7)."""
    for match in event.rows:
        for field, number in match.seats():
            player = event.players[number]
            if match.round < player.joined:
                why, column = f"joins in round {player.joined}", "joined"
            elif player.dropped_after is not None and match.round > player.dropped_after:
                left = f"dropped after round {player.dropped_after}" if player.dropped_after else "never started"
                why, column = left, "dropped_after"
            elif match.round in player.away:
                why, column = "is away", "away"
            elif player.disqualified is not None and match.round > player.disqualified:
                yield error(
                    event.place(match, field),
                    f"{player.name} stands in round {match.round} but was disqualified in round {player.disqualified}.",
                    "Correct the row, or the sheet Rulings.",
                )
                continue
            else:
                continue
            yield error(
                event.place(match, field),
                f"{player.name} stands in round {match.round} but {why}.",
                f"Correct the row, or {event.player_place(player, column)}.",
            )


def rematches(event: Event, format: Format) -> Iterator[Problem]:
    """Find pairs who have met in the same session (rules 1.5.1).

    In an elimination event the bracket decides who meets, and in a round robin that is played twice the schedule.
    """
    method = event.settings.method
    if method.by_bracket or (method.at_once and event.settings.allow_rematches):
        return
    met: dict[tuple[int, frozenset[int]], Match] = {}
    for match in event.rows:
        if match.a is None or match.b is None or BYE in (match.a, match.b):
            continue
        session = session_start(match.round, event.settings.rounds_per_session)
        earlier = met.setdefault((session, frozenset(match.pair)), match)
        if earlier is match or earlier.round == match.round:
            continue
        names = f"{event.players[match.a].name} and {event.players[match.b].name}"
        message = f"{names} meet in round {match.round} again; they met in round {earlier.round}."
        place = event.place(match, "b")
        if event.settings.allow_rematches:
            yield warning(place, message, "Allow rematches is yes, so it stands.")
        else:
            yield error(
                place,
                message,
                "Change the pairing, or set Allow rematches to yes on the Event sheet if it was really played.",
            )


def results_of_byes(event: Event, format: Format) -> Iterator[Problem]:
    """Find results typed for byes."""
    entry = [field for field in format.entry.fields if field != "ruling"]
    for match in event.rows:
        if match.b != BYE or match.ruling is not None:
            continue  # a match, or somebody who sits the round out
        typed = [field for field in entry if match[field] is not None]
        if typed:
            yield error(
                event.place(match, typed[0]),
                "A result is typed for a bye, which has none.",
                "Clear the result, or correct player B.",
            )


def byes(event: Event, format: Format) -> Iterator[Problem]:
    """Find two byes in a round, or of a player in a session, unless they were asked for or come with the method.

    That is rules 1.4.1 and 1.4.3.
    """
    if event.settings.method.by_bracket or event.settings.method.at_once:
        return
    had: dict[tuple[int, int], int] = {}
    in_round: dict[int, Match] = {}
    for match in event.rows:
        if match.b != BYE or match.ruling is not None:
            continue  # a match, or somebody who sits the round out
        place = event.place(match, "b")
        if match.a is None or match.round in event.players[match.a].byes:
            continue  # reported, or asked for
        earlier = in_round.setdefault(match.round, match)
        if earlier is not match:
            yield warning(
                place,
                f"Round {match.round} has two byes, the other in {event.place(earlier, 'b')}.",
                "Let the two play each other if both are there.",
            )
        session = session_start(match.round, event.settings.rounds_per_session)
        first = had.setdefault((session, match.a), match.round)
        if first != match.round:
            yield warning(
                place,
                f"{event.players[match.a].name} has a second bye; the first was in round {first}.",
                "Give the bye to somebody who has had none, if there is one.",
            )


def rulings(event: Event, format: Format) -> Iterator[Problem]:
    """Find rows with both a ruling and a result, and rulings about nobody (rules 1.4.4)."""
    for match in event.rows:
        if match.ruling is None:
            continue
        place = event.place(match, "ruling")
        if any(match[field] is not None for field in format.entry.fields if field != "ruling"):
            yield error(
                place,
                f'The ruling is "{match.ruling}", but a result is typed, too; expected one of the two.',
                "Clear the ruling or the result.",
            )
        elif match.b == BYE and match.ruling not in ("A no-show", WAITS):
            yield error(
                place, f'The ruling is "{match.ruling}", but there is no player B.', 'Clear it, or choose "A no-show".'
            )
        elif match.ruling == WAITS and match.b != BYE:
            yield error(
                place,
                f'The ruling is "{WAITS}", but there is a player B; expected it beside a bye only.',
                "Clear it, or correct player B.",
            )


def half_a_match(event: Event, format: Format) -> Iterator[Problem]:
    """Name matches of which only some games are reported: they do not count yet (rules 1.4.10)."""
    for match in event.rows:
        missing = [field for field in format.entry.result_fields if match[field] is None]
        if 0 < len(missing) < len(format.entry.result_fields) and match.b != BYE and match.ruling is None:
            game = format.sheets.matches.column(missing[0]).header.removesuffix(" winner")
            yield warning(
                event.place(match, missing[0]),
                f"{game} is not reported, so the match does not count yet.",
                "Fill in A, B or Draw; a game that was not finished is a Draw.",
            )


def table_numbers(event: Event, format: Format) -> Iterator[Problem]:
    """Find a table that stands twice in a round, and matches of the last round that are to be played without one."""
    waiting = set(progress.outstanding_matches(event, format.entry.result_fields).index)
    for number, matches in event.rounds.items():
        seated = [match for match in matches if match.b != BYE]
        counts = Counter(match.table for match in seated if match.table is not None)
        for match in seated:
            if match.table is None:
                if number == event.last_round and match.index in waiting:
                    yield warning(event.place(match, "table"), "The match has no table.", "Type a table number.")
            elif counts[match.table] > 1:
                yield warning(
                    event.place(match, "table"),
                    f"Table {match.table} has {counts[match.table]} matches in round {number}; expected one.",
                    "Give every match a table of its own.",
                )


def missing_results(event: Event, format: Format) -> Iterator[Problem]:
    """Name the results that are missing in rounds before the last: the next round is paired already.

    Where all rounds are paired at once, the last one is that which has results.
    """
    waiting = set(progress.outstanding_matches(event, format.entry.result_fields).index)
    last = (
        progress.last_played_round(event, format.entry.result_fields)
        if event.settings.method.at_once
        else event.last_round
    )
    for number, paired in event.rounds.items():
        matches = [match for match in paired if match.index in waiting]
        if not matches or number >= last:
            continue
        tables = join_words([str(match.table or "?") for match in matches], "and")
        several = "s" * (len(matches) > 1)
        yield warning(
            event.place(matches[0], format.entry.result_fields[0]),
            f"Round {number} lacks {len(matches)} result{several} (table{several} {tables}), though round "
            f"{last} {'has some' if event.settings.method.at_once else 'is paired'}.",
            "Type the missing results; until then the standings are provisional.",
        )


def decisions(event: Event, format: Format) -> Iterator[Problem]:
    """Find rulings on who goes on where nobody goes out (rules 1.11.2)."""
    for match in event.rows:
        if match.advances is not None and not event.settings.method.by_bracket:
            yield error(
                event.place(match, "ruling"),
                f'The ruling is "{match.advances} advances", but nobody goes out in this event; '
                f"Pairing is {event.settings.pairing}.",
                "Clear the ruling.",
            )


CHECKS: tuple[Check, ...] = (
    same_name_twice,
    same_id_twice,
    reserved_names,
    presence,
    shared_fixed_tables,
    enough_players,
    unknown_tie_breaks,
    adjustments_in_time,
    no_gap_between_rounds,
    more_rounds_than_scheduled,
    once_in_a_round,
    everybody_is_there,
    too_late,
    nobody_plays_while_away,
    rematches,
    rulings,
    results_of_byes,
    byes,
    decisions,
    half_a_match,
    table_numbers,
    missing_results,
)
"""All of them, in the order in which their problems are shown within a sheet."""


def check_event(event: Event, format: Format) -> list[Problem]:
    """Run the general checks, then the format's own. A cell that could not be read has its problem already."""
    found = (problem for each in (*CHECKS, *format.checks) for problem in each(event, format))
    return [problem for problem in found if problem.place not in event.unreadable]
