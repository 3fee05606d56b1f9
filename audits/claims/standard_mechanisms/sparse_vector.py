"""The six published variants of the sparse vector technique: two sound, four broken.

All vectors of answers -1, 0, 1 with threshold 0, every answer moving by at most one.
"""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.every_eps import *
from reference.mechanisms.stream.above_threshold import AboveThreshold
from reference.mechanisms.stream.sparse import Sparse
from reference.mechanisms.stream.sparse_vector import (
    SparseVector1,
    SparseVector4,
    SparseVector5,
    SparseVector6,
)
from reference.mechanisms.stream.sparse_vector_values import SparseVector3

TWO_POSITIVES = over(n=sized((3,), (4,), (5,)))


def published(variant: str) -> Erratum:
    """A variant that does not keep what it claims."""
    return Erratum(Grade.KNOWN_BROKEN, f"Lyu, Su and Li (PVLDB 10(6), 2017), {variant}")


BITS_OF_1 = "NoisyTests(nu, self.count)"
OFF = {"threshold": lambda t: t + 3}

WRONG[SparseVector1] = usual(SparseVector1) | {
    "noise for one positive": SparseVector4,
    "no limit on positives": f"{BITS_OF_1} => NoisyTests(nu, self.count + len(database))",
    "one positive more": f"{BITS_OF_1} => NoisyTests(nu, self.count + 1)",
    "one positive less": given(SparseVector1, count=lambda c: c - 1),
    "the threshold is off": given(SparseVector1, **OFF),
}
WRONG[Sparse] = usual(Sparse) | {
    "noise for one positive": SparseVector4,
    "eps for each positive": "self.eps / self.count => self.eps",
    "one run more": "sum(bits) < self.count => sum(bits) <= self.count",
    "one noise on the threshold for all positives": wrong(
        SparseVector1, "Fraction(-1, 2) => Fraction(-1, 2 * self.count)"
    ),
    "one positive less": given(Sparse, count=lambda c: c - 1),
    "the threshold is off": given(Sparse, **OFF),
}
WRONG[SparseVector4] = usual(SparseVector4) | {
    "no limit on positives": given(SparseVector4, count=3),
    "one positive more": given(SparseVector4, count=lambda c: c + 1),
    "variant 1": SparseVector1,
    "the threshold is off": given(SparseVector4, **OFF),
}
WRONG[SparseVector5] = usual(SparseVector5) | {"variant 6": SparseVector6}
WRONG[SparseVector6] = usual(SparseVector6) | {
    "variant 1": lambda t, eps: SparseVector1(t, 1, eps),
    "the threshold is off": given(SparseVector6, **OFF),
}


@claim("CORE.sparse-vector-1", TWO_POSITIVES, about=SparseVector1)
@claim("BCMNUW20.MON.T3.25", over(n=sized((2,), (3,), (3,))), form=Form.CONCRETE, about=Sparse)
@claim("CORE.sparse-vector-2", TWO_POSITIVES, about=Sparse)
def sound_variants(build: Build, n: int) -> Check:
    """Variant 1 (one noisy threshold, query noise of scale 4c/eps) and variant 2 (Sparse: a fresh
    noisy threshold of scale 2c/eps after every positive) are eps-private.

    Cases: c = 2; all vectors of answers -1, 0, 1, threshold 0, every answer moves by at most one,
    three equal answers before two equal ones, and nine with three tests above the threshold: each
    of them can lose eps/8.
    """
    mechanism = build(0, 2, every(8))
    yield private(mechanism, equal_queries(5, last=2), pure(R**8), name="equal queries")
    nine = pair((1, 1, -1) * 3, (2, 2, -2) * 3)
    yield private(mechanism, nine, pure(R**8), name="nine queries")
    yield private(mechanism, all_answers(ANSWERS, n), pure(R**8))


ON_TWO = R * (R**4 + R**3 + R**2 + R + 1) / (R**3 + R**2 + 2 * R + 1)
"""The loss of variant 1 on two queries, r = e^(eps/4)."""


@claim("CORE.sparse-vector-1-on-two-queries", about=SparseVector1)
def sparse_vector_1_on_two_queries(build: Build) -> Check:
    """On two queries, with one positive, no likelihood ratio of variant 1 exceeds r (r^4 + r^3 +
    r^2 + r + 1) / (r^3 + r^2 + 2 r + 1) <= r^2, r = e^(eps/4).

    Cases: All vectors of answers -1, 0, 1, threshold 0, every answer moves by at most one.
    """
    yield private(build(0, 1, every(4)), all_answers(ANSWERS, 2), pure(ON_TWO))


