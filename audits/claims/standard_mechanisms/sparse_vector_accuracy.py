"""How often AboveThreshold and the variants of the sparse vector technique are right."""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.every_eps import NOTHING, TAILS, R, every
from audits.ledger.quantifiers import Over
from reference.mechanisms.stream.above_threshold import AboveThreshold
from reference.mechanisms.stream.sparse import Sparse
from reference.mechanisms.stream.sparse_vector import (
    SparseVector1,
    SparseVector4,
    SparseVector5,
    SparseVector6,
)
from reference.mechanisms.stream.sparse_vector_values import SparseVector3
from reference.privacy.post_processing import PostProcessing

Output = int | Bottom | Rows
Released = tuple[int | Bottom, ...]

ALL = 9
"""Positives: more than there are answers."""


def rates(parts: int, rho: int, nu: int, draws: int = 1, most: int = 1) -> Over:
    """Noise of rates rho and nu, in parts of eps; rho is drawn so many times.

    The output ends at the last answer, or before, with so many positives.
    """
    return over(
        n=sized((2, 3), (3,), (4,)),
        h=(1, 2),
        parts=(parts,),
        rho=(rho,),
        nu=(nu,),
        draws=(draws,),
        most=(most,),
    )


def tail(rate: int, h: int) -> RationalFunction:
    """Pr[Z >= h] for noise of this rate; nothing if there is no noise."""
    return R ** (-rate * h) / (1 + R**-rate) if rate else NOTHING


def crossing(rho: int, nu: int, h: int) -> RationalFunction:
    """Pr[nu - rho >= h], h >= 0, for noises of these rates: one answer is on the wrong side."""
    if not nu:
        return tail(rho, h)
    if rho == nu == 1:
        return TAILS["two-sided"](h)
    a, b = R**-rho, R**-nu
    both = (1 - a) ** 2 * (1 - b) ** 2 / ((a - b) * (1 - a * b))
    ends = (g ** (h + 1) / ((1 - g**2) * (1 - g)) for g in (a, b))
    return both * (next(ends) - next(ends))


def bits(output: Output, n: int) -> Rows:
    """Which answers were found above, from the position of the first, or from bits."""
    if isinstance(output, Bottom):
        return (0,) * n
    if isinstance(output, int):
        return (0,) * output + (1,)
    return output


def values_as_bits(threshold: int, count: int, eps: Epsilon[Any]) -> Build:
    """Variant 3, with a bit for each value and for each bottom."""
    return PostProcessing(
        SparseVector3(threshold, count, eps),
        lambda found: tuple(int(v is not BOTTOM) for v in found),
    )


def first_above(threshold: int, _: int, eps: Epsilon[Any]) -> Build:
    """AboveThreshold, which finds one answer."""
    return AboveThreshold(threshold, eps)


for tested in (values_as_bits, first_above):
    WRONG[tested] = {
        "sees zeros, whatever the rows": sees_zeros(tested),
        "the threshold is off": given(tested, threshold=lambda t: t + 3),
    }


