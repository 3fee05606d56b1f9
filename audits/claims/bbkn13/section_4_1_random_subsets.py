"""Section 4.1: random subsets represent the points (Lemma 4.1)."""

from hashlib import shake_256

from audits.claims.prelude import *
from audits.claims.bbkn13.section_4_1_planes import value
from audits.claims.bbkn13.words import *
from reference.data.hypothesis_classes import (
    RandomSubsetClass,
    covering,
    is_good_point,
    restricted,
)


def few(c: RandomSubsetClass, per_set: int) -> Fraction:
    """Pr[fewer than p of the k sets of so many points contain a point]: BAD1."""
    return binomial_range(c.sets, Fraction(per_set, 2 << c.dimension), 0, c.needed - 1)


def shared(c: RandomSubsetClass, per_set: int) -> Fraction:
    """2T binom(p, d) Pr[a set through j contains b]^d, which bounds BAD2."""
    hit = Fraction(per_set - 1, (2 << c.dimension) - 1)
    return (2 << c.dimension) * comb(c.needed, c.dimension) * hit**c.dimension


@cache
def drawn_sets(dimension: int, sets: int, sixteenths: int) -> tuple[int, ...]:
    """Sets of 2^(d+1) points, as bits, with a rate of sixteenths/256, from a hash of their number.

    Each set is expected to have sixteenths/256 of the points.
    """
    size = (2 << dimension) // 8

    def bits(number: int, digit: int) -> int:
        seed = f"Lemma 4.1, d = {dimension}, set {number}, digit {digit}".encode()
        return int.from_bytes(shake_256(seed).digest(size), "big")

    found = []
    for number in range(sets):
        below = 0  # whether a uniform number of 8 binary digits is below the rate
        for digit in range(8):
            fresh = bits(number, digit)
            below = below | ~fresh if sixteenths >> digit & 1 else below & ~fresh
        found.append(below & ((1 << (2 << dimension)) - 1))
    return tuple(found)


def most_shared(sets: tuple[int, ...], point: int, needed: int) -> tuple[int, int]:
    """How many of the sets contain the point (up to `needed`), and the most that share another."""
    through = [members for members in sets if members >> point & 1][:needed]
    counters: list[int] = []  # binary digits of the number of sets through each point
    for members in through:
        carry = members & ~(1 << point)
        for place, digit in enumerate(counters):
            counters[place], carry = digit ^ carry, digit & carry
        if carry:
            counters.append(carry)
    most, alive = 0, -1
    for place in reversed(range(len(counters))):
        if alive & counters[place]:
            alive &= counters[place]
            most += 1 << place
    return len(through), most


def satisfying(sets: tuple[int, ...], c: RandomSubsetClass, points: range) -> Iterator[bool]:
    """Whether property (3) holds at each of the points."""
    for j in points:
        through, most = most_shared(sets, j, c.needed)
        yield through == c.needed and most < c.dimension


NINE_TENTHS = Fraction(9, 10)
SIZES = over(
    d=sized((16, 17, 20), (16, 17, 20, 24), (16, 17, 20, 24, 32)), alpha=(NINE_TENTHS, TWO_FIFTHS)
)
INSTANCE = drawn(
    "every",
    lambda size: size.pick((1024,), (64,), (1,)),
    "one instance for d = 16, and each 1024-th (small: 64-th, full: every) of its points",
)


def both_roundings(c: RandomSubsetClass) -> tuple[int, int]:
    """4pT/k, rounded down and up."""
    return c.points_per_set - 1, c.points_per_set


not_finitely_checkable(
    "BBKN13.L4.1",
    statement="For every alpha < 1 some class of O(d/alpha^2) hypotheses represents POINT_d.",
    reason="asymptotic existence; the concrete form bounds the exact failure probabilities",
)


def from_16_on(d: int) -> Iterator[Comparison]:
    """The proof assumes d >= 16."""
    yield le("d >= 16", 16, d)


WRONG[RandomSubsetClass] = {
    "half as many points in each set": "4 * self.needed << => 2 * self.needed <<",
    "e is left out of k": "(exp(1) * (8 * self.needed**2) / self.dimension).ceil() => "
    "-(-8 * self.needed**2 // self.dimension)",
    "bad points are kept": "good[:size]) if len(good) >= size else None => range(size))",
}
WRONG[covering] = {"one less than the most that share a point": "default=0) => default=0) - 1"}


