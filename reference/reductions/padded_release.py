"""Answers on few rows from a release for many: neutral rows are added, and their part is removed.

If every concept is 1 at a point p, and D' consists of the m rows of D and n - m copies of p, then
c(D') = (1 - s) + s c(D) for the share s = m/n, so that an answer that is off by at most alpha on
D' gives one that is off by at most alpha/s on D.  For s = 150 alpha this is 1/150.  Neighbours
stay neighbours, so privacy does not change.

A learner is padded in the same way: an error of at most alpha on D' is at most alpha/s on D.

Pseudo-code:
    1  D' <- the rows of D, and n - m copies of p
    2  (b_c) <- A(D')
    3  return (b_c - 1 + s)/s for every c

Notation: D database, m its rows, A release of n rows, p neutral point, s share, alpha accuracy.
Source: BNSV15, proof of Theorem 6.7, section 6.
Guarantees: BNSV15.ALG.PadQR, BNSV15.T6.7.id, BNSV15.T6.7, BNSV15.T6.2.
Deviations: n = m/(150 alpha) is rounded down, which makes the share larger and answers better.
Degenerate inputs: an empty database is refused, it has no share.

>>> from reference.probability.law import law
>>> count = PaddedRelease(lambda rows, coins: (Fraction(sum(rows), len(rows)),), 1, 2)
>>> law(count, (0, 1))
Dist({(Fraction(1, 2),): 1})
>>> padded_rows(2, Fraction(1, 450))
6
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic, TypeAlias, TypeVar

from reference.data.database import Database, Row
from reference.exact.field import R
from reference.probability.coins import Coins, Mechanism
from reference.source import Paper, Source

Answers: TypeAlias = tuple[Fraction, ...]
"""The answer to each query, in the order of the queries."""

Y = TypeVar("Y", bound=Hashable)

SCALE = 150
"""The share of the rows is this times the accuracy."""


@dataclass(frozen=True, slots=True)
class PaddedRelease(Generic[Row, R]):
    """Parameters of the reduction; call it on a database.

    Raises:
        ValueError: for a negative number of copies; at a call, for an empty database.
    """

    source: ClassVar[Source] = Source(Paper.BNSV15, "proof of Theorem 6.7", "6")

    release: Mechanism[Database[Row], Answers, R]
    """A, for queries that are all 1 at the neutral point."""

    neutral: Row
    """p."""

    copies: int
    """n - m, at least 0."""

    def __post_init__(self) -> None:
        _refuse_negative(self.copies)

    @staticmethod
    def for_accuracy(
        release: Mechanism[Database[Row], Answers, R], neutral: Row, rows: int, alpha: Fraction
    ) -> PaddedRelease[Row, R]:
        """The reduction that makes accuracy 1/150 of accuracy alpha.

        Args:
            release: on `padded_rows(rows, alpha)` rows.
            neutral: p.
            rows: m, at least 1.
            alpha: in (0, 1/150].
        """
        return PaddedRelease(release, neutral, padded_rows(rows, alpha) - rows)

    def __call__(self, database: Database[Row], coins: Coins[R], /) -> Answers:
        """An answer to every query."""
        if not database:
            raise ValueError("the fraction of an empty database is not defined")
        padded = (*database, *(self.neutral,) * self.copies)  # 1
        share = Fraction(len(database), len(padded))
        answers = coins.run(self.release, padded)  # 2
        return tuple((b - 1 + share) / share for b in answers)  # 3


@dataclass(frozen=True, slots=True)
class DilutedLearner(Generic[Row, Y, R]):
    """A learner that sees a database with copies of an example that every concept labels.

    Raises:
        ValueError: for a negative number of copies.
    """

    source: ClassVar[Source] = Source(Paper.BNSV15, "Theorem 6.2", "6")

    learner: Mechanism[Database[Row], Y, R]
    """Sees all rows."""

    neutral: Row
    """The neutral point, with label 1."""

    copies: int
    """At least 0."""

    def __post_init__(self) -> None:
        _refuse_negative(self.copies)

    def __call__(self, database: Database[Row], coins: Coins[R], /) -> Y:
        """What the learner finds."""
        return coins.delegate(self.learner, (*database, *(self.neutral,) * self.copies))


def padded_rows(rows: int, alpha: Fraction) -> int:
    """The number n = m/(150 alpha) of rows, rounded down.

    Raises:
        ValueError: for no rows, or an accuracy outside of (0, 1/150].
    """
    if rows < 1 or not 0 < SCALE * alpha <= 1:
        raise ValueError(
            f"rows {rows}, alpha {alpha}: at least 1 row, and an accuracy in (0, 1/{SCALE}]"
        )
    return int(rows / (SCALE * alpha))


def _refuse_negative(copies: int) -> None:
    if copies < 0:
        raise ValueError(f"copies {copies}: at least 0")
