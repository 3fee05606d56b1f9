"""Section 4.2.1: noise from a family of functions in place of independent noise."""

from fractions import Fraction
from itertools import product

from audits.claims.bbkn13.written_out import affine_functions_learner, affine_learner
from audits.claims.vocabulary import (
    decide,
    eq,
    le,
    lt,
)
from audits.engines.comparisons import Comparison
from audits.engines.point import tight_exp_eps
from audits.engines.privacy import audit_privacy
from audits.ledger import UNGRADED, Form, Size, claim, not_finitely_checkable
from audits.table import tabulate
from audits.verdict import Verdict
from reference.data.adjacency import replace_one
from reference.data.bottom import Bottom
from reference.data.concept import grid_distributions
from reference.data.star import Star
from reference.exact.interval import ln
from reference.lower_bounds.learning_packing import packing_bound
from reference.mechanisms.learning.boosted_learner import BoostedLearner
from reference.mechanisms.learning.function_family import (
    Member,
    affine_family,
    random_functions,
)
from reference.mechanisms.learning.pseudorandom_point_learner import PseudorandomPointLearner
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.law import law


def _conditional(family: tuple[Member, ...], x: int, j: int) -> Fraction:
    """Pr[h(x) = 1 | h(j) = 1]."""
    kept = [m for m in family if m.function(j)]
    return Fraction(sum(m.weight for m in kept if m.function(x)), sum(m.weight for m in kept))


@claim("BBKN13.A4.cond", refuted=UNGRADED)
def conditioning_barely_matters(size: Size) -> Verdict:
    """Pr[h(x) = 1 | h(j) = 1] is alpha/4 (up to negl) for every x, even for x = j.

    Fair: Exactly random and pairwise independent families: every pair, x = j included.
    """
    return decide("conditioning", "all pairs of points", _conditioned(size, at_itself=None))


@claim("BBKN13.A4.cond", Form.CORRECTED)
def conditioning_moves_the_point_itself_only(size: Size) -> Verdict:
    """Pr[h(x) = 1 | h(j) = 1] is alpha/4 for every x other than j, and 1 for x = j.

    Fair: Exactly random and pairwise independent families, every pair of points.
    """
    items = _conditioned(size, at_itself=Fraction(1))
    return decide("conditioning", "all pairs of points", items)


def _conditioned(size: Size, at_itself: Fraction | None) -> list[Comparison]:
    """Conditional probabilities against q, and against another value (if any) at x = j."""
    items = []
    for degree, ones in ((2, 1), (3, 1))[: size.pick(1, 2, 2)]:
        t, q = 1 << degree, Fraction(ones, 1 << degree)
        for family in (affine_family(degree, ones), random_functions(t, q)):
            for x, j in product(range(t), reversed(range(t))):
                wanted = at_itself if at_itself is not None and x == j else q
                items.append(eq(f"x={x}, j={j}", _conditional(family, x, j), wanted))
    return items


@claim("BBKN13.A4.err")
def expected_error_is_the_bias(size: Size) -> Verdict:
    """E[error(c, h)] <= alpha/4 = q for h of A4 around c.

    Fair: Every centre and grid distribution; equality for the zero function.
    """
    degree, ones = size.pick((2, 1), (3, 1), (3, 2))
    t, q, items = 1 << degree, Fraction(ones, 1 << degree), []
    learner: PseudorandomPointLearner[Fraction] = PseudorandomPointLearner(
        affine_family(degree, ones), t
    )
    for masses in grid_distributions(t, 2):
        for j in (None, 0, 1):
            found = learner.restricted(j)
            mean = sum(
                (
                    found.probability(m)
                    * sum(mass for x, mass in enumerate(masses) if m.function(x) != (x == j))
                    for m in found
                ),
                Fraction(0),
            )
            items.append(le(f"j={j}, {tuple(map(str, masses))}", mean, q))
            if j is None:
                items.append(eq("zero function", mean, q))
    return decide("expected error", f"GF({t}), q={q}", items)


def _a4_failure(size: Size) -> list[tuple[str, Fraction]]:
    """Pr[error >= alpha] of A4 on ceil(2 ln 4/alpha) examples, alpha = 1/2, q = 1/8."""
    degree, ones, alpha = 3, 1, Fraction(1, 2)
    t, n = 8, (ln(4) * 2 / alpha).ceil()
    learner: PseudorandomPointLearner[Fraction] = PseudorandomPointLearner(
        affine_family(degree, ones), t
    )
    found = []
    steps = size.pick(3, 4, 8)
    for masses in grid_distributions(t, steps):
        if list(masses[1:]) != sorted(masses[1:], reverse=True) and steps > 4:
            continue
        tails = {}
        for j in (None, 0):
            law_of_f = learner.restricted(j)
            far = [
                m
                for m in law_of_f
                if sum(mass for x, mass in enumerate(masses) if m.function(x) != (x == 0)) >= alpha
            ]
            tails[j] = sum((law_of_f.probability(m) for m in far), Fraction(0))
        miss = (1 - masses[0]) ** n
        found.append((f"{tuple(map(str, masses))}", miss * tails[None] + (1 - miss) * tails[0]))
    return found


