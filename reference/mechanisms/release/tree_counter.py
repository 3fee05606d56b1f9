"""The tree counter: how many rows are at most t, for every point t, from counts of dyadic blocks.

Write the points as 0, 1, ..., |X| - 1.  Node v stands for the b points before v, where b is the
largest power of two that divides v; the points up to t are the union of the blocks of v = t + 1,
v - b(v), ..., at most L = ceil(log2 |X|) of them.  Only counts of blocks are noisy: that all rows
are at most |X| - 1 needs no noise.

Pseudo-code:
    1  for each node v that a query needs,
    2  N_v <- the number of rows in the block of v, plus geometric noise Z_v of ratio e^(-eps)
    3  c_v <- c_(v - b) + N_v, where b is the largest power of two that divides v and c_0 = 0
    4  answer c_(t + 1) for the query t, and the number of rows for t = |X| - 1

This is the counter of a stream (`reference.mechanisms.stream.binary_tree`) on the histogram of the
database: the blocks and the noise are the same.  It differs in what is private, a row and not an
entry of the histogram: a replaced row lies in other blocks, at most 2L - 1 of them, as the blocks
that end below the larger of two points and begin at or below the smaller one hold both or are one
at each level.  And queries may be few among very many points, so that nodes are made where needed.

Counts are released without bounds; to write their law down, N_v may be shown between -reach and
the number of rows plus reach only (beyond both true counts all likelihood ratios agree).

Notation: X domain, t query and point, v node, b block length, Z two-sided noise, N noisy count,
c prefix count, L levels, g ratio of the noise, s > 1.
Source: BNSV15, Lemma 4.7, section 4.2.1 (after Dwork, Naor, Pitassi, Rothblum, 2010).
Guarantees: BNSV15.ALG.Tree, BNSV15.L4.7.
Deviations: integer counts with geometric noise in place of fractions with Laplace noise; blocks
that are no prefix's are not counted; eps is the loss of one node.
Degenerate inputs: one point has one answer, the number of rows; an empty database is counted.

>>> from reference.probability.law import law
>>> law(TreeCounter(Domain.of_size(2), Epsilon(Fraction(2))), (0, 1, 1)).probability((1, 3))
Fraction(1, 3)
>>> plan = calibrate_tree_counter(
...     Fraction(1), Fraction(1, 10), Fraction(1, 20), Domain.of_size(2**32)
... )
>>> plan.root, plan.error, plan.rows_needed
(Fraction(8323, 8192), 3458, 34580)
"""

from bisect import bisect_left
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic

from reference.data.database import Database
from reference.data.domain import Domain
from reference.data.universes import replaced_rows
from reference.exact.exponential import root_below
from reference.exact.field import R
from reference.exact.interval import check_exact, exact, ln
from reference.mechanisms.noise.geometric_mechanism import NoisyInteger, most_shown
from reference.mechanisms.stream.binary_tree import block_length
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins
from reference.source import Paper, Source

UNBOUNDED = 2**64
"""A reach that no count comes near: for runs."""

ROOT_DIGITS = 10
"""Binary digits of root - 1 that are kept when the root is rounded down."""


@dataclass(frozen=True, slots=True)
class TreeCounter(Generic[R]):
    """Parameters of the mechanism; call it on a database of points.

    Raises:
        ValueError: unless the domain is 0, 1, ..., size - 1 and has the queries, and reach >= 0.
    """

    source: ClassVar[Source] = Source(Paper.BNSV15, "Lemma 4.7", "4.2.1")
    parts: ClassVar[int] = 1

    domain: Domain[int]
    """X: the points 0, 1, ..., size - 1."""

    eps: Epsilon[R]
    """Privacy loss of each node."""

    reach: int = 0
    """How far beyond 0 and the number of rows node values are shown; may be huge for `run`."""

    queries: tuple[int, ...] = ()
    """The points whose counts are released; none: all points."""

    def __post_init__(self) -> None:
        if self.domain.values != range(self.domain.size):
            raise ValueError(f"domain {self.domain.values}: 0, 1, ..., size - 1")
        if self.reach < 0:
            raise ValueError(f"reach {self.reach}: at least 0")
        for query in self.queries:
            if query not in self.domain:
                raise ValueError(f"query {query}: a point from 0 to {self.domain.size - 1}")

    @property
    def levels(self) -> int:
        """L, the number of nodes that make up a prefix, or hold a point, at most."""
        return levels(self.domain.size)

    @property
    def guarantee(self) -> Guarantee[R]:
        """((2L - 1) eps, 0) for replaced rows; (0, 0) over one point, where L = 0."""
        return Guarantee.pure(self.eps, nodes_changed(self.domain.size))

    universe = replaced_rows

    def most_outcomes(self, rows: int) -> int:
        """The values of each node, for at most 64 points."""
        asked = self.queries[:64] or range(min(self.domain.size, 64))
        nodes = {v for t in asked for v in prefix_nodes(t + 1)} - {self.domain.size}
        return most_shown(rows, self.reach, len(nodes))

    def __call__(self, database: Database[int], coins: Coins[R], /) -> tuple[int, ...]:
        """The noisy number of rows up to every query."""
        rows, shown = sorted(database), (-self.reach, len(database) + self.reach)
        asked = self.queries or tuple(self.domain)
        noisy = NoisyInteger(self.eps.exp(-1), shown)
        counts = {0: 0, self.domain.size: len(rows)}
        for node in sorted({v for t in asked for v in prefix_nodes(t + 1)} - counts.keys()):  # 1
            start = node - block_length(node)
            true = bisect_left(rows, node) - bisect_left(rows, start)
            counts[node] = counts[start] + coins.run(noisy, true)  # 2-3
        return tuple(counts[t + 1] for t in asked)  # 4


