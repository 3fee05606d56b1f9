"""DiPC: Barthe, Chadha, Jagannath, Sistla, Viswanathan, arXiv 1910.04137, and its tables 1-6.

Answers are in {-1, 0, 1}, unless it is said otherwise, and the level is 0.  Verdicts and seconds
are those of `final.txt` in the authors' repository.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from audits.conformance.competition.entry import (
    Answers,
    Entry,
    Loss,
    Private,
    Program,
    Recipe,
    Recorded,
    Truth,
    recipe,
)
from audits.conformance.competition.programs.maxima import NoisyMax
from audits.conformance.competition.programs.noises import Kind
from audits.conformance.competition.programs.responses import FlippedBits
from audits.conformance.competition.programs.sparse_vectors import Released, SparseVector
from audits.conformance.competition.programs.sums import NoisyCounts
from audits.conformance.competition.suites.neighbours import BITS, SIGNS, pair
from reference.data.adjacency import Adjacency, all_answers, one_answer
from reference.exact.exponential_function import ExponentialFunction

SUITE = "DiPC"
ITS = "its verdict"
HOLDS, REFUTED = Truth.HOLDS, Truth.REFUTED
HALF = Fraction(1, 2)


def svt1(c: int) -> Recipe:
    """Sparse vector 1 of Lyu, Su and Li."""
    return recipe(SparseVector, threshold=2, queries=4 * c, stop=c)


def svt3(cuts: tuple[int, ...]) -> Recipe:
    """Sparse vector 3, which puts out the value."""
    return recipe(SparseVector, threshold=2, queries=4, stop=1, released=Released.VALUE, cuts=cuts)


SVT2 = recipe(SparseVector, threshold=2, queries=4, stop=1, redrawn=2)
SVT4 = recipe(SparseVector, threshold=4, queries=Fraction(4, 3), stop=1)
SVT5 = recipe(SparseVector, threshold=2, queries=None)
SVT6 = recipe(SparseVector, threshold=2, queries=2)
NMAX1 = recipe(NoisyMax, scale=2)
NMAX2 = recipe(NoisyMax, scale=2, noise=Kind.EXPONENTIAL)
NMAX3 = recipe(NoisyMax, scale=2, cuts=(-1, 0))
NMAX4 = recipe(NoisyMax, scale=2, noise=Kind.EXPONENTIAL, cuts=(-1, 0))
HIST1 = recipe(NoisyCounts, scale=1, cuts=(-1, 0))


def flipped_too_often(eps: Loss) -> Program:
    """Bits, flipped with probability (1 - eps)/2, for 0 < eps < 1."""
    loss = ExponentialFunction.u() * eps.parts
    return FlippedBits((1 - loss) / 2, (1 + loss) / 2)


def flipped(eps: Loss) -> Program:
    """Bits, flipped with probability 1 / (e^eps + 1)."""
    flip = 1 / (eps.exp() + 1)
    return FlippedBits(flip, 1 - flip)


def entries() -> Iterator[Entry]:
    """The six tables."""
    yield from tables_1_and_2()
    yield from tables_3_and_4()
    yield from table_5()
    yield from table_6()
    for n in (4, 5):
        question = Private(NMAX1, _all(n), 2)
        yield _entry(f"nmax1, n = {n}", question, HOLDS, None, 1, "a theorem")


def _entry(
    name: str,
    question: Private,
    truth: Truth,
    seconds: float | None,
    table: int,
    ground: str = ITS,
) -> Entry:
    record = Recorded(seconds, f"final.txt, table {table}" if seconds is not None else "none")
    return Entry(SUITE, name, question, truth, ground, record)


def _all(n: int) -> Adjacency[Answers]:
    return all_answers(SIGNS, n)


def tables_1_and_2() -> Iterator[Entry]:
    """Everything once, and small counterexamples."""
    yield _entry("svt1", Private(svt1(1), _all(3), 4), HOLDS, 703, 1)
    yield _entry("svt2", Private(SVT2, _all(3), 4), HOLDS, 783, 1)
    yield _entry("svt3", Private(svt3(SIGNS), _all(3), 4), HOLDS, 3686, 1)
    yield _entry("svt4", Private(SVT4, _all(3), 4), REFUTED, 294, 1)
    yield _entry("svt5", Private(SVT5, _all(3), 2), REFUTED, 3, 1)
    yield _entry("svt6", Private(SVT6, _all(3), 2), REFUTED, 680, 1)
    yield _entry("nmax1", Private(NMAX1, _all(3), 2), HOLDS, 211, 1)
    yield _entry("nmax2", Private(NMAX2, _all(3), 2), HOLDS, 56, 1)
    yield _entry("nmax3", Private(NMAX3, _all(3), 2), REFUTED, 282, 1)
    yield _entry("nmax4", Private(NMAX4, _all(3), 2), REFUTED, 32, 1)
    yield _entry("hist1", Private(HIST1, one_answer(SIGNS, 3), 1), HOLDS, 1443, 1)
    yield from (_hist2(3, 35, 1), _hist2(1, 2, 2))
    yield _entry("svt4, n = 2", Private(SVT4, _all(2), 4), REFUTED, 63, 2)
    yield _entry("svt5, n = 2", Private(SVT5, _all(2), 2), REFUTED, 2, 2)
    yield _entry("nmax4, n = 1", Private(NMAX4, _all(1), 2), REFUTED, 1, 2)
    for n, at, table in ((3, "67/102", 1), (1, "9/34", 2)):
        bits = all_answers(BITS, n)
        question = Private(recipe(flipped_too_often), bits, 1, at=Fraction(at))
        yield _entry(f"rr, n = {n}", question, REFUTED, 1, table, "its verdict, at its eps")
    for n in (1, 3, 5):
        question = Private(recipe(flipped), all_answers(BITS, n), 1, claim=n)
        ground = "each of n bits has the loss eps exactly"
        yield _entry(f"rr_correct, n = {n}", question, HOLDS, None, 1, ground)


def _hist2(n: int, seconds: float, table: int) -> Entry:
    """The scale eps, by mistake; it is (1/4) / eps at eps = 1/2."""
    program = recipe(NoisyCounts, scale=Fraction(1, 4), cuts=(-1, 0))
    question = Private(program, one_answer(SIGNS, n), 1, at=HALF)
    ground = "its verdict; scale eps, so that the loss is 1/eps, and more than eps if eps < 1"
    return _entry(f"hist2, n = {n}", question, REFUTED, seconds, table, ground)


def tables_3_and_4() -> Iterator[Entry]:
    """Sparse vector 1 by the number of answers, for every eps and at two."""
    sizes = ((1, 1), (2, 1), (2, 2), (3, 1), (3, 2), (4, 1), (4, 2))
    times = {
        None: (17, 116, 188, 851, 1129, 4648, 6318),
        Fraction(1): (7, 37, 80, 251, 480, 1520, 2532),
        HALF: (7, 39, 80, 262, 499, 1635, 2846),
    }
    for at, row in times.items():
        for (n, c), seconds in zip(sizes, row, strict=True):
            name = f"svt1, n = {n}, c = {c}" + ("" if at is None else f", eps = {at}")
            question = Private(svt1(c), _all(n), 4 * c, at=at)
            yield _entry(name, question, HOLDS, seconds, 3 if at is None else 4)


def table_5() -> Iterator[Entry]:
    """Sparse vector 3: n eps/4, an equality at n = 4."""
    times = ((21, 13), (164, 33), (1470, 80), (9624, 161), (4636, 111))
    ground = "its verdict; the loss is n eps/4 exactly"
    for n, (every, one) in enumerate(times, start=1):
        truth = HOLDS if n <= 4 else REFUTED
        alone = pair((0,) * n, (1,) * n)
        name = f"svt3, n = {n}"
        yield _entry(name, Private(svt3((0, 1)), _all(n), 4), truth, every, 5, ground)
        yield _entry(f"{name}, pair", Private(svt3((0, 1)), alone, 4), truth, one, 5, ground)


def table_6() -> Iterator[Entry]:
    """Sparse with delta; where delta is e^(-k), a rational on the harder side of it."""
    rows = (
        (1, "0", "0", REFUTED, 55),
        (1, "e^(-1/32)", "24/25", HOLDS, 256),
        (1, "e^(-4)", "19/1000", REFUTED, 211),
        (2, "0", "0", REFUTED, 93),
        (2, "e^(-2)", "27/200", HOLDS, 44882),
        (2, "e^(-4)", "19/1000", REFUTED, 659),
    )
    bits = all_answers(BITS, 3)
    for c, printed, delta, truth, seconds in rows:
        program = recipe(SparseVector, threshold=2 * c, queries=4, stop=c, redrawn=2)
        question = Private(program, bits, 4, claim=HALF, delta=Fraction(delta))
        name = f"svt7, c = {c}, delta = {printed}"
        yield _entry(name, question, truth, seconds, 6, f"{ITS} for delta = {printed}")
