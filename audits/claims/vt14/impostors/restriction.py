"""Wrong restrictions to columns, wrong errors and wrong hereditary discrepancies."""

from audits.claims.prelude import *
from audits.engines.optimum.problem import Problem, worst_case
from audits.engines.optimum.problems.histograms import histogram_answers
from reference.data.adjacency import Adjacency
from reference.lower_bounds.discrepancy import (
    hereditary_partial_discrepancy,
    largest_entry,
    least_partial_discrepancy,
    partial_discrepancy,
)
from reference.lower_bounds.query_packing import Histogram, Queries, exact_answers
from reference.reductions.restricted_columns import OnColumns


@dataclass(frozen=True)
class Placed:
    """A mechanism for all columns, called on a histogram that is made in a wrong way."""

    mechanism: Mechanism[Histogram, Any, Any]
    width: int
    columns: tuple[int, ...]
    place: Callable[[Histogram, int, tuple[int, ...]], Histogram]

    def __call__(self, database: Histogram, coins: Coins[Any], /) -> Any:
        return coins.delegate(self.mechanism, self.place(database, self.width, self.columns))


def placed(place: Callable[[Histogram, int, tuple[int, ...]], Histogram]) -> Build:
    """A restriction with another histogram."""
    return lambda mechanism, width, columns: Placed(mechanism, width, columns, place)


def _at(x: Histogram, width: int, columns: tuple[int, ...]) -> list[int]:
    counts = dict(zip(columns, x, strict=True))
    return [counts.get(j, 0) for j in range(width)]


def _filled(x: Histogram, width: int, columns: tuple[int, ...]) -> Histogram:
    return tuple(v if j in columns else x[0] for j, v in enumerate(_at(x, width, columns)))


WRONG_RESTRICTIONS: Mapping[str, Build] = {
    "each row counts twice": placed(lambda x, n, s: tuple(2 * v for v in _at(x, n, s))),
    "the first columns, whatever S": placed(lambda x, n, _s: (*x, *(0,) * (n - len(x)))),
    "the last columns, whatever S": placed(lambda x, n, _s: (*(0,) * (n - len(x)), *x)),
    "users outside of S are as many as the first in S": placed(_filled),
    "one user of each other type": placed(
        lambda x, n, s: tuple(v if j in s else 1 for j, v in enumerate(_at(x, n, s)))
    ),
    "the columns of S in reverse": placed(lambda x, n, s: tuple(_at(x[::-1], n, s))),
    "the last user of S is dropped": placed(lambda x, n, s: tuple(_at((*x[:-1], 0), n, s))),
    "the exact last count is published": lambda mechanism, width, columns: Shown(
        OnColumns(mechanism, width, columns), columns
    ),
}


@dataclass(frozen=True)
class Shown:
    """A restricted mechanism that tells the last count, too."""

    inner: OnColumns[Any, Any]
    columns: tuple[int, ...]

    def __call__(self, database: Histogram, coins: Coins[Any], /) -> Any:
        noisy = coins.run(self.inner, database)
        return (*noisy[:-1], database[-1])


Problems = Callable[[Queries, Adjacency[Histogram], Fraction], Problem[Histogram, Any]]


def _judged(good: Callable[[list[Fraction], Fraction], bool]) -> Problems:
    """Other errors that are good, from those of all queries."""

    def build(
        queries: Queries, universe: Adjacency[Histogram], within: Fraction
    ) -> Problem[Histogram, Any]:
        right = histogram_answers(queries, universe, within)
        return worst_case(
            right.name,
            universe,
            right.outcomes,
            lambda x, y: good(
                [abs(a - b) for a, b in zip(exact_answers(queries, x), y, strict=True)], within
            ),
        )

    return build


WRONG_PROBLEMS: Mapping[str, Problems] = {
    "the first query only": _judged(lambda errors, within: errors[0] <= within),
    "the least error": _judged(lambda errors, within: min(errors) <= within),
    "the average error": _judged(
        lambda errors, within: sum(errors) <= len(errors) * (within + Fraction(1, 2))
    ),
    "below the error": _judged(lambda errors, within: max(errors) < within),
    "twice the error": lambda queries, universe, within: histogram_answers(
        queries, universe, 2 * within + Fraction(1, 2)
    ),
    "the first database only": lambda queries, universe, within: replace(
        right := histogram_answers(queries, universe, within), scores=right.scores[:1]
    ),
}

Matrix = tuple[tuple[int, ...], ...]
Discrepancy = Callable[..., Fraction]


def _over_sets(signs: tuple[int, ...], *, at_the_share: bool = False) -> Discrepancy:
    """The largest of a wrong partial discrepancy over sets of columns."""

    def hereditary(matrix: Matrix, share: Fraction, at_least: int = 1) -> Fraction:
        found = [
            min(
                largest_entry([[row[j] for j in kept] for row in matrix], z)
                for z in product(signs, repeat=size)
                if any(z)
                and (
                    sum(map(abs, z)) > share * size
                    or (at_the_share and sum(map(abs, z)) == share * size)
                )
            )
            for size in range(at_least, len(matrix[0]) + 1)
            for kept in combinations(range(len(matrix[0])), size)
        ]
        return max(found)

    return hereditary


WRONG_HEREDITARY: Mapping[str, Discrepancy] = {
    "the least, as printed": least_partial_discrepancy,
    "of all columns only": lambda matrix, share, at_least=1: (
        partial_discrepancy(matrix, share) + 0 * at_least
    ),
    "of single columns only": lambda matrix, _share, at_least=1: (
        max(Fraction(max(abs(row[j]) for row in matrix)) for j in range(len(matrix[0])))
        + 0 * at_least
    ),
    "half of it": lambda matrix, share, at_least=1: (
        hereditary_partial_discrepancy(matrix, share, at_least) / 2
    ),
    "twice of it": lambda matrix, share, at_least=1: (
        hereditary_partial_discrepancy(matrix, share, at_least) * 2
    ),
    "one more": lambda matrix, share, at_least=1: (
        hereditary_partial_discrepancy(matrix, share, at_least) + 1
    ),
    "differences in {0, 1}": _over_sets((0, 1)),
    "differences in {-1, 1}": _over_sets((-1, 1)),
    "the share itself is enough": _over_sets((-1, 0, 1), at_the_share=True),
    "a share of all columns": lambda matrix, share, at_least=1: max(
        partial_discrepancy(
            [[row[j] for j in kept] for row in matrix],
            min(share * len(matrix[0]) / size, 1 - Fraction(1, size)),
        )
        for size in range(at_least, len(matrix[0]) + 1)
        for kept in combinations(range(len(matrix[0])), size)
    ),
    "the share of none": lambda matrix, _share, at_least=1: hereditary_partial_discrepancy(
        matrix, Fraction(0), at_least
    ),
}
