"""The draw of an event: keeps its lists, draws it anew from its seed, and says what is not as drawn (rules 1.5.12)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Final, NamedTuple

from turnabout_sheets.core.text import join_words, key
from turnabout_sheets.event.draw import digest_seed, find_seed, is_drawn, list_checked_in, make_list
from turnabout_sheets.event.entry_lists import EntryList, describe_altered, list_gone
from turnabout_sheets.event.model import BYE, Event, Player
from turnabout_sheets.event.results import Results
from turnabout_sheets.rounds import elimination, movement, round_robin
from turnabout_sheets.rounds.movement import draw_chairs
from turnabout_sheets.rounds.new_round import Couple, first_round_order
from turnabout_sheets.rounds.note_words import describe_changes
from turnabout_sheets.rounds.notes import RoundNote, examine_round
from turnabout_sheets.sheets.settings import Settings

NOT_KEPT: Final = (
    "No list of those who were drawn is kept, because an earlier version of the program, another program or nobody has "
    "drawn round 1: what was changed since then cannot be told."
)

_UNTIL: Final = {
    (False, False): "until the next check-in list",
    (False, True): "until the draw",
    (True, False): "until the next check-in list",
    (True, True): "until it was drawn anew",
}
"""By whether a list is of the draw, and whether the next one is."""


def list_drawn(event: Event) -> EntryList:
    """Return whom round 1 is drawn from, in the order in which they are drawn.

    That is who is there; where all rounds, or a bracket, are drawn, also who is away (rules 1.10.2, duplicate 4.5).
    """
    method = event.settings.method
    if method.name == "movement":
        order = [player for player in draw_chairs(event) if player is not None]
    else:
        there = event.starters if method.at_once or method.by_bracket else event.playing(1)
        order = first_round_order(event, there)
    return make_list(event, order, drawn=True)


def keep_lists(event: Event, paired: Collection[int]) -> tuple[EntryList, ...]:
    """Return the lists that are known of an event once these rounds are ``paired``, the newest last.

    Of check-in lists one is kept, the last before the draw; and those before it after which a setting or something of
    somebody was altered.
    """
    lists = event.entry_lists
    if not is_drawn(event.settings):
        return lists
    if 1 in paired:
        lists = lists or (list_checked_in(event),)
        drawn = list_drawn(event)
        return lists if lists[-1] == drawn else (*lists, drawn)
    if event.rounds:
        return lists
    listed = list_checked_in(event)
    if lists and not lists[-1].drawn and not any(describe_altered(lists[-1], listed)):
        lists = lists[:-1]
    return (*lists, listed)


def restore_drawn(event: Event) -> Event:
    """Return the event with its seed and its players as they were drawn, as far as that is known."""
    drawn = _find_drawn(event)
    if drawn is None or not any(describe_altered(drawn, _list_now(event))):
        return event
    then = {key(each.name): each for each in drawn.entrants}

    def restore(player: Player) -> Player:
        if (entrant := then.get(key(player.name))) is None:
            return player
        rating = Fraction(entrant.rating) if entrant.rating else None
        return replace(player, player_id=entrant.player_id, rating=rating, group=entrant.group)

    settings = replace(event.settings, random_seed=drawn.seed, first_round=drawn.first_round)
    return replace(event, settings=settings, players=tuple(map(restore, event.players)))


def describe_lists(event: Event) -> Iterator[str]:
    """Yield a line for each list: its digest, and what was changed until the next one, of the last one until now."""
    lists = event.entry_lists
    if _find_drawn(event) is None:
        if is_drawn(event.settings):
            yield NOT_KEPT
        return
    for each, following in pairwise((*lists, None)):
        assert each is not None, "only the last one is"
        title = "List as drawn" if each.drawn else "Check-in list"
        until = "since then" if following is None else _UNTIL[each.drawn, following.drawn]
        told = " ".join(_describe_changes(each, following or _list_now(event), is_now=following is None))
        told = f"Changed {until}: {told}" if told else f"Nothing of it was changed {until}."
        count = len(each.entrants)
        yield f"{title}, {count} player{'' if count == 1 else 's'}, SHA-256 {each.digest}. {told}"


def _describe_changes(before: EntryList, after: EntryList, *, is_now: bool) -> Iterator[str]:
    """Yield a sentence for each change, and one for all who went, and for all who came."""
    yield from describe_altered(before, after)
    where = "in the draw" if before.drawn else "on the list"
    if gone := list_gone(before, after):
        yield f"{join_words(gone, 'and')} {_were(gone)} {where} and did not come, or {_were(gone)} taken off."
    if came := list_gone(after, before):
        late = "later" if is_now or before.drawn else "to the draw"
        yield f"{join_words(came, 'and')} {_were(came)} not {where} and came {late}."


def _were(names: Collection[str]) -> str:
    return "was" if len(names) == 1 else "were"


def _find_drawn(event: Event) -> EntryList | None:
    """Return the list of the last draw; None where none is kept."""
    return next((each for each in reversed(event.entry_lists) if each.drawn), None)


def _list_now(event: Event) -> EntryList:
    """Return everybody who is on the sheet Players now, but for those who never started."""
    return make_list(event, (player for player in event.players if not player.never_started), drawn=True)


def _draw_round_robin(results: Results, number: int) -> Sequence[Couple]:
    seeds = first_round_order(results.event, results.event.starters)
    return round_robin.couples(seeds, number) if len(seeds) > 1 else ()


def _draw_bracket(results: Results, number: int) -> Sequence[Couple]:
    """Return the matches of round 1; later ones follow from the results."""
    assert results.elimination is not None, "an elimination event"
    slots = elimination.upper_slots(results.event, results.elimination, 1) if number == 1 else ()
    return [(a, b) for a, b in slots if a is not None and b is not None]


MOST_LET_IN = 4
"""How many who stand last on Players are left out of a draw at most, to see whether they were let in later."""

DRAW: Mapping[str, Callable[[Results, int], Sequence[Couple]]] = {
    "round robin": _draw_round_robin,
    "single elimination": _draw_bracket,
    "double elimination": _draw_bracket,
    "movement": movement.couples,
}
"""By the setting Pairing: who meets whom in a round by the draw alone, whoever is away."""


def audit_draw(results: Results) -> str:
    """Say whether the rounds are what the random seed gives for those who were there then; one round is paired.

    No sheet says who was let in when all rounds, or a bracket, were paired, but then they stand last on Players. So
    where the draw does not agree, it is tried without the last, and without those before, and has to agree in all.
    """
    settings, players = results.event.settings, results.event.players
    late, found = 0, _compare(results, 0)
    if is_drawn(settings) and not found.agrees:
        others = ((late, _compare(results, late)) for late in range(1, len(players) // 4 + 1)[:MOST_LET_IN])
        late, found = next(((late, other) for late, other in others if not any(other.moved.values())), (0, found))
    told = describe_draw(settings, found)
    if settings.method.by_bracket:
        told = f"{told} Later rounds follow from the results."
    if late:
        names = join_words([player.name for player in players[-late:]], "and")
        return f"Without {names}, who {'was' if late == 1 else 'were'} let in later: {told}"
    return told


class Drawn(NamedTuple):
    """How rounds lie to the draw: of ``total`` pairs so many are ``moved``, by round."""

    total: int
    moved: Mapping[int, int]

    @property
    def agrees(self) -> bool:
        """Whether half of the pairs or more are as drawn: then the seed is the right one, and the others were moved.

        Another seed would hardly leave so many.
        """
        return 2 * sum(self.moved.values()) <= self.total


def _compare(results: Results, late: int) -> Drawn:
    """Hold the rounds against the draw without the last ``late`` players, who may have been let in later."""
    event, draw = results.event, DRAW[results.event.settings.method.name]
    new = {player.number for player in event.players[len(event.players) - late :]}
    then = replace(results, event=_restore_starters(event, new))
    total, moved = 0, {}
    for number in (1,) if event.settings.method.by_bracket else event.rounds:
        couples = [(frozenset((a.number, b.number)), (a, b)) for a, b in draw(then, number)]
        drawn = {pair for pair, _ in couples}
        both_there = {
            pair
            for pair, couple in couples
            if all(event.players[player.number].plays_in(number) and number not in player.byes for player in couple)
        }
        met = {
            frozenset(match.pair) for match in event.as_paired(number) if match.b != BYE and new.isdisjoint(match.pair)
        }
        total += max(len(met), len(both_there))
        moved[number] = max(len(met - drawn), len(both_there - met))
    return Drawn(total, moved)


def _restore_starters(event: Event, new: Collection[int]) -> Event:
    """Return the event as it was drawn: with those who have a place in its sheets, though by now they never started.

    Players who are ``new`` were not there yet.
    """
    rounds = [
        table for table in event.tables.values() if {"a", "b"} <= {column.field for column in table.sheet.columns}
    ]
    seated = {row[side] for table in rounds for row in table.rows for side in ("a", "b")}

    def restore(player: Player) -> Player:
        if player.number in new:
            return replace(player, dropped_after=0)
        return replace(player, dropped_after=None) if player.never_started and player.number in seated else player

    return replace(event, players=tuple(map(restore, event.players)))


def describe_draw(settings: Settings, found: Drawn) -> str:
    """Say of the draw whether it is what the random seed gives, and what was moved by hand."""
    if not is_drawn(settings):
        return f"Nothing is drawn by chance: First round is {settings.first_round}."
    draw = "The draw of round 1" if set(found.moved) == {1} else "The draw"
    seed = f'the random seed "{find_seed(settings)}", whose SHA-256 is {digest_seed(settings)}'
    if not found.agrees:
        return f"{draw} does not agree with {seed}; compare that with the digest on the posted pairings."
    by_hand = [f"{count} pair{'s' * (count > 1)} of round {number}" for number, count in found.moved.items() if count]
    if not by_hand:
        return f"{draw} agrees with {seed}."
    were = "was" if sum(found.moved.values()) == 1 else "were"
    return f"{draw} agrees with {seed}, but for {join_words(by_hand, 'and')}, which {were} moved by hand."


def audit_rounds(results: Results) -> Iterator[RoundNote]:
    """Yield each paired round beside the program's own pairing of the same players, from the results before it."""
    event = results.event
    for number in event.rounds:
        if number - 1 in results.after:
            yield examine_round(results, number, event.as_paired(number))


