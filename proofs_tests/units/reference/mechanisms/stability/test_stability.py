"""The choosing mechanism and the stable histogram: huge domains, and what is refused."""

from fractions import Fraction

import pytest

from reference.data.adjacency import replace_one
from reference.data.database import Database
from reference.data.domain import Domain
from reference.mechanisms.selection.quality import OccurringFrequency
from reference.mechanisms.stability.choosing_mechanism import (
    ChoosingFrequentValue,
    ChoosingMechanism,
    choosing_threshold,
)
from reference.mechanisms.stability.stable_histogram import StableHistogram
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import SeededBits, run
from reference.probability.law import law

HALF, TWO, EPS = Fraction(1, 2), Fraction(2), Epsilon(Fraction(3, 2), 4)
FREQUENCY = OccurringFrequency()


def test_candidates_without_quality_are_ignored() -> None:
    """Listing candidates of quality 0 changes nothing."""

    def listed(database: Database[int], /) -> dict[int, int]:
        return {x: database.count(x) for x in range(-3, 9)}

    longer, shorter = (ChoosingMechanism(each, 2, EPS) for each in (listed, FREQUENCY))
    for database in replace_one(range(3), 3).databases():
        assert law(longer, database) == law(shorter, database)


def test_frequent_values_of_a_huge_domain_are_found() -> None:
    """Among 2^200 values, one that occurs a hundred times is chosen; two are released."""
    mechanism = ChoosingFrequentValue(Domain.of_size(2**200), 20, EPS)
    database = (2**199,) * 100 + tuple(range(50))
    assert run(mechanism, database, SeededBits(2)) == 2**199
    histogram = StableHistogram(Domain.of_size(2**100), 50, 10**9, Epsilon(TWO))
    database = (7,) * 100 + (2**99,) * 100 + tuple(range(10, 40))
    found = run(histogram, database, SeededBits(4))
    assert [x for x, _ in found] == [7, 2**99]
    assert all(60 < y < 140 for _, y in found)


def test_parameters_are_checked() -> None:
    """Growth 0, and a highest frequency below the threshold; a delta above 1 is not stated."""
    with pytest.raises(ValueError, match="growth 0"):
        ChoosingMechanism(FREQUENCY, 3, EPS, 0)
    with pytest.raises(ValueError, match="highest 2"):
        StableHistogram(Domain.of_size(2), 3, 2, EPS)
    assert ChoosingMechanism(FREQUENCY, -3, EPS, 5).guarantee.delta == 1


def test_the_printed_threshold_is_rounded_up() -> None:
    """(8/2) ln(4 / (1/2 2 1/2)) = 8.3; ten times the growth adds 4 ln 10 = 9.2; at least 1."""
    assert choosing_threshold(TWO, HALF, HALF) == 9
    assert choosing_threshold(TWO, HALF, HALF, 10) == 18
    assert choosing_threshold(TWO, Fraction(4), Fraction(1)) == 1
    built = ChoosingMechanism.for_target(FREQUENCY, EPS, HALF, HALF, 2)
    assert (built.threshold, built.growth) == (15, 2)
