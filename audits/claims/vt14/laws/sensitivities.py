"""Local and smooth sensitivities from their definitions, over tuples of rows one by one."""

from audits.claims.prelude import *

Query = Callable[[Rows], int]
Grid = tuple[int, int]
"""G and n: rows are 0, ..., G, and there are n of them."""

GRIDS: tuple[Grid, ...] = ((2, 3), (4, 3), (2, 5))
MORE_GRIDS: tuple[Grid, ...] = (*GRIDS, (3, 5), (6, 3), (2, 7))


@dataclass(frozen=True, slots=True)
class Listed:
    """A query on all tuples of two or three bits, its values listed in their order."""

    values: Rows

    def __call__(self, database: Rows, /) -> int:
        return self.values[int("".join(map(str, database)), 2)]

    @override
    def __str__(self) -> str:
        return "".join(map(str, self.values))


def listed_queries(bits: int, answers: int) -> Iterator[Listed]:
    """Every query on so many bits with answers 0, 1, ..."""
    return map(Listed, product(range(answers), repeat=2**bits))


def middle(database: Rows) -> int:
    """The median, without sorting: the row with few below it, and few above it."""
    few = (len(database) - 1) // 2
    fits = (sum(r < v for r in database) <= few >= sum(r > v for r in database) for v in database)
    return next(v for v, fit in zip(database, fits, strict=True) if fit)


def ordered(grid: Grid) -> RowAdjacency[int]:
    """The tuples of a grid, one row replaced."""
    return replace_one(range(grid[0] + 1), grid[1], ordered=True)


def local(query: Query, databases: Iterable[Rows]) -> dict[Rows, int]:
    """LS(x) = max |q(x) - q(x')| over the x' at distance one."""
    listed = tuple(databases)
    return {
        x: max((abs(query(x) - query(y)) for y in listed if differing(x, y) == 1), default=0)
        for x in listed
    }


def smooth(sensitivity: Mapping[Rows, int], base: Fraction) -> dict[Rows, Fraction]:
    """SS(x) = max LS(x') b^(-d(x, x')) over all x'."""
    return {
        x: max(value / base ** differing(x, y) for y, value in sensitivity.items())
        for x in sensitivity
    }


def fewest(first: Rows, second: Rows) -> int:
    """The distance of two multisets of as many rows: what one has more often than the other."""
    return sum(max(first.count(v) - second.count(v), 0) for v in {*first})


def smooth_of_multisets(
    sensitivity: Mapping[Rows, Fraction], base: Fraction
) -> dict[Rows, Fraction]:
    """The same over multisets."""
    return {
        x: max(value / base ** fewest(x, y) for y, value in sensitivity.items())
        for x in sensitivity
    }
