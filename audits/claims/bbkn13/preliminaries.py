"""Section 2: group privacy, VC dimension, what is cited about learning, Chernoff bounds."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from audits.claims.bbkn13.laws.programmes import recovering
from audits.claims.vocabulary import (
    decide,
    eq,
    lt,
)
from audits.engines.comparisons import Comparison
from audits.engines.optimum.optimum import solve
from audits.ledger import Form, Size, claim
from audits.verdict import Verdict
from reference.data.concept import (
    Hypothesis,
    intervals,
    points,
    vc_dimension,
)
from reference.lower_bounds.learning_packing import point_packing


def _patterns(concepts: Sequence[Hypothesis], size: int) -> list[Comparison]:
    """Two values on every point, at most three pairs of values on every two points."""
    items = [eq(f"values at {x}", len({c(x) for c in concepts}), 2) for x in range(size)]
    items += [
        lt(f"pairs of values at {x}, {z}", len({(c(x), c(z)) for c in concepts}), 4)
        for x, z in combinations(range(size), 2)
    ]
    return items


@claim("BBKN13.TXT.vc-interval")
def intervals_have_vc_dimension_one(size: Size) -> Verdict:
    """VCDIM(INTERVAL) = 1.

    Fair: T = 1 included: two concepts.
    """
    items: list[Comparison] = []
    for t in range(1, size.pick(9, 17, 33)):
        items += [eq(f"T={t}", vc_dimension(intervals(t), t), 1), *_patterns(intervals(t), t)]
    return decide("VC dimension of INTERVAL", "T <= 8", items)


@claim("BBKN13.TXT.sym", Form.CONCRETE)
def order_of_rows_does_not_help(size: Size) -> Verdict:
    """The best learner on sequences of rows is no better than the best on multisets.

    Fair: Exact optima of both linear programmes, as numbers: the certificate compares them, the
    programmes themselves were solved by the engine.
    """
    items: list[Comparison] = []
    for t, m in ((2, 2), (3, 2))[: size.pick(1, 2, 2)]:
        both = [
            solve(
                recovering(points(t), [point_packing(j, m) for j in range(t)], t, ordered=ordered),
                Fraction(2),
            )
            for ordered in (True, False)
        ]
        items.append(eq(f"T={t}, m={m}", both[0].upper, both[1].upper))
        items.append(eq("exact", both[0].lower, both[0].upper))
        items.append(eq("exact", both[1].lower, both[1].upper))
    return decide("sequences and multisets", "POINT, e^eps = 2", items)
