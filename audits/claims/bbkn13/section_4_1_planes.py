"""Section 4.1: sets that share few points represent the points; planes and their duals."""

from itertools import count

from audits.claims.prelude import *
from audits.claims.bbkn13.words import *
from reference.data.hypothesis_classes import (
    RandomSubsetClass,
    Sets,
    affine_lines,
    covering,
    lines_of_binary_space,
)


@cache
def value(sets: Sets, t: int, j: int) -> Fraction:
    """The value of the sets for the point j of 0, ..., t - 1."""
    return representation_value(as_hypotheses(sets, t), points(t)[j], t)


WRONG[Values.indicator] = {
    "the complement": lambda members, size: Values.indicator({*range(size)} - {*members}, size)
}
WRONG[projective_lines] = {
    "complements of the lines": "% q == 0 => % q",
    "a line is missing": "for u in vectors => for u in vectors[:-1]",
}
WRONG[steiner_dual] = {
    "the blocks themselves": "tuple(frozenset(x for x in range(size) if e in blocks[x]) for e in"
    " elements) => tuple(blocks[:size])"
}


@claim("BBKN13.D.set-hyp", over(t=ranges(1, 6, 8, 10)), about=Values.indicator)
def sets_are_indicators(indicator: Build, t: int) -> Check:
    """A set A of points represents h_A with h_A(i) = 1 if i is in A, and 0 otherwise.

    Cases: All subsets; as bit strings.
    """
    for chosen in range(1 << t):
        h = indicator([x for x in range(t) if chosen >> x & 1], t)
        yield eq(f"{chosen:b}", code(x for x in range(t) if h(x) == 1), chosen)


DUALS = {
    "dual AG(2,3)": (steiner_dual(affine_lines(3), 12), 12),
    "dual PG(3,2)": (steiner_dual(lines_of_binary_space(4), 32), 32),
}
NAMED = {"PG(2,2)": (projective_lines(2), 7), "PG(2,3)": (projective_lines(3), 13), **DUALS}


def rarely_meet(sets: Sets) -> bool:
    """Whether two sets share at most one point."""
    return all(len(a & b) <= 1 for a, b in combinations(sets, 2))


def families(name: str, meet: Build) -> Iterator[tuple[Sets, int]]:
    """A family by name, or every family on three points with the property."""
    if name in NAMED:
        yield NAMED[name]
        return
    subsets = [frozenset(s) for n in range(4) for s in combinations(range(3), n)]
    for chosen in product((False, True), repeat=8):
        sets = tuple(s for s, kept in zip(subsets, chosen, strict=True) if kept)
        if meet(sets):
            yield sets, 3


WRONG[rarely_meet] = {"two sets share at most two points": "<= 1 => <= 2"}


@claim("BBKN13.PG.suff", over(family=("all on 3 points", *NAMED)), about=rarely_meet)
def rarely_meeting_sets_represent(meet: Build, family: str) -> Check:
    """If each j lies in more than 1/alpha sets and two sets share at most one point, the sets
    alpha-represent POINT: for p sets through j the value is at most 1/p < alpha.

    Cases: The hypothesis is verified; every alpha with p = floor(1/alpha) + 1 is meant, as the
    bound is 1/p. Attained by the planes.
    """
    for sets, t in families(family, meet):
        if t > 3 and "dual" not in family:
            yield le("shared points", max(len(a & b) for a, b in combinations(sets, 2)), 1)
        for j in range(t):
            through, shared = covering(sets, j)
            if through:
                yield le("sets through two points", shared, 1)
                yield le(
                    f"{[*map(sorted, sets)][:8]}, {j}", value(sets, t, j), Fraction(1, through)
                )


PRIMES = sized((2, 3), (2, 3, 5), (2, 3, 5, 7))


