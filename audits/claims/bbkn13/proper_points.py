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
    Hypothesis,
    empirical_errors,
    grid_distributions,
    intervals,
    labelled_examples,
    points,
)
from reference.data.domain import Domain
from reference.data.hypothesis_classes import affine_lines, as_hypotheses, steiner_dual
from reference.data.representation import representation_value
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


not_finitely_checkable(
    "BBKN13.T3.2",
    statement="A class that alpha/2-represents C gives a private learner with "
    "O((log|H| + log(1/beta))/(eps alpha)) samples.",
    reason="asymptotic; the concrete form states the constants of the proof",
)


@claim("BBKN13.T3.2", Form.CONCRETE)
def occam_learner_is_accurate(size: Size) -> Verdict:
    """Failure at most e^(-alpha m/96) + |H| e^(-alpha m/32) + |H| e^(-eps alpha m/16) if the class
    alpha/2-represents.

    Fair: INTERVAL and POINT on grids, the dual affine plane (value 1/3, alpha 2/3), and a
    two-point distribution with m so large that the bound is below 1.
    """
    items: list[Comparison] = []

    def bound(h: int, s: Fraction, alpha: Fraction, m: int) -> Fraction:
        eps_part = s ** -int(alpha * m / 8)
        return exp_low(-alpha * m / 96) + h * exp_low(-alpha * m / 32) + h * eps_part

    cases: list[tuple[str, tuple[Hypothesis, ...], int, Fraction, int]] = [
        ("POINT", points(3), 3, Fraction(1, 4), size.pick(2, 3, 4)),
        ("INTERVAL", intervals(3), 3, Fraction(1, 4), size.pick(2, 3, 4)),
    ]
    for name, hypotheses, t, alpha, m in cases:
        learner = ExponentialLearner(hypotheses, t, Epsilon(Fraction(2), 2))
        for masses in grid_distributions(t, 4):
            for c in hypotheses:
                found = failure(learner, c, masses, m, inaccurate(c, masses, alpha))
                items.append(
                    le(f"{name}, {c}", found, bound(len(hypotheses), Fraction(2), alpha, m))
                )
    t = 12
    hypotheses = as_hypotheses(steiner_dual(affine_lines(3), t), t)
    items.append(eq("value", representation_value(hypotheses, points(t)[0], t), Fraction(1, 3)))
    even = (Fraction(1, 2), Fraction(1, 2), *(Fraction(0),) * 10)
    learner = ExponentialLearner(hypotheses, t, Epsilon(Fraction(2), 2))
    for m in range(1, size.pick(3, 4, 4)):
        c = points(t)[0]
        found = failure(learner, c, even, m, inaccurate(c, even, Fraction(2, 3)))
        items.append(le(f"dual AG(2,3), m={m}", found, bound(9, Fraction(2), Fraction(2, 3), m)))
    s, alpha, m = Fraction(2), Fraction(2, 5), 800
    bad = Fraction(0)
    for k in range(m + 1):
        # k copies of the point 1, m - k of 0; target 1: intervals 0, 2 and 3 have error 1/2
        weights = [s ** -(m - k), s**-k, s**-k]
        wrong = sum(weights, Fraction(0))
        bad += binomial_range(m, Fraction(1, 2), k, k) * wrong / (1 + wrong)
    limit = bound(4, s, alpha, m)
    items += [lt("bound below 1", limit, 1), le(f"two points, m={m}", bad, limit)]
    return decide("accuracy of the Occam learner", "three classes", items)


@claim("BBKN13.TXT.occam-log", uses=("BBKN13.T3.2",))
def samples_are_logarithmic_in_the_class(size: Size) -> Verdict:
    """Squaring the class at most doubles the sample size of Theorem 3.2 (logarithmic).

    Fair: The sizes are the least m for which the concrete bound is below beta.
    """
    items: list[Comparison] = []
    alpha, s, beta = Fraction(1, 2), Fraction(2), Fraction(1, 10)

    def least(h: int) -> int:
        m = 16
        while (
            exp_low(-alpha * m / 96) + h * exp_low(-alpha * m / 32) + h * s ** -int(alpha * m / 8)
            > beta
        ):
            m += 16
        return m

    items += [
        le(f"|H|={h}", least(h * h), 2 * least(h)) for h in (4, 16, 256)[: size.pick(2, 3, 3)]
    ]
    return decide("logarithmic sample size", "alpha = 1/2, beta = 1/10", items)


@claim("BBKN13.TXT.represents-self")
def classes_represent_themselves(size: Size) -> Verdict:
    """Every class represents itself with value 0.

    Fair: POINT and INTERVAL, every concept.
    """
    items = []
    for t in range(1, size.pick(5, 7, 9)):
        items += [eq(f"{c}", representation_value(points(t), c, t), 0) for c in points(t)]
        items += [eq(f"{c}", representation_value(intervals(t), c, t), 0) for c in intervals(t)]
    return decide("self-representation", "POINT, INTERVAL", items)
