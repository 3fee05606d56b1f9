"""Section 4.1: blatant non-privacy, subset queries and partial discrepancy, as defined."""

from audits.claims.prelude import *
from audits.claims.vt14.laws.reachable_sums import least_reachable
from audits.claims.vt14.laws.reconstruction import apart, sums
from reference.data.queries import exact_fraction
from reference.lower_bounds.blatant_non_privacy import is_blatantly_non_private
from reference.lower_bounds.discrepancy import PRINTED_SHARE, partial_discrepancy
from reference.lower_bounds.subset_sums import (
    RandomSubsets,
    all_subsets,
    embedded,
    embedded_query,
    hadamard_subsets,
)

TINY = Fraction(1, 64)
SHARES = (ZERO, Fraction(1, 100), Fraction(1, 3), HALF, Fraction(2, 3))

NEAR = "wrong <= share * len(database)"
CHANCE = "chance_of_recovery(mechanism, attack, x, share)"
ALL = f"all({CHANCE} >= chance for x in databases)"
WRONG[is_blatantly_non_private] = {
    "less than share n": f"{NEAR} => wrong < share * len(database)",
    "one more": f"{NEAR} => {NEAR} + 1",
    "a share of one row": f"{NEAR} => wrong <= share",
    "at least share n": f"{NEAR} => wrong >= share * len(database)",
    "a share of the rows agrees": f"{NEAR} => len(database) - wrong >= share * len(database)",
    "exactly all rows": f"{NEAR} => wrong == 0",
    "for an average database": f"{ALL} => sum(found := [{CHANCE} for x in databases] or [1])"
    " >= chance * len(found)",
    "for some database": f"{ALL} => max(({CHANCE} for x in databases), default=1) >= chance",
    "with a higher probability": f"{ALL} => "
    f"min(({CHANCE} for x in databases), default=1) > chance",
    "with any probability": f"{ALL} => all({CHANCE} for x in databases)",
    "a tenth of the rows": "PRINTED_SHARE,\n) -> bool: => Fraction(1, 10),\n) -> bool:",
    "words of another length": (
        "or len(guess) != len(database): => or False:",
        "zip(database, guess, strict=True) => zip(database, guess, strict=False)",
    ),
    "always": f"{ALL} => True",
    "never": f"{ALL} => False",
}


@claim("VT14.D4.1.1", over(n=(2, 3), share=SHARES), about=is_blatantly_non_private)
def blatant(defined: Build, n: int, share: Fraction) -> Check:
    """M is blatantly non-private if for every x one can use M(x) to compute an x' that differs
    from x in at most n/100 coordinates, with high probability.

    Cases: n/100 is a share of n, the probability a number p. Randomised response that keeps a bit
    with probability 3/4: by a binomial sum, p is at most Pr[Bin(n, 1/4) <= share n]; to say 0
    always, or the complement of the answers, from some databases and all of them; bottom, and
    words of other lengths, are no databases. In print a row of 100 may be wrong, two may not.
    """
    answers = RandomizedResponse(Domain.of_size(2), Epsilon(Fraction(3)))
    bits = all_subsets(n)
    flips = [comb(n, k) * Fraction(3 ** (n - k), 4**n) for k in range(n + 1)]
    most = int(share * n)
    kept, lost = sum(flips[: most + 1], ZERO), sum(flips[n - most :], ZERO)
    for name, attack, chance in (
        ("as answered", lambda y: y, kept),
        ("the complement", lambda y: tuple(1 - b for b in y), lost),
    ):
        yield true(name, defined(answers, attack, bits, chance, share))
        yield true(f"{name}, more", not defined(answers, attack, bits, chance + TINY, share))
    for ones in range(n + 1):
        some = [x for x in bits if sum(x) <= ones]
        said = defined(answers, lambda _: (0,) * n, some, ONE, share)
        yield true(f"0 for at most {ones} ones", said == (ones <= share * n))
        often = defined(answers, lambda _: (0,) * n, some, Fraction(1, 8), share)
        yield true(f"0 for at most {ones} ones, 1/8", often == (ones <= share * n))
    yield true("none", defined(answers, lambda _: (0,) * n, [], ONE, share))
    for other in (Bottom.BOTTOM, (0,) * (n - 1), (0,) * 2 * n):
        recovered = defined(answers, lambda _, word=other: word, [(0,) * n], TINY, share)
        yield true(f"{other}", not recovered)
    if share == PRINTED_SHARE:
        for off in (1, 2):
            guess = (1,) * off + (0,) * (100 - off)
            of_100 = defined(lambda x, _: x, lambda _, guess=guess: guess, [(0,) * 100], ONE)
            yield true(f"{off} of 100", of_100 == (off == 1))


