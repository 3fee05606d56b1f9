"""Sparse vectors with Laplace noise that release values, against certified integrals."""

from collections.abc import Callable, Iterable
from fractions import Fraction

import pytest
from flint import acb

from proofs_tests.integrals import Function, Point, agree, at, below, density, integral
from reference.exact.exponential_function import ExponentialFunction
from reference.mechanisms.stream.continuous_sparse_values import (
    AdaptiveSparseVector,
    ContinuousSparseVector3,
    GapSparseVector,
    NumericSparseVector,
)
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law

QUARTER, HALF = Fraction(1, 4), Fraction(1, 2)
VECTORS = ((-1, 0, 1), (0, 0, 0), (2, -1, 0))
FAR = 10**6

Mechanism = (
    ContinuousSparseVector3[ExponentialFunction]
    | NumericSparseVector[ExponentialFunction]
    | GapSparseVector[ExponentialFunction]
    | AdaptiveSparseVector[ExponentialFunction]
)


def every(parts: int) -> Epsilon[ExponentialFunction]:
    """Every eps > 0 at once."""
    return Epsilon.continuous(parts)


def given_threshold(rho: Fraction, factors: Iterable[Function], kinks: set[int]) -> acb:
    """The probability of events that are independent given the noisy threshold x (T = 0)."""
    listed, noise = tuple(factors), density(rho)

    def integrand(x: Point) -> acb:
        value = noise(x)
        for factor in listed:
            value *= factor(x)
        return value

    return integral(integrand, kinks | {0})


def ends(cuts: tuple[int, ...], i: int) -> tuple[int, int]:
    """The ends of a cell; FAR stands for infinity."""
    found = (-FAR, *cuts, FAR)
    return found[i], found[i + 1]


def all_agree(
    mechanism: Mechanism,
    u: Fraction,
    rho: Fraction,
    factor: Callable[[int, object], Function],
    kinks: set[int],
) -> None:
    """Every probability is the integral over x of the product of the factors of the answers."""
    for answers in VECTORS:
        found = law(mechanism, answers)
        breaks = {f + k for f in answers for k in kinks} | kinks
        for output in found:
            factors = (factor(f, seen) for f, seen in zip(answers, output, strict=False))
            expected = given_threshold(rho, factors, breaks)
            assert agree(at(found.probability(output), u), expected), (answers, output)


@pytest.mark.parametrize(
    ("mechanism", "rho", "nu", "u"),
    [
        (ContinuousSparseVector3(0, 1, every(4), cuts=(-1, 1), share=QUARTER), 2, 1, HALF),
        (ContinuousSparseVector3(0, 2, every(4), cuts=(0,)), 2, 1, Fraction(1, 3)),
    ],
)
def test_variant_3_by_integration(
    mechanism: ContinuousSparseVector3[ExponentialFunction], rho: int, nu: int, u: Fraction
) -> None:
    """The value is above x and in its cell: a difference of tails at the greater ends."""
    less, cuts = below(nu * u), mechanism.cuts
    assert cuts is not None

    def factor(f: int, seen: object) -> Function:
        if not isinstance(seen, int):
            return lambda x: less(x - f)
        low, high = ends(cuts, seen)

        def in_cell(x: Point) -> acb:
            lower, upper = (
                x if x.side > end else Point(acb(end), Fraction(end)) for end in (low, high)
            )
            return less(upper - f) - less(lower - f)

        return in_cell

    all_agree(mechanism, u, rho * u, factor, {0, *cuts})


@pytest.mark.parametrize(("count", "parts"), [(1, 6), (2, 12)])
def test_numeric_by_integration(count: int, parts: int) -> None:
    """The noise of a value is independent of the tests: its cell has a probability of its own."""
    u = QUARTER
    mechanism = NumericSparseVector(0, count, every(parts))
    less, fresh = below(parts * u / (6 * count)), below(parts * u / (3 * count))

    def factor(f: int, seen: object) -> Function:
        if not isinstance(seen, int):
            return lambda x: less(x - f)
        low, high = (Point(acb(end - f), Fraction(end - f)) for end in ends((-1, 1), seen))
        chance = fresh(high) - fresh(low)
        return lambda x: (1 - less(x - f)) * chance

    all_agree(mechanism, u, parts * u / 3, factor, {0})


def test_gap_by_integration() -> None:
    """The gap f + nu - x lies in its cell, which begins at 0."""
    u, cuts = HALF, (1, 2)
    mechanism = GapSparseVector(0, 2, every(8), cuts=cuts)
    less = below(u)

    def factor(f: int, seen: object) -> Function:
        if not isinstance(seen, int):
            return lambda x: less(x - f)
        low, high = ends(cuts, seen)
        return lambda x: less(x + high - f) - less(x + max(low, 0) - f)

    all_agree(mechanism, u, 4 * u, factor, {0, -1, -2})


def test_adaptive_by_integration() -> None:
    """The first gap is above the margin and in its cell, or below it and the second in its own."""
    u, mechanism = QUARTER, AdaptiveSparseVector(0, 2, every(16))
    coarse, fine, cuts = below(u), below(2 * u), mechanism.cuts
    assert cuts is not None

    def factor(f: int, seen: object) -> Function:
        if not isinstance(seen, tuple):
            return lambda x: coarse(x + 1 - f) * fine(x - f)
        low, high = ends(cuts, seen[1])
        if seen[0] == 1:
            return lambda x: coarse(x + high - f) - coarse(x + max(low, 1) - f)
        return lambda x: coarse(x + 1 - f) * (fine(x + high - f) - fine(x + max(low, 0) - f))

    all_agree(mechanism, u, 8 * u, factor, {0, -1, -2})
