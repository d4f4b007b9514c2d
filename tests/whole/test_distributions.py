"""What an installer gets has all that is needed, and can be built again by anybody to the same bytes."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Sequence
from email import message_from_string
from email.message import Message
from pathlib import Path
from zipfile import ZipFile

import pytest
from click.testing import CliRunner

from tests.distributions import CHECKOUT, PIP, Built, build_elsewhere, build_once
from tests.support.books import SAMPLES
from turnabout_sheets import __version__
from turnabout_sheets.cli.main import main
from turnabout_sheets.prints.words import shipped_templates

pytestmark = pytest.mark.processes


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Built:
    own = tmp_path_factory.getbasetemp()
    return build_once(own if worker_id == "master" else own.parent)


def read_metadata(built: Built) -> Message:
    with ZipFile(built.wheel) as wheel:
        (name,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
        return message_from_string(wheel.read(name).decode())


def files_in(folder: Path) -> dict[Path, bytes]:
    return {file.relative_to(folder): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


@pytest.mark.nightly
def test_both_are_built_to_the_same_bytes_in_another_folder_and_at_another_time(built: Built, tmp_path: Path) -> None:
    again = build_elsewhere(built, tmp_path)
    assert files_in(again) == files_in(built.wheel.parent)


def test_the_wheel_has_every_template_all_words_and_the_licence(built: Built) -> None:
    assert files_in(built.site / "turnabout_sheets" / "templates") == files_in(shipped_templates())
    (licence,) = built.site.glob("*.dist-info/licenses/LICENSE")
    assert licence.read_text("utf-8") == (CHECKOUT / "LICENSE").read_text("utf-8")


def test_the_archive_of_the_sources_has_all_that_is_to_be_in_it(built: Built) -> None:
    """What has to be in it says `tests.whole.test_docs`."""
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"][
        "sdist"
    ]
    with tarfile.open(built.sources) as archive:
        there = {name.split("/")[1] for name in archive.getnames()}
    assert sorted({*project["include"]} - there) == []


def test_the_page_of_the_index_has_no_pictures_and_no_links_that_lead_nowhere_there(built: Built) -> None:
    page = read_metadata(built).get_payload()
    assert page.startswith("# Turnabout\n")
    assert "![" not in page
    assert re.findall(r"\]\((?!https?:)[^)]*\)", page) == []
    assert not re.search(r"^\|[-| ]+\|\n(?!\|)", page, re.MULTILINE), "a table without rows"


DEMO: Sequence[Sequence[str]] = (
    ("new", "Blank.xlsx", "--format", "Netrunner"),
    ("simulate", "Friday.xlsx", "--players", "6", "--rounds", "2"),
    ("run", "Friday.xlsx"),
    ("print", "Friday.xlsx", "--only", "cards,report"),
    ("archive", "add", "finished.xlsx"),
    ("archive", "list", "1"),
)
"""An event from the blank workbook to the archive."""

PROGRAM = f"""
import sys
from turnabout_sheets.cli.main import main
for command in {DEMO}:
    try:
        main(command, prog_name="turnabout")
    except SystemExit as ended:
        assert not ended.code, (command, ended.code)
"""


@pytest.mark.nightly
def test_a_wheel_alone_takes_an_event_from_the_blank_workbook_to_the_archive(built: Built, tmp_path: Path) -> None:
    """Its pages and workbooks are those of the checkout."""
    installed, here = tmp_path / "installed", tmp_path / "here"
    for folder in (installed, here):
        folder.mkdir()
        shutil.copy(SAMPLES / "finished.xlsx", folder)
    done = subprocess.run([*in_clean_environment(built, tmp_path), PROGRAM], cwd=installed, capture_output=True)
    assert done.returncode == 0, done.stderr.decode()
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(here)
        patch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))  # the archive used last is another one there
        said = "".join(CliRunner().invoke(main, command, prog_name="turnabout").stdout for command in DEMO)
    assert done.stdout.decode().replace(str(installed), str(here)) == said
    assert comparable(installed) == comparable(here)


def comparable(folder: Path) -> dict[Path, bytes]:
    """Return the files in a folder, but for those that say when they were made."""
    return {
        file: data
        for file, data in files_in(folder).items()
        if not file.parts[0].endswith("backups") and file.suffix != ".sqlite"
    }


def in_clean_environment(built: Built, folder: Path) -> Sequence[str]:
    """Return how a program is run where the wheel is all that was installed, with what it asks for."""
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
    python = folder / "venv" / "bin" / "python"
    subprocess.run([python, *PIP[1:], "install", "-c", CHECKOUT / "constraints.txt", built.wheel], check=True)
    return [str(python), "-I", "-X", "utf8", "-c"]


def test_the_command_that_is_installed_is_the_program(built: Built, tmp_path: Path) -> None:
    command = [built.site / "bin" / "turnabout", "--version"]
    environment = {**os.environ, "PYTHONPATH": str(built.site)}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert __version__ in done.stdout
