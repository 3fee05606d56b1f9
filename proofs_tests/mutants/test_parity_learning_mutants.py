"""Plausible mistakes in the learners of VT14, each refuted with a concrete witness."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from audits.claims.vt14.impostors.parity import NOT_PRIVATE, WRONG_REPETITIONS
from audits.claims.vt14.impostors.private_pac import NOT_PRIVATE as WRONG_EXPONENTIAL
from audits.claims.vt14.impostors.protocols import WRONG_LEARNERS
from audits.engines.privacy import audit_privacy
from audits.verdict import Holds, Refuted, confirmed
from reference.data.adjacency import ListedAdjacency, replace_one
from reference.data.concept import Values, labelled_examples
from reference.data.named_classes import upper_thresholds
from reference.data.one_way_protocol import OneWayProtocol
from reference.mechanisms.learning.parity_learner import (
    FirstAnswer,
    PrivateParityLearner,
    loss_of_keeping,
)
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee

TENTH = loss_of_keeping(Fraction(1, 10))
TWICE = ListedAdjacency((((1, 0),), ((1, 1),)), ((0, 1),))
"""One example, with either label."""

Build = Callable[..., Any]


@pytest.mark.parametrize(
    "name",
    [
        "never fails at once",
        "the least solution",
        "keeps with probability 1 - e",
        "keeps with probability 2e/(1 + e)",
        "keeps all examples",
    ],
)
def test_a_wrong_parity_learner_shows_a_label(name: str) -> None:
    """On (1, 0) and (1, 1), or (0, 0) and (0, 1) where failing is what tells."""
    zero = ListedAdjacency((((0, 0),), ((0, 1),)), ((0, 1),))
    build: Build = NOT_PRIVATE[name]
    pair = zero if name == "never fails at once" else TWICE
    found = audit_privacy(build(1, TENTH), pair, Guarantee.pure(TENTH))
    assert isinstance(confirmed(found), Refuted)
    sound = PrivateParityLearner(1, TENTH)
    assert isinstance(confirmed(audit_privacy(sound, pair, sound.guarantee)), Holds)


def test_blocks_that_reuse_rows_are_not_private() -> None:
    """Two rows in two blocks, e = 1/2: the ratio is 13/4, above 3."""
    base = PrivateParityLearner(1, loss_of_keeping(Fraction(1, 2)))
    universe = replace_one(labelled_examples(2), 2, ordered=True)
    wrong = WRONG_REPETITIONS["every block is all rows"](base, 2)
    assert isinstance(confirmed(audit_privacy(wrong, universe, base.guarantee)), Refuted)
    sound = FirstAnswer(base, 2)
    assert isinstance(confirmed(audit_privacy(sound, universe, sound.guarantee)), Holds)


@pytest.mark.parametrize("name", ["consistent only", "e^(-2 eps errors)", "the fewest errors"])
def test_a_wrong_exponent_is_not_private(name: str) -> None:
    """One row on two points, both labels."""
    four = Epsilon(Fraction(2), 4)
    pair = ListedAdjacency((((1, 0), (1, 0)), ((1, 0), (1, 1))), ((0, 1),))
    build: Build = WRONG_EXPONENTIAL[name]
    found = audit_privacy(build(upper_thresholds(2), 2, four), pair, Guarantee.pure(four))
    assert isinstance(confirmed(found), Refuted)


def test_the_best_function_of_a_protocol_is_not_private() -> None:
    """The row's label decides."""
    one = OneWayProtocol((0, 1), (Values((0, 0)), Values((1, 1))))
    two = Epsilon(Fraction(2), 2)
    made = WRONG_LEARNERS["the best"](((one, Fraction(1)),), 2, 1, two)
    assert isinstance(confirmed(audit_privacy(made, TWICE, made.guarantee)), Refuted)
