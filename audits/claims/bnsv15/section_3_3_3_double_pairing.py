"""Section 3.3.3: what happens if every element is paired twice."""

from itertools import permutations

from audits.claims.prelude import *
from reference.lower_bounds.hard_distribution import agreement, rows_around
from reference.mechanisms.interior_point.double_pairing import (
    DoublePairing,
    Levels,
    consecutive_pairs,
)

SHUFFLED, NEXT = (
    "coins.draw(permutation(database))",
    "levels(y, depth=self.depth, count=self.count)",
)
WRONG[DoublePairing] = {
    "no shuffle": f"{SHUFFLED} => database",
    "a new order at every level": f"return {NEXT} => found, digits = (y,), self.depth\n"
    "        for _ in range(self.count):\n"
    "            order = coins.draw(permutation(found[-1]))\n"
    "            found = (*found, levels(order, depth=digits, count=1)[1])\n"
    "            digits = digits.bit_length()\n"
    "        return found",
    "prefixes from the last digit on": "permutation(database) => permutation("
    "tuple(int(f'{row:0{self.depth}b}'[::-1], 2) for row in database))",
    "too few digits for a length": "= digits.bit_length() => = (digits - 1).bit_length()",
    "one level fewer": "count=self.count => count=self.count - 1",
}


@claim(
    "BNSV15.ALG.DoublePair",
    over(
        rows=((0, 1, 3), (2, 5, 7), (4, 5, 5, 7), (0, 3, 2, 6)),
        depth=sized((3, 4), (3, 4, 5), (3, 4, 5, 8)),
        count=(1, 2),
    ),
    about=DoublePairing,
)
def double_pairing(build: Build, rows: Rows, depth: int, count: int) -> Check:
    """Shuffle D; for t = 1, 2, ... let entry i of level t be the length of the longest common
    prefix of entries i and i + 1 of level t - 1.

    Cases: The law over all orders of the rows, against the digits compared one by one; three or
    four digits for rows, or more, two for the lengths 0 to 3, but three for 0 to 4.
    """
    dist = law(build(depth, count), rows)
    orders = [*permutations(rows)]
    found = [_by_digits(order, depth, count) for order in orders]
    for outcome in sorted(set(found)):
        chance = Fraction(found.count(outcome), len(orders))
        yield eq(f"{outcome}", dist.probability(outcome), chance)


def _by_digits(rows: Rows, digits: int, count: int) -> Levels:
    """The levels, by comparing the digits of neighbours."""
    known: list[Rows] = [rows]
    for _ in range(count):
        words = [f"{entry:0{digits}b}" for entry in known[-1]]
        known.append(tuple(_agreement(one, other) for one, other in pairwise(words)))
        digits = len(f"{digits:b}")
    return tuple(known)


def _agreement(one: str, other: str) -> int:
    """On how many leading digits two words agree."""
    return next((i for i, (a, b) in enumerate(zip(one, other, strict=True)) if a != b), len(one))


def in_order(entries: int, level: int) -> Sequence[tuple[int, ...]]:
    """The pairs of the construction, at every level the same."""
    del level
    return consecutive_pairs(entries)


PAIRS = "del level\n    return consecutive_pairs(entries)"
WRONG[in_order] = {
    "entries i and i + t are paired": f"{PAIRS} => "
    "return [(i, i + level) for i in range(entries - level)]",
    "a new order at every level": f"{PAIRS} => "
    "order = [*range(0, entries, 2), *range(1, entries, 2)]\n"
    "    return [(order[i], order[j]) for i, j in consecutive_pairs(entries)]",
    "every element is paired three times": f"{PAIRS} => "
    "return [(i, i + 1, min(i + 2, entries - 1)) for i in range(entries - 1)]",
    "every element is paired once": f"{PAIRS} => "
    "return [(i, i + 1) for i in range(0, entries - 1, 2)]",
}


