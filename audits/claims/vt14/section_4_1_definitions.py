"""Section 4.1: blatant non-privacy, subset queries and partial discrepancy, as defined."""

from audits.claims.prelude import *
from audits.claims.vt14.impostors.blatant import WRONG_DEFINITIONS
from audits.claims.vt14.impostors.partial_discrepancy import MORE_WRONG_DISCREPANCIES
from audits.claims.vt14.impostors.subset_sums import WRONG_EMBEDDINGS, WRONG_RANDOM_SUBSETS
from audits.claims.vt14.laws.reachable_sums import least_reachable
from audits.claims.vt14.laws.reconstruction import apart, sums
from reference.data.queries import exact_fraction
from reference.lower_bounds.blatant_non_privacy import is_blatantly_non_private
from reference.lower_bounds.discrepancy import PRINTED_SHARE, partial_discrepancy
from reference.lower_bounds.subset_sums import (
    Bits,
    RandomSubsets,
    all_subsets,
    embedded,
    embedded_query,
    hadamard_subsets,
)
from reference.mechanisms.noise.randomized_response import RandomizedResponse

NONE, TINY = Fraction(0), Fraction(1, 64)
SHARES = (NONE, Fraction(1, 100), Fraction(1, 3), HALF, Fraction(2, 3))


@claim(
    "VT14.D4.1.1",
    over(n=(2, 3), share=SHARES),
    about=is_blatantly_non_private,
    impostors=WRONG_DEFINITIONS,
)
def blatant(defined: Build, n: int, share: Fraction) -> Check:
    """M is blatantly non-private if for every x one can use M(x) to compute an x' that differs
    from x in at most n/100 coordinates, with high probability.

    Fair: n/100 is a share of n, the probability a number p. Randomised response that keeps a bit
    with probability 3/4: by a binomial sum, p is at most Pr[Bin(n, 1/4) <= share n]; to say 0
    always, or the complement of the answers, from some databases and all of them; bottom, and
    words of other lengths, are no databases. In print a row of 100 may be wrong, two may not.
    """
    answers = RandomizedResponse(Domain.of_size(2), Epsilon(Fraction(3)))
    bits = all_subsets(n)
    flips = [comb(n, k) * Fraction(3 ** (n - k), 4**n) for k in range(n + 1)]
    most = int(share * n)
    kept, lost = sum(flips[: most + 1], NONE), sum(flips[n - most :], NONE)
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


@claim(
    "VT14.D4.1.5",
    over(matrix=MATRICES, share=SHARES),
    about=partial_discrepancy,
    impostors=MORE_WRONG_DISCREPANCIES,
)
def discrepancy(
    found: Build, matrix: Sequence[Sequence[Fraction | int]], share: Fraction
) -> Check:
    """PDisc(Q) = min of |Q z|_inf over z in {0, 1, -1}^n with |z|_1 > n/100.

    Fair: n/100 is a share of n; the least over the sums that can be reached, column by column.
    """
    yield eq("PDisc", found(matrix, share), least_reachable(matrix, share))
    if share == Fraction(1, 100):
        yield eq("by default", found(matrix), least_reachable(matrix, share))
        yield eq("n/100", 100 * PRINTED_SHARE, 1)


EMBEDDING = Parts((embedded, embedded_query))
VARIANTS = {name: EMBEDDING.but(place, w) for name, (place, w) in WRONG_EMBEDDINGS.items()}


@claim(
    "VT14.ALG.Embed",
    over(n=sized((1, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5))),
    about=EMBEDDING,
    impostors=VARIANTS,
)
def embedding(parts: Parts, n: int) -> Check:
    """Set X' = [n] x {0, 1}, x' = ((1, x_1), ..., (n, x_n)), q'((i, b)) = q_i b: databases as far
    apart as before, so that what is private for x' is private for x, and counting queries.

    Fair: Every x, every q; q' on every database of one row of X'.
    """
    bits = all_subsets(n)
    for x, other in product(bits, repeat=2):
        first, second = parts(0, x), parts(0, other)
        yield eq(f"{x}, {other}", apart(first, second), apart(x, other))
    for x in bits:
        rows = tuple((i + 1, bit) for i, bit in enumerate(x))
        yield true(f"{x}", parts(0, x) == rows)
    for q in bits:
        for i, b in product(range(n), (0, 1)):
            value = parts(1, q)(((i + 1, b),))
            yield eq(f"q = {q}, ({i + 1}, {b})", value, sums([q], _one(i, n))[0] if b else 0)


def _one(place: int, n: int) -> Bits:
    return tuple(int(i == place) for i in range(n))


@claim(
    "VT14.TXT.embed",
    over(n=sized((1, 2, 4), (1, 2, 3, 4, 5), (1, 2, 3, 4, 5, 6))),
    about=EMBEDDING,
    impostors=VARIANTS,
)
def answers_are_kept(parts: Parts, n: int) -> Check:
    """These can be transformed into counting queries over a larger universe: q'(x') = <q, x>/n.

    Fair: Every x and q; <q, x> as the size of an intersection.
    """
    for x, q in product(all_subsets(n), repeat=2):
        found = exact_fraction(parts(1, q), parts(0, x))
        yield eq(f"{x}, {q}", found, Fraction(sums([q], x)[0], n))


@claim(
    "VT14.ALG.RandQ",
    over(size=((1, 1), (1, 3), (2, 2), (3, 1))),
    about=RandomSubsets,
    impostors=WRONG_RANDOM_SUBSETS,
)
def random_queries(build: Build, size: tuple[int, int]) -> Check:
    """Pick the rows q_1, ..., q_k in {0, 1}^n uniformly: each k x n matrix of bits has probability
    2^(-kn).

    Fair: (k, n) = size.
    """
    k, n = size
    found = law(build(k, n), ())
    for matrix in product(all_subsets(n), repeat=k):
        yield eq(f"{matrix}", found.probability(matrix), Fraction(1, 2 ** (k * n)))
