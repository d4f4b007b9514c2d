"""Makes an environment of Python and installs the project into it: what the Makefile does before anything else.

What goes wrong is said in a sentence. An environment that is not whole is taken for none: who tries again begins anew.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import shutil
import signal
import subprocess
import sys
import venv
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final

EXTRAS: Final = {"run": ".", "dev": ".[dev]", "bench": ".[dev,bench]"}
"""What is installed for each stamp: all that those before it have, and more."""

FAILURES: Final = {
    r"CERTIFICATE_VERIFY_FAILED": (
        "The packages that are needed cannot be downloaded: the certificate of their index is not known here. A company"
        " or a school may have its own; ask for the file, and name it: PIP_CERT=/path/to/file.pem make demo"
    ),
    r"Retry\(total=0|from versions: none|Max retries exceeded|timed out|onnection (aborted|reset)|IncompleteRead": (
        "The packages that are needed cannot be downloaded: is there internet, and does it need a proxy (HTTPS_PROXY)?"
        " Then try again."
    ),
    r"No space left on device|quota exceeded": (
        "The disk is full, here or where temporary files are: make room, a gigabyte is enough, and try again."
    ),
    r"Permission denied|Read-only file system|Operation not permitted|No usable temporary directory": (
        "This may not be written: {line}. Copy the project to a folder in which you may write, and try again there."
    ),
}
"""Patterns of what Python and pip say where the cause is known, and what is said in place of it."""

INSTALL: Final = "-m pip install --quiet --no-input --disable-pip-version-check -c constraints.txt -e".split()

PROBE: Final = "import pip, sys; sys.exit(sys.version_info < (3, 11) or int(pip.__version__.split('.')[0]) < 22)"
"""Succeeds in an environment whose Python and pip know what the project needs."""

UNFINISHED: Final = "unfinished"
"""A file in an environment that is there as long as something is missing."""


def set_up(stamp: Path) -> None:
    """Install what a stamp is named for into the environment that it lies in, and renew it."""
    environment = stamp.parent
    with contextlib.nullcontext() if is_whole(environment) else made_anew(environment):
        (environment / UNFINISHED).touch()
        python = environment / "bin" / "python"
        command = [str(python), *INSTALL, EXTRAS[stamp.stem]]
        subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=True, close_fds=False)
        for path in environment.glob("lib/python*/site-packages/*.pth"):
            if path.read_bytes() == os.fsencode(Path.cwd()):  # in UTF-8, but read in the encoding of the locale
                path.write_text(os.path.relpath(".", path.parent), "ascii")
        for name in list(EXTRAS)[: list(EXTRAS).index(stamp.stem) + 1]:
            stamp.with_stem(name).write_bytes(os.fsencode(f"{Path.cwd()} {python.resolve()}\n"))
        (environment / UNFINISHED).unlink()


def is_whole(environment: Path) -> bool:
    """Return whether what is there was set up to the end, in this place, and by a Python that still is there."""
    try:
        script = (environment / "bin" / "pip").read_bytes()
        here = re.search(b'[!" ]%b/bin/' % re.escape(os.fsencode(environment.absolute())), script) is not None
        probe = [str(environment / "bin" / "python"), "-c", PROBE]
        finished = not (environment / UNFINISHED).exists()
        return here and finished and not subprocess.run(probe, stderr=subprocess.DEVNULL).returncode
    except OSError:
        return False


@contextlib.contextmanager
def made_anew(environment: Path) -> Iterator[None]:
    """Make an environment that has pip; what was in its place comes back if that fails, or what is done with it.

    It is made under its name, which its scripts hold: nothing that was set up can be moved.
    """
    if not find_spec("ensurepip"):
        sys.exit(
            "Python lacks the module ensurepip, without which nothing can be installed here. On Debian and Ubuntu type"
            f" sudo apt install python{sys.version_info[0]}.{sys.version_info[1]}-venv, and try again."
        )
    print(f"It is made with {sys.executable}.", flush=True)
    before = environment.with_name(f"{environment.name}-before")
    if before.exists():  # somebody was ended in the middle of this
        shutil.rmtree(environment, ignore_errors=True)
    elif environment.exists():
        environment.rename(before)
    try:
        environment.mkdir()
        (environment / UNFINISHED).touch()
        venv.create(environment, symlinks=True, with_pip=True)
        yield
    except BaseException:
        shutil.rmtree(environment, ignore_errors=True)
        if before.exists():
            before.rename(environment)
        raise
    shutil.rmtree(before, ignore_errors=True)


def explain(said: str) -> str:
    """Return a sentence for what Python or pip said, and all of it where the cause is not known."""
    for pattern, sentence in FAILURES.items():
        if line := re.search(rf".*(?:{pattern}).*", said):
            return sentence.format(line=line[0].strip())
    return f"{said}\nThe project cannot be set up; what stands above says why."


def main(stamp: Path) -> None:
    """Set up what a stamp is named for, and say what stops it."""
    print(f"Setting up {stamp.parent}, which takes a minute or so.", flush=True)
    try:
        if not is_done_by_others(stamp):
            set_up(stamp)
    except KeyboardInterrupt:
        sys.exit("Interrupted: nothing is set up. Try again, and it begins anew.")
    except OSError as error:
        sys.exit(explain(str(error)))
    except subprocess.CalledProcessError as error:
        sys.exit(explain(error.output.decode(errors="replace")))


def is_done_by_others(stamp: Path) -> bool:
    """Wait until nobody else sets up this folder, and return whether they have just renewed the stamp."""
    before = stamp.stat().st_mtime_ns if stamp.exists() else 0
    lock = os.open(".", os.O_RDONLY)
    os.set_inheritable(lock, True)  # pip keeps it where this is killed
    with contextlib.suppress(OSError):  # where a file system knows no locks, everybody is alone
        fcntl.flock(lock, fcntl.LOCK_EX)
    return stamp.exists() and stamp.stat().st_mtime_ns != before


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    main(Path(sys.argv[1]))
