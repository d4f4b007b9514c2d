"""What the archive's commands say of who may be one person, and of who is hidden on pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from turnabout_sheets.core.command_line import name_program, word_command_of_names
from turnabout_sheets.core.text import alphabetical_key, key
from turnabout_sheets.event.history import History, Person


def near_lines(people: Sequence[Person], top: int, label: str = "") -> Iterator[str]:
    """Yield who may be the same person, the likeliest first, with the command that says so; at most ``top`` pairs.

    Of the one person who is called ``label`` all are told, and who is known to be somebody else.
    """
    from turnabout_sheets.core.similar_names import Reason  # few commands need what it loads

    by_label = {each.label: each for each in people}
    asked = people if not label else [by_label[label]] if label in by_label else []
    pairs = {
        (min(each.label, other, key=alphabetical_key), max(each.label, other, key=alphabetical_key)): why
        for each in asked
        for other, why in zip(each.near, each.why, strict=True)
    }
    ordered = sorted(pairs, key=lambda pair: ([*Reason].index(pairs[pair]), *map(alphabetical_key, pair)))
    shown = ordered if label else ordered[:top]
    for pair in shown:
        main, other = (each.label for each in sorted(map(by_label.__getitem__, pair), key=lambda each: each.precedence))
        same = word_command_of_names("archive merge", main, other)
        yield f"{pair[0]} and {pair[1]}: {pairs[pair]}. If they are one:  {same}"
    if len(shown) < len(ordered):
        yield f"… and {len(ordered) - len(shown)} more; --top shows more of them, a NAME those of one person."
    if not pairs:
        yield f"Among {len(people)} people, " + (
            f"no name looks like {label}." if label else "no two names look like one person."
        )
    elif not label:
        counted = Counter(pairs.values())
        told = "; ".join(f"{why} ({counted[why]})" for why in Reason if why in counted)
        some = "1 pair" if len(pairs) == 1 else f"{len(pairs)} pairs"
        yield f"Among {len(people)} people, {some} may be one person: {told}."
        yield f"To stop listing two different people:  {name_program()} archive apart NAME OTHER"
    for each in asked if label else ():
        yield from (f"{label} and {other} are known to be two people." for other in each.apart)


def hidden_lines(labels: Collection[str]) -> Iterator[str]:
    """Yield who is hidden on pages, by name, and how many they are."""
    yield from sorted(labels, key=alphabetical_key)
    yield _count_hidden(len(labels))


def _count_hidden(number: int) -> str:
    return f"{number or 'Nobody'} {'is' if number < 2 else 'are'} hidden on pages."


def published_lines(history: History) -> Iterator[str]:
    """Yield how many are hidden on the pages of a history, and who is named there by one of their names."""
    if not history.hidden:
        return
    yield _count_hidden(len(history.hidden))
    # Who stands only in teams is none of the people.
    hidden = {key(name): f"{name} (no Player ID)" for names in history.hidden.values() for name in names}
    hidden |= {key(name): each.label for each in history.people for name in history.hidden.get(each.person, ())}
    for each in history.people:
        if each.person not in history.hidden and key(each.name) in hidden:
            same = word_command_of_names("archive merge", hidden[key(each.name)], each.label)
            yield f"{each.label} has the name of somebody who is hidden, and is named there. If they are one:  {same}"
