"""Section 1.1: Theorem 1.2, from its own parameters."""

from dataclasses import fields

from audits.claims.prelude import *
from audits.claims.klmns20.section_3_2_constants import both_lemmas
from audits.ledger import Quantifier
from reference.exact.integers import log_star_of_power
from reference.exact.interval import log2
from reference.mechanisms.interior_point.calibration import (
    TreeLogPlan,
    calibrate_tree_log,
    rows_for,
    sizes,
)
from reference.mechanisms.interior_point.interior_points import is_interior_point
from reference.mechanisms.interior_point.tree_log import TreeLog

Calibrate = Callable[[Fraction, Fraction, Domain[int], int], TreeLogPlan]

TARGETS = ((2**16, Fraction(1), Fraction(1, 2**20)), (8, Fraction(150), Fraction(1, 10)))
"""|X|, eps and delta."""

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
    form=Form.CONCRETE,
    about=calibrate_tree_log,
    impostors={
        "trims half as much": _changed(lambda plan: replace(plan, trim=plan.trim // 2)),
        "spends twice the eps": _changed(lambda plan: replace(plan, root=plan.root**2)),
        "hands out twice the eps": _changed(_handing_out_twice),
        "does not divide delta": lambda eps, delta, domain, rows: replace(
            calibrate_tree_log(eps, delta, domain, rows), delta=delta
        ),
        "asks for more than there is": _changed(
            lambda plan: replace(plan, threshold=3 * plan.threshold)
        ),
        "divides eps twice": lambda eps, delta, domain, rows: calibrate_tree_log(
            eps / sizes(domain), delta, domain, rows
        ),
    },
    uses=("KLMNS20.L3.6", "KLMNS20.L3.8"),
)
def theorem_for_some_targets(
    calibrate: Calibrate, points: int, eps: Fraction, delta: Fraction
) -> Check:
    """From eps, delta and |X| the calibration derives a TreeLog that is (eps, delta)-private and
    solves the interior point problem with probability 9/10 on n rows, where n <= (1100/eps)
    (log*|X|)^2 log2(n) ln(n/delta). What the same plan hands out with small integers, over 8
    points with t = 1, T = 2 and eps' = ln 16 for each choice, is (ln 64, 1/4)-private on 4 rows.

    Fair: A chain: the hypotheses and the bounds of Lemmas 3.6 and 3.8, the threshold among them,
    and the parameters of the mechanism that is handed out. The laws are those of the small
    mechanism, and of the mechanism itself on two halves of up to 10,000 rows. 1100 is what eps =
    150 needs, where eps' <= 2 takes its toll; n is not claimed to be least.
    """
    domain = Domain.of_size(points)
    n = rows_for(calibrate, eps, delta, domain)
    plan = calibrate(eps, delta, domain, n)
    built = plan.mechanism
    yield eq("root of the mechanism", built.eps.exp(Fraction(1, 4)), plan.root)
    yield eq("its t", built.trim, plan.trim)
    yield eq("its threshold", built.threshold, plan.threshold)
    yield from both_lemmas(plan, n)
    count, star = sizes(domain), log_star_of_power(points.bit_length() - 1)
    yield le("eps", high(5 * count * 4 * ln(plan.root) * log2(n)), eps)
    yield le("delta", 2 * (count - 1) * plan.delta, delta)
    yield le("failure", (2 * count - 1) * plan.delta, Fraction(1, 10))
    yield le("rows", n, low(1100 * star**2 * log2(n) * ln(n / delta) / eps))
    small = replace(plan, domain=Domain.of_size(8), root=TWO, trim=1, threshold=2)
    yield private(small.mechanism, replace_one((0, 3, 4, 7), 4), Guarantee(TWO**6, TWO**-2))
    if n <= RUN:
        rows = (0,) * (n // 2) + (points - 1,) * (n - n // 2)
        yield chance("failure on two halves", _failure(plan, rows), Fraction(1, 10))
