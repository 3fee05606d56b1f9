"""Section 5: releases and learners that need no row."""

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.without_privacy import telling_means_apart
from audits.engines.optimum.problem import Problem, Score
from reference.data.concept import grid_distributions, intervals
from reference.lower_bounds.uninformative_answers import ZeroAnswers


@claim(
    "BCMNUW20.T15.alpha",
    over(constant=(ONE, Fraction(1, 1000))),
    refuted=Erratum(
        Grade.WORDING,
        "Section 5, Theorem 15, and Lemma 18, Omega(1/alpha), for alpha below a constant, which "
        "is below 1: zeros are within 1 of all means, and every hypothesis has an excess error of "
        "at most 1",
        "the constant divided by alpha",
        "the public rows",
    ),
)
def public_rows_at_alpha_one(constant: Fraction) -> Check:
    """Every release with public data for a class of infinite Littlestone dimension needs at least
    a constant divided by alpha public rows, where alpha is the desired accuracy.

    Cases: alpha = 1. The zero answers are (0, 0)-private, look at no row, and are within 1 of the
    means of the thresholds for all distributions: on three points those with masses that are
    multiples of 1/4, among them the point masses, which are the worst.
    """
    concepts = intervals(3)
    zeros = ZeroAnswers(len(concepts))
    universe = replace_one(range(3), 1)
    yield private(zeros, universe, zeros.guarantee)
    means = [
        sum((p if h(x) else -p for x, p in enumerate(masses)), Fraction(0))
        for masses in grid_distributions(3, 4)
        for h in concepts
    ]
    yield accurate(
        zeros, universe, lambda _, g: all(abs(a - m) <= 1 for a in g for m in means), Fraction(0)
    )
    yield le("public rows", constant, 0)


WRONG[telling_means_apart] = {
    "within mu": "<= alpha => <= mu",
    "one row more": given(telling_means_apart, samples=lambda n: n + 1),
    "means of 1/2 and -1/2": given(telling_means_apart, mu=lambda mu: mu / 2),
}


@claim(
    "BCMNUW20.T15.alpha",
    over(alpha=(QUARTER, HALF, Fraction(99, 100))),
    form=Form.CORRECTED,
    about=telling_means_apart,
    uses=("BCMNUW20.T15",),
)
def some_row_below_one(build: Callable[..., Problem[Any, Any]], alpha: Fraction) -> Check:
    """For alpha < 1 no answer without a row is within alpha of the means 1 and -1 with more than
    probability 1/2 on the worse of them: for beta < 1/2 a release needs rows. How many of them
    are public for small alpha: BCMNUW20.T15.

    Cases: All answers, by linear programming; 1/2 is attained. At alpha = 1 it is 1.
    """
    yield exactly(build(0, ONE, alpha), ONE, HALF)
    yield exactly(telling_means_apart(0, ONE, ONE), ONE, ONE)


def constant_labels() -> Problem[tuple[()], bool]:
    """A label, with no example to learn it from, if all labels are 1 or all are 0."""
    nothing = ListedAdjacency(((),), (), "no examples")
    scores = tuple(Score(f"labels {y}", ((0, (y,), ONE),)) for y in (0, 1))
    return Problem("one of two constants, no examples", nothing, (False, True), scores)


@claim(
    "BCMNUW20.L17",
    over(constant=(1, 1000)),
    refuted=Erratum(
        Grade.WORDING,
        "Section 5, Lemma 17, n' = O(n log(1/(alpha beta))/(alpha^2 beta)), for n >= 1: the two "
        "constants are released without a row, and not learned without one",
        "1 - C beta",
        "the probability with which the best learner has an excess error of at most C alpha",
    ),
)
def learner_by_as_many_rows(constant: int) -> Check:
    """From an (alpha, beta, eps, delta) release of H with n private and m public rows, an
    (O(alpha), O(beta), O(eps), O(delta)) learner with O(n log(1/(alpha beta))/(alpha^2 beta))
    private and m public examples.

    Cases: H is the two constants on a point, n = m = 0: the answers 1 and -1 are exact. O is C,
    alpha = beta = 1/(4C). The wrong constant has an excess error of 1 > 1/4; the best learner
    without an example, by linear programming.
    """
    alpha = beta = Fraction(1, 4 * constant)
    h = intervals(1)
    for concept, answer in zip(h, (-1, 1), strict=True):
        yield eq(f"mean of {concept}", 1 if concept(0) else -1, answer)
    yield le("the wrong constant is not good", constant * alpha, QUARTER)
    yield exactly(constant_labels(), ONE, HALF)
    yield le("right", 1 - constant * beta, HALF)