@claim("CORE.sparse-vector-1-loss", about=SparseVector1)
def sparse_vector_1_loss(build: Build) -> Check:
    """On (0, 0) and (1, -1), output (0, 1), variant 1 has the likelihood ratio r (r^4 + r^3 + r^2
    + r + 1) / (r^3 + r^2 + 2 r + 1), r = e^(eps/4).

    Cases: One pair of neighbours, one output, all eps.
    """
    yield attained(build(0, 1, every(4)), (0, 0), (1, -1), lambda y: y == (0, 1), ON_TWO)


@claim(
    "CORE.sparse-vector-1-constant",
    over(n=sized(range(4, 7), range(4, 9), range(4, 11))),
    about=AboveThreshold,
)
def sparse_vector_1_constant(build: Build, n: int) -> Check:
    """The constant of variant 1 is best possible over all numbers of queries: on n queries the
    loss of some pair exceeds (1 - 2^(3-n)) e^eps at e^eps = 16.

    Cases: (0, ..., 0) and (1, ..., 1, -1), the last answer being the first above.
    """
    mechanism = build(0, Epsilon(Fraction(2), 4))
    p, q = (law(mechanism, d).probability(n - 1) for d in ((0,) * n, (1,) * (n - 1) + (-1,)))
    yield lt("ratio", 16 * (1 - Fraction(8, 2**n)) * q, p)


def by_composition(answers: Rows, count: int) -> dict[Rows, RationalFunction]:
    """The law of Sparse with eps/c = 4 parts, from that of AboveThreshold alone."""
    if not count or not answers:
        return {(): 1 + NOTHING}
    found: dict[Rows, RationalFunction] = {}
    first = law(AboveThreshold(0, every(4)), answers)
    for i in first:
        if isinstance(i, Bottom):
            found[(0,) * len(answers)] = first.probability(i)
            continue
        for rest, chance in by_composition(answers[i + 1 :], count - 1).items():
            found[(0,) * i + (1, *rest)] = first.probability(i) * chance
    return found


@claim(
    "CORE.sparse-vector-2-is-above-threshold",
    over(
        answers=sized(
            tuple(product((-1, 0), repeat=3)),
            tuple(product(ANSWERS, repeat=3)),
            tuple(product(ANSWERS, repeat=3)),
        )
    ),
    about=Sparse,
)
def sparse_is_composed(build: Build, answers: Rows) -> Check:
    """Sparse with c positives is AboveThreshold with loss eps/c, again and again on the answers
    that are left, with fresh noise each time.

    Cases: c = 2. With one noise on the threshold for all positives it is as private, but another
    mechanism.
    """
    found = law(build(0, 2, every(8)), answers)
    for bits, chance in by_composition(answers, 2).items():
        yield eq(bits, found.probability(bits), chance)


@claim(
    "CORE.sparse-vector-2-is-variant-1",
    over(answers=sized(*(tuple(product(ANSWERS, repeat=n)) for n in (2, 3, 4)))),
    about=SparseVector1,
)
def sparse_vector_2_is_variant_1(build: Build, answers: Rows) -> Check:
    """With one positive, variants 1 and 2 have the same laws.

    Cases: Every vector of answers -1, 0, 1.
    """
    once, fresh = (law(each(0, 1, every(4)), answers) for each in (build, Sparse))
    for bits in fresh:
        yield eq(bits, once.probability(bits), fresh.probability(bits))


@claim(
    "CORE.sparse-vector-3",
    over(n=sized((3,), (3,), (4,)), parts=(2,)),
    refuted=published("Algorithm 3 (lecture notes of Roth): noisy answers are released"),
    about=lambda eps: SparseVector3(0, 1, eps),
)
@claim(
    "CORE.sparse-vector-4",
    over(n=sized((2,), (3,), (4,)), parts=(4,)),
    refuted=published("Algorithm 4 (Lee and Clifton): query noise of scale 4/(3 eps), whatever c"),
    about=lambda eps: SparseVector4(0, 1, eps),
)
@claim(
    "CORE.sparse-vector-5",
    over(n=sized((2,), (3,), (4,)), parts=(2,)),
    refuted=published("Algorithm 5 (Stoddard, Chen, Machanavajjhala): no query noise"),
    about=lambda eps: SparseVector5(0, eps),
)
@claim(
    "CORE.sparse-vector-6",
    over(n=sized((3,), (3,), (4,)), parts=(2,)),
    refuted=published("Algorithm 6 (Chen, Xiao, Zhang, Xu): no limit on positives"),
    about=lambda eps: SparseVector6(0, eps),
)
def broken_variants(build: Build, n: int, parts: int) -> Check:
    """The variant as published, with one positive, is eps-private.

    Cases: All vectors of answers -1, 0, 1, threshold 0, every answer moves by at most one. The
    least number of queries: three for variants 3 and 6, two for variants 4 and 5.
    """
    yield private(build(every(parts)), all_answers(ANSWERS, n), pure(R**parts))


