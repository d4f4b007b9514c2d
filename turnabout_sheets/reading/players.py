"""Reads the Players sheet, checks it, and puts player numbers in place of the names on all other sheets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import product
from math import inf
from operator import itemgetter
from typing import Any, Final

from turnabout_sheets.core.problems import Message, Place, Problem, error, press, warning
from turnabout_sheets.core.similar_names import Reason, find_similar
from turnabout_sheets.core.text import find_nearest, join_words, key, word_rounds
from turnabout_sheets.event import progress
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import BYE, BYE_NAME, RESERVED_NAMES, Event, Player
from turnabout_sheets.event.rulings import DISQUALIFICATION, find_replaced
from turnabout_sheets.formats.common import PLAYER_FIELDS
from turnabout_sheets.reading.list_words import TOTAL, says
from turnabout_sheets.sheets.cell_kinds import PLAYER, PLAYER_OR_BYE
from turnabout_sheets.sheets.table import Row, Table, suggest


def make_players(table: Table, teammates: Sequence[str], former: Mapping[str, str]) -> tuple[Player, ...]:
    """Return the players as they stand; ``teammates`` are the fields that name who plays, too.

    ``former`` has Player IDs by the names that they had; such a name is the player's as long as nobody else has it.
    """
    named = [row for row in table.rows if row["name"] is not None]
    had: dict[str, tuple[str, ...]] = {}
    for name in sorted(former.keys() - {row["name"] for row in named}):
        had[key(former[name])] = (*had.get(key(former[name]), ()), name)
    players = []
    for number, row in enumerate(named):
        filled = {field: value for field, value in row.values.items() if value is not None}
        known = {field: value for field, value in filled.items() if field in PLAYER_FIELDS}
        other = {field: value for field, value in filled.items() if field not in PLAYER_FIELDS}
        together = tuple(filled[field] for field in teammates if field in filled)
        earlier = had.get(key(known.get("player_id", "")), ())
        players.append(Player(number, row=row.number, teammates=together, fields=other, former=earlier, **known))
    return tuple(players)


def apply_rulings(players: Sequence[Player], rulings: Table | None) -> tuple[Player, ...]:
    """Return the players with the round in which each was disqualified, and whose place each takes, by Rulings."""
    facts: dict[int, dict[str, Any]] = {}
    numbers = {key(name): player.number for player in reversed(players) for name in player.names}
    for row in rulings.rows if rulings else ():
        if None not in (row["player"], row["round"]):
            known = facts.setdefault(row["player"], {})
            if row["kind"] == DISQUALIFICATION:
                known["disqualified"] = min(row["round"], known.get("disqualified", row["round"]))
            elif (other := numbers.get(key(find_replaced(row["kind"])))) is not None:
                known["seat"] = row["round"], other
    return tuple(replace(player, **facts.get(player.number, {})) for player in players) if facts else tuple(players)


def follow_marks(
    players: Sequence[Player], rows: Sequence[Mapping[str, Any]], *, keeps_places: bool
) -> tuple[Player, ...]:
    """Return the players as the marks in Here have it, by the ``rows`` of all rounds; if any (rules 1.4.20).

    ``keeps_places``: who is known to come late has a place from the start (duplicate 4.9).
    """
    if not any(player.here for player in players):
        return tuple(players)
    first: dict[int, int] = {}
    for row in sorted(rows, key=itemgetter("round"), reverse=True):
        first |= dict.fromkeys((row["a"], row["b"]), row["round"])
    last, marked = max((row["round"] for row in rows), default=0), list[Player]()
    for player in players:
        is_announced = player.joined > 1 or player.never_started or 1 in (*player.away, *player.byes)
        seen = first.get(player.number)
        joined = seen or max(last, 1) + 1
        has_gone = player.dropped_after is not None and player.dropped_after < joined
        if is_announced or seen == 1 or (player.here and not last):
            marked.append(player)
        elif seen is None and (has_gone or not (player.here or (keeps_places and not last))):
            marked.append(replace(player, dropped_after=0, as_marked=True))
        else:
            marked.append(replace(player, joined=joined, as_marked=True))
    return tuple(marked)


def resolve_all(
    tables: Mapping[str, Table], rounds: Sequence[tuple[int | None, Table]], players: Sequence[Player]
) -> tuple[dict[str, Table], list[Problem]]:
    """Put player numbers in place of names on all sheets; a name that is not on Players is a problem, and None."""
    numbers = {key(name): player.number for player in reversed(players) for name in player.names}
    names = tuple(called for player in players for called in player.names)
    resolved = {**tables, **{table.title: table for _, table in rounds}}
    problems: list[Problem] = []
    for title, table in resolved.items():
        columns = [column for column in table.sheet.columns if column.kind in (PLAYER, PLAYER_OR_BYE)]
        rows = []
        for row in table.rows if columns else ():
            cells = [*row.cells]
            for column in columns:
                if (typed := row[column.field]) is None:
                    continue
                is_bye = column.kind is PLAYER_OR_BYE and key(typed) == key(BYE_NAME)
                number = cells[row.fields[column.field]] = BYE if is_bye else numbers.get(key(typed))
                if number is None:
                    remedy = "Correct the name, or add the player to the Players sheet."
                    if key(typed) == key(BYE_NAME):
                        remedy = f"Where somebody has a bye, {BYE_NAME} stands as player B."
                    message = f'{column.header} is "{typed}"; expected {column.kind.expects}.'
                    place = table.place(row.number, column.field)
                    problems.append(error(place, message, suggest(typed, names, remedy)))
            rows.append(Row(row.number, row.fields, tuple(cells)))
        if columns:
            resolved[title] = replace(table, rows=tuple(rows))
    return resolved, _gather_lost_names(problems, rounds, players, tables["Players"])


def _gather_lost_names(
    problems: Sequence[Problem], rounds: Sequence[tuple[int | None, Table]], players: Sequence[Player], listed: Table
) -> list[Problem]:
    """Tell of a name that was corrected or deleted on Players once for all rounds (rules 1.4.25)."""
    lost, told = {problem.place: problem for problem in problems}, list[Problem]()
    seats: dict[str, list[tuple[int, Place, str]]] = {}
    there: dict[int, set[str]] = {}
    for number, table in rounds if problems else ():
        for row, field in product(table.rows, ("a", "b")):
            name, in_round = row[field], number or row["round"]
            if name is not None and in_round is not None:
                seats.setdefault(key(name), []).append((in_round, table.place(row.number, field), name))
                there.setdefault(in_round, set()).add(key(name))
    for same in [each for each in seats.values() if each[0][1] in lost and key(each[0][2]) != key(BYE_NAME)]:
        numbers, (_, place, name) = sorted({number for number, _, _ in same}), same[0]
        standing = set().union(*(there[number] for number in numbers))
        free = {player.name: player for player in players if standing.isdisjoint(map(key, player.names))}
        near, where = find_nearest(name, free), word_rounds(numbers)
        if near and len(numbers) == 1:
            continue  # it may be mistyped there
        message = f"{name} stands in {where}, but not on Players."
        hint = f"If the player has left, type the row again with {numbers[-1]} in Dropped after; else correct the name."
        if near:
            place, message = listed.place(free[near].row, "name"), f"{near} was {name} in {where}."
            hint = f'Replace "{name}" with "{near}" there (Find and Replace), or type the old name again.'
        for _, each, _ in same:
            lost.pop(each, None)
        told.append(error(place, message, hint))
    return [*lost.values(), *told]


def usable_names(event: Event, format: Format) -> Iterator[Problem]:
    """Find names that are the same after the reading rules, of players and who plays with one; words with a meaning."""
    first: dict[str, tuple[Place, str]] = {}
    reserved = {*map(key, RESERVED_NAMES)}
    for field, player in product(("name", *format.teammates), event.players):
        if not (name := player[field] if field != "name" else player.name):
            continue
        place = event.player_place(player, field)
        there, earlier = first.setdefault(key(name), (place, name))
        if key(name) in reserved:
            words = join_words(RESERVED_NAMES, "and")
            message = f'No player can be called "{name}": {words} mean something else in the results.'
            yield error(place, message, "Add something to the name, for example an initial.")
        if there is not place:
            typed = "" if earlier == name else f' (typed "{earlier}"; the program takes both for one)'
            message = f'The player "{name}" stands in {there.cell} already{typed}; expected every name once.'
            hint = "Delete one of the rows, or tell the two people apart, for example by an initial."
            yield error(place, message, hint)


_find_similar = lru_cache(maxsize=1)(find_similar)  # an event is checked again when a round is paired


def similar_names(event: Event, format: Format) -> Iterator[Problem]:
    """Find names of which two may be one person's, spelt in two ways (rules 1.4.24)."""
    people = tuple((player.number, player.name, player.player_id, player.names) for player in event.players)
    for number, others in _find_similar(people).items():
        player = event.players[number]
        for other, reason in others:
            earlier = event.players[other]
            if other < number and reason is not Reason.SAME:
                yield warning(
                    event.player_place(player),
                    f"{player.name} and {earlier.name} ({event.player_place(earlier)}) may be one person: {reason}.",
                    "If so, delete one of the rows; if they are two people, type a Player ID for each.",
                )


