"""The discrepancy of random subsets: a union bound over the differences of two databases.

For a uniform query q in {0, 1}^n, and z in {-1, 0, 1}^n with a ones and b minus ones, <q, z> is
Bin(a + b, 1/2) - b.  So z is missed, |<q, z>| < t, with probability

    miss(s, b, t) = sum of C(s, j)/2^s over j with |j - b| < t,  s = a + b,

and k independent queries miss some z with |z|_1 > share n with probability at most

    union(n, k, t, share) = sum over s > share n, 0 <= b <= s of C(n, s) C(s, b) miss(s, b, t)^k.

Where this is below 1, some k queries have PDisc >= t.  For all s > m, with w the number of
integers v with |v| < t, a miss has probability at most w C(m + 1, ceil((m + 1)/2)) / 2^(m + 1).

Notation: q query, z difference, n people, k queries, t discrepancy, s people that differ.
Source: VT14, Claim 4.1.8, section 4.1.
Guarantees: VT14.C4.1.8, VT14.T4.1.6.
Deviations: binomials in place of O(beta).
Degenerate inputs: t = 0 is never missed.

>>> [str(miss(2, 1, Fraction(t))) for t in (0, 1, 2)]
['0', '1/2', '1']
>>> union_bound(2, 2, Fraction(1), Fraction(0)), union_bound(2, 2, Fraction(1), Fraction(1, 2))
(Fraction(13, 8), Fraction(5, 8))
"""

from __future__ import annotations

from fractions import Fraction
from math import comb


def miss(differ: int, minus: int, bound: Fraction) -> Fraction:
    """Pr[|<q, z>| < t] for a uniform q, and z with so many entries that are not 0, or are -1."""
    ways = sum(comb(differ, j) for j in range(differ + 1) if abs(j - minus) < bound)
    return Fraction(ways, 2**differ)


def worst_miss(more_than: int, bound: Fraction) -> Fraction:
    """At least every miss of more than so many people: w times the largest binomial."""
    values = 2 * -(-bound // 1) - 1 if bound > 0 else 0
    s = more_than + 1
    return Fraction(values * comb(s, s // 2), 2**s)


def union_bound(people: int, queries: int, bound: Fraction, share: Fraction) -> Fraction:
    """At least the probability that k random queries have PDisc < t."""
    return sum(
        (
            comb(people, s) * comb(s, b) * miss(s, b, bound) ** queries
            for s in range(people + 1)
            if s > share * people
            for b in range(s + 1)
        ),
        Fraction(0),
    )


def least_queries(people: int, bound: Fraction, share: Fraction) -> int | None:
    """The least k for which the union bound is below 1; None if there is none.

    Raises:
        ValueError: for a share that is not from 0, below 1.
    """
    if not 0 <= share < 1:
        raise ValueError(f"share {share}: from 0, below 1")
    supports = (s for s in range(people + 1) if s > share * people)
    if any(miss(s, s // 2, bound) == 1 for s in supports):
        return None
    k = 1
    while union_bound(people, k, bound, share) >= 1:
        k += 1
    return k
