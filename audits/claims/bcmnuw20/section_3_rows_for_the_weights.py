"""Section 3: the private rows of Theorem 10 beside those that Lemma 7 asks for."""

from audits.claims.prelude import *
from audits.claims.bcmnuw20.section_3_sizes_of_theorem_10 import CONSTANTS, sizes_of_theorem_10
from reference.lower_bounds.without_privacy import samples_for_accuracy

Sizes = Callable[..., tuple[Interval, Interval]]
Real = Callable[..., Interval]


def small_and_lossy(constant: int) -> tuple[Fraction, Fraction]:
    """alpha = 2^-k so small that 8 C (k + 2) < 2^k, and an eps so large that n is small."""
    k = next(k for k in range(2, 99) if 8 * constant * (k + 2) < 2**k)
    return Fraction(1, 2**k), Fraction(2 ** (8 * k))


@claim(
    "BCMNUW20.T10.eps",
    over(constant=CONSTANTS),
    refuted=Erratum(
        Grade.WORDING,
        "Section 3, Theorem 10, n = O(.../(eps alpha^2)): that eps < 1 stands in Lemma 7 only, "
        "from which it follows; as eps grows n tends to 0, and min(eps, 1) will do",
        "the least number of rows with which a release is accurate",
        "n + m, each rounded up",
    ),
)
def rows_for_a_large_loss(constant: int) -> Check:
    """Theorem 10 for every eps: n = O((d log(1/alpha) + log(1/beta))^(3/2) sqrt(p log(1/delta))/
    (eps alpha^2)) private and m = O((d log(1/alpha) + log(1/beta))/alpha) public rows are enough.

    Cases: d = p = 1, beta = 1/4, delta = 1/2, alpha = 2^-k and eps = 2^8k: whatever is done with
    the rows, some 1/(4 alpha^2) are needed (BCMNUW20.TXT.statLB), more than m.
    """
    alpha, eps = small_and_lossy(constant)
    n, m = sizes_of_theorem_10(1, 1, alpha, QUARTER, eps, HALF, constant)
    needed = samples_for_accuracy(alpha, QUARTER)
    yield le(f"alpha = {alpha}, C = {constant}", needed, n.rounded_up() + m.rounded_up())


def with_a_bounded_loss(
    d: int, p: int, alpha: Fraction, beta: Fraction, eps: Fraction, delta: Fraction, constant: int
) -> tuple[Interval, Interval]:
    """With min(eps, 1) in place of eps."""
    return sizes_of_theorem_10(d, p, alpha, beta, min(eps, Fraction(1)), delta, constant)


WRONG[with_a_bounded_loss] = {
    "eps": "min(eps, Fraction(1)) => eps",
    "sqrt(eps)": "min(eps, Fraction(1)) => sqrt(eps)",
    "1 for eps": "min(eps, Fraction(1)) => Fraction(1)",
}


@claim(
    "BCMNUW20.T10.eps",
    over(constant=CONSTANTS),
    form=Form.CORRECTED,
    about=with_a_bounded_loss,
    uses=("BCMNUW20.TXT.statLB", "BCMNUW20.T10R"),
)
def rows_for_a_bounded_loss(build: Sizes, constant: int) -> Check:
    """With min(eps, 1) in place of eps, the n of Theorem 10 is what it was for eps <= 1, and for
    larger eps that of eps = 1, whose release is (eps, delta)-private, too: never less than the
    rows that any release needs. BCMNUW20.T10R has sizes that suffice, among them for eps = 40.

    Cases: d = p = 1, beta = 1/4, delta = 1/2, alpha = 2^-k as for the printed form; eps = 1/4, 1
    and 2^8k.
    """
    alpha, large = small_and_lossy(constant)
    needed = samples_for_accuracy(alpha, QUARTER)
    for eps in (QUARTER, Fraction(1), large):
        n, _ = build(1, 1, alpha, QUARTER, eps, HALF, constant)
        most = Fraction(1) if eps > 1 else eps
        stated, _ = sizes_of_theorem_10(1, 1, alpha, QUARTER, most, HALF, constant)
        yield le(f"eps = {eps}: needed", needed, n.rounded_up())
        yield le(f"eps = {eps}: that of min(eps, 1)", low(stated), high(n))


