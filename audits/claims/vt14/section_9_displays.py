"""Section 9.1: what a concept class is a subset of."""

from audits.claims.prelude import *


def thresholds(d: int) -> set[tuple[int, ...]]:
    """All c_theta, theta = 0, ..., 2^d, as lists of values."""
    return {tuple(int(x >= t) for x in range(2**d)) for t in range(2**d + 1)}


@claim(
    "VT14.TXT.class-of-points",
    over(d=(1, 2, 3)),
    about=lambda d: 2**d,
    refuted=Erratum(
        Grade.WORDING,
        "9.1, first paragraph: 'a concept class C, a subset of {0, 1}^d'; of the functions on it",
        left="the number of thresholds on {0, 1}^d, the class of section 9.2",
        right="2^d, how many concepts a subset of {0, 1}^d has at most",
    ),
)
def concepts_as_printed(build: Build, d: int) -> Check:
    """A concept class C is a subset of {0, 1}^d.

    Cases: Thresholds c_0, ..., c_(2^d), a concept class of 9.2.  The sentence, that such a C is
    learned privately if it is learned at all, is not what is refuted.
    """
    yield le("thresholds", len(thresholds(d)), build(d))


def most_concepts(d: int) -> int:
    """How many concepts a class can have."""
    return int(2**2**d)


WRONG[most_concepts] = {
    "2^d": "2**2**d => 2**d",
    "2^d + 1": "2**2**d => 2**d + 1",
    "4^d": "2**2**d => 4**d",
    "d^2": "2**2**d => d * d",
}


@claim("VT14.TXT.class-of-points", over(d=(1, 2, 3)), form=Form.CORRECTED, about=most_concepts)
def concepts_as_functions(build: Build, d: int) -> Check:
    """Concept classes are sets of functions on {0, 1}^d, 2^(2^d) of them.

    Cases: Thresholds, and all functions by enumeration.
    """
    yield le("thresholds", len(thresholds(d)), build(d))
    yield eq("all functions", sum(1 for _ in product((0, 1), repeat=2**d)), build(d))
