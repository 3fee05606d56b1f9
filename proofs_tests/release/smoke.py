"""Every command once, as a process of its own: standard output is one JSON object, nothing else.

So is the console script, the plugin of pytest, and the kernel in a bare interpreter.  This needs
the standard library, an installed exactdp and pytest only, so that any environment can run it:

    PYTHON -I smoke.py [--without-extras]

Without extras, only what is exact is run, and pytest is not needed.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

import audits
from audits.cli import COMMANDS, MODULES

ENDS = (0, 1, 3)
"""Exit statuses of an answer: as expected, refuted, undecided."""

REFUSED = 2
"""Exit status of what is no answer."""

MINE = '''
"""Code of a user that prints wherever it can: in Python, and past it."""

import atexit
import os
from dataclasses import dataclass

from audits.engines.optimum.problems.order import interior_point
from reference.data.adjacency import replace_one
from reference.privacy.epsilon import Epsilon
from reference.probability.families import bernoulli


def shout(words):
    print(words)
    os.write(1, words.encode())


shout("imported")
atexit.register(shout, "ended")


@dataclass(frozen=True)
class Survey:
    eps: Epsilon

    def universe(self, rows):
        shout("universe")
        return replace_one(range(2), rows)

    def __call__(self, database, coins):
        shout("called")
        truth = coins.draw(bernoulli(self.eps.exp() / (self.eps.exp() + 1)))
        return sum(database) if truth else len(database) - sum(database)


def coins(database, count):
    shout("sampled")
    return [int.from_bytes(os.urandom(1), "big") % 2 for _ in range(count)]


def points():
    shout("built")
    return interior_point(3, 1)
'''

STREAMS = '''
"""Streams of a user, in a file that declares only; one of them prints."""

from dataclasses import dataclass

from reference.privacy.epsilon import Epsilon
from reference.probability.continuous import Laplace
from reference.probability.streams import Stream


@dataclass(frozen=True)
class Left:
    count: int


@dataclass(frozen=True)
class Watch(Stream):
    eps: Epsilon
    continuous, parts = True, 4

    def begin(self, coins):
        print("begun")
        return (coins.draw_real(Laplace(2 / self.eps)),)

    def step(self, state, answer, coins):
        above = answer + coins.draw_real(Laplace(4 / self.eps)) >= state[0]
        return (None if above else state), above


class Records(Watch):
    """Its state is a record, which is compared."""

    def begin(self, coins):
        return Left(2)

    def step(self, state, answer, coins):
        above = answer + coins.draw_real(Laplace(4 / self.eps)) >= 0
        return (None if state == Left(1) else Left(1)), above


class Open(Watch):
    def step(self, state, answer, coins):
        return None, answer >= 0


class Sly(Watch):
    def step(self, state, answer, coins):
        return None, answer if type(answer).__name__ == "int" else 0
'''

PROJECT = """
[[tool.exactdp.mechanism]]
name = "survey"
target = "mine.py:Survey"
rows = 1
root = 3
exp-eps = 3
"""

TABLE = "database,outcome,probability\n0,0,3/4\n0,1,1/4\n1,0,1/4\n1,1,3/4\n"

LINES = (
    "list mechanisms",
    "list mechanisms geometric-mechanism",
    "list claims sparse vector",
    "list papers",
    "list problems",
    "law exponential-interior-point -p domain=3 --database 0,0 --root 2",
    "law smooth-median -p domain=3 --root 2 --database 0,0,2",
    "law mine.py:Survey --root 3 --database 0,1",
    "privacy exponential-interior-point -p domain=3 --rows 2 --all-eps --certificate proof.json",
    "privacy continuous-sparse-vector-1 -p threshold=0 -p count=1 --rows 1 --all-eps",
    "privacy mine.py:Survey --rows 2 --root 3 --exp-eps 3 --jobs 2",
    "privacy mine.py:Survey --rows 1 --eps 1 --claim-eps 1",
    "privacy streams.py:Watch --all-n --claim-eps 1",
    "privacy streams.py:Records --all-n --claim-eps 1",
    "privacy streams.py:Open --all-n",
    "privacy streams.py:Sly --all-n",
    "table table.csv --exp-eps 3 --adjacency replace-one",
    "optimum interior-point -p domain=4 -p rows=2 --exp-eps 2",
    "optimum interior-point -p domain=3 --exp-eps 2 --curve rows=1..2 --plot curve.png",
    "optimum interior-point -p domain=3 -p rows=1 --all-eps",
    "optimum mine.py:points --exp-eps 2",
    "complexity interior-point --domains 4 --rows 1,2",
    "complexity point-learning --domains 2 --rows 1,2",
    "complexity thresholds --domains 2 --rows 1,2",
    "complexity fingerprinting --bases 2,3",
    "complexity public-data --rows 0,1 --public 0,1",
    "complexity composition --rounds 1,16",
    "complexity reconstruction --rows 2 --queries hadamard",
    "claims BNSV15.L5.7",
    "report -o written BBKN13.L5.2",
    "sample thresholds -p domain=256 --eps 1 --delta 1e-6 --accuracy 1/10 --failure 1/20",
    "sample tree-counter -p domain=4 --eps 1/3 --database 0,0,3",
    "sample mine.py:Survey --root 3 --database 0,1",
    "check proof.json",
    "conform mine.py:coins --database 0,1 --neighbour 1,1 --declared 1 --samples 1000",
    "audit survey --fail-on undecided",
    "schema privacy",
    "new claim VT14.ALG.RR",
)
"""A command line each; files that one writes may be read by those after it."""

WITHOUT_EXTRAS = (
    "law exponential-interior-point -p domain=3 --database 0,0 --root 2",
    "privacy exponential-interior-point -p domain=3 --rows 2 --all-eps --certificate proof.json",
    "privacy mine.py:Survey --rows 1 --eps 1 --claim-eps 1",
    "privacy streams.py:Watch --all-n --claim-eps 1",
    "table table.csv --exp-eps 3 --adjacency replace-one",
    "check proof.json",
    "audit survey --fail-on undecided",
)
"""Of each command that is exact, in the order in which files are written and read."""

VERDICTS = {
    "privacy streams.py:Watch --all-n --claim-eps 1": "holds",
    "privacy streams.py:Records --all-n --claim-eps 1": "holds",
    "privacy streams.py:Open --all-n": "refuted",
    "privacy streams.py:Sly --all-n": "refused",
    "new claim VT14.ALG.RR": "refused",
}
"""Of streams of a user: two that are private, one that is not, and one that hides its answers.