def shared_ids(event: Event, format: Format) -> Iterator[Problem]:
    """Find a Player ID that two players share."""
    first: dict[str, Player] = {}
    for player in event.players:
        earlier = first.setdefault(key(player.player_id), player)
        if player.player_id and earlier is not player:
            message = f'The Player ID "{player.player_id}" is that of {earlier.name} already; expected every ID once.'
            yield error(event.player_place(player, "player_id"), message, "Correct one of them, or leave it blank.")


def doubtful_rows(event: Event, format: Format) -> Iterator[Problem]:
    """Find what only counts the names above it, and who is in a hidden row, until their first round is over."""
    grid = event.tables[format.players.name].grid
    for player in event.players:
        place = event.player_place(player)
        if formula := grid.formulas.get(place.cell):
            message = f'Player is "{player.name}", the value of ={formula[:40]}; expected a name.'
            yield error(place, message, "Delete the formula, or move it to a column without a header.")
        elif says(player.name.partition(":")[0], TOTAL) or player.name == str(player.number):  # as many as stand above
            message = f'"{player.name}" in row {player.row} looks like a total, and is read as a player.'
            yield warning(place, message, "If it is not a player, delete the row before round 1 is paired.")
    running = progress.find_running_round(event)
    known = {number for match in event.rows if match.round < running for _, number in match.seats()}
    hidden = [each for each in event.players if each.row in grid.hidden and not each.never_started]
    if some := [each for each in hidden if each.number not in known]:
        rows = "1 hidden row is read as a player" if len(some) == 1 else f"{len(some)} hidden rows are read as players"
        hint = "Show all rows, and delete those of anyone who does not play."
        yield warning(event.player_place(some[0]), f"{rows}: {_name_some(some)}.", hint)


