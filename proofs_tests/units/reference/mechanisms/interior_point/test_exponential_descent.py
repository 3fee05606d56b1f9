"""The exponential mechanism by descent has the law of the one that lists its domain."""

from fractions import Fraction
from itertools import combinations_with_replacement

import pytest

from reference.data.domain import Domain
from reference.mechanisms.interior_point.exponential_descent import ExponentialDescent
from reference.mechanisms.interior_point.exponential_interior_point import ExponentialInteriorPoint
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import SeededBits, run
from reference.probability.law import law


@pytest.mark.parametrize("size", [1, 2, 3, 5, 8])
def test_the_laws_are_equal(size: int) -> None:
    """On all databases of up to three rows, for every eps."""
    domain, every = Domain.of_size(size), Epsilon.indeterminate(2)
    for n in range(4):
        for rows in combinations_with_replacement(range(size), n):
            listed = law(ExponentialInteriorPoint(domain, every), rows)
            assert law(ExponentialDescent(domain, every), rows) == listed


def test_a_huge_domain() -> None:
    """A hundred rows among 2^64 points."""
    mechanism = ExponentialDescent(Domain.of_size(2**64), Epsilon(Fraction(4), 2))
    assert run(mechanism, tuple(range(10**18, 10**18 + 100)), SeededBits(1)) >= 10**18


def test_the_domain_begins_at_zero() -> None:
    """Other domains are refused."""
    with pytest.raises(ValueError, match="size - 1"):
        ExponentialDescent(Domain((1, 2)), Epsilon(Fraction(4), 2))
