"""Proofs that exponential polynomials are nowhere negative, against certified values."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from fractions import Fraction
from math import factorial
from random import Random  # noqa: TID251  # functions to try, the same in every run
from typing import TypeAlias

import pytest
from flint import arb, ctx, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from audits.engines.signs.shifts import (
    SHIFTS,
    Shift,
    negative_at,
    nowhere_negative,
    proves,
    taylor,
)
from proofs_tests.nightly import NIGHTLY
from reference.exact.exponential_polynomial import ExponentialPolynomial, Powers, Terms

Integers: TypeAlias = Mapping[Powers, int]

U, R = ExponentialPolynomial.u(), ExponentialPolynomial.r()

TERMS = st.dictionaries(
    st.tuples(st.integers(0, 2), st.integers(-2, 2)),
    st.integers(-6, 6).map(Fraction),
    min_size=1,
    max_size=4,
)

SAMPLE = [Fraction(i, 8) for i in range(1, 49)] + [Fraction(1, 10**k) for k in (2, 4, 8)]


@settings(max_examples=150)
@given(TERMS)
def test_what_is_proved_is_nowhere_negative(terms: Terms) -> None:
    """At 51 places; and where a negative value is found, there is no proof."""
    function = ExponentialPolynomial.of_terms(terms)
    proof, place = nowhere_negative(function), negative_at(function)
    assert proof is None or place is None
    if proof is not None:
        assert all(function.sign_at(u) >= 0 for u in SAMPLE)
    if place is not None:
        assert function.sign_at(place) == -1


@pytest.mark.parametrize("degree", [1, 2, 5, 9])
def test_the_series_of_e_to_the_u(degree: int) -> None:
    """e^u is above its partial sums, for every u > 0; with a larger last term it is not."""
    last = Fraction(1, factorial(degree))
    rest = R
    for j in range(degree + 1):
        rest = rest - ExponentialPolynomial.of_terms({(j, 0): Fraction(1, factorial(j))})
    assert nowhere_negative(rest) is not None
    assert negative_at(rest) is None
    less = rest - ExponentialPolynomial.of_terms({(degree, 0): last / 100})
    assert nowhere_negative(less) is None
    assert negative_at(less) is not None


def test_taylor_coefficients_by_multiplication() -> None:
    """Of e^(2u) (3 u^2 e^u - 5 u): n! times those of the series, by hand."""
    terms = {(2, 1): 3, (1, 0): -5}
    assert [taylor(terms, 2, n) for n in range(4)] == [
        0,
        -5,  # -5 u
        2 * (3 - 5 * 2),  # 3 u^2 - 5 u 2u
        6 * (3 * 3 - 5 * 2),  # 3 u^2 3u - 5 u (2u)^2/2
    ]


def test_false_proofs_are_none() -> None:
    """Of a function that is negative, by any shift; of a true one, by too small a number N."""
    wrong = (1 + U - R).integral
    assert not any(proves(wrong, Shift(s, n)) for s in (0, 1, 5) for n in (1, 4, 64))
    late = {(0, 3): 1, (0, 2): -12, (0, 1): 120}  # A_4 = 9, A_5 = -21
    assert not any(proves(late, Shift(0, n)) for n in range(20))
    growing = {(0, 2): 20, (5, 1): -1}  # A_6 = 560, A_8 = -1600
    assert not any(proves(growing, Shift(0, n)) for n in range(20))
    assert not proves({(0, 1): 1, (5, 0): -1}, Shift(0, 4))  # A_5 = 1 - 120
    assert proves({}, Shift(0, 0))
    assert proves({(3, 0): 1}, Shift(0, 3))
    assert not proves({(3, 0): 1, (1, 0): -1}, Shift(0, 3))
    assert not proves({(1, 0): 1, (3, 0): -1}, Shift(0, 2))
    assert not proves({(1, 0): 1, (3, 0): -1}, Shift(0, 4))
    assert not proves({(0, 1): 1}, Shift(-1, 4))  # s is not to be below 0
    assert not proves({(0, 1): 1}, Shift(0, -1))
    assert proves({(0, 2): 2, (3, 1): -1}, Shift(0, 5))  # A_5 = 4; both sides are 6


def test_a_zero_inside_has_no_proof_and_no_refutation() -> None:
    """It is undecided here."""
    function = (U - 1) ** 2 * R
    assert nowhere_negative(function) is None
    assert negative_at(function) is None


def slope(terms: Integers) -> Integers:
    """The derivative by u, term by term."""
    parts = [((j, k), k * c) for (j, k), c in terms.items()]
    parts += [((j - 1, k), j * c) for (j, k), c in terms.items() if j]
    found: defaultdict[Powers, int] = defaultdict(int)
    for powers, c in parts:
        found[powers] += c
    return found


def ball(low: Fraction, high: Fraction) -> arb:
    """All numbers between two."""
    ends = (arb(fmpq(u.numerator, u.denominator)) for u in (low, high))
    return next(ends).union(next(ends))


def value(terms: Integers, u: arb) -> arb:
    """All values at the numbers of a ball."""
    root = u.exp()
    return sum((c * u**j * root**k for (j, k), c in terms.items()), arb(0))


def certified(terms: Integers) -> int:
    """1 if positive for all u > 0, -1 if negative somewhere, 0 if too near to 0 to tell.

    Next to 0, by the first derivative that is not 0 there; far away, by the leading term, to which
    no other grows; between, by Taylor's formula with a remainder of the second order, on parts.
    """
    top = max(k for _, k in terms)
    most = max(j for j, k in terms if k == top)
    first, second = slope(terms), slope(slope(terms))
    start = terms
    while not (at_nought := sum(c for (j, _), c in start.items() if not j)):
        start = slope(start)
    if terms[most, top] < 0 or at_nought < 0:
        return -1
    low, high = Fraction(1), Fraction(2)
    while not value(start, ball(Fraction(0), low)) > 0:
        low /= 2

    def settled(u: Fraction) -> bool:
        x = ball(u, u)
        others = [(j - most, k - top, c) for (j, k), c in terms.items() if (j, k) != (most, top)]
        falling = all(not k or -k * u >= j for j, k, _ in others)
        rest = sum((c * x**j * (k * x).exp() for j, k, c in others if c < 0), arb(0))
        return falling and bool(terms[most, top] + rest > 0)

    while not settled(high):
        high *= 2
    parts = [(low, high)]
    while parts:
        a, b = parts.pop()
        m = (a + b) / 2
        x, half, middle = ball(a, b), ball(b - a, b - a) / 2, ball(m, m)
        h, s, t = value(terms, middle), value(first, middle), value(second, x)
        if h < 0:
            return -1
        if h - abs(s) * half - abs(t) * half**2 / 2 > 0:
            continue
        if t > 0 and h - s**2 / (2 * t.lower()) > 0:
            continue
        lowest = (middle - s / value(second, middle)).mid()
        if lowest > 0 and value(terms, lowest) < 0:
            return -1
        if b - a < Fraction(1, 2**24):
            return 0
        parts += [(m, b), (a, m)]
    return 1


def some_factor(source: Random) -> ExponentialPolynomial:
    """Mostly with a zero at some u > 0, or at 0."""
    whole, part = source.randint(1, 40), source.randint(1, 8)
    sums = ExponentialPolynomial.of_terms(
        {(source.randint(0, 2), source.randint(-2, 2)): Fraction(source.randint(-6, 5) or 6)}
    )
    return source.choice(
        (
            R - Fraction(whole, part),
            U - Fraction(whole, 2 * part),
            R - 1 - U * Fraction(whole, 24),
            R + source.randint(0, 3) * U - Fraction(whole, 4),
            U + Fraction(whole, 4),
            sums + R - part,
        )
    )


def some_function(source: Random) -> ExponentialPolynomial:
    """Of any terms; products; squares plus little or nothing, so with a minimum next to 0."""
    kind = source.randrange(4)
    if kind == 0:
        return ExponentialPolynomial.of_terms(
            {
                (source.randint(0, 3), source.randint(-2, 3)): Fraction(source.randint(-9, 8) or 9)
                for _ in range(5)
            }
        )
    if kind == 1:
        return some_factor(source) * some_factor(source)
    more = source.choice((1, R, U, U * R))
    size = source.choice((0, 1, 1, -1)) * Fraction(1, 10 ** source.randint(0, 5))
    square = some_factor(source) ** 2
    return (square if kind == 2 else square * some_factor(source) ** 2) + size * more


TRIED = 3000 if NIGHTLY else 600


def test_against_certified_zeros() -> None:
    """Functions, many with zeros or a minimum next to 0, against certified enclosures.

    No proof is of a function that is negative, and no negative value is of one that is positive.
    Where the value is everywhere 1/300 of the sum of the sizes of its terms, a proof is found; of
    a hundred that are negative, 99 are found to be (not, if two minima are next to each other).
    """
    source, found = Random(1), Counter[str]()  # noqa: S311  # see above
    for _ in range(TRIED):
        function = some_function(source)
        terms = function.integral
        if not terms:
            continue
        truth = certified(terms)
        place, proof = negative_at(function), nowhere_negative(function, SHIFTS[:8])
        if place is not None:
            assert truth != 1
            with ctx.workprec(400):
                assert value(terms, ball(place, place)) < 0
        if truth == 1 and proof is None and certified(with_room(terms)) == 1:
            proof = nowhere_negative(function, SHIFTS[8:])
            assert proof is not None
            found["by a large shift"] += 1
        if proof is not None:
            assert truth != -1
            assert proves(terms, proof)
        found["proved" if proof else "refuted" if place else "neither"] += 1
        found["not refuted"] += truth == -1 and place is None
    assert 100 * found["not refuted"] <= found["refuted"]
    assert min(found["proved"], found["refuted"]) > TRIED // 5
    assert found["by a large shift"] > 0


def with_room(terms: Integers) -> Integers:
    """What is positive if the function is above 1/300 of the sum of the sizes of its terms."""
    return {powers: 300 * c - abs(c) for powers, c in terms.items()}
