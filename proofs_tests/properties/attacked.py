"""How often an attack on the answers of a mechanism recovers its database, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from audits.claims.vt14.laws.reconstruction import wrong
from proofs_tests.properties.measured import laws_of
from proofs_tests.strategies.mechanisms import Listed
from proofs_tests.strategies.queries import Answers, Bits


def recovered_beyond_good(
    mechanism: Listed[Bits, Answers],
    attack: Callable[[Answers], object],
    good: Callable[[Answers, Bits], bool],
    most: int,
) -> Fraction:
    """How much likelier than good answers a guess with few wrong people is, at the least.

    Args:
        mechanism: of the answers.
        attack: the guess.
        good: whether answers are as good as it takes, for a database.
        most: of the people that may be wrong.
    """
    slack, guesses = Fraction(1), dict[Answers, object]()
    for x, law in zip(mechanism.laws, laws_of(mechanism, mechanism.laws), strict=True):
        for y in law:
            if y not in guesses:
                guesses[y] = attack(y)
        right = (law.probability(y) for y in law if wrong(x, guesses[y]) <= most)
        told = (law.probability(y) for y in law if good(y, x))
        slack = min(slack, sum(right, Fraction(0)) - sum(told, Fraction(0)))
    return slack


def refused(called: Callable[..., object], *given: object) -> bool:
    """Whether a call is refused."""
    try:
        called(*given)
    except ValueError:
        return True
    return False
