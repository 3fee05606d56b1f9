"""The paper's algorithms, each against an independent computation of its law."""

from fractions import Fraction
from itertools import product
from math import prod

from audits.claims.bbkn13.written_out import (
    ALPHA,
    TWO,
    a1_law,
    a2_law,
    a3_law,
    a4_law,
    affine_functions_learner,
    affine_learner,
    any_output,
    boosted,
    boosted_law,
    exponential,
    same_law,
    starred_learner,
)
from audits.claims.vocabulary import (
    decide,
    eq,
    lt,
)
from audits.engines.comparisons import Comparison
from audits.ledger import Form, Size, claim
from audits.verdict import Verdict
from reference.data.adjacency import replace_one
from reference.data.bottom import Bottom
from reference.data.concept import (
    Values,
    labelled_examples,
)
from reference.data.hypothesis_classes import (
    as_hypotheses,
    lines_of_binary_space,
    steiner_dual,
)
from reference.mechanisms.learning.boosted_learner import BoostedLearner
from reference.mechanisms.learning.exponential_learner import ExponentialLearner
from reference.mechanisms.learning.function_family import (
    affine_family,
)
from reference.mechanisms.learning.noisy_point_learner import (
    NoisyPointLearner,
)
from reference.mechanisms.learning.pseudorandom_point_learner import PseudorandomPointLearner
from reference.mechanisms.learning.subsampled_learner import noisy_learner
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law


@claim("BBKN13.A.T42")
def improper_learner_over_a_small_class(size: Size) -> Verdict:
    """The improper learner chooses among 15 sets for 32 points by empirical error.

    Fair: A class with fewer hypotheses than points.
    """
    del size
    t = 32
    sets = steiner_dual(lines_of_binary_space(4), t)
    hypotheses = as_hypotheses(sets, t)
    learner = ExponentialLearner(hypotheses, t, TWO)
    items = [lt("hypotheses", len(hypotheses), t)]
    for d in (((0, 1),), ((31, 1), (2, 0)), ((5, 0), (7, 1), (7, 1))):
        errors = [sum(int(x in s) != y for x, y in d) for s in sets]
        items += same_law(
            f"{d}", law(learner, d).map(any_output), exponential(list(hypotheses), errors, 2)
        )
    return decide("improper learner", "dual PG(3,2)", items)


def _a1(size: Size, rule: str) -> Verdict:
    t, m, items = 2, size.pick(2, 3, 4), []
    learner = NoisyPointLearner(t, ALPHA / 8, rule)
    for d in learner.universe(m).databases():
        items += same_law(f"{d}", law(learner, d).map(any_output), a1_law(d, t, ALPHA / 8, rule))
    return decide(f"A1, {rule} rule", f"T={t}, m={m}", items)


@claim("BBKN13.A.A1")
def a1_follows_its_steps(size: Size) -> Verdict:
    """A1: bottom if no point function is consistent, else c with flips of rate alpha/8.

    Fair: All databases of examples and stars; consistency by trying all concepts.
    """
    return _a1(size, "literal")


@claim("BBKN13.A.A1", Form.CORRECTED)
def a1_in_two_cases(size: Size) -> Verdict:
    """A1 with the parenthesis' two cases: all points labelled 0 gives the zero function.

    Fair: T = 2, m >= 2, so that all points labelled 0 occurs.
    """
    return _a1(size, "two-cases")


@claim("BBKN13.A.A2")
def a2_follows_its_steps(size: Size) -> Verdict:
    """A2: bottom with alpha/8, else A1 on a subsample of rate alpha/4.

    Fair: All databases of examples and stars, alpha = 2/5.
    """
    t, m, items = 2, size.pick(2, 3, 4), []
    learner = noisy_learner(t, ALPHA)
    for d in learner.universe(m).databases():
        items += same_law(f"{d}", law(learner, d).map(any_output), a2_law(d, t, ALPHA))
    return decide("A2", f"T={t}, m={m}, alpha=2/5", items)


def _a3(size: Size) -> list[Comparison]:
    items = []
    for root in (Fraction(5, 4), Fraction(3, 2)):
        learner = starred_learner(root)
        for d in learner.universe(size.pick(1, 2, 3)).databases():
            items += same_law(f"{d}", law(learner, d).map(any_output), a3_law(d, 2, root**2))
    return items


@claim("BBKN13.A.L44")
def star_subsampling_follows_its_steps(size: Size) -> Verdict:
    """Each entry is kept with f = (R-1)/(E+R-R/E-1), else a star; then A is run.

    Fair: A2 as A, with E = 4; all ways to put stars.
    """
    return decide("star subsampling", "A2, T=2", _a3(size))


