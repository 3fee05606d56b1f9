"""Wrong variants of the code of Tardos, of its scores and constants."""

from audits.claims.prelude import *
from reference.lower_bounds.fingerprinting_code import Book, Word
from reference.lower_bounds.interior_point_fingerprinting import Accused, User
from reference.lower_bounds.tardos_code import (
    BiasedCode,
    TardosPlan,
    bits_chance,
    even_score,
    steep_score,
)


@dataclass(frozen=True)
class OneBias(BiasedCode):
    """All columns have the same bias."""

    @override
    def books(self) -> Dist[Book, Fraction]:
        """What Gen draws here."""
        parts = (
            (self._book(tuple((p, bits) for bits in rows)), self._chance(p, rows))
            for p in self.biases
            for rows in product(product((0, 1), repeat=self.users), repeat=self.columns)
        )
        return Dist.weighted(parts)

    def _chance(self, bias: Fraction, rows: tuple[Word, ...]) -> Fraction:
        chance = Fraction(1)
        for bits in rows:
            chance *= bits_chance(bits, bias)
        return chance


@dataclass(frozen=True)
class SharedBits(BiasedCode):
    """All users have the same bit."""

    @override
    def column(self) -> Dist[tuple[Fraction, Word], Fraction]:
        """What is drawn for a column."""
        return Dist.weighted(
            ((p, (bit,) * self.users), bits_chance((bit,), p))
            for p in self.biases
            for bit in (0, 1)
        )


@dataclass(frozen=True)
class FairBits(BiasedCode):
    """Bits are fair, whatever the bias is."""

    @override
    def column(self) -> Dist[tuple[Fraction, Word], Fraction]:
        """What is drawn for a column."""
        words = [*product((0, 1), repeat=self.users)]
        return Dist.uniform((p, bits) for p in self.biases for bits in words)


@dataclass(frozen=True)
class ZeroWithBias(BiasedCode):
    """A bit is 0 with chance p."""

    @override
    def column(self) -> Dist[tuple[Fraction, Word], Fraction]:
        """What is drawn for a column."""
        return super().column().map(lambda pair: (pair[0], tuple(1 - b for b in pair[1])))


@dataclass(frozen=True)
class AllColumns(BiasedCode):
    """Columns with w_j = 0 count, too."""

    @override
    def total(self, book: Book, word: Word, user: User) -> Fraction:
        """What is added up."""
        return super().total(book, (1,) * len(word), user)


@dataclass(frozen=True)
class ZerosToo(BiasedCode):
    """Columns with w_j = 0 are scored the other way round."""

    @override
    def total(self, book: Book, word: Word, user: User) -> Fraction:
        """What is added up."""
        other = super().total(book, tuple(1 - bit for bit in word), user)
        return super().total(book, word, user) - other


@dataclass(frozen=True)
class AtThreshold(BiasedCode):
    """A score that equals the threshold is above it."""

    @override
    def trace(self, book: Book, word: Word, /) -> Accused:
        """Who is accused."""
        lower = BiasedCode(self.users, self.columns, self.biases, self.threshold, self.score)
        totals = [lower.total(book, word, u) for u in range(1, self.users + 1)]
        found = [i for i, total in enumerate(totals, start=1) if total >= self.threshold]
        return found[0] if found else BiasedCode.trace(self, book, word)


@dataclass(frozen=True)
class LargestScore(BiasedCode):
    """The user with the largest score is accused, whatever the threshold is."""

    @override
    def trace(self, book: Book, word: Word, /) -> Accused:
        """Who is accused."""
        return max(range(1, self.users + 1), key=lambda u: self.total(book, word, u))


Make = Callable[..., BiasedCode]

WRONG_GENS: dict[str, Make] = {
    "one bias for all columns": OneBias,
    "the same bit for all users": SharedBits,
    "fair bits": FairBits,
    "0 with chance p": ZeroWithBias,
}
WRONG_TRACES: dict[str, Make] = {
    "all columns count": AllColumns,
    "zeros count against": ZerosToo,
    "a tie is above": AtThreshold,
    "the largest score": LargestScore,
}


def swapped_score(bit: int, bias: Fraction) -> Fraction:
    """The weights of 1 and 0 exchanged, with their signs."""
    return even_score(bit, 1 - bias)


def never_below_zero(bit: int, bias: Fraction) -> Fraction:
    """A 0 costs nothing."""
    return max(even_score(bit, bias), Fraction(0))


def plain_score(bit: int, bias: Fraction) -> Fraction:
    """x - p."""
    return bit - bias


def absolute_score(bit: int, bias: Fraction) -> Fraction:
    """The sign is lost."""
    return abs(even_score(bit, bias))


WRONG_SCORES = {
    "weights swapped": swapped_score,
    "a 0 costs nothing": never_below_zero,
    "x - p": plain_score,
    "(x - p)/(p (1 - p))": steep_score,
    "the sign is lost": absolute_score,
    "twice the score": lambda bit, bias: 2 * even_score(bit, bias),
    "the sign is turned": lambda bit, bias: -even_score(bit, bias),
}


def plan_with(
    columns: int = 100, threshold: int = 20, cut: int = 300, power: int = 2, *, up: bool = True
) -> Callable[[int, Fraction], TardosPlan]:
    """Other constants."""

    def made(pirates: int, error: Fraction) -> TardosPlan:
        logs = (-ln(error)).ceil() if up else (-ln(error)).floor()
        return TardosPlan(
            columns * pirates**power * logs, threshold * pirates * logs, Fraction(1, cut * pirates)
        )

    return made
