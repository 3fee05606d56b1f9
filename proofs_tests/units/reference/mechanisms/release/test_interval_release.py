"""Releases of intervals: blocks of the tree, answers from counts, and losses."""

from fractions import Fraction
from itertools import product

import pytest

from reference.data.domain import Domain
from reference.mechanisms.release.interval_release import (
    MOST_POINTS,
    IntervalAnswers,
    IntervalCells,
    IntervalTree,
    exact_count,
    suffix_blocks,
    tree_blocks,
    tree_error,
)
from reference.privacy.divergence import max_divergence
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import SeededBits, run
from reference.probability.law import law

TWO = Fraction(2)


@pytest.mark.parametrize("size", [2, 4, 8, 16])
def test_blocks_make_up_the_points_from_a_query_on(size: int) -> None:
    """Disjoint blocks of the tree, at most log2 D of them."""
    for t in range(1, size):
        blocks = suffix_blocks(t, size)
        assert sorted(x for block in blocks for x in block) == list(range(t, size))
        assert set(blocks) <= set(tree_blocks(size))
        assert len(blocks) <= size.bit_length() - 1
    assert len(tree_blocks(size)) == 2 * size - 2


@pytest.mark.parametrize("build", [IntervalCells, IntervalTree])
def test_answers_from_exact_counts(
    build: type[IntervalCells[Fraction] | IntervalTree[Fraction]],
) -> None:
    """Without noise the answers are right, for all databases of two rows."""
    release = build(Domain.of_size(4), Epsilon(TWO))
    for rows in product(range(4), repeat=2):
        counts = tuple(sum(x in block for x in rows) for block in release.ranges)
        answers = [release.answer(counts, t, 2) for t in range(4)]
        assert answers == [exact_count(rows, t) for t in range(4)]


@pytest.mark.parametrize(
    ("build", "loss"), [(IntervalAnswers, 3), (IntervalCells, 2), (IntervalTree, 4)]
)
def test_losses_are_attained(build: type[IntervalAnswers[Fraction]], loss: int) -> None:
    """So many counts change between two rows, and so much is promised."""
    release = build(Domain.of_size(4), Epsilon(TWO))
    laws = [law(release, (x,)) for x in range(4)]
    ratios = (max_divergence(p, q) for p in laws for q in laws)
    assert max(ratio for ratio in ratios if isinstance(ratio, Fraction)) == TWO**loss
    assert release.guarantee == Guarantee(TWO**loss, Fraction(0))


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


def test_parameters_are_checked() -> None:
    """Domains, reaches, blocks and targets out of range are refused."""
    eps = Epsilon(TWO, 2)
    with pytest.raises(ValueError, match="a power of two"):
        IntervalTree(Domain.of_size(3), eps)
    with pytest.raises(ValueError, match="reach -1"):
        IntervalCells(Domain.of_size(2), eps, -1)
    with pytest.raises(ValueError, match="domain"):
        IntervalAnswers(Domain((1, 2)), eps)
    with pytest.raises(ValueError, match="some of the tree"):
        IntervalTree(Domain.of_size(2), eps, 0, (range(2),))
    for build in (IntervalCells, IntervalTree):
        for query in (-1, 4):
            with pytest.raises(ValueError, match=f"query {query}: from 0 to 3"):
                build(Domain.of_size(4), Epsilon(Fraction(2))).answer((0,) * 6, query, 1)
    with pytest.raises(ValueError, match="levels 0"):
        tree_error(0, TWO, Fraction(1, 2))


@pytest.mark.parametrize("build", [IntervalAnswers, IntervalCells, IntervalTree])
def test_a_domain_of_more_ranges_than_can_be_listed_is_refused(
    build: type[IntervalAnswers[Fraction] | IntervalCells[Fraction] | IntervalTree[Fraction]],
) -> None:
    """At once, and the largest domain is not."""
    assert build(Domain.of_size(MOST_POINTS), Epsilon(TWO)).domain.size == 2**16
    for size in (2 * MOST_POINTS, 2**32):
        with pytest.raises(ValueError, match=f"{size} points: at most 65536"):
            build(Domain.of_size(size), Epsilon(TWO))