@claim(
    "BBKN13.L4.1",
    over(*SIZES.quantifiers, INSTANCE),
    form=Form.CONCRETE,
    about=RandomSubsetClass,
    uses=("BBKN13.L4.1.BAD1", "BBKN13.L4.1.BAD2", "BBKN13.L4.1.rep"),
    given=from_16_on,
)
def random_subsets_exist(class_of: Build, d: int, alpha: Fraction, every: int) -> Check:
    """d >= 16: a point fails property (3) with probability at most 1/4, so some choice of the
    k <= ceil(8 e d (1 + floor(1/alpha))^2) < T sets has T good points; and an instance for d = 16
    drawn from a hash, k = 1392, has property (3) at T points at least.

    Cases: Exact probabilities, set sizes rounded both ways; of the instance each
    `every`-th point is looked at (at size full all): whether it has property (3) is decided.
    """
    c = class_of(d, alpha)
    yield step("BBKN13.L4.1.BAD1", Form.PRINTED, d=d)
    yield step("BBKN13.L4.1.BAD2", Form.PRINTED, d=d)
    for per_set in both_roundings(c):
        yield chance(f"bad, {per_set}", few(c, per_set) + shared(c, per_set), QUARTER)
    yield lt("fewer sets than points", c.sets, 1 << d)
    yield lt("k", c.sets, 8 * exp_high(1) * d * (1 + int(1 / alpha)) ** 2 + 1)
    if (d, alpha) == (16, NINE_TENTHS):
        good = [*satisfying(drawn_sets(d, c.sets, 12), c, range(0, 2 << d, every))]
        yield le("half of the points looked at", len(good), 2 * sum(good))


SMALL_SYSTEMS = {
    "Fano": (projective_lines(2), 7),
    "its complement": (tuple(frozenset(range(7)) - s for s in projective_lines(2)), 7),
    "PG(2,3)": (projective_lines(3), 13),
    "restricted": (restricted(projective_lines(3), range(1, 9)), 8),
}
SYSTEMS = over(system=SMALL_SYSTEMS)


@claim("BBKN13.L4.1.rep", SYSTEMS, about=covering)
def covered_points_are_represented(covering: Build, system: str) -> Check:
    """p sets through j, each other point in fewer than d of them: some set has error < d/p under
    every distribution.

    Cases: d is the least such number; by the matrix game, so for all distributions.
    """
    sets, t = SMALL_SYSTEMS[system]
    for j in range(t):
        p, shared = covering(sets, j)
        yield lt(f"{j}", value(sets, t, j), Fraction(shared + 1, p))


@claim("BBKN13.L4.1.rep", SYSTEMS, form=Form.CONCRETE, about=covering)
def covering_bounds_the_value(covering: Build, system: str) -> Check:
    """p sets through j, each other point in at most t - 1 of them: value <= (t - 1)/p; and
    property (3) holds with t, but not with t - 1.

    Cases: Attained; two ways to count agree.
    """
    sets, t = SMALL_SYSTEMS[system]
    for j in range(t):
        p, shared = covering(sets, j)
        yield le(f"{j}", value(sets, t, j), Fraction(shared, p))
        yield true(f"{j} is good", is_good_point(sets, j, p, shared + 1))
        yield true(f"{j} is not better", not is_good_point(sets, j, p, shared))
        as_bits = tuple(sum(1 << x for x in members) for members in sets)
        yield eq(f"{j} by bits", most_shared(as_bits, j, p)[1], shared)


def set_size(p: int, t: int, k: int) -> Fraction:
    """4pT/k."""
    return Fraction(4 * p * t, k)


WRONG[set_size] = {
    "2pT/k points": "4 * p => 2 * p",
    "one point more": "4 * p * t, k) => 4 * p * t, k) + 1",
}


@claim(
    "BBKN13.L4.1.mean",
    over(box(t=(1, 2, 3), k=sized((1, 2, 3, 4), (1, 2, 3, 4), (1, 2, 3, 4, 5)), p=(1, 2, 3))),
    about=set_size,
    given=lambda t, k, p: [
        eq("an integer", (4 * p * t) % k, 0),
        le("at most 2T", 4 * p * t, 2 * t * k),
    ],
)
def expected_number_of_sets(size_of: Build, t: int, k: int, p: int) -> Check:
    """k random subsets of {1, ..., 2T} of size 4pT/k: j is expected in k (4pT/k)/(2T) = 2p sets.

    Cases: By listing all k-tuples of subsets (up to 100,000), for every j.
    """
    subsets = [*combinations(range(2 * t), int(size_of(p, t, k)))]
    if len(subsets) ** k <= 100_000:
        for j in range(2 * t):
            hits = sum(sum(j in s for s in chosen) for chosen in product(subsets, repeat=k))
            yield eq(f"j = {j}", Fraction(hits, len(subsets) ** k), 2 * p)


@claim("BBKN13.L4.1.BAD1", SIZES, about=RandomSubsetClass, given=from_16_on)
def few_sets_are_unlikely(class_of: Build, d: int, alpha: Fraction) -> Check:
    """Less than p sets contain j with probability < 2/p <= 1/8, for d >= 16.

    Cases: Exact binomials, set sizes rounded both ways; Chebyshev's inequality is far from them.
    """
    c = class_of(d, alpha)
    for per_set in both_roundings(c):
        yield lt(f"{per_set} points", few(c, per_set), Fraction(2, c.needed))
    yield le("2/p", Fraction(2, c.needed), Fraction(1, 8))