@claim("BBKN13.A.PG2", over(q=PRIMES), about=projective_lines)
def planes_are_planes(lines_of: Build, q: int) -> Check:
    """A projective plane of order q has T = q^2 + q + 1 points and as many lines; any two points
    lie on exactly one line, any two lines share exactly one point; q + 1 lines through a point.

    Cases: All pairs.
    """
    lines, n = lines_of(q), q * q + q + 1
    yield eq("lines", len(set(lines)), n)
    for p in range(n):
        yield eq(f"lines through {p}", sum(p in line for line in lines), q + 1)
        for b in range(p):
            yield eq(f"lines through {p} and {b}", sum({p, b} <= line for line in lines), 1)
    for first, second in combinations(lines, 2):
        yield eq("points of two lines", len(first & second), 1)


@claim("BBKN13.PG.plane", over(q=PRIMES), about=projective_lines)
def planes_represent(lines_of: Build, q: int) -> Check:
    """For q >= 1/alpha the lines of the plane alpha-represent POINT over its T points.

    Cases: alpha = 1/q, the smallest; the value is 1/(q + 1), so that the bound is not attained.
    """
    for j in range(q * q + q + 1):
        yield le(f"{j}", value(lines_of(q), q * q + q + 1, j), Fraction(1, q))


@claim(
    "BBKN13.PG.plane",
    over(q=sized((2, 3), (2, 3, 5), (2, 3, 5, 7))),
    form=Form.CONCRETE,
    about=projective_lines,
)
def value_of_planes(lines_of: Build, q: int) -> Check:
    """The value of the lines of the plane of order q is exactly 1/(q + 1), at every point.

    Cases: By the matrix game; every point.
    """
    for j in range(q * q + q + 1):
        yield eq(f"{j}", value(lines_of(q), q * q + q + 1, j), Fraction(1, q + 1))


ODD = (
    Grade.WORDING,
    'Section 4.1, "We start with a projective plane with 2T points": they are odd in number',
    "the number of points of a projective plane of order q, which is q^2 + q + 1, modulo 2",
    "2T modulo 2",
)
ORDERS = over(q=(2, 3))


@claim("BBKN13.PG.sparse", ORDERS, refuted=Erratum(*ODD))
def planes_with_2t_points(q: int) -> Check:
    """The projective plane to start from has 2T points, for some integer T.

    Cases: Every order q, as the parity depends on q modulo 2 only.  More points than 2T would do.
    """
    yield eq("parity", len(projective_lines(q)) % 2, 0)


@claim("BBKN13.A.PG2.SPARSE", ORDERS, refuted=Erratum(*ODD, same_as="BBKN13.PG.sparse"))
def sparse_planes_start_from_2t_points(q: int) -> Check:
    """The construction starts with a projective plane with 2T points.

    Cases: Every order q, as above.
    """
    yield eq("parity", len(projective_lines(q)) % 2, 0)


def order_for(t: int) -> int:
    """The least prime q with at least 2T points in a plane of order q."""
    return next(q for q in count(2) if q * q + q + 1 >= 2 * t and all(q % k for k in range(2, q)))


WRONG[order_for] = {
    "at least T points": ">= 2 * t => >= t",
    "no prime": " and all(q % k for k in range(2, q)) => ",
    "the square of the order": "range(2, q))) => range(2, q))) ** 2",
}


@claim("BBKN13.PG.sparse", over(t=ranges(1, 200, 500, 2000)), form=Form.CORRECTED, about=order_for)
def planes_have_enough_points(order: Build, t: int) -> Check:
    """For every T there is a projective plane of prime order q with at least 2T points, q^2 + q +
    1, which is odd, and at most 8T; of which T stay if half of them do.

    Cases: That a plane of prime order exists is A.PG2; q is prime as no smaller number divides it.
    """
    q = order(t)
    n = q * q + q + 1
    yield le("2T", 2 * t, n)
    yield le("8T", n, 8 * t)
    yield eq("odd", n % 2, 1)
    yield eq("prime", sum(q % k == 0 for k in range(1, q + 1)), 2)


