"""Section 3.3.2: random pairs of rows, their common prefixes, and how few pairs are close."""

from math import factorial, perm

from audits.claims.prelude import *
from audits.claims.bnsv15.impostors.rec_prefix import (
    WRONG_PAIRS,
    InOrderAbove,
    NeverTheLast,
    Pairs,
    right_pairs,
)
from audits.claims.bnsv15.laws.rec_prefix import (
    Blocks,
    close_pairs,
    coupled,
    is_good,
    lengths_by_counts,
    pairings,
)
from reference.mechanisms.interior_point.interior_points import is_interior_point
from reference.mechanisms.interior_point.random_pairs import RandomPairs
from reference.mechanisms.interior_point.rec_prefix import PrefixAgreement, smallest

Between = Callable[[Rows, int, int], int]
"""How many rows count as lying between two of them."""


def lies_between(pool: Rows, one: int, other: int) -> int:
    """The number of rows between two rows, both included."""
    low, high = sorted((one, other))
    return sum(low <= y <= high for y in pool)


@claim(
    "BNSV15.D3.close",
    over(multisets(4, sized(6, 7, 8), least=2)),
    about=lies_between,
    impostors={
        "leaves out the ends": lambda pool, one, other: lies_between(pool, one, other) - 2,
        "counts values, not rows": lambda pool, one, other: lies_between(
            tuple(set(pool)), one, other
        ),
        "counts one end only": lambda pool, one, other: lies_between(pool, one, other) - 1,
    },
)
def close_pairs_are_close_in_rank(found: Between, rows: Rows) -> Check:
    """A pair y, y' is close if at most (k-1)/12 rows of Y lie between y and y', both included: the
    number of y_i with min(y, y') <= y_i <= max(y, y'). If it is close, its ranks in the sorted
    rows differ by (k-1)/12 - 1 at most.

    Fair: Every pair of ranks of every database; the rows in between are counted by the ranks of
    the first and the last row that equal an end. The distance is free: that it is (k-1)/12, as
    restored from Claim 3.12, plays no part.
    """
    for i, j in combinations(range(len(rows)), 2):
        first, last = rows.index(rows[i]), len(rows) - 1 - rows[::-1].index(rows[j])
        yield eq(f"between ranks {i} and {j}", found(rows, rows[i], rows[j]), last - first + 1)
        yield le(f"ranks {i} and {j}", j - i + 1, found(rows, rows[i], rows[j]))


@claim(
    "BNSV15.D3.good",
    over(multisets(5, sized(6, 7, 8)), k=range(1, 4)),
    about=is_good,
    impostors={
        "more than k rows above": lambda rows, x, k: is_good(rows, x, k + 1),
        "counts rows strictly above": lambda rows, x, k: (
            is_good(rows, x, 1) and sum(y > x for y in rows) >= k
        ),
        "any point that is low enough": lambda rows, x, k: sum(y >= x for y in rows) >= k,
        "any interior point": lambda rows, x, _: is_good(rows, x, 1),
    },
)
def good_points(good: Callable[[Rows, int, int], bool], rows: Rows, k: int) -> Check:
    """x is a good output if (1) some row is at most x and (2) at least k rows are at least x: the
    good points are those from the least row to the k-th greatest, for k >= 1 all interior.

    Fair: All points, and all k up to 3, where there may be none.
    """
    ends = (rows[0], rows[-k]) if len(rows) >= k else (1, 0)
    for x in range(5):
        yield eq(f"x = {x}", good(rows, x, k), ends[0] <= x <= ends[1])
        yield le(f"x = {x}, interior", good(rows, x, k), is_interior_point(rows, x))


Agreement = Callable[[int, int], Callable[[Rows], dict[int, int]]]


def _shorter_too(depth: int, length: int) -> Callable[[Rows], dict[int, int]]:
    """Prefixes of two lengths are candidates, told apart by their length."""
    one, other = PrefixAgreement(depth, length), PrefixAgreement(depth, max(0, length - 1))
    return lambda rows: one(rows) | {-1 - y: q for y, q in other(rows).items()}


