"""Numbers in the words of claims about displays, lemmas and attacks, found another way."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product

import pytest

from audits.claims.vt14.laws.signatures import only_copies
from audits.claims.vt14.section_2_1_2_deviations import loss_beyond, mean_loss
from audits.claims.vt14.section_3_2_displays import radius, radius_as_printed
from audits.claims.vt14.section_3_2_utility import updates_that_are_slow
from audits.claims.vt14.section_4_3_scope import by_gaussian_noise, tell_apart
from audits.claims.vt14.section_7_displays import union_bound, width_at_least
from audits.engines.optimum import solve
from reference.exact.interval import exact
from reference.mechanisms.release.weights import corrected

pytestmark = pytest.mark.paper("VT14")


def test_the_optima_of_copies() -> None:
    """One row of four, two are released; and two of three, where two probabilities are chosen."""
    r = Fraction(6, 5)
    assert solve(only_copies(4, 1, 1, 2), r).value == r / (1 + r) == Fraction(6, 11)
    mixed = r / (1 + 2 * r)  # of each of two different rows; what is left is a third
    equal = 1 - 2 * mixed / r
    assert equal < r * mixed
    assert solve(only_copies(3, 1, 2, 1), r).value == equal / 3 + 4 * mixed / 3 == Fraction(31, 51)


@pytest.mark.parametrize(("databases", "exp_eps"), [(4, Fraction(7, 2)), (9, Fraction(16))])
def test_neighbours_are_told_apart(databases: int, exp_eps: Fraction) -> None:
    """By the answer that is right with r times the chance of each other one."""
    best = exp_eps / (exp_eps + databases - 1)
    assert solve(tell_apart(databases), exp_eps).value == best > Fraction(1, 2)


def test_updates_that_are_slow() -> None:
    """Each multiplies the weight of the others by about 1 - (1 - rate) alpha/2, alpha = 0.5341."""
    found = updates_that_are_slow(corrected, 64, Fraction(7, 8), 200)
    others, count = Fraction(63, 64), 0
    while others >= Fraction(26706, 100_000):  # alpha/2 = -2 ln(7/8) = 0.267063
        others -= Fraction(26706, 100_000) * (1 - others) / 8 / (1 - Fraction(26706, 800_000))
        count += 1
    assert abs(found - count) <= 6


def test_wrong_people_of_three() -> None:
    """If two answers of eight are free, two people; if one is, none: by all pairs of databases."""
    queries = [*product((0, 1), repeat=3)]

    def worst(free: int, off: Fraction) -> int:
        far = 0
        for x, y in product(queries, repeat=2):
            gaps = [
                abs(sum(q * (a - b) for q, a, b in zip(s, x, y, strict=True))) for s in queries
            ]
            # Answers that fit both as far as they can: in the middle, or those of one of them.
            close = sum(gap < 2 * off for gap in gaps)
            if 8 - close <= 2 * free:
                far = max(far, sum(a != b for a, b in zip(x, y, strict=True)))
        return far

    half = Fraction(1, 2)
    assert [worst(2, half), worst(1, half), worst(0, Fraction(3, 4))] == [2, 0, 2]


def test_losses_of_a_few_rounds() -> None:
    """One and sixteen rounds, by all outcomes of the rounds."""
    for k, r in ((1, Fraction(11, 10)), (6, Fraction(2))):
        p = r / (1 + r)
        masses: dict[int, Fraction] = {}
        for signs in product((1, -1), repeat=k):
            mass = p ** signs.count(1) * (1 - p) ** signs.count(-1)
            masses[sum(signs)] = masses.get(sum(signs), Fraction(0)) + mass
        assert sum(v * m for v, m in masses.items()) == mean_loss(k, r)
        beyond = sum(m for v, m in masses.items() if v > 0)
        assert loss_beyond(k, r, exact(0)) == beyond


def test_radii() -> None:
    """Below 0 as printed; ln(2 |Q|/beta)/eps0 for |Q| = 2, beta = 1/10 and e^(eps0) = 2: 5.32."""
    assert radius_as_printed(2, Fraction(2), 100) == 0
    assert radius(2, Fraction(2), 100) == 6  # 2^5 < 40 < 2^6


def test_errors_and_widths() -> None:
    """At k = 400: 44.957 deviations of 3.9456; the width at d = 64 from both sides."""
    error = by_gaussian_noise(400)
    assert exact(177).certainly_less(error)
    assert error.certainly_less(178)
    found = width_at_least(64)
    squares = [Fraction(4 * 7 * i, 22) for i in range(1, 64)]
    low = sum(map(_root, squares), Fraction(0))
    assert exact(low).certainly_less(found)
    assert found.certainly_less(low + 1)
    assert found.certainly_less(union_bound(64, 2**64))


def _root(value: Fraction) -> Fraction:
    """The root, rounded down to a multiple of 1/100."""
    scaled = int(value * 10_000)
    return Fraction(max(m for m in range(2000) if m * m <= scaled), 100)


def test_pairs_with_the_same_parities() -> None:
    """V and -v, and no others, for three attributes."""
    points = [*product((1, -1), repeat=3)]
    same = [
        (v, w)
        for v, w in combinations(points, 2)
        if all(v[i] * v[j] == w[i] * w[j] for i, j in product(range(3), repeat=2))
    ]
    assert all(tuple(-a for a in v) == w for v, w in same)
    assert len(same) == 4
