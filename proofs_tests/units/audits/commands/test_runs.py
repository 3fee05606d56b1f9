"""Runs of the ledger: each in a directory of its own, bound together, and ended when told to."""

from __future__ import annotations

import json
import os
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from audits.kernel import check
from audits.ledger import ClaimId, Form, Size, claim_of, run_claim
from audits.runs import begin, origin
from audits.version import our_version
from proofs_tests.command_line import Answer, exactdp, refusal
from proofs_tests.nightly import at_night

PROGRAM = Path(__file__).with_name("planted_claims.py")
ROOT = PROGRAM.parents[4]

SOON = 5
"""Seconds in which what is told to end has ended, on a machine that does other things too."""


@dataclass(frozen=True, slots=True)
class Going:
    """A command that runs, and a pipe that its processes hold open."""

    process: subprocess.Popen[str]
    pipe: int

    def until(self, condition: Callable[[], bool]) -> None:
        """Wait until something is so."""
        end = time.monotonic() + 60
        while not condition():
            assert self.process.poll() is None or condition()
            assert time.monotonic() < end
            time.sleep(0.005)

    def all_end_soon(self) -> bool:
        """Whether every process of the command is gone soon."""
        ready, _, _ = select.select([self.pipe], [], [], SOON)
        return ready == [self.pipe] and os.read(self.pipe, 1) == b""


