"""The six published variants of the sparse vector technique: two sound, four broken.

All vectors of answers -1, 0, 1 with threshold 0, every answer moving by at most one.
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction

from audits.claims.standard_mechanisms.every_eps import (
    NOTHING,
    R,
    Standard,
    attains,
    every,
    has_finite_loss,
    keeps,
    keeps_its_guarantee,
)
from audits.claims.vocabulary import decide, eq, le, lt
from audits.ledger import UNGRADED, Form, Size, claim
from audits.verdict import Evidence, Verdict
from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.stream.above_threshold import AboveThreshold
from reference.mechanisms.stream.sparse import Sparse
from reference.mechanisms.stream.sparse_vector import (
    SparseVector1,
    SparseVector4,
    SparseVector5,
    SparseVector6,
)
from reference.mechanisms.stream.sparse_vector_values import SparseVector3
from reference.probability.dist import X
from reference.probability.law import law

ALL_VECTORS = "All vectors of answers -1, 0, 1, threshold 0, every answer moves by at most one."
ONE_PAIR = "One pair of neighbours, one output, all eps."


def exceeds_at_every_eps(
    mechanism: Standard[Database[int], Hashable],
    first: Database[int],
    second: Database[int],
    output: Hashable,
) -> Verdict:
    """Whether Pr[output on the first] > e^eps Pr[output on the second] for every eps > 0.

    The excess vanishes at r = 1; what is compared with 0 is its quotient by r - 1.
    """
    p, q = (law(mechanism, answers).probability(output) for answers in (first, second))
    excess = (p / q - mechanism.guarantee.exp_eps) / (R - 1)
    return decide(
        f"{type(mechanism).__name__} on {first} and {second}, output {output}",
        "one pair of neighbours, all eps > 0",
        [lt("excess of the likelihood ratio over e^eps, by r - 1", NOTHING, excess)],
        Evidence.ALL_EPSILON,
    )


def probabilities(
    mechanism: Standard[Database[int], X], answers: Database[int]
) -> list[tuple[X, RationalFunction]]:
    """Every output on a vector of answers, with its probability."""
    found = law(mechanism, answers)
    return [(output, found.probability(output)) for output in found]


@claim("CORE.sparse-vector-1")
def sparse_vector_1(size: Size) -> Verdict:
    """Variant 1 (one noisy threshold, query noise of scale 4c/eps) is eps-private.

    Fair: All vectors of answers -1, 0, 1, threshold 0, every answer moves by at most one. Two
    positives.
    """
    return keeps_its_guarantee(SparseVector1(0, 2, every(8)), size.pick(3, 4, 5))


@claim("CORE.sparse-vector-1-on-two-queries")
def sparse_vector_1_on_two_queries(size: Size) -> Verdict:
    """On two queries, with one positive, no likelihood ratio of variant 1 exceeds r (r^4 + r^3 +
    r^2 + r + 1) / (r^3 + r^2 + 2 r + 1) <= r^2, r = e^(eps/4).

    Fair: All vectors of answers -1, 0, 1, threshold 0, every answer moves by at most one.
    """
    del size
    loss = R * (R**4 + R**3 + R**2 + R + 1) / (R**3 + R**2 + 2 * R + 1)
    return keeps(SparseVector1(0, 1, every(4)), 2, loss, NOTHING)


@claim("CORE.sparse-vector-1-loss")
def sparse_vector_1_loss(size: Size) -> Verdict:
    """On (0, 0) and (1, -1), output (0, 1), variant 1 has the likelihood ratio r (r^4 + r^3 + r^2
    + r + 1) / (r^3 + r^2 + 2 r + 1), r = e^(eps/4).

    Fair: One pair of neighbours, one output, all eps.
    """
    del size
    loss = R * (R**4 + R**3 + R**2 + R + 1) / (R**3 + R**2 + 2 * R + 1)
    mechanism = SparseVector1(0, 1, every(4))
    return attains(mechanism, (0, 0), (1, -1), lambda y: y == (0, 1), loss)


@claim("CORE.sparse-vector-1-constant")
def sparse_vector_1_constant(size: Size) -> Verdict:
    """The constant of variant 1 is best possible over all numbers of queries: on n queries the
    loss of some pair exceeds (1 - 2^(3-n)) e^eps at e^eps = 16.

    Fair: (0, ..., 0) and (1, ..., 1, -1), the last answer being the first above.
    """
    mechanism = AboveThreshold(0, every(4))
    queries = range(4, size.pick(6, 8, 10) + 1)
    root = Fraction(2)
    return decide(
        "likelihood ratios of AboveThreshold",
        f"{queries[0]} to {queries[-1]} queries, e^eps = 16",
        [
            lt(
                f"{n} queries",
                16 * (1 - Fraction(8, 2**n)),
                law(mechanism, (0,) * n).probability(n - 1).at(root)
                / law(mechanism, (1,) * (n - 1) + (-1,)).probability(n - 1).at(root),
            )
            for n in queries
        ],
    )


@claim("CORE.sparse-vector-2")
def sparse_vector_2(size: Size) -> Verdict:
    """Variant 2 (Sparse: a fresh noisy threshold after every positive) is eps-private.

    Fair: All vectors of answers -1, 0, 1, threshold 0, every answer moves by at most one. Two
    positives.
    """
    return keeps_its_guarantee(Sparse(0, 2, every(8)), size.pick(3, 4, 5))


@claim("CORE.sparse-vector-2-is-variant-1")
def sparse_vector_2_is_variant_1(size: Size) -> Verdict:
    """With one positive, variants 1 and 2 have the same laws.

    Fair: Every vector of answers -1, 0, 1.
    """
    rows = size.pick(2, 3, 4)
    once, fresh = SparseVector1(0, 1, every(4)), Sparse(0, 1, every(4))
    return decide(
        "variants 1 and 2 with one positive",
        f"{rows} queries, all eps >= 0",
        (
            eq(f"{answers}: {bits}", law(once, answers).probability(bits), p)
            for answers in once.universe(rows).databases()
            for bits, p in probabilities(fresh, answers)
        ),
        Evidence.ALL_EPSILON,
    )


@claim("CORE.sparse-vector-3", refuted=UNGRADED)
def sparse_vector_3(size: Size) -> Verdict:
    """Variant 3 (the noisy answer that was found above is released) is eps-private.

    Fair: All vectors of answers -1, 0, 1, threshold 0, every answer moves by at most one. One
    value; three queries, the least number.
    """
    return keeps_its_guarantee(SparseVector3(0, 1, every(2)), size.pick(3, 3, 4))


@claim("CORE.sparse-vector-3", Form.CORRECTED)
def sparse_vector_3_loss(size: Size) -> Verdict:
    """Variant 3 loses at most n eps/(2c) on n queries (values clamped to [-1, 1]).

    Fair: All vectors of answers -1, 0, 1, threshold 0, every answer moves by at most one. One
    value.
    """
    n = size.pick(3, 3, 4)
    return keeps(SparseVector3(0, 1, every(2)), n, R**n, NOTHING)


@claim("CORE.sparse-vector-3-growth")
def sparse_vector_3_growth(size: Size) -> Verdict:
    """Variant 3 loses n eps/(2c) on n queries: private for n <= 2c, with equality at n = 2c, and
    for no larger n at any eps > 0.

    Fair: (-1, ..., -1) and (0, ..., 0), no value but the last, at most -1; c = 1.
    """
    n = size.pick(4, 5, 6)
    output = (*[Bottom.BOTTOM] * (n - 1), -1)
    mechanism = SparseVector3(0, 1, every(2))
    return attains(mechanism, (-1,) * n, (0,) * n, lambda y: y == output, R**n)


@claim("CORE.sparse-vector-3-quarter")
def sparse_vector_3_quarter(size: Size) -> Verdict:
    """With query noise of scale 4/eps and one value, variant 3 is eps-private on four queries
    (values clamped to [-1, 1]).

    Fair: All vectors of answers -1, 0, 1, threshold 0, every answer moves by at most one. The
    bound is attained: <= and < differ.
    """
    del size
    return keeps_its_guarantee(SparseVector3(0, 1, every(4), share=Fraction(1, 4)), 4)


@claim("CORE.sparse-vector-3-quarter-growth")
def sparse_vector_3_quarter_growth(size: Size) -> Verdict:
    """With query noise of scale 4/eps and one value, variant 3 loses n eps/4 on n queries: more
    than eps on five, at every eps > 0.

    Fair: (-1, ..., -1) and (0, ..., 0), no value but the last, at most -1.
    """
    n = size.pick(5, 6, 7)
    output = (*[Bottom.BOTTOM] * (n - 1), -1)
    mechanism = SparseVector3(0, 1, every(4), share=Fraction(1, 4))
    return attains(mechanism, (-1,) * n, (0,) * n, lambda y: y == output, R**n)


@claim("CORE.sparse-vector-4", refuted=UNGRADED)
def sparse_vector_4(size: Size) -> Verdict:
    """Variant 4 (query noise of scale 4/(3 eps), whatever c) is eps-private.

    Fair: All vectors of answers -1, 0, 1, threshold 0, every answer moves by at most one. One
    positive; two queries, the least number.
    """
    return keeps_its_guarantee(SparseVector4(0, 1, every(4)), size.pick(2, 3, 4))


@claim("CORE.sparse-vector-4", Form.CORRECTED)
def sparse_vector_4_loss(size: Size) -> Verdict:
    """Variant 4 loses at most (1 + 6c) eps/4.

    Fair: All vectors of answers -1, 0, 1, threshold 0, every answer moves by at most one. One
    positive, 7 eps/4.
    """
    return keeps(SparseVector4(0, 1, every(4)), size.pick(3, 4, 5), R**7, NOTHING)


@claim("CORE.sparse-vector-4-at-every-eps")
def sparse_vector_4_at_every_eps(size: Size) -> Verdict:
    """On two queries variant 4 is eps-private for no eps > 0.

    Fair: One pair of neighbours, one output, all eps.
    """
    del size
    return exceeds_at_every_eps(SparseVector4(0, 1, every(4)), (0, 0), (1, -1), (0, 1))


@claim("CORE.sparse-vector-5", refuted=UNGRADED)
def sparse_vector_5(size: Size) -> Verdict:
    """Variant 5 (no query noise, no limit on positives) is eps-private.

    Fair: All vectors of answers -1, 0, 1, threshold 0, every answer moves by at most one. Two
    queries, the least number.
    """
    return keeps_its_guarantee(SparseVector5(0, every(2)), size.pick(2, 3, 4))


@claim("CORE.sparse-vector-5-some-loss", refuted=UNGRADED)
def sparse_vector_5_some_loss(size: Size) -> Verdict:
    """Variant 5 is private for some finite loss.

    Fair: All vectors of answers -1, 0, 1, threshold 0, every answer moves by at most one. At e^eps
    = 4.
    """
    return has_finite_loss(SparseVector5(0, every(2)), size.pick(2, 3, 4), Fraction(2))


@claim("CORE.sparse-vector-6", refuted=UNGRADED)
def sparse_vector_6(size: Size) -> Verdict:
    """Variant 6 (query noise of scale 2/eps, no limit on positives) is eps-private.

    Fair: All vectors of answers -1, 0, 1, threshold 0, every answer moves by at most one. Three
    queries, the least number.
    """
    return keeps_its_guarantee(SparseVector6(0, every(2)), size.pick(3, 3, 4))


@claim("CORE.sparse-vector-6", Form.CORRECTED)
def sparse_vector_6_loss(size: Size) -> Verdict:
    """Variant 6 loses at most n eps/2 on n queries: it is eps-private for n <= 2.

    Fair: All vectors of answers -1, 0, 1, threshold 0, every answer moves by at most one.
    """
    n = size.pick(2, 3, 4)
    return keeps(SparseVector6(0, every(2)), n, R**n, NOTHING)


@claim("CORE.sparse-vector-6-at-every-eps")
def sparse_vector_6_at_every_eps(size: Size) -> Verdict:
    """On three queries variant 6 is eps-private for no eps > 0.

    Fair: One pair of neighbours, one output, all eps.
    """
    del size
    return exceeds_at_every_eps(SparseVector6(0, every(2)), (0, 0, 0), (-1, 1, 1), (1, 0, 0))


@claim("CORE.sparse-vector-6-growth")
def sparse_vector_6_growth(size: Size) -> Verdict:
    """On 2m queries variant 6 loses at least 3 m eps/4: no finite loss serves all n.

    Fair: (0, ..., 0) and (1, ..., 1, -1, ..., -1), zeros before ones; all eps.
    """
    mechanism = SparseVector6(0, every(4))
    return decide(
        "likelihood ratios of variant 6",
        "2m queries, all eps >= 0",
        [
            le(
                f"{2 * m} queries",
                R ** (3 * m),
                law(mechanism, (0,) * (2 * m)).probability((0,) * m + (1,) * m)
                / law(mechanism, (1,) * m + (-1,) * m).probability((0,) * m + (1,) * m),
            )
            for m in range(1, size.pick(2, 3, 4) + 1)
        ],
        Evidence.ALL_EPSILON,
    )
