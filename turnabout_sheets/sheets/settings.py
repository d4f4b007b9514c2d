"""The settings on the Event sheet: those that several formats have; a format lists what it uses, and its own."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final, Generic, TypeVar

from turnabout_sheets.core.days import DayError, read_day
from turnabout_sheets.core.text import yes_or_no
from turnabout_sheets.pairing.methods import METHODS, Method
from turnabout_sheets.sheets.cell_kinds import (
    DATE,
    MOST_ROUNDS,
    TEXT,
    WHOLES,
    WORDS,
    YES_NO,
    CellKind,
    choice,
    one_of,
    whole,
)

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Setting(Generic[Value]):
    """A setting as the organizer sees it: its name, what may be there, what it does."""

    field: str  # its name in the program
    name: str
    kind: CellKind
    default: Value
    help: str

    @property
    def shown_default(self) -> str:
        """What holds where nothing is typed."""
        default = self.default
        return yes_or_no(default) if isinstance(default, bool) else "" if default is None else str(default)


def _setting(name: str, kind: CellKind, default: Any, help: str) -> Any:
    return field(default=default, metadata={"name": name, "kind": kind, "help": help})


def _describe_methods(methods: Iterable[str]) -> str:
    return "; ".join(f"{name}: {METHODS[name].help}" for name in methods) + "."


LANGUAGES = {"English": "en", "Deutsch": "de", "Français": "fr", "Español": "es"}

_FIRST: Final = (
    "random: by the random seed; rating: top half against bottom half; listed: 1 – 2, 3 – 4. Also for seeds."
)
_SESSION: Final = "Nobody meets the same opponent twice in a session: a number, or 4,3,4. Blank: all is one session."
_TIMING: Final = "untimed is best; delay and bronstein need a chess clock; split halves the match time."


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of an event; those that the format declares are asked by declaration: ``settings[BYE_VP]``."""

    name: str = _setting("Name", TEXT, "", "What the event is called; it stands on every page.")
    date: str = _setting("Date", DATE, "", "The day of the event.")
    venue: str = _setting("Venue", TEXT, "", "Where it is played.")
    organizer: str = _setting("Organizer", TEXT, "", "Who runs it.")
    format: str = _setting("Format", TEXT, "Turnabout", "The system that is played.")
    rounds: int | None = _setting(
        "Rounds", whole(1, MOST_ROUNDS), None, "Blank: as many as leave one player undefeated (16 players: 4)."
    )
    pairing: str = _setting("Pairing", choice(*METHODS), "swiss", _describe_methods(METHODS))
    first_round: str = _setting("First round", choice("random", "rating", "listed"), "random", _FIRST)
    random_seed: str = _setting(
        "Random seed", TEXT, "", "Any word or number. It decides all draws. Blank: from the event's name and date."
    )
    rounds_per_session: tuple[int, ...] | None = _setting("Rounds per session", WHOLES, None, _SESSION)
    allow_rematches: bool = _setting(
        "Allow rematches", YES_NO, False, "yes: where all pairings have rematches, the one with the fewest is used."
    )
    keep_apart: int = _setting(
        "Keep groups apart", whole(0, 999), 2, "In how many rounds players of the same Group do not meet if avoidable."
    )
    bye_counts_as_win: bool = _setting(
        "Bye counts as win", YES_NO, True, "Whether a bye is a match win for the rating."
    )
    tie_breaks: tuple[str, ...] | None = _setting(
        "Tie-breaks", WORDS, None, "What separates players with equal points, in this order. Blank: the format's own."
    )
    timing: str = _setting("Timing", choice("untimed", "delay", "bronstein", "split"), "untimed", _TIMING)
    minutes: int = _setting("Minutes", whole(1, 180), 10, "Chess clock: minutes for each player and game.")
    seconds: int = _setting("Seconds", whole(0, 60), 3, "Chess clock: seconds of delay or refund.")
    match_minutes: int = _setting("Match minutes", whole(1, 600), 50, "Split timing: minutes for the whole match.")
    paper: str = _setting("Paper", choice("A4", "Letter"), "A4", "The paper in your printer.")
    slips_per_page: int = _setting("Slips per page", one_of(2, 4, 6), 4, "Match slips on a page: 2, 4 or 6.")
    language: str = _setting(
        "Language", choice(*LANGUAGES), "English", "The language of the printed pages. The workbook stays English."
    )
    event_id: str = _setting(
        "Event ID", TEXT, "", "A number or code by which the archive knows the event. Blank: by its name and date."
    )
    log_names: bool = _setting(
        "Log names", YES_NO, False, "yes: the log says who saved the workbook, as the spreadsheet program wrote it."
    )

    own: Mapping[str, Any] = field(default_factory=dict)

    def __getitem__(self, setting: Setting[Value]) -> Value:
        value: Value = self.own.get(setting.field, setting.default)
        return value

    @property
    def method(self) -> Method:
        """The method of pairing."""
        return METHODS[self.pairing]

    @property
    def day(self) -> datetime.date | None:
        """The day that the setting Date means; None where it is blank, or does not mean one day."""
        try:
            return read_day(self.date)
        except DayError:
            return None


SHARED: Mapping[str, Setting[Any]] = {
    each.name: Setting(each.name, default=each.default, **each.metadata) for each in fields(Settings) if each.metadata
}
"""The settings that are no format's own, by field."""


def pick(*names: str) -> dict[str, Setting[Any]]:
    """Return some of the settings that formats share, by field."""
    return {name: SHARED[name] for name in names}


def pair_by(*methods: str) -> dict[str, Setting[Any]]:
    """Return the setting Pairing, by its field, where there are these ``methods``; the first is the default."""
    help = _describe_methods(methods)
    return {"pairing": replace(SHARED["pairing"], kind=choice(*methods), default=methods[0], help=help)}


EVERY_EVENT = pick("name", "date", "venue", "organizer", "format", "rounds")
USUAL_METHODS = pair_by("swiss", "round robin", "single elimination", "double elimination", "manual")
SWISS = pick("first_round", "random_seed", "rounds_per_session", "allow_rematches", "keep_apart")
RATING = pick("bye_counts_as_win")
RANKING = pick("tie_breaks")
CLOCK = pick("timing", "minutes", "seconds", "match_minutes")
PAGES = pick("paper", "slips_per_page", "language")
RECORDS = pick("event_id", "log_names")


def declare(*settings: Setting[Any]) -> dict[str, Setting[Any]]:
    """Return a format's own settings by field."""
    return {setting.field: setting for setting in settings}


def make_settings(values: Mapping[str, Any]) -> Settings:
    """Return settings of ``values`` by field, shared ones and a format's own."""
    own = {field: value for field, value in values.items() if field not in SHARED}
    return Settings(**{field: value for field, value in values.items() if field in SHARED}, own=own)
