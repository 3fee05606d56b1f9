"""Solvers of the interior-point problem to be reduced, and the hard databases another way."""

from typing import ClassVar, Generic

from audits.claims.prelude import *
from audits.engines.optimum.optimum import solve
from audits.engines.optimum.problem import Problem
from audits.engines.optimum.problems.order import interior_point_average
from reference.exact.field import R
from reference.lower_bounds.hard_distribution import agreement, digits, rows_around
from reference.mechanisms.interior_point.exponential_interior_point import ExponentialInteriorPoint
from reference.probability.families import exponential_weights

Chances = dict[Rows, Fraction]
FIFTIETH = Fraction(1, 50)


@dataclass(frozen=True, slots=True)
class RowOne:
    """Names the row that follows the hidden one: always an interior point, and not private."""

    deterministic: ClassVar[bool] = True

    def __call__(self, database: Database[int], coins: Coins[Fraction], /) -> int:
        del coins
        return database[1]


@dataclass(frozen=True, slots=True)
class Naming:
    """Names a row that it sees, or the point in the middle: an interior point, always."""

    deterministic: ClassVar[bool] = True

    which: str

    def __call__(self, database: Database[int], coins: Coins[Fraction], /) -> int:
        del coins
        ways = {
            "the first row": database[0],
            "the last row": database[-1],
            "the largest row": max(database),
            "the middle": (min(database) + max(database)) // 2,
        }
        return ways[self.which]


@dataclass(frozen=True, slots=True)
class RowOneIfEven:
    """Names row one if it is even, and else nothing."""

    deterministic: ClassVar[bool] = True

    def __call__(self, database: Database[int], coins: Coins[Fraction], /) -> int | Bottom:
        del coins
        return Bottom.BOTTOM if database[1] % 2 else database[1]


NAMES = ("the first row", "the last row", "the largest row", "the middle")


@dataclass(frozen=True, slots=True)
class RowOneAtTimes:
    """Names row one with probability delta, and else any point: (0, delta)-private."""

    points: int
    delta: Fraction

    def __call__(self, database: Database[int], coins: Coins[Fraction], /) -> int:
        if coins.draw(bernoulli(self.delta)):
            return database[1]
        return coins.release(Dist.uniform(range(self.points)))


@dataclass(frozen=True, slots=True)
class DigitResponse(Generic[R]):
    """Names one digit of one row by randomized response, as a number with zeros elsewhere."""

    eps: Epsilon[R]
    base: int
    length: int
    row: int = 1
    place: int = 0
    """From the most significant digit."""

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        digit = digits(database[self.row], self.base, self.length)[self.place]
        worth: int = self.base ** (self.length - 1 - self.place)
        scores = ((z * worth, int(z == digit)) for z in range(self.base))
        return coins.release(exponential_weights(scores, self.eps.exp()))


@dataclass(frozen=True, eq=False)
class Tabulated:
    """A mechanism on multisets with these laws."""

    laws: dict[Rows, Dist[int, Fraction]]

    def __call__(self, database: Database[int], coins: Coins[Fraction], /) -> int:
        return coins.release(self.laws[tuple(sorted(database))])


def best_for(problem: Problem[Rows, int], exp_eps: Fraction, delta: Fraction) -> Tabulated:
    """The best private mechanism, as the engine found it."""
    best = solve(problem, exp_eps, delta)
    rows = zip(problem.universe.databases(), best.mechanism.weights, strict=True)
    return Tabulated(
        {
            database: Dist.weighted(
                (y, Fraction(w)) for y, w in zip(problem.outcomes, weights, strict=True)
            )
            for database, weights in rows
        }
    )


def best_of_two_rows(base: int, exp_eps: Fraction, delta: Fraction) -> Tabulated:
    """The best private mechanism on the hard databases of two rows."""
    return best_for(interior_point_average(base), exp_eps, delta)


def exponential(base: int, length: int, eps: Epsilon[R]) -> ExponentialInteriorPoint[R]:
    """The exponential mechanism on numbers of so many digits."""
    return ExponentialInteriorPoint(Domain.of_size(base**length), eps)


def spelled(base: int, length: int) -> list[Rows]:
    """All numbers of so many digits as sequences of digits, in order of size."""
    return [*product(range(base), repeat=length)]


def hard_by_definition(bases: Sequence[int], smallest: int = 2) -> Chances:
    """D_n from its definition: for each database the sum over all lengths that allow it.

    Digits come from the list of all digit sequences in lexicographic order, not from division.
    """
    chances: Chances = {(x,): Fraction(1, smallest) for x in range(smallest)}
    size = smallest
    for base in bases:
        words = spelled(base, size)
        lengths, chances = chances, {}
        for y, weight in lengths.items():
            for rows, chance in given_lengths(y, words, base).items():
                chances[rows] = chances.get(rows, Fraction(0)) + weight * chance
        size = len(words)
    return chances