@claim("BBKN13.A.A3")
def a3_follows_its_steps(size: Size) -> Verdict:
    """A3 keeps each record with (R-1)/(3 + 3R/4) and runs A2.

    Fair: Two values of R below e.
    """
    items = [
        eq(f"s={s}", starred_learner(s).keeping, (s**2 - 1) / (3 + 3 * s**2 / 4))
        for s in (Fraction(5, 4), Fraction(3, 2))
    ]
    return decide("A3", "T=2, alpha=2/5", items + _a3(size))


def _boost(size: Size, on_bottom: str) -> Verdict:
    root, items = Fraction(3, 2), []
    learner = boosted(root, on_bottom)
    databases = list(learner.universe(3).databases())
    for d in databases[:: size.pick(9, 1, 1)]:
        wanted = boosted_law(d, root, on_bottom)
        items += same_law(f"{d}", law(learner, d).map(any_output), wanted)
    return decide(f"boosting, {on_bottom} bottoms", "T=2, N=2, one record each, s=3/2", items)


@claim("BBKN13.A.BOOST")
def boosting_keeps_bottoms(size: Size) -> Verdict:
    """N runs on disjoint blocks, then h_i with probability proportional to s^(-m_i).

    Fair: Failed runs count as hypotheses that err on every record.
    """
    return _boost(size, "keep")


@claim("BBKN13.A.BOOST", Form.CONCRETE)
def boosting_drops_bottoms(size: Size) -> Verdict:
    """The same with failed runs left out; bottom if every run fails.

    Fair: Both runs fail with positive probability.
    """
    return _boost(size, "drop")


@claim("BBKN13.A.A4")
def a4_follows_its_steps(size: Size) -> Verdict:
    """A4: a uniform function of the family, with f(j) = 1 if a positive example has j.

    Fair: The affine family over GF(4) with bias 1/4; all databases.
    """
    learner: PseudorandomPointLearner[Fraction] = PseudorandomPointLearner(affine_family(2, 1), 4)
    items = []
    for d in replace_one(labelled_examples(4), size.pick(1, 2, 3)).databases():
        items += same_law(f"{d}", law(learner, d).map(any_output), a4_law(d, 2, 1))
    return decide("A4", "GF(4), bias 1/4", items)


@claim("BBKN13.A.A5")
def a5_follows_its_steps(size: Size) -> Verdict:
    """A5: bottom with alpha/8, else A4 on a subsample of rate alpha/4.

    Fair: alpha = 1, the affine family over GF(4); all databases of one or two rows.
    """
    learner, q, items = affine_learner(2, 1), Fraction(1, 4), []
    for d in learner.universe(size.pick(1, 2, 2)).databases():
        wanted: dict[object, Fraction] = {Bottom.BOTTOM: q / 2}
        for kept in product((False, True), repeat=len(d)):
            chance = prod((q if k else 1 - q for k in kept), start=1 - q / 2)
            part = tuple(row for row, k in zip(d, kept, strict=True) if k)
            for y, p in a4_law(part, 2, 1).items():
                wanted[y] = wanted.get(y, Fraction(0)) + chance * p
        items += same_law(f"{d}", law(learner, d).map(any_output), wanted)
    return decide("A5", "GF(4), bias 1/4", items)


@claim("BBKN13.A.A6")
def a6_follows_its_steps(size: Size) -> Verdict:
    """A6 selects among runs of star-subsampled A5, as Claim 4.5 does with A2.

    Fair: Two runs on one record each, T = 2; the selection record decides between them.
    """
    root, items = Fraction(3, 2), []
    base = affine_functions_learner(root)
    learner = BoostedLearner(base, 2, 1, 2, Epsilon(root, 2))
    databases = list(learner.universe(3).databases())
    for d in databases[:: size.pick(9, 3, 1)]:
        runs = [law(base, d[i : i + 1]) for i in range(2)]
        wanted: dict[object, Fraction] = {}
        x, y = d[2]
        for g, h in product(*runs):
            p = runs[0].probability(g) * runs[1].probability(h)
            found = [f for f in (g, h) if isinstance(f, Values)]
            weights = [root ** -int(f.values[x] != y) for f in found]
            for f, w in zip(found, weights, strict=True):
                wanted[f] = wanted.get(f, Fraction(0)) + p * w / sum(weights)
            if not found:
                wanted[Bottom.BOTTOM] = wanted.get(Bottom.BOTTOM, Fraction(0)) + p
        items += same_law(f"{d}", law(learner, d).map(any_output), wanted)
    return decide("A6", "T=2, bias 1/2 over GF(2)", items)
