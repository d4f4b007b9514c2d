"""Makes what is handed out for Windows and macOS, in dist/:  make dist RUNTIME=FOLDER

RUNTIME is a Windows Python without packages: the embeddable package of python.org, unpacked. The same program, lock and
runtime give the same bytes on any system that has uv, NSIS, and a Python of that version to compile with.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zipfile
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from turnabout_sheets import __version__

ROOT: Final = Path(__file__).parents[1]
PARTS: Final = ROOT / "tools" / "handouts"
LOCK: Final = PARTS / "requirements.txt"
"""Every package that the program needs, with the digests of its files."""

STARTER: Final = "Turnabout.command"
PACKAGES: Final = "Lib/site-packages"
SEARCH_PATH: Final = "{0}.zip\r\n.\r\nLib\\site-packages\r\n"
"""The ._pth file: without `import site`, packages of the user's own Python are not found."""

EPOCH: Final = (1980, 1, 1, 0, 0, 0)
"""The time of every file in a zip file."""

NOT_TO_RUN: Final = {".a", ".c", ".h", ".hpp", ".lib", ".pxd", ".pxi", ".pyi", ".pyx"}
"""Suffixes of what only a compiler or a type checker reads."""


def make_windows(runtime: Path, wheel: Path, into: Path, *, lock: Path = LOCK) -> Path:
    """Lay out the folder for Windows, and write its zip file beside it; returns the folder.

    Raises `SystemExit` with a sentence if the runtime is not a Python for Windows.
    """
    dll = next((path.stem for path in runtime.glob("python3?*.dll")), "")
    version = re.fullmatch(r"python3(\d+)", dll)
    if version is None or not (runtime / "python.exe").is_file():
        sys.exit(f"{runtime} has no python.exe and python3….dll: unpack the embeddable package of python.org there.")
    folder = into / f"turnabout-{__version__}-windows"
    shutil.rmtree(folder, ignore_errors=True)
    app = folder / "app"
    shutil.copytree(runtime, app, ignore=shutil.ignore_patterns("Lib", "*._pth"))
    (app / f"{dll}._pth").write_text(SEARCH_PATH.format(dll), "ascii", newline="")
    install(lock, wheel, app / PACKAGES, f"3.{version[1]}")
    shutil.copytree(PARTS / "licences", app / "licences")
    write_texts(folder, {"Turnabout.cmd": "Turnabout.cmd", "README-windows.txt": "README.txt"}, newline="\r\n")
    write_zip(folder)
    return folder


def install(lock: Path, wheel: Path, packages: Path, version: str) -> None:
    """Install the packages of the lock for Windows, by their digests, and the program; compile them."""
    uv = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--no-config", "--link-mode", "copy"]
    windows = ["--python-platform", "x86_64-pc-windows-msvc", "--python-version", version, "--only-binary", ":all:"]
    run([*uv, "--target", str(packages), *windows, "--require-hashes", "--requirement", str(lock)])
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(packages)
    for path in sorted(packages.rglob("*"), reverse=True):
        unneeded = path.suffix in NOT_TO_RUN or {"tests", "bin"} & set(path.relative_to(packages).parts)
        if path.is_file() and (unneeded or path.name in {"RECORD", "INSTALLER", "REQUESTED", ".lock"}):
            path.unlink()
        elif path.is_dir() and not any(path.iterdir()):
            path.rmdir()
    options = ["--invalidation-mode", "unchecked-hash", "-f", "-q", "-s", str(packages), str(packages)]
    run([f"python{version}", "-m", "compileall", *options], PYTHONHASHSEED="0")


def make_setup(folder: Path) -> Path:
    """Pack the folder for Windows into an installer beside it."""
    setup = folder.with_name(f"{folder.name}-setup.exe")
    size = sum(path.stat().st_size for path in folder.rglob("*")) // 1024
    names = {"VERSION": __version__, "FOLDER": folder.resolve(), "SIZE_KB": size, "SETUP": setup.resolve()}
    defined = [f"-D{name}={value}" for name, value in names.items()]
    run(
        ["makensis", "-V2", "-WX", "-INPUTCHARSET", "UTF8", *defined, str(PARTS / "installer.nsi")],
        SOURCE_DATE_EPOCH="315532800",
    )  # 1980
    return setup


def make_macos(wheel: Path, into: Path, *, lock: Path = LOCK) -> Path:
    """Lay out the folder for macOS, and write its zip file beside it; returns the folder."""
    folder = into / f"turnabout-{__version__}-macos"
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "app").mkdir(parents=True)
    shutil.copyfile(wheel, folder / "app" / wheel.name)
    shutil.copyfile(lock, folder / "app" / "requirements.txt")
    write_texts(folder, {STARTER: STARTER, "README-macos.txt": "README.txt"}, newline="\n")
    (folder / STARTER).chmod(0o755)
    write_zip(folder)
    return folder


def write_texts(folder: Path, names: dict[str, str], newline: str) -> None:
    """Write the licence, and texts of ours under their names there."""
    for source, name in {
        **{PARTS / part: name for part, name in names.items()},
        ROOT / "LICENSE": "LICENSE.txt",
    }.items():
        text = source.read_text("utf-8").replace("$version", __version__)
        (folder / name).write_text(text, "utf-8", newline=newline)


def write_zip(folder: Path) -> None:
    """Pack a folder under its own name, in the order of names and without times."""
    with zipfile.ZipFile(folder.with_name(f"{folder.name}.zip"), "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                entry = zipfile.ZipInfo(path.relative_to(folder.parent).as_posix(), EPOCH)
                entry.create_system = 3  # Unix: only its attributes say what is executable
                entry.external_attr = (0o100755 if path.name == STARTER else 0o100644) << 16
                entry.compress_type = zipfile.ZIP_DEFLATED
                packed.writestr(entry, path.read_bytes())


def run(command: list[str], **environment: str) -> None:
    """Run a program; ends with a sentence where it is missing or fails."""
    try:
        subprocess.run(command, check=True, env=os.environ | environment)
    except FileNotFoundError:
        sys.exit(f"{command[0]} is needed for this: install it.")
    except subprocess.CalledProcessError:
        sys.exit(f"{command[0]} failed; the lines above say why.")


def main(runtime: Path, into: Path) -> None:
    """Make everything, and print sizes and digests."""
    with TemporaryDirectory() as work:
        run([sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", work, str(ROOT)])
        (wheel,) = Path(work).glob("*.whl")
        windows, macos = make_windows(runtime, wheel, into), make_macos(wheel, into)
    for made in (windows.with_name(f"{windows.name}.zip"), make_setup(windows), macos.with_name(f"{macos.name}.zip")):
        print(f"{made}: {made.stat().st_size / 1e6:.1f} MB, sha256:{sha256(made.read_bytes()).hexdigest()}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("Name the folder with the Windows Python: make dist RUNTIME=FOLDER")
    main(Path(sys.argv[1]), ROOT / "dist")
