"""Proper learners of point functions on any set of points, from the points with label 1."""

from audits.claims.prelude import *
from reference.data.product_concept import ProductExample, ProductPoint
from reference.exact.field import R
from reference.mechanisms.stability.choosing_mechanism import ChoosingMechanism


@dataclass(frozen=True, slots=True)
class LabelledOne:
    """How many examples with label 1 each point has."""

    def __call__(self, database: Database[ProductExample], /) -> dict[ProductPoint, int]:
        return dict(Counter(x for x, y in database if y))


@dataclass(frozen=True, slots=True)
class PointLearner:
    """The point that a selection finds; the first one where it finds none."""

    points: tuple[ProductPoint, ...]
    selection: Mechanism[Any, Any, Fraction]

    def __call__(
        self, database: Database[ProductExample], coins: Coins[Fraction], /
    ) -> ProductPoint:
        found: ProductPoint | Bottom = coins.run(self.selection, database)
        return self.points[0] if isinstance(found, Bottom) else found


def choosing_points(
    points: tuple[ProductPoint, ...], threshold: int, root: Fraction
) -> PointLearner:
    """By the choosing mechanism."""
    return PointLearner(
        points, ChoosingMechanism(LabelledOne(), threshold, Epsilon(root, parts=4))
    )


def price_of_missing(exp_eps: R, rows: int) -> R:
    """e^(eps n): how many times as much can be missed on another database."""
    return exp_eps**rows
