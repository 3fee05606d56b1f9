"""Fingerprinting codes and pirates: arbitrary ones, on few users and columns, and verdicts."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations, product
from typing import Generic, NamedTuple, TypeVar

from hypothesis import strategies as st

from proofs_tests.strategies.laws import distributions
from proofs_tests.strategies.mechanisms import Listed
from reference.data.bottom import Bottom
from reference.lower_bounds.fingerprinting_code import (
    Book,
    Coalition,
    Matrix,
    TracingCode,
    Verdict,
    Word,
)
from reference.lower_bounds.interior_point_fingerprinting import Accused
from reference.probability.dist import Dist

View = TypeVar("View", bound=Hashable)
X = TypeVar("X", bound=Hashable)

BITS = (0, 1)

C = TypeVar("C", bound=TracingCode)


class Played(NamedTuple, Generic[C]):
    """A code, a coalition, and a pirate of it."""

    code: C
    team: Coalition
    pirate: Listed[Matrix, Word]


@dataclass(frozen=True, slots=True, eq=False)
class ListedCode:
    """A code given by the law of its books, and by who is accused of what."""

    users: int
    law: Dist[Book, Fraction]
    accused: Mapping[tuple[Book, Word], Accused]

    def books(self) -> Dist[Book, Fraction]:
        """The law of Gen."""
        return self.law

    def trace(self, book: Book, word: Word, /) -> Accused:
        """Who is accused."""
        return self.accused[book, word]


def words(columns: int) -> list[Word]:
    """All words."""
    return list(product(BITS, repeat=columns))


def allowed(rows: Matrix) -> list[Word]:
    """The feasible words, as those that differ from no bit that all rows have."""
    return [
        word
        for word in words(len(rows[0]) if rows else 0)
        if rows and not any({row[j] for row in rows} == {1 - bit} for j, bit in enumerate(word))
    ]


def coalitions(users: int) -> list[Coalition]:
    """All, in every order; two users first, nobody last."""
    sizes = (*range(min(users, 2), users + 1), 1, 0)
    return [team for size in sizes for team in permutations(range(1, users + 1), size)]


@st.composite
def codes(draw: st.DrawFn, users: int, columns: int, alike: int = 0) -> ListedCode:
    """Up to three books of any words, by some of which the same words are traced differently.

    So many first words are the same in all.
    """
    same = draw(st.tuples(*[st.sampled_from(words(columns))] * alike))
    others = list(product(words(columns), repeat=users - alike))
    matrices = st.sampled_from([same + rest for rest in others])
    tags = st.sampled_from([(), (Fraction(1, 2),) * columns, (Fraction(1, 3),) * columns])
    books = draw(st.lists(st.builds(Book, matrices, tags), min_size=1, max_size=3, unique=True))
    who: st.SearchStrategy[Accused] = st.sampled_from((*range(1, users + 1), Bottom.BOTTOM))
    keys = [(book, word) for book in books for word in words(columns)]
    accused = draw(st.tuples(*[who] * len(keys)))
    law = draw(distributions(books, everywhere=True, most=3))
    return ListedCode(users, law, dict(zip(keys, accused, strict=True)))


def answers(choices: Mapping[View, Sequence[X]]) -> st.SearchStrategy[Listed[View, X]]:
    """To each view one of its answers, or a random one of two."""
    few = (st.lists(st.sampled_from(each), min_size=1, max_size=2) for each in choices.values())
    return st.tuples(*few).map(
        lambda found: Listed(
            {view: Dist.uniform(each) for view, each in zip(choices, found, strict=True)}
        )
    )


def view(words: Sequence[X], coalition: Coalition) -> tuple[X, ...]:
    """The words that it sees."""
    return tuple(words[user - 1] for user in coalition)


def views(code: TracingCode, coalition: Coalition) -> Iterable[Matrix]:
    """All that a coalition may see."""
    return dict.fromkeys(view(book.words, coalition) for book in code.books())


@st.composite
def pirates(draw: st.DrawFn, code: TracingCode, coalition: Coalition) -> Listed[Matrix, Word]:
    """Those of a coalition: feasible words only, or any."""
    columns = len(next(iter(code.books())).words[0])
    feasible = draw(st.booleans())
    choices = {
        rows: (allowed(rows) if feasible else ()) or words(columns)
        for rows in views(code, coalition)
    }
    return draw(answers(choices))


def played(code: C, teams: Sequence[Coalition]) -> st.SearchStrategy[Played[C]]:
    """One of some coalitions, and a pirate of it."""
    return st.sampled_from(teams).flatmap(
        lambda team: st.builds(Played, st.just(code), st.just(team), pirates(code, team))
    )


def judged(game: Played[ListedCode]) -> Dist[Verdict, Fraction]:
    """The law of the verdict."""
    code, team, pirate = game

    def verdicts(book: Book) -> Dist[Verdict, Fraction]:
        rows = view(book.words, team)
        feasible = {*allowed(rows)}
        return pirate.laws[rows].map(lambda w: Verdict(w in feasible, code.accused[book, w]))

    return code.law.bind(verdicts)


def escaped(law: Dist[Verdict, Fraction], team: Coalition) -> Fraction:
    """How often the word is feasible, and nobody of the coalition is accused."""
    return law.probability_that(lambda v: v.feasible and v.accused not in team)


def escapes(game: Played[ListedCode]) -> Fraction:
    """How often the pirate does."""
    return escaped(judged(game), game[1])
