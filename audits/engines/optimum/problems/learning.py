"""Learning point and threshold functions from labelled examples (x, label).

A hypothesis is its table of labels (h(0), ..., h(domain-1)).  A proper learner answers with a
concept of the class, an improper one with any hypothesis.

>>> POINT(3), THRESHOLD(2)
(((1, 0, 0), (0, 1, 0), (0, 0, 1)), ((0, 0), (1, 0), (1, 1)))
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations, product
from math import comb, factorial, prod

from audits.engines.optimum.problem import (
    Problem,
    Symmetry,
    generators,
    over_distributions,
    relabelled,
    worst_case,
)
from reference.data.adjacency import RowAdjacency, replace_one
from reference.data.database import Database

Hypothesis = tuple[int, ...]
Example = tuple[int, int]
Learning = Problem[Database[Example], Hypothesis]


def POINT(domain: int) -> tuple[Hypothesis, ...]:  # noqa: N802 - the papers' name
    """Point functions: c_j(x) = 1 exactly at x = j."""
    return tuple(tuple(int(x == j) for x in range(domain)) for j in range(domain))


def THRESHOLD(domain: int) -> tuple[Hypothesis, ...]:  # noqa: N802
    """Threshold functions: c_j(x) = 1 exactly for x < j, for j = 0, ..., domain."""
    return tuple(tuple(int(x < j) for x in range(domain)) for j in range(domain + 1))


CLASSES: Mapping[str, Callable[[int], tuple[Hypothesis, ...]]] = {
    "point": POINT,
    "threshold": THRESHOLD,
}
"""Concept classes by name."""

MOST_POINTS = 20
"""With more, there are too many concepts, databases and distributions together."""

MOST_PROBABILITIES = 1_000_000
"""Of the distributions of a grid."""


def pac_learning(
    concepts: str,
    domain: int,
    rows: int,
    accuracy: Fraction,
    *,
    proper: bool = True,
    grid: int = 1,
) -> Learning:
    """Learn any concept under any distribution of a grid, with error at most `accuracy`.

    Args:
        concepts: a class of `CLASSES`.
        domain: the number of points, >= 1.
        rows: the number of labelled examples, >= 0.
        accuracy: the largest error of a good hypothesis, in [0, 1].
        proper: whether the answer must be a concept of the class.
        grid: examples are drawn from the distributions whose probabilities are multiples of
            1 / grid; 1 leaves the distributions on a single point.

    Raises:
        ValueError: naming the value and what is allowed.
    """
    return pac_learning_from(
        concepts, domain, rows, accuracy, _grid(domain, grid), proper=proper, note=f"grid 1/{grid}"
    )


def pac_learning_from(
    concepts: str,
    domain: int,
    rows: int,
    accuracy: Fraction,
    distributions: tuple[tuple[Fraction, ...], ...],
    *,
    proper: bool = True,
    note: str = "given distributions",
) -> Learning:
    """Learn any concept under any of the given distributions on the domain.

    The symmetries of the class are used if they carry the family of distributions into itself.

    Raises:
        ValueError: naming the value and what is allowed.
    """
    targets, universe = _concepts(concepts, domain), _examples(domain, rows)
    if not 0 <= accuracy <= 1:
        raise ValueError(f"accuracy {accuracy}: it lies in [0, 1]")
    if not distributions:
        raise ValueError("distributions: at least one")
    for p in distributions:
        if len(p) != domain or min(p) < 0 or sum(p) != 1:
            shown = ", ".join(map(str, p))
            raise ValueError(f"distribution ({shown}): {domain} probabilities, adding up to 1")

    def family() -> Iterator[
        tuple[
            str,
            Callable[[Database[Example]], Fraction],
            Callable[[Database[Example], Hypothesis], bool],
        ]
    ]:
        for c, p in product(targets, distributions):
            shown = " ".join(map(str, p))
            yield f"{_shown(c)} under {shown}", _sampling(c, p), _accurate(c, p, accuracy)

    known = set(distributions)
    return over_distributions(
        f"{'proper' if proper else 'improper'} PAC learning of {concepts} functions on {domain} "
        f"points, {rows} examples, error at most {accuracy}, {note}",
        universe,
        targets if proper else product((0, 1), repeat=domain),
        family(),
        [
            symmetry
            for symmetry, order in _symmetries(concepts, domain, universe)
            if all(tuple(p[v] for v in order) in known for p in distributions)
        ],
    )


def empirical_learning(
    concepts: str,
    domain: int,
    rows: int,
    mistakes: int = 0,
    *,
    proper: bool = True,
    agnostic: bool = False,
) -> Learning:
    """Find a hypothesis that errs on few of the examples in the database.

    Args:
        concepts: a class of `CLASSES`.
        domain: the number of points, >= 1.
        rows: the number of labelled examples, >= 0.
        mistakes: how many more mistakes than the best concept are allowed.
        proper: whether the answer must be a concept of the class.
        agnostic: whether databases that fit no concept count too; privacy is for all databases
            in any case.

    Raises:
        ValueError: naming the value and what is allowed.
    """
    targets, universe = _concepts(concepts, domain), _examples(domain, rows)
    if mistakes < 0:
        raise ValueError(f"mistakes {mistakes}: at least 0")

    def errors(database: Database[Example], h: Hypothesis) -> int:
        return sum(h[x] != label for x, label in database)

    def is_good(database: Database[Example], h: Hypothesis) -> bool:
        best = min(errors(database, c) for c in targets)
        return (best > 0 and not agnostic) or errors(database, h) <= best + mistakes

    return worst_case(
        f"{'proper' if proper else 'improper'} {'agnostic ' if agnostic else ''}empirical "
        f"learning of {concepts} functions on {domain} points, {rows} examples, "
        f"at most {mistakes} extra mistakes",
        universe,
        targets if proper else product((0, 1), repeat=domain),
        is_good,
        [symmetry for symmetry, _ in _symmetries(concepts, domain, universe)],
    )


def _concepts(name: str, domain: int) -> tuple[Hypothesis, ...]:
    if name not in CLASSES:
        raise ValueError(f"concepts {name!r}: one of {', '.join(CLASSES)}")
    if not 1 <= domain <= MOST_POINTS:
        raise ValueError(f"domain {domain}: from 1 to {MOST_POINTS} points")
    return CLASSES[name](domain)


def _examples(domain: int, rows: int) -> RowAdjacency[Example]:
    if rows < 0:
        raise ValueError(f"rows {rows}: at least 0")
    return replace_one(product(range(domain), (0, 1)), rows)


def _grid(domain: int, grid: int) -> tuple[tuple[Fraction, ...], ...]:
    if grid < 1:
        raise ValueError(f"grid {grid}: at least 1")
    if comb(grid + domain - 1, domain - 1) * domain > MOST_PROBABILITIES:
        raise ValueError(
            f"domain {domain}, grid {grid}: the distributions of the grid have more than "
            f"{MOST_PROBABILITIES} probabilities in all"
        )
    return tuple(
        tuple(Fraction(b - a - 1, grid) for a, b in zip((-1, *bars), (*bars, end), strict=True))
        for end in [grid + domain - 1]
        for bars in combinations(range(end), domain - 1)
    )


def _sampling(
    target: Hypothesis, p: tuple[Fraction, ...]
) -> Callable[[Database[Example]], Fraction]:
    """The probability that examples from p, labelled by the target, are a given multiset."""

    def probability(database: Database[Example]) -> Fraction:
        if any(target[x] != label for x, label in database):
            return Fraction(0)
        counts = [sum(x == v for x, _ in database) for v in range(len(p))]
        orders = factorial(len(database)) // prod(factorial(c) for c in counts)
        return orders * prod((q**c for q, c in zip(p, counts, strict=True)), start=Fraction(1))

    return probability


def _accurate(
    target: Hypothesis, p: tuple[Fraction, ...], accuracy: Fraction
) -> Callable[[Database[Example], Hypothesis], bool]:
    def is_good(_database: Database[Example], h: Hypothesis) -> bool:
        error = sum((q for q, a, b in zip(p, target, h, strict=True) if a != b), Fraction(0))
        return error <= accuracy

    return is_good


def _symmetries(
    concepts: str, domain: int, universe: RowAdjacency[Example]
) -> list[tuple[Symmetry[Database[Example], Hypothesis], tuple[int, ...]]]:
    """Relabellings that carry the class into itself, with what they do to the points."""
    if concepts == "point":
        return [
            (
                Symmetry(name, relabelled(universe, _example_moved(order, 0)), _moved(order, 0)),
                order,
            )
            for name, order in generators(domain, "points")
        ]
    order = tuple(reversed(range(domain)))
    name = "reversal of the order and of the labels"
    reversal = Symmetry(name, relabelled(universe, _example_moved(order, 1)), _moved(order, 1))
    return [(reversal, order)]


def _example_moved(order: tuple[int, ...], flip: int) -> Callable[[Example], Example]:
    return lambda example: (order[example[0]], example[1] ^ flip)


def _moved(order: tuple[int, ...], flip: int) -> Callable[[Hypothesis], Hypothesis]:
    """The hypothesis that gives order[x] the label, perhaps flipped, that h gives x."""

    def move(h: Hypothesis) -> Hypothesis:
        moved = [0] * len(h)
        for x, label in enumerate(h):
            moved[order[x]] = label ^ flip
        return tuple(moved)

    return move


def _shown(h: Hypothesis) -> str:
    return "".join(map(str, h))
