"""Section 4.2.1: noise from a family of functions in place of independent noise."""

from audits.claims.prelude import *
from audits.claims.bbkn13.laws.noisy_points import a4_law, boosted_law, subsampled_law
from audits.claims.bbkn13.section_4_2_boosting import accuracies, steps_of_boosting
from audits.claims.bbkn13.words import *
from reference.mechanisms.learning.affine_point_learner import AffinePointLearner
from reference.mechanisms.learning.confident_learner import affine_subsampled_learner
from reference.mechanisms.learning.function_family import Member, affine_family
from reference.mechanisms.learning.pseudorandom_point_learner import PseudorandomPointLearner

EVERY_ALPHA = 1 / (2 * RationalFunction.r())
"""Every alpha in (0, 1/2] at once."""


WRONG[AffinePointLearner] = {
    "h(j) = 1 is forgotten": "if not positive => if True",
    "sees no example": "consistent_ones(database => consistent_ones(()",
    "a sum of integers": "j, self.degree) ^ uniform => j, self.degree) + uniform",
}
WRONG[affine_subsampled_learner] = {
    "samples four times as often": "1 << degree, q, q => 1 << degree, 4 * q, q",
    "step 1 is left out": "q / 2) => 0 * q)",
    "sees no example": blind(affine_subsampled_learner, lambda _: ()),
}


@claim(
    "BBKN13.A4.err", over(degree=sized((2,), (2, 3), (3,)), ones=(1, 2)), about=AffinePointLearner
)
def expected_error_is_the_bias(build: Build, degree: int, ones: int) -> Check:
    """E[error(c, h)] <= alpha/4 = q for h of A4 around c.

    Read in: The affine family stands for the pseudorandom functions of the paper, for which the
    bound is alpha/4 + negl(d).

    Cases: Centres 0 and c_0, distributions with masses k/2; equality for the zero function.
    """
    t, q = 1 << degree, Fraction(ones, 1 << degree)
    learner = build(degree, ones)
    for sample, centre in (((), Values((0,) * t)), (((0, 1),), points(t)[0])):
        found = law(learner, sample)
        for masses in grid_distributions(t, 2):
            task = examples(centre, masses)
            mean = sum((found.probability(h) * error_on(task, h) for h in found), Fraction(0))
            yield eq(f"{task}", mean, q) if not sample else le(f"{task}", mean, q)


def _a4_accurate(build: Build, steps: int, failure: Fraction) -> Iterator[Item]:
    """Alpha = 1/2, q = 1/8, ceil(2 ln 4/alpha) = 6 examples, targets among three points of 8."""
    grid = [(*masses, *(Fraction(0),) * 5) for masses in grid_distributions(3, steps)]
    tested = tasks(examples(c, masses) for c in points(8)[:2] for masses in grid)
    learner = OnSample(build(3, 1), (ln(4) * 2 / HALF).ceil())
    yield accurate(learner, tested, within(HALF, strict=True), failure)
    positive = these(((j, 1),) for j in range(8))
    yield accurate(build(3, 2), positive, lambda d, h: h(d[0][0]) == 1, Fraction(0), name="h(j)")


GRID = over(steps=sized((4,), (4, 8), (4, 8)))


@claim(
    "BBKN13.A4.pac",
    over(box(alpha=between(0, HALF, low_in=False, high_in=False))),
    refuted=Erratum(
        Grade.WORDING,
        'Section 4.2.1, "by the same arguments as for A1", with E[error] <= alpha/4 for alpha/8, '
        'and "Applying the same steps as in the proof of Claim 4.5", with its constant 4/5; with '
        "8/9 in its place they can be applied",
        "1/16 + (1/4 + 1/2) + alpha/8, the failure of A5 by the arguments for A1 and A2",
        "4/5, the failure that Claim 4.5 boosts",
    ),
)
def a4_by_the_arguments_for_a1(alpha: Fraction) -> Check:
    """By the same arguments as for A1 (the target is missed; Markov's inequality) A4 has error >=
    alpha with probability at most 1/4 + 1/2, and the steps of Claim 4.5 can be applied.

    Cases: Every alpha < 1/2; negl(d) = 0.
    """
    miss, markov = QUARTER, (alpha / 4) / (alpha / 2)
    yield le("A5", Fraction(1, 16) + miss + markov + alpha / 8, Fraction(4, 5))


