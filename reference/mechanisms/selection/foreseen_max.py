"""Noisy max as a stream with foresight: the greatest value is foretold, then met once.

Report noisy max is no stream, since an answer to come tells whether this one wins.  With foresight
it is: W is foretold, one noisy answer is W, no other one is above it.  For given noise there is
such a W for one choice of the winner only (but with probability 0), and the output says which.
For the lead the runner-up's value V is foretold too, and which answer it is, is put out: more than
`GapNoisyMax` puts out, so that a bound for this is one for that.

Pseudo-code:
    1  foretell W
    2  for each answer f: y <- f + Z, Z noise
    3      this is the winner and y = W: release 1
    4      or it is not, and y < W before the winner, y <= W after it: release 0

On the integers, where noisy answers may be equal, it is the first of the greatest that wins.

With the lead, V <= W is foretold, another answer has y = V (release 2), all others y <= V, and
W - V is released at the end.

Notation: W greatest noisy answer, V the second one, f answer, Z noise.
Source: Dwork and Roth, The Algorithmic Foundations of Differential Privacy, section 3.3.
Guarantees: CORE.continuous-noisy-max-1-every-n, CORE.continuous-noisy-max-2-every-n,
CORE.monotone-noisy-max-1-every-n, CORE.monotone-noisy-max-2-every-n, CORE.gap-noisy-max-every-n,
CORE.foreseen-max-law, CORE.foreseen-gap-law.
Deviations: places are told by bits, and that of the runner-up is told.
Degenerate inputs: no answer, or for the lead one answer, has no run to the end.

>>> from reference.privacy.epsilon import Epsilon
>>> from reference.probability.tracing import trace
>>> trace(ForeseenMax(Epsilon.continuous(parts=2))).prophecies
1
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeAlias

from reference.exact.field import R
from reference.privacy.epsilon import Epsilon
from reference.probability.continuous import Exponential, Gap, Laplace, Real, Scale
from reference.probability.streams import Foresight

Met: TypeAlias = tuple[Real, bool]
"""W, and whether it was met."""

BothMet: TypeAlias = tuple[Real, Real, bool, bool]
"""W and V, and whether each was met."""


@dataclass(frozen=True, slots=True)
class ForeseenMax(Generic[R]):
    """Noisy max, Laplace noise: the place of the greatest."""

    eps: Epsilon[R]

    size: int | Fraction = 2
    """The scale of the noise is size/eps."""

    noise: Callable[[Scale[R]], Laplace[R] | Exponential[R]] = Laplace

    def begin(self, coins: Foresight[R], /) -> Met:
        """What is foretold."""
        return coins.foretell(), False  # 1

    def step(self, state: Met, answer: int, coins: Foresight[R], /) -> tuple[Met, int]:
        """Whether it is the winner."""
        greatest, met = state
        y = answer + coins.draw_real(self.noise(self.size / self.eps))  # 2
        if not met and coins.guess():
            coins.equate(y, greatest)
            return (greatest, True), 1  # 3
        coins.require(holds=y <= greatest if met else y < greatest)
        return state, 0  # 4

    def end(self, state: Met, coins: Foresight[R], /) -> None:
        """Somebody has won."""
        coins.require(holds=state[1])


@dataclass(frozen=True, slots=True)
class ForeseenGap(Generic[R]):
    """Noisy max with gap, Laplace noise: the places of the two greatest, and the lead."""

    eps: Epsilon[R]

    size: int | Fraction = 2
    """The scale of the noise is size/eps."""

    def begin(self, coins: Foresight[R], /) -> BothMet:
        """What is foretold."""
        first, second = coins.foretell(), coins.foretell()
        coins.require(holds=second <= first)
        return first, second, False, False

    def step(self, state: BothMet, answer: int, coins: Foresight[R], /) -> tuple[BothMet, int]:
        """Whether it is the winner, the runner-up, or neither."""
        first, second, won, followed = state
        y = answer + coins.draw_real(Laplace(self.size / self.eps))
        if not won and coins.guess():
            coins.equate(y, first)
            return (first, second, True, followed), 1
        if not followed and coins.guess():
            coins.equate(y, second)
            return (first, second, won, True), 2
        coins.require(holds=y <= second)
        return state, 0

    def end(self, state: BothMet, coins: Foresight[R], /) -> Real | Gap:
        """The lead."""
        first, second, won, followed = state
        coins.require(holds=won and followed)
        return first - second
