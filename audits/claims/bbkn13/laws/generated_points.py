"""Generators by their tables, and numbers of examples for the exponential learner."""

from audits.claims.prelude import *
from audits.engines.optimum.problem import over_distributions
from audits.ledger import Quantifier
from audits.ledger.quantifiers import Size
from reference.data.concept import points
from reference.hardness.generated_points import Distinguisher
from reference.lower_bounds.learning_packing import point_packing

Table = tuple[int, ...]


def _sizes(size: Size) -> tuple[int, int]:
    return size.pick((2, 4), (4, 4), (4, 8))


def tables() -> Quantifier:
    """`g` and `outputs`: every generator with 2 (or 4) inputs and 4 (or 8) outputs."""
    return Quantifier(
        ("g", "outputs"),
        lambda size: (
            (g, _sizes(size)[1]) for g in product(range(_sizes(size)[1]), repeat=_sizes(size)[0])
        ),
        lambda size: "all generators with {} inputs and {} outputs".format(*_sizes(size)),
    )


def enough_rows(hypotheses: int, alpha: Fraction, beta: Fraction, eps: Epsilon[Fraction]) -> int:
    """ln((|H| - 1)/beta) / (alpha (1 - e^(-eps/2))), rounded up: for the exponential learner.

    A hypothesis of error above alpha is e^(-eps/2) times as likely as the target for each error,
    so that (1 - alpha (1 - e^(-eps/2)))^m bounds its chance.
    """
    shown = alpha * (1 - eps.exp(Fraction(-1, 2)))
    return (ln((hypotheses - 1) / beta) / shown).ceil()


def average_recovery(size: int, rows: int) -> Problem[Database[LabelledExample], PointFunction]:
    """Recover a uniformly random point from copies of its positive example."""
    chosen = points(size)
    place = {point_packing(j, rows): c for j, c in enumerate(chosen)}
    return over_distributions(
        f"recover a random point of {size} from {rows} rows",
        replace_one(labelled_examples(size), rows),
        chosen,
        [("mean", lambda d: Fraction(d in place, size), lambda d, c: place.get(d) == c)],
    )


@dataclass(frozen=True, slots=True)
class Recovering:
    """A learner that returns the point of its examples with a probability of its own."""

    chances: tuple[Fraction, ...]

    def __call__(
        self, database: tuple[tuple[int, int], ...], coins: Coins[Any], /
    ) -> PointFunction:
        point = database[0][0]
        found = coins.draw(bernoulli(self.chances[point]))
        return PointFunction(point if found else (point + 1) % len(self.chances))


@dataclass(frozen=True, slots=True)
class OnRandom:
    """The distinguisher on one of the points, each as often as it is listed."""

    distinguisher: Distinguisher[Any]

    def __call__(self, listed: Table, coins: Coins[Any], /) -> bool:
        seed = coins.draw(Dist.uniform(range(len(listed))))
        return coins.run(self.distinguisher, listed[seed])
