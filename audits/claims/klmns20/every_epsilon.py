"""Sections 2 to 4 for every eps at once: laws of whole mechanisms as functions of r = e^(eps/4).

The delta of the choosing mechanism is at most 1/(2 r^(T - 1)) at every r >= 1, for a threshold
T; here T = 2.  The databases have rows from a few points of the domain only, so that the
certificates stay small; the mechanisms are those over the whole domain, with trim 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from audits.certificates import EVERY_EPSILON, Range
from audits.claims.klmns20.exactly import Rows
from audits.claims.vocabulary import le
from audits.engines import audit_comparisons, audit_privacy
from audits.engines.comparisons import Comparison
from audits.ledger import Form, Size, claim
from audits.verdict import Evidence, Scope, Verdict
from reference.data.adjacency import Adjacency, add_remove_one, replace_one
from reference.data.bottom import Bottom
from reference.data.domain import Domain
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.interior_point.tree_log import TreeLog
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Mechanism

EIGHT = Domain.of_size(8)
EVERY = Epsilon[RationalFunction].indeterminate(parts=4)
ROOT = EVERY.root
DELTA = 1 / (2 * ROOT)
"""1/(2 r): the bound on the delta of the choosing mechanism with threshold 2."""

FEW, SOME = (0, 1, 7), (0, 3, 4, 7)
"""Points that rows are taken from."""


def _private(
    mechanism: Mechanism[Rows, int | Bottom, RationalFunction],
    universe: Adjacency[Rows],
    exp_eps: RationalFunction,
    delta: RationalFunction = DELTA,
    over: Range = EVERY_EPSILON,
) -> Verdict:
    """The audit of all neighbours, in both directions, for all r in the range."""
    return audit_privacy(mechanism, universe, Guarantee(exp_eps, delta), over=over)


@claim("KLMNS20.DER.CHOOSE", Form.CORRECTED)
def delta_of_choosing_in_closed_form(size: Size) -> Verdict:
    """delta_c(r, T) <= 1/(2 r^(T - 1)): for all M, T >= 1 and all r >= 1, Pr[M + Lap(4/eps) >= T]
    r / (r + r^M) <= 1/(2 r^(T - 1)); with equality for M = 1 at r = 1.

    Fair: Both kinds of M occur, below and above T.
    """
    most = size.pick(8, 16, 32)

    def items() -> Iterator[Comparison]:
        for threshold in range(1, most + 1):
            for best in range(1, 2 * most + 1):
                gap = best - threshold
                tail = ROOT ** -abs(gap) / 2
                above = tail if gap < 0 else 1 - tail
                term = above * ROOT / (ROOT + ROOT**best)
                yield le(f"T={threshold}, M={best}", term, ROOT ** (1 - threshold) / 2)

    return audit_comparisons(
        items(),
        "delta of the choosing mechanism",
        Scope(f"T <= {most}, M <= {2 * most}, all r >= 1"),
        Evidence.ALL_EPSILON,
    )


@claim(
    "KLMNS20.DER.TLPRIV",
    Form.CORRECTED,
    uses=("KLMNS20.DER.CHOOSE", "KLMNS20.DER.REP", "KLMNS20.DER.STRAY"),
)
def tree_log_as_the_recursion_has_it(size: Size) -> Verdict:
    """TreeLog over 8 points, t = 1, T = 2, on 5 rows, for a replaced row and all r >= 6/5, where a
    >= 1 + 1/a: e = a V(2, 1, a) b^2 s^4 b^2 with V(2, 1, a) = 2a/(1 + a), delta = 1/(2r) + 1/(1 +
    a); a = r^4, b = r^2, s = r.

    Fair: Databases of 5 rows keep 3 after trimming, of which 2 are embedded. Below r = 6/5 the
    larger factor is 1 + 1/a.
    """
    a, universe = ROOT**4, replace_one(size.pick(FEW, SOME, SOME), 5)
    e = a * (2 * a / (1 + a)) * ROOT**12
    delta = DELTA + 1 / (1 + a)
    return _private(_tree_log(8), universe, e, delta, Range(low=Fraction(6, 5)))


@claim("KLMNS20.L3.6", Form.CONCRETE, uses=("KLMNS20.DER.CHOOSE",))
def tree_log_is_private_for_added_rows(size: Size) -> Verdict:
    """TreeLog over 8 points with t = 1, T = 2 is (eps, e^(-eps/4)/2)-private for all eps >= 0, for
    an added and for a removed row, on 4 and 5 rows.

    Fair: e^(3 eps/4) is too small on the rows 0, 1, 7; delta is 1/2 or less.
    """
    universe = add_remove_one(size.pick(FEW, SOME, SOME), 5, at_least=4)
    return _private(_tree_log(8), universe, ROOT**4)


@claim("KLMNS20.L3.6", Form.CORRECTED, uses=("KLMNS20.DER.CHOOSE",))
def tree_log_is_private_for_replaced_rows(size: Size) -> Verdict:
    """TreeLog over 8 points with t = 1, T = 2 is (3 eps/2, e^(-eps/4)/2)-private for all eps >= 0,
    for a replaced row, on 4 rows.

    Fair: At full size, rows from all 8 points. e^(5 eps/4) is too small.
    """
    values = size.pick(SOME, SOME, tuple(range(8)))
    return _private(_tree_log(8), replace_one(values, 4), ROOT**6)


@claim("KLMNS20.L3.7", Form.CONCRETE, uses=("KLMNS20.DER.CHOOSE", "KLMNS20.TXT.CALLS"))
def tree_log_with_three_calls(size: Size) -> Verdict:
    """TreeLog over 16 points, three calls, with t = 1, T = 2 is (3 eps/4, e^(-eps/4)/2)-private
    for all eps >= 0, for a replaced row.

    Fair: Rows 0 and 15, small: also 5; 6 of them, full: 7; so few that the innermost call is on an
    empty database or one of a single row.
    """
    values, rows = size.pick(((0, 15), 6), ((0, 5, 15), 6), ((0, 15), 7))
    return _private(_tree_log(16), replace_one(values, rows), ROOT**3)


def _tree_log(points: int) -> TreeLog[RationalFunction]:
    return TreeLog(Domain.of_size(points), 1, 2, EVERY)
