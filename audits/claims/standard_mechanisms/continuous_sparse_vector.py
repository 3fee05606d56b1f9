"""AboveThreshold and the sparse vectors that release bits, with Laplace noise as published.

All vectors of answers -1, 0, 1 with threshold 0, every answer moving by at most one; every eps.
"""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.every_eps import ANSWERS
from audits.claims.standard_mechanisms.every_unit import *
from audits.claims.standard_mechanisms.sparse_vector import published
from reference.exact.exponential_function import ExponentialFunction
from reference.mechanisms.stream.continuous_above_threshold import (
    ContinuousAboveThreshold,
    NoisyTests,
)
from reference.mechanisms.stream.continuous_sparse_vector import (
    ContinuousSparseVector1,
    ContinuousSparseVector2,
    ContinuousSparseVector4,
    ContinuousSparseVector5,
    ContinuousSparseVector6,
)

QUERIES = sized((3,), (3, 4), (3, 4, 5))

FIRST = "self.threshold + coins.draw_real(self.noise[0])"
FRESH = "self.threshold + coins.draw_real(rho)"
BIT, OR_BOTTOM = "int(test.above)", " if test.above else BOTTOM"
BOTH = "Laplace({} / self.eps), Laplace({} * self.count / self.eps)".format
REDRAWN = "continuous: ClassVar[bool] = True"


def in_tests(kind: Build, *edits: str) -> Build:
    """A variant whose loop of noisy tests is edited."""
    return wrong(kind, NoisyTests=wrong(NoisyTests, *edits))


def wrong_tests(kind: Build) -> dict[str, Any]:
    """Mistakes in noisy tests with bits."""
    return usual(kind) | {
        "no threshold noise": in_tests(
            kind, f"{FIRST} => self.threshold", f"{FRESH} => self.threshold"
        ),
        "half the answer noise": "4 * self.count => 2 * self.count",
        "one noise for all answers": in_tests(
            kind,
            f"{FIRST}, self.count => {FIRST}, self.count, coins.draw_real(self.noise[1])",
            "(reached, left), (rho => (reached, left, one), (rho",
            "coins.draw_real(nu) => one",
            "return (reached, left) if => return (reached, left, one) if",
        ),
        "tells the answers": wrong(kind, f"{BIT} => test.answer{OR_BOTTOM}", BOTTOM=BOTTOM),
        "tells the noisy answers": wrong(kind, f"{BIT} => test.value{OR_BOTTOM}", BOTTOM=BOTTOM),
        "one positive more": in_tests(kind, f"{FIRST}, self.count => {FIRST}, self.count + 1"),
        "no limit on positives": in_tests(kind, "left -= above => left -= 0"),
        "variant 4": ContinuousSparseVector4,
        "one positive less": given(kind, count=lambda c: c - 1),
        "the threshold is off": given(kind, threshold=lambda t: t + 3),
    }


def first_above(threshold: int, _: int, eps: Epsilon[Any]) -> Build:
    """AboveThreshold, which finds one answer."""
    return ContinuousAboveThreshold(threshold, eps)


WRONG[ContinuousSparseVector1] = wrong_tests(ContinuousSparseVector1) | {
    "half the threshold noise": "2 / self.eps => 1 / self.eps",
    "a threshold for each positive": f"{REDRAWN} => {REDRAWN}\n    redrawn: ClassVar[bool] = True",
}
WRONG[ContinuousSparseVector2] = wrong_tests(ContinuousSparseVector2) | {
    "half the threshold noise": "2 * self.count / self.eps), => self.count / self.eps),",
    "the noise of one threshold": "2 * self.count / self.eps), => 2 / self.eps),",
    "one threshold": "redrawn: ClassVar[bool] = True => redrawn: ClassVar[bool] = False",
    "half the noise": f"{BOTH('2 * self.count', 4)} => {BOTH('self.count', 2)}",
}
MORE_THAN_ONE = ("one positive less", "a threshold for each positive")
WRONG[first_above] = {
    **{name: v for name, v in WRONG[ContinuousSparseVector1].items() if name not in MORE_THAN_ONE},
    **usual(first_above),
    "the threshold is off": given(first_above, threshold=lambda t: t + 3),
}
WRONG[ContinuousSparseVector4] = usual(ContinuousSparseVector4) | {
    "one positive more": given(ContinuousSparseVector4, count=lambda c: c + 1),
    "the threshold is off": given(ContinuousSparseVector4, threshold=lambda t: t + 3),
    "variant 1": ContinuousSparseVector1,
}
WRONG[ContinuousSparseVector5] = usual(ContinuousSparseVector5) | {
    "variant 6": ContinuousSparseVector6,
    "noise and a count": lambda t, eps: ContinuousSparseVector1(t, 1, eps),
}
WRONG[ContinuousSparseVector6] = usual(ContinuousSparseVector6) | {
    "variant 1": lambda t, eps: ContinuousSparseVector1(t, 1, eps),
    "no query noise": ContinuousSparseVector5,
    "a count": partial(
        lambda three, t, eps: three(t, 3, eps),
        wrong(ContinuousSparseVector1, "4 * self.count / self.eps => 2 / self.eps"),
    ),
    "the threshold is off": given(ContinuousSparseVector6, threshold=lambda t: t + 3),
}


