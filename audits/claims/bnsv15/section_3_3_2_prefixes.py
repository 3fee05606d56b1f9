"""Section 3.3.2: random pairs of rows, their common prefixes, and how few pairs are close."""

from math import factorial, perm

from audits.claims.prelude import *
from audits.claims.bnsv15.laws.rec_prefix import (
    Blocks,
    close_pairs,
    coupled,
    is_good,
    lengths_by_counts,
    pairings,
)
from reference.mechanisms.interior_point.interior_points import is_interior_point
from reference.mechanisms.interior_point.random_pairs import CommonPrefix, RandomPairs
from reference.mechanisms.interior_point.rec_prefix import PrefixAgreement, smallest
from reference.probability.families import permutation


def lies_between(pool: Rows, one: int, other: int) -> int:
    """The number of rows between two rows, both included."""
    low, high = sorted((one, other))
    return sum(low <= y <= high for y in pool)


WRONG[lies_between] = {
    "leaves out the ends": "for y in pool) => for y in pool) - 2",
    "counts values, not rows": "for y in pool) => for y in set(pool))",
    "counts one end only": "for y in pool) => for y in pool) - 1",
}


@claim("BNSV15.D3.close", over(multisets(4, sized(6, 7, 8), least=2)), about=lies_between)
def close_pairs_are_close_in_rank(found: Build, rows: Rows) -> Check:
    """A pair y, y' is close if at most (k-1)/12 rows of Y lie between y and y', both included: the
    number of y_i with min(y, y') <= y_i <= max(y, y'). If it is close, its ranks in the sorted
    rows differ by (k-1)/12 - 1 at most.

    Cases: Every pair of ranks of every database; the rows in between are counted by the ranks of
    the first and the last row that equal an end. The distance is free: that it is (k-1)/12, as
    restored from Claim 3.12, plays no part.
    """
    for i, j in combinations(range(len(rows)), 2):
        first, last = rows.index(rows[i]), len(rows) - 1 - rows[::-1].index(rows[j])
        yield eq(f"between ranks {i} and {j}", found(rows, rows[i], rows[j]), last - first + 1)
        yield le(f"ranks {i} and {j}", j - i + 1, found(rows, rows[i], rows[j]))


WRONG[is_good] = {
    "more than k rows above": ">= least => > least",
    "counts rows strictly above": "sum(y >= x => sum(y > x",
    "any point that is low enough": "any(y <= x for y in rows) and sum => sum",
    "any interior point": ">= least => >= 1",
}


@claim("BNSV15.D3.good", over(multisets(5, sized(6, 7, 8)), k=range(1, 4)), about=is_good)
def good_points(good: Build, rows: Rows, k: int) -> Check:
    """x is a good output if (1) some row is at most x and (2) at least k rows are at least x: the
    good points are those from the least row to the k-th greatest, for k >= 1 all interior.

    Cases: All points, and all k up to 3, where there may be none.
    """
    ends = (rows[0], rows[-k]) if len(rows) >= k else (1, 0)
    for x in range(5):
        yield eq(f"x = {x}", good(rows, x, k), ends[0] <= x <= ends[1])
        yield le(f"x = {x}, interior", good(rows, x, k), is_interior_point(rows, x))


COUNTED = "for x in database))"
WRONG[PrefixAgreement] = {
    "counts shorter prefixes too": "x >> (self.depth - self.length) for x in database => "
    "y for x in database for y in (x >> self.depth - self.length, "
    "-1 - (x >> min(self.depth, self.depth - self.length + 1)))",
    "forgives the last digit": f"{COUNTED} => "
    "for y in database for x in (y, y ^ (1 << self.depth - self.length))))",
    "counts each row twice": f"{COUNTED} => for x in database * 2))",
}


@claim(
    "BNSV15.TXT.prefixBG",
    over(added(8, sized(4, 5, 6), least=0), length=range(1, 4)),
    about=PrefixAgreement,
)
def agreement_is_of_one_bounded_growth(build: Build, rows: Rows, x: int, length: int) -> Check:
    """The number of rows that have L as their first digits, as a quality of the strings L of one
    length, is of 1-bounded growth: 0 on the empty database; an added row lowers none, raises one
    by 1, and no other.

    Cases: All databases over strings of 3 digits, every row to add, and every length.
    """
    quality = build(3, length)
    yield eq("empty", sum(quality(()).values()), 0)
    before, after = quality(rows), quality((*rows, x))
    for y in before:
        yield le(f"L = {y}, no lower", before[y], after.get(y, 0))
        yield le(f"L = {y}, by one", after.get(y, 0), before[y] + 1)
    yield le("raised", sum(q > before.get(y, 0) for y, q in after.items()), 1)
    yield eq("in all", sum(after.values()), len(rows) + 1)


