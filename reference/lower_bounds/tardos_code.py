"""The code of Tardos: each column has a hidden bias, and pirates cannot help to give it away.

A column has a bias p, drawn from a law that is symmetric and prefers the ends, and each user has a
1 in it with chance p.  A user is accused if a sum over the columns with w_j = 1 is above a
threshold: s(1, p) where the user has a 1, s(0, p) where not.  An innocent user has E s = 0; with

    s(x, p) = (x - p)/sqrt(p (1 - p))     (`even_score`)

also E s^2 = 1.  A coalition of n users that answers 1 with chance f(k) to k ones has in a column
the expected score E[f sum_i s(x_i, p)] = sqrt(p (1 - p)) F'(p), with F(p) = E f.  Under the law
of Tardos, p = sin^2 of a uniform angle, this is (F(1) - F(0))/pi = 1/pi for every feasible f.

Pseudo-code:
    1  Gen: p_j <- a bias for each column; C_ij = 1 with chance p_j, independently
    2  Trace: add s(C_ij, p_j) over the columns with w_j = 1
    3  accuse the first user whose sum is above Z

Uniform biases have laws of columns in closed form, Pr[x] = k! (n-k)!/(n+1)! with k ones.  With
s(x, p) = (x - p)/(p (1 - p)) (`steep_score`) every feasible f has the expected score F(1) - F(0) =
1; with x - p it has the integral of p (1 - p) F'(p), which is negative for some f if n >= 7.

Notation: p bias, s score, Z threshold, n users, d columns, f strategy, k ones, c pirates at most,
K ln of 1/error rounded up, t bias cut off.
Source: VT14, section 5.2; the constants are those of Tardos, Optimal probabilistic fingerprint
codes (STOC 2003).
Guarantees: VT14.ALG.Tardos, VT14.ALG.UniformTardos, VT14.TXT.tardos, VT14.TXT.uniform-p.
Deviations: a finite list of biases, equally likely, with p/(1-p) the square of a rational for
`even_score`; Trace is given the biases.
Degenerate inputs: no columns accuse nobody, if the threshold is not negative.

>>> low, high = Fraction(1, 5), Fraction(4, 5)
>>> [even_score(x, low) for x in (0, 1)], [steep_score(x, low) for x in (0, 1)]
([Fraction(-1, 2), Fraction(2, 1)], [Fraction(-5, 4), Fraction(5, 1)])
>>> code = BiasedCode(2, 1, (low, high), Fraction(1))
>>> code.books().probability(Book(((1,), (0,)), (low,)))
Fraction(2, 25)
>>> code.trace(Book(((0,), (1,)), (low,)), (1,))
2
>>> TardosPlan.of(2, Fraction(1, 100))
TardosPlan(columns=2000, threshold=200, cut=Fraction(1, 600))
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb, factorial, isqrt
from typing import ClassVar, Self, TypeAlias

from reference.exact.interval import ln
from reference.lower_bounds.fingerprinting_code import Book, Word, first_accused
from reference.lower_bounds.interior_point_fingerprinting import Accused, User
from reference.probability.dist import Dist
from reference.source import Paper, Source

Score: TypeAlias = Callable[[int, Fraction], Fraction]
"""What a bit adds where the bias is p."""

Strategy: TypeAlias = tuple[Fraction, ...]
"""For k = 0, ..., n ones the chance that the pirates answer 1."""


def even_score(bit: int, bias: Fraction) -> Fraction:
    """(x - p)/sqrt(p (1 - p)).

    Raises:
        ValueError: unless 0 < p < 1 and p (1 - p) is the square of a rational.
    """
    square = _spread(bias)
    top, bottom = isqrt(square.numerator), isqrt(square.denominator)
    if (top * top, bottom * bottom) != (square.numerator, square.denominator):
        raise ValueError(f"bias {bias}: a^2/(a^2 + b^2) with whole a, b")
    return (bit - bias) * Fraction(bottom, top)


def steep_score(bit: int, bias: Fraction) -> Fraction:
    """(x - p)/(p (1 - p)).

    Raises:
        ValueError: unless 0 < p < 1.
    """
    return (bit - bias) / _spread(bias)


def _spread(bias: Fraction) -> Fraction:
    if not 0 < bias < 1:
        raise ValueError(f"bias {bias}: in (0, 1)")
    return bias * (1 - bias)


@dataclass(frozen=True)
class BiasedCode:
    """A code with hidden biases.

    Raises:
        ValueError: for no users, a negative number of columns, no bias, or one outside of (0, 1).
    """

    source: ClassVar[Source] = Source(Paper.VT14, "fingerprinting code of Tardos", "5.2")

    users: int
    """n."""

    columns: int
    """d."""

    biases: tuple[Fraction, ...]
    """Equally likely."""

    threshold: Fraction
    """Z."""

    score: Score = even_score

    def __post_init__(self) -> None:
        if self.users < 1 or self.columns < 0 or not self.biases:
            raise ValueError(f"{self.users} users, {self.columns} columns, {self.biases}: too few")
        for bias in self.biases:
            _spread(bias)

    def column(self) -> Dist[tuple[Fraction, Word], Fraction]:
        """The law of the bias and the bits of a column."""
        return Dist.weighted(
            ((p, bits), bits_chance(bits, p))
            for p in self.biases
            for bits in product((0, 1), repeat=self.users)
        )

    def books(self) -> Dist[Book, Fraction]:
        """The law of all columns."""
        books: Dist[tuple[tuple[Fraction, Word], ...], Fraction] = Dist.uniform([()])
        column = self.column()
        for _ in range(self.columns):
            books = books.product(column).map(lambda pair: (*pair[0], pair[1]))
        return books.map(self._book)  # 1

    def _book(self, columns: tuple[tuple[Fraction, Word], ...]) -> Book:
        words = tuple(tuple(bits[i] for _, bits in columns) for i in range(self.users))
        return Book(words, tuple(p for p, _ in columns))

    def total(self, book: Book, word: Word, user: User) -> Fraction:
        """The score of a user."""
        bits = zip(word, book.words[user - 1], book.biases, strict=True)
        return sum((self.score(x, p) for w, x, p in bits if w), Fraction(0))  # 2

    def trace(self, book: Book, word: Word, /) -> Accused:
        """The first user with a score above the threshold."""
        users = range(1, self.users + 1)
        return first_accused(self.total(book, word, u) > self.threshold for u in users)  # 3

    def innocent_total(self, ones: int) -> Dist[Fraction, Fraction]:
        """The law of the score of a user who did not take part, from so many ones in the word.

        Given the biases, the bits of that user are independent of the word; the biases of the
        columns are taken as drawn, which a word that does not depend on them leaves them.
        """
        one: Dist[Fraction, Fraction] = Dist.weighted(
            (self.score(bit, p), bits_chance((bit,), p)) for p in self.biases for bit in (0, 1)
        )
        total: Dist[Fraction, Fraction] = Dist.uniform([Fraction(0)])
        for _ in range(ones):
            total = total.product(one).map(sum_of_two)
        return total


def sum_of_two(pair: tuple[Fraction, Fraction]) -> Fraction:
    """Their sum."""
    return pair[0] + pair[1]


def bits_chance(bits: Word, bias: Fraction) -> Fraction:
    """p^k (1-p)^(n-k)."""
    k = sum(bits)
    return bias**k * (1 - bias) ** (len(bits) - k)


def answered(strategy: Strategy, bias: Fraction) -> Fraction:
    """F(p): how often the pirates answer 1."""
    n = len(strategy) - 1
    parts = (f * comb(n, k) * bias**k * (1 - bias) ** (n - k) for k, f in enumerate(strategy))
    return sum(parts, Fraction(0))


def column_score(strategy: Strategy, bias: Fraction, score: Score) -> Fraction:
    """What the pirates score together in a column with this bias, expected."""
    n, one, zero = len(strategy) - 1, score(1, bias), score(0, bias)
    parts = (
        f * comb(n, k) * bias**k * (1 - bias) ** (n - k) * (k * one + (n - k) * zero)
        for k, f in enumerate(strategy)
    )
    return sum(parts, Fraction(0))


def pure_strategies(pirates: int) -> Iterator[Strategy]:
    """All that answer 0 or 1, by the number of ones; 0 to none and 1 to all."""
    for middle in product((0, 1), repeat=pirates - 1):
        yield tuple(map(Fraction, (0, *middle, 1)))


def uniform_column(users: int) -> Dist[Word, Fraction]:
    """The law of a column whose bias is uniform in (0, 1)."""
    return Dist.weighted(
        (bits, beta(sum(bits), users - sum(bits))) for bits in product((0, 1), repeat=users)
    )


def beta(ones: int, zeros: int) -> Fraction:
    """The integral of p^a (1-p)^b over (0, 1): a! b!/(a+b+1)!."""
    return Fraction(factorial(ones) * factorial(zeros), factorial(ones + zeros + 1))


def uniform_score(strategy: Strategy, *, steep: bool) -> Fraction:
    """What the pirates score in a column of uniform bias, expected.

    Args:
        strategy: f.
        steep: whether a bit adds (x - p)/(p (1 - p)), which `steep_score` is, or x - p.
    """
    n = len(strategy) - 1
    if steep:
        return strategy[n] - strategy[0]
    parts = (
        f * comb(n, k) * (k * beta(k, n - k) - n * beta(k + 1, n - k))
        for k, f in enumerate(strategy)
    )
    return sum(parts, Fraction(0))


@dataclass(frozen=True)
class TardosPlan:
    """The constants of Tardos: d = 100 c^2 K, Z = 20 c K, p from t to 1 - t, t = 1/(300 c)."""

    columns: int
    threshold: int
    cut: Fraction

    @classmethod
    def of(cls, pirates: int, error: Fraction) -> Self:
        """The plan against c pirates, K = ceil(ln(1/error)).

        Raises:
            ValueError: for fewer than one pirate, or an error outside of (0, 1).
        """
        if pirates < 1 or not 0 < error < 1:
            raise ValueError(f"{pirates} pirates, error {error}: at least 1, and in (0, 1)")
        logs = (-ln(error)).ceil()
        return cls(100 * pirates**2 * logs, 20 * pirates * logs, Fraction(1, 300 * pirates))
