"""Section 7.2, proof of Theorem 7.2: what is good and what lies in the finite part."""

from audits.claims.prelude import *
from reference.data.concept import PointFunction, Values, error
from reference.lower_bounds.countable_hypotheses import finite_part, missed_part
from reference.mechanisms.learning.on_sample import OnSample

Examples = tuple[tuple[int, int], ...]

MASSES = (Fraction(0), HALF, HALF)
"""P_1, uniform on the points 1 and 2."""

NEVER, HERE = Values((0, 0, 0)), Values((0, 1, 0))
"""The function 0, which is all of H', and the point function of 1."""


@dataclass(frozen=True, slots=True)
class OneOfTwo:
    """The point function of 1 if all examples are from P_1, and else the function 0, by randomized
    response.
    """

    eps: Epsilon[Fraction]

    def __call__(self, database: Examples, coins: Coins[Fraction], /) -> Values:
        r, fits = self.eps.exp(), set(database) <= {(1, 1), (2, 0)}
        honest = coins.draw(bernoulli(r / (1 + r)))
        return HERE if fits == honest else NEVER


@claim(
    "BNSV15.T7.2.utility",
    over(r=(Fraction(5), Fraction(3)), rows=(1,)),
    about=OneOfTwo,
    refuted=Erratum(
        Grade.PROOF_STEP,
        "Section 7.2, proof of Theorem 7.2 (By the utility, for each x_i there is a database "
        "R_i): G_i has hypotheses of the finite part H' only, and the good ones that are returned "
        "may be others. With an H' that is missed with probability at most e^(-eps n)/3 the step "
        "is true with 1/3 in place of 2/3 (BNSV15.T7.2)",
    ),
)
def good_hypotheses_of_the_part(
    build: Callable[[Epsilon[Fraction]], Any], r: Fraction, rows: int
) -> Check:
    """Let H' be a finite set of hypotheses of which an accurate private learner returns one with
    probability 2/3 on equal examples (0, 1), and G_1 those of H' that are good for P_1. Some
    database R_1 from P_1 has a hypothesis of G_1 returned with probability 2/3.

    Cases: 2/3 and what is missed are lost in the electronic text, and restored; the probability is
    0 for the G_1 of this H', which is empty. Points 0, 1, 2; a learner that is eps-private, e^eps
    = r, and accurate for P_1 and the point 1; H' is the function 0.
    """
    learner = build(Epsilon(r))
    examples = [(x, y) for x in range(3) for y in range(2)]
    kept = Guarantee(r, Fraction(0))
    yield private(learner, replace_one(examples, rows), kept, name="the learner")
    target = tuple(((x, int(x == 1)), p) for x, p in enumerate(MASSES) if p)
    concept = PointFunction(1)

    def good(h: Values) -> bool:
        return error(concept, h, MASSES) <= THIRD

    sampled = OnSample(learner, rows)
    one = ListedAdjacency((target,), (), "distributions")
    yield accurate(sampled, one, lambda _, h: good(h), THIRD, name="accurate")
    start = ListedAdjacency((((0, 1),) * rows,), ())
    yield accurate(learner, start, lambda _, h: h == NEVER, THIRD, name="H'")
    drawn = ListedAdjacency(tuple((row,) * rows for row, _ in target), ())
    yield accurate(learner, drawn, lambda _, h: h == NEVER and good(h), THIRD, name="R_1")


WRONG[finite_part] = {"the first hypothesis": "return tuple(kept) => return tuple(kept[:1])"}


@claim(
    "BNSV15.T7.2.utility",
    over(r=(Fraction(5), Fraction(3)), rows=(1,)),
    form=Form.CORRECTED,
    about=finite_part,
    uses=("BNSV15.T7.2", "BNSV15.ALG.FiniteHyp"),
)
def good_hypotheses_are_found_in_a_part_that_is_rarely_missed(
    build: Build, r: Fraction, rows: int
) -> Check:
    """If H' is missed with probability at most e^(-eps n)/3 on equal examples (0, 1), some
    database from P_1 has a hypothesis of H' that is good for P_1 returned with probability 1/3.

    Cases: The learner of the printed form, which misses the function 0 too often: H' has both.
    """
    learner = OneOfTwo(Epsilon(r))
    start = law(learner, ((0, 1),) * rows)
    kept = build([(h, start.probability(h)) for h in (NEVER, HERE)], missed_part(r, rows))
    concept = PointFunction(1)
    yield accurate(
        learner,
        ListedAdjacency((((1, 1),) * rows,), ()),
        lambda _, h: h in kept and error(concept, h, MASSES) <= THIRD,
        1 - THIRD,
    )
