"""The desk: watches a workbook for a day, runs it at every save, and holds what its page shows.

May know all jobs, and what they rest on; whoever shows a state, on the screen or on a page, asks for it here.
Begin with `desk.state`, then `desk.steps`.
"""
