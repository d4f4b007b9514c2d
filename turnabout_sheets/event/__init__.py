"""What an event is, and what comes of it: progress, standings, ratings, the sheets of all formats, history.

May know sheets and numbers; a format only as what it is handed.
Begin with `event.model`, then `event.results`.
"""

DOOR = (
    "charts",
    "draw",
    "elimination",
    "entry_lists",
    "format",
    "history",
    "model",
    "outline",
    "output_sheets",
    "progress",
    "rating",
    "results",
    "rulings",
    "standings",
    "status",
    "steps",
    "tie_breaks",
)
"""The modules that other rooms may import."""
