"""The program as it is installed for a person with Windows, and used without a terminal: all of it, under Wine."""

from __future__ import annotations

import shutil
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from openpyxl import load_workbook

import turnabout_sheets
from tests.installed.shortcut import read_shortcut
from tests.installed.wine import CREATE_PROCESS, Registry, Wine, wait_for_address, wait_until
from tests.real_software import made, program
from tools.packing import ROOT, build_wheel
from tools.windows.layout import LIST, name_version
from tools.windows.make_dist import make_dist
from tools.windows.make_installer import make_installer
from tools.windows.runtime import read_folder
from tools.windows.wheels import download

pytestmark = pytest.mark.wine

SAMPLE: Final = ROOT / "sample_events" / "in-progress.xlsx"
"""An event whose next round is the third."""

CURRENT_USER: Final = "HKEY_CURRENT_USER"
MENUS: Final = {
    suffix: rf"{CURRENT_USER}\Software\Classes\SystemFileAssociations\{suffix}\shell" for suffix in (".xlsx", ".xlsm")
}
"""Where the menus of workbooks are, by how these end."""

VERSION: Final = f"{turnabout_sheets.__version__} (for trying out)"
APP: Final = rf"{CURRENT_USER}\Software\Microsoft\Windows\CurrentVersion\Uninstall\Turnabout"


class Installed(NamedTuple):
    """The program in a folder of a Windows; what was in that before; and what is handed out."""

    wine: Wine
    folder: Path
    files: set[str]
    registry: Registry
    setup: Path
    zip_file: Path

    def give(self, line: str, exit: int = 0) -> str:
        """Have Windows start a command line, as Explorer does, and return what it says."""
        python = self.wine.path(self.folder / "app" / "python.exe")
        return self.wine.run(python, "-c", CREATE_PROCESS, typed=line, exit=exit)

    def choose(self, entry: str, workbook: Path) -> str:
        """Return what Explorer starts when an entry of a workbook's menu is chosen."""
        menu = MENUS[workbook.suffix]
        command = self.wine.registry(menu)[rf"{menu}\Turnabout.{entry}\command"]["@"]
        return command.replace("%1", self.wine.path(workbook))


