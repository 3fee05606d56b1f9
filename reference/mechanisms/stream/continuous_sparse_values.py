"""Sparse vectors that release values for their positives, with Laplace noise.

    mechanism     rho      nu_i            releases for a positive       loss
    variant 3     2/eps    c/(share eps)   f_i + nu_i                    not bounded
    numeric       3/eps    6c/eps          f_i + a fresh v of 3c/eps     eps
    gap           2/eps    4c/eps          f_i + nu_i - T'               eps
    adaptive gap  2/eps    8c/eps, 4c/eps  the gap, and which noise      eps

The columns rho and nu_i have the scales of the noise.  In variant 3 the value released was
compared with the noisy threshold: a low value tells that the noisy threshold was lower still, and
with it how far below every answer before was, so that n answers that all move by one cost n times
the loss of one.  A gap tells nothing about the noisy threshold alone.

Pseudo-code:
    1  T' <- T + rho
    2  for i = 0, ..., n - 1:
    3      if f_i + nu_i < T', release bottom
    4      else release a value, and stop if it is the c-th

The adaptive mechanism tests each answer with more noise first, and against T' + margin; what that
test finds costs half of what a positive of the second test, with the usual noise, costs.  It goes
on while another positive of the second test can be paid for: up to 2c - 1 positives.

A value is released up to its cell: as the number of cuts below it.  That is post-processing: a
refutation is one of the mechanism that releases the value itself, and a proof is one for the
cells.  For numeric and delta = 0 a proof is one for the value itself, with cuts at the least and
the greatest answer.  Given the tests, v is independent, so that what is released at f_i has the
density e^(-|y - f_i|/b) / (2b), b = 3c/eps.  The ratio of two such densities is monotone in y
between the two answers and constant on both sides of them, so that its extremes are those on y <
least and on y > greatest.  There it is constant, and so it is the ratio of the probabilities of
these two cells.  The value itself, and a gap itself, are released where that is asked for.

Notation: T threshold, T' noisy threshold, c count, f_0, ..., f_(n-1) answers, rho, nu_i and v
noise, n number of queries, b scale.
Source: Lyu, Su and Li, PVLDB 10(6), 2017, Algorithm 3 (from lecture notes of A. Roth); Wang,
Ding, Kifer and Zhang, CheckDP, CCS 2020 (numeric); Ding, Wang, Zhang and Kifer, Free Gap
Information from the Differentially Private Sparse Vector and Noisy Max Mechanisms, PVLDB 13(3),
2019 (gaps).
Guarantees: CORE.numeric-sparse-vector, CORE.gap-sparse-vector, CORE.adaptive-sparse-vector,
CORE.numeric-sparse-vector-law, CORE.gap-sparse-vector-law, CORE.adaptive-sparse-vector-law,
CORE.numeric-sparse-vector-itself, CORE.gap-sparse-vector-itself,
CORE.numeric-sparse-vector-every-n, CORE.gap-sparse-vector-every-n,
CORE.monotone-gap-sparse-vector-every-n, CORE.adaptive-sparse-vector-every-n,
CORE.continuous-sparse-vector-3-quarter; what variant 3 claims is false:
CORE.continuous-sparse-vector-3-every-n,
CORE.continuous-sparse-vector-3, CORE.continuous-sparse-vector-3-growth,
CORE.continuous-sparse-vector-3-quarter-on-five, CORE.continuous-sparse-vector-3-quarter-growth.
Deviations: answers are given as a vector, the threshold is an integer, values are released up to
their cells; a benchmark of variant 3 has nu_i of scale 4c/eps, which is share = 1/4; the margin is
a number, where the source has two standard deviations of the noise.
Degenerate inputs: no query gives the empty output.

>>> from reference.privacy.epsilon import Epsilon
>>> from reference.probability.law import law
>>> mechanism = ContinuousSparseVector3(0, 1, Epsilon.continuous(parts=4), cuts=(0,))
>>> law(mechanism, (-1,))  # u = eps/4, r = e^u
Dist({(bottom,): (2 r^2 - u - 1) / (2 r^2), (0,): (4 u + 1) / (8 r^2), (1,): 3 / (8 r^2)})
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, TypeAlias, TypeVar

from reference.data.bottom import Bottom
from reference.exact.field import R
from reference.mechanisms.noise.laplace_mechanism import check_cuts
from reference.mechanisms.stream.continuous_above_threshold import NoisyTest, NoisyTests, Threshold
from reference.mechanisms.stream.sparse import UpToCount, check_count
from reference.override import override
from reference.probability.coins import Coins
from reference.probability.continuous import Gap, Laplace, Real, seen
from reference.probability.streams import Stream
from reference.source import Paper, Source

BOTTOM = Bottom.BOTTOM

Value: TypeAlias = int | Real | Gap | Bottom
"""A cell, or a value."""

Costly: TypeAlias = tuple[int, int | Real | Gap] | Bottom
"""What a gap costs, and the gap."""

Shown = TypeVar("Shown", Value, int | Real | Gap)


class Values(NoisyTests[R, Value]):
    """What the mechanisms with values are called with."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class ContinuousSparseVector3(Values[R]):
    """Parameters of variant 3, which is not private; call it on a vector of integer answers.

    Raises:
        ValueError: if count < 1 or share <= 0, or unless the cuts increase.
        InexactExponentError: at a call, unless eps/2 and share eps/c are whole numbers of parts.
    """

    source: ClassVar[Source] = Source(Paper.FOLKLORE, "sparse vector, variant 3, continuous noise")
    continuous: ClassVar[bool] = True

    cuts: tuple[int, ...] | None = (-1, 0, 1)
    """What is seen of a value is how many of them are below it; None: all."""

    share: Fraction = Fraction(1, 2)
    """The part of eps that the noise of c values takes; 1/2 as published, 1/4 as variant 1."""

    @override
    def __post_init__(self) -> None:
        check_count(self.count)
        check_cuts(self.cuts)
        if self.share <= 0:
            raise ValueError(f"share {self.share}: noise takes a positive part of eps")

    @property
    @override
    def noise(self) -> tuple[Laplace[R], Laplace[R]]:
        """That of the threshold, and of the answers."""
        return Laplace(2 / self.eps), Laplace(self.count / self.share / self.eps)  # 1-2

    @override
    def shown(self, test: NoisyTest, coins: Coins[R], /) -> Value:
        """A value or bottom."""
        del coins
        return test.value if test.above else BOTTOM  # 3-4

    @override
    def output(self, released: Value, /) -> Value:
        """The cell of a value."""
        return shown_of(released, self.cuts)


