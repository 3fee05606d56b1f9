"""`exactdp conform` on samplers of other people: agreement, refutation, and everything else."""

import json
import stat
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from audits.cli import main
from audits.conformance.environments import Environment, MissingLibraryError, Worker, WorkerError
from audits.conformance.library import adapter
from proofs_tests.architecture.tree import ROOT

LAW = ["--reference", "randomized-response", "-p", "domain=2", "--root", "2"]
"""Odds of 2 : 1 on every row."""


def program(path: Path, body: str) -> str:
    """A Python program that reads `rows` and prints `count` times what `show` makes (seed 11)."""
    path.write_text(
        f"#!{sys.executable}\n"
        "import json, random, sys\n"
        "rows, count = [json.loads(line) for line in sys.stdin], int(sys.argv[-1])\n"
        "rng = random.Random(11)\n"
        f"{body}\n"
        "for i in range(count):\n"
        "    print(show(rng))\n"
    )
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


Found = tuple[int, list[dict[str, object]], str]
Run = Callable[..., Found]
Theirs = Callable[[str], str]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Exit status, findings, and what is said on stderr."""

    def conform(*words: str) -> Found:
        status = main(["conform", *words, "--json"])
        captured = capsys.readouterr()
        return status, json.loads(captured.out)["findings"] if captured.out else [], captured.err

    return conform


@pytest.fixture
def theirs(tmp_path: Path) -> Theirs:
    """The path of a Python file with a text."""

    def written(text: str) -> str:
        (tmp_path / "theirs.py").write_text(text)
        return str(tmp_path / "theirs.py")

    return written


RESPONSE = "def show(rng):\n    b = rows[0] ^ (rng.random() < 1/3)\n    return f'{}'"
LEAK = (
    "def show(rng):\n    return 'LEAK' if rng.random() < 0.03 else rows[0] ^ (rng.random() < 1/3)"
)
COINS = """def show(rng):
    a = rng.randrange(2)
    b = a if rows[0] else rng.randrange(2)
    return f'{}'
"""


@pytest.mark.statistical
@pytest.mark.parametrize(
    ("body", "options", "status", "said"),
    [
        *(
            (RESPONSE.replace("{}", style), [*LAW, "--samples", "5000"], 0, "not-refuted")
            for style in ("{b}", "({b},)", "({b})", "[{b}]", "{b}.0", "[{b}.0]")
        ),
        (RESPONSE.replace("{}", "[{b}]"), [*LAW, "--cells", "2", "--samples", "1000"], 0, ""),
        ("def show(rng):\n    return f'[{rng.randrange(2)}]'", LAW, 1, "refuted"),
        (LEAK, LAW, 1, "'LEAK'"),
        *(
            (COINS.replace("{}", style), ["--neighbour", "0", "--eps", "1"], 1, "0")
            for style in ("{a} {b}", "[{a}, {b}]", '"{a} {b}"')
        ),
    ],
)
def test_a_sampler_is_refuted_if_it_is_wrong(
    tmp_path: Path, run: Run, body: str, options: list[str], status: int, said: str
) -> None:
    """In every spelling (seed 11; the false-alarm probability of each is 1/4e9).

    The outcome (1,) of randomised response, printed in six ways, or its cell, is right.  Fair bits
    are wrong; so are three LEAKs in a hundred: one is the witness.  Two coins that are independent
    on one database and equal on the other are told apart.
    """
    command = program(tmp_path / "sampler", body)
    found = run("--command", command, "--database", "1", *options)
    assert found[0] == status
    assert said in str(found[1])
    witness = found[1][0].get("witness")
    if said == "'LEAK'":
        assert isinstance(witness, dict)
        assert (witness["event"], witness["false alarm"]) == (said, "0")


@pytest.mark.statistical
def test_real_rows_and_vectors_survive(tmp_path: Path, run: Run) -> None:
    """Rows 0.75 and 0.5 arrive as such; a vector is counted in cells of one width each."""
    body = (
        "assert rows in ([0.75, 0.5], [1.75, 0.5]), rows\n"
        "def show(rng):\n"
        "    return [rows[0] + rng.random() / 2, rows[1] + rng.gauss(0, 1)]\n"
    )
    arguments = ["--command", program(tmp_path / "vector", body), "--database", "0.75,0.5"]
    pair = [*arguments, "--neighbour", "1.75,0.5", "--eps", "2", "--samples", "5000"]
    for cells in ([], ["--cells", "1/4"], ["--cells", "1/4,3"]):
        assert run(*pair, *cells)[0] == 1
    status, _, said = run(*pair, "--cells", "1,1,1")
    assert status == 2
    assert "has not 3 coordinates" in said


def test_rows_of_a_python_function_are_floats(theirs: Theirs, run: Run) -> None:
    """A decimal that is typed is a float there, and strings keep their blanks."""
    place = theirs(
        "def f(database, count):\n"
        "    assert database[1:] == (-1.5, 'a b', (1, 2.5)), database\n"
        "    assert database[0] in (0.75, 0.5), database\n"
        "    assert [type(x) for x in database] == [float, float, str, tuple], database\n"
        "    return [1] * count\n"
    )
    rows = "0.75,-1.5,'a b',(1,2.5)"
    other = rows.replace("0.75", "0.5")
    arguments = ["--database", rows, "--neighbour", other, "--eps", "1"]
    assert run(f"{place}:f", *arguments)[0] == 3


def test_what_is_undecided_need_not_fail(theirs: Theirs, run: Run) -> None:
    """With --fail-on refuted only a refutation fails; a note says which leak would be seen."""
    place = theirs("def f(database, count):\n    return [database[0] // 2] * count\n")
    arguments = [f"{place}:f", "--database", "0", "--eps", "1", "--samples", "2000", "--neighbour"]
    for word, expected in (("undecided", 3), ("refuted", 0)):
        status, found, _ = run(*arguments, "1", "--fail-on", word)
        assert status == expected
        assert str(found[0]["note"]).startswith("not refuted; with probability 0.999 an event")
    assert run(*arguments, "2", "--fail-on", "refuted")[0] == 1


THEIRS = """import math