def given_lengths(y: Rows, words: Sequence[Rows], base: int) -> Chances:
    """The chance of each database (x_0, ..., x_n) for given lengths."""
    size = len(words[0])
    found: Chances = {}
    for x, hidden in enumerate(words):
        fits = [[i for i, word in enumerate(words) if word[:k] == hidden[:k]] for k in y]
        chance = Fraction(1, len(words))
        for k in y:
            chance /= base ** (size - k)
        for rows in product(*fits):
            found[(x, *rows)] = chance
    return found


def spelled_agreement(first: Rows, second: Rows) -> int:
    """How many first digits two sequences have in common."""
    return max(k for k in range(len(first) + 1) if first[:k] == second[:k])


@dataclass(frozen=True, slots=True)
class NextDigit(Generic[R]):
    """Whether a solver finds the first digit of the hidden row that no other row knows.

    Called on a database whose hidden row has any digit at that place: a uniform one is put there,
    and into every row that knows it (none does, if place and lengths are right).
    """

    solver: Mechanism[Database[int], int, R]
    base: int
    length: int
    known: Callable[[Rows], int] = max
    """How many digits the other rows know, from their lengths."""

    def __call__(self, context: tuple[Rows, Rows], coins: Coins[R], /) -> bool:
        lengths: Rows = context[0]
        rows: Rows = context[1]
        place = self.known(lengths)
        worth: int = self.base ** (self.length - 1 - place)
        z = coins.draw(Dist.uniform(range(self.base)))

        def with_digit(row: int) -> int:
            return row + (z - digits(row, self.base, self.length)[place]) * worth

        others = zip(rows[1:], lengths, strict=True)
        told: list[int] = [with_digit(row) if y > place else row for row, y in others]
        asked: Rows = (with_digit(rows[0]), *told)
        return digits(coins.run(self.solver, asked), self.base, self.length)[place] == z


def contexts(base: int, length: int, rows: int) -> Iterator[tuple[Rows, Rows]]:
    """Lengths, and databases that belong to them, digit max(y) + 1 of the hidden row 0."""
    for y in product(range(length), repeat=rows):
        for hidden in range(base**length):
            if digits(hidden, base, length)[max(y)] == 0:
                for database in rows_around(hidden, y, base, length):
                    yield y, database


@dataclass(frozen=True, slots=True)
class Beyond(Generic[R]):
    """Whether a solver agrees with the hidden row on more digits than any other row was given."""

    solver: Mechanism[Database[int], int | Bottom, R]
    base: int
    length: int

    def __call__(self, y: Rows, coins: Coins[R], /) -> bool:
        """Called on the lengths; the database is drawn."""
        hidden = coins.draw(Dist.uniform(range(self.base**self.length)))
        rows = coins.draw(rows_around(hidden, y, self.base, self.length))
        x = coins.run(self.solver, rows)
        if isinstance(x, Bottom):
            return False
        return agreement(x, hidden, self.base, self.length) > max(y)


@dataclass(frozen=True, slots=True)
class Solver:
    """A solver to be reduced, and what it keeps."""

    build: Callable[[Epsilon[Any], int, int], Mechanism[Database[int], int, Any]]
    """From eps, base and digits."""

    eps: Epsilon[Any]
    delta: Fraction = Fraction(0)


def _best(eps: Epsilon[Fraction], base: int, length: int) -> Tabulated:
    assert length == 2, "the optimum is that of D_2"
    return best_of_two_rows(base, eps.exp(), FIFTIETH)


EVERY = Epsilon[RationalFunction].indeterminate(parts=2)

SOLVERS: dict[str, Solver] = {
    "exponential mechanism": Solver(lambda eps, b, k: exponential(b, k, eps), EVERY),
    "first digit of row one": Solver(DigitResponse, EVERY),
    "first digit of x_0": Solver(lambda eps, b, k: DigitResponse(eps, b, k, 0), EVERY),
    "second digit of x_0": Solver(lambda eps, b, k: DigitResponse(eps, b, k, 0, 1), EVERY),
    "best for D_2": Solver(_best, Epsilon(Fraction(5, 4)), FIFTIETH),
    "row one at times": Solver(
        lambda _, b, k: RowOneAtTimes(b**k, FIFTIETH), Epsilon(Fraction(1)), FIFTIETH
    ),
}
"""By name: each keeps (eps, delta), all eps at once but for the best, which depends on eps."""


def stated_bound(root: R, deltas: Sequence[Fraction]) -> R:
    """P_n = r/(r + 1) + (r + 1) sum over j <= n of delta(j)."""
    return root / (root + 1) + (root + 1) * sum(deltas, Fraction(0))


FAMILIES: dict[str, Callable[[int], Fraction]] = {
    "1/(50 n^2)": lambda n: Fraction(1, 50 * n**2),
    "2^-n/25": lambda n: Fraction(1, 25 * 2**n),
    "1/100": lambda _: Fraction(1, 100),
}
"""Positive sequences that do not increase, the last with a sum without bound."""