def levels(size: int) -> int:
    """ceil(log2 size), for a size >= 1."""
    return (size - 1).bit_length()


def nodes_changed(size: int) -> int:
    """How many blocks hold one of two points and not the other, at most: 2L - 1, or 0."""
    return max(0, 2 * levels(size) - 1)


def prefix_nodes(time: int) -> list[int]:
    """The nodes whose blocks make up the points before a time >= 0."""
    nodes = []
    while time:
        nodes.append(time)
        time -= block_length(time)
    return nodes


def error_bound(size: int, ratio: Fraction, failure_probability: Fraction) -> int:
    """An error that no answer exceeds, but with this probability, whatever the database.

    The error of a prefix of j nodes is a sum of j independent variables, each with the mean
    M = (1-g)^2/((1-gs)(1-g/s)) of s^Z; over the prefixes with L binary digits M^j sums up to at
    most (1+M)^L - 1, and so Pr[some |error| >= e] <= 2 ((1+M)^L - 1) s^(-e).

    Args:
        size: the number of points, >= 1.
        ratio: g, that of the noise, in (0, 1).
        failure_probability: in (0, 1].

    Raises:
        TypeError: for a float.
        ValueError: outside these ranges.
    """
    check_exact(ratio=ratio, failure_probability=failure_probability)
    if size < 1 or not (0 < ratio < 1 and 0 < failure_probability <= 1):
        raise ValueError(
            f"size {size}, ratio {ratio}, failure probability {failure_probability}: "
            "at least 1, in (0, 1), in (0, 1]"
        )
    depth = levels(size)
    if not depth:
        return 0
    ends = []
    for part in range(1, 16):
        s = 1 + (1 / ratio - 1) * Fraction(part, 16)
        mean = (1 - ratio) ** 2 / ((1 - ratio * s) * (1 - ratio / s))
        chance = 2 * ((1 + mean) ** depth - 1) / failure_probability
        ends.append((ln(chance) / ln(s)).rounded_up() - 1)
    return max(0, min(ends))


@dataclass(frozen=True, slots=True)
class TreeCounterPlan:
    """Parameters of the tree counter for a target, and what they need."""

    domain: Domain[int]
    root: Fraction
    """e^eps of a node, rounded down."""

    error: int
    """No answer is off by more, but with the failure probability."""

    rows_needed: int
    """So many rows make that an accuracy of alpha."""

    @property
    def mechanism(self) -> TreeCounter[Fraction]:
        """The mechanism with these parameters, for all points and without bounds."""
        return self.showing(UNBOUNDED)

    def showing(self, reach: int, *queries: int) -> TreeCounter[Fraction]:
        """The same, counts of nodes shown so far beyond 0 and the number of rows."""
        return TreeCounter(self.domain, Epsilon(self.root), reach, queries)


def calibrate_tree_counter(
    eps: Fraction, accuracy: Fraction, failure_probability: Fraction, domain: Domain[int]
) -> TreeCounterPlan:
    """The tree counter for (eps, 0)-privacy, with (alpha, beta)-accuracy on enough rows.

    Args:
        eps: > 0, for replaced rows.
        accuracy: alpha, above 0.
        failure_probability: beta, in (0, 1].
        domain: 0, 1, ..., size - 1.

    Raises:
        TypeError: for a float.
        ValueError: outside these ranges.
    """
    check_exact(eps=eps, accuracy=accuracy, failure_probability=failure_probability)
    if eps <= 0 or accuracy <= 0 or not 0 < failure_probability <= 1:
        raise ValueError(
            f"eps {eps}, accuracy {accuracy}, failure probability {failure_probability}: "
            "above 0, above 0, in (0, 1]"
        )
    root = root_below(exact(eps) / max(1, nodes_changed(domain.size)), ROOT_DIGITS)
    error = error_bound(domain.size, 1 / root, failure_probability)
    return TreeCounterPlan(domain, root, error, max(1, (exact(error) / accuracy).rounded_up()))
