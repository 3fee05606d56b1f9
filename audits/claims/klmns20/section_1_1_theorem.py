"""Section 1.1: Theorem 1.2, from its own parameters."""

from audits.claims.prelude import *
from audits.claims.klmns20.section_3_2_constants import both_lemmas
from audits.claims.klmns20.words import *
from reference.mechanisms.interior_point.calibration import TreeLogPlan, calibrate_tree_log

FEW_ROWS = (8, Fraction(150), TENTH)
TARGETS = over(instances("points eps delta", (2**16, ONE, Fraction(1, 2**20)), FEW_ROWS))
"""|X|, eps and delta."""


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


def _failure(plan: TreeLogPlan, rows: Rows) -> Fraction:
    """The probability of no interior point, rounded up: its digits would fill a book."""
    bad = law(plan.mechanism, rows).probability_that(lambda y: not is_interior_point(rows, y))
    return Fraction(-(-bad.numerator * 2**64 // bad.denominator), 2**64)


THRESHOLD, ROWS = "choosing_threshold(loss, one, one)", "3 * trim * (calls - 1) + base_rows"
CALLS = "calls = sizes(domain)"
WRONG[calibrate_tree_log] = {
    "trims half as much": "\n        trim, => \n        trim // 2,",
    "spends twice the eps": "\n        root, => \n        root**2,",
    "hands out twice the eps": wrong(
        calibrate_tree_log,
        TreeLogPlan=wrong(TreeLogPlan, "Epsilon(self.root, => Epsilon(self.root**2,"),
    ),
    "does not divide delta": "\n        one, => \n        delta,",
    "has an eighth of the threshold": f"{THRESHOLD} => {THRESHOLD} // 8",
    "asks for more than there is": f"{THRESHOLD} => 3 * {THRESHOLD}",
    "halves the rows": f"{ROWS} => ({ROWS}) // 2",
    "divides eps twice": f"{CALLS} => {CALLS}\n    eps = eps / calls",
    "the whole eps for each call": f"{CALLS} => {CALLS}\n    eps = eps * calls",
}


@claim(
    "KLMNS20.T1.2",
    TARGETS,
    form=Form.CONCRETE,
    about=calibrate_tree_log,
    uses=("KLMNS20.L3.6", "KLMNS20.L3.8"),
    clause="the mechanism",
)
def theorem_for_some_targets(
    calibrate: Build, points: int, eps: Fraction, delta: Fraction
) -> Check:
    """From eps, delta and |X| the calibration derives a TreeLog that is (eps, delta)-private and
    solves the interior point problem with probability 9/10 on n rows.

    Cases: A chain: the hypotheses and the bounds of Lemmas 3.6 and 3.8, the threshold among them,
    and the parameters of the mechanism that is handed out.
    """
    domain = Domain.of_size(points)
    n = rows_for(calibrate, eps, delta, domain)
    plan = calibrate(eps, delta, domain, n)
    built, count = plan.mechanism, sizes(domain)
    yield eq("root of the mechanism", built.eps.exp(QUARTER), plan.root)
    yield eq("its t", built.trim, plan.trim)
    yield eq("its threshold", built.threshold, plan.threshold)
    yield from both_lemmas(plan, n)
    yield le("eps", high(5 * count * 4 * ln(plan.root) * log2(n)), eps)
    yield le("delta", 2 * (count - 1) * plan.delta, delta)
    yield le("failure", (2 * count - 1) * plan.delta, TENTH)


@claim("KLMNS20.T1.2", TARGETS, form=Form.CONCRETE, about=calibrate_tree_log, clause="the rows")
def rows_of_the_theorem(calibrate: Build, points: int, eps: Fraction, delta: Fraction) -> Check:
    """Here n <= (1100/eps) (log*|X|)^2 log2(n) ln(n/delta).

    Cases: 1100 is what eps = 150 needs, where eps' <= 2 takes its toll; n is not claimed to be
    least.
    """
    n = rows_for(calibrate, eps, delta, Domain.of_size(points))
    star = log_star_of_power(points.bit_length() - 1)
    yield le("rows", n, low(1100 * star**2 * log2(n) * ln(n / delta) / eps))


@claim(
    "KLMNS20.T1.2", TARGETS, form=Form.CONCRETE, about=calibrate_tree_log, clause="small integers"
)
def small_mechanism_of_the_plan(
    calibrate: Build, points: int, eps: Fraction, delta: Fraction
) -> Check:
    """What the same plan hands out with small integers, over 8 points with t = 1, T = 2 and eps' =
    ln 16 for each choice, is (ln 64, 1/4)-private on 4 rows.

    Cases: The laws of the small mechanism.
    """
    plan = calibrate(eps, delta, Domain.of_size(points), 4)
    small = replace(plan, domain=Domain.of_size(8), root=TWO, trim=1, threshold=2)
    yield private(small.mechanism, replace_one((0, 3, 4, 7), 4), Guarantee(TWO**6, TWO**-2))


@claim(
    "KLMNS20.T1.2",
    over(instances("points eps delta", FEW_ROWS)),
    form=Form.CONCRETE,
    about=calibrate_tree_log,
    clause="two halves",
)
def failure_on_two_halves(calibrate: Build, points: int, eps: Fraction, delta: Fraction) -> Check:
    """On two halves of its rows the mechanism fails with probability at most 1/10.

    Cases: The law of the mechanism itself; no certificate has room for larger laws than those of
    10,000 rows.
    """
    domain = Domain.of_size(points)
    n = rows_for(calibrate, eps, delta, domain)
    plan = calibrate(eps, delta, domain, n)
    rows = (0,) * (n // 2) + (points - 1,) * (n - n // 2)
    yield chance("failure", _failure(plan, rows), TENTH)
