"""Section 6, proof of Theorem 6.4: which success contradicts the hardness."""

from audits.claims.prelude import *
from audits.claims.bnsv15.section_6_one_axis import bad_axes


@claim(
    "BNSV15.T6.4.strict",
    over(beta=(Fraction(1, 8), Fraction(1, 4))),
    refuted=Erratum(
        Grade.WORDING,
        "Section 6, proof of Theorem 6.4, last paragraph (at most beta l bad axes, success with "
        "probability at least 1 - 2 beta; as restored): that does not contradict a failure of at "
        "least 2 beta; fewer than beta l axes are bad (BNSV15.T6.4, corrected)",
        "the success that the hardness allows, 1 - 2 beta",
        "the success that is shown, 1 - 2 beta",
    ),
)
def success_contradicts_hardness(beta: Fraction) -> Check:
    """At most beta l axes are bad, so that the learner on one axis succeeds with probability at
    least (1 - beta) - beta; this contradicts that it fails with probability at least 2 beta.

    Cases: The numbers are lost in the electronic text, and restored; "at most" and "at least" are
    not.
    """
    yield lt("", 1 - 2 * beta, (1 - beta) - beta)


WRONG[bad_axes] = {
    "as many as beta l": "ceil(beta * dimensions) - 1 => int(beta * dimensions)",
    "beta l, rounded up": "ceil(beta * dimensions) - 1 => ceil(beta * dimensions)",
}


@claim(
    "BNSV15.T6.4.strict",
    over(beta=(Fraction(1, 8), Fraction(1, 4), Fraction(1, 3)), dimensions=(1, 2, 3, 4, 6, 8)),
    form=Form.CORRECTED,
    about=bad_axes,
)
def success_is_more_than_allowed(build: Build, beta: Fraction, dimensions: int) -> Check:
    """At most b axes are bad, b the greatest integer below beta l, so that the learner on one axis
    succeeds with probability at least (1 - beta) - b/l > 1 - 2 beta.

    Cases: beta l is an integer for some of them. That so few axes are bad is BNSV15.T6.4
    (corrected).
    """
    bad = Fraction(build(beta, dimensions), dimensions)
    yield lt("", 1 - 2 * beta, (1 - beta) - bad)
    yield le("every axis below beta l", beta, bad + Fraction(1, dimensions))