@claim("BBKN13.A4.pac")
def a4_is_accurate(size: Size) -> Verdict:
    """Pr[error >= alpha] <= 1/4 + 1/2 (the miss, and Markov's inequality) for A4.

    Fair: alpha = 1/2, the affine family over GF(8), worst grid distribution.
    """
    items = [le(name, p, Fraction(3, 4)) for name, p in _a4_failure(size)]
    return decide("A4", "GF(8), alpha=1/2", items)


@claim("BBKN13.A4.pac", Form.CONCRETE)
def a4_is_more_accurate(size: Size) -> Verdict:
    """By cases Pr[error >= alpha] <= 1/2, and then 1/16 + 1/2 + alpha/8 <= 4/5 holds as for A2,
    while 1/16 + 3/4 + alpha/8 exceeds 4/5.

    Fair: alpha = 1/2, worst grid distribution; the constants that boosting needs.
    """
    items = [le(name, p, Fraction(1, 2)) for name, p in _a4_failure(size)]
    parts = Fraction(1, 16) + Fraction(1, 16)
    items += [le("case analysis", parts + Fraction(1, 2), Fraction(4, 5))]
    items += [lt("naive sum", Fraction(4, 5), parts + Fraction(3, 4))]
    return decide("A4, case analysis", "GF(8), alpha=1/2", items)


@claim("BBKN13.A5.priv")
def a5_is_private(size: Size) -> Verdict:
    """A5 is ln 4 private.

    Fair: The affine family over GF(8) or GF(16); outcomes are keys, rows may be stars.
    """
    degree, ones, m = size.pick((3, 1, 1), (4, 1, 1), (3, 1, 2))
    learner = affine_learner(degree, ones)
    guarantee = Guarantee(Fraction(4), Fraction(0))
    return audit_privacy(
        learner, learner.universe(m), guarantee, f"A5 over GF({1 << degree}), m={m}"
    )


@claim("BBKN13.A5.priv", Form.CONCRETE)
def exact_loss_of_a5(size: Size) -> Verdict:
    """Adding an example changes a key's probability by a factor <= 1/q = 4/alpha, and the whole
    ratio is at most 1 + 8/(4 - alpha) (bottom's bound).

    Fair: All examples over two points, subsamples of up to one example.
    """
    degree, ones = 3, 1
    t, q = 8, Fraction(1, 8)
    family = affine_family(degree, ones)
    learner: PseudorandomPointLearner[Fraction] = PseudorandomPointLearner(family, t)
    rows = ((0, 0), (0, 1), (1, 0), (1, 1))
    items = []
    for first in ((), *((row,) for row in rows)):
        before = law(learner, first)
        for row in rows:
            after = law(learner, (*first, row))
            items += [
                le(f"{first} + {row}", after.probability(m), before.probability(m) / q)
                for m in after
                if isinstance(m, Member) and Bottom.BOTTOM not in before
            ]
    whole = affine_learner(degree, ones)
    universe = replace_one((*rows[: size.pick(2, 4, 4)], Star.STAR), size.pick(1, 2, 2))
    worst, infinite = tight_exp_eps(tabulate(whole, universe))
    assert worst is not None
    items.append(eq("finite", infinite, 0))
    items.append(le("A5", worst.value, 1 + 8 / (4 - 4 * q)))
    return decide("loss of A5", "GF(8), alpha = 1/2", items)


not_finitely_checkable(
    "BBKN13.T4.8",
    statement="POINT is efficiently, improperly and privately learned with O(1) samples.",
    reason="needs a pseudorandom ensemble and large d; the concrete form uses the affine family",
)


@claim("BBKN13.T4.8", Form.CONCRETE)
def efficient_improper_learner_is_private(size: Size) -> Verdict:
    """Boosting star-subsampled A5 over the affine family is eps-private, without any assumption.

    Fair: Two runs on one record each and one record to choose, T = 2.
    """
    root = Fraction(3, 2)
    learner = BoostedLearner(affine_functions_learner(root), 2, 1, 2, Epsilon(root, 2))
    rows = size.pick(3, 3, 4)
    return audit_privacy(learner, learner.universe(rows), learner.guarantee, "A6")


@claim("BBKN13.T4.9", uses=("BBKN13.L3.9", "BBKN13.T4.8"))
def proper_and_improper_are_separated(size: Size) -> Verdict:
    """Proper learners need more samples as T grows, the improper one's number does not depend on T
    (the two sides of the separation).

    Fair: alpha = 2/5, beta = 1/100, e^eps = 2: the proper bound grows without limit.
    """
    m = 64
    items = [
        lt(f"d={d}", packing_bound(Fraction(2), m, 2**d), Fraction(1, 100))
        for d in range(m + 8, m + 8 + size.pick(8, 32, 64))
    ]
    return decide("separation", f"m={m}, T = 2^d", items)
