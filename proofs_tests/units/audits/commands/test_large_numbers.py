"""Every numeric option of every command, with numbers that no work could be done for."""

from __future__ import annotations

import gc
import inspect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import typer.main

from audits import cli
from audits.cli import COMMANDS, MODULES, _app
from audits.inputs.mechanisms import (
    fields_of,
    is_continuous,
    mechanism_class,
    only_in_python,
    takes_eps,
)
from audits.inputs.problems import CATALOGUE, parameters_of
from audits.inputs.registry import ALIASES, mechanisms
from audits.ledger import claims
from proofs_tests.release import smoke
from proofs_tests.units.audits.commands.limited import SECONDS, ended

VALUES = ("100000000000000000000", "1000000", "0", "-1", "1e-300", "inf", "nan")
"""10^20, 10^6, and what is below or beside every range."""

WORDS = {
    *("FILE", "ROWS", "FILE|ROWS", "PAIRS", "KEY=VALUE", "NAME", "GOAL", "FAMILY", "MECHANISM"),
    *("COMMAND", "DIR", "PACKAGE"),
}
"""Metavariables of what is no number."""

LINES = """
law exponential-interior-point -p domain=3 --database 0,0 --root 2 --timeout 9 --max-draws 9
law exponential-interior-point -p domain=3 --database 0,0 --eps 1
privacy exponential-interior-point -p domain=3 --rows 2 --root 2 --exp-eps 4 --delta 0 --jobs 1
privacy exponential-interior-point -p domain=3 --rows 2 --eps 1 --claim-eps 1 --max-databases 99
privacy continuous-sparse-vector-1 -p threshold=0 -p count=1 --rows 1 --eps 1 --delta 0
privacy randomized-response -p domain=2 --rows 1 --root 2 --timeout 9 --max-draws 9
privacy mine.py:Watch --all-n --claim-eps 1 --sensitivity 1 --timeout 9
table table.csv --adjacency replace-one --exp-eps 3 --delta 0
table table.csv --adjacency replace-one --eps 1 --delta 0
optimum interior-point -p domain=3 -p rows=1 --exp-eps 2 --delta 0
optimum interior-point -p domain=3 -p rows=1 --eps 1
optimum interior-point -p domain=3 --exp-eps 2 --curve rows=1..2
complexity interior-point --domains 2 --rows 1 --exp-eps 4 --delta 0 --failure 1/3
complexity interior-point --domains 2 --rows 1 --max-audits 9999 --max-cells 999
complexity point-learning --domains 2 --rows 1 --exp-eps 4 --delta 0 --failure 1/3 --accuracy 1/4
complexity point-learning --domains 2 --rows 1 --max-audits 9999 --max-cells 999
complexity point-learning --dimensions 3
complexity thresholds --domains 2 --rows 1 --exp-eps 4 --delta 0 --failure 1/3 --accuracy 1/4
complexity thresholds --domains 2 --rows 1 --accuracy 1/2 --failure 1 --max-audits 9 --max-cells 9
complexity fingerprinting --bases 2,3
complexity public-data --rows 1 --public 1 --exp-eps 4 --delta 0 --accuracy 1/4 --failure 1/3
complexity public-data --rows 1 --public 1 --max-cells 999
complexity composition --rounds 2 --eps 1 --delta 0 --target-delta 1/9
complexity reconstruction --rows 2 --queries random --count 2 --errors 1/2 --exp-eps 2 --seed 1
complexity reconstruction --rows 2 --runs 9
claims BBKN13.L5.2 --jobs 1
report -o written BBKN13.L5.2 --jobs 1
sample exponential-interior-point -p domain=3 --database 0,0 --root 2 --count 2 --seed 1
sample exponential-interior-point -p domain=3 --database 0,0 --eps 1 --timeout 9
sample thresholds -p domain=256 --eps 1 --delta 1e-6 --accuracy 1/10 --failure 1/20
conform mine.py:coins --database 0,1 --neighbour 1,1 --declared 1 --samples 1000 --allowance 1/9
conform mine.py:coins --database 0,1 --neighbour 1,1 --eps 1 --delta 1/9 --samples 1000 --timeout 9
conform mine.py:coins --database 0,1 --neighbour 1,1 --exp-eps 3 --samples 1000 --timeout 9
conform mine.py:coins --database 0 --reference geometric-count -p low=0 -p high=1 --root 2
conform mine.py:coins --database 0 --neighbour 1 --declared 1 --samples 1000 --cells 1
conform mine.py:coins --reference randomized-response -p domain=2 --root 2 --rows 1 --declared 1
audit --seconds 9
"""
"""Every numeric option, with an ordinary value: these lines are answered."""

