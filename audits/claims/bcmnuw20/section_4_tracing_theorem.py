"""Section 4: Theorem 14, as printed and as it can be repaired."""

from bisect import bisect_left

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.tracing import NONE
from reference.lower_bounds.tracing_attacks import MeanTracer
from reference.lower_bounds.tracing_scores import Parts as Shares
from reference.lower_bounds.tracing_scores import parts, sums
from reference.lower_bounds.uninformative_answers import most_often_hit


def _samples(alpha: Fraction, scale: Fraction, half_log: int, power: int) -> tuple[int, int]:
    """R = c sqrt(p)/(alpha log2(p)^power) and t = c/alpha^2, rounded up, p = 4^half_log."""
    r = scale * 2**half_log / (alpha * (2 * half_log) ** power)
    t = scale / alpha**2
    return -(-r.numerator // r.denominator), -(-t.numerator // t.denominator)


CONSTANTS = tuple(product((ONE, Fraction(1, 10), Fraction(1, 100)), range(3)))
"""The constants c, and the powers of the logarithm, that are tried."""

HALF_LOG = 60
"""Of p = 4^60."""


def _means_are_accurate(alpha: Fraction) -> Iterator[Comparison]:
    """Of r + t rows, for every distribution, but for a probability of alpha/2."""
    needed = high(2 * (ln(4 / alpha) + ln(4) * HALF_LOG) / alpha**2)
    for scale, power in CONSTANTS:
        r, t = _samples(alpha, scale, HALF_LOG, power)
        words = f"c = {scale}, power {power}: 2 p exp(-s alpha^2/2) <= alpha/2"
        yield le(words, needed, r + t)


def _printed_and_possible(
    alpha: Fraction, scale: Fraction, power: int
) -> tuple[Fraction, Fraction]:
    """How often t/2 rows are to be accused, and how often they can be."""
    r, t = _samples(alpha, scale, HALF_LOG, power)
    whole = Fraction(1, (r + t) ** 2)
    return 1 - whole, most_often_hit(alpha / 2, r + t, whole, max(-(-t // 2), 1))


@claim(
    "BCMNUW20.T14",
    over(alpha=(QUARTER, Fraction(1, 10))),
    refuted=Erratum(
        Grade.FALSE,
        "Section 4, Theorem 14, second display: an algorithm that answers zeros with probability "
        "alpha/2 is (alpha, alpha)-accurate, and then nobody has hits; true is: hits, or a wrong "
        "answer",
        left="1 - 1/(r+t)^2",
        right="the greatest probability of t/2 hits, of any attacker with the first display",
    ),
    given=_means_are_accurate,
)
def many_hits_almost_always(alpha: Fraction) -> Iterator[Comparison]:
    """For every p and alpha there are r = Omega~(sqrt(p)/alpha) and t = Omega(1/alpha^2) such that
    for every A with s in [t, r+t] samples that is (alpha, alpha)-accurate for stumps there are a
    distribution and an attacker T with P[T(q, y) = OUT] >= 1 - 1/(r+t)^2 and at least t/2 rows
    accused with probability at least 1 - 1/(r+t)^2.

    Where: s = r + t and p = 4^60; r is c sqrt(p)/(alpha log(p)^k) and t is c/alpha^2, rounded up.
    K is how many rows are accused.

    Cases: A gives the means of the rows, or zeros with probability alpha/2: it is
    (alpha, alpha)-accurate wherever 2p exp(-s alpha^2/2) <= alpha/2, which is the hypothesis, for
    every distribution (Hoeffding). Zeros tell nothing, so no attacker has t/2 hits more often than
    1 - alpha/2 + s a/(t/2), a = 1/(r+t)^2 the chance that a row outside is accused. It is tried
    for c = 1, 1/10, 1/100 and k = 0, 1, 2: the nearest of them is shown, so that it is false for
    each.
    Greater ones only make it worse: the bound decreases to 1 - alpha/2; what is printed goes to 1.
    """
    found = {each: _printed_and_possible(alpha, *each) for each in CONSTANTS}
    (scale, power), (printed, possible) = min(
        found.items(), key=lambda each: each[1][0] - each[1][1]
    )
    r, t = _samples(alpha, scale, HALF_LOG, power)
    yield le(f"c = {scale}, k = {power}, r = {r}, t = {t}: P[K >= t/2]", printed, possible)


RULES: dict[str, Callable[[tuple[int, ...]], Fraction]] = {
    "the mean": lambda z: Fraction(sum(z), len(z)),
    "the first row": lambda z: Fraction(z[0]),
}
"""Answers from two rows."""


@cache
def _sums_of_two(
    rule: str, mean: Fraction, attributes: int, centre: Fraction, weights: tuple[Fraction, ...]
) -> tuple[Dist[Fraction, Fraction], Dist[Fraction, Fraction]]:
    """With the answers from two rows: the greater of their sums, and the sum of another row."""
    one = parts(
        mean, 2, lambda z: Dist.point(RULES[rule](z)), centre, lambda q: weights[int(q) + 1]
    )
    rows, further = sums(one.map(lambda v: v[:2]), attributes), one.map(lambda v: v[2:])
    return rows.map(max), sums(further, attributes).map(max)


def _one_sum(
    tracer: MeanTracer, answer: Fraction, mean: Fraction, attributes: int
) -> Dist[Fraction, Fraction]:
    """The law of the sum for one row, where the answers tell nothing of it."""
    up = (1 + mean) / 2
    ends = ((1 - tracer.centre[0], up), (-1 - tracer.centre[0], 1 - up))
    weight = tracer.weight(0, answer)
    one: Dist[Shares, Fraction] = Dist.weighted(((c * weight,), chance) for c, chance in ends)
    return sums(one, attributes).map(max)


def _far(law: Dist[Fraction, Fraction], tracer: MeanTracer) -> Fraction:
    """The probability that the sum is above the threshold."""
    totals = sorted(law)
    first = bisect_left(totals, 1, key=lambda x: int(tracer.threshold.exceeded_by(x)))
    return sum((law.probability(x) for x in totals[first:]), NONE)


@claim(
    "BCMNUW20.T14",
    over(
        rule=tuple(RULES),
        mean_and_attributes=((NONE, 49), (HALF, 64)),
        often=(NONE, QUARTER),
        samples=(3, 4),
    ),
    form=Form.CORRECTED,
    about=MeanTracer.sound,
)
def many_hits_or_a_wrong_answer(
    build: Callable[..., MeanTracer],
    rule: str,
    mean_and_attributes: tuple[Fraction, int],
    often: Fraction,
    samples: int,
) -> Check:
    """As printed, for alpha below a constant, but with P[at least t/2 rows are accused, or an
    answer is off by more than alpha] >= 1 - 1/(r+t)^2, so that P[K >= t/2] >= 1 - beta -
    1/(r+t)^2, where beta is the probability that an answer is off by more than alpha.

    Where: the rule says what A answers from s = t = 2 rows of p attributes of one mean, but -1
    with probability `often`; the number of samples is r + t, and K is how many rows are accused.

    Cases: One attack on four algorithms, and not all of them, which nothing finite decides: the
    answer -1 is off by 1 at least. That an answer from the rows is off, as it often is, is not
    made use of: the hits are enough. If it is -1 with probability 1/4, the printed bound is false.
    """
    mean, p = mean_and_attributes
    tracer = build((mean,) * p, ONE, samples)
    weights = tuple(tracer.weight(0, q) for q in (-ONE, NONE, ONE))
    laws = _sums_of_two(rule, mean, p, tracer.centre[0], weights)
    hit, outsider = (_far(law, tracer) for law in laws)
    behind = _far(_one_sum(tracer, -ONE, mean, p), tracer)
    rare = Fraction(1, samples**2)
    yield chance("(i)", (1 - often) * outsider + often * behind, rare)
    yield le("(ii) or a wrong answer", 1 - rare, (1 - often) * hit + often)
    if often:
        yield lt("(ii) as printed", (1 - often) * hit + often * min(2 * behind, ONE), 1 - rare)
