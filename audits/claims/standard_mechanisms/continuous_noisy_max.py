"""Noisy max with Laplace and exponential noise as published: two sound, two broken, and the gap.

All vectors of answers -1, 0, 1, every answer moving by at most one; every eps.
"""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.every_eps import ANSWERS
from audits.claims.standard_mechanisms.every_unit import *
from audits.claims.standard_mechanisms.noisy_answers import listed
from reference.exact.exponential_function import ExponentialFunction
from reference.mechanisms.selection.continuous_noisy_max import (
    ContinuousNoisyMax1,
    ContinuousNoisyMax2,
    ContinuousNoisyMax3,
    ContinuousNoisyMax4,
    GapNoisyMax,
)

QUERIES = over(n=sized((3,), (3, 4), (4, 5)))


LAPLACE = "y = noisy(database, Laplace(2 / self.eps), coins)"
WINNER, PLACE = "return winner(y)  # 2-3", "j, seen(y[j] - max(y[:j] + y[j + 1 :]), self.cuts)"
EXPONENTIAL = "winner(noisy(database, Exponential(2 / self.eps), coins))"
SAME = "one = coins.draw_real({}(2 / self.eps))\n        y = [f + one for f in database]".format
ORDER = "tuple(sorted(range(len(y)), key=y.__getitem__))"
NAMED = f"return {EXPONENTIAL} => y = {EXPONENTIAL[7:-1]}\n        return"

WRONG[ContinuousNoisyMax1] = usual(ContinuousNoisyMax1) | {
    "one noise for all": f"{LAPLACE} => {SAME('Laplace')}",
    "value too": f"{WINNER} => return winner(y), cell(max(y), (-1,))",
    "whole order": f"{WINNER} => return {ORDER}",
    "the sign is forgotten": "noisy(database, => noisy([-f for f in database],",
    "exponential noise": ContinuousNoisyMax2,
}
WRONG[ContinuousNoisyMax2] = usual(ContinuousNoisyMax2) | {
    "one noise for all": f"return {EXPONENTIAL} => {SAME('Exponential')}\n"
    "        return winner(y)",
    "value too": f"{NAMED} winner(y), cell(max(y), (0,))",
    "whole order": f"{NAMED} {ORDER}",
    "comparison reversed": f"{NAMED} min(range(len(y)), key=y.__getitem__)",
    "laplace noise": ContinuousNoisyMax1,
}
WRONG[GapNoisyMax] = usual(GapNoisyMax) | {
    "one noise for all": f"{LAPLACE} => {SAME('Laplace')}",
    "value too": f"{PLACE} => j, cell(y[j], (-1,))",
    "whole order": f"{PLACE} => {ORDER}",
    "gap without noise": f"{PLACE} => j, database[j] - max(database[:j] + database[j + 1 :])",
    "the greatest for the gap": f"{PLACE} => j, y[j]",
}
WRONG[ContinuousNoisyMax3] = usual(ContinuousNoisyMax3) | {
    "exponential noise": ContinuousNoisyMax4
}
WRONG[ContinuousNoisyMax4] = usual(ContinuousNoisyMax4) | {
    "laplace noise": ContinuousNoisyMax3,
    "the sign is forgotten": "noisy(database, => noisy([-f for f in database],",
}


@claim("CORE.continuous-noisy-max-1", QUERIES, about=ContinuousNoisyMax1)
@claim("CORE.continuous-noisy-max-2", QUERIES, about=ContinuousNoisyMax2)
@claim("CORE.gap-noisy-max", QUERIES, about=GapNoisyMax)
def noisy_max(build: Build, n: int) -> Check:
    """The place of the greatest answer is eps-private, with Laplace (variant 1) and with
    exponential (variant 2) noise of scale 2/eps; with Laplace noise also together with the gap to
    the runner-up (seen through the cut 1).

    Cases: All vectors of answers -1, 0, 1, every answer moves by at most one; and four answers, of
    which two move up and two down: of three, all that differences of noisy answers tell is
    eps-private.
    """
    mechanism, both_ways = build(every_unit(2)), pair((-1, -1, 0, 0), (0, 0, -1, -1))
    yield private(mechanism, both_ways, pure(R**2), name="four answers")
    yield private(mechanism, all_answers(ANSWERS, n), pure(R**2))


LOSSES: Mapping[int, tuple[Rows, Rows, ExponentialFunction]] = {
    2: ((0, 0), (-1, 1), R**2 / (1 + U)),
    3: ((0, 0, 0), (-1, 1, 1), 4 * R**4 / (5 * R**2 - 1)),
}
"""Two vectors, and the likelihood ratio of the first place, for each number of answers."""


