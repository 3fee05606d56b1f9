"""Plausible mistakes with continuous noise, each refuted with a pair and a rational u."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from audits.claims.standard_mechanisms.impostors.continuous_noise import (
    GapOfAnswers,
    LeastWins,
    OneNoiseForAll,
    ValueToo,
    WholeOrder,
    adaptive_threshold_halved,
    answer_noise_reused,
    answers_told,
    first_value_told,
    fresh_noise_halved,
    gap_and_answer,
    gap_to_the_threshold,
    half_the_answer_noise,
    half_the_threshold_noise,
    no_threshold_noise,
    not_paid_for,
    one_positive_more,
    values_compared,
)
from audits.engines.privacy import audit_privacy
from audits.verdict import Holds, Refuted, Verdict, confirmed
from reference.data.adjacency import ListedAdjacency
from reference.data.database import Database
from reference.exact.exponential_function import ExponentialFunction
from reference.mechanisms.selection.continuous_noisy_max import (
    ContinuousNoisyMax1,
    ContinuousNoisyMax2,
    GapNoisyMax,
)
from reference.mechanisms.stream.continuous_sparse_values import (
    AdaptiveSparseVector,
    GapSparseVector,
    NumericSparseVector,
)
from reference.mechanisms.stream.continuous_sparse_vector import ContinuousSparseVector1
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Mechanism

Every = Epsilon[ExponentialFunction]
Build = Callable[[int, int, Every], Mechanism[Database[int], object, ExponentialFunction]]
BuildMax = Callable[[Every], Mechanism[Database[int], object, ExponentialFunction]]

UP = (1, 1, -1) * 2, (2, 2, -2) * 2
LAST_DOWN, TWO_DOWN = ((1, 1, 1, -1), (2, 2, 2, -2)), ((1, 1, -1, -1), (2, 2, -2, -2))


def said(
    mechanism: Mechanism[Database[int], object, ExponentialFunction],
    eps: Every,
    pair: tuple[Database[int], Database[int]],
) -> Verdict:
    """What is found of (eps, 0)-privacy on a pair, once the kernel has accepted it."""
    first, second = pair
    assert all(abs(a - b) <= 1 for a, b in zip(first, second, strict=True))
    return confirmed(
        audit_privacy(mechanism, ListedAdjacency(pair, ((0, 1),)), Guarantee.pure(eps))
    )


def is_refuted(verdict: Verdict, event: str) -> bool:
    """Whether an event is named, and a rational u > 0."""
    assert isinstance(verdict, Refuted), verdict
    return event in str(verdict.witness["event"]) and Fraction(str(verdict.witness["u"])) > 0


@pytest.mark.parametrize(
    ("mutant", "sound", "parts", "pair", "event"),
    [
        (no_threshold_noise, ContinuousSparseVector1, 4, ((-1,) * 5, (0,) * 5), "(0,0,0,0,0)"),
        (half_the_threshold_noise, ContinuousSparseVector1, 4, UP, "(0,0,0,0,0,1)"),
        (half_the_answer_noise, ContinuousSparseVector1, 4, ((-1, -1, 0), (0, 0, -1)), "(0,0,1)"),
        (answer_noise_reused, ContinuousSparseVector1, 4, ((-1, 0), (-1, -1)), "(0,1)"),
        (one_positive_more, ContinuousSparseVector1, 4, UP, "(0,0,1,0,0,1)"),
        (answers_told, ContinuousSparseVector1, 4, ((0,), (1,)), "(0)"),
        (values_compared, NumericSparseVector, 6, ((-1,) * 7, (0,) * 7), "bottom,0)"),
        (fresh_noise_halved, NumericSparseVector, 6, UP, "(bottom,bottom,2)"),
        (gap_to_the_threshold, GapSparseVector, 4, ((-1,) * 5, (0,) * 5), "bottom,0)"),
        (gap_and_answer, GapSparseVector, 4, ((-1, -1, 0), (-1, 0, -1)), "(bottom,bottom,0)"),
        (first_value_told, AdaptiveSparseVector, 8, ((-1,) * 4, (0,) * 4), "(1,0))"),
        (adaptive_threshold_halved, AdaptiveSparseVector, 8, LAST_DOWN, "bottom,(2,0))"),
        (not_paid_for, AdaptiveSparseVector, 8, TWO_DOWN, "(1,0),(2,0))"),
    ],
)
def test_mutants_of_sparse_vectors_are_refuted(
    mutant: Build, sound: Build, parts: int, pair: tuple[Database[int], Database[int]], event: str
) -> None:
    """Each on a pair on which the sound mechanism keeps what it says; one positive."""
    eps = Epsilon.continuous(parts)
    assert is_refuted(said(mutant(0, 1, eps), eps, pair), event)
    assert isinstance(said(sound(0, 1, eps), eps, pair), Holds)


@pytest.mark.parametrize(
    ("mutant", "sound", "pair", "event"),
    [
        (OneNoiseForAll, ContinuousNoisyMax1, ((0, 0), (0, 1)), "0"),
        (ValueToo, ContinuousNoisyMax1, ((-1,) * 3, (0,) * 3), "(0,0)"),
        (LeastWins, ContinuousNoisyMax2, ((0, 0, 0), (1, -1, -1)), "0"),
        (GapOfAnswers, GapNoisyMax, ((0, 0), (0, 1)), "(0,0)"),
        (WholeOrder, ContinuousNoisyMax1, ((-1, -1, 0, 0), (0, 0, -1, -1)), "(1,0,3,2)"),
    ],
)
def test_mutants_of_noisy_max_are_refuted(
    mutant: BuildMax, sound: BuildMax, pair: tuple[Database[int], Database[int]], event: str
) -> None:
    """Each on a pair on which the sound mechanism keeps what it says."""
    eps = Epsilon.continuous(2)
    assert is_refuted(said(mutant(eps), eps, pair), event)
    assert isinstance(said(sound(eps), eps, pair), Holds)
