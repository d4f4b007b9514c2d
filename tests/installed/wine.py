"""A Windows with nothing in it but Wine: starts programs, and tells what is in its registry and on its disk."""

from __future__ import annotations

import os
import re
import subprocess
import time
from collections.abc import Callable
from pathlib import Path, PureWindowsPath
from typing import Any, Final

from tests.real_software import program

LONGEST: Final = 120
"""Seconds that a program may take."""

ANSWER: Final = "\n"
"""What is typed into every program: under Wine, Python starts only with pipes as its standard streams."""

CREATE_PROCESS: Final = "import subprocess, sys; sys.exit(subprocess.call(sys.stdin.buffer.read().decode()))"
"""Has Windows start a command line as it stands, as Explorer does, without a shell and a list of arguments."""

THERE: Final = (r"HKCU\Software\Classes", r"HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall")
"""Keys that every Windows has, and Wine makes when they are needed."""

Registry = dict[str, dict[str, str]]
"""The values of keys, by name; that without a name is ``@``. What is no text is as regedit writes it."""


class Wine:
    """A Windows 10 in a folder, with a user whose home is there as well."""

    def __init__(self, folder: Path) -> None:
        self._wine = program("wine")
        self.home = folder / "home"
        self.prefix = folder / "prefix"
        self.home.mkdir()
        browser = self.home / "browser.cmd"
        browser.write_bytes(b'@echo %1>> "%~dp0opened.txt"\r\n')
        self._environment = os.environ | {
            "WINEPREFIX": str(self.prefix),
            "WINEDEBUG": "-all",
            "WINEDLLOVERRIDES": "winemenubuilder.exe=d",  # which would put Windows' start menu into Linux' own
            "HOME": str(self.home),
            "BROWSER": self.path(browser),
        }
        self.run("wineboot", "--init")
        # As long as this runs, programs start at once.
        self._desktop = subprocess.Popen(
            [self._wine, "explorer", "/desktop"],
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.be_version("win10")
        for key in THERE:
            self.run("reg", "add", key, "/f")

    def shut_down(self) -> None:
        """End what still runs."""
        subprocess.run([program("wineserver"), "-k"], env=self._environment, check=False)
        self._desktop.wait(LONGEST)

    def be_version(self, version: str) -> None:
        """Be another Windows, such as win7."""
        self.run("reg", "add", r"HKCU\Software\Wine", "/v", "Version", "/d", version, "/f")

    def start(self, *command: str) -> subprocess.Popen[bytes]:
        """Start a program, whose streams are pipes; both that it writes to are one."""
        streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        return subprocess.Popen([self._wine, *command], env=self._environment, **streams)

    def run(self, *command: str, typed: str = ANSWER, exit: int = 0) -> str:
        """Run a program that ends as expected, and return what it says, which is not much more than a page.

        It is not read to its end: Windows' own programs, which start when they are needed, keep the pipe open.
        """
        running = self.start(*command)
        assert running.stdin is not None
        assert running.stdout is not None
        with running.stdin, running.stdout:
            running.stdin.write(typed.encode("utf-8"))
            running.stdin.close()
            code = running.wait(LONGEST)
            os.set_blocking(running.stdout.fileno(), False)
            said = (running.stdout.read() or b"").decode("utf-8", "replace")
        assert code == exit, said
        return said.replace("\r\n", "\n")

    def path(self, file: Path) -> str:
        """Return the name that a file has on the drive Z."""
        return str(PureWindowsPath("Z:/", file))

    def file(self, path: str) -> Path:
        """Return the file that has a name on a drive."""
        name = PureWindowsPath(path)
        return (self.prefix / "dosdevices" / name.drive.lower()).resolve().joinpath(*name.parts[1:])

    def add_drive(self, name: str, folder: Path) -> None:
        """Make a folder a drive, such as ``e:``, or a share of the network, such as ``unc/server/share``."""
        link = self.prefix / "dosdevices" / name
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(folder, target_is_directory=True)

    def registry(self, root: str = "HKEY_CURRENT_USER") -> Registry:
        """Return all that is in the registry below a key, but for what Wine keeps there of itself."""
        export = self.home / "registry.reg"
        self.run("regedit", "/E", self.path(export), root)
        found = read_registry(export.read_text("utf-16"))
        return {key: values for key, values in found.items() if r"\Software\Wine" not in key}

    def files(self) -> set[str]:
        """Return the names of all files and folders on the drive C and in the user's home.

        An uninstaller works from a copy of itself, which Windows takes away when it is started next. A folder that is
        deleted just then has nothing in it.
        """
        walked = (each for root in (self.prefix / "drive_c", self.home) for each in os.walk(root))
        found = (f"{folder}/{name}" for folder, folders, files in walked for name in (*folders, *files))
        return {path for path in found if "~nsu" not in path}

    def opened(self) -> list[str]:
        """Return what the browser was asked to show, as cmd tells it; it is asked only once for each."""
        shown = self.home / "opened.txt"
        lines = shown.read_text("utf-8", "replace").splitlines() if shown.exists() else []
        shown.unlink(missing_ok=True)
        return lines


def wait_for_address(running: subprocess.Popen[bytes]) -> str:
    """Wait until a program says where its page is, and return that.

    Not without end: while another program keeps the pipe open, it is not seen that this one has ended.
    """
    assert running.stdout is not None
    os.set_blocking(running.stdout.fileno(), False)
    said, until = "", time.monotonic() + LONGEST
    while not (found := re.search(r"http://127\.0\.0\.1:\S+(?=\s)", said)):
        assert time.monotonic() < until, said
        time.sleep(0.1)
        said += (running.stdout.read() or b"").decode("utf-8", "replace")
    return found[0]


def wait_until(is_so: Callable[[], Any]) -> None:
    """Wait until something is so that a program does by itself."""
    until = time.monotonic() + LONGEST
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.1)


def read_registry(export: str) -> Registry:
    """Return what an export of regedit holds."""
    registry: Registry = {}
    for line in re.sub(r"\\\r?\n\s*", "", export).splitlines():
        if key := re.fullmatch(r"\[(.*)\]", line):
            values = registry.setdefault(key[1], {})
        elif value := re.fullmatch(r'(@|"(?:[^"\\]|\\.)*")=(.*)', line):
            values[_read_text(value[1])] = _read_text(value[2])
    return registry


def _read_text(written: str) -> str:
    return re.sub(r"\\(.)", r"\1", written[1:-1]) if written.startswith('"') else written
