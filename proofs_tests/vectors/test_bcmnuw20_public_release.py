"""Laws of the release that public rows assist, by sums over truncated noise."""

from fractions import Fraction

import pytest

from proofs_tests.vectors.values import Case, cases
from reference.data.concept import intervals
from reference.data.domain import Domain
from reference.mechanisms.release.public_assisted_release import PAPRelease
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law

pytestmark = pytest.mark.paper("BCMNUW20")

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)


def _release(public: tuple[int, ...], count: int = 1) -> PAPRelease[Fraction]:
    eps = Epsilon(Fraction(2), 5)
    return PAPRelease(intervals(4), Domain.of_size(4), public, HALF, count, HALF, eps)


@cases("bcmnuw20_public_release", "laws")
def test_laws_by_brute_force(case: Case) -> None:
    """The law of the release, against sums over truncated noise."""
    found = law(_release(tuple(case["public"])), tuple(case["rows"]))
    told = {tuple(map(Fraction, g)): scaled for g, scaled in case["law"]}
    assert set(told) == set(found)
    for g, scaled in told.items():
        assert abs(found.probability(g) * 2**30 - scaled) <= 1
