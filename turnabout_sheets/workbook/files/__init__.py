"""Files on the disk: what is no workbook, who else has one open, whole saves.

May know `workbook.ooxml`, to look into a package; nothing of events.
Begin with `files.save`.
"""