def presence(event: Event, format: Format) -> Iterator[Problem]:
    """Find players whose rounds contradict one another, or the marks, or come too late (rules 1.4.7 to 1.4.23)."""
    settings, method = event.settings, event.settings.method
    expected = 0 if event.rounds else method.rounds(len(event.expected))  # of these some may not be marked as here yet
    scheduled = settings.rounds or (inf if method.by_bracket else max(progress.scheduled_rounds(event), expected))
    last = max(scheduled, event.last_round)
    for player in event.players:
        name, place, dropped = player.name, partial(event.player_place, player), player.dropped_after
        joined, bye = 1 if player.as_marked else player.joined, max(player.byes, default=0)
        early = word_rounds(each for each in player.byes if each < joined)
        both = word_rounds(each for each in player.byes if each in player.away)
        if dropped and dropped < joined:
            message = f"{name} drops after round {dropped} but joins in round {joined} only."
            hint = "Correct one of the two; 0 in Dropped after means: never started."
            yield error(place("dropped_after"), message, hint)
        if early:
            message = f"{name} has a bye in {early} but joins in round {joined} ({place('joined')})."
            hint = f"For the bye, correct {place('joined')}; for none, take {early} out of {place('byes')}."
            yield error(place("byes"), message, hint)
        if both:
            message = f"{name} has {both} in both Away and Byes ({place('byes')}); expected one of them."
            hint = f"For a bye, take {both} out of {place('away')}; for no points, out of {place('byes')}."
            yield error(place("away"), message, hint)
        if bye > last or (joined > last and not (event.rounds and method.at_once)):  # of these another check tells
            field, does = ("byes", "has a bye") if bye > last else ("joined", "takes no part: joins")
            message = f"{name} {does} in round {max(joined, bye)}, but the last is round {last}."
            hint = f"Correct the round, or set Rounds to {max(joined, bye)} or more on the Event sheet."
            yield (warning if event.rounds else error)(place(field), message, hint)
        if player.here and player.joined in player.away and player.joined > event.last_round:
            message = f"{name} is marked in Here, and Away names round {player.joined}, in which {name} would begin; "
            hint = f"If {name} plays in it, take {player.joined} out of Away; if not, clear {place('here')}."
            yield error(place("away"), f"{message}expected one of the two.", hint)
        knows_late = method.at_once or method.by_bracket  # there the checks of who comes late say what can be done
        if player.as_marked and player.here and 1 < player.joined == event.last_round + 1 and not knows_late:
            now = event.last_round
            message = f"{name} is marked in Here since round {now} was paired, and plays from round {now + 1} on."
            hint = f"Nothing needs to be done; to let {name} into round {now}, type the name over {BYE_NAME} there,"
            yield warning(place("here"), message, f"{hint} and {now} into Joined round.", let_in=name)


