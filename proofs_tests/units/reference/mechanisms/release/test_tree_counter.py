"""The tree counter against the leaves and inner nodes of a binary tree, and against the stream."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, product

import pytest

from reference.data.domain import Domain
from reference.mechanisms.release.tree_counter import (
    TreeCounter,
    calibrate_tree_counter,
    error_bound,
    nodes_changed,
)
from reference.mechanisms.stream.binary_tree import BinaryTreeCounter, failure_probability
from reference.privacy.divergence import max_divergence
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import SeededBits, run
from reference.probability.law import law

TWO = Fraction(2)


def tree(first: int, size: int) -> Iterator[range]:
    """The nodes of the binary tree over so many points, as ranges."""
    yield range(first, first + size)
    if size > 1:
        yield from tree(first, size // 2)
        yield from tree(first + size // 2, size // 2)


def cover(before: int, size: int) -> list[range]:
    """The fewest nodes that make up the points before one."""
    nodes = sorted(tree(0, size), key=len, reverse=True)
    chosen: list[range] = []
    for node in nodes:
        if node.stop <= before and not any(set(node) & set(other) for other in chosen):
            chosen.append(node)
    return chosen


def brute_force(rows: tuple[int, ...], size: int, r: Fraction) -> dict[tuple[int, ...], Fraction]:
    """The law, over all values of all nodes, each shown from 0 to the number of rows."""
    g, n = 1 / r, len(rows)
    covers = [cover(t + 1, size) for t in range(size - 1)]
    used = sorted({node for chosen in covers for node in chosen}, key=str)
    table: dict[tuple[int, ...], Fraction] = {}
    for values in product(range(n + 1), repeat=len(used)):
        mass = Fraction(1)
        for node, value in zip(used, values, strict=True):
            true = sum(x in node for x in rows)
            away = g ** abs(value - true)
            mass *= away / (1 + g) if value in {0, n} else (1 - g) / (1 + g) * away
        noisy = dict(zip(used, values, strict=True))
        counts = (*(sum(noisy[node] for node in chosen) for chosen in covers), n)
        table[counts] = table.get(counts, Fraction(0)) + mass
    return table


@pytest.mark.parametrize(
    ("rows", "size"), [((0, 1), 2), ((1, 1), 2), ((0, 2), 4), ((3, 3), 4), ((1, 2), 4)]
)
def test_law_equals_that_of_the_tree(rows: tuple[int, ...], size: int) -> None:
    """The law of all prefix counts is that of the nodes of a binary tree over the points."""
    found = law(TreeCounter(Domain.of_size(size), Epsilon(TWO)), rows)
    assert {counts: found.probability(counts) for counts in found} == brute_force(rows, size, TWO)


@pytest.mark.parametrize("size", [2, 3, 4])
def test_distinct_rows_are_a_stream_of_bits(size: int) -> None:
    """Where no value is lumped, this counter and that of the stream of bits have one law."""
    eps = Epsilon.indeterminate()
    for rows in combinations(range(size), 2):
        bits = tuple(int(x in rows) for x in range(size - 1))
        mine = law(TreeCounter(Domain.of_size(size), eps, 1), rows)
        stream = law(BinaryTreeCounter(size - 1, eps, 2), bits)
        for nodes in product(range(2), repeat=size - 1):
            counts = [0]
            for t, node in enumerate(nodes, start=1):
                counts.append(counts[t & (t - 1)] + node)
            expected = stream.probability(tuple(counts[1:]))
            assert mine.probability((*counts[1:], 2)) == expected


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 8])
def test_loss_of_a_replaced_row(size: int) -> None:
    """For a power of two the number of changed nodes is attained; else it is a bound."""
    counter = TreeCounter(Domain.of_size(size), Epsilon(TWO))
    laws = [law(counter, (x,)) for x in range(size)]
    found = (max_divergence(p, q) for p in laws for q in laws)
    worst = max(ratio for ratio in found if isinstance(ratio, Fraction))
    assert worst <= counter.guarantee.exp_eps == TWO ** nodes_changed(size)
    assert size not in {1, 2, 4, 8} or worst == counter.guarantee.exp_eps


def test_some_queries_have_the_marginal_law() -> None:
    """The answers to two queries have the law that they have among all answers."""
    domain, eps = Domain.of_size(5), Epsilon(TWO)
    for rows in combinations_with_replacement(range(5), 2):
        everything = law(TreeCounter(domain, eps), rows)
        some = law(TreeCounter(domain, eps, queries=(1, 3)), rows)
        assert some == everything.map(lambda counts: (counts[1], counts[3]))


@pytest.mark.parametrize("ratio", [Fraction(1, 2), Fraction(3, 4)])
@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_the_error_bound_is_one(ratio: Fraction, size: int) -> None:
    """The exact failure probability at the bound is at most what was asked for."""
    for beta in (Fraction(1), Fraction(1, 2), Fraction(1, 100)):
        error = error_bound(size, ratio, beta)
        assert failure_probability(size - 1, error, ratio) <= beta


def test_calibration_on_many_points() -> None:
    """Three answers among 2^32 points, on ten thousand rows, are as close as they should be."""
    alpha, domain = Fraction(1, 10), Domain.of_size(2**32)
    plan = calibrate_tree_counter(Fraction(1), alpha, Fraction(1, 20), domain)
    assert plan.rows_needed * alpha >= plan.error
    rows = tuple(7919 * i % 2**32 for i in range(10_000))
    asked = (0, 2**31, 2**32 - 1)
    counter = TreeCounter(domain, Epsilon(plan.root), 2**40, asked)
    counts = run(counter, rows, SeededBits(3))
    assert all(
        abs(c - sum(x <= t for x in rows)) <= plan.error
        for c, t in zip(counts, asked, strict=True)
    )


def test_parameters_are_checked() -> None:
    """Other domains, negative reach, unknown queries and targets out of range are refused."""
    eps = Epsilon(TWO)
    with pytest.raises(ValueError, match=r"domain \(1, 2\)"):
        TreeCounter(Domain((1, 2)), eps)
    with pytest.raises(ValueError, match="reach -1"):
        TreeCounter(Domain.of_size(2), eps, -1)
    with pytest.raises(ValueError, match="query 2"):
        TreeCounter(Domain.of_size(2), eps, 0, (2,))
    with pytest.raises(ValueError, match="accuracy 0"):
        calibrate_tree_counter(Fraction(1), Fraction(0), Fraction(1), Domain.of_size(2))
