"""Somebody's mechanism at the door: what leaks, loops, lies or breaks is refused in one line."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Hashable
from fractions import Fraction
from pathlib import Path

import pytest

from audits.inputs.mechanisms import mechanism_class
from proofs_tests.command_line import exactdp, refusal
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Mechanism
from reference.probability.law import law

PROGRAM = """import os, random, sys, time
from dataclasses import dataclass
from fractions import Fraction
import numpy as np
from reference.data.adjacency import ListedAdjacency, replace_one
from reference.data.domain import Domain
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.dist import Dist
from reference.probability.families import bernoulli

COIN = Dist.uniform((0, 1))
class Odd(Guarantee): pass
GENERATOR = np.random.default_rng(3)
CALLS = []
SEEN = dict()

@dataclass(frozen=True)
class M:
    eps: Epsilon
    {extra}
    def universe(self, rows):
        {universe}

    def __call__(self, database, coins):
        {body}
"""

BODY_LINE = PROGRAM[: PROGRAM.index("{body}")].count("\n") + 1

BITS = "return replace_one(range(2), rows)"


@pytest.fixture(scope="module")
def laws_computed_twice() -> None:
    """Not here: as often as they are for everybody."""


def written(
    folder: Path, body: str, *, universe: str = BITS, extra: str = "", name: str = "leak.py"
) -> str:
    """A mechanism in a file."""
    file = folder / name
    text = PROGRAM.format(body=body.replace("\n", "\n        "), universe=universe, extra=extra)
    file.write_text(text, encoding="utf-8")
    return f"{file}:M"


def audit(name: str, *more: str) -> list[str]:
    """The words of an audit on one row at e^eps = 2."""
    return ["privacy", name, "--rows", "1", "--root", "2", "--exp-eps", "2", *more]


@pytest.fixture
def computed_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Laws are computed again by one more process, where nothing impure is asked about."""
    monkeypatch.setattr("reference.probability.law.COMPARED", 1)
    monkeypatch.setattr("audits.evidence.table.ENOUGH_CALLS", 0)
    monkeypatch.setattr("audits.inputs.rows.ENOUGH_CALLS", 0)


LEAKS = [
    ("random.random", "return database[0] if random.random() < 0.01 else coins.draw(COIN)"),
    ("random.random", "return database[0] if random.random() < 0.01 else None"),
    ("random.random", "coins.draw(COIN)\nreturn database[0] if random.random() < 0.01 else None"),
    ("time.time_ns", "return database[0] if time.time_ns() % 100 == 0 else coins.draw(COIN)"),
    ("os.urandom", "return database[0] if os.urandom(1) == b'0' else coins.draw(COIN)"),
    ("numpy.random", "return database[0] if GENERATOR.random() < 0.01 else coins.draw(COIN)"),
    ("numpy.random", "return database[0] if np.random.random() < 0.01 else coins.draw(COIN)"),
    ("numpy.random", "return database[0] if np.random.random() < 0.7 else coins.draw(COIN)"),
    ("numpy.random", "if np.random.random() < 0.5: raise ValueError(7)\nreturn coins.draw(COIN)"),
]


@pytest.mark.parametrize(
    ("jobs", "source", "body"),
    [("1", *leak) for leak in LEAKS] + [("2", *leak) for leak in LEAKS[::4]],
)
def test_a_leak_of_one_per_cent_is_refused(
    tmp_path: Path, jobs: str, source: str, body: str
) -> None:
    """In one line that names the source and the line of the call."""
    line = refusal(*audit(written(tmp_path, body), "--jobs", jobs))
    where = BODY_LINE + body.partition(source.rsplit(".", maxsplit=1)[-1])[0].count("\n")
    if not source.startswith("numpy"):
        assert f"{source} at {tmp_path}/leak.py:{where}: " in line
    else:
        assert re.search(rf"{source} at {tmp_path}/leak.py:[0-9]+: ", line)


def test_a_leak_through_random_is_refused_every_time(tmp_path: Path) -> None:
    """Five runs, five refusals."""
    name = written(tmp_path, LEAKS[0][1])
    for _ in range(5):
        assert f"random.random at {tmp_path}/leak.py:{BODY_LINE}: " in refusal(*audit(name))


