"""Noisy max: four published variants, two sound and two broken."""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.every_eps import *
from audits.claims.standard_mechanisms.noisy_answers import QUERIES, listed
from reference.mechanisms.selection.noisy_max import NoisyMax1, NoisyMax2, NoisyMax3, NoisyMax4

MAX = "return max(range(len(database)), key=database.__getitem__)"
WINNER = "return winner(dict(enumerate(database)), noise, coins, one_sided={})"

WRONG[NoisyMax1] = usual(NoisyMax1) | {
    "one noise for all": f"{WINNER.format(False)} => {MAX}",
    "the sign is forgotten": "dict(enumerate(database)) => "
    "{i: -f for i, f in enumerate(database)}",
    "one sided": NoisyMax2,
}
WRONG[NoisyMax2] = usual(NoisyMax2) | {
    "one noise for all": f"{WINNER.format(True)} => {MAX}",
    "two sided noise": NoisyMax1,
}


@claim("CORE.noisy-max-1", QUERIES, about=NoisyMax1)
@claim("CORE.noisy-max-2", QUERIES, about=NoisyMax2)
def noisy_max(build: Build, n: int) -> Check:
    """The place of the greatest answer is eps-private, with two-sided (variant 1) and with
    one-sided (variant 2) noise of rate eps/2.

    Cases: All vectors of answers -1, 0, 1, every answer moves by at most one.
    """
    yield private(build(every(2)), all_answers(ANSWERS, n), pure(R**2))


@claim(
    "CORE.noisy-max-1.accuracy",
    over(n=sized((2, 3), (3, 4), (4,)), t=(1, 2), noise=("two-sided",)),
    about=NoisyMax1,
)
@claim(
    "CORE.noisy-max-2.accuracy",
    over(n=sized((2, 3), (3, 4), (4,)), t=(1, 2), noise=("one-sided",)),
    about=NoisyMax2,
)
def noisy_max_is_great(build: Build, n: int, t: int, noise: str) -> Check:
    """An answer that is t below the greatest of n wins with probability at most (n-1) T(t). With
    g = e^(-eps/2): T(t) = g^t ((t (1-g) + g) (1+g) + 1 + g^2) / (1+g)^3 in variant 1 and
    g^t / (1 + g) in variant 2.

    Cases: All vectors of answers -1, 0, 1. Of two answers, (-1, 1) attains it.
    """
    vectors = these(all_answers(ANSWERS, n).databases())
    bound = (n - 1) * TAILS[noise](t)
    yield accurate(build(every(2)), vectors, lambda d, y: d[y] > max(d) - t, bound)


@claim("CORE.noisy-max-1-of-two", about=NoisyMax1)
def noisy_max_1_of_two(build: Build) -> Check:
    """On two answers the likelihood ratios are at most r^2 (2 r^2 + r + 1) / (4 r^2 + r - 1) <=
    r^2, r = e^(eps/2): the theorem is loose.

    Cases: All vectors of answers -1, 0, 1, every answer moves by at most one.
    """
    loss = R**2 * (2 * R**2 + R + 1) / (4 * R**2 + R - 1)
    yield private(build(every(2)), all_answers(ANSWERS, 2), pure(loss))


@claim("CORE.noisy-max-2-is-tight", about=NoisyMax2)
def noisy_max_2_is_tight(build: Build) -> Check:
    """With one-sided noise the loss eps is attained, on two answers already.

    Cases: (-1, 0) and (0, -1), the second wins; all eps.
    """
    yield attained(build(every(2)), (-1, 0), (0, -1), lambda y: y == 1, R**2)


WRONG[NoisyMax3] = usual(NoisyMax3) | {
    "one sided": NoisyMax4,
    "values are clamped": given(NoisyMax3, low=0, high=0),
}
WRONG[NoisyMax4] = usual(NoisyMax4) | {
    "two sided noise": NoisyMax3,
    "noise on the greatest alone": "greatest(database, => greatest((max(database),),",
}