NUMERIC = {
    *("P/Q", "P/Q,...", "P/Q,P/Q,...", "N", "N,N,...", "X", "K", "S", "SECONDS"),
    *("KEY=LO..HI", "EPS[,DELTA]"),
}
"""Metavariables of numbers."""

LOADED = (
    *(f"audits.commands.{MODULES.get(name, name)}" for name in COMMANDS),
    *("audits.rendering.densities", "highspy", "rich.table", "scipy.optimize", "scipy.sparse"),
)
"""Modules that commands import when they are run."""

PATIENT = {
    "sample --count=1000000": "so many outputs are drawn and kept, one by one",
    "conform --samples=1000000": "so many samples are drawn and counted",
    "audit --seconds=1000000": "each entry is decided in a process of its own",
    "few-switches-learner beta=1e-300": "a thousand runs; it says that it is at work",
}
"""What may take longer, and why."""

LAWS = """
above-threshold threshold=0 | 0,1
adaptive-sparse-vector threshold=0 count=1 | 0,1
affine-point-learner degree=1 ones=1 | (0,0),(1,1)
biased-response bias=1/4 | 1
binary-tree-counter horizon=2 | 0,1
choosing-frequent-value domain=3 threshold=1 | 0,1,1
clamped-geometric-count low=0 high=2 | 0,1
confident-point-learner domain=3 alpha=1/4 beta=1/2 | (0,1),(1,0) --root 3/2
consistent-point-learner size=1 | (0,1)
continuous-above-threshold threshold=0 | 0
continuous-noisy-max-1 | 0,1
continuous-noisy-max-2 | 0,1
continuous-noisy-max-3 | 0,1
continuous-noisy-max-4 | 0,1
continuous-sparse-vector-1 threshold=0 count=1 | 0
continuous-sparse-vector-2 threshold=0 count=1 | 0
continuous-sparse-vector-3 threshold=0 count=1 | 0
continuous-sparse-vector-4 threshold=0 count=1 | 0
continuous-sparse-vector-5 threshold=0 | 0
continuous-sparse-vector-6 threshold=0 | 0
double-pairing depth=1 count=1 | 0,1,1,0
efficient-point-learner degree=2 alpha=1/4 beta=1/2 | (0,1),(1,0) --root 3/2
exponential-descent domain=3 | 0,1
exponential-frequent-value domain=3 | 0,1
exponential-interior-point domain=3 | 0,1
exponential-noisy-max-frequent-value domain=3 | 0,1
exponential-sanitiser domain=3 synthetic=1 | 0,1
few-switches-learner domain=3 alpha=1/4 beta=1/2 | (0,1),(1,0) --root 3/2
gap-noisy-max | 0,1
gap-sparse-vector threshold=0 count=1 | 0
geometric-count low=0 high=2 | 0,1
heavy-paths domain=4 trim=1 cutoff=1 halt=1 path_threshold=1 threshold=1 | 0,1,1,0
interval-answers domain=2 | 0,1
interval-cells domain=2 | 0,1
interval-learner domain=3 | (0,1),(1,0)
interval-tree domain=2 | 0,1
laplace-cells cuts=0,1 | 0,1
laplace-histogram-cells domain=2 cuts=0,1 | 0,1
laplace-threshold-test threshold=1 | 0,1
level-to-point domain=4 trim=1 threshold=1 level=1 | 0,1,1,0
level-up domain=4 trim=1 halt=1 index=1 threshold=1 level=1 | 0,1,1,0
light-point-learner domain=3 weight=1 alpha=1/4 beta=1/2 | (0,1),(1,0) --root 3/2
mwem queries=thresholds domain=3 rounds=1 rate=1/2 | 0,1
noisy-histogram-1 | 0,1
noisy-histogram-2 eps_squared=2 | 0,1
noisy-max-1 | 0,1
noisy-max-2 | 0,1
noisy-max-3 | 0,1
noisy-max-4 | 0,1
noisy-max-frequent-value domain=3 | 0,1
noisy-point-learner size=1 flip=1/4 | (0,1)
noisy-stumps attributes=1 | 0,1
numeric-sparse-vector threshold=0 count=1 | 0
one-random-path domain=4 trim=1 halt=1 index=1 path_threshold=1 threshold=1 | 0,1,1,0
one-sided-noisy-max-frequent-value domain=3 | 0,1
pap-release concepts=thresholds domain=4 public=1,1 threshold=1/2 count=1 rate=1/2 | 0,3
parity-learner bits=1 | (1,1)
partial-sum | 0,1
path-embedding domain=4 trim=1 | 0,1,1,0
permute-and-flip-frequent-value domain=3 | 0,1
point-learner domain=3 | (0,1),(1,0)
polynomial-summary attributes=2 most=2 degree=1 | 0,1
prefix-to-point domain=4 trim=1 threshold=1 length=1 | 0,1,1,0
private-multiplicative-weights queries=thresholds domain=3 threshold=1 epochs=1 rate=1/2 | 0,2
private-parity-learner bits=1 | (1,1)
random-path domain=4 trim=1 | 0,1,1,0
random-row domain=3 rows=2 | 0,1
random-subset domain=3 rows=2 size=1 | 0,1
randomized-response domain=3 | 0
rec-prefix domain=4 trim=1 threshold=1 | 0,1,1,0
sampled-rows size=1 | 0,1
simplified-tree-log domain=4 threshold=1 | 0,1,1,0
smart-sum block=1 | 0,1
smooth-median domain=3 | 0,1,2
sparse threshold=0 count=1 | 0,1
sparse-vector-1 threshold=0 count=1 | 0,1
sparse-vector-3 threshold=0 count=1 | 0,1
sparse-vector-4 threshold=0 count=1 | 0,1
sparse-vector-5 threshold=0 | 0,1
sparse-vector-6 threshold=0 | 0,1
stable-histogram domain=2 threshold=1 highest=2 | 0,1
stopped-heavy-paths domain=4 trim=1 halt=1 stop=1 path_threshold=1 threshold=1 | 0,1,1,0
stopping-point domain=4 trim=1 cutoff=1 halt=1 | 0,1,1,0
subsampled-noisy-learner domain=3 alpha=1/4 | (0,1),(1,0)
tree-counter domain=2 | 0,1
tree-log domain=4 trim=1 threshold=1 | 0,1,1,0
triangle-count shift=1 most=1 highest=1 | (0,1)
truncated-answer-count low=0 high=2 | 0,1
truncated-gaussian-projection bits=1 rows=1 width=1 spread=4 | 0
truncated-noise-count width=1 | 0,1
warner-response | 1
"""
"""A mechanism, its parameters, and a database on which it has a small law."""

