"""Where numbers come from, step by step: points, ranks, pairings, awards.

May know the next rounds, and what they rest on; the steps are values, which screen and pages word.
Begin with `explain.answers`.
"""
