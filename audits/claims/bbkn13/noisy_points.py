"""Section 4.2: the learners with independent noise, their privacy and star subsampling."""

from fractions import Fraction
from itertools import product
from math import prod

from audits.claims.bbkn13.exactly import (
    binomial_range,
)
from audits.claims.bbkn13.toys import DeletingSubsample, TwoOutcomes
from audits.claims.vocabulary import (
    decide,
    eq,
    le,
    lt,
)
from audits.engines.comparisons import Comparison
from audits.engines.point import tight_exp_eps
from audits.engines.privacy import audit_privacy
from audits.ledger import UNGRADED, Form, Size, claim
from audits.table import tabulate
from audits.verdict import Evidence, Verdict
from reference.data.adjacency import replace_one
from reference.data.bottom import Bottom
from reference.data.concept import Values, error, grid_distributions, labelled_examples, points
from reference.data.star import Star
from reference.exact.interval import ln
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.learning.noisy_point_learner import (
    IndependentNoise,
    NoisyPointLearner,
    SubsampleRow,
    consistent_centre,
    rows_with_stars,
)
from reference.mechanisms.learning.star_subsampling import StarSubsampling, keeping_rate
from reference.mechanisms.learning.subsampled_learner import noisy_learner
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law

ALL_ALPHA = 1 / (2 * RationalFunction.r())
"""alpha = 1/(2r): every alpha in (0, 1/2] as r runs over [1, infinity)."""


def inner_samples(alpha: Fraction) -> int:
    """ceil(2 ln 4 / alpha)."""
    return (ln(4) * 2 / alpha).ceil()


@claim("BBKN13.A1.inner")
def consistent_concept_is_accurate(size: Size) -> Verdict:
    """n >= 2 ln 4/alpha: the consistent concept has error >= alpha/2 with probability <= 1/4.

    Fair: alpha = k/20; the miss probability of a point of mass alpha/2, and grids.
    """
    items = []
    for k in range(1, 20):
        alpha = Fraction(k, 20)
        n = inner_samples(alpha)
        items.append(le(f"alpha={alpha}, n={n}", (1 - alpha / 2) ** n, Fraction(1, 4)))
    alpha, n, t = Fraction(19, 20), 3, 3
    for masses in grid_distributions(t, size.pick(4, 8, 8)):
        for c in points(t):
            bad = Fraction(0)
            for sample in product(range(t), repeat=n):
                found = consistent_centre(tuple((x, c(x)) for x in sample), t, "two-cases")
                if isinstance(found, Bottom) or error(c, found, masses) >= alpha / 2:
                    bad += prod((masses[x] for x in sample), start=Fraction(1))
            items.append(le(f"{c}, {tuple(map(str, masses))}", bad, Fraction(1, 4)))
    return decide("consistent concept", "alpha = k/20", items)


@claim("BBKN13.A1.noise")
def noise_adds_little_error(size: Size) -> Verdict:
    """E[error(c, h)] = alpha/8, and Pr[error(c, h) >= alpha/2] <= 1/4.

    Fair: All noise patterns and grid distributions.
    """
    t, items = size.pick(2, 3, 5), []
    zero = Values((0,) * t)
    for alpha in (Fraction(2, 5), Fraction(1, 4)):
        noise = law(IndependentNoise(alpha / 8), zero)
        for masses in grid_distributions(t, 4):
            errors = {h: error(zero, h, masses) for h in noise}
            mean = sum((noise.probability(h) * e for h, e in errors.items()), Fraction(0))
            far = [h for h in noise if errors[h] >= alpha / 2]
            large = sum((noise.probability(h) for h in far), Fraction(0))
            items += [eq("mean", mean, alpha / 8), le("tail", large, Fraction(1, 4))]
    return decide("noise", f"T={t}", items)


def tail(centre: int, target: int, masses: tuple[Fraction, ...], alpha: Fraction) -> Fraction:
    """Pr[error(c_target, h) >= alpha] for noise of rate alpha/8 around a centre (-1: zero)."""
    total, mu = Fraction(0), alpha / 8
    for h in product((0, 1), repeat=len(masses)):
        wrong = sum((m for x, m in enumerate(masses) if h[x] != int(x == target)), Fraction(0))
        if wrong >= alpha:
            flips = sum(v != int(x == centre) for x, v in enumerate(h))
            total += mu**flips * (1 - mu) ** (len(h) - flips)
    return total


def _a1_failure(size: Size) -> list[tuple[str, Fraction]]:
    found = []
    for t in (2, 3):
        for alpha in (Fraction(1, 4), Fraction(2, 5)):
            n = inner_samples(alpha)
            for masses in grid_distributions(t, size.pick(10, 20, 40)):
                miss = (1 - masses[0]) ** n
                p = miss * tail(-1, 0, masses, alpha) + (1 - miss) * tail(0, 0, masses, alpha)
                found.append((f"T={t}, alpha={alpha}, {tuple(map(str, masses))}", p))
    return found


