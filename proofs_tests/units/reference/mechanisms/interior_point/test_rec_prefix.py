"""RecPrefix on few rows and on many, and what it promises."""

from __future__ import annotations

from fractions import Fraction

import pytest

from reference.data.bottom import Bottom
from reference.data.domain import Domain
from reference.mechanisms.interior_point.interior_points import is_interior_point
from reference.mechanisms.interior_point.rec_prefix import (
    PrefixToPoint,
    RecPrefix,
    recursive_calls,
)
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import SeededBits, run
from reference.probability.law import law

BOTTOM = Bottom.BOTTOM


@pytest.mark.parametrize(("k", "n"), [(1, 0), (1, 2), (2, 4)])
def test_small_databases_give_bottom(k: int, n: int) -> None:
    """2k rows or fewer leave no pool; on few points there is no bottom."""
    eps = Epsilon(Fraction(2), 4)
    rows = tuple(range(n))
    assert law(RecPrefix(Domain.of_size(64), k, 1, eps), rows).probability(BOTTOM) == 1
    few = law(RecPrefix(Domain.of_size(32), k, 1, eps), rows)
    assert few.probability(BOTTOM) == 0
    assert few == law(RecPrefix(Domain.of_size(32), 7, 9, eps), rows)


def test_all_digits_are_both_ends() -> None:
    """A prefix of all digits, from a length that is too large by one, is the point itself."""
    mechanism = PrefixToPoint(Domain.of_size(8), 1, 1, 3, Epsilon(Fraction(2), 4))
    dist = law(mechanism, (2, 2, 5, 7))
    assert dist.support == {2, BOTTOM}
    assert dist == law(PrefixToPoint(Domain.of_size(8), 1, 1, 2, mechanism.eps), (2, 2, 5, 7))


def test_what_it_promises() -> None:
    """Three eps and one delta for two calls, eps for one; never a delta above 1."""
    eps = Epsilon(Fraction(2), 4)
    two = RecPrefix(Domain.of_size(64), 1, 5, eps).guarantee
    assert two == Guarantee(Fraction(2**12), Fraction(1, 32))
    one = RecPrefix(Domain.of_size(8), 1, 5, eps).guarantee
    assert one == Guarantee(Fraction(2**4), Fraction(0))
    assert RecPrefix(Domain.of_size(64), 1, 0, eps).guarantee.delta == 1


@pytest.mark.parametrize(
    ("size", "calls"), [(2, 1), (32, 1), (33, 2), (2**16, 2), (2**31, 2), (2**32, 3), (2**64, 3)]
)
def test_number_of_calls(size: int, calls: int) -> None:
    """One for each domain of the recursion; 2^32 points have 33 lengths."""
    assert recursive_calls(Domain.of_size(size)) == calls
    assert RecPrefix(Domain.of_size(size), 1, 1, Epsilon(Fraction(2), 4)).calls == calls


@pytest.mark.statistical
def test_samples_have_the_law() -> None:
    """4000 seeded samples; by Hoeffding, a right sampler fails with probability below 10^-4."""
    mechanism = RecPrefix(Domain.of_size(8), 1, 2, Epsilon(Fraction(2), 4), 4)
    rows = (0, 0, 1, 5, 6, 7, 7)
    dist, source = law(mechanism, rows), SeededBits(20)
    drawn = [run(mechanism, rows, source) for _ in range(4000)]
    for y in dist:
        gap = Fraction(drawn.count(y), 4000) - dist.probability(y)
        assert abs(gap) < Fraction(4, 100)  # 9 outcomes, 2 exp(-2 4000 0.04^2) each


@pytest.mark.parametrize("heavy", [0, 5 * 10**4])
def test_a_large_database_over_a_huge_domain(heavy: int) -> None:
    """10^5 rows over 2^32 points, spread evenly, and half of them equal."""
    rest = 10**5 - heavy
    rows = (5,) * heavy + tuple(i * 2**32 // rest for i in range(rest))
    mechanism = RecPrefix(Domain.of_size(2**32), 2000, 200, Epsilon(Fraction(1025, 1024), 4))
    answer = run(mechanism, rows, SeededBits(3))
    assert is_interior_point(rows, answer)
