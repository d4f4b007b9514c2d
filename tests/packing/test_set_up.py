"""What the Makefile does before anything else: a sentence where it fails, and whoever tries again succeeds."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.real_software import program
from tools import set_up

ROOT = Path(__file__).parents[2]

NOWHERE = {"PIP_CONFIG_FILE": os.devnull, "PIP_INDEX_URL": "http://127.0.0.1:9/", "PIP_RETRIES": "0"}
"""An index that is not there."""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A project with nothing in it, which needs nothing to be built."""
    folder = tmp_path / "Jörg Müllers Daten" / "turn about"
    (folder / "tools").mkdir(parents=True)
    for name in ("Makefile", "constraints.txt", "tools/set_up.py"):
        shutil.copy(ROOT / name, folder / name)
    (folder / "pyproject.toml").write_text(
        '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n'
        '[project]\nname = "nothing"\nversion = "1"\n'
    )
    (folder / "backend.py").write_text(
        "import zipfile\n"
        "def build_editable(folder, *_):\n"
        "    with zipfile.ZipFile(f'{folder}/nothing-1-py3-none-any.whl', 'w') as wheel:\n"
        "        about = 'nothing-1.dist-info'\n"
        "        wheel.writestr(f'{about}/METADATA', 'Metadata-Version: 2.1\\nName: nothing\\nVersion: 1\\n')\n"
        "        wheel.writestr(f'{about}/WHEEL', 'Wheel-Version: 1.0\\nTag: py3-none-any\\n')\n"
        "        wheel.writestr(f'{about}/RECORD', '')\n"
        "    return 'nothing-1-py3-none-any.whl'\n"
    )
    return folder


def make(folder: Path, **environment: str) -> str:
    """Set a project up, and return what is said."""
    command = [program("make"), ".venv/run.stamp", f"PYTHON={sys.executable}"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, env={**os.environ, **environment})
    assert "Traceback" not in done.stderr
    return done.stdout + done.stderr


@pytest.mark.nightly
@pytest.mark.processes
def test_half_an_environment_is_made_again(checkout: Path) -> None:
    (checkout / ".venv").mkdir()
    (checkout / ".venv" / "unfinished").touch()
    (checkout / ".venv" / "theirs").touch()
    assert "Setting up" in make(checkout)
    assert not (checkout / ".venv" / "theirs").exists()
    assert "up to date" in make(checkout)


@pytest.mark.nightly
@pytest.mark.processes
def test_a_folder_that_was_moved_is_set_up_again(checkout: Path) -> None:
    assert "Setting up" in make(checkout)
    moved = checkout.rename(checkout.with_name("moved"))
    assert "Setting up" in make(moved)
    assert subprocess.run([moved / ".venv" / "bin" / "pip", "--version"], capture_output=True).returncode == 0
    assert "up to date" in make(moved)


@pytest.mark.nightly
@pytest.mark.processes
def test_without_an_index_it_says_what_to_do_and_another_try_works(checkout: Path) -> None:
    assert "Setting up" in make(checkout)
    project = checkout / "pyproject.toml"
    text = project.read_text()
    project.write_text(text.replace("requires = []", 'requires = ["nothing-has-this-name"]'))
    assert "is there internet" in make(checkout, **NOWHERE)
    project.write_text(text)
    assert "Setting up" in make(checkout)
    assert "up to date" in make(checkout)


@pytest.mark.field
def test_the_readme_installs_the_same() -> None:
    words = " ".join(word for word in set_up.INSTALL if not word.startswith("--"))
    assert f"\n.venv/bin/python {words} .\n. .venv/bin/activate\n" in (ROOT / "README.md").read_text("utf-8")