FIRST_SEEN = "SEEN.setdefault('most', max(database))\nreturn coins.draw(COIN) * SEEN['most']"


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_mechanism_that_remembers_its_first_database_is_refused(
    tmp_path: Path, jobs: str
) -> None:
    """The laws are computed again where it has seen none of them, in reverse order."""
    name = written(tmp_path, FIRST_SEEN)
    assert "has another law when it is computed again" in refusal(*audit(name, "--jobs", jobs))


def test_rows_that_are_torn_apart_do_not_matter(tmp_path: Path) -> None:
    """Runs of equal rows of a multiset are no property of it, read forwards or backwards."""
    runs = "1 + sum(x != y for x, y in zip(database, database[1:]))"
    name = written(tmp_path, f"return coins.draw(COIN) * ({runs})")
    words = ("--rows", "4", "--root", "2", "--exp-eps", "2")
    line = refusal("privacy", name, *words)
    assert "(0, 0, 1, 1), written as (1, 0, 1, 0), has another law" in line


def test_a_mechanism_that_changes_after_a_while_is_refused(tmp_path: Path) -> None:
    """A coin for the first hundred calls, the row afterwards."""
    name = written(
        tmp_path, "CALLS.append(0)\nreturn coins.draw(COIN) if len(CALLS) <= 100 else database[0]"
    )
    assert "has another law when it is computed again" in refusal(*audit(name))
    line = refusal("law", name, "--database", "0", "--root", "2")
    assert "M on database (0,) has another law" in line


@pytest.mark.usefixtures("computed_twice")
@pytest.mark.parametrize(
    "leak",
    [
        "True if database[0] else 1",
        "-0.0 if database[0] else 0.0",
        "1.0 if database[0] else 1",
        "Fraction(1) if database[0] else 1",
        "(1, (True,)) if database[0] else (1, (1,))",
        "frozenset([1.0]) if database[0] else frozenset([1])",
        "np.int64(1) if database[0] else 1",
    ],
)
def test_what_python_calls_equal_is_no_secret(tmp_path: Path, leak: str) -> None:
    """The type and the sign of an output are part of it: refuted with delta = 1."""
    name = written(tmp_path, f"coins.draw(COIN)\nreturn {leak}")
    answer = exactdp(*audit(name, "--json"), status=1).exact
    assert answer["witness"]["probabilities"] == ["1", "0"]


@pytest.mark.usefixtures("computed_twice")
def test_a_nan_is_an_outcome(tmp_path: Path) -> None:
    """A law with NaN in it is decided like any other; one of another sign is another outcome."""
    name = written(
        tmp_path, "return coins.draw(Dist.uniform((float('nan'), -float('nan'), 2.5, 2.5)))"
    )
    exactdp(*audit(name), status=0)
    law = exactdp(f"law {name} --database 0 --root 2 --json", status=0).exact["law"]
    nans = {f"builtins.float nan #{i}": "1/4" for i in range(2)}
    assert law == {**nans, "2.5": "1/2"}


@pytest.mark.usefixtures("computed_twice")
@pytest.mark.parametrize("command", ["law", "sample", "privacy"])
def test_a_mechanism_without_draws_says_so(tmp_path: Path, command: str) -> None:
    """It is refused, unless its class or the command line says that none is meant."""
    name = written(tmp_path, "return 3")
    words = audit(name) if command == "privacy" else [command, name, "--database", "0"]
    words = [*words, *(() if command == "privacy" else ("--root", "2"))]
    assert "M draws nothing on" in refusal(*words)
    exactdp(*words, "--deterministic", status=0)
    said = written(tmp_path, "return 3", extra="deterministic = True", name="said.py")
    exactdp(*(said if word == name else word for word in words), status=0)