@claim("CORE.above-threshold.accuracy", rates(4, 2, 1), about=first_above)
@claim("CORE.sparse.accuracy", rates(8, 2, 1, draws=2, most=2), about=Sparse)
@claim("CORE.sparse-vector-1.accuracy", rates(8, 4, 1, most=2), about=SparseVector1)
@claim("CORE.sparse-vector-3.accuracy", rates(2, 1, 1), about=values_as_bits)
@claim("CORE.sparse-vector-4.accuracy", rates(4, 1, 3), about=SparseVector4)
@claim("CORE.sparse-vector-5.accuracy", rates(2, 1, 0, most=ALL), about=SparseVector5)
@claim("CORE.sparse-vector-6.accuracy", rates(2, 1, 1, most=ALL), about=SparseVector6)
def tests_are_right(
    build: Build, n: int, h: int, parts: int, rho: int, nu: int, draws: int, most: int
) -> Check:
    """If each of n answers is 2h above or below the threshold then, up to the end of the output,
    one is found on the wrong side with probability at most draws Pr[|rho| >= h] + n Pr[nu >= h];
    with no noise on answers at most Pr[|rho| >= 2h]. Pr[noise >= h] = g^h / (1 + g), g =
    e^(-rate eps / parts). One answer that is h below is found above with probability
    Pr[nu - rho >= h]. The output ends at the last answer, or at the last positive it may have.

    Cases: All vectors of answers 2h and -2h, and a long one. A test is wrong only if rho or its nu
    reaches h; this is bounded apart, so that at r = 2 about a third of the bound is used. For one
    answer there is equality.
    """

    def good(database: Rows, output: Output) -> bool:
        n = len(database)
        found = bits(output, n)
        ended = len(found) == n if sum(found) < most else sum(found[:-1]) == most - 1
        return ended and all(bit == (f > 0) for f, bit in zip(database, found, strict=False))

    found = build(*((0,) if most == ALL else (0, most)), every(parts))
    shift = 2 * draws * tail(rho, h if nu else 2 * h)
    vectors, long = these(product((-2 * h, 2 * h), repeat=n)), these([(-2 * h,) * 5 + (2 * h,)])
    yield accurate(found, vectors, good, shift + n * tail(nu, h))
    yield accurate(found, long, good, shift + 6 * tail(nu, h), name="six answers")
    yield accurate(found, these([(-h,), (h,)]), good, crossing(rho, nu, h), name="one answer")


@claim(
    "CORE.sparse-vector-3-values.accuracy",
    over(n=sized((1, 2), (1, 2, 3), (1, 2, 3)), t=sized((1,), (1, 2), (1, 2)), count=(1, 2)),
    about=SparseVector3,
)
def values_are_close(build: Build, n: int, t: int, count: int) -> Check:
    """Variant 3 for c values releases at most c, no bottom after the last of them, and one that is
    off by t or more with probability at most n 2 g^t / (1 + g), g = e^(-eps/(2c)).

    Cases: All vectors of answers -1, 0, 1, threshold 0; c = 1 and 2. Values are clamped beyond all
    answers and t only. A value is released only if it reaches the noisy threshold, which the bound
    does not count.
    """
    vectors = these(product((-1, 0, 1), repeat=n))

    def good(database: Rows, found: Released) -> bool:
        values = [(v, f) for v, f in zip(found, database, strict=False) if v is not BOTTOM]
        close = all(abs(v - f) < t for v, f in values)
        ended = len(found) == n if len(values) < count else found[-1] is not BOTTOM
        return close and ended and len(values) <= count

    yield accurate(
        build(0, count, every(2 * count), -t - 1, t + 1),
        vectors,
        good,
        n * 2 * R**-t / (1 + 1 / R),
    )


@claim("CORE.sparse-vector-3-law", over(threshold=(-2, 0, 3), n=(1, 2)), about=SparseVector3)
def values_of_sparse_vector_3(build: Build, threshold: int, n: int) -> Check:
    """Variant 3 for one value goes on until it has released one: bottom for a first answer at the
    threshold has probability 1/2 - (1 - g)(1 + g^2) / (2 (1 + g)^3), g = e^(-eps/2), and answers
    and threshold that are moved together move the values.

    Cases: Every eps; values within 1 of the threshold, larger and smaller ones clamped.
    """
    answers = (threshold,) * n
    found = law(build(threshold, 1, every(2), threshold - 1, threshold + 1), answers)
    g = 1 / R
    first = found.probability_that(lambda y: y[0] is BOTTOM)
    yield eq("bottom", first, HALF - (1 - g) * (1 + g**2) / (2 * (1 + g) ** 3))
    ended = found.probability_that(lambda y: len(y) < n and y[-1] is BOTTOM)
    yield eq("ends with bottom", ended, 0)
    once = found.probability_that(lambda y: sum(v is not BOTTOM for v in y) > 1)
    yield eq("two values", once, 0)
    at_zero = law(build(0, 1, every(2), -1, 1), (0,) * n)
    for v in (-1, 0, 1):
        here = found.probability_that(partial(ends_with, threshold + v))
        yield eq(f"value {v}", here, at_zero.probability_that(partial(ends_with, v)))


def ends_with(value: int, released: Released) -> bool:
    """Whether this value is the last one."""
    return released[-1] == value
