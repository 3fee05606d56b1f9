"""Section 3: the exponential learner, its efficient sampler and its sample complexity."""

from fractions import Fraction

from audits.claims.bbkn13.exactly import (
    binomial_range,
    failure,
    inaccurate,
)
from audits.claims.vocabulary import (
    decide,
    eq,
    exp_low,
    le,
    lt,
)
from audits.engines.comparisons import Comparison
from audits.ledger import UNGRADED, Form, Size, claim, not_finitely_checkable
from audits.verdict import Verdict
from reference.data.adjacency import replace_one
from reference.data.concept import (
    empirical_errors,
    grid_distributions,
    labelled_examples,
    points,
)
from reference.data.domain import Domain
from reference.mechanisms.learning.exponential_learner import ExponentialLearner
from reference.mechanisms.learning.point_learner import PointLearner
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law


@claim("BBKN13.L3.4.scores")
def unseen_points_share_a_score(size: Size) -> Verdict:
    """Every c_j with j outside the sample errs on exactly the positive examples.

    Fair: All databases; databases that leave points unseen.
    """
    t, items = 4, []
    for m in range(1, size.pick(3, 4, 5)):
        for d in replace_one(labelled_examples(t), m).databases():
            positive = sum(y for _, y in d)
            items += [
                eq(f"{d}, {j}", empirical_errors(c, d), positive)
                for j, c in enumerate(points(t))
                if j not in {x for x, _ in d}
            ]
    return decide("scores of unseen points", f"T={t}", items)


def _same_as_listed(size: Size, count: str) -> list[Comparison]:
    items = []
    for t in (2, 4):
        for root in (Fraction(21, 20), Fraction(2)):
            eps = Epsilon(root, 2)
            sampler = PointLearner(Domain.of_size(t), eps, count)
            listed = ExponentialLearner(points(t), t, eps)
            for m in range(size.pick(3, 4, 5)):
                for d in replace_one(labelled_examples(t), m).databases():
                    _, _, unseen = sampler.scores(d)
                    if unseen < 0:
                        items.append(le(f"negative weight on {d}", 0, unseen))
                        continue
                    found, wanted = law(sampler, d), law(listed, d)
                    items += [
                        eq(f"{h} on {d}, s={root}", found.probability(h), wanted.probability(h))
                        for h in points(t)
                    ]
    return items


@claim("BBKN13.L3.4.sampler", refuted=UNGRADED)
def printed_sampler_is_the_exponential_mechanism(size: Size) -> Verdict:
    """The sampler with 2^d - m unseen points has the law of the exponential mechanism.

    Fair: All databases with m <= T, repeated points included.
    """
    return decide("printed sampler", "T = 2, 4", _same_as_listed(size, "printed"))


@claim("BBKN13.L3.4.sampler", Form.CORRECTED)
def corrected_sampler_is_the_exponential_mechanism(size: Size) -> Verdict:
    """The sampler with 2^d - |X| unseen points has the law of the exponential mechanism.

    Fair: All databases, repeated points and m >= T included.
    """
    return decide("corrected sampler", "T = 2, 4", _same_as_listed(size, "distinct"))


not_finitely_checkable(
    "BBKN13.L3.4",
    statement="Proper, efficient, private learning of POINT: O((d + log(1/beta))/(eps alpha)).",
    reason="asymptotic, and true for eps = O(1) only; the concrete form has both terms",
)


def _point_bound(t: int, s: Fraction, alpha: Fraction, m: int) -> Fraction:
    """T e^(-alpha m/8) + T s^(-alpha m/2), rounded up; a lower bound of exp makes it hard."""
    exponent = int(alpha * m / 2)
    return t * exp_low(-alpha * m / 8) + t * s**-exponent


@claim("BBKN13.L3.4", Form.CONCRETE)
def point_learner_is_accurate(size: Size) -> Verdict:
    """The learner fails with probability <= T e^(-alpha m/8) + T e^(-eps alpha m/4).

    Fair: Exact failures on two-point distributions with m so large that the bound is below 1, and
    on grids where it is not.
    """
    items = []
    alpha, t = Fraction(1, 2), 4
    for s in (Fraction(3, 2), Fraction(2)):
        for m in (64, 96, 128)[: size.pick(2, 3, 3)]:
            for a in (Fraction(11, 20), Fraction(3, 4)):
                bad = Fraction(0)
                for k in range(m + 1):
                    # k copies of the target, m - k of the other point: errors 0, m, and k twice
                    weights = [Fraction(1), s**-m, s**-k * (t - 2)]
                    wrong = weights[1] + weights[2]
                    bad += binomial_range(m, a, k, k) * wrong / sum(weights)
                items.append(lt(f"bound below 1, s={s}, m={m}", _point_bound(t, s, alpha, m), 1))
                items.append(le(f"s={s}, m={m}, a={a}", bad, _point_bound(t, s, alpha, m)))
    learner = ExponentialLearner(points(3), 3, Epsilon(Fraction(2), 2))
    m = size.pick(2, 3, 4)
    for masses in grid_distributions(3, 4):
        for c in points(3):
            found = failure(learner, c, masses, m, inaccurate(c, masses, alpha))
            items.append(le(f"{c}, {masses}", found, _point_bound(3, Fraction(2), alpha, m)))
    return decide("accuracy of the point learner", "T <= 4", items)
