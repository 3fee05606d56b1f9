"""Section 3.2: the accuracy of TreeLog, and Theorem 1.2."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from audits.claims.vocabulary import (
    decide,
    high,
    le,
    low,
)
from audits.engines.comparisons import Comparison
from audits.ledger import Form, Size, claim, not_finitely_checkable
from audits.verdict import Evidence, Verdict
from reference.data.domain import Domain
from reference.exact.interval import exp, ln, log2
from reference.mechanisms.interior_point.calibration import (
    calibrate_tree_log,
    rows_for,
    sizes,
)


def _plan(eps: Fraction, delta: Fraction, points: int, n: int) -> Iterator[Comparison]:
    """The inequalities that the parameters of TreeLog have to satisfy."""
    plan = calibrate_tree_log(eps, delta, Domain.of_size(points), n)
    one, number = 4 * ln(plan.root), sizes(plan.domain)
    name = f"|X|={points}, eps={eps}, n={n}"
    spent = 5 * number * one * log2(n)
    yield le(f"{name}, eps", high(spent), eps)
    slack = 3 * n * number * plan.delta * exp(3 * number * one * log2(n))
    yield le(f"{name}, delta", high(slack), delta)
    yield le(f"{name}, delta'", plan.delta, low(one / (4 * n)))
    trim = 16 / one * ln(4 * n / (one * plan.delta * plan.delta))
    yield le(f"{name}, trim", high(trim), plan.trim)
    threshold = 8 / one * ln(4 / (one * plan.delta * plan.delta))
    yield le(f"{name}, threshold", high(threshold), plan.threshold)
    yield le(f"{name}, failure", plan.failure_probability, Fraction(1, 10))


@claim("KLMNS20.T1.2", Form.CONCRETE, uses=("KLMNS20.DER.T12",))
def theorem_for_one_target(size: Size) -> Verdict:
    """For |X| = 2^16, eps = 1 and delta = 2^-20, TreeLog is (eps, delta)-private and solves the
    interior point problem with probability 9/10 on the 5,846,618 rows that its calibration asks
    for.

    Fair: The number of rows is what `rows_for` finds; it is not claimed to be least.
    """
    del size
    eps, delta, domain = Fraction(1), Fraction(1, 2**20), Domain.of_size(2**16)
    n = rows_for(calibrate_tree_log, eps, delta, domain)
    return decide(
        "Theorem 1.2 for one target",
        "|X| = 2^16, eps = 1, delta = 2^-20",
        [le("rows", n, 5_846_618), *_plan(eps, delta, 2**16, n)],
        Evidence.CLOSED_FORM,
    )


not_finitely_checkable(
    "KLMNS20.T1.2",
    statement="There is an (eps, delta)-private solver of the interior point problem over any "
    "totally ordered X with success probability 9/10 and "
    "n = O~((1/eps) ln(1/delta) (log*|X|)^2) rows.",
    reason="Asymptotic; the concrete form is decided.",
)
