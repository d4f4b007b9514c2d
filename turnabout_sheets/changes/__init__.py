"""What differs between two states of an event, what followed from it, the log, and the guards of what was published.

May know the event and its sheets; nothing is read or written here.
Begin with `changes.differences`.
"""
