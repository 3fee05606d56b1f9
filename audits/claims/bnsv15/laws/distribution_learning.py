"""Queries on few points, distributions to learn, and releases that err as much as they may."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from reference.data.adjacency import ListedAdjacency
from reference.data.concept import grid_distributions
from reference.data.database import Database
from reference.data.queries import CountingQuery, ThresholdQuery, threshold_queries
from reference.probability.coins import Coins
from reference.probability.families import bernoulli
from reference.reductions.release_and_distribution_learning import (
    Answers,
    cumulative,
    distance,
    exact_answers,
    expected_answers,
)

Queries = tuple[CountingQuery[int] | ThresholdQuery, ...]
Rows = tuple[int, ...]
Sample = tuple[tuple[int, Fraction], ...]
"""A distribution on the points: those of positive mass, and their masses."""


@dataclass(frozen=True)
class Among:
    """Whether a row is one of some values."""

    values: frozenset[int]

    def __call__(self, row: int, /) -> bool:
        return row in self.values


def predicates(points: int) -> Queries:
    """Every predicate on 0, ..., points - 1."""
    return tuple(
        CountingQuery(Among(frozenset(x for x in range(points) if chosen[x])))
        for chosen in product((0, 1), repeat=points)
    )


def thresholds(points: int) -> Queries:
    """c_0, ..., c_(points - 1)."""
    return threshold_queries(range(points))


CLASSES: dict[str, Callable[[int], Queries]] = {"thresholds": thresholds, "predicates": predicates}


def masses_of(distribution: Sample, points: int) -> Answers:
    """The mass of every point."""
    return tuple(dict(distribution).get(x, Fraction(0)) for x in range(points))


def sampled(masses: Iterable[Fraction]) -> Sample:
    """The points of positive mass."""
    return tuple((x, p) for x, p in enumerate(masses) if p)


def on_grid(points: int, steps: int) -> Iterator[Answers]:
    """Every distribution whose masses are multiples of 1/steps."""
    return grid_distributions(points, steps)


def tasks(listed: Iterable[Iterable[Fraction]]) -> ListedAdjacency[Sample]:
    """Distributions to learn, each once."""
    return ListedAdjacency(tuple(dict.fromkeys(map(sampled, listed))), (), "distributions")


def learnt(queries: Queries, points: int, alpha: Fraction) -> Callable[[Sample, Answers], bool]:
    """Whether the masses are within alpha of the distribution with respect to the queries."""

    def is_good(distribution: Sample, found: Answers) -> bool:
        wanted = expected_answers(queries, range(points), masses_of(distribution, points))
        return distance(expected_answers(queries, range(points), found), wanted) <= alpha

    return is_good


def learnt_as_cdf(points: int, alpha: Fraction) -> Callable[[Sample, Answers], bool]:
    """Whether the values are within alpha of the CDF."""
    return lambda p, found: distance(found, cumulative(masses_of(p, points))) <= alpha


def seen(queries: Queries, points: int, alpha: Fraction) -> Callable[[Sample, Rows], bool]:
    """Whether q(S) is within alpha of q(P) for every query, S the rows that are told."""

    def is_good(distribution: Sample, rows: Rows) -> bool:
        wanted = expected_answers(queries, range(points), masses_of(distribution, points))
        return distance(exact_answers(queries, rows), wanted) <= alpha

    return is_good


@dataclass(frozen=True)
class Deviating:
    """Answers that are off by alpha, away from those of a distribution; any at all, sometimes.

    It is an (alpha, beta)-accurate release, the worst for one distribution.
    """

    queries: Queries
    away_from: Answers
    alpha: Fraction
    beta: Fraction
    """With this probability every answer is that of the far end."""

    guarantee: Any = None

    def __call__(self, database: Database[int], coins: Coins[Any], /) -> Answers:
        if coins.draw(bernoulli(self.beta)):
            return tuple(Fraction(int(2 * wanted < 1)) for wanted in self.away_from)
        pairs = zip(exact_answers(self.queries, database), self.away_from, strict=True)
        return tuple(a + (self.alpha if a >= wanted else -self.alpha) for a, wanted in pairs)


@dataclass(frozen=True)
class FarthestFit:
    """On {0, 1}, of the distributions that are within alpha of the answers that which is farthest
    from a certain one: the programme asks for any of them.

    Where there is none it is the farthest of all.
    """

    release: Deviating

    def __call__(self, database: Database[int], coins: Coins[Any], /) -> Answers:
        wanted, alpha = self.release.away_from[0], self.release.alpha
        answers = coins.run(self.release, database)
        least, most = max(answers[0] - alpha, Fraction(0)), min(answers[0] + alpha, Fraction(1))
        if least > most or abs(answers[1] - 1) > alpha:
            least, most = Fraction(0), Fraction(1)
        zero = max(least, most, key=lambda p: abs(p - wanted))
        return zero, 1 - zero
