"""The package that an .xlsx file is: its parts read, and sheets put in without touching anything else.

May know nothing of events: only parts, cells and styles (ECMA-376).
Begin with `ooxml.package`, then `ooxml.graft`.
"""
