"""What everything stands on: text as it is compared, numbers as they are written, problems with a place,
files that are written whole, with backups, and over nothing of anybody else's.

May know nothing else of the program.
Begin with `core.problems` and `core.text`.
"""