WITHOUT_A_LAW = {
    "construct-paths": "it is no mechanism alone: it takes an interval besides",
    "discrete-gaussian": "no exact law: `test_enclosed.py`",
    "truncated-gaussian": "noise that others add, to vectors",
    **dict.fromkeys(ALIASES, "another name"),
}

WITHOUT_A_SMALL_LAW = dict.fromkeys(
    ("confident-point-learner", "efficient-point-learner", "light-point-learner"),
    "its runs need millions of examples, for any alpha and beta",
)
"""Mechanisms whose row is refused, too."""

OPTIMA = """
interior-point domain=3 rows=1
interior-point-average base=2 rows=1
undominated-point domain=3 rows=1
median domain=3 rows=1
quantile domain=3 rows=1 q=1/2
counting-query rows=2
counting-loss rows=2
one-way-marginals columns=1 rows=2
point-sanitisation domain=2 rows=1 accuracy=1/2
threshold-release domain=2 rows=1 accuracy=1/2
pac-learning concepts=point domain=2 rows=1 accuracy=1/2
empirical-learning concepts=point domain=2 rows=1
public-data private=1 public=1
public-data-error private=1 public=1
public-data-thresholds private=1 public=1
"""
"""A problem of `optimum` and its parameters."""

NUMBERS = ("int", "Fraction", "Domain", "R", "integer", "rational", "tuple of int")
"""Types of parameters that are numbers, or counted by one."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line that is answered, and the parameters that can be large."""

    name: str
    words: tuple[str, ...]
    """All but parameters."""

    given: Mapping[str, str]
    numbers: tuple[str, ...]

    def line(self, **changed: str) -> list[str]:
        """The line, with some parameters changed."""
        pairs = {**self.given, **changed}.items()
        return [*self.words, *(w for key, value in pairs for w in ("-p", f"{key}={value}"))]