def _all_but_one_digit(depth: int, length: int) -> Callable[[Rows], dict[int, int]]:
    """A row counts for a prefix from which it differs in the last digit, too."""
    right = PrefixAgreement(depth, length)
    return lambda rows: right(rows + tuple(x ^ (1 << (depth - length)) for x in rows))


@claim(
    "BNSV15.TXT.prefixBG",
    over(added(8, sized(4, 5, 6), least=0), length=range(1, 4)),
    about=PrefixAgreement,
    impostors={
        "counts shorter prefixes too": _shorter_too,
        "forgives the last digit": _all_but_one_digit,
        "counts each row twice": lambda depth, length: (
            lambda rows: PrefixAgreement(depth, length)((*rows, *rows))
        ),
    },
)
def agreement_is_of_one_bounded_growth(build: Agreement, rows: Rows, x: int, length: int) -> Check:
    """The number of rows that have L as their first digits, as a quality of the strings L of one
    length, is of 1-bounded growth: 0 on the empty database; an added row lowers none, raises one
    by 1, and no other.

    Fair: All databases over strings of 3 digits, every row to add, and every length.
    """
    quality = build(3, length)
    yield eq("empty", sum(quality(()).values()), 0)
    before, after = quality(rows), quality((*rows, x))
    for y in before:
        yield le(f"L = {y}, no lower", before[y], after.get(y, 0))
        yield le(f"L = {y}, by one", after.get(y, 0), before[y] + 1)
    yield le("raised", sum(q > before.get(y, 0) for y, q in after.items()), 1)
    yield eq("in all", sum(after.values()), len(rows) + 1)


@claim(
    "BNSV15.TXT.neigh",
    over(multisets(4, sized(6, 7, 8), least=2), trim=(0, 1)),
    about=right_pairs,
    impostors=WRONG_PAIRS,
)
def one_step_keeps_neighbours(pairs: Pairs, rows: Rows, trim: int) -> Check:
    """If S and S' differ in one row, so do their n - 2k smallest rows, or they are equal; and so
    do the lengths of the common prefixes, by a bijection of the orders of these rows: the two
    databases of lengths can be drawn together such that they are always neighbours or equal.

    Fair: The laws of the lengths, by the code of the mechanism; a largest flow between them along
    neighbours carries all of the probability if and only if there is such a coupling. Each
    database and all its neighbours over four points.
    """
    pool, universe = smallest(rows, 2 * trim), replace_one(range(4), len(rows))
    mine = _probabilities(pairs, pool)
    for other in sorted({smallest(o, 2 * trim) for o in universe.neighbours(rows)}):
        if other >= pool:
            yield eq(f"Y' = {other}", coupled(mine, _probabilities(pairs, other)), 1)


@cache
def _probabilities(pairs: Pairs, pool: Rows) -> dict[Rows, Fraction]:
    """The law of the lengths."""
    found = law(pairs(2), pool)
    return {lengths: found.probability(lengths) for lengths in found}


MANY = (
    (((0, 64), (3, 2)), ((0, 63), (3, 3))),
    (((0, 65), (3, 2)), ((0, 65), (1, 1), (3, 1))),
    (((0, 61), (1, 1), (2, 1), (3, 3)), ((0, 62), (1, 1), (3, 3))),
    (((0, 62), (1, 2), (3, 2)), ((0, 61), (1, 2), (3, 3))),
)
"""Values and how often they occur among 66 or 67 rows; neighbours."""


