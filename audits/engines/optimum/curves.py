"""The optimum along a parameter, and how far mechanisms of the reference are from it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from audits.engines.optimum.optimum import Optimum, solve
from audits.engines.optimum.problem import Problem
from reference.data.database import Database
from reference.data.domain import Domain
from reference.mechanisms.interior_point.exponential_interior_point import ExponentialInteriorPoint
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Mechanism
from reference.probability.dist import Dist
from reference.probability.geometric import TwoSidedGeometric
from reference.probability.law import laws

D = TypeVar("D", bound=Hashable)
Y = TypeVar("Y", bound=Hashable)
AnyProblem = Problem[Hashable, Hashable]


@dataclass(frozen=True, slots=True)
class Rival:
    """A mechanism of the reference that solves a problem, if not in the best way."""

    name: str
    parts: int
    """Its probabilities are rational in e^(eps/parts)."""

    laws: Callable[[AnyProblem, Fraction], list[Dist[int, Fraction]]]
    """The laws for a root e^(eps/parts), on the databases of the problem."""


def _exponential(problem: AnyProblem, root: Fraction) -> list[Dist[int, Fraction]]:
    mechanism: Mechanism[Database[int], int, Fraction] = ExponentialInteriorPoint(
        Domain.of_size(len(problem.outcomes)), Epsilon(root, parts=2)
    )
    return list(laws(mechanism, map(_integers, problem.universe.databases())))


def _geometric(problem: AnyProblem, root: Fraction) -> list[Dist[int, Fraction]]:
    noise, most = TwoSidedGeometric(1 / root), len(problem.outcomes) - 1
    counts = [sum(_integers(database)) for database in problem.universe.databases()]
    return [noise.clamped(-count, most - count).map(_shift(count)) for count in counts]


RIVALS: Mapping[str, tuple[Rival, ...]] = {
    "interior-point": (Rival("exponential mechanism", 2, _exponential),),
    "counting-query": (Rival("clamped geometric mechanism", 1, _geometric),),
}
"""Mechanisms to compare the optimum with, by problem."""


@dataclass(frozen=True, slots=True)
class Point:
    """The optimum at one place of a curve."""

    at: Fraction
    """The value of the parameter, or e^eps."""

    optimum: Optimum[Hashable, Hashable]
    rivals: tuple[tuple[str, Fraction], ...] = ()
    """The exact performance of the rivals that there are for this e^eps."""


def performance(problem: Problem[D, Y], found: Sequence[Dist[Y, Fraction]]) -> Fraction:
    """The least score (for a loss, the largest) of laws on all databases, in their order."""
    least = min(
        sum(
            (
                weight * found[i].probability(problem.outcomes[y])
                for (i, y), weight in score.weights().items()
            ),
            Fraction(0),
        )
        for score in problem.scores
    )
    return -least if problem.loss else least


def point(
    name: str, problem: AnyProblem, at: Fraction, exp_eps: Fraction, delta: Fraction = Fraction(0)
) -> Point:
    """The optimum of a problem, and how far its rivals get at the same e^eps.

    Args:
        name: of the problem, one of the keys of `RIVALS` if it has rivals.
        problem: with the parameters of this place of the curve.
        at: the place on the curve.
        exp_eps: e^eps >= 1.
        delta: from 0 to 1.
    """
    rivals: list[tuple[str, Fraction]] = []
    for rival in RIVALS.get(name, ()):
        root = exact_root(exp_eps, rival.parts)
        if root is None or (root == 1 and rival.laws is _geometric):  # a ratio is below 1
            continue
        found: list[Dist[Hashable, Fraction]] = [
            law.map(_itself) for law in rival.laws(problem, root)
        ]
        rivals.append((rival.name, performance(problem, found)))
    return Point(at, solve(problem, exp_eps, delta), tuple(rivals))


def exact_root(number: Fraction, degree: int) -> Fraction | None:
    """The rational whose power of that degree is the number, None if there is none."""
    top, bottom = _root(number.numerator, degree), _root(number.denominator, degree)
    return None if top is None or bottom is None else Fraction(top, bottom)


def _root(number: int, degree: int) -> int | None:
    low, high = 0, 1 << (number.bit_length() // degree + 1)
    while low < high:
        middle = (low + high) // 2
        if middle**degree < number:
            low = middle + 1
        else:
            high = middle
    return low if low**degree == number else None


def _integers(database: Hashable) -> Database[int]:
    if not isinstance(database, tuple):
        raise TypeError(f"{database!r}: a database of integers is a tuple")
    return database


def _shift(count: int) -> Callable[[int], int]:
    return lambda noise: count + noise


def _itself(outcome: int) -> Hashable:
    return outcome
