"""From the organizer's sheets to an event, with every problem that is found on the way.

May know formats and sheets; not where the cells came from.
Begin with `reading.event`, then `reading.checks`, which lists the checks of players, rounds and results in order.
"""
