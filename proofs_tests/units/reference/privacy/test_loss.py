"""Divergences in logarithms, as intervals, against series, exact moments and inequalities."""

from fractions import Fraction

import pytest
from hypothesis import given

from proofs_tests.strategies.laws import PAIRS, Pair, laws
from reference.exact.interval import Interval, exact, exp, ln
from reference.privacy.divergence import Infinity, hockey_stick, max_divergence, worst_event
from reference.privacy.loss import (
    ExtendedReal,
    bounds_the_loss,
    exponential_moment,
    kl_divergence,
    loss_moment,
    loss_ratio,
    loss_variance,
    renyi_divergence,
)
from reference.probability.dist import Dist

Law = Dist[int, Fraction]
TINY = Fraction(1, 10**30)
P = Dist.uniform((0, 0, 0, 1))
Q = Dist.uniform((0, 1))


def finite(value: ExtendedReal) -> Interval:
    """The number, which is not infinite here."""
    assert isinstance(value, Interval)
    return value


def close(first: Interval, second: Interval) -> bool:
    """Whether two numbers differ by less than 10^-30."""
    gap = first - second
    return gap.certainly_less(TINY) and exact(-TINY).certainly_less(gap)


def test_kl_by_hand() -> None:
    """(3/4) ln(3/2) + (1/4) ln(1/2) = (3/4) ln 3 - ln 2, and the other way round."""
    assert close(finite(kl_divergence(P, Q)), ln(3) * Fraction(3, 4) - ln(2))
    assert close(finite(kl_divergence(Q, P)), ln(2) - ln(3) * Fraction(1, 2))


def test_variance_by_hand() -> None:
    """The loss is ln(3/2) or ln(1/2), which differ by ln 3: variance (3/16) (ln 3)^2."""
    assert close(finite(loss_variance(P, Q)), ln(3) ** 2 * Fraction(3, 16))


def test_renyi_by_hand() -> None:
    """Order 2: ln(5/4).  Order 1/2: -2 ln of the sum of sqrt(P Q), the Bhattacharyya bound."""
    assert close(finite(renyi_divergence(P, Q, Fraction(2))), ln(Fraction(5, 4)))
    affinity = exp(ln(Fraction(3, 8)) / 2) + exp(ln(Fraction(1, 8)) / 2)
    assert close(finite(renyi_divergence(P, Q, Fraction(1, 2))), ln(affinity) * -2)


@given(PAIRS)
def test_infinity_is_an_outcome_that_q_never_has(pair: Pair) -> None:
    """All divergences are infinite together, but those of order below one."""
    p, q = pair
    infinite = not p.support <= q.support
    divergences = (
        kl_divergence(p, q),
        loss_moment(p, q, 2),
        loss_variance(p, q),
        renyi_divergence(p, q, Fraction(3, 2)),
        exponential_moment(p, q, 1),
        max_divergence(p, q),
    )
    assert all(isinstance(value, Infinity) == infinite for value in divergences)
    half = renyi_divergence(p, q, Fraction(1, 2))
    assert isinstance(half, Infinity) == p.support.isdisjoint(q.support)


@given(laws(), laws(), laws(), laws())
def test_independent_losses_add(p: Law, q: Law, s: Law, t: Law) -> None:
    """Means add, exponential moments multiply."""
    both, other = p.product(s), q.product(t)
    whole = kl_divergence(both, other)
    first, second = kl_divergence(p, q), kl_divergence(s, t)
    if isinstance(whole, Interval):
        assert close(whole, finite(first) + finite(second))
        product = Fraction(1)
        for moment in (exponential_moment(p, q, 2), exponential_moment(s, t, 2)):
            assert isinstance(moment, Fraction)
            product *= moment
        assert exponential_moment(both, other, 2) == product
    else:
        assert isinstance(first, Infinity) or isinstance(second, Infinity)


@given(PAIRS)
def test_exponential_moments_are_expectations(pair: Pair) -> None:
    """E_P[e^(kL)] = sum P (P/Q)^k; of order 0 it is 1; and D_(k+1) is its logarithm over k."""
    p, q = pair
    if not p.support <= q.support:
        return
    for k in range(4):
        direct = sum(p.probability(y) * (p.probability(y) / q.probability(y)) ** k for y in p)
        assert exponential_moment(p, q, k) == direct
        if k:
            assert close(finite(renyi_divergence(p, q, Fraction(k + 1))) * k, ln(Fraction(direct)))


@pytest.mark.parametrize("order", [Fraction(0), Fraction(1), Fraction(-1)])
def test_impossible_orders_are_refused(order: Fraction) -> None:
    """Renyi divergences have orders > 0 other than 1."""
    with pytest.raises(ValueError, match="an order > 0 other than 1"):
        renyi_divergence(P, Q, order)


def test_outcomes_of_two_types_are_two_events() -> None:
    """`True` always on one database and `1` on the other: everything is lost."""
    p: Dist[object, Fraction] = Dist.point(True)
    q: Dist[object, Fraction] = Dist.point(1)
    assert hockey_stick(p, q, Fraction(5)) == 1
    assert max_divergence(p, q) is Infinity.INFINITE
    assert [type(x) for x in worst_event(p, q, Fraction(5))] == [bool]
    assert p.total_variation(q) == 1


@given(PAIRS)
def test_the_loss_is_bounded_where_the_largest_ratio_is(pair: Pair) -> None:
    """Ratios are quotients of probabilities; the bound is the larger max divergence."""
    p, q = pair
    for first, second in ((p, q), (q, p)):
        for y in first:
            found = loss_ratio(first, second, y)
            if isinstance(found, Infinity):
                assert y not in second.support
            else:
                assert found * second.probability(y) == first.probability(y)
    ways = [max_divergence(p, q), max_divergence(q, p)]
    numbers = [x for x in ways if not isinstance(x, Infinity)]
    if len(numbers) < 2:
        assert not bounds_the_loss(p, q, Fraction(10**9))
    else:
        assert bounds_the_loss(p, q, max(numbers))
        assert not bounds_the_loss(p, q, max(numbers) - Fraction(1, 10**9))


def test_what_is_never_drawn_has_no_loss() -> None:
    """P(y) = 0 is refused."""
    with pytest.raises(ValueError, match="outcome 1: it is never drawn"):
        loss_ratio(Dist.point(0), Q, 1)
