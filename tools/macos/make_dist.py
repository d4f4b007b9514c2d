"""Makes the zip file for macOS, with which the program sets itself up when it is first started:  make dist

The same program and lock give the same bytes, on any system.
"""

from __future__ import annotations

import shutil
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import click

import turnabout_sheets
from tools.packing import ROOT, build_wheel, write_zip
from tools.windows.wheels import LOCK

STARTER: Final = "Turnabout.command"
HERE: Final = Path(__file__).parent


@click.command(help=(__doc__ or "").splitlines()[0])
@click.option(
    "--into", type=click.Path(path_type=Path), default=ROOT / "dist", help="Where to write.", show_default=True
)
def main(into: Path) -> None:
    """Make the zip file, and say what it is."""
    with TemporaryDirectory() as work:
        made = make_dist(build_wheel(Path(work)), LOCK, into)
    click.echo(f"{made}: {made.stat().st_size / 1e6:.1f} MB, sha256:{sha256(made.read_bytes()).hexdigest()}")


def make_dist(wheel: Path, lock: Path, into: Path) -> Path:
    """Write the folder anew, with its zip file beside it; return the path of that.

    The lock is that of Windows: it says for every system which packages the program needs.
    """
    folder = into / f"turnabout-{turnabout_sheets.__version__}-macos"
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "app").mkdir(parents=True)
    shutil.copyfile(wheel, folder / "app" / wheel.name)
    shutil.copyfile(lock, folder / "app" / "requirements.txt")
    shutil.copyfile(ROOT / "LICENSE", folder / "LICENSE.txt")
    shutil.copyfile(HERE / "README.txt", folder / "README.txt")
    shutil.copyfile(HERE / STARTER, folder / STARTER)
    (folder / STARTER).chmod(0o755)
    target = into / f"{folder.name}.zip"
    write_zip(folder, target, executable={STARTER})
    return target


if __name__ == "__main__":
    main()
