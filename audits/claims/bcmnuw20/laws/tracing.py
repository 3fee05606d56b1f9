"""Tracing by definition: rows as vectors of signs, one case after the other, nothing shared."""

from audits.claims.prelude import *
from reference.exact.exponential import exp_bounds

Signs = tuple[int, ...]
Vector = tuple[Fraction, ...]

NONE = Fraction(0)


def vectors(attributes: int) -> Iterator[tuple[int, Signs]]:
    """All vectors of signs, each with its number: 2^j stands for +1 in coordinate j."""
    for number in range(2**attributes):
        yield number, tuple(1 if number // 2**j % 2 else -1 for j in range(attributes))


def chance_of(means: Sequence[Fraction], signs: Signs) -> Fraction:
    """The probability of a vector under a product distribution."""
    found = ONE
    for mean, each in zip(means, signs, strict=True):
        found *= Fraction(1, 2) + mean / 2 if each == 1 else Fraction(1, 2) - mean / 2
    return found


def nearest(x: Fraction, clip: Fraction) -> Fraction:
    """The nearest point of [-clip, clip]."""
    if x > clip:
        return clip
    return max(x, -clip)


def above_root_of_log(total: Fraction, square: Fraction, odds: Fraction) -> bool:
    """Whether total > sqrt(square ln(odds)): total > 0 and e^(total^2/square) > odds.

    Raises:
        ArithmeticError: if the enclosure of the exponential does not tell.
    """
    if total <= 0:
        return False
    low, high = exp_bounds(total * total / square)
    if low > odds or high <= odds:
        return low > odds
    raise ArithmeticError(f"e^({total}^2/{square}) and {odds} are too close")


def lagrange(points: Sequence[Fraction], place: int) -> list[Fraction]:
    """The coefficients of the polynomial that is 1 at one point and 0 at the others."""
    found = [ONE]
    for other, point in enumerate(points):
        if other != place:
            scale = points[place] - point
            shifted = [NONE, *found]
            found = [(a - point * b) / scale for a, b in zip(shifted, [*found, NONE], strict=True)]
    return found


def quadrature(function: Callable[[Fraction], Fraction], degree: int, width: Fraction) -> Fraction:
    """The mean of a polynomial on [-width, width], from its values at degree + 1 points."""
    points = [width * Fraction(2 * i - degree, degree + 1) for i in range(degree + 1)]
    total = NONE
    for place, point in enumerate(points):
        basis = lagrange(points, place)
        weight = sum((c * width**k / (k + 1) for k, c in enumerate(basis) if k % 2 == 0), NONE)
        total += weight * function(point)
    return total


def mean_by_definition(function: Sequence[Fraction], rows: int, mean: Fraction) -> Fraction:
    """g(mu): a sum over all signs of the rows."""
    return sum(
        (function[number] * chance_of((mean,) * rows, signs) for number, signs in vectors(rows)),
        NONE,
    )


def bernstein(values: Sequence[Fraction], degree: int, width: Fraction) -> Fraction:
    """A number that |g(mu) - mu| does not exceed on [-width, width].

    Of a function of the number k of +1 among the rows, with these values: the greatest coefficient
    of g(mu) - mu in the basis of Bernstein polynomials of a higher degree.
    """
    n = len(values) - 1
    powers = [NONE] * (degree + 1)  # in t, mu = width (2t - 1)
    low, step = Fraction(1, 2) - width / 2, width
    for k, each in enumerate(values):
        term = [each * comb(n, k)]
        for factor in [(low, step)] * k + [(1 - low, -step)] * (n - k):
            shifted = [NONE, *term]
            both = zip([*term, NONE], shifted, strict=True)
            term = [factor[0] * a + factor[1] * b for a, b in both]
        for power, coefficient in enumerate(term):
            powers[power] += coefficient
    powers[0] += width
    powers[1] -= 2 * width
    coefficients = [
        sum((Fraction(comb(k, i), comb(degree, i)) * powers[i] for i in range(k + 1)), NONE)
        for k in range(degree + 1)
    ]
    return max(map(abs, coefficients))


def convolved(
    mean: Fraction,
    rows: int,
    copies: int,
    answer: Callable[[Signs], Fraction],
    part: Callable[[int, Fraction], Fraction],
) -> Mapping[Vector, Fraction]:
    """The law of the sums of all rows and a further one: coordinates added one by one."""
    step: dict[Vector, Fraction] = {}
    for _, signs in vectors(rows + 1):
        q = answer(signs[:rows])
        vector = tuple(part(each, q) for each in signs)
        step[vector] = step.get(vector, NONE) + chance_of((mean,) * (rows + 1), signs)
    found: dict[Vector, Fraction] = {(NONE,) * (rows + 1): ONE}
    for _ in range(copies):
        longer: dict[Vector, Fraction] = {}
        for (total, chance), (more, weight) in product(found.items(), step.items()):
            both = tuple(a + b for a, b in zip(total, more, strict=True))
            longer[both] = longer.get(both, NONE) + chance * weight
        found = longer
    return found


def tracing_by_definition(
    means: Sequence[Fraction],
    rows: int,
    answers: Callable[[tuple[int, ...]], Mapping[Vector, Fraction]],
    accuses: Callable[[Vector, Signs], bool],
) -> Mapping[tuple[bool, ...], Fraction]:
    """Who is accused: all rows, private ones first, a further row, and all answers."""
    found: dict[tuple[bool, ...], Fraction] = {}
    known = [*vectors(len(means))]
    for drawn in product(known, repeat=rows):
        given = answers(tuple(number for number, _ in drawn))
        chance = ONE
        for _, signs in drawn:
            chance *= chance_of(means, signs)
        for _, further in known:
            for q, weight in given.items():
                accused = (*(accuses(q, signs) for _, signs in drawn), accuses(q, further))
                more = chance * weight * chance_of(means, further)
                found[accused] = found.get(accused, NONE) + more
    return found
