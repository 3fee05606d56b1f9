"""Streams: the binary tree counter and AboveThreshold."""

from itertools import accumulate

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.every_eps import *
from reference.exact.integers import floor_log2
from reference.mechanisms.stream.above_threshold import AboveThreshold
from reference.mechanisms.stream.binary_tree import BinaryTreeCounter, failure_probability

NODE = "coins.run(noisy, sum(database[t - block : t]))"
ONE_NOISE = "coins.run(NoisyInteger(self.eps.exp(-1), (-1, 1)), 0)"
WRONG[BinaryTreeCounter] = usual(BinaryTreeCounter) | {
    "fresh noise on every prefix": "block = block_length(t) => block = t",
    "the noise of a node is drawn again for every prefix": "counts[t - block] + node => node)\n"
    "            while t := t - block:\n"
    "                block = block_length(t)\n"
    "                noisy = NoisyInteger(self.eps.exp(-1), (-self.reach, block + self.reach))\n"
    f"                counts[-1] += ({NODE}",
    "one noise for all nodes": (
        f"{NODE} => sum(database[t - block : t]) + shift",
        f"counts = [0] => counts, shift = [0], {ONE_NOISE}",
    ),
    "no noise on the leaves": f"{NODE} => {NODE} if block > 1 else database[t - 1]",
}


@claim("CORE.binary-tree-counter", over(n=sized((2, 3), (3, 4), (4, 5))), about=BinaryTreeCounter)
def binary_tree_counter(build: Build, n: int) -> Check:
    """Noisy prefix counts of n bits lose (floor(log2 n) + 1) eps.

    Cases: Every stream of n bits; a horizon that is no power of two, so that levels overlap.
    """
    loss = R ** (floor_log2(n) + 1)
    yield private(build(n, every(1)), replace_one((0, 1), n, ordered=True), pure(loss))


@claim(
    "CORE.binary-tree-counter-is-tight",
    over(n=sized((2, 3, 4), range(2, 8), range(2, 12))),
    about=BinaryTreeCounter,
)
def binary_tree_counter_is_tight(build: Build, n: int) -> Check:
    """Noisy prefix counts of n bits lose (floor(log2 n) + 1) eps, and no less at any eps > 0.

    Cases: No ones against a first bit that is one, all nodes at most 0.
    """
    first, second = (0,) * n, (1,) + (0,) * (n - 1)
    loss = R ** (floor_log2(n) + 1)
    yield attained(build(n, every(1)), first, second, lambda counts: not any(counts), loss)


def within(error: int) -> Callable[[Rows, Rows], bool]:
    """Whether no prefix count is off by more than the error."""
    return lambda d, y: all(abs(c - s) <= error for c, s in zip(y, accumulate(d), strict=True))


def prefixes_within(n: int, a: int) -> RationalFunction:
    """Pr[no prefix count of up to three bits is off by more than a]."""
    errors, p = range(-a, a + 1), NOISE.probability
    one = sum(map(p, errors), start=NOTHING)
    two = sum((p(x) * p(y - x) for x in errors for y in errors), start=NOTHING)
    return {1: one, 2: one * one, 3: one * two}[n]


@claim(
    "CORE.binary-tree-error",
    over(n=(1, 2, 3), error=sized((1,), (0, 1), (0, 1))),
    about=BinaryTreeCounter,
)
def binary_tree_error(build: Build, n: int, error: int) -> Check:
    """The probability that some prefix count is off by more than a is the same for every stream,
    and given by a finite sum over errors.

    Cases: Every stream of the horizon, every eps; the law is shown far beyond the error. The sum
    is made again, by hand: |Z_1|, |Z_2|, |Z_2 + Z_3| <= a.
    """
    mechanism, streams = build(n, every(1), 2 * error + 1), replace_one((0, 1), n, ordered=True)
    yield accurate(mechanism, streams, within(error), 1 - prefixes_within(n, error))
    for stream in streams.databases():
        good = law(mechanism, stream).probability_that(partial(within(error), stream))
        yield eq(stream, good, prefixes_within(n, error))
    for a in range(4):
        yield eq(f"a = {a}", failure_probability(n, a, 1 / R), 1 - prefixes_within(n, a))