@claim("CORE.continuous-above-threshold", over(n=QUERIES, c=(1,)), about=first_above)
@claim("CORE.continuous-sparse-vector-1", over(n=QUERIES, c=(1, 2)), about=ContinuousSparseVector1)
@claim("CORE.continuous-sparse-vector-2", over(n=QUERIES, c=(1, 2)), about=ContinuousSparseVector2)
def sound_variants(build: Build, n: int, c: int) -> Check:
    """AboveThreshold (c = 1), variant 1 (one noisy threshold, query noise of scale 4c/eps) and
    variant 2 (a fresh noisy threshold of scale 2c/eps after every positive) are eps-private, with
    Laplace noise on the reals.

    Cases: All vectors of answers -1, 0, 1, threshold 0, every answer moves by at most one; and 3c
    + 3 answers of which c + 1 come out above the threshold.
    """
    mechanism = build(0, c, every_unit(4 * c))
    up = (1, 1, -1) * (c + 1)
    yield private(mechanism, pair(up, tuple(2 * f for f in up)), pure(R ** (4 * c)), name="long")
    yield private(mechanism, all_answers(ANSWERS, n), pure(R ** (4 * c)))


LOSSES: Mapping[int, tuple[Rows, Rows, ExponentialFunction]] = {
    1: ((0,), (-1,), 3 * R**2 / (4 * R - 1)),
    2: ((0, 0), (1, -1), 5 * R**4 / (6 * R**2 - 1)),
    3: ((0, 0, 0), (1, 1, -1), 25 * R**6 / (40 * R**3 - 14 * R**2 - 1)),
}
"""Two vectors and the likelihood ratio of a positive at the end, for each number of queries."""


@claim("CORE.continuous-sparse-vector-1-loss", over(n=(1, 2, 3)), about=ContinuousSparseVector1)
def sparse_vector_1_loss(build: Build, n: int) -> Check:
    """With one positive, threshold 0 and answers -1, 0, 1, the greatest likelihood ratio of
    variant 1 is 3 r^2 / (4 r - 1) on one query, 5 r^4 / (6 r^2 - 1) on two and 25 r^6 / (40 r^3 -
    14 r^2 - 1) on three, r = e^(eps/4). If one answer may be -2 it is greater, at every eps > 0.

    Cases: All vectors of answers -1, 0, 1, threshold 0, every answer moves by at most one; the
    last answer is the positive.
    """
    mechanism = build(0, 1, every_unit(4))
    first, second, ratio = LOSSES[n]
    output = (0,) * (n - 1) + (1,)
    yield private(mechanism, all_answers(ANSWERS, n), pure(ratio))
    yield from exactly_lost(mechanism, first, second, output, ratio)
    lower, least = (*first[:-1], -1), (*second[:-1], -2)
    yield exceeded(mechanism, lower, least, lambda y: y == output, ratio)


CLOSED_FORMS: Mapping[tuple[int, int], Mapping[tuple[Rows, Rows], ExponentialFunction]] = {
    (1, 1): {
        ((-1,), (1,)): (4 * R - 1) / (6 * R**2),
        ((-1, -1), (0, 1)): (32 * R - (3 * (4 * U) + 22)) / (48 * R**2),
        ((0, 0, 0), (0, 0, 1)): 5 / (48 * R**0),
    },
    (1, 2): {((0, 0), (1, 1)): 4 / (15 * R**0)},
    (2, 2): {
        ((-1,), (1,)): (4 * R - 1) / (6 * R**2),
        ((0, -1), (1, 1)): (4 * R - 1) / (12 * R**2),
    },
    (4, 1): {((-1, 0), (0, 1)): (56 - 63 / R + 26 / R**3 - 9 / R**4) / 112},
    (6, 1): {((-1, 1), (1, 0)): 1 / (4 * R**4) - 1 / (12 * R**6)},
}
"""The probabilities of outputs on answers, for each variant and c; r = e^(eps/4c)."""


