"""How many examples the private learners of section 3 need: the fewest that the proofs allow.

The exponential learner over N hypotheses, on m examples of a concept that is one of them, has an
error above alpha with probability at most

    N e^(-alpha m / 8) + N e^(-eps alpha m / 4),

and if the hypotheses only alpha/2-represent the concept, at most

    e^(-alpha m / 96) + N e^(-alpha m / 32) + N e^(-eps alpha m / 16).

The sizes here are the least m for which that is at most beta, by enclosures of the exponentials.
For large eps the first term does not shrink: no size proportional to 1/eps suffices.

A parity of d bits whose error is above alpha is consistent with m examples, each kept with
probability e, with probability (1 - alpha e)^m at most, so that some such parity is with
(2^d - 1) (1 - alpha e)^m at most.

The exponential learner that weighs h by e^(-eps #errors), over N hypotheses one of which is the
concept, has an error above 2 alpha with probability at most beta if

    m >= ln(2N/beta) / (eps alpha)  and  m >= ln(4N/beta) / (2 alpha^2).

Notation: N number of hypotheses, m examples, beta failure probability.
Source: BBKN13, Theorem 3.2 and Lemma 3.4, section 3; VT14, Theorem 8.2.2 and section 9.1.
Deviations: the constants are derived.

>>> rows_for_proper(4, Fraction(4), Fraction(1, 2), Fraction(1, 2))
34
>>> rows_for_representing(4, Fraction(4), Fraction(4, 5), Fraction(1, 2))
130
"""

from collections.abc import Callable
from fractions import Fraction

from reference.exact.interval import Interval, exp, ln


def rows_for_proper(
    hypotheses: int, exp_eps: Fraction, alpha: Fraction, failure_probability: Fraction
) -> int:
    """Enough examples if the concept is one of the hypotheses (Lemma 3.4).

    Args:
        hypotheses: N >= 1.
        exp_eps: e^eps > 1.
        alpha: the error that is allowed, in (0, 1].
        failure_probability: beta, in (0, 1].

    Raises:
        ValueError: for a parameter outside its range.
    """
    _check(hypotheses, exp_eps, alpha, failure_probability)
    loss = ln(exp_eps)
    return least(
        lambda m: (exp(-alpha * m / 8) + exp(-loss * alpha * m / 4)) * hypotheses,
        failure_probability,
    )


def rows_for_representing(
    hypotheses: int, exp_eps: Fraction, alpha: Fraction, failure_probability: Fraction
) -> int:
    """Enough examples if the hypotheses alpha/2-represent the concept (Theorem 3.2).

    Args:
        hypotheses: N >= 1.
        exp_eps: e^eps > 1.
        alpha: the error that is allowed, in (0, 1].
        failure_probability: beta, in (0, 1].

    Raises:
        ValueError: for a parameter outside its range.
    """
    _check(hypotheses, exp_eps, alpha, failure_probability)
    loss = ln(exp_eps)
    return least(
        lambda m: (
            exp(-alpha * m / 96)
            + (exp(-alpha * m / 32) + exp(-loss * alpha * m / 16)) * hypotheses
        ),
        failure_probability,
    )


def rows_for_parities(
    bits: int, rate: Fraction, alpha: Fraction, failure_probability: Fraction
) -> int:
    """The least m with (2^d - 1) (1 - alpha e)^m <= beta.

    Args:
        bits: d >= 1.
        rate: e, the probability that an example is kept, in (0, 1].
        alpha: the error that is allowed, in (0, 1).
        failure_probability: beta, in (0, 1].

    Raises:
        ValueError: for a parameter outside its range.
    """
    if bits < 1 or not 0 < rate <= 1 or not 0 < alpha < 1 or not 0 < failure_probability <= 1:
        raise ValueError(
            f"bits {bits}, rate {rate}, alpha {alpha}, beta {failure_probability}: at least 1, in "
            "(0, 1], in (0, 1), in (0, 1]"
        )
    survives = -ln(1 / (1 - alpha * rate))
    return least(lambda m: exp(survives * m) * ((1 << bits) - 1), failure_probability)


def rows_by_uniform_convergence(
    hypotheses: int, exp_eps: Fraction, alpha: Fraction, failure_probability: Fraction
) -> int:
    """Enough examples for weights e^(-eps #errors): the sample shows all errors within alpha.

    Args:
        hypotheses: N >= 1.
        exp_eps: e^eps > 1; what is lost is 2 eps.
        alpha: half of the error that is allowed, in (0, 1].
        failure_probability: beta, in (0, 1].

    Raises:
        ValueError: for a parameter outside its range.
    """
    _check(hypotheses, exp_eps, alpha, failure_probability)
    private = ln(2 * hypotheses / failure_probability) / (ln(exp_eps) * alpha)
    sampled = ln(4 * hypotheses / failure_probability) / (2 * alpha**2)
    return max(private.rounded_up(), sampled.rounded_up())


def least(failure: Callable[[int], Interval], most: Fraction) -> int:
    """The least m >= 1 at which a falling bound is certainly at most a number."""
    low, high = 0, 1
    while not failure(high).certainly_at_most(most):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        enough = failure(middle).certainly_at_most(most)
        low, high = (low, middle) if enough else (middle, high)
    return high


def _check(hypotheses: int, exp_eps: Fraction, alpha: Fraction, beta: Fraction) -> None:
    if hypotheses < 1:
        raise ValueError(f"hypotheses {hypotheses}: a class has at least one")
    if exp_eps <= 1:
        raise ValueError(f"e^eps {exp_eps}: it is above 1")
    if not 0 < alpha <= 1 or not 0 < beta <= 1:
        raise ValueError(f"alpha {alpha}, beta {beta}: both lie in (0, 1]")
