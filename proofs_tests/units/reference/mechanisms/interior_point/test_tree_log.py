"""TreeLog on few rows and on many, and its calls."""

from __future__ import annotations

from fractions import Fraction

import pytest

from reference.data.bottom import Bottom
from reference.data.domain import Domain
from reference.mechanisms.interior_point.interior_points import is_interior_point
from reference.mechanisms.interior_point.tree_log import TreeLog
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import SeededBits, run
from reference.probability.law import law

BOTTOM = Bottom.BOTTOM


@pytest.mark.parametrize(("trim", "n"), [(1, 0), (1, 1), (1, 2), (2, 4)])
def test_small_databases_give_bottom(trim: int, n: int) -> None:
    """At most 2t rows are trimmed away."""
    mechanism = TreeLog(Domain.of_size(8), trim, 1, Epsilon(Fraction(2), 4))
    for rows in mechanism.universe(n).databases():
        assert law(mechanism, rows).probability(BOTTOM) == 1


def test_other_domains_are_extended() -> None:
    """Seven points are the first of eight; the eighth may be the answer, and is not interior."""
    eps = Epsilon(Fraction(2), 4)
    rows = (0, 1, 1, 6, 6)
    seven = law(TreeLog(Domain.of_size(7), 1, 2, eps), rows)
    assert seven == law(TreeLog(Domain.of_size(8), 1, 2, eps), rows)
    assert law(TreeLog(Domain.of_size(3), 1, 2, eps), (0,)).probability(3) > 0


@pytest.mark.parametrize(
    ("size", "calls"), [(2, 1), (4, 1), (8, 2), (16, 3), (2**7, 3), (2**8, 4), (2**32, 4)]
)
def test_number_of_calls(size: int, calls: int) -> None:
    """One for each domain of the recursion."""
    assert TreeLog(Domain.of_size(size), 1, 1, Epsilon(Fraction(2), 4)).calls == calls


@pytest.mark.statistical
def test_samples_have_the_law() -> None:
    """4000 seeded samples; by Hoeffding, a right sampler fails with probability below 10^-4."""
    mechanism = TreeLog(Domain.of_size(8), 1, 2, Epsilon(Fraction(2), 4))
    rows = (0, 0, 0, 7, 7, 7)
    dist, source = law(mechanism, rows), SeededBits(20)
    drawn = [run(mechanism, rows, source) for _ in range(4000)]
    for y in dist:
        gap = Fraction(drawn.count(y), 4000) - dist.probability(y)
        assert abs(gap) < Fraction(4, 100)  # 9 outcomes, 2 exp(-2 4000 0.04^2) each


@pytest.mark.parametrize("root", [Fraction(5, 4), Fraction(4099, 4096)])
def test_a_large_database_over_a_huge_domain(root: Fraction) -> None:
    """10^5 rows over 2^32 points, one more at each level of the tree than is trimmed."""
    rows = tuple(2 ** (31 - level) for level in range(31) for _ in range(60))
    rows += (0,) * (10**5 - len(rows))
    mechanism = TreeLog(Domain.of_size(2**32), 100, 50, Epsilon(root, 4))
    answer = run(mechanism, rows, SeededBits(3))
    assert is_interior_point(rows, answer)
