"""What the report of an event is made of: its sheets, all results, and what single formats add to it.

May know its own format, and what all pages share; `prints.format_pages` says which format adds what.
Begin with `prints.pages.report`, which puts the parts together.
"""
