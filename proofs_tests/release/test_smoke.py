"""Standard output holds the answer of a command, and nothing else."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from audits.cli import main
from audits.engines.solvers import silent
from proofs_tests.architecture.tree import ROOT, imports, modules
from proofs_tests.command_line import exactdp
from proofs_tests.nightly import at_night
from proofs_tests.release import smoke

LOUD = (
    "optimum interior-point -p domain=4",
    "optimum mine.py",
    "--jobs",
    "sample mine.py",
    "--all-n",
    "new claim",
)
"""Solvers, and a user's code, in each way in which they can print; and what has a verdict.

Claims are asked about below, where standard error is closed.
"""


QUIET = ("streams.py:Records", "streams.py:Open", "streams.py:Sly", "new claim")
"""What prints nothing by itself and needs no process of its own."""


def by_day() -> list[object]:
    """The lines; the quiet ones are left to the nightly profile."""
    loud = [line for line in smoke.LINES if any(word in line for word in LOUD)]
    return [*loud, *at_night(*(line for line in smoke.LINES if line not in loud))]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With the files that the lines read, those written by others included."""
    made = tmp_path_factory.mktemp("smoke")
    smoke.lay_out(made)
    (before,) = [line for line in smoke.LINES if "--certificate proof.json" in line]
    assert smoke.objections(before, smoke.answered(before, made)) == []
    return made


@pytest.mark.parametrize("line", by_day())
def test_the_answer_is_one_json_object(
    folder: Path, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever solvers and a user's code print, at any level, in any process.

    With another verdict it would be wrong: a stream that hides its answers does not pass for a
    private one, nor the other way round.
    """
    monkeypatch.chdir(folder)
    quiet = any(word in line for word in QUIET)
    done = exactdp(f"{line} --json") if quiet else smoke.answered(line, folder)
    assert smoke.objections(line, done) == []
    if line in smoke.VERDICTS:
        other = "refuted" if smoke.VERDICTS[line] == "holds" else "holds"
        monkeypatch.setitem(smoke.VERDICTS, line, other)
        (wrong,) = smoke.objections(line, done)
        assert wrong.startswith(line)


def test_lines_with_a_verdict_are_run_by_day() -> None:
    """Each of them."""
    assert [line for line in smoke.VERDICTS if line not in by_day()] == []


def test_every_command_is_run() -> None:
    """A new command needs a line."""
    assert smoke.lacking() == []
    assert {"law", "complexity composition"} <= set(smoke.commands())


def test_a_program_in_python_prints_nothing(tmp_path: Path) -> None:
    """The solvers do not say their names."""
    assert smoke.words_of_the_library(tmp_path) == []


def test_script_plugin_and_kernel_are_as_installed(folder: Path) -> None:
    """The command by its name, the fixtures where nothing imports them, the kernel alone."""
    assert smoke.objections_to_the_script(folder) == []
    assert smoke.objections_to_the_plugin(folder) == []
    assert smoke.objections_of_the_kernel(folder) == []


def test_a_missing_script_is_noticed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An environment has the command beside its Python."""
    monkeypatch.setattr(sys, "executable", str(folder / "python"))
    assert smoke.objections_to_the_script(folder) == ["there is no command exactdp"]


def test_a_missing_plugin_is_noticed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its fixtures come from the installed package alone."""
    monkeypatch.setenv("PYTEST_ADDOPTS", "-p no:exactdp_pytest")
    (said,) = smoke.objections_to_the_plugin(folder)
    assert "fixture 'assert_private' not found" in said


def test_what_the_kernel_refuses_is_noticed(folder: Path, tmp_path: Path) -> None:
    """A certificate that ends too soon."""
    proof = (folder / smoke.PROOF).read_text("utf-8")
    (tmp_path / smoke.PROOF).write_text(proof[:-10], encoding="utf-8")
    (said,) = smoke.objections_of_the_kernel(tmp_path)
    assert said.startswith("the kernel on proof.json: ")


def test_nothing_of_c_is_seen(capfd: pytest.CaptureFixture[str]) -> None:
    """Inside `silent`; before and after it standard output is as it was."""
    os.write(1, b"before ")
    with silent():
        os.write(1, b"inside")
    os.write(1, b"after")
    assert capfd.readouterr() == ("before after", "")


def test_in_python_standard_output_is_given_back(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """`main` with arguments is called by notebooks and tests, which go on to print."""
    mine = smoke.MINE.replace('atexit.register(shout, "ended")', "")
    (tmp_path / "mine.py").write_text(mine, encoding="utf-8")
    known = sys.stdout
    law = ["law", f"{tmp_path / 'mine.py'}:Survey", "--root", "3", "--database", "0,1", "--json"]
    for _ in range(2):
        assert main(law) == 0
        assert sys.stdout is known
        printed = capfd.readouterr()
        assert printed.out.startswith('{"mechanism"')
        assert printed.out.count("\n") == 1
        assert printed.err.count("called") > 1
    os.write(1, b"as before")
    assert capfd.readouterr() == ("as before", "")


def in_shell(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """A line as it is typed, with redirections."""
    smoke.lay_out(folder)
    words = ["/bin/sh", "-c", f"'{sys.executable}' -m audits {line}"]
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("closed", ["0<&- 2>&-", *at_night("2>&-", "0<&-")])
def test_no_file_takes_the_place_of_a_closed_stream(closed: str, tmp_path: Path) -> None:
    """With standard error closed, what is meant for it is in no answer."""
    done = in_shell(f"law mine.py:Survey --root 3 --database 0,1 --json {closed}", tmp_path)
    assert done.returncode == 0
    assert done.stderr == "" or "2>&-" not in closed
    assert done.stdout.startswith('{"mechanism"')
    assert "called" not in done.stdout


@pytest.mark.parametrize(
    "line",
    [
        "privacy mine.py:Survey --rows 1 --root 3 --exp-eps 3 --json --jobs 2 2>&-",
        *at_night("claims BNSV15.L5.7 --json 0<&- 2>&-"),
    ],
)
def test_processes_that_help_need_no_standard_error(line: str, tmp_path: Path) -> None:
    """The answer is the same, and nothing else is in it."""
    done = in_shell(line, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)


def test_solvers_are_called_in_one_module() -> None:
    """Where they are silent."""
    assert [
        f"{module.name}:{line} {target}"
        for module in modules()
        if module.name != "audits.engines.solvers" and not module.within("proofs_tests")
        for line, target in imports(module)
        if target.startswith("scipy.optimize")
    ] == []
    calls = [
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "audits").rglob("*.py")
        if "highspy.Highs()" in path.read_text("utf-8")
    ]
    assert calls == ["audits/engines/solvers.py"]


def test_commands_answer_in_one_way() -> None:
    """By `say` and `stream` of `audits.commands.answer`: `sys.stdout` is where others print."""
    answers = ROOT / "audits" / "commands" / "answer.py"
    others = re.compile(r"sys\.stdout|\becho\((?!.*err=True)|^\s*print\(")
    assert [
        f"{path.name}: {line.strip()}"
        for path in sorted((ROOT / "audits" / "commands").glob("*.py"))
        if path != answers
        for line in path.read_text("utf-8").splitlines()
        if others.search(line)
    ] == []
