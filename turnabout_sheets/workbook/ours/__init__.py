"""The sheets that the program makes, with openpyxl, in a workbook of their own.

May know formats, results and rounds; not the organizer's file, into which `workbook.ooxml.graft` puts them.
Begin with `ours.run_sheets`; how all of them look stands in `ours.appearance`.
"""
