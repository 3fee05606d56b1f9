"""Section 2: the exponential mechanism and the choosing mechanism."""

from __future__ import annotations

from collections.abc import Iterator

from audits.claims.klmns20.exactly import (
    plus,
    up_to,
)
from audits.claims.vocabulary import (
    decide,
    eq,
    le,
)
from audits.engines.comparisons import Comparison
from audits.ledger import Size, claim
from audits.verdict import Verdict
from reference.mechanisms.interior_point.interior_points import score
from reference.mechanisms.interior_point.weighted_tree import WeightedTree


@claim("KLMNS20.TXT.QIPSENS")
def interior_point_quality(size: Size) -> Verdict:
    """q(S, y) = min(#{x <= y}, #{x >= y}) has sensitivity 1 and grows when a row is added; it is
    not of bounded growth: adding N - 1 to (0) raises N - 1 qualities.

    Fair: All databases, points and rows of the scope.
    """
    most = size.pick(3, 4, 5)

    def items() -> Iterator[Comparison]:
        for db in up_to(8, most):
            for x in range(8):
                steps = [score(plus(db, x), y) - score(db, y) for y in range(8)]
                yield le(f"S={db}, x={x}, least", 0, min(steps))
                yield le(f"S={db}, x={x}, greatest", max(steps), 1)
        raised = sum(score((0, 7), y) - score((0,), y) for y in range(8))
        yield eq("qualities raised by 7 in (0)", raised, 7)

    return decide("quality of interior points", f"|X| = 8, n <= {most}", items())


@claim("KLMNS20.TXT.NODE1BG")
def weights_are_of_bounded_growth(size: Size) -> Verdict:
    """The weights of the nodes of one level are of 1-bounded growth; those of all levels together
    of (m+1)-bounded growth.

    Fair: All databases, rows and levels of the scope; m = 3.
    """
    most = size.pick(2, 3, 5)

    def items() -> Iterator[Comparison]:
        for db in up_to(8, most):
            for x in range(8):
                old, new = WeightedTree.of(3, db), WeightedTree.of(3, plus(db, x))
                total = 0
                for level in range(4):
                    before, after = old.weights(level), new.weights(level)
                    raised = sum(w - before.get(v, 0) for v, w in after.items())
                    kept = all(v in after for v in before)
                    yield eq(f"S={db}, x={x}, l={level}", raised, int(kept))
                    total += raised
                yield eq(f"S={db}, x={x}, all levels", total, 4)

    return decide("growth of node weights", f"|X| = 8, n <= {most}", items())
