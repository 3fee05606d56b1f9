"""Wrong ways of rounding to a grid, and of bounding a mechanism."""

import operator

from audits.claims.prelude import *
from audits.engines.optimum.problem import Problem, worst_case
from reference.reductions.undominated_point import bounding_values, iterates, rounded_down


@dataclass(frozen=True)
class Rounded:
    """A mechanism whose answers are rounded in another way."""

    mechanism: Any
    grid: Rows
    rule: Callable[[int, Sequence[int]], int]

    def __call__(self, database: Rows, coins: Coins[Any], /) -> int:
        return self.rule(coins.run(self.mechanism, database), self.grid)


def reaches(value: int, rows: Rows, bound: Callable[[int], int]) -> bool:
    """Whether an answer is at least f(max D)."""
    return value >= bound(max(rows))


def exceeds_the_least(value: int, rows: Rows, bound: Callable[[int], int]) -> bool:
    """Whether an answer is larger than f of the least row."""
    return value > bound(min(rows))


def exceeds_the_rows(value: int, rows: Rows, bound: Callable[[int], int]) -> bool:
    """Whether an answer is larger than the greatest row."""
    del bound
    return value > max(rows)


WRONG_EXCESS: dict[str, Callable[..., object]] = {
    "f(max D) itself is too large": reaches,
    "f of the least row": exceeds_the_least,
    "larger than the greatest row": exceeds_the_rows,
}


def up(value: int, grid: Sequence[int]) -> int:
    """The least point that is at least the value."""
    return min((x for x in grid if x >= value), default=grid[-1])


def nearest(value: int, grid: Sequence[int]) -> int:
    """The nearest point, the lower of two."""
    return min(grid, key=lambda x: (abs(x - value), x))


def below(value: int, grid: Sequence[int]) -> int:
    """The greatest point strictly below the value."""
    return rounded_down(value - 1, grid)


def _rule(rule: Callable[[int, Sequence[int]], int]) -> Callable[..., Rounded]:
    return lambda mechanism, grid: Rounded(mechanism, grid, rule)


WRONG_ROUNDING: dict[str, Callable[..., object]] = {
    "rounds up": _rule(up),
    "rounds to the nearest point": _rule(nearest),
    "rounds to a point strictly below": _rule(below),
    "does not round": _rule(lambda value, _: value),
}


def _bounds(
    mechanism: Any, databases: Callable[[int], list[Rows]], most: int, failure: Fraction
) -> Rows:
    found: list[int] = []
    for t in range(1, most + 1):
        above = max(t, *found, 0)
        for database in databases(t):
            outcomes = law(mechanism, database)
            while outcomes.probability_that(partial(operator.le, above + 1)) > failure:
                above += 1
        found.append(above + 1)
    return tuple(found)


def _between(least: int, greatest: int, rows: int) -> list[Rows]:
    """The databases with this greatest row whose other rows are at least the least value."""
    return _with_others(least, greatest, greatest, rows)


def _with_others(least: int, most: int, greatest: int, rows: int) -> list[Rows]:
    """The databases with this greatest row whose other rows are between these values."""
    others = combinations_with_replacement(range(least, most + 1), rows - 1)
    return [(*rest, greatest) for rest in others]


WRONG_BOUNDS: dict[str, Callable[..., object]] = {
    "from databases with equal rows": lambda mechanism, rows, most, failure: _bounds(
        mechanism, lambda t: [(t,) * rows], most, failure
    ),
    "from databases whose other rows are smaller": lambda mechanism, rows, most, failure: _bounds(
        mechanism, lambda t: _with_others(1, max(1, t - 1), t, rows), most, failure
    ),
    "from databases with the least and the greatest row": lambda mechanism, rows, most, failure: (
        _bounds(mechanism, lambda t: [(1, *(t,) * (rows - 1))], most, failure)
    ),
    "from databases whose rows are at most one apart": lambda mechanism, rows, most, failure: (
        _bounds(mechanism, lambda t: _between(max(1, t - 1), t, rows), most, failure)
    ),
    "from databases of the least and the greatest value": (
        lambda mechanism, rows, most, failure: _bounds(
            mechanism, lambda t: [d for d in _between(1, t, rows) if {*d} <= {1, t}], most, failure
        )
    ),
    "exceeded with twice the probability": lambda mechanism, rows, most, failure: bounding_values(
        mechanism, rows, most, 2 * failure
    ),
    "the greatest row itself": lambda *parameters: tuple(range(1, parameters[2] + 1)),
    "twice the least bounds": lambda *parameters: tuple(
        2 * value for value in bounding_values(*parameters)
    ),
    "one more than the least bounds": lambda *parameters: tuple(
        value + 1 for value in bounding_values(*parameters)
    ),
}


def up_to_the_bound(bound: Callable[[int], int], points: int, rows: int) -> Problem[Any, int]:
    """What is f(max D) is allowed, too."""
    grid = iterates(bound, points + 1)
    return worst_case(
        f"up to the bound, {points} points, {rows} rows",
        replace_one(grid[:-1], rows),
        range(1, grid[-1] + 1),
        lambda database, y: min(database) <= y <= bound(max(database)),
    )


def unbounded(bound: Callable[[int], int], points: int, rows: int) -> Problem[Any, int]:
    """What is at least the least row, however large."""
    grid = iterates(bound, points + 1)
    return worst_case(
        f"unbounded, {points} points, {rows} rows",
        replace_one(grid[:-1], rows),
        range(1, grid[-1] + 1),
        lambda database, y: min(database) <= y,
    )
