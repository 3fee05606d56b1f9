"""Section 4.2.1: proper and improper private learning of points are separated (Theorem 4.9)."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise

from audits.claims.vocabulary import le, lt
from audits.engines.comparisons import Comparison
from audits.engines.sample_complexity.by_dimension import sample_sizes
from audits.ledger import Form, claim, not_finitely_checkable, over
from reference.lower_bounds.learning_packing import packing_bound
from reference.mechanisms.learning.confident_learner import EfficientPointLearner
from reference.privacy.epsilon import Epsilon

THREE_HALVES = Epsilon(Fraction(3, 2), 2)
"""e^eps = 9/4."""

not_finitely_checkable(
    "BBKN13.T4.9",
    statement=(
        "Every proper private learner of POINT_d needs Omega((d + log(1/beta))/(eps alpha)) "
        "samples, whereas an efficient improper one needs a number that does not depend on d."
    ),
    reason=(
        "Asymptotic: it speaks of large d, and hides its constants; the other forms have explicit "
        "ones."
    ),
)


def efficient_rows(d: int, alpha: Fraction, beta: Fraction) -> int:
    """The number of examples of the efficient improper learner at e^eps = 9/4."""
    return EfficientPointLearner(d, alpha, beta, THREE_HALVES).sizes.rows


@claim(
    "BBKN13.T4.9",
    Form.CORRECTED,
    over(
        alpha=(Fraction(2, 5), Fraction(12, 25)),
        beta=(Fraction(1, 2), Fraction(1, 100)),
        d=(10**7,),
    ),
    about=efficient_rows,
    impostors={
        "a number that grows with d": lambda d, alpha, beta: d * efficient_rows(64, alpha, beta),
        "runs with alpha/16": lambda d, alpha, beta: 4 * efficient_rows(d, alpha, beta),
    },
    uses=("BBKN13.L3.9", "BBKN13.T4.8"),
)
def proper_and_improper_are_separated(
    rows: Callable[[int, Fraction, Fraction], int], alpha: Fraction, beta: Fraction, d: int
) -> Iterator[Comparison]:
    """At d = 9, 16, ..., 100 a proper learner needs more than 5 (d - 8)/6 samples, at alpha = 2/5
    or 12/25, beta >= 1/100 and r = e^eps = 9/4; an efficient improper one has a number that does
    not grow from d = 10 to 16, 32 and 64, and is less than 5 (d - 8)/6 at d = 10^7, as it is less
    than the proper one's for the learners that `exactdp complexity` compares at eps = 1.

    Fair: Sizes of the constructor. With m samples and T = 2^d a proper learner succeeds with
    probability at most r^m/(r^m + T - 1), which is below 1 - beta at m = 5 (d - 8)/6 as r^5 <=
    2^6; that this holds for other d, too, is not checked. At d = 64 it is less than the improper
    number.
    """
    r, sizes = THREE_HALVES.exp(), [rows(small, alpha, beta) for small in (10, 16, 32, 64)]
    for larger, smaller in pairwise(sizes):
        yield le("does not grow", smaller, larger)
    yield lt("d = 64", Fraction(5 * 56, 6), sizes[-1])
    yield lt("separation", sizes[-1], Fraction(5 * (d - 8), 6))
    yield le("r^5", r**5, 2**6)
    for small in range(9, 101, 7):
        m = 5 * (small - 8) // 6
        yield lt(f"success, d = {small}, m = {m}", packing_bound(r, m, 2**small), 1 - beta)
    compared = sample_sizes([d])[0]
    yield lt("at eps = 1", compared.improper_sufficient, compared.proper_necessary)
