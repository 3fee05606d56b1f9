"""Losses of runs on answers that grow, from exact laws: they rise to what certificates say.

The other way: probabilities of orders of draws (`reference.probability.fixed`), which know nothing
of shifts and multipliers, at a rational u = eps/parts, compared by enclosures of powers of e.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

import pytest

from proofs_tests.units.audits.engines.streams.test_deciding import Threshold
from reference.exact.exponential_polynomial import ExponentialPolynomial
from reference.exact.interval import Interval, exact, exp
from reference.mechanisms.stream.continuous_sparse_vector import ContinuousSparseVector5
from reference.privacy.epsilon import Epsilon
from reference.probability.fixed import fixed
from reference.probability.tracing import trace

UNIT, PARTS = Fraction(1, 4), 12
"""u; eps is 3."""


def value(of: ExponentialPolynomial) -> Interval:
    """A sum of c u^j e^(k u), enclosed."""
    parts = (exact(c * UNIT**j) * exp(exact(k * UNIT)) for (j, k), c in of.terms.items())
    return sum(parts, exact(Fraction(0)))


def chance(
    mechanism: Threshold, word: Sequence[int], output: tuple[str, ...], t: int, cuts: Sequence[int]
) -> Interval:
    """The probability of an output on answers t times a word."""
    law = fixed(mechanism.automaton(), [t * d for d in word], PARTS, cuts)
    top, bottom = law[output].polynomials
    return value(top) / value(bottom)


@pytest.mark.parametrize(
    ("mechanism", "word", "output", "cuts", "loss"),
    [
        (Threshold(6, 3, 1), (1, 1, 1, -1), ("", "0", "0", "0", "1"), (), Fraction(1)),
        (
            Threshold(6, 3, 1, gap=True),
            (1, 1, 1, -1),
            ("", "0", "0", "0", "1", "cell 1"),
            (0, 1),
            Fraction(1),
        ),
        (Threshold(3, 9, 1), (1, 1, -1), ("", "0", "0", "1"), (), Fraction(21, 12)),
        (Threshold(3, 9, 1), (1, -1), ("", "0", "1"), (), Fraction(18, 12)),
    ],
    ids=["variant 1", "the gap", "variant 4", "variant 4, two answers"],
)
def test_losses_rise_to_the_least_price(
    mechanism: Threshold,
    word: tuple[int, ...],
    output: tuple[str, ...],
    cuts: tuple[int, ...],
    loss: Fraction,
) -> None:
    """ln(P_t / P_(t+1)) rises with t, stays below the loss times eps, and comes near it.

    By hand: the threshold moves by 1, and the noise of the last answer by 2; or, with one answer
    below only, its noise and that of the last one by 1.
    """
    eps = PARTS * UNIT
    found = [chance(mechanism, word, output, t, cuts) for t in range(9)]
    lost = [a / b for a, b in pairwise(found)]
    for before, after in pairwise(lost):
        assert before.certainly_less(after)
    assert lost[-1].certainly_less(exp(exact(loss * eps)))
    assert exp(exact(loss * eps * Fraction(9, 10))).certainly_less(lost[-1])


def test_what_cannot_be_moved_does_not_happen_at_last() -> None:
    """Without noise on answers: below, then above, happens for -1 and 1, and not for 0 and 0."""
    automaton = trace(ContinuousSparseVector5(0, Epsilon.continuous(2)))
    first, last = (fixed(automaton, (t - 1, 1 - t), 2) for t in (0, 1))
    output = ("()", "0", "1")
    top, bottom = first[output].polynomials
    assert exact(Fraction(0)).certainly_less(value(top) / value(bottom))
    assert output not in last
