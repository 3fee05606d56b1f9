"""Samples of a black box against an exact law, never flaky.

Two questions are answered, both with a stated probability of a false alarm:

* do the samples have the given law?  Events are fixed before sampling; the number of samples in
  an event of probability p is binomial, and an event with a binomial tail below its share of
  the budget is a refutation.  Looks at growing numbers of samples share the budget
  (alpha-spending), so that a clear deviation stops early;
* how large is e^eps at least?  On two neighbouring databases an event is chosen with one half of
  the samples, and the exact confidence limits of Clopper and Pearson are taken on the other
  half: with p_low <= Pr[T] and q_high >= Pr'[T], e^eps >= (p_low - delta) / q_high.

Tails are regularised incomplete beta functions, enclosed by balls of python-flint, so that the
budget is honoured whatever the numbers: Pr[Bin(n, p) >= c] = I_p(c, n - c + 1).

Notation: n samples, c of them in the event, p, q probabilities, alpha false-alarm probability.

>>> upper_tail(2, 2, Fraction(1, 3)) <= Fraction(1, 9) + Fraction(1, 2**40)
True
>>> limits(0, 100, Fraction(1, 100))[0]
Fraction(0, 1)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import isqrt
from typing import TypeVar

from flint import arb, ctx, fmpq

from audits.decimals import at_exp
from reference.exact.field import R
from reference.exact.rational_function import RationalFunction
from reference.probability.dist import Dist

X = TypeVar("X", bound=Hashable)

SUITE_FALSE_ALARM = Fraction(1, 10**9)
"""The probability that a whole suite raises any false alarm."""

MISS = Fraction(1, 1000)
"""The probability of missing a deviation as large as the stated resolution."""

ACCURATE_BITS = 42
"""Binary digits to which a tail is enclosed."""

LIMIT_BITS = 40
"""Binary digits of a confidence limit."""

Chance = tuple[Fraction, Fraction]
"""Rationals low <= p <= high."""

Sampler = Callable[[int], Sequence[X]]
"""Further independent samples, as many as asked for."""


@lru_cache(maxsize=2**14)
def upper_tail(count: int, samples: int, chance: Fraction) -> Fraction:
    """A number >= Pr[Bin(samples, chance) >= count], larger by less than 2^-40 of it."""
    if count > samples or (count > 0 and chance <= 0):
        return Fraction(0)
    if count <= 0 or chance >= 1:
        return Fraction(1)
    bits = 80
    while True:
        with ctx.workprec(bits):
            p = arb(fmpq(chance.numerator, chance.denominator))
            ball = p.beta_lower(count, samples - count + 1, regularized=1)
            if ball.is_finite() and ball.rel_accuracy_bits() > ACCURATE_BITS:
                top = ball.upper().fmpq()
                return min(Fraction(int(top.p), int(top.q)), Fraction(1))
        bits *= 2


def lower_tail(count: int, samples: int, chance: Fraction) -> Fraction:
    """A number >= Pr[Bin(samples, chance) <= count], larger by less than 2^-40 of it."""
    return upper_tail(samples - count, samples, 1 - chance)


def limits(count: int, samples: int, alpha: Fraction) -> Chance:
    """Confidence limits (Clopper and Pearson): each is wrong with probability <= alpha / 2."""
    high = 1 - _lower_limit(samples - count, samples, alpha / 2)
    return _lower_limit(count, samples, alpha / 2), high


def _lower_limit(count: int, samples: int, alpha: Fraction) -> Fraction:
    """The largest multiple p of 2^-40 below the proportion with Pr[Bin(n, p) >= c] <= alpha."""
    scale = 2**LIMIT_BITS
    low, high = 0, count * scale // samples
    while low < high:
        middle = (low + high + 1) // 2
        if upper_tail(count, samples, Fraction(middle, scale)) <= alpha:
            low = middle
        else:
            high = middle - 1
    return Fraction(low, scale)


@dataclass(frozen=True, slots=True)
class Event:
    """A set of outcomes, and its probability under the law that is tested."""

    name: str
    outcomes: frozenset[Hashable]
    chance: Chance


def events(law: Dist[X, R], exponent: Fraction | None = None) -> tuple[Event, ...]:
    """Every outcome, and every half-line of outcomes in their order, with its probability.

    Args:
        law: numbers, or functions of r together with the exponent q of r = e^q.
        exponent: q.
    """
    outcomes = list(law)
    if all(isinstance(x, (int, Fraction)) for x in outcomes):
        outcomes.sort(key=lambda x: Fraction(str(int(x) if isinstance(x, bool) else x)))
    found = [Event(f"{{{x}}}", frozenset((x,)), _chance(law, {x}, exponent)) for x in outcomes]
    for i in range(2, len(outcomes) - 1):
        below = set(outcomes[:i])
        found.append(
            Event(f"<= {outcomes[i - 1]}", frozenset(below), _chance(law, below, exponent))
        )
    return tuple(found)


def _chance(law: Dist[X, R], event: Iterable[X], exponent: Fraction | None) -> Chance:
    chosen = frozenset(event)
    value: object = law.probability_that(lambda x: x in chosen)
    if isinstance(value, RationalFunction):
        if exponent is None:
            raise ValueError("a law that depends on r is sampled at one r = e^q: give q")
        return at_exp(value, exponent).enclosure(100)
    assert isinstance(value, Fraction)
    return value, value


@dataclass(frozen=True, slots=True)
class Agreement:
    """What samples say about a law."""

    samples: int
    false_alarm: Fraction
    """The probability of refuting a sampler that has the law is at most this."""

    refuted_by: Event | None
    """The event that refutes the law, None if there is none."""

    count: int
    """Samples in that event."""

    resolution: Fraction
    """A deviation this large in any event's probability is missed with probability < 1/1000."""


