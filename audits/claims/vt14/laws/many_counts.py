"""Numbers of ones and zeros, again and again; and when all noisy ones are close."""

from audits.claims.prelude import *
from reference.data.concept import PointFunction


def alike(queries: int) -> tuple[PointFunction, ...]:
    """The same query again and again, which a replaced row changes everywhere."""
    return (PointFunction(1),) * queries


@dataclass(frozen=True, slots=True)
class Counts:
    """How often each of the bits occurs, one, zero, one, ..."""

    queries: int

    def __call__(self, database: Rows, /) -> tuple[int, ...]:
        ones = sum(database)
        return tuple(len(database) - ones if i % 2 else ones for i in range(self.queries))


def cuts(rows: int, reach: int) -> tuple[int, ...]:
    """-reach, ..., rows + reach: cell i begins at i - 1 - reach."""
    return tuple(range(-reach, rows + reach + 1))


def in_cells(counts: Counts, reach: int) -> Callable[[Rows, tuple[int, ...]], bool]:
    """Whether every noisy count is in a cell within `reach` of the exact one."""

    def good(rows: Rows, cells: tuple[int, ...]) -> bool:
        pairs = zip(counts(rows), cells, strict=True)
        return all(count < cell <= count + 2 * reach for count, cell in pairs)

    return good


def all_close(
    queries: tuple[PointFunction, ...], reach: int
) -> Callable[[Rows, tuple[Fraction, ...]], bool]:
    """Whether every answer is less than reach/n away."""

    def good(rows: Rows, answers: tuple[Fraction, ...]) -> bool:
        n = len(rows)
        counts = (sum(map(query, rows)) for query in queries)
        return all(abs(n * a - c) < reach for a, c in zip(answers, counts, strict=True))

    return good
