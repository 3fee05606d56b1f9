"""The privacy curve of large universes: floats discard pairs, integers decide the rest.

The curve is the upper hull of the points (Q(T), P(T)) of all ordered pairs of neighbours and their
likelihood-ratio events T (`reference.privacy.curve`).  In floats, the points of all pairs are
computed at once, and their hull.  A pair whose points all lie below that hull, by more than the
floats can be wrong, contributes nothing and is discarded.  The curve of the others is computed in
integers.  So the answer is that of `reference.privacy.curve.envelope`; tests compare the two.

Why a discarded pair contributes nothing.  Let u = 2^-53, k the number of outcomes, and S the pairs
that are kept, with the curve E, which is concave and does not fall as a function of q.

* Every probability is a float within a relative error u, so that the sum over an event is off by
  at most (k + 1) u, up to terms in u^2; this is an event of the pair, whatever the order was.
* A corner of the hull in floats, moved right and down by its error, lies on or below E; so does
  the hull of such corners.  All of them come from kept pairs, which lie on it.
* The ratios P(y) / Q(y) are floats within a relative error 4 u.  So an event {P > c Q} or
  {P >= c Q} lies between two events of the order in floats, T <= T', and all that T' has more
  than T has ratios in c (1 +- 9 u): it lies at most 18 u above the segment from T to T'.
* Interpolation and shifts cost at most 12 u.

So a pair is discarded if each of its points, moved left and up by m, lies below the hull in
floats, moved right and down by m, for m >= (k + 31) u; `margin` is twice that.  With a pair (P, Q)
the pair (Q, P) is settled: its points are the mirror images (1 - p, 1 - q), and so is the hull.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from fractions import Fraction
from itertools import chain
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from audits.engines.privacy.pairs import integer
from audits.evidence.table import LawTable
from audits.extras import is_installed
from reference.privacy.curve import Envelope, envelope, envelope_of_weights, upper_hull
from reference.probability.dist import X

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]
    Links: TypeAlias = NDArray[np.intp]

D = TypeVar("D", bound=Hashable)

MANY_PAIRS = 20_000
"""From so many ordered pairs on, the filter in floats is worth the loading of numpy."""

LEAST_CHANCE = Fraction(1, 2**400)
"""Where an outcome is rarer than that, no quotient in floats is trusted."""

FIRST_BLOCK, BLOCK = 1 << 10, 1 << 18
"""Points that are computed at a time: few at first, so that the hull is known early."""


def curve(table: LawTable[D, X, Fraction]) -> Envelope:
    """The privacy curve of all ordered pairs of neighbours, exactly.

    Each corner has positions of two databases with the laws that attain it; other databases with
    the same laws may be the neighbours.

    Raises:
        ValueError: if there are no neighbours.
    """
    if table.universe.pair_count >= MANY_PAIRS and is_installed("numpy"):
        return filtered(table)
    return envelope(table.laws(), table.universe.index_pairs())


def filtered(table: LawTable[D, X, Fraction]) -> Envelope:
    """The same, for a universe of any size, through the filter.

    Raises:
        ValueError: if there are no neighbours.
    """
    import numpy as np

    flat = np.fromiter(chain.from_iterable(table.universe.index_pairs()), dtype=np.intp)
    links = flat.reshape(-1, 2)
    chances = _probabilities(table)
    kept = links if chances is None else _not_dominated(chances, links)
    used, places = np.unique(kept, return_inverse=True)
    weights = [
        ({y: integer(w) for y, w in table.rows[i].items()}, integer(table.totals[i]))
        for i in used.tolist()
    ]
    found = envelope_of_weights(weights, ((i, j) for i, j in places.reshape(-1, 2).tolist()))
    pairs = tuple((int(used[i]), int(used[j])) for i, j in found.pairs)
    return Envelope(found.curve, pairs)


def margin(outcomes: int) -> float:
    """By how much a point must lie below the hull in floats to be discarded; see above.

    Raises:
        ValueError: if there are 2^40 outcomes or more.
    """
    if outcomes >= 2**40:
        raise ValueError(f"{outcomes} outcomes: the margin is proved for fewer than 2^40")
    return float(Fraction(2 * (outcomes + 31), 2**53))


def _probabilities(table: LawTable[D, X, Fraction]) -> Floats | None:
    """One row for each database, as the nearest floats; None where one is too small for that."""
    import numpy as np

    dense = np.zeros((len(table.databases), len(table.outcomes)))
    for i, total in enumerate(table.totals):
        divisor = integer(total)
        least = divisor * LEAST_CHANCE.numerator // LEAST_CHANCE.denominator
        for y, w in table.rows[i].items():
            weight = integer(w)
            if weight <= least:
                return None
            dense[i, y] = weight / divisor
    return dense


def _not_dominated(chances: Floats, links: Links) -> Links:
    """The first pair, and those with a point that is not certainly below the common hull."""
    import numpy as np

    m = margin(chances.shape[1])
    hull = np.array([(0.0, 0.0), (1.0, 1.0)])
    kept: list[Links] = []
    points: list[tuple[Floats, Floats]] = []
    for some in _blocks(links, chances.shape[1]):
        q, p = _points(chances, some)
        near = p + m >= _height(hull, q - m, m)
        hull = _hull(hull, q[near], p[near])
        has = near.any(axis=1)
        kept.append(some[has])
        points.append((q[has], p[has]))
    last = [  # against the hull of all
        some[(p + m >= _height(hull, q - m, m)).any(axis=1)]
        for some, (q, p) in zip(kept, points, strict=True)
    ]
    return np.concatenate([links[:1], *last])


def _blocks(links: Links, outcomes: int) -> Iterator[Links]:
    start, size = 0, FIRST_BLOCK
    while start < len(links):
        count = max(1, size // outcomes)
        yield links[start : start + count]
        start, size = start + count, min(4 * size, BLOCK)


def _points(chances: Floats, links: Links) -> tuple[Floats, Floats]:
    """Q(T) and P(T) for the events T of each pair, in order of falling P(y) / Q(y).

    Where T is all that can happen, the point is (1, 1), the end of every curve; it stands here as
    (1, -1), far below the hull.
    """
    import numpy as np

    p, q = chances[links[:, 0]], chances[links[:, 1]]
    with np.errstate(divide="ignore", invalid="ignore"):
        ratios = np.where((p == 0) & (q == 0), -1.0, p / q)
    order = np.argsort(-ratios, axis=1)
    possible = (ratios >= 0).sum(axis=1, keepdims=True)
    whole = np.arange(1, chances.shape[1] + 1) >= possible
    q = np.cumsum(np.take_along_axis(q, order, axis=1), axis=1)
    p = np.cumsum(np.take_along_axis(p, order, axis=1), axis=1)
    return np.where(whole, 1.0, q), np.where(whole, -1.0, p)


def _hull(hull: Floats, q: Floats, p: Floats) -> Floats:
    """The upper hull of a hull, more points, and their mirror images."""
    import numpy as np

    found = np.concatenate([hull, np.stack([q, p], axis=1), np.stack([1 - p, 1 - q], axis=1)])
    return np.array(upper_hull(list(map(tuple, found.tolist()))))


def _height(hull: Floats, q: Floats, m: float) -> Floats:
    """The hull, moved right and down by m, above q; nothing left of it."""
    import numpy as np

    return np.interp(q, hull[:, 0] + m, hull[:, 1] - m, left=-1.0)
