"""A PostgreSQL server of the tests' own: on a free port, in a temporary folder, for as long as the tests run."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from tempfile import mkdtemp

import psycopg

from tests.real_software import program

USER = "postgres"
"""Who runs the server where the tests are run by root, whom PostgreSQL refuses."""

_database = count(1)


def _bin() -> Path:
    """Return the folder of the server's programs; Debian keeps them out of the path."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    return found[-1].parent if found else Path(program("initdb")).parent


def _run(*command: str | Path) -> None:
    words = [str(word) for word in command]
    as_user = ["runuser", "-u", USER, "--"] if os.geteuid() == 0 else []
    done = subprocess.run(
        [*as_user, *words], cwd="/", capture_output=True, text=True, timeout=120, env={**os.environ, "LC_ALL": "C"}
    )
    assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"


@contextlib.contextmanager
def server() -> Iterator[str]:
    """Run a server and give its address; it is stopped, and its files are deleted, in the end."""
    programs = _bin()
    folder = Path(mkdtemp(prefix="turnabout-pg-"))
    if os.geteuid() == 0:
        shutil.chown(folder, USER, USER)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    data = folder / "data"
    # What is written need not outlive the machine here, so nobody waits for the disk.
    options = f"-p {port} -h 127.0.0.1 -k {folder} -c fsync=off -c max_connections=50"
    try:
        _run(programs / "initdb", "-D", data, "-U", USER, "--auth=trust", "--encoding=UTF8", "--no-sync")
        _run(programs / "pg_ctl", "-D", data, "-w", "-l", folder / "log", "-o", options, "start")
        try:
            yield f"postgresql://{USER}@127.0.0.1:{port}"
        finally:
            _run(programs / "pg_ctl", "-D", data, "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def new_database(server: str) -> str:
    """Make an empty database and return its address."""
    name = f"archive_{os.getpid()}_{next(_database)}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")  # type: ignore[arg-type]
    return f"{server}/{name}"
