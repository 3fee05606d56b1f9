"""Mechanisms that are told apart in another way, and wrong bounds for beliefs."""

from audits.claims.prelude import *
from audits.engines.optimum.problem import Problem, worst_case
from reference.mechanisms.release.random_row import RandomRow


@dataclass(frozen=True)
class FirstRow(RandomRow):
    """The first row in place of a random one."""

    @override
    def __call__(self, database: Rows, coins: Coins[Fraction], /) -> int | Bottom:
        if coins.draw(bernoulli(Fraction(1, 2))):
            return Bottom.BOTTOM
        return database[0]


@dataclass(frozen=True)
class Always(RandomRow):
    """A random row each time."""

    @override
    def __call__(self, database: Rows, coins: Coins[Fraction], /) -> int | Bottom:
        return coins.draw(Dist.uniform(database))


@dataclass(frozen=True)
class NoneButTheSame(RandomRow):
    """The row if all rows are the same."""

    @override
    def __call__(self, database: Rows, coins: Coins[Fraction], /) -> int | Bottom:
        if coins.draw(bernoulli(Fraction(1, 2))) or len(set(database)) > 1:
            return Bottom.BOTTOM
        return database[0]


@dataclass(frozen=True)
class ValuesOnce(RandomRow):
    """A uniform one of the values that occur."""

    @override
    def __call__(self, database: Rows, coins: Coins[Fraction], /) -> int | Bottom:
        if coins.draw(bernoulli(Fraction(1, 2))):
            return Bottom.BOTTOM
        return coins.draw(Dist.uniform(sorted(set(database))))


@dataclass(frozen=True)
class ThreeQuarters(RandomRow):
    """A row with probability 3/4."""

    @override
    def __call__(self, database: Rows, coins: Coins[Fraction], /) -> int | Bottom:
        if coins.draw(bernoulli(Fraction(1, 4))):
            return Bottom.BOTTOM
        return coins.draw(Dist.uniform(database))


@dataclass(frozen=True)
class PromisesLess(RandomRow):
    """Promises 1/(4n)."""

    @property
    @override
    def guarantee(self) -> Guarantee[Fraction]:
        """Half of it."""
        return Guarantee(Fraction(1), Fraction(1, 4 * self.rows))


@dataclass(frozen=True)
class PromisesMore(RandomRow):
    """Promises 1/n."""

    @property
    @override
    def guarantee(self) -> Guarantee[Fraction]:
        """Twice it."""
        return Guarantee(Fraction(1), Fraction(1, self.rows))


WRONG_ROWS: dict[str, Build] = {
    "the first row": FirstRow,
    "always a row": Always,
    "a row only if all are the same": NoneButTheSame,
    "values, not rows, are uniform": ValuesOnce,
    "three quarters of the time": ThreeQuarters,
}
WRONG_PROMISES: dict[str, Build] = {"half of delta": PromisesLess, "twice delta": PromisesMore}

Bound = Callable[[int, Fraction], Fraction]

WRONG_BOUNDS: dict[str, Bound] = {
    "delta": lambda _, delta: delta,
    "(n - 1) delta": lambda n, delta: (n - 1) * delta,
    "(n + 1) delta": lambda n, delta: (n + 1) * delta,
    "n delta / 2": lambda n, delta: n * delta / 2,
    "1 - (1 - delta)^n": lambda n, delta: 1 - (1 - delta) ** n,
    "1": lambda _n, _delta: Fraction(1),
}

Telling = Callable[[int], Problem[Any, int]]


def ends(n: int, problem: str, middle: bool = True, distance: int = 1) -> Problem[Any, int]:
    """Which of 0^n and 1^n it is, with the databases between or a path of another length."""
    universe: Any = replace_one((0, 1), n)
    wanted: dict[object, int] = {(0,) * n: 0, (1,) * n: 1}
    if not middle:
        labels = tuple(range(distance + 1))
        universe = ListedAdjacency(labels, tuple((i, i + 1) for i in range(distance)))
        wanted = {0: 0, distance: 1}
    return worst_case(
        problem, universe, (0, 1), lambda d, y: y == wanted[d] if d in wanted else True
    )


def zeros_or_ones(n: int) -> Problem[Any, int]:
    """Say whether n bits are all 0 or all 1; on other databases any answer is good."""
    return ends(n, f"all zeros or all ones, {n} bits")


WRONG_TELLING: dict[str, Telling] = {
    "one bit more": lambda n: zeros_or_ones(n + 1),
    "half the bits": lambda n: zeros_or_ones((n + 1) // 2),
    "neighbours": lambda n: ends(n, "two neighbours", middle=False),
    "twice the distance": lambda n: ends(n, "a longer path", middle=False, distance=2 * n),
    "the majority everywhere": lambda n: worst_case(
        f"majority of {n} bits",
        replace_one((0, 1), n),
        (0, 1),
        lambda d, y: 2 * abs(y * len(d) - sum(d)) <= len(d),
    ),
}
