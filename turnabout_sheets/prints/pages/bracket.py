"""The bracket of an elimination event: who meets whom, who has gone on, empty lines for what comes (rules 1.11)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from turnabout_sheets.core.outcomes import PLAYED, Outcome
from turnabout_sheets.core.text import format_number
from turnabout_sheets.event.elimination import Elimination
from turnabout_sheets.event.model import BYE, Match
from turnabout_sheets.event.results import Results
from turnabout_sheets.event.rulings import WAITS
from turnabout_sheets.prints.layout import FURNITURE, MARGINS, batch
from turnabout_sheets.prints.page import IN_ELIMINATION, Document, Of, Page
from turnabout_sheets.prints.shared import EventHead, Paper, make_head
from turnabout_sheets.prints.words import Words
from turnabout_sheets.rounds.elimination import is_upper, slot_count

Feed = int | None
"""Who comes from a slot: a player's number, `BYE` for nobody, None if that is still open."""


class Meeting(NamedTuple):
    """A slot of the bracket in a round: its table, who is above and below, and the match's row if it is paired."""

    table: int | None
    players: tuple[Feed, Feed]
    match: Match | None = None


class Facts(NamedTuple):
    """What the page is made of: the results, with how far the elimination is, and the words."""

    results: Results
    state: Elimination
    w: Words


def list_meetings(facts: Facts) -> list[list[Meeting]]:
    """Return the slots of each round of the upper bracket, also of those to come."""
    event = facts.results.event
    rounds: list[list[Meeting]] = []
    fed: list[Feed] = []
    start = facts.state.start
    for number in range(start, start + slot_count(event, start, start).bit_length()):
        paired = event.rounds.get(number, ())
        matches = {match.table: match for match in paired if is_upper(event, facts.state, match)}
        meetings = []
        for table in range(1, slot_count(event, start, number) + 1):
            above, below = fed[2 * table - 2 : 2 * table] or (None, None)
            if table in matches:
                a, b = matches[table].pair  # each on the side from which the bracket leads to the match
                players = (b, a) if a == below or b == above else (a, b)
                meetings.append(Meeting(table, players, matches[table]))
            else:
                meetings.append(Meeting(table, (BYE, BYE) if paired else (above, below)))
        rounds.append(meetings)
        winners = [find_winner(facts, meeting) for meeting in meetings]
        # A player who is not there in the next round leaves the place empty.
        fed = [BYE if p not in (None, BYE) and not event.players[p].plays_in(number + 1) else p for p in winners]
    return rounds


def find_winner(facts: Facts, meeting: Meeting) -> Feed:
    """Return who goes on from a slot."""
    match = meeting.match
    if match is None:  # whoever is to meet nobody is through without being paired
        players = [player for player in meeting.players if player != BYE] or [BYE]
        return players[0] if len(players) == 1 else None
    if match.b != BYE and ((match.round, match.a) not in facts.results.side_of or match in facts.state.undecided):
        return None
    winner = facts.state.winner(match)
    return BYE if winner is None else winner


class BracketPlace(NamedTuple):
    """One of the two places of a match: a player's ``name``, or else a ``word`` in its stead, such as "bye".

    Both are empty where nobody can tell yet who it will be. ``points`` are those of the match, if there are any;
    ``won`` is True for whoever goes on.
    """

    name: str
    word: str
    points: str
    won: bool


class BracketSlot(NamedTuple):
    """A match, played or to come; ``note`` says what there is to say of it ("Table 3", "by decision")."""

    places: tuple[BracketPlace, BracketPlace]
    note: str


class BracketColumn(NamedTuple):
    """The matches of a round on one sheet; ``heading`` names the round."""

    heading: str
    slots: tuple[BracketSlot, ...]


class BracketSheet(NamedTuple):
    """A sheet of columns ``column_width`` millimetres wide, with names in lines of ``row_height``.

    With ``tree`` the first column is ``height`` millimetres high, and each match stands between the two that lead to
    it; else the matches stand one below the other, ``height`` is that of one. ``champion`` is None where the sheet has
    no place for the champion, and empty while there is none.
    """

    heading: str
    tree: bool
    height: float
    row_height: float
    column_width: float
    columns: tuple[BracketColumn, ...]
    champion: str | None


