"""The definitions of learning and of points, each against an independent computation."""

from fractions import Fraction
from itertools import combinations, product
from math import comb, prod

from audits.claims.bbkn13.exactly import (
    failure,
    hamming,
    inaccurate,
)
from audits.claims.vocabulary import (
    decide,
    eq,
    le,
    lt,
)
from audits.engines.point import tight_delta
from audits.engines.privacy import audit_privacy
from audits.ledger import Size, claim, not_finitely_checkable
from audits.table import tabulate
from audits.verdict import Verdict
from reference.data.adjacency import replace_one
from reference.data.concept import (
    Values,
    all_functions,
    disagreements,
    grid_distributions,
    intervals,
    points,
    vc_dimension,
)
from reference.data.matrix_game import proves
from reference.data.representation import (
    is_minimal,
    losses,
    representation_game,
    representation_value,
)
from reference.lower_bounds.learning_packing import is_good_sample
from reference.mechanisms.learning.exponential_learner import ExponentialLearner
from reference.mechanisms.learning.function_family import random_functions
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law


@claim("BBKN13.D2.1")
def privacy_over_events_is_pointwise(size: Size) -> Verdict:
    """Pr[A(D) in S] <= e^eps Pr[A(D') in S] for every set S of outputs.

    Fair: The worst event over all sets S against the pointwise ratios, at several r.
    """
    items = []
    for root in (Fraction(3, 2), Fraction(2), Fraction(3)):
        learner = ExponentialLearner(points(3), 3, Epsilon(root, 2))
        table = tabulate(learner, learner.universe(size.pick(1, 2, 3)))
        for x in (root, root**2, root**3):
            worst = tight_delta(table, x)
            pairs = [
                (law(learner, table.databases[a]), law(learner, table.databases[b]))
                for i, j in table.universe.index_pairs()
                for a, b in ((i, j), (j, i))
            ]
            ratio = max(p.probability(h) / q.probability(h) for p, q in pairs for h in points(3))
            excess = max(
                sum((p.probability(h) - x * q.probability(h) for h in event), Fraction(0))
                for p, q in pairs
                for n in range(4)
                for event in combinations(points(3), n)
            )
            assert worst is not None
            items.append(eq(f"s={root}, x={x}: worst event", worst.value, excess))
            if ratio <= x:
                items.append(eq(f"ratio {ratio} <= x={x}", excess, 0))
            else:
                items.append(lt(f"ratio {ratio} > x={x}", 0, excess))
    return decide("events and outcomes", "EXPMECH over POINT, T=3", items)


@claim("BBKN13.D2.2")
def failure_is_over_sample_and_coins(size: Size) -> Verdict:
    """The failure of a learner: Pr over sample and coins of error_D(c, h) > alpha.

    Fair: Failure strictly between 0 and 1; compared with a sum over multisets.
    """
    t, m, alpha = 3, size.pick(2, 3, 4), Fraction(1, 4)
    learner = ExponentialLearner(points(t), t, Epsilon(Fraction(2), 2))
    items = []
    for masses in grid_distributions(t, 4):
        for c in points(t):
            bad = inaccurate(c, masses, alpha)
            total = Fraction(0)
            for d in replace_one(range(t), m).databases():
                ways, left = 1, m
                for x in range(t):
                    ways *= comb(left, d.count(x))
                    left -= d.count(x)
                chance = prod((masses[x] for x in d), start=Fraction(ways))
                found = law(learner, tuple((x, c(x)) for x in d))
                total += chance * sum((found.probability(h) for h in found if bad(h)), Fraction(0))
            items.append(eq(f"{c}, {masses}", failure(learner, c, masses, m, bad), total))
    return decide("failure probability", f"T={t}, m={m}, grid 1/4", items)


@claim("BBKN13.D2.3")
def vc_dimension_is_the_largest_shattered_set(size: Size) -> Verdict:
    """VCDIM is the size of a largest set on which the class takes all 2^k patterns.

    Fair: All classes of functions on 2 or 3 points, all subsets of points.
    """
    t = size.pick(2, 3, 3)
    functions = list(all_functions(t))
    items = []
    for k in range(1, len(functions) + 1):
        for chosen in combinations(functions, k):
            largest = max(
                len(s)
                for n in range(t + 1)
                for s in combinations(range(t), n)
                if len({tuple(h(x) for x in s) for h in chosen}) == 2**n
            )
            items.append(eq(",".join(map(str, chosen)), vc_dimension(chosen, t), largest))
    return decide("VC dimension", f"all classes on T={t} points", items)


@claim("BBKN13.D2.5")
def private_learner_is_private_everywhere(size: Size) -> Verdict:
    """A private learner is eps-private on all databases, for every eps > 0.

    Fair: All labelled databases, consistent or not; all eps at once.
    """
    t, m = size.pick((2, 2), (3, 3), (4, 3))
    learner = ExponentialLearner(intervals(t), t, Epsilon.indeterminate(2))
    return audit_privacy(learner, learner.universe(m), learner.guarantee, "learner over INTERVAL")


