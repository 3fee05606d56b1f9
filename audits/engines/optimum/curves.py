"""The optimum along a parameter, and how far mechanisms of the reference are from it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from audits.engines.optimum.optimum import Optimum, solve
from audits.engines.optimum.problem import Problem
from audits.engines.optimum.problems.catalogue import build
from reference.data.database import Database
from reference.data.domain import Domain
from reference.mechanisms.interior_point.exponential_interior_point import (
    ExponentialInteriorPoint,
)
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

    laws: Callable[[Mapping[str, str], Fraction, Sequence[Hashable]], list[Dist[int, Fraction]]]
    """The laws for parameters of the problem and a root e^(eps/parts), on the databases."""


def _exponential(
    parameters: Mapping[str, str], root: Fraction, databases: Sequence[Hashable]
) -> list[Dist[int, Fraction]]:
    mechanism: Mechanism[Database[int], int, Fraction] = ExponentialInteriorPoint(
        Domain.of_size(int(parameters["domain"])), Epsilon(root, parts=2)
    )
    return list(laws(mechanism, [_integers(database) for database in databases]))


def _geometric(
    parameters: Mapping[str, str], root: Fraction, databases: Sequence[Hashable]
) -> list[Dist[int, Fraction]]:
    rows = int(parameters["rows"])
    if root == 1:
        raise ValueError("eps = 0: the geometric mechanism has a ratio below 1")
    noise = TwoSidedGeometric(1 / root)
    counts = [sum(_integers(database)) for database in databases]
    return [noise.clamped(-count, rows - count).map(_shift(count)) for count in counts]


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


def along_parameter(
    name: str,
    parameters: Mapping[str, str],
    key: str,
    values: Sequence[int],
    exp_eps: Fraction,
    delta: Fraction = Fraction(0),
) -> Iterator[Point]:
    """The optimum for several values of an integer parameter, such as rows or domain.

    Raises:
        ValueError: if the problem does not exist for one of the values.
    """
    for number in values:
        given = {**parameters, key: str(number)}
        yield _point(name, given, Fraction(number), exp_eps, delta)


def along_eps(
    name: str,
    parameters: Mapping[str, str],
    values: Sequence[Fraction],
    delta: Fraction = Fraction(0),
) -> Iterator[Point]:
    """The optimum for several values of e^eps.

    Raises:
        ValueError: if the problem does not exist, or a value is below 1.
    """
    for exp_eps in values:
        yield _point(name, parameters, exp_eps, exp_eps, delta)


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


def _point(
    name: str, parameters: Mapping[str, str], at: Fraction, exp_eps: Fraction, delta: Fraction
) -> Point:
    problem = build(name, parameters)
    rivals: list[tuple[str, Fraction]] = []
    databases = list(problem.universe.databases())
    for rival in RIVALS.get(name, ()):
        root = exact_root(exp_eps, rival.parts)
        if root is None or (root == 1 and name == "counting-query"):
            continue
        found: list[Dist[Hashable, Fraction]] = [
            law.map(_itself) for law in rival.laws(parameters, root, databases)
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