class BracketPage(NamedTuple):
    """The bracket on landscape sheets; ``moment`` is how far the event is, ``row_height`` the least of its sheets."""

    event: EventHead
    moment: str
    row_height: float
    sheets: tuple[BracketSheet, ...]


SLOTS = 16
"""How many slots of round 1 stand on a sheet, with all the rounds that it takes until they have become one."""

ROUNDS = SLOTS.bit_length()
"""How many rounds of the upper bracket stand on a sheet; of those beaten once, as many columns."""


WIDEST, TALLEST = 92, 40
"""What a column and a match of the tree, with what is around it, measure at most, in millimetres."""

SMALLEST_ROW, ROW_SHARE = 4.4, 0.105
"""The least height of a name's line, with type of 9 pt; and how much of its column's width it may have, so that names
of usual length fill their lines."""

BETWEEN = 1.2
"""The least distance in millimetres between two matches of the tree; between those of a plain column it is double."""

CHAMPION = 24
"""Millimetres that are kept for the champion below a plain column."""


def make_view(results: Results, w: Words) -> BracketPage:
    """Return the bracket of an elimination event of which at least one round is paired.

    The upper bracket is a tree with a column for each round, up to its final; matches that are not paired yet stand
    there with those players who have come so far. It is cut into sheets of `SLOTS` matches of round 1 and goes on on
    a further sheet where those come together. In a double elimination follow the rounds of those beaten once, as far
    as they are paired, and the final.
    """
    assert results.elimination is not None, "an elimination event"
    facts = Facts(results, results.elimination, w)
    head = make_head(results.event.settings)
    last = results.event.last_round
    upper = list_meetings(facts)
    champion = next((player.name for player in results.still_in), w("bracket.nobody")) if results.decided else ""
    sheets = (*_trees(facts, upper, head.paper, champion), *_plain(facts, head.paper, champion))
    return BracketPage(
        event=head,
        moment=w("page.after_round", n=last) if results.decided else w("page.round", n=last),
        row_height=min(sheet.row_height for sheet in sheets),
        sheets=sheets,
    )


# --- the upper bracket ---