MATRICES: tuple[Sequence[Sequence[Fraction | int]], ...] = (
    ((1, 1),),
    ((1, 3),),
    ((1, 0), (0, 2)),
    hadamard_subsets(4),
    ((1, HALF, -2), (0, Fraction(1, 3), 1)),
    ((2, 1, 1, 3), (0, 1, 3, -1)),
    ((3, 5, 7, 11),),
)


SUPPORT, ENTRIES = "sum(map(abs, z)) > share * columns", "product((1, 0, -1), repeat=columns)"
LARGEST = "max(abs(Fraction(each)) for each in products)"
DISCREPANCIES = {
    "z in {0, 1}": f"{ENTRIES} => product((1, 0), repeat=columns)",
    "support of share n or more": f"{SUPPORT} => sum(map(abs, z)) >= max(share * columns, 1)",
    "z in {-1, 1}": f"{ENTRIES} => product((1, -1), repeat=columns)",
    "the largest": "return min( => return max(",
    "the sum of the entries": f"{LARGEST} => sum(abs(Fraction(each)) for each in products)",
    "the least entry": f"{LARGEST} => min(abs(Fraction(each)) for each in products)",
    "one more in the support": f"{SUPPORT} => {SUPPORT} + 1 or all(z)",
}
WRONG[partial_discrepancy] = DISCREPANCIES | {
    "without absolute values": f"{LARGEST} => max(Fraction(each) for each in products)",
    "any support": f"{SUPPORT} => any(z)",
    "z = 0 is allowed": f"{SUPPORT} => {SUPPORT} or not any(z)",
    "the average of the entries": f"{LARGEST} => "
    "sum(abs(Fraction(each)) for each in products) / len(matrix)",
}


@claim("VT14.D4.1.5", over(matrix=MATRICES, share=SHARES), about=partial_discrepancy)
def discrepancy(
    found: Build, matrix: Sequence[Sequence[Fraction | int]], share: Fraction
) -> Check:
    """PDisc(Q) = min of |Q z|_inf over z in {0, 1, -1}^n with |z|_1 > n/100.

    Cases: n/100 is a share of n; the least over the sums that can be reached, column by column.
    """
    yield eq("PDisc", found(matrix, share), least_reachable(matrix, share))
    if share == Fraction(1, 100):
        yield eq("by default", found(matrix), least_reachable(matrix, share))
        yield eq("n/100", 100 * PRINTED_SHARE, 1)


EMBEDDING = Parts(rows=embedded, query=embedded_query)
NUMBERED, COUNTED = "tuple(enumerate(bits, start=1))", "self.query[person - 1] * bit == 1"
PEOPLE = "for i, b in enumerate(bits, start=1)"
WRONG[EMBEDDING] = {
    "people are numbered from 0": EMBEDDING.but(rows=f"{NUMBERED} => tuple(enumerate(bits))"),
    "rows without numbers": EMBEDDING.but(rows=f"{NUMBERED} => tuple((1, b) {PEOPLE})"),
    "the complement": EMBEDDING.but(rows=f"{NUMBERED} => tuple((i, 1 - b) {PEOPLE})"),
    "backwards": EMBEDDING.but(rows=f"{NUMBERED} => tuple((len(bits) + 1 - i, b) {PEOPLE})"),
    "ones only": EMBEDDING.but(rows=f"{NUMBERED} => tuple((i, b) {PEOPLE} if b) or ((1, 0),)"),
    "q_i or b": EMBEDDING.but(query=f"{COUNTED} => self.query[person - 1] + bit > 0"),
    "q_i and not b": EMBEDDING.but(query=f"{COUNTED} => self.query[person - 1] > bit"),
    "q_i = b": EMBEDDING.but(query=f"{COUNTED} => self.query[person - 1] == bit"),
    "b alone": EMBEDDING.but(query=f"{COUNTED} => bit == 1"),
    "q_i alone": EMBEDDING.but(query=f"{COUNTED} => self.query[person - 1] == 1"),
}