@claim(
    "BBKN13.L4.1.hit",
    over(box(d=range(16, 25), alpha=between(0, 1, low_in=False, high_in=False))),
    about=set_size,
)
def second_point_is_hit(size_of: Build, d: int, alpha: Fraction) -> Check:
    """A random subset of {1, ..., 2T} without j, of size 4pT/k - 1, contains b with probability
    (4pT/k - 1)/(2T - 1) < 2p/k.

    Cases: The unrounded size and the one rounded down; the difference is small by nature.
    """
    c, t = RandomSubsetClass(d, alpha), 1 << d
    exact = size_of(c.needed, t, c.sets)
    for size in (exact, Fraction(int(exact))):
        yield lt(f"size {size}", (size - 1) / (2 * t - 1), Fraction(2 * c.needed, c.sets))


@claim("BBKN13.L4.1.BAD2", SIZES, about=RandomSubsetClass, given=from_16_on)
def second_point_is_unlikely(class_of: Build, d: int, alpha: Fraction) -> Check:
    """2T binom(p, d) (2p/k)^d <= 2T (2 e p^2/(k d))^d <= 2T 4^-d = 2/T <= 1/8.

    Cases: Each inequality of the chain, with rational upper bounds of e; exact probabilities, set
    sizes rounded both ways.
    """
    c, t = class_of(d, alpha), 1 << d
    p, k = c.needed, c.sets
    middle = 2 * t * (2 * exp_high(1) * p * p / (k * d)) ** d
    yield le("binomial", 2 * t * comb(p, d) * Fraction(2 * p, k) ** d, middle)
    yield le("2 e p^2/(k d) <= 1/4", 8 * exp_high(1) * p * p, k * d)
    yield le("2T 4^-d", middle, Fraction(2, t))
    for per_set in both_roundings(c):
        yield chance(f"{per_set} points", shared(c, per_set), Fraction(2, t))


def a_fourth(t: int) -> Fraction:
    """T/2: how many of 2T points are expected to be bad, each with probability 1/4."""
    return Fraction(2 * t, 4)


WRONG[a_fourth] = {"T points are expected to be bad": "2 * t, 4 => 2 * t, 2"}


@claim("BBKN13.L4.1.markov", over(t=ranges(1, 12, 24, 48)), about=a_fourth)
def half_of_the_points_are_good(expected: Build, t: int) -> Check:
    """Fewer than T/2 of 2T points are expected to be bad: more than T are with probability < 1/2.

    Cases: Every extreme distribution of the number of bad points with mean T/2: two values a and
    b. Independent points too.
    """
    mean = expected(t)
    yield lt("independent", binomial_range(2 * t, mean / (2 * t), t + 1, 2 * t), HALF)
    for a, b in product(range(int(mean) + 1), range(t + 1, 2 * t + 1)):
        yield lt(f"{a} or {b}", (mean - a) / (b - a), HALF)


@claim(
    "BBKN13.A.L41",
    over(
        d=sized((4, 16, 17), (4, 16, 17, 20, 24), (4, 16, 17, 20, 24, 64)),
        alpha=(NINE_TENTHS, HALF, TWO_FIFTHS),
    ),
    about=RandomSubsetClass,
    clause="numbers",
)
def numbers_of_a_random_subset_class(class_of: Build, d: int, alpha: Fraction) -> Check:
    """p = d (1 + floor(1/alpha)); k = 8 e p^2/d, rounded up; sets of 4pT/k points, rounded up.

    Cases: By rational bounds of e.
    """
    c = class_of(d, alpha)
    p = d * (1 + int(1 / alpha))
    yield eq("p", c.needed, p)
    yield le("k is enough", exp_low(1) * 8 * p * p / d, c.sets)
    yield lt("k is the least", c.sets - 1, exp_low(1) * 8 * p * p / d)
    yield le("set size", 4 * p * 2**d, c.points_per_set * c.sets)
    yield lt("rounded up", (c.points_per_set - 1) * c.sets, 4 * p * 2**d)


@claim(
    "BBKN13.A.L41",
    over(d=(4,), alpha=(NINE_TENTHS,)),
    about=RandomSubsetClass,
    clause="points that are kept",
)
def good_points_are_kept(class_of: Build, d: int, alpha: Fraction) -> Check:
    """Points with property (3) are kept, T of them, renumbered: the class alpha-represents them.

    Cases: For d = 4 a class is built of one set, eight times, and of pairs of other points, and
    its values computed; there are no 16 good points without most pairs.
    """
    c = class_of(d, alpha)
    found = c.represented(BAD_AND_GOOD) or ()
    for j in (0, 7, 15):
        yield lt(f"value at {j}", value(found, 16, j), Fraction(d, c.needed))
    yield eq("points", max((x for s in found for x in s), default=0), 15)
    yield true("too few", c.represented(BAD_AND_GOOD[:50]) is None)


BAD_AND_GOOD = (
    *(frozenset(range(8)),) * 8,
    *(frozenset(pair) for pair in combinations(range(8, 24), 2)),
)
"""For p = 8 and d = 4: points below 8 share all their sets, and exactly 16 others are good."""
