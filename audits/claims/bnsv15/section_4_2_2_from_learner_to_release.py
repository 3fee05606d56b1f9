"""Section 4.2.2: from a learner of distributions to answers (Lemma 4.11)."""

from audits.claims.prelude import *
from audits.claims.bnsv15.laws.distribution_learning import predicates
from audits.claims.bnsv15.laws.promises import too_small
from audits.claims.bnsv15.laws.sampling import (
    WRONG_SAMPLES,
    CoinLearner,
    Shown,
    all_bits,
    coin_learner,
    last_row,
    leaking,
    listed,
    no_more,
    sampled_from,
)
from audits.evidence.certificates import Range
from reference.data.queries import threshold_queries
from reference.mechanisms.learning.on_sample import OnSample
from reference.privacy.subsampling import WithReplacement
from reference.reductions.release_and_distribution_learning import (
    Answers,
    AnswersFromLearner,
    distance,
    exact_answers,
)

R = RationalFunction.r()
BITS = (0, 1)
THRESHOLDS = threshold_queries(BITS)


def released(learner: Any, rows: int, size: int) -> AnswersFromLearner[int, Any]:
    """Answers to the thresholds on {0, 1}."""
    return AnswersFromLearner(learner, THRESHOLDS, BITS, rows, size)


def close(alpha: Fraction) -> Callable[[Rows, Answers], bool]:
    """Whether every answer is within alpha of that of the database."""
    return lambda d, answers: distance(answers, exact_answers(THRESHOLDS, d)) <= alpha


def coin_failure(exp_eps: Fraction, m: int) -> Fraction:
    """More than the chance that the coin learner is off by more than 1/2: less than half at 1."""
    return HALF * Fraction((1 + exp_eps) / (2 * exp_eps)) ** (m - 1)


def _learnt(distribution: tuple[tuple[int, Fraction], ...], masses: Answers) -> bool:
    return abs(dict(distribution).get(1, Fraction(0)) - masses[1]) <= HALF


def _release(build: Build, m: int, r: Fraction) -> Iterator[Item]:
    """A learner, and the release that is made of it, at one eps, on all databases."""
    learner = coin_learner(r, m)
    guarantee, beta = Guarantee(r, Fraction(0)), coin_failure(r, m)
    coins = listed(
        sampled_from((1 - p, p)) for p in (Fraction(k, 9 * m) for k in range(9 * m + 1))
    )
    yield private(learner, all_bits(m), guarantee, name="the learner")
    yield accurate(OnSample(learner, m), coins, _learnt, beta, name="the learner")
    release = build(learner, 9 * m, m)
    yield private(release, all_bits(9 * m), guarantee)
    yield accurate(release, all_bits(9 * m), close(HALF), beta)
    for d in all_bits(9 * m).databases():
        p = Fraction(sum(d), 9 * m)
        failing = law(OnSample(learner, m), sampled_from((1 - p, p)))
        for one in BITS:
            answers = (Fraction(0 if one else HALF), Fraction(1))
            masses = (answers[0], 1 - answers[0])
            yield eq(
                f"{one}, D = {sum(d)} ones",
                law(release, d).probability(answers),
                failing.probability(masses),
            )


def _promised(build: Build, m: int, r: Fraction) -> Iterator[Comparison]:
    """The release promises no more loss than the learner at this e^eps."""
    leaky = CoinLearner(leaking(r))
    stated = Guarantee(r, leaky.guarantee.delta)
    yield from no_more(build(leaky, 9 * m, m).guarantee, stated)


def _every_eps(build: Build, m: int, most: Fraction) -> Iterator[Item]:
    """The release keeps what it promises, with a delta, and is eps-private up to this e^eps."""
    if m <= 3:
        made, up_to = build(CoinLearner(leaking(R)), 9 * m, m), Range(high=Fraction(3))
        yield private(made, last_row(9 * m), made.guarantee, name="its promise", over=up_to)
    if m <= 5:
        every, up_to = build(coin_learner(R, m), 9 * m, m), Range(high=most)
        pure = Guarantee(R, R - R)
        yield private(every, all_bits(9 * m), pure, name="every eps", over=up_to)


def _attained(build: Build, m: int, r: Fraction) -> Iterator[Comparison]:
    """Where one row of 9m differs the release loses g^m, g = 1 + (r - 1)/(9m): it draws m rows."""
    made, says_one = build(coin_learner(r, m), 9 * m, m), (Fraction(0), Fraction(1))
    one, none = (law(made, d).probability(says_one) for d in last_row(9 * m).databases())
    yield eq("a single one", one, none * (1 + (r - 1) / (9 * m)) ** m)


def _answering(*edits: str, **names: object) -> Build:
    """Another `AnswersFromLearner`."""
    made: Build = wrong(released, AnswersFromLearner=wrong(AnswersFromLearner, *edits, **names))
    return made


MASSES = "coins.run(sampled, database)"
WRONG[released] = {
    "answers of the sample": _answering(
        f"{MASSES} => empirical_masses(coins.run(replace(sampled, mechanism=Shown()), database), "
        "self.domain)",
        replace=replace,
        Shown=Shown,
    ),
    "sees ones": _answering(f"{MASSES} => {MASSES.replace('database', '(1,) * len(database)')}"),
    "at most five rows are drawn": given(released, size=lambda m: min(m, 5)),
    **{
        name: _answering(WithReplacement=wrong(WithReplacement, edit))
        for name, edit in WRONG_SAMPLES.items()
    },
    **too_small(released),
}


