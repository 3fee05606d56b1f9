"""Noise scaled to the local sensitivity: what one would try first, and what is not private.

The scale of the noise tells neighbours apart: where LS is 0 there is no noise at all, and next to
it there may be much.

Pseudo-code:
    1  L <- the local sensitivity of q at S
    2  return q(S) + Z, Z two-sided geometric of ratio e^(-eps/L), Z = 0 for L = 0

Notation: S database, q query, L local sensitivity, Z noise.
Source: VT14, section 2.2.
Guarantees: none; VT14.TXT.ls-insecure says that it has none, VT14.ALG.NaiveLS what it does.
Deviations: geometric noise on the integers for Laplace noise.
Degenerate inputs: where L = 0, the exact answer.

>>> from fractions import Fraction
>>> from reference.probability.law import law
>>> both = lambda database: 2 * int(database == (1, 1))
>>> sensitivity = {(0, 0): 0, (0, 1): 2, (1, 1): 2}.__getitem__
>>> noisy = LocalSensitivityNoise(both, sensitivity, Epsilon(Fraction(2), parts=2), (-1, 1))
>>> law(noisy, (0, 0)), law(noisy, (0, 1))
(Dist({0: 1}), Dist({-1: 1/3, 0: 1/3, 1: 1/3}))
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic

from reference.exact.field import R
from reference.mechanisms.noise.geometric_mechanism import IntegerQuery, NoisyInteger
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Coins, D
from reference.source import Paper, Source


@dataclass(frozen=True, slots=True)
class LocalSensitivityNoise(Generic[D, R]):
    """Parameters of the mechanism; call it on whatever its query takes.

    Raises:
        ValueError: if the interval is empty.
        InexactExponentError: at a call, unless eps.parts is a multiple of the local sensitivity.
    """

    source: ClassVar[Source] = Source(Paper.VT14, "noise by local sensitivity", "2.2")

    query: IntegerQuery[D]
    """q."""

    local_sensitivity: Callable[[D], int]
    """LS."""

    eps: Epsilon[R]
    """The loss that one would hope for."""

    shown: tuple[int, int] | None = None
    """The interval in which values are shown; None: all are (for `run`, not for `law`)."""

    def __post_init__(self) -> None:
        NoisyInteger(self.eps.exp(-1), self.shown)

    def __call__(self, database: D, coins: Coins[R], /) -> int:
        """The noisy answer."""
        scale, answer = self.local_sensitivity(database), self.query(database)  # 1
        if not scale:
            return answer
        ratio = self.eps.exp(Fraction(-1, scale))
        return coins.delegate(NoisyInteger(ratio, self.shown), answer)  # 2
