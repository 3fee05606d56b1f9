"""Section 4.1: classes that represent the points with few hypotheses."""

from fractions import Fraction
from itertools import combinations
from math import comb

from audits.claims.bbkn13.exactly import (
    binomial_range,
    failure,
    inaccurate,
)
from audits.claims.vocabulary import (
    decide,
    eq,
    exp_high,
    le,
    lt,
)
from audits.engines.comparisons import Comparison
from audits.ledger import UNGRADED, Form, Size, claim, not_finitely_checkable
from audits.verdict import Verdict
from reference.data.concept import points
from reference.data.hypothesis_classes import (
    RandomSubsetClass,
    Sets,
    affine_lines,
    as_hypotheses,
    covering,
    is_good_point,
    lines_of_binary_space,
    projective_lines,
    restricted,
    steiner_dual,
)
from reference.data.representation import representation_value
from reference.mechanisms.learning.exponential_learner import ExponentialLearner
from reference.privacy.epsilon import Epsilon


def _families(size: Size) -> list[tuple[str, Sets, int]]:
    every = [
        ("PG(2,2)", projective_lines(2), 7),
        ("PG(2,3)", projective_lines(3), 13),
        ("dual AG(2,3)", steiner_dual(affine_lines(3), 12), 12),
        ("dual PG(3,2)", steiner_dual(lines_of_binary_space(4), 32), 32),
    ]
    return every[: size.pick(4, 4, 4)]


@claim("BBKN13.PG.suff")
def rarely_meeting_sets_represent(size: Size) -> Verdict:
    """Sets that share at most one point, p of them through j: value at most 1/p.

    Fair: Four classes; the hypothesis is verified for each.
    """
    items: list[Comparison] = []
    for name, sets, t in _families(size):
        items += [
            le("meet", len(a & b), 1) for a, b in combinations(sets, 2) if "dual" not in name
        ]
        hypotheses = as_hypotheses(sets, t)
        for j in range(0, t, size.pick(5, 2, 1)):
            p, shared = covering(sets, j)
            items.append(le(f"shared, {name}", shared, 1))
            value = representation_value(hypotheses, points(t)[j], t)
            items.append(le(f"{name}, {j}", value, Fraction(1, p)))
    return decide("rarely meeting sets", "four classes", items)


@claim("BBKN13.PG.plane")
def planes_represent_their_points(size: Size) -> Verdict:
    """For q >= 1/alpha the lines of the plane alpha-represent its points.

    Fair: alpha = 1/q, the smallest allowed.
    """
    items = []
    for q in size.pick((2, 3), (2, 3, 5), (2, 3, 5, 7)):
        n = q * q + q + 1
        hypotheses = as_hypotheses(projective_lines(q), n)
        items += [
            le(f"q={q}", representation_value(hypotheses, c, n), Fraction(1, q))
            for c in points(n)[:: size.pick(4, 2, 1)]
        ]
    return decide("projective planes", "alpha = 1/q", items)


@claim("BBKN13.PG.plane", Form.CONCRETE)
def exact_value_of_planes(size: Size) -> Verdict:
    """The value of the lines of the plane of order q is exactly 1/(q+1).

    Fair: Every point for small orders.
    """
    items = []
    for q in size.pick((2, 3, 5), (2, 3, 5), (2, 3, 5, 7)):
        n = q * q + q + 1
        hypotheses = as_hypotheses(projective_lines(q), n)
        items += [
            eq(f"q={q}, {c}", representation_value(hypotheses, c, n), Fraction(1, q + 1))
            for c in points(n)[:: size.pick(4, 2, 1)]
        ]
    return decide("value of planes", "prime orders", items)


@claim("BBKN13.PG.sparse", refuted=UNGRADED)
def no_plane_has_two_to_the_d_points(size: Size) -> Verdict:
    """Some plane has exactly 2T = 2^(d+1) points.

    Fair: q^2 + q + 1 is odd for every q, so this is a matter of rounding, not of size.
    """
    orders = range(2, size.pick(9, 50, 200))
    return decide(
        "number of points",
        "orders q",
        (eq(f"q={q}: odd number of points", (q * q + q + 1) % 2, 0) for q in orders),
    )


@claim("BBKN13.PG.sparse", Form.CONCRETE)
def sparse_planes_cover_half(size: Size) -> Verdict:
    """Lines kept with rate min(1, 4/(alpha (q+1))): a point is on <= 1/alpha kept lines with
    probability at most 1/2.

    Fair: Exact binomial tails, rates below 1.
    """
    items = []
    for q in (13, 17, 31, 101)[: size.pick(3, 4, 4)]:
        for alpha in (Fraction(1, 2), Fraction(1, 3)):
            rate = 4 / (alpha * (q + 1))
            few = binomial_range(q + 1, rate, 0, int(1 / alpha))
            items += [lt("rate", rate, 1), le(f"q={q}, alpha={alpha}", few, Fraction(1, 2))]
    return decide("sparse planes", "prime orders", items)