@claim(
    "CORE.sparse-vector-4",
    over(n=sized((3,), (4,), (5,))),
    form=Form.CORRECTED,
    about=SparseVector4,
)
def sparse_vector_4_loss(build: Build, n: int) -> Check:
    """Variant 4 loses at most (1 + 6c) eps/4.

    Cases: All vectors of answers -1, 0, 1, threshold 0, every answer moves by at most one, and
    equal answers. One positive, 7 eps/4.
    """
    mechanism = build(0, 1, every(4))
    yield private(mechanism, equal_queries(5, last=3), pure(R**7), name="equal queries")
    yield private(mechanism, all_answers(ANSWERS, n), pure(R**7))


@claim("CORE.sparse-vector-4-at-every-eps", about=SparseVector4)
def sparse_vector_4_at_every_eps(build: Build) -> Check:
    """On two queries variant 4 is eps-private for no eps > 0.

    Cases: One pair of neighbours, one output, all eps.
    """
    mechanism = build(0, 1, every(4))
    yield from exceeded(mechanism, (0, 0), (1, -1), lambda y: y == (0, 1), R**4)


@claim(
    "CORE.sparse-vector-5",
    over(answers=((-1, 0, 1), tuple(range(-2, 3)))),
    form=Form.CORRECTED,
    about=SparseVector5,
)
def sparse_vector_5_on_one_query(build: Build, answers: Rows) -> Check:
    """On one query variant 5 loses eps/2; on two it is private for no finite loss (see
    CORE.sparse-vector-5-some-loss).

    Cases: Answers on both sides of the threshold; the noise is that of the threshold alone.
    """
    yield private(build(0, every(2)), all_answers(answers, 1), pure(R))


@claim(
    "CORE.sparse-vector-5-some-loss", over(n=sized((2,), (2, 3), (2, 3, 4))), about=SparseVector5
)
def sparse_vector_5_some_loss(build: Build, n: int) -> Check:
    """Variant 5 is private for no finite loss.

    Cases: (0, ..., 0, 1) and (1, ..., 1, 0), no positive but the last.
    """
    first, second, output = (0,) * (n - 1) + (1,), (1,) * (n - 1) + (0,), (0,) * (n - 1) + (1,)
    yield from told_apart(build(0, every(2)), first, second, lambda y: y == output, order=1)


@claim(
    "CORE.sparse-vector-6",
    over(n=sized((2, 3), (2, 3), (2, 3, 4))),
    form=Form.CORRECTED,
    about=SparseVector6,
)
def sparse_vector_6_loss(build: Build, n: int) -> Check:
    """Variant 6 loses at most n eps/2 on n queries: it is eps-private for n <= 2.

    Cases: All vectors of answers -1, 0, 1, threshold 0, every answer moves by at most one.
    """
    yield private(build(0, every(2)), all_answers(ANSWERS, n), pure(R**n))


@claim("CORE.sparse-vector-6-at-every-eps", about=SparseVector6)
def sparse_vector_6_at_every_eps(build: Build) -> Check:
    """On three queries variant 6 is eps-private for no eps > 0.

    Cases: One pair of neighbours, one output, all eps.
    """
    mechanism = build(0, every(4))
    yield from exceeded(mechanism, (0, 0, 0), (-1, 1, 1), lambda y: y == (1, 0, 0), R**4)


@claim(
    "CORE.sparse-vector-6-growth",
    over(m=sized((1, 2), (1, 2, 3), (1, 2, 3, 4))),
    about=SparseVector6,
)
def sparse_vector_6_growth(build: Build, m: int) -> Check:
    """On 2m queries variant 6 loses at least 3 m eps/4: no finite loss serves all n.

    Cases: (0, ..., 0) and (1, ..., 1, -1, ..., -1), zeros before ones; all eps.
    """
    vectors, output = ((0,) * (2 * m), (1,) * m + (-1,) * m), (0,) * m + (1,) * m
    p, q = (law(build(0, every(4)), d).probability(output) for d in vectors)
    yield le("ratio", R ** (3 * m) * q, p)