def law_rows() -> Iterator[Row]:
    """`law` of each mechanism that can be typed."""
    for line in LAWS.strip().splitlines():
        left, _, right = line.partition("|")
        name, *given = left.split()
        database, *root = right.split()
        kind = mechanism_class(name)
        loss = [] if not takes_eps(kind) else root or ["--root", "2"]
        words = ("law", name, f"--database={database}")
        of_kind = ["--all-eps"] if is_continuous(kind) else loss
        yield _row(name, (*words, *of_kind), given, {f.name: f.type for f in fields_of(kind)})


def optimum_rows() -> Iterator[Row]:
    """`optimum` of each problem of the catalogue."""
    for line in OPTIMA.strip().splitlines():
        name, *given = line.split()
        yield _row(name, ("optimum", name, "--exp-eps", "2"), given, parameters_of(name))


def _row(name: str, words: tuple[str, ...], given: list[str], types: Mapping[str, str]) -> Row:
    numbers = tuple(key for key, kind in types.items() if kind.startswith(NUMBERS))
    return Row(name, words, dict(each.split("=") for each in given), numbers)


def complaints(
    words: list[str], changed: str, folder: Path, seconds: float = SECONDS
) -> list[str]:
    """What is wrong with the end of a command: it neither answers nor refuses in time.

    Args:
        words: the line.
        changed: what is told of it.
        folder: where it runs.
        seconds: of the processor, for an answer, or for a word that there will be one.
    """
    if any(set(each.split()) <= set(changed.split()) for each in PATIENT):
        return []
    found = ended(words, folder, seconds)
    patient = seconds > SECONDS and (found.status in {0, 1, 3} or "at work" in found.err)
    if found.refuses or found.answers or patient:
        return []
    return [
        f"{changed}: status {found.status} after {found.seconds:.2f} s: {found.err.strip()[-300:]}"
    ]


def of_row(row: Row, values: Sequence[str], folder: Path) -> list[str]:
    """What is wrong with a row, each parameter having each value."""
    return [
        each
        for key in row.numbers
        for value in values
        for each in complaints(row.line(**{key: value}), f"{row.name} {key}={value}", folder)
    ]


ROWS = [*law_rows(), *optimum_rows()]


def numeric_options() -> Iterator[tuple[str, str]]:
    """Each command, and each of its options that is a number."""
    for name in COMMANDS:
        found: Any = typer.main.get_command(_app([name]))
        command = found.commands[name]
        group = getattr(command, "commands", {})
        for path, each in [(f"{name} {k}", v) for k, v in group.items()] or [(name, command)]:
            yield from ((path, o.opts[0]) for o in each.params if is_number(o))


def is_number(option: Any) -> bool:  # noqa: ANN401 - the parser names no type
    """Whether an option is a number, or several."""
    if getattr(option, "is_flag", True):  # an argument has no such thing
        return False
    kind = option.type_descriptor.annotation
    if kind in {int, float} or option.metavar in NUMERIC:
        return True
    named = inspect.isclass(kind) and issubclass(kind, Enum)
    assert named or option.metavar in WORDS, f"{option.opts}: is {option.metavar} a number?"
    return False


