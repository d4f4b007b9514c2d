"""The organizer's workbook: read safely, given whole sheets of ours, saved so that nothing is ever lost.

May know the event and its rounds; not the printed pages, not the archive.
Begin with `workbook.read` on the way in, `workbook.ooxml.graft` on the way out.
"""

DOOR = (
    "files.atomic_write",
    "files.other_programs",
    "files.save",
    "files.sniff",
    "list_sheets",
    "ooxml.cells",
    "ooxml.graft",
    "ooxml.ownership",
    "ooxml.package",
    "ooxml.rename",
    "ooxml.tabs",
    "ours.blank",
    "ours.book",
    "ours.ratings_workbook",
    "ours.recognition",
    "ours.round_sheet",
    "ours.run_sheets",
    "read",
)
"""The modules that other rooms may import."""
