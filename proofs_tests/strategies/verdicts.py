"""How pirates of any fingerprinting code are judged, book by book."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias, TypeVar

from hypothesis import strategies as st

from proofs_tests.strategies.codes import ListedCode, allowed, coalitions, codes, pirates
from proofs_tests.strategies.mechanisms import Listed
from reference.lower_bounds.fingerprinting_code import (
    Coalition,
    Matrix,
    TracingCode,
    Verdict,
    Word,
)
from reference.probability.dist import Dist

C = TypeVar("C", bound=TracingCode)

Played: TypeAlias = tuple[C, Coalition, Listed[Matrix, Word]]
"""A code, a coalition, and a pirate of it."""


def played(code: C, teams: Sequence[Coalition]) -> st.SearchStrategy[Played[C]]:
    """One of some coalitions, and a pirate of it."""
    return st.sampled_from(teams).flatmap(
        lambda team: st.tuples(st.just(code), st.just(team), pirates(code, team))
    )


def any_played(sizes: Sequence[tuple[int, int]]) -> st.SearchStrategy[Played[ListedCode]]:
    """Arbitrary codes for so many users, with so many columns."""
    arbitrary = st.sampled_from(sizes).flatmap(lambda size: codes(*size))
    return arbitrary.flatmap(lambda code: played(code, coalitions(code.users)))


def judged(game: Played[ListedCode]) -> Dist[Verdict, Fraction]:
    """The law of the verdict."""
    code, team, pirate = game
    found = []
    for book in code.law:
        rows = tuple(book.words[user - 1] for user in team)
        feasible, law = {*allowed(rows)}, pirate.laws[rows]
        chance = code.law.probability(book)
        found += [
            (Verdict(word in feasible, code.accused[book, word]), chance * law.probability(word))
            for word in law
        ]
    return Dist.weighted(found)


def escapes(game: Played[ListedCode]) -> Fraction:
    """How often the word is feasible, and nobody of the coalition is accused."""
    return judged(game).probability_that(lambda v: v.feasible and v.accused not in game[1])
