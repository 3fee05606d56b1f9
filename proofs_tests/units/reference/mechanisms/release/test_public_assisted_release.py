"""Units of the release that public rows assist: the product form, and what is refused."""

from fractions import Fraction
from itertools import product
from math import ceil, log

import pytest

from reference.data.concept import Values, intervals
from reference.data.dimensions import vc_dimension
from reference.data.domain import Domain
from reference.data.named_classes import ConceptClass, stumps
from reference.mechanisms.release.public_assisted_calibration import (
    dimension,
    plan_for_accuracy,
    plan_for_corrections,
)
from reference.mechanisms.release.public_assisted_release import PAPRelease
from reference.mechanisms.release.weights import PointWeights, StumpWeights
from reference.privacy.composition import PureRounds
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import SeededBits, run
from reference.probability.law import law

HALF, EPS = Fraction(1, 2), Epsilon(Fraction(2), 5)
STUMPS = ConceptClass.STUMPS


@pytest.mark.parametrize("public", [(), (5,), (1, 6), (1, 2, 4), (3, 3, 5)])
def test_product_form_is_the_listed_form(public: tuple[int, ...]) -> None:
    """Three attributes, stumps by their bits and the same functions by their values."""
    domain = Domain.of_size(8)
    product_form = PAPRelease(STUMPS, domain, public, HALF, 2, HALF, EPS)
    listed = tuple(Values.of(h, 8) for h in stumps(3))
    tables = PAPRelease(listed, domain, public, HALF, 2, HALF, EPS)
    assert isinstance(product_form.inner.start, StumpWeights)
    assert isinstance(tables.inner.start, PointWeights)
    assert [product_form.representative(x) for x in range(8)] == [
        tables.representative(x) for x in range(8)
    ]
    for rows in ((0, 7), (2, 5, 5)):
        assert law(product_form, rows) == law(tables, rows)


def test_many_attributes() -> None:
    """Thirty-two attributes are not listed."""
    domain = Domain.of_size(2**32)
    public = (0b0101, 0b0011)
    release = PAPRelease(STUMPS, domain, public, HALF, 1, HALF, EPS)
    assert [str(h) for h in release.cover] == ["x0", "x1", "x2", "x3"]
    assert release.representative(2**32 - 1) == 0b1111
    answers = run(release, (1, 2**31 + 1), SeededBits(1))
    assert len(answers) == 32
    assert len(set(answers[4:])) == 1
    assert answers[4] == answers[3] or answers[4] in answers[:4]


def test_one_representative_looks_at_no_row() -> None:
    """The public row 3 keeps two thresholds that are constant."""
    release = PAPRelease(intervals(4), Domain.of_size(4), (3,), HALF, 2, HALF, EPS)
    assert release.guarantee.exp_eps == 1
    assert law(release, (0, 1)) == law(release, (3, 3))


@pytest.mark.parametrize(("kind", "size"), [*product(ConceptClass, (2, 4, 8))])
def test_dimensions_of_named_classes(kind: ConceptClass, size: int) -> None:
    """By brute force."""
    assert dimension(kind, size) == vc_dimension(kind.on(size), size)


def test_plan_for_stumps_needs_few_rows() -> None:
    """32 stumps differ in pairs: ln(496 * 40)/-ln(15/16) public rows; 32 corrections, one each."""
    public = tuple(i * 2654435761 % 2**32 for i in range(200))
    targets = Fraction(1), Fraction(1, 10**6), Fraction(1, 4), Fraction(1, 20)
    plan = plan_for_accuracy(*targets, STUMPS, Domain.of_size(2**32), public, 10**6)
    assert plan.public_needed == ceil(log(496 * 40) / -log(15 / 16))
    assert plan.suffices
    assert plan.count == 32
    assert plan.rows_needed < 150_000
    more = plan.mechanism.inner.curve().delta_at(Fraction(271829, 10**5))
    assert more <= targets[1]


def test_rows_that_are_needed_do_not_depend_on_the_public_rows() -> None:
    """What is named on few public rows is enough on those that are needed."""
    targets = Fraction(1), Fraction(1, 10**6), Fraction(1, 4), Fraction(1, 20)
    kind, domain = ConceptClass.THRESHOLDS, Domain.of_size(8)
    few = plan_for_accuracy(*targets, kind, domain, (1, 4, 4, 6), 0)
    public = tuple(x % 8 for x in range(few.public_needed))
    enough = plan_for_accuracy(*targets, kind, domain, public, few.rows_needed)
    assert enough.suffices
    assert enough.rows_needed == few.rows_needed


def test_one_concept_needs_no_public_rows() -> None:
    """An accuracy is promised all the same."""
    targets = Fraction(1), Fraction(1, 10**6), Fraction(1, 4), Fraction(1, 20)
    plan = plan_for_accuracy(*targets, STUMPS, Domain.of_size(2), (), 10**5)
    assert plan.public_needed == 0
    assert plan.suffices


@pytest.mark.parametrize(
    ("eps", "delta", "count"),
    [(Fraction(1, 100), Fraction(1, 2), 1), (Fraction(1, 1000), Fraction(1, 100), 10)],
)
def test_the_root_is_the_largest_for_small_eps_too(
    eps: Fraction, delta: Fraction, count: int
) -> None:
    """One hundredth more is too much."""
    kind, domain = ConceptClass.THRESHOLDS, Domain.of_size(4)
    root = plan_for_corrections(eps, delta, kind, domain, (0, 1, 2), count, 1000).root
    more = PureRounds(1 + (root - 1) * Fraction(101, 100), (4, 1), count)
    limit = 1 + eps + eps**2
    assert more.curve.delta_at(limit) > delta
    assert PureRounds(root, (4, 1), count).curve.delta_at(1 + eps) <= delta * Fraction(101, 100)
