"""The page on adding a mechanism: done as it says, in a copy of the tree, it ends as it says."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[4]
PAGE = (ROOT / "docs" / "adding.md").read_text("utf-8")
PARTS = ("audits", "exactdp", "proofs_tests", "reference", "pyproject.toml", "docs", "README.md")


def follow(tree: Path) -> list[tuple[str, list[str]]]:
    """Write the files of the page into a tree: its commands, and what is shown of their output."""
    commands = []
    for match in re.finditer(r"```(\w+)\n(.*?)```", PAGE, flags=re.DOTALL):
        kind, block = match.groups()
        if kind == "python":  # into the file that was named last
            file = re.findall(r"`([\w/]+\.py)`", PAGE[: match.start()])[-1]
            assert not (tree / file).exists()
            (tree / file).write_text(block, "utf-8")
        elif kind == "diff":
            head, *lines = block.splitlines()
            patch(tree / head.removeprefix("# "), lines)
        else:
            for each in block.replace("\\\n", "").split("$ ")[1:]:
                command, *shown = each.strip().splitlines()
                commands.append((command, [line.strip() for line in shown]))
    return commands


def patch(file: Path, lines: list[str]) -> None:
    """Replace the old lines, which stand there once, by the new ones."""
    old, new = (
        "".join(f"{line[1:]}\n" for line in lines if line[:1] in marks) for marks in (" -", " +")
    )
    text = file.read_text("utf-8")
    assert text.count(old) == 1, (file, old)
    file.write_text(text.replace(old, new), "utf-8")


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what the page is about."""
    copy = tmp_path_factory.mktemp("checkout")
    for name in PARTS:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, copy / name)  # with what is compiled
        else:
            shutil.copy(source, copy / name)
    return copy


IN_ONE_PROCESS = """
import json, sys
from contextlib import redirect_stdout
from io import StringIO

import pytest
from audits.cli import main as exactdp
from audits.ledger.lock_teeth import main as make

programs = {"exactdp": exactdp, "make": make, "pytest": pytest.main}
ended = []
for program, *words in json.loads(sys.argv[1]):
    said = StringIO()
    with redirect_stdout(said):
        ended.append([int(programs[program](words)), said.getvalue()])
print(json.dumps(ended))
"""
"""Commands one after the other, that load the claims once: status and output of each."""

OF_OTHERS = "test_half or test_the_declared_parts or test_twice_the_eps"
"""Tests of every mechanism by itself."""


def words_of(command: str) -> list[str]:
    """The words of a command of the page, without what is asked of others as well."""
    program, *words = shlex.split(command)
    match program:
        case "make":  # which the copy has not
            return [program, *words[-1].removeprefix("CLAIMS=").split()]
        case "pytest":
            return [program, "-p", "no:randomly", "-k", f"parity or not ({OF_OTHERS})", *words]
        case _:
            return [program, *words]


def test_the_mechanism_is_added_as_the_page_says(tree: Path) -> None:
    """Every command of the page ends well, and says what is shown of it."""
    commands = follow(tree)
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            IN_ONE_PROCESS,
            json.dumps([words_of(line) for line, _ in commands]),
        ],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree)},
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, (done.stdout[-2000:], done.stderr[-2000:])
    ended = json.loads(done.stdout.splitlines()[-1])
    for (command, shown), (status, output) in zip(commands, ended, strict=True):
        said = " ".join(output.split())
        assert status == 0, (command, said[-2000:], done.stderr[-2000:])
        for line in shown:
            assert " ".join(line.split()) in said, (command, line, said)
    ruff = Path(sys.executable).with_name("ruff")
    added = [*tree.rglob("*noisy_parity.py")]
    assert len(added) == 3
    for check in (["check"], ["format", "--check"]):
        done = subprocess.run(
            [ruff, *check, *added], cwd=tree, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout
