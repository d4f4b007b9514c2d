"""From the organizer's sheets to an event, with every problem that is found on the way.

May know formats and sheets; not where the cells came from.
Begin with `reading.event`, then `reading.checks`, which lists the checks of players, rounds and results in order.
"""

DOOR = (
    "causes",
    "checks",
    "event",
    "event_sheet",
    "list_layout",
    "list_words",
    "matches",
    "player_list",
    "players",
    "published",
    "round_checks",
    "typed_results",
)
"""The modules that other rooms may import."""
