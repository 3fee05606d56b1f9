"""Hostile files: the command accepts or refuses them, within ten seconds and 500 megabytes."""

from __future__ import annotations

import json
import os
import random  # noqa: TID251 - corruptions, no coins
import resource
import subprocess
import sys
from pathlib import Path

import pytest

import audits.kernel
from audits.kernel import Refused, check
from proofs_tests.kernel.examples import EXAMPLES
from proofs_tests.kernel.hostile import ALONE, GOOD, SHARING
from proofs_tests.nightly import NIGHTLY

COMMAND = [sys.executable, "-I", "-S", str(Path(audits.kernel.__file__).parent / "__main__.py")]
SECONDS, BYTES = 10, 500 * 2**20
UNREADABLE = {"NotJson", "NotCertificate"}


def bounded() -> None:
    """Ten seconds of processor time (one is usual) and 500 megabytes of addresses."""
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))


def run(*files: str | bytes | Path) -> subprocess.CompletedProcess[bytes]:
    """The command on some files, within the bounds."""
    return subprocess.run(
        [*COMMAND, *files], capture_output=True, check=False, preexec_fn=bounded, timeout=60
    )


@pytest.fixture
def good(tmp_path: Path) -> Path:
    """A certificate."""
    path = tmp_path / "good.json"
    path.write_text(GOOD, "utf-8")
    return path


HOSTILE = ALONE | SHARING
TOGETHER = [[name] for name in ALONE]
TOGETHER += [[*SHARING][i : i + 12] for i in range(0, len(SHARING), 12)]


@pytest.mark.parametrize("names", TOGETHER, ids=lambda names: names[0])
def test_a_hostile_file_is_decided_and_the_next_one_is_checked(
    names: list[str], tmp_path: Path, good: Path
) -> None:
    """It gets the answer that it should, without a traceback, and a good one after it its own."""
    files, reasons = list[Path](), [HOSTILE[name][1] for name in names]
    for name in names:
        text, _ = HOSTILE[name]
        path = tmp_path / f"{len(files)}.json"
        path.write_text(text if isinstance(text, str) else json.dumps(text), "utf-8")
        files += [path, good]
    done = run(*files)
    assert done.stderr == b""
    lines = done.stdout.decode("ascii").splitlines()
    for name, reason, path, said in zip(names, reasons, files[::2], lines[::2], strict=True):
        judged = "unreadable" if reason in UNREADABLE else "refused"
        answer = f"{judged} {path}  {reason}: " if reason else f"accepted {path}  "
        assert said.startswith(answer), name
    assert len(lines) == len(files)
    assert all(said.startswith(f"accepted {good}  ") for said in lines[1::2])
    assert done.returncode == (2 if UNREADABLE.intersection(reasons) else int(any(reasons)))


def test_a_file_of_300_megabytes_is_not_read(tmp_path: Path, good: Path) -> None:
    """Its size is enough to refuse it."""
    path = tmp_path / "sparse"
    with path.open("wb") as file:
        file.truncate(300 * 10**6)
    done = run(path, good)
    first, second = done.stdout.splitlines()
    assert first.startswith(b"refused %s  TooLarge: " % os.fsencode(path))
    assert second.startswith(b"accepted")
    assert (done.returncode, done.stderr) == (1, b"")


def unreadable(paths: list[Path], good: Path) -> None:
    """Each of the files is, in a line of its own, and a good one after it is accepted."""
    done = run(*(path for each in paths for path in (each, good)))
    lines = done.stdout.splitlines()
    for path, said, after in zip(paths, lines[::2], lines[1::2], strict=True):
        assert said.startswith(b"unreadable %s  " % os.fsencode(path))
        assert after.startswith(b"accepted")
    assert (done.returncode, done.stderr) == (2, b"")


def test_what_is_no_file_is_unreadable(tmp_path: Path, good: Path) -> None:
    """A directory, a pipe that nobody writes to, and a device without end are not waited for."""
    directory, fifo, dangling = (tmp_path / name for name in ("directory", "fifo", "dangling"))
    directory.mkdir()
    os.mkfifo(fifo)
    dangling.symlink_to(tmp_path / "nowhere")
    unreadable([directory, fifo, Path("/dev/zero"), tmp_path / "missing", dangling], good)


def test_bytes_that_are_no_utf_8_are_unreadable(tmp_path: Path, good: Path) -> None:
    """Other encodings, encoded surrogates and overlong forms are not guessed at."""
    texts = [b"\xff\xfe", b'"\xed\xa0\x80"', b"\x80", b'{"a": "\xc0\x80"}']
    paths = [tmp_path / f"bytes{i}" for i in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_bytes(text)
    unreadable(paths, good)


NAMES = [b"x\naccepted y", b"\xff\xfe", "\u202e".encode(), b"\x1b[2J", b"a\rb", b"-", b"--help"]


def test_a_file_name_cannot_pretend_to_be_a_line(tmp_path: Path) -> None:
    """Newlines, control characters and bytes that are no text are escaped: one line, in ASCII."""
    paths = [os.fsencode(tmp_path) + b"/" + name for name in NAMES]
    for path in paths:
        Path(os.fsdecode(path)).write_text(GOOD.replace('"2"', '"1"'), "utf-8")
    done = run(*paths)
    lines = done.stdout.decode("ascii").split("\n")
    assert [line.split(" ")[0] for line in lines] == ["refused"] * len(NAMES) + [""]
    assert all(map(str.isprintable, lines))
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.parametrize("name", EXAMPLES)
def test_random_bytes_in_a_good_file_raise_nothing_but_refused(name: str) -> None:
    """Corruptions of each example: deleted, doubled, changed and exchanged pieces."""
    rng = random.Random(name)  # noqa: S311
    text = json.dumps(EXAMPLES[name])
    alphabet = '0123456789"[]{},:-/\\ue.nul tr\x00\ud800\u0660'
    for _ in range(200 if NIGHTLY else 80):
        changed = text
        for _ in range(rng.choice([1, 1, 1, 2, 5])):
            i, j = sorted(rng.choices(range(len(changed) + 1), k=2))
            j = min(j, i + rng.choice([0, 1, 2, 30]))
            piece = rng.choice(
                ["", changed[i:j] * 2, rng.choice(alphabet), rng.choice(alphabet) * 9]
            )
            changed = changed[:i] + piece + changed[j:]
        try:
            assert str(check(changed))
        except Refused:
            continue
