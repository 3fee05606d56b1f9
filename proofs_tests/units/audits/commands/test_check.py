"""`exactdp check`: what the kernel says of each file, one line for each, whatever its name."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from audits.cli import main
from proofs_tests.kernel.examples import EXAMPLES
from proofs_tests.kernel.test_manifest import line, manifest

GOOD = json.dumps(EXAMPLES["point: randomised response"])
FALSE = json.dumps(EXAMPLES["point: randomised response"] | {"exp_eps": "1"})


def shown(capsys: pytest.CaptureFixture[str], *files: Path, status: int) -> list[str]:
    """The lines that the command prints of some files, after which it exits with a status."""
    assert main(["check", *map(str, files)]) == status
    return capsys.readouterr().out.splitlines()


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
def test_a_file_name_cannot_forge_a_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str
) -> None:
    """A name with anything but visible ASCII is quoted, with escapes."""
    (tmp_path / name).write_text(FALSE, "utf-8")
    (line,) = shown(capsys, tmp_path / name, status=1)
    assert line.startswith(f"refused {str(tmp_path / name)!a}  ")
    assert line.isprintable()


def test_a_plain_name_is_shown_as_it_is(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Scripts find the path that they gave."""
    file = tmp_path / "good.json"
    file.write_text(GOOD, "utf-8")
    (line,) = shown(capsys, file, status=0)
    assert line.startswith(f"accepted {file}  private: ")


def test_a_batch_goes_on_after_a_file_that_is_not_accepted(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Refused ones exit 1; unreadable ones exit 2 and are not judged; the others are checked."""
    contents = {"false": FALSE.encode(), "binary": b"\xff", "good": GOOD.encode()}
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
    files = [tmp_path / name for name in ("false", "missing", "binary", "good")]
    assert main(["check", *map(str, files)]) == 2
    printed = capsys.readouterr()
    assert [line.split()[0] for line in printed.out.splitlines()] == ["refused", "accepted"]
    first, second = printed.err.splitlines()
    assert first.startswith(f"exactdp: {files[1]}: cannot be read: ")
    assert second.startswith(f"exactdp: {files[2]}: cannot be read: ")
    lines = shown(capsys, files[0], files[3], status=1)
    assert [line.split()[0] for line in lines] == ["refused", "accepted"]


@pytest.mark.parametrize("text", ["", "x", "[1]", "{}", '{"format": "exactdp-manifest 1"}'])
def test_what_is_no_certificate_is_not_refused_but_bad_input(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str
) -> None:
    """Exit status 2, as the kernel's, and one line; 1 is for a certificate that is wrong."""
    file = tmp_path / "other"
    file.write_text(text, "utf-8")
    assert main(["check", str(file)]) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert printed.err.startswith(f"exactdp: {file}: not a certificate: it is ")
    file.write_text(GOOD.replace("certificate 2", "certificate 1"), "utf-8")
    (line,) = shown(capsys, file, status=1)
    assert line.startswith(f"refused {file}  WrongFormat: ")


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
    "a version that is no number": GOOD.replace("certificate 2", "certificate x").encode(),
    "another kind": GOOD.replace('"kind": "point"', '"kind": "dot"').encode(),
    "a key less": json.dumps({"format": "exactdp-certificate 2"}).encode(),
    "a key twice": GOOD.replace("{", '{"format": "exactdp-certificate 2", ', 1).encode(),
    "a huge integer": b"9" * 200_000,
    "deep": b"[" * 100_000 + b"]" * 100_000,
}
"""What says that it is a certificate, or is too large to see."""


def one_line(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    """The exit status of a line, and the one line that it prints, without names of classes."""
    status = main(["check", *words])
    printed = capsys.readouterr()
    (line,) = (printed.out + printed.err).splitlines()
    assert NAMES.search(line) is None, line
    return status, line


@pytest.mark.parametrize("option", [[], ["--manifest"]])
@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str, option: list[str]
) -> None:
    """Bad input, told in words."""
    file = tmp_path / "file"
    file.write_bytes(WRONG[name])
    status, line = one_line(capsys, *option, str(file))
    assert status == 2
    assert str(file) in line
    assert option or ("--manifest FILE" in line) == (name == "a manifest")


@pytest.mark.parametrize("name", REFUSED)
def test_a_refused_file(capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str) -> None:
    """Refused as a certificate, and bad input as a manifest."""
    file = tmp_path / "file"
    file.write_bytes(REFUSED[name])
    assert one_line(capsys, str(file))[0] == 1
    assert one_line(capsys, "--manifest", str(file))[0] == 2


@pytest.mark.parametrize("option", [[], ["--manifest"]])
@pytest.mark.parametrize(
    "name", ["missing", "folder", "pipe", "locked", "loop", "x" * 300, "a\0b"]
)
def test_a_file_that_cannot_be_read(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str, option: list[str]
) -> None:
    """Nor is it waited for."""
    file = tmp_path / name
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "locked").write_text(GOOD, "utf-8")
    (tmp_path / "locked").chmod(0)
    readable = name == "locked" and os.access(file, os.R_OK)  # by the superuser
    status, line = one_line(capsys, *option, str(file))
    assert status == (0 if readable and not option else 2)
    assert ascii(name)[1:-1] in line


def test_a_run_without_its_certificates(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Each that is missing is a line in words."""
    file = tmp_path / "manifest.json"
    file.write_text(json.dumps(manifest([line("T.a", GOOD), line("T.b", GOOD)])), "utf-8")
    lines = shown(capsys, Path("--manifest"), file, status=1)
    assert lines[:2] == [
        f"refused T.{each} (printed) 1  No such file or directory" for each in "ab"
    ]
    assert "0 accepted, 2 refused" in lines[2]


def test_a_file_that_takes_too_much_memory_does_not_end_the_batch(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
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
    lines = shown(capsys, *files, status=2)
    assert [line.split()[0] for line in lines] == ["accepted"]


def test_a_pipe_is_not_waited_for(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Nor is a device read that never ends."""
    os.mkfifo(tmp_path / "pipe")
    for file in (tmp_path / "pipe", Path("/dev/zero"), tmp_path):
        assert main(["check", str(file)]) == 2
        assert "no regular file" in capsys.readouterr().err


@pytest.mark.parametrize("words", [[], ["x.json", "--manifest", "m.json"]])
def test_files_or_a_run_are_checked(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    """Nothing, and both at once, is refused in one line."""
    assert main(["check", *words]) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert "--manifest" in printed.err


def test_a_manifest_that_cannot_be_read_is_bad_input(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """One line names it."""
    assert main(["check", "--manifest", str(tmp_path / "manifest.json")]) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert "manifest.json" in printed.err


def test_the_findings_on_a_run_are_one_json_object(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The run, a verdict on it, and one on each claim and each stray file."""
    directory = tmp_path / "run"
    command = [
        sys.executable,
        "-m",
        "audits",
        "claims",
        "CORE.composition-is-tight",
        "--certificates",
    ]
    subprocess.run([*command, str(directory)], check=True, capture_output=True)
    assert main(["check", str(directory)]) == 2
    hint = f"give --manifest {directory}/manifest.json"
    assert hint in capsys.readouterr().err
    (directory / "stray").touch()
    assert main(["check", "--manifest", str(directory / "manifest.json"), "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert (answer["verdict"], "1 claims" in answer["run"]) == ("refused", True)
    found = [(each["claim"], each["verdict"]) for each in answer["certificates"]]
    assert found == [("CORE.composition-is-tight (printed) 1", "accepted"), ("'stray'", "refused")]
