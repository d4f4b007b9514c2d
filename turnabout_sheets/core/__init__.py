"""What everything stands on: text as it is compared, numbers as they are written, typed rows, problems with a place.

May know nothing else of the program.
Begin with `core.problems` and `core.text`.
"""
