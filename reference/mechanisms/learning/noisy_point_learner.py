"""Improper learner of point functions: the consistent concept with independent noise (A1).

Pseudo-code:
    1  if no concept is consistent with the examples: return bottom
    2  c <- the zero function if every label is 0, else the consistent point function
    3  return h with h(x) = 1 - c(x) with probability mu, else c(x), independently for each x

Notation: mu flip rate (alpha/8 for accuracy alpha), c centre, h hypothesis.
Source: BBKN13, Algorithm A1, section 4.2.
Guarantees: BBKN13.A1.pac, BBKN13.A1.noise, BBKN13.A1.incons.
Deviations: stars among the rows are skipped.  Step 1 has two readings: `literal` (no point
    function is consistent; so bottom if every point occurs with label 0) and `two-cases` (two
    positive points, or a point with both labels, as the parenthesis in print says).
Degenerate inputs: no examples, or stars only: c is the zero function.

>>> from fractions import Fraction
>>> from reference.probability.law import law
>>> law(NoisyPointLearner(2, Fraction(1, 4)), ((1, 1),)).probability(Values((0, 1)))
Fraction(9, 16)
"""

from dataclasses import dataclass
from typing import ClassVar, Generic, TypeAlias

from reference.data.adjacency import RowAdjacency, replace_one
from reference.data.bottom import Bottom
from reference.data.concept import LabelledExample, PointFunction, Values, labelled_examples
from reference.data.database import Database
from reference.data.star import Star
from reference.data.universes import OfSize
from reference.exact.field import R
from reference.probability.coins import Coins
from reference.probability.families import bernoulli
from reference.source import Paper, Source

SubsampleRow: TypeAlias = LabelledExample | Star
"""An example, or a star where a row was left out."""


def rows_with_stars(size: int) -> tuple[SubsampleRow, ...]:
    """Every labelled example on `size` points, and the star."""
    return (*labelled_examples(size), Star.STAR)


def replaced_examples_or_stars(mechanism: OfSize, rows: int) -> RowAdjacency[SubsampleRow]:
    """The databases of `rows` examples or stars, one replaced."""
    return replace_one(rows_with_stars(mechanism.size), rows)


def consistent_ones(
    database: Database[SubsampleRow], size: int, rule: str = "literal"
) -> frozenset[int] | Bottom:
    """Where the centre is 1: nowhere or at one point; bottom if no concept is consistent.

    Raises:
        ValueError: if `rule` is neither `literal` nor `two-cases`.
    """
    if rule not in {"literal", "two-cases"}:
        raise ValueError(f"rule {rule!r}: literal or two-cases")
    examples = [row for row in database if not isinstance(row, Star)]
    ones = {x for x, y in examples if y}
    zeros = {x for x, y in examples if not y}
    everywhere = rule == "literal" and len(zeros) == size
    if len(ones) > 1 or ones & zeros or everywhere:
        return Bottom.BOTTOM
    return frozenset(ones)


def consistent_centre(
    database: Database[SubsampleRow], size: int, rule: str = "literal"
) -> Values | Bottom:
    """The zero function, or the one consistent point function; bottom if there is none."""
    ones = consistent_ones(database, size, rule)
    return ones if isinstance(ones, Bottom) else Values.indicator(ones, size)


@dataclass(frozen=True, slots=True)
class ConsistentPointLearner:
    """The learner without noise: `consistent_centre`, which tosses no coin."""

    source: ClassVar[Source] = Source(Paper.BBKN13, "Algorithm A1, steps 1 and 2", "4.2")

    size: int
    """The number of points."""

    rule: str = "literal"
    """When the examples are inconsistent: `literal` or `two-cases`."""

    def __call__(self, database: Database[SubsampleRow], coins: object, /) -> Values | Bottom:
        """The centre of the noise."""
        return consistent_centre(database, self.size, self.rule)


@dataclass(frozen=True, slots=True)
class IndependentNoise(Generic[R]):
    """Every value of a function flipped independently."""

    flip: R
    """The probability of a flip."""

    def __call__(self, centre: Values, coins: Coins[R], /) -> Values:
        """The noisy function."""
        return Values(tuple(v ^ coins.draw(bernoulli(self.flip)) for v in centre.values))


@dataclass(frozen=True, slots=True)
class NoisyPointLearner(Generic[R]):
    """Parameters of the learner; call it on labelled examples and stars."""

    source: ClassVar[Source] = Source(Paper.BBKN13, "Algorithm A1", "4.2")

    size: int
    """The number of points."""

    flip: R
    """The flip rate mu; alpha/8 in print."""

    rule: str = "literal"
    """When the examples are inconsistent: `literal` or `two-cases`."""
    universe = replaced_examples_or_stars

    def __call__(self, database: Database[SubsampleRow], coins: Coins[R], /) -> Values | Bottom:
        """A noisy version of the consistent concept."""
        c = consistent_centre(database, self.size, self.rule)
        if isinstance(c, Bottom):  # 1
            return c
        return coins.delegate(IndependentNoise(self.flip), c)  # 2, 3


def smallest_unseen_point(
    database: Database[LabelledExample], size: int
) -> PointFunction | Bottom:
    """The non-private proper learner: the positive point, else the smallest unseen one.

    Bottom if every point occurs and none is positive (no point function is consistent).
    """
    for x, y in database:
        if y:
            return PointFunction(x)
    seen = {x for x, _ in database}
    return next((PointFunction(j) for j in range(size) if j not in seen), Bottom.BOTTOM)
