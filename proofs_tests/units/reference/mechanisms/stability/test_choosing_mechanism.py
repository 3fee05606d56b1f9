"""The choosing mechanism: what counts, a huge domain, and the printed threshold."""

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
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import SeededBits, run
from reference.probability.law import law


def frequent(threshold: int, s: Fraction) -> ChoosingMechanism[Database[int], int, Fraction]:
    """The choosing mechanism for frequencies, at s = e^(eps/4)."""
    return ChoosingMechanism(OccurringFrequency(), threshold, Epsilon(s, 4))


def test_candidates_without_quality_are_ignored() -> None:
    """Listing candidates of quality 0 changes nothing."""

    def listed(database: Database[int], /) -> dict[int, int]:
        return {x: database.count(x) for x in range(-3, 9)}

    longer = ChoosingMechanism(listed, 2, Epsilon(Fraction(4, 3), 4))
    shorter = frequent(2, Fraction(4, 3))
    for database in replace_one(range(3), 3).databases():
        assert law(longer, database) == law(shorter, database)


def test_a_huge_domain_is_never_listed() -> None:
    """Among 2^200 values, one that occurs a hundred times is chosen."""
    mechanism = ChoosingFrequentValue(Domain.of_size(2**200), 20, Epsilon(Fraction(3, 2), 4))
    database = (2**199,) * 100 + tuple(range(50))
    assert run(mechanism, database, SeededBits(2)) == 2**199


def test_parameters_are_checked() -> None:
    """Growth 0 is refused, and a delta above 1 is not stated."""
    with pytest.raises(ValueError, match="growth 0"):
        ChoosingMechanism(OccurringFrequency(), 3, Epsilon(Fraction(2), 4), 0)
    generous = ChoosingMechanism(OccurringFrequency(), -3, Epsilon(Fraction(2), 4), 5)
    assert generous.guarantee.delta == 1


def test_the_printed_threshold_is_rounded_up() -> None:
    """(8/2) ln(4 / (1/2 2 1/2)) = 8.3; ten times the growth adds 4 ln 10 = 9.2; at least 1."""
    half = Fraction(1, 2)
    assert choosing_threshold(Fraction(2), half, half) == 9
    assert choosing_threshold(Fraction(2), half, half, 10) == 18
    assert choosing_threshold(Fraction(2), Fraction(4), Fraction(1)) == 1
    built = ChoosingMechanism.for_target(
        OccurringFrequency(), Epsilon(Fraction(3, 2), 4), half, half, 2
    )
    assert (built.threshold, built.growth) == (15, 2)
