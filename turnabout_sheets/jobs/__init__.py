"""One file for each thing that a person asks for: a run, a new workbook, pages, a late player, the archive.

May know all rooms below, and joins them; says nothing on the screen and knows no arguments.
Begin with `jobs.run`: it is a table of contents of the program.
"""

DOOR = (
    "add_players",
    "after_run",
    "archive",
    "archive_place",
    "beside",
    "check",
    "compute",
    "enter_result",
    "explain",
    "export",
    "find_events",
    "forget",
    "import_results",
    "kept_rounds",
    "known_file",
    "late_entry",
    "log_store",
    "new",
    "next_step",
    "outcome",
    "print",
    "put_back",
    "restore",
    "run",
    "simulate",
    "verify_archive",
    "what_if",
)
"""The modules that other rooms may import."""
