"""Reconstruction attacks, against answers that are written down."""

from fractions import Fraction
from itertools import product
from math import comb

import pytest

from reference.data.bottom import Bottom
from reference.lower_bounds.blatant_non_privacy import recovers
from reference.lower_bounds.efficient_reconstruction import (
    HadamardReconstruction,
    RoundedProgramme,
)
from reference.lower_bounds.random_discrepancy import (
    least_queries,
    miss,
    union_bound,
    worst_miss,
)
from reference.lower_bounds.reconstruction import (
    Reconstruction,
    closest,
    fit_both,
    largest_distance,
)
from reference.lower_bounds.subset_sums import (
    RandomSubsets,
    all_subsets,
    embedded,
    embedded_query,
    hadamard_subsets,
    subset_sum,
)
from reference.probability.law import law

HALF, ONE = Fraction(1, 2), Fraction(1)


def test_counting_queries_on_numbered_rows() -> None:
    """Three people, every query."""
    assert embedded((1, 0, 1)) == ((1, 1), (2, 0), (3, 1))
    for q, x in product(all_subsets(3), repeat=2):
        both = sum(1 for a, b in zip(q, x, strict=True) if a == b == 1)
        assert embedded_query(q)(embedded(x)) == subset_sum(q, x) == both


def test_hadamard_rows_are_orthogonal() -> None:
    """The signs 2q - 1 of 1, 2, 4, 8 people; other numbers are refused."""
    assert hadamard_subsets(2) == ((1, 1), (1, 0))
    for n in (1, 2, 4, 8):
        signs = [[2 * a - 1 for a in q] for q in hadamard_subsets(n)]
        for i, j in product(range(n), repeat=2):
            assert sum(a * b for a, b in zip(signs[i], signs[j], strict=True)) == n * (i == j)
    for n in (0, 3, 6):
        with pytest.raises(ValueError, match=f"people {n}: a power of two"):
            hadamard_subsets(n)


def test_random_subsets_are_uniform() -> None:
    """Two queries of two people."""
    found = law(RandomSubsets(2, 2), ())
    assert {found.probability(q) for q in product(all_subsets(2), repeat=2)} == {Fraction(1, 16)}
    with pytest.raises(ValueError, match="queries -1"):
        RandomSubsets(-1, 2)


def test_the_first_database_that_fits() -> None:
    """Strictly within E; none; a share of the answers is enough."""
    queries = ((1, 0), (0, 1), (1, 1))
    attack = Reconstruction(queries, HALF)
    assert attack((0, 1, 1)) == (0, 1)
    assert attack((HALF, 1, 1)) is Bottom.BOTTOM
    assert attack((Fraction(1, 3), Fraction(2, 3), Fraction(4, 3))) == (0, 1)
    assert Reconstruction(queries, HALF, Fraction(2, 3))((5, 1, 2)) == (1, 1)
    assert Reconstruction(queries, Fraction(2))((1, 1, 1)) == (0, 0)
    for error, share in ((-ONE, ONE), (ONE, Fraction(3, 2)), (ONE, -ONE)):
        with pytest.raises(ValueError, match=f"error {error}, share {share}"):
            Reconstruction(queries, error, share)
    for wrong in ((), ((1,), (1, 0))):
        with pytest.raises(ValueError, match="all of one length"):
            Reconstruction(wrong, ONE)


@pytest.mark.parametrize("share", [ONE, Fraction(2, 3), HALF])
def test_answers_that_fit_both(share: Fraction) -> None:
    """Against all answers on a grid fine enough, for three queries of two people."""
    queries = ((1, 0), (0, 1), (1, 1))
    grid = [Fraction(i, 8) for i in range(-8, 25)]
    for error, (x, other) in product(
        (HALF, Fraction(5, 8), ONE), product(all_subsets(2), repeat=2)
    ):
        sides = []
        for q in queries:
            a, b = subset_sum(q, x), subset_sum(q, other)
            sides.append({(abs(y - a) < error, abs(y - b) < error) for y in grid})
        exists = any(
            min(sum(s[0] for s in chosen), sum(s[1] for s in chosen)) >= share * 3
            for chosen in product(*sides)
        )
        z = tuple(a - b for a, b in zip(x, other, strict=True))
        assert fit_both(queries, error, z, share) == exists