def rows_of_the_lemma(
    concepts: Interval,
    points: Interval,
    alpha: Fraction,
    beta: Fraction,
    eps: Fraction,
    delta: Fraction,
) -> Interval:
    """The n of Lemma 7 at alpha/2 and beta/2, of log(|H~|) and log(|X~|)."""
    logarithms = concepts + ln(1024 * points / (alpha**2 * beta))
    return 800 * sqrt(points * ln(2 / delta)) * logarithms / (eps * alpha**2)


@claim(
    "BCMNUW20.T10.rows",
    over(constant=(1, 371, 10**4, 10**6)),
    refuted=Erratum(
        Grade.WORDING,
        "Section 3, proof of Theorem 10, 'given the setting of n in the theorem statement, Lemma "
        "7 implies', for d >= 1: for one concept Lemma 7 asks for log(1/alpha), and n has d "
        "log(1/alpha) = 0",
        "the rows of Lemma 7",
        "those of Theorem 10",
    ),
)
def enough_for_lemma_7_as_printed(constant: int) -> Check:
    """A constant times the n of Theorem 10 is at least the n of Lemma 7 at alpha/2 and beta/2, for
    H~ and its representative domain.

    Cases: One concept that is not constant: d = 0, p = 1, |H~| = 1, |X~| = 2; beta = delta = eps =
    1/2, and alpha = 2^-k, k = 4 + C/1000. It is false for every constant; of the listed ones
    the alpha is computed.
    """
    alpha = Fraction(1, 2 ** (4 + constant // 1000))
    needed = rows_of_the_lemma(exact(0), ln(2), alpha, HALF, HALF, HALF)
    stated, _ = sizes_of_theorem_10(0, 1, alpha, HALF, HALF, HALF, constant)
    yield le(f"log2(1/alpha) = {4 + constant // 1000}", low(needed), high(stated))


def enough_times(d: int, p: int, alpha: Fraction, beta: Fraction, delta: Fraction) -> Interval:
    """132000 (d log(1/alpha) + log(1/beta))^(3/2) sqrt(p log(1/delta)) / alpha^2."""
    return sizes_of_theorem_10(d, p, alpha, beta, Fraction(1), delta, 132000)[0]


WRONG[enough_times] = {
    "nine tenths of it": "delta, 132000)[0] => delta, 118800)[0]",
    "without the dual dimension": given(enough_times, p=1),
    "the power 1": "132000)[0] => 132000)[0] / sqrt(-d * ln(alpha) - ln(beta))",
    "without log(1/beta)": given(enough_times, beta=ONE),
}


@claim(
    "BCMNUW20.T10.rows",
    over(
        d=(1, 2, 5, 20),
        alpha=(HALF, Fraction(1, 10), Fraction(1, 10**6)),
        beta=(Fraction(1), HALF, Fraction(1, 10**9)),
        delta=(HALF, Fraction(1, 10**6)),
    ),
    form=Form.CORRECTED,
    about=enough_times,
    uses=("BCMNUW20.T10.s5", "BCMNUW20.T10.s6", "BCMNUW20.F4"),
)
def enough_for_lemma_7(
    build: Real, d: int, alpha: Fraction, beta: Fraction, delta: Fraction
) -> Check:
    """For d >= 1, alpha <= 1/2, delta <= 1/2 and L = d log(1/alpha) + log(1/beta), 132000 times
    the n of Theorem 10 is at least the n of Lemma 7 at alpha/2 and beta/2, log(|H~|) = 12 L,
    log(|X~|) = 14 p L.

    Cases: p = 1 and the most by Fact 4, p = 2^(d+1) - 1. The bounds on log(|H~|) and log(|X~|) are
    those of T10.s5 and T10.s6. For all of them: log(1024 * 14 p L/(alpha^2 beta)) is at most
    log(14336) + 5 L, as log(p) <= 2 d log(2), and log(14336) <= 14 L; then 800 * 31 * sqrt(14) *
    sqrt(2) is less than 132000.
    """
    whole = -d * ln(alpha) - ln(beta)
    for p in (1, 2 ** (d + 1) - 1):
        needed = rows_of_the_lemma(12 * whole, 14 * p * whole, alpha, beta, Fraction(1), delta)
        yield le(f"p = {p}", high(needed), low(build(d, p, alpha, beta, delta)))
    yield le("log(14336)", high(ln(14336)), low(14 * ln(2)))
    yield le("the constant", high(800 * 31 * sqrt(28)), 132000)