def compare(
    sampler: Sampler[X],
    tested: Sequence[Event],
    *,
    alpha: Fraction,
    looks: Sequence[int] = (2_000, 20_000, 200_000),
) -> Agreement:
    """Whether samples have the given probabilities of events, sequentially.

    Args:
        sampler: gives further samples.
        tested: events, fixed before sampling.
        alpha: the budget for a false alarm of this comparison.
        looks: total numbers of samples after which the counts are judged; look j of m spends
            alpha 2^-j, the last one what is left.
    """
    counts: Counter[X] = Counter()
    taken = 0
    for j, goal in enumerate(looks, start=1):
        counts.update(sampler(goal - taken))
        taken = goal
        share = alpha / 2 ** min(j, len(looks) - 1) / (2 * len(tested))
        for event in tested:
            count = sum(counts[x] for x in counts if x in event.outcomes)
            if _is_improbable(count, taken, event.chance, share):
                return Agreement(taken, alpha, event, count, Fraction(0))
    share = alpha / 2 ** (len(looks) - 1) / (2 * len(tested))
    return Agreement(taken, alpha, None, 0, resolution(taken, share))


def _is_improbable(count: int, samples: int, chance: Chance, share: Fraction) -> bool:
    """Whether either tail is at most the share (below 1/2).

    A binomial law has its median within 1 of its mean, so a tail that contains it is no case.
    """
    low, high = chance
    if count > samples * high - 1 and upper_tail(count, samples, high) <= share:
        return True
    return count < samples * low + 1 and lower_tail(count, samples, low) <= share


def resolution(samples: int, share: Fraction) -> Fraction:
    """A deviation of a probability that is missed with probability below `MISS`.

    By Hoeffding's inequality: with t = sqrt(ln(1/share) / 2n) + sqrt(ln(1/MISS) / 2n), a true
    probability that differs by t from the tested one falls short of the critical count with
    probability <= MISS.
    """
    with ctx.workprec(64):
        parts = [
            -arb(fmpq(a.numerator, a.denominator)).log() / (2 * samples) for a in (share, MISS)
        ]
        t = parts[0].sqrt() + parts[1].sqrt()
        top = t.upper().fmpq()
    return Fraction(int(top.p), int(top.q))


@dataclass(frozen=True, slots=True)
class LossBound:
    """A certified lower bound on e^eps from samples on two databases."""

    exp_eps: Fraction
    """e^eps is at least this, but for a false alarm."""

    false_alarm: Fraction
    event: tuple[str, ...]
    """The event, chosen on samples that are not used for the bound."""

    first: int
    """0 if the event is more probable on the first database, 1 if on the second."""

    counts: tuple[int, int]
    samples: int
    """On each database."""


def loss_bound(
    samplers: tuple[Sampler[X], Sampler[X]],
    samples: int,
    *,
    alpha: Fraction,
    delta: Fraction = Fraction(0),
) -> LossBound:
    """A lower bound on e^eps that is wrong with probability at most alpha.

    The candidates for the event are all single outcomes and all sets of outcomes with the
    largest observed ratios, seen in the first `samples` on each database; the bound is taken
    from `samples` further ones.
    """
    chosen, first = _promising(*(Counter(draw(samples)) for draw in samplers))
    seen = [sum(x in chosen for x in draw(samples)) for draw in samplers]
    p_low = limits(seen[first], samples, alpha)[0]
    q_high = limits(seen[1 - first], samples, alpha)[1]
    bound = max((p_low - delta) / q_high, Fraction(1))
    names = tuple(sorted(str(x) for x in chosen))
    return LossBound(bound, alpha, names, first, (seen[0], seen[1]), samples)


def _promising(one: Mapping[X, int], other: Mapping[X, int]) -> tuple[frozenset[X], int]:
    """The event with the largest cautious ratio of counts, and where it is more frequent."""
    best, found, place = Fraction(0), frozenset[X](), 0
    for direction, (p, q) in enumerate(((one, other), (other, one))):
        ratios = {x: Fraction(count, q.get(x, 0) + 1) for x, count in p.items()}
        ranked = sorted(ratios, key=ratios.__getitem__, reverse=True)
        candidates = [[x] for x in ranked] + [ranked[:i] for i in range(2, len(ranked))]
        for event in candidates:
            above, below = sum(p[x] for x in event), sum(q.get(x, 0) for x in event)
            # Six standard deviations off either count, with integers only.
            cautious = Fraction(max(above - 6 * _root(above), 0), below + 6 * _root(below) + 20)
            if cautious > best:
                best, found, place = cautious, frozenset(event), direction
    return found, place


def _root(count: int) -> int:
    return isqrt(count) + 1
