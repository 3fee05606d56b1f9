"""What a person writes wrongly in a file, and streams that end: no line of `refusals.txt`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from audits.cli import LONGEST_LINE
from proofs_tests.command_line import exactdp, refusal

OWN = """
from dataclasses import dataclass
from fractions import Fraction
from reference.data.adjacency import replace_one
from reference.privacy.epsilon import Epsilon
from reference.probability.families import bernoulli

@dataclass(frozen=True)
class Own:
    eps: Epsilon
    {extra}

    def universe(self, rows):
        {universe}

    def __call__(self, database, coins):
        {body}
"""

UNIVERSE = "return replace_one(range(2), rows)"


def own(folder: Path, *, body: str = "return 0", universe: str = UNIVERSE, extra: str = "") -> str:
    """A mechanism of somebody's own, in a file."""
    file = folder / "own.py"
    file.write_text(OWN.format(body=body, universe=universe, extra=extra), encoding="utf-8")
    return f"{file}:Own"


@pytest.mark.parametrize(
    ("extra", "universe", "words"),
    [
        ("thing: 'Nowhere'", UNIVERSE, "name 'Nowhere' is not defined"),
        ("parts = 0", UNIVERSE, "Own.parts is 0"),
        ("guarantee = 3", UNIVERSE, "Own.guarantee is no Guarantee"),
        ("guarantee = property(lambda self: self.nothing)", UNIVERSE, "'nothing'"),
        ("def __post_init__(self): raise OSError('post')", UNIVERSE, "Own: OSError: post"),
        ("", "return nowhere(rows)", "Own.universe(1): NameError"),
        ("", "return [rows]", "returned no adjacency"),
    ],
)
def test_a_class_that_is_no_mechanism(
    tmp_path: Path, extra: str, universe: str, words: str
) -> None:
    """Its types, its promise, its universe."""
    name = own(tmp_path, extra=extra, universe=universe)
    assert words in refusal(f"privacy {name} --rows 1 --root 2")


def test_what_a_mechanism_prints_is_not_the_answer(tmp_path: Path) -> None:
    """It goes to stderr."""
    name = own(tmp_path, body="print('hello'); return coins.draw(bernoulli(Fraction(1, 2)))")
    printed = exactdp(f"law {name} --database 0 --root 2 --json", status=0)
    assert printed.stdout.startswith("{")
    assert "hello" not in printed.stdout
    assert "hello" in printed.stderr


def test_a_reader_that_hangs_up() -> None:
    """No traceback, no complaint, and no success: the status of a process that SIGPIPE ends."""
    line = [sys.executable, "-m", "audits", "list", "mechanisms"]
    child = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert child.stdout is not None
    assert child.stderr is not None
    child.stdout.close()
    assert child.stderr.read() == b""
    child.stderr.close()
    assert child.wait() == 141


def test_a_long_refusal_is_cut() -> None:
    """One line that fits a screen."""
    line = refusal("law", "x" * 5000, "--database", "0", "--root", "2")
    assert len(line) < LONGEST_LINE + 50


@pytest.mark.parametrize("jobs", ["0", "1000000"])
def test_processes_are_limited(jobs: str) -> None:
    """By the cores of this machine."""
    said = refusal(f"privacy randomized-response -p domain=2 --rows 1 --eps 1 --jobs {jobs}")
    assert f"--jobs {jobs}: give a whole number from 1 to" in said


def test_a_certificate_is_written_where_a_link_leads(tmp_path: Path) -> None:
    """The link stays; a pipe, like a device, is no place for a certificate, and stays too."""
    link, target, pipe = (tmp_path / name for name in ("link.json", "target.json", "pipe"))
    link.symlink_to(target)
    os.mkfifo(pipe)
    words = "privacy exponential-interior-point -p domain=2 --rows 1 --root 2 --certificate"
    exactdp(f"{words} {link}", status=0)
    assert link.is_symlink()
    assert target.read_text("utf-8").startswith("{")
    assert "no regular file" in refusal(f"{words} {pipe}")
    assert pipe.is_fifo()
