"""Mistakes that a checker must reject: an ignore that is not needed fails `make typecheck`."""

from fractions import Fraction

from reference.data.domain import Domain
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.interior_point.exponential_interior_point import ExponentialInteriorPoint
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import SeededBits, run
from reference.probability.dist import Dist
from reference.probability.families import bernoulli


def floats() -> None:
    """A float is no probability."""
    Epsilon(1.5)  # type: ignore[type-var]  # R is Fraction or RationalFunction
    bernoulli(0.5)  # type: ignore[call-overload]  # likewise
    Dist.weighted([("a", 0.5)])  # type: ignore[type-var]  # likewise
    Epsilon(Fraction(2)).exp(0.5)  # type: ignore[arg-type]  # an exponent is exact


def mixtures(dist: Dist[int, Fraction], every: Epsilon[RationalFunction]) -> None:
    """Fields do not mix, and a law for all epsilons cannot be sampled."""
    Epsilon(Fraction(2)) + every  # type: ignore[operator]  # Q and Q(r)
    dist.product(Dist.weighted([(1, every.exp())]))  # type: ignore[arg-type]  # likewise
    mechanism = ExponentialInteriorPoint(Domain.of_size(3), every)
    run(mechanism, (0, 0), SeededBits(1))  # type: ignore[arg-type]  # probabilities are functions