def sparse_rate(q: int, alpha: Fraction) -> Fraction:
    """With which probability a line is kept: min(1, 4/(alpha (q+1)))."""
    return min(ONE, 4 / (alpha * (q + 1)))


SPARSE = over(
    q=sized((13, 17, 31), (13, 17, 31, 101), (13, 17, 31, 101, 499)),
    alpha=(HALF, Fraction(1, 3), Fraction(9, 10)),
)


WRONG[sparse_rate] = {"a fourth of the rate": "4 / (alpha => 1 / (alpha"}


@claim("BBKN13.PG.sparse", SPARSE, form=Form.CONCRETE, about=sparse_rate)
def sparse_planes_cover_half(rate_of: Build, q: int, alpha: Fraction) -> Check:
    """Lines of a plane of order q kept with rate min(1, 4/(alpha (q+1))): a point is on at most
    1/alpha kept lines with probability at most 1/2, so half of the points are expected to stay.

    Cases: Exact binomial tails; rates below 1.
    """
    rate = rate_of(q, alpha)
    yield lt("rate", rate, 1)
    yield chance("few lines", binomial_range(q + 1, rate, 0, int(1 / alpha)), HALF)


@claim("BBKN13.A.PG2.SPARSE", SPARSE, form=Form.CORRECTED, about=sparse_rate)
def sparse_lines_cover(rate_of: Build, q: int, alpha: Fraction) -> Check:
    """The construction starts with a projective plane of order q, q^2 + q + 1 points. At most 4
    (q+1)/alpha kept lines are expected, and a point is on at most 1/alpha of them with probability
    at most 4 alpha/9 (Chebyshev).

    Cases: Exact binomial tails, which Chebyshev's inequality overestimates; PG.sparse has the q
    for a number of points.
    """
    rate = rate_of(q, alpha)
    yield chance("few lines", binomial_range(q + 1, rate, 0, int(1 / alpha)), 4 * alpha / 9)
    yield le("expected lines", rate * (q * q + q + 1), 4 * (q + 1) / alpha)


@claim(
    "BBKN13.A.PACKCLASS",
    over(packing=("PG(3,2)", "AG(2,3)")),
    form=Form.CONCRETE,
    about=steiner_dual,
)
def duals_cover(dual: Build, packing: str) -> Check:
    """The dual of a packing with blocks of three elements: each of T points lies in three sets,
    two points share at most one set; 15 sets for 32 points and 9 sets for 12 points.

    Cases: All points; the blocks are listed in the order of their elements.
    """
    blocks, t, k = {
        "PG(3,2)": (lines_of_binary_space(4), 32, 15),
        "AG(2,3)": (affine_lines(3), 12, 9),
    }[packing]
    sets = dual(blocks, t)
    yield eq("sets", len(sets), k)
    for j in range(t):
        through, shared = covering(sets, j)
        yield eq(f"sets through {j}", through, 3)
        yield le(f"shared with {j}", shared, 1)


def hypotheses_and_points(name: str) -> tuple[int, int]:
    """The size of a hypothesis class, and the number of points that it represents."""
    if name in DUALS:
        sets, t = DUALS[name]
        return len(sets), t
    return RandomSubsetClass(16, Fraction(9, 10)).sets, 2**16


WRONG[hypotheses_and_points] = {
    "the planes in place of their duals": "len(sets), t => t, len(sets)"
}


@claim(
    "BBKN13.TXT.smaller-class", over(name=(*DUALS, "random subsets")), about=hypotheses_and_points
)
def classes_are_smaller(sizes: Build, name: str) -> Check:
    """The hypothesis classes used are smaller than the concept class: k < T.

    Cases: Explicit classes that represent the points, and the class of Lemma 4.1 for d = 16.
    """
    k, t = sizes(name)
    yield lt("k", k, t)
