"""Section 4.2.2: from a learner of distributions to answers (Lemma 4.11)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any

from audits.certificates import Range
from audits.claims.bnsv15.impostors.promises import Promising, promised_as, too_small
from audits.claims.bnsv15.impostors.sampling import (
    Deduplicated,
    OtherSample,
    RawAnswers,
    sees_ones,
)
from audits.claims.bnsv15.laws.sampling import (
    CoinLearner,
    Rows,
    all_bits,
    coin_learner,
    last_row,
    leaking,
    listed,
    sampled_from,
)
from audits.claims.vocabulary import eq, exp_high, exp_low, le, lt
from audits.engines.comparisons import Comparison
from audits.ledger import Form, accurate, claim, over, private, sized
from audits.ledger.forms import Item
from reference.data.queries import threshold_queries
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.learning.on_sample import OnSample
from reference.privacy.guarantee import Guarantee
from reference.privacy.subsampling import WithoutReplacement
from reference.probability.law import law
from reference.reductions.release_and_distribution_learning import (
    Answers,
    AnswersFromLearner,
    distance,
    exact_answers,
)

Release = Callable[..., Any]
"""`AnswersFromLearner`, or a wrong one."""

R = RationalFunction.r()
HALF = Fraction(1, 2)
BITS = (0, 1)
THRESHOLDS = threshold_queries(BITS)


def released(learner: Any, rows: int, size: int) -> AnswersFromLearner[int, Any]:  # noqa: ANN401
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


def _release(build: Release, m: int, r: Fraction) -> Iterator[Item]:
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


def _promised(build: Release, m: int, exp_eps: Fraction, most: Fraction) -> Iterator[Item]:
    """The release promises no more loss than the learner at e^eps, and keeps what it promises."""
    leaky = CoinLearner(leaking(exp_eps))
    promised = build(leaky, 9 * m, m).guarantee
    yield le("the promised e^eps", promised.exp_eps, most)
    yield le("the promised delta", promised.delta, leaky.guarantee.delta)
    if m <= 3:
        made, up_to = build(CoinLearner(leaking(R)), 9 * m, m), Range(high=Fraction(3))
        yield private(made, last_row(9 * m), made.guarantee, name="its promise", over=up_to)


def _attained(build: Release, m: int, r: Fraction) -> Iterator[Comparison]:
    """Where one row of 9m differs the release loses g^m, g = 1 + (r - 1)/(9m): it draws m rows."""
    made, says_one = build(coin_learner(r, m), 9 * m, m), (Fraction(0), Fraction(1))
    one, none = (law(made, d).probability(says_one) for d in last_row(9 * m).databases())
    yield eq("a single one", one, none * (1 + (r - 1) / (9 * m)) ** m)


WRONG: dict[str, Release] = {
    "answers of the sample": promised_as(released, lambda _, rows, size: RawAnswers(rows, size)),
    "without replacement": promised_as(released, partial(OtherSample, WithoutReplacement)),
    "repeats dropped": promised_as(released, partial(OtherSample, Deduplicated)),
    "sees ones": sees_ones,
    "at most five rows are drawn": lambda learner, rows, size: released(
        learner, rows, min(size, 5)
    ),
    **too_small(released),
    "promises that of one draw": lambda learner, rows, size: Promising(
        released(learner, rows, size), released(learner, rows, 1).guarantee
    ),
}


def _at_most_1(eps: Fraction) -> Iterator[Comparison]:
    yield le("eps <= 1", eps, 1)


@claim(
    "BNSV15.L4.11",
    Form.PRINTED,
    over(
        m=sized((1, 2, 3, 7), (1, 2, 3, 4, 7), (1, 2, 3, 4, 5, 7)),
        eps=(Fraction(1), Fraction(1, 2)),
    ),
    about=released,
    impostors=WRONG,
    given=_at_most_1,
)
def release_from_a_learner(build: Release, m: int, eps: Fraction) -> Iterator[Item]:
    """For eps <= 1: from an (eps, delta)-private (alpha, beta)-accurate learner of distributions
    with respect to Q, which sees m rows, the learner on 9m rows, sampled with replacement, and
    q(P') for each query, is an (eps, delta)-private (alpha, beta)-accurate release of Q. (The text
    at hand lost its formulas, and with them a range of eps in Lemma 4.12, which the proof uses;
    eps <= 1 is restored, for both.)

    Fair: The construction of the proof; a learner of distributions on {0, 1} that is eps-private
    and (1/2, beta)-accurate, beta = ((1 + r)/r)^(m-1) / 2^m, r = e^eps: at r = 2 its failures on
    every distribution of 9m rows, and those of the release on every database, m <= 5; privacy on
    every database for every eps up to 1. A learner with a delta, of which the release keeps its
    own promise where one row differs, and that promise is no more than (eps, delta). For m = 7 the
    law where one row differs.
    """
    yield from _promised(build, m, exp_high(eps), exp_low(eps))
    if eps < 1:
        return
    yield from _attained(build, m, Fraction(2))
    if m <= 5:
        yield from _release(build, m, Fraction(2))
        every, up_to = build(coin_learner(R, m), 9 * m, m), Range(high=exp_low(eps))
        pure = Guarantee(R, R - R)
        yield private(every, all_bits(9 * m), pure, name="every eps", over=up_to)


def _moderate(r: Fraction) -> Iterator[Comparison]:
    yield le("e^eps <= 32", r, 32)


@claim(
    "BNSV15.L4.11",
    Form.CORRECTED,
    over(m=sized((1, 2, 3, 7), (1, 2, 3, 4, 7), (1, 2, 3, 4, 5, 7)), r=(Fraction(32),)),
    about=released,
    impostors=WRONG,
    given=_moderate,
)
def release_from_a_less_private_learner(build: Release, m: int, r: Fraction) -> Iterator[Item]:
    """The same for e^eps <= 32, delta any: it is (eps, delta)-private, since g^m <= e^((r - 1)/9)
    <= r, g = 1 + (r - 1)/(9m), and the factor of delta is (g^m - 1)/(r - 1) <= 1; and (alpha,
    beta)-accurate, since the sample is one of the uniform distribution on the rows: it fails on D
    as often as the learner on that distribution. For every eps it is not: at e^eps = 64, m = 5,
    g^m > 64.

    Fair: The same learners at r = 32; for every e^eps up to 32 at once, too. g^m <= r at r = 32,
    and so at all r between 1 and 32: g^m is convex. At r = 64 the law where one of 45 rows
    differs.
    """
    yield from _promised(build, m, r, r)
    yield from _attained(build, m, r)
    if m <= 5:
        yield from _release(build, m, r)
        every, up_to = build(coin_learner(R, m), 9 * m, m), Range(high=r)
        pure = Guarantee(R, R - R)
        yield private(every, all_bits(9 * m), pure, name="every eps", over=up_to)
    yield le("e^(31/9)", exp_high(Fraction(31, 9)), 32)
    if m == 1:
        many, says_one = released(coin_learner(2 * r, 5), 45, 5), (Fraction(0), Fraction(1))
        one, none = (law(many, d).probability(says_one) for d in last_row(45).databases())
        yield lt("at e^eps = 64, m = 5", 2 * r * none, one)