WRONG[RandomPairs] = {
    "keeps the rows in order": (
        "coins.draw(Dist.uniform(rest)) => rest[-1]",
        "uniform_index(len(rest), coins) => len(rest) - 1",
    ),
    "gives a row two partners": wrong(
        RandomPairs,
        "rest = list(database) => "
        "order = coins.draw(permutation(database)) if database else ()\n"
        "        return tuple(sorted(self.feature(x, y) for x, y in pairwise(order)))\n"
        "        rest = list(database)",
        permutation=permutation,
        pairwise=pairwise,
    ),
    "pairs distinct values": "list(database) => sorted(set(database))",
    "of many rows takes the last two": "uniform_index(len(rest), coins) => len(rest) - 1",
    "of many rows the last one is not taken": "uniform_index(len(rest), => "
    "uniform_index(len(rest) - 1,",
}
WRONG_PAIRS = WRONG[RandomPairs]


@claim(
    "BNSV15.TXT.neigh", over(multisets(4, sized(6, 7, 8), least=2), trim=(0, 1)), about=RandomPairs
)
def one_step_keeps_neighbours(pairs: Build, rows: Rows, trim: int) -> Check:
    """If S and S' differ in one row, so do their n - 2k smallest rows, or they are equal; and so
    do the lengths of the common prefixes, by a bijection of the orders of these rows: the two
    databases of lengths can be drawn together such that they are always neighbours or equal.

    Cases: The laws of the lengths, by the code of the mechanism; a largest flow between them along
    neighbours carries all of the probability if and only if there is such a coupling. Each
    database and all its neighbours over four points.
    """
    pool, universe = smallest(rows, 2 * trim), replace_one(range(4), len(rows))
    mine = _probabilities(pairs, pool)
    for other in sorted({smallest(o, 2 * trim) for o in universe.neighbours(rows)}):
        if other >= pool:
            yield eq(f"Y' = {other}", coupled(mine, _probabilities(pairs, other)), 1)


@cache
def _probabilities(pairs: Build, pool: Rows) -> dict[Rows, Fraction]:
    """The law of the lengths."""
    found = law(pairs(CommonPrefix(2)), pool)
    return {lengths: found.probability(lengths) for lengths in found}


MANY = (
    (((0, 64), (3, 2)), ((0, 63), (3, 3))),
    (((0, 65), (3, 2)), ((0, 65), (1, 1), (3, 1))),
    (((0, 61), (1, 1), (2, 1), (3, 3)), ((0, 62), (1, 1), (3, 3))),
    (((0, 62), (1, 2), (3, 2)), ((0, 61), (1, 2), (3, 3))),
)
"""Values and how often they occur among 66 or 67 rows; neighbours."""


@claim("BNSV15.TXT.neigh", over(neighbours=MANY), form=Form.CONCRETE, about=RandomPairs)
def pairs_of_many_rows(pairs: Build, neighbours: tuple[Blocks, Blocks]) -> Check:
    """Where rows are so many that a partner is drawn by its place, the law of the lengths is that
    of random pairs, too: each row is left out with the same probability, and each of the others is
    its partner with the same probability. Of neighbours they can be drawn together as neighbours.

    Cases: 66 and 67 rows of few values, as more than 64 rows are drawn by their places; the law is
    counted from how often each value occurs, with no code of the mechanism.

    Routes: the code that pairs rows, by place and by value; counts of the values that are left.
    """
    one, other = (tuple(x for x, count in each for _ in range(count)) for each in neighbours)
    for rows, counts in zip((one, other), neighbours, strict=True):
        found, expected = _probabilities(pairs, rows), lengths_by_counts(counts, 2)
        for lengths in sorted({*found, *expected}):
            zero = Fraction(0)
            what = f"{counts}: {lengths.count(0)} times 0, {lengths.count(1)} times 1"
            yield eq(what, found.get(lengths, zero), expected.get(lengths, zero))
    yield eq("together", coupled(_probabilities(pairs, one), _probabilities(pairs, other)), 1)


@dataclass(frozen=True, slots=True)
class Near:
    """1 for a pair whose members differ by at most a distance, else 0."""

    distance: int

    def __call__(self, one: int, other: int, /) -> int:
        return int(abs(one - other) <= self.distance)


