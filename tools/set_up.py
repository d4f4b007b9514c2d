"""Makes an environment of Python and installs the project into it: what the Makefile does before anything else.

An environment that is not whole is made again, so that whoever tries again succeeds.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import venv
from importlib.util import find_spec
from pathlib import Path
from typing import Final

EXTRAS: Final = {"run": ".", "dev": ".[dev]"}  # what is installed for each stamp, the second on top of the first

FAILURES: Final = {
    r"CERTIFICATE_VERIFY_FAILED": (
        "The packages cannot be downloaded: the certificate of their index is not known here. A company or a school may"
        " have its own; ask for the file, and name it: PIP_CERT=/path/to/file.pem make demo"
    ),
    r"Retry\(total=0|from versions: none|Max retries exceeded|timed out|onnection (aborted|reset)|IncompleteRead": (
        "The packages cannot be downloaded: is there internet, and does it need a proxy (HTTPS_PROXY)? Then try again."
    ),
    r"No space left on device": "The disk is full: make room, a gigabyte is enough, and try again.",
    r"Permission denied|Read-only file": "This may not be written: {line}. Copy the project to another folder.",
}
"""Patterns of what Python and pip say where the cause is known, and what is said in place of it."""

INSTALL: Final = "-m pip install --quiet --no-input --disable-pip-version-check -c constraints.txt -e".split()
PROBE: Final = "import pip, sys; sys.exit(sys.version_info < (3, 11) or pip.__version__ < '22')"
UNFINISHED: Final = "unfinished"  # a file in an environment in which something is missing


def set_up(stamp: Path) -> None:
    """Install what a stamp is named for into the environment that it lies in, and renew it."""
    environment = stamp.parent
    if not is_whole(environment):
        if not find_spec("ensurepip"):
            sys.exit(f"Type sudo apt install python3.{sys.version_info[1]}-venv, and try again: ensurepip is missing.")
        shutil.rmtree(environment, ignore_errors=True)
        environment.mkdir()
        (environment / UNFINISHED).touch()
        venv.create(environment, symlinks=True, with_pip=True)
    (environment / UNFINISHED).touch()
    python = environment / "bin" / "python"
    command = [str(python), *INSTALL, EXTRAS[stamp.stem]]
    subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=True)
    for path in environment.glob("lib/python*/site-packages/*.pth"):
        if path.read_bytes() == os.fsencode(Path.cwd()):  # in UTF-8, but read in the encoding of the locale
            path.write_text(os.path.relpath(".", path.parent), "ascii")
    for name in list(EXTRAS)[: list(EXTRAS).index(stamp.stem) + 1]:
        stamp.with_stem(name).write_bytes(os.fsencode(f"{Path.cwd()} {python.resolve()}\n"))
    (environment / UNFINISHED).unlink()


def is_whole(environment: Path) -> bool:
    """Return whether it was set up to the end, in this place, and by a Python that still is there."""
    try:
        script = (environment / "bin" / "pip").read_bytes()
        here = re.search(b'[!" ]%b/bin/' % re.escape(os.fsencode(environment.absolute())), script) is not None
        probe = [str(environment / "bin" / "python"), "-c", PROBE]
        finished = not (environment / UNFINISHED).exists()
        return here and finished and not subprocess.run(probe, stderr=subprocess.DEVNULL).returncode
    except OSError:
        return False


def explain(said: str) -> str:
    """Return a sentence for what Python or pip said, and all of it where the cause is not known."""
    for pattern, sentence in FAILURES.items():
        if line := re.search(rf".*(?:{pattern}).*", said):
            return sentence.format(line=line[0].strip())
    return f"{said}\nThe project cannot be set up; the lines above say why."


if __name__ == "__main__":
    stamp = Path(sys.argv[1])
    print(f"Setting up {stamp.parent}, which takes a minute or so.", flush=True)
    try:
        set_up(stamp)
    except KeyboardInterrupt:
        sys.exit("Interrupted: nothing is set up. Try again.")
    except OSError as error:
        sys.exit(explain(str(error)))
    except subprocess.CalledProcessError as error:
        sys.exit(explain(error.output.decode(errors="replace")))
