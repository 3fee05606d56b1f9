"""Section 5.2: empirical learners and PAC learners (Lemmas 5.8 and 5.9)."""

from audits.claims.prelude import *
from audits.claims.bbkn13.laws.exactly import binomial_range
from audits.claims.bnsv15.laws.pac_learning import (
    WorstConsistent,
    counted,
    task,
    tasks,
    uniform_on,
    within,
)
from audits.claims.bnsv15.laws.sampling import (
    AllOnes,
    LastPointLearner,
    NeedsARepeat,
    leaking,
    no_more,
)
from audits.claims.bnsv15.laws.threshold_learning import Examples, consistent, labelled_universe
from audits.evidence.certificates import Range
from reference.exact.field import R as Root
from reference.mechanisms.learning.on_sample import OnSample
from reference.privacy.subsampling import WithReplacement

R = RationalFunction.r()


def samples_needed(own: int, alpha: Fraction, beta: Fraction) -> int:
    """The least integer that is at least n and 4 ln(2/beta)/alpha."""
    return max(own, (4 * ln(2 / beta) / alpha).ceil())


SKEWED = (
    *((1, (48, 26, 26)), (0, (74, 26, 0)), (2, (48, 26, 26)), (1, (0, 26, 74))),
    *((0, (49, 51, 0)), (1, (20, 29, 51))),
)
"""Thresholds, and distributions on three points, in hundredths: more than 2 alpha on a side."""