def not_marked(event: Event, format: Format) -> Iterator[Problem]:
    """Tell who is not marked as here, while others are, and what comes of it (rules 1.4.20 and duplicate 4.9)."""
    running, keeps_places = progress.find_running_round(event), event.settings.method.keeps_places
    missing = _list_not_marked(event)
    absent = [each for each in missing if each.never_started]
    late = [each for each in missing if keeps_places and each.joined > running and not each.never_started]
    if absent:
        message = f"Not marked in Here, and not paired: {_name_some(absent)}."
        yield warning(event.player_place(absent[0], "here"), message, "Mark them on arrival.")
    if late:
        message = f"Not marked in Here, and drawn as coming late, without round 1: {_name_some(late)}."
        hint = "Mark them on arrival; if it is later than round 2, type the round into Joined round."
        yield warning(event.player_place(late[0], "here"), message, hint)


def describe_few(event: Event) -> Problem | None:
    """Return what is asked before round 1 where fewer than half are marked as here (rules 1.4.20); None where not."""
    missing, here = _list_not_marked(event), [player for player in event.players if player.here]
    if len(missing) <= len(here):
        return None
    return error(
        event.player_place(missing[0], "here"),
        Message(
            "Only {here} of {all} players are marked in the column Here, and only they would be paired.",
            here=len(here),
            all=len(here) + len(missing),
        ),
        "Mark the others who are here, and save; if round 1 is for these only: "
        + press("Pair only those who are marked", "--as-it-is", event.player_place(missing[0]).sheet),
    )


def _list_not_marked(event: Event) -> list[Player]:
    """Return who would be there from the start if somebody had marked them as here."""
    return [player for player in event.players if player.as_marked and not player.here]


MOST_NAMED: Final = 4  # of those who are not marked; of more, how many there are


def _name_some(players: Sequence[Player]) -> str:
    names = [player.name for player in players[:MOST_NAMED]]
    more = [f"{len(players) - MOST_NAMED} more"] if len(players) > MOST_NAMED else []
    return join_words([*names, *more], "and")
