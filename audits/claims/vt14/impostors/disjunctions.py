"""Polynomials that are not close to disjunctions, and wrong ways from conjunctions to them."""

from audits.claims.prelude import *
from reference.data.disjunctions import (
    CountPolynomial,
    best_polynomial,
    chebyshev,
    chebyshev_polynomial,
    least_chebyshev_degree,
)

Approximate = Callable[[int, int], CountPolynomial]
OfAccuracy = Callable[[int, Fraction], CountPolynomial]


def of_line(line: Callable[[int, int], Fraction], divide: bool = True) -> Approximate:
    """1 - T_k(l(z))/T_k(l(0)) for another line l(z), of t and z."""

    def build(most: int, degree: int) -> CountPolynomial:
        if degree >= most:
            return chebyshev_polynomial(most, degree)
        top = chebyshev(degree, line(most, 0)) if divide else Fraction(1)
        values = [1 - chebyshev(degree, line(most, z)) / top for z in range(1, degree + 1)]
        return CountPolynomial.through([0, *values])

    return build


def on_0_to_t(most: int, z: int) -> Fraction:
    """The line from [0, t] to [-1, 1]."""
    return Fraction(most - 2 * z, most)


def on_1_to_t(most: int, z: int) -> Fraction:
    """The line from [1, t] to [-1, 1]."""
    return Fraction(most + 1 - 2 * z, most - 1)


def twice_the_line(most: int, z: int) -> Fraction:
    """A line that leaves [-1, 1]."""
    return 2 * on_1_to_t(most, z)


def one_minus(build: Approximate) -> Approximate:
    """T_k(l(z))/T_k(l(0)), but for z = 0."""

    def other(most: int, degree: int) -> CountPolynomial:
        g = build(most, degree)
        return CountPolynomial.through([0, *(1 - g(z) for z in range(1, degree + 1))])

    return other


def one_degree_less(most: int, degree: int) -> CountPolynomial:
    """The polynomial of the degree k - 1; k = 1 is left."""
    return chebyshev_polynomial(most, max(degree - 1, 1))


def powers_of_the_sign(most: int, degree: int) -> CountPolynomial:
    """c_a = sum over b of (-1)^b C(a, b) g(b)."""
    g = chebyshev_polynomial(most, degree)
    size = range(len(g.differences))
    values = (
        sum(((-1) ** b * comb(a, b) * g(b) for b in range(a + 1)), Fraction(0)) for a in size
    )
    return CountPolynomial(tuple(values))


def without_binomials(most: int, degree: int) -> CountPolynomial:
    """c_a = sum over b of (-1)^(a - b) g(b)."""
    g = chebyshev_polynomial(most, degree)
    size = range(len(g.differences))
    values = (sum(((-1) ** (a - b) * g(b) for b in range(a + 1)), Fraction(0)) for a in size)
    return CountPolynomial(tuple(values))


def always_none(most: int, degree: int) -> CountPolynomial:
    """The polynomial 0."""
    del most, degree
    return CountPolynomial((Fraction(0),))


def always_one(most: int, degree: int) -> CountPolynomial:
    """Inclusion and exclusion, whatever the degree."""
    return chebyshev_polynomial(most, max(most, degree))


WRONG_POLYNOMIALS: dict[str, Approximate] = {
    "the line maps [0, t]": of_line(on_0_to_t),
    "the line leaves [-1, 1]": of_line(twice_the_line),
    "not divided by the value at 0": of_line(on_1_to_t, divide=False),
    "not taken from 1": one_minus(chebyshev_polynomial),
    "one degree less": one_degree_less,
    "signs (-1)^b in the differences": powers_of_the_sign,
    "differences without binomials": without_binomials,
    "always 0": always_none,
    "inclusion and exclusion at each degree": always_one,
    "the best polynomial": best_polynomial,
}
"""For what the polynomial of Chebyshev is."""


