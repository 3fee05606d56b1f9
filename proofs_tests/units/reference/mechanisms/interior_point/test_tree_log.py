"""TreeLog against a second implementation, without coins, trees or shared laws."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement, islice

import pytest

from reference.data.bottom import Bottom
from reference.data.domain import Domain
from reference.mechanisms.interior_point.interior_points import is_interior_point
from reference.mechanisms.interior_point.tree_log import TreeLog
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import SeededBits, run
from reference.probability.law import law, laws

BOTTOM = Bottom.BOTTOM
Table = dict["int | Bottom", Fraction]


def quality(rows: tuple[int, ...], y: int) -> int:
    """How deep a point lies inside the rows."""
    return min(len([x for x in rows if x <= y]), len([x for x in rows if x >= y]))


def proportional(scores: dict[int, int], base: Fraction) -> dict[int, Fraction]:
    """Probabilities proportional to base^score."""
    total = sum((base**s for s in scores.values()), Fraction(0))
    return {y: base**s / total for y, s in scores.items()}


def dense(rows: tuple[int, ...], depth: int, trim: int, theta: int, s: Fraction) -> Table:
    """The law of TreeLog over 2^depth points, with every weight and every case written down."""
    points = range(2**depth)
    if depth <= 2:
        base = proportional({y: quality(rows, y) for y in points}, s**2)
        return {y: base[y] for y in points}
    rest = sorted(rows)[trim : max(trim, len(rows) - trim)]
    w = {
        (level, j): len([x for x in rest if x // 2 ** (depth - level) == j])
        for level in range(depth + 1)
        for j in range(2**level)
    }
    levels: Table = {}
    stack: list[tuple[tuple[int, int], list[int], Fraction]] = [((0, 0), [], Fraction(1))]
    while stack:
        node, fallen, mass = stack.pop()
        level, j = node
        target = max(0, len(rest) - trim)
        if level == depth or w[node] <= trim:
            full = (fallen + [level] * target)[:target]
            inner = dense(tuple(full), (depth).bit_length(), trim, theta, s)
            for found, p in inner.items():
                key = found if isinstance(found, Bottom) else min(found, depth)
                levels[key] = levels.get(key, Fraction(0)) + mass * p
            continue
        pair = [(level + 1, 2 * j), (level + 1, 2 * j + 1)]
        odds = {c: s ** (4 * w[c]) for c in pair if w[c]}
        for c, odd in odds.items():
            other = pair[1 - pair.index(c)]
            stack.append((c, fallen + [level] * w[other], mass * odd / sum(odds.values())))
    law: Table = {BOTTOM: levels.pop(BOTTOM, Fraction(0))}
    for chosen, mass in levels.items():
        assert isinstance(chosen, int)
        nodes = {j: w[chosen, j] for j in range(2**chosen) if w[chosen, j]}
        gap = max(nodes.values(), default=0) - theta
        enough = 1 - s**-gap / 2 if gap >= 0 else s**gap / 2
        if not nodes:
            enough = Fraction(0)
        law[BOTTOM] += mass * (1 - enough)
        for j, p in proportional(nodes, s).items() if nodes else ():
            width = 2 ** (depth - chosen)
            low = j * width
            inside = {low, low + width - 1}
            if width > 1:
                inside |= {low + width // 2 - 1, low + width // 2}
            for y, q in proportional({y: quality(rows, y) for y in inside}, s**2).items():
                law[y] = law.get(y, Fraction(0)) + mass * enough * p * q
    return {y: p for y, p in law.items() if p}


@pytest.mark.parametrize(
    ("size", "n", "trim", "theta", "root", "step"),
    [
        (8, 4, 1, 2, Fraction(2), 1),
        (8, 5, 1, 1, Fraction(3, 2), 3),
        (8, 6, 2, 2, Fraction(2), 7),
        (8, 3, 0, 1, Fraction(2), 1),
        (16, 5, 1, 2, Fraction(2), 97),
        (16, 6, 0, 1, Fraction(3, 2), 997),
    ],
)
def test_law_is_that_of_the_dense_version(
    size: int, n: int, trim: int, theta: int, root: Fraction, step: int
) -> None:
    """The tree that is never written down gives the law of the one that is."""
    mechanism = TreeLog(Domain.of_size(size), trim, theta, Epsilon(root, parts=4))
    depth = size.bit_length() - 1
    for rows in islice(combinations_with_replacement(range(size), n), 0, None, step):
        dist = law(mechanism, rows)
        assert {y: dist.probability(y) for y in dist} == dense(rows, depth, trim, theta, root)


def test_a_law_by_hand() -> None:
    """Three rows at either end of 8 points, t = 1, threshold 2, e^(eps/4) = 2."""
    dist = law(TreeLog(Domain.of_size(8), 1, 2, Epsilon(Fraction(2), 4)), (0, 0, 0, 7, 7, 7))
    found = [dist.probability(y) for y in range(8)]
    half = [Fraction(3, 16), Fraction(3, 112), Fraction(1, 112), Fraction(15, 112)]
    assert found == half + half[::-1]
    assert dist.probability(BOTTOM) == Fraction(2, 7)


def test_all_epsilon_law_at_one_epsilon() -> None:
    """Functions of r, evaluated, are the numbers; also when laws are shared."""
    symbolic = TreeLog(Domain.of_size(8), 1, 2, Epsilon.indeterminate(4))
    numeric = TreeLog(Domain.of_size(8), 1, 2, Epsilon(Fraction(3, 2), 4))
    databases = list(symbolic.universe(4).databases())[::11]
    for functions, rows in zip(laws(symbolic, databases), databases, strict=True):
        assert functions.at(Fraction(3, 2)) == law(numeric, rows)


@pytest.mark.parametrize(("trim", "n"), [(1, 0), (1, 1), (1, 2), (2, 4)])
def test_small_databases_give_bottom(trim: int, n: int) -> None:
    """At most 2t rows are trimmed away."""
    mechanism = TreeLog(Domain.of_size(8), trim, 1, Epsilon(Fraction(2), 4))
    for rows in mechanism.universe(n).databases():
        assert law(mechanism, rows).probability(BOTTOM) == 1


def test_other_domains_are_extended() -> None:
    """Seven points are the first of eight; the eighth may be the answer, and is not interior."""
    eps = Epsilon(Fraction(2), 4)
    rows = (0, 1, 1, 6, 6)
    seven = law(TreeLog(Domain.of_size(7), 1, 2, eps), rows)
    assert seven == law(TreeLog(Domain.of_size(8), 1, 2, eps), rows)
    assert law(TreeLog(Domain.of_size(3), 1, 2, eps), (0,)).probability(3) > 0


@pytest.mark.parametrize(
    ("size", "calls"), [(2, 1), (4, 1), (8, 2), (16, 3), (2**7, 3), (2**8, 4), (2**32, 4)]
)
def test_number_of_calls(size: int, calls: int) -> None:
    """One for each domain of the recursion."""
    assert TreeLog(Domain.of_size(size), 1, 1, Epsilon(Fraction(2), 4)).calls == calls


def test_parameters_are_checked() -> None:
    """A base case that is never reached, among others."""
    eps = Epsilon(Fraction(2), 4)
    with pytest.raises(ValueError, match="base 3"):
        TreeLog(Domain.of_size(8), 1, 1, eps, base=3)
    with pytest.raises(ValueError, match="trim -1"):
        TreeLog(Domain.of_size(8), -1, 1, eps)
    with pytest.raises(ValueError, match="domain of a tree"):
        TreeLog(Domain((0, 2, 4)), 1, 1, eps)


@pytest.mark.statistical
def test_samples_have_the_law() -> None:
    """4000 seeded samples; by Hoeffding, a right sampler fails with probability below 10^-4."""
    mechanism = TreeLog(Domain.of_size(8), 1, 2, Epsilon(Fraction(2), 4))
    rows = (0, 0, 0, 7, 7, 7)
    dist, source = law(mechanism, rows), SeededBits(20)
    drawn = [run(mechanism, rows, source) for _ in range(4000)]
    for y in dist:
        gap = Fraction(drawn.count(y), 4000) - dist.probability(y)
        assert abs(gap) < Fraction(4, 100)  # 9 outcomes, 2 exp(-2 4000 0.04^2) each


@pytest.mark.parametrize("root", [Fraction(5, 4), Fraction(4099, 4096)])
def test_a_large_database_over_a_huge_domain(root: Fraction) -> None:
    """10^5 rows over 2^32 points, one more at each level of the tree than is trimmed."""
    rows = tuple(2 ** (31 - level) for level in range(31) for _ in range(60))
    rows += (0,) * (10**5 - len(rows))
    mechanism = TreeLog(Domain.of_size(2**32), 100, 50, Epsilon(root, 4))
    answer = run(mechanism, rows, SeededBits(3))
    assert is_interior_point(rows, answer)
