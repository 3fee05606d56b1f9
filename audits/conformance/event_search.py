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
* for numbers, and for each of the first coordinates of vectors, the half-lines x <= t and x >= t,
  which need no outcome to be seen twice.

Each kind takes one sort: n log n for n distinct outcomes.

Notation: n samples on each database, c of them in T, alpha false-alarm probability.

>>> bound = loss_bound((lambda n: [0] * n, lambda n: [1] * n), 1000, alpha=Fraction(1, 1000))
>>> bound.event, bound.counts, bound.exp_eps > 100
(('0',), (1000, 0), True)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import inf, nan, sqrt

from audits.conformance.binomial import limits
from audits.conformance.samplers import counted
from audits.conformance.statistical import Sampler
from audits.labels import label
from reference.probability.outcome import outcome

SHOWN = 20
"""Outcomes of an event that are named."""

COORDINATES = 20
"""Coordinates of a vector that are searched for half-lines."""


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
    return LossBound(bound, alpha, chosen.names(), first, (seen[0], seen[1]), samples)


Counts = Mapping[Hashable, int]
"""How often each outcome was seen, by its key."""


@dataclass(frozen=True, slots=True)
class _Outcomes:
    """A set of outcomes, by their keys."""

    members: frozenset[Hashable]

    def __contains__(self, known: Hashable) -> bool:
        return known in self.members

    def names(self) -> tuple[str, ...]:
        """The outcomes; of very many, the first in the order of their names."""
        named = sorted(label(outcome(known)) for known in self.members)
        more = len(named) - SHOWN
        return (*named[:SHOWN], f"and {more} more") if more > 1 else tuple(named)


@dataclass(frozen=True, slots=True)
class _HalfLine:
    """Outcomes whose coordinate, as a float, is at most or at least a bound."""

    coordinate: int
    """-1: the outcome itself."""

    bound: float
    above: bool

    def __contains__(self, known: Hashable) -> bool:
        place = dict(_coordinates(outcome(known))).get(self.coordinate)
        return place is not None and (place >= self.bound if self.above else place <= self.bound)

    def names(self) -> tuple[str, ...]:
        """The inequality."""
        what = "" if self.coordinate < 0 else f"coordinate {self.coordinate} "
        return (f"{what}{'>=' if self.above else '<='} {self.bound!r}",)


_Event = _Outcomes | _HalfLine


def _promising(one: Counts, other: Counts, samples: int, delta: float) -> tuple[_Event, int]:
    """The event with the largest cautious ratio of counts, and where it is more frequent."""
    best: tuple[float, _Event, int] = (0.0, _Outcomes(frozenset()), 0)
    for direction, (p, q) in enumerate(((one, other), (other, one))):
        for score, event in (_best_set(p, q, delta * samples), *_lines(p, q, delta * samples)):
            if score > best[0]:
                best = score, event, direction
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


def _lines(p: Counts, q: Counts, slack: float) -> Iterator[tuple[float, _Event]]:
    """The best half-line in each coordinate and direction."""
    seen: defaultdict[int, list[tuple[float, int, int]]] = defaultdict(list)
    for known, count in p.items():
        for coordinate, place in _coordinates(outcome(known)):
            seen[coordinate].append((place, count, 0))
    for known, count in q.items():
        for coordinate, place in _coordinates(outcome(known)):
            seen[coordinate].append((place, 0, count))
    for coordinate, samples in seen.items():
        samples.sort()
        yield _best_line(samples, coordinate, slack, above=False)
        yield _best_line(samples[::-1], coordinate, slack, above=True)


def _best_line(
    samples: Sequence[tuple[float, int, int]], coordinate: int, slack: float, *, above: bool
) -> tuple[float, _Event]:
    """The best half-line that starts with the first of the samples; equal places go together."""
    best, bound = 0.0, samples[0][0]
    more = less = 0
    for (place, p, q), (following, _, _) in pairwise([*samples, (nan, 0, 0)]):
        more, less = more + p, less + q
        if place != following and (score := _cautious(more, less, slack)) > best:
            best, bound = score, place
    return best, _HalfLine(coordinate, bound, above)


def _coordinates(value: object) -> Iterable[tuple[int, float]]:
    """The first coordinates of an outcome that are numbers; -1 is the outcome itself."""
    whole = not isinstance(value, tuple)
    parts = value[:COORDINATES] if isinstance(value, tuple) else (value,)
    return [
        (-1 if whole else i, _as_float(part))
        for i, part in enumerate(parts)
        if isinstance(part, (float, int, Fraction)) and part == part  # noqa: PLR0124 - no NaN
    ]


def _as_float(value: Fraction | float) -> float:
    try:
        return float(value)
    except OverflowError:
        return inf if value > 0 else -inf