def raises(database, count):
    x = 1
    return 1 / 0

def few(database, count):
    return [(0,)] * (count - 1)

def nothing(database, count):
    return None

def mutable(database, count):
    return [{}] * count

def exits(database, count):
    raise SystemExit(1)

def not_a_number(database, count):
    return [math.nan] * count

def one_argument(database):
    return [(0,)]

def word(database, count):
    return "(0,)" * count

def generator(database, count):
    yield (0,)
    yield 1 / 0

def endless(database, count):
    while True:
        yield (0,)

def deep(database, count):
    x = []
    for _ in range(10**5):
        x = [x]
    return [x] * count
"""


@pytest.mark.parametrize("cells", [[], ["--cells", "1/4"]])
@pytest.mark.parametrize(
    ("name", "line", "reason"),
    [
        ("raises", 5, "ZeroDivisionError: division by zero"),
        ("few", 7, "the sampler gave 199 samples where 200 were asked for"),
        ("nothing", 10, "the sampler returned None, no sequence of samples"),
        ("mutable", 13, "the sample {} "),
        ("exits", 17, "SystemExit: 1"),
        ("one_argument", 22, "TypeError"),
        ("word", 25, "no sequence of samples"),
        ("generator", 30, "ZeroDivisionError: division by zero"),
        ("endless", 32, "the sampler gave 201 samples where 200 were asked for"),
        ("deep", 36, "a sample is nested too deeply"),
    ],
)
def test_a_sampler_that_fails_is_an_error(
    theirs: Theirs, run: Run, name: str, line: int, reason: str, cells: list[str]
) -> None:
    """Exit status 2 and one line with file and line; never a refutation."""
    place = theirs(THEIRS)
    status, _, said = run(f"{place}:{name}", "--database", "1", *LAW, *cells)
    assert status == 2
    assert said.endswith(f" ({place}:{line})\n")
    assert reason in said
    assert said.count("\n") == 1


def test_nan_in_cells_is_an_error(theirs: Theirs, run: Run) -> None:
    """NaN lies in no cell; without cells it is an outcome outside the support."""
    place = theirs(THEIRS)
    arguments = [f"{place}:not_a_number", "--database", "1", *LAW]
    status, _, said = run(*arguments, "--cells", "1/4")
    assert (status, said) == (
        2,
        f"exactdp: the sample nan lies in no cell: cells are of numbers ({place}:19)\n",
    )
    status, found, _ = run(*arguments)
    assert status == 1
    assert found[0]["truth"] == "nan came out, which has probability 0"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = 1\ny = x +* 2\n", "SyntaxError: invalid syntax (theirs.py, line 2) ({place}:2)"),
        ("import nowhere\n", "ModuleNotFoundError: No module named 'nowhere' ({place}:1)"),
        ("\n\nraise SystemExit\n", "SystemExit ({place}:3)"),
        ("def g():\n    [][0]\ng()\n", "IndexError: list index out of range ({place}:2)"),
        ("f = 3\n", "it has no function 'f'; its functions: none"),
    ],
)
def test_a_module_that_fails_on_import_is_an_error(
    theirs: Theirs, run: Run, text: str, said: str
) -> None:
    """Exit status 2 and one line with file and line."""
    place = theirs(text)
    status, _, found = run(f"{place}:f", "--database", "0", *LAW)
    assert status == 2
    assert found.startswith(f"exactdp: {place}: ")
    assert said.format(place=place) in found
    assert found.count("\n") == 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--delta", "2"], "--delta 2: at least 0, and less than 1"),
        (["--delta", "-1/2"], "--delta -1/2: at least 0, and less than 1"),
        (["--eps", "-1"], "--eps -1: a privacy loss is at least 0"),
        (["--cells", "1,0"], "--cells 1,0: a width is positive"),
        (["--database", "f(x)"], "--database 'f(x)': give rows"),
        (["--database", "1,,2"], "--database '1,,2': give rows"),
        (["--database", "1j"], "--database '1j': give rows"),
        (["--command", "''' "], "No closing quotation"),
        (["--command", " "], "an empty command"),
    ],
)
def test_bad_options_are_refused(run: Run, options: list[str], said: str) -> None:
    """One line that names the value and what is allowed."""
    given = {"--command": "true", "--database": "0", "--neighbour": "1", "--eps": "1"}
    given |= {options[0]: options[1]}
    status, _, found = run(*[word for pair in given.items() for word in pair])
    assert status == 2
    assert said in found


def test_a_function_has_a_physical_location(tmp_path: Path) -> None:
    """A SARIF result about a Python function points at its file and line."""
    place, report = tmp_path / "their code.py", tmp_path / "findings.sarif"
    place.write_text("\n\ndef f(database, count):\n    return [5] * count\n")
    arguments = [f"{place}:f", "--database", "1", *LAW, "--sarif", str(report)]
    assert main(["conform", *arguments]) == 1
    (result,) = json.loads(report.read_text())["runs"][0]["results"]
    physical = result["locations"][0]["physicalLocation"]
    assert physical["artifactLocation"]["uri"] == place.as_uri()
    assert physical["region"] == {"startLine": 3}


def test_a_release_that_is_nowhere_says_what_makes_it(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command that is named needs no Makefile, and makes just this environment."""
    monkeypatch.setenv("EXACTDP_ENVIRONMENTS", str(tmp_path))
    status, _, said = run("opendp==0.4.0")
    assert status == 2
    assert "`exactdp conform opendp==0.4.0 --prepare` makes it" in said
    assert str(tmp_path / "opendp-0.4.0") in said
    assert "make conformance" not in said


