"""The command `python -I -S audits/kernel/__main__.py`, in a bare interpreter."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import IO

import pytest

import audits.kernel
from proofs_tests.kernel.examples import EXAMPLES

ROOT = Path(audits.kernel.__file__).parents[2]
PROGRAM = Path(audits.kernel.__file__).parent / "__main__.py"


def run(*files: Path) -> subprocess.CompletedProcess[str]:
    """The command on some files."""
    command = [sys.executable, "-I", "-S", str(PROGRAM), *map(str, files)]
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
    shown = "private: P(E) <= 2 P'(E) + 0 for all events, replace-one, 2 databases"
    line = f'accepted {good}  {shown}, 2 ordered pairs, both: "an example"'
    assert done.stdout.splitlines() == [line, line]


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
    """There is nothing to check, and it says so."""
    done = run()
    assert (done.returncode, done.stdout.split(maxsplit=1)[0]) == (2, "unreadable")


def test_help_says_how_to_call_it() -> None:
    """The forms of the command, and what its exit status means."""
    done = run(Path("--help"))
    assert done.returncode == 0
    assert "FILE... | --manifest FILE" in done.stdout
    assert "Exit status: 0 all accepted" in done.stdout


def test_a_subject_cannot_pretend_to_be_a_line(good: Path) -> None:
    """Control characters in a subject are escaped."""
    example = EXAMPLES["point: randomised response"]
    subject = 'x\naccepted \u202e \ud800 "'
    good.write_text(json.dumps(example | {"subject": subject}), "utf-8")
    done = run(good)
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 1
    assert done.stdout.endswith(r'both: "x\naccepted \u202e \ud800 \""' + "\n")


def written(folder: Path, texts: list[str]) -> list[Path]:
    """Files with these texts."""
    paths = [folder / f"{i}.json" for i in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, "utf-8")
    return paths


def test_what_is_no_certificate_exits_2(tmp_path: Path, good: Path) -> None:
    """Not JSON, no object, or nothing of ours in its first line: that is not a refusal."""
    texts = ["", "some text", "[]", "null", '{"a": 1}', '{"format": "exactdp-manifest 1"}', "{,"]
    done = run(*written(tmp_path, texts), good)
    assert (done.returncode, done.stderr) == (2, "")
    *lines, last = done.stdout.splitlines()
    assert all(re.match(r"unreadable \S+  (NotJson|NotCertificate): ", line) for line in lines)
    assert (len(lines), last.split()[0]) == (len(texts), "accepted")


def test_a_certificate_that_is_wrong_exits_1(good: Path, tmp_path: Path) -> None:
    """Of another version or kind, or false."""
    text = good.read_text("utf-8")
    changes = {
        "certificate 2": "certificate 1",
        '"point"': '"line"',
        '"exp_eps": "2"': '"exp_eps": "1"',
    }
    wrong = [text.replace(old, new) for old, new in changes.items()]
    assert text not in wrong
    done = run(*written(tmp_path, wrong))
    assert (done.returncode, [line.split()[0] for line in done.stdout.splitlines()]) == (
        1,
        ["refused"] * 3,
    )


def output_to(place: IO[bytes] | int, *words: str | Path) -> tuple[int, str]:
    """Exit status and standard error of the command with this standard output."""
    command = [sys.executable, "-I", "-S", str(PROGRAM), *map(str, words)]
    done = subprocess.run(command, stdout=place, stderr=subprocess.PIPE, check=False, timeout=60)
    return done.returncode, done.stderr.decode()


def test_an_answer_that_cannot_be_written_exits_2(good: Path, false: Path) -> None:
    """On a full device, to a reader who has gone, or where standard output is closed."""
    with Path("/dev/full").open("wb") as full:
        assert output_to(full, good) == (2, "exactdp: standard output: No space left on device\n")
        assert output_to(full, false)[0] == 2
        assert output_to(full, "--manifest", good)[0] == 2
    ends = os.pipe()
    os.close(ends[0])
    assert output_to(ends[1], good, false) == (2, "exactdp: standard output: Broken pipe\n")
    os.close(ends[1])
    shell = ["sh", "-c", f"exec {sys.executable} -I -S {PROGRAM} {good} >&-"]
    done = subprocess.run(shell, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (2, "exactdp: standard output: Bad file descriptor\n")


FORGED = "print('accepted: forged'); import os; os._exit(0)"


@pytest.fixture
def trap(tmp_path: Path) -> Path:
    """A directory with modules that would accept everything, named like those of the kernel."""
    directory = tmp_path / "trap"
    for name in ("re", "json", "math", "fractions", "pathlib", "os", "sitecustomize", "audits"):
        (directory / name).mkdir(parents=True)
        (directory / name / "__init__.py").write_text(FORGED, "utf-8")
        (directory / f"{name}.py").write_text(FORGED, "utf-8")
    (directory / "audits" / "kernel").mkdir()
    (directory / "audits" / "kernel" / "__init__.py").write_text(FORGED, "utf-8")
    return directory


@pytest.mark.parametrize("places", [["cwd"], ["PYTHONPATH"], ["cwd", "PYTHONPATH", "PYTHONHOME"]])
def test_no_module_in_the_way_alters_the_verdict(
    places: list[str], trap: Path, false: Path, good: Path
) -> None:
    """Nothing in the current directory or the environment is loaded: the false file is refused."""
    variables = {place: str(trap) for place in places if place != "cwd"}
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(PROGRAM), str(false), str(good)],
        cwd=trap if "cwd" in places else ROOT,
        env={**os.environ, **variables, "PYTHONSTARTUP": str(trap / "re.py")},
        capture_output=True,
        text=True,
        check=False,
    )
    first, second = done.stdout.splitlines()
    assert first.startswith(f"refused {false}  PrivacyNotShown: ")
    assert second.startswith(f"accepted {good}  private: ")
    assert (done.returncode, done.stderr) == (1, "")


def test_a_run_that_is_not_isolated_starts_itself_again(trap: Path, false: Path) -> None:
    """`python -m audits.kernel` in the project reads no module from PYTHONPATH for its verdict."""
    (trap / "late").mkdir()
    (trap / "late" / "audits").symlink_to(ROOT / "audits")
    (trap / "late" / "fractions.py").write_text(FORGED, "utf-8")
    program = f"""
import runpy, sys
sys.argv = ["audits.kernel", {str(false)!r}]
sys.path.insert(0, {str(trap / "late")!r})
runpy.run_path({str(PROGRAM)!r}, run_name="__main__")
"""
    command = [sys.executable, "-E", "-s", "-S", "-c", program]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout.startswith(f"refused {false}  PrivacyNotShown: ")
    assert (done.returncode, done.stderr) == (1, "")


def test_the_package_is_run_as_a_module(good: Path, false: Path) -> None:
    """`python -m audits.kernel` in the project gives the same lines and exit status."""
    command = [sys.executable, "-m", "audits.kernel", str(good), str(false)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    isolated = run(good, false)
    assert (done.returncode, done.stdout, done.stderr) == (1, isolated.stdout, "")
