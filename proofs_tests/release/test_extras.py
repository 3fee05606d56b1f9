"""Without the extras everything that is exact works; what needs one says so in one line."""

import json
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from audits.commands.claims import UNDECIDED
from audits.extras import EXTRAS, MissingExtraError, need
from proofs_tests.architecture.tree import ROOT
from proofs_tests.nightly import at_night
from proofs_tests.release import smoke

LIBRARIES = sorted(library for libraries in EXTRAS.values() for library in libraries)

WITHOUT = """
import sys
from importlib.machinery import PathFinder

found = PathFinder.find_spec
PathFinder.find_spec = lambda name, *more: (
    None if name.partition(".")[0] in {} else found(name, *more)
)
"""
"""Begins a process in which some libraries are not installed."""


def ended(
    program: str, folder: Path, hidden: Sequence[str] = LIBRARIES, *given: str
) -> subprocess.CompletedProcess[str]:
    """A program of Python where no extra is installed, or some of its libraries are not."""
    words = [sys.executable, "-c", WITHOUT.format([*hidden]) + program, *given]
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)


COMMANDS = """
import json, os
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO

from audits.cli import main

answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
for line in json.loads(sys.argv[1]):
    with redirect_stdout(StringIO()) as said, redirect_stderr(StringIO()) as told:
        status = main(line.split())
    print(json.dumps([status, said.getvalue(), told.getvalue()]), file=answers)
"""
"""Commands one after the other: what each ends in.  What a user's code prints goes elsewhere."""


def typed(
    lines: Sequence[str], folder: Path, hidden: Sequence[str] = LIBRARIES
) -> Iterator[subprocess.CompletedProcess[str]]:
    """Commands there, in one process that loads what they need once."""
    done = ended(COMMANDS, folder, hidden, json.dumps(lines))
    assert done.returncode == 0, done.stderr
    for line, said in zip(lines, done.stdout.splitlines(), strict=True):
        yield subprocess.CompletedProcess(line, *json.loads(said))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With the files that the lines read."""
    made = tmp_path_factory.mktemp("without")
    smoke.lay_out(made)
    return made


def test_the_libraries_of_an_extra_are_those_of_the_project() -> None:
    """By the names that are imported, which are those of the packages here."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    for extra, libraries in EXTRAS.items():
        named = {each.partition(">")[0] for each in project["optional-dependencies"][extra]}
        assert named == {*libraries}


def test_what_is_exact_needs_no_extra(folder: Path) -> None:
    """Each line is answered, in the order in which files are written and read."""
    are_answered(smoke.WITHOUT_EXTRAS, folder, LIBRARIES)


def are_answered(lines: Sequence[str], folder: Path, hidden: Sequence[str]) -> None:
    """With an object of JSON."""
    for done in typed([f"{line} --json" for line in lines], folder, hidden):
        assert done.returncode == 0, done.stderr
        assert isinstance(json.loads(done.stdout), dict)


@pytest.mark.parametrize("library", ["scipy", *at_night("highspy", "matplotlib")])
def test_what_is_exact_needs_no_library_of_an_extra(library: str, folder: Path) -> None:
    """Where all but one are installed, too: others bring them."""
    lines = [line for line in smoke.WITHOUT_EXTRAS if "--all-n" in line or "table" in line]
    are_answered(lines, folder, [library])


NEEDY = {
    "optimum interior-point -p domain=3 -p rows=1 --exp-eps 2": "numpy",
    "complexity interior-point --domains 3 --rows 1": "numpy",
    "complexity reconstruction --rows 2": "numpy",
    "privacy randomized-response -p domain=2 --rows 1 --root 2 --plot curve.png": "matplotlib",
    "complexity composition --rounds 1 --plot curve.png": "matplotlib",
}
"""Lines that need an extra, and the library that is missing first."""


def test_what_needs_an_extra_says_so_in_one_line(folder: Path) -> None:
    """With the way to get it; nothing is printed or written besides."""
    before = sorted(folder.iterdir())
    for done, library in zip(typed([*NEEDY], folder), NEEDY.values(), strict=True):
        assert (done.returncode, done.stdout) == (2, ""), done.args
        (said,) = done.stderr.splitlines()
        (extra,) = (each for each, libraries in EXTRAS.items() if library in libraries)
        assert f" needs {library}, which comes with the extra [{extra}]: pip install '.[" in said
    assert sorted(folder.iterdir()) == before


def test_a_claim_that_needs_an_extra_is_not_run(folder: Path) -> None:
    """Which extra it is stands once in the answer; nothing is called an error, nor to be cited."""
    done, reported = typed(["claims BBKN13.T3.6", "report BBKN13.T3.6 -o without"], folder)
    assert done.returncode == UNDECIDED
    answer = " ".join(done.stdout.split())
    assert "WITH EXPLICIT CONSTANTS: NOT RUN HERE" in answer
    assert "AS CORRECTED: HOLDS WHERE DECIDED" in answer
    assert answer.count("Not run here: the search for the best mechanism needs numpy") == 1
    assert answer.count("[optimum]: pip install") == 1
    for wrong in ("CHECK FAILED", "check failed", "MissingExtraError", "unexpected", "To cite it"):
        assert wrong not in answer
    (line,) = done.stderr.splitlines()
    assert line.startswith("exactdp: BBKN13.T3.6 (concrete): not run here: the search for")
    assert reported.returncode == UNDECIDED
    (other,) = reported.stderr.splitlines()
    assert other == line
    page = (folder / "without" / "BBKN13" / "T3.6.html").read_text("utf-8")
    assert page.count("needs numpy") == 1
    assert "How to cite" not in page


def test_from_python_everything_but_the_best_and_the_pictures_is_there(tmp_path: Path) -> None:
    """`import exactdp` loads none of it."""
    program = """
import exactdp as dp
from fractions import Fraction

def response(database, coins):
    return database[0] != coins.draw(dp.bernoulli(Fraction(1, 4)))

bits = dp.replace_one((False, True), rows=1)
answer = dp.privacy(response, bits)
print(answer.least_exp_eps)
problem = dp.worst_case("a guess", bits, (False, True), lambda database, y: database[0] == y)
for refused in (lambda: dp.plot(answer), lambda: dp.best(problem, exp_eps=3)):
    try:
        refused()
    except ImportError as failure:
        print(failure)
"""
    done = ended(program, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    least, picture, best = done.stdout.splitlines()
    assert least == "3"
    assert picture.startswith("a picture needs matplotlib")
    assert best.startswith("the search for the best mechanism needs numpy")


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first that is not there; where all are, nothing is said."""
    need("optimum", "it")
    monkeypatch.setitem(sys.modules, "scipy", None)
    with pytest.raises(
        MissingExtraError, match=r"^it needs scipy, which .* \[optimum\]: "
    ) as said:
        need("optimum", "it")
    assert said.value.name == "scipy"
