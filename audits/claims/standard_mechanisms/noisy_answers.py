"""Noisy answers: two variants of the noisy histogram, and sums of a stream of answers."""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.every_eps import *
from reference.data.adjacency import one_answer
from reference.mechanisms.noise.noisy_histogram import NoisyHistogram1, NoisyHistogram2
from reference.mechanisms.stream.partial_sums import PartialSum, SmartSum

QUERIES = over(n=sized((3,), (4,), (5,)))


def listed(what: str) -> Erratum:
    """A mistake that is known."""
    testers = "listed by Ding, Wang, Wang, Zhang and Kifer (CCS 2018) as a mistake"
    return Erratum(Grade.KNOWN_BROKEN, f"{testers}: {what}")


EACH = "return tuple(coins.run(noisy, answer) for answer in database)"
SHIFTED = "tuple(min(max(f + noise, self.low), self.high) for f in database)"
ONE_FOR_ALL = (
    "noisy = NoisyInteger( => wide = self.high - self.low\n        noisy = NoisyInteger(",
    "(self.low, self.high))\n        return => (-wide, wide))\n        return",
    f"{EACH} => noise = coins.run(noisy, 0)\n        return {SHIFTED}",
)

WRONG[NoisyHistogram1] = usual(NoisyHistogram1) | {
    "one noise for all": ONE_FOR_ALL,
    "noise on a greatest cell alone": "coins.run(noisy, answer) for answer in database => "
    "coins.run(noisy, answer) if i == database.index(max(database)) else answer "
    "for i, answer in enumerate(database)",
    "values are clamped": given(NoisyHistogram1, low=0, high=0),
}
WRONG[NoisyHistogram2] = usual(NoisyHistogram2) | {
    "one noise for all": ONE_FOR_ALL,
    "the right scale": lambda _, *more: NoisyHistogram1(*more),
}


@claim("CORE.noisy-histogram-1", over(n=sized((2,), (3,), (4,))), about=NoisyHistogram1)
def noisy_histogram_1(build: Build, n: int) -> Check:
    """All answers with noise of scale 1/eps are eps-private if one moves by one.

    Cases: All vectors of answers -1, 0, 1, one answer moves by one.
    """
    yield private(build(every(1)), one_answer(ANSWERS, n), pure(R))


@claim("CORE.noisy-histogram-1-is-tight", about=NoisyHistogram1)
def noisy_histogram_1_is_tight(build: Build) -> Check:
    """The loss eps of the noisy histogram is attained.

    Cases: (-1, 0) and (0, 0), the first value at most -1; all eps.
    """
    yield attained(build(every(1)), (-1, 0), (0, 0), lambda y: y[0] == -1, R)


@claim(
    "CORE.noisy-histogram-2",
    over(n=sized((1,), (2,), (3,))),
    refuted=listed("scale eps, not 1/eps"),
    about=NoisyHistogram2,
)
def noisy_histogram_2(build: Build, n: int) -> Check:
    """All answers with noise of scale eps are eps-private if one moves by one.

    Cases: All vectors of answers -1, 0, 1, one answer moves by one. eps^2 = 1/2, below 1.
    """
    yield private(build(HALF, every(1)), one_answer(ANSWERS, n), pure(R))


@claim(
    "CORE.noisy-histogram-2",
    over(n=sized((2,), (3,), (4,))),
    form=Form.CORRECTED,
    about=NoisyHistogram2,
)
def noisy_histogram_2_loss(build: Build, n: int) -> Check:
    """With noise of scale eps the loss is at most 1/eps.

    Cases: All vectors of answers -1, 0, 1, one answer moves by one. eps^2 = 1/2: the loss 1/eps is
    2 eps.
    """
    yield private(build(HALF, every(1)), one_answer(ANSWERS, n), pure(R**2))


@claim(
    "CORE.noisy-histogram-2-growth", over(n=sized((2, 4), (4, 9), (9, 16))), about=NoisyHistogram2
)
def noisy_histogram_2_growth(build: Build, n: int) -> Check:
    """With noise of scale eps the loss 1/eps is attained.

    Cases: (-1) and (0), the value at most -1; eps^2 = 1/n, the loss 1/eps is n eps.
    """
    yield attained(build(Fraction(1, n), every(1)), (-1,), (0,), lambda y: y[0] == -1, R**n)


