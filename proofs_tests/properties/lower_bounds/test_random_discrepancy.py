"""Random subsets: how often they miss a difference, by counting all subsets."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

from hypothesis import strategies as st

from audits.claims.vt14.laws.reachable_sums import least_reachable
from audits.claims.vt14.laws.reconstruction import signs, sums
from proofs_tests.properties.sides import at_most, exactly
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.queries import SHARES, every
from reference.lower_bounds.random_discrepancy import least_queries, miss, union_bound, worst_miss

Difference = tuple[int, ...]

DIFFERENCES: st.SearchStrategy[Difference] = st.integers(1, 7).flatmap(
    lambda n: st.tuples(*[st.sampled_from([1, -1, 0])] * n)
)
BOUNDS = st.sampled_from([Fraction(k, 2) for k in (2, 1, 3, 4, 0, 5)])


def missed(z: Difference, bound: Fraction) -> Fraction:
    """The part of all subsets with |<q, z>| < t."""
    halves = [tuple(int(a == sign) for a in z) for sign in (1, -1)]
    close = [abs(a - b) < bound for a, b in (sums(halves, q) for q in every(len(z)))]
    return Fraction(sum(close), len(close))


@property_of(
    (miss, worst_miss),
    {
        "at most t": "< bound => <= bound",
        "one value is below t": "2 * -(-bound // 1) - 1 if => 1 if",
        "two values are below t": "2 * -(-bound // 1) - 1 if => 2 * -(-bound // 1) if",
        "the least binomial": "comb(s, s // 2) => comb(s, 0)",
        "a person more": "more_than + 1 => more_than + 2",
    },
    z=DIFFERENCES,
    fewer=st.integers(0, 3),
    bound=BOUNDS,
)
def test_no_difference_is_missed_more_often(
    made: tuple[Callable[..., Fraction], ...], z: Difference, fewer: int, bound: Fraction
) -> Fraction:
    """Of more people than m: each v with |v| < t is hit with the chance of 0 at most.

    That is the chance of the difference of m + 1 people of whom half are -1, rounded down.
    """
    (missing, worst), people = made, sum(map(abs, z))
    more_than = max(people - fewer, 0)
    found, most = missed(z, bound), worst(more_than, bound)
    assert missing(people, z.count(-1), bound) == found
    balanced = tuple((-1) ** i for i in range(more_than + 1))
    values = [v for v in range(-3, 4) if abs(v) < bound]
    slack = Fraction(1)
    if people > more_than:
        slack = at_most(found, most, "the chance that the difference is missed")
    return exactly(slack, most == len(values) * missed(balanced, Fraction(1, 2)))


@property_of(
    (union_bound, least_queries),
    {
        "z alone": "comb(s, b) * miss => miss",
        "a share or more": "s > share * people\n => s >= share * people\n",
        "at most 1": ">= 1: => > 1:",
    },
    size=st.sampled_from([(1, 1), (2, 1), (1, 2), (2, 2), (3, 1), (1, 3), (2, 3), (3, 2)]),
    bound=BOUNDS,
    share=SHARES,
)
def test_random_matrices_have_a_large_discrepancy(
    made: Any, size: tuple[int, int], bound: Fraction, share: Fraction
) -> Fraction:
    """The share of all others is at most half of the bound: z and -z are missed together.

    The bound is the sum, over z, of the chance that all queries miss z.  The least number of
    queries is the first for which it is below 1; there is none if some z is always missed.
    """
    (union, fewest), (n, k) = made, size
    wide = [missed(z, bound) for z in signs(n) if sum(map(abs, z)) > share * n]
    found, least = union(n, k, bound, share), fewest(n, bound, share)
    assert (least is None) == (max(wide) == 1)
    if least is not None:
        enough = [sum(each**q for each in wide) < 1 for q in range(1, least + 1)]
        assert enough == [False] * (least - 1) + [True]
    small = [least_reachable(q, share) < bound for q in product(every(n), repeat=k)]
    chance = Fraction(sum(small), len(small))
    slack = at_most(chance, found / 2, "the share of other matrices")
    return exactly(slack, found == sum(each**k for each in wide))
