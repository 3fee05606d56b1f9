"""Which leak the test of a loss sees: the exact law of the test on both databases."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from random import Random  # noqa: TID251 - to be repeated, not to be secret

import pytest

from audits.conformance.binomial import LIMIT_BITS, MISS, limits, lower_limit, upper_tail
from audits.conformance.event_search import loss_bound
from audits.conformance.power import least_seen, visible
from reference.exact.exponential import exp_bounds

N, ALPHA, EPS = 60, Fraction(1, 20), Fraction(1, 4)


def binomial(chance: Fraction) -> list[Fraction]:
    """The probability of each count of `N` samples."""
    return [comb(N, c) * chance**c * (1 - chance) ** (N - c) for c in range(N + 1)]


def refutes(p: Fraction, q: Fraction, delta: Fraction) -> Fraction:
    """The exact probability that the limits of the two counts refute the loss."""
    bounds = [limits(count, N, ALPHA) for count in range(N + 1)]
    factor, other = exp_bounds(EPS)[1], binomial(q)
    return sum(
        (
            mass * sum(other[d] for d in range(N + 1) if low - delta > factor * bounds[d][1])
            for mass, (low, _) in zip(binomial(p), bounds, strict=True)
        ),
        Fraction(0),
    )


@pytest.mark.parametrize("delta", [Fraction(0), Fraction(1, 10)])
@pytest.mark.parametrize("other", [Fraction(0), Fraction(1, 10)])
def test_the_event_is_seen_with_that_probability(other: Fraction, delta: Fraction) -> None:
    """At least 0.999 at the probability that is stated, less at two thirds of it."""
    least = least_seen(N, EPS, delta, alpha=ALPHA, other=other)
    assert least is not None
    assert refutes(least, other, delta) >= 1 - MISS
    assert refutes(least * 2 / 3, other, delta) < 1 - MISS


def test_nothing_is_seen_where_no_count_refutes() -> None:
    """At a loss that a certain event does not exceed in so few samples."""
    assert least_seen(N, Fraction(5), alpha=ALPHA, other=Fraction(0)) is None
    assert refutes(Fraction(1), Fraction(0), Fraction(0)) == 1
    assert "no leak can be seen" in visible(N, Fraction(5), Fraction(0), ALPHA)


@pytest.mark.statistical
def test_the_whole_test_sees_it() -> None:
    """The search included, 20 of 20 runs refute; it is made for such a false-alarm probability."""
    samples, alpha = 2000, Fraction(1, 4 * 10**9)
    least = least_seen(samples, EPS, alpha=alpha, other=Fraction(0))
    assert least is not None
    random = Random(7)  # noqa: S311
    for _ in range(20):

        def leaks(count: int) -> list[int]:
            return [int(random.random() < least) for _ in range(count)]

        found = loss_bound((leaks, lambda count: [0] * count), samples, alpha=alpha)
        assert found.exp_eps > exp_bounds(EPS)[1]


def test_words() -> None:
    """Numbers of four digits: what must be exceeded upward, what is exceeded downward."""
    said = visible(10_000, Fraction(1), Fraction(0), Fraction(1, 4 * 10**9))
    assert said == (
        "with probability 0.999 an event that the search picks is seen if it has probability "
        "0.0158 on one database and 0 on the other, or 0.8830 and 0.2689 (a loss of 1.189)"
    )


@pytest.mark.parametrize("samples", [1, 7, 100, 20_000])
@pytest.mark.parametrize("alpha", [Fraction(1, 8 * 10**9), Fraction(1, 2000), Fraction(1, 3)])
def test_a_confidence_limit_is_the_last_one(samples: int, alpha: Fraction) -> None:
    """The tail is at most alpha there, and more one step above; at most the proportion itself."""
    for count in sorted({0, 1, 2, samples // 3, samples // 2, samples - 1, samples}):
        upper_tail.cache_clear()
        limit = lower_limit(count, samples, alpha)
        steps = upper_tail.cache_info().misses
        assert steps <= (20 if count > 2 and samples >= 100 else 2 * LIMIT_BITS)
        assert not limit or upper_tail(count, samples, limit) <= alpha
        above = limit + Fraction(1, 2**LIMIT_BITS)
        assert above * samples > count or upper_tail(count, samples, above) > alpha
