"""Plausible mistakes in AboveThreshold and Sparse, each refuted with a pair of answer vectors."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Generic

import pytest

from audits.engines.privacy import audit_privacy
from audits.verdict import Json, Refuted, confirmed
from reference.data.adjacency import Adjacency, ListedAdjacency, all_answers
from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.exact.field import R
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.stream.above_threshold import AboveThreshold
from reference.mechanisms.stream.sparse_vector import NoisyTests, SparseVector1, noisy_bits
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins, Mechanism
from reference.probability.dist import X
from reference.probability.families import bernoulli
from reference.probability.geometric import Settled, TwoSidedGeometric

Bits = tuple[int, ...]

EVERY = Epsilon.indeterminate(8)
LARGE = Epsilon(Fraction(2), parts=8)
SMALL = Epsilon(Fraction(101, 100), parts=8)


def refutation(
    mechanism: Mechanism[Database[int], X, R],
    universe: Adjacency[Database[int]],
    guarantee: Guarantee[R],
) -> dict[str, Json]:
    """The witness against the guarantee, once the kernel has accepted it."""
    verdict = confirmed(audit_privacy(mechanism, universe, guarantee))
    assert isinstance(verdict, Refuted), verdict
    return verdict.witness


def one_pair(first: Database[int], second: Database[int]) -> ListedAdjacency[Database[int]]:
    """Two vectors whose answers differ by at most one each."""
    assert all(abs(a - b) <= 1 for a, b in zip(first, second, strict=True))
    return ListedAdjacency((first, second), ((0, 1),))


@dataclass(frozen=True)
class ExactThreshold(Generic[R]):
    """AboveThreshold that leaves out the noise of the threshold and halves eps for each query."""

    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int | Bottom:
        nu = TwoSidedGeometric(self.eps.exp(Fraction(-1, 2)))
        for i, answer in enumerate(database):
            if coins.draw(bernoulli(nu.at_least(-answer))):
                return i
        return Bottom.BOTTOM


@dataclass(frozen=True)
class OneNoiseForAllAnswers(Generic[R]):
    """AboveThreshold that draws the noise of an answer once and uses it for all."""

    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int | Bottom:
        ratio = self.eps.exp(Fraction(-1, 4))
        gaps: list[int] = [-answer for answer in database]
        ends = Settled(min([0, *(1 - g for g in gaps)]), max([0, *(-g for g in gaps)]), ratio, 0)
        shift = coins.draw_noise(TwoSidedGeometric(ratio), ends)
        for i, gap in enumerate(gaps):
            if gap + shift <= 0:
                return i
        return Bottom.BOTTOM


@dataclass(frozen=True)
class TruncatedNoise(Generic[R]):
    """AboveThreshold with noise that is cut off at 2 on either side."""

    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int | Bottom:
        rho, nu = (TwoSidedGeometric(self.eps.exp(Fraction(-1, k))) for k in (2, 4))
        threshold = coins.draw(rho.truncated(-2, 2))
        for i, answer in enumerate(database):
            if answer + coins.draw(nu.truncated(-2, 2)) >= threshold:
                return i
        return Bottom.BOTTOM


@dataclass(frozen=True)
class WholeLossForEveryPositive(Generic[R]):
    """Sparse that runs AboveThreshold with eps, not eps/2, for each of two positives."""

    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> Bits:
        once = AboveThreshold(0, self.eps)
        bits: Bits = ()
        while sum(bits) < 2 and len(bits) < len(database):
            left = database[len(bits) :]
            i = coins.run(once, left)
            bits += (0,) * len(left) if isinstance(i, Bottom) else (0,) * i + (1,)
        return bits


@dataclass(frozen=True)
class NeverStops(Generic[R]):
    """Variant 1 with the noise for one positive, that goes on after it."""

    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> Bits:
        rho, nu = (TwoSidedGeometric(self.eps.exp(Fraction(-1, k))) for k in (2, 4))
        return noisy_bits(0, rho, NoisyTests(nu, len(database)), database, coins)


@dataclass(frozen=True)
class NoiseForOnePositive(Generic[R]):
    """Variant 1 that stops after two positives and has the noise for one."""

    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> Bits:
        rho, nu = (TwoSidedGeometric(self.eps.exp(Fraction(-1, k))) for k in (2, 4))
        return noisy_bits(0, rho, NoisyTests(nu, 2), database, coins)


@pytest.mark.parametrize(
    ("mutant", "queries"),
    [(ExactThreshold(EVERY), 3), (OneNoiseForAllAnswers(EVERY), 2), (TruncatedNoise(EVERY), 2)],
)
def test_mutants_of_above_threshold_are_refuted(
    mutant: Mechanism[Database[int], int | Bottom, RationalFunction], queries: int
) -> None:
    """Each is refuted on few queries, at a root that the witness names."""
    universe = all_answers((-1, 0, 1), queries)
    witness = refutation(mutant, universe, Guarantee.pure(EVERY))
    assert isinstance(witness["root"], str)
    assert Fraction(witness["root"]) >= 1


@pytest.mark.parametrize("eps", [SMALL, LARGE])
def test_exact_threshold_breaks_at_once(eps: Epsilon[Fraction]) -> None:
    """Three answers that all move cost 3 eps/2, for small and for large eps."""
    witness = refutation(
        ExactThreshold(eps), one_pair((-1, -1, -1), (0, 0, 0)), Guarantee.pure(eps)
    )
    assert witness["event"] == ["bottom"]


def test_one_noise_shows_the_order_of_answers() -> None:
    """The second answer is returned only if it is greater than the first."""
    witness = refutation(
        OneNoiseForAllAnswers(LARGE), one_pair((-1, 0), (0, -1)), Guarantee.pure(LARGE)
    )
    assert witness["event"] == ["1"]
    assert "0" in str(witness["probabilities"])


@pytest.mark.parametrize("eps", [SMALL, LARGE])
def test_truncated_noise_has_impossible_outputs(eps: Epsilon[Fraction]) -> None:
    """An answer of 4 is always found, one of 3 is not: it is private for no eps."""
    witness = refutation(TruncatedNoise(eps), one_pair((4,), (3,)), Guarantee.pure(eps))
    assert witness["event"] == ["bottom"]


def test_the_loss_must_be_split_among_positives() -> None:
    """Two runs at eps lose nearly 2 eps on eight queries."""
    far = (1, 1, 1, -1)
    pair = one_pair((0,) * 8, far + far)
    refutation(WholeLossForEveryPositive(LARGE), pair, Guarantee.pure(LARGE))
    refutation(WholeLossForEveryPositive(SMALL), pair, Guarantee.pure(SMALL))


@pytest.mark.parametrize("mutant", [NeverStops(LARGE), NoiseForOnePositive(LARGE)])
def test_the_noise_must_suit_the_count(mutant: Mechanism[Database[int], Bits, Fraction]) -> None:
    """Four answers below the threshold and two above cost more than eps."""
    pair = one_pair((0,) * 6, (1, 1, 1, 1, -1, -1))
    witness = refutation(mutant, pair, Guarantee.pure(LARGE))
    assert "(0,0,0,0,1,1)" in str(witness["event"])


def test_the_sound_variant_is_not_refuted_there() -> None:
    """With its own noise variant 1 keeps eps on the same pair."""
    pair = one_pair((0,) * 6, (1, 1, 1, 1, -1, -1))
    verdict = audit_privacy(SparseVector1(0, 2, LARGE), pair, Guarantee.pure(LARGE))
    assert not isinstance(verdict, Refuted)
