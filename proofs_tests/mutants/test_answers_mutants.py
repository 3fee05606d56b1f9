"""Plausible mistakes in noisy max, histograms and sums, each refuted with a pair of vectors."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Generic

import pytest

from audits.engines.privacy import audit_privacy
from audits.verdict import Json, Refuted, confirmed
from reference.data.adjacency import Adjacency, all_answers, one_answer
from reference.data.database import Database
from reference.exact.field import R
from reference.mechanisms.noise.geometric_mechanism import NoisyInteger
from reference.mechanisms.selection.noisy_max import NoisyMax1, NoisyMax3
from reference.mechanisms.selection.report_noisy_max import winner
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins, Mechanism
from reference.probability.dist import X

Values = tuple[int, ...]

EVERY = Epsilon.indeterminate(2)
LARGE = Epsilon(Fraction(2), parts=2)
SMALL = Epsilon(Fraction(101, 100), parts=2)


def refutation(
    mechanism: Mechanism[Database[int], X, R],
    universe: Adjacency[Database[int]],
    guarantee: Guarantee[R],
) -> dict[str, Json]:
    """The witness against the guarantee, once the kernel has accepted it."""
    verdict = confirmed(audit_privacy(mechanism, universe, guarantee))
    assert isinstance(verdict, Refuted), verdict
    return verdict.witness


@dataclass(frozen=True)
class HalfTheNoise(Generic[R]):
    """Noisy max with the noise for answers of sensitivity 1/2."""

    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        return winner(dict(enumerate(database)), self.eps.exp(-1), coins, one_sided=True)


@dataclass(frozen=True)
class OneNoiseForAll(Generic[R]):
    """Noisy max with one noise that is added to every answer, so that it changes no winner."""

    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        noise = coins.run(NoisyInteger(self.eps.exp(Fraction(-1, 2)), (-1, 1)), 0)
        noisy = [answer + noise for answer in database]
        return noisy.index(max(noisy))


@dataclass(frozen=True)
class HalfTheScale(Generic[R]):
    """A noisy total with noise of scale 1/(2 eps)."""

    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        return coins.run(NoisyInteger(self.eps.exp(-2), (-3, 3)), sum(database))


@dataclass(frozen=True)
class ExactBlocks(Generic[R]):
    """Smart sum with blocks of two that forgets the noise at the end of a block."""

    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> Values:
        noisy = NoisyInteger(self.eps.exp(-1), (-2, 2))
        numbers = []
        for i, answer in enumerate(database):
            numbers.append(database[i - 1] + answer if i % 2 else coins.run(noisy, answer))
        return tuple(numbers)


@dataclass(frozen=True)
class NoiseOnTheLargestOnly(Generic[R]):
    """A histogram that adds noise to one largest cell and releases the others."""

    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> Values:
        best = database.index(max(database))
        noisy = NoisyInteger(self.eps.exp(-1), (-1, 1))
        return tuple(
            coins.run(noisy, answer) if i == best else answer for i, answer in enumerate(database)
        )


def test_half_the_noise_is_refuted_for_every_eps() -> None:
    """The loss of two answers is 2 eps."""
    witness = refutation(HalfTheNoise(EVERY), all_answers((-1, 0, 1), 2), Guarantee.pure(EVERY))
    assert isinstance(witness["root"], str)
    assert Fraction(witness["root"]) > 1


@pytest.mark.parametrize("eps", [SMALL, LARGE])
def test_one_noise_for_all_shows_the_winner(eps: Epsilon[Fraction]) -> None:
    """The place of the greatest answer is released without noise."""
    witness = refutation(OneNoiseForAll(eps), all_answers((-1, 0, 1), 2), Guarantee.pure(eps))
    assert witness["probabilities"] == ["1", "0"]


@pytest.mark.parametrize("eps", [SMALL, LARGE])
def test_half_the_scale_loses_twice(eps: Epsilon[Fraction]) -> None:
    """The total loses 2 eps."""
    refutation(HalfTheScale(eps), one_answer((-1, 0, 1), 1), Guarantee.pure(eps))


@pytest.mark.parametrize("eps", [SMALL, LARGE])
def test_exact_blocks_are_refuted(eps: Epsilon[Fraction]) -> None:
    """Even against 2 eps: the sum of a block is released without noise."""
    bound = Guarantee.pure(eps * 2)
    witness = refutation(ExactBlocks(eps), one_answer((-1, 0, 1), 2), bound)
    assert "0" in str(witness["probabilities"])


@pytest.mark.parametrize("eps", [SMALL, LARGE])
def test_cells_without_noise_are_refuted(eps: Epsilon[Fraction]) -> None:
    """The smaller cells are in the clear."""
    refutation(NoiseOnTheLargestOnly(eps), one_answer((-1, 0, 1), 2), Guarantee.pure(eps))


def test_the_value_in_place_of_the_place_is_refuted() -> None:
    """The published mistake: the place of the greatest of three is private, its value is not."""
    universe = all_answers((-1, 0, 1), 3)
    verdict = audit_privacy(NoisyMax1(SMALL), universe, Guarantee.pure(SMALL))
    assert not isinstance(verdict, Refuted)
    witness = refutation(NoisyMax3(SMALL), universe, Guarantee.pure(SMALL))
    assert witness["databases"] == ["(-1,-1,-1)", "(0,0,0)"]