@claim("BBKN13.A1.pac")
def a1_is_accurate(size: Size) -> Verdict:
    """With ceil(2 ln 4/alpha) examples A1 has error >= alpha with probability <= 1/2.

    Fair: Worst grid distribution; A1's two-case rule (the literal one fails on samples that show
    every point with label 0, which a target never gives).
    """
    items = [le(name, p, Fraction(1, 2)) for name, p in _a1_failure(size)]
    return decide("A1", "grid distributions", items)


@claim("BBKN13.A1.pac", Form.CONCRETE)
def a1_is_more_accurate(size: Size) -> Verdict:
    """The same with 11/32 = 1/4 + 3/4 * 1/8 for 1/2.

    Fair: Worst grid distribution.
    """
    items = [le(name, p, Fraction(11, 32)) for name, p in _a1_failure(size)]
    return decide("A1, case analysis", "grid distributions", items)


def _inconsistent(most: int) -> list[tuple[str, bool, bool]]:
    found = []
    for t in (1, 2, 3):
        for m in range(most + 1):
            for d in replace_one(labelled_examples(t), m).databases():
                fits = any(all(c(x) == y for x, y in d) for c in points(t))
                ones = {x for x, y in d if y}
                cases = len(ones) > 1 or any((x, 1 - y) in d for x, y in d)
                found.append((f"T={t}, {d}", not fits, cases))
    return found


@claim("BBKN13.A1.incons", refuted=UNGRADED)
def inconsistent_in_two_cases(size: Size) -> Verdict:
    """The examples are inconsistent with POINT exactly in the two listed cases.

    Fair: All databases; T = 1 and 2 with all points labelled 0.
    """
    items = [eq(name, a, b) for name, a, b in _inconsistent(size.pick(2, 3, 3))]
    return decide("inconsistent samples", "T <= 3", items)


@claim("BBKN13.A1.incons", Form.CORRECTED)
def inconsistent_in_three_cases(size: Size) -> Verdict:
    """Inconsistent: the two cases, or every point occurs with label 0.

    Fair: All databases, the consistent concepts counted.
    """
    items = []
    most = size.pick(2, 3, 3)
    for t in (1, 2, 3):
        for m in range(most + 1):
            for d in replace_one(labelled_examples(t), m).databases():
                fits = sum(all(c(x) == y for x, y in d) for c in points(t))
                ones, zeros = ({x for x, y in d if y == label} for label in (1, 0))
                cases = len(ones) > 1 or bool(ones & zeros)
                left = 0 if cases else 1 if ones else t - len(zeros)
                items.append(eq(f"T={t}, {d}", fits, left))
    return decide("inconsistent samples", "T <= 3", items)


@claim("BBKN13.C4.3.util")
def a2_is_accurate(size: Size) -> Verdict:
    """m' >= 32 ln 4/alpha^2: A2 errs with probability <= 3/4, and so does each step: Pr[|S| < 4 ln
    4/alpha] < 1/16, and 1/16 + 1/2 + alpha/8 <= 5/8.

    Fair: Exact binomials; exact failure on grids through the miss probability.
    """
    items = []
    for alpha in (Fraction(2, 5), Fraction(1, 4), Fraction(12, 25))[: size.pick(2, 3, 3)]:
        m = (ln(4) * 32 / alpha**2).ceil()
        threshold = (ln(4) * 4 / alpha).ceil() - 1
        few = binomial_range(m, alpha / 4, 0, threshold)
        items.append(lt(f"alpha={alpha}: few kept", few, Fraction(1, 16)))
        items.append(le("sum", Fraction(1, 16) + Fraction(1, 2) + alpha / 8, Fraction(5, 8)))
        for t in (2, 3):
            for masses in grid_distributions(t, 10):
                miss = (1 - alpha / 4 * masses[0]) ** m
                rest = miss * tail(-1, 0, masses, alpha) + (1 - miss) * tail(0, 0, masses, alpha)
                bad = alpha / 8 + (1 - alpha / 8) * rest
                items.append(le(f"alpha={alpha}, {tuple(map(str, masses))}", bad, Fraction(3, 4)))
    return decide("A2", "grid distributions", items)


Ratio = tuple[
    tuple[SubsampleRow, ...], tuple[SubsampleRow, ...], RationalFunction, Values | Bottom
]
"""Two neighbours, an outcome and the ratio of its probabilities."""