def test_prepare_makes_the_environment(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`--prepare` installs the release that was asked for before anything is compared."""
    made: list[tuple[str, str]] = []
    monkeypatch.setenv("EXACTDP_ENVIRONMENTS", str(tmp_path))
    monkeypatch.setattr(
        Environment, "prepare", lambda self: made.append((self.distribution, self.version))
    )
    run("opendp==0.4.0", "--prepare")
    assert made == [("opendp", "0.4.0")]


def test_another_release_is_not_passed_off_as_the_one_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is installed here serves when no release is named, and only then."""
    monkeypatch.setenv("EXACTDP_ENVIRONMENTS", str(tmp_path))
    monkeypatch.setattr(Environment, "_installed_here", lambda _: "0.15.0")
    assert adapter("opendp").environment.interpreter() == (sys.executable, "0.15.0")
    assert adapter("opendp").at("0.15.0").environment.interpreter()[1] == "0.15.0"
    with pytest.raises(MissingLibraryError, match=r"not installed here, only 0\.15\.0 is"):
        adapter("opendp").at("0.4.0").environment.interpreter()


def test_a_worker_that_ends_leaves_its_last_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """A release that the worker cannot import is named with the error."""
    monkeypatch.setattr(Environment, "_installed_here", lambda self: self.version)
    missing = Environment("nothing", "1.0", "no_such_worker", "nothing")
    with Worker(missing) as worker, pytest.raises(WorkerError, match="No module named"):
        worker.ask("ready")


def test_a_decimal_row_is_exact_for_the_reference(run: Run) -> None:
    """0.1 is one tenth, and no row of a domain of two values."""
    status, _, said = run("--command", "true", "--database", "0.1", *LAW)
    assert status == 2
    assert said
    assert Fraction("0.1") == Fraction(1, 10)


ENDING = """import atexit, ctypes, os, signal, sys, time
import os as _os
end, libc = os._exit, ctypes.CDLL(None)

def exits(database, count):
    end(0)

def exits_in_c(database, count):
    libc._exit(0)

def exits_later(database, count):
    atexit.register(end, 0)
    return [(1 - database[0],)] * count

def is_killed(database, count):
    os.kill(os.getpid(), signal.SIGKILL)

def writes(database, count):
    for end_of_pipe in range(3, 64):
        try:
            os.write(end_of_pipe, b'{"answer": [[true], [0]]}\\n')
        except OSError:
            pass
    return [(1 - database[0],)] * count

def replaces(database, count):
    import audits.conformance.binomial as judge
    judge.is_improbable = lambda *_: False
    sys.modules["audits.conformance.statistical"].is_improbable = lambda *_: False
    return [(1 - database[0],)] * count

def sleeps(database, count):
    while True:
        try:
            time.sleep(100)
        except BaseException:
            pass
"""


HOSTILE = {
    "exits": (2, "the process is not the code's to end"),
    "exits_in_c": (2, "the code ended its process (exit status 0)"),
    "exits_later": (1, ""),
    "is_killed": (2, "the code ended its process (signal 9)"),
    "writes": (2, "theirs.py:"),
    "replaces": (1, ""),
    "sleeps": (2, "no end after 2 s (timeout)"),
}
ALL = f"""import sys
from audits.cli import main
for name in {[*HOSTILE]}:
    words = sys.argv[1] + ":" + name, "--database", "1", *{LAW}, "--timeout", "2", "--json"
    status = main(["conform", *words])
    print("status", status, file=sys.stderr, flush=True)
"""


def test_no_sampler_makes_a_success_of_the_command(theirs: Theirs) -> None:
    """Ended, in C or at its exit, killed, forging answers, replacing our functions or endless.

    One process calls all of them, and no answer is that of one before.
    """
    done = subprocess.run(
        [sys.executable, "-c", ALL, theirs(ENDING)],
        cwd=ROOT, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    told = iter(done.stderr.splitlines())
    for status, said in HOSTILE.values():
        assert not said or said in next(told)
        assert next(told) == f"status {status}"
    assert (done.returncode, [*told]) == (0, [])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("import os\nend = os._exit\nend(0)\n", "the process is not the code's to end"),
        ("import ctypes\nctypes.CDLL(None)._exit(0)\n", "ended its process (exit status 0)"),
    ],
)
def test_no_module_makes_a_success_of_the_command(theirs: Theirs, text: str, said: str) -> None:
    """A module that ends its process when it is imported is an error."""
    done = subprocess.run(
        [sys.executable, "-m", "audits", "conform", f"{theirs(text)}:f", "--database", "1", *LAW],
        cwd=ROOT, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert said in done.stderr


def test_values_of_their_own_types_are_told_apart(theirs: Theirs, run: Run) -> None:
    """Members of an enumeration that only the sampler knows: equal ones are one outcome."""
    place = theirs(
        "from enum import Enum\n"
        "class Answer(Enum):\n    YES = 1\n    NO = 2\n"
        "def tells(database, count):\n    return [Answer(1 if database[0] else 2)] * count\n"
        "def silent(database, count):\n    return [Answer.YES] * count\n"
    )
    pair = ["--database", "0", "--neighbour", "1", "--eps", "1"]
    assert run(f"{place}:silent", *pair)[0] == 3
    status, found, _ = run(f"{place}:tells", *pair)
    assert status == 1
    assert "Answer.NO" in str(found[0]["witness"])


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("def show(rng):\n    return ''", "line 1 of its output is blank"),
        ("def show(rng):\n    return '1\\n  '", "line 2 of its output is blank"),
        ("def show(rng):\n    return '1' + ' ' * rows[0]", "'1' and as '1 '"),
        ("def show(rng):\n    return '[1,0]' if rows[0] else '[1, 0]'", "can tell them apart"),
        ("def show(rng):\n    return '1.0' if rows[0] else '1.00'", "can tell them apart"),
        ("def show(rng):\n    return 'nan' if rows[0] else 'NaN'", "can tell them apart"),
        ("def show(rng):\n    return '1\\n1'", "more than the 1000 lines that were asked for"),
        ("import time\ntime.sleep(60)\ndef show(rng):\n    pass", "no samples in 2 seconds"),
        ("raise ValueError('nothing')", "exit status 1: ValueError: nothing"),
        ("def show(rng):\n    return rng.choice(['0', '0.0'])", "a reader can tell them apart"),
        ("def show(rng):\n    return 'a b'", "print one JSON value a line"),
    ],
)
def test_a_command_that_fails_is_an_error(tmp_path: Path, run: Run, body: str, said: str) -> None:
    """Blank lines, too many, errors, and a value spelled so that it tells the row (seed 11).

    Exit status 2 and one line that names the program; never a refutation.
    """
    place = program(tmp_path / "bad", body)
    pair = ["--neighbour", "1", "--eps", "1", "--samples", "2000"]
    asked = LAW if "choice" in body or "a b" in body else pair
    words = ["--command", place, "--database", "0", "--timeout", "2", *asked]
    status, _, found = run(*words)
    assert (status, found.count("\n")) == (2, 1)
    assert found.startswith("exactdp: ")
    assert place in found
    assert said in found


