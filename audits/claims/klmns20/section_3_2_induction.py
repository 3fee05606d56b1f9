"""Section 3.2, proof of Lemma 3.8: probabilities of the induction, and the loss of a choice."""

from audits.claims.prelude import *
from audits.claims.klmns20.words import *


@claim(
    "KLMNS20.TXT.INDUCT",
    over(n=(1, 2, 4), points=(2, 4)),
    about=TreeLog,
    refuted=Erratum(
        Grade.PROOF_STEP,
        "Section 3.2, proof of Lemma 3.8, the induction and its last sentence (delta is missing)",
        "the probability that the N-th call finds no interior point",
        "2 delta (N - i) at i = N",
    ),
)
def induction_as_printed(build: Build, n: int, points: int) -> Check:
    """The i-th call, i = 0, ..., N, returns an interior point of S_i with probability at least 1 -
    2 delta (N - i).

    Cases: i = N, the deepest call, on all databases of n rows over 2 and 4 points; e^(eps/4) = 2.
    The base case of the proof has 1 - delta for it.
    """
    mechanism = build(Domain.of_size(points), 1, 1, Epsilon(TWO, 4))
    yield accurate(mechanism, replace_one(range(points), n), is_interior_point, Fraction(0))


def _fails(outside: int, delta: Fraction) -> Fraction:
    """The bound for a call with so many calls inside it."""
    return (2 * outside + 1) * delta


WRONG[_fails] = {
    "as printed": "(2 * outside + 1) => 2 * outside",
    "three choices": "2 * outside => 3 * outside",
}


@claim(
    "KLMNS20.TXT.INDUCT",
    over(inside=sized((0, 1), (0, 1, 2), (0, 1, 2))),
    form=Form.CORRECTED,
    about=_fails,
    uses=("KLMNS20.TXT.BASE", "KLMNS20.DER.NREQ"),
)
def induction(fails: Build, inside: int) -> Check:
    """The i-th call fails with probability at most delta + 2 delta (N - i): delta in the deepest
    call, and 2 delta more in each call around it, for its two choices.

    Cases: The mechanism with N - i = `inside` calls inside, t = 1, e^(eps/4) = 10, T = 1; the
    deepest call has one row, and delta is the probability with which it fails.
    """
    s, delta = Fraction(10), Fraction(3, 103)
    yield eq("two choices", fails(inside + 1, delta) - fails(inside, delta), 2 * delta)
    depth, n = (2, 3, 4)[inside], 3 * inside + 1
    mechanism = TreeLog(Domain.of_size(2**depth), 1, 1, Epsilon(s, 4))
    universe = these(sorted({*telling(2**depth, n)}))
    yield le("delta of a node", 1 / (2 * s), 2 * delta)
    yield accurate(mechanism, universe, is_interior_point, fails(inside, delta))


@claim(
    "KLMNS20.TXT.LOSSN",
    over(constant=(16, 48, 1000), delta=(HALF, Fraction(1, 100))),
    refuted=Erratum(
        Grade.HIDDEN_HYPOTHESIS,
        "Section 3.2, proof of Lemma 3.8, 'by Lemma 2.4'; also Section 4, proofs of Lemmas 4.7 "
        "and 4.8 (missing: delta <= eps/n, or so, as in the proof of Claim 3.5)",
        "(16/eps) ln(4n/(beta eps delta)), at beta = delta and n = delta^-C",
        "(C/eps) ln(1/delta)",
    ),
)
def loss_as_printed(constant: int, delta: Fraction) -> Check:
    """By Lemma 2.4 with beta = delta a node of weight Omega((1/eps) log(1/delta)) is chosen: the
    loss (16/eps) ln(4n/(beta eps delta)) is O((1/eps) log(1/delta)).

    Cases: eps = 1; for each constant C an n for which it is false: n = delta^-C.  The concrete
    forms of the lemmas use a threshold that does not depend on n.
    """
    n = delta**-constant
    yield le("", low(16 * ln(4 * n / delta**2)), high(constant * ln(1 / delta)))


def _power(p: int) -> int:
    """The power of 1/delta that 4n/(eps delta^2) does not exceed."""
    return p + 2


WRONG[_power] = {"p + 1": "p + 2 => p + 1", "p": "p + 2 => p"}


@claim(
    "KLMNS20.TXT.LOSSN",
    over(p=range(1, 5), k=sized(range(1, 9), range(1, 30), range(1, 100)), tenths=range(1, 21)),
    form=Form.CORRECTED,
    about=_power,
)
def loss_with_few_rows(power: Build, p: int, k: int, tenths: int) -> Check:
    """If 4n <= eps delta^-p, 4n/(eps delta^2) <= delta^-(p + 2): the loss is at most (16 (p +
    2)/eps) ln(1/delta); p = 1, delta <= eps/(4n), has 48.

    Cases: eps = 1/10, ..., 2, delta = 2^-k, and the greatest n: attained where it is an integer.
    """
    eps, delta = Fraction(tenths, 10), Fraction(1, 2**k)
    n = eps * delta**-p // 4
    yield le("", 4 * n / (eps * delta**2), delta ** -power(p))
