"""`exactdp check`: what the kernel says of each file, one line for each, whatever its name."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from proofs_tests.command_line import exactdp, refusal
from proofs_tests.kernel.examples import EXAMPLES
from proofs_tests.kernel.test_manifest import line, manifest

GOOD = json.dumps(EXAMPLES["point: randomised response"])
FALSE = json.dumps(EXAMPLES["point: randomised response"] | {"exp_eps": "1"})


def shown(*words: str | Path, status: int) -> list[str]:
    """The lines that the command prints of some files, after which it exits with a status."""
    return exactdp("check", *words, status=status).stdout.splitlines()


@pytest.mark.parametrize(
    "name",
    [
        "x\naccepted y",
        "x\raccepted y",
        "x\u2028accepted y",
        "x\x1b[2Kaccepted y",
        "x  point: 'all'",
    ],
)
def test_a_file_name_cannot_forge_a_line(tmp_path: Path, name: str) -> None:
    """A name with anything but visible ASCII is quoted, with escapes."""
    (tmp_path / name).write_text(FALSE, "utf-8")
    (line,) = shown(tmp_path / name, status=1)
    assert line.startswith(f"refused {str(tmp_path / name)!a}  ")
    assert line.isprintable()


def test_a_plain_name_is_shown_as_it_is(tmp_path: Path) -> None:
    """Scripts find the path that they gave."""
    file = tmp_path / "good.json"
    file.write_text(GOOD, "utf-8")
    (line,) = shown(file, status=0)
    assert line.startswith(f"accepted {file}  private: ")


def test_a_batch_goes_on_after_a_file_that_is_not_accepted(tmp_path: Path) -> None:
    """Refused ones exit 1; unreadable ones exit 2 and are not judged; the others are checked."""
    contents = {"false": FALSE.encode(), "binary": b"\xff", "good": GOOD.encode()}
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
    files = [tmp_path / name for name in ("false", "missing", "binary", "good")]
    printed = exactdp("check", *files, status=2)
    assert [line.split()[0] for line in printed.stdout.splitlines()] == ["refused", "accepted"]
    first, second = printed.stderr.splitlines()
    assert first.startswith(f"exactdp: {files[1]}: cannot be read: ")
    assert second.startswith(f"exactdp: {files[2]}: cannot be read: ")
    lines = shown(files[0], files[3], status=1)
    assert [line.split()[0] for line in lines] == ["refused", "accepted"]


NAMES = re.compile(r"[A-Z]\w*(Error|Exception)\b|NotJson|NotCertificate|Errno|Traceback|codec")
"""Of classes, where a person expects words."""

WRONG: dict[str, bytes] = {
    "empty": b"",
    "blank": b" \n",
    "binary": bytes(range(256)),
    "utf-16": GOOD.encode("utf-16"),
    "a byte order mark": b"\xef\xbb\xbf" + GOOD.encode(),
    "nothing but zeros": bytes(100),
    "text": b"hello",
    "html": b"<html></html>",
    "csv": b"database,outcome,probability\n0,0,1\n",
    "null": b"null",
    "true": b"true",
    "a number": b"1",
    "a float": b"1.5",
    "not a number": b"NaN",
    "a string": b'"exactdp-certificate 2"',
    "a list": b"[1]",
    "an object": b"{}",
    "a package": b'{"name": "x", "version": "1"}',
    "another format": b'{"format": "other 1"}',
    "a format of another type": b'{"format": 2}',
    "a manifest": b'{"format": "exactdp-manifest 1"}',
    "format not first": json.dumps({"a": 1, "format": "exactdp-certificate 2"}).encode(),
    "cut": GOOD[: len(GOOD) // 2].encode(),
    "a byte less": GOOD[:-1].encode(),
    "a byte more": GOOD.encode() + b"}",
    "twice": GOOD.encode() * 2,
    "two lines": b"{}\n{}\n",
    "a comma too many": b'{"format": "exactdp-certificate 2",}',
    "single quotes": b"{'format': 'exactdp-certificate 2'}",
}
"""Files that are no certificate, nor the manifest of a run."""

REFUSED: dict[str, bytes] = {
    "another version": GOOD.replace("certificate 2", "certificate 3").encode(),
    "an earlier version": GOOD.replace("certificate 2", "certificate 1").encode(),
    "a version that is no number": GOOD.replace("certificate 2", "certificate x").encode(),
    "another kind": GOOD.replace('"kind": "point"', '"kind": "dot"').encode(),
    "a key less": json.dumps({"format": "exactdp-certificate 2"}).encode(),
    "a key twice": GOOD.replace("{", '{"format": "exactdp-certificate 2", ', 1).encode(),
    "a huge integer": b"9" * 200_000,
    "deep": b"[" * 100_000 + b"]" * 100_000,
}
"""What says that it is a certificate, or is too large to see."""


def one_line(*words: str | Path) -> tuple[int, str]:
    """The exit status of a line, and the one line that it prints, without names of classes."""
    found = exactdp("check", *words)
    (line,) = (found.stdout + found.stderr).splitlines()
    assert NAMES.search(line) is None, line
    return found.returncode, line


@pytest.mark.parametrize("option", [[], ["--manifest"]])
@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_file(tmp_path: Path, name: str, option: list[str]) -> None:
    """Bad input, told in words: exit status 1 is for a certificate that is wrong."""
    file = tmp_path / "file"
    file.write_bytes(WRONG[name])
    status, line = one_line(*option, file)
    assert status == 2
    assert str(file) in line
    what = "cannot be read" if name in {"binary", "utf-16"} else "not a certificate"
    assert option or line.startswith(f"exactdp: {file}: {what}: it is ")
    assert option or ("--manifest FILE" in line) == (name == "a manifest")


@pytest.mark.parametrize("name", REFUSED)
def test_a_refused_file(tmp_path: Path, name: str) -> None:
    """Refused as a certificate, and bad input as a manifest."""
    file = tmp_path / "file"
    file.write_bytes(REFUSED[name])
    status, line = one_line(file)
    assert status == 1
    assert line.startswith(f"refused {file}  WrongFormat: ") or "version" not in name
    assert one_line("--manifest", file)[0] == 2


@pytest.mark.parametrize("option", [[], ["--manifest"]])
@pytest.mark.parametrize(
    "name", ["missing", "folder", "pipe", "locked", "loop", "x" * 300, "a\0b"]
)
def test_a_file_that_cannot_be_read(tmp_path: Path, name: str, option: list[str]) -> None:
    """Nor is it waited for."""
    file = tmp_path / name
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "locked").write_text(GOOD, "utf-8")
    (tmp_path / "locked").chmod(0)
    readable = name == "locked" and os.access(file, os.R_OK)  # by the superuser
    status, line = one_line(*option, file)
    assert status == (0 if readable and not option else 2)
    assert ascii(name)[1:-1] in line


def test_a_run_without_its_certificates(tmp_path: Path) -> None:
    """Each that is missing is a line in words."""
    file = tmp_path / "manifest.json"
    file.write_text(json.dumps(manifest([line("T.a", GOOD), line("T.b", GOOD)])), "utf-8")
    lines = shown("--manifest", file, status=1)
    assert lines[:2] == [
        f"refused T.{each} (printed) 1  No such file or directory" for each in "ab"
    ]
    assert "0 accepted, 2 refused" in lines[2]


def test_a_file_that_takes_too_much_memory_does_not_end_the_batch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not judged."""
    files = [tmp_path / "greedy", tmp_path / "good"]
    read = Path.read_text

    def greedy(path: Path, *arguments: str) -> str:
        if path == files[0]:
            raise MemoryError
        return read(path, *arguments)

    monkeypatch.setattr(Path, "read_text", greedy)
    files[0].touch()
    files[1].write_text(GOOD, "utf-8")
    lines = shown(*files, status=2)
    assert [line.split()[0] for line in lines] == ["accepted"]


@pytest.mark.parametrize("name", ["pipe", "folder", "/dev/zero"])
def test_a_pipe_is_not_waited_for(tmp_path: Path, name: str) -> None:
    """Nor is a device read that never ends."""
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    assert "no regular file" in refusal("check", tmp_path / name)


def test_the_findings_on_a_run_are_one_json_object(tmp_path: Path) -> None:
    """The run, a verdict on it, and one on each claim and each stray file."""
    run = tmp_path / "run"
    exactdp(f"claims CORE.composition-is-tight --certificates {run}", status=0)
    assert f"give --manifest {run}/manifest.json" in exactdp("check", run, status=2).stderr
    (run / "stray").touch()
    answer = exactdp(f"check --manifest {run}/manifest.json --json", status=1).json
    assert (answer["verdict"], "1 claims" in answer["run"]) == ("refused", True)
    found = [(each["claim"], each["verdict"]) for each in answer["certificates"]]
    assert found == [("CORE.composition-is-tight (printed) 1", "accepted"), ("'stray'", "refused")]
