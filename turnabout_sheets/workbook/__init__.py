"""The organizer's workbook: read safely, given whole sheets of ours, saved so that nothing is ever lost.

May know the event and its rounds; not the printed pages, not the archive.
Begin with `workbook.read` on the way in, `workbook.ooxml.graft` on the way out.
"""
