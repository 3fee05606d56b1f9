"""Exact binomial tails, confidence limits, and a suite that raises no false alarm."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import comb
from operator import ge

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audits.conformance.binomial import (
    MISS,
    is_improbable,
    limits,
    lower_tail,
    resolution,
    upper_tail,
)
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
from audits.conformance.samplers import SamplerError
from audits.conformance.statistical import SUITE_FALSE_ALARM, compare, events
from audits.rendering.decimals import at_exp
from proofs_tests.nightly import NIGHTLY
from reference.exact.exponential import exp_bounds
from reference.exact.rational_function import RationalFunction
from reference.probability.coins import SeededBits, sample
from reference.probability.dist import Dist

RERUNS = 200 if NIGHTLY else 50


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


@given(
    st.integers(1, 60),
    st.integers(0, 60),
    st.fractions(0, 1, max_denominator=100),
    st.integers(2, 60),
)
def test_the_quick_look_changes_no_verdict(
    samples: int, count: int, chance: Fraction, bits: int
) -> None:
    """An event is improbable exactly if one of its two tails is at most the share."""
    count, share = min(count, samples), Fraction(1, 2**bits)
    tails = (upper_tail(count, samples, chance), lower_tail(count, samples, chance))
    assert is_improbable(count, samples, (chance, chance), share) is (min(tails) <= share)


@given(st.dictionaries(st.integers(-50, 50), st.integers(1, 9), min_size=1), st.data())
def test_events_are_counted_with_their_probabilities(
    weights: dict[int, int], data: st.DataObject
) -> None:
    """Each outcome, and each half-line of two or more; against a sum over the event itself."""
    law = Dist.weighted((x, Fraction(w)) for x, w in weights.items())
    tested = events(law)
    counts = [data.draw(st.integers(0, 9)) for _ in tested.outcomes]
    found = list(tested.counted(counts))
    ordered = sorted(weights)
    assert list(tested.outcomes) == ordered
    expected = [{x} for x in ordered] + [set(ordered[:i]) for i in range(2, len(ordered) - 1)]
    assert len(found) == len(tested) == len(expected)
    total = sum(weights.values())
    for (event, count), members in zip(found, expected, strict=True):
        chance = Fraction(sum(weights[x] for x in members), total)
        assert event.chance == (chance, chance)
        assert count == sum(n for x, n in zip(ordered, counts, strict=True) if x in members)


def test_probabilities_at_a_real_eps_are_enclosed() -> None:
    """At r = e^(1/3): against intervals of the reference, event by event."""
    law, q = discrete_laplace(Fraction(3), 0, 6)
    for event, _ in events(law, q).counted([0] * len(law)):
        below, end = event.name.startswith("<= "), int(event.name.strip("<={} "))
        wanted = law.probability_that(partial(ge, end) if below else end.__eq__)
        low, high = at_exp(wanted, q).enclosure(150)
        assert event.chance[0] <= high
        assert low <= event.chance[1]
        assert event.chance[1] - event.chance[0] < Fraction(1, 2**98)


@pytest.mark.parametrize("stray", ["LEAK", 2, True, 1.0, Fraction(1), float("nan"), -0.0, (0, 1)])
def test_an_outcome_outside_the_law_refutes_at_once(stray: object) -> None:
    """One such sample of a hundred is the witness, and no law of these outcomes gives it."""
    found = compare(
        lambda n: [0] * (n // 2) + [stray] + [1] * (n - n // 2 - 1),
        events(Dist.uniform((0, 1))),
        alpha=SUITE_FALSE_ALARM,
        looks=(100, 1000),
    )
    assert found.refuted_by is not None
    assert found.refuted_by.name == repr(stray)
    assert (found.samples, found.count) == (100, 1)
    assert found.false_alarm == 0


@pytest.mark.parametrize("given_", [lambda n: [0] * (n - 1), lambda n: [0] * (n + 1)])
def test_another_number_of_samples_is_an_error(given_: Callable[[int], list[int]]) -> None:
    """Nothing is concluded about the law."""
    with pytest.raises(SamplerError, match="were asked for"):
        compare(given_, events(Dist.point(0)), alpha=SUITE_FALSE_ALARM, looks=(10,))


def test_words_where_the_law_has_none_are_an_error() -> None:
    """A program that prints something else altogether is not understood, LEAK among numbers is."""
    law = events(Dist.uniform(((0, 1), (1, 0))))
    with pytest.raises(SamplerError, match="one JSON value a line"):
        compare(lambda n: ["0 1"] * n, law, alpha=SUITE_FALSE_ALARM, looks=(10,), text=True)
    found = compare(
        lambda n: [(0, 1), *["LEAK"] * (n - 1)],
        law,
        alpha=SUITE_FALSE_ALARM,
        looks=(10,),
        text=True,
    )
    assert found.refuted_by is not None
    assert found.refuted_by.name == "'LEAK'"


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
def test_reruns_raise_no_false_alarm() -> None:
    """Our own exact samplers pass reruns of a suite of six laws: false alarm 2e-7 in all.

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
                partial(draws, law, source), tested, alpha=budget.share(), looks=(50, 200)
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


@pytest.mark.parametrize("budget", [5, 3])
def test_each_tail_has_its_share_of_the_budget(budget: int) -> None:
    """Of 20 tosses none is 1, with probability 2^-20; each of four tails has alpha / 4."""
    alpha = Fraction(budget, 2**20)
    tested = events(Dist.uniform((0, 1)))
    found = compare(lambda count: [0] * count, tested, alpha=alpha, looks=(20,))
    assert (found.refuted_by is not None) == (budget == 5)


def test_chances_at_e_are_enclosed() -> None:
    """1/(1 + e) and e/(1 + e) lie strictly inside."""
    r = RationalFunction.r()
    law: Dist[int, RationalFunction] = Dist.weighted(((0, 1 / (1 + r)), (1, r / (1 + r))))
    tested = events(law, Fraction(1))
    less, more = exp_bounds(Fraction(1), 400)
    (low, high), (least, greatest) = tested.single
    assert low < 1 / (1 + more) < 1 / (1 + less) < high
    assert least < less / (1 + less) < more / (1 + more) < greatest
    assert tested.first[0] == tested.single[0]
