"""The paper's conventions, each checked where it has consequences."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations, product
from math import prod

from audits.claims.bbkn13.exactly import (
    code,
    failure,
    hamming,
    inaccurate,
)
from audits.claims.vocabulary import (
    decide,
    eq,
    exp_high,
    exp_low,
    le,
    lt,
)
from audits.ledger import Form, Size, claim, not_finitely_checkable
from audits.verdict import Verdict
from reference.data.adjacency import replace_one
from reference.data.bottom import Bottom
from reference.data.concept import (
    LabelledExample,
    Values,
    grid_distributions,
    intervals,
    is_consistent,
    labelled,
    labelled_examples,
    points,
)
from reference.data.database import Database
from reference.exact.interval import ln
from reference.mechanisms.learning.boosted_learner import repetitions
from reference.mechanisms.learning.exponential_learner import ExponentialLearner
from reference.mechanisms.learning.subsampled_learner import noisy_learner
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law
from reference.reductions.few_switches import switch_runs


@claim("BBKN13.CONV.db")
def databases_are_sequences(size: Size) -> Verdict:
    """A database of m labelled examples over T points is one of (2T)^m sequences.

    Fair: T and m up to 3 and 4: every sequence is listed and counted.
    """
    most = size.pick(2, 3, 4)
    return decide(
        "databases of labelled examples",
        f"T <= 3, m <= {most}",
        (
            eq(
                f"T={t}, m={m}",
                len(set(replace_one(labelled_examples(t), m, ordered=True).databases())),
                (2 * t) ** m,
            )
            for t in range(1, 4)
            for m in range(most + 1)
        ),
    )


@claim("BBKN13.CONV.neigh")
def neighbours_differ_in_one_entry(size: Size) -> Verdict:
    """Neighbours are the pairs of equally long databases that differ in one entry.

    Fair: All pairs of databases are compared, not only the neighbours.
    """
    t, m = size.pick((2, 2), (2, 3), (3, 3))
    universe = replace_one(labelled_examples(t), m, ordered=True)
    databases = list(universe.databases())
    pairs = [(i, j) for a, b in universe.index_pairs() for i, j in ((a, b), (b, a))]
    near = {i: code(j for k, j in pairs if k == i) for i in range(len(databases))}
    return decide(
        "replace-one neighbours",
        f"T={t}, m={m}, all pairs",
        (
            eq(f"neighbours of {a}", near[i], code(_at_distance_one(a, databases)))
            for i, a in enumerate(databases)
        ),
    )


def _at_distance_one(
    database: Database[LabelledExample], databases: Sequence[Database[LabelledExample]]
) -> list[int]:
    return [i for i, other in enumerate(databases) if hamming(database, other) == 1]


@claim("BBKN13.CONV.worstcase")
def privacy_ranges_over_inconsistent_databases(size: Size) -> Verdict:
    """Privacy ranges over all databases, among them some that no concept is consistent with, and
    the learner has an output law there too.

    Fair: The universe of the audits contains inconsistent databases; they are counted.
    """
    t = size.pick(2, 3, 4)
    learner = ExponentialLearner(points(t), t, Epsilon(Fraction(2), 2))
    inconsistent = [
        d
        for d in learner.universe(2).databases()
        if not any(is_consistent(c, d) for c in points(t))
    ]
    items = [lt(f"inconsistent databases, T={t}", 0, len(inconsistent))]
    items += [
        eq(
            f"mass on {d}",
            sum((law(learner, d).probability(c) for c in points(t)), Fraction(0)),
            1,
        )
        for d in inconsistent
    ]
    return decide("inconsistent databases are audited", f"T={t}, m=2", items)


@claim("BBKN13.CONV.log")
def logarithms_have_their_bases(size: Size) -> Verdict:
    """Theorem 5.4 repeats ceil(log2(6/beta)) times, Claim 4.5 ceil(log_{5/4}(5/beta)) times.

    Fair: beta = 1/k; each count is the least one that suffices.
    """
    betas = [Fraction(1, k) for k in range(1, size.pick(20, 100, 1000))]
    items = []
    for beta in betas:
        k, n = switch_runs(beta), repetitions(beta)
        items += [
            le(f"2^-k, beta={beta}", Fraction(1, 2**k), beta / 6),
            lt(f"beta/6, beta={beta}", beta / 6, Fraction(2, 2**k)),
            le(f"(4/5)^N, beta={beta}", Fraction(4, 5) ** n, beta / 5),
            lt(f"beta/5, beta={beta}", beta / 5, Fraction(4, 5) ** (n - 1)),
        ]
    return decide("bases of logarithms", f"{len(betas)} values of beta", items)


@claim("BBKN13.CONV.T")
def numbering_matters_for_intervals(size: Size) -> Verdict:
    """The points are numbered; renumbering them maps POINT to itself for every permutation, but
    INTERVAL for the identity only, if T >= 3 (and T = 2).

    Fair: All permutations of up to 5 points.
    """
    items = []
    for t in range(2, size.pick(4, 5, 6)):
        orders = list(permutations(range(t)))
        kept = {"POINT": 0, "INTERVAL": 0}
        for name, concepts in (("POINT", points(t)), ("INTERVAL", intervals(t))):
            tables = {Values.of(c, t) for c in concepts}
            for order in orders:
                moved = {Values(tuple(v.values[p] for p in order)) for v in tables}
                kept[name] += moved == tables
        items += [
            eq(f"POINT, T={t}", kept["POINT"], len(orders)),
            eq(f"INTERVAL, T={t}", kept["INTERVAL"], 1),
        ]
    return decide("symmetries of the classes", "all permutations", items)


@claim("BBKN13.CONV.acc")
def strict_and_non_strict_failures_differ(size: Size) -> Verdict:
    """Pr[error > alpha] <= Pr[error >= alpha], and the two differ for some learner: the failure
    events are kept apart.

    Fair: Distributions on a grid that makes error = alpha possible.
    """
    t, m, alpha = 3, size.pick(1, 2, 3), Fraction(1, 4)
    learner = ExponentialLearner(points(t), t, Epsilon(Fraction(2), 2))
    strict, loose = [], []
    for masses in grid_distributions(t, 4):
        for c in points(t):
            strict.append(failure(learner, c, masses, m, inaccurate(c, masses, alpha)))
            bad = inaccurate(c, masses, alpha, strict=False)
            loose.append(failure(learner, c, masses, m, bad))
    items = [le("strict and not", a, b) for a, b in zip(strict, loose, strict=True)]
    items.append(lt("in all", sum(strict, Fraction(0)), sum(loose, Fraction(0))))
    return decide("two failure events", f"T=3, m={m}, alpha=1/4, grid 1/4", items)


not_finitely_checkable(
    "BBKN13.CONV.O",
    statement="O, Omega and negl hide constants and speak of all large arguments.",
    reason="a convention about limits; the concrete forms of the claims state the constants",
)


@claim("BBKN13.CONV.bot")
def bottom_is_inaccurate(size: Size) -> Verdict:
    """Bottom counts as inaccurate: failure = Pr[bottom] + Pr[bad function].

    Fair: The learner fails with positive probability on every sample.
    """
    alpha, m = Fraction(2, 5), size.pick(1, 2, 3)
    learner = noisy_learner(2, alpha)
    items = []
    for masses in grid_distributions(2, 4):
        for c in points(2):
            bad = inaccurate(c, masses, alpha)
            whole = failure(learner, c, masses, m, bad)
            nothing = failure(learner, c, masses, m, lambda h: isinstance(h, Bottom))
            wrong = Fraction(0)
            for sample in product(range(2), repeat=m):
                found = law(learner, labelled(sample, c))
                part = [found.probability(h) for h in found if h is not Bottom.BOTTOM and bad(h)]
                wrong += prod(masses[x] for x in sample) * sum(part, Fraction(0))
            items += [eq(f"{c}, {masses}", whole, nothing + wrong), lt("bottom", 0, nothing)]
    return decide("bottom is a failure", f"A2, T=2, m={m}, alpha=2/5", items)


@claim("BBKN13.CONV.rounding", Form.CONCRETE)
def sizes_are_rounded_up(size: Size) -> Verdict:
    """n = ceil(2 ln 4 / alpha) is computed exactly: n - 1 < 2 ln 4 / alpha <= n, by rational
    bounds of e, and (1 - alpha/2)^n <= 1/4.

    Fair: alpha = k/20; the least integer, neither more nor less.
    """
    items = []
    for k in range(1, size.pick(20, 20, 20)):
        alpha = Fraction(k, 20)
        n = (ln(4) * 2 / alpha).ceil()
        items += [
            le(f"4 <= e^(n alpha/2), alpha={alpha}", 4, exp_low(n * alpha / 2)),
            lt(f"e^((n-1) alpha/2) < 4, alpha={alpha}", exp_high((n - 1) * alpha / 2), 4),
            le(f"(1-alpha/2)^n, alpha={alpha}", (1 - alpha / 2) ** n, Fraction(1, 4)),
        ]
    return decide("rounded sample sizes", "alpha = 1/20..19/20", items)


not_finitely_checkable(
    "BBKN13.CONV.artefact",
    statement="Primes, stars and signs that the electronic text lost are restored.",
    reason="about the text, not about mathematics; every claim states its restored form",
)
