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
    4  return a uniform element of V; bottom if V is empty

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

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic, TypeVar

from reference.data.adjacency import RowAdjacency, replace_one
from reference.data.bottom import Bottom
from reference.data.concept import LabelledExample, labelled_examples
from reference.data.database import Database
from reference.data.gf2 import solutions
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


MOST_BITS = 16
"""Of a point: all labelled examples, and all consistent parities, are listed."""


@dataclass(frozen=True, slots=True)
class ParityLearner:
    """The least consistent parity, without privacy.

    Raises:
        ValueError: unless bits is 0, ..., MOST_BITS.
    """

    source: ClassVar[Source] = Source(Paper.VT14, "parity learner", "9.1")
    deterministic: ClassVar[bool] = True

    bits: int
    """d: points and hypotheses have so many bits."""

    def __post_init__(self) -> None:
        _check(self.bits)

    def universe(self, rows: int) -> RowAdjacency[LabelledExample]:
        """All databases of `rows` labelled examples, one example replaced."""
        return replace_one(labelled_examples(1 << self.bits), rows)

    def __call__(self, database: Database[LabelledExample], _coins: C, /) -> int | Bottom:
        """The hypothesis, or bottom if there is none."""
        space = solutions(database, self.bits)
        return Bottom.BOTTOM if space is None else space.least


@dataclass(frozen=True, slots=True)
class PrivateParityLearner(Generic[R]):
    """Parameters of the private learner; call it on labelled examples.

    Raises:
        ValueError: unless bits is 0, ..., MOST_BITS.
    """

    source: ClassVar[Source] = Source(Paper.VT14, "mechanism M", "9.1")

    bits: int
    """d: points and hypotheses have so many bits; a row is a point and its label, 0 or 1."""

    eps: Epsilon[R]
    """Privacy loss; each example is kept with probability (e^eps - 1)/(e^eps + 1)."""

    def __post_init__(self) -> None:
        _check(self.bits)

    guarantee = PureLoss()
    """(eps, 0) for replaced labelled examples."""

    def universe(self, rows: int) -> RowAdjacency[LabelledExample]:
        """All databases of `rows` labelled examples, one example replaced."""
        return replace_one(labelled_examples(1 << self.bits), rows)

    def __call__(self, database: Database[LabelledExample], coins: Coins[R], /) -> int | Bottom:
        """A hypothesis, or bottom."""
        if coins.draw(bernoulli(HALF)):  # 1
            return Bottom.BOTTOM
        keep = bernoulli(keeping_rate(self.eps))  # 2
        kept = [example for example in database if coins.draw(keep)]
        space = solutions(kept, self.bits)  # 3
        return Bottom.BOTTOM if space is None else coins.release(Dist.uniform(space))  # 4


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


def _check(bits: int) -> None:
    if not 0 <= bits <= MOST_BITS:
        raise ValueError(f"bits {bits}: from 0 to {MOST_BITS}")
