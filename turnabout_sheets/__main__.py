"""``python -m turnabout_sheets`` is the command ``turnabout``, and always works."""

from turnabout_sheets.cli.main import main
from turnabout_sheets.core.command_line import name_program

main(prog_name=name_program())
