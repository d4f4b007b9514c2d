"""The printed pages: HTML that a browser prints right as it is.

May know the event, its formats and rounds; not the workbook, not the archive.
Begin with `prints.page`, which says what a page is; then `prints.pages.outstanding`, a short one.
"""