@claim("VT14.ALG.Embed", over(n=sized((1, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5))), about=EMBEDDING)
def embedding(parts: Parts, n: int) -> Check:
    """Set X' = [n] x {0, 1}, x' = ((1, x_1), ..., (n, x_n)), q'((i, b)) = q_i b: databases as far
    apart as before, so that what is private for x' is private for x, and counting queries.

    Cases: Every x, every q; q' on every database of one row of X'.
    """
    bits = all_subsets(n)
    for x, other in product(bits, repeat=2):
        yield eq(f"{x}, {other}", apart(parts.rows(x), parts.rows(other)), apart(x, other))
    for x in bits:
        rows = tuple((i + 1, bit) for i, bit in enumerate(x))
        yield true(f"{x}", parts.rows(x) == rows)
    for q, i, b in product(bits, range(n), (0, 1)):
        one = tuple(int(j == i) for j in range(n))
        value = parts.query(q)(((i + 1, b),))
        yield eq(f"q = {q}, ({i + 1}, {b})", value, sums([q], one)[0] if b else 0)


@claim(
    "VT14.TXT.embed",
    over(n=sized((1, 2, 4), (1, 2, 3, 4, 5), (1, 2, 3, 4, 5, 6))),
    about=EMBEDDING,
)
def answers_are_kept(parts: Parts, n: int) -> Check:
    """These can be transformed into counting queries over a larger universe: q'(x') = <q, x>/n.

    Cases: Every x and q; <q, x> as the size of an intersection.
    """
    for x, q in product(all_subsets(n), repeat=2):
        found = exact_fraction(parts.query(q), parts.rows(x))
        yield eq(f"{x}, {q}", found, Fraction(sums([q], x)[0], n))


BIT, ROW = "bit = Dist.uniform((0, 1))", "tuple(coins.draw(bit) for _ in range(self.people))"
OF_SOME = "bit = Dist.uniform([q for q in all_subsets(self.people) if {}])"
RANDOM_SUBSETS: dict[str, Any] = {
    "entries -1 and 1": f"{BIT} => bit = Dist.uniform((-1, 1))",
    "not everybody": (f"{BIT} => {OF_SOME.format('not all(q)')}", f"{ROW} => coins.draw(bit)"),
    "the same query again": (f"{ROW} => row", f"{BIT} => {BIT}\n        row = {ROW}"),
    "a third of ones": f"{BIT} => bit = Dist.uniform((0, 0, 1))",
    "k and n exchanged": (
        "range(self.queries)\n => range(self.people)\n",
        "range(self.people))  # 1 => range(self.queries))  # 1",
    ),
}
WRONG[RandomSubsets] = RANDOM_SUBSETS | {
    "no empty subset": (f"{BIT} => {OF_SOME.format('any(q)')}", f"{ROW} => coins.draw(bit)"),
    "more than half of ones": f"{BIT} => bit = Dist.weighted("
    "((0, Fraction(31, 64)), (1, Fraction(33, 64))))",
}


@claim("VT14.ALG.RandQ", over(size=((1, 1), (1, 3), (2, 2), (3, 1))), about=RandomSubsets)
def random_queries(build: Build, size: tuple[int, int]) -> Check:
    """Pick the rows q_1, ..., q_k in {0, 1}^n uniformly: each k x n matrix of bits has probability
    2^(-kn).

    Cases: (k, n) = size.
    """
    k, n = size
    found = law(build(k, n), ())
    for matrix in product(all_subsets(n), repeat=k):
        yield eq(f"{matrix}", found.probability(matrix), Fraction(1, 2 ** (k * n)))