@claim("CORE.continuous-noisy-max-1-loss", over(n=(2, 3)), about=ContinuousNoisyMax1)
def noisy_max_1_loss(build: Build, n: int) -> Check:
    """On answers -1, 0, 1 the greatest likelihood ratio of noisy max with Laplace noise is e^eps /
    (1 + eps/2) for two of them and 4 r^4 / (5 r^2 - 1), r = e^(eps/2), for three. If one answer
    may be -2 it is greater, at every eps > 0.

    Cases: All vectors of answers -1, 0, 1, every answer moves by at most one.
    """
    mechanism = build(every_unit(2))
    first, second, ratio = LOSSES[n]
    yield private(mechanism, all_answers(ANSWERS, n), pure(ratio))
    yield from exactly_lost(mechanism, first, second, 0, ratio)
    lower, least = (-1, *first[1:]), (-2, *second[1:])
    yield exceeded(mechanism, lower, least, lambda y: y == 0, ratio)


@claim("CORE.continuous-noisy-max-2-is-tight", over(n=(2, 3)), about=ContinuousNoisyMax2)
def noisy_max_2_is_tight(build: Build, n: int) -> Check:
    """With exponential noise the loss eps is attained, on two answers and on three.

    Cases: (0, ..., 0) and (-1, 1, ..., 1), the first wins; all eps.
    """
    mechanism = build(every_unit(2))
    yield from exactly_lost(mechanism, (0,) * n, (-1, *[1] * (n - 1)), 0, R**2)


@claim(
    "CORE.continuous-noisy-max-3",
    QUERIES,
    refuted=listed("the greatest noisy answer itself is released"),
    about=ContinuousNoisyMax3,
)
@claim(
    "CORE.continuous-noisy-max-4",
    over(n=sized((1,), (2,), (3,))),
    refuted=listed("the same with exponential noise"),
    about=ContinuousNoisyMax4,
)
def noisy_max_as_published(build: Build, n: int) -> Check:
    """The greatest noisy answer is eps-private, with Laplace and with exponential noise.

    Cases: All vectors of answers -1, 0, 1, every answer moves by at most one. Three answers, the
    least number, with Laplace noise (variant 3), one with exponential noise (variant 4).
    """
    yield private(build(every_unit(2)), all_answers(ANSWERS, n), pure(R**2))


@claim(
    "CORE.continuous-noisy-max-3",
    over(n=sized((2, 3), (2, 3, 4), (2, 4, 5))),
    form=Form.CORRECTED,
    about=ContinuousNoisyMax3,
)
def noisy_max_3_loss(build: Build, n: int) -> Check:
    """The greatest of n answers with Laplace noise loses at most n eps/2 (seen through the cuts -1
    and 0).

    Cases: All vectors of answers -1, 0, 1, every answer moves by at most one.
    """
    yield private(build(every_unit(2)), all_answers(ANSWERS, n), pure(R**n))


@claim(
    "CORE.continuous-noisy-max-3-growth",
    over(n=sized((3, 4), range(3, 7), range(3, 9))),
    about=ContinuousNoisyMax3,
)
def noisy_max_3_growth(build: Build, n: int) -> Check:
    """The greatest of n answers with Laplace noise loses n eps/2: more than eps for three answers,
    at every eps > 0.

    Cases: (-1, ..., -1) and (0, ..., 0), the value at most -1; all eps.
    """
    yield from exactly_lost(build(every_unit(2)), (-1,) * n, (0,) * n, 0, R**n)


@claim(
    "CORE.continuous-noisy-max-4",
    over(n=sized((1, 2), (2, 3), (3, 4))),
    form=Form.CORRECTED,
    about=ContinuousNoisyMax4,
)
def noisy_max_4_loss(build: Build, n: int) -> Check:
    """The greatest of n answers with exponential noise is (n eps/2, 1 - e^(-eps/2))-private (seen
    through the cuts -1 and 0).

    Cases: All vectors of answers -1, 0, 1; one answer attains the delta.
    """
    guarantee = Guarantee(R**n, 1 - 1 / R)
    yield private(build(every_unit(2)), all_answers(ANSWERS, n), guarantee)


@claim(
    "CORE.continuous-noisy-max-4-some-loss",
    over(n=sized((1, 2), (1, 2, 3), (1, 2, 3))),
    about=ContinuousNoisyMax4,
)
def noisy_max_4_tells(build: Build, n: int) -> Check:
    """The greatest answer with exponential noise is private for no finite loss: it is at most 0
    with probability (1 - e^(-eps/2))^n if all answers are -1, and never if they are 0.

    Cases: (-1, ..., -1) and (0, ..., 0).
    """
    found, low = build(every_unit(2)), (-1,) * n
    yield from told_apart(found, low, (0,) * n, lambda seen: seen < 2)
    at_most = law(found, low).probability_that(lambda seen: seen < 2)
    yield eq("at most 0", at_most, (1 - 1 / R) ** n)
