"""Samples of a black box against an exact law, never flaky.

Do the samples have the given law?  Two things refute it.

* A sample that the law gives no probability: at once, and never falsely.
* An event with an improbable count.  The events (every outcome, and every half-line of outcomes in
  their order) are fixed by the law, before sampling.  The number of samples in an event of
  probability p is binomial, and a tail that is at most the event's share of the budget alpha
  refutes.  With m looks at growing numbers of samples, look j has alpha 2^-j (the last one what is
  left), divided equally among the two tails of each event, so that by the union bound a sampler
  with this law is refuted with probability at most alpha, however the looks and events depend on
  each other; and a clear deviation stops early.

How much a sampler loses at least, on two databases, is asked in `event_search`.

>>> tested = events(Dist.uniform((0, 1)))
>>> found = compare(lambda n: ["LEAK"] * n, tested, alpha=SUITE_FALSE_ALARM, looks=(10,))
>>> found.refuted_by.name, found.count, found.false_alarm
("'LEAK'", 10, Fraction(0, 1))
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Generic, TypeVar

from flint import arb, arb_poly, ctx, fmpq

from audits.conformance.binomial import Chance, is_improbable, resolution
from audits.conformance.samplers import SamplerError, counted, shown
from audits.conformance.spelling import Spelling
from audits.evidence.labels import label
from audits.rendering.decimals import about
from reference.exact.field import R
from reference.exact.polynomial import Weight, in_r
from reference.probability.dist import Dist
from reference.probability.outcome import outcome

X = TypeVar("X", bound=Hashable)
X_co = TypeVar("X_co", bound=Hashable, covariant=True)

SUITE_FALSE_ALARM = Fraction(1, 10**9)
"""The probability that a whole suite raises any false alarm."""

CHANCE_BITS = 100
"""Binary digits of a probability that depends on e^q."""

Sampler = Callable[[int], Iterable[X_co]]
"""Further independent samples, as many as asked for."""


@dataclass(frozen=True, slots=True)
class Event:
    """A set of outcomes that refuted a law, and its probability under that law."""

    name: str
    chance: Chance

    @property
    def probability(self) -> str:
        """The probability, exact where it is rational."""
        low, high = self.chance
        return str(low) if low == high else about(low)


@dataclass(frozen=True, slots=True)
class Events(Generic[X_co]):
    """The events by which a law is tested: each outcome, and each half-line of two or more."""

    outcomes: tuple[X_co, ...]
    """In their order, if all are numbers; else as the law lists them."""

    single: tuple[Chance, ...]
    """The probability of each outcome."""

    first: tuple[Chance, ...]
    """The probability of the first outcome, of the first two, and so on."""

    def __len__(self) -> int:
        return len(self.outcomes) + len(self._ends)

    @property
    def _ends(self) -> range:
        """The last positions of the half-lines that are no outcome, nor all, nor all but one."""
        return range(1, len(self.outcomes) - 2)

    def counted(self, counts: Sequence[int]) -> Iterator[tuple[Event, int]]:
        """Each event with the number of samples in it."""
        for x, chance, count in zip(self.outcomes, self.single, counts, strict=True):
            yield Event(f"{{{label(x)}}}", chance), count
        below = list(accumulate(counts))
        for i in self._ends:
            yield Event(f"<= {label(self.outcomes[i])}", self.first[i]), below[i]


def events(law: Dist[X, R], exponent: Fraction | None = None) -> Events[X]:
    """Every outcome, and every half-line of outcomes in their order, with its probability.

    Args:
        law: numbers, or functions of r together with the exponent q of r = e^q.
        exponent: q.

    Raises:
        ValueError: if the law depends on r and no exponent is given.
    """
    outcomes = list(law)
    if all(isinstance(x, (int, Fraction, float)) and x == x for x in outcomes):  # noqa: PLR0124
        outcomes.sort(key=_as_number)
    ordered = [law.weights[x] for x in outcomes]
    chances = _numbers(ordered) or _at_exp(ordered, exponent)
    return Events(tuple(outcomes), *chances)


def _as_number(value: object) -> Fraction | float:
    assert isinstance(value, (int, Fraction, float))
    return value


def _numbers(weights: Sequence[Weight]) -> tuple[tuple[Chance, ...], tuple[Chance, ...]] | None:
    """The probability of each outcome, and of the first ones; None if they depend on r."""
    known = [w for w in weights if isinstance(w, int)]
    if len(known) < len(weights):
        return None
    total = sum(known)
    single = (Fraction(w, total) for w in known)
    first = (Fraction(w, total) for w in accumulate(known))
    return tuple((p, p) for p in single), tuple((p, p) for p in first)


def _at_exp(
    weights: Sequence[Weight], exponent: Fraction | None
) -> tuple[tuple[Chance, ...], tuple[Chance, ...]]:
    """The same at r = e^q, as enclosures."""
    if exponent is None:
        raise ValueError("a law that depends on r is sampled at one r = e^q: give q")
    bits = 2 * CHANCE_BITS
    while True:
        with ctx.workprec(bits):
            base = arb(fmpq(exponent.numerator, exponent.denominator)).exp()
            values = [arb(w) if isinstance(w, int) else arb_poly(in_r(w))(base) for w in weights]
            sums = list(accumulate(values))
            balls = [value / sums[-1] for value in (*values, *sums)]
            if all(ball.rad() < arb(2) ** -CHANCE_BITS for ball in balls):
                chances = [_chance(ball) for ball in balls]
                return tuple(chances[: len(values)]), tuple(chances[len(values) :])
        bits *= 2


def _chance(ball: arb) -> Chance:
    low, high = ball.lower().fmpq(), ball.upper().fmpq()
    return (
        max(Fraction(int(low.p), int(low.q)), Fraction(0)),
        min(Fraction(int(high.p), int(high.q)), Fraction(1)),
    )


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
    sampler: Sampler[Hashable],
    tested: Events[X],
    *,
    alpha: Fraction,
    looks: Sequence[int] = (2_000, 20_000, 200_000),
    text: bool = False,
) -> Agreement:
    """Whether samples have the given probabilities of events, sequentially.

    Args:
        sampler: gives further samples.
        tested: events, fixed before sampling.
        alpha: the budget for a false alarm of this comparison.
        looks: growing total numbers of samples after which the counts are judged.
        text: whether the samples were printed, so that types are lost: see `spelling`.

    Raises:
        SamplerError: if the sampler gives another number of samples than it is asked for, one
            outcome in two spellings, or words only where no outcome of the law is a word.
    """
    spelling = Spelling(tested.outcomes, text=text)
    counts = [0] * len(tested.outcomes)
    taken = 0
    for j, goal in enumerate(looks, start=1):
        strays = _count(counted(sampler, goal - taken), spelling, counts)
        taken = goal
        for stray, count in strays.items():
            event = Event(shown(stray), (Fraction(0), Fraction(0)))
            return Agreement(taken, Fraction(0), event, count, Fraction(0))
        share = alpha / 2 ** min(j, len(looks) - 1) / (2 * len(tested))
        for event, count in tested.counted(counts):
            if is_improbable(count, taken, event.chance, share):
                return Agreement(taken, alpha, event, count, Fraction(0))
    share = alpha / 2 ** (len(looks) - 1) / (2 * len(tested))
    return Agreement(taken, alpha, None, 0, resolution(taken, share))


def _count(
    samples: Mapping[Hashable, int], spelling: Spelling, counts: list[int]
) -> dict[Hashable, int]:
    """Add samples to the counts of their outcomes; those that are no outcome are returned."""
    strays: dict[Hashable, int] = {}
    for known, count in samples.items():
        sample = outcome(known)
        position = spelling.position(sample)
        if position is None:
            strays[sample] = count
        else:
            counts[position] += count
    if strays and not any(counts) and spelling.is_unreadable(list(strays)):
        raise SamplerError(
            f"no sample is an outcome of the reference: line 1 is {shown(next(iter(strays)))}, "
            f"an outcome is {shown(spelling.outcomes[0])}; print one JSON value a line"
        )
    return dict(sorted(strays.items(), key=lambda item: spelling.is_unreadable([item[0]])))
