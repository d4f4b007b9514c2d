"""Makes the folder for Windows, in which nothing has to be installed, its zip file and an installer:  make dist

    python -m tools.windows.make_dist --for-everybody FOLDER     # into which the Python of python.org is fetched
    python -m tools.windows.make_dist --for-trying-out FOLDER    # which make_runtime.sh has made

It runs on any system. The same program, lock and runtime give the same bytes, but for signatures (`sign.py`).
"""

from __future__ import annotations

import shutil
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from tools.packing import ROOT, build_wheel, write_zip
from tools.windows import sign
from tools.windows.byte_code import find_compiler
from tools.windows.faults import find_faults
from tools.windows.layout import lay_out, name_folder, name_version
from tools.windows.make_installer import make_installer
from tools.windows.runtime import DIGEST, Runtime, fetch_embeddable, read_embeddable, read_folder
from tools.windows.wheels import download

ANYWHERE = click.Path(file_okay=False, path_type=Path)
FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


@click.command(help=(__doc__ or "").splitlines()[0])
@click.option(
    "--for-everybody", "everybody", type=ANYWHERE, help="Where the Python of python.org is, or is fetched to."
)
@click.option("--for-trying-out", "trial", type=FOLDER, help="A Python that make_runtime.sh has made, instead.")
@click.option("--into", type=ANYWHERE, default=ROOT / "dist", help="Where to write.", show_default=True)
def main(everybody: Path | None, trial: Path | None, into: Path) -> None:
    """Make the folder, the zip file and the installer, and say what they are."""
    if (everybody is None) == (trial is None):
        raise click.UsageError("Choose one of --for-everybody and --for-trying-out.")
    python = read_folder(trial) if trial else read_embeddable(fetch_embeddable(everybody or Path()), DIGEST)
    if not trial and find_compiler(python.version) is None:
        raise click.ClickException(
            f"Python {python.version} is needed here to compile the packages, or every first start on Windows takes "
            f"longer: install python{python.version}."
        )
    with TemporaryDirectory() as work:
        wheels = [*download(python.version, Path(work, "theirs")), build_wheel(Path(work, "ours"))]
        made = make_dist(python, wheels, into)
    for file in (made, make_installer(made.with_suffix(""), name_version(python))):
        click.echo(f"{file}: {file.stat().st_size / 1e6:.1f} MB, sha256:{sha256(file.read_bytes()).hexdigest()}")
    click.echo(
        "Both are signed." if sign.is_configured() else "Nothing is signed: there is no certificate to do it with."
    )


def make_dist(runtime: Runtime, wheels: list[Path], into: Path) -> Path:
    """Write the folder of a runtime and some wheels anew, with its zip file beside it; return the path of that."""
    folder = into / name_folder(runtime)
    shutil.rmtree(folder, ignore_errors=True)
    lay_out(runtime, wheels, folder)
    if faults := list(find_faults(folder)):
        raise click.ClickException("\n".join(faults))
    target = into / f"{folder.name}.zip"
    write_zip(folder, target)
    return target


if __name__ == "__main__":
    main()
