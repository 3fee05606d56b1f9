"""Section 4.3: what a learner can do that knows the distribution (end of Theorem 4.11)."""

from audits.claims.prelude import *
from audits.claims.bbkn13.words import *

ALPHAS = (ONE, Fraction(2, 3), HALF, TWO_FIFTHS)
STEPS = sized((4,), (4, 5), (4, 5, 6))


def for_one_distribution(masses: Masses, alpha: Fraction) -> Sequence[PointFunction]:
    """The points of mass above alpha/2, and one of least mass."""
    heavy = [x for x, mass in enumerate(masses) if 2 * mass > alpha]
    lightest = min(range(len(masses)), key=masses.__getitem__)
    return [PointFunction(x) for x in dict.fromkeys((*heavy, lightest))]


def most(alpha: Fraction) -> int:
    """2/alpha, rounded up."""
    return -int(-2 / alpha // 1)


@claim(
    "BBKN13.T4.11.fixed",
    over(constant=(ONE, Fraction(1, 1000)), alpha=ALPHAS[2:], t=(4,), steps=(4,)),
    refuted=Erratum(
        Grade.WORDING,
        'Section 4.3, end of the proof of Theorem 4.11, "there exists a distribution for which '
        'there is no proper private learner", for: to each learner there exists a distribution, '
        "which is what Lemma 3.9 shows and the proof needs",
        "the constant times d",
        "the examples of a proper private learner for the distribution",
    ),
    uses=("BBKN13.T3.2",),
)
def one_distribution_as_printed(constant: Fraction, alpha: Fraction, t: int, steps: int) -> Check:
    """For some distribution every proper private learner of POINT_d needs at least a constant
    times d examples.

    Cases: Under each distribution at most 2/alpha (rounded up) concepts alpha-represent POINT_d,
    whatever d (the corrected form), so that Theorem 3.2, here for 2 alpha, beta = 1/4 and e^eps =
    4, has a number of examples without d; d = 10^9.
    """
    rows = rows_for_representing(most(alpha), Fraction(4), 2 * alpha, QUARTER)
    for masses in grid_distributions(t, steps):
        chosen = for_one_distribution(masses, alpha)
        yield le(f"{[*map(str, masses)]}", len(chosen), most(alpha))
        yield le(f"{[*map(str, masses)]}, d = 10^9", constant * 10**9, rows)


WRONG[for_one_distribution] = {
    "without the light point": "(*heavy, lightest) => heavy",
    "points of mass above alpha only": "2 * mass => mass",
    "every point": "(*heavy, lightest) => range(len(masses))",
}


@claim(
    "BBKN13.T4.11.fixed",
    over(alpha=ALPHAS, t=sized((4, 5), (4, 5, 6), (4, 5, 6, 7)), steps=STEPS),
    form=Form.CORRECTED,
    about=for_one_distribution,
)
def few_concepts_for_one_distribution(choose: Build, alpha: Fraction, t: int, steps: int) -> Check:
    """Under one distribution at most 2/alpha concepts (rounded up), the points of mass above
    alpha/2 and a lightest one, contain for each target one of error <= alpha.  So a learner that
    knows the distribution needs no number of examples that grows with d: the distributions of
    Lemma 3.9 on one of which a learner fails depend on the learner.

    Cases: Every target under every distribution with masses that are multiples of 1/steps.
    """
    for masses in grid_distributions(t, steps):
        chosen = choose(masses, alpha)
        name = f"{[*map(str, masses)]}"
        yield le(name, len(chosen), most(alpha))
        for c in points(t):
            best = min((error(c, h, masses) for h in chosen), default=TWO)
            yield le(f"{name}, {c}", best, alpha)
