"""The point audit of large universes: floats discard pairs, integers decide the rest.

Every probability is held as the nearest float; the hockey-stick sums of all pairs are computed
at once, with an error that is at most `error_bound`.  A pair whose sum in floats is more than two
such errors below the largest cannot be the worst, and is discarded.  The others are computed in
integers.  So the answer is that of `audits.engines.privacy.point`, pair for pair; tests
compare the two.
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from itertools import chain
from operator import attrgetter
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from audits.engines.privacy.pairs import Direction, WorstPair, hockey_stick, integer
from audits.evidence.table import LawTable
from reference.probability.dist import X

D = TypeVar("D", bound=Hashable)

UNIT_ROUNDOFF = Fraction(1, 2**53)
"""Largest relative error of one operation on floats."""

BLOCK = 1 << 16
"""Pairs that are computed at a time, to bound the memory."""


def tight_delta(
    table: LawTable[D, X, Fraction], exp_eps: Fraction, direction: Direction = Direction.BOTH
) -> WorstPair | None:
    """The pair of the largest hockey-stick sum at x = exp_eps; None without neighbours."""
    flat = np.fromiter(chain.from_iterable(table.universe.index_pairs()), dtype=np.intp)
    links = flat.reshape(-1, 2)
    if not len(links):
        return None
    ways = {Direction.FORWARD: [links], Direction.BACKWARD: [links[:, ::-1]]}
    pairs = np.concatenate(ways.get(direction, [links, links[:, ::-1]]))
    sums = _sums(_probabilities(table), pairs, float(exp_eps))
    if not sums.any():
        return WorstPair(int(pairs[0, 0]), int(pairs[0, 1]), Fraction(0))
    margin = float(2 * error_bound(len(table.outcomes), exp_eps))
    close = pairs[(sums > 0) & (sums >= sums.max() - margin)].tolist()
    exact = (WorstPair(i, j, hockey_stick(table, i, j, exp_eps)) for i, j in close)
    return max(exact, key=attrgetter("value"))


def error_bound(outcomes: int, exp_eps: Fraction) -> Fraction:
    """How far a hockey-stick sum in floats can be from the exact one.

    With u = 2^-53, P and Q are stored with a relative error u, x too; x Q costs one rounding
    more, the difference another.  So each term, and its positive part, is off by at most
    P ((1+u)^2 - 1) + x Q ((1+u)^4 - 1), all terms together by (1+x) ((1+u)^4 - 1); adding k
    terms multiplies by at most (1+u)^(k-1).  In all (1+x) ((1+u)^(k+3) - 1), and less than
    twice its first-order part as long as k u < 1/8.  Numbers below 2^-1022 add at most
    k (1+x) 2^-1022, which the factor two covers as well.

    Raises:
        ValueError: if there are 2^50 outcomes or more.
    """
    if outcomes >= 2**50:
        raise ValueError(f"{outcomes} outcomes: the bound is proved for fewer than 2^50")
    return 2 * (outcomes + 3) * UNIT_ROUNDOFF * (1 + exp_eps)


def _probabilities(table: LawTable[D, X, Fraction]) -> NDArray[np.float64]:
    """One row for each database; the quotient of two integers is the nearest float."""
    dense = np.zeros((len(table.databases), len(table.outcomes)))
    for i, total in enumerate(table.totals):
        divisor = integer(total)
        for y, w in table.rows[i].items():
            dense[i, y] = integer(w) / divisor
    return dense


def _sums(
    laws: NDArray[np.float64], pairs: NDArray[np.intp], exp_eps: float
) -> NDArray[np.float64]:
    """The hockey-stick sums in floats; 0 where the exact sum is certainly 0, else more than 0.

    It is, if P <= x Q (1 - 8 u) in floats for every outcome: five roundings are less than 8 u.
    """
    sums = np.empty(len(pairs))
    scaled = exp_eps * laws
    safe = scaled * (1 - 8 * float(UNIT_ROUNDOFF))
    tiny = np.finfo(np.float64).tiny
    for start in range(0, len(pairs), BLOCK):
        first, second = pairs[start : start + BLOCK].T
        gains = laws[first] - scaled[second]
        total = np.maximum(gains, 0, out=gains).sum(axis=1)
        certain = (laws[first] <= safe[second]).all(axis=1)
        sums[start : start + BLOCK] = np.where(certain, 0, np.maximum(total, tiny))
    return sums
