"""Learners of thresholds c_0, ..., c_(X-1), and solvers of the interior point problem."""

from typing import Generic

from audits.claims.prelude import *
from audits.claims.bnsv15.laws.sampling import AllOnes, Growing
from audits.engines.optimum.problem import Problem, Score, distinct, worst_case
from reference.data.adjacency import RowAdjacency
from reference.exact.field import R
from reference.mechanisms.interior_point.interior_points import is_interior_point
from reference.mechanisms.selection.exponential import ExponentialMechanism
from reference.reductions.interior_point_and_learning import Labelled, empirical_error

Examples = tuple[Labelled, ...]

Reduction = Callable[..., Any]
"""`PaddedLearner` or `PaddedInteriorPoint`, or a wrong one."""


def labelled_universe(points: int, rows: int) -> RowAdjacency[Labelled]:
    """Every labelled database, realizable or not; one row replaced."""
    return replace_one(product(range(points), (0, 1)), rows)


def labelled_by(rows: Rows, threshold: int) -> Examples:
    """The rows with the labels of c_u, u the threshold."""
    return tuple((x, int(x <= threshold)) for x in rows)


def realizable(points: int, rows: int) -> list[Examples]:
    """Every database that is labelled by one of c_0, ..., c_(X-1), once."""
    listed = (
        labelled_by(d, u)
        for d in combinations_with_replacement(range(points), rows)
        for u in range(points)
    )
    return list(dict.fromkeys(listed))


def realizable_universe(points: int, rows: int) -> ListedAdjacency[Examples]:
    """The databases of which a learner's accuracy speaks."""
    return ListedAdjacency(tuple(realizable(points, rows)), ())


def consistent(alpha: Fraction) -> Callable[[Examples, int], bool]:
    """Whether c_u has empirical error at most alpha."""
    return lambda database, u: empirical_error(database, u) <= alpha


@dataclass(frozen=True, slots=True)
class Agreement:
    """For each of c_0, ..., c_(X-1), how many rows it labels as the database does."""

    points: int

    def __call__(self, rows: Database[Labelled], /) -> dict[int, int]:
        return {u: sum((x <= u) == bool(y) for x, y in rows) for u in range(self.points)}


def exponential_learner(points: int, eps: Epsilon[R]) -> ExponentialMechanism[Any, int, R]:
    """The exponential mechanism over c_0, ..., c_(X-1)."""
    return ExponentialMechanism(Agreement(points), eps)


@dataclass(frozen=True, slots=True)
class Near(Generic[R]):
    """The more of the rows are those of a certain database, the more likely is 1.

    It loses as much for every row that is replaced as `grows` for every bit.
    """

    centre: Database[Any]
    grows: AllOnes[R] | Growing[R]

    def __call__(self, database: Database[Any], coins: Coins[R], /) -> int:
        missing = replaced(database, self.centre)
        return coins.delegate(self.grows, (1,) * (len(database) - missing))


def replaced(first: Database[Any], second: Database[Any]) -> int:
    """The least number of rows to replace, the order aside; a missing row counts as one."""
    left = list(second)
    for row in first:
        if row in left:
            left.remove(row)
    return max(len(left), len(first) - (len(second) - len(left)))


def learning(points: int, rows: int, alpha: Fraction) -> Problem[Examples, int]:
    """Find c_u of empirical error at most alpha on every realizable database."""
    universe = labelled_universe(points, rows)
    promised = frozenset(tuple(sorted(d)) for d in realizable(points, rows))
    good = consistent(alpha)
    return worst_case(
        f"empirical learning of thresholds on {points} points, {rows} rows, alpha = {alpha}",
        universe,
        range(points),
        lambda d, u: d not in promised or good(d, u),
    )


def solving(points: int, rows: int) -> Problem[Rows, int]:
    """Find an interior point."""
    universe = replace_one(range(points), rows)
    name = f"interior point of {points} points, {rows} rows"
    return worst_case(name, universe, range(points), is_interior_point)


def misled(
    points: int,
    alpha: Fraction,
    beta: Fraction,
    broken: Examples,
    bad: frozenset[int],
    most: Fraction,
) -> Problem[Examples, int]:
    """An (alpha, beta)-accurate learner is to return something bad on one database.

    The scores are the probability of that less `most`, and on every realizable database the
    probability of an error of at most alpha less 1 - beta: all of them can be positive if and only
    if a larger probability is possible.
    """
    rows = len(broken)
    universe = labelled_universe(points, rows)
    place = {d: i for i, d in enumerate(universe.databases())}
    every, good = tuple(range(points)), consistent(alpha)

    def less(database: Examples, event: Callable[[int], bool], part: Fraction) -> Score:
        i = place[tuple(sorted(database))]
        events = (tuple(u for u in every if event(u)), Fraction(1)), (every, -part)
        return Score(f"{database}", tuple((i, event, weight) for event, weight in events))

    scores = [less(d, partial(good, d), 1 - beta) for d in realizable(points, rows)]
    scores.append(less(broken, bad.__contains__, most))
    name = f"bad answers on {broken}, (alpha, beta) = ({alpha}, {beta}), more than {most}"
    return Problem(name, universe, every, distinct(scores))
