"""Streams: the binary tree counter and AboveThreshold."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import accumulate, product

from audits.claims.standard_mechanisms.every_eps import (
    NOTHING,
    R,
    every,
    keeps,
    keeps_its_guarantee,
)
from audits.claims.vocabulary import decide, eq
from audits.ledger import UNGRADED, Form, Size, claim
from audits.verdict import Verdict
from reference.data.domain import Domain
from reference.exact.integers import floor_log2
from reference.mechanisms.stream.above_threshold import AboveThreshold
from reference.mechanisms.stream.binary_tree import BinaryTreeCounter, failure_probability
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law


@claim("CORE.binary-tree-counter")
def binary_tree_counter(size: Size) -> Verdict:
    """Noisy prefix counts of n bits lose (floor(log2 n) + 1) eps.

    Fair: Every stream of n bits; the horizon is no power of two, so levels overlap.
    """
    rows = size.pick(3, 4, 5)
    return keeps_its_guarantee(BinaryTreeCounter(rows, every(1)), rows)


@claim("CORE.binary-tree-counter-is-tight", refuted=UNGRADED)
def binary_tree_counter_is_tight(size: Size) -> Verdict:
    """Noisy prefix counts of n bits lose floor(log2 n) eps.

    Fair: One level less than the theorem has.
    """
    rows = size.pick(2, 3, 4)
    mechanism = BinaryTreeCounter(rows, every(1))
    return keeps(mechanism, rows, R ** floor_log2(rows), NOTHING)


@claim("CORE.binary-tree-error")
def binary_tree_error(size: Size) -> Verdict:
    """The probability that some prefix count is off by more than a is the same for every stream,
    and given by a finite sum over errors.

    Fair: Every stream of the horizon; the law is shown far beyond the error.
    """
    horizon, error, root = size.pick(2, 3, 3), 1, Fraction(2)
    mechanism = BinaryTreeCounter(horizon, Epsilon(root), reach=2 * error + 1)
    streams = list(product((0, 1), repeat=horizon))
    expected = failure_probability(horizon, error, 1 / root)

    def off(stream: tuple[int, ...]) -> Callable[[tuple[int, ...]], bool]:
        sums = tuple(accumulate(stream))
        return lambda counts: any(abs(c - s) > error for c, s in zip(counts, sums, strict=True))

    return decide(
        "error of the binary tree counter",
        f"{len(streams)} streams of {horizon} bits, e^eps = {root}",
        (
            eq(
                str(stream),
                law(mechanism, stream).probability_that(off(stream)),
                expected,
            )
            for stream in streams
        ),
    )


@claim("CORE.above-threshold")
def above_threshold(size: Size) -> Verdict:
    """AboveThreshold with geometric noise of ratios e^(-eps/2) and e^(-eps/4) is (eps, 0)-private.

    Fair: All vectors of answers -1, 0, 1, every answer moving by at most one; all eps.
    """
    queries = size.pick(3, 4, 4)
    return keeps_its_guarantee(AboveThreshold(1, every(4)), queries)


@claim("CORE.above-threshold-half", refuted=UNGRADED)
def above_threshold_loses_more_than_half(size: Size) -> Verdict:
    """On any number of queries AboveThreshold loses only eps / 2.

    Fair: Three queries, the least number at which it is false.
    """
    return keeps(AboveThreshold(1, every(4)), size.pick(3, 3, 4), R**2, NOTHING)


@claim("CORE.above-threshold-half", Form.CORRECTED)
def above_threshold_on_two_queries(size: Size) -> Verdict:
    """On at most two queries AboveThreshold loses only eps / 2.

    Fair: All vectors of two answers from -2 to 3, on both sides of the threshold.
    """
    answers = Domain(tuple(range(-2, 4)))
    return keeps(AboveThreshold(1, every(4), answers), size.pick(2, 2, 2), R**2, NOTHING)
