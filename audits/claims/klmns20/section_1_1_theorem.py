"""Section 1.1: Theorem 1.2, from its own parameters."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from fractions import Fraction

from audits.claims.klmns20.laws.exactly import Rows
from audits.claims.vocabulary import chance, eq, high, le, low
from audits.engines.comparisons import Comparison
from audits.ledger import Form, Quantifier, claim, not_finitely_checkable, over, private, step
from audits.ledger.forms import Item
from reference.data.adjacency import replace_one
from reference.data.domain import Domain
from reference.exact.interval import exp, ln, log2
from reference.mechanisms.interior_point.calibration import (
    TreeLogPlan,
    calibrate_tree_log,
    rows_for,
    sizes,
)
from reference.mechanisms.interior_point.interior_points import is_interior_point
from reference.mechanisms.interior_point.tree_log import TreeLog
from reference.override import override
from reference.privacy.guarantee import Guarantee
from reference.probability.law import law

Calibrate = Callable[[Fraction, Fraction, Domain[int], int], TreeLogPlan]

TARGETS = ((2**16, Fraction(1), Fraction(1, 2**20)), (8, Fraction(150), Fraction(1, 10)))
"""|X|, eps and delta."""

TWO = Fraction(2)
RUN = 10_000
"""On at most so many rows the mechanism itself is run; no certificate has room for its laws."""

not_finitely_checkable(
    "KLMNS20.TXT.EFFICIENT",
    statement="The algorithms run in polynomial time.",
    reason="A statement about asymptotic running time; the code stores the rows and no tree.",
)
not_finitely_checkable(
    "KLMNS20.T1.2",
    statement="There is an (eps, delta)-private solver of the interior point problem over any "
    "totally ordered X with success probability 9/10 and "
    "n = O~((1/eps) ln(1/delta) (log*|X|)^2) rows.",
    reason="Asymptotic; the concrete form is decided.",
)


def _changed(change: Callable[[TreeLogPlan], TreeLogPlan]) -> Calibrate:
    """The calibration with a mistake."""
    return lambda *target: change(calibrate_tree_log(*target))


@dataclass(frozen=True)
class HandingOutTwice(TreeLogPlan):
    """The plan is right, and its mechanism spends twice the eps."""

    @property
    @override
    def mechanism(self) -> TreeLog[Fraction]:
        """With twice the eps."""
        plan = TreeLogPlan(**{f.name: getattr(self, f.name) for f in fields(self)})
        return replace(plan, root=self.root**2).mechanism


def _handing_out_twice(plan: TreeLogPlan) -> TreeLogPlan:
    """Only the mechanism that is handed out is wrong."""
    return HandingOutTwice(**{f.name: getattr(plan, f.name) for f in fields(plan)})


def _failure(plan: TreeLogPlan, rows: Rows) -> Fraction:
    """The probability of no interior point, rounded up: its digits would fill a book."""
    bad = law(plan.mechanism, rows).probability_that(lambda y: not is_interior_point(rows, y))
    return Fraction(-(-bad.numerator * 2**64 // bad.denominator), 2**64)


@claim(
    "KLMNS20.T1.2",
    Form.CONCRETE,
    over(
        Quantifier(
            ("points", "eps", "delta"),
            lambda _: TARGETS,
            lambda _: (
                "(|X|, eps, delta) = "
                + ", ".join(f"({n}, {eps}, {delta})" for n, eps, delta in TARGETS)
            ),
        )
    ),
    about=calibrate_tree_log,
    impostors={
        "trims half as much": _changed(lambda plan: replace(plan, trim=plan.trim // 2)),
        "spends twice the eps": _changed(lambda plan: replace(plan, root=plan.root**2)),
        "hands out twice the eps": _changed(_handing_out_twice),
        "does not divide delta": lambda eps, delta, domain, rows: replace(
            calibrate_tree_log(eps, delta, domain, rows), delta=delta
        ),
        "asks for more than there is": _changed(
            lambda plan: replace(plan, threshold=100 * plan.threshold)
        ),
    },
    uses=("KLMNS20.L3.7", "KLMNS20.L3.8", "KLMNS20.L2.4"),
)
def theorem_for_some_targets(
    calibrate: Calibrate, points: int, eps: Fraction, delta: Fraction
) -> Iterator[Item]:
    """From eps, delta and |X| the calibration derives a TreeLog that is (eps, delta)-private and
    solves the interior point problem with probability 9/10, and the number of rows that it
    needs: at most 5,846,618 for |X| = 2^16, eps = 1 and delta = 2^-20.

    Fair: A chain: Lemma 2.4 at eps' and delta' = beta, then the hypotheses and the bounds of
    Lemmas 3.7 and 3.8, and the parameters of the mechanism that is handed out. Audited are that
    mechanism's accuracy on two halves, up to 10,000 rows, and its privacy as it is handed out by
    the same plan with small integers: 8 points, t = 1, T = 2, e^eps = 16, 4 rows. The number of
    rows is not claimed to be least.
    """
    domain = Domain.of_size(points)
    n = rows_for(calibrate, eps, delta, domain)
    plan = calibrate(eps, delta, domain, n)
    built = plan.mechanism
    yield eq("root of the mechanism", built.eps.exp(Fraction(1, 4)), plan.root)
    yield eq("its t", built.trim, plan.trim)
    yield eq("its threshold", built.threshold, plan.threshold)
    yield step("KLMNS20.L2.4", Form.CORRECTED, root=plan.root, delta=plan.delta, beta=plan.delta)
    for lemma in ("KLMNS20.L3.7", "KLMNS20.L3.8"):
        at = {"n": n, "t": plan.trim, "a": plan.root**4, "N": points, "delta": plan.delta}
        yield step(lemma, Form.CONCRETE, **at)
    yield from _lemmas(plan, n, eps, delta)
    if points == 2**16:
        yield le("rows", n, 5_846_618)
    small = replace(plan, domain=Domain.of_size(8), root=TWO, trim=1, threshold=2)
    yield private(small.mechanism, replace_one((0, 3, 4, 7), 4), Guarantee(TWO**6, TWO**-2))
    if n <= RUN:
        rows = (0,) * (n // 2) + (points - 1,) * (n - n // 2)
        yield chance("failure on two halves", _failure(plan, rows), Fraction(1, 10))


def _lemmas(plan: TreeLogPlan, n: int, eps: Fraction, delta: Fraction) -> Iterator[Comparison]:
    """Hypotheses and conclusions of Lemmas 3.7 and 3.8 for eps' = 4 ln(root), delta' = beta."""
    one, calls, small = 4 * ln(plan.root), sizes(plan.domain), plan.delta
    yield le("eps' <= 2", plan.root**4, low(exp(2)))
    yield le("delta' <= eps'/(4n)", small, low(one / (4 * n)))
    yield le("t", high(16 / one * ln(4 * n / (one * small * small))), plan.trim)
    yield le("threshold", high(8 / one * ln(4 / (one * small * small))), plan.threshold)
    base = 2 * (1 + (2 / one * ln(4 / small)).ceil())
    yield le("rows needed", 3 * plan.trim * (calls - 1) + base, n)
    yield le("eps", high(5 * calls * one * log2(n)), eps)
    spent = 3 * n * calls * small * exp(3 * calls * one * log2(n))
    yield le("delta", high(spent), delta)
    yield le("failure", (2 * calls - 1) * small, Fraction(1, 10))
