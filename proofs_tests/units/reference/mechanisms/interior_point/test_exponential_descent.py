"""The exponential mechanism by descent over a huge domain."""

from fractions import Fraction

from reference.data.domain import Domain
from reference.mechanisms.interior_point.exponential_descent import ExponentialDescent
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import SeededBits, run


def test_a_huge_domain() -> None:
    """A hundred rows among 2^64 points."""
    mechanism = ExponentialDescent(Domain.of_size(2**64), Epsilon(Fraction(4), 2))
    assert run(mechanism, tuple(range(10**18, 10**18 + 100)), SeededBits(1)) >= 10**18
