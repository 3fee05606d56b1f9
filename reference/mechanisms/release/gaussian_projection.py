"""All two-way parities: Gaussian noise, then the nearest point that a database can have.

The parities y of all d^2 pairs lie in n K, K the convex hull of the columns of the matrix Q and of
their negatives (`parity_hull`).  Noise for y has to be proportional to R = d, the radius of K, but
the projection on n K forgets all but the part of it that points along K.

Pseudo-code:
    1  y <- Q x
    2  y~ <- y + w, w independent Gaussian noise on each of the d^2 coordinates
    3  release the point of n K that is nearest to y~

Step 3 uses no row, so the privacy is that of step 2.  Neighbours differ in one row that is added
or removed; y - y' is then a column of Q or its negative, whose length is R = d.

Notation: x database as a histogram, d bits, n bound on the number of rows, Q, K, R as above.
Source: VT14, section 7, steps 1 to 3, and "we can update step 3" for L in place of K.
Guarantees: VT14.ALG.GeoProject, VT14.ALG.GeoProjectSDP, VT14.TXT.gauss-priv, VT14.TXT.proj.
Deviations: noise is on the integers; n is a parameter (the notes: "n known"), since for added rows
the number of rows of the database itself would give one row away; where n is too small
nothing is lost but accuracy.
Degenerate inputs: the empty database has y = 0; n = 0 gives 0 always.

>>> from reference.probability.law import law
>>> mechanism = TruncatedGaussianProjection(1, 1, 1, 1, Epsilon(Fraction(2)))
>>> law(mechanism, (0,))  # y = 1, noise of weights 1 : 2 : 1
Dist({(Fraction(0, 1),): 1/4, (Fraction(1, 1),): 3/4})
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import ClassVar, Generic

from reference.data.database import Database
from reference.data.domain import Domain
from reference.data.parities import Vector, pair_parities, row_parities
from reference.data.parity_hull import best_vertex
from reference.data.universes import added_rows
from reference.exact.field import R
from reference.exact.nearest_point import nearest_point
from reference.mechanisms.noise.discrete_gaussian import (
    truncated_delta,
    truncated_gaussian,
    variance_for,
)
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins, Mechanism
from reference.probability.dist import Dist
from reference.source import Paper, Source

MOST_BITS, MOST_NOISES = 3, 2**15
"""Where a law is worked out: d, and values of the noise of all coordinates together."""

Adjust = Callable[[Vector, int, int], Vector]
"""From noisy parities, d and n to what is released."""


def projected(noisy: Vector, bits: int, rows: int) -> Vector:
    """The point of n K that is nearest to noisy parities."""

    def best(direction: Sequence[Fraction]) -> Sequence[Fraction]:
        return [rows * z for z in map(Fraction, best_vertex(direction, bits))]

    return nearest_point(noisy, best).point


def projected_for(noisy: Vector, bits: int, rows: int, roots: Vector) -> Vector:
    """The point of n K with the least weighted square distance to noisy parities.

    Args:
        noisy: y~.
        bits: d.
        rows: n.
        roots: square roots of the weights of the pairs; scaled by them, every column of Q has
            the same length, so one noise level after scaling is as private for all weights.
    """

    def best(direction: Sequence[Fraction]) -> Sequence[Fraction]:
        back = [a * z for a, z in zip(roots, direction, strict=True)]
        return [rows * a * z for a, z in zip(roots, best_vertex(back, bits), strict=True)]

    goal = [a * z for a, z in zip(roots, noisy, strict=True)]
    found = nearest_point(goal, best).point
    pairs = zip(found, roots, noisy, strict=True)
    return tuple(z / a if a else other for z, a, other in pairs)


def exact_parities(database: Database[int], bits: int) -> tuple[int, ...]:
    """The parities of all pairs over the rows."""
    return tuple(map(int, pair_parities(Counter(database), bits)))


@dataclass(frozen=True, slots=True)
class TruncatedGaussianProjection(Generic[R]):
    """The release with truncated Gaussian noise, whose law is exact.

    Raises:
        ValueError: unless there are bits, and the number of rows and the width are at least 0; for
            more than MOST_BITS bits or MOST_NOISES values of the noise.
    """

    source: ClassVar[Source] = Source(Paper.VT14, "steps 1 to 3", "7")
    parts: ClassVar[int] = 4

    bits: int
    """d: rows are 0, ..., 2^d - 1; there are (2w+1)^(d^2) values of the noise."""

    rows: int
    """n: a public bound on the number of rows."""

    width: int
    """w: the noise of each coordinate lies between -w and w."""

    spread: int
    """2 eps V, a divisor of the parts of eps: the weight of noise z is e^(-eps z^2 / spread)."""

    eps: Epsilon[R]
    """Privacy loss, but for delta; e^(eps/spread) must be exact."""

    adjust: Adjust = projected
    """Step 3."""

    def __post_init__(self) -> None:
        if self.bits < 1 or min(self.rows, self.width) < 0 or self.spread < 1:
            words = f"bits {self.bits}, rows {self.rows}, width {self.width}, spread {self.spread}"
            raise ValueError(f"{words}: bits and spread at least 1, rows and width at least 0")
        if self.bits > MOST_BITS or (2 * self.width + 1) ** self.bits**2 > MOST_NOISES:
            raise ValueError(
                f"bits {self.bits}, width {self.width}: at most {MOST_BITS} bits and, with "
                f"(2w+1)^(d^2), {MOST_NOISES} values of the noise"
            )
        self.eps.exp(Fraction(1, self.spread))

    @property
    def domain(self) -> Domain[int]:
        """All rows."""
        return Domain.of_size(2**self.bits)

    @property
    def base(self) -> R:
        """b: noise z has the weight b^(-z^2)."""
        return self.eps.exp(Fraction(1, self.spread))

    @property
    def guarantee(self) -> Guarantee[R]:
        """(eps, delta) for a row that is added or removed, delta the least one for step 2."""
        k = self.bits**2
        delta = truncated_delta(self.base, self.width, coordinates=k, multiple=self.spread)
        return Guarantee(self.eps.exp(), delta)

    universe = added_rows

    def noisy(self, database: Database[int]) -> Dist[tuple[int, ...], R]:
        """The law of the noisy parities."""
        y = exact_parities(database, self.bits)  # 1
        each = truncated_gaussian(self.base, self.width)
        found: Dist[tuple[int, ...], R] = each.map(lambda z: (y[0] + z,))
        for a in y[1:]:  # 2
            found = found.product(each).map(partial(_appended, a))
        return found

    def __call__(self, database: Database[int], coins: Coins[R], /) -> Vector:
        """A point of n K."""
        return coins.release(self.noisy(database).map(self._nearest))  # 3

    def _nearest(self, noisy: tuple[int, ...]) -> Vector:
        return self.adjust(tuple(map(Fraction, noisy)), self.bits, self.rows)


def _appended(answer: int, pair: tuple[tuple[int, ...], int]) -> tuple[int, ...]:
    """Noisy answers, and one more."""
    return (*pair[0], answer + pair[1])


def variance_of_parities(bits: int, eps: Fraction, delta: Fraction) -> Fraction:
    """V for which all parities with discrete Gaussian noise are (eps, delta)-private, R = d.

    For a row that is added or removed.  A row w in place of v moves y by a vector of squared
    length 2 d^2 - 2 <v, w>^2, at most 2 d^2: that needs at most twice the variance.
    """
    return variance_for(eps, delta, bits * bits)


@dataclass(frozen=True, slots=True)
class GaussianProjection(Generic[R]):
    """The release with any noise on each coordinate; discrete Gaussian noise is for `run` only.

    Raises:
        ValueError: unless there are bits, and the number of rows is at least 0.
    """

    source: ClassVar[Source] = Source(Paper.VT14, "steps 1 to 3", "7")

    bits: int
    """d: rows are 0, ..., 2^d - 1."""

    rows: int
    """n: a public bound on the number of rows."""

    noise: Mechanism[int, int, R]
    """Called on a parity: `DiscreteGaussian`, or `TruncatedGaussian`, which has a law."""

    adjust: Adjust = projected
    """Step 3: the exact projection, for small d; any other function is as private."""

    def __post_init__(self) -> None:
        if self.bits < 1 or self.rows < 0:
            raise ValueError(
                f"bits {self.bits}, rows {self.rows}: bits at least 1, rows at least 0"
            )

    @property
    def domain(self) -> Domain[int]:
        """All rows."""
        return Domain.of_size(2**self.bits)

    universe = added_rows

    def __call__(self, database: Database[int], coins: Coins[R], /) -> Vector:
        """What step 3 makes of noisy parities."""
        noisy: Vector = ()
        for a in row_parities(database, self.bits):  # 1
            noisy = (*noisy, Fraction(coins.run(self.noise, a)))  # 2
        return self.adjust(noisy, self.bits, self.rows)  # 3
