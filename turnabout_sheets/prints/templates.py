"""Where the shipped templates lie."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parents[1]


def shipped_templates() -> Path:
    """Return the folder of the shipped templates: inside an installed package, at the top of a checkout."""
    installed = _PACKAGE / "templates"
    return installed if installed.is_dir() else _PACKAGE.parent / "templates"
