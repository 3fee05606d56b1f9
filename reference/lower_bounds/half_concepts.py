"""Private empirical learning needs many rows: concepts that are 1 on half of a shattered set.

Let x_0, ..., x_d be shattered, d even.  The database has 8 alpha n/d copies of each of x_1, ...,
x_d and its other rows at x_0.  A concept of the family is 0 at x_0 and 1 on half of the others; it
labels the database.  An alpha-consistent hypothesis errs on at most d/8 of x_1, ..., x_d, that is
on at most a part 2 floor(d/8)/d <= 1/4 of the ones, or of the zeros.

The coupling: c is uniform, x a random one of c, y a random zero of c other than x_0, and c' is c
with the labels of x and y exchanged.  So c' is uniform and x is a random zero of it, and the two
databases differ in the labels of 2 * 8 alpha n/d rows.  An (eps, delta)-private learner that is
alpha-consistent with probability s labels x with 1 about as often on both:

    rho s <= r^t (1 - rho s) + delta (r^t - 1)/(r - 1),  rho = 1 - 2 floor(d/8)/d,
    t = 16 alpha n/d, r = e^eps.

Pseudo-code:
    1  c <- uniform in the family;  x <- uniform in {x_i : c(x_i) = 1}
    2  y <- uniform in {x_i : i >= 1, c(x_i) = 0}
    3  c' <- c with the labels of x and y exchanged

Notation: n rows, d points besides x_0, k = 8 alpha n/d copies of each.
Source: BNSV15, proof of Theorem 5.5, section 5.1.
Guarantees: BNSV15.ALG.Hard5.5, BNSV15.T5.5.
Deviations: rho is 3/4 in the proof, which does not round d/8 down.
Degenerate inputs: none; no copies or an odd number of points are refused.

>>> hard = HalfConcepts(points=2, copies=1)
>>> hard.concepts
((0, 1, 0), (0, 0, 1))
>>> largest_success(hard, Guarantee(Fraction(2), Fraction(0)))
Fraction(4, 5)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import ClassVar, Self

from reference.data.concept import LabelledExample
from reference.data.database import Database
from reference.privacy.group import group_guarantee
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins
from reference.probability.dist import Dist
from reference.source import Paper, Source

Labels = tuple[int, ...]
"""The labels of x_0, ..., x_d."""


@dataclass(frozen=True, slots=True)
class Coupled:
    """Two concepts that differ in two points."""

    first: Labels
    """c."""

    second: Labels
    """c'."""

    one: int
    """x, which has label 1 in c and 0 in c'."""

    zero: int
    """y, which has label 0 in c and 1 in c'."""


@dataclass(frozen=True, slots=True)
class HalfConcepts:
    """The family; call it without a database to draw two coupled concepts.

    Raises:
        ValueError: unless the points are an even number >= 2 and copies >= 1.
    """

    source: ClassVar[Source] = Source(Paper.BNSV15, "proof of Theorem 5.5", "5.1")

    points: int
    """d, without x_0."""

    copies: int
    """k, the rows at each of x_1, ..., x_d."""

    def __post_init__(self) -> None:
        if self.points < 2 or self.points % 2:
            raise ValueError(f"points {self.points}: an even number, at least 2")
        if self.copies < 1:
            raise ValueError(f"copies {self.copies}: at least 1")

    @classmethod
    def of_size(cls, points: int, rows: int, alpha: Fraction) -> Self:
        """The family for databases of n rows.

        Raises:
            ValueError: unless 8 alpha n/d is an integer and alpha <= 1/8.
        """
        copies = 8 * alpha * rows / points
        if copies.denominator > 1 or alpha > Fraction(1, 8):
            raise ValueError(f"8 alpha n/d = {copies}, alpha = {alpha}: an integer, and <= 1/8")
        return cls(points, int(copies))

    @property
    def concepts(self) -> tuple[Labels, ...]:
        """Every concept of the family: 0 at x_0, 1 on half of the others."""
        others = range(1, self.points + 1)
        return tuple(
            (0, *(int(i in chosen) for i in others))
            for chosen in combinations(others, self.points // 2)
        )

    @property
    def rows_changed(self) -> int:
        """t, in how many rows the databases of coupled concepts differ."""
        return 2 * self.copies

    @property
    def missed(self) -> int:
        """Of how many of x_1, ..., x_d an alpha-consistent hypothesis can be wrong: d/8."""
        return self.points // 8

    def database(self, concept: Sequence[int], others: int = 0) -> Database[LabelledExample]:
        """The rows with the labels of a concept.

        Args:
            concept: the labels of x_0, ..., x_d.
            others: how many rows there are at x_0, (1 - 8 alpha) n.
        """
        copied = ((i, concept[i]) for i in range(1, self.points + 1) for _ in range(self.copies))
        return (*((0, concept[0]) for _ in range(others)), *copied)

    def __call__(self, nothing: tuple[()], coins: Coins[Fraction], /) -> Coupled:
        """Coupled concepts, at random."""
        del nothing
        c = coins.draw(Dist.uniform(self.concepts))  # 1
        x = coins.draw(Dist.uniform([i for i, label in enumerate(c) if label]))
        y = coins.draw(Dist.uniform([i for i, label in enumerate(c) if i and not label]))  # 2
        swapped = tuple(1 - label if i in {x, y} else label for i, label in enumerate(c))  # 3
        return Coupled(c, swapped, x, y)


def largest_success(hard: HalfConcepts, guarantee: Guarantee[Fraction]) -> Fraction:
    """The largest s that the inequality allows; at least that of every private learner."""
    lost = group_guarantee(guarantee, hard.rows_changed)
    rho = 1 - Fraction(2 * hard.missed, hard.points)
    return (lost.exp_eps + lost.delta) / (rho * (1 + lost.exp_eps))
