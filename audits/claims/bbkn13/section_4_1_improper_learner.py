"""Section 4.1: the improper learner over a small class (Theorem 4.2)."""

from audits.claims.prelude import *
from audits.claims.bbkn13.section_4_1_planes import DUALS, value
from audits.claims.bbkn13.words import *

PG32, POINTS = DUALS["dual PG(3,2)"]
CLASS = as_hypotheses(PG32, POINTS)
SAMPLES: tuple[Any, ...] = (((0, 1),), ((31, 1), (2, 0)), ((5, 0), (7, 1), (7, 1)), ())


@claim(
    "BBKN13.T4.2",
    over(constant=(1, 1000), d=(2, 10, 10**6)),
    refuted=Erratum(
        Grade.HIDDEN_HYPOTHESIS,
        "Theorem 4.2 (missing: eps is bounded, or a term without eps in the maximum)",
        "the failure of any learner on so many examples, at least",
        "beta",
        same_as="BBKN13.T3.2",
    ),
)
def enough_examples_for_improper_learning_as_printed(constant: int, d: int) -> Check:
    """POINT_d has an improper private learner that uses a constant times (log d + log(1/alpha) +
    log(1/beta))/(eps alpha) examples.

    Cases: alpha = 1/100, beta = 1/4, eps = 100 constant d.  Two points, one of them the target,
    have the mass 11/1000 each, a third one the rest: a sample without the two tells nothing of
    which it is, so any learner, private or not, proper or not, fails with probability at least (1
    - 22/1000)^m 1/2 on average over the two.
    """
    alpha, beta, eps = Fraction(1, 100), QUARTER, 100 * constant * d
    m = int(constant * high(ln(d) + ln(1 / alpha) + ln(1 / beta)) / (eps * alpha))
    yield le(f"m = {m}", HALF * (1 - Fraction(22, 1000)) ** m, beta)


@claim(
    "BBKN13.T4.2",
    over(target=sized((0,), range(0, 32, 8), range(32))),
    form=Form.CONCRETE,
    about=ExponentialLearner,
    uses=("BBKN13.L4.1", "BBKN13.T3.2"),
)
def improper_learner(build: Build, target: int) -> Check:
    """Over 15 sets for 32 points, whose value is 2/7 at the point 0 and at most 1/3 at each:
    the learner is eps-private for every eps, fails less with each row, and with the number of
    samples of Theorem 3.2 for alpha = 2/3, beta = 1/10 and e^eps = 9 its error exceeds alpha with
    probability at most beta.

    Cases: Neighbours of one row over each fifth point; 348 rows from the even distribution on the
    target and another point. The error is 0, 1/2 or 1; the constants leave much room.
    """
    alpha, beta, eps = Fraction(2, 3), TENTH, Epsilon(Fraction(3), 2)
    yield le("value", value(PG32, POINTS, target), alpha / 2)
    every = build(CLASS, POINTS, EVERY)
    one_row = replace_one([(x, y) for x in range(0, POINTS, 5) for y in (0, 1)], 1)
    if not target:
        yield eq("value at 0", value(PG32, POINTS, 0), Fraction(2, 7))
        yield private(every, one_row, PURE)
    rows = rows_for_representing(len(CLASS), eps.exp(), alpha, beta)
    half = [HALF if x in {target, (target + 1) % 32} else Fraction(0) for x in range(32)]
    tested = tasks([examples(points(POINTS)[target], half)])
    (even,), few_rows = tested.labels, build(CLASS, POINTS, Epsilon(Fraction(3), 2))
    bad = []
    for m in range(4):
        found = law(OnSample(few_rows, m), even)
        bad.append(sum(found.probability(h) for h in found if not within(alpha / 2)(even, h)))
    for m in range(3):
        yield lt(f"{m + 1} rows, error above 1/3", bad[m + 1], bad[m])
    yield accurate(OnSample(build(CLASS, POINTS, eps), rows), tested, within(alpha), beta)


@claim("BBKN13.A.T42", over(sample=SAMPLES), about=ExponentialLearner)
def improper_learner_follows_its_steps(build: Build, sample: Any) -> Check:
    """The improper learner chooses among 15 sets for 32 points by empirical error.

    Cases: A class smaller than that of the points; weights 2^-errors, counted from the sets.
    """
    errors = [sum(int(x in s) != y for x, y in sample) for s in PG32]
    learner = build(CLASS, POINTS, TWO_EPS)
    yield from same_law("sample", learner, sample, exponential_law(CLASS, errors, 2))
