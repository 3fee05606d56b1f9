"""Section 4.3: where delta breaks the lower bounds by packings."""

from audits.claims.prelude import *
from audits.claims.vt14.laws.packing import event, star
from audits.claims.vt14.section_4_3_packing import OTHER_DISTANCES
from audits.engines.optimum.problems.histograms import named_databases
from reference.lower_bounds.query_packing import chance_kept, success_bound
from reference.lower_bounds.sanitiser_packing import packing_database

ROOT = RationalFunction.r()
"""E^eps."""

NEAR_ONE = Fraction(9, 8)

LOST = "sum((-chance_kept(exp_eps, one - one, d, delta) for d in distances), start=one)"
WRONG[success_bound] = {
    "without delta": given(success_bound, delta=ZERO),
    "half of delta": given(success_bound, delta=lambda delta: delta / 2),
    "twice delta": given(success_bound, delta=lambda delta: 2 * delta),
    "delta once, not for each database": f"{LOST} => one + delta * exp_eps ** -max(distances)",
    "delta is not divided by r^d": f"{LOST} => "
    "sum((exp_eps**i * delta for d in distances for i in range(d)), start=one)",
    "delta for the database on the spot, too": f"{LOST} => {LOST} + delta",
    **OTHER_DISTANCES,
}


@claim("VT14.TXT.eps-delta-breakdown", over(databases=(4, 5)), about=success_bound)
def what_breaks_with_delta(bound: Build, databases: int) -> Check:
    """The argument breaks down for (eps, delta)-privacy: the chance that x_1 gets a good
    answer for x_i may be 0, and with l > 2 e^(2 eps s) databases there is a mechanism that
    gives good answers on each with probability above 1/2, r/l + delta for s = 1.

    Cases: All mechanisms, 4 or 5 databases at a distance of 1 from the empty one, delta = 1/4
    or 3/10, e^eps from 1 up to the square root of l/2; without delta the success there is
    below 1/2.
    """
    delta, top = {4: (QUARTER, Fraction(7, 5)), 5: (Fraction(3, 10), Fraction(3, 2))}[databases]
    near = (1,) * databases
    problem = star(near, centre_named=False)
    yield lt("hypothesis", 2 * top**2, databases)
    yield exactly_between(problem, ONE, top, bound(ROOT, near))
    yield lt("without delta", bound(top, near), HALF)
    yield exactly_between(problem, ONE, top, bound(ROOT, near, delta), delta)
    yield lt("with delta", HALF, bound(NEAR_ONE, near, delta))
    lost = -chance_kept(NEAR_ONE, ZERO, 2, delta)
    yield le("what may be lost", 0, lost)
    yield exactly(event(2, NEAR_ONE**-2), NEAR_ONE, lost, delta)


KEPT = "(chance - lost) * exp_eps ** (-distance)"
BREAKDOWN = Parts(kept=chance_kept, bound=success_bound)
WRONG[BREAKDOWN] = {
    **{name: BREAKDOWN.but(bound=variant) for name, variant in WRONG[success_bound].items()},
    "kept: one step less": BREAKDOWN.but(kept=given(chance_kept, distance=lambda d: d - 1)),
    "kept: one step more": BREAKDOWN.but(kept=given(chance_kept, distance=lambda d: d + 1)),
    "kept: delta is lost once": BREAKDOWN.but(kept="(chance - lost) => (chance - delta)"),
    "kept: delta is lost at each step": BREAKDOWN.but(
        kept="(chance - lost) => (chance - (distance + 1) * delta)"
    ),
    "kept: without delta": BREAKDOWN.but(kept=given(chance_kept, delta=ZERO)),
    "kept: delta after the factor": BREAKDOWN.but(
        kept=f"{KEPT} => chance * exp_eps ** (-distance) - lost"
    ),
}


@claim(
    "VT14.TXT.eps-delta-breakdown",
    over(
        distances=sized(
            ((0, 1), (0, 1, 2), (0, 2, 2, 2), (1, 1, 1)),
            ((0, 1), (0, 1, 2), (0, 2, 2, 2), (1, 1, 1), (0, 2, 2, 2, 2)),
            ((0, 1), (0, 1, 2), (0, 2, 2, 2), (1, 1, 1), (0, 2, 2, 2, 2)),
        )
    ),
    form=Form.CONCRETE,
    about=BREAKDOWN,
)
def packing_with_delta(parts: Parts, distances: tuple[int, ...]) -> Check:
    """Pr[M(x) in G] >= r^(-d) (Pr[M(x') in G] - delta (r^d - 1)/(r - 1)) at a distance of d,
    and so t (the sum of r^(-d)) <= 1 + delta (the sum of (r^d - 1)/((r - 1) r^d)), r = e^eps:
    void once delta (r^d - 1)/(r - 1) >= t.

    Cases: All mechanisms on arms of these lengths, at r and delta where both are attained; also
    the databases for intervals, n = 3 rows over 4 points, two of them equal: 409/700 at r = 2,
    delta = 1/100.  However many databases there are, the bound stays above what is void.
    """
    centre = distances[0] == 0
    arms = distances[1:] if centre else distances
    delta = Fraction(1, 100) if max(arms) > 1 else TENTH
    problem = star(arms, centre_named=centre)
    for r in (NEAR_ONE, TWO if centre else Fraction(3, 2)):
        yield exactly(problem, r, parts.bound(r, distances, delta), delta)
        far = max(arms)
        kept, lost = parts.kept(r, ONE, far), -parts.kept(r, ZERO, far, delta)
        yield eq("kept", kept * r**far, 1)
        yield eq("lost", lost * r**far * (r - 1), delta * (r**far - 1))
        yield exactly(event(far, kept), r, lost, delta)
        void = delta * (r**far - 1) / (r - 1)
        many = parts.bound(r, (far,) * 200, delta)
        yield lt("void", void, many)
        yield lt("and no more", many, void + r**far / 150)
    if distances == (0, 2, 2, 2):
        named = [packing_database(v, 3, 2) for v in range(4)]
        intervals = named_databases(replace_one(range(4), 3), named)
        yield exactly(intervals, TWO, parts.bound(TWO, distances, delta), delta)
        yield eq("in numbers", parts.bound(TWO, distances, delta), Fraction(409, 700))