def _trees(facts: Facts, upper: Sequence[Sequence[Meeting]], paper: Paper, champion: str) -> Iterator[BracketSheet]:
    """Yield the sheets of the upper bracket; in a single elimination the last has the place for the champion."""
    single = facts.state.losses == 1
    w = facts.w
    title = w("bracket.bracket") if single else w("bracket.upper_bracket")
    final = w("bracket.final") if single else w("bracket.upper_final")
    for first in range(0, len(upper), ROUNDS):
        rounds = dict(enumerate(upper[first : first + ROUNDS], first + 1))
        parts = -(-len(upper[first]) // SLOTS)
        for part in range(parts):
            shares = {n: each[len(each) * part // parts :][: len(each) // parts] for n, each in rounds.items()}
            opening = shares[first + 1]
            width = _column_width(paper, len(shares))
            height = min(int(_body(paper) / len(opening)), TALLEST)
            about = [w("bracket.from_round", n=first + 1)] if first else []
            about += [w("bracket.tables", first=opening[0].table, last=opening[-1].table)] if parts > 1 else []
            yield BracketSheet(
                heading=_heading(title, ", ".join(about), w),
                tree=True,
                height=height * len(opening),
                row_height=_row_height(height / 2 - BETWEEN / 2, width),
                column_width=width,
                columns=tuple(
                    BracketColumn(
                        _heading(w("page.round", n=number), final if number == len(upper) else "", w),
                        tuple(_slot(facts, number, meeting) for meeting in meetings),
                    )
                    for number, meetings in shares.items()
                ),
                champion=champion if single and len(upper) in rounds else None,
            )


def _heading(heading: str, about: str, w: Words) -> str:
    """Return a heading with what there is to say of it."""
    return w("bracket.heading", heading=heading, about=about) if about else heading


# --- those beaten once ---


def _plain(facts: Facts, paper: Paper, champion: str) -> Iterator[BracketSheet]:
    """Yield the sheets with the matches outside the upper bracket; the last has the place for the champion."""
    room = _body(paper) - CHAMPION
    finals = _finals(facts)
    columns = list(_columns(facts, finals, int(room / 2 / (SMALLEST_ROW + BETWEEN))))
    sheets = batch(columns, ROUNDS) if columns else ()
    for number, sheet in enumerate(sheets, 1):
        width = _column_width(paper, len(sheet))
        row_height = _row_height(room / 2 / max(len(column.slots) for column in sheet) - BETWEEN, width)
        yield BracketSheet(
            heading=facts.w("bracket.beaten_once"),
            tree=False,
            height=round(2 * (row_height + BETWEEN), 2),
            row_height=row_height,
            column_width=width,
            columns=sheet,
            champion=champion if number == len(sheets) and (champion or finals) else None,
        )


def _finals(facts: Facts) -> dict[int, str]:
    """Return the rounds in which the last two meet: a second one follows if the unbeaten player loses the first."""
    last_two = (
        number
        for number, paired in facts.results.event.rounds.items()
        if len(paired) == 1 and paired[0].b != BYE and not is_upper(facts.results.event, facts.state, paired[0])
    )
    return dict(zip(last_two, (facts.w("bracket.final"), facts.w("bracket.second_final")), strict=False))


def _columns(facts: Facts, finals: Mapping[int, str], size: int) -> Iterator[BracketColumn]:
    """Yield the matches of each round outside the upper bracket, in columns of at most ``size``."""
    for number, paired in facts.results.event.rounds.items():
        lower = [match for match in paired if not is_upper(facts.results.event, facts.state, match)]
        lower.sort(key=lambda match: (match.b == BYE, match.table is None, match.table or 0))
        w = facts.w
        heading = _heading(w("page.round", n=number), finals.get(number, ""), w)
        slots = [_slot(facts, number, Meeting(match.table, match.pair, match)) for match in lower]
        for part, column in enumerate(batch(slots, size) if slots else ()):
            yield BracketColumn(w("bracket.continued", heading=heading) if part else heading, column)


# --- sheets and slots ---


def _body(paper: Paper) -> float:
    """Return how many millimetres of a landscape sheet's height the matches have."""
    return paper.width - FURNITURE


def _column_width(paper: Paper, columns: int) -> float:
    return round(min((paper.height - MARGINS) / columns, WIDEST), 2)


def _row_height(room: float, column_width: float) -> float:
    return round(min(room, column_width * ROW_SHARE), 2)


def _slot(facts: Facts, number: int, meeting: Meeting) -> BracketSlot:
    """Return what is printed of a slot in a round."""
    above, below = meeting.players
    winner = find_winner(facts, meeting) if meeting.match is not None else None
    waits = meeting.match is not None and meeting.match.ruling == WAITS
    w = facts.w
    nobody = w("page.waits") if waits else w("bracket.nobody") if above == below == BYE else w("page.bye")
    return BracketSlot(
        (
            _place(facts, number, above, nobody, won=above == winner and not waits),
            _place(facts, number, below, nobody, won=below == winner and not waits),
        ),
        _note(facts, meeting),
    )


def _place(facts: Facts, number: int, player: Feed, nobody: str, *, won: bool) -> BracketPlace:
    if player is None:
        return BracketPlace("", "", "", won=False)
    if player == BYE:
        return BracketPlace("", nobody, "", won=False)
    side = facts.results.side_of.get((number, player))
    earned = format_number(side.points) if side and side.outcome in PLAYED else ""
    return BracketPlace(facts.results.event.players[player].name, "", earned, won=won)


def _note(facts: Facts, meeting: Meeting) -> str:
    """Return where a match is to be played, or what else than its points has decided it."""
    match, w = meeting.match, facts.w
    if BYE in meeting.players:
        return ""
    if match is None or (match.round, match.a) not in facts.results.side_of:
        return "" if meeting.table is None else w("bracket.table", n=meeting.table)
    if match.ruling is not None:
        return w("bracket.no_show")
    if match in facts.state.undecided:
        return w("bracket.drawn")
    won = [player for player in match.pair if facts.results.side_of[match.round, player].outcome == Outcome.WIN]
    return "" if won == [facts.state.winner(match)] else w("bracket.by_decision")


PAGE = Page(
    name="bracket",
    help="the bracket of an elimination event",
    of=Of.EVENT,
    when=IN_ELIMINATION,
    documents=(
        Document(
            position=60,
            file="bracket.html",
            task="index.post",
            title="bracket.bracket",
            template="bracket.html.j2",
            view=BracketPage,
            make=lambda job: (
                make_view(job.results, job.w) if job.results.elimination and job.event.last_round else None
            ),
        ),
    ),
)
