"""Section 2.2: how accurate Sparse and NumericSparse are (Dwork and Roth, 3.6)."""

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.nearly import nearly
from audits.claims.standard_mechanisms.every_eps import R, every
from reference.mechanisms.stream.numeric_sparse import NumericSparse, Scales, sparse_scale
from reference.mechanisms.stream.sparse import Sparse

Released = tuple[int | Bottom, ...]

MILLIONTH, HUNDREDTH = Fraction(1, 10**6), Fraction(1, 100)


def off_by(alpha: int) -> Callable[[Rows, Rows], bool]:
    """Whether Sparse tells all answers, and each is right within alpha of the threshold 0."""

    def good(answers: Rows, bits: Rows) -> bool:
        if len(bits) != len(answers):
            return False
        return all(
            f >= -alpha if bit else f <= alpha for bit, f in zip(bits, answers, strict=True)
        )

    return good


def few_near(queries: int, count: int, alpha: int) -> ListedAdjacency[Rows]:
    """At most c answers far above the threshold 0, a c-th only at the end; others far below."""
    vectors = product((-alpha - 1, alpha + 1), repeat=queries)
    return these(v for v in vectors if sum(f > 0 for f in v[:-1]) < count)


def sparse_error(eps: Fraction, delta: Fraction, count: int, logs: Interval) -> Interval:
    """Theorem 3.26: alpha, where logs = ln k + ln(2c/beta)."""
    if not delta:
        return 8 * count * logs / eps
    return logs * sqrt(512 * count * ln(1 / delta)) / eps


SPARSE = Parts(mechanism=Sparse, error=sparse_error)
WRONG[SPARSE] = {
    "the threshold is off": SPARSE.but(mechanism=given(Sparse, threshold=lambda t: t - 9)),
    "sees zeros": SPARSE.but(mechanism=sees_zeros(Sparse)),
    "half of the error": SPARSE.but(
        error=("return 8 * count => return 4 * count", "sqrt(512 => sqrt(128")
    ),
    "not divided by eps": SPARSE.but(error=given(sparse_error, eps=ONE)),
    "divided by the square root of eps": SPARSE.but(
        error=("logs / eps => logs / sqrt(eps)", "delta)) / eps => delta)) / sqrt(eps)")
    ),
    "ln k is left out": SPARSE.but(error=given(sparse_error, logs=ln(100))),
}


@claim(
    "BCMNUW20.MON.T3.26",
    over(
        queries=sized((1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5)),
        count=(1, 2),
        eps=(Fraction(1), Fraction(1, 10)),
        delta=(Fraction(0), MILLIONTH, HUNDREDTH),
        beta=(Fraction(1, 2), HUNDREDTH),
    ),
    about=SPARSE,
)
def sparse_is_accurate(
    parts: Parts, queries: int, count: int, eps: Fraction, delta: Fraction, beta: Fraction
) -> Check:
    """For k queries of which at most c are >= T - alpha, with probability 1 - beta Sparse is right
    within alpha = (ln k + ln(2c/beta)) sqrt(512 c ln(1/delta)) / eps, or 8c (ln k + ln(2c/beta)) /
    eps for delta = 0.

    Cases: With Laplace noise of scale s: k draws of scale 2 s and c of scale s reach alpha/2 with
    probability k e^(-alpha/(4 s)) + c e^(-alpha/(2 s)), as an interval, for k = 1000 times the
    queries, and alpha/(4 s) = ln k + ln(2c/beta). With geometric noise the
    mechanism, every eps, alpha = 8, beta = 2ck e^(-eps alpha/(8c)).
    """
    k, s = 1000 * queries, sparse_scale(eps, delta, count)
    logs = ln(k) + ln(2 * count / beta)
    alpha = parts.error(eps, delta, count, logs)
    failure = k * exp(-alpha / (4 * s)) + count * exp(-alpha / (2 * s))
    yield chance("Laplace", high(failure), beta)
    yield from nearly("alpha/(4 s)", alpha / (4 * s), logs)
    if eps == 1 and not delta and beta == HUNDREDTH:
        found = parts.mechanism(0, count, every(4 * count))
        bound = 2 * count * queries * R**-4
        yield accurate(found, few_near(queries, count, 8), off_by(8), bound)


def numeric_error(eps: Fraction, delta: Fraction, count: int, logs: Interval) -> Interval:
    """Theorem 3.28: alpha, where logs = ln k + ln(4c/beta)."""
    if not delta:
        return 9 * count * logs / eps
    return logs * sqrt(count * ln(2 / delta)) * (sqrt(512) + 1) / eps


def repaired_error(eps: Fraction, delta: Fraction, count: int, logs: Interval) -> Interval:
    """The same, sqrt(8) times as large for delta > 0: what answers need."""
    return numeric_error(eps, delta, count, logs) * (sqrt(8) if delta else 1)