And a claim that is there already, in a checkout; there is none to add to in an installed copy."""

LIBRARY = """
from fractions import Fraction
from audits.engines.optimum.problems.order import interior_point
from audits.engines.optimum.optimum import solve
from audits.engines.optimum.stated import solve_as_stated
problem = interior_point(3, 1)
found = solve(problem, Fraction(2), Fraction(0))
about = solve_as_stated(problem, Fraction(2), Fraction(0), 10)
assert found.value is not None and abs(about - found.value) < 1e-6
"""
"""What a program in Python does: nothing is printed."""


PROOF = "proof.json"
"""The certificate that one of the lines writes."""

TEST = '''
"""Of a user, in a directory of their own."""

import pytest


def noisy(bit, rng):
    return bit ^ (rng.randrange(4) == 0)


def test_right(assert_private):
    assert_private(noisy, [(0, 1)], exp_eps=3)


def test_wrong(assert_private):
    with pytest.raises(AssertionError, match="not private"):
        assert_private(noisy, [(0, 1)], exp_eps=2)
'''
"""Each uses the plugin, which nothing imports by name."""


def commands() -> list[str]:
    """The commands, and those of their groups, as they are typed."""
    names = []
    for name in COMMANDS:
        command = import_module(f"audits.commands.{MODULES.get(name, name)}").command
        group = getattr(command, "registered_commands", None)
        names += [name] if group is None else [f"{name} {each.name}" for each in group]
    return names


def lacking() -> list[str]:
    """Commands without a line."""
    return [
        f"{name}: no line in LINES"
        for name in commands()
        if not any(line == name or line.startswith(f"{name} ") for line in LINES)
    ]


def lay_out(folder: Path) -> None:
    """Write the files that the lines read."""
    (folder / "mine.py").write_text(MINE, encoding="utf-8")
    (folder / "streams.py").write_text(STREAMS, encoding="utf-8")
    (folder / "pyproject.toml").write_text(PROJECT, encoding="utf-8")
    (folder / "table.csv").write_text(TABLE, encoding="utf-8")
    (folder / "test_mine.py").write_text(TEST, encoding="utf-8")


def answered(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """A line as a process of its own."""
    words = [sys.executable, "-m", "audits", *line.split(), "--json"]
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)


def objections(line: str, done: subprocess.CompletedProcess[str]) -> list[str]:
    """What is wrong with the answer to a line."""
    expected = VERDICTS.get(line)
    if expected == "refused" and (done.returncode, done.stdout) == (REFUSED, ""):
        return []
    if done.returncode not in ENDS:
        return [f"{line}: exit status {done.returncode}: {done.stderr[-500:]}"]
    try:
        answer = json.loads(done.stdout)
    except ValueError as failure:
        return [f"{line}: no JSON ({failure}): {done.stdout[:200]!r}"]
    if not isinstance(answer, dict):
        return [f"{line}: not an object"]
    verdict = answer.get("verdict")
    return [] if expected in {None, verdict} else [f"{line}: {verdict}, and not {expected}"]


def words_of_the_library(folder: Path) -> list[str]:
    """What a program prints that says nothing itself."""
    words = [sys.executable, "-c", LIBRARY]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    said = (done.returncode, done.stdout, done.stderr)
    return [] if said == (0, "", "") else [f"a program without output: {said}"]


def ended(words: Sequence[str], folder: Path) -> tuple[int, str]:
    """The exit status of a program, and all that it printed."""
    done = subprocess.run(
        words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    return done.returncode, done.stdout


def objections_to_the_script(folder: Path) -> list[str]:
    """What is wrong with the command `exactdp` of this environment."""
    script = shutil.which("exactdp", path=str(Path(sys.executable).parent))
    if script is None:
        return ["there is no command exactdp"]
    found = ended([script, "--version"], folder)
    expected = ended([sys.executable, "-m", "audits", "--version"], folder)
    return [] if found == expected and found[0] == 0 else [f"exactdp --version: {found}"]


def objections_to_the_plugin(folder: Path) -> list[str]:
    """What is wrong with the tests of a user."""
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_mine.py"]
    status, printed = ended(words, folder)
    return [] if status == 0 and "2 passed" in printed else [f"pytest: {printed[-1000:]}"]


def objections_of_the_kernel(folder: Path) -> list[str]:
    """What it says against the certificate that a line has written, alone and without packages."""
    kernel = Path(audits.__file__).parent / "kernel" / "__main__.py"
    status, printed = ended([sys.executable, "-I", "-S", str(kernel), PROOF], folder)
    right = status == 0 and printed.startswith(f"accepted {PROOF}")
    return [] if right else [f"the kernel on {PROOF}: {status}, {printed[-500:]}"]


def main() -> int:
    """Run every line; what is wrong is printed, and 1 returned if anything is."""
    whole = "--without-extras" not in sys.argv
    lines = LINES if whole else WITHOUT_EXTRAS
    found = lacking()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        lay_out(folder)
        for line in lines:
            found += objections(line, answered(line, folder))
        found += objections_to_the_script(folder)
        if whole:
            found += words_of_the_library(folder)
            found += objections_to_the_plugin(folder)
        found += objections_of_the_kernel(folder)
    sys.stderr.writelines(f"{each}\n" for each in found)
    sys.stdout.write(
        f"{len(lines)} lines, the script, {'the plugin, ' if whole else ''}the kernel: "
        f"{len(found)} wrong\n"
    )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
