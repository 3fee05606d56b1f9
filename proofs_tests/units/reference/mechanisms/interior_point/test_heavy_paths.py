"""Paths that halt, databases by name, and a run over a huge domain."""

from fractions import Fraction

import pytest

from reference.data.bottom import Bottom
from reference.data.domain import Domain
from reference.mechanisms.interior_point.construct_paths import ConstructPaths
from reference.mechanisms.interior_point.heavy_paths import HeavyPaths
from reference.mechanisms.interior_point.interior_points import is_interior_point
from reference.mechanisms.interior_point.level_up import LevelToPoint, LevelUp
from reference.mechanisms.interior_point.named_databases import balanced, caterpillar, stray_path
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import SeededBits, run
from reference.probability.law import law

EIGHT = Domain.of_size(8)
EPS = Epsilon(Fraction(2), parts=4)
BOTTOM = Bottom.BOTTOM


def test_it_halts() -> None:
    """Few rows or few points give no output, with `emit_last` one without a path."""
    assert ConstructPaths(EIGHT, trim=1, halt=3)((1, 2, 3)) == ()
    assert ConstructPaths(Domain.of_size(4), trim=1, halt=0)((1, 2, 3)) == ()
    (last,) = ConstructPaths(EIGHT, trim=1, halt=3, emit_last=True)((3, 1, 2))
    assert (last.database, last.last) == ((1, 2, 3), None)


def test_named_databases() -> None:
    """Sizes and shapes."""
    assert balanced(2, copies=2) == (0, 0, 1, 1, 2, 2, 3, 3)
    assert caterpillar(5, 3) == (0, 0, 4, 8, 16)
    assert stray_path(5, 1) == ((0, 0), 16)
    with pytest.raises(ValueError, match="3 rows"):
        caterpillar(3, 3)


def test_a_level_too_many_is_the_last() -> None:
    """The extended domain of levels has more values than the tree has levels."""
    sixteen, rows = Domain.of_size(16), (0, 3, 3, 9)
    last = law(LevelToPoint(sixteen, 1, 1, 4, EPS), rows)
    assert law(LevelToPoint(sixteen, 1, 1, 7, EPS), rows) == last
    assert last.support == {3, BOTTOM}


def test_a_database_too_many_has_no_levels() -> None:
    """LevelUp beyond the last database gives bottom."""
    beyond = LevelUp(Domain.of_size(256), 1, 0, 9, 1, 2, EPS)
    assert law(beyond, tuple(range(0, 200, 20))).support == {BOTTOM}


def test_worst_success_probability() -> None:
    """Least over all databases of 5 rows over 8 points, as computed by another program."""
    mechanism = HeavyPaths(EIGHT, 1, 2, 2, 1, 2, EPS)

    def success(rows: tuple[int, ...]) -> Fraction:
        return law(mechanism, rows).probability_that(lambda y: is_interior_point(rows, y))

    databases = list(mechanism.universe(5).databases())
    worst = min(databases, key=success)
    assert (worst, success(worst)) == ((0, 1, 2, 4, 5), Fraction(19100, 76923))


def test_a_large_database_over_a_huge_domain() -> None:
    """10^5 rows over 2^32 points: fast, and interior."""
    rows = tuple((i * i * 40503) % 2**32 for i in range(10**5))
    mechanism = HeavyPaths(Domain.of_size(2**32), 1000, 200, 5000, 300, 800, EPS)
    assert is_interior_point(rows, run(mechanism, rows, SeededBits(5)))
