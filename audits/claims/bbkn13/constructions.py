"""The paper's classes, distributions and databases, each against an independent computation."""

from fractions import Fraction
from itertools import combinations_with_replacement, product
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
from audits.engines.comparisons import Comparison
from audits.ledger import UNGRADED, Form, Size, claim
from audits.verdict import Verdict
from reference.data.concept import (
    PointFunction,
    Values,
    all_functions,
    empirical_errors,
    error,
    intervals,
    points,
)
from reference.data.hypothesis_classes import (
    RandomSubsetClass,
    affine_lines,
    covering,
    lines_of_binary_space,
    projective_lines,
    steiner_dual,
)
from reference.lower_bounds.learning_packing import (
    equal_columns,
    hard_distribution,
    interval_packing,
    point_packing,
)
from reference.mechanisms.learning.function_family import (
    affine_family,
    random_functions,
)
from reference.mechanisms.learning.noisy_point_learner import (
    IndependentNoise,
)
from reference.probability.law import law


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
