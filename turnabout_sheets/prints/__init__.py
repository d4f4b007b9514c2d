"""The printed pages: HTML that a browser prints right as it is.

May know the event, its formats and rounds; not the workbook, not the archive.
Begin with `prints.catalog`, the list of all pages; then any page's module.
"""
