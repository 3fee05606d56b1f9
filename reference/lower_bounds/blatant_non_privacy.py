"""Blatant non-privacy: from what a mechanism releases, nearly all rows can be computed.

M is blatantly non-private if there is an attack A such that, for every database x of n rows,
A(M(x)) differs from x in at most n/100 rows, with high probability over M.  Here the part of the
rows and the probability are parameters, and A is given.

Notation: M mechanism, A attack, x database, y outcome, n rows.
Source: VT14, Definition 4.1.1, section 4.1.
Guarantees: VT14.D4.1.1.
Deviations: "with high probability" is a number.
Degenerate inputs: an attack that gives up recovers nothing; without databases every mechanism is
blatantly non-private.

>>> from itertools import product
>>> from reference.data.domain import Domain
>>> from reference.mechanisms.noise.randomized_response import RandomizedResponse
>>> from reference.privacy.epsilon import Epsilon
>>> answers = RandomizedResponse(Domain.of_size(2), Epsilon(Fraction(3)))
>>> chance_of_recovery(answers, lambda y: y, (0, 1), Fraction(1, 100))
Fraction(9, 16)
>>> bits = tuple(product((0, 1), repeat=2))
>>> is_blatantly_non_private(answers, lambda y: y, bits, Fraction(2, 3))
False
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from typing import TypeVar

from reference.data.bottom import Bottom
from reference.data.database import Database, Row
from reference.lower_bounds.discrepancy import PRINTED_SHARE
from reference.probability.coins import Mechanism
from reference.probability.law import law

Y = TypeVar("Y", bound=Hashable)

Attack = Callable[[Y], Database[Row] | Bottom]
"""A: a database from an outcome, or none."""


def recovers(database: Database[Row], guess: Database[Row] | Bottom, share: Fraction) -> bool:
    """Whether a guess has as many rows, and differs in at most share n of them."""
    if isinstance(guess, Bottom) or len(guess) != len(database):
        return False
    wrong = sum(a != b for a, b in zip(database, guess, strict=True))
    return wrong <= share * len(database)


def chance_of_recovery(
    mechanism: Mechanism[Database[Row], Y, Fraction],
    attack: Attack[Y, Row],
    database: Database[Row],
    share: Fraction = PRINTED_SHARE,
) -> Fraction:
    """Pr[A(M(x)) differs from x in at most share n rows]."""
    found = law(mechanism, database)
    chances = (found.probability(y) for y in found if recovers(database, attack(y), share))
    return sum(chances, Fraction(0))


def is_blatantly_non_private(
    mechanism: Mechanism[Database[Row], Y, Fraction],
    attack: Attack[Y, Row],
    databases: Iterable[Database[Row]],
    chance: Fraction,
    share: Fraction = PRINTED_SHARE,
) -> bool:
    """Whether the attack recovers every database with at least this chance."""
    return all(chance_of_recovery(mechanism, attack, x, share) >= chance for x in databases)
