"""Finished events over the years: who is who, and ratings as of any day.

May know results and lists of old ones; not the workbook's file, not the pages.
Begin with `archive.schema` (the tables) and `archive.events`; `archive.queries` has all that is read from them.
"""
