"""Pairs a round of an elimination event, single or double, and checks who is in it (rules 1.11).

The table of a match of the upper bracket, or of a bye, is its slot: the winners at tables 1 and 2 meet at table 1 of
the next round, and so on. So the bracket follows what is changed in the rounds' sheets. Who is unbeaten but has no slot
by that takes a place that is free; where none is, they are paired like those beaten once, at tables after the slots.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from turnabout_sheets.core.outcomes import Outcome
from turnabout_sheets.core.problems import Place, Problem, error, warning
from turnabout_sheets.core.text import join_words
from turnabout_sheets.event.elimination import Contradiction, Elimination
from turnabout_sheets.event.model import BYE, BYE_NAME, Event, Match, Player
from turnabout_sheets.event.results import Results
from turnabout_sheets.event.rulings import ADVANCES, WAITS, find_replaced
from turnabout_sheets.pairing.elimination import first_bracket, lower_bracket, rounds_of_single
from turnabout_sheets.rounds.new_round import NewRound, first_round_order, make_round, make_row

Slot = tuple[Player | None, Player | None]


def pair(results: Results, number: int) -> tuple[NewRound | None, list[Problem]]:
    """Pair a round. Returns None with an error where nobody who is still in is there."""
    event, rows = results.event, make_rows(results, number)
    if not rows:
        place = event.player_place(results.still_in[0], "away")
        message = f"Round {number} cannot be paired: everybody who is still in is away."
        return None, [error(place, message, "Correct Away of those who are to play.")]
    return make_round(results.format, number, rows), list(_wishes(event, number, rows))


def make_rows(results: Results, number: int) -> list[dict[str, Any]]:
    """Return the rows of a round; none where nobody who is still in is there."""
    event, state = results.event, results.elimination
    assert state is not None, "an elimination event"
    slots = upper_slots(event, state, number)
    rows = [make_row(table, a, b) for table, (a, b) in enumerate(slots, 1) if a is not None]
    there = {player.number for slot in slots for player in slot if player is not None}
    survivors = state.survivors(event, number)
    left = [player for player in survivors if player.number not in there and player.plays_in(number)]
    return rows + _other_rows(results, number, first_round_order(event, left), len(slots))


def slot_count(event: Event, start: int, number: int) -> int:
    """Return how many slots the upper bracket has in a round: half as many as before; 0 once it is played out.

    In its first round, ``start``, they are enough for all who are in it, also who has turned out not to be there.
    """
    first = event.rounds.get(start, ())
    seated = {player for match in first for _, player in match.seats()}
    least = _slots_for(len(seated | {player.number for player in event.starters}))
    most = _slots_for(len(seated | {player.number for player in event.players if player.joined == 1}))
    tables = (match.table for match in first if match.table is not None and match.table <= most)
    slots = max(least, 1 << max(max(tables, default=0) - 1, 0).bit_length())
    return 2 * slots >> number - start + 1 if number >= start else 0


def _slots_for(players: int) -> int:
    """Return in how many slots a number of players begins."""
    return (1 << rounds_of_single(players)) // 2


def is_upper(event: Event, state: Elimination, match: Match) -> bool:
    """Return whether a match belongs to the upper bracket, of which one player may have lost by now (rules 1.11.7)."""
    unbeaten = {player.number for player in state.unbeaten(event, match.round)}
    is_in_place = 0 < (match.table or 0) <= slot_count(event, state.start, match.round)
    return is_in_place and match.ruling != WAITS and len(unbeaten) > 1 and not unbeaten.isdisjoint(match.pair)


def upper_slots(event: Event, state: Elimination, number: int) -> Sequence[Slot]:
    """Return who is in which slot of the upper bracket in a round (rules 1.11.1); none once it is played out."""
    if number == 1:
        seeds = first_round_order(event, event.starters)
        return [_slot([seeds[seed] for seed in seeded if seed is not None], 1) for seeded in first_bracket(len(seeds))]
    before, unbeaten = slot_count(event, state.start, number - 1), state.unbeaten(event, number)
    if before < 2 or len(unbeaten) < 2:
        return []
    there = {player.number for player in unbeaten if player.plays_in(number)}
    heirs = {other: player for player, (begins, other) in state.seats.items() if begins == number}
    winners = {}
    for match in event.rounds[number - 1]:
        winner = state.winner(match)
        left = [player for _, player in match.seats()] if winner is None else [winner]
        winners[match.table] = next((each for each in (winner, *map(heirs.get, left)) if each in there), None)
    seated = [
        [event.players[winner] for winner in map(winners.get, (table, table + 1)) if winner is not None]
        for table in range(1, before, 2)
    ]
    without = there.difference(player.number for players in seated for player in players)
    strays = first_round_order(event, [player for player in unbeaten if player.number in without])
    for players in sorted(seated, key=len, reverse=True):  # a slot with one player before those with none
        while strays and len(players) < 2:
            players.append(strays.pop(0))
    return [_slot(players, number) for players in seated]


def _slot(players: Sequence[Player], number: int) -> Slot:
    """Return the slot of a round for those of its players who are there."""
    a, b, *_ = (*(player for player in players if player.plays_in(number)), None, None)
    return a, b


def _other_rows(results: Results, number: int, players: Sequence[Player], slots: int) -> list[dict[str, Any]]:
    """Return the rows outside the upper bracket, the tables after those of its ``slots``.

    In a double elimination (rules 1.11.5) here are those beaten once; and who has won the upper bracket, who waits
    until a single other is left, and meets that one in the final.
    """
    event, state = results.event, results.elimination
    assert state is not None, "an elimination event"
    unbeaten = [player for player in players if not state.lost_before(player.number, number)]
    beaten = [player for player in players if state.lost_before(player.number, number)]
    if len(state.unbeaten(event, number)) > 1:
        strays = _paired_rows(results, unbeaten, slots)
        return strays + _paired_rows(results, beaten, slots + len(unbeaten) // 2)
    if len(state.contenders(event, number)) == 2:
        return [make_row(1, unbeaten[0], beaten[0])] if unbeaten and beaten else _paired_rows(results, players, 0)
    return _paired_rows(results, beaten, slots) + [make_row(None, player, None, ruling=WAITS) for player in unbeaten]


def _paired_rows(results: Results, players: Sequence[Player], last_table: int) -> list[dict[str, Any]]:
    """Return the rows of players who stand in the order of seeds and are equally often beaten."""
    event = results.event
    position = {player.number: place for place, player in enumerate(players)}
    met: list[dict[int, int]] = [{} for _ in players]
    byes: Counter[int] = Counter()
    for match in event.rows:
        a, b = match.pair
        if b == BYE:
            byes[a] += match.ruling is None
        elif a in position and b in position:
            met[position[a]][position[b]] = met[position[b]][position[a]] = match.round
    pairing = lower_bracket(range(len(players)), met, [byes[player.number] for player in players])
    pairs = enumerate(pairing.pairs, last_table + 1)
    rows = [make_row(table, players[a], players[b]) for table, (a, b) in pairs]
    if pairing.bye is not None:
        rows.append(make_row(None, players[pairing.bye], None))
    return rows


def _wishes(event: Event, number: int, rows: Sequence[dict[str, Any]]) -> Iterator[Problem]:
    """Say to whom a bracket cannot give the table or the bye that they have asked for."""
    for seated in rows:
        for player in (event.players[seated[side]] for side in ("a", "b") if seated["b"] != BYE):
            if player.fixed_table is not None and player.fixed_table != seated["table"]:
                message = f"In round {number} {player.name} cannot sit at the fixed table {player.fixed_table}: in an "
                message += "elimination event the table is the place in the bracket."
                yield warning(event.player_place(player, "fixed_table"), message, "Nothing needs to be done.")
            if number in player.byes:
                message = f"{player.name} has asked for a bye in round {number}, but an elimination event has none for "
                hint = "Fill in Away instead if nobody is to wait for the player: that is a loss."
                yield warning(event.player_place(player, "byes"), f"{message}the asking.", hint)


def late_players(results: Results, state: Elimination) -> Iterator[Problem]:
    """Find players who join when the bracket is drawn already; who was let in by hand ranks last (rules 1.11.4)."""
    event = results.event
    for player in event.players:
        if player.joined > 1 and event.last_round and player.number not in state.seats:
            comes_to = "ranks behind them" if player.number in event.paired else "is not paired"
            comes = "is marked in Here" if player.as_marked else f"joins in round {player.joined}"
            clear = "" if player.as_marked else "clear Joined round and "
            yield warning(
                event.player_place(player, "here" if player.as_marked else "joined"),
                f"{player.name} {comes}, but an elimination event is played by those who were there at the start; "
                f"{player.name} {comes_to}.",
                f"Nothing needs to be done; to let the player in, {clear}put the name in the place of a {BYE_NAME} of "
                "round 1.",
            )


def who_is_in(results: Results, state: Elimination) -> Iterator[Problem]:
    """Find players without a row, and published rounds that results contradict: these stay as they are (1.11.7)."""
    event = results.event
    seated = {player for match in event.rounds.get(1, ()) for _, player in match.seats()}
    missing = [(1, each) for each in state.survivors(event, 1) if seated and each.number not in seated]
    replaced = {each.match.index for each in state.contradictions if each.match is not None and each.row is not None}
    for each in state.contradictions:
        slot = (each.match.table + 1) // 2 if each.match is not None and each.match.table is not None else 0
        is_in_bracket = 0 < slot <= slot_count(event, state.start, each.round)
        if each.row is None and is_in_bracket and slot not in {match.table for match in event.rounds[each.round]}:
            missing.append((each.round, event.players[each.player]))
        elif each.row is not None or each.match is None or each.match.index not in replaced:
            yield _warn_of_contradiction(results, each)
    for number, player in missing:
        if player.plays_in(number):
            yield error(
                Place(event.rounds[number][0].sheet),
                f"{player.name} is missing in round {number}; expected everybody who is not out.",
                f"Add a row for {player.name} (against {BYE_NAME} if nobody is free), or fill in Joined round, Dropped "
                f"after or Away in {event.player_place(player)}.",
            )
    if state.start > 1:
        yield warning(
            Place(event.rounds[state.start][0].sheet),
            f"The elimination begins with round {state.start}: everybody from the round before is in it.",
            "If fewer are to go on, type who plays into the sheet of the next round, and delete its other rows.",
        )


def _warn_of_contradiction(results: Results, found: Contradiction) -> Problem:
    """Return the warning that a round stays as published."""
    event, fields, match, row = results.event, results.format.result_fields, found.match, found.row
    player, rows = event.players[found.player], event.rounds[found.round]
    says = event.player_place(player, "away")
    if match is not None:
        says = event.place(match, fields[0] if match.ruling is None and match.advances is None else "ruling")
    place = event.place(row, "a" if row.a == found.player else "b") if row is not None else Place(rows[0].sheet)
    hint = f"Nothing needs to be done if round {found.round} was played so; if the result is wrong, correct it."
    reported = [each for each in rows if each.ruling not in (None, WAITS) or any(each[field] for field in fields)]
    if found.round == event.last_round and not reported:
        where = "its rows" if "round" in event.tables[place.sheet].positions else f"the sheet {place.sheet}"
        hint = f"To pair round {found.round} again, delete {where} and run; else nothing needs to be done."
    goes_on = "goes on" if row is not None else "is out"
    return warning(place, f"{player.name} {goes_on} as published, though {says} says otherwise.", hint)


def places_taken(results: Results, state: Elimination) -> Iterator[Problem]:
    """Find rulings by which nobody takes a place, or that the round does not follow (rules 1.11.8)."""
    event, table = results.event, results.event.tables.get("Rulings")
    for row in table.rows if table else ():
        player = event.players[row["player"]]
        if table is None or not find_replaced(row["kind"]) or player.seat is None:
            continue
        number, other = player.seat
        rows = event.rounds.get(number)
        if player.number not in state.seats or (rows and not any(player.number in match.pair for match in rows)):
            yield error(
                table.place(row.number, "kind"),
                f"{player.name} does not take the place of {event.players[other].name} in round {number}.",
                f"{player.name} has to be out, and {event.players[other].name} in and gone; if the round is paired, "
                f"type {player.name} into its row.",
            )


def slots(results: Results, state: Elimination) -> Iterator[Problem]:
    """Find matches of the upper bracket whose table is none of its slots, but where every slot has its match."""
    event = results.event
    for number, matches in event.rounds.items():
        last = slot_count(event, state.start, number)
        unbeaten = {player.number for player in state.unbeaten(event, number)} if last else set()
        upper = [m for m in matches if m.ruling != WAITS and {player for _, player in m.seats()} <= unbeaten]
        if {match.table for match in matches}.issuperset(range(1, last + 1)):
            upper = []
        taken: dict[int, Place] = {}
        for match in upper:
            place = event.place(match, "table")
            if match.table is None or match.table > last:
                name = event.players[match.pair[0]].name
                found = "has no table" if match.table is None else f"is at table {match.table}"
                yield error(
                    place,
                    f"{name}'s match {found}; expected a place in the bracket, 1 to {last}.",
                    "Type it: the winners at tables 1 and 2 meet in the next round, those at 3 and 4, and so on.",
                )
            elif match.table in taken:
                yield error(
                    place,
                    f"Table {match.table} stands in {taken[match.table].cell} already; expected every number once in a "
                    "bracket.",
                    f"Type the number that is free, from 1 to {last}.",
                )
            else:
                taken[match.table] = place


def undecided(results: Results, state: Elimination) -> Iterator[Problem]:
    """Name drawn matches of which nobody knows who goes on, and rulings without a reason (rules 1.11.2)."""
    event = results.event
    for match in state.undecided:
        a, b = (event.players[player].name for player in match.pair)
        yield warning(
            event.place(match, "ruling"),
            f"{a} and {b} have drawn, and one of them is to go on; the next round waits for it.",
            f"Let them play on until somebody wins, and choose {join_words(tuple(ADVANCES))} as the ruling.",
        )
    for match in event.rows:
        if match.advances is None or (match.round, match.a) not in results.side_of:
            continue
        side = match.pair["AB".index(match.advances)]
        if results.side_of[match.round, side].outcome == Outcome.LOSS and not match["note"]:
            yield warning(
                event.place(match, "ruling"),
                f"{event.players[side].name} goes on by the ruling, though beaten; expected the reason in Note.",
                "Type the reason into Note, or correct the ruling or the result.",
            )


def check_bracket(results: Results) -> list[Problem]:
    """Return the problems of an elimination event; there are none in others."""
    if results.elimination is None:
        return []
    checks = (late_players, who_is_in, places_taken, slots, undecided)
    return [problem for each in checks for problem in each(results, results.elimination)]
