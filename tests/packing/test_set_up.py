"""What the Makefile does before anything else: a sentence where it fails, and whoever tries again succeeds.

For environments and pip something else stands in, which is quick and fails as it is told; but for one test.
"""

from __future__ import annotations

import ast
import os
import runpy
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

import pytest

from tests.distributions import CHECKOUT
from tests.limits import where_permissions_count
from tests.real_software import program

pytest.importorskip("fcntl", reason="there is no make here, nor what it starts")

from tools import set_up

PYTHONS = ["python3", *(f"python3.{minor}" for minor in (14, 13, 12, 11))]
NEW = f'#!/bin/sh\nexec "{sys.executable}" "$@"\n'
OLD = "#!/bin/sh\nexit 1\n"

STAND_INS = {
    "sitecustomize.py": """
        import os, sys
        if os.environ.get("WITHOUT"):
            sys.modules[os.environ["WITHOUT"]] = None
    """,
    "venv.py": """
        import os, sys
        def create(environment, **options):
            (environment / "bin").mkdir()
            (environment / "bin" / "python").symlink_to(os.path.realpath(sys.executable))
            (environment / "bin" / "pip").write_text(f"#!{environment.absolute()}/bin/python")
            with open("done", "a") as done:
                print("venv", file=done)
    """,
    "pip/__init__.py": """
        import os
        __version__ = os.environ.get("PIP_IS", "22.3")
    """,
    "pip/__main__.py": """
        import os, sys, time
        with open("done", "a") as done:
            print("pip", sys.argv[-1], file=done)
        time.sleep(float(os.environ.get("PIP_TAKES", "0")))
        os.makedirs(".venv/lib/python3.11/site-packages", exist_ok=True)
        with open(".venv/lib/python3.11/site-packages/any.pth", "wb") as project:
            project.write(os.getcwdb())
        sys.exit(os.environ.get("PIP_SAYS"))
    """,
}


