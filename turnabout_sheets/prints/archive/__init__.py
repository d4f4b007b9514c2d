"""The pages of the archive: the rating list, every player, every event.

May know `archive.rows` and what all pages share; never the database.
Begin with `prints.archive.pages`.
"""
