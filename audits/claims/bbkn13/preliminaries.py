"""Section 2: group privacy, VC dimension, what is cited about learning, Chernoff bounds."""

from collections.abc import Sequence
from itertools import combinations

from audits.claims.vocabulary import (
    decide,
    eq,
    lt,
)
from audits.engines.comparisons import Comparison
from audits.ledger import Size, claim
from audits.verdict import Verdict
from reference.data.concept import (
    Hypothesis,
    intervals,
    vc_dimension,
)


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