Start = Callable[..., Going]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start `exactdp claims` on planted claims, in a process group of its own."""
    going: list[Going] = []

    def command(*words: str | Path) -> Going:
        reading, writing = os.pipe()
        process = subprocess.Popen(
            [sys.executable, str(PROGRAM), "claims", *map(str, words)],
            env=os.environ | {"STARTED": str(tmp_path)},
            pass_fds=[writing],
            start_new_session=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        os.close(writing)
        going.append(Going(process, reading))
        return going[-1]

    yield command
    for each in going:
        with suppress(ProcessLookupError):
            os.killpg(each.process.pid, signal.SIGKILL)
        each.process.communicate()
        os.close(each.pipe)


def interruptible() -> None:
    """Let Ctrl-C end this process, also where the tests ignore it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def run(words: str, directory: Path | None = None) -> subprocess.CompletedProcess[str]:
    """The command on planted claims, to its end."""
    place = [] if directory is None else ["--certificates", str(directory)]
    return subprocess.run(
        [sys.executable, str(PROGRAM), *words.split(), *place],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def recheck(directory: Path) -> Answer:
    """The kernel on the run in a directory."""
    return exactdp("check", "--manifest", directory / "manifest.json")


def manifest_of(directory: Path) -> dict[str, Any]:
    """What binds the run in a directory."""
    found: dict[str, Any] = json.loads((directory / "manifest.json").read_text("utf-8"))
    return found


def test_a_run_is_bound_by_its_manifest(tmp_path: Path) -> None:
    """Every claim of the selection, its certificate, and what the kernel proves from it."""
    done = run("claims QUICK --jobs 2", tmp_path / "run")
    assert (done.returncode, done.stderr) == (0, "")
    manifest = manifest_of(tmp_path / "run")
    assert [line["id"] for line in manifest["claims"]] == [f"QUICK.{i:02}" for i in range(12)]
    assert (manifest["count"], manifest["size"], manifest["selection"]) == (12, "tiny", ["QUICK"])
    for line in manifest["claims"]:
        text = (tmp_path / "run" / line["file"]).read_text("utf-8")
        assert line["statement"] == str(check(text))
    assert len([*(tmp_path / "run").iterdir()]) == 13
    assert recheck(tmp_path / "run").returncode == 0


def test_the_premise_of_a_refutation_is_in_the_run(tmp_path: Path) -> None:
    """What is refuted of a private mechanism: the kernel proves both.

    The commit of the code is in the manifest: it is what git says of the checkout.
    """
    begun = begin(tmp_path / "run", Size.TINY.value, ["VT14.T2.1.1"])
    refuted = run_claim(claim_of(ClaimId("VT14.T2.1.1"), Form.PRINTED), Size.TINY)
    begun.add(refuted)
    begun.finish()
    manifest = manifest_of(tmp_path / "run")
    found = [(line["verdict"], line["expected"]) for line in manifest["claims"]]
    assert found == [("holds", "holds"), ("refuted", "refuted")]
    assert [line["statement"][:7] for line in manifest["claims"]] == ["private", "not pri"]
    assert recheck(tmp_path / "run").returncode == 0
    git = ["git", "-C", str(ROOT), "rev-parse", "HEAD"]
    done = subprocess.run(git, capture_output=True, text=True, check=False)
    if done.returncode == 0:  # this is a checkout
        assert manifest["commit"] == done.stdout.strip()
        assert manifest["tree"] in {"clean", "changed"}


def test_without_a_checkout_the_sources_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the hash that the page says how to find in a checkout, and so in a citation."""
    listed = "git ls-files -co --exclude-standard audits exactdp reference"
    found = f"{listed} ':!audits/conformance/plugin' | LC_ALL=C sort | xargs sha256sum | sha256sum"
    done = subprocess.run(
        ["bash", "-c", found], cwd=ROOT, capture_output=True, text=True, check=True
    )
    monkeypatch.setattr("audits.runs._checkout", lambda: (None, None))
    assert origin("tiny")["exactdp"] == f"{our_version()}, sources {done.stdout.split()[0]}"


@pytest.mark.parametrize("old", ["QUICK.00.printed.json", "notes", ".hidden", "unfinished"])
def test_a_run_never_mixes_with_other_files(tmp_path: Path, old: str) -> None:
    """A directory with anything in it is refused before any work, and left as it was."""
    (tmp_path / old).write_text("old", "utf-8")
    assert str(tmp_path) in refusal(f"claims BBKN13.C4.5.samp --certificates {tmp_path}")
    assert [(file.name, file.read_text("utf-8")) for file in tmp_path.iterdir()] == [(old, "old")]


def test_of_two_runs_in_one_directory_one_is_refused(tmp_path: Path, start: Start) -> None:
    """At once or not, the other one is complete and its own."""
    both = [start("QUICK", "--certificates", tmp_path / "run") for _ in range(2)]
    codes = {each.process.wait(60) for each in both}
    assert codes == {0, 2}
    assert recheck(tmp_path / "run").returncode == 0


@pytest.mark.parametrize("certificates", [0, 5, *at_night(1, 12)])
def test_a_killed_run_proves_nothing(tmp_path: Path, start: Start, certificates: int) -> None:
    """Whatever was written: without its manifest it is not accepted, and its processes end."""
    directory = tmp_path / "run"
    going = start("QUICK", "SLOW", "--jobs", "2", "--certificates", directory)
    going.until(lambda: directory.is_dir() and len([*directory.glob("*.json")]) >= certificates)
    going.process.kill()
    assert going.all_end_soon()
    assert not (directory / "manifest.json").exists()
    done = recheck(directory)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    for file in directory.glob("*.json"):
        check(file.read_text("utf-8"))


@pytest.mark.parametrize("milliseconds", [8, *at_night(0, 64)])
def test_a_run_killed_at_its_end_is_complete_or_proves_nothing(
    tmp_path: Path, start: Start, milliseconds: int
) -> None:
    """The manifest is there as a whole, or not at all."""
    directory = tmp_path / "run"
    going = start("QUICK", "--jobs", "2", "--certificates", directory)
    going.until((directory / "QUICK.11.printed.1.json").exists)
    time.sleep(milliseconds / 1000)
    going.process.kill()
    assert going.all_end_soon()
    complete = (directory / "manifest.json").exists()
    assert recheck(directory).returncode == (0 if complete else 2)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_processes_end_with_a_parent_that_is_killed(
    tmp_path: Path, start: Start, jobs: str
) -> None:
    """Even inside a call of a C library that takes hours."""
    going = start("SLOW", "--jobs", jobs)
    going.until(lambda: len([*tmp_path.iterdir()]) == int(jobs))
    going.process.kill()
    assert going.all_end_soon()


@pytest.mark.parametrize(
    ("jobs", "number", "group"),
    [
        ("1", signal.SIGINT, True),
        ("2", signal.SIGINT, True),
        ("2", signal.SIGINT, False),
        ("2", signal.SIGTERM, False),
        pytest.param("1", signal.SIGINT, False, marks=pytest.mark.slow),
        pytest.param("1", signal.SIGTERM, False, marks=pytest.mark.slow),
    ],
)
def test_an_interrupted_run_ends(
    tmp_path: Path, start: Start, jobs: str, number: signal.Signals, *, group: bool
) -> None:
    """One line, exit 130, no process left, even inside a call of a C library."""
    going = start("SLOW", "--jobs", jobs)
    going.until(lambda: len([*tmp_path.iterdir()]) == int(jobs))
    (os.killpg if group else os.kill)(going.process.pid, number)
    assert going.all_end_soon()
    out, err = going.process.communicate(timeout=SOON)
    assert (going.process.returncode, out, err) == (130, "", "exactdp: interrupted\n")


def test_an_interrupted_run_has_no_manifest(tmp_path: Path, start: Start) -> None:
    """What it wrote is there, and is not accepted."""
    directory = tmp_path / "run"
    going = start("QUICK", "SLOW", "--certificates", directory)
    going.until(lambda: len([*directory.glob("*.json")]) == 12)
    os.killpg(going.process.pid, signal.SIGINT)
    assert going.process.wait(SOON) == 130
    assert recheck(directory).returncode == 2


def test_an_exception_in_one_claim_is_its_verdict(tmp_path: Path) -> None:
    """The run goes on and exits 4; the manifest says which claim failed, how and where."""
    done = run("claims BROKEN --json", tmp_path / "run")
    assert done.returncode == 4
    answer = json.loads(done.stdout)
    assert [each["verdict"] for each in answer["claims"]] == ["error", "error", "holds"]
    assert answer["summary"] == {"error": 2, "holds": 1, "claims": 3, "as_expected": 1}
    first, second = done.stderr.splitlines()
    assert first.startswith("exactdp: error in BROKEN.1 (printed): ValueError: root 1/2")
    assert "(reference/privacy/epsilon.py:" in first
    assert "SystemExit: first line second line" in second
    manifest = manifest_of(tmp_path / "run")
    verdicts = [(line["verdict"], line["file"] is None) for line in manifest["claims"]]
    assert verdicts == [("error", True), ("error", True), ("holds", False)]
    assert manifest["claims"][0]["reason"] in first
    said = recheck(tmp_path / "run")
    assert (said.returncode, "2 not as expected" in said.stdout) == (1, True)
    assert "unexpected BROKEN.1 (printed) 1  error, where holds is expected" in said.stdout


def test_a_process_that_is_killed_is_an_error_of_the_claims_it_had() -> None:
    """What it was to decide is not decided, and nothing waits for it."""
    done = run("claims ENDED --json")
    assert done.returncode == 4
    assert [each["verdict"] for each in json.loads(done.stdout)["claims"]] == ["error", "error"]


def test_a_report_with_an_error_exits_4(tmp_path: Path) -> None:
    """The page is written and shows the reason; stderr names what failed, as `claims` does."""
    done = run(f"report BROKEN -o {tmp_path}")
    assert done.returncode == 4
    first, second = done.stderr.splitlines()
    assert first.startswith("exactdp: error in BROKEN.1 (printed): ValueError: root 1/2")
    assert second.startswith("exactdp: error in BROKEN.2 (printed): SystemExit: first line")
    assert "error" in (tmp_path / "BROKEN" / "index.html").read_text("utf-8")
    page = (tmp_path / "BROKEN" / "1.html").read_text("utf-8")
    assert "ValueError: root 1/2" in page


@dataclass(frozen=True, slots=True)
class Make:
    """The front door, for runs of one claim below a directory."""

    runs: Path

    @property
    def some(self) -> Path:
        """Where those are kept."""
        return self.runs / "some"

    def command(self, *words: str) -> list[str]:
        """Its command line; the environment of this interpreter is the one in use."""
        given = [f"RUNS={self.runs}", f"BIN={Path(sys.executable).parent}", "INSTALLED="]
        return ["make", "-C", str(ROOT), *given, "CLAIMS=BBKN13.C4.5.samp", "JOBS=1", *words]

    def __call__(self, *words: str) -> subprocess.CompletedProcess[str]:
        """One call, to its end."""
        return subprocess.run(
            self.command(*words), capture_output=True, text=True, check=False, timeout=300
        )


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """The front door."""
    if shutil.which("make") is None or not (Path(sys.executable).parent / "exactdp").exists():
        pytest.skip("make or the installed command is missing")
    return Make(tmp_path / "runs")


@pytest.mark.slow
def test_two_audits_in_one_checkout_do_not_see_each_other(make: Make) -> None:
    """Both succeed, each in a directory of its own, each with its own certificates."""
    with ThreadPoolExecutor(2) as both:
        done = [*both.map(make, ["audit", "audit"])]
    assert [each.returncode for each in done] == [0, 0]
    runs = sorted(path.name for path in make.some.iterdir() if path.is_dir())
    assert len(runs) == 2
    shown = [name for name in runs for each in done if f"accepted run {name}: " in each.stdout]
    assert shown == runs


def test_a_check_is_of_the_last_complete_run_or_fails(make: Make) -> None:
    """A later run that was cut short is no part of it, and the run that was checked is named."""
    assert make("check").returncode != 0
    assert make("audit").returncode == 0
    (complete,) = (path for path in make.some.iterdir() if path.is_dir())
    cut = make.some / "99991231T235959Z-1"
    shutil.copytree(complete, cut)
    (cut / "manifest.json").rename(cut / "unfinished")
    done = make("check")
    assert done.returncode == 0
    assert f"accepted run {complete.name}: " in done.stdout
    next(complete.glob("BBKN13*printed*.json")).unlink()
    done = make("check")
    assert done.returncode != 0
    assert "refused BBKN13.C4.5.samp (printed) 1  " in done.stdout


@pytest.mark.parametrize("number", [signal.SIGINT, *at_night(signal.SIGTERM)])
def test_an_interrupted_audit_ends(make: Make, number: signal.Signals) -> None:
    """Ctrl-C ends `make audit` at once; the run has no manifest."""
    command = [*make.command("audit"), "CLAIMS="]
    process = subprocess.Popen(
        command,
        start_new_session=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        preexec_fn=interruptible,  # noqa: PLW1509 - it starts no thread
    )
    try:
        end = time.monotonic() + 60
        while not [*make.runs.glob("*/*.json")]:
            assert time.monotonic() < end
            time.sleep(0.01)
        os.killpg(process.pid, number)
        process.communicate(timeout=SOON)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode != 0
    assert [*make.runs.glob("*/manifest.json")] == []
