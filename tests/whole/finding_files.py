"""Where the findings lie."""

from __future__ import annotations

from pathlib import Path

FINDINGS = Path(__file__).parent / "findings"
"""The smallest workbooks, written by earlier versions, that went wrong in silence."""
