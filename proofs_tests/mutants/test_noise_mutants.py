"""Plausible mistakes in noise mechanisms, each refuted with a pair of neighbours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from audits.engines.privacy import audit_privacy
from audits.verdict import Json, Refuted, confirmed
from reference.data.adjacency import RowAdjacency, replace_one
from reference.data.database import Database
from reference.exact.field import R
from reference.mechanisms.noise.geometric_mechanism import NoisyInteger
from reference.mechanisms.noise.laplace_mechanism import LaplaceVectorCells, cell_of
from reference.mechanisms.noise.laplace_noise import LaplaceNoise
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins, Mechanism
from reference.probability.dist import Dist, X

Row = TypeVar("Row", bound=Hashable)


def refutation(
    mechanism: Mechanism[Database[Row], X, R], universe: RowAdjacency[Row], eps: Epsilon[R]
) -> dict[str, Json]:
    """The witness against pure eps-privacy, once the kernel has accepted it."""
    verdict = confirmed(audit_privacy(mechanism, universe, Guarantee.pure(eps)))
    assert isinstance(verdict, Refuted), verdict
    return verdict.witness


def pair(witness: dict[str, Json]) -> set[Json]:
    """The two neighbours of a witness."""
    databases = witness["databases"]
    assert isinstance(databases, list)
    return {text for text in databases if isinstance(text, str)}


@dataclass(frozen=True)
class BinaryOddsForThreeValues(Generic[R]):
    """Randomized response that keeps one of three values with the odds meant for two.

    The truth has probability r/(1 + r) and the two lies share 1/(1 + r).
    """

    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> Database[int]:
        r = self.eps.exp()
        return tuple(
            coins.draw(
                Dist.weighted(
                    (v, r / (1 + r) if v == row else 1 / (2 * (1 + r))) for v in range(3)
                )
            )
            for row in database
        )


@dataclass(frozen=True)
class SensitivityForgotten(Generic[R]):
    """A sum of rows up to 2, with the noise that a count of bits needs."""

    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        return coins.run(NoisyInteger(self.eps.exp(-1), (0, 4)), sum(database))


@dataclass(frozen=True)
class ZeroNeedsNoNoise(Generic[R]):
    """A count that is released as it is where it is zero."""

    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        count = sum(database)
        return coins.run(NoisyInteger(self.eps.exp(-1), (0, 3)), count) if count else 0


@dataclass(frozen=True)
class RangeFollowsTheData(Generic[R]):
    """A noisy count clamped to the range from 0 to the largest count that the data allow."""

    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        count = sum(database)
        return coins.run(NoisyInteger(self.eps.exp(-1), (0, 2 * count)), count)


@dataclass(frozen=True)
class OneCountMoves(Generic[R]):
    """Laplace cells of a histogram at scale 1/eps, as if a replaced row moved one frequency."""

    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> tuple[int, ...]:
        counts = Counter(database)
        noise = LaplaceNoise(self.eps.exp())
        return tuple(coins.draw(cell_of(counts[x], (0, 1, 2), noise)) for x in range(2))


@dataclass(frozen=True)
class NoiseForTheLargestChange(Generic[R]):
    """Cells of the numbers of ones and of zeros, as if the sensitivity were that of either."""

    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> tuple[int, ...]:
        mechanism = LaplaceVectorCells(OnesAndZeros(), 1, (0, 1, 2), self.eps)
        return coins.run(mechanism, database)


@dataclass(frozen=True)
class OnesAndZeros:
    """The numbers of ones and of zeros among bits."""

    def __call__(self, database: Database[int], /) -> tuple[int, int]:
        return sum(database), len(database) - sum(database)


@dataclass(frozen=True)
class NoiseRoundedAway(Generic[R]):
    """A threshold test whose noise is truncated to one step."""

    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> bool:
        r = self.eps.exp()
        step = coins.draw(Dist.weighted([(0, r), (1, r**0), (-1, r**0)]))
        return sum(database) + step >= 2


def test_the_odds_depend_on_the_number_of_values() -> None:
    """With three values the answer "0" is 2 r times as likely on 0 as on 1."""
    universe = replace_one(range(3), 1, ordered=True)
    for r in (Fraction(1), Fraction(2), Fraction(50)):
        witness = refutation(BinaryOddsForThreeValues(Epsilon(r)), universe, Epsilon(r))
        assert pair(witness) == {"(0)", "(1)"}
    eps = Epsilon.indeterminate()
    assert refutation(BinaryOddsForThreeValues(eps), universe, eps)["databases"]


def test_noise_must_fit_the_sensitivity() -> None:
    """A row that goes from 0 to 2 costs 2 eps."""
    witness = refutation(
        SensitivityForgotten(Epsilon(Fraction(2))), replace_one(range(3), 2), Epsilon(Fraction(2))
    )
    assert witness["probabilities"] == ["2/3", "1/6"]
    eps = Epsilon.indeterminate()
    assert refutation(SensitivityForgotten(eps), replace_one(range(3), 2), eps)["root"]


def test_zero_needs_noise_too() -> None:
    """An answer other than 0 shows that there is a one, at every eps."""
    eps = Epsilon(Fraction(10**6))
    witness = refutation(ZeroNeedsNoNoise(eps), replace_one((0, 1), 3), eps)
    assert pair(witness) == {"(0,0,0)", "(0,0,1)"}


def test_a_range_must_not_follow_the_data() -> None:
    """An answer that the smaller range does not have gives the database away."""
    eps = Epsilon(Fraction(10**6))
    witness = refutation(RangeFollowsTheData(eps), replace_one((0, 1), 2), eps)
    probabilities = witness["probabilities"]
    assert isinstance(probabilities, list)
    assert "0" in probabilities


def test_two_counts_move() -> None:
    """A replaced row costs 2 eps where every frequency has noise of scale 1/eps."""
    universe = replace_one(range(2), 2)
    eps = Epsilon(Fraction(3))
    assert pair(refutation(OneCountMoves(eps), universe, eps)) == {"(0,0)", "(0,1)"}
    every = Epsilon.indeterminate()
    assert refutation(OneCountMoves(every), universe, every)["root"]


def test_noise_for_a_vector_must_fit_the_sum_of_the_changes() -> None:
    """A replaced bit moves both numbers by one, and costs 2 eps."""
    eps = Epsilon(Fraction(3))
    witness = refutation(NoiseForTheLargestChange(eps), replace_one((0, 1), 1), eps)
    assert pair(witness) == {"(0)", "(1)"}


def test_truncated_noise_does_not_hide_a_threshold() -> None:
    """With noise of at most one step, three ones always pass and two do not."""
    universe = replace_one((0, 1), 3)
    eps = Epsilon(Fraction(4))
    assert pair(refutation(NoiseRoundedAway(eps), universe, eps)) == {"(0,0,1)", "(0,0,0)"}
    every = Epsilon.indeterminate()
    assert refutation(NoiseRoundedAway(every), universe, every)["root"]
