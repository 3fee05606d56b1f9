"""Section 6: point functions at the outputs of a generator."""

from fractions import Fraction
from itertools import product

from audits.claims.bbkn13.laws.programmes import recovering
from audits.claims.vocabulary import (
    decide,
    eq,
    le,
    lt,
)
from audits.engines.comparisons import Comparison
from audits.engines.optimum.optimum import solve
from audits.engines.optimum.problem import Problem, Score
from audits.ledger import Form, Size, claim, not_finitely_checkable
from audits.verdict import Evidence, Verdict
from reference.data.concept import (
    LabelledExample,
    PointFunction,
    Values,
    error,
    points,
    vc_dimension,
)
from reference.data.database import Database
from reference.data.domain import Domain
from reference.exact.rational_function import RationalFunction
from reference.hardness.generated_points import Distinguisher, advantage, generated_points
from reference.lower_bounds.learning_packing import packing_bound, point_packing
from reference.mechanisms.learning.exponential_learner import ExponentialLearner
from reference.mechanisms.learning.point_learner import PointLearner
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law

not_finitely_checkable(
    "BBKN13.S6.proper",
    statement="An efficient proper learner of hatPOINT breaks the pseudorandom generator.",
    reason="about efficient tests; the concrete form computes the advantage for tables",
)


@claim("BBKN13.S6.proper", Form.CONCRETE)
def proper_learner_distinguishes(size: Size) -> Verdict:
    """With a proper learner: Pr[1 on a random point] = (success) |image(G)|/2^d, at most
    2^ell/2^d; it is not ell/2^d.

    Fair: All tables {0,1} -> {0..3} (full: {0,1}^2 -> {0..7}), EXPMECH over hatPOINT.
    """
    inputs, outputs = size.pick((2, 4), (4, 4), (4, 8))
    items: list[Comparison] = []
    for g in product(range(outputs), repeat=inputs):
        chosen = generated_points(g)
        learner = ExponentialLearner(chosen, outputs, Epsilon(Fraction(2), 2))
        chance = {j: law(Distinguisher(learner, 2), j).probability(True) for j in range(outputs)}
        generated, uniform = advantage(chance.__getitem__, g, outputs)
        success = packing_bound(Fraction(2), 2, len(chosen))
        items += [
            eq(f"{g}: on outputs of G", generated, success),
            eq("on random points", uniform, success * Fraction(len(chosen), outputs)),
            le("at most", uniform, Fraction(inputs, outputs)),
        ]
    return decide("distinguisher from a proper learner", f"{outputs}^{inputs} tables", items)


not_finitely_checkable(
    "BBKN13.S6.eff",
    statement="An efficient private learner using POINT breaks the generator or needs Omega(d).",
    reason="about efficient tests; the concrete form bounds the acceptance of random points",
)


def average_problem(t: int, m: int) -> Problem[Database[LabelledExample], PointFunction]:
    """Recover a uniformly random point from m copies of its positive example."""
    worst = recovering(points(t), [point_packing(j, m) for j in range(t)], t)
    terms = tuple(
        (i, e, w / len(worst.scores)) for score in worst.scores for i, e, w in score.terms
    )
    return Problem(
        f"average over {t} points, {m} rows",
        worst.universe,
        worst.outcomes,
        (Score("mean", terms),),
    )


@claim("BBKN13.S6.eff", Form.CONCRETE)
def private_learner_distinguishes(size: Size) -> Verdict:
    """A private learner recovers random points with probability <= r^m/(r^m + T - 1), so the
    distinguisher's advantage is at least 1 - beta minus that.

    Fair: The best private learner on average, an optimum that the engine found; the exponential
    learner on tables.
    """
    items: list[Comparison] = []
    for t, m in ((3, 1), (3, 2), (4, 2))[: size.pick(2, 3, 3)]:
        best = solve(average_problem(t, m), Fraction(2))
        items.append(le(f"T={t}, m={m}", best.upper, packing_bound(Fraction(2), m, t)))
    t = 8
    for image in ((1, 3, 5, 7), (1, 2)):
        learner = PointLearner(Domain.of_size(t), Epsilon(Fraction(2), 2))
        for m in (1, 2, 4):
            chance = {j: law(Distinguisher(learner, m), j).probability(True) for j in range(t)}
            generated, uniform = advantage(chance.__getitem__, image, t)
            items.append(le(f"image {image}, m={m}", uniform, packing_bound(Fraction(4), m, t)))
            items.append(le("one minus failure", min(chance.values()), generated))
    return decide("private learners and random points", "T <= 8", items)


@claim("BBKN13.S6.size")
def generated_class_size(size: Size) -> Verdict:
    """|hatPOINT_d| <= 2^ell, with equality exactly for injective tables (print: equal).

    Fair: All tables; injective and other ones occur.
    """
    inputs, outputs = size.pick((2, 4), (4, 4), (4, 8))
    items, injective = [], 0
    for g in product(range(outputs), repeat=inputs):
        k = len(generated_points(g))
        one_to_one = all(g[a] != g[b] for a in range(inputs) for b in range(a))
        injective += one_to_one
        items += [le(f"{g}", k, inputs), eq("equality", k == inputs, one_to_one)]
    items += [lt("some", 0, injective), lt("not all", injective, outputs**inputs)]
    return decide("size of hatPOINT", f"{outputs}^{inputs} tables", items)


