"""The all-epsilon audit, against closed forms and against point audits at many r."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audits.engines.privacy.all_epsilon import audit_all_epsilon
from audits.engines.privacy.audit import audit_real_epsilon
from audits.engines.privacy.point import tight_delta
from audits.evidence.certificates import Range
from audits.evidence.table import LawTable, from_laws
from audits.evidence.verdict import Evidence, Holds, Refuted, Undecided, confirmed
from audits.ledger.deciding import grade
from reference.data.adjacency import ListedAdjacency, replace_one
from reference.exact.rational_function import RationalFunction
from reference.privacy.guarantee import Guarantee
from reference.probability.dist import Dist
from reference.probability.families import bernoulli

R = RationalFunction.r()
ZERO = RationalFunction.of(0)
POLYNOMIALS = st.lists(st.integers(0, 4), min_size=1, max_size=3).filter(any)


def response() -> LawTable[tuple[int, ...], bool, RationalFunction]:
    """Randomized response on one bit, kept with probability r / (1 + r)."""
    universe = replace_one(range(2), rows=1)
    laws = [bernoulli((R if bit else R / R) / (1 + R)) for bit in range(2)]
    return from_laws(universe, list(universe.databases()), laws)


def test_randomized_response_is_private_for_every_epsilon() -> None:
    """The ratio of the two probabilities of an answer is exactly r."""
    verdict = confirmed(audit_all_epsilon(response(), Guarantee(R, ZERO), "response"))
    assert isinstance(verdict, Holds)


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
    verdict = confirmed(audit_all_epsilon(response(), Guarantee(exp_eps, delta), "response"))
    assert isinstance(verdict, Holds)
    refuted = confirmed(audit_all_epsilon(response(), Guarantee(exp_eps, less), "response"))
    assert isinstance(refuted, Refuted)
    root = Fraction(str(refuted.witness["root"]))
    worst = tight_delta(response().at(root), exp_eps.at(root))
    assert worst is not None
    assert worst.value > less.at(root)


def test_a_negative_delta_is_refused() -> None:
    """The bound r - 2 is negative at r = 1."""
    with pytest.raises(ValueError, match="delta r - 2 is negative at r = 1"):
        audit_all_epsilon(response(), Guarantee(R, R - 2), "response")


def test_a_violation_far_out_is_found() -> None:
    """e^eps = 10 is violated only for r > 10."""
    verdict = confirmed(
        audit_all_epsilon(response(), Guarantee(RationalFunction.of(10), ZERO), "response")
    )
    assert isinstance(verdict, Refuted)
    assert Fraction(str(verdict.witness["root"])) > 10


@given(st.lists(POLYNOMIALS, min_size=4, max_size=4), st.integers(0, 3))
def test_verdicts_agree_with_the_point_audit_at_many_roots(
    weights: list[list[int]], power: int
) -> None:
    """Holds: no root violates it.  Refuted: the root of the witness does."""
    functions = [sum((c * R**k for k, c in enumerate(row)), start=ZERO) for row in weights]
    laws = [
        Dist.weighted([(0, functions[0]), (1, functions[1])]),
        Dist.weighted([(0, functions[2]), (1, functions[3])]),
    ]
    table = from_laws(ListedAdjacency(("D", "E"), ((0, 1),)), ("D", "E"), laws)
    delta = Fraction(1, 8)
    guarantee = Guarantee(R**power, RationalFunction.of(delta))
    verdict = confirmed(audit_all_epsilon(table, guarantee, "random laws"))
    roots = [Fraction(n, 4) for n in (4, 5, 6, 8, 12, 20, 40, 400)]
    values = [tight_delta(table.at(root), root**power) for root in roots]
    violated = any(worst is not None and worst.value > delta for worst in values)
    if isinstance(verdict, Holds):
        assert not violated
    elif isinstance(verdict, Refuted):
        root = Fraction(str(verdict.witness["root"]))
        worst = tight_delta(table.at(root), root**power)
        assert worst is not None
        assert worst.value > delta
    else:
        assert isinstance(verdict, Undecided)
        assert not violated


def test_a_range_limits_what_is_said() -> None:
    """On 1 <= r <= 10 the bound e^eps = 10 holds."""
    verdict = confirmed(
        audit_all_epsilon(
            response(),
            Guarantee(RationalFunction.of(10), ZERO),
            "response",
            Range(Fraction(1), Fraction(10)),
        )
    )
    assert isinstance(verdict, Holds)


@pytest.mark.parametrize(("bound", "expected"), [("2718/1000", Refuted), ("2719/1000", Holds)])
def test_a_real_epsilon_is_decided_between_rationals_around_e(bound: str, expected: type) -> None:
    """At eps = 1 the tight ratio of randomized response is e = 2.71828..."""
    guarantee = Guarantee(RationalFunction.of(Fraction(bound)), ZERO)
    verdict = confirmed(audit_real_epsilon(response(), guarantee, Fraction(1), "response"))
    assert isinstance(verdict, expected)
    assert isinstance(verdict, Holds | Refuted)
    assert verdict.evidence is Evidence.EXHAUSTIVE
    assert grade(verdict.certificate) is Evidence.EXHAUSTIVE


def test_equality_at_a_real_epsilon_is_no_tie() -> None:
    """P = r Q identically: equal at r = e too, and certified as such."""
    verdict = confirmed(
        audit_real_epsilon(response(), Guarantee(R, ZERO), Fraction(1), "response")
    )
    assert isinstance(verdict, Holds)
