"""A claimed loss whose exponential is no power of r is decided at a rational number beside it."""

from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from audits.engines.privacy.between import (
    DIGITS,
    Claim,
    audit_beside,
    audit_beside_delta,
    audit_between,
    beside,
)
from audits.engines.privacy.tightest import of_functions
from audits.evidence.certificates import ratio_json
from audits.evidence.verdict import Evidence, Holds, Refuted, Scope, Undecided, Verdict
from proofs_tests.units.audits.engines.privacy.tables import response
from reference.exact.rational_function import RationalFunction
from reference.privacy.guarantee import Guarantee

ZERO = RationalFunction(0)
LOSS = Fraction(71, 100)
UNIT = Fraction(1, 2)
SCOPE = Scope("a mechanism")


def series(loss: Fraction) -> tuple[Fraction, Fraction]:
    """Bounds of e^loss by its series, for loss <= 20 within 10^-220."""
    below, term = Fraction(0), Fraction(1)
    for k in range(1, 301):
        below, term = below + term, term * loss / k
    return below, below + 2 * term


@given(loss=st.fractions(0, 20, max_denominator=1000), digits=st.integers(0, 60))
@example(loss=Fraction(1, 10**40), digits=20)
def test_the_two_numbers_enclose_the_exponential(loss: Fraction, digits: int) -> None:
    """Each is rounded to its side: what the series says lies between, and they are close."""
    low, high = beside(loss, digits)
    below, above = series(loss)
    assert 1 <= low <= below
    assert above <= high or loss == 0
    assert high - low <= Fraction(2, 10**digits)
    assert all((end * 10**digits).denominator == 1 for end in (low, high))


def holds(where: bool) -> Holds | Refuted:
    """A verdict."""
    if where:
        return Holds(SCOPE, Evidence.EXHAUSTIVE, {}, {})
    return Refuted(SCOPE, Evidence.EXHAUSTIVE, {}, {}, {})


def needing(least: Fraction) -> Callable[[Claim], Verdict]:
    """The audit of a mechanism that needs this e^eps."""
    return lambda claim: holds(claim.exp_eps.at(Fraction(1)) >= least)


@given(
    loss=st.fractions(Fraction(1, 100), 20, max_denominator=1000),
    apart=st.integers(1, 150),
    more=st.booleans(),
)
def test_what_needs_less_holds_and_what_needs_more_does_not(
    loss: Fraction, apart: int, more: bool
) -> None:
    """However near it is; and the number at which it was decided says why."""
    below, above = series(loss)
    least = above + Fraction(1, 10**apart) if more else below - Fraction(1, 10**apart)
    verdict, claim = audit_beside(needing(least), loss, ZERO)
    at = claim.exp_eps.at(Fraction(1))
    if more:
        assert isinstance(verdict, Refuted)
        assert above <= at < least
    else:
        assert isinstance(verdict, Holds)
        assert least <= at <= below


@pytest.mark.parametrize("digits", [2, 19, 30, 60])
def test_a_mechanism_that_needs_nearly_as_much(digits: int) -> None:
    """Decided by the auditor and the kernel on the right side, with as many digits as it takes."""
    for odds, kind in zip(beside(LOSS, digits), (Holds, Refuted), strict=True):
        audit = of_functions(response(RationalFunction.of(odds)), "x", UNIT).audit
        verdict, claim = audit_beside(audit, LOSS, ZERO)
        assert isinstance(verdict, kind)
        assert isinstance(verdict, Holds | Refuted)
        assert verdict.certificate["exp_eps"] == ratio_json(claim.exp_eps)


def test_a_claim_with_delta() -> None:
    """At e^0.71 = 2.0340 the odds 3 need delta = (3 - 2.0340) / 4 = 0.2415."""
    audit = of_functions(response(RationalFunction.of(3)), "x", UNIT).audit
    for delta, kind in (("0.2416", Holds), ("0.2414", Refuted)):
        verdict, _ = audit_beside(audit, LOSS, RationalFunction.of(Fraction(delta)))
        assert isinstance(verdict, kind)


def test_what_the_kernel_cannot_decide_is_undecided() -> None:
    """More digits are not tried where one side is not decided, whatever the other says."""
    asked = list[Claim]()

    def audit(claim: Claim) -> Verdict:
        asked.append(claim)
        below = claim.exp_eps.at(Fraction(1)) < beside(LOSS)[1]
        return Undecided(SCOPE, "too long") if below else needing(Fraction(0))(claim)

    verdict, _ = audit_beside(audit, LOSS, ZERO)
    assert isinstance(verdict, Undecided)
    assert verdict.reason == "too long"
    assert len(asked) == 2


def test_what_no_digits_tell_apart_is_undecided() -> None:
    """Where the number below is refuted and the one above holds, each time."""
    below = series(LOSS)[0]
    verdict, _ = audit_beside(needing(below), LOSS, ZERO)
    assert isinstance(verdict, Undecided)
    assert f"in {DIGITS[-1]} digits behind the point" in verdict.reason


@given(
    least=st.fractions(0, 3, max_denominator=12),
    claim=st.fractions(0, 3, max_denominator=50),
    parts=st.integers(1, 6),
)
def test_a_multiple_of_eps_is_decided_on_its_side(
    least: Fraction, claim: Fraction, parts: int
) -> None:
    """By less that holds, or by more that is refuted; else neither."""
    found = audit_between(lambda k: holds(Fraction(k, parts) >= least), claim, parts)
    if found is None:
        assert abs(claim - least) < Fraction(1, parts)
        return
    verdict, k = found
    if isinstance(verdict, Holds):
        assert least <= Fraction(k, parts) <= claim
    else:
        assert claim <= Fraction(k, parts) < least


@pytest.mark.parametrize("least", ["0.24", "0.26"])
def test_a_delta_is_decided_on_its_side(least: str) -> None:
    """What holds for less delta holds, what is refuted for more is refuted; 1/r is near 1/4."""

    def audit(claim: Claim) -> Verdict:
        return holds(claim.delta.at(Fraction(1)) >= Fraction(least))

    claim = Guarantee(RationalFunction(2), RationalFunction(1) / RationalFunction.r())
    ends = Fraction(249999, 10**6), Fraction(250001, 10**6)
    found = audit_beside_delta(audit, claim, ends)
    assert found is not None
    verdict, near = found
    assert isinstance(verdict, Holds if least == "0.24" else Refuted)
    assert near.delta.at(Fraction(1)) == (ends[0] if least == "0.24" else ends[1])
    assert near.exp_eps == claim.exp_eps
    assert audit_beside_delta(audit, claim, (Fraction(1, 5), Fraction(3, 10))) is None