@claim(
    "BNSV15.TXT.double1",
    over(n=sized((5, 8), (5, 8, 12), (5, 8, 12, 16)), t=range(1, 5)),
    about=in_order,
)
def influence_grows_linearly(pairs: Build, n: int, t: int) -> Check:
    """An input element affects at most t + 1 entries at depth t, and the database shrinks by one
    row at each level.

    Cases: Which entries are computed from which elements, for every element; t + 1 are reached
    where there are so many.
    """
    entries: list[frozenset[int]] = [frozenset((i,)) for i in range(n)]
    for level in range(1, t + 1):
        known = entries
        places = pairs(len(known), level)
        entries = [frozenset().union(*(known[i] for i in group)) for group in places]
    affected = [sum(i in entry for entry in entries) for i in range(n)]
    for i, count in enumerate(affected):
        yield le(f"element {i}", count, t + 1)
    yield eq("most", max(affected), min(t + 1, n - t))
    yield eq("entries", len(entries), n - t)


@claim(
    "BNSV15.TXT.double2",
    over(n=sized((5, 8, 12), (5, 8, 12, 16), (5, 8, 12, 16)), t=(1, 2, 3)),
    about=in_order,
)
def influence_doubles_with_reshuffling(pairs: Build, n: int, t: int) -> Check:
    """If the entries were shuffled at every level, an input element might affect 2^t entries at
    depth t, and no more.

    Cases: The most over all shuffles: the entries that depend on the element may come to lie at
    any places; 2^t are reached where there are so many entries.
    """
    reachable = {1}
    for level in range(1, t + 1):
        entries = n - level + 1
        groups = pairs(entries, level)
        reachable = {
            sum(not chosen.isdisjoint(group) for group in groups)
            for size in reachable
            for chosen in map(frozenset, combinations(range(entries), size))
        }
    yield eq("most", max(reachable), min(2**t, n - t))


@claim(
    "BNSV15.TXT.lengths",
    over(base=(2, 3), length=(2, 3)),
    about=rows_around,
    refuted=Erratum(
        Grade.WORDING,
        "Section 3.3.3, second paragraph (every y_i is the length of the longest common prefix of "
        "x_0 and x_i): the next digit of x_i is random, and agrees by chance with probability "
        "1/b(n)",
        "the chance that the longest common prefix has another length than y",
        "0",
    ),
)
def lengths_are_those_of_common_prefixes(build: Build, base: int, length: int) -> Check:
    """In the hard databases y_i is the length of the longest common prefix of x_0 and x_i.

    Cases: All x_0 and all y below the number of digits; it is at least y.
    """
    for hidden, y in product(range(base**length), range(length)):
        rows = build(hidden, (y,), base, length)
        agreed = rows.map(lambda d: agreement(d[0], d[1], base, length))
        longer = sum((agreed.probability(k) for k in agreed if k > y), Fraction(0))
        shorter = sum((agreed.probability(k) for k in agreed if k < y), Fraction(0))
        yield le(f"x_0 = {hidden}, y = {y}, less", shorter, 0)
        yield le(f"x_0 = {hidden}, y = {y}", longer, 0)


WRONG[rows_around] = {
    "one digit more": given(rows_around, lengths=lambda y: (y[0] + 1,)),
    "no common digit": given(rows_around, lengths=lambda _: (0,)),
}


@claim(
    "BNSV15.TXT.lengths", over(base=(2, 3), length=(2, 3)), form=Form.CORRECTED, about=rows_around
)
def common_prefixes_are_longer_by_chance(build: Build, base: int, length: int) -> Check:
    """The longest common prefix of x_0 and x_i has y_i digits or more, and more than k >= y_i with
    probability b(n)^(y_i - k - 1).

    Cases: As in the printed form, k up to the last digit.
    """
    for hidden, y in product(range(base**length), range(length)):
        agreed = build(hidden, (y,), base, length).map(
            lambda d: agreement(d[0], d[1], base, length)
        )
        for k in range(length):
            more = sum((agreed.probability(a) for a in agreed if a > k), Fraction(0))
            expected = Fraction(1, base ** max(0, k + 1 - y))
            yield eq(f"x_0 = {hidden}, y = {y}, more than {k}", more, expected)