@dataclass
class Checkout:
    """A folder with what is needed to set it up, and another one with what stands in for Python's own."""

    folder: Path
    elsewhere: Path
    said: str = ""

    def start(self, *words: str, **environment: str) -> subprocess.Popen[str]:
        """Begin to make something of an environment."""
        return subprocess.Popen(
            [program("make"), *(words or [".venv/run.stamp"])],
            cwd=self.folder,
            env={
                "PATH": f"{self.elsewhere / 'bin'}:/usr/bin:/bin",
                "LANG": "C.UTF-8",
                "PYTHONPATH": str(self.elsewhere),
                **environment,
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def make(self, *words: str, **environment: str) -> list[str]:
        """Make something of an environment, and return what was done for that."""
        self.list_done()
        self.said, _ = self.start(*words, **environment).communicate(timeout=60)
        assert "Traceback" not in self.said
        return self.list_done()

    def list_done(self) -> list[str]:
        """Return what was done since this was asked before."""
        done = self.folder / "done"
        lines = done.read_text("utf-8").splitlines() if done.exists() else []
        done.unlink(missing_ok=True)
        return lines

    def list_environments(self) -> list[str]:
        """Return what is left there under names such as that of the environment."""
        return sorted(path.name for path in self.folder.glob(".venv*"))


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    folder, elsewhere = tmp_path / "Jörg Müllers Daten" / "turn about", tmp_path / "elsewhere"
    (folder / "tools").mkdir(parents=True)
    for name in ("Makefile", "pyproject.toml", "constraints.txt", "tools/set_up.py"):
        shutil.copy(CHECKOUT / name, folder / name)
    for name, source in STAND_INS.items():
        (elsewhere / name).parent.mkdir(parents=True, exist_ok=True)
        (elsewhere / name).write_text(dedent(source), "utf-8")
    made = Checkout(folder, elsewhere)
    write_python(made, NEW, *PYTHONS)
    return made


def write_python(checkout: Checkout, script: str, *names: str) -> None:
    for name in names:
        python = checkout.elsewhere / "bin" / name
        python.parent.mkdir(exist_ok=True)
        python.write_text(script)
        python.chmod(0o755)


NEW_ONE = ["venv", "pip ."]
"""What is done where an environment has to be made."""


@pytest.mark.processes
def test_it_is_done_once(checkout: Checkout) -> None:
    assert checkout.make(".venv/dev.stamp") == ["venv", "pip .[dev]"]
    assert checkout.make() == []
    os.utime(checkout.folder / "constraints.txt", (time.time() + 60,) * 2)
    assert checkout.make() == ["pip ."]
    assert checkout.make(".venv/dev.stamp") == ["pip .[dev]"]


RETRYING = """
      WARNING: Retrying (Retry(total=0, connect=None, read=None, redirect=None, status=None)) after connection broken by
      ERROR: Could not find a version that satisfies the requirement hatchling==1.33.0 (from versions: none)
"""
NO_ROOM = "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device"
NO_RIGHT = "ERROR: Could not install packages due to an OSError: [Errno 13] Permission denied: '/x'"


@pytest.mark.processes
def test_what_is_wrong_is_said_and_another_try_works(checkout: Checkout) -> None:
    for environment, sentence in (
        ({"PIP_SAYS": RETRYING}, "The packages that are needed cannot be downloaded: is there internet"),
        ({"PIP_SAYS": f"certificate verify failed: CERTIFICATE_VERIFY_FAILED\n{RETRYING}"}, "the certificate of their"),
        ({"PIP_SAYS": NO_ROOM}, "The disk is full"),
        ({"PIP_SAYS": NO_RIGHT}, f"This may not be written: {NO_RIGHT}. Copy the project"),
        (
            {"PIP_SAYS": "metadata-generation-failed"},
            "metadata-generation-failed\n\nThe project cannot be set up; what",
        ),
        ({"WITHOUT": "ensurepip"}, f"type sudo apt install python3.{sys.version_info[1]}-venv, and try again."),
    ):
        checkout.make(**environment)
        assert sentence in checkout.said
        assert checkout.list_environments() == []
    assert checkout.make() == NEW_ONE


@pytest.mark.processes
def test_a_folder_that_cannot_be_written_is_said_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    tmp_path.chmod(0o555)

    def fail() -> str:
        with pytest.raises(SystemExit) as failed:
            set_up.main(Path(".venv/run.stamp"))
        return str(failed.value)

    assert where_permissions_count(fail).startswith("This may not be written: [Errno 13] Permission denied: '.venv'.")


@pytest.mark.processes
def test_without_network_pip_says_what_is_looked_for(checkout: Checkout) -> None:
    """With a pip that is real: that of the Python that tests."""
    shutil.rmtree(checkout.elsewhere / "pip")
    shutil.copytree(Path(pytest.importorskip("pip").__file__).parent, checkout.elsewhere / "pip")
    nowhere = {"PIP_CONFIG_FILE": os.devnull, "PIP_INDEX_URL": "http://127.0.0.1:9/", "PIP_RETRIES": "0"}
    checkout.make(**nowhere)
    assert "is there internet" in checkout.said
    assert checkout.list_environments() == []


@pytest.mark.processes
def test_the_project_is_found_in_any_locale(checkout: Checkout) -> None:
    """Python before 3.13 reads the files that lead to it in the encoding of the locale."""
    checkout.make(LC_ALL="C")
    (found,) = checkout.folder.glob(".venv/lib/*/site-packages/*.pth")
    assert (found.parent / found.read_text("ascii")).resolve() == checkout.folder


@pytest.mark.processes
def test_a_folder_that_was_moved_is_set_up_anew(checkout: Checkout) -> None:
    """Also where the end of its path is what the whole path was, or the other way round."""
    checkout.make()
    root = checkout.elsewhere / "mounted"
    moved = root.joinpath(*checkout.folder.parts[1:])
    moved.parent.mkdir(parents=True)
    home, checkout.folder = checkout.folder, checkout.folder.rename(moved)
    assert checkout.make() == NEW_ONE
    checkout.folder = checkout.folder.rename(home)
    assert checkout.make() == NEW_ONE
    assert checkout.make() == []


@pytest.mark.processes
@pytest.mark.parametrize("now", ["nowhere", "other"])
def test_an_environment_whose_python_is_gone_or_another_one_is_made_anew(checkout: Checkout, now: str) -> None:
    checkout.make()
    write_python(checkout, OLD, "other")
    python = checkout.folder / ".venv" / "bin" / "python"
    python.unlink()
    python.symlink_to(checkout.elsewhere / "bin" / now)
    assert checkout.make() == NEW_ONE
    assert checkout.make() == []


@pytest.mark.processes
def test_an_environment_with_an_old_pip_is_made_anew(checkout: Checkout) -> None:
    checkout.make()
    assert checkout.make(".venv/dev.stamp", PIP_IS="21.2.4") == ["venv", "pip .[dev]"]


@pytest.mark.field
def test_the_readme_installs_the_same() -> None:
    words = " ".join(word for word in set_up.INSTALL if not word.startswith("--"))
    assert f"\n.venv/bin/python {words} .\n. .venv/bin/activate\n" in (CHECKOUT / "README.md").read_text("utf-8")


@pytest.mark.processes
def test_an_environment_that_somebody_made_is_kept_if_it_works(checkout: Checkout) -> None:
    checkout.make()
    (checkout.folder / ".venv" / "run.stamp").unlink()
    assert checkout.make() == ["pip ."]


@pytest.mark.processes
def test_one_that_does_not_work_is_kept_until_there_is_a_new_one(checkout: Checkout) -> None:
    theirs = checkout.folder / ".venv" / "theirs"
    theirs.parent.mkdir()
    theirs.touch()
    checkout.make(PIP_SAYS=RETRYING)
    assert theirs.exists()
    checkout.make()
    assert not theirs.exists()
    assert checkout.list_environments() == [".venv"]


@pytest.mark.processes
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL], ids=lambda sent: sent.name)
def test_what_was_interrupted_is_done_anew(checkout: Checkout, sent: signal.Signals) -> None:
    started = checkout.start(PIP_TAKES="60")
    until = time.monotonic() + 60
    while not (done := checkout.folder / "done").exists() or "pip" not in done.read_text("utf-8"):
        assert time.monotonic() < until
        time.sleep(0.01)
    os.killpg(started.pid, sent)
    said, _ = started.communicate(timeout=60)
    assert "Traceback" not in said
    assert ("Interrupted: nothing is set up." in said) == (sent != signal.SIGKILL)
    assert checkout.list_environments() == ([".venv"] if sent == signal.SIGKILL else [])
    assert checkout.make() == NEW_ONE


