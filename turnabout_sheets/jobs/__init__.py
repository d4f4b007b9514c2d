"""One file for each thing that a person asks for: a run, a new workbook, pages, a late player, the archive.

May know all rooms below, and joins them; says nothing on the screen and knows no arguments.
Begin with `jobs.run`: it is a table of contents of the program.
"""