@claim(
    "CORE.continuous-sparse-vector-1-law",
    over(variant=(1,), c=(1, 2)),
    about=ContinuousSparseVector1,
)
@claim(
    "CORE.continuous-sparse-vector-2-law",
    over(variant=(2,), c=(2,)),
    about=ContinuousSparseVector2,
)
@claim(
    "CORE.continuous-sparse-vector-4-law",
    over(variant=(4,), c=(1,)),
    about=ContinuousSparseVector4,
)
@claim(
    "CORE.continuous-sparse-vector-6-law",
    over(variant=(6,), c=(1,)),
    about=ContinuousSparseVector6,
)
def closed_forms(build: Build, variant: int, c: int) -> Check:
    """With r = e^(eps/4): variant 1 puts out 1 on the answer -1 with probability (4 r - 1) /
    (6 r^2), 01 on (-1, -1) with (32 r - 3 eps - 22) / (48 r^2), and 001 on (0, 0, 0) with 5/48;
    variant 4 puts out 01 on (-1, 0) with (56 - 63/r + 26/r^3 - 9/r^4) / 112, and variant 6 puts
    out 10 on (-1, 1) with e^(-eps)/4 - e^(-3 eps/2)/12. With c = 2 and r = e^(eps/8), variant 1
    puts out 11 on (0, 0) with 4/15; variant 2 puts out 1 on -1 with (4 r - 1) / (6 r^2), and 11 on
    (0, -1) with half of that.

    Cases: Threshold 0, one positive; and two where variants 1 and 2 differ, after the first. The
    numbers are integrals of products of tails, by hand.
    """
    mechanism = build(*((0,) if variant == 6 else (0, c)), every_unit(4 * c))
    for (answers, output), value in CLOSED_FORMS[variant, c].items():
        yield eq(f"{answers}: {output}", law(mechanism, answers).probability(output), value)


@claim("KLMNS20.ALG.AT", about=first_above)
def above_threshold(build: Build) -> Check:
    """AboveThreshold with Laplace noise of scale 2/eps on the threshold and 4/eps on each answer:
    with the threshold 0 and r = e^(eps/4), the first positive is the last answer of -1 with
    probability (4 r - 1) / (6 r^2), of (-1, -1) with (32 r - 3 eps - 22) / (48 r^2), and of
    (0, 0, 0) with 5/48.

    Cases: One, two and three answers, so that noise is fresh for each, and the threshold's is not.
    The numbers are integrals of products of tails, by hand.
    """
    mechanism = build(0, 1, every_unit(4))
    for (answers, _), value in CLOSED_FORMS[1, 1].items():
        last = partial(_first_positive_at, len(answers) - 1)
        chance = law(mechanism, answers).probability_that(last)
        yield eq(f"{answers}: the first positive is the last answer", chance, value)


def _first_positive_at(place: int, found: object) -> bool:
    """Whether it is there, if bits or the place itself are put out."""
    return place == (found.index(1) if isinstance(found, tuple) and 1 in found else found)


@claim(
    "CORE.continuous-sparse-vector-4",
    over(n=sized((2,), (3,), (4,)), parts=(4,)),
    refuted=published("Algorithm 4 (Lee and Clifton): query noise of scale 4/(3 eps), whatever c"),
    about=lambda eps: ContinuousSparseVector4(0, 1, eps),
)
@claim(
    "CORE.continuous-sparse-vector-5",
    over(n=sized((2,), (3,), (4,)), parts=(2,)),
    refuted=published("Algorithm 5 (Stoddard, Chen, Machanavajjhala): no query noise"),
    about=lambda eps: ContinuousSparseVector5(0, eps),
)
@claim(
    "CORE.continuous-sparse-vector-6",
    over(n=sized((3,), (3,), (4,)), parts=(2,)),
    refuted=published("Algorithm 6 (Chen, Xiao, Zhang, Xu): no limit on positives"),
    about=lambda eps: ContinuousSparseVector6(0, eps),
)
def broken_variants(build: Build, n: int, parts: int) -> Check:
    """The variant as published, with Laplace noise and one positive, is eps-private.

    Cases: All vectors of answers -1, 0, 1, threshold 0, every answer moves by at most one. The
    least number of queries: two for variants 4 and 5, three for variant 6.
    """
    yield private(build(every_unit(parts)), all_answers(ANSWERS, n), pure(R**parts))