def at(find: Callable[[int, Fraction], int], build: Approximate) -> OfAccuracy:
    """A polynomial of the degree for an accuracy."""
    return lambda most, accuracy: build(most, find(most, accuracy))


def one_below(most: int, accuracy: Fraction) -> int:
    """One degree less than enough, at least 1."""
    return max(least_chebyshev_degree(most, accuracy) - 1, 1)


def one_above(most: int, accuracy: Fraction) -> int:
    """One degree more than enough, below t."""
    least = least_chebyshev_degree(most, accuracy)
    return least + 1 if least < most else least


def of_twice_the_accuracy(most: int, accuracy: Fraction) -> int:
    """T_k >= 1/(2 alpha)."""
    return least_chebyshev_degree(most, 2 * accuracy)


WRONG_DEGREES: dict[str, OfAccuracy] = {
    "one degree less": at(one_below, chebyshev_polynomial),
    "one degree more": at(one_above, chebyshev_polynomial),
    "the degree for 2 alpha": at(of_twice_the_accuracy, chebyshev_polynomial),
    "inclusion and exclusion": at(lambda most, _: most, chebyshev_polynomial),
}
FAR: dict[str, OfAccuracy] = {
    name: at(least_chebyshev_degree, WRONG_POLYNOMIALS[name])
    for name in (
        "the line maps [0, t]",
        "the line leaves [-1, 1]",
        "not divided by the value at 0",
        "not taken from 1",
        "signs (-1)^b in the differences",
        "differences without binomials",
        "always 0",
    )
}
"""Polynomials of the right degree that are not within the accuracy."""

NOT_BEST: dict[str, Approximate] = {
    "the polynomial of Chebyshev": chebyshev_polynomial,
    "one degree less": lambda most, degree: best_polynomial(most, max(degree - 1, 1)),
    "best for t - 1": lambda most, degree: best_polynomial(max(most - 1, 1), degree),
    "best for t + 1": lambda most, degree: best_polynomial(most + 1, degree),
    "1 on 1, ..., k": lambda _, degree: chebyshev_polynomial(degree, degree),
    "always 0": always_none,
}

WRONG_DISJUNCTIONS: dict[str, Callable[[int, int], int]] = {
    "all attributes of the query": lambda query, row: int(query & row == query),
    "some attribute of either": lambda query, row: int(bool(query | row)),
    "some attribute of one only": lambda query, row: int(bool(query ^ row)),
    "the parity": lambda query, row: (query & row).bit_count() % 2,
    "exactly one": lambda query, row: int((query & row).bit_count() == 1),
    "some attribute with w_i = y_i": lambda query, row: int(query & row != 0 or query == 0 == row),
    "the first attribute alone": lambda query, row: query & row & 1,
}

Rewriting = Callable[[int, int, int, int], tuple[int, int]]
"""Row, positive and negative literals, d: the row over 2d attributes and the query on it."""


def appended(row: int, positive: int, negative: int, d: int) -> tuple[int, int]:
    """The row itself twice."""
    return row | row << d, negative | positive << d


def exchanged(row: int, positive: int, negative: int, d: int) -> tuple[int, int]:
    """Literals that are not negated."""
    return row | (((1 << d) - 1) ^ row) << d, positive | negative << d


def overlapping(row: int, positive: int, negative: int, d: int) -> tuple[int, int]:
    """Negations from place d - 1 on."""
    shift = max(d - 1, 0)
    return row | (((1 << d) - 1) ^ row) << shift, negative | positive << shift


def no_negatives(row: int, positive: int, negative: int, d: int) -> tuple[int, int]:
    """Negative literals are left out."""
    del negative
    return row | (((1 << d) - 1) ^ row) << d, positive << d


WRONG_REWRITINGS: dict[str, Rewriting] = {
    "the attributes are not negated": appended,
    "the literals are not negated": exchanged,
    "negations one place too low": overlapping,
    "negative literals are left out": no_negatives,
}