@pytest.mark.processes
def test_of_two_at_once_one_does_it(checkout: Checkout) -> None:
    both = [checkout.start(PIP_TAKES="0.5") for _ in range(2)]
    assert [started.communicate(timeout=60) and started.returncode for started in both] == [0, 0]
    assert checkout.list_done() == NEW_ONE


@pytest.mark.processes
def test_a_newer_python_beside_an_old_one_is_taken(checkout: Checkout) -> None:
    write_python(checkout, OLD, *PYTHONS)
    write_python(checkout, NEW, "python3.12")
    assert checkout.make() == NEW_ONE


@pytest.mark.processes
def test_a_python_with_half_its_library_is_none(checkout: Checkout) -> None:
    """Such as Debian's python3-minimal."""
    write_python(checkout, OLD, *PYTHONS[1:])
    checkout.make(WITHOUT="venv")
    assert "standard library is needed, and there is none" in checkout.said


@pytest.mark.processes
def test_without_a_python_that_is_new_enough_it_is_said_so(checkout: Checkout) -> None:
    write_python(checkout, OLD, *PYTHONS)
    assert checkout.make() == []
    assert "Python 3.11 or newer with its standard library is needed, and there is none: install it" in checkout.said
    assert checkout.make(".venv/run.stamp", "PYTHON=python3.12") == []
    assert "library is needed, and python3.12 is not: install it" in checkout.said


def test_pip_says_which_python_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    backend = CHECKOUT / "tools" / "build_backend.py"
    ast.parse(backend.read_text("utf-8"), feature_version=(3, 6))
    monkeypatch.setattr(sys, "version_info", (3, 9, 6))
    with pytest.raises(SystemExit, match=r"^turnabout-sheets needs Python 3\.11 or newer, and this is Python 3\.9:"):
        runpy.run_path(str(backend))
