"""The paper's algorithms, each against an independent computation of its law."""

from fractions import Fraction

from audits.claims.bbkn13.written_out import (
    TWO,
    any_output,
    exponential,
    same_law,
)
from audits.claims.vocabulary import (
    decide,
    eq,
    le,
)
from audits.engines.comparisons import Comparison
from audits.ledger import UNGRADED, Form, Size, claim
from audits.verdict import Verdict
from reference.data.adjacency import replace_one
from reference.data.concept import (
    Values,
    all_functions,
    empirical_errors,
    labelled_examples,
    points,
)
from reference.data.domain import Domain
from reference.data.hypothesis_classes import (
    affine_lines,
    as_hypotheses,
    steiner_dual,
)
from reference.data.representation import representation_value
from reference.mechanisms.learning.exponential_learner import ExponentialLearner
from reference.mechanisms.learning.point_learner import PointLearner
from reference.probability.law import law


@claim("BBKN13.A.EXPMECH")
def exponential_learner_follows_the_formula(size: Size) -> Verdict:
    """h has probability s^(-m_h) / sum over the list of s^(-m_g), s = e^(eps/2).

    Fair: A list with a repeated hypothesis, all databases, and m = 0.
    """
    t, items = 2, []
    tables = [*all_functions(t), Values((0, 0))]
    learner = ExponentialLearner(tuple(tables), t, TWO)
    for m in range(size.pick(3, 4, 5)):
        for d in replace_one(labelled_examples(t), m).databases():
            errors = [sum(h.values[x] != y for x, y in d) for h in tables]
            wanted = exponential(list(tables), errors, 2)
            items += same_law(f"{d}", law(learner, d).map(any_output), wanted)
    return decide("EXPMECH", f"T={t}, s=2", items)


@claim("BBKN13.A.OCCAM")
def occam_learner_over_a_representing_class(size: Size) -> Verdict:
    """The learner over a class that alpha/2-represents C is the exponential learner.

    Fair: The dual affine plane: 9 hypotheses, 12 points, value 1/3.
    """
    t = 12
    sets = steiner_dual(affine_lines(3), t)
    hypotheses = as_hypotheses(sets, t)
    items = [
        eq(f"value at {c}", representation_value(hypotheses, c, t), Fraction(1, 3))
        for c in points(t)[: size.pick(3, 12, 12)]
    ]
    learner = ExponentialLearner(hypotheses, t, TWO)
    for d in (((0, 1),), ((3, 0), (5, 1)), ((1, 1), (1, 1), (2, 0))):
        errors = [sum(int(x in s) != y for x, y in d) for s in sets]
        items += same_law(
            f"{d}", law(learner, d).map(any_output), exponential(list(hypotheses), errors, 2)
        )
    return decide("Occam learner", "dual AG(2,3)", items)


@claim("BBKN13.A.L3.4")
def point_learner_is_exponential(size: Size) -> Verdict:
    """The learner of points is the exponential learner over POINT.

    Fair: All databases, degenerate ones included.
    """
    t, items = 3, []
    learner = PointLearner(Domain.of_size(t), TWO)
    for m in range(size.pick(3, 4, 5)):
        for d in replace_one(labelled_examples(t), m).databases():
            errors = [sum(int(x == j) != y for x, y in d) for j in range(t)]
            items += same_law(
                f"{d}", law(learner, d).map(any_output), exponential(list(points(t)), errors, 2)
            )
    return decide("point learner", f"T={t}", items)


def _sampler(t: int, most: int, count: str) -> list[Comparison]:
    items = []
    learner = PointLearner(Domain.of_size(t), TWO, count)
    for m in range(most + 1):
        for d in replace_one(labelled_examples(t), m).databases():
            gains, positives, unseen = learner.scores(d)
            errors = [empirical_errors(c, d) for c in points(t)]
            whole = sum((Fraction(1, 2**k) for k in errors), Fraction(0))
            seen = sum((Fraction(1, 2 ** (positives - g)) for g in gains.values()), Fraction(0))
            items.append(le(f"weight of the unseen points, {d}", 0, unseen))
            items.append(eq(f"total weight, {d}", seen + Fraction(unseen, 2**positives), whole))
    return items


@claim("BBKN13.A.L3.4.SAMPLER", refuted=UNGRADED)
def printed_sampler_has_the_right_weights(size: Size) -> Verdict:
    """The sampler's weights (2^d - m for the unseen points) add up to P and are >= 0.

    Fair: All databases, with repeated points and m up to T.
    """
    t = size.pick(3, 4, 4)
    return decide("printed sampler", f"T={t}", _sampler(t, size.pick(3, 4, 5), "printed"))


@claim("BBKN13.A.L3.4.SAMPLER", Form.CORRECTED)
def corrected_sampler_has_the_right_weights(size: Size) -> Verdict:
    """With 2^d - |X| for the unseen points the weights add up to P and are >= 0.

    Fair: All databases, with repeated points and m up to T.
    """
    t = size.pick(3, 4, 4)
    return decide("corrected sampler", f"T={t}", _sampler(t, size.pick(3, 4, 5), "distinct"))