@claim("BBKN13.A4.pac", GRID, form=Form.CORRECTED, about=AffinePointLearner)
def a4_is_accurate(build: Build, steps: int) -> Check:
    """By cases A4 has error >= alpha with probability at most 1/2, as A1; then 1/16 + 1/2 +
    alpha/8 <= 4/5, and the steps of Claim 4.5 can be applied.

    Cases: A4 itself on 6 random examples, alpha = 1/2, the affine family over GF(8), q = 1/8; with
    a positive example j and q = 1/4, h(j) = 1 always.
    """
    yield from _a4_accurate(build, steps, HALF)
    yield le("A5, every alpha", Fraction(1, 16) + HALF + EVERY_ALPHA / 8, Fraction(4, 5))


ROWS = over(rows=sized((1, 2), (1, 2), (1, 2)))
TWO_POINTS = (*labelled_examples(2), Star.STAR)


@claim("BBKN13.A5.priv", ROWS, about=affine_subsampled_learner)
def a5_is_private(build: Build, rows: int) -> Check:
    """A5 is ln 4 private.

    Read in: The affine family stands for the pseudorandom functions of the paper: negl(d) = 0.

    Cases: The affine family over GF(8), q = 1/8, and q = 1/4 for one row; outcomes are keys; all
    rows over 8 points or stars, and pairs of rows over two points or stars.
    """
    values = TWO_POINTS if rows > 1 else (*labelled_examples(8), Star.STAR)
    for ones in (1, 2)[: 3 - rows]:
        yield private(build(3, ones), replace_one(values, rows), LN_4)


@claim("BBKN13.A5.priv", ROWS, form=Form.CONCRETE, about=affine_subsampled_learner)
def exact_loss_of_a5(build: Build, rows: int) -> Check:
    """Adding an example changes a key's probability by a factor of at most 1/q = 4/alpha; the
    ratio of every output of A5 is at most 1 + max(2 - alpha/4, 4/(4 - alpha)), which is at most
    1 + 8/(4 - alpha).

    Cases: alpha = 1/2; attained where it is bottom's.
    """
    q = Fraction(1, 8)
    exp_eps = 1 + max(2 - q, 1 / (1 - q))
    for most in (2 - EVERY_ALPHA / 4, 4 / (4 - EVERY_ALPHA)):
        yield le("every alpha", 1 + most, 1 + 8 / (4 - EVERY_ALPHA))
    yield private(build(3, 1), replace_one(TWO_POINTS, rows), pure(exp_eps))
    if rows == 1:
        a4 = AffinePointLearner(3, 1)
        for first in ((), *((row,) for row in labelled_examples(2))):
            before = law(a4, first)
            for row in labelled_examples(2) if BOTTOM not in before else ():
                after = law(a4, (*first, row))
                for h in after:
                    if not isinstance(h, Bottom):
                        yield le(
                            f"{first} + {row}", after.probability(h), before.probability(h) / q
                        )


SMALL_FIELDS = over(
    degree_and_rows=sized(
        ((2, 0), (2, 1), (1, 2)), ((2, 1), (2, 2), (1, 2)), ((2, 2), (1, 2), (1, 3))
    )
)


@claim("BBKN13.A.A4", SMALL_FIELDS, about=AffinePointLearner)
def a4_follows_its_steps(build: Build, degree_and_rows: tuple[int, int]) -> Check:
    """A4: a uniform function of the family, with f(j) = 1 if a positive example has j.

    Cases: The affine family over GF(4) with bias 1/4, and over GF(2), where all points may be
    labelled 0, all databases; by keys, and by listing the functions of the family.
    """
    degree, rows = degree_and_rows
    t, learner = 1 << degree, build(degree, 1)
    listed: PseudorandomPointLearner[Fraction] = PseudorandomPointLearner(
        affine_family(degree, 1), t
    )
    for d in replace_one(rows_with_stars(t), rows).databases():
        yield from same_law("A4", learner, d, a4_law(d, degree, 1))
        found, by_list = law(learner, d), law(listed, d)
        for m in by_list:
            if isinstance(m, Member):
                same = [
                    found.probability(h)
                    for h in found
                    if not isinstance(h, Bottom) and t * h.slope + h.shift == m.key
                ]
                yield eq(f"{d}, key {m.key}", sum(same), by_list.probability(m))