@claim(
    "CORE.noisy-max-3",
    QUERIES,
    refuted=listed("the greatest noisy answer itself is released"),
    about=NoisyMax3,
)
@claim(
    "CORE.noisy-max-4",
    over(n=sized((1,), (2,), (3,))),
    refuted=listed("the same with exponential noise"),
    about=NoisyMax4,
)
def noisy_max_as_published(build: Build, n: int) -> Check:
    """The greatest noisy answer is eps-private.

    Cases: All vectors of answers -1, 0, 1, every answer moves by at most one. Three answers, the
    least number, with two-sided noise (variant 3), one with one-sided noise (variant 4).
    """
    yield private(build(every(2)), all_answers(ANSWERS, n), pure(R**2))


@claim("CORE.noisy-max-3", QUERIES, form=Form.CORRECTED, about=NoisyMax3)
def noisy_max_3_loss(build: Build, n: int) -> Check:
    """The greatest of n answers with two-sided noise loses at most n eps/2 (values clamped to [-1,
    1]).

    Cases: All vectors of answers -1, 0, 1, every answer moves by at most one.
    """
    yield private(build(every(2)), all_answers(ANSWERS, n), pure(R**n))


@claim("CORE.noisy-max-3-growth", over(n=sized((3, 4), range(3, 7), range(3, 9))), about=NoisyMax3)
def noisy_max_3_growth(build: Build, n: int) -> Check:
    """The greatest of n answers with two-sided noise loses n eps/2: more than eps for three
    answers, at every eps > 0.

    Cases: (-1, ..., -1) and (0, ..., 0), the value at most -1; all eps.
    """
    yield attained(build(every(2)), (-1,) * n, (0,) * n, lambda v: v == -1, R**n)


@claim("CORE.noisy-max-4", QUERIES, form=Form.CORRECTED, about=NoisyMax4)
def noisy_max_4_loss(build: Build, n: int) -> Check:
    """The greatest of n answers with one-sided noise is (n eps/2, 1 - e^(-eps/2))-private (values
    clamped to [-1, 1]).

    Cases: All vectors of answers -1, 0, 1; one answer attains the delta.
    """
    for m in range(1, n + 1):
        guarantee = Guarantee(R**m, 1 - 1 / R)
        yield private(build(every(2)), all_answers(ANSWERS, m), guarantee, name=f"{m} answers")


@claim("CORE.noisy-max-4-some-loss", QUERIES, about=NoisyMax4)
def noisy_max_4_tells(build: Build, n: int) -> Check:
    """The greatest answer with one-sided noise is private for no finite loss: n noises vanish with
    probability (1 - e^(-eps/2))^n.

    Cases: (0, ..., 0) and (1, ..., 1), the value at most 0.
    """
    found, zeros = build(every(2)), (0,) * n
    yield from told_apart(found, zeros, (1,) * n, lambda v: v <= 0, order=n)
    vanish = law(found, zeros).probability_that(lambda v: v <= 0)
    yield eq("all noises vanish", vanish, (1 - 1 / R) ** n)


@claim("CORE.noisy-max-3.accuracy", over(n=(1, 2, 3), t=(0, 1, 2), sides=(2,)), about=NoisyMax3)
@claim("CORE.noisy-max-4.accuracy", over(n=(1, 2, 3), t=(0, 1, 2), sides=(1,)), about=NoisyMax4)
def noisy_max_is_close(build: Build, n: int, t: int, sides: int) -> Check:
    """The value is more than t away from the greatest of n answers with probability at most
    (n + 1) g^(t+1) / (1 + g) with two-sided noise, n g^(t+1) with one-sided noise, g = e^(-eps/2).

    Cases: All vectors of answers -1, 0, 1; values from -2 - t to 2 + t. One answer attains it.
    """
    vectors = these(all_answers(ANSWERS, n).databases())
    bound = n * R ** -(t + 1) if sides == 1 else (n + 1) * R ** -(t + 1) / (1 + 1 / R)
    found = build(every(2), low=-2 - t, high=2 + t)
    yield accurate(found, vectors, lambda d, v: abs(v - max(d)) <= t, bound)
