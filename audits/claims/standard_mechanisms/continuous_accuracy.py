"""How often the mechanisms with continuous noise are right, for every eps."""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.continuous_sparse_vector import first_above
from audits.claims.standard_mechanisms.every_eps import ANSWERS
from audits.claims.standard_mechanisms.every_unit import NOTHING, R, U, every_unit
from audits.claims.standard_mechanisms.sparse_vector_accuracy import ALL, Output, bits, rates
from reference.exact.exponential_function import ExponentialFunction
from reference.mechanisms.selection.continuous_noisy_max import (
    ContinuousNoisyMax1,
    ContinuousNoisyMax2,
    ContinuousNoisyMax3,
    ContinuousNoisyMax4,
    GapNoisyMax,
)
from reference.mechanisms.stream.continuous_sparse_values import (
    AdaptiveSparseVector,
    ContinuousSparseVector3,
    GapSparseVector,
    NumericSparseVector,
)
from reference.mechanisms.stream.continuous_sparse_vector import (
    ContinuousSparseVector1,
    ContinuousSparseVector2,
    ContinuousSparseVector4,
    ContinuousSparseVector5,
    ContinuousSparseVector6,
)
from reference.privacy.post_processing import PostProcessing

T = 4
"""A threshold: if it were forgotten, or negated, tests would be wrong."""


def beyond(rate: int, h: int) -> ExponentialFunction:
    """Pr[Z >= h] for Laplace noise of this rate; nothing if there is no noise."""
    return R ** (-rate * h) / 2 if rate else NOTHING


def crossing(rho: int, nu: int, h: int) -> ExponentialFunction:
    """Pr[nu - rho >= h], h >= 0, for Laplace noises of these rates, or one of them."""
    if not nu:
        return beyond(rho, h)
    if rho == nu:
        return R ** (-nu * h) * (2 + nu * h * U) / 4
    return (nu**2 * R ** (-rho * h) - rho**2 * R ** (-nu * h)) / (2 * (nu**2 - rho**2))


def as_bits(kind: Build) -> Build:
    """With a bit for each value and for each bottom."""

    def build(threshold: int, count: int, eps: Epsilon[Any]) -> Build:
        return PostProcessing(
            kind(threshold, count, eps), lambda found: tuple(int(v is not BOTTOM) for v in found)
        )

    WRONG[build] = {
        "sees zeros, whatever the rows": sees_zeros(build),
        "the threshold is off": given(build, threshold=lambda t: t + 3),
    }
    return build


def place(eps: Epsilon[Any]) -> Build:
    """The winner of noisy max with gap."""
    return PostProcessing(GapNoisyMax(eps), lambda found: found[0])


WRONG[place] = {"sees zeros, whatever the rows": sees_zeros(place)}


@claim("CORE.continuous-above-threshold.accuracy", rates(4, 2, 1), about=first_above)
@claim(
    "CORE.continuous-sparse-vector-1.accuracy",
    rates(8, 4, 1, most=2),
    about=ContinuousSparseVector1,
)
@claim(
    "CORE.continuous-sparse-vector-2.accuracy",
    rates(8, 2, 1, draws=2, most=2),
    about=ContinuousSparseVector2,
)
@claim(
    "CORE.continuous-sparse-vector-3.accuracy",
    rates(2, 1, 1),
    about=as_bits(ContinuousSparseVector3),
)
@claim("CORE.continuous-sparse-vector-4.accuracy", rates(4, 1, 3), about=ContinuousSparseVector4)
@claim(
    "CORE.continuous-sparse-vector-5.accuracy",
    rates(2, 1, 0, most=ALL),
    about=ContinuousSparseVector5,
)
@claim(
    "CORE.continuous-sparse-vector-6.accuracy",
    rates(2, 1, 1, most=ALL),
    about=ContinuousSparseVector6,
)
@claim("CORE.numeric-sparse-vector.accuracy", rates(6, 2, 1), about=as_bits(NumericSparseVector))
@claim("CORE.gap-sparse-vector.accuracy", rates(4, 2, 1), about=as_bits(GapSparseVector))
def tests_are_right(
    build: Build, n: int, h: int, parts: int, rho: int, nu: int, draws: int, most: int
) -> Check:
    """With Laplace noise: if each of n answers is 2h above or below the threshold then, up to the
    end of the output, one is found on the wrong side with probability at most draws Pr[|rho| >= h]
    + n Pr[nu >= h]; with no noise on answers at most Pr[|rho| >= 2h]. Pr[noise >= h] = e^(-h rate
    eps / parts) / 2. One answer that is h below is found above with probability Pr[nu - rho >= h].
    The output ends at the last answer, or at the last positive it may have.

    Cases: All vectors of answers T + 2h and T - 2h. A test is wrong only if rho or its nu reaches
    h; this is bounded apart. For one answer there is equality.
    """

    def good(database: Rows, output: Output) -> bool:
        n = len(database)
        found = bits(output, n)
        ended = len(found) == n if sum(found) < most else sum(found[:-1]) == most - 1
        return ended and all(bit == (f > T) for f, bit in zip(database, found, strict=False))

    found = build(*((T,) if most == ALL else (T, most)), every_unit(parts))
    shift = 2 * draws * beyond(rho, h if nu else 2 * h)
    vectors = these(product((T - 2 * h, T + 2 * h), repeat=n))
    yield accurate(found, vectors, good, shift + n * beyond(nu, h))
    one, crossed = these([(T - h,), (T + h,)]), crossing(rho, nu, h)
    yield accurate(found, one, good, crossed, name="one answer")
    yield accurate(found, one, lambda d, y: not good(d, y), 1 - crossed, name="no less often")


