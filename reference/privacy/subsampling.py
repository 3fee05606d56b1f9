"""Privacy amplification by subsampling: a mechanism on a secret sample of the rows.

Let M be (eps, delta)-private and x = e^eps.  M on a random sample is private with

    sample                         neighbours of M     neighbours     e^eps'        delta'
    m of n rows, without           replaced row        replaced row   1 + q (x-1)   q delta
      replacement, q = m/n
    every row kept with            added or removed    the same       1 + q (x-1)   q delta
      probability q, independently   row
    m rows, with replacement,      replaced row        replaced row   g^m           delta (g^m-1)
      from n, g = 1 + (x-1)/n                                                         / (x-1)

The first two say more of the whole curve: delta'(1 + q (x-1)) <= q delta(x) for every x.  The
last follows by replacing one draw of the sample after the other, each draw being a sample of
one row of n; it is attained by m independent randomized responses.

Pseudo-code:
    1  draw a sample of the rows, row by row
    2  return the output of M on the sample

Notation: M mechanism, n rows of the database, m rows of the sample, q rate, x = e^eps.
Source: folklore; Balle, Barthe, Gaboardi, "Privacy amplification by subsampling",
    Theorems 8 and 9.
Guarantees: CORE.subsampling-without-replacement, CORE.subsampling-with-replacement,
    CORE.subsampling-independent.
Deviations: samples keep the order of the database.
Degenerate inputs: a sample of no rows gives delta' = 0 and e^eps' = 1.

>>> from reference.probability.law import law
>>> rows = lambda database, coins: database
>>> law(WithoutReplacement(rows, rows=3, size=2), ("a", "b", "b")).probability(("a", "b"))
Fraction(2, 3)
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Generic

from reference.data.database import Database, Row
from reference.exact.field import R
from reference.privacy.group import group_guarantee
from reference.privacy.guarantee import Guarantee, PrivateMechanism
from reference.probability.coins import Coins
from reference.probability.dist import Dist, X
from reference.probability.families import bernoulli


@dataclass(frozen=True, slots=True)
class WithoutReplacement(Generic[Row, X, R]):
    """M on m of the n rows, every choice equally likely.

    Raises:
        ValueError: unless 0 <= size <= rows and rows >= 1; when called, if the database has
            another number of rows.
    """

    mechanism: PrivateMechanism[Database[Row], X, R]
    """M, private for replaced rows of databases of m rows."""

    rows: int
    """n."""

    size: int
    """m."""

    def __post_init__(self) -> None:
        _check_rows(self.rows)
        if not 0 <= self.size <= self.rows:
            raise ValueError(f"sample of {self.size} rows: it has 0 to {self.rows}")

    @property
    def guarantee(self) -> Guarantee[R]:
        """(ln(1 + q (e^eps - 1)), q delta) for replaced rows, q = m/n."""
        return amplified(self.mechanism.guarantee, Fraction(self.size, self.rows))

    def __call__(self, database: Database[Row], coins: Coins[R], /) -> X:
        _check_size(database, self.rows)
        sample = coins.run(_Subset(self.size), database)  # 1
        return coins.delegate(self.mechanism, sample)  # 2


@dataclass(frozen=True, slots=True)
class WithReplacement(Generic[Row, X, R]):
    """M on m independent uniform rows of the n rows.

    Raises:
        ValueError: unless size >= 0 and rows >= 1; when called, if the database has another
            number of rows.
    """

    mechanism: PrivateMechanism[Database[Row], X, R]
    """M, private for replaced rows of databases of m rows."""

    rows: int
    """n."""

    size: int
    """m."""

    def __post_init__(self) -> None:
        _check_rows(self.rows)
        if self.size < 0:
            raise ValueError(f"sample of {self.size} rows: it has at least 0")

    @property
    def guarantee(self) -> Guarantee[R]:
        """(m ln g, delta (1 + g + ... + g^(m-1)) / n) for replaced rows."""
        draw = amplified(self.mechanism.guarantee, Fraction(1, self.rows))
        return group_guarantee(draw, self.size)

    def __call__(self, database: Database[Row], coins: Coins[R], /) -> X:
        _check_size(database, self.rows)
        sample = coins.run(_Draws(self.size), database)  # 1
        return coins.delegate(self.mechanism, sample)  # 2


@dataclass(frozen=True, slots=True)
class IndependentRows(Generic[Row, X, R]):
    """M on the rows that are kept, each independently with the same probability.

    Raises:
        ValueError: unless 0 <= rate <= 1.
    """

    mechanism: PrivateMechanism[Database[Row], X, R]
    """M, private for added or removed rows."""

    rate: Fraction
    """q."""

    def __post_init__(self) -> None:
        if not 0 <= self.rate <= 1:
            raise ValueError(f"rate {self.rate}: a probability lies in [0, 1]")

    @property
    def guarantee(self) -> Guarantee[R]:
        """(ln(1 + q (e^eps - 1)), q delta) for added or removed rows."""
        return amplified(self.mechanism.guarantee, self.rate)

    def __call__(self, database: Database[Row], coins: Coins[R], /) -> X:
        sample = coins.run(_KeptRows(self.rate), database)  # 1
        return coins.delegate(self.mechanism, sample)  # 2


@dataclass(frozen=True, slots=True)
class _Subset:
    """`size` of the rows, every choice equally likely; one draw for each row."""

    size: int

    def __call__(self, database: Database[Row], coins: Coins[R], /) -> Database[Row]:
        kept: list[Row] = []
        for i, row in enumerate(database):
            needed, left = self.size - len(kept), len(database) - i
            if coins.draw(bernoulli(Fraction(needed, left))):
                kept.append(row)
        return tuple(kept)


@dataclass(frozen=True, slots=True)
class _Draws:
    """`size` independent uniform rows."""

    size: int

    def __call__(self, database: Database[Row], coins: Coins[R], /) -> Database[Row]:
        row = Dist.uniform(database)
        return tuple(coins.draw(row) for _ in range(self.size))


@dataclass(frozen=True, slots=True)
class _KeptRows:
    """Every row kept independently with the same probability."""

    rate: Fraction

    def __call__(self, database: Database[Row], coins: Coins[R], /) -> Database[Row]:
        kept = bernoulli(self.rate)
        return tuple(row for row in database if coins.draw(kept))


def amplified(guarantee: Guarantee[R], rate: Fraction) -> Guarantee[R]:
    """(ln(1 + rate (e^eps - 1)), rate delta)."""
    return Guarantee(1 + rate * (guarantee.exp_eps - 1), rate * guarantee.delta)


def _check_rows(rows: int) -> None:
    if rows < 1:
        raise ValueError(f"{rows} rows: a sample is drawn from at least 1")


def _check_size(database: Database[Row], rows: int) -> None:
    if len(database) != rows:
        raise ValueError(f"{len(database)} rows: this sample is drawn from {rows}")
