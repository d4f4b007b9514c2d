"""The pages of the archive: the rating list, every player, every event.

May know `event.history` and what all pages share; never the database.
Begin with `prints.archive.pages`.
"""
