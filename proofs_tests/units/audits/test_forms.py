"""Forms of claims about optima, at one eps and at every one of a range, and about streams."""

from dataclasses import replace
from fractions import Fraction

import pytest

from audits.engines.optimum import piece_certificate
from audits.engines.optimum.parametric import solve_for_all
from audits.engines.optimum.problems.public_data import mean_release, mean_squared_error
from audits.engines.streams.deciding import audit_stream
from audits.evidence.certificates import Range
from audits.evidence.verdict import Evidence, Holds, Refuted, Undecided, Verdict, confirmed, proved
from audits.ledger import demanding, exactly, exactly_between, stream_loses, stream_private
from audits.ledger.demanding import Streamed
from audits.ledger.forms import Audited
from reference.exact.rational_function import RationalFunction
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

ONE, TWO, THREE = Fraction(1), Fraction(2), Fraction(3)
HALF = Fraction(1, 2)
ROOT = RationalFunction.r()
ROW, THREE_ROWS = mean_release(1, 0), mean_release(1, 2)
"""A private row, and another one with two public ones."""

LATER = 4 * ROOT / (5 * ROOT + 1)


@pytest.mark.parametrize(
    ("form", "kinds"),
    [
        # by hand: 1 + delta/r over 2 + 1/r
        (exactly(ROW, TWO, Fraction(41, 100), Fraction(1, 20)), Holds),
        (exactly(ROW, TWO, Fraction(41, 100), Fraction(1, 10)), Refuted),
        # the optimum at every eps, and from 2 to 3
        (exactly_between(ROW, ONE, None, ROOT / (2 * ROOT + 1)), Holds),
        (exactly_between(ROW, TWO, THREE, ROOT / (2 * ROOT + 1)), Holds),
        # at r = 1 they agree: 1/3
        (exactly_between(ROW, ONE, None, ROOT / (ROOT + 2)), Refuted),
        # another function below r = 3: the range is no piece
        (exactly_between(THREE_ROWS, THREE, None, LATER), Holds),
        (exactly_between(THREE_ROWS, TWO, None, LATER), Refuted),
        (
            exactly_between(THREE_ROWS, ONE, Fraction(7, 2), (ROOT + 3) / (ROOT + 5)),
            (Refuted, Undecided),
        ),
    ],
)
def test_optima_with_delta_and_at_every_eps(
    form: Audited, kinds: type[Verdict] | tuple[type[Verdict], ...]
) -> None:
    """What the kernel leaves of the verdict."""
    found = proved(form.answer("a test").verdict)[0]
    assert isinstance(found, kinds)
    assert not isinstance(found, Holds) or found.evidence is Evidence.LP_CERTIFIED


def test_the_range_of_a_certificate_is_looked_at() -> None:
    """A certificate from 3 on does not show anything from 2 on."""
    found = solve_for_all(THREE_ROWS)
    last = found.pieces[-1]
    proof = piece_certificate(found, last)
    given = (found.problem, Fraction(0), last.value, proof)
    demanding.optimum_between(*given, Range(THREE, None))
    with pytest.raises(ValueError, match="not from 2"):
        demanding.optimum_between(*given, Range(TWO, None))


def test_losses_are_refused() -> None:
    """They are to be bounded by their negatives."""
    with pytest.raises(ValueError, match="losses"):
        exactly_between(mean_squared_error(1, 0), ONE, None, ROOT)
    assert replace(mean_squared_error(1, 0), loss=False).scores


@pytest.mark.parametrize(
    ("low", "high"), [(Fraction(5), TWO), (TWO, TWO), (HALF, None), (HALF, TWO), (-ONE, -HALF)]
)
def test_a_range_that_is_none_is_refused(low: Fraction, high: Fraction | None) -> None:
    """From 5 to 2 there is nothing, and e^eps is at least 1."""
    with pytest.raises(ValueError, match="1 <= low < high is wanted"):
        exactly_between(ROW, low, high, ROOT / (2 * ROOT + 1))


EPS = Epsilon.continuous(parts=48)
FIRST, FOUR, SIX = (
    ContinuousSparseVector1(0, 1, EPS),
    ContinuousSparseVector4(0, 1, EPS),
    ContinuousSparseVector6(0, EPS),
)
"""By hand: eps; eps/4 + 2 3/4 eps = 7/4 eps; and no bound."""

MOST = Fraction(7, 4)


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
        (stream_private(FIRST, 2, sensitivity=2), Holds),
        (stream_private(FIRST, 1, sensitivity=2), Refuted),
        (stream_loses(FOUR, MOST), Holds),
        (stream_loses(FOUR, 1), Holds),
        (stream_loses(FOUR, 2), Refuted),
        (stream_loses(FOUR, None), Refuted),
        (stream_loses(SIX, None), Holds),
        (stream_loses(SIX, 10), Holds),
        (stream_loses(FIRST, 1, adjacency="monotone"), Refuted),
    ],
)
def test_forms(item: Audited, verdict: type[Verdict]) -> None:
    """By hand; a value seen through cuts moves by no whole shift."""
    assert type(confirmed(item.answer("a claim").verdict)) is verdict


def test_how_much_of_a_bound_is_used() -> None:
    """What is attained is all used, of more a part; of what is not attained nothing is said."""
    assert stream_private(FOUR, MOST).answer("x").used == 1
    assert stream_private(FOUR, 2).answer("x").used == Fraction(7, 8)
    assert stream_private(SIX, 2).answer("x").used is None


def test_certificates_are_about_what_is_claimed() -> None:
    """Not about another stream, another adjacency, or a smaller loss."""
    asked = Streamed(trace(FOUR), "all", Fraction(1))
    told = audit_stream(trace(FOUR), "x", None)
    other = audit_stream(trace(FIRST), "x", None)
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