not_finitely_checkable(
    "BBKN13.L4.1",
    statement="For every alpha < 1 some class of O(d/alpha^2) hypotheses represents POINT_d.",
    reason="asymptotic existence; the concrete form bounds the exact failure probabilities",
)


def _sizes(size: Size) -> list[RandomSubsetClass]:
    return [
        RandomSubsetClass(d, alpha)
        for d in (16, 17, 20, 24)[: size.pick(3, 4, 4)]
        for alpha in (Fraction(9, 10), Fraction(2, 5))
    ]


def _few(c: RandomSubsetClass, per_set: int) -> Fraction:
    """Pr[fewer than p of the k sets contain a point]."""
    chance = Fraction(per_set, 2 << c.dimension)
    return binomial_range(c.sets, chance, 0, c.needed - 1)


def _second(c: RandomSubsetClass, per_set: int) -> Fraction:
    """2T binom(p, d) Pr[a set through j contains b]^d."""
    hit = Fraction(per_set - 1, (2 << c.dimension) - 1)
    return (2 << c.dimension) * comb(c.needed, c.dimension) * hit**c.dimension


@claim("BBKN13.L4.1", Form.CONCRETE)
def random_subsets_exist(size: Size) -> Verdict:
    """d >= 16: a point is bad with probability at most 1/4, so some choice of the k <= ceil(8 e d
    (1 + floor(1/alpha))^2) sets has T good points.

    Fair: Exact probabilities with set sizes rounded up and down; k < T.
    """
    items = []
    for c in _sizes(size):
        for per_set in (c.points_per_set - 1, c.points_per_set):
            bad = _few(c, per_set) + _second(c, per_set)
            items.append(le(f"d={c.dimension}, alpha={c.alpha}", bad, Fraction(1, 4)))
        items.append(lt("fewer than points", c.sets, 1 << c.dimension))
        limit = 8 * exp_high(1) * c.dimension * (1 + int(1 / c.alpha)) ** 2
        items.append(lt("k", c.sets, limit + 1))
    return decide("random subset class", "d >= 16", items)


FANO = projective_lines(2)


def _complements(sets: Sets, size: int) -> Sets:
    return tuple(frozenset(range(size)) - s for s in sets)


def _covered(size: Size) -> list[Comparison]:
    items = []
    for name, sets, t in (
        ("Fano", FANO, 7),
        ("complement", _complements(FANO, 7), 7),
        ("PG(2,3)", projective_lines(3), 13),
        ("restricted", restricted(projective_lines(3), range(1, 9)), 8),
    ):
        hypotheses = as_hypotheses(sets, t)
        for j in range(0, t, size.pick(3, 1, 1)):
            p, shared = covering(sets, j)
            value = representation_value(hypotheses, points(t)[j], t)
            items.append(le(f"{name}, point {j}", value, Fraction(shared, p)))
            good = is_good_point(sets, j, p, shared + 1)
            items.append(eq(f"{name}, good", good, 1))
    return items


@claim("BBKN13.L4.1.rep")
def covered_points_are_represented(size: Size) -> Verdict:
    """p sets through j, each other point in fewer than d of them: error < d/p.

    Fair: Four systems, with d = shared + 1.
    """
    items = []
    for item in _covered(size):
        if isinstance(item.left, Fraction) and isinstance(item.right, Fraction):
            p = item.right.denominator
            items.append(lt(item.name, item.left, item.right + Fraction(1, p * p)))
    return decide("covered points", "four systems", items)


@claim("BBKN13.L4.1.rep", Form.CONCRETE)
def covering_bounds_the_value(size: Size) -> Verdict:
    """p sets through j, each other point in at most t-1 of them: value <= (t-1)/p.

    Fair: Fano plane, its complement, PG(2,3) and a restriction of it.
    """
    return decide("covering bound", "four systems", _covered(size))


@claim("BBKN13.L4.1.mean")
def expected_number_of_sets(size: Size) -> Verdict:
    """With 4pT/k points for each of k sets, a point lies in 2p sets on average.

    Fair: The unrounded size; the rounded one is at least as large.
    """
    items = []
    for c in _sizes(size):
        exact = Fraction(4 * c.needed << c.dimension, c.sets)
        mean = c.sets * exact / (2 << c.dimension)
        items.append(eq(f"d={c.dimension}", mean, 2 * c.needed))
        items.append(le("rounded up", exact, c.points_per_set))
    return decide("mean", "d >= 16", items)


@claim("BBKN13.L4.1.BAD1")
def few_sets_are_unlikely(size: Size) -> Verdict:
    """Pr[Bin(k, size/(2T)) < p] < 2/p <= 1/8 for d >= 16.

    Fair: Exact binomials for both roundings of the size.
    """
    items = []
    for c in _sizes(size):
        items += [
            lt(f"d={c.dimension}", _few(c, per_set), Fraction(2, c.needed))
            for per_set in (c.points_per_set - 1, c.points_per_set)
        ]
        items.append(le("2/p", Fraction(2, c.needed), Fraction(1, 8)))
    return decide("few sets", "d >= 16", items)


