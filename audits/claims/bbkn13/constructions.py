"""The paper's classes, distributions and databases, each against an independent computation."""

from fractions import Fraction
from itertools import combinations_with_replacement

from audits.claims.bbkn13.exactly import (
    code,
)
from audits.claims.vocabulary import (
    decide,
    eq,
    le,
    lt,
)
from audits.engines.comparisons import Comparison
from audits.ledger import UNGRADED, Form, Size, claim
from audits.verdict import Verdict
from reference.data.concept import (
    PointFunction,
    all_functions,
    empirical_errors,
    error,
    intervals,
    points,
)
from reference.data.switching_points import (
    dominating_intervals,
    switching_intervals,
    switching_points,
)
from reference.lower_bounds.learning_packing import (
    equal_columns,
    hard_distribution,
    interval_packing,
    point_packing,
)


@claim("BBKN13.A.PACK")
def packing_databases_single_out_their_concept(size: Size) -> Verdict:
    """On the packing database of h every other concept errs, and h does not.

    Fair: POINT and INTERVAL, every concept, m >= 2.
    """
    items, m = [], 3
    for t in range(2, size.pick(4, 6, 9)):
        for c in points(t):
            d = point_packing(c.point, m)
            items += [eq(f"{c}, {g}", empirical_errors(g, d), m * (g != c)) for g in points(t)]
        for e in intervals(t):
            d = interval_packing(t, e.end, m)
            for g in intervals(t):
                early, late = g.end < e.end, g.end > e.end
                ends = 0 < e.end < t
                wrong = (early * (m - m // 2) + late * (m // 2)) if ends else m * (g != e)
                items.append(eq(f"{e}, {g}", empirical_errors(g, d), wrong))
                items.append(le("nobody else is right", g != e, wrong))
    return decide("packing databases", "POINT and INTERVAL", items)


def _hard(mass: Fraction, alpha: Fraction, t: int) -> list[Comparison]:
    return [
        lt(f"c_{i}, {c}", alpha, error(PointFunction(i), c, hard_distribution(t, i, mass)))
        for i in range(1, t)
        for c in points(t)
        if c.point != i
    ]


@claim("BBKN13.A.L39.DIST", refuted=UNGRADED)
def printed_hard_distribution(size: Size) -> Verdict:
    """With mass alpha on the rare point every wrong concept has error > alpha.

    Fair: alpha = 1/4, every target and every other point function.
    """
    t = size.pick(3, 4, 8)
    return decide(
        "hard distribution, a = alpha", f"T={t}", _hard(Fraction(1, 4), Fraction(1, 4), t)
    )


@claim("BBKN13.A.L39.DIST", Form.CORRECTED)
def corrected_hard_distribution(size: Size) -> Verdict:
    """With mass a > alpha on the rare point every wrong concept has error > alpha.

    Fair: a = alpha + 1/1000 and a = 1/2; every target.
    """
    t, alpha = size.pick(3, 4, 8), Fraction(1, 4)
    items = _hard(alpha + Fraction(1, 1000), alpha, t) + _hard(Fraction(1, 2), alpha, t)
    return decide("hard distribution, a > alpha", f"T={t}", items)


@claim("BBKN13.A.L310.COLUMNS")
def small_classes_have_equal_columns(size: Size) -> Verdict:
    """Fewer than log2 T hypotheses have two equal columns; the adversary finds them.

    Fair: All classes of up to k functions with 2^k < T.
    """
    t, k = size.pick((3, 1), (5, 2), (5, 2))
    functions = list(all_functions(t))
    items = []
    for chosen in combinations_with_replacement(functions, k):
        pair = equal_columns(chosen, t)
        items.append(eq("found", pair is not None, 1))
        if pair is not None:
            one, other = (code(i for i, h in enumerate(chosen) if h(x)) for x in pair)
            items.append(eq(f"{list(map(str, chosen))}", one, other))
            items.append(lt("two points", pair[0], pair[1]))
    return decide("equal columns", f"T={t}, {k} hypotheses", items)


@claim("BBKN13.A.SWITCH")
def switching_points_rebuild_the_function(size: Size) -> Verdict:
    """The switching points with their types rebuild the function.

    Fair: All functions.
    """
    items = []
    for t in range(1, size.pick(6, 8, 10)):
        for h in all_functions(t):
            types = {s.at: s.decreasing for s in switching_points(h)}
            value, rebuilt = 0, []
            for x in range(t):
                if x in types:
                    value = 0 if types[x] else 1
                rebuilt.append(value)
            found, wanted = (code(x for x in range(t) if v[x]) for v in (rebuilt, h.values))
            items.append(eq(f"{h}", found, wanted))
    return decide("switching points", "all functions", items)


@claim("BBKN13.A.T54.FIX")
def fixing_interval_exists(size: Size) -> Verdict:
    """For every target there is a legal pair of switching points; the chosen interval is in
    SWITCH(h).

    Fair: All functions and targets; ties give two pairs.
    """
    items = []
    for t in range(1, size.pick(6, 8, 10)):
        for h in all_functions(t):
            for j in range(t + 1):
                found = dominating_intervals(h, j)
                items.append(lt("one at least", 0, len(found)))
                items.append(le("two at most", len(found), 2))
                inside = set(found) <= set(switching_intervals(h))
                items.append(eq(f"{h}, {j}", inside, 1))
    return decide("dominating intervals", "all functions", items)
