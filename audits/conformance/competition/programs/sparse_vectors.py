"""The sparse vector technique and its broken variants: which answers are above a noisy level.

Pseudo-code, scales k/eps by their k, noise Laplace unless another kind is given:
    1. rho = Laplace(threshold), or 0
    2. for each answer q:
    3.     nu = Laplace(queries), or 0
    4.     if q + nu < level + rho (or >, if answers below are looked for): put out 0
    5.     else put out 1 + what is released of q + nu
    6.     stop after so many that are above; draw rho anew, if so it is said

A value is released through cuts: put out is how many of them are below it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Generic

from audits.conformance.competition.programs.noises import Kind, noise_of
from reference.exact.field import R
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Coins
from reference.probability.continuous import Laplace, Real, cell
from reference.probability.differences import Number


class Released(Enum):
    """What is put out of an answer that is above."""

    BIT = "that it is above"
    VALUE = "the value that was compared"
    GAP = "by how much it is above"
    FRESH = "the answer with fresh noise"
    ERROR = "the value that was compared, less the answer"


@dataclass(frozen=True, slots=True)
class SparseVector(Generic[R]):
    """The technique.

    Raises:
        ValueError: if parts is not a multiple of what the scales ask for.
    """

    eps: Epsilon[R]

    threshold: Number | None
    """Scale of the noise of the level; None: no noise."""

    queries: Number | None
    """Scale of the noise of the answers; None: no noise."""

    stop: int | None = None
    """After so many answers above; None: never."""

    level: Number = 0
    redrawn: Number | None = None
    """Scale of the level's noise after an answer above; None: it is kept."""

    released: Released = Released.BIT
    fresh: Number = 1
    """Scale of the fresh noise."""

    cuts: tuple[Number, ...] = ()
    """Where a released value is cut."""

    threshold_kind: Kind = Kind.LAPLACE
    queries_kind: Kind = Kind.LAPLACE
    below: bool = False
    """Whether answers below the level are looked for."""

    def __call__(self, database: tuple[int, ...], coins: Coins[R]) -> tuple[int, ...]:
        """What is said of each answer, up to the last one that is looked at."""
        threshold = self._noisy(self.level, self.threshold, self.threshold_kind, coins)  # 1
        said: list[int] = []
        for answer in database:  # 2
            value = self._noisy(answer, self.queries, self.queries_kind, coins)  # 3
            if (value > threshold) if self.below else (value < threshold):
                said.append(0)  # 4
                continue
            said.append(1 + self._seen(answer, value, threshold, coins))  # 5
            if sum(word > 0 for word in said) == self.stop:  # 6
                break
            if self.redrawn is not None:
                threshold = self._noisy(self.level, self.redrawn, self.threshold_kind, coins)
        return tuple(said)

    def _noisy(
        self, number: Number, scale: Number | None, kind: Kind, coins: Coins[R]
    ) -> Real | Number:
        if scale is None:
            return number
        return number + coins.draw_real(noise_of(kind, scale / self.eps))

    def _seen(
        self, answer: int, value: Real | Number, threshold: Real | Number, coins: Coins[R]
    ) -> int:
        if self.released is Released.BIT:
            return 0
        if self.released is Released.FRESH:
            return cell(answer + coins.draw_real(Laplace(self.fresh / self.eps)), self.cuts)
        if not isinstance(value, Real) or not isinstance(threshold, Real):
            raise TypeError("a value that is put out has noise, and so has the level")
        if self.released is Released.GAP:
            return cell(value - threshold, self.cuts)
        return cell(value - answer if self.released is Released.ERROR else value, self.cuts)


@dataclass(frozen=True, slots=True)
class AdaptiveSparseVector(Generic[R]):
    """Sparse vector with gaps, where answers far above cost half as much.

    Pseudo-code:
        1. rho = Laplace(2/eps); pay nothing
        2. for each answer q:
        3.     x = q + Laplace(8 stop / eps); if x - rho >= margin: put out the gap, pay 1
        4.     else x = q + Laplace(4 stop / eps); if x >= rho: put out the gap, pay 2
        5.     else put out 0
        6.     stop when more than 2 (stop - 1) is paid
    """

    eps: Epsilon[R]
    stop: int
    margin: Number = 16
    leaks: bool = False
    """Whether step 3 puts out x itself, and not the gap."""

    cuts: tuple[Number, ...] = ()

    def __call__(self, database: tuple[int, ...], coins: Coins[R]) -> tuple[int, ...]:
        """For each answer: 0, or 1, 2, ... for the cells of a gap."""
        rho, paid = coins.draw_real(Laplace(2 / self.eps)), 0  # 1
        said: list[int] = []
        for answer in database:  # 2
            far = answer + coins.draw_real(Laplace(8 * self.stop / self.eps))
            if far >= rho + self.margin:  # 3
                said.append(1 + cell(far if self.leaks else far - rho, self.cuts))
                paid += 1
            else:
                near = answer + coins.draw_real(Laplace(4 * self.stop / self.eps))
                said.append(1 + cell(near - rho, self.cuts) if near >= rho else 0)  # 4, 5
                paid += 2 * (near >= rho)
            if paid > 2 * (self.stop - 1):  # 6
                break
        return tuple(said)
