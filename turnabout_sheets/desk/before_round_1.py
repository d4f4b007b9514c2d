"""The desk before round 1: who is listed, with which settings; and the list of players that is added from the page."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from turnabout_sheets.core.ordinary_files import follow_links
from turnabout_sheets.core.text import format_number, isolate, yes_or_no
from turnabout_sheets.desk.player_box import ListReply, Sent, read_choices, read_sent, render_list
from turnabout_sheets.desk.sentences import say_reason, words_of
from turnabout_sheets.event.progress import scheduled_rounds
from turnabout_sheets.jobs.add_players import AddError, add_players, mark_here
from turnabout_sheets.reading.list_layout import PlayerListError
from turnabout_sheets.reading.player_list import choose
from turnabout_sheets.workbook.files.other_programs import find_other_program
from turnabout_sheets.workbook.ooxml.package import WorkbookError

if TYPE_CHECKING:
    from fractions import Fraction

    from turnabout_sheets.desk.loop import Desk
    from turnabout_sheets.desk.state import DeskState
    from turnabout_sheets.event.format import Format
    from turnabout_sheets.event.model import Event
    from turnabout_sheets.prints.words import Words
    from turnabout_sheets.sheets.settings import Setting


class ListedPlayer(NamedTuple):
    """A player, or a team as it is ``shown``, who is listed; ``rating`` is blank where there is none."""

    name: str
    shown: str
    rating: str
    here: bool


class ListedSetting(NamedTuple):
    """A setting as the sheet Event has it, which is English, and what holds."""

    name: str
    value: str


class BeforeRound1(NamedTuple):
    """What is listed before round 1; ``open`` says why nobody can be marked as here now, blank where that goes."""

    listed: str
    open: str
    players: Sequence[ListedPlayer]
    more: str
    settings: Sequence[ListedSetting]


MOST_PLAYERS: Final = 400
"""So many names are listed."""

_ALWAYS: Final = ("date", "venue", "pairing", "first_round")
"""The settings that are told even if they are as they always are; of all others, those that are not."""

_TOLD_ELSEWHERE: Final = ("name", "format", "rounds")


def show_before(state: DeskState, w: Words) -> BeforeRound1 | None:
    """Return who is listed, and what is set, as long as no round is paired."""
    outcome = state.outcome
    event = _find_open_event(state)
    if outcome is None or event is None:
        return None
    players = [
        ListedPlayer(player.name, player.shown, _show_rating(player.rating), player.here)
        for player in event.players[:MOST_PLAYERS]
    ]
    more = len(event.players) - len(players)
    return BeforeRound1(
        w.counted("check_in.players", len(event.players)),
        w("list.marks_open", program=state.open_in.name) if state.open_in else "",
        players,
        w("desk.more", n=more) if more else "",
        [ListedSetting("Rounds", str(scheduled_rounds(event))), *_list_settings(event, outcome.format)],
    )


def _show_rating(rating: Fraction | None) -> str:
    return "" if rating is None else format_number(rating)


def _find_open_event(state: DeskState) -> Event | None:
    """Return the event, if no round of it is paired."""
    outcome = state.outcome
    event = outcome.event if outcome is not None else None
    is_paired = outcome is not None and (outcome.new_rounds or (event is not None and event.last_round))
    return None if is_paired else event


def _list_settings(event: Event, format: Format) -> Iterator[ListedSetting]:
    for field, setting in format.settings.items():
        value = _value_of(event, field, setting)
        is_told = field in _ALWAYS or value != setting.default
        if is_told and field not in _TOLD_ELSEWHERE and value not in (None, ""):
            yield ListedSetting(setting.name, _show(value))


def _value_of(event: Event, field: str, setting: Setting[Any]) -> Any:
    return getattr(event.settings, field) if hasattr(event.settings, field) else event.settings[setting]


def _show(value: Any) -> str:
    if isinstance(value, bool):
        return yes_or_no(value)
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


class AddReply(NamedTuple):
    """What came of adding or marking players: a sentence, the code of its language, and whether to empty the box."""

    text: str
    language: str
    done: bool = False


class Additions:
    """Shows what is understood of a list, adds its players to the workbook, and marks who is here: before round 1."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def show(self, sent: Sent) -> ListReply:
        """Show what is understood of a list; who is in the workbook already is not taken again."""
        state, w = self._desk.state, words_of(self._desk.state)
        event = _find_open_event(state)
        if state.outcome is None or event is None:
            return ListReply("", w("list.paired"), w.language)
        sheet = state.outcome.format.sheets.players
        try:
            listed = read_sent(sent, sheet)
        except (PlayerListError, WorkbookError) as reason:
            return ListReply("", *say_reason(reason, w))
        return ListReply(render_list(listed, sheet, w, _name_all(event)) if listed is not None else "")

    def add(self, sent: Sent) -> AddReply:
        """Add those who were chosen, if the workbook is closed and no round is paired meanwhile."""
        with self._desk.paused():
            state, w = self._desk.state, words_of(self._desk.state)
            event, path = _find_open_event(state), follow_links(state.workbook)
            if state.outcome is None or event is None:
                return AddReply(w("list.paired"), w.language)
            if other := find_other_program(path):
                return AddReply(w("list.open", file=path.name, program=other.name), w.language)
            sheet = state.outcome.format.sheets.players
            try:
                listed = read_sent(sent, sheet)
                chosen = choose(listed, sheet, read_choices(sent.chosen), _name_all(event)) if listed else None
                done = add_players(path, chosen) if chosen and chosen.rows else None
            except ValueError:
                return AddReply(w("list.changed"), w.language)
            except (AddError, PlayerListError, WorkbookError) as reason:
                return AddReply(*say_reason(reason, w))
        if done is not None and done.outcome.exit:
            return AddReply(str(done.outcome.problems[0]), "en")
        if done is None or not done.added:
            return AddReply(w("list.none_added"), w.language)
        self._desk.run_now()
        return AddReply(w("list.added", n=len(done.added)), w.language, done=True)

    def mark(self, marks: Mapping[str, bool]) -> AddReply:
        """Mark players by name as here, or take their marks away, if the workbook is closed."""
        with self._desk.paused():
            w, path = words_of(self._desk.state), follow_links(self._desk.state.workbook)
            if other := find_other_program(path):
                return AddReply(w("list.marks_open", program=other.name), w.language)
            try:
                mark_here(path, marks)
            except (AddError, WorkbookError) as reason:
                return AddReply(*say_reason(reason, w))
        self._desk.run_now()
        name, here = list(marks.items())[-1]
        return AddReply(w("list.marked" if here else "list.unmarked", name=isolate(name)), w.language)


def read_marks(body: bytes) -> Mapping[str, bool]:
    """Return who is here and who is not, by name, as the page sends it. Raises `ValueError` for what none sends."""
    try:
        marks = json.loads(body)
    except RecursionError as reason:
        raise ValueError("not marks") from reason
    if not isinstance(marks, dict) or not marks or not all(isinstance(each, bool) for each in marks.values()):
        raise ValueError("not marks")
    return marks


def _name_all(event: Event) -> list[str]:
    return [name for player in event.players for name in player.names]
