"""Streams that end, long lines, limits of the machine, links: no line of `refusals.txt`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from audits.cli import LONGEST_LINE
from proofs_tests.command_line import exactdp, refusal


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