def test_largest_distances() -> None:
    """All subsets: twice the integers below 2E; nothing fits within 0."""
    for n, quarters in product(range(1, 6), range(1, 14)):
        error = Fraction(quarters, 4)
        below = -(-2 * error // 1) - 1
        assert largest_distance(all_subsets(n), error) == min(n, 2 * below)
    assert largest_distance(all_subsets(2), Fraction(0)) is None


def test_the_closest_database() -> None:
    """The least largest error, the first of equals."""
    assert closest(((1, 0), (0, 1)), (Fraction(3, 4), Fraction(1, 4))) == (1, 0)
    assert closest(((1, 0), (0, 1)), (HALF, HALF)) == (0, 0)


def test_a_rounded_point() -> None:
    """It fits the answers; no point, no database."""
    attack = RoundedProgramme(all_subsets(2)[1:], Fraction(1, 4))
    point = attack.point((1, 0, 1))
    assert point is not None
    assert point[0] <= Fraction(1, 4)
    assert point[1] >= Fraction(3, 4)
    assert attack((1, 0, 1)) == (0, 1)
    assert attack((1, 1, 3)) is Bottom.BOTTOM
    assert RoundedProgramme(((1,),), HALF)((1,)) == (1,)
    for queries in ((), ((1,), (1, 0))):
        with pytest.raises(ValueError, match="at least one, all of one length"):
            RoundedProgramme(queries, ONE)
    with pytest.raises(ValueError, match="error -1: at least 0"):
        RoundedProgramme(((1,),), -ONE)


def test_exact_answers_to_hadamard_queries() -> None:
    """Give back every database; 1/2 is rounded up; the bound of the errors."""
    for n in (1, 2, 4, 8):
        attack = HadamardReconstruction(n)
        for x in all_subsets(n):
            answers = [subset_sum(q, x) for q in attack.queries]
            assert attack.estimate(answers) == x
            assert attack(answers) == x
    assert HadamardReconstruction(1)((HALF,)) == (1,)
    assert [HadamardReconstruction(8).wrong_at_most(Fraction(1, e)) for e in (1, 2, 4, 6)] == [
        8,
        8,
        2,
        0,
    ]


def test_a_guess_that_is_no_database() -> None:
    """Bottom and other lengths recover nothing."""
    assert recovers((0, 1), (0, 0), HALF)
    assert not recovers((0, 1), (0, 0), Fraction(49, 100))
    assert not recovers((0, 1), (0,), ONE)
    assert not recovers((0, 1), Bottom.BOTTOM, ONE)


def test_missed_differences() -> None:
    """Against all queries, and the union bound against a sum over all differences."""
    n = 4
    for bound in (Fraction(1, 2), ONE, Fraction(3, 2), Fraction(2)):
        total = Fraction(0)
        for z in product((-1, 0, 1), repeat=n):
            s, b = sum(map(abs, z)), z.count(-1)
            hits = sum(abs(subset_sum(q, z)) < bound for q in all_subsets(n))
            assert miss(s, b, bound) == Fraction(hits, 2**n)
            if s:
                assert miss(s, b, bound) <= worst_miss(0, bound)
            if s > 2:
                assert miss(s, b, bound) <= worst_miss(2, bound)
                total += Fraction(hits, 2**n) ** 3
        assert union_bound(n, 3, bound, HALF) == total
    assert worst_miss(3, Fraction(2)) == Fraction(3 * comb(4, 2), 16)
    assert miss(3, 1, Fraction(0)) == worst_miss(3, Fraction(0)) == 0


def test_least_numbers_of_queries() -> None:
    """The bound falls below 1 there; z with two entries are always missed by t = 3/2."""
    k = least_queries(4, ONE, HALF)
    assert k is not None
    assert union_bound(4, k, ONE, HALF) < 1 <= union_bound(4, k - 1, ONE, HALF)
    assert least_queries(4, Fraction(3, 2), Fraction(1, 4)) is None
    for share in (-ONE, ONE):
        with pytest.raises(ValueError, match=f"share {share}: from 0, below 1"):
            least_queries(4, ONE, share)
