"""Rewriting a disjunction of k terms as a conjunction of clauses of k literals.

    OR_i AND_{l in t_i} l  =  AND_{(l_1..l_k) in t_1 x ... x t_k} OR_i l_i

A literal is a non-zero integer: +i for variable i, -i for its negation.

Source: BBKN13, Observation 2.7, section 2.3 (after Valiant).

>>> clauses(((1, -2), (3,)))
((1, 3), (-2, 3))
"""

from collections.abc import Iterable, Sequence
from itertools import product

Term = tuple[int, ...]


def clauses(terms: Sequence[Term]) -> tuple[Term, ...]:
    """One literal from each term, in all ways."""
    return tuple(product(*terms))


def literal_holds(literal: int, assignment: Sequence[bool]) -> bool:
    """Whether a literal is true; variable i has the value assignment[i - 1]."""
    return assignment[abs(literal) - 1] == (literal > 0)


def disjunction_holds(terms: Iterable[Term], assignment: Sequence[bool]) -> bool:
    """Whether some term has all its literals true."""
    return any(all(literal_holds(x, assignment) for x in term) for term in terms)


def conjunction_holds(conjuncts: Iterable[Term], assignment: Sequence[bool]) -> bool:
    """Whether every clause has a true literal."""
    return all(any(literal_holds(x, assignment) for x in clause) for clause in conjuncts)
