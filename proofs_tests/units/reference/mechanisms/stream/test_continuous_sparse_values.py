"""Sparse vectors with Laplace noise that release values, against certified integrals."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import product

import pytest
from flint import acb, arb

from audits.engines.privacy import audit_privacy
from audits.verdict import Holds, Refuted, confirmed
from proofs_tests.integrals import Function, Point, agree, at, below, density, integral, number
from reference.data.adjacency import ListedAdjacency
from reference.data.bottom import Bottom
from reference.data.domain import Domain
from reference.exact.exponential_function import ExponentialFunction
from reference.mechanisms.stream.continuous_sparse_values import (
    AdaptiveSparseVector,
    ContinuousSparseVector3,
    GapSparseVector,
    NumericSparseVector,
)
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.law import law

BOTTOM = Bottom.BOTTOM
r = ExponentialFunction.r()
QUARTER, HALF = Fraction(1, 4), Fraction(1, 2)
VECTORS = ((-1, 0, 1), (0, 0, 0), (2, -1, 0))
FAR = 10**6
TINY = arb(2) ** -34

Mechanism = (
    ContinuousSparseVector3[ExponentialFunction]
    | NumericSparseVector[ExponentialFunction]
    | GapSparseVector[ExponentialFunction]
    | AdaptiveSparseVector[ExponentialFunction]
)


def every(parts: int) -> Epsilon[ExponentialFunction]:
    """Every eps > 0 at once."""
    return Epsilon.continuous(parts)


def is_private(mechanism: Mechanism, queries: int, parts: int) -> bool:
    """Whether the loss is at most parts u for every eps, by an accepted certificate."""
    bound = Guarantee(r**parts, 0 * r)
    verdict = confirmed(audit_privacy(mechanism, mechanism.universe(queries), bound))
    assert isinstance(verdict, Holds | Refuted), verdict
    return isinstance(verdict, Holds)


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


def test_adaptive_pays_half_for_a_first_test() -> None:
    """With c = 2 it stops after three first tests, two second ones, or one of each."""
    outputs = law(AdaptiveSparseVector(0, 2, every(16), cuts=()), (0, 0, 0, 0))
    for output in outputs:
        paid = [seen[0] for seen in output if isinstance(seen, tuple)]
        assert sum(paid) <= 4
        assert sum(paid[:-1]) <= 2
        assert len(output) == 4 or sum(paid) >= 3
    assert ((1, 0),) * 3 in outputs


def test_the_extreme_cells_tell_the_density_ratio() -> None:
    """Of numeric: the density ratios at -3, -23/8, ..., 3 lie between those of the outer cells.

    Given the bits, that ratio is e^((|y - g| - |y - f|)/b), for answers f and g.
    """
    u, mechanism = HALF, NumericSparseVector(0, 1, every(6))
    places = [Fraction(k, 8) for k in range(-24, 25)]
    vectors = list(product((-1, 0, 1), repeat=2))
    laws = {answers: law(mechanism, answers) for answers in vectors}
    for first, second in product(vectors, repeat=2):
        for i, (f, g) in enumerate(zip(first, second, strict=True)):
            outputs: list[tuple[int | Bottom, ...]] = [(*[BOTTOM] * i, k) for k in range(3)]
            p, q = ([laws[d].probability(y) for y in outputs] for d in (first, second))
            low, _, high = (at(a / b, u) for a, b in zip(p, q, strict=True))
            bits = at((p[0] + p[1] + p[2]) / (q[0] + q[1] + q[2]), u)
            ratios = [bits * number((abs(y - g) - abs(y - f)) * 2 * u).exp() for y in places]
            assert agree(ratios[0], acb(low))
            assert agree(ratios[-1], acb(high))
            outer = [low.mid(), high.mid()]
            assert all(min(outer) - TINY < each < max(outer) + TINY for each in ratios)


def test_more_cuts_lose_no_more() -> None:
    """Of numeric: wider and more answers, so other cuts, have the same least loss."""
    for answers in ((-1, 0, 1), (-3, -1, 0, 1, 2)):
        wide = NumericSparseVector(0, 1, every(6), answers=Domain(answers))
        equal = ListedAdjacency(((0, 0), (1, -1)), ((0, 1),))
        for parts, expected in ((4, Holds), (3, Refuted)):
            verdict = confirmed(audit_privacy(wide, equal, Guarantee(r**parts, 0 * r)))
            assert isinstance(verdict, expected), (answers, parts)


@pytest.mark.parametrize(
    ("mechanism", "queries", "parts", "expected"),
    [
        (ContinuousSparseVector3(0, 1, every(4), share=QUARTER), 3, 3, True),
        (ContinuousSparseVector3(0, 1, every(4), share=QUARTER), 3, 2, False),
        (ContinuousSparseVector3(0, 1, every(4), cuts=(0,), share=QUARTER), 4, 4, True),
        (ContinuousSparseVector3(0, 1, every(4), cuts=(0,), share=QUARTER), 5, 4, False),
        (ContinuousSparseVector3(0, 1, every(2)), 3, 2, False),
        (ContinuousSparseVector3(0, 2, every(4)), 3, 3, True),
        (NumericSparseVector(0, 1, every(6)), 3, 6, True),
        (NumericSparseVector(0, 2, every(12)), 2, 12, True),
        (GapSparseVector(0, 2, every(8)), 3, 8, True),
        (AdaptiveSparseVector(0, 1, every(8)), 2, 8, True),
        (AdaptiveSparseVector(0, 2, every(16)), 2, 16, True),
    ],
)
def test_verdicts(mechanism: Mechanism, queries: int, parts: int, expected: bool) -> None:
    """The loss parts u for every eps, on all vectors of answers -1, 0, 1."""
    assert is_private(mechanism, queries, parts) is expected


def test_bad_parameters_are_refused() -> None:
    """No value, no noise, a first test that is the easier one."""
    with pytest.raises(ValueError, match="count 0"):
        ContinuousSparseVector3(0, 0, every(4))
    with pytest.raises(ValueError, match="share 0: noise takes a positive part of eps"):
        ContinuousSparseVector3(0, 1, every(4), share=Fraction(0))
    with pytest.raises(ValueError, match="margin -1"):
        AdaptiveSparseVector(0, 1, every(8), margin=-1)
