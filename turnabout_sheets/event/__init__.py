"""What an event is, and what comes of it: progress, standings, ratings, the sheets of all formats, history.

May know sheets and numbers; a format only as what it is handed.
Begin with `event.model`, then `event.results`.
"""