@claim("BBKN13.D3.1")
def representation_is_a_matrix_game(size: Size) -> Verdict:
    """H alpha-represents C iff the value of the matrix game is at most alpha for each c.

    Fair: Value with strategies of both players; grid distributions never exceed it.
    """
    t, items = size.pick(2, 3, 3), []
    functions = list(all_functions(t))
    for k in range(1, 4):
        for chosen in combinations(functions, k):
            for c in points(t):
                game = representation_game(chosen, c, t)
                items.append(eq("strategies", int(proves(losses(chosen, c, t), game)), 1))
                worst = max(
                    min(sum(m[x] for x in disagreements(h, c, t)) for h in chosen)
                    for m in grid_distributions(t, 6)
                )
                items.append(le(f"{c}, {list(map(str, chosen))}", Fraction(worst), game.value))
    return decide("representation value", f"classes of <= 3 functions, T={t}", items)


@claim("BBKN13.D3.3")
def point_functions_have_weight_one(size: Size) -> Verdict:
    """POINT consists of the T functions that are 1 at exactly one point.

    Fair: All 2^T functions are filtered by weight 1.
    """
    items = []
    for t in range(1, size.pick(6, 9, 12)):
        tables = [Values.of(c, t).values for c in points(t)]
        items += [
            eq(f"{h}", min(hamming(h.values, c) for c in tables), abs(h.weight - 1))
            for h in all_functions(t)
        ]
    return decide("POINT", "all functions", items)


@claim("BBKN13.D3.5")
def minimality_needs_single_deletions_only(size: Size) -> Verdict:
    """H is alpha-minimal iff it alpha-represents C and no proper subset does.

    Fair: Single deletions against all proper subsets, for minimal and other classes.
    """
    t, items = 2, []
    functions = list(all_functions(t))
    found = set()
    for k in range(1, size.pick(4, 5, 5)):
        for chosen in combinations(functions, k):
            for alpha in (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4)):
                fits = [
                    all(representation_value(s, c, t) <= alpha for c in points(t))
                    for n in range(k + 1)
                    for s in combinations(chosen, n)
                ]
                by_subsets = fits[-1] and not any(fits[:-1])
                minimal = is_minimal(chosen, points(t), t, alpha)
                found.add(minimal)
                items.append(eq(f"{list(map(str, chosen))}, {alpha}", minimal, int(by_subsets)))
    items.append(eq("both answers occur", len(found), 2))
    return decide("minimality", "T=2", items)


@claim("BBKN13.D.set-hyp")
def sets_are_indicators(size: Size) -> Verdict:
    """A set of points stands for its indicator function.

    Fair: All subsets of up to 5 points; different sets give different functions.
    """
    t = size.pick(4, 5, 8)
    subsets = [frozenset(s) for n in range(t + 1) for s in combinations(range(t), n)]
    items = [
        eq(f"{sorted(s)} at {x}", Values.indicator(s, t)(x), int(x in s))
        for s in subsets
        for x in range(t)
    ]
    items.append(eq("different", len({Values.indicator(s, t) for s in subsets}), 2**t))
    return decide("sets as hypotheses", f"T={t}", items)


@claim("BBKN13.D4.6")
def random_function_has_independent_values(size: Size) -> Verdict:
    """The random function has independent values, each 1 with probability q.

    Fair: Joint law of all values against the product, for q between 0 and 1.
    """
    t, items = size.pick(3, 4, 6), []
    for q in (Fraction(1, 16), Fraction(1, 10), Fraction(1, 3)):
        family = random_functions(t, q)
        total = sum(m.weight for m in family)
        for m in family:
            chance = prod((q if v else 1 - q for v in m.function.values), start=Fraction(1))
            items.append(eq(f"{m.function}, q={q}", Fraction(m.weight, total), chance))
    return decide("biased random function", f"T={t}", items)


not_finitely_checkable(
    "BBKN13.D4.7",
    statement="No small circuit tells a pseudorandom function of bias q from a random one.",
    reason="speaks of all polynomial-size circuits and all large d; A.AFFINE is a finite stand-in",
)


@claim("BBKN13.D4.10")
def weights_are_counted(size: Size) -> Verdict:
    """weight(h) is the number of points on which h is 1.

    Fair: All functions; the numbers of each weight are binomial coefficients.
    """
    t = size.pick(6, 8, 12)
    zero = Values((0,) * t)
    items = [eq(f"{h}", h.weight, len(disagreements(h, zero, t))) for h in all_functions(t)]
    items += [
        eq(f"weight {w}", sum(h.weight == w for h in all_functions(t)), comb(t, w))
        for w in range(t + 1)
    ]
    return decide("weight", f"T={t}", items)


@claim("BBKN13.D.good-i")
def good_samples_have_few_rare_points(size: Size) -> Verdict:
    """A sample is good for D_i iff at most 2 alpha m of its rows equal i.

    Fair: All samples over two points; both kinds occur.
    """
    m, alpha = size.pick(4, 6, 10), Fraction(1, 5)
    items = [
        le(f"{s} is good", sum(s), 2 * m // 5)
        if is_good_sample(s, 1, alpha)
        else lt(f"{s} is not good", Fraction(2 * m, 5), sum(s))
        for s in product((0, 1), repeat=m)
    ]
    return decide("good samples", f"m={m}, alpha=1/5", items)
