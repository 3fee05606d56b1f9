"""Interior points: runs over huge domains, few rows, halting paths, calibrations that suffice."""

from decimal import getcontext
from fractions import Fraction
from typing import Any

import pytest

from proofs_tests.nightly import NIGHTLY
from reference.data.bottom import Bottom
from reference.data.domain import Domain
from reference.mechanisms.interior_point.calibration import (
    calibrate_heavy_paths,
    calibrate_tree_log,
    rows_for,
    sizes,
)
from reference.mechanisms.interior_point.construct_paths import ConstructPaths
from reference.mechanisms.interior_point.double_pairing import consecutive_pairs, levels
from reference.mechanisms.interior_point.exponential_descent import ExponentialDescent
from reference.mechanisms.interior_point.heavy_paths import HeavyPaths
from reference.mechanisms.interior_point.interior_points import is_interior_point
from reference.mechanisms.interior_point.known_distribution import ConstantInteriorPoint
from reference.mechanisms.interior_point.level_up import LevelToPoint, LevelUp
from reference.mechanisms.interior_point.named_databases import balanced, caterpillar, stray_path
from reference.mechanisms.interior_point.prefix_calibration import calibrate_rec_prefix
from reference.mechanisms.interior_point.rec_prefix import (
    PrefixToPoint,
    RecPrefix,
    recursive_calls,
)
from reference.mechanisms.interior_point.tree_log import TreeLog
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import SeededBits, run
from reference.probability.law import law

