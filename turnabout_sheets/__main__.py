"""``python -m turnabout_sheets`` is the command ``turnabout``."""

from turnabout_sheets.cli.main import main

main(prog_name="turnabout")
