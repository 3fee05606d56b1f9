"""Section 3.1: one row, and no recursive call, in Claim 3.5 and Lemma 3.6."""

from audits.claims.prelude import *
from audits.claims.klmns20.words import *


@claim(
    "KLMNS20.TXT.LASTLINE",
    over(k=range(4), a=(Fraction(3, 2), TWO)),
    refuted=Erratum(
        Grade.WORDING,
        "Section 3.1, proof of Claim 3.5, last display, fourth line: n >= 2 is not said",
        "e^(-3 eps log n)",
        "e^(-4 delta n) e^(-2 eps log n), at delta = eps/(4n)",
        same_as="KLMNS20.L3.6",
    ),
)
def last_line_as_printed(k: int, a: Fraction) -> Check:
    """e^(-4 delta n) e^(-2 eps log n) >= e^(-3 eps log n) for delta <= eps/(4n).

    Cases: n = 2^k, delta = eps/(4n), e^eps = a: the left side is a^(-1 - 2k).
    """
    yield le("", a ** (-3 * k), a ** (-1 - 2 * k))


def _exponent(delta: Fraction, n: int, k: int) -> Fraction:
    """4 delta n/eps + 2 log n, for delta in units of eps."""
    return 4 * delta * n + 2 * k


WRONG[_exponent] = {
    "twice delta": "4 * delta => 8 * delta",
    "3 log n balanced steps": "2 * k => 3 * k",
}


@claim(
    "KLMNS20.TXT.LASTLINE",
    over(k=sized(range(1, 20), range(1, 60), range(1, 200)), quarters=range(1, 5)),
    form=Form.CORRECTED,
    about=_exponent,
)
def last_line(exponent: Build, k: int, quarters: int) -> Check:
    """For n >= 2 and delta <= eps/(4n), 4 delta n + 2 eps log2 n <= 3 eps log2 n.

    Cases: n = 2^k, delta = eps/(4n) and three quarters, a half, and a quarter of it; an equality
    at n = 2.
    """
    delta = Fraction(quarters, 4) / (4 * 2**k)
    yield le("", exponent(delta, 2**k, k), 3 * k)


@claim(
    "KLMNS20.TXT.NOCALL",
    over(n=(1, 2, 4), points=(2, 4)),
    about=TreeLog,
    refuted=Erratum(
        Grade.PROOF_STEP,
        "Section 3.1, Lemma 3.6, the induction in its proof, which has no base: for N = 0, the "
        "innermost call, the lemma is false; it begins at N = 1",
        "Pr[TL(S) in F]",
        "e^0 Pr[TL(S') in F] + 0",
    ),
)
def no_call_as_printed(build: Build, n: int, points: int) -> Check:
    """TreeLog that makes no recursive call, N = 0, is (5 eps N log n, 3 delta n N e^(3 eps N log
    n)) = (0, 0)-private.

    Cases: Domains of 2 and 4 points, on which it halts in step 1; e^(eps/4) = 3/2.  The proof of
    Lemma 3.8 counts so: the top-level call has the index 0, the deepest one N.
    """
    mechanism = build(Domain.of_size(points), 1, 1, Epsilon(Fraction(3, 2), 4))
    yield private(mechanism, replace_one(range(points), n), pure(ONE))


@claim(
    "KLMNS20.TXT.NOCALL",
    over(n=sized((2, 3), (2, 3, 4), (2, 3, 4, 5))),
    form=Form.CORRECTED,
    about=TreeLog,
    uses=("KLMNS20.L2.2",),
)
def innermost_call(build: Build, n: int) -> Check:
    """The innermost call alone is (eps, 0)-private for a replaced row, for all eps >= 0: with the
    innermost call counted the lemma begins at N = 1, where 5 eps log n >= eps for n >= 2.

    Cases: All neighbours of n rows over 4 points.
    """
    mechanism = build(Domain.of_size(4), 1, 1, EVERY)
    yield private(mechanism, replace_one(range(4), n), Guarantee(R**4, R - R))
