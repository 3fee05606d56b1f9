"""Plausible mistakes in the release of thresholds, each refuted with a pair of databases."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

from audits.claims.bnsv15.laws.noisy_blocks import (
    AllRecognised,
    Recogniser,
    repeats,
    shift,
    without_noise,
)
from audits.claims.bnsv15.section_4_2_1_tree_counter import WRONG
from audits.engines.privacy import audit_privacy
from audits.verdict import Refuted, confirmed
from reference.data.adjacency import replace_one
from reference.data.domain import Domain
from reference.mechanisms.interior_point.exponential_descent import ExponentialDescent
from reference.mechanisms.release.threshold_release import NoisyCuts
from reference.mechanisms.release.tree_counter import TreeCounter
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins

TWO = Fraction(2)


def test_noise_of_a_node_is_a_part_of_the_loss() -> None:
    """A node with the noise of the whole loss."""
    domain, eps = Domain.of_size(4), Epsilon(TWO)
    stated = TreeCounter(domain, eps).guarantee
    unsplit = WRONG[TreeCounter]["every node has the noise of the whole loss"]
    verdict = confirmed(audit_privacy(unsplit(domain, eps), replace_one(domain, 1), stated))
    assert isinstance(verdict, Refuted)
    assert verdict.witness["databases"]


def test_noise_of_a_node_is_drawn_once() -> None:
    """Over eight points, six answers with fresh noise tell more."""
    domain, eps = Domain.of_size(8), Epsilon(TWO)
    fresh = WRONG[TreeCounter]["the noise of a block is drawn again for every answer"]
    stated, universe = TreeCounter(domain, eps).guarantee, replace_one(domain, 1)
    mutant = fresh(domain, eps, 0, tuple(range(6)))
    assert isinstance(confirmed(audit_privacy(mutant, universe, stated)), Refuted)


def test_cuts_without_noise_lose_more_than_six_times_eps() -> None:
    """All blocks see another row when the least one becomes the largest."""
    found, eps = shift(1, 4, 4), Epsilon(TWO)
    mutant = AllRecognised(without_noise(1, eps), Recogniser(found.targets, eps))
    stated = Guarantee(TWO**6, Fraction(0))
    assert isinstance(confirmed(audit_privacy(mutant, found.pair, stated)), Refuted)


@pytest.mark.parametrize("loss", [4, 5])
def test_clamped_cuts_lose_more_than_is_printed(loss: int) -> None:
    """Also with cuts that do not go back."""
    found, eps = repeats(4, removed=1, times=5, width=2, middle=(2, 3), last=(6, 5)), Epsilon(TWO)
    recognised = AllRecognised(NoisyCuts(4, eps), Recogniser(found.targets, eps))
    stated = Guarantee(TWO**loss, Fraction(0))
    assert isinstance(confirmed(audit_privacy(recognised, found.pair, stated)), Refuted)


@dataclass(frozen=True)
class TwiceTheLoss:
    """An exponential mechanism with twice the loss, which sees every row once."""

    domain: Domain[int]
    eps: Epsilon[Any]

    def __call__(self, database: tuple[int, ...], coins: Coins[Any], /) -> int:
        right = ExponentialDescent(self.domain, self.eps * 2)
        return coins.run(right, tuple(sorted({*database})))


def test_a_solver_with_twice_the_loss() -> None:
    """A row that is replaced by another value."""
    domain, eps = Domain.of_size(4), Epsilon(TWO, 2)
    mutant, stated = TwiceTheLoss(domain, eps), Guarantee.pure(eps)
    verdict = confirmed(audit_privacy(mutant, replace_one(domain, 2), stated))
    assert isinstance(verdict, Refuted)
