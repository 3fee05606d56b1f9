"""The deterministic paths, and the mechanisms that are built on them."""

from fractions import Fraction
from functools import partial
from itertools import combinations_with_replacement, islice

import pytest

from reference.data.bottom import Bottom
from reference.data.domain import Domain
from reference.mechanisms.interior_point.construct_paths import ConstructPaths, heaviest_ends
from reference.mechanisms.interior_point.heavy_paths import HeavyPaths, StoppedHeavyPaths
from reference.mechanisms.interior_point.interior_points import is_interior_point
from reference.mechanisms.interior_point.level_up import LevelToPoint, LevelUp
from reference.mechanisms.interior_point.named_databases import (
    balanced,
    caterpillar,
    diverging_paths,
    jumping_multiplicity,
    stray_path,
)
from reference.mechanisms.interior_point.one_random_path import OneRandomPath
from reference.mechanisms.interior_point.path_embedding import PathEmbedding, embedded
from reference.mechanisms.interior_point.stopping_point import StoppingPoint
from reference.mechanisms.interior_point.weighted_tree import Node, WeightedTree, trimmed
from reference.mechanisms.stream.above_threshold import AboveThreshold
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import SeededBits, run
from reference.probability.dist import Dist
from reference.probability.law import law

EIGHT = Domain.of_size(8)
EPS = Epsilon(Fraction(2), parts=4)
BOTTOM = Bottom.BOTTOM
NONE: Dist[int | Bottom, Fraction] = Dist.point(BOTTOM)


def test_sizes_depend_on_sizes_only() -> None:
    """|S_d| = n - 3t(d - 1), and the number of outputs is the same for all databases of a size."""
    paths = ConstructPaths(Domain.of_size(256), trim=1, halt=0)
    for rows in islice(combinations_with_replacement(range(256), 10), 0, 10**6, 10**5):
        outputs = paths(rows)
        assert [len(output.database) for output in outputs] == [10, 7, 4]
        assert [output.domain.size for output in outputs] == [256, 16, 8]


def test_it_halts() -> None:
    """Few rows or few points give no output, with `emit_last` one without a path."""
    assert ConstructPaths(EIGHT, trim=1, halt=3)((1, 2, 3)) == ()
    assert ConstructPaths(Domain.of_size(4), trim=1, halt=0)((1, 2, 3)) == ()
    (last,) = ConstructPaths(EIGHT, trim=1, halt=3, emit_last=True)((3, 1, 2))
    assert (last.database, last.last) == ((1, 2, 3), None)


def test_the_path_is_among_the_heaviest() -> None:
    """Ties go to the left; every heaviest path is reported for its own sake."""
    for rows in combinations_with_replacement(range(8), 5):
        (output,) = ConstructPaths(EIGHT, trim=1, halt=2)(rows)
        tree = WeightedTree.of(3, trimmed(rows, 1))
        ends = heaviest_ends(tree, 1)
        assert output.last in ends
        for end in ends:
            for level in range(end.level):
                node = end.ancestor(level + 1)
                assert tree.weight(end.ancestor(level)) > 1
                assert tree.weight(node) >= tree.weight(node.sibling)
    assert heaviest_ends(WeightedTree.of(1, (0, 1)), 1) == (Node(1, 0), Node(1, 1))


def test_heaviest_paths_may_part_and_embed_alike() -> None:
    """The pair of Lemma 4.3: the last nodes differ, the embeddings do not."""
    first, second = diverging_paths()
    paths = ConstructPaths(Domain.of_size(2**43), trim=4, halt=40, emit_last=True)
    left, right = paths(first), paths(second)
    assert (left[0].last, right[0].last) == (Node(41, 2**40), Node(41, 2**40 + 1))
    assert left[1].database == right[1].database == tuple(range(41))
    assert sorted(set(second) - set(first)) == [2**42 + 6]
    assert sorted(set(first) - set(second)) == [2**42]


def test_largest_multiplicities_may_jump() -> None:
    """One row changes and f_3 changes by 2."""
    first, second = jumping_multiplicity()
    paths = ConstructPaths(Domain.of_size(256), trim=1, halt=0)
    assert paths.largest_multiplicities(first)[:3] == (2, 3, 2)
    assert paths.largest_multiplicities(second)[:3] == (1, 3, 4)


def test_named_databases() -> None:
    """Sizes and shapes."""
    assert balanced(2, copies=2) == (0, 0, 1, 1, 2, 2, 3, 3)
    assert caterpillar(5, 3) == (0, 0, 4, 8, 16)
    assert stray_path(5, 1) == ((0, 0), 16)
    with pytest.raises(ValueError, match="3 rows"):
        caterpillar(3, 3)


def test_stopping_point_is_above_threshold_on_multiplicities() -> None:
    """Positions count from 1, and bottom is no stopping point."""
    stop = StoppingPoint(EIGHT, 1, 1, 2, EPS)
    for rows in islice(combinations_with_replacement(range(8), 5), 0, None, 13):
        answers = stop.paths().largest_multiplicities(rows)
        expected = law(AboveThreshold(1, EPS), answers)
        found = law(stop, rows)
        assert found == expected.map(lambda y: y if isinstance(y, Bottom) else y + 1)
    assert law(StoppingPoint(EIGHT, 1, 1, 9, EPS, emit_last=False), (0,)).support == {BOTTOM}


def test_level_up_starts_from_its_own_database() -> None:
    """LevelUp at d = 1 climbs in the first tree, at d = 2 in the second; beyond, bottom."""
    domain = Domain.of_size(256)
    rows = tuple(range(0, 200, 20))
    outputs = ConstructPaths(domain, 1, 0)(rows)
    for index in (1, 2):
        output = outputs[index - 1]
        found = law(LevelUp(domain, 1, 0, index, 1, 2, EPS), rows)
        assert found == law(LevelToPoint(output.domain, 1, 1, 2, EPS), output.database)
    assert law(LevelUp(domain, 1, 0, 9, 1, 2, EPS), rows).support == {BOTTOM}