@pytest.mark.usefixtures("computed_twice")
def test_workers_count_draws_together(tmp_path: Path) -> None:
    """With two processes as with one: a draw on the last database alone is a draw.

    There are two more than are handed out together.
    """
    body = "return coins.draw(COIN) if sum(database) == 257 else 0"
    name = written(tmp_path, body)
    words = ("--rows", "257", "--root", "2", "--exp-eps", "2", "--delta", "1/2", "--jobs", "2")
    exactdp("privacy", name, *words, status=0)
    name = written(tmp_path, "return 0", name="none.py")
    assert "draws nothing on any of the 258" in refusal("privacy", name, *words)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("try: coins.draw([1])\nexcept: return database[0]", "draw([1]): a draw takes a Dist"),
        ("try: random.random()\nexcept: return database[0]", "random.random at"),
        ("try: os._exit(0)\nexcept: return database[0]", "os._exit"),
    ],
)
def test_no_handler_hides_a_refusal(tmp_path: Path, body: str, words: str) -> None:
    """What was refused is reported, though the mechanism caught it and answered."""
    assert words in refusal(*audit(written(tmp_path, body)))


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize(
    "body",
    [
        "coins.draw(COIN)\nwhile True: pass",
        "while True:\n  try:\n    while True: pass\n  except: return 0",
        "while True: Dist.uniform((0, 1))",
    ],
)
def test_a_loop_without_draws_is_ended(tmp_path: Path, body: str, jobs: str) -> None:
    """By `--timeout`, in a line with the mechanism, the database and the branch.

    On a machine with much to do the time may be over before the loop begins.
    """
    name = written(tmp_path, body)
    lines = []
    for seconds in ("0.5", "4", "16"):
        lines.append(refusal(*audit(name, "--timeout", seconds, "--jobs", jobs)))
        assert re.search(r"no end after [\d.]+ s \(--timeout\)", lines[-1])
        if f"M on database (0,), branch 1: no end after {seconds} s (--timeout)" in lines[-1]:
            return
    pytest.fail("\n".join(lines))


@pytest.mark.parametrize("command", ["law", "sample"])
def test_other_commands_end_too(tmp_path: Path, command: str) -> None:
    """`law` and `sample` have the same limit."""
    name = written(tmp_path, "while True: pass")
    words = ("--database", "0", "--root", "2", "--timeout", "0.5")
    assert "no end after 0.5 s (--timeout)" in refusal(command, name, *words)