def _tail(trials: int, chance: Fraction, most: int) -> Fraction:
    """Pr[Bin(trials, chance) <= most], rounded up to a multiple of 2^-512."""
    p, q = chance.numerator, chance.denominator
    term = total = (q - p) ** trials
    for k in range(most):
        term = term * (trials - k) * p // ((k + 1) * (q - p))
        total += term
    return Fraction(-(-(total << 512) // q**trials), 2**512)


TIMES = "4 * ln(2 / beta) => {} * ln(2 / beta)".format
WRONG[samples_needed] = {
    "three quarters of them": TIMES(3),
    "half of them": TIMES(2),
    "a quarter of them": TIMES(1),
    "a sixteenth of them": TIMES("QUARTER"),
    "1/alpha": "4 * ln(2 / beta) => exact(1)",
    "twice as many": TIMES(8),
    "without those of the learner": given(samples_needed, own=1),
}


@claim(
    "BNSV15.L5.8",
    over(
        alpha=(QUARTER, EIGHTH, Fraction(1, 64)),
        beta=(QUARTER, Fraction(1, 1000), Fraction(1, 10**60)),
        own=(1, 40),
        most=sized((16,), (24,), (40,)),
    ),
    about=samples_needed,
    given=lambda alpha, beta: [
        lt("0 < alpha", 0, alpha),
        lt("0 < beta", 0, beta),
        le("beta <= 1", beta, 1),
    ],
)
def empirical_learners_generalise(
    rows: Build, alpha: Fraction, beta: Fraction, own: int, most: int
) -> Check:
    """An (alpha, beta)-accurate empirical learner of thresholds on n rows is, on N >= max{n,
    4 ln(2/beta)/alpha} samples, a (2 alpha, 2 beta)-accurate PAC learner: where an end of the
    domain on either side of the target has mass >= 2 alpha, at most alpha N samples fall into it
    with probability Pr[Bin(N, 2 alpha) <= alpha N] <= exp(-alpha N/4) <= beta/2.

    Cases: For thresholds and distributions on three points, alpha = 1/8 and 1/4, beta = 1/4, the
    empirical learner that errs as much as an (alpha, beta)-accurate one may, on every sample; n is
    1 or 40. The binomial tail for up to 16 samples against exp(-alpha N/4), and for 4
    ln(2/beta)/alpha against beta/2, exactly, down to alpha = 1/64 and beta = 10^-60: 3 in place of
    4 is too little there, and in place of 4 the constant 1/(1 - ln 2) < 3.26 would do for all
    alpha and beta, by the sharper bound of Chernoff: exp(-N KL(alpha, 2 alpha)), KL(alpha, 2
    alpha) > (1 - ln 2) alpha. (The domain is finite: the extreme points of the proof exist.)
    """
    number = rows(own, alpha, beta)
    most_needed = max(Fraction(own), high(4 * ln(2 / beta) / alpha))
    yield lt("no more than needed", number - 1, most_needed)
    if own == 1:
        tail = _tail(number, 2 * alpha, int(alpha * number))
        yield chance(f"N = {number}, against beta/2", tail, beta / 2)
    if beta < QUARTER or alpha < EIGHTH:
        return
    for n in range(1, most + 1) if own == 1 else ():
        tail = binomial_range(n, 2 * alpha, 0, int(alpha * n))
        yield chance(f"N = {n}", tail, exp_low(-alpha * n / 4))
    for threshold, hundredths in SKEWED if own == 1 else SKEWED[3:4]:
        target = task(threshold, [Fraction(p, 100) for p in hundredths])
        sampled = OnSample(WorstConsistent(target, 3, alpha, beta, own), number)
        yield accurate(sampled, tasks([target]), within(2 * alpha), 2 * beta, name=f"{target}")


def learner(exp_eps: Root, m: int) -> LastPointLearner[Root]:
    """The learner with this e^eps, on m labelled rows."""
    return LastPointLearner(AllOnes(Guarantee(exp_eps, exp_eps - exp_eps), m))


def last_point_failure(exp_eps: Fraction, m: int, mass: Fraction) -> Fraction:
    """How often c_0 is returned, if the target is c_1 and 1 has this mass."""
    said = (1 - mass + mass * exp_eps) ** m / (exp_eps ** (m - 1) * (exp_eps + 1))
    return 1 - Fraction(said)


ALPHA = Fraction(9, 10)


def _empirical(build: Build, m: int, r: Fraction) -> Iterator[Item]:
    """The learner, and what is made of it, on every database that c_0 or c_1 labels."""
    rows, beta = 9 * m, last_point_failure(r, m, ALPHA)
    databases = [counted((rows - k, k), u) for k in range(rows + 1) for u in (0, 1)]
    listed = ListedAdjacency(tuple(dict.fromkeys(databases)), ())
    pac = learner(r, m)
    guarantee = Guarantee(r, Fraction(0))
    yield private(pac, labelled_universe(2, m), guarantee, name="the learner")
    given = tasks(map(uniform_on, databases))
    yield accurate(OnSample(pac, m), given, within(ALPHA), beta, name="the learner")
    made = build(pac, rows, m)
    yield private(made, _with_label_one(rows), guarantee)
    yield accurate(made, listed, consistent(ALPHA), beta)
    for k in range(rows + 1):
        database = counted((rows - k, k), 1)
        ours, theirs = law(made, database), law(OnSample(pac, m), uniform_on(database))
        yield eq(f"{k} rows at 1", ours.probability(1), theirs.probability(1))


def _promised(build: Build, m: int, r: Fraction) -> Iterator[Comparison]:
    """What is made promises no more loss than the learner at this e^eps."""
    leaky = LastPointLearner(leaking(r))
    stated = Guarantee(r, leaky.guarantee.delta)
    yield from no_more(build(leaky, 9 * m, m).guarantee, stated)


def _every_eps(build: Build, m: int, most: Fraction) -> Iterator[Item]:
    """It keeps what it promises, with a delta, and is eps-private for every e^eps up to this."""
    if m <= 3:
        made, up_to = build(LastPointLearner(leaking(R)), 9 * m, m), Range(high=Fraction(3))
        differing = _with_label_one(9 * m, most=1)
        yield private(made, differing, made.guarantee, name="its promise", over=up_to)
    every, up_to = build(learner(R, m), 9 * m, m), Range(high=most)
    pure = Guarantee(R, R - R)
    yield private(every, _with_label_one(9 * m), pure, name="every eps", over=up_to)


def _with_label_one(rows: int, most: int | None = None) -> ListedAdjacency[Examples]:
    """The databases of rows (0, 1) and (1, 1): the others are (0, 1) to the learner.

    With at most so many rows (1, 1), neighbours next to each other.
    """
    counts = range((rows if most is None else most) + 1)
    databases = tuple(counted((rows - k, k), 1) for k in counts)
    return ListedAdjacency(databases, tuple((k, k + 1) for k in counts[:-1]), "one row replaced")


@claim(
    "BNSV15.L5.9",
    over(m=(1, 3, 5), r=(Fraction(2), Fraction(36), Fraction(64))),
    about=WithReplacement,
    refuted=Erratum(
        Grade.WORDING,
        "Section 5.2, Lemma 5.9: it states no range of eps, and the algorithm of its proof, which "
        "is private by Lemma 4.12, needs one. That for every eps there is some such learner is "
        "not refuted",
        same_as="BNSV15.L4.11",
    ),
    uses=("BNSV15.L4.12",),
)
def empirical_learner_from_any_pac_learner(build: Build, m: int, r: Fraction) -> Check:
    """From an (eps, delta)-private (alpha, beta)-accurate PAC learner on m samples, the learner on
    9m rows, sampled with replacement, is an (eps, delta)-private (alpha, beta)-accurate empirical
    learner; proper, if the learner is.

    Cases: The construction of the proof; a proper learner of c_0 and c_1 that is eps-private and
    (9/10, beta)-accurate, beta < 1. For these m what is made of it is as printed at e^eps = 2 and
    36, and at e^eps = 64 for m = 1 and 3; at e^eps = 64, m = 5, it loses more than eps.
    """
    yield from _empirical(build, m, r)


@claim(
    "BNSV15.L5.9",
    over(m=sized((1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5)), r=(Fraction(2), Fraction(32))),
    form=Form.CORRECTED,
    about=WithReplacement,
    given=lambda r: [le("e^eps <= 32", r, 32)],
)
def empirical_learner_from_a_pac_learner(build: Build, m: int, r: Fraction) -> Check:
    """For e^eps <= 32, and so for eps <= 1, the learner on 9m rows is (eps, delta)-private, and
    (alpha, beta)-accurate, as the error on D is that on the uniform distribution on the rows of D;
    proper, if the learner is.

    Cases: The construction of the proof; the learner of the printed form at e^eps = 2 and 32; what
    is made of it returns on D what the learner does on that distribution, as often; privacy for
    every e^eps up to 32. A learner with a delta, of which the promise is kept, and is no more than
    (eps, delta). A learner that errs on samples without a repeated row, which 2 of 18 rows are
    with probability 17/18.
    """
    yield from _promised(build, m, r)
    yield step("BNSV15.L4.12", Form.CONCRETE, m=m, n=9 * m, r=r)
    yield from _empirical(build, m, r)
    if r < 32:
        return
    yield from _every_eps(build, m, r)
    if m == 2:
        apart: tuple[tuple[int, int], ...] = tuple((x, 1) for x in range(9 * m))
        listed = ListedAdjacency((apart,), ())
        made = build(NeedsARepeat(), 9 * m, m)
        yield accurate(made, listed, lambda _, y: y == 1, Fraction(17, 18), name="apart")