RHO = "coins.draw_noise(TwoSidedGeometric(ratio**2), settled(gaps, ratio))"
TESTS = "tests = FirstAbove(TwoSidedGeometric(ratio))"
FOLD = "return coins.delegate(Fold(tests), (0, tuple(gap + rho for gap in gaps)))"

NOISES: dict[str, tuple[str, ...]] = {
    "no noise on the threshold": (f"{RHO} => 0",),
    "half the noise on the threshold": ("ratio**2 => ratio**4",),
    "half the noise on the answers": (
        f"{TESTS} => tests = FirstAbove(TwoSidedGeometric(ratio**2))",
        "settled(gaps, ratio) => settled(gaps, ratio**2)",
    ),
    "one noise for all answers": (
        (
            f"{TESTS} => here = [gap + rho for gap in gaps]\n"
            "        ends = Settled(min([0, *here]) - 1, max([0, *here]) + 1, ratio, 0)\n"
            "        nu = coins.draw_noise(TwoSidedGeometric(ratio), ends)\n"
            "        return next((i for i, gap in enumerate(here) if nu >= gap), Bottom.BOTTOM)"
        ),
    ),
}
WRONG[AboveThreshold] = usual(AboveThreshold) | {
    **NOISES,
    "twice the noise on the threshold": "ratio**2 => ratio",
    "tells the answer that it found": f"{FOLD} => "
    f"{FOLD.replace('return coins.delegate', 'found = coins.run')}\n"
    "        return found if isinstance(found, Bottom) else (found, database[found])",
    "half the eps": given(AboveThreshold, eps=lambda eps: eps / 2),
    "noise is cut off at 2": (
        f"{RHO} => coins.draw(TwoSidedGeometric(ratio**2).truncated(-2, 2))",
        "noise.at_least(gap) => noise.truncated(-2, 2).probability_that(lambda nu: nu >= gap)",
    ),
}


@claim(
    "BCMNUW20.MON.T3.23",
    over(most=sized((3,), (4,), (4,)), long=sized((5,), (5, 6), range(5, 9))),
    form=Form.CONCRETE,
    about=AboveThreshold,
)
@claim(
    "CORE.above-threshold",
    over(most=sized((3,), (4,), (4,)), long=sized((5,), range(5, 9), range(5, 13))),
    about=AboveThreshold,
)
def above_threshold(build: Build, most: int, long: int) -> Check:
    """AboveThreshold with geometric noise of ratios e^(-eps/2) and e^(-eps/4) is (eps, 0)-private.

    Cases: All vectors of answers -1, 0, 1, every answer moving by at most one, and five and more
    queries of which all but the last are equal: without noise on the threshold n such queries
    lose n eps/4. The loss eps is approached (CORE.sparse-vector-1-constant).
    """
    yield private(build(0, every(4)), equal_queries(long), pure(R**4), name="equal queries")
    yield private(build(1, every(4)), all_answers(ANSWERS, most), pure(R**4))


@claim("CORE.above-threshold-half", over(n=sized((3,), (3, 4), (3, 4, 5))), about=AboveThreshold)
def above_threshold_loses_more_than_half(build: Build, n: int) -> Check:
    """On three queries and more AboveThreshold loses more than eps / 2, at every eps > 0.

    Cases: Three queries are the least number at which it does.
    """
    mechanism, first, second = build(0, every(8)), (0,) * n, (1,) * (n - 1) + (-1,)
    yield from exceeded(mechanism, first, second, lambda y: y == n - 1, R**4)


@claim(
    "CORE.above-threshold-half",
    over(answers=(range(-2, 4),)),
    form=Form.CORRECTED,
    about=AboveThreshold,
)
def above_threshold_on_two_queries(build: Build, answers: range) -> Check:
    """On at most two queries AboveThreshold loses only eps / 2.

    Cases: All vectors of one or two answers from -2 to 3, on both sides of the threshold 1.
    """
    for n in (1, 2):
        yield private(build(1, every(4)), all_answers(answers, n), pure(R**2), name=f"{n} queries")