def test_a_level_too_many_is_the_last() -> None:
    """The extended domain of levels has more values than the tree has levels."""
    sixteen, rows = Domain.of_size(16), (0, 3, 3, 9)
    last = law(LevelToPoint(sixteen, 1, 1, 4, EPS), rows)
    assert law(LevelToPoint(sixteen, 1, 1, 7, EPS), rows) == last
    assert last.support == {3, BOTTOM}


def test_one_random_path_by_hand() -> None:
    """Embedding, then a frequent level, then a point of that level."""
    for rows in islice(combinations_with_replacement(range(8), 6), 0, None, 131):
        mechanism = OneRandomPath(EIGHT, 1, 2, 1, 1, 2, EPS)
        parts: list[tuple[Fraction, Dist[int | Bottom, Fraction]]] = []
        embeddings = law(PathEmbedding(EIGHT, 1, EPS), trimmed(rows, 1))
        for embedding in embeddings:
            mass = embeddings.probability(embedding)
            counts = {i: embedding.count(i) for i in set(embedding)}
            best = max(counts.values())
            chance = 1 - Fraction(1, 2**best)  # 1 - s^-(best - 1) / 2 with s = 2
            total = sum(2**c for c in counts.values())
            for i, count in counts.items():
                climb = law(LevelToPoint(EIGHT, 1, 2, i, EPS), rows)
                share = mass * chance * Fraction(2**count, total)
                parts.append((share, climb))
        found = law(mechanism, rows)
        for y in range(8):
            by_hand = sum((w * c.probability(y) for w, c in parts), Fraction(0))
            assert found.probability(y) == by_hand


def test_heavy_paths_is_a_mixture() -> None:
    """Over the law of the stopping point, of the laws with the stopping point fixed."""
    mechanism = HeavyPaths(EIGHT, 1, 2, 2, 1, 2, EPS)

    def stopped(rows: tuple[int, ...], d: int | Bottom) -> Dist[int | Bottom, Fraction]:
        return NONE if isinstance(d, Bottom) else law(mechanism.stopped(d), rows)

    for rows in islice(combinations_with_replacement(range(8), 5), 0, None, 17):
        stops = law(mechanism.stopping_point(), rows)
        assert law(mechanism, rows) == stops.bind(partial(stopped, rows))


def test_worst_success_probability() -> None:
    """Least over all databases of 5 rows over 8 points, as computed by another program."""
    mechanism = HeavyPaths(EIGHT, 1, 2, 2, 1, 2, EPS)

    def success(rows: tuple[int, ...]) -> Fraction:
        return law(mechanism, rows).probability_that(lambda y: is_interior_point(rows, y))

    databases = list(mechanism.universe(5).databases())
    worst = min(databases, key=success)
    assert (worst, success(worst)) == ((0, 1, 2, 4, 5), Fraction(19100, 76923))


def test_base_case_and_first_stop() -> None:
    """Four points: the exponential mechanism; d = 1: a frequent row."""
    four = HeavyPaths(Domain.of_size(4), 1, 2, 2, 1, 2, EPS)
    assert law(four, (1, 1)).probability(1) == Fraction(16, 19)
    stopped = StoppedHeavyPaths(EIGHT, 1, 2, 1, 1, 2, EPS)
    assert law(stopped, (2, 2, 5)).probability(2) == Fraction(1, 2)  # 3/4 times 4 : 2


def test_stopped_paths_lift_level_by_level() -> None:
    """With d = 3, one random path in the second database, then one lift."""
    domain = Domain.of_size(256)
    rows = tuple(range(0, 240, 24))
    stopped = law(StoppedHeavyPaths(domain, 1, 0, 3, 1, 1, EPS), rows)
    first = law(OneRandomPath(domain, 1, 0, 2, 1, 1, EPS), rows)

    def lift(i: int | Bottom) -> Dist[int | Bottom, Fraction]:
        return NONE if isinstance(i, Bottom) else law(LevelUp(domain, 1, 0, 1, 1, i, EPS), rows)

    assert stopped == first.bind(lift)


def test_embedding_by_heaviest_path() -> None:
    """The second database is the embedding by the path of the first."""
    rows = (0, 0, 1, 3, 6, 7, 7)
    first, second = ConstructPaths(EIGHT, 1, 2, emit_last=True)(rows)
    assert first.last is not None
    tree = WeightedTree.of(3, trimmed(rows, 1))
    assert second.database == embedded(tree, first.last, 1)


def test_parameters_are_checked() -> None:
    """Indices count from 1."""
    with pytest.raises(ValueError, match="index 0"):
        OneRandomPath(EIGHT, 1, 2, 0, 1, 1, EPS)
    with pytest.raises(ValueError, match="index 0"):
        LevelUp(EIGHT, 1, 2, 0, 1, 1, EPS)
    with pytest.raises(ValueError, match="stop 0"):
        StoppedHeavyPaths(EIGHT, 1, 2, 0, 1, 1, EPS)
    with pytest.raises(ValueError, match="halt -1"):
        HeavyPaths(EIGHT, 1, 2, -1, 1, 1, EPS)


def test_a_large_database_over_a_huge_domain() -> None:
    """10^5 rows over 2^32 points: fast, and interior."""
    rows = tuple((i * i * 40503) % 2**32 for i in range(10**5))
    mechanism = HeavyPaths(Domain.of_size(2**32), 1000, 200, 5000, 300, 800, EPS)
    assert is_interior_point(rows, run(mechanism, rows, SeededBits(5)))
