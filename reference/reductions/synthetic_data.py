"""Synthetic data from a data structure: rows on which the concepts have nearly its answers.

If the answers G(h) of a release are off by at most alpha, and some data set of n' rows has all
means within alpha of those of the distribution, then a data set exists whose means are within
2 alpha of G; any such data set has all means within 3 alpha of those of the distribution.  It is
found without a look at the rows of the release, whose privacy it keeps.

Pseudo-code:
    1  G <- the release on the database
    2  for each multiset v of n' points, in lexicographic order:
    3      if |mean of h over v - G(h)| <= t for all concepts h, return v
    4  return bottom

Notation: G answers, h concepts, v synthetic rows, n' their number, t tolerance, 2 alpha.
Source: BCMNUW20, Remark 9, section 2.3.
Guarantees: BCMNUW20.ALG.Synth, BCMNUW20.R9.a, BCMNUW20.R9.c, BCMNUW20.R9.d,
    CORE.synthetic-data-law.
Deviations: multisets of rows in increasing order; "find" is the first one.
Degenerate inputs: a tolerance of 2 or more returns the first multiset.

>>> from reference.data.concept import intervals
>>> matching_data(intervals(2), (-1, Fraction(1, 4), 1), 2, 2, Fraction(1, 4))
(0, 1)
>>> print(matching_data(intervals(2), (0, 0, 0), 2, 2, Fraction(1, 4)))
bottom
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import ClassVar, Generic

from reference.data.bottom import Bottom
from reference.data.concept import Hypothesis
from reference.data.database import Database
from reference.data.query_release import data_means, furthest
from reference.exact.field import R
from reference.exact.interval import ln
from reference.privacy.guarantee import Guarantee, PrivateMechanism
from reference.probability.coins import Coins, D
from reference.source import Paper, Source


@dataclass(frozen=True, slots=True)
class SyntheticData(Generic[D, R]):
    """Parameters of the reduction; call it on what the release takes.

    Raises:
        ValueError: for no point, no synthetic row, or a tolerance below 0.
    """

    source: ClassVar[Source] = Source(Paper.BCMNUW20, "Remark 9", "2.3")

    release: PrivateMechanism[D, tuple[Fraction, ...], R]
    """Answers to the concepts, in order."""

    concepts: tuple[Hypothesis, ...]
    """H."""

    size: int
    """The points are 0, ..., size - 1."""

    rows: int
    """n', the number of synthetic rows."""

    tolerance: Fraction
    """t, 2 alpha."""

    def __post_init__(self) -> None:
        if self.size < 1 or self.rows < 1 or self.tolerance < 0:
            raise ValueError(
                f"size {self.size}, rows {self.rows}, tolerance {self.tolerance}: "
                "at least 1, at least 1, at least 0"
            )

    @property
    def guarantee(self) -> Guarantee[R]:
        """That of the release."""
        return self.release.guarantee

    def __call__(self, database: D, coins: Coins[R], /) -> Database[int] | Bottom:
        """Synthetic rows, or bottom."""
        answers = coins.run(self.release, database)  # 1
        return matching_data(self.concepts, answers, self.size, self.rows, self.tolerance)


def matching_data(
    concepts: Sequence[Hypothesis],
    answers: Sequence[Fraction | int],
    size: int,
    rows: int,
    tolerance: Fraction,
) -> Database[int] | Bottom:
    """The first multiset of so many points whose means are within the tolerance (inclusive)."""
    for v in combinations_with_replacement(range(size), rows):  # 2
        if furthest(data_means(concepts, v), answers) <= tolerance:
            return v  # 3
    return Bottom.BOTTOM  # 4


def rows_for_a_match(concepts: Sequence[Hypothesis], accuracy: Fraction) -> int:
    """An n' > 2 ln(2k)/alpha^2: a sample of so many rows has all k means within alpha.

    A mean of n' values -1 and +1 is off by more than alpha with probability at most
    2 e^(-n' alpha^2/2), so that all k are within alpha with probability above 0.

    Raises:
        ValueError: unless alpha > 0 and there is a concept.
    """
    if accuracy <= 0 or not concepts:
        raise ValueError(f"accuracy {accuracy}, {len(concepts)} concepts: above 0, at least 1")
    return (2 * ln(2 * len(concepts)) / accuracy**2).floor() + 1
