"""The all-epsilon audit, against closed forms and against point audits at many r."""

from fractions import Fraction

import pytest
from flint import fmpz_poly
from hypothesis import given
from hypothesis import strategies as st

from audits.engines.privacy.all_epsilon import audit_all_epsilon
from audits.engines.privacy.audit import audit_real_epsilon
from audits.engines.privacy.point import tight_delta
from audits.engines.privacy.real_epsilon import refuted_at_real_epsilon
from audits.evidence.certificates import EVERY_EPSILON, Range
from audits.evidence.table import LawTable
from audits.evidence.verdict import Evidence, Holds, Refuted, Scope, Undecided, Verdict, confirmed
from audits.ledger.deciding import grade
from proofs_tests.units.audits.engines.privacy.tables import functions, response
from reference.data.adjacency import replace_one
from reference.exact.exponential import exp_bounds
from reference.exact.field import RATIONAL_FUNCTIONS
from reference.exact.polynomial import Weight
from reference.exact.rational_function import RationalFunction
from reference.privacy.guarantee import Guarantee

R = RationalFunction.r()
ZERO, ONE, TEN = map(RationalFunction.of, (0, 1, 10))
POLYNOMIALS = st.lists(st.integers(0, 4), min_size=1, max_size=3).filter(any)
RESPONSE = response(R)
"""A bit, kept with probability r / (1 + r)."""


def audited(
    exp_eps: RationalFunction, delta: RationalFunction, over: Range = EVERY_EPSILON
) -> Verdict:
    """What the kernel confirms of it."""
    return confirmed(audit_all_epsilon(RESPONSE, Guarantee(exp_eps, delta), "response", over=over))


@pytest.mark.parametrize(
    ("exp_eps", "delta", "less"),
    [
        (RationalFunction.of(1), (R - 1) / (R + 1), Fraction(99, 100) * (R - 1) / (R + 1)),
        ((R + 1) / 2, (R - 1) / (2 * (R + 1)), (R - 1) / (2 * (R + 2))),
        (RationalFunction.of(2), (R * R + 1) / (R * R + 4), RationalFunction.of(Fraction(9, 10))),
    ],
)
def test_the_known_delta_holds_and_less_does_not(
    exp_eps: RationalFunction, delta: RationalFunction, less: RationalFunction
) -> None:
    """At x <= r the tight delta is (r - x) / (1 + r); the last bound is true but not tight."""
    assert isinstance(audited(exp_eps, delta), Holds)
    refuted = audited(exp_eps, less)
    assert isinstance(refuted, Refuted)
    root = Fraction(str(refuted.witness["root"]))
    worst = tight_delta(RESPONSE.at(root), exp_eps.at(root))
    assert worst is not None
    assert worst.value > less.at(root)


def test_a_negative_delta_is_refused() -> None:
    """The bound r - 2 is negative at r = 1."""
    with pytest.raises(ValueError, match="delta r - 2 is negative at r = 1"):
        audited(R, R - 2)


def test_a_violation_far_out_is_found() -> None:
    """e^eps = r holds for every r; e^eps = 10 is violated only for r > 10."""
    assert isinstance(audited(R, ZERO), Holds)
    assert isinstance(audited(TEN, ZERO, Range(Fraction(1), Fraction(10))), Holds)
    verdict = audited(TEN, ZERO)
    assert isinstance(verdict, Refuted)
    assert Fraction(str(verdict.witness["root"])) > 10


