"""Samples of a threshold c_u under a distribution, and learners that do as badly as they may."""

from audits.claims.prelude import *
from audits.claims.bnsv15.laws.threshold_learning import Examples, labelled_by
from reference.reductions.interior_point_and_learning import Labelled, empirical_error

Task = tuple[tuple[Labelled, Fraction], ...]
"""Labelled examples of positive mass, and their masses."""


def task(threshold: int, masses: Iterable[Fraction]) -> Task:
    """Examples of c_u, u the threshold."""
    points = [(x, p) for x, p in enumerate(masses) if p]
    return tuple(((x, int(x <= threshold)), p) for x, p in points)


def uniform_on(database: Examples) -> Task:
    """A random row."""
    rows = dict.fromkeys(sorted(database))
    return tuple((row, Fraction(database.count(row), len(database))) for row in rows)


def tasks(listed: Iterable[Task]) -> ListedAdjacency[Task]:
    """Distributions to learn from, each once."""
    return ListedAdjacency(tuple(dict.fromkeys(listed)), (), "distributions")


def error_of(threshold: int, distribution: Task) -> Fraction:
    """The mass of the examples that c_u labels otherwise."""
    wrong = (p for (x, y), p in distribution if (x <= threshold) != bool(y))
    return sum(wrong, Fraction(0))


def within(alpha: Fraction) -> Callable[[Task, int], bool]:
    """Whether c_u is alpha-good."""
    return lambda distribution, u: error_of(u, distribution) <= alpha


@dataclass(frozen=True, slots=True)
class WorstConsistent:
    """Of the alpha-consistent thresholds that with the largest error; one of them all, sometimes.

    It is an (alpha, beta)-accurate empirical learner on its own number of rows or more, the worst
    for one distribution; on fewer rows it returns the worst of all.
    """

    distribution: Task
    points: int
    alpha: Fraction
    beta: Fraction
    """With this probability it returns the threshold with the largest error of all."""

    rows: int = 1
    """How many it needs."""

    def __call__(self, database: Database[Labelled], coins: Coins[Any], /) -> int:
        if coins.draw(bernoulli(self.beta)) or len(database) < self.rows:
            return self._worst(range(self.points))
        allowed = (u for u in range(self.points) if empirical_error(database, u) <= self.alpha)
        return self._worst(allowed)

    def _worst(self, thresholds: Iterable[int]) -> int:
        return max(thresholds, key=lambda u: (error_of(u, self.distribution), -u), default=0)


def counted(counts: Iterable[int], threshold: int) -> Examples:
    """So many rows at each point, labelled by c_u."""
    rows = tuple(x for x, count in enumerate(counts) for _ in range(count))
    return labelled_by(rows, threshold)