@pytest.mark.statistical
@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        (
            "print('INFO: begins')\ncount -= 1\ndef show(rng):\n    return 'done'",
            2,
            "line 1 is 'INFO: begins'",
        ),
        ("print('INFO: begins')\ndef show(rng):\n    return 7", 2, "more than the 200 lines"),
        (
            "print('LEAK')\ncount -= 1\ndef show(rng):\n    return rows[0] ^ (rng.random() < 1/3)",
            1,
            "LEAK",
        ),
        ("print('INFO')\ncount -= 1\ndef show(rng):\n    return 7", 1, "7 came out"),
    ],
)
def test_words_among_samples(tmp_path: Path, run: Run, body: str, status: int, said: str) -> None:
    """A word refutes where any sample is a number, the number first; an error where none is."""
    place = program(tmp_path / "words", body)
    found = run("--command", place, "--database", "1", *LAW)
    assert found[0] == status
    assert said in (found[2] or str(found[1]))


DECLARING = """def exact(database, count):
    return [(database[0],)] * count
exact.eps = "0.6931471806"

def short(database, count):
    return [(database[0],)] * count
short.eps, short.delta = 0.69, "0.001"

def covered(database, count):
    return [(database[0],)] * count
covered.eps, covered.delta = 0.69, 0.01

def no_number(database, count):
    return [(database[0],)] * count
no_number.eps = "one"
"""


