"""Section 4.2.2: from a learner of distributions to answers (Lemma 4.11)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any

from audits.certificates import Range
from audits.claims.bnsv15.impostors.sampling import (
    Deduplicated,
    OtherSample,
    RawAnswers,
    sees_ones,
)
from audits.claims.bnsv15.laws.sampling import (
    Rows,
    all_bits,
    coin_learner,
    listed,
    most_lost,
    sampled_from,
)
from audits.claims.vocabulary import eq, exp_high, le
from audits.engines.comparisons import Comparison
from audits.ledger import Erratum, Form, Grade, accurate, claim, over, private, sized
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


@claim(
    "BNSV15.L4.11",
    Form.PRINTED,
    over(m=(1, 3, 5), r=(Fraction(2), Fraction(36), Fraction(64))),
    about=released,
    refuted=Erratum(
        Grade.PROOF_STEP,
        "Section 4.2.2, proof of Lemma 4.11, last step: it uses Lemma 4.12, before which eps <= 1 "
        "is fixed (as restored; without that Lemma 4.12 were false). e^eps <= 32 will do. That "
        "there is some release is not refuted",
    ),
)
def release_from_any_learner(build: Release, m: int, r: Fraction) -> Iterator[Item]:
    """From an (eps, delta)-private (alpha, beta)-accurate learner of distributions with respect to
    Q, which sees m rows, the learner on 9m rows, sampled with replacement, and q(P') for each
    query, is an (eps, delta)-private (alpha, beta)-accurate release of Q.

    Fair: The construction of the proof; a learner of distributions on {0, 1} that is eps-private
    and (1/2, beta)-accurate, beta = ((1 + r)/r)^(m-1) / 2^m; at e^eps = 64, m = 5.
    """
    yield from _release(build, m, r)


def _release(build: Release, m: int, r: Fraction) -> Iterator[Item]:
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


def _learnt(distribution: tuple[tuple[int, Fraction], ...], masses: Answers) -> bool:
    return abs(dict(distribution).get(1, Fraction(0)) - masses[1]) <= HALF


def _moderate(r: Fraction) -> Iterator[Comparison]:
    yield le("e^eps <= 32", r, 32)


@claim(
    "BNSV15.L4.11",
    Form.CORRECTED,
    over(m=sized((1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5)), r=(Fraction(2), Fraction(32))),
    about=released,
    impostors={
        "answers of the sample": lambda _, rows, size: RawAnswers(rows, size),
        "without replacement": partial(OtherSample, WithoutReplacement),
        "repeats dropped": partial(OtherSample, Deduplicated),
        "sees ones": sees_ones,
    },
    given=_moderate,
)
def release_from_a_learner(build: Release, m: int, r: Fraction) -> Iterator[Item]:
    """For e^eps <= 32, delta any: the learner on 9m rows, sampled with replacement, is (eps,
    delta)-private, since g^m <= e^((r - 1)/9) <= r, g = 1 + (r - 1)/(9m), and the factor of delta
    is (g^m - 1)/(r - 1) <= 1; and (alpha, beta)-accurate, since the sample is one of the uniform
    distribution on the rows: it fails on D as often as the learner on that distribution.

    Fair: The same learner; its failures on every distribution of 9m rows, and those of the
    release on every database; for every e^eps up to 32 at once, too. g^m <= r at r = 32, and so
    at all r between 1 and 32: g^m is convex.
    """
    yield from _release(build, m, r)
    release, learner = build(coin_learner(r, m), 9 * m, m), OnSample(coin_learner(r, m), m)
    for d in all_bits(9 * m).databases():
        p = Fraction(sum(d), 9 * m)
        failing = law(learner, sampled_from((1 - p, p)))
        for one in BITS:
            answers = (Fraction(0 if one else HALF), Fraction(1))
            masses = (answers[0], 1 - answers[0])
            yield eq(
                f"{one}, D = {sum(d)} ones",
                law(release, d).probability(answers),
                failing.probability(masses),
            )
    every = build(coin_learner(R, m), 9 * m, m)
    up_to = Range(high=Fraction(32))
    yield private(every, all_bits(9 * m), Guarantee(R, R - R), name="every eps", over=up_to)
    lost = most_lost(Guarantee(Fraction(32), Fraction(1)), 9 * m, m)
    yield le("g^m at 32", lost.exp_eps, exp_high(Fraction(31, 9)))
    yield le("e^(31/9)", exp_high(Fraction(31, 9)), 32)
    yield le("delta", lost.delta, 1)
