"""Plausible mistakes in the binary tree counter, each refuted with a pair of streams."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Generic

import pytest

from audits.engines.privacy import audit_privacy
from audits.verdict import Json, Refuted, confirmed
from reference.data.adjacency import replace_one
from reference.data.database import Database
from reference.exact.field import R
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.noise.geometric_mechanism import NoisyInteger
from reference.mechanisms.stream.binary_tree import BinaryTreeCounter, block_length
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins, Mechanism
from reference.probability.dist import X

Counts = tuple[int, ...]


def refutation(
    mechanism: Mechanism[Database[int], X, R], bits: int, guarantee: Guarantee[R]
) -> dict[str, Json]:
    """The witness against the guarantee, once the kernel has accepted it."""
    universe = replace_one((0, 1), bits, ordered=True)
    verdict = confirmed(audit_privacy(mechanism, universe, guarantee))
    assert isinstance(verdict, Refuted), verdict
    return verdict.witness


@dataclass(frozen=True)
class OneNoiseForAllNodes(Generic[R]):
    """A counter that draws noise for the first node and uses it again for all others."""

    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> Counts:
        noise = coins.run(NoisyInteger(self.eps.exp(-1), (-1, 1)), 0)
        counts = [0]
        for t in range(1, len(database) + 1):
            block = block_length(t)
            counts.append(counts[t - block] + sum(database[t - block : t]) + noise)
        return tuple(counts[1:])


@dataclass(frozen=True)
class FreshNoiseEveryTime(Generic[R]):
    """A counter that draws the noise of a node anew for every prefix that uses it."""

    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> Counts:
        counts = []
        for time in range(1, len(database) + 1):
            t, noisy = time, 0
            while t:
                block = block_length(t)
                node = NoisyInteger(self.eps.exp(-1), (0, block))
                noisy += coins.run(node, sum(database[t - block : t]))
                t -= block
            counts.append(noisy)
        return tuple(counts)


@dataclass(frozen=True)
class LeavesWithoutNoise(Generic[R]):
    """A counter that has noise on blocks of two and more bits only."""

    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> Counts:
        counts = [0]
        for t in range(1, len(database) + 1):
            block = block_length(t)
            node = sum(database[t - block : t])
            if block > 1:
                node = coins.run(NoisyInteger(self.eps.exp(-1), (0, block)), node)
            counts.append(counts[t - block] + node)
        return tuple(counts[1:])


def stated(eps: Epsilon[R], bits: int) -> Guarantee[R]:
    """What the counter over so many bits promises."""
    return BinaryTreeCounter(bits, eps).guarantee


@pytest.mark.parametrize("bits", [2, 3, 4])
def test_noise_must_be_scaled_by_the_depth(bits: int) -> None:
    """Noise of scale 1/eps at each node, with a promise of eps over all, is refuted."""
    eps = Epsilon(Fraction(2))
    counter = BinaryTreeCounter(bits, eps)
    witness = refutation(counter, bits, Guarantee.pure(eps))
    assert witness["databases"]
    every = Epsilon.indeterminate()
    assert refutation(BinaryTreeCounter(bits, every), bits, Guarantee.pure(every))["root"]


def test_a_short_tree_is_too_shallow_for_a_long_stream() -> None:
    """The promise for three bits does not cover four."""
    eps = Epsilon(Fraction(2))
    assert refutation(BinaryTreeCounter(4, eps), 4, stated(eps, 3))["databases"]


@pytest.mark.parametrize("mutant", [OneNoiseForAllNodes, LeavesWithoutNoise])
def test_every_node_needs_noise_of_its_own(mutant: type[OneNoiseForAllNodes[Fraction]]) -> None:
    """With noise reused, or none on the leaves, a bit can be read off with certainty."""
    eps = Epsilon(Fraction(1000))
    witness = refutation(mutant(eps), 3, stated(eps, 3))
    probabilities = witness["probabilities"]
    assert isinstance(probabilities, list)
    assert "0" in probabilities


@pytest.mark.parametrize("mutant", [OneNoiseForAllNodes, FreshNoiseEveryTime, LeavesWithoutNoise])
def test_every_node_needs_noise_once_at_some_eps(
    mutant: type[OneNoiseForAllNodes[RationalFunction]],
) -> None:
    """The same, and noise drawn anew, audited for every eps at once."""
    eps = Epsilon.indeterminate()
    assert refutation(mutant(eps), 3, stated(eps, 3))["root"]


def test_noise_drawn_anew_averages_out() -> None:
    """Over four bits, the block of the first two is shown twice, which costs one eps more."""
    eps = Epsilon(Fraction(2))
    witness = refutation(FreshNoiseEveryTime(eps), 3, stated(eps, 3))
    assert witness["databases"]
