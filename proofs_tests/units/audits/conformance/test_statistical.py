"""Exact binomial tails, confidence limits, and a suite that raises no false alarm."""

from fractions import Fraction
from functools import partial
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audits.conformance.binomial import MISS, limits, lower_tail, resolution, upper_tail
from audits.conformance.budget import Budget, OverspentError
from audits.conformance.event_search import loss_bound
from audits.conformance.reference_laws import (
    discrete_laplace,
    exponential,
    laplace_cells,
    permute_and_flip,
    randomized_response,
    rounded_laplace,
)
from audits.conformance.statistical import SUITE_FALSE_ALARM, compare, events
from reference.exact.exponential import exp_bounds
from reference.probability.coins import SeededBits, sample
from reference.probability.dist import Dist

RERUNS = 200


def binomial_tail(count: int, samples: int, chance: Fraction) -> Fraction:
    """Pr[Bin >= count] as a sum of fractions."""
    terms = (
        comb(samples, k) * chance**k * (1 - chance) ** (samples - k)
        for k in range(max(count, 0), samples + 1)
    )
    return sum(terms, Fraction(0))


@given(st.integers(1, 40), st.integers(-1, 41), st.fractions(0, 1, max_denominator=50))
def test_tails_are_those_of_the_binomial_law(samples: int, count: int, chance: Fraction) -> None:
    """Both tails are upper bounds that are larger by less than 2^-40 of the exact sum."""
    exact = binomial_tail(count, samples, chance)
    assert exact <= upper_tail(count, samples, chance) <= exact * (1 + Fraction(1, 2**40))
    below = 1 - binomial_tail(count + 1, samples, chance)
    assert below <= lower_tail(count, samples, chance) <= below * (1 + Fraction(1, 2**40))


@given(st.integers(1, 30), st.data())
def test_confidence_limits_cover(samples: int, data: st.DataObject) -> None:
    """At a limit, the tail is at most half of alpha, and a step further in it is more."""
    count = data.draw(st.integers(0, samples))
    alpha = Fraction(1, 20)
    low, high = limits(count, samples, alpha)
    step = Fraction(1, 2**40)
    assert low <= Fraction(count, samples) <= high
    assert not low or binomial_tail(count, samples, low) <= alpha / 2
    assert high == 1 or 1 - binomial_tail(count + 1, samples, high) <= alpha / 2
    if low + step < Fraction(count, samples):
        assert binomial_tail(count, samples, low + step) > alpha / 2


def test_the_budget_is_honoured_exactly() -> None:
    """The exact probability that a fair die is refuted is at most alpha: all 2^n counts."""
    law = Dist.uniform((0, 1))
    alpha = Fraction(1, 10)
    tested, looks = events(law), (4, 16)
    share = alpha / 2 / (2 * len(tested))
    alarm = sum(
        Fraction(comb(n, c), 2**n)
        for n in looks
        for c in range(n + 1)
        if any(
            upper_tail(k, n, Fraction(1, 2)) <= share or lower_tail(k, n, Fraction(1, 2)) <= share
            for k in (c, n - c)
        )
    )
    assert 0 < alarm <= alpha


def draws(law: Dist[int, Fraction], source: SeededBits, count: int) -> list[int]:
    """Samples of our own exact sampler."""
    return [sample(law, source) for _ in range(count)]


@pytest.mark.statistical
def test_two_hundred_reruns_raise_no_false_alarm() -> None:
    """Our own exact samplers pass 200 reruns of a suite of six laws: false alarm 2e-7 in all.

    The laws have real eps; they are sampled at a rational root within 2^-128 of e^q.
    """
    laws = [
        discrete_laplace(Fraction(3), 0, 12),
        rounded_laplace(Fraction(1), 8),
        laplace_cells(Fraction(1), Fraction(1, 2), 8),
        exponential([0, 1, 2], Fraction(2)),
        permute_and_flip([0, 1, 2], Fraction(1)),
        randomized_response(2, 1, Fraction(1)),
    ]
    source = SeededBits(20250101)
    prepared = [(events(law, q), law.at(exp_bounds(q, 128)[0])) for law, q in laws]
    for _ in range(RERUNS):
        budget = Budget(shares=len(laws))
        for tested, law in prepared:
            found = compare(
                partial(draws, law, source),
                tested,
                alpha=budget.share(),
                looks=(50, 200),
            )
            assert found.refuted_by is None
        assert not budget.left


@pytest.mark.statistical
def test_a_wrong_scale_is_found() -> None:
    """Noise of scale 5/2 is not noise of scale 3: found with 100,000 samples, seed fixed."""
    right, q = discrete_laplace(Fraction(3), 0, 12)
    wrong, other = discrete_laplace(Fraction(5, 2), 0, 12)
    planted = wrong.at(exp_bounds(other, 64)[0])
    source = SeededBits(1)
    found = compare(
        lambda n: [sample(planted, source) for _ in range(n)],
        events(right, q),
        alpha=SUITE_FALSE_ALARM,
        looks=(1_000, 10_000),
    )
    assert found.refuted_by is not None


@pytest.mark.statistical
def test_a_loss_is_bounded_from_below() -> None:
    """The bound lies below the true e^eps and above a wrong claim (seed fixed)."""
    noise = discrete_laplace(Fraction(1), 0, 12)[0].at(Fraction(3))
    source = SeededBits(2)
    found = loss_bound(
        (
            lambda n: [sample(noise, source) for _ in range(n)],
            lambda n: [sample(noise, source) + 1 for _ in range(n)],
        ),
        10_000,
        alpha=SUITE_FALSE_ALARM,
    )
    assert 2 < found.exp_eps <= 3


@pytest.mark.statistical
def test_an_infinite_loss_is_noticed() -> None:
    """Disjoint supports give a bound that grows with the samples."""
    found = loss_bound((lambda n: [0] * n, lambda n: [1] * n), 1_000, alpha=SUITE_FALSE_ALARM)
    assert found.exp_eps > 20
    assert len(found.event) == 1


def test_the_resolution_is_a_power_statement() -> None:
    """A shift by the stated resolution is missed with probability at most 1/1000: exactly."""
    samples, share = 400, Fraction(1, 10**6)
    shift = resolution(samples, share)
    p = Fraction(1, 4)
    critical = next(c for c in range(samples) if upper_tail(c, samples, p) <= share)
    missed = 1 - binomial_tail(critical, samples, p + shift)
    assert missed <= MISS


def test_a_budget_is_not_overspent() -> None:
    """The shares add up to the budget, and one more is refused."""
    budget = Budget(shares=3)
    assert sum(budget.share() for _ in range(3)) == SUITE_FALSE_ALARM
    with pytest.raises(OverspentError):
        budget.share()


def test_a_law_that_depends_on_r_needs_an_exponent() -> None:
    """There is no default for r."""
    law, _ = discrete_laplace(Fraction(1), 0, 2)
    with pytest.raises(ValueError, match="give q"):
        events(law)
