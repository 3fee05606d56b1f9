"""Queries on bits, answers to them, and mechanisms that answer: accurate, private or neither."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from typing import NamedTuple, TypeAlias

from hypothesis import strategies as st

from audits.claims.vt14.laws.reconstruction import sums
from proofs_tests.strategies.laws import distributions
from proofs_tests.strategies.mechanisms import Listed, listed

Bits: TypeAlias = tuple[int, ...]
Queries: TypeAlias = tuple[Bits, ...]
Answers: TypeAlias = tuple[Fraction, ...]


class Answered(NamedTuple):
    """Queries, and a mechanism that answers them."""

    queries: Queries
    mechanism: Listed[Bits, Answers]


SHARES = st.sampled_from([Fraction(k, 6) for k in (0, 2, 3, 4)])
"""Of the rows that may be wrong."""

WIDTHS = st.sampled_from([Fraction(k, 8) for k in (4, 2, 3, 5, 6, 8, 9)])
"""E, at, below and above multiples of 1/4 and 1/2, where what fits it changes."""

ONE_TO_THREE = st.integers(1, 3)


def every(people: int) -> list[Bits]:
    """All databases of so many bits."""
    return list(product((0, 1), repeat=people))


def doubled(power: int) -> Queries:
    """The queries of Sylvester's matrix: those of H and H above H and -H, again and again."""
    rows: Queries = ((1,),)
    for _ in range(power):
        rows = (*(q + q for q in rows), *(q + tuple(1 - a for a in q) for q in rows))
    return rows


def bits(people: int) -> st.SearchStrategy[Bits]:
    """One of them."""
    return st.sampled_from(every(people))


def queries(people: st.SearchStrategy[int] = ONE_TO_THREE) -> st.SearchStrategy[Queries]:
    """Up to three queries, perhaps again and again, or the first that are not empty."""
    return people.flatmap(
        lambda n: st.one_of(
            st.lists(st.sampled_from(every(n)[::-1]), min_size=1, max_size=3).map(tuple),
            st.just(tuple(every(n)[1:4])),
        )
    )


def errors(count: int, most: int) -> st.SearchStrategy[Answers]:
    """Of so many answers, in eighths."""
    one = st.integers(-most, most).map(lambda k: Fraction(k, 8))
    return st.tuples(*[one] * count)


def pushes(count: int) -> st.SearchStrategy[Answers]:
    """Errors of so many answers that are all as large, up or down, or none."""
    return st.builds(
        lambda size, ways: tuple(Fraction(size * way, 16) for way in ways),
        st.sampled_from([4, 3, 2, 5, 6, 9]),
        st.tuples(*[st.sampled_from([-1, 1, 0])] * count),
    )


def added(exact: Sequence[int], off: Answers) -> Answers:
    """Exact answers with errors."""
    return tuple(a + e for a, e in zip(exact, off, strict=True))


def answers(asked: Queries) -> st.SearchStrategy[Answers]:
    """Of some database, with errors."""
    off = errors(len(asked), 10)
    return st.builds(lambda x, e: added(sums(asked, x), e), bits(len(asked[0])), off)


def halves(asked: Queries) -> Answers:
    """The answers if each bit was 1/2: a constant that is as near as constants can be."""
    return tuple(Fraction(sum(q), 2) for q in asked)


def answering(asked: Queries) -> st.SearchStrategy[Listed[Bits, Answers]]:
    """Arbitrary laws of answers to the queries, and the same noise added to exact answers."""
    databases = every(len(asked[0]))
    exact = [tuple(map(Fraction, sums(asked, x))) for x in databases]
    noise = st.lists(errors(len(asked), 5), min_size=1, max_size=3, unique=True).flatmap(
        partial(distributions, everywhere=True)
    )
    return st.one_of(
        listed(databases, list(dict.fromkeys([halves(asked), *exact]))),
        st.lists(answers(asked), min_size=1, max_size=3, unique=True).flatmap(
            lambda found: listed(databases, found, everywhere=True)
        ),
        noise.map(
            lambda law: Listed({x: law.map(partial(added, sums(asked, x))) for x in databases})
        ),
    )


def answered_by(queries: st.SearchStrategy[Queries]) -> st.SearchStrategy[Answered]:
    """Some of the queries, and a mechanism that answers them."""
    return queries.flatmap(lambda asked: st.builds(Answered, st.just(asked), answering(asked)))


def answered(people: st.SearchStrategy[int]) -> st.SearchStrategy[Answered]:
    """Queries for so many people, and a mechanism that answers them."""
    return answered_by(queries(people))
