"""Compiles packages for another computer, so that no start there has to do it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path


def find_compiler(version: str) -> str | None:
    """Return the path of a Python of a version such as "3.13" on this machine, if there is one that runs."""
    if version == "{}.{}".format(*sys.version_info):
        return sys.executable
    found = shutil.which(f"python{version}")
    runs = found is not None and subprocess.run([found, "-c", ""], capture_output=True).returncode == 0
    return found if runs else None


def compile_packages(packages: Path, version: str) -> None:
    """Compile all packages, if a Python of that version is here to do it.

    What is compiled is never compared with its source, and holds no times and no paths of this machine, so the same
    sources give the same bytes. Without it every first start on Windows takes longer, and writes into the folder.
    """
    if python := find_compiler(version):
        options = ["--invalidation-mode", "unchecked-hash", "-f", "-q", "-j", "1", "-s", str(packages)]
        environment = {**os.environ, "PYTHONHASHSEED": "0"}
        subprocess.run([python, "-s", "-m", "compileall", *options, str(packages)], env=environment, check=True)
