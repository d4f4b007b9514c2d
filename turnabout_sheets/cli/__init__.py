"""The command ``turnabout``: arguments, words on the screen, exit codes.

May know everything below; nothing knows it. What takes time to load is loaded where it is used.
Begin with `cli.main`, then `cli.output` for what a run says; `cli.archive_commands` has the commands of the archive.
"""
