"""Disks that are really small."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def small_disk_in(folder: Path, kilobytes: int) -> Iterator[Path]:
    """Have a disk of some size, in memory, as long as the context lasts."""
    disk, mount = folder / "disk", shutil.which("mount")
    disk.mkdir()
    command = [mount or "", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", disk]
    if mount is None or subprocess.run(command, check=False).returncode:
        pytest.skip("a small disk cannot be mounted here (it takes Linux and root)")
    yield disk
    subprocess.run(["umount", disk], check=True)