def test_who_ignores_the_limit_is_ended_with_the_process(tmp_path: Path) -> None:
    """Exit status 2 and one line, whatever the code catches."""
    body = "def f():\n  try:\n    while True: pass\n  except: f()\n  finally: f()\nf()"
    words = audit(written(tmp_path, body), "--timeout", "1")
    child = subprocess.run(
        [sys.executable, "-m", "audits", *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (child.returncode, child.stdout) == (2, "")
    assert "no end after 1 s" in child.stderr
    assert child.stderr.count("\n") == 1


IMPATIENT = """import sys
from audits.inputs import limits
from audits.cli import main
limits.AGAIN = 1 / 8
sys.exit(main())
"""


def test_a_call_that_never_comes_back_is_ended_with_the_process(tmp_path: Path) -> None:
    """C code in which Python sees no signal: no output, and the status is that of a killed one.

    After the limit it has as long as four others that go on in spite of it; here, half a second.
    """
    words = audit(written(tmp_path, "return max(iter(int, 1))"), "--timeout", "1")
    child = subprocess.run(
        [sys.executable, "-c", IMPATIENT, *words], capture_output=True, check=False, timeout=60
    )
    assert (child.returncode, child.stdout) == (-signal.SIGPROF, b"")


@pytest.mark.parametrize("outcome", ["", "not "])
def test_a_loop_that_draws_is_ended(tmp_path: Path, outcome: str) -> None:
    """After `--max-draws` draws on one branch."""
    name = written(tmp_path, f"while {outcome}coins.draw(COIN): pass\nreturn 0")
    line = refusal(*audit(name, "--max-draws", "30"))
    assert re.search(r"M on database \(0,\), branch (1|31): more than 30 draws", line)


@pytest.mark.usefixtures("computed_twice")
def test_rows_outside_a_universe_of_others_are_refused(tmp_path: Path) -> None:
    """Of a class with a universe or a domain; by type and value."""
    name = written(tmp_path, "return coins.draw(COIN)")
    for row in ("2", "True", "'0'"):
        line = refusal("law", name, "--database", row, "--root", "2")
        assert "a row is one of 0, 1" in line
    listed = "return ListedAdjacency((('a',), ('b',)), ((0, 1),))"
    name = written(tmp_path, "return coins.draw(COIN)", universe=listed, name="listed.py")
    exactdp("law", name, "--database", "'a'", "--root", "2", status=0)
    assert "is not one of" in refusal("law", name, "--database", "'c'", "--root", "2")


def test_a_universe_outside_the_domain_is_refused(tmp_path: Path) -> None:
    """`privacy` checks the rows that the class itself makes."""
    name = written(tmp_path, "return coins.draw(COIN)", extra="domain = Domain.of_size(1)")
    assert "row 1: a row is one of 0" in refusal(*audit(name))


FAILURES = [
    ("raise KeyError('x')", "KeyError: 'x'"),
    ("raise ValueError('too odd')", "too odd"),
    ("raise RuntimeError('first\\nsecond')", "RuntimeError: first"),
    ("assert False, 'no'", "AssertionError: no"),
    ("return [0]", "outcome [0] of type list: an outcome is a number"),
    ("return coins.draw(bernoulli(0.5))", "a probability is a Fraction: write Fraction(1, 2)"),
    ("class B(BaseException): pass\nraise B('odd')", "B: odd"),
    ("raise BaseException", "BaseException"),
    ("class B(Exception):\n  def __str__(self): raise ValueError\nraise B", "B"),
    ("sys.exit(0)", "SystemExit: 0"),
    ("os._exit(0)", "os._exit"),
    ("os.abort()", "os.abort"),
    ("return self(database, coins)", "RecursionError"),
    ("raise MemoryError", "MemoryError"),
    ("raise GeneratorExit", "GeneratorExit"),
    ("return {}", "outcome {} of type dict: an outcome is"),
    ("return (x for x in database)", "of type generator: an outcome is"),
    ("return lambda: 0", "of type function: an outcome is"),
]


@pytest.mark.parametrize(
    ("command", "body", "words"),
    [
        *(("privacy", *failure) for failure in FAILURES),
        *((command, *failure) for command in ("law", "sample") for failure in FAILURES[::3]),
    ],
)
def test_code_that_fails_is_shown_with_its_line(
    tmp_path: Path, command: str, body: str, words: str
) -> None:
    """Whatever it raises and however it leaves: exit 2, one line, its file and its line."""
    name = written(tmp_path, body)
    place = audit(name) if command == "privacy" else [command, name, "--database", "0"]
    if command != "privacy":
        place += ["--root", "2"]
    line = refusal(*place)
    assert words in line
    if "an outcome is" not in words:
        last = BODY_LINE + body.count("\n")
        lines = f"({last - 1}|{last})" if words == "RecursionError" else last  # entered, or calls
        assert re.search(rf"{tmp_path}/leak.py:{lines}\b", line)


@pytest.mark.parametrize(
    "body", ["os._exit(0)", "sys.exit(0)", "1/0", "raise BaseException", "raise EOFError"]
)
def test_a_module_that_fails_is_shown_with_its_line(tmp_path: Path, body: str) -> None:
    """When it is loaded; `os._exit` too."""
    file = tmp_path / "broken.py"
    file.write_text(f"import os, sys\n\n{body}\n", encoding="utf-8")
    assert f"{file}:3" in refusal(*audit(f"{file}:M"))


def test_a_module_that_is_no_python(tmp_path: Path) -> None:
    """Its line is named."""
    file = tmp_path / "broken.py"
    file.write_text("x = (\n", encoding="utf-8")
    assert f"{file}:1" in refusal(*audit(f"{file}:M"))


def test_a_worker_whose_code_leaves_is_no_verdict(tmp_path: Path) -> None:
    """`os._exit` in a second process."""
    line = refusal(*audit(written(tmp_path, "os._exit(0)"), "--jobs", "2"))
    assert f"os._exit at {tmp_path}/leak.py:{BODY_LINE}" in line


def test_a_draw_behind_an_iterator_is_followed(tmp_path: Path) -> None:
    """No outcome is taken for the output before the code has looked at it."""
    body = (
        "from functools import partial; from operator import is_not\n"
        "draws = [Dist.uniform((0, 1, None)), Dist.uniform((0, 2))]\n"
        "return next(filter(partial(is_not, None), map(coins.draw, draws)))"
    )
    made = loaded(written(tmp_path, body))
    expected = {0: Fraction(1, 2), 1: Fraction(1, 3), 2: Fraction(1, 6)}
    assert {x: law(made, (0,)).probability(x) for x in expected} == expected
    assert len(law(made, (0,))) == len(expected)


def test_what_a_sub_mechanism_remembers_is_not_trusted(tmp_path: Path) -> None:
    """A function that reads a variable which changes: one law for each call of it."""
    body = (
        "tosses = []\n"
        "def step(database, coins):\n"
        "    return 2 * len(tosses) + coins.draw(COIN)\n"
        "tosses.append(coins.run(step, database))\n"
        "return tosses[0], coins.run(step, database)"
    )
    made = loaded(written(tmp_path, body))
    assert set(law(made, (0,))) == {(0, 2), (0, 3), (1, 2), (1, 3)}


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_order_of_rows_of_a_multiset_does_not_matter(tmp_path: Path, jobs: str) -> None:
    """What shows rows that are not sorted is refused where databases are multisets."""
    body = "if list(database) != sorted(database): return database\nreturn coins.draw(COIN)"
    name = written(tmp_path, body)
    words = ("privacy", name, "--rows", "2", "--root", "2", "--exp-eps", "2", "--jobs", jobs)
    assert "written as (1, 0)" in refusal(*words)


def test_a_distribution_of_somebody_elses_class_is_refused(tmp_path: Path) -> None:
    """Its law and its samples could differ."""
    body = "class Mine(Dist):\n    pass\nreturn coins.draw(Mine({0: 1, 1: 1}, COIN.field))"
    assert "a draw takes a Dist" in refusal(*audit(written(tmp_path, body)))


DRAWS = "import random\nCHANCE = random.randrange(9)\n"


@pytest.mark.parametrize(
    ("command", "place"),
    [
        *(("privacy", place) for place in ("itself", "helper", "clock")),
        *((command, "itself") for command in ("law", "sample", "optimum")),
    ],
)
def test_a_module_that_draws_while_it_is_loaded_is_refused(
    tmp_path: Path, command: str, place: str
) -> None:
    """What it drew is the same for one process and another for the next: it is no law."""
    name = written(tmp_path, "return coins.draw(COIN)")
    file = tmp_path / "leak.py"
    helper = f"helper_of_{command}_{place}"
    (tmp_path / f"{helper}.py").write_text(DRAWS, "utf-8")
    clock = "import time\nNOW = time.time_ns()\n"
    before = {"itself": DRAWS, "helper": f"import {helper}\n", "clock": clock}[place]
    file.write_text(before + file.read_text("utf-8"), "utf-8")
    words = {
        "law": ["law", name, "--database", "0", "--root", "2"],
        "sample": ["sample", name, "--database", "0", "--root", "2"],
        "privacy": audit(name),
        "optimum": ["optimum", name, "--exp-eps", "2"],
    }
    line = refusal(*words[command])
    assert ("time.time_ns" if place == "clock" else "random.randrange") in line
    assert f"{helper}.py:2" in line or f"{file}:2" in line


def test_a_relation_that_is_asked_for_is_not_one_that_only_has_its_name(tmp_path: Path) -> None:
    """A list of pairs is not what `--adjacency replace-one` means, and is not called so."""
    for called in ("one pair", "replace-one"):
        universe = f"return ListedAdjacency(((0,), (1,)), ((0, 1),), {called!r})"
        name = written(tmp_path, "return coins.draw(COIN)", universe=universe)
        words = audit(name, "--adjacency", "replace-one")
        assert "a relation of its own" in refusal(*words)


def test_code_that_exits_while_it_is_shown_is_no_success(tmp_path: Path) -> None:
    """An outcome whose text ends the program: exit status 2, in one line."""
    body = (
        "class Word(str):\n"
        "    __slots__ = ()\n"
        "    def __str__(self):\n"
        "        raise SystemExit(0)\n"
        "    __repr__ = __str__\n"
        "return coins.draw(Dist.uniform((Word(database[0]), Word('x'))))"
    )
    refusal(*audit(written(tmp_path, body)))


def test_a_delta_of_one_is_bad_input(tmp_path: Path) -> None:
    """Everything would be private."""
    name = written(tmp_path, "return database")
    assert "less than 1" in refusal(*audit(name, "--delta", "1"))


def loaded(name: str) -> Mechanism[tuple[int, ...], Hashable, Fraction]:
    """The mechanism of a file, at e^eps = 2."""
    made: Mechanism[tuple[int, ...], Hashable, Fraction]
    made = mechanism_class(name)(Epsilon(Fraction(2)))
    return made


UNSHOWN = """class Odd:
    def __repr__(self): return 1 / 0
return replace_one([Odd(), Odd()], rows)"""


@pytest.mark.parametrize(
    ("universe", "extra"), [(UNSHOWN, ""), (BITS, "domain = property(lambda self: 1 / 0)")]
)
def test_a_fault_of_somebodys_class_is_no_bug_of_ours(
    tmp_path: Path, universe: str, extra: str
) -> None:
    """Wherever its code runs: exit 2, one line, its file and its line."""
    body = "return coins.draw(COIN)"
    name = written(tmp_path, body, universe=universe.replace("\n", "\n        "), extra=extra)
    line = refusal(*audit(name))
    assert re.search(rf"ZeroDivisionError: .*\({tmp_path}/leak.py:[0-9]+\)$", line)


@pytest.mark.parametrize(
    ("extra", "universe", "words"),
    [
        ("thing: 'Nowhere'", BITS, "name 'Nowhere' is not defined"),
        ("parts = 0", BITS, "M.parts is 0"),
        ("guarantee = 3", BITS, "M.guarantee is no Guarantee"),
        ("guarantee = property(lambda self: self.nothing)", BITS, "'nothing'"),
        ("def __post_init__(self): raise OSError('post')", BITS, "M: OSError: post"),
        ("", "return nowhere(rows)", "M.universe(1): NameError"),
        ("", "return [rows]", "returned no adjacency"),
    ],
)
def test_a_class_that_is_no_mechanism(
    tmp_path: Path, extra: str, universe: str, words: str
) -> None:
    """Its types, its promise, its universe."""
    name = written(tmp_path, "return 0", universe=universe, extra=extra)
    assert words in refusal(f"privacy {name} --rows 1 --root 2")


def test_what_a_mechanism_prints_is_not_the_answer(tmp_path: Path) -> None:
    """It goes to stderr."""
    name = written(tmp_path, "print('hello'); return coins.draw(bernoulli(Fraction(1, 2)))")
    printed = exactdp(f"law {name} --database 0 --root 2 --json", status=0)
    assert printed.stdout.startswith("{")
    assert "hello" not in printed.stdout
    assert "hello" in printed.stderr


SHAM = """class Odd:
    index_pairs = databases = None
return Odd()"""

UNLISTED = """class Odd(ListedAdjacency):
    def databases(self): return [(0,), (0,)]
return Odd(((0,), (1,)), ((0, 1),))"""

NO_UNIVERSES = [
    (SHAM, "is a Odd; make it by"),
    (UNLISTED, "is a Odd; make it by"),
    ("return 3", "3 is a int; make it by"),
]


@pytest.mark.parametrize(("universe", "words"), NO_UNIVERSES)
def test_a_universe_is_one_that_the_kernel_knows(
    tmp_path: Path, universe: str, words: str
) -> None:
    """A class of somebody's own could list what it does not say."""
    body = "return coins.draw(COIN)"
    name = written(tmp_path, body, universe=universe.replace("\n", "\n        "))
    assert words in refusal(*audit(name))


@pytest.mark.parametrize("value", ["Guarantee(2.0, 0.0)", "Odd(Fraction(2), Fraction(0))"])
def test_a_guarantee_is_exact_and_does_not_change(tmp_path: Path, value: str) -> None:
    """Floats, and classes of somebody's own, are refused."""
    guarantee = f"guarantee = property(lambda self: {value})"
    name = written(tmp_path, "return coins.draw(COIN)", extra=guarantee)
    assert "M.guarantee" in refusal("privacy", name, "--rows", "1", "--root", "2")


@pytest.mark.usefixtures("computed_twice")
def test_a_mechanism_may_lie_in_several_files(tmp_path: Path) -> None:
    """A module beside its file is found, and replaces none of the library's."""
    (tmp_path / "own_coin.py").write_text("VALUES = (0, 1)\n", encoding="utf-8")
    (tmp_path / "json.py").write_text("raise ImportError('not this one')\n", encoding="utf-8")
    body = "from own_coin import VALUES\nimport json\nreturn coins.draw(Dist.uniform(VALUES))"
    assert exactdp(*audit(written(tmp_path, body)), status=0).stderr == ""
