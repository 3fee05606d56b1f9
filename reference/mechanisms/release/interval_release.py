"""Interval queries: how many rows are at least t, for every point t, with pure privacy.

Write the points as 0, 1, ..., D - 1.  A replaced row changes each count of a range by at most one.
Three releases of noisy counts, of a loss of eps each, and so of eps times the counts changed:

    release           ranges counted                            changed, at most
    IntervalAnswers   [t, D) for t = 1, ..., D - 1              D - 1
    IntervalCells     each point                                2
    IntervalTree      all blocks of 2^j points, j < d = log D   2d

The query t = 0 has the answer n, the number of rows, without noise.  The others are the sum of
D - t cells; or of the blocks that make up [t, D): at most d, of which the sizes increase.  So the
error of an answer has the order D/L, sqrt(D)/L and d^(3/2)/L, L being the loss of all counts;
with c = 4d/L,

    Pr[some answer of the tree is off by E or more] <= (8/3) (7/3)^d e^(-E/c),

as E[s^Z] <= 4/3 for the noise Z and s = e^(1/c), and the answers with j blocks are C(d, j-1) many.

The tree counter (`tree_counter`) has blocks of another tree, where no more than 2d - 1 change, as
it leaves out those that no answer needs.  Here all blocks are released.

Pseudo-code:
    1  for each range v, N_v <- the number of rows in v, plus geometric noise of ratio e^-eps
    2  release all N_v

Counts are released without bounds; to write their law down, N_v may be shown between -reach and
the number of rows plus reach only (beyond both true counts all likelihood ratios agree).

Notation: X domain of D points, t query, d levels, N noisy count, L loss of all, E error.
Source: VT14, section 6.2, the table (its upper bound for pure privacy).
Guarantees: VT14.ALG.IntervalNaive, VT14.ALG.IntervalTree, VT14.TXT.int-pure-ub.
Deviations: the notes name no mechanism; counts, not fractions, and geometric noise.
Degenerate inputs: one point has one answer, the number of rows; no rows are counted as none.

>>> from reference.probability.law import law
>>> release = IntervalTree(Domain.of_size(2), Epsilon(Fraction(2)))
>>> law(release, (1,)).probability((0, 1))
Fraction(4, 9)
>>> suffix_blocks(5, 8)
(range(5, 6), range(6, 8))
>>> tree_error(3, Fraction(1), Fraction(1, 20))
79
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic

from reference.data.database import Database
from reference.data.domain import Domain
from reference.data.universes import replaced_rows
from reference.exact.field import R
from reference.exact.integers import floor_log2
from reference.exact.interval import check_exact, ln
from reference.mechanisms.noise.geometric_mechanism import NoisyInteger, most_shown
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins
from reference.source import Paper, Source

TABLE = Source(Paper.VT14, "table of interval queries", "6.2")

MOST_POINTS = 2**16
"""Of a domain: all ranges are counted, and listed."""


def exact_count(database: Database[int], query: int) -> int:
    """Q_t(x): how many rows are at least t."""
    return sum(row >= query for row in database)


@dataclass(frozen=True, slots=True)
class IntervalAnswers(Generic[R]):
    """Noise on each answer, of a loss of eps each.

    Raises:
        ValueError: unless the domain is 0, 1, ..., size - 1, of MOST_POINTS points at most, and
            reach >= 0.
    """

    source: ClassVar[Source] = TABLE

    domain: Domain[int]
    """The points 0, 1, ..., D - 1."""

    eps: Epsilon[R]
    """Privacy loss of one answer."""

    reach: int = 0
    """How far beyond 0 and the number of rows counts are shown; may be huge for `run`."""

    universe = replaced_rows

    def __post_init__(self) -> None:
        _check(self.domain, self.reach)

    @property
    def guarantee(self) -> Guarantee[R]:
        """((D - 1) eps, 0) for replaced rows: the answer n has no noise."""
        return Guarantee.pure(self.eps, self.domain.size - 1)

    @property
    def ranges(self) -> tuple[range, ...]:
        """[t, D), for each query t but the first."""
        return tuple(range(t, self.domain.size) for t in range(1, self.domain.size))

    def most_outcomes(self, rows: int) -> int:
        """The values of each count, for at most 64 counts."""
        return most_shown(rows, self.reach, self.domain.size - 1)

    def __call__(self, database: Database[int], coins: Coins[R], /) -> tuple[int, ...]:
        """The noisy answer to each query but the first."""
        return _noisy(database, self.ranges, self.eps.exp(-1), self.reach, coins)


@dataclass(frozen=True, slots=True)
class IntervalCells(Generic[R]):
    """Noise on the count of each point, of a loss of eps each.

    Raises:
        ValueError: unless the domain is 0, 1, ..., size - 1, of MOST_POINTS points at most, and
            reach >= 0.
    """

    source: ClassVar[Source] = TABLE

    domain: Domain[int]
    """The points 0, 1, ..., D - 1."""

    eps: Epsilon[R]
    """Privacy loss of one count."""

    reach: int = 0
    """How far beyond 0 and the number of rows counts are shown; may be huge for `run`."""

    universe = replaced_rows

    def __post_init__(self) -> None:
        _check(self.domain, self.reach)

    @property
    def guarantee(self) -> Guarantee[R]:
        """(2 eps, 0) for replaced rows."""
        return Guarantee.pure(self.eps, 2)

    @property
    def ranges(self) -> tuple[range, ...]:
        """Each point."""
        return tuple(range(x, x + 1) for x in range(self.domain.size))

    def most_outcomes(self, rows: int) -> int:
        """The values of each count, for at most 64 counts."""
        return most_shown(rows, self.reach, self.domain.size)

    def __call__(self, database: Database[int], coins: Coins[R], /) -> tuple[int, ...]:
        """The noisy count of each point."""
        return _noisy(database, self.ranges, self.eps.exp(-1), self.reach, coins)

    def answer(self, released: tuple[int, ...], query: int, rows: int) -> int:
        """The answer to a query, from the counts: the number of rows, or a sum of cells.

        Raises:
            ValueError: for a query that is no point.
        """
        _check_query(self.domain, query)
        return sum(released[query:]) if query else rows


@dataclass(frozen=True, slots=True)
class IntervalTree(Generic[R]):
    """Noise on the count of each block of a binary tree but its root, of a loss of eps each.

    Raises:
        ValueError: unless the domain is 0, 1, ..., 2^d - 1, of MOST_POINTS points at most, the
            blocks are some of its tree, and reach >= 0.
    """

    source: ClassVar[Source] = TABLE

    domain: Domain[int]
    """The points 0, 1, ..., 2^d - 1."""

    eps: Epsilon[R]
    """Privacy loss of one count."""

    reach: int = 0
    """How far beyond 0 and the number of rows counts are shown; may be huge for `run`."""

    blocks: tuple[range, ...] = ()
    """The blocks whose counts are released; none: all of them."""

    universe = replaced_rows

    def __post_init__(self) -> None:
        _check(self.domain, self.reach)
        if self.domain.size != 2**self.levels:
            raise ValueError(f"{self.domain.size} points: a power of two is wanted")
        if not set(self.blocks) <= set(tree_blocks(self.domain.size)):
            raise ValueError(f"blocks {self.blocks}: some of the tree, without its root")

    @property
    def levels(self) -> int:
        """d: in so many blocks is each point, the root not counted."""
        return floor_log2(self.domain.size)

    @property
    def guarantee(self) -> Guarantee[R]:
        """(2d eps, 0) for replaced rows."""
        return Guarantee.pure(self.eps, 2 * self.levels)

    @property
    def ranges(self) -> tuple[range, ...]:
        """The blocks, the largest first."""
        return self.blocks or tree_blocks(self.domain.size)

    def most_outcomes(self, rows: int) -> int:
        """The values of each count, for at most 64 counts."""
        blocks = len(self.blocks) or 2 * (self.domain.size - 1)
        return most_shown(rows, self.reach, blocks)

    def __call__(self, database: Database[int], coins: Coins[R], /) -> tuple[int, ...]:
        """The noisy count of each block."""
        return _noisy(database, self.ranges, self.eps.exp(-1), self.reach, coins)

    def answer(self, released: tuple[int, ...], query: int, rows: int) -> int:
        """The answer to a query, from the counts: the number of rows, or a sum of blocks.

        Raises:
            ValueError: for a query that is no point.
        """
        _check_query(self.domain, query)
        if not query:
            return rows
        counts = dict(zip(self.ranges, released, strict=True))
        return sum(counts[block] for block in suffix_blocks(query, self.domain.size))


def _check(domain: Domain[int], reach: int) -> None:
    if domain.values != range(domain.size):
        raise ValueError(f"domain {domain.values}: 0, 1, ..., size - 1")
    if domain.size > MOST_POINTS:
        raise ValueError(f"{domain.size} points: at most {MOST_POINTS}, as each range is counted")
    if reach < 0:
        raise ValueError(f"reach {reach}: at least 0")


def _check_query(domain: Domain[int], query: int) -> None:
    if query not in domain:
        raise ValueError(f"query {query}: from 0 to {domain.size - 1}")


def _noisy(
    database: Database[int], ranges: tuple[range, ...], ratio: R, reach: int, coins: Coins[R]
) -> tuple[int, ...]:
    """The count of each range plus noise of its own."""
    noisy = NoisyInteger(ratio, (-reach, len(database) + reach))
    counts = (sum(row in block for row in database) for block in ranges)
    return tuple(coins.run(noisy, count) for count in counts)  # 1-2


def tree_blocks(size: int) -> tuple[range, ...]:
    """All blocks [i 2^j, (i + 1) 2^j) of a power of two of points, but the whole."""
    lengths = [size >> level for level in range(1, size.bit_length())]
    return tuple(range(start, start + b) for b in lengths for start in range(0, size, b))


def suffix_blocks(query: int, size: int) -> tuple[range, ...]:
    """The leaf t and the right siblings of its ancestors and of itself: they make up [t, D)."""
    blocks, node, length = [range(query, query + 1)], query, 1
    while length < size:
        if node % 2 == 0:
            blocks.append(range((node + 1) * length, (node + 2) * length))
        node, length = node // 2, 2 * length
    return tuple(blocks)


def tree_error(levels: int, eps: Fraction, failure_probability: Fraction) -> int:
    """E >= (4d/L) (d ln(7/3) + ln(8/(3 beta))): no answer is off by E, but with that chance.

    Args:
        levels: d >= 1.
        eps: the loss L of the release, 2d times that of a count, > 0.
        failure_probability: beta, in (0, 1].

    Raises:
        TypeError: for a float.
        ValueError: outside these ranges.
    """
    check_exact(eps=eps, failure_probability=failure_probability)
    if levels < 1 or eps <= 0 or not 0 < failure_probability <= 1:
        raise ValueError(
            f"levels {levels}, eps {eps}, failure probability {failure_probability}: "
            "at least 1, above 0, in (0, 1]"
        )
    exponent = ln(Fraction(7, 3)) * levels + ln(Fraction(8, 3) / failure_probability)
    return (exponent * (4 * levels) / eps).rounded_up()
