"""Section 2: group privacy, VC dimension, what is cited about learning, Chernoff bounds."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, product

from audits.claims.bbkn13.exactly import (
    binomial_range,
    hamming,
)
from audits.claims.bbkn13.programmes import recovering
from audits.claims.vocabulary import (
    decide,
    eq,
    exp_low,
    le,
    lt,
)
from audits.engines.comparisons import Comparison
from audits.engines.optimum.optimum import solve
from audits.ledger import Form, Size, claim, not_finitely_checkable
from audits.verdict import Evidence, Verdict
from reference.data.adjacency import replace_one
from reference.data.bottom import Bottom
from reference.data.concept import (
    Hypothesis,
    Values,
    all_functions,
    error,
    grid_distributions,
    intervals,
    is_consistent,
    labelled_examples,
    points,
    vc_dimension,
)
from reference.lower_bounds.learning_packing import point_packing
from reference.mechanisms.learning.exponential_learner import ExponentialLearner
from reference.mechanisms.learning.noisy_point_learner import smallest_unseen_point
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law
from reference.reductions.dnf_to_cnf import clauses, conjunction_holds, disjunction_holds


@claim("BBKN13.TXT.group", uses=("BBKN13.L3.4.priv",))
def group_privacy(size: Size) -> Verdict:
    """Pr[A(D) = h] <= e^(k eps) Pr[A(D') = h] for databases at distance k.

    Fair: All pairs of sequences, for all eps; the ratio exceeds e^((k-1) eps) nowhere by
    assumption, only the bound is claimed.
    """
    t, m = size.pick((2, 2), (3, 2), (3, 3))
    learner = ExponentialLearner(points(t), t, Epsilon.indeterminate(2))
    databases = list(replace_one(labelled_examples(t), m, ordered=True).databases())
    laws = {d: law(learner, d) for d in databases}
    items = []
    for a, b in product(databases, repeat=2):
        factor = learner.eps.exp(hamming(a, b))
        items += [
            le(f"{a}, {b}", laws[a].probability(h), factor * laws[b].probability(h))
            for h in points(t)
        ]
    return decide("group privacy", f"POINT, T={t}, m={m}, all eps", items, Evidence.ALL_EPSILON)


def _unseen_failure(size: Size) -> list[tuple[int, Fraction, Fraction, Fraction]]:
    """Failure of the proper and of the improper learner, and their bounds' ingredients."""
    found = []
    alpha = Fraction(1, 4)
    for t in (2, 3, 4)[: size.pick(2, 3, 3)]:
        for m in range(1, size.pick(4, 5, 7)):
            for masses in grid_distributions(t, 8):
                for c in points(t):
                    proper = improper = Fraction(0)
                    for sample in product([x for x in range(t) if masses[x]], repeat=m):
                        chance = Fraction(1)
                        for x in sample:
                            chance *= masses[x]
                        h = smallest_unseen_point(tuple((x, c(x)) for x in sample), t)
                        seen = c.point in sample
                        g = c if seen else Values((0,) * t)
                        bad = isinstance(h, Bottom) or error(c, h, masses) > alpha
                        proper += chance * bad
                        improper += chance * (error(c, g, masses) > alpha)
                    found.append((m, proper, improper, alpha))
    return found


not_finitely_checkable(
    "BBKN13.T2.4",
    statement="Every class is learnable with O((VCDIM log(1/alpha) + log(1/beta))/alpha) samples.",
    reason="an asymptotic theorem about all classes, cited; the concrete form decides POINT",
)


@claim("BBKN13.T2.4", Form.CONCRETE)
def learning_points_without_privacy(size: Size) -> Verdict:
    """POINT without privacy: Pr[error > alpha] <= (1 + 2/alpha)(1 - alpha/2)^m for the proper
    learner and <= (1 - alpha)^m for the improper one.

    Fair: All targets, all distributions on the grid 1/8; failure is positive for some.
    """
    items = []
    for m, proper, improper, alpha in _unseen_failure(size):
        items.append(le(f"proper, m={m}", proper, (1 + 2 / alpha) * (1 - alpha / 2) ** m))
        items.append(le(f"improper, m={m}", improper, (1 - alpha) ** m))
    return decide("POINT without privacy", "T <= 4, grid 1/8, alpha = 1/4", items)


@claim("BBKN13.TXT.vc-log")
def vc_dimension_is_at_most_the_logarithm(size: Size) -> Verdict:
    """2^VCDIM(C) <= |C|.

    Fair: All non-empty classes on up to 3 points, POINT and INTERVAL.
    """
    items = []
    for t in range(1, size.pick(3, 4, 4)):
        functions = list(all_functions(t))
        for k in range(1, len(functions) + 1):
            items += [
                le(f"T={t}", 1 << vc_dimension(chosen, t), k)
                for chosen in combinations(functions, k)
            ]
    for t in range(1, 9):
        items.append(le("POINT", 1 << vc_dimension(points(t), t), t))
        items.append(le("INTERVAL", 1 << vc_dimension(intervals(t), t), t + 1))
    return decide("VC dimension and size", "all classes", items)


def _patterns(concepts: Sequence[Hypothesis], size: int) -> list[Comparison]:
    """Two values on every point, at most three pairs of values on every two points."""
    items = [eq(f"values at {x}", len({c(x) for c in concepts}), 2) for x in range(size)]
    items += [
        lt(f"pairs of values at {x}, {z}", len({(c(x), c(z)) for c in concepts}), 4)
        for x, z in combinations(range(size), 2)
    ]
    return items


@claim("BBKN13.TXT.vc-point")
def points_have_vc_dimension_one(size: Size) -> Verdict:
    """VCDIM(POINT) = 1 for T >= 2 (for T = 1 there is one concept and it is 0).

    Fair: T = 1 apart; every singleton and every pair is examined.
    """
    items = [eq("T=1", vc_dimension(points(1), 1), 0)]
    for t in range(2, size.pick(9, 17, 33)):
        items += [eq(f"T={t}", vc_dimension(points(t), t), 1), *_patterns(points(t), t)]
    return decide("VC dimension of POINT", "T <= 8", items)


@claim("BBKN13.R2.6")
def utility_ranges_over_fewer_databases(size: Size) -> Verdict:
    """Of the (2T)^m databases only those labelled by a concept matter for utility.

    Fair: Both sorts occur for POINT, and both are in the universe of the audits.
    """
    items = []
    for t, m in ((2, 1), (2, 2), (3, 2))[: size.pick(3, 3, 3)]:
        databases = list(replace_one(labelled_examples(t), m, ordered=True).databases())
        fitting = sum(any(is_consistent(c, d) for c in points(t)) for d in databases)
        by_samples = len(
            {tuple((x, c(x)) for x in s) for c in points(t) for s in product(range(t), repeat=m)}
        )
        items += [eq("all", len(databases), (2 * t) ** m), eq("consistent", fitting, by_samples)]
        items.append(le("some are inconsistent", fitting, len(databases) - (m > 1)))
    return decide("privacy and utility", "POINT", items)


@claim("BBKN13.O2.7", uses=("BBKN13.A.VALIANT",))
def terms_become_clauses(size: Size) -> Verdict:
    """Every 2-term DNF is a 2-CNF (the part of the observation that is finite).

    Fair: All pairs of non-empty terms; nothing is claimed about hardness.
    """
    n, items = size.pick(2, 3, 3), []
    literals = [s * v for v in range(1, n + 1) for s in (1, -1)]
    terms = [t for k in range(1, n + 1) for t in combinations(literals, k)]
    for pair in product(terms, repeat=2):
        found = clauses(pair)
        items.append(le("literals", max(map(len, found)), 2))
        for assignment in product((False, True), repeat=n):
            same = disjunction_holds(pair, assignment) == conjunction_holds(found, assignment)
            items.append(eq(f"{pair}", same, 1))
    return decide("DNF and CNF", f"{n} variables", items)


def _chernoff(size: Size) -> list[tuple[int, Fraction, int]]:
    chances = (Fraction(1, 10), Fraction(1, 3), Fraction(1, 2), Fraction(4, 5))
    trials = range(1, size.pick(13, 25, 41))
    return [(n, p, k) for n in trials for p in chances for k in range(n + 1)]


@claim("BBKN13.CH.1")
def multiplicative_upper_tail(size: Size) -> Verdict:
    """Pr[S >= (1+x) mu] <= exp(-mu x^2/3) for 0 < x <= 1.

    Fair: Exact binomial tails at all integer thresholds, rational lower bounds of exp.
    """
    items = []
    for n, p, k in _chernoff(size):
        x = Fraction(k) / (n * p) - 1
        if 0 < x <= 1:
            items.append(
                le(f"n={n}, p={p}, k={k}", binomial_range(n, p, k, n), exp_low(-n * p * x * x / 3))
            )
    return decide("upper tail", "n, p, thresholds", items, Evidence.EXHAUSTIVE)


@claim("BBKN13.CH.2")
def multiplicative_lower_tail(size: Size) -> Verdict:
    """Pr[S <= (1-x) mu] <= exp(-mu x^2/2) for 0 < x <= 1.

    Fair: Exact binomial tails at all integer thresholds, rational lower bounds of exp.
    """
    items = []
    for n, p, k in _chernoff(size):
        x = 1 - Fraction(k) / (n * p)
        if 0 < x <= 1:
            items.append(
                le(f"n={n}, p={p}, k={k}", binomial_range(n, p, 0, k), exp_low(-n * p * x * x / 2))
            )
    return decide("lower tail", "n, p, thresholds", items)


@claim("BBKN13.CH.3")
def additive_tails(size: Size) -> Verdict:
    """Pr[|S - mu| >= x] <= 2 exp(-2 x^2/n), checked for every x > 0.

    Fair: x at every distance |k - mu| that occurs, also above 1.
    """
    items = []
    for n, p, k in _chernoff(size):
        x = abs(k - n * p)
        if x:
            outside = sum(
                (binomial_range(n, p, j, j) for j in range(n + 1) if abs(j - n * p) >= x),
                Fraction(0),
            )
            items.append(le(f"n={n}, p={p}, x={x}", outside, 2 * exp_low(-2 * x * x / n)))
    return decide("two tails", "n, p, distances", items)


@claim("BBKN13.TXT.sym", Form.CONCRETE)
def order_of_rows_does_not_help(size: Size) -> Verdict:
    """The best learner on sequences of rows is no better than the best on multisets.

    Fair: Exact optima of both linear programmes, as numbers: the certificate compares them, the
    programmes themselves were solved by the engine.
    """
    items: list[Comparison] = []
    for t, m in ((2, 2), (3, 2))[: size.pick(1, 2, 2)]:
        both = [
            solve(
                recovering(points(t), [point_packing(j, m) for j in range(t)], t, ordered=ordered),
                Fraction(2),
            )
            for ordered in (True, False)
        ]
        items.append(eq(f"T={t}, m={m}", both[0].upper, both[1].upper))
        items.append(eq("exact", both[0].lower, both[0].upper))
        items.append(eq("exact", both[1].lower, both[1].upper))
    return decide("sequences and multisets", "POINT, e^eps = 2", items)


not_finitely_checkable(
    "BBKN13.F1",
    statement="On continuous domains log |H| samples do not suffice for private learning.",
    reason="about infinite domains; a related result, cited",
)
not_finitely_checkable(
    "BBKN13.F3",
    statement="Useful: every query of the class is answered with a small error.",
    reason="an informal preview of the definition in section 7 (BBKN13.D.sanitizer)",
)
