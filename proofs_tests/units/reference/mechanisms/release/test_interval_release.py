"""Releases of intervals: a run, one point, and too many."""

from fractions import Fraction

import pytest

from reference.data.domain import Domain
from reference.mechanisms.release.interval_release import (
    MOST_POINTS,
    IntervalAnswers,
    IntervalCells,
    IntervalTree,
    exact_count,
    tree_error,
)
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import SeededBits, run
from reference.probability.law import law

TWO = Fraction(2)


def test_a_run_on_many_rows() -> None:
    """Answers over 2^6 points are within the error that is promised."""
    eps, size = Fraction(1), 64
    release = IntervalTree(Domain.of_size(size), Epsilon(Fraction(12, 11)), 10**6)
    rows = tuple(7 * i % size for i in range(2000))
    counts, error = run(release, rows, SeededBits(5)), tree_error(6, eps, Fraction(1, 20))
    answers = [release.answer(counts, t, len(rows)) for t in range(size)]
    assert all(abs(a - exact_count(rows, t)) < error for t, a in enumerate(answers))


def test_one_point_needs_no_block() -> None:
    """Its only answer is the number of rows."""
    release = IntervalTree(Domain.of_size(1), Epsilon(TWO))
    assert list(law(release, (0, 0))) == [()]
    assert release.answer((), 0, 2) == 2


@pytest.mark.parametrize("build", [IntervalAnswers, IntervalCells, IntervalTree])
def test_a_domain_of_more_ranges_than_can_be_listed_is_refused(
    build: type[IntervalAnswers[Fraction] | IntervalCells[Fraction] | IntervalTree[Fraction]],
) -> None:
    """At once, and the largest domain is not."""
    assert build(Domain.of_size(MOST_POINTS), Epsilon(TWO)).domain.size == 2**16
    for size in (2 * MOST_POINTS, 2**32):
        with pytest.raises(ValueError, match=f"{size} points: at most 65536"):
            build(Domain.of_size(size), Epsilon(TWO))
