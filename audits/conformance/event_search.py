"""How much a black box loses at least: e^eps from below, from samples on two databases.

An event T is chosen with one half of the samples, and the exact confidence limits of Clopper and
Pearson are taken on the other half: with p_low <= Pr[T] and q_high >= Pr'[T],

    e^eps >= (p_low - delta) / q_high.

Why this is valid: given the first half, the event and the direction are fixed, and the second
half is independent of them, so its counts are binomial; each of the two limits is wrong with
probability at most alpha/2, hence the bound with probability at most alpha, given any first half,
and so altogether.  The search may therefore use floats and guess as it likes.

The candidates are

* sets of outcomes: all whose observed ratio is at least some ratio, or a single outcome;
* the half-lines x <= t and x >= t, where x is a number, its distance from another, its last digit,
  or an entry, a sum or a count of a tuple (module `coordinates`): these need no outcome to be seen
  twice.

Each kind takes one sort: n log n for n distinct outcomes.

Notation: n samples on each database, c of them in T, alpha false-alarm probability.

>>> bound = loss_bound((lambda n: [0] * n, lambda n: [1] * n), 1000, alpha=Fraction(1, 1000))
>>> bound.event, bound.counts, bound.exp_eps > 100
(('0',), (1000, 0), True)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import inf, nan, sqrt

from audits.conformance.binomial import limits
from audits.conformance.coordinates import Coordinate, coordinates
from audits.conformance.samplers import counted
from audits.conformance.statistical import Sampler
from audits.evidence.labels import label
from reference.probability.outcome import outcome

SHOWN = 20
"""Outcomes of an event that are named."""


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

    scattered: bool
    """Whether most outputs came once: few events are seen, and none if `event` is empty."""


def loss_bound(
    samplers: tuple[Sampler[Hashable], Sampler[Hashable]],
    samples: int,
    *,
    alpha: Fraction,
    delta: Fraction = Fraction(0),
) -> LossBound:
    """A lower bound on e^eps that is wrong with probability at most alpha.

    Args:
        samplers: give further samples on the two databases.
        samples: n; twice as many are drawn on each database.
        alpha: the budget for a false alarm.
        delta: the additive slack, in [0, 1].

    Raises:
        SamplerError: if a sampler gives another number of samples than it is asked for.
    """
    one, other = (counted(draw, samples) for draw in samplers)
    chosen, first = _promising(one, other, samples, float(delta))
    seen = [sum(n for k, n in counted(d, samples).items() if k in chosen) for d in samplers]
    p_low = limits(seen[first], samples, alpha)[0]
    q_high = limits(seen[1 - first], samples, alpha)[1]
    bound = max((p_low - delta) / q_high, Fraction(1))
    scattered = sum(n == 1 for drawn in (one, other) for n in drawn.values()) >= samples
    counts = (seen[0], seen[1])
    return LossBound(bound, alpha, chosen.names(), first, counts, samples, scattered)


Counts = Mapping[Hashable, int]
"""How often each outcome was seen, by its key."""


@dataclass(frozen=True, slots=True)
class _Outcomes:
    """A set of outcomes, by their keys."""

    members: frozenset[Hashable]

    def __contains__(self, known: Hashable) -> bool:
        return known in self.members

    def names(self) -> tuple[str, ...]:
        """The outcomes, numbers first and in their order; of very many, the first ones."""
        named = [label(y) for y in sorted(map(outcome, self.members), key=_place)]
        more = len(named) - SHOWN
        return (*named[:SHOWN], f"and {more} more") if more > 1 else tuple(named)


def _place(value: Hashable) -> tuple[bool, Fraction | float, str]:
    """Where an outcome stands among others."""
    if isinstance(value, (int, float, Fraction)) and value == value:  # noqa: PLR0124 - NaN
        return False, value, ""
    return True, 0, label(value)


@dataclass(frozen=True, slots=True)
class _HalfLine:
    """Outcomes whose coordinate, as a float, is at most or at least a bound."""

    coordinate: Coordinate
    bound: float
    above: bool

    def __contains__(self, known: Hashable) -> bool:
        place = self.coordinate.of(outcome(known))
        return place is not None and (place >= self.bound if self.above else place <= self.bound)

    def names(self) -> tuple[str, ...]:
        """The inequality."""
        sign = ">=" if self.above else "<="
        return (f"{self.coordinate.name} {sign} {self.bound!r}".strip(),)


_Event = _Outcomes | _HalfLine


def _promising(one: Counts, other: Counts, samples: int, delta: float) -> tuple[_Event, int]:
    """The event with the largest cautious ratio of counts, and where it is more frequent."""
    best: tuple[float, _Event, int] = (0.0, _Outcomes(frozenset()), 0)
    slack = delta * samples
    sets = (*_best_set(one, other, slack), 0), (*_best_set(other, one, slack), 1)
    for candidate in (*sets, *_lines(one, other, slack)):
        if candidate[0] > best[0]:
            best = candidate
    return best[1], best[2]


def _cautious(above: int, below: int, slack: float) -> float:
    """A ratio of the probabilities that is hardly exceeded: six standard deviations off either."""
    return (above - 6 * sqrt(above) - 6 - slack) / (below + 6 * sqrt(below) + 26)


def _best_set(p: Counts, q: Counts, slack: float) -> tuple[float, _Event]:
    """The best set {ratio >= t}, or the best single outcome; ratio = count in p / (1 + in q).

    A set that is fitted to samples contains them too often, so it is scored as if each sample were
    judged by the others: an outcome seen once is in no set for its own sake.
    """
    alike: defaultdict[tuple[int, int], list[Hashable]] = defaultdict(list)
    for known, count in p.items():
        alike[count, q.get(known, 0)].append(known)
    best, single = 0.0, frozenset[Hashable]()
    for counts, members in alike.items():
        if (score := _cautious(*counts, slack)) > best:
            best, single = score, frozenset(members[:1])
    sizes = [(c, d, len(members)) for (c, d), members in alike.items()]
    above = sorted(((c - 1) / (d + 1), c * size) for c, d, size in sizes)
    below = sorted((c / d, d * size) for c, d, size in sizes if d)
    inside, outside, least = 0, 0, inf
    ratios = {seen / (d + 1) for c, d, _ in sizes for seen in (c - 1, c) if seen}
    for ratio in sorted(ratios, reverse=True):
        while above and above[-1][0] >= ratio:
            inside += above.pop()[1]
        while below and below[-1][0] >= ratio:
            outside += below.pop()[1]
        if (score := _cautious(inside, outside, slack)) > best:
            best, least = score, ratio
    if least == inf:
        return best, _Outcomes(single)
    chosen = (members for (c, d), members in alike.items() if c / (d + 1) >= least)
    return best, _Outcomes(frozenset(known for members in chosen for known in members))


def _lines(one: Counts, other: Counts, slack: float) -> Iterator[tuple[float, _Event, int]]:
    """The best half-lines of each coordinate, and where they are more frequent."""
    seen = [(outcome(k), n, 0) for k, n in one.items()]
    seen += [(outcome(k), 0, n) for k, n in other.items()]
    for coordinate in coordinates([y for y, _, _ in seen]):
        places = [(coordinate.of(y), p, q) for y, p, q in seen]
        samples = sorted((x, p, q) for x, p, q in places if x is not None)
        if not samples:  # such as an entry that is never a number
            continue
        turned = [(x, q, p) for x, p, q in samples]
        for first, sample in enumerate((samples, turned)):
            yield *_best_line(sample, coordinate, slack, above=False), first
            yield *_best_line(sample[::-1], coordinate, slack, above=True), first


def _best_line(
    samples: Sequence[tuple[float, int, int]], of: Coordinate, slack: float, *, above: bool
) -> tuple[float, _Event]:
    """The best half-line that starts with the first of the samples; equal places go together."""
    best, bound = 0.0, samples[0][0]
    more = less = 0
    for (place, p, q), (following, _, _) in pairwise([*samples, (nan, 0, 0)]):
        more, less = more + p, less + q
        if place != following and (score := _cautious(more, less, slack)) > best:
            best, bound = score, place
    return best, _HalfLine(of, bound, above)
