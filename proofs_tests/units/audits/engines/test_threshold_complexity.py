"""Release of all thresholds: the optimum, and the mechanisms at equal measured privacy."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import accumulate, combinations_with_replacement, pairwise, product

import pytest

from audits.engines.optimum import solve, worst_case
from audits.engines.optimum.problems.counts import threshold_release
from audits.engines.sample_complexity.releases import (
    AtPoints,
    Blocks,
    BlockSums,
    all_before,
    one_point,
    powers_below,
    thresholds,
)
from audits.engines.sample_complexity.table import Limits, least_rows, tabulated
from audits.engines.sample_complexity.tuning import Setting, Target, measure
from audits.inputs.problems import build
from proofs_tests.nightly import at_night
from reference.data.adjacency import replace_one
from reference.data.domain import Domain
from reference.mechanisms.interior_point.exponential_interior_point import ExponentialInteriorPoint
from reference.mechanisms.release.threshold_release import NoisyCuts, ThresholdRelease
from reference.mechanisms.release.tree_counter import TreeCounter
from reference.mechanisms.stream.binary_tree import block_length
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law

Rows = tuple[int, ...]

QUARTER = Fraction(1, 4)
PURE = Target(Fraction(4), Fraction(0))
APPROXIMATE = Target(Fraction(4), Fraction(1, 10))
COUNTERS = replace(thresholds(), contenders=thresholds().contenders[:3])
"""Without the release by noisy blocks, whose laws take their time."""


@pytest.mark.parametrize("delta", [Fraction(0), *at_night(Fraction(1, 10))])
@pytest.mark.parametrize("rows", [2, *at_night(3)])
def test_answers_off_the_grid_gain_nothing(rows: int, delta: Fraction) -> None:
    """With all multiples of 1/2, in any order and beyond 0 and n, the optimum is the same."""
    domain = 3
    universe = replace_one(range(domain), rows)
    halves = [Fraction(k, 2) for k in range(-1, 2 * rows + 2)]
    free = worst_case(
        "any answers",
        universe,
        product(halves, repeat=domain - 1),
        lambda d, y: all(
            abs(Fraction(sum(row <= t for row in d), rows) - a / rows) <= QUARTER
            for t, a in enumerate(y)
        ),
    )
    problem = threshold_release(domain, rows, QUARTER)
    assert len(problem.outcomes) < len(free.outcomes)
    assert solve(problem, Fraction(3), delta).value == solve(free, Fraction(3), delta).value


@pytest.mark.parametrize(("rows", "within"), [(3, 0), (4, 1), (5, 1)])
def test_on_two_points_it_is_a_counting_query(rows: int, within: int) -> None:
    """One threshold, whose count is an integer."""
    count = build("counting-query", {"rows": str(rows), "within": str(within)})
    release = threshold_release(2, rows, Fraction(within, rows))
    assert solve(release, Fraction(4)).value == solve(count, Fraction(4)).value


@pytest.mark.parametrize("domain", [1, 2, 3, 5])
def test_one_row_is_randomised_response(domain: int) -> None:
    """Its counts say which row it is: the best succeeds with (x + (N-1) delta)/(x + N-1)."""
    found = solve(threshold_release(domain, 1, QUARTER), Fraction(4), Fraction(1, 10))
    assert found.value == (4 + (domain - 1) * Fraction(1, 10)) / (4 + domain - 1)


def clamped(count: int, rows: int, ratio: Fraction) -> dict[int, Fraction]:
    """A count plus two-sided geometric noise, moved to 0..rows, by its definition."""
    middle = (1 - ratio) / (1 + ratio)
    law = {v: middle * ratio ** abs(v - count) for v in range(1, rows)}
    law[0] = ratio**count / (1 + ratio)
    law[rows] = ratio ** (rows - count) / (1 + ratio)
    return law


KINDS: dict[str, tuple[Blocks, list[Rows], list[Rows]]] = {
    "queries": (all_before, [(0,), (0, 1), (0, 1, 2)], [(0,), (1,), (2,)]),
    "histogram": (one_point, [(0,), (1,), (2,)], [(0,), (0, 1), (0, 1, 2)]),
    "tree": (block_length, [(0,), (0, 1), (2,)], [(0,), (1,), (1, 2)]),
}
"""The points of each block, and the blocks before each of three points, written out."""


def slow_law(
    kind: str, d: Rows, accuracy: Fraction, ratio: Fraction
) -> dict[tuple[Fraction, ...], Fraction]:
    """The law of the answers by a sum over all noise, for 4 points."""
    n = len(d)
    _, blocks, before = KINDS[kind]
    laws = [clamped(sum(x in points for x in d), n, ratio) for points in blocks]
    half = Fraction(int(2 * accuracy * n) % 2, 2)
    low = Fraction(int(2 * accuracy * n), 2)
    found: dict[tuple[Fraction, ...], Fraction] = {}
    for noisy in product(range(n + 1), repeat=3):
        chance = laws[0][noisy[0]] * laws[1][noisy[1]] * laws[2][noisy[2]]
        for shift in (half, -half):
            answers, largest = [], Fraction(0)
            for some in before:
                count = sum(noisy[i] for i in some) + shift
                largest = max(largest, min(max(count, low), n - low))
                answers.append(largest)
            key = tuple(answers)
            found[key] = found.get(key, Fraction(0)) + chance / 2
    return found


def is_good(accuracy: Fraction, d: Rows, y: Sequence[Fraction | int]) -> bool:
    """Whether each count up to a point is near its answer."""
    return all(abs(sum(v <= t for v in d) - Fraction(y[t])) <= accuracy * len(d) for t in range(3))


def pairs(rows: int) -> Iterator[tuple[Rows, Rows]]:
    """All ordered pairs of databases of 4 points that differ in one row."""
    for rest in combinations_with_replacement(range(4), rows - 1):
        for a, b in product(range(4), repeat=2):
            if a != b:
                yield tuple(sorted((*rest, a))), tuple(sorted((*rest, b)))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("rows", "accuracy"), [(2, QUARTER), (3, Fraction(1, 3)), (3, QUARTER)])
def test_a_measurement_is_what_sums_over_all_noise_find(
    kind: str, rows: int, accuracy: Fraction
) -> None:
    """Tight delta and failure of each mechanism on 4 points, by independent slow loops."""
    root, x = Fraction(7, 4), Fraction(4)
    release = BlockSums(4, KINDS[kind][0], accuracy, Epsilon(root))
    problem = thresholds(accuracy).problem(4, rows)
    found, _, _ = measure(problem, Setting((("root", root),), release), PURE)
    laws = {
        d: slow_law(kind, d, accuracy, 1 / root)
        for d in combinations_with_replacement(range(4), rows)
    }
    failure = max(
        1 - sum(chance for y, chance in law.items() if is_good(accuracy, d, y))
        for d, law in laws.items()
    )
    delta = max(
        sum(max(Fraction(0), p - x * laws[e].get(y, Fraction(0))) for y, p in laws[d].items())
        for d, e in pairs(rows)
    )
    assert (found.tight_delta, found.failure) == (delta, failure)


@pytest.mark.parametrize("rows", [1, 2])
def test_the_tree_counter_is_that_of_the_reference(rows: int) -> None:
    """On 6 points its answers have the law of those made of the counts of `TreeCounter`."""
    eps, size = Epsilon(Fraction(3, 2)), 6
    counter = TreeCounter(Domain.of_size(size), eps)
    release = BlockSums(size, block_length, Fraction(0), eps)
    for d in list(combinations_with_replacement(range(size), rows))[::4]:
        found: dict[tuple[Fraction, ...], Fraction] = {}
        counts = law(counter, d)
        for y in counts:
            places = accumulate((min(max(c, 0), rows) for c in y[:-1]), max)
            answers = tuple(map(Fraction, places))
            found[answers] = found.get(answers, Fraction(0)) + counts.probability(y)
        released = law(release, d)
        assert {y: released.probability(y) for y in released} == found


@pytest.mark.parametrize("accuracy", [QUARTER, Fraction(1, 3)])
def test_consistent_answers_are_no_less_accurate_than_counts(accuracy: Fraction) -> None:
    """On every database of 4 points, for a grid of integers and for one that is not."""
    eps, rows = Epsilon(Fraction(3, 2)), 3
    counter = TreeCounter(Domain.of_size(4), eps)
    release, good = BlockSums(4, block_length, accuracy, eps), partial(is_good, accuracy)
    for d in combinations_with_replacement(range(4), rows):
        counts, answers = law(counter, d), law(release, d)
        before = sum(counts.probability(y) for y in counts if good(d, y))
        assert before <= sum(answers.probability(y) for y in answers if good(d, y))


def test_release_by_noisy_blocks_of_one_row() -> None:
    """On 2 points, two blocks of length 1 and noise of ratio c: the branches, written out.

    The row is in the first block if its noise is >= 0, or in the second if that of it is, or in
    none.  A block with the row x names x with s/(s + 1), without it with 1/2.  If 0 alone is
    named all rows are counted, which is right for x = 0; otherwise one noisy count of ratio g is
    asked, which is wrong with g/(1 + g).
    """
    c, s, g = Fraction(1, 3), Fraction(2), Fraction(2, 5)
    solver = ExponentialInteriorPoint(Domain.of_size(2), Epsilon(s, parts=2))
    cuts = NoisyCuts(1, Epsilon(1 / c))
    inner = ThresholdRelease(solver, Domain.of_size(2), 2, cuts, Epsilon(1 / g))
    in_none = (c / (1 + c)) ** 2
    wrong = g / (1 + g)
    for x, named in ((0, s / (s + 1)), (1, 1 / (s + 1))):
        only_zero = (1 - in_none) * named / 2 + in_none / 4
        failure = (1 - only_zero) * wrong + (only_zero if x else 0)
        released = law(AtPoints(inner, QUARTER), (x,))
        assert released.probability((Fraction(x),)) == failure


@pytest.mark.parametrize("rows", [1, *at_night(2)])
@pytest.mark.parametrize(("target", "accuracy"), [(PURE, QUARTER), (APPROXIMATE, Fraction(1, 3))])
def test_no_mechanism_is_better_than_the_optimum(
    target: Target, accuracy: Fraction, rows: int
) -> None:
    """In every cell, and each mechanism meets the target."""
    optimum, *others = tabulated(thresholds(accuracy), [3], [rows], target, Limits())
    assert (optimum.name, len(others)) == ("optimum", 4)
    for cell in others:
        assert cell.tuned is not None
        assert cell.tuned.tight_delta <= target.delta
        assert optimum.failure is not None
        assert cell.failure is not None
        assert optimum.failure <= cell.failure


def test_the_optimum_is_monotone() -> None:
    """Larger eps, delta, alpha help; more points, or more rows for one error, do not."""

    def best(
        domain: int = 3, rows: int = 3, error: int = 1, x: int = 4, delta: int = 0
    ) -> Fraction:
        problem = threshold_release(domain, rows, Fraction(error, rows))
        value = solve(problem, Fraction(x), Fraction(delta, 20)).value
        assert value is not None
        return value

    for better in (
        [best(x=x) for x in (1, 2, 4, 8)],
        [best(delta=delta) for delta in (0, 1, 2)],
        [best(error=error) for error in (0, 1, 2)],
        [best(domain=domain) for domain in (4, 3, 2, 1)],
        [best(rows=rows) for rows in (4, 3, 2)],
    ):
        assert all(a < b for a, b in pairwise(better))


def test_mechanisms_gain_by_a_larger_loss() -> None:
    """Tuned for e^eps = 2 and 8 on 3 points with 2 rows, each fails less and less."""
    tables = [
        [c.failure for c in tabulated(COUNTERS, [3], [2], Target(Fraction(x), QUARTER), Limits())]
        for x in (2, 8)
    ]
    for failures in zip(*tables, strict=True):
        first, second = (failure or 0 for failure in failures)
        assert first > second > 0


@pytest.mark.parametrize(("rows", "failure"), [(1, "1/5"), (2, "1/8"), (4, "1/20"), (6, "1/32")])
def test_on_two_points_the_counters_are_the_best(rows: int, failure: str) -> None:
    """Noise on one count is: 1/(1+x) to be off at one end, 1/x of it to be off by one more."""
    cells = list(tabulated(COUNTERS, [2], [rows], PURE, Limits()))
    assert [cell.failure for cell in cells[:4]] == [Fraction(failure)] * 4


def test_roots_for_blocks_are_the_largest_of_their_grid() -> None:
    """Powers at most e^eps, and the next root's above."""
    for x in (Fraction(2), Fraction(4), Fraction(10, 3)):
        for k, root in enumerate(powers_below(x), start=1):
            assert root**k <= x < (root + Fraction(1, 1024)) ** k


def test_least_rows_say_which_were_tried() -> None:
    """On 3 points at e^eps = 4 noise on every query needs 4 rows, of 1, 2 and 4."""
    task = COUNTERS
    cells = list(tabulated(task, [3], [1, 2, 4], PURE, Limits()))
    optimum, queries, *_ = least_rows(task, cells, PURE, Fraction(1, 3))
    assert (optimum.rows, optimum.note) == (1, "")
    assert (queries.rows, queries.note) == (4, "(of n = 1, 2, 4)")
    assert [line.rpartition(", ")[2] for line in queries.evidence] == ["certified"] * 3
