"""Reconstruction from subset sums: any database that fits the answers is close to the true one.

The answers y_1, ..., y_k are each within E of <q_i, x>, strictly, or all but some of them are.
The attack takes the first x' in {0, 1}^n that as many answers fit.  How far off it can be is a
matter of the queries alone.  Some answers fit both x and x', m = ceil(rho k) of them each,

    iff  k + #{i : |<q_i, x - x'>| < 2E} >= 2m,

for E > 0: an answer fits both iff |<q_i, x - x'>| < 2E, and else at most one.  With rho = 1
all have to.  With all 2^n subsets, and rho = 1, the largest distance is min(n, 2 (ceil(2E) - 1)) <
4E: as many ones may be lost as are added, ceil(2E) - 1 of each.

Pseudo-code:
    1  for each x' in {0, 1}^n, in lexicographic order
    2      if #{i : |y_i - <q_i, x'>| < E} >= rho k: return x'
    3  return bottom

Notation: x bits, q query, y answer, E error, rho share, k queries, n people.
Source: VT14, Theorem 4.1.2 and the text of section 4.1.
Guarantees: VT14.ALG.ReconAll, VT14.ALG.Recon, VT14.ALG.ReconMaj, VT14.T4.1.2, VT14.C4.1.4,
VT14.COR4.1.3, VT14.TXT.pdisc-bnp, VT14.TXT.51.
Deviations: "any x'" is the first one; the share rho is 1 but for the remark on 51 %.
Degenerate inputs: no queries fit everything, and the answer is 0, ..., 0; E = 0 fits nothing.

>>> attack = Reconstruction(all_subsets(2), Fraction(1, 2))
>>> attack((0, 1, Fraction(1, 3), 1)), attack((0, 2, 0, 0))
((0, 1), bottom)
>>> largest_distance(all_subsets(3), Fraction(1, 2)), largest_distance(all_subsets(3), Fraction(1))
(0, 2)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import ClassVar

from reference.data.bottom import Bottom
from reference.lower_bounds.subset_sums import Bits, all_subsets, subset_sum
from reference.source import Paper, Source

Answers = Sequence[Fraction | int]
"""y_1, ..., y_k."""


@dataclass(frozen=True, slots=True)
class Reconstruction:
    """The attack; call it on the answers.

    Raises:
        ValueError: for no people, queries of several lengths, E < 0, or a share outside of [0, 1].
    """

    source: ClassVar[Source] = Source(Paper.VT14, "Theorem 4.1.2", "4.1")

    queries: tuple[Bits, ...]
    """q_1, ..., q_k, at least one."""

    error: Fraction
    """E, which errors are below."""

    share: Fraction = Fraction(1)
    """rho: the part of the answers that are within E."""

    def __post_init__(self) -> None:
        if len({len(query) for query in self.queries}) != 1:
            raise ValueError(f"queries {self.queries}: at least one, all of one length")
        if self.error < 0 or not 0 <= self.share <= 1:
            raise ValueError(f"error {self.error}, share {self.share}: >= 0, and from 0 to 1")

    @property
    def people(self) -> int:
        """The number n of bits."""
        return len(self.queries[0])

    def __call__(self, answers: Answers, /) -> Bits | Bottom:
        """x', or bottom if no database fits the answers."""
        for guess in all_subsets(self.people):  # 1
            if self.fitting(answers, guess) >= self.share * len(self.queries):  # 2
                return guess
        return Bottom.BOTTOM  # 3

    def fitting(self, answers: Answers, guess: Bits) -> int:
        """How many answers are within E of those of a database."""
        pairs = zip(self.queries, answers, strict=True)
        return sum(abs(Fraction(y) - subset_sum(q, guess)) < self.error for q, y in pairs)


def fit_both(
    queries: Sequence[Bits],
    error: Fraction,
    difference: Sequence[int],
    share: Fraction = Fraction(1),
) -> bool:
    """Whether some answers fit two databases at once, whose difference x - x' this is."""
    both = sum(abs(subset_sum(q, difference)) < 2 * error for q in queries)
    needed = -(-share * len(queries) // 1)
    fitting = len(queries) if error else 0
    return fitting + both >= 2 * needed


def largest_distance(
    queries: Sequence[Bits], error: Fraction, share: Fraction = Fraction(1)
) -> int | None:
    """In how many people two databases differ at most that some answers fit both.

    Returns:
        The largest number of wrong people of an attack that may take any database that fits;
        None if no answers fit any database.
    """
    return max(
        (
            sum(map(abs, z))
            for z in product((1, 0, -1), repeat=len(queries[0]))
            if fit_both(queries, error, z, share)
        ),
        default=None,
    )


def closest(queries: Sequence[Bits], answers: Answers) -> Bits:
    """The first database with the least largest error: a fit at the least E that has one."""

    def largest(guess: Bits) -> Fraction:
        pairs = zip(queries, answers, strict=True)
        return max(abs(Fraction(y) - subset_sum(q, guess)) for q, y in pairs)

    return min(all_subsets(len(queries[0])), key=largest)