@pytest.fixture(scope="module")
def installed(wine: Wine, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The program, installed over a version that is said to be older."""
    program("makensis")
    runtime = read_folder(made(ROOT / "build" / "runtime", "make build/runtime.stamp"))
    folder = tmp_path_factory.mktemp("dist")
    wheels = [*download(runtime.version, folder / "theirs"), build_wheel(folder / "ours")]
    zip_file = make_dist(runtime, wheels, folder)
    setup = make_installer(zip_file.with_suffix(""), name_version(runtime), compressor="zlib")
    registry, files = wine.registry(), wine.files()
    for _ in ("first", "again"):
        wine.run(str(setup), "/S")
    return Installed(wine, wine.file(wine.registry(APP)[APP]["InstallLocation"]), files, registry, setup, zip_file)


@pytest.fixture
def workbook(tmp_path: Path) -> Path:
    return put(tmp_path / "D & D at Müller's (50 %)" / "Friday Cup.xlsx")


def put(workbook: Path) -> Path:
    """Put a copy of the sample into a folder."""
    workbook.parent.mkdir(parents=True)
    return Path(shutil.copy(SAMPLE, workbook))


def prints_of(workbook: Path) -> set[str]:
    return {page.name for page in workbook.with_name(f"{workbook.stem} prints").iterdir()}


def has_round(workbook: Path) -> bool:
    return "Round 3" in load_workbook(workbook, read_only=True).sheetnames


def test_every_file_is_as_listed(installed: Installed) -> None:
    lines = (installed.folder / LIST).read_text("utf-8").splitlines()
    expected = {name: digest for digest, name in (line.split(maxsplit=1) for line in lines)}
    there = {
        path.relative_to(installed.folder).as_posix(): path for path in installed.folder.rglob("*") if path.is_file()
    }
    assert {name: sha256(there[name].read_bytes()).hexdigest() for name in expected} == expected
    assert there.keys() - expected.keys() <= {LIST, "Uninstall.exe"}


@pytest.mark.parametrize("suffix", MENUS)
def test_workbooks_have_entries_on_their_menu(installed: Installed, suffix: str) -> None:
    menu = installed.wine.registry(MENUS[suffix])
    app = installed.wine.registry(APP)[APP]
    start = f'"{app["InstallLocation"]}\\app\\python.exe" -m turnabout_sheets start'
    expected = {
        "Pair": ("Pair the next round", f'{start} "%1"'),
        "Desk": ("Open the desk", f'{start} --desk "%1"'),
        "Print": ("Print slips", f'{start} --print "%1"'),
    }
    for entry, (words, command) in expected.items():
        key = rf"{MENUS[suffix]}\Turnabout.{entry}"
        assert (menu[key]["MUIVerb"], menu[rf"{key}\command"]["@"]) == (words, command)


def test_one_for_trying_out_says_so_wherever_it_says_its_version(installed: Installed) -> None:
    app = installed.wine.registry(APP)[APP]
    assert (app["DisplayName"], app["DisplayVersion"]) == (f"Turnabout {VERSION}", VERSION)
    python = installed.wine.path(installed.folder / "app" / "python.exe")
    said = installed.wine.run(python, "-m", "turnabout_sheets", "--version")
    assert said.startswith(f"turnabout {VERSION} (Python 3.11")


def test_shortcuts_stand_where_people_look(installed: Installed) -> None:
    found = [path for path in map(Path, installed.wine.files() - installed.files) if path.suffix == ".lnk"]
    assert sorted(path.parent.name for path in found) == ["Programs", "SendTo", installed.wine.home.name]
    for path in found:
        shortcut = read_shortcut(path)
        assert installed.wine.file(shortcut.target) == installed.folder / "app" / "python.exe"
        assert shortcut.arguments == "-m turnabout_sheets start"
        assert installed.wine.file(shortcut.icon) == installed.folder / "Uninstall.exe"
        assert Path(installed.wine.file(shortcut.folder)).is_dir()


def test_the_next_round_is_paired_and_its_slips_printed_from_the_menu(installed: Installed, workbook: Path) -> None:
    said = installed.give(installed.choose("Pair", workbook))
    assert "Paired round 3: 9 tables" in said
    assert has_round(workbook)
    assert {"index.html", "round-03-slips.html"} < prints_of(workbook)
    said = installed.give(installed.choose("Print", workbook))
    assert said.endswith("round-03-slips.html\n")
    assert [page.rpartition("/")[2] for page in installed.wine.opened()] == ["index.html", "round-03-slips.html"]


def test_workbooks_from_anywhere_can_be_dropped_on_the_icon(installed: Installed, tmp_path: Path) -> None:
    wine = installed.wine
    stick, share = tmp_path / "stick", tmp_path / "share"
    wine.add_drive("e:", stick)
    wine.add_drive("unc/server/share", share)
    long = tmp_path / "long"
    names = {
        r"E:\Friday.xlsx": put(stick / "Friday.xlsx"),
        r"\\server\share\Größe 1\Saturday.xlsx": put(share / "Größe 1" / "Saturday.xlsx"),
        wine.path(long / ("x" * (200 - len(str(long)) - 8) + ".xlsx")): None,
    }
    *_, longest = names
    assert len(longest) == 200
    names[longest] = put(wine.file(longest))
    shortcut = read_shortcut(wine.home / "Turnabout.lnk")
    said = installed.give(" ".join([f'"{shortcut.target}" {shortcut.arguments}', *(f'"{name}"' for name in names)]))
    for name, workbook in names.items():
        assert f"Wrote {name}\n" in said
        assert workbook is not None
        assert has_round(workbook)
        assert "round-03-slips.html" in prints_of(workbook)
    assert len(wine.opened()) == len(names)


@contextmanager
def page_of(installed: Installed, line: str) -> Iterator[str]:
    """Have Windows start a command line that opens a page, and give what the page says as long as that runs."""
    wine = installed.wine
    running = wine.start(wine.path(installed.folder / "app" / "python.exe"), "-c", CREATE_PROCESS)
    assert running.stdin is not None
    assert running.stdout is not None
    with running.stdin, running.stdout:
        running.stdin.write(line.encode("utf-8"))
        running.stdin.close()
        try:
            with urllib.request.urlopen(wait_for_address(running), timeout=60) as page:
                yield page.read().decode("utf-8")
        finally:
            wine.run("taskkill", "/F", "/IM", "python.exe")
            running.wait(60)
    assert len(wine.opened()) == 1


def test_the_icon_opens_the_start_page(installed: Installed) -> None:
    shortcut = read_shortcut(installed.wine.home / "Turnabout.lnk")
    with page_of(installed, f'"{shortcut.target}" {shortcut.arguments}') as page:
        assert "Try it with a sample event" in page
        assert f"Version {VERSION}" in page


def test_a_file_that_is_gone_is_told_without_a_command(installed: Installed, tmp_path: Path) -> None:
    shortcut = read_shortcut(installed.wine.home / "Turnabout.lnk")
    gone = installed.wine.path(tmp_path / "Friday.xlsx")
    said = installed.give(f'"{shortcut.target}" {shortcut.arguments} "{gone}"', exit=4)
    assert said.rpartition(";")[2] == (
        " check the name and the folder, or double-click the Turnabout icon, and make a new event there.\n"
    )


def test_the_desk_opens_from_the_menu_and_nothing_is_replaced_while_it_is_open(
    installed: Installed, workbook: Path
) -> None:
    wine, folder = installed.wine, installed.folder
    running = "Nothing was changed, because Turnabout is running: close its windows and try again.\n"
    with page_of(installed, installed.choose("Desk", workbook)) as page:
        assert "Friday Cup" in page
        wait_until(lambda: has_round(workbook))
        assert wine.run(str(installed.setup), "/S", exit=2) == running
        assert wine.run(wine.path(folder / "Uninstall.exe"), "/S", f"_?={wine.path(folder)}", exit=2) == running


def test_what_is_only_unpacked_runs_too(installed: Installed, tmp_path: Path) -> None:
    """In names without a percent sign, which Wine's own cmd takes away."""
    workbook = put(tmp_path / "D & D at Müller's" / "Friday.xlsx")
    apps = tmp_path / "Own apps (new) & more"
    with zipfile.ZipFile(installed.zip_file) as packed:
        packed.extractall(apps)
    (starter,) = apps.glob("*/Turnabout.cmd")
    said = installed.give(f'"{installed.wine.path(starter)}" "{installed.wine.path(workbook)}"')
    assert "Paired round 3: 9 tables" in said
    assert has_round(workbook)
    assert len(installed.wine.opened()) == 1


def test_uninstalling_leaves_nothing_but_workbooks(installed: Installed) -> None:
    """Also after it was used; in Windows' list of apps, that without a question is asked for."""
    wine = installed.wine
    workbook = put(installed.folder.parents[1] / "Friday" / "Friday.xlsx")
    installed.give(installed.choose("Pair", workbook))
    wine.opened()
    _, uninstaller, switch = wine.registry(APP)[APP]["QuietUninstallString"].split('"')
    wine.run(uninstaller, switch.strip())
    wait_until(lambda: not installed.folder.exists())
    assert has_round(workbook)
    shutil.rmtree(workbook.parent)
    assert wine.files() - installed.files == set()
    assert wine.registry() == installed.registry