@dataclass(frozen=True, slots=True)
class NumericSparseVector(Values[R]):
    """Parameters of the mechanism, which is private; call it on a vector of integer answers.

    The cuts are the least and the greatest of the answers on which it is audited.

    Raises:
        ValueError: if count < 1.
        InexactExponentError: at a call, unless `eps.parts` is a multiple of 6 count.
    """

    source: ClassVar[Source] = Source(Paper.FOLKLORE, "numeric sparse vector, continuous noise")
    continuous: ClassVar[bool] = True
    parts: ClassVar[int] = 12

    itself: bool = False
    """Whether the value itself is released, and not its cell."""

    @property
    @override
    def noise(self) -> tuple[Laplace[R], Laplace[R]]:
        """That of the threshold, and of the answers."""
        return Laplace(3 / self.eps), Laplace(6 * self.count / self.eps)

    @override
    def shown(self, test: NoisyTest, coins: Coins[R], /) -> Value:
        """A value or bottom."""
        if not test.above:
            return BOTTOM
        return test.answer + coins.draw_real(Laplace(3 * self.count / self.eps))

    @override
    def output(self, released: Value, /) -> Value:
        """A value or its cell."""
        cuts = None if self.itself else (min(self.answers), max(self.answers))
        return shown_of(released, cuts)


@dataclass(frozen=True, slots=True)
class GapSparseVector(Values[R]):
    """Parameters of the mechanism, which is private; call it on a vector of integer answers.

    Raises:
        ValueError: if count < 1, or unless the cuts increase.
        InexactExponentError: at a call, unless `eps.parts` is a multiple of 4 count.
    """

    source: ClassVar[Source] = Source(Paper.FOLKLORE, "sparse vector with gap, continuous noise")
    continuous: ClassVar[bool] = True

    cuts: tuple[int, ...] | None = (1,)
    """What is seen of a gap, which is at least 0, is how many of them are below it; None: all."""

    @override
    def __post_init__(self) -> None:
        check_count(self.count)
        check_cuts(self.cuts)

    @property
    @override
    def noise(self) -> tuple[Laplace[R], Laplace[R]]:
        """That of the threshold, and of the answers."""
        return Laplace(2 / self.eps), Laplace(4 * self.count / self.eps)

    @override
    def shown(self, test: NoisyTest, coins: Coins[R], /) -> Value:
        """A value or bottom."""
        del coins
        return test.gap if test.above else BOTTOM

    @override
    def output(self, released: Value, /) -> Value:
        """A gap or its cell."""
        return shown_of(released, self.cuts)


@dataclass(frozen=True, slots=True)
class AdaptiveSparseVector(UpToCount[R], Stream[Threshold, Costly, R]):
    """Parameters of the mechanism, which is private; call it on a vector of integer answers.

    Raises:
        ValueError: if count < 1 or margin < 0, or unless the cuts increase.
        InexactExponentError: at a call, unless `eps.parts` is a multiple of 8 count.
    """

    source: ClassVar[Source] = Source(Paper.FOLKLORE, "adaptive sparse vector with gap")
    continuous: ClassVar[bool] = True
    parts: ClassVar[int] = 16

    cuts: tuple[int, ...] | None = (2,)
    """What is seen of a gap, which is at least 0, is how many of them are below it; None: all."""

    margin: int = 1
    """The first test of an answer is one against T' + margin."""

    @override
    def __post_init__(self) -> None:
        check_count(self.count)
        check_cuts(self.cuts)
        if self.margin < 0:
            raise ValueError(f"margin {self.margin}: the first test is not the easier one")

    @override
    def begin(self, coins: Coins[R], /) -> Threshold | None:
        """The noisy threshold, and how many times what a coarse test costs is left."""
        return self.threshold + coins.draw_real(Laplace(2 / self.eps)), 2 * self.count

    @override
    def step(
        self, state: Threshold, answer: int, coins: Coins[R], /
    ) -> tuple[Threshold | None, Costly]:
        """The cost of a gap and the gap, or bottom."""
        reached, left = state
        first, second = Laplace(8 * self.count / self.eps), Laplace(4 * self.count / self.eps)
        coarse, fine = answer + coins.draw_real(first), answer + coins.draw_real(second)
        found: Costly = BOTTOM
        if coarse >= reached + self.margin:
            found, left = (1, coarse - reached), left - 1
        elif fine >= reached:
            found, left = (2, fine - reached), left - 2
        return (reached, left) if left >= 2 else None, found

    @override
    def output(self, released: Costly, /) -> Costly:
        """The cost of a gap and its cell, or bottom."""
        if isinstance(released, Bottom):
            return released
        cost, gap = released
        return cost, shown_of(gap, self.cuts)


def shown_of(value: Shown, cuts: tuple[int, ...] | None) -> Shown:
    """A value, or its cell."""
    return value if isinstance(value, int | Bottom) else seen(value, cuts)