def _ratios(size: Size) -> list[Ratio]:
    """Laws of A2 for all alpha at once on neighbours."""
    t, m = size.pick((2, 2), (2, 3), (3, 2))
    learner = noisy_learner(t, ALL_ALPHA, "two-cases")
    universe = learner.universe(m)
    databases = list(universe.databases())
    laws = [law(learner, d) for d in databases]
    found = []
    for i, j in universe.index_pairs():
        for a, b in ((i, j), (j, i)):
            for y in laws[a]:
                p, q = laws[a].probability(y), laws[b].probability(y)
                found.append((databases[a], databases[b], p / q, y))
    return found


@claim("BBKN13.C4.3.bot")
def ratio_of_failures(size: Size) -> Verdict:
    """Pr[A2(D) = bottom] <= (8/(4 - alpha) + 1) Pr[A2(D') = bottom].

    Fair: All neighbours, for all alpha in (0, 1/2] at once.
    """
    bound = 8 / (4 - ALL_ALPHA) + 1
    items = [
        le(f"{a}, {b}", ratio, bound) for a, b, ratio, y in _ratios(size) if y is Bottom.BOTTOM
    ]
    return decide("bottom", "all alpha in (0, 1/2]", items, Evidence.ALL_EPSILON)


@claim("BBKN13.C4.3.star")
def ratio_with_a_star(size: Size) -> Verdict:
    """If the differing record of D is a star, functions have ratio <= 1/(1 - alpha/4), which is
    below 4/3.

    Fair: All such neighbours, for all alpha in (0, 1/2] at once.
    """
    bound = 1 / (1 - ALL_ALPHA / 4)
    items = [lt("4/3", bound, Fraction(4, 3))]
    items += [
        le(f"{a}, {b}", ratio, bound)
        for a, b, ratio, y in _ratios(size)
        if isinstance(y, Values) and a.count(Star.STAR) > b.count(Star.STAR)
    ]
    return decide("star", "all alpha in (0, 1/2]", items, Evidence.ALL_EPSILON)


@claim("BBKN13.C4.3.hyp")
def adding_an_example_changes_one_value(size: Size) -> Verdict:
    """Adding an example to a subsample changes the probability of a function by a factor of at
    most (1 - alpha/8)/(alpha/8) <= 8/alpha.

    Fair: All subsamples and added examples, for all alpha in (0, 1/2] at once.
    """
    t, m = size.pick((2, 1), (2, 2), (3, 2))
    learner = NoisyPointLearner(t, ALL_ALPHA / 8, "two-cases")
    bound = (1 - ALL_ALPHA / 8) / (ALL_ALPHA / 8)
    items = [le("8/alpha", bound, 8 / ALL_ALPHA)]
    for n in range(m + 1):
        for d in learner.universe(n).databases():
            before = law(learner, d)
            for row in labelled_examples(t):
                after = law(learner, (*d, row))
                items += [
                    le(f"{d} + {row}", after.probability(h), bound * before.probability(h))
                    for h in after
                    if isinstance(h, Values) and Bottom.BOTTOM not in before
                ]
    return decide("one more example", "all alpha in (0, 1/2]", items, Evidence.ALL_EPSILON)


@claim("BBKN13.C4.3.priv")
def a2_is_private(size: Size) -> Verdict:
    """A2 is ln 4 private, for every alpha <= 1/2.

    Fair: All databases of examples and stars; alpha = 1/(2r), r >= 1.
    """
    t, m = size.pick((2, 2), (2, 3), (3, 2))
    learner = noisy_learner(t, ALL_ALPHA)
    return audit_privacy(
        learner, learner.universe(m), learner.guarantee, f"A2, T={t}, m={m}, alpha=1/(2r)"
    )


@claim("BBKN13.C4.3.priv", Form.CONCRETE)
def sharper_ratio_of_a2(size: Size) -> Verdict:
    """A2's ratio is at most 1 + 2 (1 - alpha/8)/(1 - alpha/4) <= 8/(4-alpha) + 1 < 4 (alpha <=
    1/2).

    Fair: All neighbours, for all alpha at once.
    """
    bound = 1 + 2 * (1 - ALL_ALPHA / 8) / (1 - ALL_ALPHA / 4)
    items = [
        le("8/(4-alpha) + 1", bound, 8 / (4 - ALL_ALPHA) + 1),
        lt("4", 8 / (4 - ALL_ALPHA) + 1, 4),
    ]
    items += [
        le(f"{a}, {b}: {y}", ratio, bound)
        for a, b, ratio, y in _ratios(size)
        if isinstance(y, Values)
    ]
    return decide("A2", "all alpha in (0, 1/2]", items, Evidence.ALL_EPSILON)


def _extreme(root: Fraction) -> StarSubsampling[int, int, Fraction]:
    return StarSubsampling(TwoOutcomes(Fraction(4)), Epsilon(root), Fraction(4), (0, 1, Star.STAR))


