"""Wrong variants of the experiment on mechanisms for attribute means, and of its inequality."""

from audits.claims.prelude import *
from audits.engines.optimum.problem import Problem, worst_case
from audits.engines.optimum.problems.counts import feasible_rounding
from reference.lower_bounds.fingerprinting_code import Matrix, Word, seen
from reference.lower_bounds.fingerprinting_experiment import (
    Experiment,
    Means,
    MeansPirate,
    OneMissing,
    everybody_but,
)
from reference.lower_bounds.interior_point_fingerprinting import Accused


@dataclass(frozen=True)
class OrderKept:
    """The rows are in the order of the users."""

    words: Matrix
    means: Means[Any]

    def __call__(self, missing: int, coins: Coins[Any], /) -> Word:
        rows = seen(self.words, everybody_but(len(self.words), missing))
        return tuple(int(2 * a > 1) for a in coins.run(self.means, rows))


@dataclass(frozen=True)
class Everybody:
    """Nobody is left out."""

    words: Matrix
    means: Means[Any]

    def __call__(self, missing: int, coins: Coins[Any], /) -> Word:
        del missing
        return coins.run(MeansPirate(self.means), self.words)


@dataclass(frozen=True)
class FirstLeftOut:
    """The first user is left out, too."""

    words: Matrix
    means: Means[Any]

    def __call__(self, missing: int, coins: Coins[Any], /) -> Word:
        rows = seen(self.words, everybody_but(len(self.words), missing))[1:]
        return coins.run(MeansPirate(self.means), rows)


@dataclass(frozen=True)
class RoundedBy:
    """Another rounding."""

    words: Matrix
    means: Means[Any]
    above: Fraction
    inclusive: bool = False

    def __call__(self, missing: int, coins: Coins[Any], /) -> Word:
        rows = seen(self.words, everybody_but(len(self.words), missing))
        order = coins.run(_Ordered(self.means), rows)
        return tuple(int(a > self.above or (self.inclusive and a == self.above)) for a in order)


@dataclass(frozen=True)
class _Ordered:
    means: Means[Any]

    def __call__(self, rows: Matrix, coins: Coins[Any], /) -> tuple[Fraction, ...]:
        return coins.run(self.means, rows)


@dataclass(frozen=True)
class MeansTwice:
    """The mechanism is run twice, and w has a 1 where both answers are large."""

    words: Matrix
    means: Means[Any]

    def __call__(self, missing: int, coins: Coins[Any], /) -> Word:
        once = coins.run(OneMissing(self.words, self.means), missing)
        again = coins.run(OneMissing(self.words, self.means), missing)
        return tuple(a & b for a, b in zip(once, again, strict=True))


WRONG_WORDS: dict[str, Build] = {
    "the order of the rows is kept": OrderKept,
    "nobody is left out": Everybody,
    "two are left out": FirstLeftOut,
    "w_j = 1 iff a_j > 0": lambda words, means: RoundedBy(words, means, Fraction(0)),
    "w_j = 1 iff a_j > 2/5": lambda words, means: RoundedBy(words, means, Fraction(2, 5)),
    "w_j = 1 iff a_j > 3/5": lambda words, means: RoundedBy(words, means, Fraction(3, 5)),
    "1/2 is rounded up": lambda words, means: RoundedBy(
        words, means, Fraction(1, 2), inclusive=True
    ),
    "the mechanism is run twice": MeansTwice,
}


@dataclass(frozen=True)
class NamesTheMissing:
    """The missing user is accused."""

    experiment: Experiment[Any]

    def __call__(self, missing: int, coins: Coins[Any], /) -> Accused:
        coins.run(self.experiment, missing)
        return missing


Needed = Callable[[int, Guarantee[Fraction]], Fraction]

WRONG_ERRORS: dict[str, Needed] = {
    "n + 1 for n": lambda n, g: (1 - (n + 1) * g.delta) / (1 + (n + 1) * g.exp_eps),
    "no error of its own": lambda n, g: (1 - n * g.delta) / (n * g.exp_eps),
    "delta once": lambda n, g: (1 - g.delta) / (1 + n * g.exp_eps),
    "without e^eps": lambda n, g: (1 - n * g.delta) / (1 + n),
    "e^(2 eps)": lambda n, g: (1 - n * g.delta) / (1 + n * g.exp_eps**2),
    "delta inside": lambda n, g: (1 - n * g.delta * g.exp_eps) / (1 + n * g.exp_eps),
    "without delta": lambda n, g: 1 / (1 + n * g.exp_eps),
}


def half_of_the_columns(columns: int, rows: int) -> Problem[Any, Any]:
    """The last column is not asked for."""
    return _asked(columns, rows, lambda column, bit, last: last or bit in column)


def majority(columns: int, rows: int) -> Problem[Any, Any]:
    """The bit of the majority."""
    return _asked(columns, rows, lambda column, bit, _: 2 * column.count(bit) >= len(column))


def ones_only(columns: int, rows: int) -> Problem[Any, Any]:
    """Only a unanimous 1 binds."""
    return _asked(columns, rows, lambda column, bit, _: bit or 0 in column)


def one_row_fewer(columns: int, rows: int) -> Problem[Any, Any]:
    """With one row fewer."""
    return feasible_rounding(columns, max(rows - 1, 1))


def _asked(
    columns: int, rows: int, good: Callable[[tuple[int, ...], int, bool], object]
) -> Problem[Any, Any]:
    words = [*product((0, 1), repeat=columns)]

    def is_good(database: Matrix, w: Word) -> bool:
        each = zip(w, zip(*database, strict=True), strict=True)
        return all(good(column, bit, j == columns - 1) for j, (bit, column) in enumerate(each))

    return worst_case("wrong", replace_one(words, rows), words, is_good)
