"""Wrong variants of the code of Boneh and Shaw, of its length, and of its pirates."""

from audits.claims.prelude import *
from reference.lower_bounds.boneh_shaw_code import BonehShawCode
from reference.lower_bounds.fingerprinting_code import (
    BestPirate,
    Book,
    Coalition,
    Matrix,
    TracingCode,
    Verdict,
    Word,
    best_answers,
    best_pirate,
    first_accused,
    seen,
)
from reference.lower_bounds.interior_point_fingerprinting import Accused, keeps_marks


@dataclass(frozen=True)
class InOrder(BonehShawCode):
    """The columns stay in order."""

    @override
    def books(self) -> Dist[Book, Fraction]:
        """What Gen draws here."""
        order = tuple(b for b in range(self.users + 1) for _ in range(self.block))
        return Dist.uniform([self.book(order)])


@dataclass(frozen=True)
class Rotated(BonehShawCode):
    """The columns are rotated at random."""

    @override
    def books(self) -> Dist[Book, Fraction]:
        """What Gen draws here."""
        order = [b for b in range(self.users + 1) for _ in range(self.block)]
        turns = range(self.length)
        return Dist.uniform(self.book((*order[turn:], *order[:turn])) for turn in turns)


@dataclass(frozen=True)
class HalfOfTheOrders(BonehShawCode):
    """Only those orders in which the first column is not from block 1."""

    @override
    def books(self) -> Dist[Book, Fraction]:
        """What Gen draws here."""
        ones = (1, *(0,) * (self.users - 1))
        first = super().books()
        return first.condition(lambda book: tuple(row[0] for row in book.words) != ones)


@dataclass(frozen=True)
class StrictRise(BonehShawCode):
    """A user is accused if the mean rises by more than 1/n."""

    @override
    def rises(self, low: Fraction, high: Fraction) -> bool:
        """What counts as a rise."""
        return high - low > Fraction(1, self.users)


@dataclass(frozen=True)
class SmallRise(BonehShawCode):
    """A rise of 1/(n+1) is enough."""

    @override
    def rises(self, low: Fraction, high: Fraction) -> bool:
        """What counts as a rise."""
        return high - low >= Fraction(1, self.users + 1)


@dataclass(frozen=True)
class LargeRise(BonehShawCode):
    """A rise of 1/(n-1) is needed, of 2 if n = 1."""

    @override
    def rises(self, low: Fraction, high: Fraction) -> bool:
        """What counts as a rise."""
        return high - low >= (Fraction(1, self.users - 1) if self.users > 1 else 2)


@dataclass(frozen=True)
class AnyChange(BonehShawCode):
    """A fall by 1/n counts as a rise."""

    @override
    def rises(self, low: Fraction, high: Fraction) -> bool:
        """What counts as a rise."""
        return abs(high - low) >= Fraction(1, self.users)


@dataclass(frozen=True)
class OneBefore(BonehShawCode):
    """User i - 1 is accused."""

    @override
    def first_rise(self, means: tuple[Fraction, ...]) -> Accused:
        """Who is accused."""
        found = super().first_rise(means)
        return found if isinstance(found, Bottom) else max(found - 1, 1)


@dataclass(frozen=True)
class LastRise(BonehShawCode):
    """The last rise accuses."""

    @override
    def first_rise(self, means: tuple[Fraction, ...]) -> Accused:
        """Who is accused."""
        found: Accused = Bottom.BOTTOM
        for i, (low, high) in enumerate(pairwise(means), start=1):
            if self.rises(low, high):
                found = i
        return found


@dataclass(frozen=True)
class FirstMean(BonehShawCode):
    """The first i with m_i >= 1/n, whatever m_(i-1) is."""

    @override
    def first_rise(self, means: tuple[Fraction, ...]) -> Accused:
        """Who is accused."""
        return first_accused(high >= Fraction(1, self.users) for high in means[1:])


@dataclass(frozen=True)
class NobodyAccused(BonehShawCode):
    """Nobody is ever accused."""

    @override
    def first_rise(self, means: tuple[Fraction, ...]) -> Accused:
        """Who is accused."""
        return Bottom.BOTTOM


UNMIXED: dict[str, Build] = {
    "no permutation": InOrder,
    "columns rotated only": Rotated,
    "some orders never": HalfOfTheOrders,
}
WRONG_TRACES: dict[str, Build] = {
    "a rise of more than 1/n": StrictRise,
    "a rise of 1/(n+1)": SmallRise,
    "a rise of 1/(n-1)": LargeRise,
    "a fall counts": AnyChange,
    "i - 1 is accused": OneBefore,
    "the last rise": LastRise,
    "m_i >= 1/n": FirstMean,
    "nobody is accused": NobodyAccused,
}