def lines_with(command: str, option: str) -> list[str]:
    """The lines that show an option of a command."""
    return [
        line
        for line in LINES.strip().splitlines()
        if line.startswith(f"{command} ") and option in line.split()
    ]


OPTIONS = [*numeric_options()]


def of_option(
    command: str, option: str, values: Sequence[str], folder: Path, lines: int | None = None
) -> list[str]:
    """What is wrong with a command, its option having each value."""
    smoke.lay_out(folder)
    found = []
    for line in lines_with(command, option)[:lines]:
        words = line.split()
        place = words.index(option)
        for value in values:
            text = f"rows=1..{value}" if option == "--curve" else value
            changed = [*words[:place], f"{option}={text}", *words[place + 2 :]]
            found += complaints(changed, " ".join(changed), folder)
    return found


def test_every_numeric_option_is_on_a_line() -> None:
    """A new one needs to be."""
    assert [each for each in OPTIONS if not lines_with(*each)] == []


@pytest.mark.parametrize(("command", "option"), OPTIONS)
def test_an_option_of_20_digits(command: str, option: str, tmp_path: Path) -> None:
    """Is refused before any work, or makes no difference to the work."""
    assert of_option(command, option, VALUES[:1], tmp_path, lines=1) == []


@pytest.mark.slow
@pytest.mark.parametrize(("command", "option"), OPTIONS)
def test_an_option_of_any_size(command: str, option: str, tmp_path: Path) -> None:
    """With other values it is refused or answered."""
    assert of_option(command, option, VALUES, tmp_path) == []


@pytest.mark.slow
@pytest.mark.parametrize("line", LINES.strip().splitlines())
def test_the_lines_are_answered(line: str, tmp_path: Path) -> None:
    """Else what they refuse says nothing of their options."""
    smoke.lay_out(tmp_path)
    assert ended(line.split(), tmp_path, 9).status in {0, 1, 3}


def test_every_mechanism_and_problem_has_a_row() -> None:
    """A new one needs one."""
    typed = {name for name, kind in mechanisms().items() if not only_in_python(kind)}
    assert typed - {row.name for row in law_rows()} == set(WITHOUT_A_LAW)
    assert {row.name for row in optimum_rows()} == set(CATALOGUE)


@pytest.fixture(scope="module", autouse=True)
def _loaded() -> None:
    """What commands load, each copy of this process has."""
    for module in LOADED:
        import_module(module)
    claims()
    gc.freeze()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_a_parameter_of_20_digits(row: Row, tmp_path: Path) -> None:
    """Is refused before any work, or makes no difference to the work."""
    assert of_row(replace(row, numbers=row.numbers[:1]), VALUES[:1], tmp_path) == []


@pytest.mark.slow
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_a_parameter_of_any_size(row: Row, tmp_path: Path) -> None:
    """The row itself is answered; with other values it is refused or answered."""
    found = ended(row.line(), tmp_path)
    assert found.refuses if row.name in WITHOUT_A_SMALL_LAW else found.answers
    assert of_row(row, VALUES, tmp_path) == []


MODERATE = ("30", "100", "1000", "10000")
"""What is small enough to be tried."""

PATIENCE = 10.0
"""Seconds of the processor for an answer to what is tried."""


@pytest.mark.slow
@pytest.mark.parametrize("row", [*law_rows()], ids=lambda row: row.name)
def test_a_parameter_of_a_moderate_size(row: Row, tmp_path: Path) -> None:
    """It is refused at once, or it answers or says that it is at work before long."""
    found = []
    for key in row.numbers:
        for value in MODERATE:
            name = f"{row.name} {key}={value}"
            found += complaints(row.line(**{key: value}), name, tmp_path, PATIENCE)
    assert found == []


