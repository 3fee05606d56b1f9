"""Section 1.2: a display of the proof about beliefs that lacks an event."""

from audits.claims.prelude import *
from reference.privacy.posterior import posterior

Likelihoods = dict[int, Fraction]
CASES = (
    (Fraction(3, 4), Fraction(1, 4)),
    (Fraction(2, 3), HALF),
    (Fraction(1, 5), Fraction(3, 10)),
)
"""Pr[M(x) = y] and Pr[M(x') = y]."""


def no_event(_: Likelihoods) -> Fraction:
    """The probability of M(X_i, x_-i): that of all outputs."""
    return Fraction(1)


def the_output(likelihoods: Likelihoods) -> Fraction:
    """Pr[M(X_i, x_-i) = y], X_i one of two values."""
    return sum(likelihoods.values(), Fraction(0)) / 2


def ratios(build: Build, case: tuple[Fraction, Fraction]) -> Iterator[Comparison]:
    """Of both rows, for the prior that is uniform on them."""
    likelihoods = dict(enumerate(case))
    found = posterior({0: HALF, 1: HALF}, likelihoods)
    for row, likelihood in likelihoods.items():
        yield eq(f"row {row}", likelihood / build(likelihoods), found[row] / HALF)


@claim(
    "VT14.TXT.bayes-display",
    over(case=CASES),
    about=no_event,
    refuted=Erratum(
        Grade.WORDING,
        "1.2, remark 2, the display at the end of the proof: 'Pr[M(X_i, x_-i)]' lacks '= y'",
        left="Pr[M(x_i, x_-i) = y] over the probability of no event",
        right="Pr[posterior = x_i]/Pr[prior = x_i]",
    ),
)
def ratio_as_printed(build: Build, case: tuple[Fraction, Fraction]) -> Check:
    """Pr[M(x_i, x_-i) = y]/Pr[M(X_i, x_-i)] = Pr[posterior = x_i]/Pr[prior = x_i].

    Cases: The probabilities of y on the two rows = case; without an event, that of all outputs.
    """
    yield from ratios(build, case)


WRONG[the_output] = {
    "as printed": no_event,
    "that of the other row": "sum(likelihoods.values(), Fraction(0)) / 2 => likelihoods[1]",
    "that of both": " / 2 => ",
}


@claim("VT14.TXT.bayes-display", over(case=CASES), form=Form.CORRECTED, about=the_output)
def ratio_of_beliefs(build: Build, case: tuple[Fraction, Fraction]) -> Check:
    """Pr[M(x_i, x_-i) = y]/Pr[M(X_i, x_-i) = y] = Pr[posterior = x_i]/Pr[prior = x_i].

    Cases: The probabilities of y on the two rows = case, the prior uniform on them.
    """
    yield from ratios(build, case)
