"""The next rounds of an event: which are due, who plays whom, and why. One module a method.

May know the event's results, and hands plain lists to `pairing`; nothing of files and pages.
Begin with `rounds.next_rounds`.
"""