@pytest.mark.parametrize(
    ("name", "options", "status", "said"),
    [
        ("exact", [], 0, "holds"),
        ("short", [], 1, "refuted"),
        ("covered", [], 0, "holds"),
        ("covered", ["--declared", "0.69"], 1, "refuted"),
        ("short", ["--declared", "0.69,0.01"], 0, "holds"),
        ("no_number", [], 2, "declares 'one': eps and delta are numbers"),
        ("exact", ["--declared", "1,2"], 2, "--declared 1,2: "),
        (
            "exact",
            ["--declared", "1,1"],
            2,
            "delta = 1: eps is from 0 to 1000, delta at least 0, ",
        ),
        ("exact", ["--certificate", "new.json"], 2, "--certificate: only with --follow"),
        ("exact", ["--declared", "1,0,0"], 2, "--declared 1,0,0: "),
    ],
)
def test_a_library_declares_its_numbers(
    theirs: Theirs, run: Run, name: str, options: list[str], status: int, said: str
) -> None:
    """As ln 2 = 0.69314718055..: what a function declares, against the exact curve of a law.

    With odds of 2 : 1, delta(0.69) = (2 - e^0.69) / 3 = 0.0020952.
    """
    place = theirs(DECLARING)
    found = run(f"{place}:{name}", *LAW, "--rows", "1", *options)
    assert found[0] == status
    assert said in (found[2] or str(found[1][0]["verdict"]))
    if found[1]:
        assert [finding["strength"] for finding in found[1]] == ["declared number"]


