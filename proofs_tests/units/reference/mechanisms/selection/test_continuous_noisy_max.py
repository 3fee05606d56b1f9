"""Noisy max with Laplace and exponential noise, against certified integrals."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest
from flint import acb

from proofs_tests.integrals import (
    Function,
    Point,
    agree,
    at,
    below,
    density,
    integral,
    one_sided_below,
    one_sided_density,
)
from reference.exact.exponential_function import ExponentialFunction
from reference.mechanisms.selection.continuous_noisy_max import (
    ContinuousNoisyMax1,
    ContinuousNoisyMax2,
    ContinuousNoisyMax3,
    ContinuousNoisyMax4,
    GapNoisyMax,
)
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law

u, r = ExponentialFunction.u(), ExponentialFunction.r()
EVERY = Epsilon.continuous(2)
PLACE = Fraction(2, 3)
VECTORS = ((-1, 0, 2), (0, 0, 0), (1, -1, 0))


def ahead(answers: tuple[int, ...], i: int, lead: int, noise: Function, less: Function) -> acb:
    """The probability that the i-th is ahead of all others by the lead: an integral over it."""

    def integrand(x: Point) -> acb:
        value = noise(x - answers[i])
        for j, f in enumerate(answers):
            value *= less(x - lead - f) if j != i else 1
        return value

    return integral(integrand, {*answers, *(f + lead for f in answers)})


@pytest.mark.parametrize(
    ("mechanism", "noise", "less"),
    [
        (ContinuousNoisyMax1(EVERY), density(PLACE), below(PLACE)),
        (ContinuousNoisyMax2(EVERY), one_sided_density(PLACE), one_sided_below(PLACE)),
    ],
)
def test_winner_by_integration(
    mechanism: ContinuousNoisyMax1[ExponentialFunction] | ContinuousNoisyMax2[ExponentialFunction],
    noise: Function,
    less: Function,
) -> None:
    """Pr[i wins] is the integral of its density times the chances that the others are below."""
    for answers in VECTORS:
        found = law(mechanism, answers)
        for i in range(3):
            expected = ahead(answers, i, 0, noise, less)
            assert agree(at(found.probability(i), PLACE), expected)


def test_gap_by_integration() -> None:
    """Pr[i leads by more than 1] and Pr[i leads], and their difference."""
    for answers in VECTORS:
        found = law(GapNoisyMax(EVERY), answers)
        for i in range(3):
            far, wins = (ahead(answers, i, lead, density(PLACE), below(PLACE)) for lead in (1, 0))
            assert agree(at(found.probability((i, 1)), PLACE), far)
            assert agree(at(found.probability((i, 0)), PLACE), wins - far)


def laplace_at_most(k: int) -> ExponentialFunction:
    """Pr[Z <= k] for Laplace noise of rate u."""
    return 1 - r**-k / 2 if k >= 0 else r**k / 2


def exponential_at_most(k: int) -> ExponentialFunction:
    """Pr[Z <= k] for exponential noise of rate u."""
    return 1 - r**-k if k >= 0 else 0 * r


@pytest.mark.parametrize("answers", list(product((-1, 0, 2), repeat=2)))
@pytest.mark.parametrize(
    ("mechanism", "at_most"),
    [
        (ContinuousNoisyMax3(EVERY, cuts=(-2, 0, 1)), laplace_at_most),
        (ContinuousNoisyMax4(EVERY, cuts=(-2, 0, 1)), exponential_at_most),
    ],
)
def test_greatest_of_two_by_hand(
    answers: tuple[int, int],
    mechanism: ContinuousNoisyMax3[ExponentialFunction] | ContinuousNoisyMax4[ExponentialFunction],
    at_most: Callable[[int], ExponentialFunction],
) -> None:
    """Pr[max <= v] is the product of Pr[f + Z <= v]."""
    found = law(mechanism, answers)
    for seen, cut in enumerate(mechanism.cuts):
        low = sum((found.probability(y) for y in range(seen + 1)), 0 * r)
        assert low == at_most(cut - answers[0]) * at_most(cut - answers[1])


def test_too_few_answers_are_refused() -> None:
    """None has no greatest, one has no runner-up."""
    with pytest.raises(ValueError, match="at least one answer"):
        law(ContinuousNoisyMax1(EVERY), ())
    with pytest.raises(ValueError, match="a gap needs at least two answers, not 1"):
        law(GapNoisyMax(EVERY), (0,))