getcontext().prec = 60
EIGHT, HUGE = Domain.of_size(8), Domain.of_size(2**32)
EPS, BOTTOM = Epsilon(Fraction(2), parts=4), Bottom.BOTTOM
MILLIONTH = Fraction(1, 10**6)
MANY = 10**4
SPREAD = tuple(i * 2**32 // MANY for i in range(MANY))
AT_EACH_LEVEL = tuple(2 ** (31 - level) for level in range(31) for _ in range(60))


@pytest.mark.parametrize(
    ("mechanism", "rows"),
    [
        (HeavyPaths(HUGE, 100, 20, 500, 30, 80, EPS), SPREAD),
        (RecPrefix(HUGE, 400, 100, Epsilon(Fraction(33, 32), 4)), SPREAD),
        (RecPrefix(HUGE, 400, 100, Epsilon(Fraction(33, 32), 4)), (5,) * MANY + SPREAD),
        (TreeLog(HUGE, 100, 50, Epsilon(Fraction(5, 4), 4)), (0,) * MANY + AT_EACH_LEVEL),
        (TreeLog(HUGE, 100, 50, Epsilon(Fraction(4099, 4096), 4)), (0,) * MANY + AT_EACH_LEVEL),
        (ExponentialDescent(Domain.of_size(2**64), EPS), tuple(range(10**18, 10**18 + 100))),
    ],
    ids=lambda given: type(given).__name__,
)
def test_a_large_database_over_a_huge_domain(mechanism: Any, rows: tuple[int, ...]) -> None:  # noqa: ANN401
    """What a run answers is interior; nothing is listed."""
    assert is_interior_point(rows, run(mechanism, rows, SeededBits(3)))


def test_as_many_rows_as_needed_succeed() -> None:
    """The plan's mechanism, on the rows that it asks for, over 2^32 points, and a seeded run."""
    target = (Fraction(4), MILLIONTH, Fraction(1, 10), HUGE)
    plan = calibrate_rec_prefix(*target, rows=calibrate_rec_prefix(*target, rows=0).rows_needed)
    assert plan.suffices
    rows = tuple(i * 2**32 // plan.rows for i in range(plan.rows))
    assert is_interior_point(rows, run(plan.mechanism, rows, SeededBits(0)))


@pytest.mark.parametrize("calibrate", [calibrate_tree_log, calibrate_heavy_paths])
def test_enough_rows(calibrate: Any) -> None:  # noqa: ANN401
    """The number of rows that is found suffices for its own parameters."""
    domain = Domain.of_size(2**16)
    plan = calibrate(
        *(Fraction(1), MILLIONTH, domain), rows_for(calibrate, Fraction(1), MILLIONTH, domain)
    )
    assert plan.suffices
    assert plan.mechanism.trim == plan.trim


def test_too_few_rows_give_bottom() -> None:
    """With the parameters of the proof, 10^5 rows are all trimmed away, and it says so."""
    plan = calibrate_tree_log(Fraction(1), MILLIONTH, HUGE, 10**5)
    assert not plan.suffices
    assert run(plan.mechanism, tuple(range(10**5)), SeededBits(1)) is BOTTOM


@pytest.mark.parametrize(("trim", "n"), [(1, 0), (1, 2), (2, 4)])
def test_small_databases_give_bottom(trim: int, n: int) -> None:
    """2t rows or fewer are trimmed away, or leave no pool; on few points a prefix is found."""
    for rows in TreeLog(EIGHT, trim, 1, EPS).universe(n).databases():
        assert law(TreeLog(EIGHT, trim, 1, EPS), rows).probability(BOTTOM) == 1
    rows = tuple(range(n))
    assert law(RecPrefix(Domain.of_size(64), trim, 1, EPS), rows).probability(BOTTOM) == 1
    few = law(RecPrefix(Domain.of_size(32), trim, 1, EPS), rows)
    assert few.probability(BOTTOM) == 0
    assert few == law(RecPrefix(Domain.of_size(32), 7, 9, EPS), rows)


def test_it_halts() -> None:
    """Few rows or few points give no path, with `emit_last` one without an end."""
    assert ConstructPaths(EIGHT, trim=1, halt=3)((1, 2, 3)) == ()
    assert ConstructPaths(Domain.of_size(4), trim=1, halt=0)((1, 2, 3)) == ()
    (last,) = ConstructPaths(EIGHT, trim=1, halt=3, emit_last=True)((3, 1, 2))
    assert (last.database, last.last) == ((1, 2, 3), None)
    assert levels((1,), depth=1, count=2) == ((1,), (), ())
    assert consecutive_pairs(0) == consecutive_pairs(1) == ()


def test_named_databases() -> None:
    """Sizes and shapes."""
    assert balanced(2, copies=2) == (0, 0, 1, 1, 2, 2, 3, 3)
    assert (caterpillar(5, 3), stray_path(5, 1)) == ((0, 0, 4, 8, 16), ((0, 0), 16))


def test_a_length_too_many_is_the_last() -> None:
    """The extended domain has more values than there are levels, lengths or databases."""
    sixteen, rows = Domain.of_size(16), (0, 3, 3, 9)
    last = law(LevelToPoint(sixteen, 1, 1, 4, EPS), rows)
    assert law(LevelToPoint(sixteen, 1, 1, 7, EPS), rows) == last
    assert last.support == {3, BOTTOM}
    every, digits = (law(PrefixToPoint(EIGHT, 1, 1, k, EPS), (2, 2, 5, 7)) for k in (3, 2))
    assert every == digits
    assert every.support == {2, BOTTOM}
    beyond = LevelUp(Domain.of_size(256), 1, 0, 9, 1, 2, EPS)
    assert law(beyond, tuple(range(0, 200, 20))).support == {BOTTOM}


def test_worst_success_probability() -> None:
    """As computed by another program; least over databases of 5 rows over 8 points."""
    mechanism = HeavyPaths(EIGHT, 1, 2, 2, 1, 2, EPS)

    def success(rows: tuple[int, ...]) -> Fraction:
        return law(mechanism, rows).probability_that(lambda y: is_interior_point(rows, y))

    worst = success((0, 1, 2, 4, 5))
    assert worst == Fraction(19100, 76923)
    step = 1 if NIGHTLY else 40
    assert worst <= min(map(success, [*mechanism.universe(5).databases()][::step]))


def test_other_domains_are_extended() -> None:
    """Seven points are the first of eight; the eighth may be the answer, and is not interior."""
    rows = (0, 1, 1, 6, 6)
    seven = law(TreeLog(Domain.of_size(7), 1, 2, EPS), rows)
    assert seven == law(TreeLog(EIGHT, 1, 2, EPS), rows)
    assert law(TreeLog(Domain.of_size(3), 1, 2, EPS), (0,)).probability(3) > 0


def test_number_of_calls() -> None:
    """One for each domain of the recursion; 2^32 points have 33 lengths, and 32 levels."""
    sizes_and_calls = {2: 1, 4: 1, 8: 2, 16: 3, 2**7: 3, 2**8: 4, 2**32: 4}
    assert {
        n: TreeLog(Domain.of_size(n), 1, 1, EPS).calls for n in sizes_and_calls
    } == sizes_and_calls
    assert all(sizes(Domain.of_size(n)) == calls for n, calls in sizes_and_calls.items())
    prefixes = {2: 1, 32: 1, 33: 2, 2**16: 2, 2**31: 2, 2**32: 3, 2**64: 3}
    assert {n: recursive_calls(Domain.of_size(n)) for n in prefixes} == prefixes
    assert {n: RecPrefix(Domain.of_size(n), 1, 1, EPS).calls for n in prefixes} == prefixes


def test_the_order_of_the_points_does_not_matter() -> None:
    """Those of a known distribution are listed from the right here."""
    third = Fraction(1, 3)
    found = law(ConstantInteriorPoint(((9, third), (4, third), (0, third))), (0, 9))
    assert found.support == {4}


def test_no_delta_is_above_1() -> None:
    """Of RecPrefix with a threshold that is always reached."""
    assert RecPrefix(Domain.of_size(64), 1, 0, EPS).guarantee.delta == 1
