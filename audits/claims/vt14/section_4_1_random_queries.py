"""Section 4.1: random queries have a large partial discrepancy (Theorem 4.1.6, Claim 4.1.8)."""

from audits.claims.prelude import *
from audits.claims.vt14.laws.reachable_sums import least_reachable
from audits.claims.vt14.laws.reconstruction import TINY, NoisySums, lopsided, signs, sums, within
from audits.claims.vt14.section_4_1_definitions import RANDOM_SUBSETS
from reference.lower_bounds.discrepancy import PRINTED_SHARE, partial_discrepancy
from reference.lower_bounds.random_discrepancy import least_queries, miss, union_bound, worst_miss
from reference.lower_bounds.reconstruction import Reconstruction, largest_distance
from reference.lower_bounds.subset_sums import Bits, RandomSubsets, all_subsets


def least_even(people: int) -> int:
    """The least even number above n/100: of people in whom two databases differ."""
    return 2 * (people // 200) + 2


@claim(
    "VT14.C4.1.8",
    over(root=(4, 10, 20, 97), factor=(1, 1000)),
    about=miss,
    refuted=Erratum(
        Grade.PROOF_STEP,
        "Section 4.1, proof of Claim 4.1.8, the union bound: beta = 1/2 should be a small enough "
        "beta. From n = 5 to 9599 no Q at all has PDisc(Q) >= sqrt(n)/2, and for larger n the "
        "bound asks for n times a constant of no use (more than 2^100 queries at n = 10^4); "
        "beta = 1/50 will do",
        left="the sum of Pr[|<q, z>| < sqrt(n)/2]^k over balanced z with the least |z|_1 > n/100",
        right="1, which the union bound is to be below",
    ),
)
def beta_is_a_half(chance: Build, root: int, factor: int) -> Check:
    """A random k x n matrix has PDisc(Q) > alpha sqrt(n): the sum over z with |z|_1 > n/100 of
    Pr[|<q, z>| < beta sqrt(n)]^k is at most 3^n O(beta)^k, which for beta = 1/2 and k = O(n) is
    exponentially small in n.

    Cases: n = root^2, k = factor n; the least even support only.
    """
    n = root * root
    support = least_even(n)
    each = chance(support, support // 2, Fraction(root, 2))
    ways = comb(n, support) * comb(support, support // 2)
    yield lt("part of the sum", ways * each ** (factor * n), 1)


UNION = Parts(
    queries=RandomSubsets, union=union_bound, miss=miss, most=worst_miss, least=least_queries
)
"""The queries; how likely some difference is missed; how likely each is; at most; and the least
number of queries."""

NEAR, WAYS = "abs(j - minus) < bound", "comb(people, s) * comb(s, b)"
MISSES: dict[str, Any] = {
    "at most t": f"{NEAR} => abs(j - minus) <= bound",
    "Bin(s) as it is": f"{NEAR} => j < bound",
    "one entry more": given(miss, differ=lambda s: s + 1),
    "queries of signs": given(miss, bound=lambda t: t / 2),
    "twice t": given(miss, bound=lambda t: 2 * t),
}
UNIONS: dict[str, Any] = {
    "support of share n or more": "if s > share * people => if s >= share * people",
    "all 2^n differences": f"{WAYS} => comb(people, s)",
    "signs do not matter": f"{WAYS} => comb(s, b)",
    "one query": given(union_bound, queries=1),
    "one query less in the union": given(union_bound, queries=lambda k: k - 1),
    "one query more in the union": given(union_bound, queries=lambda k: k + 1),
    "3^n times the largest": "return sum( => "
    "return 3**people * worst_miss(int(share * people), bound) ** queries\n    return sum(",
    "half": "Fraction(0),\n    ) => Fraction(0),\n    ) / 2",
}
WRONG[UNION] = {
    **{name: UNION.but(queries=edit) for name, edit in RANDOM_SUBSETS.items()},
    **{name: UNION.but(union=edit) for name, edit in UNIONS.items()},
    **{name: UNION.but(miss=edit) for name, edit in MISSES.items()},
    "one binomial for all values": UNION.but(most=given(worst_miss, bound=ONE)),
    "one value too few": UNION.but(most=given(worst_miss, bound=lambda t: t - HALF)),
    "one more person": UNION.but(most=given(worst_miss, more_than=lambda m: m + 2)),
    "twice": UNION.but(most="values * comb => 2 * values * comb"),
    "one query less": UNION.but(least=("return k => return k - 1", "return None => return 1")),
    "one query more": UNION.but(least=("return k => return k + 1", "return None => return 1")),
    "n queries": UNION.but(least=("return k => return people", "return None => return people")),
    "none": UNION.but(least="return k => return None"),
    "always some": UNION.but(least=given(least_queries, bound=lambda t: min(t, ONE))),
    "two at least": UNION.but(least=("return k => return max(2, k)", "return None => return 2")),
}

SMALL = (
    (2, 2, ONE, HALF),
    (1, 2, ONE, ZERO),
    (2, 3, HALF, ZERO),
    (3, 3, ONE, HALF),
    (2, 4, ONE, ZERO),
)
"""Cases (n, k, t, share)."""


Case = tuple[int, int, Fraction, Fraction]
CASES = over(case=sized(SMALL, SMALL, (*SMALL, (4, 3, ONE, HALF))))


def missing(z: tuple[int, ...], bound: Fraction) -> Fraction:
    """Pr[|<q, z>| < t], by counting all queries."""
    products = (sum(a * c for a, c in zip(q, z, strict=True)) for q in all_subsets(len(z)))
    return Fraction(sum(abs(p) < bound for p in products), 2 ** len(z))


def chances_missed(case: Case, bound: Fraction) -> list[Fraction]:
    """Of every difference of more than this share of the people."""
    people, _, _, share = case
    return [missing(z, bound) for z in signs(people) if sum(map(abs, z)) > share * people]


@claim("VT14.C4.1.8", CASES, form=Form.CONCRETE, about=UNION, clause="one query")
def random_sums(parts: Parts, case: Case) -> Check:
    """For z with s entries that are not 0, b of them -1, <q, z> is Bin(s, 1/2) - b. For |z|_1 > m,
    Pr[|<q, z>| < t] is at most (2 ceil(t) - 1) times the central binomial of m + 1.

    Cases: (n, k, t, share) = case: every z by counting all queries, for t and for 2.
    """
    n, _, t, _ = case
    for z in signs(n):
        s, b, found = sum(map(abs, z)), z.count(-1), missing(z, t)
        yield eq(f"{z}", parts.miss(s, b, t), found)
        yield eq(f"{z}, t = 2", parts.miss(s, b, TWO), missing(z, TWO))
        for most in range(s):
            yield le(f"{z}, more than {most}", found, parts.most(most, t))


@claim("VT14.C4.1.8", CASES, form=Form.CONCRETE, about=UNION, clause="the union bound")
def random_matrices(parts: Parts, case: Case) -> Check:
    """A random k x n matrix has PDisc < t with a probability of at most half the sum over z of
    Pr[|<q, z>| < t]^k, for z and -z are missed at once.

    Cases: The exact law of PDisc over all matrices.
    """
    n, k, t, share = case
    union = parts.union(n, k, t, share)
    yield eq("union", union, sum((c**k for c in chances_missed(case, t)), ZERO))
    yield accurate(
        parts.queries(k, n),
        these([()]),
        lambda _, matrix: least_reachable(matrix, share) >= t,
        union / 2,
        name="PDisc",
    )


@claim("VT14.C4.1.8", CASES, form=Form.CONCRETE, about=UNION, clause="the least k")
def least_number_of_queries(parts: Parts, case: Case) -> Check:
    """There is a least k for which the sum is below 1, but if some z is missed by every query.

    Cases: For this t, for 0, and for 2, where there may be none.
    """
    n, _, t, share = case
    for bound in dict.fromkeys((t, TWO, ZERO)):
        chances = chances_missed(case, bound)
        least = parts.least(n, bound, share)
        yield true(f"k for {bound}", (least is None) == (max(chances) == 1))
        if least is not None:
            yield lt(f"least k for {bound}", sum((c**least for c in chances), ZERO), 1)
            yield le("no less", 1, sum((c ** (least - 1) for c in chances), ZERO))


@claim("VT14.C4.1.8", form=Form.CONCRETE, about=UNION, clause="beta = 1/50")
def beta_is_a_fiftieth(parts: Parts) -> Check:
    """So with beta = 1/50, n >= 10^4 (a multiple of 5), k = 6n/5, 3^n (2/5)^k =
    (15552/15625)^(n/5) bounds the chance of PDisc < beta sqrt(n).

    Cases: The central binomials for m = 3, 4, 9, and what they are at n = 100^2, 200^2, 1000^2.
    """
    for m, bound in product((3, 4, 9), (ZERO, ONE, TWO)):
        central = Fraction(comb(m + 1, (m + 1) // 2), 2 ** (m + 1))
        wanted = max(2 * ceil(bound) - 1, 0) * central
        yield eq(f"more than {m}: {bound}", parts.most(m, bound), wanted)
    for root in (100, 200, 1000):
        most = parts.most(root * root // 100, Fraction(root, 50))
        yield lt(f"n = {root}^2", most, Fraction(2, 5))
    yield lt("five rows", Fraction(3**5 * 2**6, 5**6), 1)


def constants(root: int) -> tuple[Fraction, int]:
    """E = sqrt(n)/100, and 2 queries for each person."""
    return Fraction(root, 100), 2


ERROR = "return Fraction(root, 100), 2"
WRONG[constants] = {
    **{f"alpha = 1/{k}": f"{ERROR} => return Fraction(root, {k}), 2" for k in (2, 4, 20, 50, 90)},
    "alpha = 0": f"{ERROR} => return Fraction(0), 2",
    "n queries": f"{ERROR} => return Fraction(root, 100), 1",
    "n^2 queries": f"{ERROR} => return Fraction(root, 100), root * root",
    "an error of n/100": f"{ERROR} => return Fraction(root * root, 100), 2",
}


@claim(
    "VT14.T4.1.6",
    over(root=sized((2, 50, 51, 99, 100, 101, 150, 1000), *(((2, *range(50, 160), 1000),) * 2))),
    about=constants,
    uses=("VT14.C4.1.8", "VT14.TXT.pdisc-bnp"),
)
def some_queries(build: Build, root: int) -> Check:
    """There are alpha > 0 and queries q_1, ..., q_k, k = O(n), such that from numbers within alpha
    sqrt(n) of all <q_i, x> one can compute x' with |x - x'|_1 < n/100: alpha = 1/100, k = 2n.

    Cases: n = root^2. Up to 2500, one query for each person gives back x; from there on the union
    bound over z with |z|_1 >= n/100, 3^n p^(2n) < 1, p by C4.1.8, says that there are such
    queries: for every n >= 2500 as p^2 <= (4E + 1)^2/(3n/200), which falls with n.
    """
    n = root * root
    error, factor = build(root)
    yield lt("alpha", 0, error)
    yield le("k", factor, 2)
    if n <= 2500:
        yield le("each person", error, HALF)
        if n <= 4:
            singles = [q for q in all_subsets(n) if sum(q) == 1]
            yield eq("distance", largest_distance(singles, error) or 0, 0)
    if n >= 2500:
        least = ceil(Fraction(n, 100))
        miss_at_most = worst_miss(least - 1, 2 * error)
        squared = (4 * error + 1) ** 2 / Fraction(3 * n, 200)
        yield lt("union", 3 * miss_at_most**factor, 1)
        yield le("central binomials", miss_at_most**2, squared)
        yield lt("every n", 9 * squared**factor, 1)


WRONG[miss] = MISSES | {
    "never": "Fraction(ways, 2**differ) => Fraction(0)",
    "always": "Fraction(ways, 2**differ) => Fraction(1)",
}


@claim("VT14.T4.1.6", over(root=(5, 20, 50, 90, 97)), form=Form.CONCRETE, about=miss)
def no_queries(chance: Build, root: int) -> Check:
    """No queries at all, of any number, have PDisc(Q) above s/2, s the least even number above
    n/100: every <q, z> is at most s/2 for balanced z. From n = 5 to 9599 that is less than
    sqrt(n)/2, and answers within s/4 + tiny leave two databases apart by s: alpha has to be below
    1/4 there.

    Cases: n = root^2, s/2 just above and just at the largest <q, z>; s^2 < n for every such n.
    """
    n = root * root
    support = least_even(n)
    half = Fraction(support, 2)
    yield eq("above", chance(support, support // 2, half + TINY), 1)
    yield eq("at", chance(support, support // 2, half), 1 - Fraction(2, 2**support))
    yield lt("sqrt(n)/2", half, Fraction(root, 2))
    yield lt("the support", PRINTED_SHARE * n, support)
    if root == 97:
        yield lt("s^2 < n", max(least_even(m) ** 2 - m for m in range(5, 9600)), 0)


QUERIES: tuple[Bits, ...] = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1), (1, 1, 1, 1))
PAIRS = tuple(q for q in all_subsets(4) if sum(q) in {1, 2})[:8]


@claim(
    "VT14.COR4.1.7",
    over(queries=(QUERIES, PAIRS), alpha=(QUARTER, Fraction(1, 100))),
    about=Reconstruction,
    uses=("VT14.T4.1.6",),
)
def such_a_mechanism(attack: Build, queries: tuple[Bits, ...], alpha: Fraction) -> Check:
    """A mechanism that answers such queries with the accuracy of Theorem 4.1.6 is blatantly
    non-private.

    Cases: n = 4, k <= 2n queries with PDisc(Q) >= 2 alpha sqrt(n); errors below alpha sqrt(n) but
    for a probability of 1/8, when it answers 0; n/100 is less than one.
    """
    error = 2 * alpha
    yield le("PDisc", 2 * error, partial_discrepancy(queries))
    yield le("k", len(queries), 8)
    for x in all_subsets(4):
        for errors in lopsided(queries, error - error / 64):
            fits = tuple(a + e for a, e in zip(sums(queries, x), errors, strict=True))
            yield true(f"{x}", attack(queries, error)(fits) == x)
    off = lopsided(queries, error - error / 64)
    mechanism = NoisySums(queries, off, EIGHTH, attack(queries, error))
    yield accurate(mechanism, these(all_subsets(4)), within(PRINTED_SHARE), EIGHTH, name="x")
