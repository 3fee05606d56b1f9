"""Section 8.2: the last line of the proof of Theorem 8.2.2."""

from audits.claims.prelude import *

Setting = tuple[int, int, Fraction, Fraction]
"""D, VC(C), eps and alpha."""

SETTINGS: tuple[Setting, ...] = ((2, 1, ONE, QUARTER), (10, 3, HALF, TENTH), (4, 2, TWO, TENTH))


def rows(d: int, dimension: int, eps: Fraction, alpha: Fraction) -> Fraction:
    """2 max(d VC/(eps alpha), VC/alpha^2)."""
    return 2 * max(d * dimension / (eps * alpha), dimension / alpha**2)


NEEDED = "2 * max(d * dimension / (eps * alpha), dimension / alpha**2)"
WRONG[rows] = {
    "a third": f"{NEEDED} => {NEEDED} / 3",
    "without VC(C)": f"{NEEDED} => max(d / (eps * alpha), 1 / alpha**2)",
    "without eps": given(rows, eps=Fraction(8)),
    "without alpha": given(rows, alpha=ONE),
    "VC(C)/alpha^2 alone": f"{NEEDED} => dimension / alpha**2",
}


def failure(setting: Setting, n: Fraction) -> Interval:
    """2^(d VC) e^(-eps alpha n)."""
    d, dimension, eps, alpha = setting
    return exact(2 ** (d * dimension)) * exp(-eps * alpha * n)


@claim(
    "VT14.TXT.ppac-size",
    over(setting=SETTINGS),
    about=rows,
    refuted=Erratum(
        Grade.WORDING,
        "8.2, the last line of the proof of Theorem 8.2.2: '<< 1' after the number of examples; "
        "it is the probability of an error above 2 alpha that is << 1",
        left="n, the number of examples",
        right="1",
    ),
)
def few_examples_as_printed(build: Build, setting: Setting) -> Check:
    """We are done when taking n = O(max{d VC(C)/(eps alpha), VC(C)/alpha^2}) << 1.

    Cases: With 2 for the O; (d, VC(C), eps, alpha) = setting.
    """
    yield lt("n", build(*setting), 1)


@claim("VT14.TXT.ppac-size", over(setting=SETTINGS), form=Form.CORRECTED, about=rows)
def examples_for_a_small_failure(build: Build, setting: Setting) -> Check:
    """With n = 2 max{d VC(C)/(eps alpha), VC(C)/alpha^2} examples the probability 2^(d VC(C))
    e^(-eps alpha n) of an error above 2 alpha is << 1: at most (2/e^2)^(d VC(C)).

    Cases: (d, VC(C), eps, alpha) = setting; fact 1, on the parts of errors, is T8.2.2acc.
    """
    d, dimension, _, _ = setting
    found = failure(setting, build(*setting))
    yield le("failure", low(found), high((2 / exp(2)) ** (d * dimension)))
    yield le("VC(C)/alpha^2", 2 * dimension / setting[3] ** 2, build(*setting))