@given(st.lists(POLYNOMIALS, min_size=4, max_size=4), st.integers(0, 3))
def test_verdicts_agree_with_the_point_audit_at_many_roots(
    weights: list[list[int]], power: int
) -> None:
    """Holds: no root violates it.  Refuted: the root of the witness does."""
    a, b, c, d = (sum((c * R**k for k, c in enumerate(row)), start=ZERO) for row in weights)
    table, delta = functions((a, b), (c, d)), Fraction(1, 8)
    guarantee = Guarantee(R**power, RationalFunction.of(delta))
    verdict = confirmed(audit_all_epsilon(table, guarantee, "random laws"))
    roots = [Fraction(n, 4) for n in (4, 5, 6, 8, 12, 20, 40, 400)]
    if isinstance(verdict, Refuted):
        roots = [Fraction(str(verdict.witness["root"]))]
    values = [tight_delta(table.at(root), root**power) for root in roots]
    violated = any(worst is not None and worst.value > delta for worst in values)
    assert isinstance(verdict, Holds | Refuted | Undecided)
    assert violated == isinstance(verdict, Refuted)


@pytest.mark.parametrize(
    ("bound", "expected"), [("2718/1000", Refuted), ("2719/1000", Holds), (None, Holds)]
)
def test_a_real_epsilon_is_decided_between_rationals_around_e(
    bound: str | None, expected: type
) -> None:
    """At eps = 1 the tight ratio of randomised response is e = 2.71828...; r = r is no tie."""
    guarantee = Guarantee(RationalFunction.of(Fraction(bound)) if bound else R, ZERO)
    verdict = confirmed(audit_real_epsilon(RESPONSE, guarantee, Fraction(1), "response"))
    assert isinstance(verdict, expected)
    assert isinstance(verdict, Holds | Refuted)
    if bound:
        assert grade(verdict.certificate) is verdict.evidence is Evidence.EXHAUSTIVE


def bits(
    first: list[int], second: list[int], total: list[int]
) -> LawTable[tuple[int, ...], int, RationalFunction]:
    """Laws on one bit: 1 has the first polynomial as probability, or the second, by the total."""
    universe, whole = replace_one((0, 1), 1), fmpz_poly(total)
    rows: list[dict[int, Weight]] = [
        {1: fmpz_poly(p), 0: whole - fmpz_poly(p)} for p in (first, second)
    ]
    databases, totals = tuple(universe.databases()), (whole, whole)
    return LawTable(universe, databases, (0, 1), tuple(rows), totals, RATIONAL_FUNCTIONS)


LAWS = bits([0, 1], [1], [1, 1])
"""r/(1+r) and 1/(1+r)."""

E_LOW, E_HIGH = exp_bounds(Fraction(1))


@pytest.mark.parametrize(
    ("table", "claim", "low", "most_digits"),
    [
        # four binary digits after the point show that r is more than 1
        (LAWS, ONE, Fraction(1), 4),
        # (10 r - 27) / (100 r) is a probability at r = e, and none at r = 43/16
        (bits([0, 50], [-27, 10], [0, 100]), R, Fraction(27, 10), 99),
        # two constants of ratio 11/4 exceed e, and do not on a range that ends at 11/4
        (bits([11], [4], [15]), R, Fraction(1), 99),
    ],
)
def test_what_is_refuted_around_e(
    table: LawTable[tuple[int, ...], int, RationalFunction],
    claim: RationalFunction,
    low: Fraction,
    most_digits: int,
) -> None:
    """Ends are short where they suffice, and near where they must be."""
    guarantee, scope = Guarantee(claim, ZERO), Scope("one bit")
    found = refuted_at_real_epsilon(table, guarantee, Fraction(1), "x", scope, (0, 1))
    refuted = confirmed(found)
    assert isinstance(refuted, Refuted)
    over = refuted.certificate["range"]
    assert isinstance(over, dict)
    start, end = (Fraction(str(over[key])) for key in ("from", "to"))
    assert low < start < E_LOW < E_HIGH < end
    assert max(start.denominator, end.denominator) <= 2**most_digits


def test_what_is_true_is_not_refuted() -> None:
    """An equality at every r."""
    scope = Scope("one bit")
    found = refuted_at_real_epsilon(LAWS, Guarantee(R, ZERO), Fraction(1), "x", scope, (0, 1))
    assert isinstance(found, Undecided)
