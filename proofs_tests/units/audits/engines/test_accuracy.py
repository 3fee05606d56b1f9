"""Failure probabilities and comparisons of numbers."""

from fractions import Fraction

import pytest

from audits.engines.accuracy import audit_accuracy, worst_failure
from audits.engines.comparisons import Comparison, audit_comparisons
from audits.evidence.table import tabulate
from audits.evidence.verdict import Evidence, Holds, Refuted, Scope, Undecided, Verdict, confirmed
from reference.data.domain import Domain
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.interior_point.exponential_interior_point import ExponentialInteriorPoint
from reference.privacy.epsilon import Epsilon

R = RationalFunction.r()
SCOPE = Scope("numbers")


def is_interior(database: tuple[int, ...], point: int) -> bool:
    """Whether the point lies between the least and the greatest row."""
    return min(database) <= point <= max(database)


def test_the_worst_failure_is_that_of_equal_rows() -> None:
    """Of n equal rows one point in d is interior: failure (d-1) / (d-1 + e^(n eps/2)), n = 2."""
    mechanism = ExponentialInteriorPoint(Domain.of_size(4), Epsilon(Fraction(2), parts=2))
    table = tabulate(mechanism, mechanism.universe(2))
    worst = worst_failure(table, is_interior)
    assert worst.probability == Fraction(3, 3 + 2**2)
    assert isinstance(confirmed(audit_accuracy(table, is_interior, worst.probability, "")), Holds)
    less = worst.probability - Fraction(1, 10**9)
    refuted = confirmed(audit_accuracy(table, is_interior, less, ""))
    assert isinstance(refuted, Refuted)
    assert refuted.witness["failure"] == "3/7"


def test_the_same_for_every_epsilon() -> None:
    """One row in four points fails with probability 3 / (3 + r), and 3 / (4 + r) is too little."""
    mechanism = ExponentialInteriorPoint(Domain.of_size(4), Epsilon.indeterminate(parts=2))
    table = tabulate(mechanism, mechanism.universe(1))
    for bound, kind in ((3 / (3 + R), Holds), (3 / (4 + R), Refuted)):
        assert isinstance(confirmed(audit_accuracy(table, is_interior, bound, "")), kind)


@pytest.mark.parametrize(
    ("comparison", "kind"),
    [
        (Comparison("integers", 1, "<", 2), Holds),
        (Comparison("fractions", Fraction(1, 3), "<=", Fraction(1, 3)), Holds),
        (Comparison("functions", (R * R - 1) / (R - 1), "=", R + 1), Holds),
        (Comparison("r^2 + 1 >= 2 r", 2 * R, "<=", R * R + 1), Holds),
        (Comparison("r^2 + 2 > 2 r", 2 * R, "<", R * R + 2), Holds),
        (Comparison("integers", 2, "<", 2), Refuted),
        (Comparison("fractions", Fraction(1, 3), "=", Fraction(1, 2)), Refuted),
        (Comparison("functions", R, "=", R * R), Refuted),
        (Comparison("equal at r = 1", 2 * R, "<", R * R + 1), Refuted),
        (Comparison("larger somewhere", 10 * R, "<=", R * R + 10), Refuted),
    ],
)
def test_comparisons(comparison: Comparison, kind: type[Verdict]) -> None:
    """Numbers and functions of r; a refutation shows the opposite at one root."""
    found = audit_comparisons([comparison], "examples", SCOPE)
    assert isinstance(confirmed(found), kind)
    assert confirmed(found) == found


def test_nothing_compared_is_an_error() -> None:
    """A claim without instances would hold vacuously."""
    with pytest.raises(ValueError, match="nothing is shown"):
        audit_comparisons([], "examples", SCOPE)


def test_a_verdict_is_no_bool() -> None:
    """`if verdict` is a mistake, and says so."""
    verdict = Holds(SCOPE, Evidence.EXHAUSTIVE, {}, {})
    with pytest.raises(TypeError, match="match on its type"):
        bool(verdict)


def test_a_wrong_certificate_makes_a_verdict_undecided() -> None:
    """What the kernel refuses does not count."""
    verdict = confirmed(Holds(SCOPE, Evidence.EXHAUSTIVE, {"format": "something else"}, {}))
    assert isinstance(verdict, Undecided)
    assert "kernel refuses" in verdict.reason
