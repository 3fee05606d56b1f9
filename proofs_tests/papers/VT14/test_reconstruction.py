"""Section 4.1 against the vectors, and the numbers in the words of its claims."""

import json
from fractions import Fraction
from functools import partial
from math import comb
from pathlib import Path
from typing import Any

import pytest

from audits.claims.vocabulary import high, low
from audits.claims.vt14.section_4_1_all_mechanisms import E_ABOVE, TENTH, listed, whole
from audits.claims.vt14.section_4_1_efficient import corners_only
from audits.claims.vt14.section_4_1_majority import exponent
from audits.claims.vt14.section_4_1_random_queries import least_even
from audits.engines.sample_complexity.reconstruction import HADAMARD, Family, on_average
from audits.ledger import Form, Grade, claims
from reference.exact.interval import ln
from reference.lower_bounds.discrepancy import (
    hereditary_partial_discrepancy,
    least_partial_discrepancy,
    partial_discrepancy,
)
from reference.lower_bounds.efficient_reconstruction import HadamardReconstruction
from reference.lower_bounds.random_discrepancy import least_queries, miss, union_bound
from reference.lower_bounds.reconstruction import largest_distance
from reference.lower_bounds.rounding_errors import hadamard_errs, most_wrong
from reference.lower_bounds.subset_sums import RandomSubsets
from reference.probability.law import law

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "vectors" / "vt14_reconstruction.json").read_text("utf-8")
)
TINY = Fraction(1, 10**6)


@pytest.mark.parametrize("known", VECTORS["discrepancy"])
def test_discrepancies(known: dict[str, Any]) -> None:
    """Of random matrices, with their hereditary forms."""
    matrix, share = known["matrix"], Fraction(known["share"])
    assert partial_discrepancy(matrix, share) == known["value"]
    assert hereditary_partial_discrepancy(matrix, share) == known["hereditary"]
    assert least_partial_discrepancy(matrix, share) == known["least"]


def test_distances() -> None:
    """Of databases that answers to random queries fit, all answers or two thirds."""
    for known in VECTORS["distance"]:
        error, share = Fraction(known["error"]), Fraction(known["share"])
        assert largest_distance(known["queries"], error, share) == known["value"]


def test_union_bounds() -> None:
    """Of missed differences, and what is missed exactly, over all matrices."""
    for known in VECTORS["union"]:
        n, k = known["people"], known["queries"]
        bound, share = Fraction(known["bound"]), Fraction(known["share"])
        assert union_bound(n, k, bound, share) == Fraction(known["union"])
        found = law(RandomSubsets(k, n), ())
        missed = sum(
            found.probability(matrix)
            for matrix in found
            if partial_discrepancy(matrix, share) < bound
        )
        assert missed == Fraction(known["exactly"])


def test_thresholds_of_the_hadamard_attack() -> None:
    """Numbers of wrong people just above each least E, and at it; corners of errors do not do."""
    for known in VECTORS["hadamard"]:
        n = known["people"]
        least = {int(size): Fraction(e) for size, e in known["least"].items()}
        for e in set(least.values()):
            above = max(size for size, other in least.items() if other <= e)
            assert most_wrong(n, partial(hadamard_errs, n, e + TINY)) == above
            below = max((size for size, other in least.items() if other < e), default=0)
            assert most_wrong(n, partial(hadamard_errs, n, e)) == below
    assert hadamard_errs(4, Fraction(2, 5), (1, -1, 0, 0))
    assert not corners_only(4, Fraction(2, 5), (1, -1, 0, 0))


def test_recovered_parts() -> None:
    """Of two people, with noise, by the Hadamard attack."""
    for known in VECTORS["recovery"]:
        found = on_average(Family.of("hadamard", 2), [Fraction(known["exp_eps"])], 1, 0)
        (part,) = (each.recovered for each in found if each.attack == HADAMARD)
        assert part == Fraction(known["part"])


def test_numbers_in_words() -> None:
    """0.758, 0.581, 0.619, 0.16; alpha = 1/60; 2/5 and 5^6; 60 n queries, not 50 n."""
    assert Fraction(757, 1000) < whole(1, E_ABOVE, TENTH) < Fraction(758, 1000)
    assert listed(1, E_ABOVE, TENTH) == whole(1, E_ABOVE, TENTH)
    assert Fraction(618, 1000) < listed(2, E_ABOVE, TENTH) < Fraction(619, 1000)
    assert Fraction(15, 100) < listed(100, E_ABOVE, TENTH, 1) < Fraction(16, 100)
    assert Fraction(581, 1000) < whole(2, E_ABOVE, TENTH) < Fraction(582, 1000)
    for n in (4, 64, 2**20):
        assert HadamardReconstruction(n).wrong_at_most(Fraction(1, 6)) == 0
    assert 3**5 * 2**6 == 15552 < 5**6 == 15625
    good = exponent(Fraction(51, 100), 2, 60, 20_000)
    bad = exponent(Fraction(51, 100), 2, 50, 20_000)
    assert high(bad) < low(ln(3)) < high(ln(3)) < low(good)


def test_no_queries_have_half_a_root_up_to_9599() -> None:
    """s/2 < sqrt(n)/2, s the least even number above n/100, from 5 to 9599, not at 4 and 9600.

    At n = 10^4 a query misses all but h = 2 (1 + 102)/2^102, and (1 - h)^k > e^(-2hk).
    """

    def too_small(n: int) -> bool:
        support = next(s for s in range(n // 100 + 1, n // 100 + 3) if s % 2 == 0)
        assert support == least_even(n)
        return support**2 < n

    assert all(too_small(n) for n in range(5, 9600))
    assert not too_small(4)
    assert not too_small(9600)
    hit = Fraction(2 * (comb(102, 0) + comb(102, 1)), 2**102)
    assert miss(102, 51, Fraction(50)) == 1 - hit
    assert 3 ** int(2 * hit * 2**100) < comb(10_000, 102) * comb(102, 51)


def test_least_numbers_of_random_queries() -> None:
    """Where the union bound falls below 1: t = 1 and half of the people; none for t = 4."""

    def sums_to_0(n: int, k: int) -> Fraction:
        pairs = ((s, b) for s in range(n // 2 + 1, n + 1) for b in range(s + 1))
        masses = (comb(n, s) * Fraction(comb(s, b) ** (k + 1), 2 ** (s * k)) for s, b in pairs)
        return sum(masses, Fraction(0))

    for n, k in ((2, 2), (4, 4), (8, 7)):
        assert sums_to_0(n, k) < 1 <= sums_to_0(n, k - 1)
        assert least_queries(n, Fraction(1), Fraction(1, 2)) == k
    assert least_queries(4, Fraction(4), Fraction(1, 2)) is None


def test_the_printed_beta_is_the_only_error_beyond_words() -> None:
    """One wrong step in section 4.1 as far as reconstruction goes; the others are misprints."""
    refuted = {
        str(item.id): item.erratum.grade
        for item in claims(["VT14"])
        if item.erratum and item.check.__module__.startswith("audits.claims.vt14.section_4_1")
    }
    assert {each for each, grade in refuted.items() if grade is not Grade.WORDING} == {
        "VT14.C4.1.8"
    }
    assert {item.form for item in claims(["VT14.C4.1.8"])} == {Form.PRINTED, Form.CONCRETE}
