"""A solver of the interior-point problem that claims too much: where its promise is broken.

BNSV15, Lemma 3.3: an (eps, delta)-private solver for two rows finds an interior point of a hard
database from D_2 with probability at most (r + delta)/(1 + r) + r/b + delta.  One that claims
(eps, delta) and succeeds more often is not (eps, delta)-private, and the proof says where to look:
it uses privacy for the digit of the hidden row x_0 that x_1 does not know, and for x_1 itself.

>>> def row_one(database, coins):
...     return database[1]
>>> row_one.deterministic = True
>>> found = contradiction(row_one, 3, Fraction(5, 4), Fraction(0))
>>> found.success, found.bound, found.excess
(Fraction(1, 1), Fraction(35, 36), Fraction(1, 1))
>>> found.first[0] == found.second[0]  # the pair differs in x_1
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.lower_bounds.hard_distribution import (
    agreeing,
    agreement,
    hard_distribution,
    success,
)
from reference.privacy.divergence import hockey_stick
from reference.probability.coins import Mechanism
from reference.probability.dist import Dist
from reference.probability.law import law

Pair = tuple[Database[int], Database[int]]
Solver = Mechanism[Database[int], int | Bottom, Fraction]

LENGTH = 2
"""S(1): the digits of a row of D_2."""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """What a solver that claims too much does."""

    success: Fraction
    """On D_2."""

    bound: Fraction
    """What is possible with the privacy that it claims."""

    first: Database[int]
    second: Database[int]
    """Neighbours: the law on the first exceeds e^eps times the law on the second."""

    excess: Fraction
    """By so much: the delta that they need."""


def pairs_of_hidden_row(base: int) -> Iterator[Pair]:
    """Neighbours that differ in the digit of x_0 that x_1 does not know."""
    for y in range(LENGTH):
        for first in range(base**LENGTH):
            others = (x for x in agreeing(first, y, base, LENGTH) if x != first)
            for second in others:
                if agreement(first, second, base, LENGTH) == y:
                    for row in agreeing(first, y, base, LENGTH):
                        yield (first, row), (second, row)


def pairs_of_known_row(base: int) -> Iterator[Pair]:
    """Neighbours that differ in x_1, which knows one digit more of x_0 in one of them."""
    for hidden in range(base**LENGTH):
        for near in agreeing(hidden, 1, base, LENGTH):
            for far in range(base**LENGTH):
                if far != near:
                    yield (hidden, near), (hidden, far)
                    yield (hidden, far), (hidden, near)


def pairs_of_the_proof(base: int) -> Iterator[Pair]:
    """All neighbours for which the proof of the lemma for two rows uses privacy."""
    yield from pairs_of_hidden_row(base)
    yield from pairs_of_known_row(base)


def contradiction(
    solver: Solver,
    base: int,
    exp_eps: Fraction,
    delta: Fraction,
    pairs: Callable[[int], Iterator[Pair]] = pairs_of_the_proof,
) -> Contradiction | None:
    """The pair of neighbours that breaks the promise most; None if not too much is claimed.

    Args:
        solver: for two rows over {0, ..., base^2 - 1}.
        base: b(1) >= 2.
        exp_eps: e^eps that is claimed.
        delta: delta that is claimed.
        pairs: the neighbours that are looked at.
    """
    found = success(solver, hard_distribution((base,)))
    bound = (exp_eps + delta) / (exp_eps + 1) + exp_eps / base + delta
    if found <= bound:
        return None
    known: dict[Database[int], Dist[int | Bottom, Fraction]] = {}

    def of(rows: Database[int]) -> Dist[int | Bottom, Fraction]:
        if rows not in known:
            known[rows] = law(solver, rows)
        return known[rows]

    def excess(pair: Pair) -> Fraction:
        return hockey_stick(of(pair[0]), of(pair[1]), exp_eps)

    worst = max(pairs(base), key=excess)
    return Contradiction(found, bound, *worst, excess(worst))
