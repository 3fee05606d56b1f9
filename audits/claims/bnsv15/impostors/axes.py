"""Wrong ways of putting a database on one of several axes, and wrong classes on several axes."""

from audits.claims.prelude import *
from audits.claims.bnsv15.laws.axes import Examples, errors
from reference.data.concept import Hypothesis
from reference.data.product_concept import ProductExample
from reference.reductions.conjunction_learning import placed


def copies_of_the_database(own: Examples, fresh: Examples) -> Examples:
    """The database itself on every axis."""
    del fresh
    return own


def labels_of_the_database(own: Examples, fresh: Examples) -> Examples:
    """Fresh points, with the labels of the database."""
    return tuple((x, y) for (x, _), (_, y) in zip(fresh, own, strict=True))


def as_drawn(own: Examples, fresh: Examples) -> Examples:
    """A fresh sample."""
    del own
    return fresh


@dataclass(frozen=True)
class WrongAxis:
    """The reduction with one step changed."""

    learner: Any
    fresh: Dist[Examples, Fraction]
    dimensions: int
    neutral: int
    others: Callable[[Examples, Examples], Examples] = as_drawn
    axis: Dist[int, Fraction] | None = None
    same: bool = False
    first: bool = False
    filled: int | None = None
    best: bool = False
    shift: int = 0
    lost: bool = False

    def __call__(self, database: Examples, coins: Coins[Any], /) -> Hypothesis:
        axis = self.axis or Dist.uniform(range(self.dimensions))
        rho = coins.draw(axis)
        once = coins.draw(self.fresh)
        filled = self.neutral if self.filled is None else self.filled
        blocks: list[tuple[ProductExample, ...]] = []
        for j in range(self.dimensions):
            sample = once if self.same or j == rho else coins.draw(self.fresh)
            own = sample if self.lost else database
            rows = own if j == rho else self.others(database, sample)
            blocks.append(placed(rows, j, self.dimensions, filled))
        if self.first:
            blocks.insert(0, blocks.pop(rho))
        joined = coins.run(self.learner, tuple(row for rows in blocks for row in rows))
        found: tuple[Hypothesis, ...] = joined.parts
        if self.best:
            return min(found, key=lambda h: errors(h, database))
        return found[(rho + self.shift) % self.dimensions]


def made_wrong(**change: object) -> Callable[..., WrongAxis]:
    """The reduction with a change."""
    build: Callable[..., WrongAxis] = WrongAxis
    return lambda *parameters: build(*parameters, **change)


def filled_by_what_matters(*parameters: object) -> WrongAxis:
    """The reduction with a coordinate that matters in place of the neutral one."""
    return made_wrong(filled=int(not parameters[-1]))(*parameters)


WRONG_INPUTS: dict[str, Callable[..., object]] = {
    "copies of the database on the other axes": made_wrong(others=copies_of_the_database),
    "fresh points with the labels of the database": made_wrong(others=labels_of_the_database),
    "one fresh sample for all other axes": made_wrong(same=True),
    "always the first axis": made_wrong(axis=Dist.uniform([0])),
    "a coordinate that matters in place of the neutral one": filled_by_what_matters,
    "the hypothesis of the next axis": made_wrong(shift=1),
    "a fresh sample in place of the database": made_wrong(lost=True),
}
"""Variants that another input of the learner, or another part of its output, shows."""

WRONG_AXES = WRONG_INPUTS | {
    "the axis of the database comes first": made_wrong(first=True),
    "the hypothesis that is best on the database": made_wrong(best=True),
}
"""All of them."""


def only_alike(joined: Callable[..., tuple[Any, ...]]) -> Callable[..., tuple[Any, ...]]:
    """The same concept on every axis."""
    return lambda concepts, dimensions: tuple(
        c for c in joined(concepts, dimensions) if len({*c.parts}) == 1
    )


@dataclass(frozen=True)
class Odd:
    """1 where an odd number of the concepts is 1."""

    parts: tuple[Hypothesis, ...]

    def __call__(self, point: tuple[int, ...], /) -> int:
        return sum(c(y) for c, y in zip(self.parts, point, strict=True)) % 2
