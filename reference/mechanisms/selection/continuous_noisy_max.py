"""Noisy max with continuous noise as published: the winner, its value, or its lead.

    mechanism   noise, scale 2/eps   releases               private
    variant 1   Laplace              place of greatest      yes
    variant 2   exponential          place of greatest      yes
    variant 3   Laplace              greatest               no, the loss is n eps/2
    variant 4   exponential          greatest               no, the loss is infinite
    gap         Laplace              place, lead            yes

The value that is released is one for all the answers: that it is low says that all noisy answers
are, and each of them pays eps/2 for it; exponential noise shows that an answer is at most the
value.  The lead, which is the gap to the runner-up, tells about two answers only.

Pseudo-code:
    1  for i = 0, ..., n - 1: y_i <- f_i + Z_i, Z_i noise of scale 2/eps
    2  j <- the place of the greatest y_j
    3  release j, or y_j, or j and the lead y_j - max y_i over i != j

Values and leads are released up to their cells: as the number of cuts below them.  That is
post-processing: a refutation is one of the mechanism that releases the value itself, and a proof
is one for the cells; the lead itself is released where that is asked for.

Notation: f_0, ..., f_(n-1) answers, Z_i noise, n number of queries, y_i noisy answers.
Source: Dwork and Roth, The Algorithmic Foundations of Differential Privacy, section 3.3; Ding,
Wang, Wang, Zhang and Kifer, Detecting Violations of Differential Privacy, CCS 2018; Ding, Wang,
Zhang and Kifer, Free Gap Information from the Differentially Private Sparse Vector and Noisy Max
Mechanisms, PVLDB 13(3), 2019.
Guarantees: CORE.continuous-noisy-max-1, CORE.continuous-noisy-max-1-loss,
CORE.continuous-noisy-max-1-every-n, CORE.continuous-noisy-max-2,
CORE.continuous-noisy-max-2-is-tight, CORE.continuous-noisy-max-2-every-n, CORE.gap-noisy-max,
CORE.gap-noisy-max-law, CORE.gap-noisy-max-itself, CORE.gap-noisy-max-every-n; what the
others claim is false:
CORE.continuous-noisy-max-3, CORE.continuous-noisy-max-3-growth, CORE.continuous-noisy-max-4,
CORE.continuous-noisy-max-4-some-loss.
Deviations: values and leads are released up to their cells.
Degenerate inputs: no query has no greatest answer and is refused; so is one query with no
runner-up.

>>> from reference.privacy.epsilon import Epsilon
>>> from reference.probability.law import law
>>> eps = Epsilon.continuous(parts=2)
>>> law(ContinuousNoisyMax2(eps), (0, 1))  # u = eps/2, r = e^u
Dist({0: 1 / (2 r), 1: (2 r - 1) / (2 r)})
>>> law(ContinuousNoisyMax1(eps), (0, 1))
Dist({0: (u + 2) / (4 r), 1: (4 r - u - 2) / (4 r)})
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from reference.data.database import Database
from reference.exact.field import R
from reference.mechanisms.noise.laplace_mechanism import check_cuts
from reference.mechanisms.selection.noisy_max import NoisyMax
from reference.probability.coins import Coins
from reference.probability.continuous import Exponential, Gap, Laplace, Noise, Real, cell, seen
from reference.source import Paper, Source


@dataclass(frozen=True, slots=True)
class Continuous(NoisyMax[R]):
    """What the mechanisms are called with; they are called on a vector of integer answers.

    Raises:
        ValueError: at a call, if there is no answer.
        InexactExponentError: at a call, if `eps.parts` is odd.
    """

    continuous: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class ContinuousNoisyMax1(Continuous[R]):
    """Variant 1, which is private: Laplace noise, the place."""

    source: ClassVar[Source] = Source(Paper.FOLKLORE, "noisy max, variant 1, continuous noise")

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        """The place of the greatest noisy answer."""
        y = noisy(database, Laplace(2 / self.eps), coins)  # 1
        return winner(y)  # 2-3


@dataclass(frozen=True, slots=True)
class ContinuousNoisyMax2(Continuous[R]):
    """Variant 2, which is private: exponential noise, the place."""

    source: ClassVar[Source] = Source(Paper.FOLKLORE, "noisy max, variant 2, continuous noise")

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        """The place of the greatest noisy answer."""
        return winner(noisy(database, Exponential(2 / self.eps), coins))


@dataclass(frozen=True, slots=True)
class ContinuousCells(Continuous[R]):
    """What the mechanisms that release a value are called with."""

    cuts: tuple[int, ...] = (-1, 0)
    """What is seen of a value is how many of them are below it."""

    def __post_init__(self) -> None:
        check_cuts(self.cuts)


@dataclass(frozen=True, slots=True)
class ContinuousNoisyMax3(ContinuousCells[R]):
    """Variant 3, which is not private: Laplace noise, the value."""

    source: ClassVar[Source] = Source(Paper.FOLKLORE, "noisy max, variant 3, continuous noise")

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        """The cell of the greatest noisy answer."""
        return cell(max(noisy(database, Laplace(2 / self.eps), coins)), self.cuts)


@dataclass(frozen=True, slots=True)
class ContinuousNoisyMax4(ContinuousCells[R]):
    """Variant 4, which is not private: exponential noise, the value."""

    source: ClassVar[Source] = Source(Paper.FOLKLORE, "noisy max, variant 4, continuous noise")

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        """The cell of the greatest noisy answer."""
        return cell(max(noisy(database, Exponential(2 / self.eps), coins)), self.cuts)


@dataclass(frozen=True, slots=True)
class GapNoisyMax(Continuous[R]):
    """Noisy max with gap, which is private: Laplace noise, the place and the lead.

    Raises:
        ValueError: unless the cuts increase; at a call, if there are fewer than two answers.
    """

    source: ClassVar[Source] = Source(Paper.FOLKLORE, "noisy max with gap, continuous noise")

    cuts: tuple[int, ...] | None = (1,)
    """What is seen of a lead, which is at least 0, is how many of them are below it; None: all."""

    def __post_init__(self) -> None:
        check_cuts(self.cuts)

    def __call__(
        self, database: Database[int], coins: Coins[R], /
    ) -> tuple[int, int | Real | Gap]:
        """The place of the greatest noisy answer, and its lead or the cell of that."""
        if len(database) < 2:
            raise ValueError(f"a gap needs at least two answers, not {len(database)}")
        y = noisy(database, Laplace(2 / self.eps), coins)
        j = winner(y)
        return j, seen(y[j] - max(y[:j] + y[j + 1 :]), self.cuts)  # 3


def noisy(answers: Database[int], noise: Noise[R], coins: Coins[R]) -> list[Real]:
    """The answers, of which there is at least one, each with noise of its own."""
    if not answers:
        raise ValueError("noisy max needs at least one answer")
    return [f + coins.draw_real(noise) for f in answers]  # 1


def winner(y: Sequence[Real]) -> int:
    """The place of the greatest."""
    return max(range(len(y)), key=y.__getitem__)  # 2