@claim(
    "BNSV15.TXT.neigh",
    over(neighbours=MANY),
    form=Form.CONCRETE,
    about=right_pairs,
    impostors={
        "keeps the rows in order": WRONG_PAIRS["keeps the rows in order"],
        "pairs distinct values": WRONG_PAIRS["pairs distinct values"],
        "of many rows takes the last two": lambda digits: InOrderAbove(right_pairs(digits), 64),
        "of many rows the last one is not taken": lambda digits: NeverTheLast(digits, 64),
    },
)
def pairs_of_many_rows(pairs: Pairs, neighbours: tuple[Blocks, Blocks]) -> Check:
    """Where rows are so many that a partner is drawn by its place, the law of the lengths is that
    of random pairs, too: each row is left out with the same probability, and each of the others is
    its partner with the same probability. Of neighbours they can be drawn together as neighbours.

    Fair: 66 and 67 rows of few values, as more than 64 rows are drawn by their places; the law is
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


CloseLaw = Callable[[int, int], dict[int, Fraction]]
"""From the number of rows and a distance to the law of the number of close pairs."""


@dataclass(frozen=True)
class Near:
    """1 for a pair whose members differ by at most a distance, else 0."""

    distance: int

    def __call__(self, one: int, other: int, /) -> int:
        return int(abs(one - other) <= self.distance)


def by_drawing(pairs: Callable[[Near], Mechanism[Rows, Rows, Fraction]]) -> CloseLaw:
    """The law of the number of close pairs of 1, ..., n, by the code that pairs rows."""

    def found(rows: int, distance: int) -> dict[int, Fraction]:
        drawn = law(pairs(Near(distance)), tuple(range(1, rows + 1))).map(sum)
        return {close: drawn.probability(close) for close in drawn}

    return found


def at_least(law: Mapping[int, Fraction], r: int) -> Fraction:
    """The probability of r or more."""
    return sum((p for close, p in law.items() if close >= r), Fraction(0))


def _in_order(rows: int, distance: int) -> dict[int, Fraction]:
    """Without a random order: ranks 1 and 2, 3 and 4, ... are pairs."""
    return {rows // 2 * (distance >= 1): Fraction(1)}


def _half_in_order(rows: int, distance: int) -> dict[int, Fraction]:
    """Half of the pairs are neighbours, and the others random."""
    sure = rows // 4
    random = close_pairs(rows - 2 * sure, distance)
    return {close + sure * (distance >= 1): p for close, p in random.items()}


def _nearer(law: CloseLaw) -> CloseLaw:
    """Pairs are close at one and a half times the distance."""
    return lambda rows, distance: law(rows, distance + -(-distance // 2))


@claim(
    "BNSV15.C3.12",
    over(
        r=sized((1, 12, 13, 24), (1, 12, 13, 23, 24, 36), (1, 12, 13, 24, 36, 48)),
        more=sized((0, 2, 12), (0, 2, 12, 24), (0, 2, 12, 24, 48)),
    ),
    about=close_pairs,
    impostors={
        "keeps the rows in order": _in_order,
        "keeps every second pair in order": _half_in_order,
        "is close at half the number of pairs": lambda rows, distance: close_pairs(
            rows, 6 * distance
        ),
    },
)
def few_pairs_are_close(law: CloseLaw, r: int, more: int) -> Check:
    """If pi is a random permutation of 1, ..., n, then for all r >= 1 at least r of the pairs
    (pi_(2i-1), pi_(2i)) have |pi_(2i-1) - pi_(2i)| <= r/12 with probability at most 2^-r.

    Fair: Distances below 1 are impossible, so that r < 12 is trivial, and so is n < 2r; n = 2r +
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
    about=by_drawing(RandomPairs),
    impostors={
        "keeps the rows in order": _in_order,
        "is close at a larger distance": _nearer(by_drawing(RandomPairs)),
    },
)
def few_pairs_are_close_at_any_distance(law: CloseLaw, n: int, distance: int) -> Check:
    """For every distance m, at least r of the random pairs are within m with probability at most
    C(n, r) (2m)^r (n-r)!/n! = (2m)^r/r!; for 2m = r/6 this is (r/6)^r/r! <= e^r/(6^r sqrt(r)) <=
    2^-r.

    Fair: The law of the mechanism that pairs rows, on the rows 1, ..., n, against the count over
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
