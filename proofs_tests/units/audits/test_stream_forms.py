"""What claims say of streams: at most so much, no less, and no number at all."""

from dataclasses import replace
from fractions import Fraction

import pytest

from audits.engines.streams.deciding import audit_stream
from audits.evidence.verdict import Holds, Refuted, Undecided, Verdict, confirmed
from audits.ledger import stream_loses, stream_private
from audits.ledger.demanding import Streamed
from audits.ledger.forms import Audited
from reference.mechanisms.selection.foreseen_max import ForeseenMax
from reference.mechanisms.stream.continuous_sparse_values import (
    ContinuousSparseVector3,
    NumericSparseVector,
)
from reference.mechanisms.stream.continuous_sparse_vector import (
    ContinuousSparseVector1,
    ContinuousSparseVector4,
    ContinuousSparseVector6,
)
from reference.privacy.epsilon import Epsilon
from reference.probability.tracing import trace

EPS = Epsilon.continuous(parts=48)
ONE, FOUR, SIX = (
    ContinuousSparseVector1(0, 1, EPS),
    ContinuousSparseVector4(0, 1, EPS),
    ContinuousSparseVector6(0, EPS),
)
"""By hand: eps; eps/4 + 2 3/4 eps = 7/4 eps; and no bound."""

MOST = Fraction(7, 4)


def found(item: Audited) -> type[Verdict]:
    """What the kernel leaves of the verdict."""
    return type(confirmed(item.answer("a claim").verdict))


@pytest.mark.parametrize(
    ("item", "verdict"),
    [
        (stream_private(FOUR, MOST), Holds),
        (stream_private(FOUR, 2), Holds),
        (stream_private(FOUR, Fraction(3, 2)), Refuted),
        (stream_private(FOUR, MOST, integers=True), Holds),
        (stream_private(SIX, 10), Refuted),
        (stream_private(NumericSparseVector(0, 1, EPS), 1), Holds),
        (stream_private(NumericSparseVector(0, 1, EPS), 1, integers=True), Undecided),
        (stream_private(ForeseenMax(EPS), 1, adjacency="one"), Holds),
        (stream_private(ONE, 2, sensitivity=2), Holds),
        (stream_private(ONE, 1, sensitivity=2), Refuted),
        (stream_loses(FOUR, MOST), Holds),
        (stream_loses(FOUR, 1), Holds),
        (stream_loses(FOUR, 2), Refuted),
        (stream_loses(FOUR, None), Refuted),
        (stream_loses(SIX, None), Holds),
        (stream_loses(SIX, 10), Holds),
        (stream_loses(ONE, 1, adjacency="monotone"), Refuted),
    ],
)
def test_forms(item: Audited, verdict: type[Verdict]) -> None:
    """By hand; a value seen through cuts moves by no whole shift."""
    assert found(item) is verdict


def test_how_much_of_a_bound_is_used() -> None:
    """What is attained is all used, of more a part; of what is not attained nothing is said."""
    assert stream_private(FOUR, MOST).answer("x").used == 1
    assert stream_private(FOUR, 2).answer("x").used == Fraction(7, 8)
    assert stream_private(SIX, 2).answer("x").used is None


def test_certificates_are_about_what_is_claimed() -> None:
    """Not about another stream, another adjacency, or a smaller loss."""
    asked = Streamed(trace(FOUR), "all", Fraction(1))
    told = audit_stream(trace(FOUR), "x", None)
    other = audit_stream(trace(ONE), "x", None)
    assert isinstance(told.attained, Holds)
    assert isinstance(confirmed(asked.loses(told.verdict, told.attained, MOST)), Holds)
    for verdict in (
        asked.private(other.verdict, Fraction(1), integers=False),
        asked.private(told.verdict, Fraction(1), integers=False),
        replace(asked, adjacency="one").private(told.verdict, MOST, integers=False),
        asked.loses(other.verdict, other.attained, Fraction(1)),
        asked.loses(told.attained, None, MOST * 2),
        asked.loses(told.verdict, None, MOST),
        asked.loses(Undecided(told.verdict.scope, "why"), None, None),
    ):
        assert isinstance(confirmed(verdict), Undecided)


def test_a_refutation_of_less_is_none() -> None:
    """A run that loses 5/4 does not refute 3/2."""
    stream = ContinuousSparseVector3(0, 2, EPS)
    asked = Streamed(trace(stream), "all", Fraction(1))
    told = audit_stream(trace(stream), "x", Fraction(1)).verdict
    assert isinstance(told, Refuted)
    if told.certificate["loss"] != "inf":
        assert isinstance(asked.private(told, Fraction(3), integers=False), Undecided)
    assert isinstance(confirmed(asked.private(told, Fraction(1), integers=False)), Refuted)
