"""Databases of bits, and what fits their noisy subset sums, found in other ways."""

from audits.claims.prelude import *
from reference.lower_bounds.subset_sums import Bits

Answers = tuple[Fraction, ...]
TINY = Fraction(1, 64)


def signs(people: int) -> Iterator[tuple[int, ...]]:
    """Every difference of two databases."""
    return product((0, 1, -1), repeat=people)


def apart(first: Sequence[Hashable], second: Sequence[Hashable]) -> int:
    """How many rows differ; all, for what is no database of as many rows."""
    if len(first) != len(second):
        return len(first)
    return sum(a != b for a, b in zip(first, second, strict=True))


def wrong_places(x: Bits, guess: object) -> int:
    """How many people are wrong; one more than there are for what is no database."""
    if not isinstance(guess, tuple) or len(guess) != len(x):
        return len(x) + 1
    return apart(x, guess)


def sums(queries: Sequence[Bits], x: Bits) -> tuple[int, ...]:
    """The exact answers, as sizes of intersections of sets."""
    ones = {i for i, bit in enumerate(x) if bit}
    return tuple(len(ones.intersection(i for i, a in enumerate(q) if a)) for q in queries)


def first_fit(
    queries: Sequence[Bits], answers: Answers, error: Fraction, needed: int
) -> Bits | None:
    """The first of the databases, in order of the numbers that they are in binary, that fits."""
    n = len(queries[0])
    for number in range(2**n):
        x = tuple(int(bit) for bit in f"{number:0{n}b}")
        misses = [y for y, a in zip(answers, sums(queries, x), strict=True) if abs(y - a) >= error]
        if len(queries) - len(misses) >= needed:
            return x
    return None


def with_errors(queries: Sequence[Bits], x: Bits, errors: Sequence[Fraction]) -> Iterator[Answers]:
    """Every vector of answers with errors from this list."""
    truth = sums(queries, x)
    for each in product(errors, repeat=len(queries)):
        yield tuple(a + e for a, e in zip(truth, each, strict=True))


def close_differences(people: int, plus: int, minus: int, bound: Fraction) -> int:
    """How many of all subsets have |<q, z>| < t, for z with so many ones and minus ones."""
    pairs = product(range(plus + 1), range(minus + 1))
    ways = sum(comb(plus, a) * comb(minus, b) for a, b in pairs if abs(a - b) < bound)
    return int(ways * 2 ** (people - plus - minus))


@dataclass(frozen=True, slots=True)
class NoisySums:
    """Answers with one of some vectors of errors; with a small chance they are all 0.

    The answers are then attacked: what is released is the guess.
    """

    queries: tuple[Bits, ...]
    errors: tuple[Answers, ...]
    broken: Fraction
    attack: Callable[[Answers], Any]

    def __call__(self, database: Bits, coins: Coins[Fraction], /) -> Any:
        if coins.draw(bernoulli(self.broken)):
            answers = (Fraction(0),) * len(self.queries)
        else:
            off = coins.draw(Dist.uniform(self.errors))
            pairs = zip(sums(self.queries, database), off, strict=True)
            answers = tuple(a + e for a, e in pairs)
        guess = self.attack(answers)
        return coins.draw(guess) if isinstance(guess, Dist) else guess


def lopsided(queries: Sequence[Bits], error: Fraction) -> tuple[Answers, ...]:
    """Four vectors of errors: subsets of one person low or high, and all by the parity of q."""
    ones = [sum(q) == 1 for q in queries]
    return (
        tuple(-error if one else Fraction(0) for one in ones),
        tuple(error if one else Fraction(0) for one in ones),
        tuple(error if one else -error for one in ones),
        tuple(error * (-1) ** sum(q) for q in queries),
    )


def within(share: Fraction) -> Callable[[Bits, object], bool]:
    """Whether at most this part of the people is wrong."""
    return lambda x, guess: wrong_places(x, guess) <= share * len(x)
