"""The geometric mechanism: an integer query plus two-sided geometric noise.

The Laplace mechanism on the integers: q(S) + Z with Pr[Z = z] = (1-g)/(1+g) g^|z| and
g = e^(-eps/D), where D is the sensitivity of q.

Pseudo-code:
    1  a <- q(S)
    2  return a + Z, Z two-sided geometric of ratio e^(-eps/D)

What is released is an integer without bounds.  To write its law down, its values may be shown
in an interval only, larger ones as the upper end and smaller ones as the lower end.  If the
interval contains q(S) and q(S') then all values y beyond one end have the same likelihood ratio
g^(|y - q(S)| - |y - q(S')|), so that lumping them changes no privacy loss and no delta; any
other interval is post-processing.

The clamped mechanism releases a + Z moved to the nearest point of an interval.  It has the law
of the lumped mechanism; the two differ in what is released.  The mechanisms with truncated
noise, which are something else, are in `truncated_geometric`.

Notation: S, S' neighbouring databases, q query, a answer, D sensitivity, Z noise, g ratio.
Source: VT14, section 1.1 (Laplace mechanism); BNSV15, Theorem 2.1.
Guarantees: VT14.P1.1.4, VT14.E1.1.3a, BNSV15.T2.1, CORE.geometric-mechanism,
CORE.geometric-mechanism-is-tight.
Deviations: integer noise in place of continuous noise.
Degenerate inputs: none; the empty database has a sum, 0.

>>> from reference.probability.law import law
>>> law(GeometricCount(0, 2, Epsilon(Fraction(2))), (0, 1))
Dist({0: 1/3, 1: 1/3, 2: 1/3})
"""

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic, Protocol, TypeVar

from reference.data.database import Database
from reference.data.universes import replaced_bits
from reference.exact.field import R
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import PureLoss
from reference.probability.coins import Coins, D
from reference.probability.geometric import Settled, TwoSidedGeometric
from reference.source import Paper, Source

D_contra = TypeVar("D_contra", bound=Hashable, contravariant=True)


class IntegerQuery(Protocol[D_contra]):
    """A function of the database with integer values; hashable, since mechanisms are."""

    def __call__(self, database: D_contra, /) -> int:
        """The exact answer."""


@dataclass(frozen=True, slots=True)
class Total:
    """The sum of the rows; the count of the ones, if rows are bits."""

    def __call__(self, database: Database[int], /) -> int:
        return sum(database)


@dataclass(frozen=True, slots=True)
class NoisyInteger(Generic[R]):
    """An integer plus two-sided geometric noise, as a mechanism of its own.

    Raises:
        ValueError: if the ratio is a number outside (0, 1), or the interval is empty.
    """

    ratio: R
    """g."""

    shown: tuple[int, int] | None = None
    """The interval in which values are shown; None: all are (for `run`, not for `law`)."""

    def __post_init__(self) -> None:
        TwoSidedGeometric(self.ratio)
        if self.shown is not None and self.shown[0] > self.shown[1]:
            raise ValueError(f"interval {self.shown}: the low end is at most the high end")

    def __call__(self, value: int, coins: Coins[R], /) -> int:
        """The value plus noise."""
        noise = TwoSidedGeometric(self.ratio)
        if self.shown is None:
            return value + coins.draw_noise(noise, Settled(0, 0, self.ratio, 0))
        low, high = self.shown
        settled = Settled(min(low - value, 0), max(high - value, 0), self.ratio, 0)
        return min(max(value + coins.draw_noise(noise, settled), low), high)


def most_shown(rows: int, reach: int, counts: int) -> int:
    """The outcomes of so many noisy counts, or of 64 of them, each shown so far beyond 0..rows."""
    found: int = (rows + 2 * reach + 1) ** min(64, counts)
    return found


@dataclass(frozen=True, slots=True)
class GeometricMechanism(Generic[D, R]):
    """Parameters of the mechanism; call it on whatever its query takes.

    Raises:
        ValueError: if the sensitivity is below 1, or the interval is empty.
        InexactExponentError: at construction, unless eps.parts is a multiple of the sensitivity.
    """

    source: ClassVar[Source] = Source(Paper.VT14, "Laplace mechanism", "1.1")
    parts: ClassVar[int] = 1

    query: IntegerQuery[D]
    """q."""

    sensitivity: int
    """D: by how much the answers of neighbours differ at most."""

    eps: Epsilon[R]
    """Privacy loss; e^(eps/D) must be exact."""

    shown: tuple[int, int] | None = None
    """The interval in which values are shown; None: all are (for `run`, not for `law`)."""

    def __post_init__(self) -> None:
        if self.sensitivity < 1:
            raise ValueError(f"sensitivity {self.sensitivity}: at least 1")
        NoisyInteger(self.ratio, self.shown)

    @property
    def ratio(self) -> R:
        """The ratio e^(-eps/D) of the noise."""
        return self.eps.exp(Fraction(-1, self.sensitivity))

    guarantee = PureLoss()
    """(eps, 0) wherever the query has the stated sensitivity."""

    def __call__(self, database: D, coins: Coins[R], /) -> int:
        """The noisy answer."""
        answer = self.query(database)  # 1
        return coins.delegate(NoisyInteger(self.ratio, self.shown), answer)  # 2


@dataclass(frozen=True, slots=True)
class GeometricCount(Generic[R]):
    """The geometric mechanism for the number of ones among bits, shown from `low` to `high`."""

    source: ClassVar[Source] = Source(Paper.VT14, "Laplace mechanism", "1.1")
    parts: ClassVar[int] = 1

    low: int
    """Smaller values are shown as this one; 0 shows every difference in likelihood."""

    high: int
    """Greater values are shown as this one; so does the number of rows."""

    eps: Epsilon[R]
    """Privacy loss."""

    guarantee = PureLoss()
    """(eps, 0) for replaced and for added or removed rows."""
    universe = replaced_bits

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        """The noisy count."""
        shown = (self.low, self.high)
        return GeometricMechanism(Total(), 1, self.eps, shown)(database, coins)


@dataclass(frozen=True, slots=True)
class ClampedGeometricCount(Generic[R]):
    """The number of ones among bits, plus noise, moved to the nearest point of an interval.

    Pseudo-code:
        1  a <- the number of ones
        2  draw a + Z, Z two-sided geometric of ratio e^(-eps), clamped to the interval
    """

    source: ClassVar[Source] = Source(Paper.VT14, "Laplace mechanism, clamped", "1.1")
    parts: ClassVar[int] = 1

    low: int
    """The least answer."""

    high: int
    """The greatest answer."""

    eps: Epsilon[R]
    """Privacy loss."""

    guarantee = PureLoss()
    """(eps, 0) for replaced and for added or removed rows."""
    universe = replaced_bits

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        """The noisy count, at least `low` and at most `high`."""
        count = sum(database)  # 1
        noise = TwoSidedGeometric(self.eps.exp(-1))
        moved = noise.clamped(self.low - count, self.high - count)
        return coins.release(moved.map(lambda z: count + z))  # 2
