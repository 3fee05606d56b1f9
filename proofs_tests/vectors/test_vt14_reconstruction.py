"""Numbers of section 4.1 that were found another way."""

from fractions import Fraction
from functools import partial

import pytest

from audits.engines.sample_complexity.reconstruction import HADAMARD, Family, on_average
from proofs_tests.vectors.values import Case, cases
from reference.lower_bounds.discrepancy import (
    hereditary_partial_discrepancy,
    least_partial_discrepancy,
    partial_discrepancy,
)
from reference.lower_bounds.random_discrepancy import union_bound
from reference.lower_bounds.reconstruction import largest_distance
from reference.lower_bounds.rounding_errors import hadamard_errs, most_wrong
from reference.lower_bounds.subset_sums import RandomSubsets
from reference.probability.law import law

pytestmark = pytest.mark.paper("VT14")

TINY = Fraction(1, 10**6)


@cases("vt14_reconstruction", "discrepancy")
def test_discrepancies(case: Case) -> None:
    """Of random matrices, with their hereditary forms."""
    matrix, share = case["matrix"], Fraction(case["share"])
    assert partial_discrepancy(matrix, share) == case["value"]
    assert hereditary_partial_discrepancy(matrix, share) == case["hereditary"]
    assert least_partial_discrepancy(matrix, share) == case["least"]


@cases("vt14_reconstruction", "distance")
def test_distances(case: Case) -> None:
    """Of databases that answers to random queries fit, all answers or two thirds."""
    error, share = Fraction(case["error"]), Fraction(case["share"])
    assert largest_distance(case["queries"], error, share) == case["value"]


@cases("vt14_reconstruction", "union")
def test_union_bounds(case: Case) -> None:
    """Of missed differences, and what is missed exactly, over all matrices."""
    n, k = case["people"], case["queries"]
    bound, share = Fraction(case["bound"]), Fraction(case["share"])
    assert union_bound(n, k, bound, share) == Fraction(case["union"])
    found = law(RandomSubsets(k, n), ())
    missed = sum(
        found.probability(matrix) for matrix in found if partial_discrepancy(matrix, share) < bound
    )
    assert missed == Fraction(case["exactly"])


@cases("vt14_reconstruction", "hadamard")
def test_thresholds_of_the_hadamard_attack(case: Case) -> None:
    """Numbers of wrong people just above each least E, and at it."""
    n = case["people"]
    least = {int(size): Fraction(e) for size, e in case["least"].items()}
    for e in set(least.values()):
        above = max(size for size, other in least.items() if other <= e)
        assert most_wrong(n, partial(hadamard_errs, n, e + TINY)) == above
        below = max((size for size, other in least.items() if other < e), default=0)
        assert most_wrong(n, partial(hadamard_errs, n, e)) == below


@cases("vt14_reconstruction", "recovery")
def test_recovered_parts(case: Case) -> None:
    """Of two people, with noise, by the Hadamard attack."""
    found = on_average(Family.of("hadamard", 2), [Fraction(case["exp_eps"])], 1, 0)
    (part,) = (each.recovered for each in found if each.attack == HADAMARD)
    assert part == Fraction(case["part"])
