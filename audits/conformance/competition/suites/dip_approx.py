"""DiPApprox (Bhusal, Chadha, Sistla, Viswanathan, CCS 2025, arXiv 2509.08804), tables 1-8.

Answers are in {0, 1}; the loss is 1/2, with delta 1/100 for Gaussian noise.  A pair is 0..0 and
0..01; all pairs are any two vectors.  Its programs with Gaussian noise are listed; those with
Laplace noise are decided with delta 0, which is more than it asks.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from audits.conformance.competition.entry import (
    Answers,
    Entry,
    Inexpressible,
    Private,
    Recorded,
    Truth,
    recipe,
)
from audits.conformance.competition.programs.maxima import NoisyMax
from audits.conformance.competition.programs.sparse_vectors import SparseVector
from audits.conformance.competition.suites.neighbours import BITS, every_pair, pair
from reference.data.adjacency import Adjacency

SUITE = "DiPApprox"
PAPER = "tables of the paper"
LIMIT = "its limit of 600 s"
HALF, ONE = Fraction(1, 2), Fraction(1)
SVT = recipe(SparseVector, threshold=2, queries=4, stop=1)
NOISY_MAX = recipe(NoisyMax, scale=2)
LEAKY_4 = recipe(SparseVector, threshold=4, queries=Fraction(4, 3), stop=1)
LEAKY_5 = recipe(SparseVector, threshold=2, queries=None)
LEAKY_6 = recipe(SparseVector, threshold=2, queries=2)


def _last(n: int) -> Adjacency[Answers]:
    return pair((0,) * n, (*(0,) * (n - 1), 1))


def entries() -> Iterator[Entry]:
    """Laplace noise.

    With how many answers the broken ones were refuted is not recorded: here it is the fewest.
    """
    times: dict[int, tuple[float, float | None]] = {
        2: (5.1, 8.8),
        5: (47.6, None),
        11: (500.2, None),
    }
    for n, (one, every) in times.items():
        yield _entry(f"SVT-Laplace, N = {n}, pair", Private(SVT, _last(n), 4, at=HALF), one)
        question = Private(SVT, every_pair(BITS, n), 4, at=HALF)
        yield _entry(f"SVT-Laplace, N = {n}, all pairs", question, every)
    argmax: dict[int, tuple[float | None, float | None]] = {3: (13.1, 47.2), 4: (None, None)}
    for n, (single, every) in argmax.items():
        question = Private(NOISY_MAX, _last(n), 2, at=HALF)
        yield _entry(f"Noisy-Max-Laplace, N = {n}, pair", question, single)
        question = Private(NOISY_MAX, every_pair(BITS, n), 2, at=HALF)
        yield _entry(f"Noisy-Max-Laplace, N = {n}, all pairs", question, every)
    for name, program, n, at, seconds in (
        ("Laplace-Leaky-4", LEAKY_4, 2, ONE, 167),
        ("Laplace-Leaky-5", LEAKY_5, 2, HALF, 1),
        ("Laplace-Leaky-6", LEAKY_6, 3, ONE, 1075),
    ):
        question = Private(program, every_pair(BITS, n), 4, at=at)
        yield _entry(f"{name}, N = {n}", question, seconds, Truth.REFUTED)


def _entry(
    name: str, question: Private, seconds: float | None, truth: Truth = Truth.HOLDS
) -> Entry:
    record = Recorded(seconds, PAPER, "" if seconds is not None else LIMIT)
    return Entry(SUITE, name, question, truth, "its verdict, or a theorem", record)


def inexpressible() -> Iterator[Inexpressible]:
    """Gaussian noise, with the seconds of a single pair."""
    reason = "Gaussian noise: not a function of eps/parts and e^(eps/parts)"
    for name, program, seconds in (
        ("SVT-Gauss, N = 25", "standard deviations 2/eps and 4/eps", 441.3),
        ("SVT-Gauss-Leaky-1, N = 6", "no noise of the level", 1.0),
        ("SVT-Gauss-Leaky-2, N = 6", "no noise of the answers", 1.0),
        ("SVT-Mix1, N = 17", "Laplace level, Gaussian answers", 365.7),
        ("SVT-Mix2, N = 10", "Gaussian level, Laplace answers", 524.6),
        ("Noisy-Max-Gauss, N = 4", "argmax", 37.8),
        ("Noisy-Min-Gauss, N = 4", "argmin", None),
        ("m-Range-Gauss, m = 2", "answers between two noisy ends", 171.2),
        ("k-Min-Max-Gauss, N = 4", "answers between a noisy least and greatest", 41.2),
    ):
        yield Inexpressible(SUITE, name, program, reason, Recorded(seconds, PAPER))
    unclear = "what its program is in detail (ends, order of draws) was not retrieved"
    for name, seconds in (("m-Range-Laplace, m = 1", 19.3), ("k-Min-Max-Laplace, N = 3", 200.3)):
        program = "as the Gaussian one, Laplace noise"
        yield Inexpressible(SUITE, name, program, unclear, Recorded(seconds, PAPER))
