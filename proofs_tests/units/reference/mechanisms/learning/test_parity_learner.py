"""Parity learners, and predictions of fresh examples."""

from fractions import Fraction
from typing import Any

import pytest

from reference.data.bottom import Bottom
from reference.data.concept import Values
from reference.data.database import Database
from reference.mechanisms.learning.fresh_example import PredictsFreshExample
from reference.mechanisms.learning.parity_learner import (
    FirstAnswer,
    ParityLearner,
    PrivateParityLearner,
    keeping_rate,
    loss_of_keeping,
)
from reference.mechanisms.learning.sample_sizes import (
    rows_by_uniform_convergence,
    rows_for_parities,
)
from reference.probability.coins import SeededBits, run
from reference.probability.law import law

HALF = Fraction(1, 2)


def test_the_rate_and_the_loss_are_inverse() -> None:
    """(1 + e)/(1 - e) and back."""
    for e in (Fraction(0), Fraction(1, 10), HALF):
        assert keeping_rate(loss_of_keeping(e)) == e
    with pytest.raises(ValueError, match="rate"):
        loss_of_keeping(Fraction(1))


def test_learners_have_a_number_of_bits() -> None:
    """A negative one is refused; none is possible."""
    for kind in (ParityLearner, lambda d: PrivateParityLearner(d, loss_of_keeping(HALF))):
        with pytest.raises(ValueError, match="bits"):
            kind(-1)
    assert ParityLearner(0)((), None) == 0
    assert ParityLearner(1)(((0, 1),), None) is Bottom.BOTTOM
    assert ParityLearner(1).universe(1).database_count == 4


def test_sampling_lists_no_hypotheses() -> None:
    """64 bits and 1000 rows; the seeds 1 to 8 find the concept unless they fail at once."""
    concept, points = 0xFEDC_BA98_7654_3210, SeededBits(1)
    vectors = [points.bits(64) for _ in range(1000)]
    rows = tuple((x, (x & concept).bit_count() & 1) for x in vectors)
    made = PrivateParityLearner(64, loss_of_keeping(HALF))
    assert {run(made, rows, SeededBits(seed)) for seed in range(1, 9)} == {concept, Bottom.BOTTOM}
    assert len({run(made, (), SeededBits(seed)) for seed in range(1, 9)}) > 2
    with pytest.raises(ValueError, match="bits 64"):
        made.universe(1)


def test_strange_rows_are_refused_even_if_they_are_forgotten() -> None:
    """Whether a row is refused must not depend on coins."""
    made = PrivateParityLearner(2, loss_of_keeping(Fraction(0)))
    for row in ((4, 0), (-1, 0), (1, 2), (1, True), (1,), 1):
        strange: Any = (row,)
        with pytest.raises(ValueError, match="row"):
            law(made, strange)
        with pytest.raises(ValueError, match="row"):
            ParityLearner(2)(strange, None)


def test_blocks_of_no_rows_are_asked_too() -> None:
    """One row and two blocks: both blocks are empty."""
    made = FirstAnswer(PrivateParityLearner(1, loss_of_keeping(HALF)), 2)
    assert law(made, ((1, 1),)).probability(Bottom.BOTTOM) == Fraction(1, 4)
    assert made.guarantee.exp_eps == 3
    with pytest.raises(ValueError, match="blocks"):
        FirstAnswer(made.learner, 0)


def no_answer(database: Database[tuple[int, int]], coins: object) -> Values | Bottom:
    """Bottom."""
    del database, coins
    return Bottom.BOTTOM


def test_bottom_predicts_nothing() -> None:
    """A learner that always fails is wrong."""
    made: PredictsFreshExample[Values, Fraction] = PredictsFreshExample(no_answer, 1)
    task = (Values((0, 1)), (HALF, HALF))
    assert law(made, task).probability(False) == 1


def test_sizes() -> None:
    """By hand: 0.9^22 < 1/10 < 0.9^21; ln(24) / (2/16), above ln(12) / (ln(3)/4)."""
    assert rows_for_parities(1, Fraction(1), Fraction(1, 10), Fraction(1, 10)) == 22
    assert rows_by_uniform_convergence(3, Fraction(3), Fraction(1, 4), HALF) == 26
    for wrong in (
        (0, HALF, HALF, HALF),
        (1, Fraction(0), HALF, HALF),
        (1, HALF, Fraction(1), HALF),
    ):
        with pytest.raises(ValueError, match="bits"):
            rows_for_parities(*wrong)
    with pytest.raises(ValueError, match="e\\^eps"):
        rows_by_uniform_convergence(3, Fraction(1), HALF, HALF)
