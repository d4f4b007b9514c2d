"""How far an event has come: what is reported, what is outstanding, what is scheduled."""

from __future__ import annotations

from collections import Counter
from math import inf

from turnabout_sheets.event.model import BYE, Event


def last_played_round(event: Event) -> int:
    """Return the last round with a reported match, or of byes only if all before is reported (1.4.10, 1.4.13)."""
    matches = [match for match in event.rows if match.b != BYE]
    only_byes = set(range(1, event.last_round + 1)) - {match.round for match in matches}
    last = max((match.round for match in matches if match.index not in event.outstanding), default=0)
    waiting = min((match.round for match in event.outstanding.values()), default=inf)
    while last + 1 in only_byes and waiting > last:
        last += 1
    return last


def find_running_round(event: Event) -> int:
    """Return the last round that has begun, in its turn, of rounds that are paired at once; 1 before (rules 1.4.11)."""
    waiting = Counter(match.round for match in event.outstanding.values())
    matches = {number: sum(match.b != BYE for match in rows) for number, rows in event.rounds.items()}
    not_begun = [number for number, count in matches.items() if 0 < count == waiting[number]]
    played = last_played_round(event)
    return max(1, min([played, *(number - 1 for number in not_begun)]))


def scheduled_rounds(event: Event) -> int:
    """Return the number of rounds: the setting, else as many as the method needs for round 1 (rules 1.5.10)."""
    if event.settings.rounds is not None:
        return event.settings.rounds
    method = event.settings.method
    if method.at_once or method.by_bracket:
        written = event.last_round if method.at_once else 0  # somebody who never came changes nothing any more
        return max(1, written, method.rounds(count_places(event)))
    return max(1, method.rounds(len(event.playing(1))))


def count_places(event: Event) -> int:
    """Return for how many players the rounds are made: the starters (rules 1.10.2).

    Where places are kept, also late ones (duplicate 4.5): in time to play, and as far as written rounds have tables.
    """
    starters, method = len(event.starters), event.settings.method
    late = [player.joined for player in event.latecomers] if method.keeps_places else []
    if event.rounds:
        places = 2 * max(map(len, event.rounds.values()))
        return starters + max(0, min(len(late), places - starters))
    while late and late[-1] > (event.settings.rounds or method.rounds(starters + len(late))):
        late.pop()
    return starters + len(late)
