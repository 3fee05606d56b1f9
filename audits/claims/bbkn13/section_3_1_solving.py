"""Section 3.1: the last step of the proof of Lemma 3.9, "solving for m"."""

from audits.claims.prelude import *
from audits.claims.bbkn13.words import *

CASES = ("few examples", "great confidence")


def _case(case: str, constant: Fraction) -> tuple[int, int, Fraction, Fraction]:
    """d, m, alpha and beta; eps = 1."""
    if case == "few examples":
        return 16, 1, constant / 10, QUARTER
    return 4, 60, TENTH, Fraction(1, 10 ** int(10 / constant))


@claim(
    "BBKN13.L3.9.solve",
    over(constant=(ONE, Fraction(1, 100)), case=CASES),
    refuted=Erratum(
        Grade.PROOF_STEP,
        'Section 3.1, proof of Lemma 3.9, "Solving for m, we get the claimed bound", where Gamma '
        "= beta + exp(-alpha m/3): neither d nor log(1/beta) is obtained so",
        "the constant times (d + log(1/beta))/(eps alpha)",
        "an m that satisfies the inequality",
    ),
)
def solving_as_printed(constant: Fraction, case: str) -> Check:
    """(2^d - 2) e^(-4 eps alpha m) (1 - Gamma) <= Gamma, with Gamma = beta + e^(-alpha m/3),
    implies that m is at least a constant times (d + log(1/beta))/(eps alpha).

    Cases: eps = 1.  For one example and a small alpha Gamma is above 1, whatever d; 60 examples, d
    = 4 and alpha = 1/10 satisfy it for every beta, as Gamma is at least e^(-alpha m/3).
    """
    d, m, alpha, beta = _case(case, constant)
    gamma = beta + exp_low(-alpha * m / 3)
    left = (2**d - 2) * exp_high(-4 * alpha * m) * max(1 - gamma, Fraction(0))
    yield le("the inequality", left, gamma)
    yield le("the bound", constant * low(ln(2) * d + ln(1 / beta)) / alpha, m)


def enough(alpha: Fraction) -> int:
    """3 ln 4/alpha, rounded up: from there on Gamma <= 1/2 for beta <= 1/4."""
    return (ln(4) * 3 / alpha).ceil()


WRONG[enough] = {"half as many": ".ceil() => .ceil() // 2"}


@claim(
    "BBKN13.L3.9.solve",
    over(case=((2, Fraction(26, 25)), (5, Fraction(6, 5)), (20, TWO))),
    form=Form.CORRECTED,
    about=enough,
    uses=("BBKN13.L3.9.ineq",),
)
def solving_with_enough_examples(least: Build, case: tuple[int, Fraction]) -> Check:
    """beta <= 1/4 and m >= 3 ln 4/alpha: then Gamma <= 1/2, and the inequality implies that m is
    at least ln(2^d - 2)/(4 eps alpha).  A learner with fewer examples may be given more, which it
    ignores; so the larger of its m and 3 ln 4/alpha is as large.

    Cases: alpha = beta = 1/4, case = (d, e^eps): every smaller m from 3 ln 4/alpha on violates the
    inequality.  The term log(1/beta) comes from (iii) of L3.9.ineq, for d >= 2.
    """
    (d, r), alpha = case, QUARTER
    m = least(alpha)
    yield lt("some m", r**m, 2**d - 2)
    while r**m < 2**d - 2:
        gamma = QUARTER + exp_high(-alpha * m / 3)
        yield lt(f"m = {m}", gamma, (2**d - 2) * (1 - gamma) / r**m)
        m += 1
