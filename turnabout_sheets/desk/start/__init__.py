"""The start page: what somebody sees who has only an icon. Chooses an event, makes a new one, or tries a sample.

It leads to the desk of that event, in the same tab, and has no further use. Begin with `desk.start.orders`.
"""