TOO_MUCH = """
optimum interior-point -p domain=141 -p rows=2 --exp-eps 2
optimum interior-point -p domain=400 -p rows=1 --exp-eps 2
optimum interior-point -p domain=3 -p rows=1 --exp-eps 2 --curve rows=1..400
optimum counting-query -p rows=400 --exp-eps 2
optimum one-way-marginals -p columns=30 -p rows=1 --exp-eps 2
optimum point-sanitisation -p domain=5 -p rows=1 -p accuracy=1/2 -p synthetic=400 --exp-eps 2
optimum pac-learning -p concepts=point -p domain=50 -p rows=1 -p accuracy=1/2 --exp-eps 2
optimum public-data -p private=400 -p public=400 --exp-eps 2
law tree-counter -p domain=2 -p reach=10000 --database 0,1 --root 2
law binary-tree-counter -p horizon=2 -p reach=1000 --database 0,1 --root 2
law interval-cells -p domain=2 -p reach=100 --database 0,1 --root 2
law smart-sum -p block=1 -p reach=100 --database 0,1 --root 2
privacy tree-counter -p domain=2 -p reach=1000 --rows 2 --all-eps
"""
"""More than can be done; each took much time or memory before it was refused."""


@pytest.mark.parametrize("line", TOO_MUCH.strip().splitlines())
def test_too_much_is_refused(line: str, tmp_path: Path) -> None:
    """In time."""
    assert ended(line.split(), tmp_path).refuses


@pytest.mark.parametrize(
    "line",
    [
        "law smooth-median -p domain=3 --root 2 --database 0,0,2 --timeout nan",
        "optimum interior-point -p domain=3 -p rows=1 --exp-eps 1e-300",
        "privacy randomized-response -p domain=2 --rows 1 --root 2 --exp-eps 1e-300",
    ],
)
def test_long_numbers_are_folded(line: str, tmp_path: Path) -> None:
    """A line names the value; nobody counts its digits."""
    assert ended(line.split(), tmp_path).refuses


SLOW = """
from dataclasses import dataclass
from reference.probability.dist import Dist
from reference.privacy.epsilon import Epsilon

@dataclass(frozen=True)
class Slow:
    eps: Epsilon

    def __call__(self, database, coins):
        return sum(i * i for i in range(200_000)) + coins.draw(Dist.uniform(range(2)))
"""


def test_a_command_at_work_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """On stderr, after a while; what runs, and its answer, notices nothing of it."""
    (tmp_path / "slow.py").write_text(SLOW, "utf-8")
    monkeypatch.setattr(cli, "SILENT", 0.02)
    monkeypatch.setattr(cli, "AGAIN", 0.02)
    line = f"law {tmp_path / 'slow.py'}:Slow --root 2 --database 0 --json"
    assert cli.main(line.split()) == 0
    printed = capsys.readouterr()
    assert "exactdp: at work, " in printed.err
    assert printed.out.count("\n") == 1


def drawn_thresholds() -> Iterator[tuple[Row, str]]:
    """Each mechanism, and each threshold that it compares with."""
    for row in law_rows():
        kind = mechanism_class(row.name)
        if takes_eps(kind):
            yield from ((row, key) for key in row.numbers if key.endswith("threshold"))


def of_draws(row: Row, key: str, values: Sequence[str], folder: Path) -> list[str]:
    """What is wrong where an output is drawn, for a threshold of each value."""
    losses = ["--eps=1"] if is_continuous(mechanism_class(row.name)) else ["--eps=1", "--root=2"]
    parts = row.words[1:3]
    return [
        each
        for loss in losses
        for value in values
        for each in complaints(
            ["sample", *parts, loss, *row.line(**{key: value})[len(row.words) :]],
            f"sample {row.name} {loss} {key}={value}",
            folder,
        )
    ]


@pytest.mark.parametrize(("row", "key"), [*drawn_thresholds()])
def test_a_threshold_of_a_draw(row: Row, key: str, tmp_path: Path) -> None:
    """An output is drawn in time, or refused: a real eps has a long root."""
    assert of_draws(row, key, ["1000000"], tmp_path) == []


@pytest.mark.slow
@pytest.mark.parametrize(("row", "key"), [*drawn_thresholds()])
def test_any_threshold_of_a_draw(row: Row, key: str, tmp_path: Path) -> None:
    """Where the limits are, and beyond."""
    values = ["10000", "60000", "100000000", "1000000000000"]
    assert of_draws(row, key, values, tmp_path) == []
