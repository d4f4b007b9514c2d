"""The command, given in this process, and what is in a folder."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner, Result

from turnabout_sheets.cli.main import main


def turnabout(*arguments: object, answer: str | None = None) -> Result:
    """Give a command, and the same ``answer`` to whatever it asks once."""
    result = CliRunner().invoke(main, [str(each) for each in arguments], prog_name="turnabout", input=answer)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def everything(folder: Path) -> dict[str, tuple[bytes, int]]:
    """Every file below a folder: its bytes, and when it was last written."""
    return {
        str(f.relative_to(folder)): (f.read_bytes(), f.stat().st_mtime_ns) for f in folder.rglob("*") if f.is_file()
    }
