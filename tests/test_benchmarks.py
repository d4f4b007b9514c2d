"""Every benchmark runs, at its smallest size: what is timed as a process elsewhere runs in this one."""

from __future__ import annotations

import contextlib
import io
import json
import re
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from unittest.mock import patch

import pytest

from benchmarks import archive, desk, graft, growth, pairing, piles, prints, run, sheets
from benchmarks.ranking.__main__ import main as study
from tests.prints.browser import chromium
from turnabout_sheets.cli.main import main as turnabout
from turnabout_sheets.formats import load_all

pytestmark = pytest.mark.slow

DOCS = Path(__file__).parents[1] / "docs" / "dev"
NOTHING = run.Measured(1.0, 0.5, 1)


def call(command: Sequence[str]) -> str:
    """Do what a command line of this Python would do; return what it says, or raise as `run.measure` does."""
    _, option, what, *arguments = command
    with contextlib.redirect_stdout(io.StringIO()) as said, patch("sys.argv", ["", *arguments]):
        if option == "-c":
            exec(what, {"__name__": "__main__"})
        elif what == "turnabout_sheets":
            with pytest.raises(SystemExit) as left:
                turnabout.main(arguments)
            if left.value.code:
                raise subprocess.CalledProcessError(int(left.value.code), list(command))
        else:
            {"benchmarks.archive": archive.main, "benchmarks.pairing": pairing.main}[what](arguments)
    return said.getvalue()


def measure(command: Sequence[str]) -> run.Measured:
    call(command)
    return NOTHING


def test_run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """What is measured again and again, for a steady figure, is done once here."""
    measure_once = cache(lambda *command: measure(command))
    monkeypatch.setattr(run, "measure", lambda command: measure_once(*command))
    run.main("--small 12 --large 12 --repeats 1".split())
    lines = capsys.readouterr().out.splitlines()
    assert "import pandas: median 1.00 s (0.50), 0 MB" in lines
    for command in ("whole run", "run, nothing changed", "check"):
        assert f"12 players x 6 rounds, {command}: median 1.00 s (0.50), 0 MB" in lines
    assert lines.count("    ratio, pair by pair:    median 1.00 (from 1.00 to 1.00)") == 3 * len(run.BARE)
    assert [line.partition(",")[0] for line in lines[-2:]] == ["Turnabout", "Netrunner"]


def test_growth(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(growth, "measure", measure)
    monkeypatch.setattr(run, "measure", measure)
    monkeypatch.setattr(growth, "SIZES", [growth.Size(12, 2), growth.Size(200, 9)])
    growth.main("--most 12".split())
    head, line = capsys.readouterr().out.splitlines()
    assert head.startswith("players x rounds")
    assert line.split()[:3] == ["12", "x", "2"]
    assert line.endswith("0.00, 0.00")


def test_graft(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(graft, "measure", measure)
    monkeypatch.setattr(run, "measure", measure)
    graft.main("--rows 10 --repeats 1".split())
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("10 rows of the organizer's")
    assert lines[-1] == "ratio of the processor:  median 1.00 (from 1.00 to 1.00)"


def test_sheets(capsys: pytest.CaptureFixture[str]) -> None:
    sheets.main("--players 20 --repeats 1".split())
    head, *lines = capsys.readouterr().out.splitlines()
    assert head.startswith("20 players x 8 rounds, ")
    assert [line[2:23].rstrip() for line in lines] == ["ours", "openpyxl, write-only", "XlsxWriter"]


def test_pairing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def work(name: str, library: str, most_seconds: float | None = None) -> pairing.Result:
        return pairing.Result(**json.loads(call([sys.executable, "-m", "benchmarks.pairing", "--work", name, library])))

    monkeypatch.setattr(pairing, "REPEATS", 1)
    monkeypatch.setattr(pairing, "measure", work)
    field = min(pairing.FIELDS, key=lambda name: int(name.replace(",", "").split()[0]))
    pairing.main(["--field", field])
    lines = capsys.readouterr().out.splitlines()
    (ours,) = (line for line in lines if line.startswith(field))
    assert ", proven, " in ours
    assert any(line.strip().startswith("networkx") for line in lines)
    assert any(line.startswith("Aims: ") and line.endswith(" of 1:") for line in lines)
    with pytest.raises(SystemExit):
        pairing.main(["--field", "no such field"])


def test_piles(capsys: pytest.CaptureFixture[str]) -> None:
    piles.main("--events 20 --players 12".split())
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith("12 players, 20 events: the moves ran out in ")
    assert "-" not in line  # they did


def test_prints(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(prints, "to_pdf", lambda page, folder: page)
    prints.main("--players 12 --repeats 1 --pdf".split())
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if not line.startswith(" ")] == [
        f"{format.name}, 12 players:" for format in load_all()
    ]
    assert sum("all of them" in line for line in lines) == len(load_all())
    assert sum("a sheet as PDF" in line for line in lines) == len(lines) - 2 * len(load_all())


@pytest.mark.browser
@pytest.mark.processes
def test_desk(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(desk, "start_browser", lambda: contextlib.nullcontext(chromium()))
    monkeypatch.setattr(desk, "CALM", 0.2)
    desk.main("--players 12 --saves 2 --idle 0.1".split())
    saves, idle = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"12 players, 2 saves, from save to page: median \d+\.\d\d s, worst \d+\.\d\d s", saves)
    assert re.fullmatch(r"  idle for 0.1 s, of the processor in a minute: desk [\d.]+ s, browser [\d.]+ s", idle)
    chromium().open("about:blank")


def test_archive(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for module in ("archive", "verify_archive"):
        monkeypatch.setattr(
            f"turnabout_sheets.jobs.{module}.map_in_parallel",
            lambda job, things, *_: contextlib.nullcontext(map(job, things)),
        )
    monkeypatch.setattr(archive, "REPEATS", 1)
    monkeypatch.setattr(archive, "measure", measure)
    monkeypatch.setattr(archive, "listen", call)
    archive.main("--events 3 --sqlite-only".split())
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["3", "events", "SQLite"]
    assert {"rebuild", "undo that", "export csv"} <= {line[:38].strip() for line in lines}
    assert all(line[38:].strip() for line in lines)


@pytest.mark.processes  # matplotlib asks for the fonts there are when it is first used
def test_study(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.setattr("benchmarks.ranking.page.CALIBRATION_MATCHES", 100)
    (tmp_path / "pictures").mkdir()
    page = tmp_path / "pairing-quality.md"
    page.write_text((DOCS / page.name).read_text("utf-8"), "utf-8")
    study(["--events", "2", "--jobs", "1", "--docs", str(tmp_path)])
    assert page.read_text("utf-8") != (DOCS / page.name).read_text("utf-8")
    assert [file.suffix for file in (tmp_path / "pictures").iterdir()] == [".svg"] * 3


@pytest.mark.processes
def test_what_is_measured_caches_byte_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    found = run.measure([sys.executable, "-c", "import sys; sys.exit(sys.dont_write_bytecode)"])
    assert found.seconds > 0
    assert found.memory > run.MEGABYTE or found.memory == 0
    with pytest.raises(subprocess.CalledProcessError):
        run.measure([sys.executable, "-c", "raise SystemExit(3)"])
