"""The paper's classes, distributions and databases, each against an independent computation."""

from fractions import Fraction
from itertools import product
from math import comb

from audits.claims.bbkn13.exactly import (
    code,
)
from audits.claims.vocabulary import (
    decide,
    eq,
    exp_low,
    le,
    lt,
)
from audits.ledger import UNGRADED, Form, Size, claim
from audits.verdict import Verdict
from reference.data.concept import (
    Values,
    all_functions,
)
from reference.data.hypothesis_classes import (
    RandomSubsetClass,
    affine_lines,
    covering,
    lines_of_binary_space,
    projective_lines,
    steiner_dual,
)
from reference.data.switching_points import (
    dominating_intervals,
    switching_intervals,
    switching_points,
)
from reference.mechanisms.learning.function_family import (
    affine_family,
    random_functions,
)
from reference.mechanisms.learning.noisy_point_learner import (
    IndependentNoise,
)
from reference.probability.law import law


@claim("BBKN13.A.PG2")
def projective_planes_are_planes(size: Size) -> Verdict:
    """q^2+q+1 points and lines, q+1 points on a line and lines through a point, two lines meet in
    one point.

    Fair: Prime orders.
    """
    items = []
    for q in size.pick((2, 3), (2, 3, 5), (2, 3, 5, 7)):
        lines = projective_lines(q)
        n = q * q + q + 1
        items.append(eq(f"lines, q={q}", len(set(lines)), n))
        items += [eq("points on a line", len(line), q + 1) for line in lines]
        items += [eq("lines through a point", sum(p in s for s in lines), q + 1) for p in range(n)]
        items += [eq("meet", len(a & b), 1) for a in lines for b in lines if a != b]
    return decide("projective planes", "prime orders", items)


def _sparse_rate(q: int, alpha: Fraction) -> Fraction:
    return min(Fraction(1), 4 / (alpha * (q + 1)))


@claim("BBKN13.A.PG2.SPARSE", refuted=UNGRADED)
def planes_have_a_power_of_two_points(size: Size) -> Verdict:
    """There are projective planes with exactly 2T = 2^(d+1) points to start from.

    Fair: q^2 + q + 1 for every order q.
    """
    items = [
        eq(f"order {q} has an even number of points", (q * q + q + 1) % 2, 0)
        for q in range(2, size.pick(8, 30, 100))
    ]
    return decide("planes with 2^(d+1) points", "orders q", items)


@claim("BBKN13.A.PG2.SPARSE", Form.CONCRETE)
def sparse_lines_cover(size: Size) -> Verdict:
    """Lines kept with rate pi = min(1, 4/(alpha (q+1))): at most 4 (q^2+q+1)/(alpha (q+1)) are
    expected, and a point lies on at most 1/alpha of them with probability <= 4 alpha/9.

    Fair: Rates below 1, exact binomial probabilities.
    """
    items = []
    for q in size.pick((13, 17), (13, 17, 31), (13, 17, 31, 101)):
        for alpha in (Fraction(1, 2), Fraction(1, 3)):
            rate = _sparse_rate(q, alpha)
            few = sum(
                (
                    comb(q + 1, k) * rate**k * (1 - rate) ** (q + 1 - k)
                    for k in range(alpha.denominator // alpha.numerator + 1)
                ),
                Fraction(0),
            )
            items.append(lt(f"rate, q={q}", rate, 1))
            items.append(le(f"q={q}, alpha={alpha}", few, 4 * alpha / 9))
            lines = q * q + q + 1
            items.append(le("expected", rate * lines, 4 * (q + 1) / alpha))
    return decide("sparse planes", "prime orders, alpha = 1/2, 1/3", items)


@claim("BBKN13.A.L41")
def random_subset_class_sizes(size: Size) -> Verdict:
    """p = d (1 + floor(1/alpha)), k = ceil(8 e p^2 / d), sets of about 4 p T / k points.

    Fair: d >= 16; k is the least integer >= 8 e p^2 / d by rational bounds of e.
    """
    items = []
    for d in (16, 17, 20, 24)[: size.pick(2, 4, 4)]:
        for alpha in (Fraction(9, 10), Fraction(1, 2), Fraction(2, 5)):
            found = RandomSubsetClass(d, alpha)
            p = d * (1 + int(1 / alpha))
            items.append(eq(f"p, d={d}", found.needed, p))
            items.append(le("k is enough", exp_low(1) * 8 * p * p / d, found.sets))
            items.append(lt("k is the least", found.sets - 1, exp_low(1) * 8 * p * p / d))
            items.append(le("set size", 4 * p * 2**d, found.points_per_set * found.sets))
    return decide("random subset class", "d = 16..24", items)


@claim("BBKN13.A.PACKCLASS", Form.CONCRETE)
def packing_duals_cover(size: Size) -> Verdict:
    """Duals of the lines of PG(3,2) and AG(2,3): w sets through each of T points, two points share
    at most one set.

    Fair: 15 sets for 32 points and 9 sets for 12 points.
    """
    del size
    items = []
    for name, blocks, t, k in (
        ("PG(3,2)", lines_of_binary_space(4), 32, 15),
        ("AG(2,3)", affine_lines(3), 12, 9),
    ):
        sets = steiner_dual(blocks, t)
        items.append(eq(f"{name}: sets", len(sets), k))
        for j in range(t):
            through, shared = covering(sets, j)
            items += [eq(f"{name}, {j}", through, 3), le("shared", shared, 1)]
    return decide("packing classes", "duals of PG(3,2) and AG(2,3)", items)


@claim("BBKN13.A.HQ")
def random_function_is_noise_around_zero(size: Size) -> Verdict:
    """The exact law of H^q is that of the zero function with flips of rate q.

    Fair: All functions, q = 1/10 and 1/3.
    """
    t, items = size.pick(3, 4, 5), []
    for q in (Fraction(1, 10), Fraction(1, 3)):
        noise = law(IndependentNoise(q), Values((0,) * t))
        family = random_functions(t, q)
        total = sum(m.weight for m in family)
        items += [
            eq(f"{m.function}", noise.probability(m.function), Fraction(m.weight, total))
            for m in family
        ]
    return decide("biased random function", f"T={t}", items)


@claim("BBKN13.A.AFFINE", Form.CONCRETE)
def affine_family_is_pairwise_independent(size: Size) -> Verdict:
    """f_{u,v}(x) = 1[u x + v in K] over GF(2^d) is pairwise independent with bias q.

    Fair: All pairs of points, all four values, several |K|.
    """
    items = []
    for degree in range(1, size.pick(3, 4, 5)):
        for ones in range(1, 1 << degree):
            family, t = affine_family(degree, ones), 1 << degree
            share = {1: Fraction(ones, t), 0: 1 - Fraction(ones, t)}
            for x, z in product(range(t), repeat=2):
                if x == z:
                    continue
                for a, b in product((0, 1), repeat=2):
                    hits = sum(m.function(x) == a and m.function(z) == b for m in family)
                    items.append(
                        eq(f"d={degree}, |K|={ones}", Fraction(hits, t * t), share[a] * share[b])
                    )
    return decide("affine family", "all pairs of points", items)


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
