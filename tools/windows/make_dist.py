"""Makes the folder for Windows, in which nothing has to be installed, its zip file and an installer:  make dist

    python -m tools.windows.make_dist --runtime python-3.13.1-embed-amd64.zip --digest sha256:…
    python -m tools.windows.make_dist --for-trying-out FOLDER    # which make_runtime.sh has made

It runs on any system. The same program, lock and runtime give the same bytes.
"""

from __future__ import annotations

import shutil
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from tools.packing import ROOT, build_wheel, write_zip
from tools.windows.byte_code import find_compiler
from tools.windows.faults import find_faults
from tools.windows.layout import lay_out, name_folder
from tools.windows.make_installer import make_installer
from tools.windows.runtime import Runtime, read_embeddable, read_folder
from tools.windows.wheels import download

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


@click.command(help=(__doc__ or "").splitlines()[0])
@click.option("--runtime", type=FILE, help="The embeddable Python of python.org.")
@click.option("--digest", default="", help="Its digest, sha256:…, as python.org gives it.")
@click.option("--for-trying-out", "folder", type=FOLDER, help="A Python that make_runtime.sh has made, instead.")
@click.option(
    "--into", type=click.Path(path_type=Path), default=ROOT / "dist", help="Where to write.", show_default=True
)
def main(runtime: Path | None, digest: str, folder: Path | None, into: Path) -> None:
    """Make the folder, the zip file and the installer, and say what they are."""
    if (runtime is None) == (folder is None):
        raise click.UsageError("Name either --runtime, or --for-trying-out.")
    python = read_embeddable(runtime, digest) if runtime is not None else read_folder(folder or Path())
    with TemporaryDirectory() as work:
        wheels = [*download(python.version, Path(work, "theirs")), build_wheel(Path(work, "ours"))]
        made = make_dist(python, wheels, into)
    if find_compiler(python.version) is None:
        click.echo(
            f"No python{python.version} is here to compile the packages: the first start on Windows takes longer."
        )
    for file in (made, make_installer(made.with_suffix(""))):
        click.echo(f"{file}: {file.stat().st_size / 1e6:.1f} MB, sha256:{sha256(file.read_bytes()).hexdigest()}")


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
