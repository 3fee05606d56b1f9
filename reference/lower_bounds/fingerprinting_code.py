"""Fingerprinting codes: who helped to make a pirated copy of a watermarked film?

Gen draws a binary matrix C with a row for each of n users and a column for each scene.  A
coalition S, the pirates, sees its rows C_S and makes a word w, which is feasible if each of its
bits stands in that column of some row of S.  Trace names a user.  The code is secure with error xi
if for every S and every pirate

    Pr[w is feasible and Trace(C, w) is not in S] <= xi.

Pseudo-code of the security game:
    1  C <- Gen
    2  w <- P(C_S)
    3  is w feasible, and who is Trace(C, w)?

Notation: C matrix, n users, S coalition, w word, P pirate, xi error.
Source: VT14, section 5.2 (Boneh and Shaw).
Guarantees: VT14.D5.FPC, VT14.TXT.bs-secure.
Deviations: Trace may also name nobody, which counts as a failure; it may need what Gen drew
    besides C, as that of Tardos does, and the book has it.
Degenerate inputs: an empty coalition has no feasible word, unless there are no columns.

>>> from reference.lower_bounds.boneh_shaw_code import BonehShawCode
>>> code = BonehShawCode(3, 1)
>>> [best_pirate(code, coalition).chance for coalition in ((1, 3), (2, 3), (1,))]
[Fraction(1, 2), Fraction(0, 1), Fraction(0, 1)]
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import ClassVar, Generic, NamedTuple, Protocol, TypeAlias

from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.exact.field import R
from reference.lower_bounds.interior_point_fingerprinting import Accused, User, keeps_marks
from reference.probability.coins import Coins, Mechanism
from reference.probability.dist import Dist, X
from reference.source import Paper, Source

Word: TypeAlias = tuple[int, ...]
"""A bit for each column."""

Matrix: TypeAlias = tuple[Word, ...]
"""A word for each user."""

Coalition: TypeAlias = Database[User]


class Book(NamedTuple):
    """What Gen draws."""

    words: Matrix
    biases: tuple[Fraction, ...] = ()
    """The chance of a 1 in each column, where Trace needs it."""


class TracingCode(Protocol):
    """Gen and Trace; hashable."""

    @property
    def users(self) -> int:
        """N."""

    def books(self) -> Dist[Book, Fraction]:
        """The law of Gen."""

    def trace(self, book: Book, word: Word, /) -> Accused:
        """Who is accused of the word, from 1 to n; or bottom."""


def seen(words: Matrix, coalition: Coalition) -> Matrix:
    """C_S, in the order of the coalition.

    Raises:
        ValueError: for a user that there is not.
    """
    for user in coalition:
        if not 1 <= user <= len(words):
            raise ValueError(f"user {user}: from 1 to {len(words)}")
    return tuple(words[user - 1] for user in coalition)


def feasible_words(rows: Matrix) -> Iterator[Word]:
    """Every word that the pirates with these rows may make."""
    return product(*({*column} for column in zip(*rows, strict=True))) if rows else iter(())


class Verdict(NamedTuple):
    """How the word of a pirate is judged."""

    feasible: bool
    accused: Accused


def is_caught(coalition: Coalition, verdict: Verdict) -> bool:
    """Whether the pirates broke the rules, or one of them is accused."""
    return not verdict.feasible or verdict.accused in coalition


@dataclass(frozen=True)
class SecurityGame(Generic[R]):
    """A pirate is judged: called on a coalition."""

    source: ClassVar[Source] = Source(Paper.VT14, "secure fingerprinting scheme", "5.2")

    code: TracingCode
    pirate: Mechanism[Matrix, Word, R]

    def __call__(self, coalition: Coalition, coins: Coins[R], /) -> Verdict:
        """Whether its word is feasible, and who is accused."""
        book = coins.draw(self.code.books())  # 1
        rows = seen(book.words, coalition)
        word = coins.run(self.pirate, rows)  # 2
        return Verdict(keeps_marks(rows, word), self.code.trace(book, word))  # 3


@dataclass(frozen=True)
class BestPirate(Generic[X]):
    """A feasible answer to each view; as a mechanism it draws nothing."""

    deterministic: ClassVar[bool] = True

    chance: Fraction
    """How often somebody outside of the coalition, or nobody, is accused."""

    answers: tuple[tuple[X, Word], ...]

    def __call__(self, view: X, coins: Coins[Fraction], /) -> Word:
        """The answer to a view."""
        del coins
        return dict(self.answers)[view]


def best_pirate(code: TracingCode, coalition: Coalition) -> BestPirate[Matrix]:
    """The best of all pirates, by what each view leaves open.

    A pirate answers each view by itself, and a random answer is a mixture of answers.
    """
    law = code.books()
    views = ((seen(b.words, coalition), b, law.probability(b)) for b in law)
    return best_answers(code, coalition, ((rows, rows, b, p) for rows, b, p in views))


def best_answers(
    code: TracingCode, coalition: Coalition, views: Iterable[tuple[X, Matrix, Book, Fraction]]
) -> BestPirate[X]:
    """The best feasible answer to each view.

    Args:
        code: who traces.
        coalition: S.
        views: all that a view may go with: the view, C_S, the book, and the chance of the three.
    """
    known: dict[X, tuple[Matrix, dict[Book, Fraction]]] = {}
    for view, rows, book, chance in views:
        open_books = known.setdefault(view, (rows, {}))[1]
        open_books[book] = open_books.get(book, Fraction(0)) + chance
    total, answers = Fraction(0), []
    for view, (rows, open_books) in known.items():
        chances = {w: _framed(code, coalition, open_books, w) for w in feasible_words(rows)}
        if chances:
            word = max(chances, key=lambda w: chances[w])
            answers.append((view, word))
            total += chances[word]
    return BestPirate(total, tuple(answers))


def _framed(
    code: TracingCode, coalition: Coalition, books: Mapping[Book, Fraction], word: Word
) -> Fraction:
    wrong = (p for book, p in books.items() if code.trace(book, word) not in coalition)
    return sum(wrong, Fraction(0))


def first_accused(flags: Iterable[bool]) -> Accused:
    """The first user, from 1, with a flag; or bottom."""
    return next((i for i, flag in enumerate(flags, start=1) if flag), Bottom.BOTTOM)
