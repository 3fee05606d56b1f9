"""Rows kept with a small probability, stars elsewhere: eps* privacy becomes eps privacy.

Pseudo-code:
    1  q <- (e^eps - 1) / (e^eps* + e^eps - e^(eps - eps*) - 1)
    2  keep each row independently with probability q, otherwise put a star in its place
    3  return A(rows and stars)

Notation: A an eps*-private mechanism on rows and stars, q keeping rate.
Source: BBKN13, Lemma 4.4, section 4.2.
Guarantees: BBKN13.L4.4, BBKN13.L4.4.id.
Deviations: none; a keeping rate above 1 (e^eps > e^(2 eps*)) is refused.
Degenerate inputs: a row that is a star stays one.

>>> from fractions import Fraction
>>> keeping_rate(Fraction(4), Fraction(4))
Fraction(1, 2)
"""

from dataclasses import dataclass
from typing import ClassVar, Generic

from reference.data.adjacency import RowAdjacency, replace_one
from reference.data.database import Database, Row
from reference.data.star import Star
from reference.exact.field import R, number
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import PureLoss
from reference.probability.coins import Coins, Mechanism
from reference.probability.dist import X
from reference.probability.families import bernoulli
from reference.source import Paper, Source


def keeping_rate(exp_eps: R, exp_base: R) -> R:
    """(R - 1) / (E + R - R/E - 1) with R = e^eps and E = e^eps*."""
    return (exp_eps - 1) / (exp_base + exp_eps - exp_eps / exp_base - 1)


@dataclass(frozen=True, slots=True)
class StarSubsampling(Generic[Row, X, R]):
    """Parameters of the transformation; call it on rows.

    Raises:
        ValueError: if e^eps exceeds e^(2 eps*), where the keeping rate would exceed 1.
    """

    source: ClassVar[Source] = Source(Paper.BBKN13, "Lemma 4.4", "4.2")

    base: Mechanism[Database[Row | Star], X, R]
    """An eps*-private mechanism on rows and stars."""

    eps: Epsilon[R]
    """The privacy loss to reach."""

    exp_base: R
    """e^eps*."""

    values: tuple[Row | Star, ...]
    """What a row ranges over, for the universe."""

    def __post_init__(self) -> None:
        rate = number(self.keeping)
        if rate is not None and rate > 1:
            raise ValueError(f"keeping rate {rate}: e^eps is at most e^(2 eps*)")

    @property
    def keeping(self) -> R:
        """The probability q that a row is kept."""
        return keeping_rate(self.eps.exp(), self.exp_base)  # 1

    guarantee = PureLoss()
    """(eps, 0) for replaced rows."""

    def universe(self, rows: int) -> RowAdjacency[Row | Star]:
        """All databases of `rows` rows, one replaced."""
        return replace_one(self.values, rows)

    def __call__(self, database: Database[Row | Star], coins: Coins[R], /) -> X:
        """The base mechanism's output where some rows became stars."""
        kept = bernoulli(self.keeping)
        starred = tuple(row if coins.draw(kept) else Star.STAR for row in database)  # 2
        return coins.delegate(self.base, starred)  # 3