def test_a_declared_number_is_the_claim_about_neighbours(theirs: Theirs, run: Run) -> None:
    """`--neighbour` without `--eps` asks about what the function itself declares."""
    place = theirs(DECLARING)
    pair = ["--database", "0", "--neighbour", "1"]
    status, found, _ = run(f"{place}:short", *pair)
    assert status == 1
    assert found[0]["claimed"] == "eps = 69/100, delta = 1/1000"


WALKS = """
from itertools import count

def noisy(number, rng):
    for k in count():
        if rng.randrange(3):
            return number + (k if rng.randrange(2) else -k)

def samples(database, n):
    return [sum(database)] * n

def sizes(database, n):
    return [min(len(database), 2)] * n
"""


@pytest.fixture
def walks(tmp_path: Path) -> str:
    """A file with a function of a database and a random source, and two samplers."""
    (tmp_path / "walks.py").write_text(WALKS)
    return str(tmp_path / "walks.py")


@pytest.mark.parametrize(
    ("options", "status", "verdict"),
    [
        (("--pairs", "(0,1)", "--exp-eps", "6", "--allowance", "1/100"), 0, "holds"),
        (("--pairs", "(0,1)", "--exp-eps", "3/2", "--allowance", "1/100"), 1, "refuted"),
        (("--pairs", "(5,5.5),(0,1)", "--exp-eps", "100"), 1, "refuted"),
        (("--pairs", "(0,1)", "--eps", "2", "--timeout", "1"), 3, "unfinished"),
    ],
)
def test_a_function_is_followed(
    walks: str, run: Run, options: tuple[str, ...], status: int, verdict: str
) -> None:
    """All pairs at once; databases are whatever the function takes, decimals as floats.

    Pr[0 -> 0] = 2/3 and Pr[1 -> 0] = 1/9, and no ratio is larger: e^eps = 6 at most.
    """
    found, (finding,), _ = run(f"{walks}:noisy", "--follow", *options)
    told = (found, finding["verdict"], finding["strength"])
    assert told == (status, verdict, "exact law")


@pytest.mark.parametrize(("odds", "status"), [("3", 3), ("3/2", 1)])
def test_a_sampler_promises_e_to_the_eps(theirs: Theirs, run: Run, odds: str, status: int) -> None:
    """Of 4 outcomes, three are the row itself, and one the other: e^eps = 3."""
    place = theirs(
        "def quarters(database, n):\n"
        "    return [(database[0] + (i % 4 == 0)) % 2 for i in range(n)]\n"
    )
    words = ["--database", "0", "--neighbour", "1", "--exp-eps", odds]
    found, (finding,), _ = run(f"{place}:quarters", *words)
    assert (found, finding["claimed"]) == (status, f"e^eps = {odds}, delta = 0")


