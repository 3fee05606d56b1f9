"""Bad parameters of mechanisms for interior points are named."""

from __future__ import annotations

from fractions import Fraction

import pytest

from reference.data.domain import Domain
from reference.mechanisms.interior_point.calibration import calibrate_tree_log
from reference.mechanisms.interior_point.double_pairing import levels
from reference.mechanisms.interior_point.exponential_descent import ExponentialDescent
from reference.mechanisms.interior_point.heavy_paths import HeavyPaths, StoppedHeavyPaths
from reference.mechanisms.interior_point.known_distribution import least_covering
from reference.mechanisms.interior_point.level_up import LevelUp
from reference.mechanisms.interior_point.named_databases import caterpillar
from reference.mechanisms.interior_point.one_random_path import OneRandomPath
from reference.mechanisms.interior_point.path_embedding import PathEmbedding, RandomPath
from reference.mechanisms.interior_point.prefix_calibration import (
    calibrate_as_printed,
    calibrate_rec_prefix,
)
from reference.mechanisms.interior_point.random_pairs import CommonPrefix
from reference.mechanisms.interior_point.rec_prefix import PrefixToPoint, RecPrefix, check_majority
from reference.mechanisms.interior_point.simplified_tree_log import SimplifiedTreeLog
from reference.mechanisms.interior_point.tree_log import TreeLog
from reference.privacy.epsilon import Epsilon
from reference.probability.indices import uniform_index
from reference.probability.law import law

EPS, WHOLE = Epsilon(Fraction(2), 4), Epsilon(Fraction(2))
EIGHT, GAPS, ONE_POINT = Domain.of_size(8), Domain((0, 2, 4)), Domain.of_size(1)
NONE, TENTH, THIRD, ONE = Fraction(0), Fraction(1, 10), Fraction(1, 3), Fraction(1)
QUARTER = Fraction(1, 4)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda: TreeLog(EIGHT, 1, 1, EPS, base=3), "base 3"),
        (lambda: TreeLog(EIGHT, -1, 1, EPS), "trim -1"),
        (lambda: TreeLog(GAPS, 1, 1, EPS), "domain of a tree"),
        (lambda: SimplifiedTreeLog(EIGHT, 1, EPS, base=2), "base 2"),
        (lambda: RandomPath(GAPS, 0, WHOLE), "domain of a tree"),
        (lambda: PathEmbedding(EIGHT, -1, WHOLE), "trim -1"),
        (lambda: OneRandomPath(EIGHT, 1, 2, 0, 1, 1, EPS), "index 0"),
        (lambda: LevelUp(EIGHT, 1, 2, 0, 1, 1, EPS), "index 0"),
        (lambda: StoppedHeavyPaths(EIGHT, 1, 2, 0, 1, 1, EPS), "stop 0"),
        (lambda: HeavyPaths(EIGHT, 1, 2, -1, 1, 1, EPS), "halt -1"),
        (lambda: caterpillar(3, 3), "3 rows"),
        (lambda: calibrate_tree_log(NONE, TENTH, EIGHT, 100), "eps 0"),
        (lambda: calibrate_tree_log(ONE, NONE, EIGHT, 100), "delta 0"),
        (lambda: calibrate_tree_log(ONE, ONE, EIGHT, 100), "delta 1"),
        (lambda: calibrate_tree_log(ONE, TENTH, EIGHT, 3), "rows 3"),
        (lambda: RecPrefix(EIGHT, 1, 1, EPS, base=2), "base 2"),
        (lambda: RecPrefix(EIGHT, -1, 1, EPS), "trim -1"),
        (lambda: RecPrefix(EIGHT, 1, 1, EPS, majority=Fraction(5, 4)), "majority 5/4"),
        (lambda: RecPrefix(GAPS, 1, 1, EPS), "domain of a tree"),
        (lambda: check_majority(QUARTER, 3), "majority 1/4, trim 3"),
        (lambda: PrefixToPoint(EIGHT, 1, 1, -1, EPS), "length -1"),
        (lambda: CommonPrefix(-1), "depth -1"),
        (lambda: law(lambda _, coins: uniform_index(0, coins), ()), "bound 0"),
        (lambda: levels((4,), depth=2, count=1), "2 binary digits"),
        (lambda: levels((3,), depth=2, count=-1), "depth 2, count -1"),
        (lambda: ExponentialDescent(Domain((1, 2)), EPS), "size - 1"),
        (lambda: least_covering((), TENTH), "masses"),
        (lambda: least_covering(((0, THIRD),), TENTH), "masses"),
        (lambda: least_covering(((0, ONE * 2), (1, -ONE)), TENTH), "masses"),
        (lambda: least_covering(((0, ONE),), ONE * 2), "mass 2"),
        (lambda: calibrate_as_printed(ONE, TENTH, TENTH, ONE_POINT, 100), "one point"),
        (lambda: calibrate_as_printed(ONE * 17, TENTH, TENTH, EIGHT, 100), "eps 17"),
        (lambda: calibrate_rec_prefix(ONE, TENTH, TENTH, EIGHT, -5), "rows -5"),
        (lambda: calibrate_as_printed(ONE, TENTH, TENTH, EIGHT, -1), "rows -1"),
    ],
)
def test_refused(wrong: object, words: str) -> None:
    """In one clear line."""
    assert callable(wrong)
    with pytest.raises(ValueError, match=words):
        wrong()


@pytest.mark.parametrize("calibrate", [calibrate_rec_prefix, calibrate_as_printed])
@pytest.mark.parametrize(
    ("eps", "delta", "beta", "words"),
    [(NONE, TENTH, TENTH, "eps 0"), (ONE, ONE, TENTH, "delta 1"), (ONE, TENTH, NONE, "beta 0")],
)
def test_targets_are_refused(
    calibrate: object, eps: Fraction, delta: Fraction, beta: Fraction, words: str
) -> None:
    """By either derivation."""
    assert callable(calibrate)
    with pytest.raises(ValueError, match=words):
        calibrate(eps, delta, beta, EIGHT, 100)


def test_what_is_just_admissible() -> None:
    """A majority of a quarter of two; one point."""
    check_majority(QUARTER, 2)
    assert calibrate_rec_prefix(ONE, TENTH, TENTH, ONE_POINT, 100).suffices
