"""What sheets, columns, cells and settings are: each declared once, read as declared.

May know text, problems and the names of pairing methods; nothing of events.
Begin with `sheets.declarations` and `sheets.cell_kinds`, then `sheets.table`.
"""
