"""Section 6.3: the theorem, the length of encoded rows, and what a guess can forge."""

from audits.claims.prelude import *
from audits.claims.vt14.laws.signatures import pairs
from reference.hardness.signatures import all_keys

not_finitely_checkable(
    "VT14.T6.3.1",
    statement="If exponentially secure signatures exist then, for some constant alpha > 0, no "
    "(1, 0.1/n)-private mechanism releases synthetic data with all 2-way marginals of n <= "
    "2^(d^(1 - o(1))) rows within alpha in time 2^(d^(1 - o(1))).",
    reason="conditional, about running times; its proof is shown for 3-way marginals, from the "
    "PCP theorem. The parts of the reduction are decided in ALG.PCPHard, T6.3.1red, L6.3.2, the "
    "length that it needs in TXT.pcp-length. The text at hand has alpha(1), for o(1), in the "
    "exponents; with a constant there the theorem says less, and follows",
)


@claim(
    "VT14.TXT.pcp-length",
    over(zeta=(TENTH, QUARTER), polynomial=(Fraction(3, 2), TWO)),
    about=lambda polynomial: polynomial,
    refuted=Erratum(
        Grade.PROOF_STEP,
        "6.3, before the proof of Theorem 6.3.1, 'three polynomial time algorithms': for running "
        "times 2^(d^(1 - o(1))) encoded rows have to be hardly longer than signed ones, as by the "
        "shortest PCPs; polynomial length gives 2^(d^c) for some c > 0",
        left="log2 log2 of the running time of the forger",
        right="that of 2^p, p the security parameter: log2 p = 60",
    ),
)
def polynomial_encodings(build: Build, zeta: Fraction, polynomial: Fraction) -> Check:
    """If Enc makes rows of d bits in polynomial time, a sanitiser that takes time 2^(d^(1 - zeta))
    gives a forger that takes no more than 2^p, p the security parameter.

    Cases: d = p^c, c = 3/2 and 2, p = 2^60; the forger takes at least the time of the sanitiser.
    """
    yield le("time", 60 * build(polynomial) * (1 - zeta), 60)


def length(zeta: Fraction) -> Fraction:
    """C from zeta: encoded rows of d = p^c bits, p the security parameter."""
    return 1 / (1 - zeta)


WRONG[length] = {
    "p^2": "1 / (1 - zeta) => TWO",
    "p^(3/2)": "1 / (1 - zeta) => Fraction(3, 2)",
    "p^(1 + 2 zeta)": "1 / (1 - zeta) => 1 + 2 * zeta",
    "p": "1 / (1 - zeta) => ONE",
}


@claim(
    "VT14.TXT.pcp-length",
    over(zeta=(TENTH, QUARTER, Fraction(1, 100))),
    form=Form.CORRECTED,
    about=length,
)
def nearly_linear_encodings(build: Build, zeta: Fraction) -> Check:
    """A sanitiser that takes time 2^(d^(1 - zeta)) for encoded rows of d = p^c bits takes 2^p if c
    = 1/(1 - zeta), and no more for smaller c: so for running times 2^(d^(1 - o(1))) d is to be
    p^(1 + o(1)).

    Cases: p = 2^60; logarithms of logarithms of the running time.
    """
    yield eq("time", 60 * build(zeta) * (1 - zeta), 60)


SIZES = over(size=((2, 2), (3, 2), (3, 3)))


def guessed(messages: int, signatures: int) -> Iterator[Fraction]:
    """For each pair, the part of the keys for which it verifies; none was seen."""
    schemes = list(all_keys(messages, signatures))
    for row in pairs(messages, signatures):
        yield Fraction(sum(scheme.verifies(row) for scheme in schemes), len(schemes))


@claim(
    "VT14.TXT.dss-guess",
    SIZES,
    about=lambda _m, _t: Fraction(0),
    refuted=Erratum(
        Grade.WORDING,
        "6.3, the definition of exponentially secure signatures, 'any algorithm running in time "
        "2^o(d) cannot generate a new pair': but with negligible probability; a guess is right "
        "with probability 1/T, T the number of signatures",
        left="the chance that a guess verifies",
        right="0",
    ),
)
def no_algorithm_forges(build: Build, size: tuple[int, int]) -> Check:
    """An algorithm that is given signed messages cannot generate a new pair that verifies.

    Cases: The ideal scheme, M messages and T signatures, (M, T) = size; nothing was signed, and
    any pair is guessed; a random key.
    """
    for chance in guessed(*size):
        yield le("guess", chance, build(*size))


def chance_of_a_guess(_messages: int, signatures: int) -> Fraction:
    """That it verifies."""
    return Fraction(1, signatures)


WRONG[chance_of_a_guess] = {
    "as printed": "(1, signatures) => (0)",
    "1/(M + 1)": "(1, signatures) => (1, _messages + 1)",
    "1/T^2": "(1, signatures) => (1, signatures**2)",
    "1/(MT)": "(1, signatures) => (1, _messages * signatures)",
}


@claim("VT14.TXT.dss-guess", SIZES, form=Form.CORRECTED, about=chance_of_a_guess)
def few_guesses_verify(build: Build, size: tuple[int, int]) -> Check:
    """A new pair that verifies is generated with probability at most 1/T by one guess, which is
    negligible, not 0.

    Cases: The ideal scheme, M messages and T signatures, (M, T) = size; nothing was signed, and
    any pair is guessed; a random key.
    """
    for chance in guessed(*size):
        yield eq("guess", chance, build(*size))
