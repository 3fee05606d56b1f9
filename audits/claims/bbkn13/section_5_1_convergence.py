"""Section 5.1: how close the empirical error comes, in the proof of Theorem 5.4."""

from audits.claims.prelude import *
from audits.claims.bbkn13.section_5_1_steps import count_errors
from audits.claims.bbkn13.words import *


def blumer_rows(alpha: Fraction, beta: Fraction, constant: int) -> int:
    """K ((1/alpha') log2(1/beta') + (1/alpha') log2(1/alpha')), rounded up."""
    return ((ln(1 / beta) + ln(1 / alpha)) * constant / (ln(2) * alpha)).ceil()


def deviation(n: int, alpha: Fraction) -> Fraction:
    """Pr[|Bin(n, 1/2)/n - 1/2| >= alpha], by the lower tail, rounded down to 40 digits."""
    ways = total = 1
    for k in range(int(n * (HALF - alpha))):
        ways = ways * (n - k) // (k + 1)
        total += ways
    return Fraction((total << 41) >> n, 1 << 40)


@claim(
    "BBKN13.T5.4.uc",
    over(constant=sized((1, 8), (1, 8), (1, 8, 20))),
    about=blumer_rows,
    refuted=Erratum(
        Grade.PROOF_STEP,
        "Section 5.1, proof of Theorem 5.4, after Blumer et al.",
        "Pr[|error - empirical error| >= alpha'] for a concept of error 1/2",
        "beta'",
    ),
)
def uniform_convergence_in_one_over_alpha(rows: Build, constant: int) -> Check:
    """K ((1/alpha') log2(1/beta') + (1/alpha') log2(1/alpha')) samples, for some constant K, make
    |error - empirical error| < alpha' but with probability beta'.

    Cases: Error 1/2, alpha' = 1/(50 K), beta' = 1/10. That every K fails, at a smaller alpha', is
    the concrete form.
    """
    alpha, beta = Fraction(1, 50 * constant), TENTH
    n = rows(alpha, beta, constant)
    yield chance(f"n = {n}", deviation(n, alpha), beta)


def _far(n: int, alpha: Fraction, _: object, errors: int) -> bool:
    """Whether the number of errors is off by alpha n or more."""
    return abs(errors - n * HALF) >= alpha * n


def small_alpha(constant: RationalFunction) -> RationalFunction:
    """An alpha' at which K times the printed number is not enough."""
    return 1 / (400 * constant**2)


WRONG[small_alpha] = {
    "alpha' = 1/(50 K)": "400 * constant**2 => 50 * constant",
    "alpha' = 1/(40 K^2)": "400 => 40",
}


def at_most(k: RationalFunction, alpha: RationalFunction) -> RationalFunction:
    """A bound of the number of samples."""
    return k * (12 + 2 * k) / alpha + 1


def closer(k: RationalFunction, alpha: RationalFunction) -> RationalFunction:
    """A bound of the squared probability that the empirical error is closer."""
    least = 1 / (2 * alpha)
    return (4 * alpha**2 * at_most(k, alpha) + 4 * alpha + 1 / least) * Fraction(2, 3)


@claim("BBKN13.T5.4.uc", form=Form.CONCRETE, about=small_alpha, clause="every K")
def no_constant_is_enough(small: Build) -> Check:
    """Whatever K >= 1 is, at beta' = 1/10 and alpha' = 1/(400 K^2) the printed number n of samples
    leaves a concept of error 1/2 with |error - empirical error| >= alpha' with probability >= 1/2:
    at most 2 alpha' n + 1 numbers of errors are closer, each has probability <= 1/sqrt(3n/2), and
    n <= K (12 + 2K)/alpha' + 1.

    Cases: K is an integer.  The largest probability, squared, is <= 1/(3j + 1) for n = 2j, by
    induction, and an odd n has that of n + 1; the logarithm by 2^K >= K; the square of the product
    at every K >= 1, as K = r.  The product rises with n from n = 1/(2 alpha') on.
    """
    k, j = RationalFunction.r(), RationalFunction.r()
    alpha = small(k)
    yield eq("j = 1", Fraction(comb(2, 1), 4) ** 2 * (3 + 1), 1)
    yield le("j + 1", (2 * j + 1) ** 2 * (3 * j + 4), (2 * j + 2) ** 2 * (3 * j + 1))
    yield le("2^(K+1) >= K + 1", k + 1, 2 * k)
    yield le("log2(10/alpha') <= 12 + 2 log2 K", 10 / alpha, 2**12 * k * k)
    yield le("closer, squared", closer(k, alpha), QUARTER)


@claim("BBKN13.T5.4.uc", form=Form.CONCRETE, about=small_alpha, clause="K = 1")
def one_is_not_enough(small: Build) -> Check:
    """At K = 1 with probability >= 3/8 even for 8 alpha' = 1/50.

    Cases: The square of the product at K = 1 against the exact one.  At 8 alpha' the law of the
    errors is audited.
    """
    k = RationalFunction.r()
    alpha = small(k).at(ONE)
    n = blumer_rows(alpha, TENTH, 1)
    yield le("n, K = 1", n, at_most(k, small(k)).at(ONE))
    exact = 1 - deviation(n, alpha)
    yield le("closer, K = 1", exact**2, closer(k, small(k)).at(ONE))
    rate = these([((1, HALF), (0, HALF))])
    sample = OnSample(count_errors, blumer_rows(8 * alpha, TENTH, 1))
    yield accurate(sample, rate, partial(_far, sample.rows, 8 * alpha), Fraction(5, 8))


@claim(
    "BBKN13.T5.4.uc",
    over(
        alpha=(Fraction(1, 8), Fraction(1, 20), Fraction(1, 40)),
        n=sized((8, 40, 120), (8, 40, 120, 400), (8, 40, 120, 400)),
    ),
    form=Form.CORRECTED,
    about=OnSample,
    given=lambda alpha: [le("4 alpha' <= 1", 4 * alpha, 1)],
)
def one_sided_convergence(sampled: Build, alpha: Fraction, n: int) -> Check:
    """A concept of error >= 4 alpha' has empirical error <= 3 alpha' on s examples with
    probability <= exp(-alpha' s/8), so 8 ln(z/beta')/alpha' examples suffice for z concepts
    together.

    Cases: The errors on a sample, at error 4 alpha' and larger ones.
    """
    errors = dict.fromkeys((4 * alpha, max(4 * alpha, HALF)))
    rates = tuple((((1, p), (0, 1 - p))) for p in errors)
    found, failure = sampled(count_errors, n), exp_low(-alpha * n / 8)
    yield accurate(found, these(rates), lambda _, k: k > 3 * alpha * n, failure)
