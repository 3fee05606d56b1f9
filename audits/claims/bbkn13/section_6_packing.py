"""Section 6: what the packing argument says of learners that return c_j with probability 3/4."""

from audits.claims.prelude import *
from audits.claims.bbkn13.words import *

OFTEN = Fraction(3, 4)


@claim(
    "BBKN13.S6.pack",
    over(constant=(ONE, Fraction(1, 100)), d=(1, 2, 3)),
    refuted=Erratum(
        Grade.PROOF_STEP,
        'Section 6, efficient learners, "arguments similar as in the proof of Theorem 3.6": with '
        "probability 3/4 for 1 - beta they give d/eps, without log(1/beta), which needs the 1 - "
        "beta of the learner on two points of the image",
        "the constant times (d + log(1/beta))/eps",
        "the entries (j, 1)",
    ),
)
def often_right_as_printed(constant: Fraction, d: int) -> Check:
    """No private learner returns c_j with probability at least 3/4 on three fourths of the j, from
    less than a constant times (d + log(1/beta))/eps entries (j, 1).

    Cases: The learner of Lemma 3.4 at e^eps = 4, on d + 1 entries; it does so for every j, and
    beta, of which the statement says nothing else, is 10^-(10 (d + 1)/constant).
    """
    t, m = 2**d, d + 1
    for j, c in enumerate(points(t)):
        failed = 1 - chance_of(point_learner(t, TWO_EPS), point_packing(j, m), c)
        yield chance(f"{c} is not returned", failed, 1 - OFTEN)
    beta = Fraction(1, 10 ** int(10 * m / constant))
    claimed = low(ln(2) * d + ln(1 / beta)) / high(ln(TWO_EPS.exp()))
    yield le(f"d = {d}", constant * claimed, m)


@claim(
    "BBKN13.S6.pack",
    over(m=sized((1, 2), (1, 2, 3), (1, 2, 3, 4))),
    form=Form.CORRECTED,
    about=packing_bound,
)
def often_right_needs_entries(bound: Build, m: int) -> Check:
    """If c_j is returned with probability at least 3/4 for N of the j, then 3/4 <= e^(eps m) /
    (e^(eps m) + N - 1), so m >= ln(3 (N - 1))/eps with N = (3/4) 2^d.  The term log(1/beta) is
    that of two points of the image, on which 1 - beta <= e^(eps m)/(e^(eps m) + 1).

    Cases: All private learners; N = 3 of four points, and two points; e^eps = 2.  One entry
    attains both.
    """
    for n in (2, 3):
        yield optimal(point_targets(n, m), TWO, bound(TWO, m, n))
    yield exactly(point_targets(2, m), TWO, one_of_two(TWO, m))
