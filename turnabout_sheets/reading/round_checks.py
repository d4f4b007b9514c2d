"""Checks of the rounds: that they follow one another, and who stands in them, against whom, at which table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from turnabout_sheets.core.problems import Place, Problem, Severity, error, warning
from turnabout_sheets.core.text import join_words, word_rounds
from turnabout_sheets.event import progress
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import BYE, BYE_NAME, Event, Match
from turnabout_sheets.event.rulings import PRESENT, WAITS
from turnabout_sheets.pairing.methods import everybody_once, session_start
from turnabout_sheets.reading.unread_sheets import meant_round
from turnabout_sheets.sheets.settings import SHARED


def no_gap_between_rounds(event: Event, format: Format) -> Iterator[Problem]:
    """Find rounds that stand after a missing one; of one whose sheet could not be read, that was said.

    Of rounds that were paired at once, one that nobody is there for is not missing (rules 1.10.4).
    """
    unread = {meant_round(place.sheet) for place in event.unreadable}
    at_once = event.settings.method.at_once
    for number in range(1, event.last_round):
        if number not in event.rounds and number not in unread and not (at_once and not event.playing(number)):
            later = next(each for each in event.rounds if each > number)
            yield error(
                Place(event.rounds[later][0].sheet),
                f"Round {later} is here, but round {number} is missing.",
                f"Add the sheet Round {number}, or number the rounds without a gap.",
            )


def more_rounds_than_scheduled(event: Event, format: Format) -> Iterator[Problem]:
    """Find rounds beyond those that are scheduled; beyond the setting Rounds only those that have results are left."""
    scheduled, number, rounds = progress.scheduled_rounds(event), event.last_round, event.settings.rounds
    if number <= scheduled or (event.settings.method.by_bracket and rounds is None):
        return  # in a bracket as many as it takes
    message = f"Round {number} has results, so it counts, though Rounds on the Event sheet is {scheduled}."
    hint = f"Set Rounds to {number} if it is to count; if not, clear all results of round {number}."
    if rounds is None:
        message = f"Round {number} is here, but {scheduled} round{'s are' if scheduled > 1 else ' is'} scheduled."
        hint = f"Set Rounds to {number} on the Event sheet if that is meant, else delete the sheet."
    yield warning(Place(event.rounds[number][0].sheet), message, hint)


def too_many_rounds(event: Event, format: Format) -> Iterator[Problem]:
    """Warn before round 1, which is not paired then, of more rounds than can be played (rules 1.5.13)."""
    if not event.rounds and (problem := find_limit(event)):
        yield replace(problem, severity=Severity.WARNING)


def find_limit(event: Event) -> Problem | None:
    """Return the error of more rounds than there are without a rematch, or without a table again; None for none.

    That is rules 1.5.13 and 1.10.2, and duplicate 1.1.
    """
    settings, method, scheduled = event.settings, event.settings.method, progress.scheduled_rounds(event)
    starts = Counter(session_start(number, settings.rounds_per_session) for number in range(1, scheduled + 1))
    players = progress.count_places(event) if method.at_once else len(event.expected)
    most = method.rounds(players) if method.at_once else everybody_once(players)
    is_free = method.by_bracket or (settings.allow_rematches and not method.each_table_once)
    if is_free or players < 2 or max(starts.values()) <= max(most, event.last_round):
        return None
    field = "rounds" if len(starts) == 1 else "rounds_per_session"
    name, rounds = SHARED[field].name, f"{most} round{'s' * (most > 1)}"
    why = f"{players} players can play {rounds} without a rematch"
    way_out = f"Set {name} to {most}, or Allow rematches to yes on the Event sheet."
    if method.each_table_once:
        why, way_out = f"{players} players have been at every table after {rounds}", f"Set Rounds to {most}."
    return error(event.setting_place(field), f"{name} is too high: {why}.", way_out)


def once_in_a_round(event: Event, format: Format) -> Iterator[Problem]:
    """Find players who stand twice in a round, or against themselves."""
    first: dict[tuple[int, int], tuple[Match, str]] = {}
    for match in event.rows:
        for field, player in match.seats():
            here = match, field
            earlier = first.setdefault((match.round, player), here)
            if earlier is not here:
                name, there = event.players[player].name, event.place(*earlier)
                message = f"{name} stands in round {match.round} twice, here and in {there}."
                yield error(event.place(*here), message, "Correct one of the two names.")


def everybody_is_there(event: Event, format: Format) -> Iterator[Problem]:
    """Find active players whom a round does not have; who is in an elimination event is known from its results only.

    Of somebody who has come late, or was forgotten, one button lets them in, whatever is the case.
    """
    there = {number: {side for match in rows for side in (match.a, match.b)} for number, rows in event.rounds.items()}
    standing = set[int | None]().union(*there.values())
    for player in event.players if not event.settings.method.by_bracket else ():
        rounds = [
            number
            for number, known in there.items()  # a name that could not be read may be the missing one
            if None not in known and player.number not in known and player.plays_in(number)
        ]
        name, place, last = player.name, event.player_place(player), event.last_round
        where, at_once = f"over {BYE_NAME}, or in a new row against {BYE_NAME}", event.settings.method.at_once
        if at_once and player.joined > 1:  # all rounds were paired before (rules 1.10.2)
            if last and player.number not in standing:
                comes = "is marked in Here" if player.as_marked else f"joins in round {player.joined}"
                message = f"{name} {comes}, but all rounds were paired before the first one; {name} is not paired."
                hint = f"When {name} is there, type the name over {BYE_NAME} in the rounds to come, or over a player "
                place = event.player_place(player, "here" if player.as_marked else "joined")
                yield warning(place, message, f"{hint}who has left.", let_in=name)
            continue
        if not rounds:
            continue
        if player.number not in standing and last in rounds and player.dropped_after is None:
            hint = (
                f"If {name} does not play, type 0 into Dropped after. Else type {last} into Joined round, and in round "
                f"{last} the name {where}."
            )
            yield error(place, f"{name} is on the sheet Players, but in no round.", hint, let_in=name)
        else:
            message = f"{name} is missing in {word_rounds(rounds)}; expected everybody who has joined and not dropped."
            where = f"over {BYE_NAME} there, or over a player who has left" if at_once else where
            hint = f"If {name} plays, type the name {where}; if not, fill in Joined round, Dropped after or Away"
            hint += f" in {place}."
            yield error(Place(event.rounds[rounds[0]][0].sheet), message, hint, let_in=name if at_once else "")


def nobody_plays_while_away(event: Event, format: Format) -> Iterator[Problem]:
    """Find players paired before they joined or after they dropped, while they are away, or against a bye's wish.

    That is rules 1.4.3 and 1.4.5 to 1.4.7; a bye is asked for in the round that is running.
    """
    entry = [field for field in format.entry_fields if field != "ruling"]
    for match in event.rows:
        for field, number in match.seats():
            player = event.players[number]
            absence, name = player.find_absence(match.round), player.name
            if match.round == event.last_round and match.round in player.byes and match.index in event.outstanding:
                message = f"{name} has asked for a bye in round {match.round}, but is paired in it."
                hint = "Take {n} out of the cell; or give the bye by changing the rows of round {n}."
                yield warning(event.player_place(player, "byes"), message, hint.format(n=match.round))
            if absence is None:
                continue
            column = absence.field
            no_show = field not in PRESENT.get(match.ruling or "", "ab")
            if match.ruling == WAITS or (no_show and event.settings.method.by_bracket and column != "joined"):
                continue  # the row is the opponent's bye, or there is nothing to play (rules 1.11.6)
            why, gone = _ABSENT[column]
            if player.never_started and column == "dropped_after":
                why = "never started"
            place = Place("Rulings") if column == "disqualified" else event.player_place(player, column)
            hint = f"Correct the row, or {'the sheet ' if column == 'disqualified' else ''}{place}."
            is_played = any(match[each] is not None for each in entry)
            if gone and match.round == event.last_round and not is_played:
                hint = (
                    f'If {name} has left without playing, choose "{field.upper()} no-show" in Ruling of this row and '
                    f"{gone.format(round=match.round, place=place)}; else correct one of the two."
                )
            elif column == "dropped_after" and is_played:
                rows = [each for each in event.rows if number in (each.a, each.b)]
                last = max(each.round for each in rows if any(each[value] is not None for value in entry))
                hint = f"If {name} has played it, type {last} into {place}; else correct the row."
            message = f"{name} stands in round {match.round} but {why.format(round=absence.round)}."
            yield error(event.place(match, field), message, hint)


_ABSENT: Mapping[str, tuple[str, str]] = {
    "joined": ("joins in round {round}", ""),
    "dropped_after": ("dropped after round {round}", "type {round} into {place}"),
    "away": ("is away", "take {round} out of {place}"),
    "disqualified": ("was disqualified in round {round}", ""),
}
"""Why a player is not there, by the field that says so, and what to type there if the player leaves now."""


def rematches(event: Event, format: Format) -> Iterator[Problem]:
    """Find pairs who have met in the same session (rules 1.5.1), or were to: a no-show is no error (rules 1.4.4).

    In an elimination event the bracket decides who meets, and in a round robin that is played twice the schedule.
    """
    method = event.settings.method
    if method.by_bracket or (method.at_once and event.settings.allow_rematches):
        return
    met: dict[tuple[int, frozenset[int]], Match] = {}
    for match in event.rows:
        if match.a is None or match.b is None or BYE in (match.a, match.b):
            continue
        meeting = session_start(match.round, event.settings.rounds_per_session), frozenset((match.a, match.b))
        earlier = met.setdefault(meeting, match)
        if earlier.round == match.round:
            continue
        names = f"{event.players[match.a].name} and {event.players[match.b].name}"
        place, message = event.place(match, "b"), f"{names} meet in round {match.round} again; they met in round"
        if earlier.ruling in PRESENT:
            met[meeting] = match
            message = f"{names} are paired in round {match.round} again; their match in round {earlier.round} was a"
            hint = "Nothing needs to be done if that is meant: no match was played."
            yield warning(place, f"{message} no-show.", hint)
        elif event.settings.allow_rematches:
            yield warning(place, f"{message} {earlier.round}.", "Allow rematches is yes, so it stands.")
        else:
            hint = "Change the pairing, or set Allow rematches to yes on the Event sheet if it was really played."
            yield error(place, f"{message} {earlier.round}.", hint)


def byes(event: Event, format: Format) -> Iterator[Problem]:
    """Find two byes in a round that nobody has asked for; not where they come with the method."""
    in_round: dict[int, Match] = {}
    for match in event.rows if not (event.settings.method.by_bracket or event.settings.method.at_once) else ():
        if match.b != BYE or match.ruling is not None or match.a is None:
            continue  # a match, somebody who sits the round out, or reported
        if match.round in (*event.players[match.a].byes, *event.players[match.a].let_in):
            continue
        earlier = in_round.setdefault(match.round, match)
        if earlier is not match:
            message = f"Round {match.round} has two byes, the other in {event.place(earlier, 'b')}."
            yield warning(event.place(match, "b"), message, "Let the two play each other if both are there.")


def table_numbers(event: Event, format: Format) -> Iterator[Problem]:
    """Find a table that stands twice in a round, and matches of the last round that are to be played without one."""
    at: dict[tuple[int, int], list[Match]] = {}
    for match in event.rows:
        if match.b != BYE and match.table is not None:
            at.setdefault((match.round, match.table), []).append(match)
        elif match.b != BYE and match.round == event.last_round and match.index in event.outstanding:
            yield warning(event.place(match, "table"), "The match has no table.", "Type a table number.")
    for (number, table), matches in at.items():
        if len(matches) > 1:
            first, *others = (event.place(match, "table") for match in matches)
            cells = join_words([str(place) for place in others], "and")
            message = f"Table {table} has {len(matches)} matches in round {number}, here and in {cells}; expected one."
            yield warning(first, message, "Give every match a table of its own.")