@claim(
    "BCMNUW20.MON.T3.28",
    over(
        eps=(Fraction(1), Fraction(1, 10)),
        delta=(Fraction(0), MILLIONTH, HUNDREDTH),
        beta=(Fraction(1, 4), HUNDREDTH),
    ),
    about=numeric_error,
    refuted=Erratum(
        Grade.CITED,
        "Dwork and Roth, Theorem 3.28 (as restored here, with the noise of Algorithm 3), "
        "delta > 0: alpha is the error of the tests, that of answers is sqrt(8) times as large",
        "the probability that the noise of the one answer exceeds alpha, from below",
        "beta",
    ),
)
def numeric_sparse_is_accurate(
    error: Callable[..., Interval], eps: Fraction, delta: Fraction, beta: Fraction
) -> Check:
    """With probability 1 - beta NumericSparse is right within alpha = (ln k + ln(4c/beta)) sqrt(c
    ln(2/delta)) (sqrt(512) + 1) / eps, or 9c (ln k + ln(4c/beta)) / eps for delta = 0; the
    answers, too.

    Cases: One query, c = 1, with f > T + alpha: if it is found below that is an error, and if it
    is released its noise is Lap(s_2), so that all fails with probability e^(-alpha/s_2) or more:
    beta/4 for delta = 0, but (beta/4)^(1/sqrt(8)) for delta > 0. At beta = 1/4, 0.37.
    """
    alpha = error(eps, delta, 1, ln(4 / beta))
    failure = exp(-alpha / Scales.of_budget(eps, delta, 1).answers)
    yield chance("noise of the answer", low(failure), beta)


def near_values(alpha: int) -> Callable[[Rows, Released], bool]:
    """Whether all is told, values are off by alpha at most, and others are not above T + alpha."""

    def good(answers: Rows, released: Released) -> bool:
        if len(released) != len(answers):
            return False
        return all(
            f <= alpha if isinstance(v, Bottom) else f >= -alpha and abs(v - f) <= alpha
            for v, f in zip(released, answers, strict=True)
        )

    return good


NUMERIC = Parts(mechanism=NumericSparse, error=repaired_error)
ERROR = "numeric_error(eps, delta, count, logs)"
WRONG[NUMERIC] = {
    "the error as printed": NUMERIC.but(error=numeric_error),
    "not divided by eps": NUMERIC.but(error=given(repaired_error, eps=ONE)),
    "sqrt(8), whatever delta": NUMERIC.but(error="(sqrt(8) if delta else 1) => sqrt(8)"),
    "half of the error": NUMERIC.but(error=f"{ERROR} => {ERROR} / 2"),
    "a quarter of the eps for the answers": NUMERIC.but(
        mechanism="(1 - TEST_SHARE) / count => (1 - TEST_SHARE) / count / 4"
    ),
    "sees zeros": NUMERIC.but(
        mechanism="database[len(released) :] => (0,) * len(database[len(released) :])"
    ),
}


@claim(
    "BCMNUW20.MON.T3.28",
    over(
        queries=sized((1, 2), (1, 2, 3), (1, 2, 3, 4)),
        count=(1, 2),
        eps=(Fraction(1), Fraction(1, 10)),
        delta=(Fraction(0), MILLIONTH, HUNDREDTH),
        beta=(Fraction(1, 4), HUNDREDTH),
    ),
    form=Form.CORRECTED,
    about=NUMERIC,
)
def corrected_error(
    parts: Parts, queries: int, count: int, eps: Fraction, delta: Fraction, beta: Fraction
) -> Check:
    """For k queries of which at most c are >= T - alpha, with probability 1 - beta tests are right
    within alpha and answers within sqrt(8) alpha for delta > 0, alpha as printed; and within 9c
    (ln k + ln(4c/beta)) / eps, as printed, for delta = 0.

    Cases: With Laplace noise, k draws of scale 2 s_1, c of s_1 and c of s_2, as an interval; k is
    also 1000 times the queries. Both errors are ln k + ln(4c/beta) in units of 4 s_1 and of s_2,
    so that no constant is wrong on both sides. The mechanism for delta = 0, with geometric noise,
    at e^eps = 2^(36c), alpha = 6, values shown from -14 to 14: beta = 4ck e^(-eps alpha/(9c)).
    """
    for k in (queries, 1000 * queries):
        logs, scales = ln(k) + ln(4 * count / beta), Scales.of_budget(eps, delta, count)
        error = parts.error(eps, delta, count, logs)
        tests = error / (sqrt(8) if delta else 1)
        noise = k * exp(-tests / (4 * scales.tests)) + count * exp(-tests / (2 * scales.tests))
        failure = noise + count * exp(-error / scales.answers)
        yield chance(f"Laplace, k = {k}", high(failure), beta)
        yield from nearly(f"tests, k = {k}", tests / (4 * scales.tests), logs)
        yield from nearly(f"answers, k = {k}", error / scales.answers, logs)
    if eps == 1 and not delta and beta == HUNDREDTH:
        eps_of_all = Epsilon(Fraction(2), 36 * count)
        found = parts.mechanism.of_budget(0, count, eps_of_all, -14, 14)
        bound = 4 * count * queries * Fraction(2) ** -(4 * 6)
        yield accurate(found, few_near(queries, count, 6), near_values(6), bound)
