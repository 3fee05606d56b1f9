"""Wrong inequalities between the sizes in the proof of Theorem 10."""

from audits.claims.prelude import *

Wrong = dict[str, Callable[..., object]]


def not_divided(d: int, beta: Fraction) -> Interval:
    """D log(1 + log(1/beta)), not divided by d."""
    return d * ln(1 - ln(beta))


def without_one(d: int, beta: Fraction) -> Interval:
    """Twice the argument of the logarithm."""
    return d * ln(2 - 2 * ln(beta) / d)


WRONG_LOGARITHMS: Wrong = {"not divided by d": not_divided, "twice the argument": without_one}


def log_of_rows_over_d(alpha: Fraction, beta: Fraction, d: int) -> Interval:
    """The sum of the logarithms, constant 1."""
    return -ln(alpha) + ln(1 - ln(beta) / d)


def without_alpha(alpha: Fraction, beta: Fraction, d: int) -> Interval:
    """Without log(1/alpha)."""
    del alpha
    return 12 * ln(1 - ln(beta) / d)


def without_beta(alpha: Fraction, beta: Fraction, d: int) -> Interval:
    """Without the term of beta."""
    del beta, d
    return -12 * ln(alpha)


WRONG_BOUNDS: Wrong = {
    "constant 1": log_of_rows_over_d,
    "without log(1/alpha)": without_alpha,
    "without the term of beta": without_beta,
}


def without_the_one(p: int, concepts: int) -> Interval:
    """P log(|H~|)."""
    return p * ln(concepts)


def two_to_the_dimension(d: int) -> int:
    """2^d."""
    return 1 << d


def dimension_plus_one(d: int) -> int:
    """The square of d + 1."""
    return (d + 1) ** 2


WRONG_DUALS: Wrong = {"2^d": two_to_the_dimension, "a square": dimension_plus_one}