@claim("BBKN13.A.A5", SMALL_FIELDS, about=affine_subsampled_learner)
def a5_follows_its_steps(build: Build, degree_and_rows: tuple[int, int]) -> Check:
    """A5: bottom with alpha/8, else A4 on a subsample of rate alpha/4.

    Cases: alpha = 1 over GF(4), alpha = 2 over GF(2), all databases; a sum over all subsets.
    """
    degree, rows = degree_and_rows
    q = Fraction(1, 1 << degree)
    for d in replace_one(rows_with_stars(1 << degree), rows).databases():
        wanted = subsampled_law(d, q, q / 2, lambda part: a4_law(part, degree, 1))
        yield from same_law("A5", build(degree, 1), d, wanted)


def starred_a5(degree: int, ones: int, eps: Epsilon[Fraction]) -> Learner:
    """Star-subsampled A5."""
    return StarSubsampling(affine_subsampled_learner(degree, ones), eps, Fraction(4), ())


@claim("BBKN13.A.A6", about=BoostedLearner)
def a6_follows_its_steps(build: Build) -> Check:
    """A6 selects among runs of star-subsampled A5, as Claim 4.5 does with A2.

    Cases: Two runs on one record each and one for the choice, T = 2, keys; all sequences.
    """
    root = THREE_HALVES.root
    keeping = (root**2 - 1) / (3 + 3 * root**2 / 4)
    learner = build(starred_a5(1, 1, THREE_HALVES), 2, 1, 2, THREE_HALVES)
    for d in replace_one(labelled_examples(2), 3, ordered=True).databases():
        runs = [
            starred_law(
                d[i : i + 1],
                keeping,
                lambda rows: subsampled_law(rows, HALF, QUARTER, lambda s: a4_law(s, 1, 1)),
            )
            for i in range(2)
        ]
        yield from same_law("A6", learner, d, boosted_law(runs, d[2:], root, "drop"))


not_finitely_checkable(
    "BBKN13.T4.8",
    statement="POINT is efficiently, improperly and privately learned with O(1) samples.",
    reason="needs a pseudorandom ensemble and large d; the concrete form uses the affine family",
)


@claim(
    "BBKN13.T4.8",
    over(alpha=(TWO_FIFTHS, Fraction(12, 25)), beta=(Fraction(1, 100), HALF)),
    form=Form.CONCRETE,
    about=affine_subsampled_learner,
    uses=("BBKN13.C4.5", "BBKN13.A5.priv", "BBKN13.A4.pac"),
    given=accuracies,
)
def efficient_improper_learner(build: Build, alpha: Fraction, beta: Fraction) -> Check:
    """Boosting star-subsampled A5 over the affine family is eps-private, without any assumption;
    A5 errs with probability at most 3/4 on 32 ln 4/a^2 examples; the number of examples falls
    with d to that of Claim 4.5, so that it does not depend on d; the chain of Claim 4.5 holds.

    Cases: Private: a run on two examples and one for the choice, T = 2, keys. Accurate: A5 itself
    on examples that are alike, a = 1/2, GF(8). Sizes at d = 10, 16, 32 and 64.
    """
    eps = THREE_HALVES
    if (alpha, beta) == (TWO_FIFTHS, HALF):
        starred = StarSubsampling(build(1, 1), eps, Fraction(4), ())
        universe = replace_one(labelled_examples(2), 3, ordered=True)
        yield private(BoostedLearner(starred, 1, 2, 2, eps), universe, Guarantee.pure(eps))
        masses = [[Fraction(x == j) for x in range(8)] for j in (0, 7)]
        alike = tasks(examples(points(8)[0], each) for each in masses)
        learner = OnSample(build(3, 1), (ln(4) * 32 / HALF**2).ceil())
        yield accurate(learner, alike, within(HALF, strict=True), Fraction(3, 4))
    sizes = [EfficientPointLearner(d, alpha, beta, eps).sizes for d in (10, 16, 32, 64)]
    for larger, smaller in pairwise(sizes):
        yield le("falls with d", smaller.rows, larger.rows)
    limit = -int(-(Fraction(sizes[-1].block) * (1 + Fraction(1, 2**32))) // 1)
    yield le("block of Claim 4.5", (ln(4) * 384 * 64 / (sizes[0].loss * alpha**2)).ceil(), limit)
    yield from steps_of_boosting(alpha, Fraction(1, 100), low(ln(eps.root) * eps.parts))
