"""Rounds of one guarantee: formulas against the curve of the worst laws, and a search by hand."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference.exact.exponential import exp_bounds
from reference.exact.interval import Ends, exp
from reference.privacy.composition import PureRounds, composed_curve
from reference.privacy.divergence import Infinity
from reference.privacy.guarantee import Guarantee
from reference.privacy.rounds import (
    advanced_loss,
    basic_loss,
    half_of_the_square,
    largest_mean,
    least_delta,
    mean_as_first_proved,
    optimal_loss,
)
from reference.privacy.total_losses import OPTIMAL, least_rule, total_losses

MILLIONTH = Fraction(1, 10**6)
LOSSES = st.fractions(0, 2, max_denominator=10)


def finite(loss: Ends | Infinity) -> Ends:
    """A loss that is finite here."""
    assert not isinstance(loss, Infinity)
    return loss


@given(LOSSES, st.integers(1, 12), st.fractions(0, Fraction(3, 4), max_denominator=50))
def test_the_optimal_loss_is_that_of_the_exact_curve(
    eps: Fraction, rounds: int, total: Fraction
) -> None:
    """Exact curves at rationals below and above e^eps enclose e^E."""
    low, high = finite(optimal_loss(eps, rounds, total))
    ends = [PureRounds(x, (1,), rounds).curve.exp_eps_at(total) for x in exp_bounds(eps, 200)]
    least, most = (x if isinstance(x, Fraction) else Fraction(-1) for x in ends)
    assert least <= exp_bounds(high, 200)[1]
    assert exp_bounds(low, 200)[0] <= most
    assert (high - low) * 2**64 <= max(Fraction(1), low)


@given(
    LOSSES,
    st.integers(1, 4),
    st.fractions(0, Fraction(1, 4), max_denominator=20),
    st.fractions(0, Fraction(9, 10), max_denominator=20),
)
def test_leaks_are_counted(eps: Fraction, rounds: int, delta: Fraction, total: Fraction) -> None:
    """With delta > 0: against the optimal composition of guarantees, or nothing is finite."""
    found = optimal_loss(eps, rounds, total, delta)
    low, high = exp_bounds(eps, 200)
    bounds = [
        composed_curve([Guarantee(x, delta)] * rounds).exp_eps_at(total) for x in (low, high)
    ]
    if isinstance(found, Infinity):
        assert bounds == [Infinity.INFINITE] * 2
        assert 1 - (1 - delta) ** rounds > total
    else:
        least, most = (x if isinstance(x, Fraction) else Fraction(-1) for x in bounds)
        assert least <= exp_bounds(found[1], 200)[1]
        assert exp_bounds(found[0], 200)[0] <= most


def test_many_rounds_are_quick_and_close_to_the_sum() -> None:
    """1000 rounds of ln(17/16), whose exact curve is summed by `PureRounds` with integers."""
    rounds = PureRounds(Fraction(17, 16), (1,), 1000)
    # eps is a rational just below ln(17/16) = 0.0606246218...
    eps = Fraction(606246218, 10**10)
    low, high = finite(optimal_loss(eps, 1000, MILLIONTH))
    assert rounds.delta_at_most(exp_bounds(high + MILLIONTH)[0]) < MILLIONTH
    assert rounds.delta_at_most(exp_bounds(low - Fraction(1, 1000))[0]) > MILLIONTH


def test_means_are_in_order() -> None:
    """Eps tanh(eps/2) < eps^2/2 < eps (e^eps - 1), and of loss 0 all are 0."""
    for eps in (Fraction(1, 10), Fraction(1), Fraction(4)):
        assert largest_mean(eps).certainly_less(half_of_the_square(eps))
        assert half_of_the_square(eps).certainly_less(mean_as_first_proved(eps))
    assert largest_mean(0).exactly == half_of_the_square(0).exactly == 0
    half = exp(Fraction(1, 2))
    tanh = (half - 1 / half) / (half + 1 / half)
    assert not largest_mean(1).certainly_less(tanh)
    assert not tanh.certainly_less(largest_mean(1))


def test_a_table_of_losses() -> None:
    """At equal delta optimal composition is the least; basic is the best rule for few rounds."""
    for k, best in ((1, "basic"), (16, "basic"), (64, "advanced, tanh")):
        losses = total_losses(Fraction(1, 10), k, MILLIONTH, Fraction(0))
        least = finite(losses.pop(OPTIMAL))
        assert all(least[0] <= finite(loss)[1] for loss in losses.values())
        assert least_rule(losses) == best
        assert basic_loss(Fraction(1, 10), k).exactly == Fraction(k, 10)


def test_the_optimum_is_at_most_what_a_rule_promises() -> None:
    """For k eps, without a delta, the upper ends of both enclosures are the same."""
    losses = total_losses(Fraction(1, 10), 3, Fraction(0), Fraction(0))
    assert finite(losses[OPTIMAL])[1] == finite(losses["basic"])[1] == Fraction(3, 10)
    assert least_rule(total_losses(Fraction(0), 4, Fraction(1, 10), Fraction(0))) == "basic"


def test_what_a_rule_does_not_promise_is_infinite() -> None:
    """3 rounds of delta 1/10: basic needs 3/10, advanced more, optimal 271/1000."""
    tenth = Fraction(1, 10)
    for total, none in (
        (Fraction(27, 100), 5),
        (Fraction(271, 1000), 4),
        (Fraction(3, 10), 3),
        (Fraction(301, 1000), 0),
    ):
        losses = total_losses(Fraction(1), 3, total, tenth)
        assert [*losses.values()].count(Infinity.INFINITE) == none
    assert least_rule(total_losses(Fraction(1), 3, tenth, tenth)) is None


@pytest.mark.parametrize(
    ("words", "arguments"),
    [
        ("eps -1, 1 rounds", (-1, 1, 0, 0)),
        ("eps 1, 0 rounds", (1, 0, 0, 0)),
        ("total delta 1, delta 0", (1, 1, 1, 0)),
        ("total delta 0, delta 2", (1, 1, 0, 2)),
    ],
)
def test_bad_numbers_are_refused(words: str, arguments: tuple[int, int, int, int]) -> None:
    """Each is named, with what is admissible."""
    eps, rounds, total, delta = arguments
    with pytest.raises(ValueError, match=words):
        optimal_loss(Fraction(eps), rounds, Fraction(total), Fraction(delta))
    with pytest.raises(ValueError, match=words):
        total_losses(Fraction(eps), rounds, Fraction(total), Fraction(delta))


def test_other_bad_numbers_are_refused() -> None:
    """A slack of 0 or above 1, and i above k/2."""
    for slack in (Fraction(0), Fraction(2)):
        with pytest.raises(ValueError, match=f"slack {slack}"):
            advanced_loss(1, 1, slack)
    with pytest.raises(ValueError, match="i = 2: from 0 to 1"):
        least_delta(Fraction(2), 3, 2)
