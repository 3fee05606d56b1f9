"""Learning parities by linear algebra: without privacy, and privately by subsampling.

A parity of d bits is x -> <h, x> modulo 2, and an example (x, y) is an equation for h.  The
learner without privacy returns the least solution.  The private one hides each example by
forgetting it with probability 1 - e, and hides whether the rest is consistent by failing half of
the time.  Replacing an example by (0^d, 0), which says nothing, changes no probability by a factor
outside [1 - e, 1 + e], for a space of solutions is at most halved by an equation; so two databases
that differ in a row have laws with ratios of at most (1 + e)/(1 - e), which is attained.

Pseudo-code:
    1  with probability 1/2 return bottom
    2  keep each example with probability e = (e^eps - 1)/(e^eps + 1), independently
    3  V <- {h : y_i = <h, x_i> for each example that is kept}
    4  return a uniform element of V, its least one plus each vector of a basis with probability
       1/2; bottom if V is empty

Notation: d bits, e probability of keeping an example, V hypotheses that are consistent with these.
Source: VT14, section 9.1.
Guarantees: VT14.ALG.ParityNP, VT14.ALG.ParityPriv, VT14.ALG.ParityAmp, VT14.T9.1.1,
    VT14.TXT.parity-np, VT14.TXT.parity-success, VT14.TXT.parity-sample.
Deviations: the notes write eps for the probability e of keeping an example, and identify 1 + e
    with exp(e) and 1 - e with exp(-e).  Here eps is what is promised, exactly: e^eps = (1 + e)/(1
    - e), so that e = tanh(eps/2).  Hypotheses and points are integers, bit by bit.
Degenerate inputs: an empty database gives a uniform hypothesis half of the time; eps = 0 keeps no
    example.

>>> from reference.probability.law import law
>>> learner = PrivateParityLearner(1, Epsilon(Fraction(3)))  # e = 1/2
>>> law(learner, ((1, 0),)).probability(0), law(learner, ((1, 1),)).probability(0)
(Fraction(3, 8), Fraction(1, 8))
>>> ParityLearner(2)(((1, 1), (3, 0)), None)
3
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic, TypeVar

from reference.data.bottom import Bottom
from reference.data.concept import LabelledExample
from reference.data.database import Database
from reference.data.gf2 import AffineSpace, solutions
from reference.data.universes import replaced_labelled_vectors
from reference.exact.field import R
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee, PrivateMechanism, PureLoss
from reference.probability.coins import Coins
from reference.probability.dist import Dist, X
from reference.probability.families import bernoulli
from reference.source import Paper, Source

C = TypeVar("C")

HALF = Fraction(1, 2)


def keeping_rate(eps: Epsilon[R]) -> R:
    """The rate e = (e^eps - 1)/(e^eps + 1): keeping examples like this costs eps exactly."""
    return (eps.exp() - 1) / (eps.exp() + 1)


def loss_of_keeping(rate: Fraction) -> Epsilon[Fraction]:
    """The eps with e^eps = (1 + e)/(1 - e).

    Raises:
        ValueError: unless 0 <= rate < 1.
    """
    if not 0 <= rate < 1:
        raise ValueError(f"rate {rate}: at least 0 and below 1")
    return Epsilon((1 + rate) / (1 - rate))


LARGEST = 1 << 10
"""Bits of a number of hypotheses that is too large to list."""

AT_ONCE = 2
"""Vectors of a basis of which one draw takes a sum; the coins for all others are tossed."""


@dataclass(frozen=True, slots=True)
class ParityLearner:
    """The least consistent parity, without privacy.

    Raises:
        ValueError: for a negative number of bits; at a call, for a row that is no labelled vector.
    """

    source: ClassVar[Source] = Source(Paper.VT14, "parity learner", "9.1")
    deterministic: ClassVar[bool] = True

    bits: int
    """d: points and hypotheses have so many bits."""

    def __post_init__(self) -> None:
        if self.bits < 0:
            raise ValueError(f"bits {self.bits}: at least 0")

    universe = replaced_labelled_vectors

    def __call__(self, database: Database[LabelledExample], _coins: C, /) -> int | Bottom:
        """The hypothesis, or bottom if there is none."""
        _refuse_strange(database, self.bits)
        space = solutions(database, self.bits)
        return Bottom.BOTTOM if space is None else space.least


@dataclass(frozen=True, slots=True)
class PrivateParityLearner(Generic[R]):
    """Parameters of the private learner; call it on labelled examples.

    Raises:
        ValueError: for a negative number of bits; at a call, for a row that is no labelled vector.
    """

    source: ClassVar[Source] = Source(Paper.VT14, "mechanism M", "9.1")

    bits: int
    """d: points and hypotheses have so many bits; a row is a point and its label, 0 or 1."""

    eps: Epsilon[R]
    """Privacy loss; each example is kept with probability (e^eps - 1)/(e^eps + 1)."""

    def __post_init__(self) -> None:
        if self.bits < 0:
            raise ValueError(f"bits {self.bits}: at least 0")

    guarantee = PureLoss()
    """(eps, 0) for replaced labelled examples."""

    universe = replaced_labelled_vectors

    def most_outcomes(self, _rows: int) -> int:
        """All hypotheses, and bottom."""
        return (1 << min(self.bits, LARGEST)) + 1

    def __call__(self, database: Database[LabelledExample], coins: Coins[R], /) -> int | Bottom:
        """A hypothesis, or bottom."""
        _refuse_strange(database, self.bits)
        if coins.draw(bernoulli(HALF)):  # 1
            return Bottom.BOTTOM
        keep = bernoulli(keeping_rate(self.eps))  # 2
        kept = [example for example in database if coins.draw(keep)]
        space = solutions(kept, self.bits)  # 3
        return Bottom.BOTTOM if space is None else coins.delegate(UniformVector(), space)  # 4


@dataclass(frozen=True, slots=True)
class FirstAnswer(Generic[X, R]):
    """A learner on disjoint blocks of rows, and the first answer that is not bottom.

    A row is in one block only, so that nothing more is lost; rows that are left over are unused.

    Raises:
        ValueError: unless there is at least one block.
    """

    source: ClassVar[Source] = Source(Paper.VT14, "amplification of M", "9.1")

    learner: PrivateMechanism[Database[LabelledExample], X | Bottom, R]
    """What is run on each block."""

    blocks: int
    """t."""

    def __post_init__(self) -> None:
        if self.blocks < 1:
            raise ValueError(f"{self.blocks} blocks: at least 1")

    @property
    def guarantee(self) -> Guarantee[R]:
        """That of the learner, for replaced labelled examples."""
        return self.learner.guarantee

    def __call__(self, database: Database[LabelledExample], coins: Coins[R], /) -> X | Bottom:
        """The first answer, or bottom if there is none."""
        each = len(database) // self.blocks
        for block in range(self.blocks):
            found = coins.run(self.learner, database[block * each : (block + 1) * each])
            if found is not Bottom.BOTTOM:
                return found
        return Bottom.BOTTOM


@dataclass(frozen=True, slots=True)
class UniformVector:
    """A uniform vector of an affine space; call it on the space.

    The time is polynomial in the dimension, as no space of more than 2^AT_ONCE vectors is listed.
    """

    def __call__(self, space: AffineSpace, coins: Coins[R], /) -> int:
        """The least vector, plus each vector of the basis with probability 1/2."""
        vector = space.least
        for direction in space.basis[AT_ONCE:]:
            if coins.draw(bernoulli(HALF)):
                vector ^= direction
        return coins.release(Dist.uniform(AffineSpace(vector, space.basis[:AT_ONCE])))


def _refuse_strange(database: Iterable[object], bits: int) -> None:
    """Refuse a row, whether it is kept or not: whether it is refused must not depend on coins."""
    for row in database:
        pair = row if isinstance(row, tuple) else ()
        if (
            [*map(type, pair)] != [int, int]
            or pair[0] < 0
            or pair[0].bit_length() > bits
            or pair[1] not in {0, 1}
        ):
            raise ValueError(f"row {row!r}: a vector of {bits} bits, as an integer, and a label")