@claim(
    "CORE.adaptive-sparse-vector.accuracy",
    over(n=sized((2,), (2, 3), (3,)), h=(1, 2)),
    about=as_bits(AdaptiveSparseVector),
)
def adaptive_tests_are_right(build: Build, n: int, h: int) -> Check:
    """If each of n answers is 2h above or below the threshold then, up to the first positive, the
    adaptive sparse vector with c = 1 and margin 1 finds one on the wrong side with probability at
    most e^(-h eps/2) + n (e^(-(h+1) eps/8) + e^(-h eps/4)) / 2.

    Cases: All vectors of answers T + 2h and T - 2h. A test is wrong only if rho, or the noise of
    one of the two tests of an answer, is as large as that; this is bounded apart.
    """

    def good(database: Rows, found: Rows) -> bool:
        ended = len(found) == len(database) if not sum(found) else sum(found[:-1]) == 0
        return ended and all(bit == (f > T) for f, bit in zip(database, found, strict=False))

    bound = 2 * beyond(4, h) + n * (beyond(1, h + 1) + beyond(2, h))
    vectors = these(product((T - 2 * h, T + 2 * h), repeat=n))
    yield accurate(build(T, 1, every_unit(8)), vectors, good, bound)


@claim(
    "CORE.continuous-noisy-max-1.accuracy",
    over(n=sized((2, 3), (3, 4), (4,)), t=(1, 2), laplace=(True,)),
    about=ContinuousNoisyMax1,
)
@claim(
    "CORE.continuous-noisy-max-2.accuracy",
    over(n=sized((2, 3), (3, 4), (4,)), t=(1, 2), laplace=(False,)),
    about=ContinuousNoisyMax2,
)
@claim(
    "CORE.gap-noisy-max.accuracy",
    over(n=sized((2, 3), (3, 4), (4,)), t=(1, 2), laplace=(True,)),
    about=place,
)
def noisy_max_is_great(build: Build, n: int, t: int, laplace: bool) -> Check:
    """An answer that is t below the greatest of n wins with probability at most (n-1) T(t), T(t) =
    e^(-t eps/2) (2 + t eps/2) / 4 with Laplace noise, e^(-t eps/2) / 2 with exponential noise.

    Cases: All vectors of answers -1, 0, 1. Of two answers, (-1, 1) attains it.
    """
    bound = (n - 1) * (crossing(1, 1, t) if laplace else R**-t / 2)
    vectors = these(product(ANSWERS, repeat=n))
    yield accurate(build(every_unit(2)), vectors, lambda d, y: d[y] > max(d) - t, bound)


@claim(
    "CORE.continuous-noisy-max-3.accuracy",
    over(n=(1, 2, 3), t=sized((1,), (1, 2), (1, 2)), laplace=(True,)),
    about=ContinuousNoisyMax3,
)
@claim(
    "CORE.continuous-noisy-max-4.accuracy",
    over(n=(1, 2, 3), t=sized((1,), (1, 2), (1, 2)), laplace=(False,)),
    about=ContinuousNoisyMax4,
)
def noisy_max_is_close(build: Build, n: int, t: int, laplace: bool) -> Check:
    """The greatest noisy answer is above the greatest of n answers by more than t, or below it by
    t or more, with probability at most (n + 1) e^(-t eps/2) / 2 with Laplace noise, n e^(-t eps/2)
    with exponential noise.

    Cases: All vectors of answers -1, 0, 1, seen through cuts at all integers in question. One
    answer attains it.
    """
    first = -1 - t
    cuts = tuple(range(first, 2 + t))
    bound = (n + 1) * R**-t / 2 if laplace else n * R**-t

    def good(database: Rows, seen: int) -> bool:
        greatest = max(database) - first
        return greatest - t < seen <= greatest + t

    yield accurate(build(every_unit(2), cuts=cuts), these(product(ANSWERS, repeat=n)), good, bound)