@claim("BBKN13.S6.ineff", uses=("BBKN13.T3.2",))
def smaller_class_fails_less(size: Size) -> Verdict:
    """The learner over hatPOINT fails at most as often as the learner over POINT on the point mass
    of a target: (k-1)/(s^m + k - 1) with k = |hatPOINT|.

    Fair: T = 8, images of 2 and 4 points, all eps.
    """
    s, items = RationalFunction.r(), []
    t = 8
    for image in ((1, 2), (1, 3, 5, 7)):
        learner = ExponentialLearner(generated_points(image), t, Epsilon.indeterminate(2))
        whole = ExponentialLearner(points(t), t, Epsilon.indeterminate(2))
        for m in range(1, size.pick(4, 6, 10)):
            d = point_packing(image[0], m)
            target, k = PointFunction(image[0]), len(image)
            bad = 1 - law(learner, d).probability(target)
            items.append(eq(f"{image}, m={m}", bad, (k - 1) / (s**m + (k - 1))))
            items.append(le("POINT", bad, 1 - law(whole, d).probability(target)))
    return decide("inefficient learner", "all eps", items, Evidence.ALL_EPSILON)


@claim("BBKN13.F12", uses=("BBKN13.L3.4",))
def efficient_learner_on_generated_points(size: Size) -> Verdict:
    """On targets of hatPOINT the efficient learner fails with (T-1)/(s^m + T - 1) on the point
    mass: d + log(1/beta) samples over eps suffice there.

    Fair: T up to 16 by the laws, d up to 64 by the formula at s = 2.
    """
    s, items = RationalFunction.r(), []
    for t in (2, 4, 8, 16):
        learner = PointLearner(Domain.of_size(t), Epsilon.indeterminate(2))
        for m in range(1, size.pick(3, 5, 8)):
            good = law(learner, point_packing(1, m)).probability(PointFunction(1))
            items.append(eq(f"T={t}, m={m}", 1 - good, (t - 1) / (s**m + (t - 1))))
    for d in range(1, size.pick(17, 33, 65)):
        bad = Fraction(2**d - 1, 2 ** (d + 7) + 2**d - 1)
        items.append(lt(f"d={d}: d + 7 rows at s = 2", bad, Fraction(1, 100)))
    return decide("efficient learner", "all eps", items, Evidence.ALL_EPSILON)


@claim("BBKN13.T6.1", uses=("BBKN13.S6.eff", "BBKN13.S6.ineff"))
def efficiency_costs_samples(size: Size) -> Verdict:
    """The two sample sizes: with m = ell + 7 rows the learner over 2^ell points fails with <
    1/100, while any private learner over 2^d points succeeds with < 1/100 if d >= m + 8.

    Fair: e^(eps/2) = 2 above, e^eps = 2 below; ell = d is the boundary without a gap.
    """
    items = []
    for ell in range(1, size.pick(9, 17, 33)):
        m, k = ell + 7, 2**ell
        items.append(lt(f"ell={ell}", Fraction(k - 1, 2**m + k - 1), Fraction(1, 100)))
        items.append(
            lt("using POINT", packing_bound(Fraction(2), m, 2 ** (m + 8)), Fraction(1, 100))
        )
        items.append(le("boundary", Fraction(1, 2), packing_bound(Fraction(4), m, 2**ell)))
    return decide("efficient and inefficient", "ell, d", items)


not_finitely_checkable(
    "BBKN13.R6.2",
    statement="Without privacy hatPOINT is efficiently learnable with "
    "O((log(1/alpha) + log(1/beta))/alpha) samples.",
    reason="asymptotic; the concrete form has the exact failures and the VC dimension",
)


@claim("BBKN13.R6.2", Form.CONCRETE)
def learning_without_privacy(size: Size) -> Verdict:
    """The consistent learner fails with at most (1-alpha)^m, every learner of two concepts with at
    least (1-a)^m/2 for a > alpha; VCDIM(hatPOINT) = 1.

    Fair: Two concepts that differ on a point of mass a; all 2^(sample) deterministic answers on
    the sample without that point.
    """
    items = [
        eq(f"VC dimension, {image}", vc_dimension(generated_points(image), 8), 1)
        for image in ((1, 2), (0, 3), (1, 2, 5, 7))
    ]
    alpha = Fraction(1, 4)
    for a in (Fraction(3, 10), Fraction(1, 2)):
        masses = (1 - a, a / 2, a / 2)
        zero = Values((0, 0, 0))
        for m in range(1, size.pick(5, 9, 17)):
            unseen = (1 - masses[1]) ** m
            wrong = error(PointFunction(1), zero, masses) > alpha
            items.append(le(f"a={a}, m={m}", unseen * wrong, (1 - alpha) ** m))
            # targets c_1, c_2: the sample (0,0)^m tells nothing, one of the two answers is wrong
            both = (1 - a) ** m
            for answer in (1, 2):
                bad = [both * (answer != target) for target in (1, 2)]
                items.append(le("lower bound", both / 2, max(bad)))
    return decide("without privacy", "hatPOINT", items)
