"""The command `python -m audits.kernel`, in a bare interpreter."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import audits.kernel
from proofs_tests.kernel.examples import EXAMPLES

ROOT = Path(audits.kernel.__file__).parents[2]


def run(*files: Path) -> subprocess.CompletedProcess[str]:
    """The command on some files."""
    command = [sys.executable, "-E", "-s", "-S", "-m", "audits.kernel", *map(str, files)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.fixture
def good(tmp_path: Path) -> Path:
    """A certificate."""
    path = tmp_path / "good.json"
    path.write_text(json.dumps(EXAMPLES["point: randomised response"]), "utf-8")
    return path


@pytest.fixture
def false(tmp_path: Path) -> Path:
    """A certificate of what is false, with a subject that would like to look accepted."""
    path = tmp_path / "false.json"
    example = EXAMPLES["point: randomised response"]
    changed = example | {"exp_eps": "1", "subject": "x\naccepted y"}
    path.write_text(json.dumps(changed), "utf-8")
    return path


def test_accepted_files_exit_0(good: Path) -> None:
    """One line per file says what is shown."""
    done = run(good, good)
    assert done.returncode == 0
    shown = "private on 2 databases, 2 ordered pairs, 2 outcomes"
    assert done.stdout.splitlines() == 2 * [f"accepted {good}  point: 'an example': {shown}"]


def test_a_refused_file_exits_1(good: Path, false: Path) -> None:
    """The class of the refusal and its place are named, the other files are checked too."""
    done = run(false, good)
    assert done.returncode == 1
    first, second = done.stdout.splitlines()
    assert first.startswith(f"refused {false}  PrivacyNotShown: ")
    assert second.startswith("accepted")


def test_an_unreadable_file_exits_2(good: Path, false: Path, tmp_path: Path) -> None:
    """Missing files and files that are no UTF-8 text are not judged."""
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe")
    done = run(tmp_path / "missing", good, binary, false)
    assert done.returncode == 2
    kinds = [line.split()[0] for line in done.stdout.splitlines()]
    assert kinds == ["unreadable", "accepted", "unreadable", "refused"]


def test_no_file_exits_2() -> None:
    """There is nothing to check."""
    assert run().returncode == 2


def test_a_subject_cannot_pretend_to_be_a_line(good: Path) -> None:
    """Control characters in a subject are escaped."""
    example = EXAMPLES["point: randomised response"]
    good.write_text(json.dumps(example | {"subject": "x\naccepted \u202e \ud800"}), "utf-8")
    done = run(good)
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 1
    assert "'x\\naccepted \\u202e \\ud800'" in done.stdout
