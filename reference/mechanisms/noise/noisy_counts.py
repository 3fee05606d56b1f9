"""Noisy counts for every concept of a finite class: a release without public rows.

A concept that is constant on the domain is answered without the database, every other one by the
number of rows on which it is 1, with two-sided geometric noise, clamped to 0..n.  Answers are
means of functions with values -1 and +1, G(h) = 2 a/n - 1.

One replaced row changes each count by at most one: k concepts that are not constant lose k eps.

Pseudo-code:
    1  for each concept h: if h is constant, G(h) = -1 or +1
    2      else a <- clamp(#{i : h(x_i) = 1} + Z, 0, n), Z two-sided geometric of ratio e^(-eps)
    3           G(h) = 2 a/n - 1

Notation: h concept, x database of n rows, a noisy count, G data structure, Z noise.
Source: BCMNUW20, Definition 8, section 3 (Dinur and Nissim; Dwork et al.).
Guarantees: BCMNUW20.ALG.GeomCounts.
Deviations: the paper has no such release; it takes the place of one in small examples.
Degenerate inputs: no rows are refused unless all concepts are constant; no concept, no answer.

>>> from reference.data.concept import intervals
>>> from reference.probability.law import law
>>> release = NoisyCounts(intervals(2), Domain.of_size(2), Epsilon(Fraction(2)))
>>> law(release, (1,)).probability((Fraction(-1), Fraction(1), Fraction(1)))
Fraction(1, 3)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic, TypeVar

from reference.data.database import Database
from reference.data.domain import Domain
from reference.data.universes import replaced_rows
from reference.exact.field import R
from reference.mechanisms.noise.geometric_mechanism import NoisyInteger
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins
from reference.source import Paper, Source

Row = TypeVar("Row", bound=Hashable)


@dataclass(frozen=True, slots=True)
class NoisyCounts(Generic[Row, R]):
    """Parameters of the mechanism; call it on a database.

    Raises:
        ValueError: at a call, for no rows and a concept that is not constant.
    """

    source: ClassVar[Source] = Source(Paper.BCMNUW20, "noisy counts (derived)", "3")

    concepts: tuple[Callable[[Row], int], ...]
    """H, each a function from points to {0, 1}."""

    domain: Domain[Row]
    """The points."""

    eps: Epsilon[R]
    """The privacy loss of one count."""

    universe = replaced_rows

    @property
    def counted(self) -> int:
        """k, the number of concepts that are not constant on the domain."""
        return sum(not self._is_constant(h) for h in self.concepts)

    @property
    def guarantee(self) -> Guarantee[R]:
        """(k eps, 0) for replaced rows."""
        return Guarantee.pure(self.eps, self.counted)

    def __call__(self, database: Database[Row], coins: Coins[R], /) -> tuple[Fraction, ...]:
        """G(h) in [-1, 1] for each concept, in order."""
        n = len(database)
        if not n and self.counted:
            raise ValueError("an empty database has no means: at least 1 row is needed")
        noisy = NoisyInteger(self.eps.exp(-1), (0, n))
        answers: list[Fraction] = []
        for h in self.concepts:
            if self._is_constant(h):  # 1
                answers.append(Fraction(2 * h(self.domain.values[0]) - 1))
            else:
                a = coins.run(noisy, sum(map(h, database)))  # 2
                answers.append(Fraction(2 * a, n) - 1)  # 3
        return tuple(answers)

    def _is_constant(self, concept: Callable[[Row], int]) -> bool:
        return len({concept(x) for x in self.domain}) == 1