@claim("BBKN13.L4.4")
def star_subsampling_is_private(size: Size) -> Verdict:
    """Star subsampling of an eps*-private mechanism is eps-private.

    Fair: A2 (alpha = 2/5) and an extreme mechanism, E = 4, e^eps = 3/2, 2, 4, 16.
    """
    items: list[Comparison] = []
    for r in (Fraction(3, 2), Fraction(2), Fraction(4), Fraction(16)):
        rows = replace_one(rows_with_stars(2), size.pick(1, 2, 2))
        learner = StarSubsampling(
            noisy_learner(2, Fraction(2, 5)), Epsilon(r), Fraction(4), labelled_examples(2)
        )
        worst, infinite = tight_exp_eps(tabulate(learner, rows))
        items.append(eq("finite", infinite, 0))
        assert worst is not None
        items.append(le(f"A2, R={r}", worst.value, r))
        extreme = _extreme(r)
        other, _ = tight_exp_eps(tabulate(extreme, extreme.universe(2)))
        assert other is not None
        items.append(le(f"extreme mechanism, R={r}", other.value, r))
        items.append(lt("not constant", 1, other.value))
    return decide("star subsampling", "E = 4, R = 3/2..16", items)


@claim("BBKN13.L4.4", Form.CONCRETE)
def larger_keeping_rate_suffices(size: Size) -> Verdict:
    """The ratio is at most 1 + q (E - 1), so the keeping rate (R-1)/(E-1) suffices; it is larger
    than f.

    Fair: The extreme two-outcome mechanism, and A2; rates between 0 and 1.
    """
    items: list[Comparison] = []
    for r in (Fraction(3, 2), Fraction(2), Fraction(3), Fraction(4)):
        q = keeping_rate(r, Fraction(4))
        items.append(le(f"f, R={r}", q, (r - 1) / 3))
        learner = StarSubsampling(
            noisy_learner(2, Fraction(2, 5)), Epsilon(r), Fraction(4), labelled_examples(2)
        )
        worst, _ = tight_exp_eps(tabulate(learner, learner.universe(size.pick(1, 2, 2))))
        assert worst is not None
        items.append(le(f"A2, R={r}", worst.value, 1 + q * 3))
        extreme = _extreme(r)
        other, _ = tight_exp_eps(tabulate(extreme, extreme.universe(1)))
        assert other is not None
        items.append(le(f"extreme, R={r}", other.value, 1 + q * 3))
    return decide("keeping rate", "E = 4", items)


@claim("BBKN13.L4.4.id")
def keeping_rate_identity(size: Size) -> Verdict:
    """(1 + q (E-1))/(1 - q (1 - 1/E)) = R at q = f; f <= 1 iff R <= E^2; f = 1/2 at R=E.

    Fair: An identity of rational functions in R, for several E (degree 1 in each).
    """
    r, items = RationalFunction.r(), []
    for e in (Fraction(3, 2), Fraction(2), Fraction(4), Fraction(16))[: size.pick(4, 4, 4)]:
        q = (r - 1) / (e + r - r / e - 1)
        items.append(eq(f"E={e}", (1 + q * (e - 1)) / (1 - q * (1 - 1 / e)), r))
        items.append(eq("R=E", keeping_rate(e, e), Fraction(1, 2)))
        items.append(eq("R=E^2", keeping_rate(e * e, e), 1))
        items.append(lt("R>E^2", 1, keeping_rate(e * e + 1, e)))
        items.append(lt("R<E^2", keeping_rate(e * e - Fraction(1, 2), e), 1))
    return decide("keeping rate", "all R, E on a grid", items, Evidence.ALL_EPSILON)


@claim("BBKN13.F7")
def deleting_rows_is_not_private(size: Size) -> Verdict:
    """With deleted rows in place of stars the same rate does not give eps-privacy.

    Fair: One row: a constant on the empty database, randomised response on a row.
    """
    r, e = Fraction(2), Fraction(4)
    q = keeping_rate(r, e)
    deleting = DeletingSubsample(q, e)
    universe = replace_one((0, 1), size.pick(1, 1, 1))
    worst, _ = tight_exp_eps(tabulate(deleting, universe))
    stars, _ = tight_exp_eps(tabulate(_extreme(r), universe))
    assert worst is not None
    assert stars is not None
    items = [lt("deleting", r, worst.value), le("stars", stars.value, r)]
    return decide("stars and deletions", "one row, E = 4, R = 2", items)


@claim("BBKN13.TXT.A1-range")
def every_function_is_possible(size: Size) -> Verdict:
    """A1 and A2 can output each of the 2^T functions.

    Fair: Every database on which A1 does not fail.
    """
    items = []
    for t in range(1, size.pick(4, 5, 6)):
        found = law(noisy_learner(t, Fraction(2, 5)), ((0, 1),))
        items.append(eq(f"T={t}", sum(isinstance(h, Values) for h in found), 2**t))
    return decide("range", "one example", items)
