"""Wrong variants of the reductions between interior points and learning (Lemma 5.7)."""

from audits.claims.prelude import *
from reference.reductions.interior_point_and_learning import (
    Labelled,
    PaddedInteriorPoint,
    PaddedLearner,
    halves,
    padded_halves,
)

Middle = Callable[[Database[Labelled], int, int], list[int]]
"""From labelled rows, n/2 and the number of points to what the solver sees."""

Label = Callable[[Database[int], int, int], list[Labelled]]
"""From rows, the number of rows with the padding, and the number of points, to labelled rows."""


@dataclass(frozen=True)
class OtherMiddle:
    """A learner that shows other rows to the solver."""

    middle: Middle
    solver: Any
    domain: Domain[int]
    half: int

    def __call__(self, database: Database[Labelled], coins: Coins[Any], /) -> Any:
        seen = self.middle(database, self.half, self.domain.size)
        return coins.run(self.solver, tuple(sorted(seen)))


@dataclass(frozen=True)
class OtherHalves:
    """A solver that labels the rows otherwise."""

    label: Label
    learner: Any
    domain: Domain[int]
    rows: int

    def __call__(self, database: Database[int], coins: Coins[Any], /) -> Any:
        labelled = self.label(database, self.rows, self.domain.size)
        return coins.run(self.learner, tuple(labelled))


def _split(database: Database[Labelled]) -> tuple[list[int], list[int]]:
    """The points with label 1, and those with label 0 moved down by one."""
    ones = sorted(x for x, y in database if y)
    return ones, sorted(max(x - 1, 0) for x, y in database if not y)


def _outermost(database: Database[Labelled], half: int, points: int) -> list[int]:
    ones, zeros = _split(database)
    padded = [0] * max(half - len(ones), 0) + [points - 1] * max(half - len(zeros), 0)
    return [*ones[:half], *zeros[-half:], *padded]


def _padding_swapped(database: Database[Labelled], half: int, points: int) -> list[int]:
    ones, zeros = _split(database)
    padded = [points - 1] * max(half - len(ones), 0) + [0] * max(half - len(zeros), 0)
    return [*ones[-half:], *zeros[:half], *padded]


def _at_the_switch(database: Database[Labelled], half: int, points: int) -> list[int]:
    rows = sorted(database, key=lambda row: (row[0], -row[1]))
    switch = next((i for i, (_, y) in enumerate(rows) if not y), len(rows))
    moved = [max(x - 1 + y, 0) for x, y in rows]
    least, last = max(half - switch, 0), max(half - (len(rows) - switch), 0)
    return [*moved[max(switch - half, 0) : switch + half], *[0] * least, *[points - 1] * last]


def _distinct(database: Database[Labelled], half: int, points: int) -> list[int]:
    ones, zeros = (sorted(set(each)) for each in _split(database))
    padded = [0] * max(half - len(ones), 0) + [points - 1] * max(half - len(zeros), 0)
    return [*ones[-half:], *zeros[:half], *padded]


def _below_the_least(database: Database[Labelled], half: int, points: int) -> list[int]:
    ones = sorted(x for x, y in database if y)
    zeros = sorted(x - 1 for x, y in database if not y)
    padded = [0] * max(half - len(ones), 0) + [points - 1] * max(half - len(zeros), 0)
    return [*ones[-half:], *zeros[:half], *padded]


LEARNERS: dict[str, Callable[..., Any]] = {
    "the smallest ones and the largest zeros": partial(OtherMiddle, _outermost),
    "padding swapped": partial(OtherMiddle, _padding_swapped),
    "the rows on either side of the switch": partial(OtherMiddle, _at_the_switch),
    "the distinct points": partial(OtherMiddle, _distinct),
    "zeros at the least point go below it": partial(OtherMiddle, _below_the_least),
    "not shifted": PaddedLearner,
}


def _padded_by_the_data(database: Database[int], rows: int, points: int) -> list[Labelled]:
    del points
    labelled = [(x, y) if y else (x + 1, y) for x, y in halves(database)]
    padding = (rows - len(database)) // 2
    return [*labelled, *[(min(database), 1), (max(database) + 1, 0)] * padding]


def _by_the_median(database: Database[int], rows: int, points: int) -> list[Labelled]:
    middle = sorted(database)[len(database) // 2 - 1]
    padding = (rows - len(database)) // 2
    labelled = [(x, 1) if x <= middle else (x + 1, 0) for x in database]
    return [*labelled, *[(0, 1), (points, 0)] * padding]


def _no_padding(database: Database[int], rows: int, points: int) -> list[Labelled]:
    del rows
    return [*padded_halves(database, len(database), points, shifted=True)]


def _labels_swapped(database: Database[int], rows: int, points: int) -> list[Labelled]:
    return [(x, 1 - y) for x, y in padded_halves(database, rows, points, shifted=True)]


SOLVERS: dict[str, Callable[..., Any]] = {
    "padded by the extremes of the data": partial(OtherHalves, _padded_by_the_data),
    "labelled by the median": partial(OtherHalves, _by_the_median),
    "labels swapped": partial(OtherHalves, _labels_swapped),
    "no padding": partial(OtherHalves, _no_padding),
    "not shifted": PaddedInteriorPoint,
}


@dataclass(frozen=True)
class LesserOfTwo:
    """A reduction that asks the other mechanism twice, and returns the lesser answer."""

    reduction: Any

    def __call__(self, database: Database[Any], coins: Coins[Any], /) -> Any:
        return min(coins.run(self.reduction, database), coins.run(self.reduction, database))