def columns_by(
    factor: Fraction, power: int = 2, *, union: bool = True
) -> Callable[[int, Fraction], int]:
    """Ceil(factor n^power ln(n/xi)), or ln(1/xi)."""
    return lambda n, xi: (factor * n**power * ln((n if union else 1) / xi)).ceil()


Best = Callable[[TracingCode, Coalition], BestPirate[Matrix]]


def _answers(
    code: TracingCode, coalition: Coalition, shown: Callable[[Matrix], Matrix]
) -> BestPirate[Matrix]:
    """The best pirate whose words are feasible for other rows."""
    law = code.books()
    views = ((seen(b.words, coalition), b, law.probability(b)) for b in law)
    return best_answers(code, coalition, ((rows, shown(rows), b, p) for rows, b, p in views))


def anything_goes(code: TracingCode, coalition: Coalition) -> BestPirate[Matrix]:
    """All words are allowed."""
    both = code.books()
    width = len(next(iter(both)).words[0])
    return _answers(code, coalition, lambda _: ((0,) * width, (1,) * width))


def only_zeros_are_kept(code: TracingCode, coalition: Coalition) -> BestPirate[Matrix]:
    """Where all have a 1 the pirates may write 0."""
    return _answers(code, coalition, lambda rows: (*rows, *((0,) * len(row) for row in rows)))


def first_row_only(code: TracingCode, coalition: Coalition) -> BestPirate[Matrix]:
    """The first pirate hands out his copy."""
    return _answers(code, coalition, lambda rows: rows[:1])


def answers_blindly(code: TracingCode, coalition: Coalition) -> BestPirate[Matrix]:
    """Half of the best chance to frame."""
    best = best_pirate(code, coalition)
    return BestPirate(best.chance / 2, best.answers)


def nobody_is_fine(code: TracingCode, coalition: Coalition) -> BestPirate[Matrix]:
    """It is no failure that nobody is accused."""
    return best_pirate(_Quiet(code, coalition), coalition)


@dataclass(frozen=True)
class _Quiet:
    code: TracingCode
    coalition: Coalition

    @property
    def users(self) -> int:
        """Those of the code."""
        return self.code.users

    def books(self) -> Dist[Book, Fraction]:
        """As in the code."""
        return self.code.books()

    def trace(self, book: Book, word: Word, /) -> Accused:
        """One of the coalition instead of nobody."""
        found = self.code.trace(book, word)
        return self.coalition[0] if isinstance(found, Bottom) else found


Ones = Callable[[BonehShawCode, int], tuple[int, ...]]


def one_missing_by(before: Callable[[int, BonehShawCode], int], ones: int | None = None) -> Ones:
    """So many ones in each block before i - 1; the best number in blocks i - 1 and i, or this."""

    def wrong(code: BonehShawCode, user: int) -> tuple[int, ...]:
        first = tuple(min(before(b, code), code.block) * (b > 0) for b in range(user - 1))
        after = (code.block,) * (code.users - user)
        team = tuple(u for u in range(1, code.users + 1) if u != user)
        choices = range(2 * code.block + 1) if ones is None else (min(ones, 2 * code.block),)
        return max(
            ((*first, k, *after) for k in choices), key=lambda counts: code.framed(team, counts)
        )

    return wrong


WRONG_ONES: dict[str, Ones] = {
    "blocks before are empty": one_missing_by(lambda _, __: 0),
    "blocks before rise by 1/n": one_missing_by(lambda b, code: b * -(-code.block // code.users)),
    "blocks before are full": one_missing_by(lambda _, code: code.block),
    "a single one": one_missing_by(lambda b, code: b * ((code.block - 1) // code.users), 1),
    "all ones": one_missing_by(lambda b, code: b * ((code.block - 1) // code.users), 99),
}


@dataclass(frozen=True)
class FeasibleForAll:
    """A word is judged by the rows of all users, not of the coalition."""

    code: TracingCode
    pirate: Mechanism[Matrix, Word, Any]

    def __call__(self, coalition: Coalition, coins: Coins[Any], /) -> Verdict:
        book = coins.draw(self.code.books())
        word = coins.run(self.pirate, seen(book.words, coalition))
        return Verdict(keeps_marks(book.words, word), self.code.trace(book, word))


@dataclass(frozen=True)
class AlwaysFeasible:
    """A word is not judged."""

    code: TracingCode
    pirate: Mechanism[Matrix, Word, Any]

    def __call__(self, coalition: Coalition, coins: Coins[Any], /) -> Verdict:
        book = coins.draw(self.code.books())
        word = coins.run(self.pirate, seen(book.words, coalition))
        return Verdict(True, self.code.trace(book, word))
