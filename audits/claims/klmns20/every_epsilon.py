"""Sections 2 to 4 for every eps at once: laws of whole mechanisms as functions of r = e^(eps/4).

The delta of the choosing mechanism is at most 1/(2 r^(T - 1)) at every r >= 1, for a threshold
T; here T = 2.  The databases have rows from a few points of the domain only, so that the
certificates stay small; the mechanisms are those over the whole domain, with trim 1.
"""

from __future__ import annotations

from collections.abc import Iterator

from audits.certificates import EVERY_EPSILON, Range
from audits.claims.klmns20.exactly import Rows
from audits.claims.vocabulary import le
from audits.engines import audit_comparisons, audit_privacy
from audits.engines.comparisons import Comparison
from audits.ledger import Form, Size, claim
from audits.verdict import Evidence, Scope, Verdict
from reference.data.adjacency import Adjacency, replace_one
from reference.data.bottom import Bottom
from reference.data.domain import Domain
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.interior_point.heavy_paths import HeavyPaths
from reference.mechanisms.interior_point.level_up import LevelUp
from reference.mechanisms.interior_point.one_random_path import OneRandomPath
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


@claim("KLMNS20.L4.6", Form.CORRECTED, uses=("KLMNS20.DER.CHOOSE",))
def one_random_path_for_every_eps(size: Size) -> Verdict:
    """d = 1: OneRandomPath over 8 points with t = 1 and both thresholds 2 is (5 eps/4,
    e^(-eps/4)/2)-private for all eps >= 0, for a replaced row, on 6 rows.

    Fair: e^eps is too small on the rows 0, 1, 7. One delta for both choices.
    """
    mechanism = OneRandomPath(EIGHT, 1, 2, 1, 2, 2, EVERY)
    return _private(mechanism, replace_one(size.pick(FEW, FEW, SOME), 6), ROOT**5)


@claim("KLMNS20.L4.9", Form.CORRECTED, uses=("KLMNS20.DER.CHOOSE",))
def level_up_for_every_eps(size: Size) -> Verdict:
    """d = 1: LevelUp over 8 points with t = 1, T = 2, from level 1, is (eps, e^(-eps/4)/2)-private
    for all eps >= 0, for a replaced row, on 5 rows: half of the printed 2 eps.

    Fair: e^(3 eps/4) is too small.
    """
    mechanism = LevelUp(EIGHT, 1, 2, 1, 2, 1, EVERY)
    values = size.pick(SOME, SOME, tuple(range(8)))
    return _private(mechanism, replace_one(values, 5), ROOT**4)


@claim("KLMNS20.L4.11", Form.CORRECTED, uses=("KLMNS20.DER.CHOOSE", "KLMNS20.L4.5"))
def heavy_paths_for_every_eps(size: Size) -> Verdict:
    """HeavyPaths over 8 points with t = 1, c = h = 2 and both thresholds 2 is (eps/2,
    e^(-eps/4)/2)-private for all eps >= 0, for a replaced row, on 5 rows (full: 6).

    Fair: Both stopping points and none occur; the mixture is exact; e^(eps/4) is too small.
    """
    mechanism = HeavyPaths(EIGHT, 1, 2, 2, 2, 2, EVERY)
    values, rows = size.pick((FEW, 5), (SOME, 5), (SOME, 6))
    return _private(mechanism, replace_one(values, rows), ROOT**2)