MODERATE = Fraction(32)
"""An e^eps up to which the construction is private: e^(31/9) <= 32."""


@claim(
    "BNSV15.L4.11",
    over(m=(1, 3, 5), r=(Fraction(2), Fraction(36), Fraction(64))),
    about=released,
    refuted=Erratum(
        Grade.WORDING,
        "Section 4.2.2, Lemma 4.11: it states no range of eps, and the algorithm of its proof, "
        "which is private by Lemma 4.12, needs one: e^eps <= 32 will do, and eps <= 1, fixed in "
        "Lemma 4.12 (as restored), is surely meant. That for every eps there is some such "
        "algorithm is not refuted",
    ),
)
def release_from_any_learner(build: Build, m: int, r: Fraction) -> Check:
    """From an (eps, delta)-private (alpha, beta)-accurate learner of distributions with respect to
    Q, which sees m rows, the learner on 9m rows, sampled with replacement, and q(P') for each
    query, is an (eps, delta)-private (alpha, beta)-accurate release of Q.

    Cases: The construction of the proof; a learner of distributions on {0, 1} that is eps-private
    and (1/2, beta)-accurate, beta = ((1 + r)/r)^(m-1) / 2^m, r = e^eps. For these
    m its release is as printed at r = 2 and r = 36, and at r = 64 for m = 1 and 3; at r = 64, m =
    5, it loses more than eps.
    """
    yield from _release(build, m, r)


@claim(
    "BNSV15.L4.11",
    over(m=sized((1, 2, 3, 7), (1, 2, 3, 4, 7), (1, 2, 3, 4, 5, 7)), r=(Fraction(2), MODERATE)),
    form=Form.CORRECTED,
    about=released,
    given=lambda r: [le("e^eps <= 32", r, MODERATE)],
)
def release_from_a_learner(build: Build, m: int, r: Fraction) -> Check:
    """For e^eps <= 32, and so for eps <= 1, delta any, the release on 9m rows is (eps,
    delta)-private, since g^m <= e^((r - 1)/9) <= r, g = 1 + (r - 1)/(9m), and the factor of delta
    is (g^m - 1)/(r - 1) <= 1; and (alpha, beta)-accurate, since the sample is one of the uniform
    distribution on the rows: it fails on D as often as the learner on that distribution.

    Cases: The construction of the proof; the learner of the printed form at r = 2 and r = 32, its
    failures on every distribution of 9m rows, and those of the release on every database, m <= 5;
    privacy on every database for every e^eps up to 32. A learner with a delta, of which the
    release keeps its own promise where one row differs, and that promise is no more than (eps,
    delta). For m = 7 the law where one row differs. g^m <= r at r = 32, and so at all r between 1
    and 32: g^m is convex.
    """
    yield from _promised(build, m, r)
    yield from _attained(build, m, r)
    if m <= 5:
        yield from _release(build, m, r)
    if r == MODERATE:
        yield from _every_eps(build, m, r)
        yield le("e^((r - 1)/9)", exp_high((r - 1) / 9), r)


@claim(
    "BNSV15.L4.11.queries",
    over(points=(2, 3)),
    about=predicates,
    refuted=Erratum(
        Grade.WORDING,
        "Section 4.2.2, proof of Lemma 4.11 (Afterwards, the algorithm answers every threshold "
        "query): for every query of Q, which is any class; and Section 6, proof of Theorem 6.4 "
        "(find a consistent threshold function), where C is any class",
        "queries of Q that are not thresholds",
        "0",
    ),
)
def queries_are_thresholds(build: Build, points: int) -> Check:
    """The algorithm that releases Q answers every threshold query: so all queries of Q.

    Cases: Q is the class of all predicates, by their values.
    """
    rows = [(x,) for x in range(points)]
    known = {tuple(map(q, rows)) for q in threshold_queries(range(points))}
    asked = {tuple(map(q, rows)) for q in build(points)}
    yield le("", len(asked - known), 0)


@dataclass(frozen=True, slots=True)
class Uniform:
    """The uniform distribution, whatever the sample is."""

    points: int
    guarantee = Guarantee(Fraction(1), Fraction(0))

    def __call__(self, database: Rows, coins: Coins[Fraction], /) -> Answers:
        del database
        masses = (Fraction(1, self.points),) * self.points
        return coins.release(Dist.uniform([masses]))


CHOSEN = "product((0, 1), repeat=points)"
WRONG[predicates] = {
    "thresholds": f"{CHOSEN} => [[x <= t for x in range(points)] for t in range(points)]",
    "one predicate is left out": f"{CHOSEN} => [*{CHOSEN}][:-1]",
}


@claim("BNSV15.L4.11.queries", over(points=(2, 3)), form=Form.CORRECTED, about=predicates)
def every_query_of_the_class_is_answered(build: Build, points: int) -> Check:
    """The algorithm that releases Q answers every query q of Q with q(P'), of any class.

    Cases: All predicates, whose answers for a uniform P' are the sizes of all sets of points.
    """
    domain = tuple(range(points))
    made = AnswersFromLearner(Uniform(points), build(points), domain, 9, 1)
    (answers,) = law(made, (0,) * 9).support
    sizes = sorted(sum(chosen) for chosen in product((0, 1), repeat=points))
    yield eq("answers", len(answers), len(sizes))
    for i, (found, size) in enumerate(zip(sorted(answers), sizes, strict=False)):
        yield eq(f"answer {i}", found, Fraction(size, points))
