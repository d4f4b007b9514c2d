"""Match slips, a module a format: what stands on one, and the views that its template sees.

May know its own format, and what all pages share; `prints.format_pages` says which format has which.
Begin with `prints.slips.netrunner`.
"""
