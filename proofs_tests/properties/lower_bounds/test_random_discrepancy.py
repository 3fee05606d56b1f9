"""Random subsets: how often they miss a difference, by counting all subsets."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import comb
from typing import TypeAlias

from hypothesis import strategies as st

from audits.claims.vt14.impostors.union_bounds import WRONG_MISSES, WRONG_UNIONS
from audits.claims.vt14.laws.reachable_sums import least_reachable
from audits.claims.vt14.laws.reconstruction import signs, sums
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.queries import SHARES, every
from reference.lower_bounds.random_discrepancy import (
    least_queries,
    miss,
    union_bound,
    worst_miss,
)

Signs: TypeAlias = tuple[int, ...]

DIFFERENCES = st.integers(1, 5).flatmap(lambda n: st.tuples(*[st.sampled_from([1, -1, 0])] * n))
BOUNDS = st.sampled_from([Fraction(k, 2) for k in (2, 1, 3, 4, 0, 5)])


def missed(z: Signs, bound: Fraction) -> Fraction:
    """The part of all subsets with |<q, z>| < t."""
    ones = tuple(int(a > 0) for a in z)
    minus = tuple(int(a < 0) for a in z)
    subsets = every(len(z))
    close = sum(abs(a - b) < bound for a, b in (sums([ones, minus], q) for q in subsets))
    return Fraction(close, len(subsets))


@property_of(
    miss,
    WRONG_MISSES,
    z=DIFFERENCES,
    bound=BOUNDS,
)
def test_a_random_subset_misses_a_difference(
    made: Callable[[int, int, Fraction], Fraction], z: Signs, bound: Fraction
) -> None:
    """As often as it does of all subsets."""
    assert made(sum(map(abs, z)), z.count(-1), bound) == missed(z, bound)


@property_of(
    worst_miss,
    {
        "one value": lambda m, _: worst_miss(m, Fraction(1)),
        "one value too few": lambda m, t: worst_miss(m, t - Fraction(1, 2)),
        "one more person": lambda m, t: worst_miss(m + 2, t),
        "the least binomial": "comb(s, s // 2) => comb(s, 0)",
    },
    z=DIFFERENCES,
    more_than=st.integers(0, 4),
    bound=BOUNDS,
)
def test_no_difference_is_missed_more_often(
    made: Callable[[int, Fraction], Fraction], z: Signs, more_than: int, bound: Fraction
) -> Fraction:
    """Of more people; the bound is the number of values below t times the likeliest one."""
    values = len([v for v in range(-3, 4) if abs(v) < bound])
    likeliest = max(comb(more_than + 1, j) for j in range(more_than + 2))
    found = made(more_than, bound)
    assert found * 2 ** (more_than + 1) == values * likeliest
    return found - missed(z, bound) if sum(map(abs, z)) > more_than else Fraction(1)


@property_of(
    union_bound,
    WRONG_UNIONS,
    size=st.sampled_from([(1, 1), (2, 1), (1, 2), (2, 2), (3, 1), (1, 3), (2, 3), (3, 2)]),
    bound=BOUNDS,
    share=SHARES,
)
def test_random_matrices_have_a_large_discrepancy(
    made: Callable[[int, int, Fraction, Fraction], Fraction],
    size: tuple[int, int],
    bound: Fraction,
    share: Fraction,
) -> Fraction:
    """All but so many: half of the sum over differences at most, for z and -z are alike."""
    n, k = size
    found = made(n, k, bound, share)
    wide = (z for z in signs(n) if sum(map(abs, z)) > share * n)
    assert found == sum((missed(z, bound) ** k for z in wide), Fraction(0))
    matrices = list(product(every(n), repeat=k))
    small = sum(least_reachable(q, share) < bound for q in matrices)
    return found / 2 - Fraction(small, len(matrices))


@property_of(
    least_queries,
    {
        "one query less": lambda *given: (least_queries(*given) or 2) - 1,
        "one query more": lambda *given: (least_queries(*given) or 0) + 1,
        "two at least": lambda *given: max(2, least_queries(*given) or 0) or None,
        "none": lambda *_: None,
        "at most 1": ">= 1: => > 1:",
    },
    people=st.integers(1, 4),
    bound=BOUNDS,
    share=SHARES,
)
def test_so_many_queries_are_enough(
    made: Callable[[int, Fraction, Fraction], int | None],
    people: int,
    bound: Fraction,
    share: Fraction,
) -> None:
    """No fewer, by the union bound; and none are if some difference is always missed."""
    wide = [missed(z, bound) for z in signs(people) if sum(map(abs, z)) > share * people]
    found = made(people, bound, share)
    assert (found is None) == (max(wide) == 1)
    if found is not None:
        fewer = found - 1
        assert found >= 1
        assert sum((each**found for each in wide), Fraction(0)) < 1
        assert fewer == 0 or sum((each**fewer for each in wide), Fraction(0)) >= 1