@claim("BBKN13.L4.1.hit")
def second_point_is_hit(size: Size) -> Verdict:
    """A random (size-1)-subset of 2T-1 points contains b with probability < 2p/k.

    Fair: The size rounded down (the rounded-up size is covered by L4.1.BAD2).
    """
    items = []
    for c in _sizes(size):
        down = (4 * c.needed << c.dimension) // c.sets
        hit = Fraction(down - 1, (2 << c.dimension) - 1)
        items.append(lt(f"d={c.dimension}", hit, Fraction(2 * c.needed, c.sets)))
    return decide("second point", "d >= 16", items)


@claim("BBKN13.L4.1.BAD2")
def second_point_is_unlikely(size: Size) -> Verdict:
    """2T binom(p,d) (2p/k)^d <= 2T (2e p^2/(kd))^d <= 2T 4^(-d) = 2/T <= 1/8.

    Fair: Each inequality of the chain, with rational upper bounds of e, d >= 16.
    """
    items = []
    for c in _sizes(size):
        d, p, k, t = c.dimension, c.needed, c.sets, 1 << c.dimension
        first = 2 * t * comb(p, d) * Fraction(2 * p, k) ** d
        middle = 2 * t * (2 * exp_high(1) * p * p / (k * d)) ** d
        items += [le(f"binomial, d={d}", first, middle)]
        items.append(le("2e p^2/(kd) <= 1/4", 8 * exp_high(1) * p * p, k * d))
        items.append(le("2/T", 2 * t * Fraction(1, 4**d), Fraction(1, 8)))
        items.append(eq("2T 4^-d", 2 * t * Fraction(1, 4**d), Fraction(2, t)))
        for per_set in (c.points_per_set - 1, c.points_per_set):
            items.append(le("exact", _second(c, per_set), Fraction(1, 8)))
    return decide("second point in many sets", "d >= 16", items)


@claim("BBKN13.L4.1.markov")
def half_of_the_points_are_good(size: Size) -> Verdict:
    """2T points, each bad with probability 1/4: more than T are bad with probability <= 1/2.

    Fair: Markov's inequality at an extreme distribution, and independent points.
    """
    items = []
    for t in range(1, size.pick(12, 24, 48)):
        bad = binomial_range(2 * t, Fraction(1, 4), t + 1, 2 * t)
        items.append(le(f"independent, T={t}", bad, Fraction(1, 2)))
        # all mass on 0 or T + 1 bad points, mean T/2
        items.append(le(f"extreme, T={t}", Fraction(t, 2) / (t + 1), Fraction(1, 2)))
    return decide("good points", "T", items)


not_finitely_checkable(
    "BBKN13.T4.2",
    statement="POINT has an improper private learner with "
    "O((log d + log(1/alpha) + log(1/beta))/(eps alpha)) samples.",
    reason="asymptotic; the concrete form runs the learner over a small class",
)


@claim("BBKN13.T4.2", Form.CONCRETE)
def improper_learner_is_accurate(size: Size) -> Verdict:
    """Over 15 sets for 32 points (value 1/3) the learner is private and its failure at alpha = 2/3
    is below that of guessing one of the 15 sets.

    Fair: Targets with even distributions on two or three points, m <= 2.
    """
    t, alpha, items = 32, Fraction(1, 3), []
    sets = steiner_dual(lines_of_binary_space(4), t)
    hypotheses = as_hypotheses(sets, t)
    learner = ExponentialLearner(hypotheses, t, Epsilon(Fraction(3), 2))
    for j in range(0, t, size.pick(16, 8, 4)):
        masses = [Fraction(0)] * t
        masses[j] = masses[(j + 1) % t] = Fraction(1, 2)
        c = points(t)[j]
        bad = [failure(learner, c, masses, m, inaccurate(c, masses, alpha)) for m in range(3)]
        items += [lt(f"{c}, m=1", bad[1], bad[0]), lt(f"{c}, m=2", bad[2], bad[1])]
        items.append(lt("positive", 0, bad[2]))
    return decide("improper learner", "dual PG(3,2), alpha = 1/3", items)


@claim("BBKN13.TXT.smaller-class")
def classes_are_smaller(size: Size) -> Verdict:
    """The hypothesis classes used have fewer members than there are points.

    Fair: Explicit classes, and the random class for d = 16.
    """
    items = [
        lt(name, len(sets), t) for name, sets, t in _families(size) if name.startswith("dual")
    ]
    c = RandomSubsetClass(16, Fraction(9, 10))
    items.append(lt("d=16", c.sets, 1 << 16))
    return decide("smaller classes", "three classes", items)
