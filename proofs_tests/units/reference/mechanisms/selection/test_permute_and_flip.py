"""Permute-and-flip against all orders, and against noisy max with exponential noise."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from math import factorial

import pytest

from audits.engines.positivity import Shown, decide_nonnegative
from audits.engines.privacy import audit_privacy
from audits.verdict import Holds
from reference.data.adjacency import add_remove_one, all_answers
from reference.data.database import Database
from reference.data.domain import Domain
from reference.mechanisms.selection.exponential import ExponentialMechanism
from reference.mechanisms.selection.exponential_noisy_max import (
    ExponentialNoisyMax,
    ExponentialNoisyMaxFrequentValue,
)
from reference.mechanisms.selection.permute_and_flip import (
    PermuteAndFlip,
    PermuteAndFlipFrequentValue,
)
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.law import law

VECTORS = [(0,), (0, 0), (2, 0), (1, 0, 1), (0, 2, 1), (3, 0, 0), (1, 2, 3, 0), (0, 0, 0, 2)]


@dataclass(frozen=True)
class Answers:
    """The quality of a candidate is an answer; the database is the vector of answers."""

    def __call__(self, database: Database[int], /) -> Mapping[int, int]:
        return dict(enumerate(database))


def by_orders(answers: tuple[int, ...], base: Fraction) -> list[Fraction]:
    """The law, averaged over all orders in which the candidates may come."""
    chances = [base ** (a - max(answers)) for a in answers]
    wins = [Fraction(0)] * len(answers)
    for order in permutations(range(len(answers))):
        alive = Fraction(1, factorial(len(answers)))
        for i in order:
            wins[i] += alive * chances[i]
            alive *= 1 - chances[i]
    return wins


@pytest.mark.parametrize("answers", VECTORS)
@pytest.mark.parametrize("base", [Fraction(1), Fraction(6, 5), Fraction(4)])
def test_law_equals_the_average_over_orders(answers: tuple[int, ...], base: Fraction) -> None:
    """Choosing at each turn comes to the same as shuffling once."""
    found = law(PermuteAndFlip(Answers(), Epsilon(base, 2)), answers)
    assert [found.probability(i) for i in range(len(answers))] == by_orders(answers, base)


@pytest.mark.parametrize("answers", VECTORS)
def test_it_is_noisy_max_with_exponential_noise(answers: tuple[int, ...]) -> None:
    """The two mechanisms have one law, for every eps."""
    eps = Epsilon.indeterminate(2)
    noisy = law(ExponentialNoisyMax(Answers(), eps), answers)
    assert noisy == law(PermuteAndFlip(Answers(), eps), answers)


@pytest.mark.parametrize("answers", VECTORS)
def test_it_is_never_worse_than_the_exponential_mechanism(answers: tuple[int, ...]) -> None:
    """Its expected quality is at least that of the exponential mechanism, for every eps."""
    eps = Epsilon.indeterminate(2)
    flip, weigh = PermuteAndFlip(Answers(), eps), ExponentialMechanism(Answers(), eps)

    def quality(i: int) -> int:
        return answers[i]

    gain = law(flip, answers).expectation(quality) - law(weigh, answers).expectation(quality)
    found = decide_nonnegative(gain.numerator * gain.denominator, Fraction(1), None)
    assert isinstance(found, Shown)


@pytest.mark.parametrize("make", [PermuteAndFlip, ExponentialNoisyMax])
def test_private_for_every_eps(make: type[PermuteAndFlip[Database[int], int, Fraction]]) -> None:
    """Three answers that all move by one: eps-private."""
    mechanism = make(Answers(), Epsilon(Fraction(9, 8), 2))
    verdict = audit_privacy(mechanism, all_answers(range(3), 3), mechanism.guarantee)
    assert isinstance(verdict, Holds)


def test_frequencies_are_private_for_every_eps() -> None:
    """The most frequent of three values, for every eps; half of it for added or removed rows."""
    eps = Epsilon.indeterminate(2)
    root = eps.exp(Fraction(1, 2))
    for mechanism in (
        PermuteAndFlipFrequentValue(Domain.of_size(3), eps),
        ExponentialNoisyMaxFrequentValue(Domain.of_size(3), eps),
    ):
        replaced = audit_privacy(mechanism, mechanism.universe(4), mechanism.guarantee)
        assert isinstance(replaced, Holds)
        universe = add_remove_one(range(3), 4)
        half = audit_privacy(mechanism, universe, Guarantee(root, root - root))
        assert isinstance(half, Holds)


@pytest.mark.parametrize("make", [PermuteAndFlip, ExponentialNoisyMax])
def test_parameters_are_checked(make: type[PermuteAndFlip[Database[int], int, Fraction]]) -> None:
    """Sensitivity 0 is refused at construction, no candidate at a call."""
    eps = Epsilon(Fraction(2), 2)
    with pytest.raises(ValueError, match="sensitivity 0"):
        make(Answers(), eps, 0)
    with pytest.raises(ValueError, match="at least one"):
        law(make(Answers(), eps), ())
