"""Section 8.1: what the lecture recapitulates of conjunctions of t attributes."""

from audits.claims.prelude import *


@claim(
    "VT14.TXT.recap8",
    over(constant=(1, 100), d=(16, 81)),
    about=lambda d, n: Fraction(d**2, n**4),
    refuted=Erratum(
        Grade.WORDING,
        "8.1, Recap: O~(d^(t/4)/(eps n)), in the text at hand, lacks a square root; for t "
        "= 2 lecture 7 has sqrt(n) d^(1/4) in absolute terms, that is (d^(1/2)/n)^(1/2)",
        left="the fourth power of the error of lecture 7, d/n^2",
        right="that of C d^(1/2)/n",
    ),
)
def error_as_recapitulated(build: Build, constant: int, d: int) -> Check:
    """Recap: we have mechanisms with error in O~(d^(t/4)/(eps n)): for t = 2 this is the relative
    error of lecture 7.

    Cases: Constants C = 1 and 100, for what is dropped; n = d C^2 rows; fourth powers.
    """
    n = d * constant**2
    yield le("error", Fraction(d, n**2), constant**4 * build(d, n))


def consistent(t: int) -> Fraction:
    """ceil(t/2)/2, the e for which the error is (d^e/(eps n))^(1/2)."""
    return Fraction((t + 1) // 2, 2)


EXPONENT = "Fraction((t + 1) // 2, 2)"
WRONG[consistent] = {
    "t/2": f"{EXPONENT} => Fraction(t, 2)",
    "t/8": f"{EXPONENT} => Fraction(t, 8)",
    "1/2 for all t": f"{EXPONENT} => Fraction(1, 2)",
    "t/4 + 1/4": f"{EXPONENT} => Fraction(t + 1, 4)",
}


@claim(
    "VT14.TXT.recap8",
    over(t=(2, 3, 4, 5, 6), d=(16, 81), n=(10, 1000)),
    form=Form.CORRECTED,
    about=consistent,
    uses=("VT14.TXT.t-to-2",),
)
def error_of_many_attributes(build: Build, t: int, d: int, n: int) -> Check:
    """The relative error of t-way conjunctions that agrees with lecture 7, sqrt(n) D^(1/4) in
    absolute terms for 2-way parities over D = d^ceil(t/2) coordinates, is sqrt(d^e/n), e =
    ceil(t/2)/2, but for logarithms and eps: constant where n is d^(t/4), as print says for even t.

    Cases: Fourth powers of both, at numbers; d a fourth power.
    """
    e = build(t)
    coordinates = d ** ((t + 1) // 2)
    absolute = n**2 * coordinates
    fourth_root = round_root(d)
    relative = Fraction(fourth_root ** int(8 * e), n**2)
    yield eq("fourth powers", Fraction(absolute, n**4), relative)
    if t % 2 == 0:
        constant = fourth_root**t
        yield eq("constant at n = d^(t/4)", Fraction(fourth_root ** int(8 * e), constant**2), 1)


def round_root(d: int) -> int:
    """The fourth root of a fourth power."""
    return next(b for b in range(1, d + 1) if b**4 == d)


not_finitely_checkable(
    "VT14.TXT.recap8-synthetic",
    statement="It is hard to generate synthetic data, privately, even for t = 2.",
    reason="conditional, about running times: Theorem 6.3.1, whose parts are decided. The text "
    "says 'NP-hard' of it; what that theorem assumes is exponentially secure signatures",
)