def write_audit(results: Results) -> Iterator[str]:
    """Yield a line for each round, and one for the event as a whole."""
    event, unit = results.event, results.format.points_name
    notes = list(audit_rounds(results))
    for note in notes:
        told = " ".join(each.text for each in describe_changes(note, event, unit)) or _describe_same(note)
        largest = f" Largest {unit} difference {note.largest}." if note.number > 1 else ""
        rematches = f" Rematches: {note.rematches}." if note.rematches else ""
        drawn = _describe_draw(note, event.settings) if note.number == 1 else ""
        yield f"{told}{drawn}{largest}{rematches}"
    later = [note for note in notes if note.number > 1]
    differ = sum(note.differs for note in later)
    if later:
        ours, theirs = sum(note.own_squares for note in later), sum(note.squares for note in later)
        yield (
            f"Of {len(later)} round{'' if len(later) == 1 else 's'} after the first, "
            f"{differ} differ{'s' if differ == 1 else ''}. How far the pairs are apart (rules 1.5.2; less is closer): "
            f"{theirs} as paired, {ours} as the program pairs each round from what was before it."
        )


def _describe_draw(note: RoundNote, settings: Settings) -> str:
    """Say whether round 1 is what the random seed gives (rules 1.5.12); nothing where rounds are typed."""
    if settings.pairing == "manual":
        return ""
    return f" {describe_draw(settings, Drawn(len(note.pairs), {1: max(len(note.changed), note.bye != note.own_bye)}))}"


def _describe_same(note: RoundNote) -> str:
    if note.changed:
        return f"Round {note.number} is as close as the program would pair it; of equal pairings it takes one by lot."
    return f"Round {note.number} is as the program pairs it."