@claim(
    "CORE.continuous-sparse-vector-4",
    over(n=sized((3,), (3, 4), (4, 5)), c=sized((1,), (1, 2), (1, 2))),
    form=Form.CORRECTED,
    about=ContinuousSparseVector4,
)
def sparse_vector_4_loss(build: Build, n: int, c: int) -> Check:
    """Variant 4 with Laplace noise loses at most (1 + 6c) eps/4, and eps/4 on one query.

    Cases: All vectors of answers -1, 0, 1, threshold 0, every answer moves by at most one, and 3c
    + 3 answers of which c + 1 come out above the threshold.
    """
    mechanism = build(0, c, every_unit(4))
    up, loss = (1, 1, -1) * (c + 1), pure(R ** (1 + 6 * c))
    yield private(mechanism, pair(up, tuple(2 * f for f in up)), loss, name="long")
    yield private(mechanism, all_answers(ANSWERS, n), loss)
    yield private(mechanism, all_answers(ANSWERS, 1), pure(R), name="one query")


@claim("CORE.continuous-sparse-vector-4-at-every-eps", about=ContinuousSparseVector4)
def sparse_vector_4_at_every_eps(build: Build) -> Check:
    """On two queries variant 4 with Laplace noise is eps-private for no eps > 0.

    Cases: One pair of neighbours, one output, all eps.
    """
    mechanism = build(0, 1, every_unit(4))
    yield exceeded(mechanism, (0, 0), (1, -1), lambda y: y == (0, 1), R**4)


@claim(
    "CORE.continuous-sparse-vector-5",
    over(answers=((-1, 0, 1), tuple(range(-2, 3)))),
    form=Form.CORRECTED,
    about=ContinuousSparseVector5,
)
def sparse_vector_5_on_one_query(build: Build, answers: Rows) -> Check:
    """On one query variant 5 with Laplace noise loses eps/2; on two it is private for no finite
    loss (see CORE.continuous-sparse-vector-5-some-loss).

    Cases: Answers on both sides of the threshold; the noise is that of the threshold alone.
    """
    mechanism = build(0, every_unit(2))
    yield private(mechanism, all_answers(answers, 1), pure(R))
    yield from exactly_lost(mechanism, (0,), (-1,), (1,), R)


@claim(
    "CORE.continuous-sparse-vector-5-some-loss",
    over(n=sized((2,), (2, 3), (2, 3, 4))),
    about=ContinuousSparseVector5,
)
def sparse_vector_5_some_loss(build: Build, n: int) -> Check:
    """Variant 5 with Laplace noise is private for no finite loss: output 01 has probability (1 -
    e^(-eps/2))/2 on (-1, 0), and 0 on (-1, -1).

    Cases: (-1, ..., -1, 0) and (-1, ..., -1), no positive but the last.
    """
    mechanism, output = build(0, every_unit(2)), (0,) * (n - 1) + (1,)
    first, second = (-1,) * (n - 1) + (0,), (-1,) * n
    yield from told_apart(mechanism, first, second, lambda y: y == output)
    yield eq("the last", law(mechanism, first).probability(output), (1 - 1 / R) / 2)


@claim(
    "CORE.continuous-sparse-vector-6",
    over(n=sized((2, 3), (2, 3), (2, 3, 4))),
    form=Form.CORRECTED,
    about=ContinuousSparseVector6,
)
def sparse_vector_6_loss(build: Build, n: int) -> Check:
    """Variant 6 with Laplace noise loses at most n eps/2 on n queries: it is eps-private for n <=
    2.

    Cases: All vectors of answers -1, 0, 1, threshold 0, every answer moves by at most one.
    """
    yield private(build(0, every_unit(2)), all_answers(ANSWERS, n), pure(R**n))


@claim("CORE.continuous-sparse-vector-6-at-every-eps", about=ContinuousSparseVector6)
def sparse_vector_6_at_every_eps(build: Build) -> Check:
    """On three queries variant 6 with Laplace noise is eps-private for no eps > 0.

    Cases: One pair of neighbours, one output, all eps.
    """
    mechanism = build(0, every_unit(4))
    yield exceeded(mechanism, (0, 0, 0), (-1, -1, 1), lambda y: y == (1, 1, 0), R**4)
