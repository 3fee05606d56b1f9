"""Plausible mistakes with public rows, each refuted with a witness."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from audits.claims.bcmnuw20.impostors.without_privacy import (
    WRONG_MEANS,
    half_of_the_rows,
    pooled,
    quarter_of_the_rows,
)
from audits.claims.bcmnuw20.laws.public_covers import RadiusOfSample, at_most, listed, uniform
from audits.claims.bcmnuw20.laws.without_privacy import OnPublicRows, spread, within
from audits.engines.accuracy import audit_accuracy
from audits.engines.privacy import audit_privacy
from audits.table import tabulate
from audits.verdict import Holds, Refuted
from reference.data.concept import all_functions, intervals
from reference.data.domain import Domain
from reference.data.named_classes import stumps
from reference.data.public_cover import agreement_radius
from reference.mechanisms.learning.on_sample import OnSample
from reference.mechanisms.release.mean_deviation import rows_for_means
from reference.mechanisms.release.public_means import PublicMeans

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
CUBE = tuple(all_functions(4))


def verdict_on_radius(radius: Callable[..., Any], bound: Fraction) -> object:
    """Of the radius that eight public rows leave on four points."""
    table = tabulate(RadiusOfSample(CUBE, 8, radius), listed(uniform(4)))
    return audit_accuracy(table, at_most(QUARTER), bound, "the radius")


def test_radius_of_a_cover() -> None:
    """The failure is 191/8192 for eight rows, and not less."""
    exact = Fraction(6 * (2**8 - 2) + 4, 4**8)
    assert isinstance(verdict_on_radius(agreement_radius, exact), Holds)
    assert isinstance(verdict_on_radius(agreement_radius, exact - Fraction(1, 4**8)), Refuted)


def test_pooled_rows_are_not_private() -> None:
    """Neighbouring databases have answers that the other never has."""
    domain, concepts = Domain.of_size(3), intervals(3)
    for build, kind in ((PublicMeans, Holds), (pooled, Refuted)):
        release: Any = build(concepts, domain, (1,))
        found = audit_privacy(release, release.universe(2), release.guarantee)
        assert isinstance(found, kind)
        if isinstance(found, Refuted):
            databases = found.witness["databases"]
            assert isinstance(databases, list)
            assert len(databases) == 2


def verdict_on_means(build: Callable[..., Any], rows: int, beta: Fraction) -> object:
    """Of one stump with mean 0 or 4/5."""
    masses = ((HALF, HALF), (Fraction(1, 10), Fraction(9, 10)))
    sampled = OnSample(OnPublicRows(build, stumps(1), 2), rows)
    table = tabulate(sampled, listed(*map(spread, masses)))
    return audit_accuracy(table, within(stumps(1), HALF), beta, "means")


def test_wrong_numbers_of_rows() -> None:
    """Hoeffding's exponent without its denominator, and for values 0 and 1."""
    beta = Fraction(1, 1000)
    enough = rows_for_means(1, HALF, beta)
    assert isinstance(verdict_on_means(PublicMeans, enough, beta), Holds)
    for wrong in (half_of_the_rows, quarter_of_the_rows):
        assert isinstance(verdict_on_means(PublicMeans, wrong(1, HALF, beta), beta), Refuted)


@pytest.mark.parametrize("name", WRONG_MEANS)
def test_wrong_means(name: str) -> None:
    """One row, each point once, the fraction of ones."""
    beta = Fraction(1, 10)
    enough = rows_for_means(1, HALF, beta)
    assert isinstance(verdict_on_means(WRONG_MEANS[name], enough, beta), Refuted)