@claim(
    "CORE.noisy-histogram-1.accuracy", over(n=(1, 2), k=(1, 2), power=(1,)), about=NoisyHistogram1
)
@claim(
    "CORE.noisy-histogram-2.accuracy", over(n=(1, 2), k=(1, 2), power=(2,)), about=NoisyHistogram2
)
def noisy_histogram_is_close(build: Build, n: int, k: int, power: int) -> Check:
    """Some of n answers is off by k or more with probability 1 - (1 - 2 g^k / (1 + g))^n, where
    g = e^(-eps) in variant 1 and g = e^(-1/eps) in variant 2.

    Cases: All vectors of answers -1, 0, 1, equality on each of them; eps^2 = 1/2 in variant 2.
    """
    g = R**-power
    failure = 1 - (1 - 2 * g**k / (1 + g)) ** n

    def good(database: Rows, found: Rows) -> bool:
        return all(abs(y - f) < k for f, y in zip(database, found, strict=True))

    vectors = these(one_answer(ANSWERS, n).databases())
    noisy = build(*(() if power == 1 else (HALF,)), every(1), -1 - k, 1 + k)
    yield accurate(noisy, vectors, good, failure)


WRONG[PartialSum] = usual(PartialSum) | {
    "the last answer counts twice": "sum(database) => sum(database) + sum(database[-1:])"
}


@claim("CORE.partial-sum", QUERIES, about=PartialSum)
def partial_sum(build: Build, n: int) -> Check:
    """The total of the answers with noise of scale 1/eps is eps-private.

    Cases: All vectors of answers -1, 0, 1, one answer moves by one.
    """
    yield private(build(every(1), reach=n), one_answer(ANSWERS, n), pure(R))


@claim("CORE.partial-sum-is-tight", about=PartialSum)
def partial_sum_is_tight(build: Build) -> Check:
    """The loss eps of the noisy total is attained.

    Cases: (-1, 0) and (0, 0), the total at most -3; all eps.
    """
    yield attained(build(every(1)), (-1, 0), (0, 0), lambda s: s == -3, R)


@claim("CORE.partial-sum.accuracy", over(n=sized((3,), (4,), (5,)), k=(1, 2)), about=PartialSum)
def partial_sum_is_close(build: Build, n: int, k: int) -> Check:
    """The noisy total is off by k or more with probability 2 g^k / (1 + g), g = e^(-eps).

    Cases: All vectors of answers -1, 0, 1; equality on each of them.
    """
    vectors = these(one_answer(ANSWERS, n).databases())
    failure = 2 * R**-k / (1 + 1 / R)
    yield accurate(
        build(every(1), reach=n + k), vectors, lambda d, y: abs(y - sum(d)) < k, failure
    )


NUMBER = "numbers.append(coins.run(noisy, sum(terms)))"

WRONG[SmartSum] = usual(SmartSum) | {
    "no noise on blocks": f"{NUMBER} => "
    "numbers.append(sum(terms) if is_end else coins.run(noisy, sum(terms)))",
    "all answers at the ends": "database[i - self.block : i] => database[:i]",
    "blocks of one": given(SmartSum, block=1),
}


@claim("CORE.smart-sum", over(n=sized((3,), (3,), (4,))), about=SmartSum)
def smart_sum(build: Build, n: int) -> Check:
    """Smart sum with noise of scale 1/eps is 2 eps-private.

    Cases: All vectors of answers -1, 0, 1, one answer moves by one. A block of two, and a part of
    a block; and two blocks, of which the first has a neighbour.
    """
    yield private(build(2, every(1)), one_answer(ANSWERS, n), pure(R**2))
    blocks = pair((0, 1, -1, 0), (1, 1, -1, 0))
    yield private(build(2, every(1)), blocks, pure(R**2), name="two blocks")


@claim("CORE.smart-sum-is-tight", about=SmartSum)
def smart_sum_is_tight(build: Build) -> Check:
    """The loss 2 eps of smart sum is attained.

    Cases: (-1, -1) and (0, -1), one block, both numbers at most -2; all eps.
    """
    yield attained(build(2, every(1)), (-1, -1), (0, -1), lambda y: y == (-2, -2), R**2)


@claim("CORE.smart-sum.accuracy", over(n=(2, 3, 4), k=sized((1,), (1, 2), (1, 2))), about=SmartSum)
def smart_sum_is_close(build: Build, n: int, k: int) -> Check:
    """Some of the n numbers (answers, at the ends of blocks sums of blocks) is off by k or more
    with probability 1 - (1 - 2 g^k / (1 + g))^n, g = e^(-eps).

    Cases: Blocks of two; all vectors of up to three answers -1, 0, 1, and one of two blocks;
    equality on each of them.
    """

    def good(database: Rows, found: Rows) -> bool:
        terms = (sum(database[i - i % 2 : i + 1]) for i in range(n))
        return all(abs(y - f) < k for f, y in zip(terms, found, strict=True))

    vectors = these(one_answer(ANSWERS, n).databases()) if n < 4 else these([(0, 1, -1, -1)])
    failure = 1 - (1 - 2 * R**-k / (1 + 1 / R)) ** n
    yield accurate(build(2, every(1), 2 + k), vectors, good, failure)
