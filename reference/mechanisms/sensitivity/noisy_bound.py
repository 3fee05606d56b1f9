"""Noise scaled to a private bound of the local sensitivity; the number of triangles of a graph.

The local sensitivity itself may change by at most one from a database to its neighbour, as that of
the number of triangles does.  Then it is estimated with noise, and raised so much that it is too
small with probability delta only.

Pseudo-code:
    1  b <- LS(S) + T + Z, Z two-sided geometric of ratio e^(-eps); 0 if that is negative
    2  if b > M, return bottom
    3  return q(S) + Z', Z' two-sided geometric of ratio g_b >= e^(-eps/b), no noise for b = 0

Here Pr[b < LS(S)] = e^(-eps (T+1)) / (1 + e^-eps): that is delta, and `least_shift` the least T
for a given one.  The ratio g_b is e^(-eps/b)
itself, if eps.parts is a multiple of b.  Else it is rational, 1/(1 + y/b) with r = e^eps and
y = 2 (r-1)/(r+1) <= ln r; its b-th power is at least e^-y >= e^-eps: a little more noise.

Notation: S database, q query, LS its local sensitivity, b bound, T shift, M largest bound, Z and
Z' noise, g ratio.
Source: VT14, section 2.2.3; Karwa, Raskhodnikova, Smith, Yaroslavtsev, Private analysis of graph
structure (PVLDB 2011).
Guarantees: VT14.TXT.gptr-priv, VT14.ALG.GPTR.disc, VT14.ALG.GPTR.
Deviations: geometric noise for Laplace noise, an integer shift T for ln(1/delta)/eps; no noise
where the printed bound is not positive (and the printed scale no scale); bottom above M.
Degenerate inputs: a graph without edges has no triangles, and LS = 0.

>>> from reference.probability.law import law
>>> law(TriangleCount(1, 2, 1, Epsilon(Fraction(2))), ())
Dist({0: 41/63, 1: 23/126, bottom: 1/6})
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic

from reference.data.bottom import Bottom
from reference.data.graphs import Graph, check_graph, exact_triangles, most_common_neighbours
from reference.data.universes import changed_edges
from reference.exact.field import R
from reference.exact.interval import check_exact, ln
from reference.mechanisms.noise.geometric_mechanism import IntegerQuery, NoisyInteger
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins, D
from reference.probability.geometric import TwoSidedGeometric
from reference.source import Paper, Source


def noise_ratio(eps: Epsilon[R], bound: int) -> R:
    """g_b, with e^(-eps) <= g_b^b: exactly e^(-eps/b) if that is exact, and rational else."""
    if eps.parts % bound == 0:
        return eps.exp(Fraction(-1, bound))
    r = eps.exp()
    return 1 / (1 + 2 * (r - 1) / ((r + 1) * bound))


def least_shift(root: Fraction, delta: Fraction) -> int:
    """The least T >= 0 with e^(-eps (T+1)) / (1 + e^-eps) at most delta; at equality one more.

    Args:
        root: e^eps, above 1.
        delta: above 0.

    Raises:
        TypeError: for a float.
        ValueError: for another root or delta.
    """
    check_exact(root=root, delta=delta)
    if root <= 1 or delta <= 0:
        raise ValueError(f"root {root}, delta {delta}: above 1, and above 0")
    return max(0, (-ln(delta * (root + 1)) / ln(root)).rounded_up())


MOST_SHIFT = 10_000
"""Larger shifts are refused: delta is written down exactly, with as many digits."""


@dataclass(frozen=True, slots=True)
class NoisyBoundRelease(Generic[D, R]):
    """Parameters of the mechanism; call it on whatever its query takes.

    Raises:
        ValueError: if the shift is outside 0, ..., MOST_SHIFT, the largest bound below 1, or the
            interval empty.
    """

    source: ClassVar[Source] = Source(Paper.VT14, "generalisation of PTR", "2.2.3")

    query: IntegerQuery[D]
    """q."""

    local_sensitivity: Callable[[D], int]
    """LS, which changes by at most one from a database to its neighbour."""

    shift: int
    """T >= 0."""

    most: int
    """M >= 1: a larger bound is answered by bottom."""

    eps: Epsilon[R]
    """Half of the privacy loss."""

    shown: tuple[int, int] | None = None
    """The interval in which answers are shown; None: all are (for `run`, not for `law`)."""

    def __post_init__(self) -> None:
        if not 0 <= self.shift <= MOST_SHIFT:
            raise ValueError(f"shift {self.shift}: from 0 to {MOST_SHIFT}")
        if self.most < 1:
            raise ValueError(f"most {self.most}: the largest bound is at least 1")
        NoisyInteger(self.eps.exp(-1), self.shown)

    @property
    def guarantee(self) -> Guarantee[R]:
        """(2 eps, Pr[Z > T]) wherever LS changes by at most one."""
        short = TwoSidedGeometric(self.eps.exp(-1)).at_least(self.shift + 1)
        return Guarantee(self.eps.exp(2), short)

    def __call__(self, database: D, coins: Coins[R], /) -> tuple[int, int] | Bottom:
        """The bound and the noisy answer, or bottom."""
        estimate = NoisyInteger(self.eps.exp(-1), (0, self.most + 1))
        b = coins.run(estimate, self.local_sensitivity(database) + self.shift)  # 1
        if b > self.most:
            return Bottom.BOTTOM  # 2
        answer = self.query(database)
        if b:
            noisy = NoisyInteger(noise_ratio(self.eps, b), self.shown)
            answer = coins.run(noisy, answer)  # 3
        elif self.shown is not None:
            answer = min(max(answer, self.shown[0]), self.shown[1])
        return b, answer


@dataclass(frozen=True, slots=True)
class TriangleCount(Generic[R]):
    """The noisy number of triangles of a graph, a tuple of edges (u, v); from 0 to `highest`.

    Neighbours differ by one edge.  The bound of the local sensitivity is not released.

    Raises:
        ValueError: if the shift is outside 0, ..., MOST_SHIFT, `highest` negative, or the largest
            bound below 1; at a call, for what is no graph.
    """

    source: ClassVar[Source] = Source(Paper.VT14, "number of triangles", "2.2.3")
    parts: ClassVar[int] = 1

    shift: int
    """T >= 0: delta is e^(-eps (T+1)) / (1 + e^-eps)."""

    most: int
    """M >= 1: a larger bound of the local sensitivity is answered by bottom."""

    highest: int
    """Answers are clamped to 0, ..., highest."""

    eps: Epsilon[R]
    """Half of the privacy loss."""

    def __post_init__(self) -> None:
        if self.highest < 0:
            raise ValueError(f"highest {self.highest}: a number of triangles is at least 0")
        self.release()

    def release(self) -> NoisyBoundRelease[Graph, R]:
        """What is run."""
        shown = (0, self.highest)
        return NoisyBoundRelease(
            exact_triangles, most_common_neighbours, self.shift, self.most, self.eps, shown
        )

    @property
    def guarantee(self) -> Guarantee[R]:
        """(2 eps, delta) for edges that appear or vanish."""
        return self.release().guarantee

    universe = changed_edges

    def __call__(self, database: Graph, coins: Coins[R], /) -> int | Bottom:
        """The noisy number of triangles, or bottom."""
        check_graph(database)
        found = coins.run(self.release(), database)
        return found if isinstance(found, Bottom) else found[1]
