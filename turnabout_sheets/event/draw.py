"""The draw of an event: its random seed, and the digest that shows whether the seed was changed."""

from __future__ import annotations

from hashlib import sha256

from turnabout_sheets.core.digests import group_digits
from turnabout_sheets.pairing.lots import default_seed
from turnabout_sheets.sheets.settings import Settings


def find_seed(settings: Settings) -> str:
    """Return what decides all draws: the setting Random seed, else the name and date of the event (rules 1.5.3)."""
    return settings.random_seed or default_seed(settings.name, settings.date)


def is_drawn(settings: Settings) -> bool:
    """Return whether the first round depends on the seed: by rating, for equal ones (rules 1.5.4, duplicate 1.4)."""
    if settings.pairing in ("swiss", "round robin", "single elimination", "double elimination"):
        return settings.first_round in ("random", "rating")
    return settings.pairing == "movement"


def digest_seed(settings: Settings) -> str:
    """Return the SHA-256 of the seed in groups of four digits; all 64, lest two seeds share them (rules 1.5.12)."""
    return group_digits(sha256(find_seed(settings).encode()).hexdigest())
