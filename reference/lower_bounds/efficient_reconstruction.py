"""Reconstruction in polynomial time: by a linear programme, and from Hadamard queries.

**By a linear programme.**  Any x'' in [0, 1]^n that fits all answers within E is rounded at 1/2.
Every true database fits.  A person who comes out wrong has |x''_j - x_j| >= 1/2, so, with all
subsets as queries, the sums over those wrong with x_j = 0, and with x_j = 1, are off by half their
number at least, and by 2E at most: at most 8E people are wrong.  With Hadamard queries it is
144 E^2.

**From Hadamard queries** q_i = (1 + h_i)/2, n = 2^l.  v_0 = y_0 and v_i = 2 y_i - y_0 estimate
H x, to within E and 3E, so H v / n estimates x, to within a square of (9n - 8) E^2/n, and

    #wrong <= 4 (9n - 8) E^2 / n < 36 E^2.

Pseudo-code:
    1  find x'' in [0, 1]^n with |y_i - <q_i, x''>| <= E for each i
    2  x'_j = 1 iff x''_j >= 1/2
    3  x'_j = 1 iff x''_j >= 1/2, where
    4  v_0 <- y_0, v_i <- 2 y_i - y_0 for i >= 1
    5  x'' <- H v / n

Notation: x bits, q query, y answer, E error, H Hadamard matrix (symmetric), n people.
Source: VT14, text after Corollary 4.1.7, section 4.1; the explicit instance is derived.
Guarantees: VT14.ALG.ReconLP, VT14.ALG.ReconHadamard, VT14.TXT.derandomised.
Deviations: the notes only say that it can be done; 1/2 is rounded up.
Degenerate inputs: answers that no point fits give bottom; no queries fit every point.

>>> RoundedProgramme(((1, 1), (1, 0)), Fraction(1, 4))((1, Fraction(1, 5)))
(0, 1)
>>> HadamardReconstruction(2)((1, Fraction(1, 5)))
(0, 1)
>>> HadamardReconstruction(4).wrong_at_most(Fraction(1, 4))
1
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from reference.data.bottom import Bottom
from reference.data.box_point import Inequality, point_of_box
from reference.lower_bounds.reconstruction import Answers
from reference.lower_bounds.subset_sums import Bits, check_power_of_two, hadamard_subsets
from reference.source import Paper, Source

HALF = Fraction(1, 2)


def rounded(point: Sequence[Fraction]) -> Bits:
    """1 where a coordinate is at least 1/2."""
    return tuple(int(coordinate >= HALF) for coordinate in point)


@dataclass(frozen=True, slots=True)
class RoundedProgramme:
    """The attack by a linear programme; call it on the answers.

    Raises:
        ValueError: for no queries, queries of several lengths, or E < 0.
    """

    source: ClassVar[Source] = Source(Paper.VT14, "text after Corollary 4.1.7", "4.1")

    queries: tuple[Bits, ...]
    """q_1, ..., q_k."""

    error: Fraction
    """E, which errors are at most."""

    def __post_init__(self) -> None:
        if len({len(query) for query in self.queries}) != 1:
            raise ValueError(f"queries {self.queries}: at least one, all of one length")
        if self.error < 0:
            raise ValueError(f"error {self.error}: at least 0")

    def __call__(self, answers: Answers, /) -> Bits | Bottom:
        """x', or bottom if no point fits the answers."""
        point = self.point(answers)  # 1
        return Bottom.BOTTOM if point is None else rounded(point)  # 2

    def point(self, answers: Answers) -> tuple[Fraction, ...] | None:
        """x'', or None if there is none."""
        inequalities: list[Inequality] = []
        for query, y in zip(self.queries, answers, strict=True):
            inequalities.append((query, y + self.error))
            inequalities.append((tuple(-a for a in query), self.error - y))
        return point_of_box(inequalities, len(self.queries[0]))


@dataclass(frozen=True, slots=True)
class HadamardReconstruction:
    """The attack on answers to the Hadamard queries; call it on them.

    Raises:
        ValueError: unless the number of people is a power of two.
    """

    source: ClassVar[Source] = Source(Paper.VT14, "derandomised queries (derived)", "4.1")

    people: int
    """n."""

    def __post_init__(self) -> None:
        check_power_of_two(self.people)

    @property
    def queries(self) -> tuple[Bits, ...]:
        """q_0, ..., q_(n-1)."""
        return hadamard_subsets(self.people)

    def __call__(self, answers: Answers, /) -> Bits:
        """The rounded estimate x'."""
        return rounded(self.estimate(answers))  # 3

    def estimate(self, answers: Answers) -> tuple[Fraction, ...]:
        """The vector x'' = H v / n, which is x where the answers are exact."""
        first, *others = answers
        v = (Fraction(first), *(Fraction(2 * y - first) for y in others))  # 4
        return tuple(  # 5
            sum(((2 * q - 1) * a for q, a in zip(query, v, strict=True)), Fraction(0))
            / self.people
            for query in self.queries
        )

    def wrong_at_most(self, error: Fraction) -> int:
        """floor(4 (9n - 8) E^2/n), or n: what errors of at most E can do."""
        n = self.people
        return min(n, int(4 * (9 * n - 8) * error**2 / n))