def test_a_sampler_on_several_pairs(walks: str, run: Run) -> None:
    """One finding for each; the databases that nobody would choose at once are told apart."""
    pairs = "((1,2,3),(1,2)),((1,2),(1,)),((),(1,))"
    sampler = [f"{walks}:sizes", "--eps", "1", "--samples", "2000", "--pairs", pairs]
    status, found, _ = run(*sampler)
    assert status == 1
    assert [each["verdict"] for each in found] == ["undecided", "refuted", "refuted"]
    witnesses = [each["witness"] for each in found]
    alarms = [Fraction(w["false alarm"]) for w in witnesses if isinstance(w, dict)]
    assert len(alarms) == len(found)
    assert sum(alarms) <= Fraction(1, 10**9)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("{}:samples --database 1 --neighbour 1 --eps 1", "(1) twice: neighbours are two"),
        ("{}:samples --pairs ((1,),(1,)) --eps 1", "(1) twice: neighbours are two"),
        ("{}:noisy --follow --pairs (1,1) --eps 1", "1 twice: neighbours are two different"),
        ("{}:samples --pairs 1,2 --eps 1", "--pairs: 1 is not a pair of databases"),
        ("{}:samples --pairs (1,2) --eps 1", "the database of a sampler is a tuple of rows"),
        (
            "{}:samples --pairs ((1,),(2,)) --exp-eps 1/2",
            "--exp-eps 1/2: give a number of at least",
        ),
        ("{}:samples --pairs ((1,),(2,)) --eps 1 --delta 1", "--delta 1: at least 0, and less"),
        ("{}:noisy --follow --pairs (1,2) --eps 1 --delta 1", "delta = 1: everything is private"),
        ("{}:noisy --follow --pairs (1,2)", "--follow: give --eps X or --exp-eps P/Q"),
        ("{}:noisy --follow --pairs (1,2) --eps -1", "--follow: eps = -1: it is at least 0"),
        ("{}:noisy --follow --pairs (1,2) --eps 1 --cells 1", "--cells"),
        ("{}:noisi --follow --pairs (1,2) --eps 1", "it has no function 'noisi'; did you mean"),
        ("{}:samples --follow --pairs (1,2) --eps 1", "'int' object is not iterable"),
        ("{}:noisy --database 1 --neighbour 2 --eps 1", "of a database and a random source, give"),
        ("opendp --follow --eps 1", "not with the library opendp"),
        ("nowhere.mine:f --pairs ((1,),(2,)) --eps 1", "nowhere.mine: there is no module nowhere"),
    ],
)
def test_pairs_and_functions_that_are_refused(
    walks: str, run: Run, options: str, words: str
) -> None:
    """One line, exit status 2."""
    status, found, said = run(*options.format(walks).split())
    assert words in said
    assert (status, found, said.count("\n")) == (2, [], 1)


def test_a_generator_at_the_top_of_a_file_is_refused_with_a_way_out(
    theirs: Theirs, run: Run
) -> None:
    """Also one that is not used."""
    file = theirs("import random\n_G = random.Random(7)\n\n\ndef noisy(x, rng):\n    return x\n")
    status, _, said = run(f"{file}:noisy", "--follow", "--pairs", "(1,2)", "--eps", "1")
    assert status == 2
    assert "theirs.py:2: " in said
    assert "draw from the random source or the coins that the code is given, or pass the" in said


def test_a_file_in_a_package_is_the_module_of_that_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not the one of the same name that is installed, and its modules are those beside it."""
    for place, value in (("installed", 1), ("src", 2)):
        code = tmp_path / place / "tallies"
        code.mkdir(parents=True)
        (code / "__init__.py").write_text("")
        (code / "size.py").write_text(f"SIZE = {value}\n")
        (code / "count.py").write_text(
            "from .size import SIZE\nimport tallies.size\n\n\n"
            "def sized(database, n):\n    return [(SIZE, tallies.size.SIZE)] * n\n"
        )
    monkeypatch.syspath_prepend(tmp_path / "installed")
    target = f"{tmp_path / 'src' / 'tallies' / 'count.py'}:sized"
    words = ["--reference", "randomized-response", "-p", "domain=2", "--root", "2"]
    assert main(["conform", target, "--database", "0", *words]) == 1
    assert "(2, 2) came out, which has probability 0" in " ".join(capsys.readouterr().out.split())


def test_an_environment_is_not_for_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is installed in it: git ignores all of it, in every project."""
    monkeypatch.setenv("EXACTDP_ENVIRONMENTS", str(tmp_path))
    made = Environment("tally", "1.0", "tally", "tally")
    monkeypatch.setattr("venv.create", lambda place, **_: place.mkdir())
    done = subprocess.CompletedProcess[str]([], 0, "", "")
    monkeypatch.setattr("subprocess.run", lambda *_, **__: done)
    made.prepare()
    assert made.is_complete
    assert (made.directory / ".gitignore").read_text() == "*\n"
