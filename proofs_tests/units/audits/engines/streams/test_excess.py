"""Two answers and an output; runs whose loops are turned, whose losses rise to the least price."""

import json
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

import pytest

from audits.engines.streams.dear_runs import TURNS, dear_runs
from audits.engines.streams.deciding import audit_stream
from audits.engines.streams.excess import Excess
from audits.evidence.verdict import Refuted, Undecided
from audits.kernel import check
from proofs_tests.units.audits.engines.streams.test_deciding import Threshold
from reference.exact.exponential_function import ExponentialFunction
from reference.exact.exponential_polynomial import ExponentialPolynomial
from reference.exact.interval import Interval, exact, exp
from reference.mechanisms.stream.continuous_sparse_vector import ContinuousSparseVector5
from reference.privacy.epsilon import Epsilon
from reference.probability.fixed import fixed
from reference.probability.tracing import trace

ONE = Fraction(1)
R = ExponentialFunction.r


def bit(first: ExponentialFunction, second: ExponentialFunction, apart: int = 1) -> Excess:
    """The probabilities of one output on the answers 1 and 0, at eps = 2."""
    answers = (Fraction(apart),), (Fraction(0),)
    return Excess(Fraction(2), 1, answers, (first, second), "yes")


def test_a_noisy_answer_at_least_1() -> None:
    """By hand: 1/2 on the answer 1, and 1/(2r) on 0; r = e^2 at eps = 2."""
    half, less = R(0) / 2, R(-1) / 2
    assert isinstance(bit(half, less).verdict(ONE, "all", ONE, "x"), Undecided)  # it is not more
    told = [{"num": [1], "den": [2]}, {"num": [1], "den": [0, 2]}]
    for claim in (Fraction(0), Fraction(99, 100)):
        found = bit(half, less).verdict(claim, "all", ONE, "x")
        assert isinstance(found, Refuted)
        statement = check(json.dumps(found.certificate))
        assert statement.facts["direction"] == "backward"  # (1) comes after (0)
        assert statement.facts["probabilities"] == told


def test_the_other_has_none() -> None:
    """Only then no number will do."""
    some = bit(R(0) / 2, R(0) * 0).verdict(None, "all", ONE, "x")
    assert isinstance(some, Refuted)
    assert some.certificate["exp_eps"] == "inf"
    assert isinstance(bit(R(0) / 2, R(-1) / 2).verdict(None, "all", ONE, "x"), Undecided)


def test_answers_that_are_not_adjacent() -> None:
    """The kernel sees that they differ by more than the sensitivity."""
    found = bit(R(0) / 2, R(-1) / 2, 2).verdict(Fraction(0), "all", ONE, "x")
    assert isinstance(found, Undecided)
    assert "NotAdjacent" in found.reason
    assert isinstance(bit(R(0) / 2, R(-1) / 2, 2).verdict(ONE / 2, "all", ONE * 2, "x"), Refuted)


def test_long_probabilities() -> None:
    """What no kernel reads is not written."""
    found = bit(R(0) / 2, R(-400) / 2).verdict(ONE, "all", ONE, "x")
    assert isinstance(found, Undecided)
    assert "too long" in found.reason


def test_loops_are_turned() -> None:
    """Runs of a certificate are as long as its loops are turned often, after the shortest one."""
    automaton = Threshold(6, 6, 0).automaton()
    verdict = audit_stream(automaton, "x").verdict
    assert isinstance(verdict, Refuted)
    turns, run = verdict.certificate["turns"], verdict.certificate["run"]
    assert isinstance(turns, dict)
    assert isinstance(run, list)
    loops = json.loads(json.dumps(turns["loops"]))
    assert len(loops) == 2  # above(-1) repeated, then below(+1) repeated
    turned = sum(loop["to"] - loop["from"] for loop in loops)
    _, *runs = dear_runs(automaton, ONE, verdict.certificate, "all", ONE)
    lengths = [len(run) + turned * (turns - 1) for turns in TURNS]
    assert {*(len(each[1]) for each in runs)} >= {*lengths[1:]}
    for mode, letters in runs:
        assert mode == "all"
        assert all(letter.difference in {-1, 1} for letter in letters[1:])


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
