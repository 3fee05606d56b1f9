"""The programs of DiPApprox with Gaussian noise, by enclosure; the suite is in `dip_approx`.

A deviation is k/eps, as a scale.  Sizes and seconds are those of the published tables.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from audits.conformance.competition.enclosing import Enclosed
from audits.conformance.competition.entry import Entry, Recipe, Recorded, Truth, recipe
from audits.conformance.competition.programs.maxima import NoisyMax
from audits.conformance.competition.programs.noises import Kind
from audits.conformance.competition.programs.ranges import Between, Range
from audits.conformance.competition.programs.sparse_vectors import SparseVector
from audits.conformance.competition.suites.neighbours import BITS, every_pair, last_differs

SUITE = "DiPApprox"
PAPER = "tables of the paper"
RESULTS = "results/sample_table_1.csv of the repository"
LIMIT = "its limit of 600 s"
OURS = "no other verdict is known"
BETWEEN = "as the program: after an answer above all of the first ones it stops"
GAUSS, LAPLACE = Kind.GAUSSIAN, Kind.LAPLACE
HALF, SPARSE, DELTA = Fraction(1, 2), Fraction(31, 25), Fraction(1, 100)
HOLDS, REFUTED = Truth.HOLDS, Truth.REFUTED

Times: TypeAlias = dict[int, tuple[float | None, ...]]
"""By the number of answers: seconds of a pair, and of all pairs if that was in its reach."""


class Published(NamedTuple):
    """A program, and what was recorded; None: it ran out of time."""

    name: str
    program: Recipe
    times: Times
    source: str = PAPER
    remark: str = ""
    truth: Truth = HOLDS
    loss: Fraction = HALF
    eps: Fraction = HALF


def _sparse(threshold: Kind, queries: Kind, **more: object) -> Recipe:
    kinds = {"threshold_kind": threshold, "queries_kind": queries}
    return recipe(SparseVector, threshold=2, queries=4, stop=1, **kinds, **more)


SVT = _sparse(GAUSS, GAUSS)
MAX = recipe(NoisyMax, scale=2, noise=GAUSS)
MIN = recipe(NoisyMax, scale=2, noise=GAUSS, least=True)
LEAKY_1 = recipe(SparseVector, threshold=None, queries=2, stop=1, queries_kind=GAUSS)
LEAKY_2 = recipe(SparseVector, threshold=2, queries=None, stop=1, threshold_kind=GAUSS)

BELOW = "the seconds are those of svt_max: paper and repository name the directions differently"
FILE = "deviation 2/eps, as the program; the paper prints 4/eps"
PRINTED = "deviation 2/eps, as the paper prints it; the program has 1/eps"
LOSS = "the loss of the paper; scripts/benchmark.py of the repository asks for 4"
EACH = "each answer once; the program looks at the first one m times"

PUBLISHED = (
    Published("SVT-Gauss", SVT, {2: (1.6, 2.4), 5: (7.9, 76.7), 25: (441.3,)}, loss=SPARSE),
    Published(
        "SVT-Gauss-Ge",
        _sparse(GAUSS, GAUSS, below=True),
        {2: (1.5, 1.7), 5: (6.1, 75.8), 25: (434.1,)},
        RESULTS,
        BELOW,
        loss=SPARSE,
    ),
    Published(
        "SVT-Mix1",
        _sparse(LAPLACE, GAUSS),
        {2: (2.4, 4.3), 5: (19.5, 285.4), 17: (365.7,)},
        loss=SPARSE,
    ),
    Published(
        "SVT-Mix2",
        _sparse(GAUSS, LAPLACE),
        {2: (7.2, 14.4), 5: (72.2, None), 10: (524.6,)},
        loss=SPARSE,
    ),
    Published(
        "SVT-Gauss-Leaky-1",
        LEAKY_1,
        {5: (1.0, 1.4), 6: (1.0, 2.1)},
        remark=LOSS,
        truth=REFUTED,
        eps=Fraction(8),
    ),
    Published(
        "SVT-Gauss-Leaky-2", LEAKY_2, {3: (1.0, 1.0), 6: (1.0, 1.1)}, remark=PRINTED, truth=REFUTED
    ),
    Published(
        "Noisy-Max-Gauss",
        MAX,
        {2: (1.0, 1.3), 3: (1.6, 3.1), 4: (37.8, 303.0), 5: (None,)},
        remark=FILE,
    ),
    Published(
        "Noisy-Min-Gauss",
        MIN,
        {2: (1.3, 1.3), 3: (1.8, 3.4), 4: (35.8, None), 5: (None,)},
        RESULTS,
        FILE,
    ),
    Published(
        "m-Range-Gauss",
        recipe(Range),
        {1: (1.5, 1.8), 2: (171.2, 344.4), 3: (None, None)},
        remark=EACH,
    ),
    Published(
        "k-Min-Max-Gauss", recipe(Between), {3: (2.1, 5.7), 4: (41.2, 335.7)}, remark=BETWEEN
    ),
)


def entries() -> Iterator[Entry]:
    """The published ones, with the claim that was published; and what is known beyond."""
    for each in PUBLISHED:
        for n, times in each.times.items():
            for every, seconds in enumerate(times):
                remark = "; ".join(filter(None, ("" if seconds else LIMIT, each.remark)))
                size = f"m = {n}" if each.program.kind is Range else f"N = {n}"
                ground = OURS if seconds is None else "its verdict"
                question = _question(each.program, n, each.loss, every=bool(every), eps=each.eps)
                name = f"{each.name}, {size}, {'all pairs' if every else 'pair'}"
                recorded = Recorded(seconds, each.source, remark)
                yield Entry(SUITE, name, question, each.truth, ground, recorded)
    yield from _more()


def _question(
    program: Recipe,
    n: int,
    loss: Fraction = HALF,
    delta: Fraction = DELTA,
    *,
    every: bool,
    eps: Fraction = HALF,
) -> Enclosed:
    universe = every_pair(BITS, n) if every else last_differs(n)
    return Enclosed(program, universe, 4, eps, loss, delta)


def _more() -> Iterator[Entry]:
    """The largest losses of SVT-Gauss; and where deviations of noisy maxima decide."""
    none = Recorded(None, "none", "not asked there")
    for n, every, loss in ((2, True, "0.2047"), (5, True, "0.4419"), (25, False, "0.1978")):
        around = Fraction(1, 100) if n <= 5 else Fraction(3, 100)
        for truth, asked in ((HOLDS, Fraction(loss) + around), (REFUTED, Fraction(loss) - around)):
            question = _question(SVT, n, asked, Fraction(0), every=every)
            name = f"SVT-Gauss, N = {n}, {'all pairs' if every else 'pair'}, loss {float(asked)}"
            yield Entry(SUITE, name, question, truth, f"{loss}, by integrals", none)
    for deviation, truth, ground in (
        (2, REFUTED, "delta .0206, by an integral"),
        (4, HOLDS, OURS),
    ):
        program = recipe(NoisyMax, scale=deviation, noise=GAUSS)
        name = f"Noisy-Max-Gauss, N = 5, all pairs, deviation {deviation}/eps"
        yield Entry(SUITE, name, _question(program, 5, every=True), truth, ground, none)
