"""The settings on the Event sheet: each is declared once, with its kind, its default and what it does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from turnabout_sheets.pairing.methods import METHODS, Method
from turnabout_sheets.sheets.cell_kinds import DATE, TEXT, WHOLES, WORDS, YES_NO, CellKind, choice, one_of, whole
from turnabout_sheets.sheets.declarations import Column


@dataclass(frozen=True, slots=True)
class Declaration:
    """A setting as the organizer sees it: its name, what may stand there, what it does."""

    name: str
    kind: CellKind
    help: str
    shown_default: str

    @property
    def as_column(self) -> Column:
        """The setting as a column, for its drop-down and input help."""
        return Column(self.name, self.name, self.kind, self.help)


def _setting(name: str, kind: CellKind, default: Any, help: str, shown: str | None = None) -> Any:
    if shown is None:
        shown = {True: "yes", False: "no", None: ""}.get(default, str(default))
    return field(default=default, metadata={"declaration": Declaration(name, kind, help, shown)})


def declare_pairing(methods: Sequence[str]) -> Declaration:
    """Return the declaration of the setting Pairing where there are these ``methods``; the first is the default."""
    help = "; ".join(f"{name}: {METHODS[name].help}" for name in methods) + "."
    return Declaration("Pairing", choice(*methods), help, methods[0])


LANGUAGES = {"English": "en", "Deutsch": "de", "Français": "fr", "Español": "es"}
"""The codes of the languages by the names that the setting ``Language`` has for them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of an event. A format names those that it uses; the others are a warning where they are filled."""

    name: str = _setting("Name", TEXT, "", "What the event is called; it stands on every page.")
    date: str = _setting("Date", DATE, "", "The day of the event.")
    venue: str = _setting("Venue", TEXT, "", "Where it is played.")
    organizer: str = _setting("Organizer", TEXT, "", "Who runs it.")
    format: str = _setting("Format", TEXT, "Turnabout", "The system that is played.")
    rounds: int | None = _setting(
        "Rounds",
        whole(1, 999),
        None,
        "How many rounds are scheduled. Blank: as many as make one winner (16 players: 4), or as the method of pairing "
        "needs.",
    )
    pairing: str = field(default="swiss", metadata={"declaration": declare_pairing(tuple(METHODS))})
    first_round: str = _setting(
        "First round",
        choice("random", "rating", "listed"),
        "random",
        "random: drawn by the random seed; rating: top half against bottom half; "
        "listed: first against second, and so on. In elimination events: the order of the seeds.",
    )
    random_seed: str = _setting(
        "Random seed", TEXT, "", "Any word or number. It decides all draws. Blank: from the event's name and date."
    )
    rounds_per_session: tuple[int, ...] | None = _setting(
        "Rounds per session",
        WHOLES,
        None,
        "Nobody meets the same opponent twice in a session. Blank: the whole event is one session. "
        "A number, or a list such as 4,3,4.",
    )
    allow_rematches: bool = _setting(
        "Allow rematches",
        YES_NO,
        False,
        "yes: where no pairing without a rematch exists, the one with the fewest is used.",
    )
    keep_apart: int = _setting(
        "Keep groups apart",
        whole(0, 999),
        2,
        "In how many rounds, from the first, players of the same Group do not meet if that can be avoided.",
    )
    bye_vp: int = _setting(
        "Bye VP", whole(0, 30), 18, "Victory points for a bye, or when the opponent does not show up."
    )
    bye_counts_as_win: bool = _setting(
        "Bye counts as win", YES_NO, True, "Whether a bye is a match win for the rating."
    )
    tie_breaks: tuple[str, ...] | None = _setting(
        "Tie-breaks", WORDS, None, "What separates players with equal points, in this order. Blank: the format's own."
    )
    timing: str = _setting(
        "Timing",
        choice("untimed", "delay", "bronstein", "split"),
        "untimed",
        "How the clock is used: untimed is recommended; delay and bronstein need a chess clock; "
        "split halves the match time.",
    )
    minutes: int = _setting("Minutes", whole(1, 180), 10, "Chess clock: minutes for each player and game.")
    seconds: int = _setting("Seconds", whole(0, 60), 3, "Chess clock: seconds of delay or refund.")
    match_minutes: int = _setting("Match minutes", whole(1, 600), 50, "Split timing: minutes for the whole match.")
    deck_choice: str = _setting(
        "Deck choice",
        choice("drawn", "coin flip"),
        "drawn",
        "Who plays which stock at a table. drawn: the program draws it, everybody with stock A about as often as with "
        "B; coin flip: the players choose, and you type it.",
    )
    left_out: int | None = _setting(
        "Cards that may be left out",
        whole(0, 999),
        None,
        "How many cards of a stock its player may leave out. Blank: as many as are more than 40.",
    )
    ante_prizes: bool = _setting(
        "Ante prizes", YES_NO, False, "yes: cards won as ante are prizes, logged on the sheet Ante."
    )
    deck_type: str = _setting(
        "Deck type",
        choice("constructed", "sealed"),
        "constructed",
        "What is played: 60 minutes a match with constructed decks, 90 with sealed ones.",
    )
    pairing_number: str = _setting(
        "Pairing number",
        choice("gmp", "wins"),
        "gmp",
        "What the piles are made by. gmp: the GMP total divided by three; wins: the matches won.",
    )
    paper: str = _setting("Paper", choice("A4", "Letter"), "A4", "The paper in your printer.")
    slips_per_page: int = _setting("Slips per page", one_of(2, 4, 6), 4, "Match slips on a page: 2, 4 or 6.")
    language: str = _setting(
        "Language", choice(*LANGUAGES), "English", "The language of the printed pages. The workbook stays English."
    )
    event_id: str = _setting(
        "Event ID", TEXT, "", "A number or code by which the archive knows the event. Blank: by its name and date."
    )

    @property
    def method(self) -> Method:
        """The method of pairing."""
        return METHODS[self.pairing]


DECLARATIONS: dict[str, Declaration] = {each.name: each.metadata["declaration"] for each in fields(Settings)}
"""The declaration of each setting by the name of its field."""