def by_drawing(rows: int, distance: int) -> dict[int, Fraction]:
    """The law of the number of close pairs of 1, ..., n, by the code that pairs rows."""
    drawn = law(RandomPairs(Near(distance)), tuple(range(1, rows + 1))).map(sum)
    return {close: drawn.probability(close) for close in drawn}


def at_least(law: Mapping[int, Fraction], r: int) -> Fraction:
    """The probability of r or more."""
    return sum((p for close, p in law.items() if close >= r), Fraction(0))


def half_in_order(rows: int, distance: int) -> dict[int, Fraction]:
    """Half of the pairs are neighbours, and the others random."""
    sure = rows // 4
    random = close_pairs(rows - 2 * sure, distance)
    return {close + sure * (distance >= 1): p for close, p in random.items()}


WRONG[close_pairs] = {
    "keeps the rows in order": lambda rows, distance: {rows // 2 * (distance >= 1): ONE},
    "keeps every second pair in order": half_in_order,
    "is close at half the number of pairs": given(close_pairs, distance=lambda d: 6 * d),
}
WRONG[by_drawing] = {
    "keeps the rows in order": wrong(
        by_drawing, RandomPairs=WRONG_PAIRS["keeps the rows in order"]
    ),
    "is close at a larger distance": "Near(distance) => Near(distance + -(-distance // 2))",
}


@claim(
    "BNSV15.C3.12",
    over(
        r=sized((1, 12, 13, 24), (1, 12, 13, 23, 24, 36), (1, 12, 13, 24, 36, 48)),
        more=sized((0, 2, 12), (0, 2, 12, 24), (0, 2, 12, 24, 48)),
    ),
    about=close_pairs,
)
def few_pairs_are_close(law: Build, r: int, more: int) -> Check:
    """If pi is a random permutation of 1, ..., n, then for all r >= 1 at least r of the pairs
    (pi_(2i-1), pi_(2i)) have |pi_(2i-1) - pi_(2i)| <= r/12 with probability at most 2^-r.

    Cases: Distances below 1 are impossible, so that r < 12 is trivial, and so is n < 2r; n = 2r +
    more, r around the multiples of 12, where the distance grows. The law of the number of close
    pairs is counted over all pairings; the form with a free distance compares it with the code of
    the mechanism. The bound is restored. It is far from sharp: r/6 in place of r/12 would
    pass, so that the 12 is not tested; the impostors are at 1.
    """
    yield chance("", at_least(law(2 * r + more, r // 12), r), Fraction(1, 2**r))


@claim(
    "BNSV15.C3.12",
    over(n=sized((6, 8, 9, 10), (6, 8, 9, 10, 11, 12), (8, 10, 12, 14)), distance=(1, 2)),
    form=Form.CONCRETE,
    about=by_drawing,
)
def few_pairs_are_close_at_any_distance(law: Build, n: int, distance: int) -> Check:
    """For every distance m, at least r of the random pairs are within m with probability at most
    C(n, r) (2m)^r (n-r)!/n! = (2m)^r/r!; for 2m = r/6 this is (r/6)^r/r! <= e^r/(6^r sqrt(r)) <=
    2^-r.

    Cases: The law of the mechanism that pairs rows, on the rows 1, ..., n, against the count over
    all pairings, for r where the bound is below 1, and as the union over r-tuples of left members.
    """
    found, counted = law(n, distance), close_pairs(n - n % 2, distance)
    if n % 2:
        counted = _one_left_out(n, distance)
    for close in range(n // 2 + 1):
        yield eq(f"{close} close", found.get(close, Fraction(0)), counted.get(close, Fraction(0)))
    for r in range(1, n // 2 + 1):
        bound = Fraction((2 * distance) ** r, factorial(r))
        yield eq(f"r = {r}, bound", bound, Fraction(comb(n, r) * (2 * distance) ** r, perm(n, r)))
        if bound < 1:
            yield chance(f"r = {r}", at_least(found, r), bound)
    for r in range(n, 120, n):
        yield le(f"Stirling, r = {r}", r ** (2 * r + 1) * exp_high(-2 * r), factorial(r) ** 2)
        yield le(f"e^r/(6^r sqrt(r)), r = {r}", exp_high(2 * r), r * 9**r)


def _one_left_out(n: int, distance: int) -> dict[int, Fraction]:
    """The law for an odd number of ranks, pairing by pairing."""
    near, found = Near(distance), Counter[int]()
    for pairs in pairings(range(1, n + 1)):
        found[sum(near(*pair) for pair in pairs)] += 1
    return {close: Fraction(ways, found.total()) for close, ways in found.items()}
