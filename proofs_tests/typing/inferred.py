"""Expressions and the type that a checker must infer for them; `make typecheck` reads this."""

from fractions import Fraction
from typing import assert_type

from reference.data.adjacency import RowAdjacency
from reference.data.bottom import Bottom
from reference.data.domain import Domain
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.interior_point.exponential_interior_point import ExponentialInteriorPoint
from reference.mechanisms.selection.noisy_max import NoisyMax1
from reference.mechanisms.stream.above_threshold import FirstAbove
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins, SeededBits, run
from reference.probability.dist import Dist
from reference.probability.families import bernoulli, permutation
from reference.probability.fold import Fold
from reference.probability.geometric import TwoSidedGeometric
from reference.probability.law import law


def scalars(eps: Epsilon[Fraction], every: Epsilon[RationalFunction]) -> None:
    """A privacy loss keeps the field of its root."""
    assert_type(Epsilon(Fraction(2)), Epsilon[Fraction])
    assert_type(Epsilon.indeterminate(parts=2), Epsilon[RationalFunction])
    assert_type(eps.exp(), Fraction)
    assert_type(every.exp(Fraction(1, 2)), RationalFunction)
    assert_type(eps + eps, Epsilon[Fraction])
    assert_type(every / 2, Epsilon[RationalFunction])
    assert_type(Guarantee.pure(every), Guarantee[RationalFunction])


def distributions(dist: Dist[str, Fraction], every: Dist[int, RationalFunction]) -> None:
    """A distribution knows its outcomes and its field."""
    assert_type(Dist.weighted([("a", Fraction(1, 3)), ("b", Fraction(2, 3))]), Dist[str, Fraction])
    assert_type(Dist.uniform(range(3)), Dist[int, Fraction])
    assert_type(bernoulli(Fraction(1, 3)), Dist[bool, Fraction])
    assert_type(permutation((1, 2)), Dist[tuple[int, ...], Fraction])
    assert_type(dist.probability("a"), Fraction)
    assert_type(every.probability(0), RationalFunction)
    assert_type(dist.map(len), Dist[int, Fraction])
    assert_type(every.map(str), Dist[str, RationalFunction])
    assert_type(dist.product(dist), Dist[tuple[str, str], Fraction])
    assert_type(every.at(Fraction(2)), Dist[int, Fraction])


def declared(eps: Epsilon[Fraction], every: Epsilon[RationalFunction]) -> None:
    """What a class declares has the types of the mechanism: its field, and its rows."""
    assert_type(NoisyMax1(eps).guarantee, Guarantee[Fraction])
    assert_type(NoisyMax1(every).guarantee, Guarantee[RationalFunction])
    assert_type(NoisyMax1(eps).universe(2), RowAdjacency[int])


def draws(
    coins: Coins[RationalFunction],
    every: Dist[int, RationalFunction],
    noise: TwoSidedGeometric[RationalFunction],
) -> None:
    """A draw has the type of an outcome, and a constant distribution is drawn in any field."""
    assert_type(coins.draw(every), int)
    assert_type(coins.draw(Dist.uniform("ab")), str)
    assert_type(coins.release(every), int)
    assert_type(coins.release(Dist.uniform("ab")), str)
    assert_type(coins.delegate(NoisyMax1(Epsilon.indeterminate(2)), (0, 1)), int)
    assert_type(coins.run(Fold(FirstAbove(noise)), (0, (1, 2))), int | Bottom)


def readings(eps: Epsilon[Fraction], every: Epsilon[RationalFunction]) -> None:
    """One mechanism, read at one epsilon, at all of them, or followed along one branch."""
    domain = Domain.of_size(3)
    assert_type(law(ExponentialInteriorPoint(domain, eps), (0, 0)), Dist[int, Fraction])
    assert_type(law(ExponentialInteriorPoint(domain, every), (0, 0)), Dist[int, RationalFunction])
    assert_type(run(ExponentialInteriorPoint(domain, eps), (0, 0), SeededBits(1)), int)
