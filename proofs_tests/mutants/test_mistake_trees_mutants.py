"""Plausible mistakes about dimensions and representatives, each with the smallest class."""

from audits.claims.bcmnuw20.impostors.dimensions import (
    FirstConsistent,
    depth_with,
    log_of_the_number,
    representatives_by_number,
    representatives_of_neighbours,
    swapped,
    swapped_dyadic,
    with_repeated_columns,
)
from reference.data.concept import Values, intervals, is_consistent, points
from reference.data.dimensions import (
    dual_class,
    dual_vc_dimension,
    littlestone_dimension,
    mistake_tree,
    vc_dimension,
)
from reference.data.mistake_game import StandardOptimal, dyadic, forced, mistakes
from reference.data.named_classes import stumps
from reference.data.public_cover import public_cover, representative_domain, representatives


def test_keys_over_all_of_the_class() -> None:
    """The whole class keeps four points apart, its cover two."""
    thresholds = intervals(4)
    cover = public_cover(thresholds, (1, 1))
    assert len(representative_domain(cover, 4)) == len(dual_class(cover, 4)) == 2
    assert len(representative_domain(thresholds, 4)) == 4


def test_log2_of_the_number_is_not_vc() -> None:
    """Three points are the fewest that tell."""
    assert log_of_the_number(intervals(2), 2) == vc_dimension(intervals(2), 2) == 1
    assert log_of_the_number(intervals(3), 3) == 2
    assert vc_dimension(intervals(3), 3) == 1


def test_dual_may_exceed_two_to_the_vc() -> None:
    """Three stumps: 3 > 2^1."""
    assert vc_dimension(stumps(3), 8) == 1
    assert dual_vc_dimension(stumps(3), 8) == 3


def test_max_for_min_counts_a_path() -> None:
    """The longest path of a tree is not its complete depth."""
    assert depth_with(max)(points(3), 3) == 2
    assert littlestone_dimension(points(3), 3) == 1


def test_swapped_tree_ends_where_no_concept_is() -> None:
    """The answers 0, 1 lead to examples that no threshold labels."""
    concepts = intervals(3)
    tree = mistake_tree(concepts, 3)
    for right, drawn in ((True, tree), (False, swapped(tree))):
        examples = forced(drawn, lambda seen, _: int(not seen))
        assert any(is_consistent(c, examples) for c in concepts) is right


def test_swapped_leaf_lies_on_the_other_side() -> None:
    """After x <= t, 1/4 would lie below 1/2."""
    assert dyadic((0,)) < dyadic(()) <= dyadic((1,))
    assert swapped_dyadic((1,)) < swapped_dyadic(()) <= swapped_dyadic((0,))


def test_first_consistent_concept_errs_more_often() -> None:
    """Two mistakes where one can be forced."""
    concepts = points(3)
    examples = ((0, 0), (1, 0), (2, 1))
    assert mistakes(StandardOptimal(concepts, 3), examples) <= 1
    assert mistakes(FirstConsistent(concepts, 3), examples) == 2


def test_equal_columns_are_not_two_dual_concepts() -> None:
    """Two points that one concept does not tell apart."""
    concepts = (Values((0, 0, 1)),)
    assert len(with_repeated_columns(concepts, 3)) == 3
    assert len(dual_class(concepts, 3)) == 2


def test_equal_points_need_not_stand_together() -> None:
    """The first and the last point are equal."""
    concepts = (Values((0, 1, 0)), Values((0, 0, 0)))
    assert representatives(concepts, 3) == (0, 1, 0)
    assert representatives_of_neighbours(concepts, 3) == (0, 1, 2)


def test_as_many_ones_are_not_the_same_ones() -> None:
    """Each of two points is in one concept."""
    assert representatives(points(2), 2) == (0, 1)
    assert representatives_by_number(points(2), 2) == (0, 0)
